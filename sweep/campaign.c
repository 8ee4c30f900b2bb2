/* Many runs. */
#include "sweep/campaign.h"

#include "sweep/sweep_progress.h"
#include "sweep/finest.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

SWEEP_MESSAGES(MESSAGE_DEFINE)

struct batch {
    struct campaign *c;
    struct request *requests;
    size_t n;
    size_t *queue; /* what must run, the longest first */
    size_t n_queue;
    struct sweep_progress progress;
};

/* The series of a run becomes a file and leaves the memory. */
static bool keep_series(const struct campaign *c, struct request *r, const struct trajectory *series,
                        struct error *error)
{
    if (c->folder && series->n_times > 0 && c->folder->rows[r->job.run] > 0) {
        if (!series_write(c->folder, &r->job, series, error))
            return false;
        r->series = c->folder->rows[r->job.run];
    }
    return true;
}

static bool find_known(struct campaign *c, struct request *requests, size_t n, struct error *error)
{
    const struct study *s = c->study;
    for (size_t i = 0; i < n; i++) {
        struct request *r = &requests[i];
        r->same_as = i;
        if (!study_key(s, &r->job, r->key, error))
            return false;
        if (!c->again && !store_find(c->store, r->key, s->variables.names, s->variables.n, c->folder != NULL, &r->known,
                                     &r->finding, error))
            return false;
        const bool ok = keep_series(c, r, &r->finding.trajectory, error);
        trajectory_free(&r->finding.trajectory);
        if (!ok)
            return false;
        c->n_stored += r->known && !plan_is_repeated(&s->plan, r->job.run);
    }
    return true;
}

static int by_key(const void *a, const void *b)
{
    const struct request *x = *(struct request *const *)a, *y = *(struct request *const *)b;
    const int order = strcmp(x->key, y->key);
    return order ? order : (x > y) - (x < y);
}

/* The same run may be asked for twice: 1ms,1e-3. */
static bool find_equal(struct request *requests, size_t n, struct error *error)
{
    struct request **sorted = malloc((n + 1) * sizeof *sorted);
    if (!sorted)
        return error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    for (size_t i = 0; i < n; i++)
        sorted[i] = &requests[i];
    qsort(sorted, n, sizeof *sorted, by_key);
    for (size_t i = 1; i < n; i++)
        if (strcmp(sorted[i]->key, sorted[i - 1]->key) == 0)
            sorted[i]->same_as = sorted[i - 1]->same_as;
    free(sorted);
    return true;
}

/* ---- the order of work ---- */

static double cost(const struct batch *b, size_t request)
{
    const double H = plan_macro_step(&b->c->study->plan, &b->requests[request].job);
    return H > 0 ? 1 / H : 1;
}

static int by_cost(const void *a, const void *b, void *context)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const double cx = cost(context, x), cy = cost(context, y);
    return cx != cy ? (cx < cy) - (cx > cy) : (x > y) - (x < y);
}

static bool make_queue(struct batch *b, struct error *error)
{
    b->queue = malloc((b->n + 1) * sizeof *b->queue);
    if (!b->queue)
        return error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    b->n_queue = 0;
    for (size_t i = 0; i < b->n; i++)
        if (!b->requests[i].known && b->requests[i].same_as == i)
            b->queue[b->n_queue++] = i;
    qsort_r(b->queue, b->n_queue, sizeof *b->queue, by_cost, b);
    return true;
}

/* ---- running ---- */

static bool take(struct batch *b, size_t ticket, const struct trajectory *series, struct error *error)
{
    struct campaign *c = b->c;
    struct request *r = &b->requests[ticket];
    char options[1024];
    plan_describe(&c->study->plan, r->job.run, SIZE_MAX, options, sizeof options);
    const double H = plan_macro_step(&c->study->plan, &r->job);
    r->known = true;
    sweep_progress_count(&b->progress, cost(b, ticket), r->finding.status != FINDING_DONE);
    if (r->finding.stopped) /* another time it may come to its end: not for the store */
        return true;
    if (!store_put(c->store, r->key, options, H, c->study->variables.names, c->study->variables.n, &r->finding,
                   c->folder ? series : NULL, error) ||
        !keep_series(c, r, series, error))
        return false;
    c->n_run++;
    return true;
}

