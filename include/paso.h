/* libpaso: FMUs (FMI 2.0) and systems of them (SSP 1.0): open, run, look at values, linearize, export.
 *
 *     paso_error error;
 *     paso_system *system = paso_system_open("plant.ssp", &error);
 *     paso_options *options = paso_options_new();
 *     paso_options_set(options, "macro-step", "1ms", &error);
 *     paso_run *run = paso_run_open(system, options, &error);
 *     paso_run_initialize(run, &error);
 *     while (!paso_run_ended(run) && paso_run_step(run, &error)) ...
 *     paso_run_finish(run, &error);
 *
 * Failures. A function that can fail returns false, NULL or -1, and tells why in the paso_error of the caller. It may
 * be NULL where nobody wants to know.
 *
 * Ownership. What a function named ..._open or ..._new returns belongs to the caller, who hands it to ..._close or
 * ..._free; these accept NULL. All other pointers that are returned belong to the object that was asked and live as
 * long as it does, unless it says otherwise. What the caller hands over is copied, except the contexts of callbacks.
 *
 * Threads. Functions on different objects may run at the same time in any threads. A system does not change after it
 * was opened: any number of threads may use the same one. All other objects are used by one thread at a time, not
 * always the same.
 *
 * The library prints nothing (unless the option "log" asks for what FMUs say), installs no handlers of signals and
 * never ends the program (unless paso_take_signals asks for it). So an FMU that crashes takes the program with it.
 * Temporary folders are removed when what needs them is closed, and at exit. Numbers in texts have decimal points,
 * whatever the locale; callbacks run in the locale "C". The first linearization loads LAPACK, and sets
 * OPENBLAS_NUM_THREADS to 1 where the environment does not say it. */
#ifndef PASO_H
#define PASO_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PASO_API __attribute__((visibility("default")))
#else
#define PASO_API
#endif

/* The version of the library that is loaded: "0.1.0". */
PASO_API const char *paso_version(void);

/* For a program that is there for one piece of work after the other, as paso is. From now on, SIGINT, SIGTERM and
 * SIGHUP end a run or a sweep that is under way at its next point: it fails, and keeps what it has. The second signal
 * ends the program. An FMU that crashes or calls exit() is named on standard error, with the place of the results so
 * far, before the program ends with status 1. To be called before everything else, once, and with one run at a time. */
PASO_API void paso_take_signals(void);

/* ---- errors ---- */

enum { PASO_CODE_SIZE = 64, PASO_MESSAGE_SIZE = 2048 };

/* Filled where a function fails, and left alone where it does not. */
typedef struct paso_error {
    int status;                      /* 1: the run failed; 2: options, arguments or a file are wrong */
    char code[PASO_CODE_SIZE];       /* "RUN_DISCARDED": stays the same from version to version */
    char message[PASO_MESSAGE_SIZE]; /* for people: what, where, when, what to do */
} paso_error;

/* ---- options ---- */

/* How a run is made, in the words of the command line: `paso help run` explains them. "output" with "record" and
 * "every", and "summary", are files that a run writes. */
typedef struct paso_options paso_options;

/* The defaults of a run. NULL: no memory. */
PASO_API paso_options *paso_options_new(void);
/* Those of another command: its words are explained by `paso help COMMAND`. NULL: there is none of that name. */
PASO_API paso_options *paso_options_for(const char *command, paso_error *error);
PASO_API void paso_options_free(paso_options *options);

/* paso_options_set(options, "macro-step", "1ms", &error) is --macro-step 1ms. The last value counts; "set", "rate" and
 * "power" add one more. A flag ("log") takes NULL. Options may be changed or freed when a run was opened: it has a
 * copy. */
PASO_API bool paso_options_set(paso_options *options, const char *word, const char *value, paso_error *error);
/* Whether an option adds one more each time: several values have a meaning. Of others, and where there is no such
 * option: false. */
PASO_API bool paso_options_repeats(const paso_options *options, const char *word);

/* Somebody who is told texts. They live until the function returns. */
typedef void paso_text(const char *text, void *context);

/* Where the warnings of everything that is made with these options go, each text once; without it nobody hears them.
 * Called in the thread of the call that warns or, with "threads", in one of its helpers, never two at once. */
PASO_API void paso_options_on_warning(paso_options *options, paso_text *warning, void *context);

/* Where the report goes, for people: what paso prints on standard output, in pieces of a line. Called in the thread of
 * the call that does the work. Nobody: no report. */
PASO_API void paso_options_on_report(paso_options *options, paso_text *report, void *context);

/* The progress of long work ("sweep", and what is done before a "run" begins): a line that takes the place of the one
 * before, now and then; "" takes it away. In the thread of the call that does the work. */
PASO_API void paso_options_on_progress(paso_options *options, paso_text *progress, void *context);

