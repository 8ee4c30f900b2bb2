/* The filter around a run. */
#include "estimate/estimator.h"

#include "estimate/estimate_messages.h"
#include "estimate/kalman.h"
#include "numerics/noise_integral.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ESTIMATE_MESSAGES(MESSAGE_DEFINE)

/* So many measurements of a sensor in a row, each farther away than this, or all of them outliers: it is not the sensor that is wrong. */
enum { LOST_AFTER = 20 };
static const double lost_beyond = 5;

struct filtering {
    struct estimate *e;
    struct machine *machine;
    struct sampling *sampling;
    double step;
    struct kalman kalman;
    double *noise;                                    /* intensity: a diagonal matrix */
    double *phi, *added, *room;                       /* of a step */
    double *measured, *expected;                      /* per sensor */
    double *rows, *sigmas, *innovations, *deviations; /* of those that have a value */
    bool *used;
    size_t *which;
    double *correction;
    size_t *beyond; /* per sensor: so many in a row */
    struct smoother smoother;
    double *trace; /* of an update, for the smoother; NULL: there is none */
    struct arena arena;
};

/* ---- rows ---- */

static size_t place_of(const struct estimate *e, enum estimate_part part, size_t i)
{
    const size_t first[] = {[PART_STATE] = 1,
                            [PART_DEVIATION] = 1 + e->n,
                            [PART_INNOVATION] = 1 + 2 * e->n,
                            [PART_INNOVATION_DEVIATION] = 1 + 2 * e->n + e->m,
                            [PART_USED] = 1 + 2 * e->n + 2 * e->m,
                            [PART_SMOOTHED] = 1 + 2 * e->n + 3 * e->m,
                            [PART_SMOOTHED_DEVIATION] = 1 + 3 * e->n + 3 * e->m};
    return first[part] + i;
}

double estimate_time(const struct estimate *e, size_t row)
{
    return e->rows[row * e->width];
}

double estimate_value(const struct estimate *e, size_t row, enum estimate_part part, size_t i)
{
    return e->rows[row * e->width + place_of(e, part, i)];
}

double estimate_nis(const struct estimate *e, size_t row)
{
    return e->rows[row * e->width + e->width - 1];
}

static double *add_row(struct estimate *e, double t, struct error *error)
{
    if (e->n_rows == e->room) {
        const size_t room = e->room ? 2 * e->room : 1024;
        double *rows = realloc(e->rows, room * e->width * sizeof *rows);
        if (!rows) {
            error_raise(error, ERROR_NO_MEMORY, "estimating");
            return NULL;
        }
        e->rows = rows;
        e->room = room;
    }
    double *row = e->rows + e->n_rows++ * e->width;
    row[0] = t;
    for (size_t i = 1; i < e->width; i++)
        row[i] = (double)NAN;
    return row;
}

void estimate_free(struct estimate *e)
{
    free(e->rows);
    free(e->sensors);
    *e = (struct estimate){0};
}

bool estimate_sensor_is_unused(const struct estimate_sensor *sensor)
{
    return sensor->consistency.n == 0 && sensor->outliers > 0;
}

/* ---- memory ---- */

static bool begin(struct filtering *f, const struct filter_file *filter, struct error *error)
{
    const size_t n = filter->n_states, m = filter->n_sensors;
    struct arena *a = &f->arena;
    f->noise = ARENA_TAKE(a, n * n + 1, double);
    f->phi = ARENA_TAKE(a, 2 * n * n + 1, double);
    f->room = ARENA_TAKE(a, noise_integral_room(n) + 1, double);
    f->measured = ARENA_TAKE(a, 5 * m + n + 1, double);
    f->rows = ARENA_TAKE(a, m * n + 1, double);
    f->used = ARENA_TAKE(a, m + 1, bool);
    f->which = ARENA_TAKE(a, 2 * m + 1, size_t);
    f->e->sensors = calloc(m + 1, sizeof *f->e->sensors);
    if (!f->noise || !f->phi || !f->room || !f->measured || !f->rows || !f->used || !f->which || !f->e->sensors)
        return error_raise(error, ERROR_NO_MEMORY, "estimating");
    f->added = f->phi + n * n;
    f->expected = f->measured + m;
    f->sigmas = f->expected + m;
    f->innovations = f->sigmas + m;
    f->deviations = f->innovations + m;
    f->correction = f->deviations + m;
    f->beyond = f->which + m;
    if (f->e->is_smoothed && !(f->trace = ARENA_TAKE(a, 2 * n * m + m + 1, double)))
        return error_raise(error, ERROR_NO_MEMORY, "estimating");
    smoother_open(&f->smoother, n);
    for (size_t i = 0; i < n; i++)
        f->phi[i + i * n] = 1;
    if (!kalman_open(&f->kalman, n, m, error))
        return false;
    for (size_t i = 0; i < n; i++) {
        f->correction[i] = filter->states[i].sigma;
        f->noise[i + i * n] = filter->states[i].noise * filter->states[i].noise;
    }
    kalman_start(&f->kalman, f->correction);
    return true;
}

