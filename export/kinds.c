#include "export/kinds.h"

#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_hydraulics/circuit/circuit_model.h"
#include "fmu_machine/machine_file.h"
#include "fmu_observer/observer_file.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "export/embed.h"

#include <string.h>

/* Binaries and sources of each kind, as the build made them. */
#include KIND_BINARIES

#define CARRIED(kind)                                                                                                  \
    .binaries = kind##_binaries, .n_binaries = sizeof(kind##_binaries) / sizeof *(kind##_binaries),                    \
    .sources = kind##_sources, .n_sources = sizeof(kind##_sources) / sizeof *(kind##_sources)

static void *read_mechanism(const char *text, size_t length, const char *file, struct notation_error *error)
{
    return mechanism_file_read(text, length, file, error);
}

static const struct model_type *type_of_mechanism(const void *opened)
{
    return mechanism_file_type(opened);
}

static const char *note_of_mechanism(const void *opened)
{
    return mechanism_file_note(opened);
}

static void close_mechanism(void *opened)
{
    mechanism_file_close(opened);
}

static char *choice_of_mechanism(const void *opened)
{
    return mechanism_file_choice(opened);
}

static const struct kind mechanism = {.name = "mechanism",
                                      .grammar = &mechanism_grammar,
                                      .read = read_mechanism,
                                      .type = type_of_mechanism,
                                      .note = note_of_mechanism,
                                      .close = close_mechanism,
                                      .choice = choice_of_mechanism,
                                      CARRIED(mechanism)};

static void *read_circuit(const char *text, size_t length, const char *file, struct notation_error *error)
{
    return circuit_model_open(text, length, file, error);
}

static const struct model_type *type_of_circuit(const void *opened)
{
    return circuit_model_type(opened);
}

static void close_circuit(void *opened)
{
    circuit_model_close(opened);
}

static const struct kind circuit = {.name = "circuit",
                                    .grammar = &circuit_grammar,
                                    .read = read_circuit,
                                    .type = type_of_circuit,
                                    .close = close_circuit,
                                    CARRIED(circuit)};

static void *read_machine(const char *text, size_t length, const char *file, struct notation_error *error)
{
    return machine_file_read(text, length, file, error);
}

static const struct model_type *type_of_machine(const void *opened)
{
    return machine_file_type(opened);
}

static void close_machine(void *opened)
{
    machine_file_close(opened);
}

static const struct kind machine = {.name = "machine",
                                    .grammar = &machine_grammar,
                                    .read = read_machine,
                                    .type = type_of_machine,
                                    .close = close_machine,
                                    CARRIED(machine)};

static void *read_observer(const char *text, size_t length, const char *file, struct notation_error *error)
{
    return observer_file_read(text, length, file, error);
}

static const struct model_type *type_of_observer(const void *opened)
{
    return observer_file_type(opened);
}

static void close_observer(void *opened)
{
    observer_file_close(opened);
}

static const struct kind observer = {.name = "observer",
                                     .grammar = &observer_grammar,
                                     .read = read_observer,
                                     .type = type_of_observer,
                                     .close = close_observer,
                                     CARRIED(observer)};

const struct kind *const kinds[] = {&mechanism, &circuit, &machine, &observer, NULL};

const struct kind *kind_find(const char *name)
{
    for (size_t i = 0; kinds[i]; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}
