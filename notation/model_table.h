/* The table of variables of a model that is described by a document (numerics/model.h): rows are added in the order of their
 * roles; the document's quantities become parameters, those that are expressions calculated parameters.
 *
 *     model_table_begin(&table, notation);
 *     model_table_add(&table, &row) ...               the model's own parameters
 *     model_table_add_quantities(&table, which);      then those of the document
 *     model_table_add(&table, &row) ...               inputs, memories, states, ...
 *     model_table_finish(&table, &error)
 *
 * and in the model's setup(): model_table_evaluate() gives the values of all quantities. */
#ifndef PASO_MODEL_TABLE_H
#define PASO_MODEL_TABLE_H

#include "numerics/model.h"
#include "notation/notation.h"

struct model_table {
    struct notation *notation; /* its memory holds all of this */
    struct model_variable *rows;
    size_t n, room;
    size_t n_own;                    /* parameters before those of the document */
    size_t *parameters, *calculated; /* the quantity behind each */
    size_t n_parameters, n_calculated;
    bool has_no_memory;
};

void model_table_begin(struct model_table *table, struct notation *notation);
size_t model_table_add(struct model_table *table,
                       const struct model_variable *row); /* its place; texts are not copied */
/* All of them, or the constants and what follows from these alone: the other quantities keep the values of the document. */
enum model_table_quantities { QUANTITIES_ALL, QUANTITIES_CONSTANTS };
void model_table_add_quantities(struct model_table *table, enum model_table_quantities which);
/* Checks that nothing failed and no name stands twice. */
bool model_table_finish(const struct model_table *table, struct notation_error *error);

/* Names of the rows [first, last), blanks between: for `depends`. NULL where there is no memory. */
const char *model_table_names(const struct model_table *table, size_t first, size_t last);
/* Two such lists as one. */
const char *model_table_join(const struct model_table *table, const char *names, const char *more);

/* Values of all quantities from a model's parameters (all of them, its own first), and the calculated ones. */
bool model_table_evaluate(const struct model_table *table, const double *parameters, double *values, double *calculated,
                          struct model_report *report);

#endif
