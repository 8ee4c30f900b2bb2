/* A circuit document on its way to the engine: the circuit as the file has it, and which of the document's quantities stands
 * where in it. */
#ifndef PASO_CIRCUIT_READ_H
#define PASO_CIRCUIT_READ_H

#include "fmu_hydraulics/circuit/circuit.h"
#include "numerics/law.h"
#include "notation/notation.h"

struct circuit_place { /* a number of the circuit that is a quantity of the document */
    size_t quantity, offset;
};

/* What an input of the engine is: a law of the document, or an input of the model. */
struct circuit_signal {
    const struct law *law;
    bool is_input;
    enum { SIGNAL_ABSOLUTE, SIGNAL_ADDED, SIGNAL_SCALED } counts; /* from where a spool was found */
    const char *name, *description, *unit;                        /* of an element's command */
    double nominal;
};

struct circuit_document {
    struct notation *notation; /* owns the rest */
    const char *name, *description;
    struct circuit *circuit; /* one block (circuit.h), with the document's numbers */
    double *values;          /* of the quantities, as the document has them */
    struct circuit_place *places;
    size_t n_places;
    struct circuit_signal *signals; /* of the inputs behind the cylinders', in their order */
    size_t n_signals;
    double *lengths, *forces; /* start values of the cylinders' inputs */
    bool in_equilibrium;
    double stop_time, step_size, tolerance;
    int solver;
};

/* NULL, with the error, where the document is no circuit or makes no sense. */
struct circuit_document *circuit_document_read(const char *text, size_t length, const char *file,
                                               struct notation_error *error);
void circuit_document_close(struct circuit_document *document); /* accepts NULL */

/* Writes the values of the document's quantities into a copy of the circuit, and sets it up. */
bool circuit_document_fill(const struct circuit_document *document, const double *values, struct circuit *circuit,
                           struct model_report *report);

#endif
