/* A list of linearized systems. */
#include "linearize/results.h"
#include "linearize/linearize_messages.h"
#include "master/options/options_messages.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* ---- choosing inputs and outputs ---- */

static bool matches(const char *pattern, size_t length, const char *name)
{
    char copy[512];
    if (length >= sizeof copy)
        return false;
    memcpy(copy, pattern, length);
    copy[length] = '\0';
    return strcmp(copy, name) == 0 || fnmatch(copy, name, 0) == 0;
}

/* Comma-separated patterns; a comma inside brackets belongs to a name. */
static const char *pattern_end(const char *pattern)
{
    int depth = 0;
    for (; *pattern && (*pattern != ',' || depth > 0); pattern++)
        depth += *pattern == '[' ? 1 : *pattern == ']' && depth > 0 ? -1 : 0;
    return pattern;
}

/* Indices of those that match; NULL takes all. */
static bool choose(const struct signals *s, const char *option, const char *patterns, size_t *list, size_t *n,
                   struct error *error)
{
    bool *taken = calloc(s->n + 1, sizeof *taken);
    if (!taken)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    bool ok = true;
    for (const char *at = patterns; ok && at;) {
        const char *end = pattern_end(at);
        bool any = false;
        for (size_t i = 0; i < s->n; i++)
            if (matches(at, (size_t)(end - at), s->names[i]))
                taken[i] = any = true;
        if (!any) {
            char pattern[96];
            error_format(pattern, sizeof pattern, "%.*s", (int)(end - at), at);
            const char *nearest = error_nearest(pattern, s->names, s->n);
            ok = nearest ? error_raise(error, ERROR_LINEARIZE_NO_SIGNAL_BUT, option, pattern, nearest)
                         : error_raise(error, ERROR_LINEARIZE_NO_SIGNAL, option, pattern);
        }
        at = *end ? end + 1 : NULL;
    }
    *n = 0;
    for (size_t i = 0; i < s->n; i++)
        if (!patterns || taken[i])
            list[(*n)++] = i;
    free(taken);
    return ok;
}

/* ---- the list ---- */

static bool analyse(struct result *r, struct error *error)
{
    r->zeros = calloc(r->space.states.n + 1, sizeof *r->zeros);
    if (!r->zeros)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    if (!modes_open(&r->modes, &r->space, error))
        return false;
    if (r->space.inputs.n == 0 || r->space.outputs.n == 0)
        return true;
    return zeros_find(&r->space, r->zeros, &r->n_zeros, error);
}

bool result_has_vectors(const struct result *r)
{
    return r->modes.spectrum.right != NULL;
}

bool result_loses_digits(const struct result *r)
{
    return r->modes.worst_part > 1e-5;
}

enum eigenvalue_kind result_kind(const struct result *r, size_t eigenvalue)
{
    return r->constraints.kinds ? r->constraints.kinds[eigenvalue] : EIGENVALUE_TRUE;
}

static void *copy_list(struct arena *a, const void *from, size_t bytes)
{
    void *copy = arena_get(a, bytes + 1);
    if (copy && bytes > 0)
        memcpy(copy, from, bytes);
    return copy;
}

/* Eigenvalues that were found in another way than by the state space. */
static bool take_values(struct result *r, struct error *error)
{
    struct result_constraints *c = &r->constraints;
    struct arena *a = &r->modes.arena;
    r->modes.spectrum.n = c->n_values;
    r->modes.spectrum.values = copy_list(a, c->values, c->n_values * sizeof *c->values);
    c->values = r->modes.spectrum.values;
    c->kinds = c->kinds ? copy_list(a, c->kinds, c->n_values * sizeof *c->kinds) : NULL;
    c->raw = c->raw ? copy_list(a, c->raw, c->n_raw * sizeof *c->raw) : NULL;
    return c->values ? true : error_raise(error, ERROR_NO_MEMORY, "linearizing");
}

