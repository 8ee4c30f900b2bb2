/* Inside of the library: what its files share. */
#ifndef PASO_LIBRARY_IMPL_H
#define PASO_LIBRARY_IMPL_H

#include "include/paso.h"
#include "library/library_messages.h"
#include "library/library_options.h"
#include "master/files/experiment.h"
#include "master/files/run_task.h"
#include "master/files/warning_list.h"

#include <locale.h>

/* ---- library_entry.c: every call that does something stands between enter and leave ---- */

/* Numbers are written with points, warnings go to whoever wants them, failures to the caller. */
struct entry {
    struct error error;
    locale_t locale;
    struct warning_route *route;
};
void library_enter(struct entry *entry, struct warning_route *route);
/* Returns `done`; where it is false the error is handed over. */
bool library_leave(struct entry *entry, bool done, paso_error *error);

/* An argument that must be a number; infinity is one. */
bool library_number_is(double value, const char *function, const char *argument, struct error *error);

/* The route of calls whose warnings nobody wants. */
struct warning_route *library_silence(void);

/* The signals are the library's: the program has asked for that. */
bool library_takes_signals(void);

/* ---- library_options.c ---- */

struct sink { /* of texts; tell may be NULL */
    paso_text *tell;
    void *context;
};

struct paso_options {
    struct task_options task; /* its texts point into the words */
    char **words;             /* "--macro-step=1ms"; what was read at once ends with a NULL */
    size_t n;
    struct sink warning, report, progress;
    paso_question *ask; /* NULL: nobody can be asked */
    void *ask_context;
};

/* A copy, checked, for work on `path`; NULL gives the defaults of a run. Closed by library_options_close, also after a failure. */
bool library_options_copy(struct paso_options *to, const struct paso_options *from, const char *path,
                          struct error *error);
void library_options_close(struct paso_options *options);

/* All words of the options, in their order; the caller frees the items. */
bool library_options_list(const struct paso_options *options, struct text_list *words, struct error *error);

/* What the options are for, told by the function that needs others. */
bool library_options_are(const struct paso_options *options, const struct task *task, const char *function,
                         struct error *error);

/* ---- library_setup.c: options, and a system opened with them ---- */

struct setup {
    struct paso_options options; /* a copy */
    struct warning_route route;
    struct warning_list warnings; /* so far */
    FILE *report;                 /* NULL: nobody reads it */
    struct experiment experiment;
};

/* Room and the route for warnings; setup_close in any case. */
bool setup_begin(struct setup *s, const struct paso_options *options, const char *path, struct error *error);
void setup_close(struct setup *s);

static inline struct run_task *setup_run(const struct setup *s) /* where the options are those of a run */
{
    return s->options.task.values;
}

/* The system that they are for. */
static inline bool setup_open(struct setup *s, const char *path, struct error *error)
{
    return experiment_open(&s->experiment, &setup_run(s)->arguments, path, error);
}

const char *library_system_path(const paso_system *system);

#endif
