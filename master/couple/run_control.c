/* Macro steps chosen by the error, in a run: when a step is looked at, when it is taken back, and where rows of results are. */
#include "master/couple/run_impl.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <string.h>

/* What was promised for the end of the step: what inputs have become, or what stand-ins say. */
void run_note_promises(struct run *run)
{
    const struct exchange *x = run->exchange;
    const struct standins *s = run->stepper.standins;
    run->promised_at = -1;
    memcpy(run->promised, x->u, x->n_u * sizeof *run->promised);
    for (size_t c = 0; s && c < s->n; c++)
        for (size_t i = 0; i < s->listeners[c].n_inputs; i++)
            run->promised[s->listeners[c].inputs[i].u] = s->listeners[c].said[i];
}

/* The answer is what was exchanged: what the receiver will have from now on. */
void run_note_errors(struct run *run)
{
    control_note(&run->control, run->exchange, run->promised);
}

/* Held inputs promise that nothing changes. */
void run_note_held_errors(struct run *run)
{
    const struct exchange *x = run->exchange;
    if (run->promised_at == run->step)
        run_note_errors(run);
    for (size_t i = 0; i < run->control.n_counted; i++) {
        const size_t u = run->control.counted[i];
        run->promised[u] = source_value(&x->sources[u], x->y);
    }
    run->promised_at = run->step + 1;
}

static void say_once(struct run *run, const struct interval *step)
{
    if (!run->said_miss)
        error_warn(WARNING_CONTROL_NO_WAY_BACK, TEXT("%.9g", step->t), TEXT("%.3g", step->H));
    run->said_miss = true;
}

/* How far straight lines over micro steps were from what components were to hear, in tolerances. */
static double error_of_lines(const struct run *run)
{
    const struct standins *s = run->stepper.standins;
    double largest = 0;
    for (size_t c = 0; c < s->n; c++)
        for (size_t i = 0; i < s->listeners[c].n_inputs; i++) {
            const struct listener *l = &s->listeners[c];
            const double error = control_relative(&run->control, run->exchange, l->inputs[i].u, l->bends[i]);
            largest = error > largest || isnan(error) ? error : largest;
        }
    return largest / run->control.tolerance;
}

/* True: the micro steps of this step were short enough, or cannot be shorter. */
static bool look_at_micro_steps(struct run *run, const struct interval *step)
{
    struct control *c = &run->control;
    if (c->micro == 0)
        return true;
    const double error = error_of_lines(run);
    const bool good = error <= 1 || control_micro_is_smallest(c);
    control_look_at_lines(c, step->H / run->stepper.standins->inputs_steps, error);
    return good;
}

bool run_look_at_error(struct run *run, const struct interval *step, bool *taken, struct error *error)
{
    struct control *c = &run->control;
    struct exchange *x = run->exchange;
    run_note_promises(run);
    for (size_t k = 0; k < run->n_components; k++)
        if (!x->is_current[k] && !exchange_get(x, k, error))
            return false;
    bool moves;
    const double found = control_measure(c, x, run->promised, &moves);
    const bool misses = !(found <= 1), is_small = step->H <= c->smallest * (1 + 1e-9);
    const bool lines_miss = !look_at_micro_steps(run, step);
    *taken = ((!misses || is_small) && !lines_miss) || !run->can_roll_back || run->is_last_step;
    if (run->stepper.standins)
        standins_judge(run->stepper.standins, found, *taken);
    if (*taken) {
        if (misses && !is_small && !run->is_last_step)
            say_once(run, step);
        if (misses && is_small)
            run->missed++;
        control_accept(c, x, run->promised, step->H, found, step->H >= c->next * (1 - 1e-9));
        return true;
    }
    run->summary.rejected++;
    if (misses && !is_small)
        control_reject(c, step->H, found);
    if (run->stepper.standins)
        standins_forget(run->stepper.standins);
    return run_go_back(run, error);
}

static bool records_rows(const struct run *run)
{
    for (size_t w = 0; w < run->n_watches; w++)
        if (run->watches[w]->observer.n_ports > 0)
            return true;
    return false;
}

static double output_point(const struct run *run, long k)
{
    return run->start_time + (double)k * run->output_step;
}

/* ---- micro steps, and output points between them ---- */

/* A micro step begins with the time scale of the fastest component. Much longer ones would save little, and cost macro steps. */
enum { MOST_TIME_SCALES = 8 };

void run_start_micro_steps(struct run *run)
{
    const struct standins *s = run->stepper.standins;
    struct control *c = &run->control;
    if (!run_has_control(run))
        return;
    const bool together = standins_step_together(s);
    run->passes_rows = s->is_chosen && together && !system_has_discrete_connections(run->system) &&
                       rows_can_be_read(run->exchange, run->watches, run->n_watches);
    c->micro_most = fmin(c->largest, s->is_chosen ? MOST_TIME_SCALES * s->micro_step : c->largest);
    if (records_rows(run) && run->passes_rows)
        c->micro_most = fmin(c->micro_most, run->output_step);
    if (s->is_chosen && together && c->micro_first == 0)
        c->micro_first = c->micro = control_micro_step(fmin(s->micro_step, c->micro_most), run->output_step);
}

