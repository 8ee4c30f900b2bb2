/* What a filter is told, in a document (notation/notation.h): which sensors there are and how much they scatter, which states are estimated,
 * how well they are known at the start and how much the model may be wrong about them. */
#ifndef PASO_FILTER_FILE_H
#define PASO_FILTER_FILE_H

#include "master/base/error.h"
#include "notation/notation.h"

struct filter_sensor {
    const char *name;               /* in results, and of the column in the file of measurements */
    const char *output;             /* an output or a state of the system, by the name of its result column */
    double sigma;                   /* standard deviation of its noise */
    double rate;                    /* values per second; 0: as many as there are */
    const char *unit, *description; /* of the output; NULL: it has none, or nobody has looked (estimate_notes.h) */
    const struct node *node;
};

struct filter_state { /* or a parameter, whose rate is 0 */
    const char *name;
    bool is_parameter;
    double sigma; /* standard deviation at the start */
    bool walks;   /* its error is a random walk, whatever the model's equations say */
    double
        noise; /* standard deviation of what the model's rate is wrong by: white noise, in the state's unit per sqrt(s) */
    double noise_per_step;          /* standard deviation of what is added at the end of every macro step */
    const char *unit, *description; /* NULL: as for sensors */
    const struct node *node;
};

struct filter_file {
    struct notation *document; /* owns all texts */
    struct filter_sensor *sensors;
    size_t n_sensors;
    struct filter_state *states; /* then the parameters */
    size_t n_states;             /* with them */
    double gate;                 /* 0: no outlier is left out */
};

bool filter_file_open(struct filter_file *f, const char *path, struct error *error);
void filter_file_close(struct filter_file *f); /* also after a failure */

/* How far the state may be away: at the start, or, where it is known there, after a second or a step. */
double filter_state_scale(const struct filter_state *state);

/* Something at this place of the document does not fit the system: "did you mean" the nearest of the names. False. */
bool filter_file_raise_unknown(const struct node *node, const char *what, const char *name, const char *const *known,
                               size_t n_known, struct error *error);

extern const struct grammar filter_grammar;

#endif
