/* Opening a run: options against the system, components, tables. Everything that can be wrong before the start is found
 * here. */
#include "master/couple/run_impl.h"
#include "master/couple/couple_messages.h"
#include "master/import/crash_guard.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where nothing says how long: as other tools do. */
static const double default_duration = 1;
enum { DEFAULT_STEPS = 500 };

struct run_options run_options_default(void)
{
    return (struct run_options){
        .scheme = "jacobi",
        .feedthrough = FEEDTHROUGH_REFRESHED,
        .iterations = 1,
        .iteration_tolerance = 1e-6,
        .threads = 1,
    };
}

/* ---- the experiment ---- */

static void choose_times(struct run *run, const struct run_options *o)
{
    const struct system *s = run->system;
    const struct fmi_experiment *e = &s->experiment;
    double start = INFINITY, stop = -INFINITY;
    for (size_t c = 0; c < s->n_components; c++) {
        const struct fmi_experiment *k = &fmu_description(s->components[c].fmu)->experiment;
        start = k->has_start_time ? fmin(start, k->start_time) : start;
        stop = k->has_stop_time ? fmax(stop, k->stop_time) : stop;
    }
    start = isfinite(start) ? start : 0;
    run->start_time = o->has_start_time ? o->start_time : e->has_start_time ? e->start_time : start;
    stop = stop > run->start_time ? stop : run->start_time + default_duration;
    run->stop_time = o->has_stop_time ? o->stop_time : e->has_stop_time ? e->stop_time : stop;
    run->has_tolerance = o->has_tolerance || (e->has_tolerance && e->tolerance > 0);
    run->tolerance = o->has_tolerance ? o->tolerance : e->tolerance;
}

static void choose_macro_step(struct run *run, const struct run_options *o)
{
    const struct system *s = run->system;
    const bool is_annotated = s->experiment.has_step_size && s->experiment.step_size > 0;
    double smallest = is_annotated ? s->experiment.step_size : INFINITY;
    for (size_t c = 0; c < s->n_components && !is_annotated; c++) {
        const struct fmi_experiment *k = &fmu_description(s->components[c].fmu)->experiment;
        smallest = k->has_step_size && k->step_size > 0 ? fmin(smallest, k->step_size) : smallest;
    }
    if (!isfinite(smallest))
        smallest = (run->stop_time - run->start_time) / DEFAULT_STEPS;
    run->macro_step = o->macro_step > 0 ? o->macro_step : smallest;
    run->output_step = o->output_step > 0 ? o->output_step : smallest;
}

struct run_experiment run_experiment(const struct system *system, const struct run_options *o)
{
    struct run run = {.system = o->input && o->input->system ? o->input->system : system};
    struct run_options plain = *o;
    plain.macro_step = plain.output_step = 0;
    choose_times(&run, o);
    choose_macro_step(&run, &plain);
    return (struct run_experiment){run.start_time, run.stop_time, run.macro_step};
}

static bool choose_experiment(struct run *run, const struct run_options *o, struct error *error)
{
    choose_times(run, o);
    if (!isfinite(run->start_time) || !isfinite(run->stop_time) || run->stop_time < run->start_time)
        return error_raise(error, ERROR_RUN_INTERVAL, TEXT("%.9g", run->start_time), TEXT("%.9g", run->stop_time));
    choose_macro_step(run, o);
    if (run->stop_time == run->start_time && !(run->macro_step > 0))
        run->macro_step = 1;
    if (!(run->macro_step > 0) || !isfinite(run->macro_step))
        return error_raise(error, ERROR_RUN_MACRO_STEP, TEXT("%.9g", run->macro_step));
    if (run->macro_step < 4 * DBL_EPSILON * fmax(fabs(run->start_time), fabs(run->stop_time)))
        return error_raise(error, ERROR_RUN_MACRO_STEP_LOST, TEXT("%.9g", run->macro_step),
                           TEXT("%.9g", run->stop_time));
    return true;
}

/* ---- options ---- */

static bool takes_micro_steps(const struct run_options *o)
{
    return o->extrapolation == EXTRAPOLATION_MODEL || o->extrapolation == EXTRAPOLATION_WAVEFORM;
}

