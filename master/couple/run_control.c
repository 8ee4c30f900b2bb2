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

/* Who knows the end of a step is given a line or a parabola to it, or the value there, and no promise for the end fails. How far these are from
 * the truth between begin and end follows from what the forecast would have been without: of a value whose derivative of order n + 1 is
 * constant, a polynomial of degree n from the begin on is off by y^(n+1) H^(n+1) / (n+1)! at the end. The chord is off by a quarter of that at
 * most, in the middle; the parabola that keeps the slope at the begin by 4/27, after two thirds; a value that is held by all. */
static void note_interpolation(struct run *run)
{
    static const double off[] = {1, 1. / 4, 4. / 27};
    const struct exchange *x = run->exchange;
    const struct stepper *s = &run->stepper;
    for (size_t i = 0; i < run->control.n_counted; i++) {
        const size_t u = run->control.counted[i];
        if (!s->knew_end[u])
            continue;
        const struct polynomial p = forecast_value(&s->forecast, x->sources[u].index, s->H, NULL);
        const double change = polynomial_at(&p, s->H) - x->y[x->sources[u].index];
        run->promised[u] = source_value(&x->sources[u], x->y) + x->sources[u].factor * off[s->forecast.order] * change;
    }
}

/* The answer is what was exchanged: what the receiver will have from now on. */
void run_note_errors(struct run *run)
{
    control_note(&run->control, run->exchange, run->promised);
}

/* Held inputs promise that nothing changes. */
void run_note_held_errors(struct run *run)
{
    if (run->promised_at == run->step)
        control_note_held(&run->control, run->exchange, run->promised);
    else
        control_hold(&run->control, run->exchange, run->promised);
    run->promised_at = run->step + 1;
}

static void say_once(struct run *run, const struct interval *step)
{
    if (!run->said_miss)
        error_warn(WARNING_CONTROL_NO_WAY_BACK, TEXT("%.9g", step->t), TEXT("%.3g", step->H));
    run->said_miss = true;
}

/* Lines are off by an eighth of what is measured of them: beyond that by more than the tolerance. */
static const double of_lines = 8;

static void say_lines_once(struct run *run, const struct interval *step)
{
    if (!run->said_lines)
        error_warn(WARNING_CONTROL_LINES, TEXT("%.3g", step->H / run->stepper.standins->inputs_steps),
                   TEXT("%.9g", step->t),
                   run->can_roll_back ? "they cannot be shorter; let --macro-step begin with a smaller one"
                                      : "not every component can go back, and the next ones are shorter");
    run->said_lines = true;
}

/* How far straight lines over micro steps were from what components were to hear, in tolerances: of those whose micro steps are chosen. */
static double error_of_lines(const struct run *run)
{
    const struct standins *s = run->stepper.standins;
    double largest = 0;
    for (size_t c = 0; c < s->n; c++)
        for (size_t i = 0; s->listeners[c].micro_step == 0 && i < s->listeners[c].n_inputs; i++) {
            const struct listener *l = &s->listeners[c];
            const double error = control_relative(&run->control, run->exchange, l->inputs[i].u, l->bends[i]);
            largest = error > largest || isnan(error) ? error : largest;
        }
    return largest / run->control.tolerance;
}

/* True: the micro steps of this step were short enough, or cannot be shorter. Their error, in tolerances. */
static bool look_at_micro_steps(struct run *run, const struct interval *step, double *error)
{
    struct control *c = &run->control;
    *error = 0;
    if (c->micro == 0)
        return true;
    *error = error_of_lines(run);
    const bool good = *error <= 1 || control_micro_is_smallest(c);
    control_look_at_lines(c, step->H / run->stepper.standins->inputs_steps, *error);
    return good;
}