/* ---- predicting ---- */

double estimate_step_end(double start, double step, double t, double limit)
{
    const double ticks = floor((t - start) / step + 1e-6) + 1, end = start + ticks * step;
    return end < limit - 1e-6 * step ? end : limit;
}

static bool raise_not_finite(double t, const char *when, struct error *error)
{
    return error_raise(error, ERROR_ESTIMATE_NOT_FINITE, TEXT("%.9g", t), when);
}

/* Noise per step is no white noise: nothing of it has moved other states yet when the step ends. */
static void add_noise_per_step(struct filtering *f, double h)
{
    for (size_t i = 0; i < f->e->n; i++) {
        const double sigma = f->e->filter->states[i].noise_per_step;
        f->added[i + i * f->e->n] += sigma * sigma * h / f->step;
    }
}

static bool predict(struct filtering *f, double end, struct error *error)
{
    struct run *run = f->machine->run;
    const double t = run_time(run);
    if (!machine_linearize(f->machine, error) || !run_advance(run, end, error))
        return false;
    if (run_time(run) < end)
        return machine_raise_ended(f->machine, error);
    if (!machine_check_counts(f->machine, error))
        return false;
    bool good = noise_integral(f->e->n, f->machine->a, f->noise, end - t, f->phi, f->added, f->room);
    add_noise_per_step(f, end - t);
    good = good && kalman_predict(&f->kalman, f->phi, f->added);
    return good || raise_not_finite(end, "the model's linearization over a step is too large", error);
}

/* ---- updating ---- */

static bool look_for_loss(struct filtering *f, size_t sensor, double t, double normalized, struct error *error)
{
    const double gate = f->e->filter->gate, limit = gate > 0 ? fmin(gate, lost_beyond) : lost_beyond;
    f->beyond[sensor] = fabs(normalized) > limit ? f->beyond[sensor] + 1 : 0;
    return f->beyond[sensor] < LOST_AFTER ||
           error_raise(error, ERROR_ESTIMATE_DIVERGED, TEXT("%.9g", t), TEXT("%d", LOST_AFTER),
                       f->e->filter->sensors[sensor].name, TEXT("%g", limit));
}

static bool note_innovations(struct filtering *f, size_t m, double t, double *row, struct error *error)
{
    struct estimate *e = f->e;
    for (size_t k = 0; k < m; k++) {
        const size_t i = f->which[k];
        struct estimate_sensor *sensor = &e->sensors[i];
        row[place_of(e, PART_INNOVATION, i)] = f->innovations[k];
        row[place_of(e, PART_INNOVATION_DEVIATION, i)] = f->deviations[k];
        row[place_of(e, PART_USED, i)] = f->used[k];
        if (f->used[k]) {
            consistency_add(&sensor->consistency, f->innovations[k], f->deviations[k]);
            sensor->squares += f->innovations[k] * f->innovations[k];
        } else {
            sensor->outliers++;
        }
        if (!look_for_loss(f, i, t, f->innovations[k] / f->deviations[k], error))
            return false;
    }
    return true;
}

/* Sensors that have a value, side by side. */
static size_t choose_sensors(struct filtering *f)
{
    const size_t n = f->e->n, all = f->e->m;
    size_t m = 0;
    for (size_t i = 0; i < all; i++)
        if (!isnan(f->measured[i]))
            f->which[m++] = i;
    for (size_t k = 0; k < m; k++) {
        const size_t i = f->which[k];
        f->sigmas[k] = f->e->filter->sensors[i].sigma;
        f->innovations[k] = f->measured[i] - f->expected[i];
        for (size_t j = 0; j < n; j++)
            f->rows[k + j * m] = f->machine->c[i + j * all];
    }
    return m;
}

