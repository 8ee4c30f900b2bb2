/* From start values to the first communication point. */
#include "master/couple/loop_gain.h"
#include "master/couple/run_impl.h"

#include <math.h>

static bool set_starts(struct run *run, struct error *error)
{
    for (size_t c = 0; c < run->n_components; c++) {
        const struct start_list starts = starts_of(run->system, run->starts, c);
        for (size_t i = 0; i < starts.n; i++)
            if (!component_set_start(run->components[c], &starts.values[i], error)) {
                error_prefix(error, ": ");
                error_prefix(error, starts.values[i].place);
                return false;
            }
    }
    return true;
}

/* The initial equations: every input gets its value before initialization ends. */
static bool exchange_initially(struct run *run, struct error *error)
{
    struct graph *graph = graph_make(run->system, GRAPH_INITIALIZATION, error);
    struct exchange *x =
        graph ? exchange_open(run->system, graph, run->components, EXCHANGE_INITIAL, run->input.driven, error) : NULL;
    const bool done = x && run_read_inputs(run, x, run->start_time, error) && exchange_run(x, run->start_time, error) &&
                      (run->exchange->kind == EXCHANGE_STALE || loop_gain_check(x, error));
    exchange_close(x);
    graph_free(graph);
    return done;
}

static bool enter(struct run *run, struct error *error)
{
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_enter_initialization(run->components[c], error))
            return false;
    return true;
}

static bool leave(struct run *run, struct error *error)
{
    for (size_t c = 0; c < run->n_components; c++)
        if (!component_exit_initialization(run->components[c], error))
            return false;
    return true;
}

static bool first_point(struct run *run, struct error *error)
{
    struct exchange *x = run->exchange;
    run->next_jump =
        run->input.next_jump ? run->input.next_jump(run->input.context, run->start_time) : (double)INFINITY;
    run->ended = run->stop_time <= run->start_time;
    if (!exchange_read_inputs(x, error) || !run_read_inputs(run, x, run->start_time, error) ||
        !run_choose_slopes(run, error) || !run_observe_before(run, run->ended, error) ||
        !powers_start(&run->powers, x, error) || !run_start_standins(run, error) ||
        !exchange_run(x, run->start_time, error))
        return false;
    control_note_sizes(&run->control, x);
    run_note_held_errors(run);
    return run_observe_after(run, run->ended, error);
}

bool run_begin(struct run *run, struct error *error)
{
    return set_starts(run, error) && enter(run, error) && exchange_initially(run, error) && leave(run, error) &&
           first_point(run, error);
}

bool run_initialize(struct run *run, struct error *error)
{
    run_start_clock(run);
    surroundings_look(&run->before);
    const bool done = run_begin(run, error);
    if (!done) {
        run->ended = true;
        run->summary.status = RUN_FAILED;
    }
    run->initialized = done;
    run_stop_clock(run);
    return done;
}