/* What was promised is wrong in step after step, and steps cannot be shorter. */
static bool raise_lost(const struct run *run, const struct interval *step, struct error *error)
{
    const struct control *c = &run->control;
    const struct port port = run->exchange->u_ports[c->lost_u];
    const char *way = run->stepper.standins
                          ? "more accurate solvers inside of the FMUs (their step sizes or tolerances)"
                          : "--scheme gauss-seidel --extrapolation model";
    return error_raise(error, ERROR_CONTROL_LOST, run->system->components[port.component].name,
                       system_variable(run->system, port)->name, TEXT("%.9g", step->end), TEXT("%d", c->lost),
                       TEXT("%.3g", step->H), TEXT("%.0f", 100 * c->lost_by), way);
}

/* ---- events of components ---- */

/* Values may jump in an event, or their slopes: of a step over it no promise says anything, and who steps later would be given a line from
 * before to after it. So a step ends right before an event, and the next one goes over it and is as short as they may be. */

double run_first_event(const struct run *run)
{
    double first = INFINITY;
    for (size_t c = 0; c < run->n_components; c++)
        first = fmin(first, component_first_event(run->components[c]));
    return first;
}

void run_forget_events(struct run *run)
{
    for (size_t c = 0; c < run->n_components; c++)
        component_forget_events(run->components[c]);
}

/* How far a step may go from t that knows of an event then. */
static double up_to_event(const struct run *run, double t, double event)
{
    const double smallest = run->control.smallest;
    return event - t > 2 * smallest ? event - smallest : fmax(event, t + smallest);
}

/* An event that components know of in advance. */
static double next_event(const struct run *run)
{
    const double t = run->clock.now;
    double next = INFINITY;
    for (size_t c = 0; c < run->n_components; c++) {
        const double event = component_next_event(run->components[c]);
        next = event > t ? fmin(next, event) : next;
    }
    return up_to_event(run, t, next);
}

/* One that nobody knew of: the step is taken back, if it can be shorter. */
static bool has_passed_event(const struct run *run, const struct interval *step)
{
    return run->can_roll_back && !run->is_last_step && run_first_event(run) < step->end &&
           step->H > 2 * run->control.smallest * (1 + 1e-9);
}

/* y, read at the end of the step, as it will be exchanged there. What stand-ins promise of direct outputs is corrected for what inputs have
 * become; what forecasts promise is not. */
static bool foresee(struct run *run, const struct interval *step, struct error *error)
{
    struct exchange *x = run->exchange;
    const struct forecast *f = &run->stepper.forecast;
    if (f->inputs_known)
        memcpy(x->y + x->system_inputs, f->inputs_end, run->system->n_inputs * sizeof *x->y);
    return exchange_foresee(x, run->stepper.standins != NULL, step->end, error);
}

bool run_look_at_error(struct run *run, const struct interval *step, bool *taken, struct error *error)
{
    struct control *c = &run->control;
    struct exchange *x = run->exchange;
    run_note_promises(run);
    for (size_t k = 0; k < run->n_components; k++)
        if (!x->is_current[k] && !exchange_get(x, k, error))
            return false;
    if (!run->stepper.standins)
        note_interpolation(run);
    memcpy(run->read, x->y, x->n_y * sizeof *run->read);
    if (!foresee(run, step, error))
        return false;
    bool moves;
    const double found = control_measure(c, x, run->promised, &moves);
    const bool misses = !(found <= 1), is_small = step->H <= c->smallest * (1 + 1e-9);
    double lines;
    const bool lines_miss = !look_at_micro_steps(run, step, &lines), jumps = has_passed_event(run, step);
    *taken = ((!misses || is_small) && !lines_miss && !jumps) || !run->can_roll_back || run->is_last_step;
    if (run->stepper.standins)
        standins_judge(run->stepper.standins, found, *taken);
    if (*taken) {
        if (misses && !is_small && !run->is_last_step)
            say_once(run, step);
        if (lines > of_lines && !misses) /* else the error that is told says so */
            say_lines_once(run, step);
        control_accept(c, x, run->promised, step->H, found, step->H >= c->next * (1 - 1e-9));
        memcpy(x->y, run->read, x->n_y * sizeof *run->read); /* they belong to the inputs that components still have */
        return !control_has_lost(c) || raise_lost(run, step, error);
    }
    run->summary.rejected++;
    if (jumps) {
        c->next = up_to_event(run, step->t, run_first_event(run)) - step->t;
        c->was_rejected = true;
    } else if (misses && !is_small) {
        control_reject(c, step->H, found);
    }
    if (run->stepper.standins)
        standins_forget(run->stepper.standins);
    return run_go_back(run, error);
}

