/* The reference among the runs themselves. */
#include "sweep/finest.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "preparing a sweep");
}

static double step_of(const struct plan *plan, size_t run)
{
    return plan_macro_step(plan, &(struct job){.run = run});
}

/* ---- problems ---- */

/* Runs that solve the same problem have the same --set values. */
static bool same_problem(const struct plan *plan, size_t a, size_t b)
{
    for (size_t i = 0; i < plan->n_axes; i++)
        if (strcmp(plan->axes[i].option, "set") == 0 && plan_choice(plan, a, i) != plan_choice(plan, b, i))
            return false;
    return true;
}

static bool find_problems(struct study *s, struct error *error)
{
    const struct plan *plan = &s->plan;
    for (size_t run = 0; run < plan->n_runs; run++) {
        size_t i = 0;
        while (i < s->n_references && !same_problem(plan, s->references[i].run, run))
            i++;
        s->reference_of[run] = i;
        if (i == s->n_references) {
            if (!study_add_reference(s, strdup("finest"), error))
                return false;
            s->references[i].run = run;
        }
        if (step_of(plan, run) < step_of(plan, s->references[i].run))
            s->references[i].run = run;
    }
    return true;
}

/* Whether every tenth point, or more of them, is a point of the finer run, too. */
static bool has_common_points(double H, double finer)
{
    for (int n = 1; n <= 10; n++) {
        const double ratio = n * H / finer;
        if (fabs(ratio - round(ratio)) < 1e-6)
            return true;
    }
    return false;
}

static bool check_steps(const struct study *s, struct error *error)
{
    for (size_t run = 0; run < s->plan.n_runs; run++) {
        const double H = step_of(&s->plan, run), finest = step_of(&s->plan, s->references[s->reference_of[run]].run);
        if (!has_common_points(H, finest))
            return error_raise(error, ERROR_SWEEP_NOT_COMMON, TEXT("%.9g", H), TEXT("%.9g", finest));
    }
    return true;
}

/* ---- candidates ---- */

/* The finest steps of the combination that a run belongs to, smallest first; equal ones count once. */
static size_t collect(const struct study *s, size_t axis, size_t run, struct candidate found[FINEST_STEPS])
{
    const struct plan *plan = &s->plan;
    size_t n = 0;
    for (size_t other = plan_sibling(plan, axis, run, SIZE_MAX); other != SIZE_MAX;
         other = plan_sibling(plan, axis, run, other)) {
        const double H = step_of(plan, other);
        size_t at = 0;
        while (at < n && found[at].macro_step < H)
            at++;
        if (at == FINEST_STEPS || (at < n && found[at].macro_step == H))
            continue;
        n = n < FINEST_STEPS ? n + 1 : n;
        memmove(found + at + 1, found + at, (n - at - 1) * sizeof *found);
        found[at] = (struct candidate){.run = other, .macro_step = H};
    }
    return n;
}

size_t finest_candidates(const struct study *s, size_t reference, struct candidate *candidates)
{
    const struct plan *plan = &s->plan;
    const size_t axis = plan_find_axis(plan, "macro-step");
    size_t n = 0;
    for (size_t run = 0; run < plan->n_runs; run++) {
        /* every combination once: at its first run */
        if (s->reference_of[run] != reference || plan_is_repeated(plan, run) ||
            plan_sibling(plan, axis, run, SIZE_MAX) != run)
            continue;
        const size_t found = collect(s, axis, run, candidates + n);
        n += found >= 2 ? found : 0; /* of a single step nothing can be told */
    }
    return n;
}

static bool digest_candidates(struct study *s, struct error *error)
{
    struct candidate *candidates = calloc(s->plan.n_runs + FINEST_STEPS, sizeof *candidates);
    bool ok = candidates || no_memory(error);
    for (size_t i = 0; i < s->n_references && ok; i++) {
        struct digest d;
        const size_t n = finest_candidates(s, i, candidates);
        digest_begin(&d);
        digest_text(&d, "finest of");
        ok = n > 0 || error_raise(error, ERROR_SWEEP_FINEST, "");
        for (size_t k = 0; k < n && ok; k++) {
            char key[DIGEST_SIZE];
            ok = study_key(s, &(struct job){.run = candidates[k].run}, key, error);
            digest_text(&d, key);
        }
        if (ok)
            digest_end(&d, s->references[i].digest);
    }
    free(candidates);
    return ok;
}

