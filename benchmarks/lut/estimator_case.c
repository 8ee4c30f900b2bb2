/* The state estimator of the dissertation's section 4.3: the four-bar of Publication II, its hydraulics included, from four sets of sensors at four
 * rates. The paper gives neither noise levels nor modelling errors: they are those of a complete experiment that was proposed and computed by
 * another program. The filter's model has a heavier coupler, less friction, less pump pressure, and a crank that starts one degree off. As in
 * the paper, errors of pressures are random walks for the filter (eq. 3.4) that make their steps at the end of a time step (eq. 3.18). As in that
 * program, machine and model are stepped as a whole by the trapezoidal rule with 1 ms, and the first measurements come after a step. */
#include "benchmarks/bench/bench.h"

#include "benchmarks/lut/estimator_cost.h"
#include "estimate/truth.h"

#include <math.h>

enum {
    N_STATES = EXPERIMENT_STATES,
    N_SETS = EXPERIMENT_SETS,
    N_RATES = 4,
    ALL_SEEDS = 20,
    PAIR_SEEDS = 3,
    DRAWN_EVERY = 10 /* rows; at 200 Hz these are two updates */
};

static const double rates[N_RATES] = {1000, 500, 200, 100};
static const double from = 0.2; /* s: errors count from here on */
static const double stop = 10;  /* s */

struct finding { /* means over the seeds */
    bool is_there;
    double rms[N_STATES], inside[N_STATES], percent;
    struct {
        size_t n, wrong;
    } predictions, updates; /* that do not raise the angle's deviation, and that do not lower it */
};

struct experiment {
    struct bench *bench;
    struct outcome *outcome;
    int seeds;
    struct experiment_data data;
    struct finding findings[N_SETS][N_RATES];
    struct finding of_whole[N_SETS], of_pair[N_SETS]; /* the same measurements, 1000 Hz, PAIR_SEEDS */
};

/* ---- one run of the filter ---- */

static bool is_update(const struct estimate *e, size_t row)
{
    return !isnan(estimate_nis(e, row));
}

/* A row stands behind prediction and update. What the encoder, the first sensor of every set, was expected to be off by tells what was known of the
 * crank's angle between them: S = P + sigma^2. */
static double predicted_deviation(const struct estimate *e, size_t row)
{
    const double sigma = experiment_sensors[0].sigma, expected = estimate_value(e, row, PART_INNOVATION_DEVIATION, 0);
    return is_update(e, row) ? sqrt(expected * expected - sigma * sigma) : estimate_value(e, row, PART_DEVIATION, 0);
}

/* Standard deviation of the crank's angle: up on a prediction, down at an update. */
static void look_at_saw(const struct estimate *e, struct finding *f)
{
    for (size_t r = 1; r < e->n_rows; r++) {
        const double before = estimate_value(e, r - 1, PART_DEVIATION, 0), predicted = predicted_deviation(e, r),
                     now = estimate_value(e, r, PART_DEVIATION, 0);
        if (estimate_time(e, r) < from)
            continue;
        f->predictions.n++;
        f->predictions.wrong += !(predicted > before);
        f->updates.n += is_update(e, r);
        f->updates.wrong += is_update(e, r) && !(now < predicted);
    }
}

static void draw_saw(struct experiment *x, const struct estimate *e)
{
    static const double begin = 2, end = 2.1; /* s */
    struct outcome *o = x->outcome;
    struct figure *figure =
        outcome_figure(o, &(struct figure){.id = "estimator-saw",
                                           .title = "Estimator: what is known of the crank angle, step by step",
                                           .caption = "Every step and every update of a tenth of a second: sensor set "
                                                      "1 at 200 Hz, first seed.",
                                           .x_label = "time in s",
                                           .y_label = "standard deviation in rad"});
    struct curve *curve = figure_curve(o, figure, "up in predictions, down at updates", CURVE_LINE);
    for (size_t r = (size_t)lround(begin / experiment_step); r <= (size_t)lround(end / experiment_step); r++) {
        if (is_update(e, r))
            curve_add(o, curve, estimate_time(e, r), predicted_deviation(e, r));
        curve_add(o, curve, estimate_time(e, r), estimate_value(e, r, PART_DEVIATION, 0));
    }
}

