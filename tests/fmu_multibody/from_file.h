/* A mechanism file as a model that lives, for the tests. */
#ifndef PASO_TEST_FROM_FILE_H
#define PASO_TEST_FROM_FILE_H

#include "monolithic/model_instance.h"
#include "fmu_multibody/mechanism/mechanism_file.h"

struct from_file {
    struct mechanism_file *file;
    struct model_instance live;
    double complex *workspace; /* for model_differentiate() */
};

/* Fails the test where the file cannot be read. FILE is relative to benchmarks/mechanisms, or absolute. */
void from_file_open(struct from_file *f, const char *file);
/* The same with changes of the document, "path=value" each. */
void from_file_open_changed(struct from_file *f, const char *file, const char *const *changes, size_t n_changes);
void from_file_open_text(struct from_file *f, const char *text);
void from_file_close(struct from_file *f);

/* Sets a parameter or an input; initializes; brings all values up to date. Each fails the test with the report. */
void from_file_set(struct from_file *f, const char *name, double value);
void from_file_initialize(struct from_file *f);
void from_file_update(struct from_file *f);

double *from_file_find(const struct from_file *f, const char *name); /* fails the test where there is none */
double from_file_value(const struct from_file *f, const char *name);

/* Exact derivatives as an FMU gives them: changes of rates and outputs along a direction of states and inputs (NULL: none), or
 * along one of them by its name. */
void from_file_differentiate_along(struct from_file *f, const double *x, const double *u, double *rates,
                                   double *outputs);
void from_file_differentiate(struct from_file *f, const char *along, double *rates, double *outputs);
/* A document that is wrong: what is said contains the message. */
void from_file_check_refused(const char *text, const char *message);

#endif