static bool records_rows(const struct run *run)
{
    if (run->meets_output_points)
        return true;
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

static void limit_to_output_points(struct run *run)
{
    struct control *c = &run->control;
    if (records_rows(run) && run->passes_rows)
        c->micro_most = fmin(c->micro_most, run->output_step);
}

void run_meet_output_points(struct run *run)
{
    struct control *c = &run->control;
    run->meets_output_points = true;
    limit_to_output_points(run);
    if (c->micro > c->micro_most)
        c->micro = control_micro_step(c->micro_most, run->output_step);
}

double run_longest_micro_step(const struct run *run)
{
    return run->control.micro > 0 ? run->control.micro_most : 0;
}

/* The time scale of the fastest component. Where one of them does not tell, as short as macro steps may be, and half of that: so the bend
 * of lines is seen from the first macro step on. */
static double first_micro_step(const struct run *run)
{
    const struct control *c = &run->control;
    const struct standins *s = run->stepper.standins;
    const double first = fmin(s->micro_step, c->micro_most);
    return standins_find_unknown_pace(s) == NO_VALUE ? first : fmin(first, c->smallest / 2);
}

/* Equal micro steps, and nobody looks at how good they are. A step that somebody has asked for is everybody's. */
static void warn_of_unknown_pace(const struct run *run)
{
    const struct standins *s = run->stepper.standins;
    const size_t c = standins_find_unknown_pace(s);
    if (c != NO_VALUE && standins_choose_for_all(s))
        error_warn(WARNING_STANDIN_PACE, component_label(run->components[c]), TEXT("%.9g", s->micro_step));
}

void run_start_micro_steps(struct run *run)
{
    const struct standins *s = run->stepper.standins;
    struct control *c = &run->control;
    if (!run_has_control(run)) {
        warn_of_unknown_pace(run);
        return;
    }
    const bool together = standins_step_together(s);
    run->passes_rows = s->is_chosen && together && !system_has_discrete_connections(run->system) &&
                       rows_can_be_read(run->exchange, run->watches, run->n_watches);
    c->micro_most = fmin(c->largest, s->is_chosen ? MOST_TIME_SCALES * s->micro_step : c->largest);
    limit_to_output_points(run);
    if (s->is_chosen && c->micro_first == 0)
        c->micro_first = c->micro = control_micro_step(first_micro_step(run), run->output_step);
    run->stepper.standins->looks_at_bends = c->micro > 0;
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

/* The place of the grid of micro steps, and so of output points, that lies there but for rounding. Else that would add up over steps, until
 * one has a micro step too many, and its rows are of other times. */
static double meet_grid(const struct run *run, double t)
{
    const double h = fmin(run->control.micro, run->output_step);
    const double point = run->start_time + nearbyint((t - run->start_time) / h) * h;
    return fabs(point - t) < fmin(1e-9 * run->output_step, 1e-3 * h) ? point : t;
}

/* A step that leads to a row, to a jump, to an event or to the end meets it exactly; the one before it is not left tiny. */
bool run_choose_step(struct run *run, double limit, struct interval *step, struct error *error)
{
    double end = fmin(fmin(limit, run->next_jump), next_event(run));
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
            end = fmin(end, meet_grid(run, run->clock.now + H));
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

struct run_trials run_trials(const struct run *run)
{
    return run->trials;
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