static bool check_options(struct run *run, const struct run_options *o, struct error *error)
{
    const char *const *names;
    const size_t n = scheme_names(&names);
    run->scheme = scheme_find(o->scheme);
    if (!run->scheme) {
        const char *nearest = error_nearest(o->scheme, names, n);
        return error_raise(error, ERROR_RUN_SCHEME, o->scheme, nearest ? nearest : names[0]);
    }
    if ((o->extrapolation < 0 || o->extrapolation > 2) && !takes_micro_steps(o))
        return error_raise(error, ERROR_RUN_EXTRAPOLATION, TEXT("%d", o->extrapolation));
    if (!takes_micro_steps(o) && (o->micro_step != 0 || o->n_micro_steps > 0))
        return error_raise(error, ERROR_STANDIN_ONLY, "micro-step");
    if (!(o->micro_step >= 0) || !isfinite(o->micro_step))
        return error_raise(error, ERROR_RUN_MICRO_STEP, TEXT("%.9g", o->micro_step));
    if (takes_micro_steps(o) && o->n_rates > 0)
        return error_raise(error, ERROR_STANDIN_WITH, "rate", "--micro-step says how often a component steps");
    if (o->iterations < 1)
        return error_raise(error, ERROR_RUN_AT_LEAST_ONE, "--iterations", TEXT("%d", o->iterations));
    if (o->extrapolation == EXTRAPOLATION_WAVEFORM && o->iterations == 1)
        return error_raise(error, ERROR_WAVEFORM_PASSES, "");
    if (o->error_tolerance > 0 && !(o->macro_step_most > 0))
        return error_raise(error, ERROR_CONTROL_RANGE, "error-tolerance", "macro-step a:b");
    if (o->macro_step_most > 0 && !(o->error_tolerance > 0))
        return error_raise(error, ERROR_CONTROL_RANGE, "macro-step a:b", "error-tolerance");
    if (o->output_step > 0 && !(o->error_tolerance > 0))
        return error_raise(error, ERROR_CONTROL_RANGE, "output-step", "error-tolerance");
    if (o->threads < 1)
        return error_raise(error, ERROR_RUN_AT_LEAST_ONE, "--threads", TEXT("%d", o->threads));
    if (!(o->iteration_tolerance >= 0))
        return error_raise(error, ERROR_RUN_ITERATION_TOLERANCE, TEXT("%g", o->iteration_tolerance));
    return true;
}

static bool find_component(const struct system *s, const char *option, const char *name, size_t length, size_t *index,
                           struct error *error)
{
    for (size_t c = 0; c < s->n_components; c++)
        if (strlen(s->components[c].name) == length && strncmp(s->components[c].name, name, length) == 0) {
            *index = c;
            return true;
        }
    if (s->is_single_fmu)
        return error_raise(error, ERROR_RUN_SINGLE, option, TEXT("%.*s", (int)length, name));
    const char **known = calloc(s->n_components + 1, sizeof *known);
    char *wanted = strndup(name, length);
    if (!known || !wanted) {
        error_raise(error, ERROR_NO_MEMORY, "reading options");
    } else {
        for (size_t c = 0; c < s->n_components; c++)
            known[c] = s->components[c].name;
        const char *nearest = error_nearest(wanted, known, s->n_components);
        if (nearest)
            error_raise(error, ERROR_RUN_NO_COMPONENT_BUT, option, wanted, nearest);
        else
            error_raise(error, ERROR_RUN_NO_COMPONENT, option, wanted);
    }
    free(known);
    free(wanted);
    return false;
}

static bool read_rates(const struct system *s, const struct run_options *o, int *rates, struct error *error)
{
    for (size_t c = 0; c < s->n_components; c++)
        rates[c] = 1;
    for (size_t i = 0; i < o->n_rates; i++) {
        const struct run_rate *rate = &o->rates[i];
        size_t c;
        if (!find_component(s, "--rate", rate->component, strlen(rate->component), &c, error))
            return false;
        if (rate->steps < 1)
            return error_raise(error, ERROR_RUN_AT_LEAST_ONE, "--rate", TEXT("%d", rate->steps));
        rates[c] = rate->steps;
    }
    return true;
}

