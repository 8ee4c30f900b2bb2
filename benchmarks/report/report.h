/* The report: one page that needs nothing else, with verdicts, tables, figures and moving pictures. */
#ifndef PASO_REPORT_H
#define PASO_REPORT_H

#include "benchmarks/bench/bench_print.h"

bool report_write(const char *path, const struct bench_outcome *outcomes, size_t n, bool quick, const char *command,
                  struct error *error); /* `command`: what made it */

#endif
