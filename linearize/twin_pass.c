/* The schemes (jacobi.c, gauss_seidel.c) and their repeated passes (passes.c), with forms. As many passes are made as the
 * options allow: where the run's iteration converges earlier, the rest would change nothing but digits below its tolerance. */
#include "linearize/twin_impl.h"

#include <string.h>

static bool pass_jacobi(struct twin *t, struct error *error)
{
    for (size_t c = 0; c < t->n_components; c++)
        if (!twin_step(t, c, error))
            return false;
    return true;
}

static bool pass_gauss_seidel(struct twin *t, struct error *error)
{
    for (size_t i = 0; i < t->n_components; i++) {
        const size_t c = t->stepper->order[i];
        if (i > 0)
            twin_give(t, c);
        if (!twin_step(t, c, error))
            return false;
        twin_publish(t, c);
    }
    return true;
}

bool twin_can(const struct passes *passes, struct error *error)
{
    return passes->scheme == &scheme_jacobi || passes->scheme == &scheme_gauss_seidel ||
           error_raise(error, ERROR_STABILITY_SCHEME, passes->scheme->name);
}

static void save(struct twin *t)
{
    forms_copy(&t->u_start, &t->u);
    for (struct twin_component *c = t->components; c < t->components + t->n_components; c++) {
        forms_copy(&c->saved_x, &c->x);
        for (int k = 0; k < STEP_ORDERS; k++)
            forms_copy(&c->saved_u[k], &c->u[k]);
    }
}

static void go_back(struct twin *t)
{
    forms_copy(&t->u, &t->u_start);
    for (size_t c = 0; c < t->n_components; c++) {
        struct twin_component *k = &t->components[c];
        k->is_current = false;
        t->end_is_known[c] = true;
        forms_copy(&k->x, &k->saved_x);
        for (int i = 0; i < STEP_ORDERS; i++)
            forms_copy(&k->u[i], &k->saved_u[i]);
    }
    for (size_t c = 0; c < t->n_components; c++)
        twin_give(t, c);
}

bool twin_pass_all(struct twin *t, struct error *error)
{
    const bool one_by_one = t->passes->scheme == &scheme_gauss_seidel;
    memset(t->end_is_known, 0, t->n_components * sizeof *t->end_is_known);
    save(t);
    for (int pass = 1;; pass++) {
        if (!(one_by_one ? pass_gauss_seidel(t, error) : pass_jacobi(t, error)))
            return false;
        if (t->passes->most == 1)
            return true;
        for (size_t c = 0; c < t->n_components; c++)
            if (!t->components[c].is_current)
                twin_publish(t, c);
        if (pass == t->passes->most)
            return true;
        go_back(t);
    }
}
