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

/* The run that differs only by the next smaller macro step; SIZE_MAX: there is none. */
static size_t find_finer(const struct table *t, size_t step_axis, size_t run)
{
    const struct plan *plan = &t->study->plan;
    size_t finer = SIZE_MAX;
    if (plan->zip)
        return finer;
    for (size_t other = plan_sibling(plan, step_axis, run, SIZE_MAX); other != SIZE_MAX;
         other = plan_sibling(plan, step_axis, run, other))
        if (step_of(t, other) < step_of(t, run) && (finer == SIZE_MAX || step_of(t, other) > step_of(t, finer)))
            finer = other;
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

static void find_orders(struct table *t)
{
    const size_t axis = plan_find_axis(&t->study->plan, "macro-step"), n = t->study->variables.n;
    for (size_t run = 0; run < t->n; run++) {
        const size_t finer = axis == SIZE_MAX ? SIZE_MAX : find_finer(t, axis, run);
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
}

bool table_open(struct table *t, const struct study *study, const struct request *requests, size_t n,
                struct error *error)
{
    *t = (struct table){.study = study, .requests = requests, .n = n};
    t->orders = malloc((n * study->variables.n + 1) * sizeof *t->orders);
    if (!t->orders)
        return error_raise(error, ERROR_NO_MEMORY, "making a table");
    find_orders(t);
    return true;
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

const char *table_header(const struct study *study, size_t axis)
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
            csv_put_text(file, table_header(s, a), t->csv_safe);
            fputc(',', file);
        }
    fputs("status,steps", file);
    static const char *const measures[] = {"max_error", "rms_error", "final_error"};
    for (int m = 0; m < 3; m++)
        for (size_t v = 0; v < s->variables.n; v++)
            put_name(file, measures[m], s->variables.names[v]);
    fputs(",cpu_s,wall_s,time", file);
    for (size_t v = 0; v < s->variables.n; v++)
        put_name(file, "order", s->variables.names[v]);
    for (size_t i = 0; residuals && i < residuals->n_residuals; i++)
        put_name(file, "energy_residual_J", residuals->residuals[i].port);
    if (s->finest)
        fputs(",reference", file);
    for (size_t v = 0; s->finest && v < s->variables.n; v++)
        put_name(file, "reference_error", s->variables.names[v]);
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
    for (int m = 0; m < 3; m++)
        for (size_t v = 0; v < s->variables.n; v++) {
            fputc(',', file);
            if (v < o->n_deviations)
                table_put_number(file, m == 0   ? o->deviations[v].max
                                       : m == 1 ? o->deviations[v].rms
                                                : o->deviations[v].final);
        }
    fprintf(file, ",%.6g,%.6g,", o->cpu_s, o->wall_s);
    table_put_number(file, o->time);
    for (size_t v = 0; v < s->variables.n; v++) {
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
