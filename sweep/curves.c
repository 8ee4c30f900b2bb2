#include "sweep/curves.h"

#include "master/base/numbers.h"
#include "master/options/options_messages.h"
#include "master/options/quantity.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- the x axis ---- */

/* A range of macro steps is as good as a number: those that the error chooses have a mean. */
static bool has_numbers(const struct plan *plan, size_t axis)
{
    double number;
    for (size_t i = 0; i < plan->axes[axis].values.n; i++)
        if (axis != plan->step && !number_parse(plan->axes[axis].values.items[i], &number))
            return false;
    return true;
}

static bool raise_no_axis(const struct plan *plan, const char *option, const char *column, struct error *error)
{
    const char *varied = "";
    char text[512] = "";
    for (size_t i = 0; i < plan->n_axes; i++)
        if (plan_is_varied(plan, i)) {
            const size_t used = strlen(text);
            error_format(text + used, sizeof text - used, "%s%s", varied, plan->axes[i].column);
            varied = ", ";
        }
    return error_raise(error, ERROR_OPTION_VALUE, option, column, *text ? text : "an option with a list of values");
}

bool curves_find_axis(const struct plan *plan, const char *option, const char *column, size_t *axis,
                      struct error *error)
{
    size_t most = 0;
    *axis = column ? plan_find_axis(plan, column) : SIZE_MAX;
    if (column)
        return (*axis != SIZE_MAX && plan_is_varied(plan, *axis)) || raise_no_axis(plan, option, column, error);
    for (size_t i = 0; i < plan->n_axes; i++)
        if (plan_is_varied(plan, i) && has_numbers(plan, i) && plan->axes[i].values.n > most) {
            most = plan->axes[i].values.n;
            *axis = i;
        }
    for (size_t i = 0; *axis == SIZE_MAX && i < plan->n_axes; i++)
        if (plan_is_varied(plan, i))
            *axis = i;
    return true;
}

/* The largest of the distances between neighbours over the smallest. */
static double unevenness(const double *sorted, size_t n, bool by_ratio)
{
    double smallest = INFINITY, largest = 0;
    for (size_t i = 1; i < n; i++) {
        const double distance = by_ratio ? log(sorted[i] / sorted[i - 1]) : sorted[i] - sorted[i - 1];
        smallest = distance > 0 ? fmin(smallest, distance) : smallest;
        largest = fmax(largest, distance);
    }
    return largest / smallest;
}

static bool is_spread_by_ratios(const struct list *values)
{
    static const double short_axis = 8; /* its ends: a logarithm would only bend it */
    double *numbers = malloc((values->n + 1) * sizeof *numbers);
    size_t n = 0;
    bool is = numbers != NULL;
    for (size_t i = 0; is && i < values->n; i++)
        if (number_parse(values->items[i], &numbers[n]))
            is = numbers[n++] > 0;
    is = is && n > 1;
    if (is) {
        numbers_sort(numbers, n);
        is = numbers[n - 1] >= short_axis * numbers[0] && unevenness(numbers, n, true) < unevenness(numbers, n, false);
    }
    free(numbers);
    return is;
}

static const char *unit_of(const struct table *t, const struct axis *axis)
{
    struct port port;
    struct error unknown = {0};
    const bool is_variable = strcmp(axis->option, "set") == 0;
    return is_variable && system_find_port(t->study->system, axis->column, &port, &unknown)
               ? system_unit(t->study->system, port)
               : NULL;
}

static void describe_axis(struct curves *c, struct chart *chart)
{
    const struct axis *axis = &c->table->study->plan.axes[c->axis];
    const char *unit = unit_of(c->table, axis);
    c->has_words = !has_numbers(&c->table->study->plan, c->axis);
    c->is_log = !c->has_words && is_spread_by_ratios(&axis->values);
    c->label = unit ? chart_text(chart, "%s, %s", axis->column, unit) : axis->column;
    if (c->axis == c->table->study->plan.step) {
        c->factor = 1e3;
        c->label =
            plan_chooses_steps(&c->table->study->plan) ? "macro step, ms (the mean of chosen ones)" : "macro step, ms";
    }
}

static bool find_start_time(struct curves *c, struct error *error)
{
    const struct study *s = c->table->study;
    struct run_words words = {0};
    const bool ok = plan_read(&s->plan, &(struct job){0}, &words, error);
    if (ok)
        c->start_time = run_experiment(s->system, &words.arguments.run).start_time;
    plan_free_words(&words);
    return ok;
}

bool curves_is_chosen(const struct curves *c, size_t run)
{
    const struct plan *plan = &c->table->study->plan;
    return c->axis != SIZE_MAX && c->axis == plan->step && plan_chooses_steps_of(plan, run);
}

double curves_x(const struct curves *c, size_t run)
{
    const struct plan *plan = &c->table->study->plan;
    double x = NAN;
    if (c->has_words)
        return (double)plan_choice(plan, run, c->axis);
    if (curves_is_chosen(c, run)) {
        const struct finding *o = &c->table->requests[run].finding;
        return o->steps > 0 ? c->factor * (o->time - c->start_time) / (double)o->steps : NAN;
    }
    if (c->axis == SIZE_MAX || !number_parse(plan_value(plan, run, c->axis), &x) || (c->is_log && !(x > 0)))
        return NAN;
    return c->factor * x;
}