bool finest_open(struct study *s, struct error *error)
{
    s->finest = true;
    if (plan_find_axis(&s->plan, "macro-step") == SIZE_MAX)
        return error_raise(error, ERROR_SWEEP_FINEST, "");
    if (plan_chooses_steps(&s->plan))
        return error_raise(error, ERROR_SWEEP_FINEST_SPAN, "");
    if (!find_problems(s, error) || !check_steps(s, error))
        return false;
    if (!(s->options.record ? selection_make(&s->variables, s->system, s->options.record, error)
                            : selection_make_real_outputs(&s->variables, s->system, error)))
        return false;
    for (size_t i = 0; i < s->n_references; i++) {
        s->references[i].errors = calloc(s->variables.n + 1, sizeof *s->references[i].errors);
        if (!s->references[i].errors)
            return no_memory(error);
        if (!study_prepare_reference(s, i, error))
            return false;
    }
    return digest_candidates(s, error);
}

/* ---- the choice ---- */

double finest_estimate(const double *H, const double *distances, size_t n)
{
    double low = 0.5, high = 3; /* orders: no scheme has a higher one; below the first all trust ends */
    if (n < 3)
        low = high = 1;
    for (int i = 0; i < 60 && low < high; i++) {
        const double p = (low + high) / 2;
        const double ratio = (pow(H[2], p) - pow(H[1], p)) / (pow(H[1], p) - pow(H[0], p)); /* grows with p */
        if (distances[1] > ratio * distances[0])
            low = p;
        else
            high = p;
    }
    return distances[0] / (pow(H[1] / H[0], low) - 1);
}

bool finest_is_rough(const struct reference *r, size_t variable, double error)
{
    return r->errors && error < 10 * r->errors[variable];
}

/* Errors of the first candidate's variables, from `n` of one combination that are done; the worst one in units of its range. */
static double estimate(const struct study *s, const struct candidate *c, size_t n, double *errors)
{
    double worst = 0;
    for (size_t v = 0; v < s->variables.n; v++) {
        double H[FINEST_STEPS] = {0}, distances[FINEST_STEPS] = {0}, lowest, highest;
        for (size_t i = 0; i < n; i++) {
            H[i] = c[i].macro_step;
            if (i > 0)
                distances[i - 1] = trajectory_distance(c[i - 1].trajectory, c[i].trajectory, v);
        }
        trajectory_range(c->trajectory, v, &lowest, &highest);
        const double rounding =
            1e-13 * fmax(fabs(lowest), fabs(highest)); /* runs that are equal but for it are exact */
        errors[v] = distances[0] > rounding ? finest_estimate(H, distances, n) : 0;
        const double range = highest > lowest ? highest - lowest : fmax(fabs(highest), 1e-300);
        worst = fmax(worst, errors[v] / range);
    }
    return worst;
}

bool finest_choose(struct study *s, size_t reference, const struct candidate *c, size_t n, struct error *error)
{
    struct reference *r = &s->references[reference];
    const size_t axis = plan_find_axis(&s->plan, "macro-step");
    double *errors = calloc(s->variables.n + 1, sizeof *errors), best = INFINITY;
    if (!errors)
        return no_memory(error);
    for (size_t i = 0; i < n;) {
        struct candidate done[FINEST_STEPS] = {{0}};
        const size_t first = i;
        size_t n_done = 0;
        for (; i < n && plan_same_but(&s->plan, axis, c[first].run, c[i].run); i++)
            if (c[i].trajectory)
                done[n_done++] = c[i];
        const double worst = n_done >= 2 ? estimate(s, done, n_done, errors) : INFINITY;
        if (worst < best) {
            best = worst;
            r->run = done[0].run;
            memcpy(r->errors, errors, s->variables.n * sizeof *errors);
        }
    }
    free(errors);
    return best < INFINITY || error_raise(error, ERROR_SWEEP_FINEST_FAILED, "");
}