/* Every second update and the row before it: the two ends of a saw tooth. */
static bool is_drawn(const struct estimate *e, size_t row)
{
    return row % DRAWN_EVERY < DRAWN_EVERY / 2 && (is_update(e, row) || (row + 1 < e->n_rows && is_update(e, row + 1)));
}

static void draw(struct experiment *x, const struct estimate *e)
{
    static const char *const ids[] = {"estimator-angle", "estimator-rate", "estimator-p1", "estimator-p2",
                                      "estimator-p3"};
    static const char *const titles[] = {"Estimator: crank angle", "Estimator: crank rate", "Estimator: pressure p1",
                                         "Estimator: pressure p2", "Estimator: pressure p3"};
    static const char *const labels[] = {"error in rad", "error in rad/s", "error in Pa", "error in Pa", "error in Pa"};
    struct outcome *o = x->outcome;
    for (size_t i = 0; i < N_STATES; i++) {
        struct figure *figure = outcome_figure(
            o, &(struct figure){.id = ids[i],
                                .title = titles[i],
                                .caption = "Estimate minus truth, and the filter's own 95 % band: sensor set 1 at 200 "
                                           "Hz, first seed.",
                                .x_label = "time in s",
                                .y_label = labels[i]});
        static const char *const names[] = {"error", "95 % band", ""};
        for (int which = 0; which < 3; which++) { /* one by one: another curve may move those that are there */
            struct curve *curve = figure_curve(o, figure, names[which], which == 0 ? CURVE_LINE : CURVE_DASHED);
            for (size_t r = (size_t)lround(from / experiment_step); r < e->n_rows; r++) {
                if (!is_drawn(e, r))
                    continue;
                const double band = consistency_bound * estimate_value(e, r, PART_DEVIATION, i);
                const double miss = estimate_value(e, r, PART_STATE, i) - x->data.true_values[r * N_STATES + i];
                curve_add(o, curve, estimate_time(e, r), which == 0 ? miss : which == 1 ? band : -band);
            }
        }
    }
}

static void add_finding(struct finding *f, const struct estimate *e, const struct truth_error *errors, int seeds)
{
    f->is_there = true;
    for (size_t i = 0; i < N_STATES; i++) {
        f->rms[i] += errors[i].rms / seeds;
        f->inside[i] += errors[i].inside / seeds;
        f->percent += 100 * errors[i].rms / errors[i].largest / seeds;
    }
    look_at_saw(e, f);
}

static bool filter_once(struct experiment *x, const struct experiment_model *model, size_t set, size_t rate,
                        struct finding *f, int seeds, bool is_shown, struct error *error)
{
    const struct experiment_data *data = &x->data;
    struct experiment_filter filter;
    experiment_filter_make(&filter, set, rates[rate]);
    char *columns[N_STATES], *states[N_STATES];
    experiment_name_columns(columns);
    experiment_name_states(states);
    const struct trajectory readings = experiment_readings(data, data->measured, columns, 1, data->n - 1),
                            truth = experiment_readings(data, data->true_values, states, 0, data->n);
    struct truth_error errors[N_STATES];
    struct experiment_machine o;
    struct sampling sampling = {0};
    struct estimate e = {0};
    const bool good = experiment_machine_open(&o, x->bench, model, stop, &filter.file, error) &&
                      sampling_open(&sampling, &filter.file, &readings, 0, stop, "the case", error) &&
                      estimate_make(&e, &o.machine, &filter.file, &sampling, experiment_step, false, error) &&
                      truth_compare(&e, &truth, from, errors, error);
    if (good)
        add_finding(f, &e, errors, seeds);
    if (good && is_shown) {
        draw(x, &e);
        draw_saw(x, &e);
    }
    estimate_free(&e);
    sampling_close(&sampling);
    experiment_machine_close(&o);
    return good;
}

