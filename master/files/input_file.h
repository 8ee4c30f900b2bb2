/* The file of --input: values of inputs over time. The first column is `time`, the others are named like connectors of the
 * system or inputs that nothing drives. Continuous Real inputs are interpolated linearly between rows, all others keep the
 * value of the last row. A time that stands twice is a jump. Before the first and after the last row the values are held. */
#ifndef PASO_INPUT_FILE_H
#define PASO_INPUT_FILE_H

#include "master/couple/run.h"

struct input_file;

struct input_file *input_file_open(const char *path, const struct system *system, struct error *error);

/* For who has inputs that are not those of FMUs: which one a column is named like, and what may stand in it. */
struct input_column {
    size_t input; /* its place among the values */
    enum fmi_type type;
    bool continuous;                           /* interpolated */
    const struct fmi_enumeration *enumeration; /* or NULL */
};
struct input_names {
    void *context;
    bool (*find)(void *context, const char *name, struct input_column *column, struct error *error);
};
struct input_file *input_file_open_names(const char *path, const struct input_names *names, struct error *error);

void input_file_close(struct input_file *f); /* accepts NULL */

/* For run_options.input, or to ask for values, of which only those that have a column are written; lives as long as the file. */
const struct run_input *input_file_source(const struct input_file *f);

/* The time of the first row after t, INFINITY where there is none: until then continuous values are straight lines. */
double input_file_next_row(const struct input_file *f, double t);

#endif
