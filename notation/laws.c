/* Laws in documents: a number, an object with a "type", or a list of such objects, each in force from its "since" on. */
#include "notation/notation_impl.h"

#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {[LAW_CONSTANT] = "constant",
                                    [LAW_STEP] = "step",
                                    [LAW_RAMP] = "ramp",
                                    [LAW_SINE] = "sine",
                                    [LAW_TABLE] = "table",
                                    [LAW_STEPS] = "steps",
                                    NULL};

/* clang-format off */
const struct grammar_member law_members[] = {
    {"type", GRAMMAR_WORD, "kind of law", .words = kinds, .required = true},
    {"since", GRAMMAR_NUMBER, "time from which this piece is in force (all pieces of a list but the first)", .unit = "s"},
    {"value", GRAMMAR_NUMBER, "value", .unit = LAW_OWN_UNIT, .required = true, .only_for = "constant"},
    {"from", GRAMMAR_NUMBER, "value before", .unit = LAW_OWN_UNIT, .initially = "0", .only_for = "step|ramp"},
    {"to", GRAMMAR_NUMBER, "value after", .unit = LAW_OWN_UNIT, .required = true, .only_for = "step|ramp"},
    {"time", GRAMMAR_NUMBER, "time of the step", .unit = "s", .required = true, .only_for = "step"},
    {"begin", GRAMMAR_NUMBER, "time at which the ramp begins", .unit = "s", .required = true, .only_for = "ramp"},
    {"end", GRAMMAR_NUMBER, "time at which the ramp ends", .unit = "s", .required = true, .only_for = "ramp"},
    {"mean", GRAMMAR_NUMBER, "value about which it swings", .unit = LAW_OWN_UNIT, .initially = "0", .only_for = "sine"},
    {"amplitude", GRAMMAR_NUMBER, "amplitude at the beginning", .unit = LAW_OWN_UNIT, .required = true, .only_for = "sine"},
    {"frequency", GRAMMAR_NUMBER, "frequency", .unit = "Hz", .required = true, .only_for = "sine"},
    {"phase", GRAMMAR_NUMBER, "phase at the beginning", .unit = "rad", .initially = "0", .only_for = "sine"},
    {"begin", GRAMMAR_NUMBER, "time at which it begins to swing", .unit = "s", .initially = "0", .only_for = "sine"},
    {"growth", GRAMMAR_NUMBER, "what the amplitude gains in a second", .initially = "0", .only_for = "sine"},
    {"time", GRAMMAR_NUMBERS, "times, ascending", .unit = "s", .length = 1, .required = true, .only_for = "table|steps"},
    {"value", GRAMMAR_NUMBERS, "values, one for each time", .unit = LAW_OWN_UNIT, .length = 1, .required = true,
     .only_for = "table|steps"},
    GRAMMAR_END};
/* clang-format on */

/* In the order of law.h. */
static const char *const numbers_of[][LAW_NUMBERS] = {
    [LAW_CONSTANT] = {"value"},
    [LAW_STEP] = {"from", "to", "time"},
    [LAW_RAMP] = {"from", "to", "begin", "end"},
    [LAW_SINE] = {"mean", "amplitude", "frequency", "phase", "begin", "growth"},
    [LAW_TABLE] = {"time", "value"},
    [LAW_STEPS] = {"time", "value"},
};

static bool read_piece(struct node *node, struct law_piece *piece, struct notation_error *error)
{
    if (!reader_members(node, law_members, error))
        return false;
    piece->kind = (enum law_kind)node_word(node, "type");
    piece->begin = node_quantity(node, "since");
    for (int i = 0; i < LAW_NUMBERS && numbers_of[piece->kind][i]; i++)
        piece->at[i] = node_quantity(node, numbers_of[piece->kind][i]);
    const struct node *times = node_find(node, "time");
    if (piece->kind == LAW_TABLE || piece->kind == LAW_STEPS) {
        const struct node *values = node_find(node, "value");
        piece->n = times->count;
        if (values->count != times->count)
            return node_fail(values, error, "%zu values expected, one for each time, instead of %zu", times->count,
                             values->count);
    }
    return true;
}

static bool read_pieces(struct node *node, struct law_piece *pieces, size_t n, struct notation_error *error)
{
    for (size_t i = 0; i < n; i++) {
        struct node *item = node->type == NODE_LIST ? node->items[i] : node;
        if (item->type != NODE_OBJECT)
            return node_fail(item, error, "an object expected: {\"type\": ...}");
        if (!read_piece(item, &pieces[i], error))
            return false;
        if ((i > 0) != (pieces[i].begin != NODE_NONE))
            return node_fail(item, error,
                             i ? "the member \"since\" is missing: the time from which this piece is in force"
                               : "\"since\" has no meaning in the first piece: it is in force from the beginning");
    }
    return true;
}

bool law_read(struct node *node, const struct grammar_member *row, struct notation_error *error)
{
    struct notation *n = node->notation;
    const size_t n_pieces = node->type == NODE_LIST ? node->count : 1;
    struct law *law = notation_keep(n, sizeof *law);
    struct law_piece *pieces = notation_keep(n, (n_pieces + 1) * sizeof *pieces);
    struct law_entry *entry = notation_keep(n, sizeof *entry);
    if (!law || !pieces || !entry)
        return node_fail_memory(node, error);
    if (n_pieces == 0)
        return node_fail(node, error, "a law needs at least one piece");
    if (node->type == NODE_LIST || node->type == NODE_OBJECT) {
        if (!read_pieces(node, pieces, n_pieces, error))
            return false;
    } else {
        if (!quantity_add(node, row, row->unit, node_path(node), row->description, error))
            return false;
        pieces[0] = (struct law_piece){.kind = LAW_CONSTANT, .begin = LAW_ALWAYS, .at = {node->quantity}};
    }
    law->n_pieces = n_pieces;
    law->pieces = pieces;
    node->law = law;
    *entry = (struct law_entry){.law = law, .node = node};
    if (n->last_law)
        n->last_law->next = entry;
    else
        n->laws = entry;
    n->last_law = entry;
    return true;
}

static bool check_times(const struct notation *n, const double *values, size_t first, size_t count,
                        struct notation_error *error)
{
    for (size_t i = first + 1; i < first + count; i++)
        if (!(values[i] >= values[i - 1]))
            return node_fail(n->quantities[i].node, error, "%.10g s is before %.10g s: the times must ascend",
                             values[i], values[i - 1]);
    return true;
}

bool laws_check(const struct notation *n, const double *values, struct notation_error *error)
{
    for (const struct law_entry *entry = n->laws; entry; entry = entry->next) {
        const struct law *law = entry->law;
        for (size_t i = 0; i < law->n_pieces; i++) {
            const struct law_piece *p = &law->pieces[i];
            if (i > 1 && !(values[p->begin] > values[p[-1].begin]))
                return node_fail(n->quantities[p->begin].node, error, "the pieces must follow each other in time");
            if (p->kind == LAW_RAMP && !(values[p->at[3]] >= values[p->at[2]]))
                return node_fail(n->quantities[p->at[3]].node, error, "the ramp ends before it begins");
            if ((p->kind == LAW_TABLE || p->kind == LAW_STEPS) && !check_times(n, values, p->at[0], p->n, error))
                return false;
        }
    }
    return true;
}