/* In short, a few of the cases: sets 1 and 2 at 200 Hz, and what a higher rate makes of set 2. */
static bool is_wanted(const struct experiment *x, size_t set, size_t rate)
{
    const bool is_short = set <= 1 && (rates[rate] == 200 || (set == 1 && rates[rate] == 500));
    return (is_short || !x->bench->quick) &&
           bench_wants(x->bench, outcome_text(x->outcome, "set %zu at %g Hz", set + 1, rates[rate]));
}

static bool is_pair_wanted(const struct experiment *x)
{
    return !x->bench->quick && bench_wants(x->bench, "pair");
}

static bool is_any_case_wanted(const struct experiment *x)
{
    for (size_t set = 0; set < N_SETS; set++)
        for (size_t rate = 0; rate < N_RATES; rate++)
            if (is_wanted(x, set, rate))
                return true;
    return false;
}

/* The model as two coupled FMUs, beside the model as one. */
static bool filter_pair(struct experiment *x, struct error *error)
{
    for (size_t set = 0; set < N_SETS; set++) {
        bench_progress(x->bench, "a pair of FMUs, set %zu", set + 1);
        if (!filter_once(x, &experiment_model, set, 0, &x->of_whole[set], PAIR_SEEDS, false, error) ||
            !filter_once(x, &experiment_pair, set, 0, &x->of_pair[set], PAIR_SEEDS, false, error))
            return false;
    }
    return true;
}

static bool filter_all(struct experiment *x, struct error *error)
{
    for (uint64_t seed = 1; seed <= (uint64_t)x->seeds; seed++) {
        experiment_measure(&x->data, seed);
        for (size_t set = 0; set < N_SETS; set++)
            for (size_t rate = 0; rate < N_RATES; rate++) {
                bench_progress(x->bench, "seed %d, set %zu, %g Hz", (int)seed, set + 1, rates[rate]);
                if (is_wanted(x, set, rate) &&
                    !filter_once(x, &experiment_model, set, rate, &x->findings[set][rate], x->seeds,
                                 seed == 1 && set == 0 && rates[rate] == 200, error))
                    return false;
            }
        if (seed <= PAIR_SEEDS && is_pair_wanted(x) && !filter_pair(x, error))
            return false;
    }
    return true;
}

/* ---- what must hold ---- */

static const char source[] = "a filter of another program on the same experiment, 6 seeds: what all its runs have";

