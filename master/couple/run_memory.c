/* What a run remembers from one communication point to the next, the components' states apart, and one macro step from there:
 * for predictions, which step linear components in the place of the real ones. */
#include "master/couple/component_linear.h"
#include "master/couple/run_impl.h"

#include <math.h>
#include <string.h>

void run_replace_component(struct run *run, size_t c, struct component *by)
{
    component_close(run->components[c]);
    run->components[c] = by;
    run->stepper.components[c].component = by;
    run->stepper.powers = NULL; /* nobody asks how much energy small changes have */
    run->passes.tolerance = 0;  /* all passes, always */
}

int run_input_order(const struct run *run, size_t c)
{
    const int takes = run->stepper.components[c].takes_derivatives;
    const int order = run->stepper.standins ? 1 : run->stepper.forecast.order;
    return takes < order ? takes : order;
}

/* The tables, in the order of the memory. With stand-ins values are held, or not: nobody has both. */
enum { MEMORIES = 5 };

static size_t list_tables(const struct run *run, double *tables[MEMORIES], enum run_memory_kind kinds[MEMORIES])
{
    struct exchange *x = run->exchange;
    tables[0] = x->u;
    kinds[0] = MEMORY_INPUT;
    tables[1] = x->y;
    kinds[1] = MEMORY_OUTPUT;
    if (!x->slopes && !run->stepper.standins)
        return 2;
    tables[2] = x->slopes ? x->slopes->slope : run->stepper.standins->slopes;
    kinds[2] = MEMORY_SLOPE;
    if (!x->slopes)
        return 3;
    tables[3] = x->slopes->curvature;
    kinds[3] = MEMORY_CURVATURE;
    tables[4] = x->slopes->past;
    kinds[4] = MEMORY_PAST;
    return MEMORIES;
}

static size_t length_of(const struct run *run, enum run_memory_kind kind)
{
    return kind == MEMORY_INPUT ? run->exchange->n_u : run->exchange->n_y;
}

size_t run_memory_size(const struct run *run)
{
    const struct exchange *x = run->exchange;
    return x->n_u + (x->slopes ? 4 : run->stepper.standins ? 2 : 1) * x->n_y;
}

struct run_memory_item run_memory_item(const struct run *run, size_t i)
{
    const struct exchange *x = run->exchange;
    double *tables[MEMORIES];
    enum run_memory_kind kinds[MEMORIES];
    const size_t n = list_tables(run, tables, kinds);
    size_t k = 0;
    while (k + 1 < n && i >= length_of(run, kinds[k]))
        i -= length_of(run, kinds[k++]);
    if (kinds[k] != MEMORY_INPUT)
        return (struct run_memory_item){kinds[k], x->y_ports[i], x->y_ports[i], 1};
    const struct source *source = &x->sources[i];
    return (struct run_memory_item){kinds[k], x->u_ports[i], x->y_ports[source->index],
                                    source->map ? 1 : source->factor};
}

void run_get_memory(const struct run *run, double *values)
{
    double *tables[MEMORIES];
    enum run_memory_kind kinds[MEMORIES];
    const size_t n = list_tables(run, tables, kinds);
    for (size_t k = 0; k < n; k++) {
        memcpy(values, tables[k], length_of(run, kinds[k]) * sizeof *values);
        values += length_of(run, kinds[k]);
    }
}

void run_set_memory(struct run *run, const double *values)
{
    double *tables[MEMORIES];
    enum run_memory_kind kinds[MEMORIES];
    const size_t n = list_tables(run, tables, kinds);
    for (size_t k = 0; k < n; k++) {
        memcpy(tables[k], values, length_of(run, kinds[k]) * sizeof *values);
        values += length_of(run, kinds[k]);
    }
    struct exchange *x = run->exchange;
    memset(x->is_current, 0, x->n_components * sizeof *x->is_current);
    for (size_t c = 0; c < x->n_components; c++) /* the components have what was handed to them */
        component_linear_hold(x->components[c], x->u_refs + x->u_reals[c].begin,
                              x->u_reals[c].end - x->u_reals[c].begin, x->u + x->u_reals[c].begin);
}

/* One of many steps of the same length: past values are there. */
bool run_take_alike_step(struct run *run, double H, struct error *error)
{
    struct stepper *s = &run->stepper;
    struct slopes *slopes = run->exchange->slopes;
    double reached;
    long passes = 0;
    s->t = run->start_time;
    s->H = H;
    s->end = (double)INFINITY; /* nobody's last step is shorter by rounding: maps are known by their length */
    if (slopes) {
        slopes_choose(run->exchange, H);
        slopes->h = slopes->h2 = H;
        slopes->n_past = 2;
    }
    memset(s->end_is_known, 0, s->n_components * sizeof *s->end_is_known);
    forecast_begin(&s->forecast);
    if (s->standins && ((!s->standins->started && !run_start_standins(run, error)) ||
                        !standins_begin(s->standins, H, s->forecast.start, error)))
        return false;
    if (passes_run(&run->passes, s, &passes, &reached, error) != STEP_DONE)
        return false;
    if (slopes)
        slopes_move_on(slopes, run->exchange->n_y, s->forecast.start, H);
    return (!s->standins || standins_note(s->standins, error)) && exchange_run(run->exchange, s->t + H, error);
}
