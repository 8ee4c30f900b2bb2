/* The meter of a run. */
#include "sweep/meter.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Times that differ by less of a step are the same: they come from files, and from counted steps. */
static const double same_time = 1e-9;

bool meter_open(struct meter *m, struct error *error)
{
    const size_t n = m->variables->n, n_all = n + m->outputs->n;
    m->ports = malloc((n_all + 1) * sizeof *m->ports);
    m->before = calloc(n + 1, sizeof *m->before);
    m->sums = calloc(n + 1, sizeof *m->sums);
    if (!m->ports || !m->before || !m->sums)
        return error_raise(error, ERROR_NO_MEMORY, "measuring a run");
    if (n)
        memcpy(m->ports, m->variables->ports, n * sizeof *m->ports);
    if (m->outputs->n)
        memcpy(m->ports + n, m->outputs->ports, m->outputs->n * sizeof *m->ports);
    return !m->record || trajectory_name(&m->kept, m->variables->names, n, error);
}

void meter_close(struct meter *m)
{
    free(m->ports);
    free(m->before);
    free(m->sums);
    trajectory_free(&m->kept);
    *m = (struct meter){0};
}

static void compare(struct meter *m, double t, const double *now, double now_t)
{
    const struct trajectory *r = m->reference;
    const double *row = r->values + m->next * r->n_names;
    const double part = now_t > m->before_t ? (t - m->before_t) / (now_t - m->before_t) : 1;
    for (size_t i = 0; i < m->variables->n; i++) {
        const double value = part >= 1 ? now[i] : m->before[i] + part * (now[i] - m->before[i]);
        const double distance = fabs(value - row[m->columns[i]]);
        m->sums[i].max = fmax(m->sums[i].max, distance);
        m->sums[i].rms += distance * distance;
        m->sums[i].final = distance;
    }
    m->n_compared++;
}

/* All times of the reference up to this point of the run. */
static void compare_until(struct meter *m, double t, const double *values)
{
    const struct trajectory *r = m->reference;
    const double slack = same_time * (m->begun ? t - m->before_t : fmax(1e-3, fabs(t)));
    for (; m->next < r->n_times && r->times[m->next] <= t + slack; m->next++) {
        const double at = r->times[m->next];
        if (at >= t - slack || (m->begun && !m->common_only))
            compare(m, at >= t - slack ? t : at, values, t);
    }
}

static bool is_within(const struct meter *m, const struct run_point *point)
{
    const size_t n = m->variables->n;
    for (size_t i = 0; i < n + m->outputs->n; i++) {
        const double value = point->values[i];
        if (value >= m->bounds[i].lowest && value <= m->bounds[i].highest && isfinite(value))
            continue;
        return false;
    }
    return true;
}

static void explain(struct meter *m, const struct run_point *point)
{
    const size_t n = m->variables->n;
    for (size_t i = 0; i < n + m->outputs->n; i++) {
        const double value = point->values[i];
        const struct bound b = m->bounds[i];
        const char *name = i < n ? m->variables->names[i] : m->outputs->names[i - n];
        if (!isfinite(value))
            error_format(m->why, sizeof m->why, "%.150s = %g at t = %.9g s", name, value, point->t);
        else if (!(value >= b.lowest && value <= b.highest))
            error_format(m->why, sizeof m->why, "%.150s = %.6g at t = %.9g s, outside of %.6g to %.6g", name, value,
                         point->t, b.lowest, b.highest);
        else
            continue;
        return;
    }
}

static bool observe(void *context, const struct run_point *point, struct error *error)
{
    struct meter *m = context;
    if (!is_within(m, point)) {
        m->unstable = true;
        m->unstable_at = point->t;
        explain(m, point);
        return false; /* ends the run, without an error */
    }
    if (m->record && !trajectory_add(&m->kept, point->t, point->values, error))
        return false;
    if (m->reference) {
        compare_until(m, point->t, point->values);
        m->begun = true;
        m->before_t = point->t;
        memcpy(m->before, point->values, m->variables->n * sizeof *m->before);
    }
    return true;
}

bool meter_observer(struct meter *m, struct run_observer *observer)
{
    *observer = (struct run_observer){
        .context = m,
        .ports = m->ports,
        .n_ports = m->variables->n + m->outputs->n,
        .every = 1,
        .observe = observe,
    };
    return observer->n_ports > 0;
}

bool meter_replay(struct meter *m, const struct trajectory *t, struct error *error)
{
    for (size_t i = 0; i < t->n_times; i++) {
        const struct run_point point = {.t = t->times[i], .values = t->values + i * t->n_names};
        if (!observe(m, &point, error))
            return m->unstable;
    }
    return true;
}

static bool find_outcomes(const struct meter *m, struct finding *o, struct error *error)
{
    o->outcomes = malloc((m->variables->n + 1) * sizeof *o->outcomes);
    if (!o->outcomes)
        return error_raise(error, ERROR_NO_MEMORY, "measuring a run");
    for (size_t i = 0; i < m->variables->n; i++)
        o->outcomes[i] = outcome_of(&m->kept, i, m->settling_band);
    o->n_outcomes = m->variables->n;
    return true;
}

bool meter_result(const struct meter *m, struct finding *o, struct error *error)
{
    if (m->settling_band > 0 && m->kept.n_times > 0)
        return find_outcomes(m, o, error);
    if (!m->reference)
        return true;
    if (m->n_compared == 0)
        return error_raise(error, ERROR_SWEEP_NO_TIME, TEXT("%.9g", m->reference->times[0]),
                           TEXT("%.9g", m->reference->times[m->reference->n_times - 1]));
    o->deviations = malloc((m->variables->n + 1) * sizeof *o->deviations);
    if (!o->deviations)
        return error_raise(error, ERROR_NO_MEMORY, "measuring a run");
    o->n_deviations = m->variables->n;
    for (size_t i = 0; i < m->variables->n; i++) {
        o->deviations[i] = m->sums[i];
        o->deviations[i].rms = sqrt(m->sums[i].rms / (double)m->n_compared);
    }
    return true;
}
