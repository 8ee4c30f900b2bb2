#include "estimate/truth.h"

#include "estimate/estimate_messages.h"

#include <math.h>

static struct truth_error compare(const struct estimate *e, const struct readings *truth, size_t column, size_t state,
                                  double from)
{
    struct truth_error t = {0};
    double squares = 0;
    size_t row = 0, inside = 0;
    for (size_t r = 0; r < e->n_rows; r++) {
        const double time = estimate_time(e, r), is = readings_at(truth, column, time, &row);
        if (isnan(is) || time < from)
            continue;
        const double difference = estimate_value(e, r, PART_STATE, state) - is;
        squares += difference * difference;
        inside += fabs(difference) <= consistency_bound * estimate_value(e, r, PART_DEVIATION, state);
        t.largest = fmax(t.largest, fabs(is));
        t.n++;
    }
    if (t.n > 0) {
        t.rms = sqrt(squares / (double)t.n);
        t.inside = (double)inside / (double)t.n;
    }
    return t;
}

bool truth_compare(const struct estimate *e, const struct readings *truth, double from, struct truth_error *errors,
                   struct error *error)
{
    bool any = false;
    for (size_t i = 0; i < e->n; i++) {
        const size_t column = readings_find(truth, e->filter->states[i].name);
        const struct truth_error unknown = {0};
        errors[i] = column == NO_COLUMN ? unknown : compare(e, truth, column, i, from);
        any = any || errors[i].n > 0;
    }
    return any || error_raise(error, ERROR_ESTIMATE_TRUTH, truth->csv.path, e->filter->states[0].name);
}