/* `awaits_reference`: runs that are done come back with their trajectories and wait for the reference among them. */
static bool run_queue(struct batch *b, bool awaits_reference, struct error *error)
{
    struct campaign *c = b->c;
    for (size_t next = 0; next < b->n_queue || !crew_is_idle(c->crew);) {
        if (c->interrupt && *c->interrupt)
            return error_raise(error, ERROR_SWEEP_INTERRUPTED, strsignal(*c->interrupt));
        if (next < b->n_queue && crew_has_room(c->crew)) {
            const size_t ticket = b->queue[next++];
            if (!crew_start(c->crew, ticket, &b->requests[ticket].job, awaits_reference || c->folder, error))
                return false;
            continue;
        }
        bool ended;
        size_t ticket;
        struct finding finding;
        if (!crew_wait(c->crew, 0.2, &ended, &ticket, &finding, error))
            return false;
        if (ended) {
            struct finding *taken = &b->requests[ticket].finding;
            finding_free(taken);
            *taken = finding;
            if (!(awaits_reference && finding.status == FINDING_DONE)) {
                if (!take(b, ticket, &taken->trajectory, error))
                    return false;
                trajectory_free(&taken->trajectory);
            }
        }
        sweep_progress_show(&b->progress);
    }
    return true;
}

/* ---- a reference among the runs: its candidates come first, the others are compared with it ---- */

static size_t ticket_of(const struct batch *b, size_t run)
{
    return b->requests[run].same_as; /* such a sweep asks for all runs of its plan, in its order */
}

/* The choice of an earlier sweep. */
static bool recall(struct batch *b, size_t reference)
{
    const struct study *s = b->c->study;
    struct reference *r = &s->references[reference];
    char key[DIGEST_SIZE];
    if (b->c->again ||
        !store_find_reference(b->c->store, r->digest, s->variables.names, s->variables.n, key, r->errors))
        return false;
    for (size_t run = 0; run < b->n; run++)
        if (s->reference_of[run] == reference && strcmp(b->requests[run].key, key) == 0) {
            r->run = run;
            return true;
        }
    return false;
}

static bool is_needed(const struct batch *b, size_t reference)
{
    for (size_t k = 0; k < b->n_queue; k++)
        if (b->c->study->reference_of[b->requests[b->queue[k]].job.run] == reference)
            return true;
    return false;
}

/* What was kept, compared with the reference; the reference itself has no distance from it. */
static bool measure(struct batch *b, size_t reference, size_t ticket, struct error *error)
{
    const struct study *s = b->c->study;
    const struct reference *r = &s->references[reference];
    const struct selection none = {0};
    struct finding *o = &b->requests[ticket].finding;
    struct meter meter = {.variables = &s->variables,
                          .outputs = &none,
                          .reference = &r->trajectory,
                          .columns = r->columns,
                          .bounds = r->bounds,
                          .common_only = true};
    free(o->deviations);
    o->deviations = NULL;
    o->n_deviations = 0;
    const struct trajectory *t = ticket == ticket_of(b, r->run) ? &r->trajectory : &o->trajectory;
    const bool ok = meter_open(&meter, error) && meter_replay(&meter, t, error);
    if (ok && meter.unstable) {
        o->status = FINDING_UNSTABLE;
        o->time = meter.unstable_at;
        o->message = strdup(meter.why);
    }
    const bool good = ok && (meter.unstable || meter_result(&meter, o, error));
    meter_close(&meter);
    const bool is_taken = good && take(b, ticket, t, error);
    trajectory_free(&o->trajectory);
    return is_taken;
}

