/* The table of a sweep. */
#include "sweep/table.h"
#include "master/files/csv.h"

#include "master/files/output.h"
#include "sweep/finest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- observed order ---- */

static double step_of(const struct table *t, size_t run)
{
    return plan_macro_step(&t->study->plan, &t->requests[run].job);
}

/* A run among those that differ from it by the macro step alone. */
struct placed {
    size_t run, group; /* the group's first run */
    double step;
};

static int by_group_and_step(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return (x->step > y->step) - (x->step < y->step);
}

/* Per run the one that differs only by the next smaller macro step; SIZE_MAX: there is none. NULL: no memory. */
static size_t *find_finer(const struct table *t)
{
    const struct plan *plan = &t->study->plan;
    const size_t axis = plan_find_axis(plan, "macro-step");
    size_t *finer = malloc((t->n + 1) * sizeof *finer);
    struct placed *sorted = malloc((t->n + 1) * sizeof *sorted);
    for (size_t run = 0; finer && sorted && run < t->n; run++) {
        const bool is_alone = plan->zip || axis == SIZE_MAX || !(step_of(t, run) > 0);
        finer[run] = SIZE_MAX;
        sorted[run] =
            (struct placed){run, is_alone ? t->n + run : plan_sibling(plan, axis, run, SIZE_MAX), step_of(t, run)};
    }
    if (finer && sorted)
        qsort(sorted, t->n, sizeof *sorted, by_group_and_step);
    for (size_t i = 1, below = SIZE_MAX; finer && sorted && i < t->n; i++) { /* below: the last one of a smaller step */
        if (sorted[i].group != sorted[i - 1].group)
            below = SIZE_MAX;
        else if (sorted[i].step > sorted[i - 1].step)
            below = sorted[i - 1].run;
        finer[sorted[i].run] = below;
    }
    if (!sorted) {
        free(finer);
        finer = NULL;
    }
    free(sorted);
    return finer;
}

const struct reference *table_reference(const struct table *t, size_t run)
{
    return &t->study->references[t->study->reference_of[run]];
}

bool table_is_rough(const struct table *t, size_t run, size_t variable)
{
    const struct finding *f = &t->requests[run].finding;
    return variable < f->n_deviations &&
           finest_is_rough(table_reference(t, run), variable, f->deviations[variable].max);
}

static bool find_orders(struct table *t)
{
    const size_t n = t->study->variables.n;
    size_t *all = find_finer(t);
    for (size_t run = 0; all && run < t->n; run++) {
        const size_t finer = all[run];
        for (size_t v = 0; v < n; v++) {
            double *order = &t->orders[run * n + v];
            *order = NAN;
            if (finer == SIZE_MAX || t->requests[run].finding.n_deviations <= v ||
                t->requests[finer].finding.n_deviations <= v)
                continue;
            const double e = t->requests[run].finding.deviations[v].max,
                         e_finer = t->requests[finer].finding.deviations[v].max;
            if (e > 0 && e_finer > 0 && !table_is_rough(t, run, v) && !table_is_rough(t, finer, v))
                *order = log(e / e_finer) / log(step_of(t, run) / step_of(t, finer));
        }
    }
    free(all);
    return all != NULL;
}

bool table_open(struct table *t, const struct study *study, const struct request *requests, size_t n,
                struct error *error)
{
    *t = (struct table){.study = study, .requests = requests, .n = n};
    t->orders = malloc((n * study->variables.n + 1) * sizeof *t->orders);
    if (t->orders && find_orders(t))
        return true;
    table_close(t);
    return error_raise(error, ERROR_NO_MEMORY, "making a table");
}

void table_close(struct table *t)
{
    free(t->orders);
    *t = (struct table){0};
}

double table_order(const struct table *t, size_t run, size_t variable)
{
    return t->orders[run * t->study->variables.n + variable];
}

/* ---- CSV ---- */

void table_put_number(FILE *file, double number)
{
    char text[32];
    if (isnan(number))
        return;
    number_print(number, text);
    fputs(text, file);
}

static const char *header(const struct study *study, size_t axis)
{
    return study->plan.axes[axis].column;
}

/* The power ports of the first run that has any: all have the same. */
static const struct finding *find_residuals(const struct table *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->requests[i].finding.n_residuals)
            return &t->requests[i].finding;
    return NULL;
}

static void put_name(FILE *file, const char *what, const char *name)
{
    char text[1024];
    error_format(text, sizeof text, "%s:%s", what, name);
    fputc(',', file);
    csv_put(file, text);
}

