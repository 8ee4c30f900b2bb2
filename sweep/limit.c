/* Stability limits: many searches at once, each round of them one batch of runs. */
#include "limit.h"

#include "limit_search.h"
#include "quantity.h"
#include "sheet.h"
#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct criterion {
    bool has_error;
    double constant, slope; /* the largest error may be constant + slope * H */
    char text[64];          /* as it was written */
};

/* The runs of one combination, in the order of their macro steps. */
struct trial {
    struct request *requests;
    size_t n, n_done;
};

struct limits {
    struct campaign *c;
    const struct limit_options *options;
    struct criterion *criteria;
    size_t n_criteria;
    struct trial *trials; /* per run of the plan, which has no macro steps */
    size_t n_trials;
};

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "searching a limit");
}

/* ---- criteria ---- */

/* "0.005" or "0.005+0.2*H" */
static bool read_criterion(struct criterion *k, const char *text, struct error *error)
{
    char constant[64], slope[64] = "0";
    error_format(k->text, sizeof k->text, "%.60s", text);
    error_format(constant, sizeof constant, "%.60s", text);
    /* A plus sign behind the first digit that does not belong to an exponent. */
    char *plus = NULL;
    for (char *at = constant + 1; *constant && *at && !plus; at++)
        if (*at == '+' && at[-1] != 'e' && at[-1] != 'E')
            plus = at;
    if (plus) {
        *plus = '\0';
        error_format(slope, sizeof slope, "%s", plus + 1);
        size_t length = strlen(slope);
        bool has_H = length && slope[length - 1] == 'H';
        if (has_H)
            slope[--length] = '\0';
        if (length && slope[length - 1] == '*')
            slope[--length] = '\0';
        if (!has_H)
            slope[0] = '\0';
    }
    k->has_error = true;
    return (number_parse(constant, &k->constant) && number_parse(slope, &k->slope) && k->constant >= 0 &&
            k->slope >= 0) ||
           error_raise(error, ERROR_OPTION_VALUE, "limit-error", text, "an error like 0.005 or 0.005+0.2*H");
}

static bool read_criteria(struct limits *l, struct error *error)
{
    struct list list = {0};
    const char *text = l->options->errors;
    bool ok = !text || list_parse(&list, "--limit-error", text, LIST_WORDS, NULL, error);
    l->n_criteria = text ? list.n : 1;
    l->criteria = calloc(l->n_criteria + 1, sizeof *l->criteria);
    if (ok && !l->criteria)
        ok = no_memory(error);
    for (size_t i = 0; ok && i < list.n; i++)
        ok = read_criterion(&l->criteria[i], list.items[i], error);
    list_free(&list);
    if (ok && text && l->c->study->variables.n != 1)
        ok = error_raise(error, ERROR_SWEEP_LIMIT_VARIABLE, TEXT("%zu", l->c->study->variables.n));
    return ok;
}

static enum limit_verdict judge(const struct criterion *k, const struct study *s, const struct request *r)
{
    const struct finding *o = &r->finding;
    if (o->status != FINDING_DONE)
        return LIMIT_BAD;
    if (!k->has_error)
        return LIMIT_GOOD;
    const double H = plan_macro_step(&s->plan, &r->job);
    return o->n_deviations && o->deviations[0].max <= k->constant + k->slope * H ? LIMIT_GOOD : LIMIT_BAD;
}

/* ---- the runs ---- */

static bool add_step(struct trial *trial, size_t run, double step, struct error *error)
{
    for (size_t i = 0; i < trial->n; i++)
        if (trial->requests[i].job.macro_step == step)
            return true;
    struct request *larger = realloc(trial->requests, (trial->n + 1) * sizeof *larger);
    if (!larger)
        return no_memory(error);
    trial->requests = larger;
    larger[trial->n++] = (struct request){.job = {.run = run, .macro_step = step}};
    return true;
}

static int by_step(const void *a, const void *b)
{
    const double x = ((const struct request *)a)->job.macro_step, y = ((const struct request *)b)->job.macro_step;
    return (x > y) - (x < y);
}

