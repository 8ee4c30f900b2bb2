/* Gonzalez et al. (2017): the flexible double pendulum. Table 3, and with all numbers of elements of Table 4 and more. */
#include "benchmarks/bench/moving.h"

#include "benchmarks/gonzalez/pendulum.h"
#include "benchmarks/reference/recomputed.h"
#include "master/base/numbers.h"
#include "master/base/seconds.h"

#include <float.h>
#include <math.h>

enum { FREQUENCIES = 4 };

#define RECOMPUTED(n)                                                                                                  \
    {                                                                                                                  \
        PENDULUM_##n##_S1, PENDULUM_##n##_S2, PENDULUM_##n##_S3, PENDULUM_##n##_S4                                     \
    }

static const struct discretization {
    size_t elements;
    bool has_stiffening;
    double recomputed[FREQUENCIES];
    double seconds[3]; /* Table 4: MCS, RCS, UCS; MATLAB, i7-4790K */
} discretizations[] = {
    {10, false, RECOMPUTED(10), {0.015, 0.020, 0.019}},
    {25, false, RECOMPUTED(25), {0.185, 0.176, 0.170}},
    {50, false, RECOMPUTED(50), {1.338, 1.229, 1.219}},
    {75, false, RECOMPUTED(75), {6.411, 5.800, 5.388}},
    {100, false, RECOMPUTED(100), {17.940, 16.072, 14.228}},
    {1000, false, RECOMPUTED(1000), {0}},
    {50, true, RECOMPUTED(50_STIFFENED), {0}},
};
enum { N_DISCRETIZATIONS = sizeof discretizations / sizeof *discretizations };

static const double table_3[FREQUENCIES] = {1.3357, 3.5244, 9.4175, 22.4054}; /* n_p = 50 */

/* Vectors are multiplied by matrices whose eigenvalues 1/s^2 err by roundings of the largest one, a few for each passage of the rods. */
static double rounding(const double *s, int i)
{
    const double ratio = s[i] / s[0];
    return s[i] * 32 * DBL_EPSILON * ratio * ratio;
}

static bool measure(const struct pendulum *p, double *found, double *ms, struct error *error)
{
    enum { TIMES = 5 };
    double times[TIMES];
    for (int i = 0; i < TIMES; i++) {
        const double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
        if (!pendulum_frequencies(p, FREQUENCIES, found, error))
            return false;
        times[i] = 1e3 * (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin);
    }
    *ms = numbers_median(times, TIMES);
    return true;
}

static void compare(struct outcome *o, const struct discretization *d, const char *name, const double *found)
{
    for (int i = 0; i < FREQUENCIES; i++) {
        struct row row = {.table = name,
                          .name = outcome_text(o, "%s: s_%d, imaginary", name, i + 1),
                          .unit = "1/s",
                          .ours = found[i]};
        if (d->elements == 50 && !d->has_stiffening) {
            row.kind = KIND_PUBLISHED, row.source = "Table 3";
            row.expected = table_3[i], row.tolerance = 0.5e-4;
            outcome_compare(o, &row);
        }
        row.kind = KIND_RECOMPUTED, row.source = "by shooting, in long double";
        row.expected = d->recomputed[i];
        row.tolerance = 0.5e-14 * (d->recomputed[i] < 10 ? 1 : 10) + rounding(d->recomputed, i);
        outcome_compare(o, &row);
    }
}

static void measure_time(struct outcome *o, const struct discretization *d, const char *name, double ms)
{
    struct row row = {.table = name, .name = outcome_text(o, "%s: time", name), .unit = "ms", .ours = ms};
    if (d->seconds[0] > 0) {
        double least = d->seconds[0];
        for (int i = 1; i < 3; i++)
            least = fmin(least, d->seconds[i]);
        row.name = outcome_text(o, "%s: time (published: MCS %.0f, RCS %.0f, UCS %.0f)", name, 1e3 * d->seconds[0],
                                1e3 * d->seconds[1], 1e3 * d->seconds[2]);
        row.source = outcome_text(o, "MATLAB: at least %.0f times that", 1e3 * least / ms);
    }
    outcome_measure(o, &row);
}

static void draw_published(struct outcome *o, struct figure *figure)
{
    static const char *const labels[] = {"published, MCS", "published, RCS", "published, UCS"};
    for (int k = 0; k < 3; k++) {
        struct curve *curve = figure_curve(o, figure, labels[k], CURVE_POINTS);
        for (int i = 0; i < N_DISCRETIZATIONS; i++)
            if (discretizations[i].seconds[k] > 0)
                curve_add(o, curve, (double)discretizations[i].elements, 1e3 * discretizations[i].seconds[k]);
    }
}

/* With two modes of each rod. They are so soft that their bending is seen as it is. */
static bool add_machine(struct bench *bench, struct outcome *o, struct error *error)
{
    static const struct moving_wish wish = {.id = "machine-flexible-pendulum",
                                            .title = "The flexible double pendulum swings",
                                            .path = "fmus/FlexiblePendulum.fmu",
                                            .options = {{"macro-step", "10ms"}, {"stop-time", "5s"}}};
    return moving_add_all(bench, o, &wish, 1, error);
}

bool gonzalez_flexible_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    struct figure figure = {
        .id = "gonzalez-flexible-growth",
        .title = "Flexible double pendulum: time of a linearization over the number of elements",
        .caption =
            "Terms and the four lowest frequencies; CPU time, median. Published: all eigenvalues, MATLAB, i7-4790K.",
        .x_label = "elements of each rod n_p",
        .y_label = "time, ms",
        .x_log = true,
        .y_log = true};
    double of_100 = NAN, of_1000 = NAN;
    figure_curve(o, &figure, "ours", CURVE_LINE_AND_POINTS);
    draw_published(o, &figure);
    for (int i = 0; i < N_DISCRETIZATIONS; i++) {
        const struct discretization *d = &discretizations[i];
        struct pendulum p = pendulum_default(d->elements);
        p.has_stiffening = d->has_stiffening;
        const char *name =
            outcome_text(o, "n_p = %zu%s", d->elements, d->has_stiffening ? ", stiffened by tension" : "");
        double found[FREQUENCIES], ms;
        if (!bench_wants(bench, name))
            continue;
        bench_progress(bench, "%s", name);
        if (!measure(&p, found, &ms, error))
            return false;
        compare(o, d, name, found);
        measure_time(o, d, name, ms);
        if (!d->has_stiffening)
            curve_add(o, &figure.curves[0], (double)d->elements, ms);
        if (d->elements == 100)
            of_100 = ms;
        if (d->elements == 1000)
            of_1000 = ms;
    }
    const struct row growth = {.table = "Growth of the time with n_p",
                               .name = "exponent from n_p = 100 to 1000",
                               .unit = "",
                               .ours = log10(of_1000 / of_100)};
    if (isfinite(growth.ours))
        outcome_measure(o, &growth);
    if (figure.curves[0].n > 0) /* else --only wants none of them */
        outcome_figure(o, &figure);
    return add_machine(bench, o, error);
}
