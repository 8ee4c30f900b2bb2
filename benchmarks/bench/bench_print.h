/* Outcomes for people and for programs. */
#ifndef PASO_BENCH_PRINT_H
#define PASO_BENCH_PRINT_H

#include "benchmarks/bench/bench.h"

#include <stdio.h>

struct bench_outcome {
    const struct bench_case *which;
    struct outcome outcome;
};

/* Rows by kind and verdict. */
struct verdict_count {
    size_t of[N_KINDS][N_VERDICTS];
};
struct verdict_count bench_count(const struct bench_outcome *outcomes, size_t n);
size_t bench_sum(const struct verdict_count *count, enum verdict verdict); /* of all kinds */
const char *bench_what_differs(const struct verdict_count *count); /* what values that are not reproduced were */

void bench_print_case(FILE *file, const struct bench_outcome *outcome);
void bench_print_summary(FILE *file, const struct bench_outcome *outcomes, size_t n);
bool bench_print_json(FILE *file, const struct bench_outcome *outcomes, size_t n);

#endif