static bool read_micro_steps(const struct system *s, const struct run_options *o, double *micro_steps,
                             struct error *error)
{
    for (size_t i = 0; i < o->n_micro_steps; i++) {
        const struct run_micro_step *m = &o->micro_steps[i];
        size_t c;
        if (!find_component(s, "--micro-step", m->component, strlen(m->component), &c, error))
            return false;
        if (!(m->step > 0) || !isfinite(m->step))
            return error_raise(error, ERROR_RUN_MICRO_STEP, TEXT("%.9g", m->step));
        micro_steps[c] = m->step;
    }
    return true;
}

static bool check_isolate(const struct system *s, const struct run_options *o, struct error *error)
{
    const bool is_list = o->isolate && strcmp(o->isolate, "all") != 0;
    for (const char *at = is_list ? o->isolate : NULL; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        size_t c;
        if (!find_component(s, "--isolate", at, strcspn(at, ","), &c, error))
            return false;
    }
    return true;
}

/* "A/B/C": every component once. */
static bool read_order(const struct system *s, const char *text, size_t *order, struct error *error)
{
    size_t n = 0;
    for (const char *at = text; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL) {
        size_t c;
        if (!find_component(s, "--order", at, strcspn(at, "/"), &c, error))
            return false;
        for (size_t i = 0; i < n; i++)
            if (order[i] == c)
                return error_raise(error, ERROR_RUN_ORDER_TWICE, text, s->components[c].name);
        order[n++] = c;
    }
    for (size_t c = 0; c < s->n_components; c++) {
        bool named = false;
        for (size_t i = 0; i < n; i++)
            named = named || order[i] == c;
        if (!named)
            return error_raise(error, ERROR_RUN_ORDER_MISSING, text, s->components[c].name);
    }
    return true;
}

static bool choose_order(struct run *run, const struct run_options *o, const struct graph *graph, size_t *order,
                         struct error *error)
{
    const struct system *s = run->system;
    for (size_t c = 0; c < s->n_components; c++)
        order[c] = c;
    if (o->order && !read_order(s, o->order, order, error))
        return false;
    if (!o->order && run->scheme->one_by_one && !graph_suggest_order(s, graph, order, error))
        return false;
    size_t length = 1;
    for (size_t c = 0; c < s->n_components; c++)
        length += strlen(s->components[c].name) + 1;
    run->order = ARENA_TAKE(&run->arena, length, char);
    if (!run->order)
        return error_raise(error, ERROR_NO_MEMORY, "reading options");
    run->ordered = o->order;
    run_write_order(run, order);
    return true;
}

/* ---- components ---- */

/* Abilities that this run will rely on. */
static unsigned needed_probes(const struct run_options *o, const struct graph *graph)
{
    unsigned probes = 0;
    if (o->iterations > 1 || o->error_tolerance > 0)
        probes |= PROBE_ROLLBACK;
    if (takes_micro_steps(o))
        probes |= PROBE_DIRECTIONAL | PROBE_INPUT_DERIVATIVES | PROBE_ROLLBACK | PROBE_TRAITS;
    else if (o->extrapolation > 0)
        probes |= PROBE_INPUT_DERIVATIVES | PROBE_OUTPUT_DERIVATIVES;
    if (o->extrapolation > 0 && !takes_micro_steps(o) && o->slopes == SLOPES_AUTO)
        probes |= PROBE_DIRECTIONAL | PROBE_TRAITS;
    if (o->input)
        probes |= PROBE_INPUT_DERIVATIVES;
    if (o->feedthrough == FEEDTHROUGH_REFRESHED && (graph->n_stages > 1 || graph->n_loops > 0))
        probes |= PROBE_DIRECTIONAL | PROBE_TRAITS;
    return probes;
}

bool run_open_component(struct run *run, size_t c, const struct component_abilities *known, struct error *error)
{
    struct component_options options = run->component_options[c];
    options.known = known;
    run->components[c] = component_open(run->system->components[c].fmu, &options, error);
    return run->components[c] != NULL;
}