/* Somebody who answers questions ("connect", which proposes connections): true is yes. In the thread of the call that
 * does the work. Nobody: the work ends with an error that says what is to be decided. */
typedef bool paso_question(const char *question, void *context);
PASO_API void paso_options_on_question(paso_options *options, paso_question *ask, void *context);

/* ---- systems ---- */

/* What is to be run, as its files describe it. The files are read again for every run: they must stay where they are.
 * */
typedef struct paso_system paso_system;

/* A system (.ssp, or .ssd beside its FMUs) or a single FMU (.fmu). */
PASO_API paso_system *paso_system_open(const char *path, paso_error *error);
PASO_API void paso_system_close(paso_system *system); /* runs that were opened with it go on */

PASO_API const char *paso_system_name(const paso_system *system);

typedef enum paso_names {
    PASO_COMPONENTS,
    PASO_INPUTS, /* connectors of the system, and inputs that nothing drives: "NAME.VARIABLE", of an FMU "VARIABLE" */
    PASO_OUTPUTS /* of the components, all of them */
} paso_names;

/* How many there are; their names in *names, unless names is NULL. */
PASO_API size_t paso_system_names(const paso_system *system, paso_names which, const char *const **names);

/* ---- runs ---- */

/* A system that is simulated: open, initialize, then steps until it has ended, finish, close. */
typedef struct paso_run paso_run;

/* Loads the FMUs. Options that do not fit are an error here, before anything is started. NULL as options: the defaults.
 * */
PASO_API paso_run *paso_run_open(const paso_system *system, const paso_options *options, paso_error *error);
/* The same for a file, read once, where nobody asks for the system's names before the run. */
PASO_API paso_run *paso_run_open_file(const char *path, const paso_options *options, paso_error *error);
PASO_API void paso_run_close(paso_run *run);
/* Closes it, too, and tells what has gone wrong meanwhile: an isolated FMU that crashes when it is freed. The files of
 * the run are complete all the same. paso_run_close makes a warning of that. */
PASO_API bool paso_run_release(paso_run *run, paso_error *error);

/* Start values, initial equations, the first exchange of values. */
PASO_API bool paso_run_initialize(paso_run *run, paso_error *error);

/* One macro step, or a shorter one where the stop time or a jump of an input comes first. After the end it does
 * nothing. */
PASO_API bool paso_run_step(paso_run *run, paso_error *error);

/* Steps until t exactly, or until the run ends, whichever comes first; INFINITY: to the end. */
PASO_API bool paso_run_advance(paso_run *run, double t, paso_error *error);

/* Terminates the FMUs, warns where the run itself shows that its macro step was too long (values that oscillate, energy
 * that the coupling has created), and gives the result file its name: until then it is called FILE.partial, and so it
 * stays called after a failure. FILE.json beside it holds the units and descriptions of its columns and the command,
 * and shares its fate. To be called once, after the last step; not needed after a failure, where the summary is written
 * at once. */
PASO_API bool paso_run_finish(paso_run *run, paso_error *error);

/* All at once: initialize, steps to the end, finish. Warns of inputs that nothing drives, since nobody will set them.
 * */
PASO_API bool paso_run_complete(paso_run *run, paso_error *error);

PASO_API double paso_run_time(const paso_run *run);
PASO_API double paso_run_start_time(const paso_run *run);
PASO_API double paso_run_stop_time(const paso_run *run);
PASO_API double paso_run_macro_step(const paso_run *run);
PASO_API bool paso_run_ended(const paso_run *run); /* stop time reached, ended by an FMU or an observer, or failed */

/* A part of the run's story; set `size` to sizeof(paso_summary), so that the struct can grow in later versions. */
typedef struct paso_summary {
    size_t size;
    const char *status; /* "running", "done", "interrupted" by an observer, "terminated" by an FMU, "failed" */
    double time;        /* where the run stands */
    long steps, rejected, iterations;
    double wall_s,
        cpu_s; /* spent in paso_run_initialize, paso_run_advance and paso_run_finish; cpu_s: of the whole process */
} paso_summary;
PASO_API void paso_run_summary(const paso_run *run, paso_summary *summary);

/* ---- values between steps ---- */

/* By name: "NAME.VARIABLE", "VARIABLE" of a single FMU, or a connector of the system. Booleans are 0 and 1, integers
 * and enumerations their value. After paso_run_initialize.
 *
 * A value that is connected is the one of the last exchange; any other is asked of the FMU. Some FMUs may not be asked
 * once their inputs were set: look such variables up with paso_run_find before paso_run_initialize, then they are read
 * in time. */
PASO_API bool paso_run_get_real(paso_run *run, const char *name, double *value, paso_error *error);

/* The text lives until the next call with this run. */
PASO_API bool paso_run_get_string(paso_run *run, const char *name, const char **value, paso_error *error);