static bool update(struct filtering *f, struct kalman_update *update, double *row, struct error *error)
{
    const double t = run_time(f->machine->run);
    const size_t nm = f->e->n * f->e->m;
    *update = (struct kalman_update){.deviations = f->deviations,
                                     .used = f->used,
                                     .correction = f->correction,
                                     .gain = f->trace,
                                     .seen = f->trace ? f->trace + nm : NULL,
                                     .whitened = f->trace ? f->trace + 2 * nm : NULL};
    if (!f->machine->sensors_are_states && !machine_linearize(f->machine, error))
        return false;
    if (!machine_read_sensors(f->machine, f->expected, error))
        return false;
    const size_t m = choose_sensors(f);
    const struct kalman_sensors sensors = {m, f->rows, f->sigmas, f->innovations, f->e->filter->gate};
    if (!kalman_update(&f->kalman, &sensors, update))
        return raise_not_finite(t, "a sensor's value or what the model says there is no number, or far too large",
                                error);
    if (!note_innovations(f, m, t, row, error))
        return false;
    if (update->n_used > 0)
        row[f->e->width - 1] = update->nis;
    return update->n_used == 0 || machine_correct(f->machine, f->correction, error);
}

static void warn_of_outliers(const struct estimate *e)
{
    for (size_t i = 0; i < e->m; i++)
        if (estimate_sensor_is_unused(&e->sensors[i]))
            error_warn(WARNING_ESTIMATE_ALL_OUTLIERS, e->filter->sensors[i].name, TEXT("%zu", e->sensors[i].outliers),
                       TEXT("%g", e->filter->gate));
}

/* ---- all of it ---- */

static bool reach_row(struct filtering *f, struct error *error)
{
    struct estimate *e = f->e;
    const double t = run_time(f->machine->run);
    double *row = add_row(e, t, error);
    struct kalman_update made = {0};
    if (!row)
        return false;
    const bool is_measured = sampling_time(f->sampling) <= t + 1e-6 * f->step; /* rounding of k H */
    if (is_measured && sampling_take(f->sampling, f->measured) > 0 && !update(f, &made, row, error))
        return false;
    if (f->trace && !smoother_add(&f->smoother, f->phi, &f->kalman, &made, error))
        return false;
    if (!machine_read_states(f->machine, row + place_of(e, PART_STATE, 0), error))
        return false;
    for (size_t i = 0; i < e->n; i++)
        row[place_of(e, PART_DEVIATION, i)] = kalman_deviation(&f->kalman, i);
    return true;
}

static bool filter_all(struct filtering *f, struct error *error)
{
    struct run *run = f->machine->run;
    if (!reach_row(f, error))
        return false;
    while (!run_ended(run) && run_time(run) < run_stop_time(run)) {
        const double limit = fmin(run_stop_time(run), sampling_time(f->sampling));
        const double end = estimate_step_end(run_start_time(run), f->step, run_time(run), limit);
        if (!predict(f, end, error) || !reach_row(f, error))
            return false;
    }
    const enum run_status status = run_summary(run).status;
    return !(status == RUN_INTERRUPTED || (status == RUN_TERMINATED && isfinite(sampling_time(f->sampling)))) ||
           machine_raise_ended(f->machine, error);
}

static void take_smoothed(void *context, size_t row, const double *correction, const double *deviations)
{
    struct estimate *e = context;
    double *numbers = e->rows + row * e->width;
    for (size_t i = 0; i < e->n; i++) {
        numbers[place_of(e, PART_SMOOTHED, i)] = numbers[place_of(e, PART_STATE, i)] + correction[i];
        numbers[place_of(e, PART_SMOOTHED_DEVIATION, i)] = deviations[i];
    }
}

bool estimate_make(struct estimate *e, struct machine *machine, const struct filter_file *filter,
                   struct sampling *sampling, double step, bool smooth, struct error *error)
{
    *e = (struct estimate){.filter = filter, .n = filter->n_states, .m = filter->n_sensors, .is_smoothed = smooth};
    e->width = 2 + (smooth ? 4 : 2) * e->n + 3 * e->m;
    struct filtering f = {.e = e, .machine = machine, .sampling = sampling, .step = step};
    const bool good = begin(&f, filter, error) && filter_all(&f, error) &&
                      (!smooth || smoother_run(&f.smoother, take_smoothed, e, error));
    if (good)
        warn_of_outliers(e);
    smoother_close(&f.smoother);
    kalman_close(&f.kalman);
    arena_free(&f.arena);
    return good;
}
