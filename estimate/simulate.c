/* Simulated sensors. */
#include "estimate/simulate.h"

#include "estimate/estimate_messages.h"
#include "estimate/estimate_notes.h"
#include "estimate/estimator.h"
#include "estimate/noise.h"
#include "master/files/output.h"

#include <math.h>
#include <stdlib.h>

struct simulation {
    struct simulated *s;
    struct machine *machine;
    double step;
    struct noise *noise;           /* per sensor */
    struct sampling_clock *clocks; /* per sensor */
};

static double *add_row(struct simulated *s, double t, struct error *error)
{
    if (s->n_rows == s->room) {
        const size_t room = s->room ? 2 * s->room : 1024;
        double *rows = realloc(s->rows, room * s->width * sizeof *rows);
        if (!rows) {
            error_raise(error, ERROR_NO_MEMORY, "simulating measurements");
            return NULL;
        }
        s->rows = rows;
        s->room = room;
    }
    double *row = s->rows + s->n_rows++ * s->width;
    row[0] = t;
    return row;
}

static bool reach_row(struct simulation *f, struct error *error)
{
    struct simulated *s = f->s;
    const double t = run_time(f->machine->run);
    double *row = add_row(s, t, error);
    if (!row || !machine_read_sensors(f->machine, row + 1, error) ||
        !machine_read_states(f->machine, row + 1 + s->m, error))
        return false;
    for (size_t i = 0; i < s->m; i++) {
        const struct filter_sensor *sensor = &s->filter->sensors[i];
        row[1 + i] = sampling_is_due(&f->clocks[i], t, sensor->rate)
                         ? row[1 + i] + sensor->sigma * noise_normal(&f->noise[i])
                         : (double)NAN;
    }
    return true;
}

/* The nearest time at which a sensor with a rate has its next value. */
static double next_due(const struct simulation *f, double limit)
{
    for (size_t i = 0; i < f->s->m; i++)
        if (f->s->filter->sensors[i].rate > 0)
            limit = fmin(limit, sampling_due(&f->clocks[i], f->s->filter->sensors[i].rate));
    return limit;
}

static bool simulate_all(struct simulation *f, struct error *error)
{
    struct run *run = f->machine->run;
    if (!reach_row(f, error))
        return false;
    while (!run_ended(run) && run_time(run) < run_stop_time(run)) {
        const double limit = next_due(f, run_stop_time(run));
        const double end = estimate_step_end(run_start_time(run), f->step, run_time(run), limit);
        if (!run_advance(run, end, error))
            return false;
        if (run_time(run) < end)
            return machine_raise_ended(f->machine, error);
        if (!reach_row(f, error))
            return false;
    }
    return run_summary(run).status != RUN_INTERRUPTED || machine_raise_ended(f->machine, error);
}

bool simulate_make(struct simulated *s, struct machine *machine, const struct filter_file *filter, uint64_t seed,
                   double step, struct error *error)
{
    const size_t n = filter->n_states, m = filter->n_sensors;
    *s = (struct simulated){.filter = filter, .n = n, .m = m, .width = 1 + m + n};
    struct simulation f = {.s = s, .machine = machine, .step = step};
    f.noise = calloc(m + 1, sizeof *f.noise);
    f.clocks = calloc(m + 1, sizeof *f.clocks);
    for (size_t i = 0; f.noise && i < m; i++)
        f.noise[i] = noise_begin(seed, filter->sensors[i].name);
    const bool good =
        f.noise && f.clocks ? simulate_all(&f, error) : error_raise(error, ERROR_NO_MEMORY, "simulating measurements");
    free(f.noise);
    free(f.clocks);
    return good;
}

void simulate_free(struct simulated *s)
{
    free(s->rows);
    *s = (struct simulated){0};
}

/* ---- files ---- */

static bool has_measurement(const struct simulated *s, const double *row)
{
    for (size_t i = 0; i < s->m; i++)
        if (!isnan(row[1 + i]))
            return true;
    return false;
}

static bool print_measurements(FILE *file, const void *context)
{
    const struct simulated *s = context;
    fputs("time", file);
    for (size_t i = 0; i < s->m; i++)
        fprintf(file, ",%s", s->filter->sensors[i].name);
    fputc('\n', file);
    for (size_t r = 0; r < s->n_rows; r++) {
        const double *row = s->rows + r * s->width;
        if (!has_measurement(s, row))
            continue;
        fprintf(file, "%.17g", row[0]);
        for (size_t i = 0; i < s->m; i++)
            if (isnan(row[1 + i]))
                fputc(',', file);
            else
                fprintf(file, ",%.17g", row[1 + i]);
        fputc('\n', file);
    }
    return !ferror(file);
}

static bool print_truth(FILE *file, const void *context)
{
    const struct simulated *s = context;
    fputs("time", file);
    for (size_t i = 0; i < s->n; i++) {
        fputc(',', file);
        csv_put(file, s->filter->states[i].name);
    }
    fputc('\n', file);
    for (size_t r = 0; r < s->n_rows; r++) {
        const double *row = s->rows + r * s->width;
        fprintf(file, "%.17g", row[0]);
        for (size_t i = 0; i < s->n; i++)
            fprintf(file, ",%.17g", row[1 + s->m + i]);
        fputc('\n', file);
    }
    return !ferror(file);
}

bool simulate_write_measurements(const struct simulated *s, const char *path, const char *command, struct error *error)
{
    struct estimate_notes notes = {0};
    if (!output_write(path, print_measurements, s, error))
        return false;
    estimate_notes_add(&notes, "", "time", "s", "time");
    for (size_t i = 0; i < s->m; i++) {
        const struct filter_sensor *sensor = &s->filter->sensors[i];
        estimate_notes_add(&notes, "", sensor->name, sensor->unit, sensor->description);
    }
    return estimate_notes_write(&notes, path, command, error);
}

bool simulate_write_truth(const struct simulated *s, const char *path, const char *command, struct error *error)
{
    struct estimate_notes notes = {0};
    if (!output_write(path, print_truth, s, error))
        return false;
    estimate_notes_add(&notes, "", "time", "s", "time");
    for (size_t i = 0; i < s->n; i++) {
        const struct filter_state *state = &s->filter->states[i];
        estimate_notes_add(&notes, "", state->name, state->unit, state->description);
    }
    return estimate_notes_write(&notes, path, command, error);
}
