/* Many runs. */
#include "sweep/campaign.h"

#include "sweep/sweep_progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct batch {
    struct campaign *c;
    struct request *requests;
    size_t n;
    size_t *queue; /* what must run, the longest first */
    size_t n_queue;
    struct sweep_progress progress;
};

static bool find_known(struct campaign *c, struct request *requests, size_t n, struct error *error)
{
    const struct study *s = c->study;
    for (size_t i = 0; i < n; i++) {
        struct request *r = &requests[i];
        r->same_as = i;
        if (!study_key(s, &r->job, r->key, error))
            return false;
        if (!c->again &&
            !store_find(c->store, r->key, s->variables.names, s->variables.n, &r->known, &r->finding, error))
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

static bool take(struct batch *b, size_t ticket, struct error *error)
{
    struct campaign *c = b->c;
    struct request *r = &b->requests[ticket];
    char options[1024];
    plan_describe(&c->study->plan, r->job.run, SIZE_MAX, options, sizeof options);
    const double H = plan_macro_step(&c->study->plan, &r->job);
    r->known = true;
    sweep_progress_count(&b->progress, cost(b, ticket), r->finding.status != FINDING_DONE);
    if (r->finding.stopped) /* another time it may have more of it: not for the store */
        return true;
    if (!store_put(c->store, r->key, options, H, c->study->variables.names, c->study->variables.n, &r->finding, error))
        return false;
    c->n_run++;
    return true;
}

/* The finest run is its own reference. */
static bool compare_with_itself(struct campaign *c, struct finding *o, struct error *error)
{
    if (o->status != FINDING_DONE)
        return true;
    free(o->deviations); /* none, but there is room for them */
    o->deviations = calloc(c->study->variables.n + 1, sizeof *o->deviations);
    o->n_deviations = o->deviations ? c->study->variables.n : 0;
    return o->deviations || error_raise(error, ERROR_NO_MEMORY, "comparing runs");
}

static bool run_queue(struct batch *b, bool finest, struct error *error)
{
    struct campaign *c = b->c;
    for (size_t next = 0; next < b->n_queue || !crew_is_idle(c->crew);) {
        if (c->interrupt && *c->interrupt)
            return error_raise(error, ERROR_SWEEP_INTERRUPTED, strsignal(*c->interrupt));
        if (next < b->n_queue && crew_has_room(c->crew)) {
            const size_t ticket = b->queue[next++];
            if (!crew_start(c->crew, ticket, &b->requests[ticket].job, finest, error))
                return false;
            continue;
        }
        bool ended;
        size_t ticket;
        struct finding finding;
        if (!crew_wait(c->crew, 0.2, &ended, &ticket, &finding, error))
            return false;
        if (ended) {
            b->requests[ticket].finding = finding;
            if (finest && !compare_with_itself(c, &b->requests[ticket].finding, error))
                return false;
            if (!take(b, ticket, error))
                return false;
        }
        sweep_progress_show(&b->progress);
    }
    return true;
}

/* ---- the finest runs come first: the others are compared with them ---- */

static bool keep_finest(struct batch *b, size_t reference, struct finding *o, struct error *error)
{
    struct study *s = b->c->study;
    struct reference *r = &s->references[reference];
    const double H = plan_macro_step(&s->plan, &(struct job){.run = r->run});
    if (o->status != FINDING_DONE)
        return error_raise(error, ERROR_SWEEP_FINEST_FAILED, TEXT("%.9g", H), o->message ? o->message : "");
    r->trajectory = o->trajectory;
    o->trajectory = (struct trajectory){0};
    r->is_here = true;
    return study_prepare_reference(s, reference, error) && crew_share_reference(b->c->crew, reference, error);
}

/* Those that a run of the queue is to be compared with. */
static bool find_needed(struct batch *b, struct batch *first, struct error *error)
{
    const struct study *s = b->c->study;
    for (size_t i = 0; i < first->n; i++) {
        struct request *r = &first->requests[i];
        r->job.run = s->references[i].run;
        r->same_as = i;
        if (!study_key(s, &r->job, r->key, error))
            return false;
        for (size_t k = 0; k < b->n_queue; k++)
            if (s->reference_of[b->requests[b->queue[k]].job.run] == i) {
                first->queue[first->n_queue++] = i;
                break;
            }
    }
    return true;
}

/* What has run as a reference need not run again. */
static bool copy_finest(struct batch *b, const struct batch *first, struct error *error)
{
    for (size_t k = 0; k < first->n_queue; k++) {
        struct request *finest = &first->requests[first->queue[k]];
        for (size_t i = 0; i < b->n; i++)
            if (!b->requests[i].known && strcmp(b->requests[i].key, finest->key) == 0) {
                if (!finding_copy(&b->requests[i].finding, &finest->finding, error))
                    return false;
                b->requests[i].known = true;
            }
        if (!keep_finest(b, first->queue[k], &finest->finding, error))
            return false;
    }
    return true;
}

static bool run_finest(struct batch *b, struct error *error)
{
    struct batch first = {.c = b->c, .n = b->c->study->n_references, .progress = b->progress};
    first.requests = calloc(first.n, sizeof *first.requests);
    first.queue = calloc(first.n, sizeof *first.queue);
    bool ok = first.requests && first.queue;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "planning a sweep");
    ok = ok && find_needed(b, &first, error) && run_queue(&first, true, error) && copy_finest(b, &first, error);
    b->progress = first.progress;
    for (size_t i = 0; first.requests && i < first.n; i++)
        finding_free(&first.requests[i].finding);
    free(first.requests);
    free(first.queue);
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
        sweep_progress_begin(&b.progress, c->show_progress, n, b.n_queue, work);
        ok = (!c->study->finest || run_finest(&b, error)) && run_queue(&b, false, error) && copy_equal(&b, error);
        sweep_progress_end(&b.progress);
    }
    free(b.queue);
    return ok;
}