/* A little wider than the numbers, so that no mark lies on the frame. */
static void fit_axis(const struct curves *c, struct chart_axis *x)
{
    static const double margin = 0.03;
    double low = INFINITY, high = -INFINITY;
    for (size_t run = 0; run < c->table->n; run++) {
        low = fmin(low, curves_x(c, run));
        high = fmax(high, curves_x(c, run));
    }
    if (!(high > low))
        return;
    x->low = c->is_log ? low / pow(high / low, margin) : low - margin * (high - low);
    x->high = c->is_log ? high * pow(high / low, margin) : high + margin * (high - low);
}

void curves_label_axis(const struct curves *c, struct chart *chart, struct chart_axis *x)
{
    const struct list *values = &c->table->study->plan.axes[c->axis].values;
    x->label = c->label;
    x->is_log = c->is_log;
    if (!c->has_words) {
        fit_axis(c, x);
        return;
    }
    x->has_names = true;
    x->low = -0.5;
    x->high = (double)values->n - 0.5;
    for (size_t i = 0; i < values->n; i++)
        chart_add_tick(chart, x, (double)i, values->items[i]);
}

/* ---- curves ---- */

/* What differs from point to point of a curve. */
static size_t along(const struct curves *c, size_t run)
{
    return curves_is_chosen(c, run) ? c->table->study->plan.tolerance : c->axis;
}

static bool is_same(const struct curves *c, size_t a, size_t b)
{
    const struct plan *plan = &c->table->study->plan;
    if (curves_is_chosen(c, a) != curves_is_chosen(c, b))
        return false;
    if (!plan->zip)
        return plan_same_but(plan, along(c, a), a, b);
    for (size_t i = 0; i < plan->n_axes; i++) {
        const bool matters = !has_numbers(plan, i) || (i == plan->step && curves_is_chosen(c, a));
        if (i != along(c, a) && matters && strcmp(plan_value(plan, a, i), plan_value(plan, b, i)) != 0)
            return false;
    }
    return true;
}

static size_t group_of(const struct curves *c, size_t run)
{
    return c->panels == SIZE_MAX ? 0 : plan_choice(&c->table->study->plan, run, c->panels);
}

static int by_group(const void *a, const void *b, void *context)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const size_t of_x = group_of(context, x), of_y = group_of(context, y);
    return of_x != of_y ? (of_x > of_y) - (of_x < of_y) : (x > y) - (x < y);
}

bool curves_open(struct curves *c, struct chart *chart, const struct table *table, size_t axis, size_t panels,
                 struct error *error)
{
    *c = (struct curves){.table = table, .axis = axis, .panels = panels, .factor = 1, .label = ""};
    c->first = malloc((table->n + 1) * sizeof *c->first);
    if (!c->first)
        return error_raise(error, ERROR_NO_MEMORY, "drawing a plot");
    if (plan_chooses_steps(&table->study->plan) && !find_start_time(c, error))
        return false;
    if (axis != SIZE_MAX)
        describe_axis(c, chart);
    for (size_t run = 0; run < table->n; run++) {
        size_t curve = 0;
        if (plan_is_repeated(&table->study->plan, run))
            continue;
        while (curve < c->n && !is_same(c, c->first[curve], run))
            curve++;
        if (curve == c->n)
            c->first[c->n++] = run;
    }
    qsort_r(c->first, c->n, sizeof *c->first, by_group, c); /* those of one panel stand together */
    return true;
}

void curves_close(struct curves *c)
{
    free(c->first);
    *c = (struct curves){0};
}

bool curves_include(const struct curves *c, size_t curve, size_t run)
{
    return !plan_is_repeated(&c->table->study->plan, run) && is_same(c, c->first[curve], run);
}

/* Values of the options that are varied; a scheme and an order are words that speak for themselves. */
const char *curves_label(const struct curves *c, struct chart *chart, size_t curve)
{
    const struct plan *plan = &c->table->study->plan;
    const size_t run = c->first[curve];
    const char *label = curves_is_chosen(c, run)
                            ? chart_text(chart, "macro steps by the error, %s s", plan_value(plan, run, c->axis))
                        : c->axis == plan->step && plan->mixes ? "equal macro steps"
                                                               : "";
    for (size_t i = 0; i < plan->n_axes; i++) {
        const char *value = plan_value(plan, run, i), *name = plan->axes[i].column;
        if (i == c->axis || i == along(c, run) || !plan_is_varied(plan, i) || !*value ||
            (plan->zip && has_numbers(plan, i)))
            continue;
        const bool is_word = i == plan->scheme || i == plan->order || strcmp(name, "feedthrough") == 0;
        label = chart_text(chart, "%s%s%s%s%s", label, *label ? ", " : "", is_word ? "" : name, is_word ? "" : " = ",
                           value);
    }
    return *label ? label : c->table->study->system->name;
}

size_t curves_style(const struct curves *c, size_t curve)
{
    size_t begin = curve;
    while (begin > 0 && group_of(c, c->first[begin - 1]) == group_of(c, c->first[curve]))
        begin--;
    return curve - begin;
}

struct chart_curve *curves_add(const struct curves *c, struct chart *chart, struct chart_panel *panel, size_t curve,
                               enum chart_kind kind)
{
    struct chart_curve *added =
        chart_add_curve(chart, panel, curves_label(c, chart, curve), curves_style(c, curve), kind);
    added->group = group_of(c, c->first[curve]);
    return added;
}

bool curves_is_bad(const struct curves *c, size_t run)
{
    const enum finding_status status = c->table->requests[run].finding.status;
    return (status == FINDING_UNSTABLE || status == FINDING_FAILED) && !isnan(curves_x(c, run));
}
