/* The series of every run of a sweep, as results of their own in one folder: run-0001.csv is the first row of the table. */
#ifndef PASO_SERIES_H
#define PASO_SERIES_H

#include "sweep/study.h"

struct series_folder {
    const struct study *study;
    const char *path;
    size_t *rows; /* per run of the plan: its row in the table, from 1; 0: it repeats another one and has none */
};

enum { SERIES_NAME_SIZE = 32 };

bool series_open(struct series_folder *f, const struct study *study, const char *path,
                 struct error *error); /* makes the folder */
void series_close(struct series_folder *f);

const char *series_name(size_t row, char name[SERIES_NAME_SIZE]);
/* With notes beside it, as any result has them. */
bool series_write(const struct series_folder *f, const struct job *job, const struct trajectory *t,
                  struct error *error);

#endif
