/* Inside of the library: what its files share. */
#ifndef PASO_LIBRARY_IMPL_H
#define PASO_LIBRARY_IMPL_H

#include "include/paso.h"
#include "library/library_messages.h"
#include "master/files/input_file.h"
#include "master/options/run_arguments.h"

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

/* The route of calls whose warnings nobody wants. */
struct warning_route *library_silence(void);

/* ---- library_options.c ---- */

struct paso_options {
    struct run_arguments arguments; /* its texts point into the words */
    char **words;                   /* "--macro-step=1ms" */
    size_t n;
    paso_warning *warning;
    void *context;
};

/* A copy, ready for run_open; NULL gives the defaults. Closed by library_options_close, also after a failure. */
bool library_options_copy(struct paso_options *to, const struct paso_options *from, struct error *error);
void library_options_close(struct paso_options *options);

/* ---- library_setup.c: a system opened for a run ---- */

struct setup {
    struct paso_options options; /* a copy; .arguments.run is what run_open wants */
    struct warning_route route;
    struct system *system;
    struct input_file *input; /* NULL: none */
};

/* Room and the route for warnings; setup_close in any case. */
bool setup_begin(struct setup *s, const struct paso_options *options, struct error *error);
bool setup_open(struct setup *s, const paso_system *system, struct error *error);
void setup_close(struct setup *s);

const char *library_system_path(const paso_system *system);

#endif
