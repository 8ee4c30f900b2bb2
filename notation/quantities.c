/* Numbers and expressions -> quantities. The constants come first, so that an expression's names are places among the
 * values. */
#include "notation/notation_impl.h"
#include "notation/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t notation_quantity_count(const struct notation *n)
{
    return n->n_quantities;
}

const struct quantity *notation_quantities(const struct notation *n)
{
    return n->quantities;
}

static size_t find_constant(void *context, const char *name)
{
    const struct notation *n = context;
    static const char prefix[] = "constants.";
    for (size_t i = 0; i < n->n_constants; i++)
        if (strcmp(n->quantities[i].name + sizeof prefix - 1, name) == 0)
            return i;
    return NODE_NONE;
}

static bool grow(struct notation *n)
{
    if (n->n_quantities < n->room)
        return true;
    const size_t room = n->room ? 2 * n->room : 64;
    struct quantity *quantities = realloc(n->quantities, room * sizeof *quantities);
    if (quantities)
        n->quantities = quantities;
    struct expression **expressions = realloc(n->expressions, room * sizeof *expressions);
    if (expressions)
        n->expressions = expressions;
    if (!quantities || !expressions)
        return false;
    n->room = room;
    return true;
}

static struct quantity *add(struct node *node, const char *name, const char *description, const char *unit)
{
    struct notation *n = node->notation;
    if (!name || !description || !grow(n))
        return NULL;
    struct quantity *q = &n->quantities[n->n_quantities];
    n->expressions[n->n_quantities] = NULL;
    *q = (struct quantity){.name = name, .description = description, .unit = unit ? unit : "", .node = node};
    node->quantity = n->n_quantities++;
    return q;
}

static const char *next_constant(void *context, size_t i)
{
    const struct notation *n = context;
    return i < n->n_constants ? n->quantities[i].node->key : NULL;
}

/* The misspelt name of a constant, where that is what is wrong. */
static const char *hint(struct notation *n, const char *wrong, char room[static 160])
{
    const char *name = strchr(wrong, '"');
    char word[NOTATION_NAME_LENGTH + 1];
    room[0] = '\0';
    if (strncmp(wrong, "there is no constant", 20) != 0 || !name || sscanf(name, "\"%100[^\"]", word) != 1)
        return room;
    return nearest_hint(room, word, next_constant, n);
}

/* The dimension of a quantity: that of its row's unit. The units of a few rows are words, not formulas. */
static bool has_dimension(const struct quantity *q, struct unit_scale *unit)
{
    char unknown[24];
    return unit_read(*q->unit ? q->unit : "1", unit, unknown);
}

static bool fail_unit(const struct node *node, const char *what, const char *expected, struct notation_error *error)
{
    if (!*expected)
        return node_fail(node, error, "\"%.60s\" has a unit: a pure number expected", what);
    return node_fail(node, error, "\"%.60s\" has the wrong unit: %s expected, or a unit that can be converted to it",
                     what, expected);
}

/* "200 bar": a plain number, in SI units from here on. A constant may have any unit, and takes it over. */
static bool read_measure(struct node *node, double number, const char *unit, struct notation_error *error)
{
    struct quantity *q = &node->notation->quantities[node->quantity];
    struct unit_scale given, expected;
    char unknown[24], room[160];
    if (!unit_read(unit, &given, unknown)) {
        if (*unknown)
            return node_fail(node, error, "\"%.80s\" is no expression, and there is no unit \"%s\"%s", node->text,
                             unknown, nearest_hint(room, unknown, unit_symbol, NULL));
        return node_fail(node, error, "\"%.40s\" is no unit: something like kg.m2, l/min or m3/(s.Pa) expected", unit);
    }
    q->value = number * given.up / given.down + given.offset;
    if (node->quantity >= node->notation->n_constants) {
        if (!has_dimension(q, &expected) || !unit_is_like(&given, &expected))
            return fail_unit(node, node->text, q->unit, error);
        return true;
    }
    q->unit = unit_si_name(&given);
    q->has_unit = true;
    return true;
}