/* Whole micro steps, from a place of their grid on; one short one leads to the grid. Output points lie on it. */
static double fit_to_micro_steps(struct run *run, double H, double left)
{
    enum { MOST_MICRO_STEPS = 1000 }; /* somebody may want the end */
    const double h = run->control.micro, since = (run->clock.now - output_point(run, run->outputs)) / h;
    const double behind = ceil(since - 1e-6) - since; /* of the next place of the grid, in micro steps */
    if (records_rows(run) && behind > 1e-6)
        return fmin(fmin(H, left), behind * h);
    if (fmin(H, left) < h * (1 + 1e-9))
        return fmin(H, left);
    return h * fmin(MOST_MICRO_STEPS, floor(fmin(H, left) / h + 1e-9));
}

/* Which ends of micro steps are output points inside of the coming step. */
static void plan_rows(struct run *run, double end)
{
    struct rows *r = &run->rows;
    const double h = run->control.micro, D = run->output_step, now = run->clock.now;
    r->n = 0;
    r->passed = run->outputs;
    while (output_point(run, r->passed + (long)r->n + 1) < end - 1e-9 * D)
        r->n++;
    r->first = (int)nearbyint((output_point(run, r->passed + 1) - now) / h);
    r->stride = (int)nearbyint(D / h);
    run->stepper.rows = r->n > 0 ? r : NULL;
}

/* The output point that lies there but for rounding. */
static double meet_output_point(const struct run *run, double t)
{
    const double k = nearbyint((t - run->start_time) / run->output_step), point = output_point(run, (long)k);
    return fabs(point - t) < 1e-9 * run->output_step ? point : t;
}

/* A step that leads to a row, to a jump or to the end meets it exactly; the one before it is not left tiny. */
bool run_choose_step(struct run *run, double limit, struct interval *step, struct error *error)
{
    double end = fmin(limit, run->next_jump);
    const bool passes = run->control.micro > 0 && run->passes_rows;
    if (records_rows(run) && !passes)
        end = fmin(end, output_point(run, run->outputs + 1));
    const double left = end - run->clock.now;
    double H = run->control.next;
    if (left < 2 * H && left > H * (1 + 1e-9))
        H = left / 2;
    run->rows.n = 0;
    run->stepper.rows = NULL;
    if (run->control.micro > 0) {
        run->stepper.standins->micro_step = run->control.micro;
        H = fit_to_micro_steps(run, H, left);
        if (H < left * (1 - 1e-9))
            end = fmin(end, meet_output_point(run, run->clock.now + H));
        H = end - run->clock.now < H * (1 + 1e-6) ? end - run->clock.now : H;
        if (passes && records_rows(run))
            plan_rows(run, run->clock.now + H);
    }
    run->clock = clock_start(run->clock.now, H);
    *step = clock_next(&run->clock, end);
    return run->rows.n == 0 || rows_begin(&run->rows, run->watches, run->n_watches, error);
}

/* Going again over what was seen, nobody is told. */
bool run_tell_rows(struct run *run, struct error *error)
{
    for (size_t k = 0; k < run->rows.n && !run->silent && !run->ended; k++)
        for (size_t w = 0; w < run->n_watches && !run->ended; w++)
            if (!rows_tell(&run->rows, k, w, output_point(run, run->rows.passed + (long)k + 1), run->step, error) &&
                !run_end_early(run, error))
                return false;
    return true;
}

void run_count_outputs(struct run *run)
{
    run->at_output = false;
    while (run->clock.now >= output_point(run, run->outputs + 1) - 1e-9 * run->output_step) {
        run->outputs++;
        run->at_output = run->clock.now <= output_point(run, run->outputs) + 1e-9 * run->output_step;
    }
}

double run_error_tolerance(const struct run *run)
{
    return run->control.tolerance;
}

enum run_coupling run_coupling(const struct run *run)
{
    return run->coupling;
}

long run_calls(const struct run *run)
{
    const struct standins *s = run->stepper.standins;
    if (s)
        return s->micro_steps + s->columns;
    long steps = 0;
    for (size_t c = 0; c < run->n_components; c++)
        steps += run->stepper.components[c].steps;
    return (run->summary.steps + run->summary.rejected) * steps;
}

bool run_has_control(const struct run *run)
{
    return run->control.tolerance > 0;
}

double run_coupling_error(const struct run *run, size_t i, struct port *port)
{
    const struct exchange *x = run->exchange;
    *port = x->u_ports[i];
    return control_worst(&run->control, x, i);
}

size_t run_coupling_errors(const struct run *run)
{
    return run->exchange->n_u;
}

const double *run_cpu_by_component(const struct run *run)
{
    return run->stepper.cpu_s;
}