/* The smallest and the largest RMS error of its runs, per sensor set and rate. */
struct interval {
    double least[N_STATES], most[N_STATES];
};
/* clang-format off */
static const struct interval their_errors[N_SETS][N_RATES] = {
    {{{0.00059933, 0.0084923, 42204, 40500, 28705}, {0.000681, 0.00915, 44724, 43175, 30010}},
     {{0.00078276, 0.00967, 62818, 61367, 40140}, {0.00087211, 0.010516, 67461, 66607, 43854}},
     {{0.0011799, 0.010404, 91709, 91538, 58938}, {0.0012952, 0.011254, 98443, 98984, 65671}},
     {{0.0013924, 0.0086611, 88201, 87830, 61212}, {0.0015524, 0.01037, 1.0474e+05, 1.0517e+05, 69681}}},
    {{{3.6738e-05, 0.0009064, 23811, 17753, 20014}, {0.00024508, 0.00092851, 24335, 18551, 20631}},
     {{8.501e-05, 0.00095331, 29079, 20550, 24004}, {0.00020907, 0.00097481, 29864, 21431, 24737}},
     {{0.00015353, 0.0011808, 31254, 24146, 29029}, {0.00044765, 0.0012151, 32891, 25314, 30369}},
     {{0.00027542, 0.0016108, 33380, 27328, 32944}, {0.00051855, 0.0017456, 34449, 28405, 35116}}},
    {{{3.7661e-05, 0.00090929, 23912, 17872, 38236}, {0.00024593, 0.0009324, 24438, 18642, 39989}},
     {{8.4121e-05, 0.00098135, 29631, 21053, 38236}, {0.00020779, 0.00099899, 30301, 21789, 40154}},
     {{0.00017154, 0.0012062, 32701, 25923, 39286}, {0.00044653, 0.001216, 34304, 27044, 41908}},
     {{0.00025837, 0.0015656, 36064, 30163, 40547}, {0.00051066, 0.0016263, 37470, 31704, 43809}}},
    {{{3.7691e-05, 0.00091024, 24523, 21705, 20103}, {0.000246, 0.00093288, 25198, 22611, 20751}},
     {{8.4077e-05, 0.00096429, 29288, 24103, 24215}, {0.00020801, 0.0009847, 30089, 25131, 25084}},
     {{0.0001688, 0.0011028, 30238, 25428, 30015}, {0.00044902, 0.0011211, 32029, 27701, 31577}},
     {{0.00025751, 0.0014199, 32881, 28521, 35078}, {0.00051057, 0.0014899, 35962, 31543, 37748}}},
};
/* clang-format on */

static void bound(struct outcome *o, const char *table, const char *name, double ours, double most)
{
    outcome_bound(o, &(struct row){.table = table,
                                   .kind = KIND_RECOMPUTED,
                                   .name = name,
                                   .unit = "",
                                   .expected = most,
                                   .ours = ours,
                                   .is_bound = true,
                                   .source = source});
}

/* Means that lie outside of six runs, by shares of the smallest one, and half a unit of the last digit. Six runs lie on one side of the mean of a
 * symmetric distribution with the probability 2/2^6, 2.5 of 80 rows. With their noise in the place of ours, our filter repeats their runs
 * (tests/estimate/reference.py), and the means of 20 further seeds of it are below their smallest runs here, too (docs/estimate.md). */
static const struct {
    size_t set;
    double rate;
    size_t state;
    double below, rounding;
} known_misses[] = {{0, 200, 0, 0.008, 0.0005}, {0, 1000, 3, 0.0005, 0.00005}};

static void allow_known_miss(struct outcome *o, struct row *row, size_t set, double rate, size_t state, double least)
{
    for (size_t i = 0; i < sizeof known_misses / sizeof *known_misses; i++)
        if (known_misses[i].set == set && known_misses[i].rate == rate && known_misses[i].state == state &&
            row->ours < row->expected) {
            row->differs = outcome_text(
                o,
                "%g %% below the smallest of their six runs: six runs all lie on one side of the mean once in 32 times",
                100 * known_misses[i].below);
            row->known = row->expected - least * (1 - known_misses[i].below - known_misses[i].rounding);
        }
}

/* The mean of 20 seeds lies between the smallest and the largest of theirs. */
static void report_mean(struct experiment *x, size_t set, size_t rate)
{
    static const char *const tables[N_STATES] = {
        "Crank angle: mean RMS error over 20 seeds", "Crank rate: mean RMS error over 20 seeds",
        "Pressure p1: mean RMS error over 20 seeds", "Pressure p2: mean RMS error over 20 seeds",
        "Pressure p3: mean RMS error over 20 seeds"};
    static const char *const units[N_STATES] = {"rad", "rad/s", "Pa", "Pa", "Pa"};
    struct outcome *o = x->outcome;
    const struct interval *theirs = &their_errors[set][rate];
    for (size_t i = 0; i < N_STATES && !x->bench->quick; i++) {
        struct row row = {.table = tables[i],
                          .kind = KIND_RECOMPUTED,
                          .name = outcome_text(o, "set %zu at %g Hz", set + 1, rates[rate]),
                          .unit = units[i],
                          .expected = (theirs->least[i] + theirs->most[i]) / 2,
                          .tolerance = (theirs->most[i] - theirs->least[i]) / 2,
                          .ours = x->findings[set][rate].rms[i],
                          .source = source};
        allow_known_miss(o, &row, set, rates[rate], i, theirs->least[i]);
        outcome_compare(o, &row);
    }
}

