#include "numerics/presumptions.h"

#include "numerics/solver.h"

#include <stdlib.h>
#include <string.h>

struct breach {
    size_t which;
    double t;
    struct model_report report;
};

struct presumptions {
    const struct solver_extension *own; /* of the model; only where there are some */
    size_t n;
    bool *found;
    struct breach *breaches; /* in the order in which they were found */
    size_t n_found, n_told;
};

struct presumptions *presumptions_open(const struct model_type *type)
{
    struct presumptions *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->own = type->for_solvers;
    p->n = p->own ? p->own->n_presumptions : 0;
    p->found = calloc(p->n + 1, sizeof *p->found);
    p->breaches = calloc(p->n + 1, sizeof *p->breaches);
    if (p->found && p->breaches)
        return p;
    presumptions_close(p);
    return NULL;
}

void presumptions_close(struct presumptions *p)
{
    if (!p)
        return;
    free(p->found);
    free(p->breaches);
    free(p);
}

void presumptions_look(struct presumptions *p, const void *constants, void *scratch, double t, const double *m,
                       const double *x)
{
    while (p->n_found < p->n) {
        struct breach *next = &p->breaches[p->n_found];
        const size_t which = p->own->presumption(constants, scratch, p->found, t, m, x, &next->report);
        if (which >= p->n)
            return;
        next->which = which;
        next->t = t;
        p->found[which] = true;
        p->n_found++;
    }
}

void presumptions_take_back(struct presumptions *p)
{
    while (p->n_found > p->n_told)
        p->found[p->breaches[--p->n_found].which] = false;
}

bool presumptions_tell(struct presumptions *p, double *t, struct model_report *report)
{
    if (p->n_told == p->n_found)
        return false;
    *t = p->breaches[p->n_told].t;
    *report = p->breaches[p->n_told].report;
    p->n_told++;
    return true;
}

void presumptions_forget(struct presumptions *p)
{
    memset(p->found, 0, p->n * sizeof *p->found);
    p->n_found = p->n_told = 0;
}