/* Gives an input that nothing drives, or a tunable parameter, a value: it holds in the steps that follow, until it is
 * set again. What it was at the start is the option "set". Outputs that depend on it directly show it after the next
 * step. A run with values that were set keeps the way back to the begin of each step, where its FMUs can do that: such
 * steps cost more. */
PASO_API bool paso_run_set_real(paso_run *run, const char *name, double value, paso_error *error);

/* The same without looking for names: a handle of the run, 0 or more, valid until it is closed. -1: there is no such
 * variable. */
PASO_API int paso_run_find(paso_run *run, const char *name, paso_error *error);
PASO_API bool paso_run_get_reals(paso_run *run, const int *handles, size_t n, double *values, paso_error *error);
PASO_API bool paso_run_set_reals(paso_run *run, const int *handles, size_t n, const double *values, paso_error *error);

/* ---- observers ---- */

/* A point where values were exchanged. Later versions may have more members behind these. */
typedef struct paso_point {
    double time;
    long step; /* 0 at the start */
    bool last;
    size_t n;
    const char *const *names;
    const double *values;       /* 0 for strings */
    const char *const *strings; /* NULL for what is no string */
} paso_point;

/* False ends the run: its status is "interrupted". Called inside of paso_run_initialize, _step and _advance, in their
 * thread; it may not call functions with this run. */
typedef bool paso_observer(const paso_point *point, void *context);

/* `patterns`: comma-separated globs over NAME.VARIABLE; NULL: all outputs; "": no values. Told at the start, at every
 * `every`-th (1 or more) macro step and at the end. Between paso_run_open and paso_run_initialize. */
PASO_API bool paso_run_observe(paso_run *run, const char *patterns, long every, paso_observer *observer, void *context,
                               paso_error *error);

/* ---- linearization ---- */

/* dx/dt = A x + B u, y = C x + D u: small changes around a point of a run. Does not change after it was made. */
typedef struct paso_linear paso_linear;

typedef enum paso_signals { PASO_LINEAR_STATES, PASO_LINEAR_INPUTS, PASO_LINEAR_OUTPUTS } paso_signals;

/* Runs the system to time t, with these options (NULL: the defaults), and linearizes it there; at or before the start
 * time: the initial state. */
PASO_API paso_linear *paso_linearize(const paso_system *system, const paso_options *options, double t,
                                     paso_error *error);
PASO_API void paso_linear_free(paso_linear *linear);

PASO_API double paso_linear_time(const paso_linear *linear);
/* How many there are; their names in *names, unless names is NULL. */
PASO_API size_t paso_linear_names(const paso_linear *linear, paso_signals which, const char *const **names);
/* 'A', 'B', 'C' or 'D', row by row; NULL for other letters. */
PASO_API const double *paso_linear_matrix(const paso_linear *linear, char letter);
/* As many as states, the least stable first: real and imaginary part of each, one after the other. */
PASO_API const double *paso_linear_eigenvalues(const paso_linear *linear);

/* ---- the largest macro step ---- */

typedef enum paso_limit_kind {
    PASO_LIMIT_FOUND,
    PASO_LIMIT_ABOVE, /* stable in the whole range */
    PASO_LIMIT_BELOW  /* not even the smallest step of the range is stable */
} paso_limit_kind;

typedef struct paso_limit {
    paso_limit_kind kind;
    double macro_step; /* PASO_LIMIT_FOUND: all smaller ones in the range are stable; else the end of the range */
} paso_limit;

/* Predicts, between the macro steps `from` and `to`, up to which one the coupling scheme of the options is stable
 * around the point of the run at time t. The run to that point is made with macro steps of `from`. */
PASO_API bool paso_stability(const paso_system *system, const paso_options *options, double t, double from, double to,
                             paso_limit *limit, paso_error *error);

/* ---- all at once ---- */

/* Does what `paso COMMAND PATH` does, with COMMAND and its options as paso_options_for was told: "run", "info",
 * "linearize", "stability", "estimate", "sweep", "plot", "connect", "export", "show", "monolithic", "new". Files that
 * the options name are written; what paso would print goes to paso_options_on_report. `path` is NULL where the command
 * needs none. Any number of threads may do so at the same time. "sweep" makes its runs in processes of its own, by
 * fork() without exec(): locks that other threads hold at that time stay locked there, so better have none. */
PASO_API bool paso_perform(const paso_options *options, const char *path, paso_error *error);

/* ---- export ---- */

/* Makes an FMU of a document that describes a mechanism or a circuit (`to` ends in .fmu), or an .ssp of one that
 * describes a system of them (`to` ends in .ssp). `changes`: n texts "path=value", made in the document before. */
PASO_API bool paso_export(const char *document, const char *to, const char *const *changes, size_t n,
                          paso_error *error);

#ifdef __cplusplus
}
#endif

#endif