/* All of the experiment at once, as the paper has it. */
static void show_all(struct experiment *x)
{
    static const char *const columns[] = {"angle, mrad", "rate, mrad/s", "p1, kPa", "p2, kPa", "p3, kPa", "sum, %"};
    enum { N_COLUMNS = sizeof columns / sizeof *columns };
    static const double units[N_STATES] = {1e-3, 1e-3, 1e3, 1e3, 1e3};
    struct outcome *o = x->outcome;
    struct overview *all = outcome_overview(
        o,
        &(struct overview){.title = x->bench->quick ? "RMS errors, one seed; sum in % of the largest values"
                                                    : "RMS errors, means over 20 seeds; sum in % of the largest values",
                           .columns = columns,
                           .n_columns = N_COLUMNS});
    for (size_t set = 0; set < N_SETS; set++)
        for (size_t rate = 0; rate < N_RATES; rate++) {
            const struct finding *f = &x->findings[set][rate];
            double values[N_COLUMNS];
            for (size_t i = 0; i < N_STATES; i++)
                values[i] = f->rms[i] / units[i];
            values[N_STATES] = f->percent;
            if (f->is_there)
                overview_add(o, all, outcome_text(o, "set %zu at %g Hz", set + 1, rates[rate]), values);
        }
}

/* By the trapezoidal rule with 1 ms, corrections of p1 ring: it comes to rest at 2.1e4/s, and the rule makes -0.83 of a correction in a step. */
static void report_pair(struct experiment *x)
{
    static const char *const names[N_STATES] = {"angle", "rate", "p1", "p2", "p3"};
    struct outcome *o = x->outcome;
    for (size_t set = 0; set < N_SETS && x->of_pair[0].is_there; set++) {
        for (size_t i = 0; i < N_STATES; i++)
            outcome_measure(
                o, &(struct row){
                       .table = "A pair of FMUs, coupled every 1 ms: RMS errors over those above, 1000 Hz, three seeds",
                       .name = outcome_text(o, "set %zu, %s", set + 1, names[i]),
                       .unit = "",
                       .expected = (double)NAN,
                       .ours = x->of_pair[set].rms[i] / x->of_whole[set].rms[i]});
        bound(o, "A pair of FMUs: RMS error of the crank angle over the encoder's sigma",
              outcome_text(o, "set %zu", set + 1), x->of_pair[set].rms[0] / experiment_sensors[0].sigma, 0.35);
    }
}

static void report_case(struct experiment *x, size_t set, size_t rate)
{
    struct outcome *o = x->outcome;
    const struct finding *f = &x->findings[set][rate];
    const char *name = outcome_text(o, "set %zu at %g Hz", set + 1, rates[rate]);
    if (!f->is_there)
        return;
    bound(o, "Crank angle: RMS error over the encoder's sigma", name, f->rms[0] / experiment_sensors[0].sigma, 0.35);
    outcome_measure(o, &(struct row){.table = "Sum of the five RMS errors in % of the largest values",
                                     .name = name,
                                     .unit = "%",
                                     .expected = (double)NAN,
                                     .ours = f->percent});
    if (set == 0) /* 0.90 to 1 */
        outcome_compare(o, &(struct row){.table = "Share of crank angles inside of their 95 % interval",
                                         .kind = KIND_RECOMPUTED,
                                         .name = name,
                                         .unit = "",
                                         .expected = 0.95,
                                         .ours = f->inside[0],
                                         .tolerance = 0.05,
                                         .source = source});
    if (rates[rate] == 200) {
        bound(o, "Saw tooth of the angle's deviation: predictions that do not raise it",
              outcome_text(o, "%s, of %zu", name, f->predictions.n), (double)f->predictions.wrong, 0);
        bound(o, "Saw tooth of the angle's deviation: updates that do not lower it",
              outcome_text(o, "%s, of %zu", name, f->updates.n), (double)f->updates.wrong, 0);
    }
}

