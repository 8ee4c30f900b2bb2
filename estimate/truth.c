#include "estimate/truth.h"

#include "estimate/estimate_messages.h"

#include <math.h>
#include <stdint.h>

struct sums {
    double squares;
    size_t inside;
};

static void add(struct sums *s, double difference, double deviation)
{
    s->squares += difference * difference;
    s->inside += fabs(difference) <= consistency_bound * deviation;
}

static struct truth_error compare(const struct estimate *e, const struct trajectory *truth, size_t column, size_t state,
                                  double from)
{
    struct truth_error t = {0};
    struct sums filtered = {0}, smoothed = {0};
    size_t row = 0;
    for (size_t r = 0; r < e->n_rows; r++) {
        const double time = estimate_time(e, r), is = trajectory_at(truth, column, time, &row);
        if (isnan(is) || time < from)
            continue;
        add(&filtered, estimate_value(e, r, PART_STATE, state) - is, estimate_value(e, r, PART_DEVIATION, state));
        if (e->is_smoothed)
            add(&smoothed, estimate_value(e, r, PART_SMOOTHED, state) - is,
                estimate_value(e, r, PART_SMOOTHED_DEVIATION, state));
        t.largest = fmax(t.largest, fabs(is));
        t.n++;
    }
    if (t.n > 0) {
        const double n = (double)t.n;
        t.rms = sqrt(filtered.squares / n);
        t.inside = (double)filtered.inside / n;
        t.smoothed_rms = sqrt(smoothed.squares / n);
        t.smoothed_inside = (double)smoothed.inside / n;
    }
    return t;
}

bool truth_compare(const struct estimate *e, const struct trajectory *truth, double from, struct truth_error *errors,
                   struct error *error)
{
    bool is_there = false, any = false;
    for (size_t i = 0; i < e->n; i++) {
        const size_t column = trajectory_find(truth, e->filter->states[i].name);
        const struct truth_error unknown = {0};
        errors[i] = column == SIZE_MAX ? unknown : compare(e, truth, column, i, from);
        is_there = is_there || column != SIZE_MAX;
        any = any || errors[i].n > 0;
    }
    if (!is_there)
        return error_raise(error, ERROR_ESTIMATE_TRUTH, truth->path, e->filter->states[0].name);
    return any ||
           error_raise(error, ERROR_ESTIMATE_TRUTH_ELSEWHERE, truth->path,
                       TEXT("%.9g", fmax(from, estimate_time(e, 0))), TEXT("%.9g", estimate_time(e, e->n_rows - 1)));
}