static struct component_options component_options_for(const struct run *run, const struct run_options *o, size_t c,
                                                      unsigned probes)
{
    const struct system_component *from = &run->system->components[c];
    struct component_options options = o->component ? *o->component : component_options_default();
    options.name = run->system->is_single_fmu ? "" : from->name;
    if (options.interface == INTERFACE_ANY && from->wants_model_exchange)
        options.interface = INTERFACE_MODEL_EXCHANGE;
    options.start_time = run->start_time;
    options.has_stop_time = true;
    options.stop_time = run->stop_time;
    options.has_tolerance = run->has_tolerance;
    options.tolerance = run->tolerance;
    options.probes |= probes;
    options.said = &from->said;
    options.isolation = system_isolates(o->isolate, from->name) ? &run->isolation : NULL;
    return options;
}

/* Neighbours of the same FMU, of which the same is said, are as able as each other. */
static bool open_components(struct run *run, const struct run_options *o, unsigned probes, struct error *error)
{
    const struct system *s = run->system;
    run->components = ARENA_TAKE(&run->arena, s->n_components, struct component *);
    run->component_options = ARENA_TAKE(&run->arena, s->n_components, struct component_options);
    if (!run->components || !run->component_options)
        return error_raise(error, ERROR_NO_MEMORY, "opening components");
    run->can_roll_back = run->variable_step = true;
    struct component_abilities can = {0};
    for (size_t c = 0; c < s->n_components; c++) {
        run->component_options[c] = component_options_for(run, o, c, probes);
        const bool like_the_last = c > 0 && s->components[c - 1].fmu == s->components[c].fmu &&
                                   run->component_options[c - 1].interface == run->component_options[c].interface &&
                                   s->components[c - 1].said.recomputes == s->components[c].said.recomputes &&
                                   s->components[c - 1].said.settable == s->components[c].said.settable;
        if (!run_open_component(run, c, like_the_last ? &can : NULL, error))
            return false;
        run->n_components++;
        run->is_isolated = run->is_isolated || instance_is_isolated(component_instance(run->components[c]));
        run->shares_process = run->shares_process || !instance_is_isolated(component_instance(run->components[c]));
        can = component_abilities(run->components[c]);
        run->can_roll_back = run->can_roll_back && can.rollback;
        run->variable_step = run->variable_step && can.variable_step;
        if (o->iterations > 1 && !can.rollback)
            return error_raise(error, ERROR_RUN_NO_ROLLBACK, s->components[c].name);
    }
    return true;
}

/* Errors of the coupling are looked at with and without a tolerance. */
static bool open_control(struct run *run, const struct run_options *o, struct error *error)
{
    for (size_t c = 0; o->error_tolerance > 0 && c < run->n_components; c++)
        if (!component_abilities(run->components[c]).variable_step)
            return error_raise(error, ERROR_CONTROL_FIXED_STEP, component_label(run->components[c]));
    run->control =
        (struct control){.tolerance = o->error_tolerance, .smallest = o->macro_step, .largest = o->macro_step_most};
    run->promised = ARENA_TAKE(&run->arena, run->exchange->n_u + 1, double);
    run->read = ARENA_TAKE(&run->arena, run->exchange->n_y + 1, double);
    if (!run->promised || !run->read)
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    const int order = takes_micro_steps(o) ? 3 : o->extrapolation + 1;
    return control_open(&run->control, run->exchange, order, &run->arena, error);
}

