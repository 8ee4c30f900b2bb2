/* Findings: their making and sending. */
#include "sweep/finding.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    [FINDING_DONE] = "done",
    [FINDING_TERMINATED] = "terminated",
    [FINDING_UNSTABLE] = "unstable",
    [FINDING_FAILED] = "failed",
};
enum { N_NAMES = sizeof names / sizeof *names };

const char *finding_status_name(enum finding_status status)
{
    return names[status];
}

bool finding_status_find(const char *name, enum finding_status *status)
{
    for (int i = 0; i < N_NAMES; i++)
        if (strcmp(names[i], name) == 0) {
            *status = (enum finding_status)i;
            return true;
        }
    return false;
}

void finding_fail(struct finding *o, const char *message)
{
    finding_free(o);
    o->status = FINDING_FAILED;
    o->message = strdup(message);
}

void finding_free(struct finding *o)
{
    for (size_t i = 0; i < o->n_residuals; i++)
        free(o->residuals[i].port);
    free(o->residuals);
    free(o->deviations);
    free(o->outcomes);
    free(o->message);
    trajectory_free(&o->trajectory);
    *o = (struct finding){0};
}

void finding_pack(const struct finding *o, struct bytes *b)
{
    bytes_put_count(b, (size_t)o->status);
    bytes_put_count(b, (size_t)o->steps);
    bytes_put_number(b, o->time);
    bytes_put_number(b, o->cpu_s);
    bytes_put_number(b, o->wall_s);
    bytes_put_text(b, o->message);
    bytes_put_count(b, o->stopped);
    bytes_put_count(b, o->n_deviations);
    bytes_put(b, o->deviations, o->n_deviations * sizeof *o->deviations);
    bytes_put_count(b, o->n_outcomes);
    bytes_put(b, o->outcomes, o->n_outcomes * sizeof *o->outcomes);
    bytes_put_count(b, o->n_residuals);
    for (size_t i = 0; i < o->n_residuals; i++) {
        bytes_put_text(b, o->residuals[i].port);
        bytes_put_number(b, o->residuals[i].energy);
    }
    trajectory_pack(&o->trajectory, b);
}

static bool unpack_lists(struct finding *o, struct bytes *b)
{
    const size_t n_deviations = bytes_get_count(b);
    if (n_deviations > b->size)
        return false;
    o->deviations = malloc((n_deviations + 1) * sizeof *o->deviations);
    if (!o->deviations || !bytes_get(b, o->deviations, n_deviations * sizeof *o->deviations))
        return false;
    o->n_deviations = n_deviations;
    const size_t n_outcomes = bytes_get_count(b);
    if (n_outcomes > b->size)
        return false;
    o->outcomes = malloc((n_outcomes + 1) * sizeof *o->outcomes);
    if (!o->outcomes || !bytes_get(b, o->outcomes, n_outcomes * sizeof *o->outcomes))
        return false;
    o->n_outcomes = n_outcomes;
    const size_t n_residuals = bytes_get_count(b);
    o->residuals = n_residuals <= b->size ? calloc(n_residuals + 1, sizeof *o->residuals) : NULL;
    while (o->residuals && o->n_residuals < n_residuals &&
           (o->residuals[o->n_residuals].port = bytes_get_text(b)) != NULL)
        o->residuals[o->n_residuals++].energy = bytes_get_number(b);
    return o->n_residuals == n_residuals && trajectory_unpack(&o->trajectory, b);
}

bool finding_unpack(struct finding *o, struct bytes *b)
{
    *o = (struct finding){0};
    const size_t status = bytes_get_count(b);
    o->status = status < N_NAMES ? (enum finding_status)status : FINDING_FAILED;
    o->steps = (long)bytes_get_count(b);
    o->time = bytes_get_number(b);
    o->cpu_s = bytes_get_number(b);
    o->wall_s = bytes_get_number(b);
    o->message = bytes_get_text(b);
    if (o->message && !*o->message) {
        free(o->message);
        o->message = NULL;
    }
    o->stopped = bytes_get_count(b) != 0;
    return status < N_NAMES && unpack_lists(o, b) && !b->failed;
}

bool finding_copy(struct finding *to, const struct finding *from, struct error *error)
{
    struct finding slim = *from;
    slim.trajectory = (struct trajectory){0};
    struct bytes b = {0};
    finding_pack(&slim, &b);
    const bool ok = !b.failed && finding_unpack(to, &b);
    bytes_free(&b);
    return ok || error_raise(error, ERROR_NO_MEMORY, "copying the finding of a run");
}
