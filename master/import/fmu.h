/* An FMU and its instances: open, look, instantiate, call. The only door to FMI in the program; two implementations stand
 * behind it: its binary is loaded and called by ourselves, or by FMI Library (-DPASO_IMPORTER=fmilib).
 *
 * fmu_open() unpacks the archive, without sources, documentation and other platforms' binaries, to a private temporary folder (removed by fmu_close(), at exit and on signals), reads the
 * description and loads the binary. Any number of instances may be made of one FMU, and used in several threads, one
 * thread per instance at a time.
 *
 * Calls return true when the FMU said fmi2OK or fmi2Warning. Otherwise `error` says FMU, function, time, status and the
 * FMU's own last log line. Functions that a master must look at more closely return the status itself. */
#ifndef PASO_FMU_H
#define PASO_FMU_H

#include "fmi/fmi2.h"
#include "master/import/description.h"
#include "master/base/error.h"

#include <sched.h>

struct fmu;
struct instance;

/* What an FMU in a process of its own is allowed. */
struct isolation {
    double call_limit; /* s of wall time for one call; 0: no limit */
    size_t memory;     /* bytes of address space; 0: no limit */
    long files;        /* open descriptors; 0: no limit */
};

/* While this thread steps isolated FMUs one after the other: it and their processes on one core, where messages are fast. */
struct isolation_pin {
    bool is_pinned;
    cpu_set_t before;
};
void isolation_pin(struct isolation_pin *pin);
void isolation_unpin(const struct isolation_pin *pin);

struct fmu_options {
    bool binary_needed;                /* false: the description only (paso info) */
    const struct isolation *isolation; /* the binary is loaded by processes of its own; NULL: by this one */
    size_t largest_archive;            /* bytes unpacked, against zip bombs */
    size_t largest_description;        /* bytes of modelDescription.xml */
};
struct fmu_options fmu_options_default(void);

struct fmu *fmu_open(const char *path, const struct fmu_options *options, struct error *error);
void fmu_close(struct fmu *fmu); /* accepts NULL; instances must be closed before */

const struct description *fmu_description(const struct fmu *fmu);
const char *fmu_path(const struct fmu *fmu);
const char *fmu_folder(const struct fmu *fmu);                          /* where it was unpacked */
size_t fmu_archive_size(const struct fmu *fmu);                         /* bytes of the file */
size_t fmu_platforms(const struct fmu *fmu, const char *const **names); /* "linux64", "win64" ... found in binaries/ */
bool fmu_has_binary(const struct fmu *fmu, struct error *error);        /* one for this machine; loads nothing */
bool fmu_is_fatal(const struct fmu *fmu); /* an instance has returned fmi2Fatal: nothing can be called any more */
bool fmu_has_function(const struct fmu *fmu, const char *name); /* "GetDirectionalDerivative": present in the binary */

/* Asked while a pending step is waited for: true gives up, with an error. NULL: never. For all FMUs of the program. */
void fmu_set_interruption(bool (*asked)(void));
/* For long computations around FMUs: whether it is so, and was so `patience` seconds ago when somebody asked here. */
bool fmu_interruption_is_due(double patience);

struct instance_options {
    const char *name; /* "": the model's */
    fmi2Type type;
    bool logging;      /* all categories, to standard error */
    double start_time; /* for messages before the first step */
    const struct isolation
        *isolation; /* a process of its own; NULL: this one, unless the FMU allows one instance only */
};

struct instance *instance_open(struct fmu *fmu, const struct instance_options *options, struct error *error);
void instance_close(struct instance *instance); /* fmi2FreeInstance; accepts NULL */

struct fmu *instance_fmu(const struct instance *instance);
const char *instance_name(const struct instance *instance);
const char *instance_last_log(const struct instance *instance); /* "" where nothing was logged */
/* The same for a message that tells the time: without " at t = ... s" at its end where that is between the two, within rounding. */
const char *instance_last_words(const struct instance *instance, double from, double to);
bool instance_is_isolated(const struct instance *instance);
bool instance_is_lost(const struct instance *instance); /* isolated, and its process is not there any more */
/* From now on an isolated FMU may be told of values that are set together with its next call, which then fails for them. */
void instance_defer_sets(struct instance *instance);
void instance_set_message_time(struct instance *instance, double t); /* the time that messages name */

/* ---- both kinds ---- */

