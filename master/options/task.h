/* Work that words describe: what `paso NAME ...` does, and the library with options for NAME. Each room has its own; the library
 * lists them all. */
#ifndef PASO_TASK_H
#define PASO_TASK_H

#include "master/options/options.h"

#include <signal.h>

enum { MOST_TABLES = 6 };

typedef void (*task_text)(const char *text, void *context);

/* Whom a task tells what. */
struct task_outlet {
    FILE *report;       /* for people, what the program prints on standard output; NULL: nobody reads it */
    task_text progress; /* a line that takes the place of the one before, "": none; NULL: nobody looks */
    void *context;      /* of `progress` */
    bool (*ask)(const char *question, void *context); /* yes or no; NULL: nobody can be asked */
    void *ask_context;
    const volatile sig_atomic_t *interrupt; /* set where somebody asks for the end; or NULL */
};

struct task {
    const char *name;            /* "sweep" */
    const char *summary;         /* one line of `paso help` */
    size_t size;                 /* of the struct that its words are read into */
    void (*begin)(void *values); /* fills in the defaults; NULL: all zero */
    const struct syntax *syntax; /* NULL where it is made of tables that others have, too, by: */
    struct syntax (*make_syntax)(struct option_table tables[MOST_TABLES], void *values);
    /* What can be said before anything is opened, once; `path` is what the task works on, or NULL. NULL: nothing. */
    bool (*check)(void *values, const char *path, struct error *error);
    /* `words`: all of them, in their order; values point into them. NULL: done otherwise. */
    bool (*perform)(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error);
    void (*end)(void *values);  /* frees what `check` has made; or NULL */
    bool looks_at_interruption; /* ends soon after the outlet's interrupt was set */
};

/* The values of a task, with the tables that read them. */
struct task_options {
    const struct task *task;
    void *values;
    struct option_table tables[MOST_TABLES];
    struct syntax syntax; /* points into the tables: all of this stays where it is */
};

bool task_options_open(struct task_options *o, const struct task *task, struct error *error);
void task_options_close(struct task_options *o); /* also after a failure */

#endif
