/* Values that are used. */
#include "estimate/sampling.h"

#include "estimate/estimate_messages.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

double sampling_due(const struct sampling_clock *clock, double rate)
{
    return clock->has_begun && rate > 0 ? clock->first + clock->n / rate : -INFINITY;
}

bool sampling_is_due(struct sampling_clock *clock, double t, double rate)
{
    const double due = sampling_due(clock, rate), rounding = 1e-6 / rate;
    if (!(rate > 0))
        return true;
    if (t < due - rounding)
        return false;
    if (!clock->has_begun || t > due + 0.5 / rate)
        *clock = (struct sampling_clock){true, t, 1};
    else
        clock->n++;
    return true;
}

static bool raise_no_column(const struct sampling *s, size_t sensor, const char *filter_path, struct error *error)
{
    const struct trajectory *r = s->readings;
    const char *name = s->filter->sensors[sensor].name;
    const char *nearest = error_nearest(name, (const char *const *)r->names, r->n_names);
    if (nearest)
        return error_raise(error, ERROR_ESTIMATE_NO_COLUMN_BUT, r->path, name, filter_path, nearest);
    return error_raise(error, ERROR_ESTIMATE_NO_COLUMN, r->path, name, filter_path);
}

static bool check_times(const struct trajectory *r, double start, double stop, struct error *error)
{
    const double rounding = 1e-9 * fmax(fabs(start), fabs(stop));
    const size_t last = r->n_times - 1;
    if (r->times[0] < start - rounding)
        return error_raise(error, ERROR_ESTIMATE_BEFORE, r->path, TEXT("%ld", r->first_line), TEXT("%.9g", r->times[0]),
                           TEXT("%.9g", start));
    return r->times[last] <= stop + rounding ||
           error_raise(error, ERROR_ESTIMATE_BEYOND, r->path, TEXT("%ld", r->last_line), TEXT("%.9g", r->times[last]),
                       TEXT("%.9g", stop));
}

static bool has_values(const struct sampling *s, struct error *error)
{
    const struct trajectory *r = s->readings;
    for (size_t row = 0; row < r->n_times; row++)
        for (size_t i = 0; i < s->filter->n_sensors; i++)
            if (!isnan(r->values[row * r->n_names + s->columns[i]]))
                return true;
    return error_raise(error, ERROR_ESTIMATE_NO_VALUES, r->path);
}

bool sampling_open(struct sampling *s, const struct filter_file *filter, const struct trajectory *readings,
                   double start, double stop, const char *filter_path, struct error *error)
{
    *s = (struct sampling){.filter = filter, .readings = readings, .start = start, .stop = stop};
    s->columns = calloc(filter->n_sensors + 1, sizeof *s->columns);
    s->clocks = calloc(filter->n_sensors + 1, sizeof *s->clocks);
    if (!s->columns || !s->clocks)
        return error_raise(error, ERROR_NO_MEMORY, "reading measurements");
    for (size_t i = 0; i < filter->n_sensors; i++) {
        s->columns[i] = trajectory_find(readings, filter->sensors[i].name);
        if (s->columns[i] == SIZE_MAX)
            return raise_no_column(s, i, filter_path, error);
    }
    sampling_rewind(s);
    return check_times(readings, start, stop, error) && has_values(s, error);
}

void sampling_close(struct sampling *s)
{
    free(s->columns);
    free(s->clocks);
    *s = (struct sampling){0};
}

void sampling_rewind(struct sampling *s)
{
    s->row = 0;
    for (size_t i = 0; i < s->filter->n_sensors; i++)
        s->clocks[i] = (struct sampling_clock){0};
}

double sampling_time(const struct sampling *s)
{
    return s->row < s->readings->n_times ? fmax(s->start, fmin(s->readings->times[s->row], s->stop)) : INFINITY;
}

size_t sampling_take(struct sampling *s, double *values)
{
    const struct trajectory *r = s->readings;
    const double t = r->times[s->row];
    size_t n = 0;
    for (size_t i = 0; i < s->filter->n_sensors; i++) {
        const double value = r->values[s->row * r->n_names + s->columns[i]];
        const bool is_used = !isnan(value) && sampling_is_due(&s->clocks[i], t, s->filter->sensors[i].rate);
        values[i] = is_used ? value : (double)NAN;
        n += is_used;
    }
    s->row++;
    return n;
}
