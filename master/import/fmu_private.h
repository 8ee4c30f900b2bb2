/* What struct fmu and struct instance are. Private to import/. */
#ifndef PASO_FMU_PRIVATE_H
#define PASO_FMU_PRIVATE_H

#include "master/import/binary.h"
#include "master/import/crash_guard.h"
#include "master/import/fmu.h"

#include <pthread.h>
#include <stdatomic.h>

struct fmu {
    char *path;
    const char *file; /* the last part of path: how messages call the FMU */
    char *folder;
    char *resources; /* the folder's resources as a URI */
    struct description *description;
    char **platforms;
    size_t n_platforms;
    size_t archive_size;
    struct binary *binaries[2];    /* by fmi2Type; both may be the same */
    struct error binary_errors[2]; /* why there is none */
    bool is_isolated;              /* the binary was not loaded here when the FMU was opened */
    struct isolate *spare[2]; /* by fmi2Type: a process that has loaded the binary and waits for an instance; or NULL */
    struct functions isolated[2]; /* what the binary has, as such a process has found it */
    unsigned n_instances;         /* in this process */
    bool fatal;                   /* an instance returned fmi2Fatal: none may be called any more */
    struct instance *abandoned;   /* closed after that: their memory is the FMU's to free, and it may not be asked to */
    struct fmu *next;             /* among abandoned FMUs */
};

enum { LOG_LINE_SIZE = 1024 };

struct instance_log {
    pthread_mutex_t lock; /* an FMU may log from threads of its own */
    char last[LOG_LINE_SIZE];
    bool last_is_raw;          /* references of variables in it are not yet replaced by names */
    char shown[LOG_LINE_SIZE]; /* what instance_last_log() gave away */
    fmi2Status last_status;
    size_t n_lines;
};

struct isolate;

struct instance {
    const struct functions *functions;
    fmi2Component component;
    struct crash_subject subject; /* the label, the time that messages name */
    struct fmu *fmu;
    const struct fmi_interface *interface; /* ModelExchange or CoSimulation of the description */
    char *name, *label;
    fmi2CallbackFunctions callbacks;
    atomic_int step_finished; /* what stepFinished said, or BINARY_NOT_FINISHED */
    bool is_here;             /* in this process */
    struct isolate *isolate;  /* else */
    bool is_broken;           /* it has returned fmi2Fatal, or its process is gone */
    bool logging;
    unsigned n_warnings;
    struct instance *next; /* among abandoned instances */
    struct instance_log log;
};

/* The logger callback (fmi2CallbackLogger); the environment is the instance. */
void instance_on_log(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                     fmi2String message, ...);

/* The same for a message that is a text already. */
void instance_take_log(struct instance *i, fmi2Status status, const char *category, const char *message);

/* As messages quote it: one line, with names. */
void instance_tidy_log(const struct instance *i, const char *message, char *line, size_t size);

/* What to do when a call was not fmi2OK, out of the hot path. The first returns whether the call may count as done. */
bool instance_not_ok(struct instance *i, const char *function, fmi2Status status, struct error *error);
bool instance_missing(struct instance *i, const char *function, struct error *error);

/* Waits until a pending step ends; its status. */
fmi2Status instance_wait(struct instance *i, struct error *error);

/* A process that has loaded the binary for instances of this type: the one that waits, or a new one. */
struct isolate *fmu_take_isolate(struct fmu *fmu, fmi2Type type, const struct isolation *isolation,
                                 struct error *error);
/* Loads the binary here, if it is not yet. */
bool fmu_load(struct fmu *fmu, struct error *error);

#endif