static void put_header(const struct table *t, const struct finding *residuals, FILE *file)
{
    const struct study *s = t->study;
    for (size_t a = 0; a < s->plan.n_axes; a++)
        if (plan_is_varied(&s->plan, a)) {
            csv_put_text(file, header(s, a), t->csv_safe);
            fputc(',', file);
        }
    fputs("status,steps", file);
    static const char *const measures[] = {"max_error", "rms_error", "final_error"};
    for (int m = 0; m < 3 && !s->measures_outcomes; m++)
        for (size_t v = 0; v < s->variables.n; v++)
            put_name(file, measures[m], s->variables.names[v]);
    for (int k = 0; k < N_OUTCOMES && s->measures_outcomes; k++)
        for (size_t v = 0; v < s->variables.n; v++)
            put_name(file, outcome_name((enum outcome_kind)k), s->variables.names[v]);
    fputs(",cpu_s,wall_s,time", file);
    for (size_t v = 0; v < s->variables.n && !s->measures_outcomes; v++)
        put_name(file, "order", s->variables.names[v]);
    for (size_t i = 0; residuals && i < residuals->n_residuals; i++)
        put_name(file, "energy_residual_J", residuals->residuals[i].port);
    if (s->finest)
        fputs(",reference", file);
    for (size_t v = 0; s->finest && v < s->variables.n; v++)
        put_name(file, "reference_error", s->variables.names[v]);
    if (t->has_series)
        fputs(",series", file);
    fputs(",message\n", file);
}

static void put_row(const struct table *t, size_t run, const struct finding *residuals, FILE *file)
{
    const struct study *s = t->study;
    const struct finding *o = &t->requests[run].finding;
    for (size_t a = 0; a < s->plan.n_axes; a++)
        if (plan_is_varied(&s->plan, a)) {
            csv_put_text(file, plan_value(&s->plan, run, a), t->csv_safe);
            fputc(',', file);
        }
    fprintf(file, "%s,%ld", finding_status_name(o->status), o->steps);
    for (int m = 0; m < 3 && !s->measures_outcomes; m++)
        for (size_t v = 0; v < s->variables.n; v++) {
            fputc(',', file);
            if (v < o->n_deviations)
                table_put_number(file, m == 0   ? o->deviations[v].max
                                       : m == 1 ? o->deviations[v].rms
                                                : o->deviations[v].final);
        }
    for (int k = 0; k < N_OUTCOMES && s->measures_outcomes; k++)
        for (size_t v = 0; v < s->variables.n; v++) {
            fputc(',', file);
            if (v < o->n_outcomes)
                table_put_number(file, o->outcomes[v].values[k]);
        }
    fprintf(file, ",%.6g,%.6g,", o->cpu_s, o->wall_s);
    table_put_number(file, o->time);
    for (size_t v = 0; v < s->variables.n && !s->measures_outcomes; v++) {
        fputc(',', file);
        table_put_number(file, table_order(t, run, v));
    }
    for (size_t i = 0; residuals && i < residuals->n_residuals; i++) {
        fputc(',', file);
        if (i < o->n_residuals)
            table_put_number(file, o->residuals[i].energy);
    }
    if (s->finest) {
        char options[1024];
        const struct reference *r = table_reference(t, run);
        plan_describe(&s->plan, r->run, SIZE_MAX, options, sizeof options);
        fputc(',', file);
        csv_put_text(file, options, t->csv_safe);
        for (size_t v = 0; v < s->variables.n; v++) {
            fputc(',', file);
            table_put_number(file, r->errors[v]);
        }
    }
    if (t->has_series) {
        char name[SERIES_NAME_SIZE];
        fputc(',', file);
        fputs(t->requests[run].series ? series_name(t->requests[run].series, name) : "", file);
    }
    fputc(',', file);
    csv_put_text(file, o->message ? o->message : "", t->csv_safe);
    fputc('\n', file);
}

bool table_write(const struct table *t, const char *path, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    const struct finding *residuals = find_residuals(t);
    if (memory) {
        put_header(t, residuals, memory);
        for (size_t run = 0; run < t->n; run++)
            if (!plan_is_repeated(&t->study->plan, run))
                put_row(t, run, residuals, memory);
    }
    bool ok = memory && fclose(memory) == 0;
    ok = ok ? output_put(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing a table");
    free(text);
    return ok;
}