static void report_order(struct experiment *x)
{
    struct outcome *o = x->outcome;
    for (size_t rate = 0; rate < 2; rate++) {
        double best = INFINITY;
        for (size_t set = 0; set < N_SETS; set++)
            if (set != 1)
                best = fmin(best, x->findings[set][rate].is_there ? x->findings[set][rate].percent : (double)NAN);
        if (x->findings[1][rate].is_there && isfinite(best))
            bound(o, "Sensor set 2 over the best of the others, by that sum", outcome_text(o, "%g Hz", rates[rate]),
                  x->findings[1][rate].percent / best, 1);
    }
    for (size_t rate = 0; rate + 1 < N_RATES; rate++)
        if (x->findings[1][rate].is_there && x->findings[1][rate + 1].is_there)
            bound(o, "Sensor set 2: a rate over the next lower one, by that sum",
                  outcome_text(o, "%g Hz over %g Hz", rates[rate], rates[rate + 1]),
                  x->findings[1][rate].percent / x->findings[1][rate + 1].percent, 1);
}

/* ---- what it costs ---- */

/* The best of several, taken in turn: whoever else uses the machine takes time away, and gives none. More of them before it counts as too slow. */
static bool report_cost(struct experiment *x, struct error *error)
{
    enum { STEPS = 500, FEWEST = 5, MOST = 25 };
    static const double asked = 3;
    double alone = INFINITY, filtered = INFINITY;
    bool good = true;
    for (int time = 0; good && (time < FEWEST || (time < MOST && filtered > asked * alone)); time++) {
        double model_s, filter_s;
        good = estimator_cost_model(x->bench, STEPS, &model_s, error) &&
               estimator_cost_filter(x->bench, &x->data, STEPS, &filter_s, error);
        if (good) {
            alone = fmin(alone, model_s);
            filtered = fmin(filtered, filter_s);
        }
    }
    if (good)
        outcome_bound(x->outcome,
                      &(struct row){.table = "Cost: CPU time of a filter step over a step of 1 ms of the moving model",
                                    .kind = KIND_RECOMPUTED,
                                    .name = "Runge-Kutta at 0.1 ms, five sensors in every step",
                                    .unit = "",
                                    .expected = asked,
                                    .ours = filtered / alone,
                                    .is_bound = true,
                                    .source = "asked of the filter"});
    return good;
}

bool estimator_case_run(struct bench *bench, struct outcome *outcome, struct error *error)
{
    struct experiment x = {.bench = bench, .outcome = outcome, .seeds = bench->quick ? 1 : ALL_SEEDS};
    const bool wants_cost = !bench->quick && bench_wants(bench, "cost");
    if (!wants_cost && !is_any_case_wanted(&x) && !is_pair_wanted(&x))
        return true;
    bool good = experiment_simulate(&x.data, bench, stop, error) && filter_all(&x, error);
    for (size_t set = 0; good && set < N_SETS; set++)
        for (size_t rate = 0; rate < N_RATES; rate++) {
            report_case(&x, set, rate);
            if (x.findings[set][rate].is_there)
                report_mean(&x, set, rate);
        }
    if (good) {
        if (is_any_case_wanted(&x))
            show_all(&x);
        report_order(&x);
        report_pair(&x);
    }
    good = good && (!wants_cost || report_cost(&x, error));
    experiment_free(&x.data);
    return good;
}
