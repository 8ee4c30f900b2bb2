/* Stability limits: many searches at once, each round of them one batch of runs. */
#include "sweep/limit_impl.h"

#include "master/options/quantity.h"
#include "master/options/options_messages.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

enum limit_verdict limit_judge(const struct criterion *k, const struct study *s, const struct request *r)
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

struct limit_point *limit_make_points(const struct limits *l, const struct trial *trial, const struct criterion *k)
{
    struct limit_point *points = malloc((trial->n_done + 1) * sizeof *points);
    for (size_t i = 0; points && i < trial->n_done; i++)
        points[i] =
            (struct limit_point){trial->requests[i].job.macro_step, limit_judge(k, l->c->study, &trial->requests[i])};
    return points;
}

/* Adds what the searches of a combination want next. */
static bool extend(struct limits *l, size_t run, struct error *error)
{
    struct trial *trial = &l->trials[run];
    bool ok = true;
    for (size_t k = 0; k < l->n_criteria && ok && trial->n > 0; k++) {
        struct limit_point *points = limit_make_points(l, trial, &l->criteria[k]);
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
        for (size_t i = 0; i < l->options->steps.n && !plan_is_repeated(&l->c->study->plan, run); i++)
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

bool limit_find_all(struct campaign *c, const struct limit_options *options, struct error *error)
{
    struct limits l = {.c = c, .options = options, .n_trials = c->study->plan.n_runs};
    l.trials = calloc(l.n_trials, sizeof *l.trials);
    bool ok = options->steps.n >= 2 || error_raise(error, ERROR_SWEEP_LIMIT_STEPS, "");
    if (ok && !l.trials)
        ok = no_memory(error);
    ok = ok && read_criteria(&l, error) && search(&l, error) && limit_report(&l, error);
    for (size_t i = 0; l.trials && i < l.n_trials; i++) {
        for (size_t k = 0; k < l.trials[i].n; k++)
            finding_free(&l.trials[i].requests[k].finding);
        free(l.trials[i].requests);
    }
    free(l.trials);
    free(l.criteria);
    return ok;
}
