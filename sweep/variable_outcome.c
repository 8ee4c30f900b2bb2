/* A run in five numbers. */
#include "sweep/variable_outcome.h"

#include <math.h>

/* Two values that differ by less of the largest are equal: what is left is rounding. */
static const double equal = 1e-9;

static bool is_rounding(double difference, double minimum, double maximum)
{
    return !(fabs(difference) > equal * fmax(fabs(minimum), fabs(maximum)));
}

const char *outcome_name(enum outcome_kind kind)
{
    static const char *const names[N_OUTCOMES] = {[OUTCOME_MINIMUM] = "minimum",
                                                  [OUTCOME_MAXIMUM] = "maximum",
                                                  [OUTCOME_FINAL] = "final",
                                                  [OUTCOME_OVERSHOOT] = "overshoot",
                                                  [OUTCOME_SETTLING_TIME] = "settling_time"};
    return names[kind];
}

const char *outcome_unit(enum outcome_kind kind, const char *variables)
{
    return kind == OUTCOME_OVERSHOOT ? NULL : kind == OUTCOME_SETTLING_TIME ? "s" : variables;
}

static double value_at(const struct trajectory *t, size_t row, size_t column)
{
    return t->values[row * t->n_names + column];
}

static double overshoot(double first, double final, double minimum, double maximum)
{
    const double step = final - first;
    if (is_rounding(step, minimum, maximum))
        return NAN;
    return (step > 0 ? maximum - final : final - minimum) / fabs(step);
}

/* Backwards to the last row outside of the band, and from there along a straight line into it. */
static double settling_time(const struct trajectory *t, size_t column, double final, double width)
{
    for (size_t row = t->n_times; row-- > 0;) {
        const double distance = value_at(t, row, column) - final;
        if (fabs(distance) <= width)
            continue;
        const double next =
            value_at(t, row + 1, column) - final; /* the last row is the final value: there is one behind this */
        const double edge = distance > 0 ? width : -width;
        const double part = (distance - edge) / (distance - next);
        return t->times[row] + part * (t->times[row + 1] - t->times[row]) - t->times[0];
    }
    return 0;
}

struct variable_outcome outcome_of(const struct trajectory *t, size_t column, double band)
{
    double minimum, maximum;
    trajectory_range(t, column, &minimum, &maximum);
    const double first = value_at(t, 0, column), final = value_at(t, t->n_times - 1, column);
    const double farthest = fmax(maximum - final, final - minimum);
    const bool moves = !is_rounding(farthest, minimum, maximum);
    return (struct variable_outcome){
        .values = {[OUTCOME_MINIMUM] = minimum,
                   [OUTCOME_MAXIMUM] = maximum,
                   [OUTCOME_FINAL] = final,
                   [OUTCOME_OVERSHOOT] = overshoot(first, final, minimum, maximum),
                   [OUTCOME_SETTLING_TIME] = moves ? settling_time(t, column, final, band * farthest) : 0}};
}
