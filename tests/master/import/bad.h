/* A bad FMU and what is to be said about it. */
#ifndef PASO_TEST_BAD_H
#define PASO_TEST_BAD_H

#include "master/import/fmu.h"

struct bad {
    const char *name;
    const char *(*make)(void); /* the file's path ... */
    const char *path;          /* ... or this one */
    int status;
    const char *cause; /* in the message */
    struct fmu_options options;
    bool model_exchange;
    const char *instance;
    /* parameters of fails.fmu and pending.fmu */
    const char *fail_in;
    int fail_status, how;
    double fail_time;
};

extern const struct bad bad_files[]; /* archives, descriptions, binaries */
extern const size_t n_bad_files;

#endif