/* A constant with a unit, used as it is: its dimension must be that of the quantity. */
static bool check_name(const struct node *node, const struct expression *e, struct notation_error *error)
{
    const struct notation *n = node->notation;
    const struct quantity *q = &n->quantities[node->quantity];
    const size_t place = expression_only_name(e);
    if (node->quantity < n->n_constants || place == NODE_NONE || !n->quantities[place].has_unit)
        return true;
    struct unit_scale given, expected;
    if (!*n->quantities[place].unit || !has_dimension(&n->quantities[place], &given) || !has_dimension(q, &expected))
        return true;
    return unit_is_like(&given, &expected) || fail_unit(node, node->text, q->unit, error);
}

/* Value or expression of the node's own quantity. */
static bool read_value(struct node *node, struct notation_error *error)
{
    struct notation *n = node->notation;
    struct quantity *q = &n->quantities[node->quantity];
    if (node->type == NODE_NUMBER) {
        q->value = node->number;
        return true;
    }
    if (node->type != NODE_TEXT)
        return node_fail(node, error, "a number or an expression in quotes expected");
    double number;
    const char *unit = unit_in(node->text, &number);
    if (unit)
        return read_measure(node, number, unit, error);
    char wrong[200], room[160];
    struct expression *e = expression_parse(n, node->text, (struct expression_names){find_constant, n}, wrong);
    if (!e)
        return node_fail(node, error, "\"%.80s\" is no expression: %s%s", node->text, wrong, hint(n, wrong, room));
    q->is_calculated = true;
    n->expressions[node->quantity] = e;
    return check_name(node, e, error);
}

static bool check(const struct quantity *q, double value, struct notation_error *error)
{
    if (!isfinite(value))
        return node_fail(q->node, error, "%s is %s", q->name, isnan(value) ? "not a number" : "infinite");
    if ((q->min == 0 && q->max == 0) || (value >= q->min && value <= q->max))
        return true;
    const bool is_path = strcmp(q->name, node_path(q->node)) == 0; /* which is said already */
    return node_fail(q->node, error, "%s%s%.10g%s%s is not within %g and %g", is_path ? "" : q->name,
                     is_path ? "" : " = ", value, *q->unit ? " " : "", q->unit, q->min, q->max);
}

/* The unit of what the law around is for. */
static const char *unit_of_law(const struct node *node)
{
    while (node && !(node->row && node->row->kind == GRAMMAR_LAW))
        node = node->parent;
    return node ? node->row->unit : "";
}

bool quantity_add(struct node *node, const struct grammar_member *row, const char *unit, const char *name,
                  const char *description, struct notation_error *error)
{
    const bool is_own = unit && strcmp(unit, LAW_OWN_UNIT) == 0;
    struct quantity *q = add(node, name, description, is_own ? unit_of_law(node) : unit);
    if (!q)
        return node_fail_memory(node, error);
    q->min = row->min;
    q->max = row->max;
    if (!read_value(node, error))
        return false;
    q->is_fixed = row->fixed && !q->is_calculated;
    q->is_drawn = row->is_drawn;
    q->is_tunable = row->tunable;
    if (q->is_calculated) /* the constants have their values: they were read first */
        q->value = expression_value(node->notation->expressions[node->quantity], node->notation->constants);
    return check(q, q->value, error);
}

/* ---- constants: each behind those that it needs ---- */

enum mark { NEW, OPEN, DONE };

struct sorter {
    struct notation *notation;
    unsigned char *marks;
    size_t n_done;
    size_t at; /* the constant that is being looked at */
    int depth;
    struct notation_error *error;
};

enum { CONSTANTS_DEPTH = 1000 }; /* of constants that need each other */

static bool sort_after(void *context, size_t place)
{
    struct sorter *s = context;
    const struct node *node = s->notation->quantities[place].node;
    if (s->marks[place] == DONE)
        return true;
    if (s->marks[place] == OPEN)
        return node_fail(node, s->error, "the constant needs its own value");
    if (s->depth == CONSTANTS_DEPTH)
        return node_fail(node, s->error, "the constants need each other over more than %d of them", CONSTANTS_DEPTH);
    s->marks[place] = OPEN;
    s->depth++;
    if (!expression_visit(s->notation->expressions[place], sort_after, s))
        return false;
    s->depth--;
    s->marks[place] = DONE;
    s->notation->constants_order[s->n_done++] = place;
    return true;
}

