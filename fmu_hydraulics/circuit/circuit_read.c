/* A circuit document: its memory, its numbers, its parts put together. */
#include "fmu_hydraulics/circuit/circuit_read_impl.h"

#include <math.h>
#include <string.h>

static size_t path_count(const struct node *valves)
{
    size_t n = 0;
    for (size_t i = 0; i < node_count(valves); i++)
        n += node_count(node_member(node_item(valves, i), "paths"));
    return n;
}

static bool memory_taken(struct reader *r)
{
    struct circuit counted = {.n_hoses = node_count(node_member(r->root, "hoses")),
                              .n_orifices = node_count(node_member(r->root, "orifices")),
                              .n_valves = node_count(node_member(r->root, "valves")),
                              .n_paths = path_count(node_member(r->root, "valves")),
                              .n_cylinders = node_count(node_member(r->root, "cylinders")),
                              .n_flows = node_count(node_member(r->root, "flow_sources"))};
    circuit_count_elements(r->root, &counted);
    const struct node *nodes = node_member(r->root, "nodes");
    for (size_t i = 0; i < node_count(nodes); i++)
        if (node_word(node_item(nodes, i), "type") == NODE_TYPE_VOLUME)
            counted.n_volumes++;
        else
            counted.n_sources++;
    struct circuit_document *d = r->d;
    struct notation *n = d->notation;
    const size_t most_signals = counted.n_valves + counted.n_sources + counted.n_flows + counted.n_commands;
    void *block = notation_keep(n, circuit_size(&counted));
    d->places =
        notation_keep(n, (2 * notation_quantity_count(n) + 1) * sizeof *d->places); /* a number may have two places */
    d->signals = notation_keep(n, (most_signals + 1) * sizeof *d->signals);
    d->lengths = notation_keep(n, (2 * counted.n_cylinders + 1) * sizeof *d->lengths);
    d->forces = d->lengths + counted.n_cylinders;
    if (!block || !d->places || !d->signals || !d->lengths)
        return node_fail(r->root, r->error, "out of memory");
    counted.n_commands = counted.n_more_states = 0; /* counted again as they are read */
    counted.name = node_text(node_member(r->root, "name"));
    counted.coupling = (enum circuit_coupling)node_word(r->root, "coupling");
    r->c = d->circuit = circuit_shape(&counted, block);
    return true;
}

static double value_of(const struct reader *r, const struct node *object, const char *member, double otherwise)
{
    const size_t q = node_quantity(object, member);
    return q == NODE_NONE ? otherwise : r->d->values[q];
}

/* What the document fixes: start values, the default experiment. */
static void fixed_read(struct reader *r)
{
    struct circuit_document *d = r->d;
    const struct node *cylinders = node_member(r->root, "cylinders"), *experiment = node_member(r->root, "experiment");
    d->name = node_text(node_member(r->root, "name"));
    d->description = node_text(node_member(r->root, "description"));
    d->in_equilibrium = node_word(r->root, "start") == START_EQUILIBRIUM_WORD;
    d->stop_time = value_of(r, experiment, "stop_time", 10);
    d->step_size = value_of(r, experiment, "step_size", 1e-3);
    d->tolerance = value_of(r, experiment, "tolerance", 1e-8);
    d->solver = (int)node_integer(experiment, "solver");
    for (size_t k = 0; k < r->c->n_cylinders; k++) {
        const struct node *node = node_item(cylinders, k);
        const struct circuit_cylinder *cylinder = &r->c->cylinders[k];
        const double middle = cylinder->start_relative ? cylinder->start_length
                                                       : cylinder->retracted_length + cylinder->piston.stroke / 2;
        d->lengths[k] = value_of(r, node, "length", middle);
        d->forces[k] = value_of(r, node, "force", 0);
    }
}

/* The numbers as the document has them. */
static bool numbers_filled(struct reader *r)
{
    const struct notation *n = r->d->notation;
    double *values = r->d->values = notation_keep(r->d->notation, (notation_quantity_count(n) + 1) * sizeof *values);
    if (!values)
        return node_fail(r->root, r->error, "out of memory");
    for (size_t i = 0; i < notation_quantity_count(n); i++)
        values[i] = notation_quantities(n)[i].value;
    struct model_report report;
    if (!circuit_document_fill(r->d, values, r->c, &report))
        return circuit_fail_setup(r, report.text);
    fixed_read(r);
    return true;
}

/* Pressures that nobody guessed start between the sources'. */
static void guess_pressures(const struct circuit_document *d, const double *values, struct circuit *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->n_sources; i++)
        sum += law_value_real(d->signals[c->n_valves + i].law, values, 0, INFINITY);
    for (size_t i = 0; i < c->n_volumes; i++)
        if (isnan(c->volumes[i].start_pressure))
            c->volumes[i].start_pressure = c->n_sources ? sum / (double)c->n_sources : 1e6;
}

bool circuit_document_fill(const struct circuit_document *d, const double *values, struct circuit *circuit,
                           struct model_report *report)
{
    for (size_t i = 0; i < d->n_places; i++)
        memcpy((char *)circuit + d->places[i].offset, &values[d->places[i].quantity], sizeof *values);
    guess_pressures(d, values, circuit);
    return circuit_setup(circuit, report);
}

struct circuit_document *circuit_document_read(const char *text, size_t length, const char *file,
                                               struct notation_error *error)
{
    struct notation *notation = notation_read(text, length, file, &circuit_grammar, error);
    if (!notation)
        return NULL;
    struct reader r = {.root = notation_root(notation), .error = error};
    r.d = notation_keep(notation, sizeof *r.d);
    if (!r.d) {
        snprintf(error->text, sizeof error->text, "%s: out of memory", file);
        notation_close(notation);
        return NULL;
    }
    r.d->notation = notation;
    if (!memory_taken(&r) || !circuit_read_parts(&r) || !circuit_check_whole(&r) || !numbers_filled(&r)) {
        notation_close(notation);
        return NULL;
    }
    return r.d;
}

void circuit_document_close(struct circuit_document *document)
{
    if (document)
        notation_close(document->notation);
}
