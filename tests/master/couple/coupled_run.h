/* A coupled run for tests: a system, its options, what was recorded and how it ended. */
#ifndef PASO_COUPLED_H
#define PASO_COUPLED_H

#include "tests/testing.h"

#include "master/couple/run.h"

struct coupled {
    struct system *system;
    struct starts *starts;
    struct run_options options;
    struct run *run;
    struct error error;
    struct port ports[8]; /* recorded */
    size_t n_ports;
    double *rows; /* time, then the ports */
    size_t n_rows, room;
    struct run_power powers[4];
    struct run_summary summary; /* its powers are those above */
};

/* A system of build/systems or any path; it must open. */
struct coupled coupled_open(const char *path);
void coupled_set(struct coupled *c, const char *assignment);
void coupled_record(struct coupled *c, const char *port);
/* Runs to the end; recorded rows and summary are there, whatever the outcome. */
bool coupled_run(struct coupled *c);
void coupled_must_run(struct coupled *c);
void coupled_close(struct coupled *c);

/* The recorded value at the communication point nearest to t, which must be there within rounding. */
double coupled_at(const struct coupled *c, double t, size_t column);
double coupled_last(const struct coupled *c, size_t column);
double coupled_time(const struct coupled *c, size_t row);

#endif