/* Chooses the reference where that is not known yet, gives it to everybody, and compares the other candidates with it. */
static bool settle(struct batch *b, size_t reference, bool is_chosen, struct candidate *candidates, struct error *error)
{
    struct study *s = b->c->study;
    struct reference *r = &s->references[reference];
    const size_t n = is_chosen ? 1 : finest_candidates(s, reference, candidates);
    if (is_chosen)
        candidates[0] = (struct candidate){.run = r->run};
    for (size_t i = 0; i < n; i++) {
        const struct finding *o = &b->requests[ticket_of(b, candidates[i].run)].finding;
        candidates[i].trajectory = o->status == FINDING_DONE ? &o->trajectory : NULL;
    }
    if (!is_chosen && !(finest_choose(s, reference, candidates, n, error) &&
                        store_put_reference(b->c->store, r->digest, s->variables.names, s->variables.n,
                                            b->requests[r->run].key, r->errors, error)))
        return false;
    struct finding *chosen = &b->requests[ticket_of(b, r->run)].finding;
    if (chosen->status != FINDING_DONE)
        return error_raise(error, ERROR_SWEEP_FINEST_FAILED, "");
    r->trajectory = chosen->trajectory;
    chosen->trajectory = (struct trajectory){0};
    r->is_here = true;
    if (!study_prepare_reference(s, reference, error) || !crew_share_reference(b->c->crew, reference, error))
        return false;
    for (size_t i = 0; i < n; i++)
        if (candidates[i].trajectory && !measure(b, reference, ticket_of(b, candidates[i].run), error))
            return false;
    return true;
}

static bool run_candidates(struct batch *b, bool *is_chosen, bool *is_awaited, struct candidate *candidates,
                           struct error *error)
{
    const struct study *s = b->c->study;
    struct batch first = *b;
    first.n_queue = 0;
    first.queue = malloc((b->n + 1) * sizeof *first.queue);
    if (!first.queue)
        return error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    for (size_t i = 0; i < s->n_references; i++) {
        is_chosen[i] = recall(b, i);
        is_awaited[i] = !is_chosen[i] || is_needed(b, i);
        if (!is_awaited[i])
            continue;
        const size_t n = is_chosen[i] ? 1 : finest_candidates(s, i, candidates);
        for (size_t k = 0; k < n; k++)
            first.queue[first.n_queue++] = ticket_of(b, is_chosen[i] ? s->references[i].run : candidates[k].run);
    }
    qsort_r(first.queue, first.n_queue, sizeof *first.queue, by_cost, &first);
    const bool ok = run_queue(&first, true, error);
    b->progress = first.progress;
    free(first.queue);
    return ok;
}

static bool run_finest(struct batch *b, struct error *error)
{
    const size_t n = b->c->study->n_references;
    struct candidate *candidates = calloc(b->n + FINEST_STEPS, sizeof *candidates);
    bool *is_chosen = calloc(2 * n + 1, sizeof *is_chosen), *is_awaited = is_chosen + n;
    bool ok = candidates && is_chosen;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    ok = ok && run_candidates(b, is_chosen, is_awaited, candidates, error);
    for (size_t i = 0; i < n && ok; i++)
        ok = !is_awaited[i] || settle(b, i, is_chosen[i], candidates, error);
    free(candidates);
    free(is_chosen);
    free(b->queue);
    b->queue = NULL;
    return ok && make_queue(b, error);
}

/* ---- all ---- */

static bool copy_equal(struct batch *b, struct error *error)
{
    for (size_t i = 0; i < b->n; i++) {
        struct request *r = &b->requests[i];
        if (!r->known && r->same_as != i && !finding_copy(&r->finding, &b->requests[r->same_as].finding, error))
            return false;
        r->known = true;
        r->series = b->requests[r->same_as].series;
        if (plan_is_repeated(&b->c->study->plan, r->job.run))
            continue;
        b->c->n_failed += r->finding.status == FINDING_FAILED;
        b->c->n_unstable += r->finding.status == FINDING_UNSTABLE;
    }
    return true;
}

bool campaign_run(struct campaign *c, struct request *requests, size_t n, struct error *error)
{
    struct batch b = {.c = c, .requests = requests, .n = n};
    bool ok = find_known(c, requests, n, error) && find_equal(requests, n, error) && make_queue(&b, error);
    if (ok) {
        double work = 0;
        for (size_t i = 0; i < b.n_queue; i++)
            work += cost(&b, b.queue[i]);
        sweep_progress_begin(&b.progress, c->progress, c->context, n, b.n_queue, work);
        ok = (!c->study->finest || run_finest(&b, error)) && run_queue(&b, false, error) && copy_equal(&b, error);
        sweep_progress_end(&b.progress);
    }
    free(b.queue);
    return ok;
}
