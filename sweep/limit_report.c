/* Limits as a table: for people, and as CSV for programs. */
#include "sweep/limit_impl.h"

#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/files/csv.h"

#include "sweep/sheet.h"
#include "sweep/table.h"

#include <math.h>
#include <stdlib.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "searching a limit");
}

static bool conclude(const struct limits *l, size_t run, const struct criterion *k, struct found *f,
                     struct error *error)
{
    const struct trial *trial = &l->trials[run];
    struct limit_point *points = limit_make_points(l, trial, k);
    if (!points)
        return no_memory(error);
    const size_t bad = limit_search_first_bad(points, trial->n);
    *f = (struct found){NAN, NAN, NAN, ""};
    if (bad < trial->n) {
        const struct finding *o = &trial->requests[bad].finding;
        f->first_bad = points[bad].step;
        f->limit = bad > 0 ? points[bad - 1].step : NAN;
        f->why = o->status == FINDING_DONE ? "error" : o->message ? o->message : finding_status_name(o->status);
        for (size_t i = bad; i < trial->n; i++)
            if (points[i].verdict == LIMIT_GOOD)
                f->again = points[i].step;
    }
    free(points);
    return true;
}

static void put_row(const struct limits *l, size_t run, const struct criterion *k, const struct found *f, FILE *file)
{
    const struct plan *plan = &l->c->study->plan;
    for (size_t a = 0; a < plan->n_axes; a++)
        if (plan_is_varied(plan, a)) {
            csv_put_text(file, plan_value(plan, run, a), l->options->csv_safe);
            fputc(',', file);
        }
    if (l->options->errors) {
        csv_put_text(file, k->text, l->options->csv_safe);
        fputc(',', file);
    }
    table_put_number(file, f->limit);
    fputc(',', file);
    table_put_number(file, f->first_bad);
    fputc(',', file);
    table_put_number(file, f->again);
    fprintf(file, ",%zu,", l->trials[run].n);
    csv_put_text(file, f->why, l->options->csv_safe);
    fputc('\n', file);
}

/* ---- for people: a line per combination, a column per criterion ---- */

static void set_limit(const struct limits *l, struct sheet *sheet, size_t row, size_t run, size_t column,
                      const struct found *f)
{
    const struct trial *trial = &l->trials[run];
    const double last = trial->requests[trial->n - 1].job.macro_step;
    const char *text = isnan(f->first_bad) ? TEXT("above %.4g ms", 1e3 * last)
                       : isnan(f->limit)   ? TEXT("below %.4g ms", 1e3 * f->first_bad)
                       : isnan(f->again)   ? TEXT("%.4g ms", 1e3 * f->limit)
                                           : TEXT("%.4g ms (good again at %.4g ms)", 1e3 * f->limit, 1e3 * f->again);
    sheet_set(sheet, row, column, text);
}

static void print_limits(const struct limits *l, const struct found *found)
{
    const struct plan *plan = &l->c->study->plan;
    size_t n_options = 0;
    for (size_t a = 0; a < plan->n_axes; a++)
        n_options += plan_is_varied(plan, a);
    struct sheet sheet;
    if (sheet_open(&sheet, plan_count(plan) + 1, n_options + l->n_criteria)) {
        size_t column = 0;
        for (size_t a = 0; a < plan->n_axes; a++)
            if (plan_is_varied(plan, a))
                sheet_set(&sheet, 0, column++, plan->axes[a].column);
        for (size_t k = 0; k < l->n_criteria; k++)
            sheet_set(&sheet, 0, column + k,
                      l->criteria[k].has_error ? TEXT("error %s", l->criteria[k].text) : "limit");
        for (size_t run = 0, row = 0; run < l->n_trials; run++) {
            if (plan_is_repeated(plan, run))
                continue;
            row++;
            column = 0;
            for (size_t a = 0; a < plan->n_axes; a++)
                if (plan_is_varied(plan, a))
                    sheet_set(&sheet, row, column++, plan_value(plan, run, a));
            for (size_t k = 0; k < l->n_criteria; k++)
                set_limit(l, &sheet, row, run, column + k, &found[run * l->n_criteria + k]);
        }
        sheet_print(&sheet, l->options->report);
    }
    sheet_close(&sheet);
}

/* The criteria in words. */
static void print_criteria(const struct limits *l)
{
    FILE *file = l->options->report;
    fprintf(
        file,
        "largest macro step that is good, within %g %%. Beyond the limit a run ends before its stop time, because a "
        "value is\nnot finite or leaves its bounds or because an FMU fails",
        100 * l->options->resolution);
    for (size_t k = 0; k < l->n_criteria; k++) {
        const struct criterion *c = &l->criteria[k];
        if (!c->has_error)
            continue;
        fprintf(file, "%s the largest error of %s exceeds %g", k ? ",\nor" : "; or",
                PRINTABLE(l->c->study->variables.names[0]), c->constant);
        if (c->slope > 0)
            fprintf(file, " + %g * H, H the macro step in s", c->slope);
    }
    fputs(".\n", file);
    fprintf(file, "Below each limit, down to half of it, no gap of more than %g %% is left untried.\n",
            100 * LIMIT_GUARD * l->options->resolution);
}

static void put_header(const struct limits *l, FILE *file)
{
    const struct plan *plan = &l->c->study->plan;
    for (size_t a = 0; a < plan->n_axes; a++)
        if (plan_is_varied(plan, a)) {
            csv_put_text(file, plan->axes[a].column, l->options->csv_safe);
            fputc(',', file);
        }
    fprintf(file, "%smacro-step,first_beyond,good_again,runs,reason\n", l->options->errors ? "limit-error," : "");
}

static bool write_table(const struct limits *l, const struct found *found, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory) {
        put_header(l, memory);
        for (size_t run = 0; run < l->n_trials; run++)
            for (size_t k = 0; k < l->n_criteria && !plan_is_repeated(&l->c->study->plan, run); k++)
                put_row(l, run, &l->criteria[k], &found[run * l->n_criteria + k], memory);
    }
    bool ok = memory && fclose(memory) == 0;
    ok = ok ? output_put(l->options->output, text, size, error) : no_memory(error);
    free(text);
    return ok;
}

bool limit_report(const struct limits *l, struct error *error)
{
    struct found *found = calloc(l->n_trials * l->n_criteria + 1, sizeof *found);
    bool ok = found ? true : no_memory(error);
    for (size_t run = 0; run < l->n_trials; run++)
        for (size_t k = 0; k < l->n_criteria && ok; k++)
            ok = conclude(l, run, &l->criteria[k], &found[run * l->n_criteria + k], error);
    if (ok && l->options->report) {
        print_criteria(l);
        print_limits(l, found);
    }
    if (ok && l->options->output)
        ok = write_table(l, found, error);
    if (ok && l->options->plot)
        ok = limit_plot(l, found, error);
    free(found);
    return ok;
}