bool instance_setup_experiment(struct instance *i, const double *tolerance, double start, const double *stop,
                               struct error *error); /* tolerance, stop: NULL where not defined */
bool instance_enter_initialization(struct instance *i, struct error *error);
bool instance_exit_initialization(struct instance *i, struct error *error);
bool instance_terminate(struct instance *i, struct error *error);
bool instance_reset(struct instance *i, struct error *error);

bool instance_get_real(struct instance *i, const unsigned *refs, size_t n, double *values, struct error *error);
bool instance_set_real(struct instance *i, const unsigned *refs, size_t n, const double *values, struct error *error);
bool instance_get_integer(struct instance *i, const unsigned *refs, size_t n, int *values, struct error *error);
bool instance_set_integer(struct instance *i, const unsigned *refs, size_t n, const int *values, struct error *error);
bool instance_get_boolean(struct instance *i, const unsigned *refs, size_t n, int *values, struct error *error);
bool instance_set_boolean(struct instance *i, const unsigned *refs, size_t n, const int *values, struct error *error);
bool instance_get_string(struct instance *i, const unsigned *refs, size_t n, const char **values, struct error *error);
bool instance_set_string(struct instance *i, const unsigned *refs, size_t n, const char *const *values,
                         struct error *error);

bool instance_get_state(struct instance *i, fmi2FMUstate *state, struct error *error); /* *state NULL: a new one */
bool instance_set_state(struct instance *i, fmi2FMUstate state, struct error *error);
bool instance_free_state(struct instance *i, fmi2FMUstate *state, struct error *error);
bool instance_state_size(struct instance *i, fmi2FMUstate state, size_t *size, struct error *error);
bool instance_serialize(struct instance *i, fmi2FMUstate state, char *bytes, size_t size, struct error *error);
bool instance_deserialize(struct instance *i, const char *bytes, size_t size, fmi2FMUstate *state, struct error *error);

bool instance_directional(struct instance *i, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                          size_t n_knowns, const double *seed, double *result, struct error *error);

/* Capability flags, probed before they are trusted: what the description claims is tried once, and the last log line stays
 * what it was. After initialization, between steps. */
bool instance_can_rollback(struct instance *i);    /* get, set and free a state */
bool instance_can_directional(struct instance *i); /* the derivative of one output, state derivative or neither */

/* ---- Co-Simulation ---- */

bool instance_set_input_derivatives(struct instance *i, const unsigned *refs, size_t n, const int *orders,
                                    const double *values, struct error *error);
bool instance_get_output_derivatives(struct instance *i, const unsigned *refs, size_t n, const int *orders,
                                     double *values, struct error *error);

/* Where the FMU has a process of its own: it begins a step, which instance_do_step() with the same arguments waits for; sets
 * must be deferred. Whatever is called instead, the step is forgotten. Else nothing happens. */
void instance_begin_step(struct instance *i, double t, double step, bool no_rollback_before);
/* The status is returned as it is (a pending step is waited for); `error` is raised for fmi2Error and fmi2Fatal only:
 * fmi2Discard is for the caller to handle (instance_last_successful_time, instance_terminated). */
fmi2Status instance_do_step(struct instance *i, double t, double step, bool no_rollback_before, struct error *error);
bool instance_last_successful_time(struct instance *i, double *t, struct error *error);
bool instance_terminated(struct instance *i, bool *terminated, struct error *error);

/* ---- Model Exchange ---- */

bool instance_set_time(struct instance *i, double t, struct error *error);
bool instance_enter_event_mode(struct instance *i, struct error *error);
bool instance_new_discrete_states(struct instance *i, fmi2EventInfo *info, struct error *error);
bool instance_enter_continuous_time(struct instance *i, struct error *error);
bool instance_completed_step(struct instance *i, bool no_rollback_before, bool *enter_event_mode, bool *terminate,
                             struct error *error);
bool instance_set_states(struct instance *i, const double *x, size_t n, struct error *error);
bool instance_get_states(struct instance *i, double *x, size_t n, struct error *error);
bool instance_get_nominals(struct instance *i, double *nominals, size_t n, struct error *error);
/* These two return the status: fmi2Discard tells an integrator to try a smaller step. */
fmi2Status instance_get_derivatives(struct instance *i, double *derivatives, size_t n, struct error *error);
fmi2Status instance_get_event_indicators(struct instance *i, double *indicators, size_t n, struct error *error);

#endif