static bool prepare(struct run *run, const struct run_options *o, struct error *error)
{
    const size_t n = run->system->n_components;
    int *rates = ARENA_TAKE(&run->arena, n, int);
    size_t *order = ARENA_TAKE(&run->arena, n, size_t);
    double *micro_steps = ARENA_TAKE(&run->arena, n, double);
    run->input_strings = ARENA_TAKE(&run->arena, run->system->n_inputs, const char *);
    if (!rates || !order || !micro_steps || !run->input_strings)
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    if (!check_options(run, o, error) || !choose_experiment(run, o, error) ||
        !read_rates(run->system, o, rates, error) || !read_micro_steps(run->system, o, micro_steps, error) ||
        !check_isolate(run->system, o, error))
        return false;
    run->isolation = o->isolation;
    run->limits_calls = o->isolation.call_limit > 0 && (!o->isolate || strcmp(o->isolate, "all") != 0);
    if (run->limits_calls && !crash_guard_limit_calls(o->isolation.call_limit, error))
        return false;

    if (o->input)
        run->input = *o->input;
    run->interrupt = o->interrupt;
    run->ends_after = run->promised_at = -1;
    run->clock = clock_start(run->start_time, run->macro_step);
    run->summary.time = run->start_time;
    surroundings_mark_files();
    struct graph *graph = graph_make(run->system, GRAPH_COMMUNICATION, error);
    if (graph && choose_order(run, o, graph, order, error) && open_components(run, o, needed_probes(o, graph), error))
        run->exchange = exchange_open(run->system, graph, run->components,
                                      o->feedthrough == FEEDTHROUGH_STALE ? EXCHANGE_STALE : EXCHANGE_REFRESHED,
                                      run->input.driven, error);
    graph_free(graph);
    const bool listens = takes_micro_steps(o);
    const struct standins_options standins = {.micro_step = o->micro_step,
                                              .micro_steps = micro_steps,
                                              .one_by_one = run->scheme->one_by_one,
                                              .is_waveform = o->extrapolation == EXTRAPOLATION_WAVEFORM,
                                              .repeats = o->iterations > 1};
    const struct stepper_options steps = {.extrapolation = listens ? 0 : o->extrapolation,
                                          .slopes = o->slopes,
                                          .rates = rates,
                                          .order = order,
                                          .threads = o->threads,
                                          .standins = listens ? &standins : NULL};
    run->keeps_way_back = o->iterations > 1 || (o->error_tolerance > 0 && run->can_roll_back);
    if (!run->exchange || !run_take_values(run, &run->kept, error) ||
        !stepper_open(&run->stepper, run->exchange, &steps, error) ||
        !passes_open(&run->passes, &run->stepper, run->scheme, o->iterations, o->iteration_tolerance, error) ||
        !powers_open(&run->powers, run->exchange, o->powers, o->n_powers, &run->arena, error) ||
        !oscillation_open(&run->oscillation, run->exchange, (run->stop_time - run->start_time) / run->macro_step,
                          &run->arena, error))
        return false;
    if (listens)
        run->stepper.standins->ends_early = run->can_roll_back && run->variable_step;
    if (!open_control(run, o, error))
        return false;
    if ((listens || o->error_tolerance > 0) &&
        !(run->stepper.cpu_s = ARENA_TAKE(&run->arena, run->n_components + 1, double)))
        return error_raise(error, ERROR_NO_MEMORY, "opening a run");
    run->stepper.powers = run->powers.by_trapezoids ? &run->powers : NULL;
    return run_open_fast_steps(run, error);
}

struct run *run_open(const struct system *system, const struct run_options *options, struct error *error)
{
    struct run *run = calloc(1, sizeof *run);
    if (!run) {
        error_raise(error, ERROR_NO_MEMORY, "opening a run");
        return NULL;
    }
    run->system = options->input && options->input->system ? options->input->system : system;
    run->starts = options->starts;
    run->coupling = options->coupling;
    run->trials = (struct run_trials){options->trial_calls, options->trial_calls_of_standins, options->trial_is_bound,
                                      options->trial_reason};
    struct run_options o = *options;
    if (!run_try_orders(run, &o, error) || !prepare(run, &o, error)) {
        run_close(run);
        return NULL;
    }
    return run;
}

void run_close(struct run *run)
{
    if (!run)
        return;
    for (size_t w = 0; w < run->n_watches; w++)
        watch_close(run->watches[w]);
    free(run->watches);
    rows_close(&run->rows);
    passes_close(&run->passes);
    stepper_close(&run->stepper);
    exchange_close(run->exchange);
    for (size_t c = 0; c < run->n_components; c++)
        component_close(run->components[c]);
    if (run->limits_calls)
        crash_guard_limit_calls(0, NULL);
    surroundings_release_files();
    arena_free(&run->arena);
    free(run);
}
