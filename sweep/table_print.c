/* The table of a sweep for people: where macro steps are compared, one line per combination of the other options and one
 * column per macro step; else one line per run. Below it, whatever is not done, with the reason. */
#include "sweep/sheet.h"

#include "master/base/printable.h"
#include "sweep/table.h"
#include "sweep/sweep_messages.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Of a longer table only what is not done is printed. */
enum { MOST_ROWS = 200 };

/* ---- over macro steps ---- */

static size_t stride_of(const struct plan *plan, size_t axis)
{
    size_t stride = 1;
    for (size_t i = plan->n_axes; i-- > axis + 1;)
        stride *= plan->axes[i].values.n;
    return stride;
}

static void set_error(const struct table *t, struct sheet *s, size_t row, size_t column, size_t run, size_t variable)
{
    const struct finding *f = &t->requests[run].finding;
    if (variable >= f->n_deviations)
        sheet_set(s, row, column, finding_status_name(f->status));
    else if (t->study->finest && table_reference(t, run)->run == run)
        sheet_set(s, row, column, "reference");
    else
        sheet_set(s, row, column,
                  TEXT("%s%.2e", table_is_rough(t, run, variable) ? "~" : "", f->deviations[variable].max));
}

/* The median: near the limit of stability orders mean nothing. */
static double middle_order(const struct table *t, size_t first, size_t stride, size_t n, size_t variable)
{
    double *orders = malloc(n * sizeof *orders);
    size_t counted = 0;
    for (size_t k = 0; orders && k < n; k++) {
        const double order = table_order(t, first + k * stride, variable);
        if (!isnan(order))
            orders[counted++] = order;
    }
    numbers_sort(orders, counted);
    const double middle = counted ? (orders[(counted - 1) / 2] + orders[counted / 2]) / 2 : NAN;
    free(orders);
    return middle;
}

static void print_over_steps(const struct table *t, size_t axis, size_t variable, FILE *file)
{
    const struct plan *plan = &t->study->plan;
    const struct list *steps = &plan->axes[axis].values;
    const size_t stride = stride_of(plan, axis);
    size_t n_options = 0;
    for (size_t a = 0; a < plan->n_axes; a++)
        n_options += a != axis && plan_is_varied(plan, a);
    struct sheet s;
    if (sheet_open(&s, plan_count(plan) / steps->n + 1, n_options + steps->n + 1)) {
        size_t column = 0;
        for (size_t a = 0; a < plan->n_axes; a++)
            if (a != axis && plan_is_varied(plan, a))
                sheet_set(&s, 0, column++, plan->axes[a].column);
        for (size_t k = 0; k < steps->n; k++)
            sheet_set(&s, 0, column + k, TEXT("%.6g ms", 1e3 * strtod(steps->items[k], NULL)));
        sheet_set(&s, 0, column + steps->n, "order");
        for (size_t run = 0, row = 1; run < t->n; run++) {
            if (plan_choice(plan, run, axis) != 0 || plan_is_repeated(plan, run))
                continue;
            column = 0;
            for (size_t a = 0; a < plan->n_axes; a++)
                if (a != axis && plan_is_varied(plan, a))
                    sheet_set(&s, row, column++, plan_value(plan, run, a));
            for (size_t k = 0; k < steps->n; k++)
                set_error(t, &s, row, column + k, run + k * stride, variable);
            const double order = middle_order(t, run, stride, steps->n, variable);
            if (!isnan(order))
                sheet_set(&s, row, column + steps->n, TEXT("%.2f", order));
            row++;
        }
        fprintf(file, "largest error of %s by macro step\n", PRINTABLE(t->study->variables.names[variable]));
        sheet_print(&s, file);
    }
    sheet_close(&s);
}

/* ---- run by run ---- */

static void fill_run(const struct table *t, struct sheet *s, size_t row, size_t run)
{
    const struct plan *plan = &t->study->plan;
    const struct finding *f = &t->requests[run].finding;
    size_t column = 0;
    for (size_t a = 0; a < plan->n_axes; a++)
        if (plan_is_varied(plan, a))
            sheet_set(s, row, column++, plan_value(plan, run, a));
    sheet_set(s, row, column++, finding_status_name(f->status));
    sheet_set(s, row, column++, TEXT("%ld", f->steps));
    for (size_t v = 0; v < t->study->variables.n; v++, column++)
        if (v < f->n_deviations)
            sheet_set(s, row, column, TEXT("%.2e", f->deviations[v].max));
    sheet_set(s, row, column, TEXT("%.3g", f->cpu_s));
}

static void print_runs(const struct table *t, FILE *file)
{
    const struct plan *plan = &t->study->plan;
    size_t n_columns = 3 + t->study->variables.n;
    for (size_t a = 0; a < plan->n_axes; a++)
        n_columns += plan_is_varied(plan, a);
    struct sheet s;
    if (sheet_open(&s, plan_count(plan) + 1, n_columns)) {
        size_t column = 0;
        for (size_t a = 0; a < plan->n_axes; a++)
            if (plan_is_varied(plan, a))
                sheet_set(&s, 0, column++, plan->axes[a].column);
        sheet_set(&s, 0, column++, "status");
        sheet_set(&s, 0, column++, "steps");
        for (size_t v = 0; v < t->study->variables.n; v++)
            sheet_set(&s, 0, column++, TEXT("max_error:%.80s", t->study->variables.names[v]));
        sheet_set(&s, 0, column, "cpu_s");
        for (size_t run = 0, row = 1; run < t->n; run++)
            if (!plan_is_repeated(plan, run))
                fill_run(t, &s, row++, run);
        sheet_print(&s, file);
    }
    sheet_close(&s);
}