static bool add(struct results *r, const struct state_space *space, const char *inputs, const char *outputs,
                double varied, const struct result_constraints *constraints, struct error *error)
{
    struct result *list = realloc(r->list, (r->n + 1) * sizeof *list);
    size_t *chosen = calloc(space->inputs.n + space->outputs.n + 1, sizeof *chosen);
    if (list)
        r->list = list;
    if (!list || !chosen) {
        free(chosen);
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    }
    struct result *new = &r->list[r->n++];
    *new = (struct result){.varied = varied, .constraints = *constraints};
    size_t n_inputs, n_outputs, *chosen_outputs = chosen + space->inputs.n;
    const bool ok = choose(&space->inputs, "inputs", inputs, chosen, &n_inputs, error) &&
                    choose(&space->outputs, "outputs", outputs, chosen_outputs, &n_outputs, error) &&
                    state_space_select(&new->space, space, chosen, n_inputs, chosen_outputs, n_outputs, error) &&
                    (constraints->values ? take_values(new, error) : analyse(new, error));
    free(chosen);
    return ok;
}

bool results_add(struct results *r, const struct state_space *space, const char *inputs, const char *outputs,
                 double varied, struct error *error)
{
    const struct result_constraints none = {.coordinates = COORDINATES_MINIMAL};
    return add(r, space, inputs, outputs, varied, &none, error);
}

bool results_add_constrained(struct results *r, const struct state_space *space, const char *inputs,
                             const char *outputs, const struct result_constraints *constraints, struct error *error)
{
    return add(r, space, inputs, outputs, 0, constraints, error);
}

void results_free(struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        modes_close(&r->list[i].modes);
        state_space_close(&r->list[i].space);
        free(r->list[i].zeros);
    }
    free(r->list);
    *r = (struct results){0};
}

/* By the zero pattern: a chain of entries from the input's column through the states to the output's row. */
bool result_is_deaf(const struct result *r, size_t input, size_t output)
{
    const struct state_space *s = &r->space;
    const size_t n = s->states.n;
    bool heard = MATRIX_AT(s->D, output, input) != 0, more = true;
    bool *reached = calloc(n + 1, sizeof *reached);
    for (size_t i = 0; reached && i < n; i++)
        reached[i] = MATRIX_AT(s->B, i, input) != 0;
    while (reached && more) {
        more = false;
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; reached[j] && i < n; i++)
                if (!reached[i] && MATRIX_AT(s->A, i, j) != 0)
                    reached[i] = more = true;
    }
    for (size_t i = 0; reached && i < n; i++)
        heard = heard || (reached[i] && MATRIX_AT(s->C, output, i) != 0);
    free(reached);
    return !heard;
}

bool results_choose_pair(struct results *r, const char *text, struct error *error)
{
    if (!text || r->n == 0)
        return true;
    const struct state_space *s = &r->list[0].space;
    const char *comma = pattern_end(text);
    if (!*comma || comma == text || !comma[1])
        return error_raise(error, ERROR_OPTION_VALUE, "bode", text, "INPUT,OUTPUT");
    char *input = strndup(text, (size_t)(comma - text));
    size_t *list = calloc(s->inputs.n + s->outputs.n + 1, sizeof *list);
    size_t n_inputs = 0, n_outputs = 0;
    bool ok = input && list;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "linearizing");
    ok = ok && choose(&s->inputs, "bode", input, list, &n_inputs, error);
    r->pair_input = ok ? list[0] : 0;
    ok = ok && choose(&s->outputs, "bode", comma + 1, list, &n_outputs, error);
    r->pair_output = ok ? list[0] : 0;
    if (ok && (n_inputs != 1 || n_outputs != 1))
        ok = error_raise(error, ERROR_OPTION_VALUE, "bode", text, "one input and one output");
    if (ok && result_is_deaf(&r->list[0], r->pair_input, r->pair_output) &&
        result_is_deaf(&r->list[r->n - 1], r->pair_input, r->pair_output))
        ok = error_raise(error, ERROR_LINEARIZE_DEAF, s->inputs.names[r->pair_input], s->outputs.names[r->pair_output]);
    r->has_pair = ok;
    free(input);
    free(list);
    return ok;
}
