/* The command line, parsed by tables: each option is described once, and from that it is read, checked and explained.
 * Options are written --name VALUE or --name=VALUE, anywhere among the arguments; after -- everything is an argument. */
#ifndef PASO_OPTIONS_H
#define PASO_OPTIONS_H

#include "master/base/error.h"

#include <stdio.h>

enum option_kind {
    OPTION_FLAG,     /* bool; takes no value */
    OPTION_TEXT,     /* const char *; never empty */
    OPTION_LIST,     /* struct text_list; may be repeated */
    OPTION_TIME,     /* double, seconds */
    OPTION_DURATION, /* double, seconds, above 0 */
    OPTION_SPAN,     /* two doubles: one duration and 0, or "a:b" with a < b */
    OPTION_POSITIVE, /* double above 0 */
    OPTION_COUNT,    /* long, 1 or more */
    OPTION_CHOICE    /* int: which of the words in `argument`, "a|b|c", from 0 */
};

struct text_list {
    const char **items;
    size_t n;
};

struct option {
    const char *name; /* without the -- */
    enum option_kind kind;
    const char *argument; /* the value's name in the help; the words of a choice; NULL for a flag */
    const char *help;
    size_t offset; /* of the member that takes the value */
    size_t given;  /* of a bool that is set when the option was there; NOBODY_ASKS otherwise */
};
enum { NOBODY_ASKS = 0x7fffffff };

/* Some options whose offsets count from `base` bytes into the target: commands share tables. */
struct option_table {
    const char *title; /* in the help; NULL: the section of the table before goes on */
    const struct option *options;
    size_t n;
    size_t base;
};

struct syntax {
    const char *command;   /* "run" */
    const char *arguments; /* "SYSTEM|FMU" */
    const char *about;     /* what it does, a line or a few */
    size_t fewest, most;   /* arguments that are no options */
    const char *further;   /* the list option that takes arguments behind the first one; NULL: none does */
    const struct option_table *tables;
    size_t n_tables;
};

enum options_result {
    OPTIONS_READ,
    OPTIONS_HELP,   /* --help was there */
    OPTIONS_MANUAL, /* --help=man */
    OPTIONS_TABLE,  /* --help=table */
    OPTIONS_WRONG
};

/* Reads argv (without program and command) into `target`, which holds the defaults. Strings point into argv; lists are
 * freed by options_free, also after a failure. */
enum options_result options_parse(const struct syntax *syntax, int argc, char **argv, void *target,
                                  struct text_list *arguments, struct error *error);
void options_free(const struct syntax *syntax, void *target, struct text_list *arguments);

void options_print_help(FILE *file, const struct syntax *syntax);

bool text_list_add(struct text_list *list, const char *text, struct error *error);

#endif
