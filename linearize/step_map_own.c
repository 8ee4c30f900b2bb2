/* The FMU's own step: from the point where the run stands, with one state or one coefficient of an input's polynomial moved
 * to either side, each time after a rollback. Differences of fourth order in the move. */
#include "linearize/counts.h"
#include "linearize/step_map_impl.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <string.h>

/* In units of the larger of value and nominal value: the FMUs' adaptive solvers leave errors around 1e-8 of the states. */
static const double relative_move = 0x1p-12;

struct stepping {
    struct component *c;
    const struct probe *probe;
    double t, h;
    double *end[4];
    struct counts counts;
    double accuracy;
};

static double size_of(const struct probe *probe, size_t column)
{
    return fmax(probe->ports.nominals[column], fabs(probe->columns[column]));
}

/* The states after the step from here with a column moved (order 0: the value, else a derivative of an input). */
static bool step_from(const struct stepping *s, size_t column, int order, double move, double *end, struct error *error)
{
    const struct ports *p = &s->probe->ports;
    if (!component_restore(s->c, error))
        return false;
    const double value = s->probe->columns[column] + (order == 0 ? move : 0);
    if (!component_set_real(s->c, &p->column_refs[column], 1, &value, error))
        return false;
    if (order > 0 && !component_set_input_derivatives(s->c, &p->column_refs[column], 1, &order, &move, error))
        return false;
    double reached;
    const enum step_outcome outcome = component_step(s->c, s->t, s->h, &reached, error);
    if (outcome != STEP_DONE)
        return error_raise(error, ERROR_STABILITY_STEP, component_label(s->c), TEXT("%.6g", s->h), TEXT("%.9g", s->t));
    const char *changed;
    if (!counts_stay(&s->counts, s->c, &changed, error))
        return false;
    if (changed)
        return error_raise(error, ERROR_STABILITY_COUNTED_ANEW, component_label(s->c), TEXT("%.6g", s->h),
                           TEXT("%.9g", s->t), changed);
    return component_get_real(s->c, p->column_refs, p->n_states, end, error);
}

static bool differentiate(struct stepping *s, size_t column, int order, double move, double *derivative,
                          struct error *error)
{
    static const double factors[4] = {-2, -1, 1, 2};
    for (size_t k = 0; k < 4; k++)
        if (!step_from(s, column, order, factors[k] * move, s->end[k], error))
            return false;
    for (size_t i = 0; i < s->probe->ports.n_states; i++) {
        const double narrow = (s->end[2][i] - s->end[1][i]) / (2 * move);
        const double wide = (s->end[3][i] - s->end[0][i]) / (4 * move);
        derivative[i] = narrow + (narrow - wide) / 3;
        s->accuracy = fmax(s->accuracy, fabs(narrow - wide) / 3 * move / relative_move / size_of(s->probe, i));
    }
    return true;
}

static bool has_effect(const struct ports *p, size_t column)
{
    for (size_t i = 0; i < p->n_states; i++)
        if (p->pattern[i * p->n_columns + column])
            return true;
    return false;
}

static bool differentiate_all(struct step_map *map, struct stepping *s, struct error *error)
{
    const struct ports *p = &s->probe->ports;
    for (size_t j = 0; j < p->n_columns; j++) {
        const double move = relative_move * size_of(s->probe, j);
        if (j < p->n_states) {
            if (!differentiate(s, j, 0, move, &MATRIX_AT(map->phi, 0, j), error))
                return false;
            continue;
        }
        double over = 1; /* a derivative that moves the input by as much over the step */
        for (int k = 0; k < map->n_orders && has_effect(p, j); k++, over *= s->h / k)
            if (!differentiate(s, j, k, move / over, &MATRIX_AT(map->gamma[k], 0, j - p->n_states), error))
                return false;
    }
    return true;
}

bool step_map_own(struct step_map *map, const struct probe *probe, struct component *c, struct error *error)
{
    const size_t n = probe->ports.n_states;
    struct arena arena = {0};
    double *room = arena_get(&arena, (4 * n + 1) * sizeof *room);
    if (!room)
        return error_raise(error, ERROR_NO_MEMORY, "computing the map of a step");
    struct stepping s = {
        .c = c,
        .probe = probe,
        .t = component_time(c),
        .h = map->h,
        .end = {room, room + n, room + 2 * n, room + 3 * n},
    };
    bool ok = counts_open(&s.counts, c, &arena, error) && (n == 0 || component_save(c, error));
    if (n > 0 && ok) {
        ok = differentiate_all(map, &s, error);
        map->accuracy = s.accuracy;
        struct error failure = {0};
        const bool back = component_restore(c, &failure);
        if (ok && !back && error)
            *error = failure;
        ok = ok && back;
    }
    arena_free(&arena);
    return ok;
}