/* ---- outcomes ---- */

static void fill_outcome(const struct table *t, struct sheet *s, size_t row, size_t run, size_t variable)
{
    const struct plan *plan = &t->study->plan;
    const struct finding *f = &t->requests[run].finding;
    size_t column = 0;
    for (size_t a = 0; a < plan->n_axes; a++)
        if (plan_is_varied(plan, a))
            sheet_set(s, row, column++, plan_value(plan, run, a));
    sheet_set(s, row, column++, finding_status_name(f->status));
    for (int k = 0; k < N_OUTCOMES; k++, column++)
        if (variable < f->n_outcomes && !isnan(f->outcomes[variable].values[k]))
            sheet_set(s, row, column, TEXT("%.6g", f->outcomes[variable].values[k]));
}

static void print_outcomes(const struct table *t, size_t variable, FILE *file)
{
    const struct study *study = t->study;
    const struct plan *plan = &study->plan;
    const char *unit = system_unit(study->system, study->variables.ports[variable]);
    size_t n_columns = 1 + N_OUTCOMES;
    for (size_t a = 0; a < plan->n_axes; a++)
        n_columns += plan_is_varied(plan, a);
    struct sheet s;
    if (sheet_open(&s, plan_count(plan) + 1, n_columns)) {
        size_t column = 0;
        for (size_t a = 0; a < plan->n_axes; a++)
            if (plan_is_varied(plan, a))
                sheet_set(&s, 0, column++, plan->axes[a].column);
        sheet_set(&s, 0, column++, "status");
        for (int k = 0; k < N_OUTCOMES; k++)
            sheet_set(&s, 0, column++, outcome_name((enum outcome_kind)k));
        for (size_t run = 0, row = 1; run < t->n; run++)
            if (!plan_is_repeated(plan, run))
                fill_outcome(t, &s, row++, run, variable);
        fprintf(file, "%s%s%s\n", PRINTABLE(study->variables.names[variable]), unit ? ", " : "",
                unit ? PRINTABLE(unit) : "");
        sheet_print(&s, file);
    }
    sheet_close(&s);
}

static void print_not_done(const struct table *t, FILE *file)
{
    for (size_t run = 0; run < t->n; run++) {
        const struct finding *f = &t->requests[run].finding;
        if (f->status == FINDING_DONE || plan_is_repeated(&t->study->plan, run))
            continue;
        char options[1024];
        plan_describe(&t->study->plan, run, SIZE_MAX, options, sizeof options);
        fprintf(file, "%s: %s: %s\n", PRINTABLE(options), finding_status_name(f->status), f->message ? f->message : "");
    }
}

/* Which runs were taken for references, how far they may be trusted, and how many errors they are too rough for. */
static void print_references(const struct table *t, FILE *file)
{
    const struct study *s = t->study;
    for (size_t i = 0; i < s->n_references && i < MOST_ROWS; i++) {
        const struct reference *r = &s->references[i];
        char options[1024];
        plan_describe(&s->plan, r->run, SIZE_MAX, options, sizeof options);
        fprintf(file, "reference: %s; estimated error", PRINTABLE(options));
        for (size_t v = 0; v < s->variables.n; v++)
            fprintf(file, "%s %.1e of %s", v ? "," : "", r->errors[v], PRINTABLE(s->variables.names[v]));
        fputc('\n', file);
    }
}

void table_warn(const struct table *t)
{
    size_t n = 0, n_rough = 0;
    for (size_t run = 0; run < t->n && t->study->finest; run++)
        for (size_t v = 0; v < t->study->variables.n; v++) {
            if (plan_is_repeated(&t->study->plan, run) || table_reference(t, run)->run == run)
                continue;
            n += v < t->requests[run].finding.n_deviations;
            n_rough += table_is_rough(t, run, v);
        }
    if (n_rough)
        error_warn(WARNING_SWEEP_ROUGH, TEXT("%zu", n_rough), TEXT("%zu", n));
}

void table_print(const struct table *t, FILE *file)
{
    const struct plan *plan = &t->study->plan;
    const size_t axis = plan_find_axis(plan, "macro-step");
    if (axis != SIZE_MAX && plan_is_varied(plan, axis) && !plan->zip && !plan_chooses_steps(plan) &&
        t->study->variables.n && !t->study->measures_outcomes) {
        for (size_t v = 0; v < t->study->variables.n; v++)
            print_over_steps(t, axis, v, file);
    } else if (plan_count(plan) <= MOST_ROWS && t->study->measures_outcomes) {
        for (size_t v = 0; v < t->study->variables.n; v++)
            print_outcomes(t, v, file);
    } else if (plan_count(plan) <= MOST_ROWS) {
        print_runs(t, file);
    }
    if (t->study->finest)
        print_references(t, file);
    print_not_done(t, file);
}
