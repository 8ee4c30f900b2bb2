/* Macro steps chosen by the error, in a run: when a step is looked at, when it is taken back, and where rows of results are. */
#include "master/couple/run_impl.h"
#include "master/couple/couple_messages.h"

#include <math.h>
#include <string.h>

/* What was promised for the end of the step: what inputs have become, or what stand-ins say. */
static void find_promises(struct run *run)
{
    const struct exchange *x = run->exchange;
    const struct standins *s = run->stepper.standins;
    memcpy(run->promised, x->u, x->n_u * sizeof *run->promised);
    for (size_t c = 0; s && c < s->n; c++)
        for (size_t i = 0; i < s->listeners[c].n_inputs; i++)
            run->promised[s->listeners[c].inputs[i].u] = s->listeners[c].said[i];
}

static void say_once(struct run *run, const struct interval *step)
{
    if (!run->said_miss)
        error_warn(WARNING_CONTROL_NO_WAY_BACK, TEXT("%.9g", step->t), TEXT("%.3g", step->H));
    run->said_miss = true;
}

bool run_look_at_error(struct run *run, const struct interval *step, bool *taken, struct error *error)
{
    struct control *c = &run->control;
    struct exchange *x = run->exchange;
    find_promises(run);
    for (size_t k = 0; k < run->n_components; k++)
        if (!x->is_current[k] && !exchange_get(x, k, error))
            return false;
    bool moves;
    const double found = control_measure(c, x, run->promised, &moves);
    const bool misses = !(found <= 1), is_small = step->H <= c->smallest * (1 + 1e-9);
    *taken = !misses || is_small || !run->can_roll_back || run->is_last_step;
    if (*taken) {
        if (misses && !is_small && !run->is_last_step)
            say_once(run, step);
        if (misses && is_small)
            run->missed++;
        control_accept(c, x, run->promised, step->H, found, step->H >= c->next * (1 - 1e-9));
        return true;
    }
    run->summary.rejected++;
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

/* A step that leads to a row, to a jump or to the end meets it exactly; the one before it is not left tiny. */
struct interval run_choose_step(struct run *run, double limit)
{
    double end = fmin(limit, run->next_jump);
    if (records_rows(run))
        end = fmin(end, output_point(run, run->outputs + 1));
    const double left = end - run->clock.now;
    double H = run->control.next;
    if (left < 2 * H && left > H * (1 + 1e-9))
        H = left / 2;
    run->clock = clock_start(run->clock.now, H);
    return clock_next(&run->clock, end);
}

void run_count_outputs(struct run *run)
{
    const double next = output_point(run, run->outputs + 1);
    run->at_output = run->clock.now >= next - 1e-9 * run->output_step;
    if (run->at_output)
        run->outputs++;
}

bool run_has_control(const struct run *run)
{
    return run->control.tolerance > 0;
}

double run_coupling_error(const struct run *run, size_t i, struct port *port)
{
    const struct exchange *x = run->exchange;
    *port = x->u_ports[i];
    return run_has_control(run) ? control_worst(&run->control, x, i) : 0;
}

size_t run_coupling_errors(const struct run *run)
{
    return run_has_control(run) ? run->exchange->n_u : 0;
}

const double *run_cpu_by_component(const struct run *run)
{
    return run->stepper.cpu_s;
}
