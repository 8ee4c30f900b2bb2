/* A CSV file, row by row: fields separated by commas, quoted or not ("" is a quote inside quotes), blanks around them
 * ignored, lines ended by \n or \r\n, empty lines skipped, a byte order mark tolerated.
 * One row is held, and a block of the file. */
#ifndef PASO_CSV_H
#define PASO_CSV_H

#include "master/base/error.h"

#include <stdio.h>

struct csv {
    const char *path; /* for messages; the caller's */
    FILE *file;
    char *text, *at, *row_end; /* what is held; the next row */
    size_t size, capacity;
    size_t total; /* bytes that were read */
    bool is_pipe, has_ended;
    long next_line;
    /* the row that csv_next has read; strings live until the next one is read */
    char **fields;
    size_t n_fields, room;
    long line;
};

bool csv_open(struct csv *csv, const char *path, struct error *error);
bool csv_next(struct csv *csv, bool *found, struct error *error); /* found: false at the end of the file */
void csv_close(struct csv *csv);

/* Writes a field, quoted where it must be. */
void csv_put(FILE *file, const char *text);
/* The same; `safe`: an apostrophe before a text that a spreadsheet would take for a formula. */
void csv_put_text(FILE *file, const char *text, bool safe);
bool csv_is_formula(const char *text); /* begins with = + - or @ and is no number */

/* "FILE.csv:12: " before the words of `error`. */
void csv_say_place(const struct csv *csv, struct error *error);

#endif