static bool sort_constants(struct notation *n, struct notation_error *error)
{
    n->constants_order = notation_keep(n, (n->n_constants + 1) * sizeof *n->constants_order);
    unsigned char *marks = calloc(n->n_constants + 1, 1);
    struct sorter sorter = {.notation = n, .marks = marks, .error = error};
    bool good = n->constants_order && marks;
    if (!good)
        node_fail_memory(n->root, error);
    for (size_t i = 0; i < n->n_constants && good; i++)
        good = sort_after(&sorter, i);
    free(marks);
    return good;
}

static bool evaluate_constants(const struct notation *n, double *values, struct notation_error *error)
{
    for (size_t k = 0; k < n->n_constants; k++) {
        const size_t i = n->constants_order[k];
        if (n->expressions[i])
            values[i] = expression_value(n->expressions[i], values);
        if (!check(&n->quantities[i], values[i], error))
            return false;
    }
    return true;
}

bool quantities_constants(struct notation *n, struct node *constants, struct notation_error *error)
{
    if (!constants)
        return sort_constants(n, error);
    if (constants->type != NODE_OBJECT)
        return node_fail(constants, error, "an object of numbers and expressions by name expected");
    for (size_t i = 0; i < constants->count; i++) { /* all names first: expressions may look ahead */
        struct node *node = constants->items[i];
        if (strcmp(node->key, "comment") == 0)
            continue;
        if (!notation_is_identifier(node->key))
            return node_fail(node, error, "a name of letters, digits and _ expected, beginning with a letter");
        if (expression_is_reserved(node->key))
            return node_fail(node, error, "the name \"%s\" is taken in expressions; choose another one", node->key);
        if (!add(node, notation_keep_text(n, "constants.%s", node->key), "constant of the document", ""))
            return node_fail_memory(node, error);
        n->n_constants = n->n_quantities;
    }
    for (size_t i = 0; i < n->n_constants; i++)
        if (!read_value((struct node *)n->quantities[i].node, error))
            return false;
    if (!sort_constants(n, error))
        return false;
    n->constants = notation_keep(n, (n->n_constants + 1) * sizeof *n->constants);
    if (!n->constants)
        return node_fail_memory(constants, error);
    for (size_t i = 0; i < n->n_constants; i++)
        n->constants[i] = n->quantities[i].value;
    if (!evaluate_constants(n, n->constants, error))
        return false;
    for (size_t i = 0; i < n->n_constants; i++)
        n->quantities[i].value = n->constants[i];
    return true;
}

/* ---- which constants may change while the model runs: those of which only such numbers are made, and at least one ---- */

struct use {
    bool is_used, is_tied; /* to a number that may not change */
};

struct uses {
    struct use *of; /* each constant */
    bool is_tied;   /* what is being looked at */
};

static bool use(void *context, size_t place)
{
    const struct uses *uses = context;
    uses->of[place].is_used = true;
    uses->of[place].is_tied = uses->of[place].is_tied || uses->is_tied;
    return true;
}

bool quantities_tune_constants(struct notation *n, struct notation_error *error)
{
    struct uses uses = {.of = calloc(n->n_constants + 1, sizeof *uses.of)};
    if (!uses.of)
        return node_fail_memory(n->root, error);
    for (size_t i = n->n_constants; i < n->n_quantities; i++) {
        uses.is_tied = !n->quantities[i].is_tunable;
        if (n->expressions[i])
            expression_visit(n->expressions[i], use, &uses);
    }
    for (size_t k = n->n_constants; k-- > 0;) { /* those that need others come before these */
        const size_t i = n->constants_order[k];
        uses.is_tied = uses.of[i].is_tied;
        if (n->expressions[i] && uses.of[i].is_used)
            expression_visit(n->expressions[i], use, &uses);
        n->quantities[i].is_tunable = uses.of[i].is_used && !uses.of[i].is_tied;
    }
    free(uses.of);
    return true;
}

bool notation_evaluate(const struct notation *n, double *values, struct notation_error *error)
{
    if (!evaluate_constants(n, values, error))
        return false;
    for (size_t i = n->n_constants; i < n->n_quantities; i++) {
        if (n->expressions[i])
            values[i] = expression_value(n->expressions[i], values);
        if (!check(&n->quantities[i], values[i], error))
            return false;
    }
    return laws_check(n, values, error);
}
