/* The file of --input: values of inputs over time. The first column is `time`, the others are named like connectors of the
 * system or inputs that nothing drives. Continuous Real inputs are interpolated linearly between rows, all others keep the
 * value of the last row. A time that stands twice is a jump. Before the first and after the last row the values are held. */
#ifndef PASO_INPUT_FILE_H
#define PASO_INPUT_FILE_H

#include "master/couple/run.h"

struct input_file;

struct input_file *input_file_open(const char *path, const struct system *system, struct error *error);
void input_file_close(struct input_file *f); /* accepts NULL */

/* For run_options.input; lives as long as the file. */
const struct run_input *input_file_source(const struct input_file *f);

#endif