/* All new steps of all trials in one batch. */
static bool run_new(struct limits *l, struct error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n_trials; i++)
        n += l->trials[i].n - l->trials[i].n_done;
    struct request *batch = calloc(n + 1, sizeof *batch);
    if (!batch)
        return no_memory(error);
    size_t at = 0;
    for (size_t i = 0; i < l->n_trials; i++)
        for (size_t k = l->trials[i].n_done; k < l->trials[i].n; k++)
            batch[at++] = l->trials[i].requests[k];
    const bool ok = campaign_run(l->c, batch, n, error);
    at = 0;
    for (size_t i = 0; i < l->n_trials; i++) {
        struct trial *trial = &l->trials[i];
        for (size_t k = trial->n_done; k < trial->n; k++)
            trial->requests[k] = batch[at++];
        trial->n_done = trial->n;
        qsort(trial->requests, trial->n, sizeof *trial->requests, by_step);
    }
    free(batch);
    return ok;
}

static struct limit_point *make_points(const struct limits *l, const struct trial *trial, const struct criterion *k)
{
    struct limit_point *points = malloc((trial->n_done + 1) * sizeof *points);
    for (size_t i = 0; points && i < trial->n_done; i++)
        points[i] = (struct limit_point){trial->requests[i].job.macro_step, judge(k, l->c->study, &trial->requests[i])};
    return points;
}

/* Adds what the searches of a combination want next. */
static bool extend(struct limits *l, size_t run, struct error *error)
{
    struct trial *trial = &l->trials[run];
    bool ok = true;
    for (size_t k = 0; k < l->n_criteria && ok; k++) {
        struct limit_point *points = make_points(l, trial, &l->criteria[k]);
        double *wanted = malloc((trial->n_done + 1) * sizeof *wanted);
        ok = points && wanted ? true : no_memory(error);
        const size_t n = ok ? limit_search_next(points, trial->n_done, l->options->resolution, wanted) : 0;
        for (size_t i = 0; i < n && ok; i++)
            ok = add_step(trial, run, wanted[i], error);
        free(points);
        free(wanted);
    }
    return ok;
}

static bool search(struct limits *l, struct error *error)
{
    for (size_t run = 0; run < l->n_trials; run++)
        for (size_t i = 0; i < l->options->steps.n; i++)
            if (!add_step(&l->trials[run], run, strtod(l->options->steps.items[i], NULL), error))
                return false;
    for (bool more = true; more;) {
        if (!run_new(l, error))
            return false;
        more = false;
        for (size_t run = 0; run < l->n_trials; run++) {
            if (!extend(l, run, error))
                return false;
            more = more || l->trials[run].n > l->trials[run].n_done;
        }
    }
    return true;
}

/* ---- results ---- */

struct found {
    double limit, first_bad; /* NaN: not in the range */
    double again;            /* the largest good step above the limit; NaN: none */
    const char *why;
};

static bool conclude(const struct limits *l, size_t run, const struct criterion *k, struct found *f,
                     struct error *error)
{
    const struct trial *trial = &l->trials[run];
    struct limit_point *points = make_points(l, trial, k);
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
            table_put_text(file, plan_value(plan, run, a));
            fputc(',', file);
        }
    if (l->options->errors) {
        table_put_text(file, k->text);
        fputc(',', file);
    }
    table_put_number(file, f->limit);
    fputc(',', file);
    table_put_number(file, f->first_bad);
    fputc(',', file);
    table_put_number(file, f->again);
    fprintf(file, ",%zu,", l->trials[run].n);
    table_put_text(file, f->why);
    fputc('\n', file);
}

/* ---- for people: a line per combination, a column per criterion ---- */

static void set_limit(const struct limits *l, struct sheet *sheet, size_t run, size_t column, const struct found *f)
{
    const struct trial *trial = &l->trials[run];
    const double last = trial->requests[trial->n - 1].job.macro_step;
    const char *text = isnan(f->first_bad) ? TEXT("above %.4g ms", 1e3 * last)
                       : isnan(f->limit)   ? TEXT("below %.4g ms", 1e3 * f->first_bad)
                       : isnan(f->again)   ? TEXT("%.4g ms", 1e3 * f->limit)
                                           : TEXT("%.4g ms (good again at %.4g ms)", 1e3 * f->limit, 1e3 * f->again);
    sheet_set(sheet, run + 1, column, text);
}

