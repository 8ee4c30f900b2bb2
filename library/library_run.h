/* Inside of a run of the library. */
#ifndef PASO_LIBRARY_RUN_H
#define PASO_LIBRARY_RUN_H

#include "library/library_impl.h"
#include "master/base/arena.h"
#include "master/files/finite_watch.h"
#include "master/files/recorder.h"

struct observed; /* an observer of the caller */

struct handle { /* a variable that the caller has asked for */
    char *name;
    const struct system_connector *connector; /* of the system; NULL: a variable of a component */
    bool is_input;                            /* the connector is one */
    struct port port;                         /* where it is read: a connector's first */
    size_t watched;                           /* index among the watched ports, or NOT_WATCHED */
};
#define NOT_WATCHED ((size_t)-1)

struct paso_run {
    struct setup setup;
    struct run *run;
    struct arena chosen; /* texts of what was chosen for it */
    bool initialized, settled;
    bool is_looked_at; /* somebody sees values at its points */
    struct finite_watch watch;
    struct handle *handles;
    size_t n_handles;
    double *watched; /* values of the watched ports at the last point */
    char *text;      /* of paso_run_get_string */
    struct observed *observers;
    struct recorder *recorder;             /* NULL: no file */
    bool is_unnamed;                       /* the file has no name, since the result is only drawn: it is */
    int unnamed;                           /* this descriptor */
    bool has_signals;                      /* they end the run */
    char crash_note[ERROR_TEXT_SIZE + 16]; /* ready before it is needed */
};

bool run_is_initialized(const paso_run *r, const char *function, struct error *error);

/* library_values.c: what was looked up so far is read at every point from now on. */
bool run_values_watch(paso_run *r, struct error *error);
void run_values_close(paso_run *r);
/* library_observe.c */
void run_observers_free(struct observed *list);

/* library_record.c: the files and the report of a run. */
bool run_record_open(paso_run *r, const char *path, struct error *error); /* after the system, before the run */
void run_record_start(paso_run *r);                                       /* from now on signals are heard */
bool run_record_begin(paso_run *r, struct error *error);                  /* the run is open */
/* The run has ended, well or not: finishes its files, tells how it went. Returns whether all is well. */
bool run_record_settle(paso_run *r, bool well, struct error *error);
void run_record_close(paso_run *r);

#endif