static void print_limits(const struct limits *l, const struct found *found)
{
    const struct plan *plan = &l->c->study->plan;
    size_t n_options = 0;
    for (size_t a = 0; a < plan->n_axes; a++)
        n_options += plan_is_varied(plan, a);
    struct sheet sheet;
    if (sheet_open(&sheet, l->n_trials + 1, n_options + l->n_criteria)) {
        size_t column = 0;
        for (size_t a = 0; a < plan->n_axes; a++) {
            if (!plan_is_varied(plan, a))
                continue;
            sheet_set(&sheet, 0, column, plan->axes[a].column);
            for (size_t run = 0; run < l->n_trials; run++)
                sheet_set(&sheet, run + 1, column, plan_value(plan, run, a));
            column++;
        }
        for (size_t k = 0; k < l->n_criteria; k++) {
            sheet_set(&sheet, 0, column + k,
                      l->criteria[k].has_error ? TEXT("error %s", l->criteria[k].text) : "limit");
            for (size_t run = 0; run < l->n_trials; run++)
                set_limit(l, &sheet, run, column + k, &found[run * l->n_criteria + k]);
        }
        sheet_print(&sheet, stdout);
    }
    sheet_close(&sheet);
}

/* The criteria in words. */
static void print_criteria(const struct limits *l)
{
    printf("largest macro step that is good, within %g %%. Beyond the limit a run ends before its stop time, because a "
           "value is\nnot finite or leaves its bounds or because an FMU fails",
           100 * l->options->resolution);
    for (size_t k = 0; k < l->n_criteria; k++) {
        const struct criterion *c = &l->criteria[k];
        if (!c->has_error)
            continue;
        printf("%s the largest error of %s exceeds %g", k ? ",\nor" : "; or", l->c->study->variables.names[0],
               c->constant);
        if (c->slope > 0)
            printf(" + %g * H, H the macro step in s", c->slope);
    }
    puts(".");
    printf("Below each limit, down to half of it, no gap of more than %g %% is left untried.\n",
           100 * LIMIT_GUARD * l->options->resolution);
}

static void put_header(const struct limits *l, FILE *file)
{
    const struct plan *plan = &l->c->study->plan;
    for (size_t a = 0; a < plan->n_axes; a++)
        if (plan_is_varied(plan, a)) {
            table_put_text(file, plan->axes[a].column);
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
            for (size_t k = 0; k < l->n_criteria; k++)
                put_row(l, run, &l->criteria[k], &found[run * l->n_criteria + k], memory);
    }
    bool ok = memory && fclose(memory) == 0;
    ok = ok ? table_save_text(l->options->output, text, size, error) : no_memory(error);
    free(text);
    return ok;
}

static bool report(const struct limits *l, struct error *error)
{
    struct found *found = calloc(l->n_trials * l->n_criteria + 1, sizeof *found);
    bool ok = found ? true : no_memory(error);
    for (size_t run = 0; run < l->n_trials; run++)
        for (size_t k = 0; k < l->n_criteria && ok; k++)
            ok = conclude(l, run, &l->criteria[k], &found[run * l->n_criteria + k], error);
    if (ok && l->options->print) {
        print_criteria(l);
        print_limits(l, found);
    }
    if (ok && l->options->output)
        ok = write_table(l, found, error);
    free(found);
    return ok;
}

bool limit_find_all(struct campaign *c, const struct limit_options *options, struct error *error)
{
    struct limits l = {.c = c, .options = options, .n_trials = c->study->plan.n_runs};
    l.trials = calloc(l.n_trials, sizeof *l.trials);
    bool ok = options->steps.n >= 2 || error_raise(error, ERROR_SWEEP_LIMIT_STEPS, "");
    if (ok && !l.trials)
        ok = no_memory(error);
    ok = ok && read_criteria(&l, error) && search(&l, error) && report(&l, error);
    for (size_t i = 0; l.trials && i < l.n_trials; i++) {
        for (size_t k = 0; k < l.trials[i].n; k++)
            finding_free(&l.trials[i].requests[k].finding);
        free(l.trials[i].requests);
    }
    free(l.trials);
    free(l.criteria);
    return ok;
}
