/* Capability flags, tried before they are trusted: exporters declare and stub. */
#include "master/import/fmu_private.h"

#include <string.h>

static bool try_rollback(struct instance *i)
{
    fmi2FMUstate state = NULL;
    if (!instance_get_state(i, &state, NULL) || !state)
        return false;
    const bool set = instance_set_state(i, state, NULL);
    return instance_free_state(i, &state, NULL) && set;
}

/* One derivative that should exist: of an output or a state derivative, with respect to a Real input or state on which it
 * depends. */
static bool find_pair(const struct description *d, const struct fmi_unknown *unknowns, size_t n, unsigned *unknown,
                      unsigned *known)
{
    for (size_t k = 0; k < n; k++) {
        const struct fmi_variable *u = &d->variables[unknowns[k].variable];
        for (size_t m = 0; u->type == FMI_REAL && m < unknowns[k].n_dependencies; m++) {
            const struct fmi_variable *v = &d->variables[unknowns[k].dependencies[m]];
            if (v->type == FMI_REAL && v->causality == FMI_INPUT && v->variability == FMI_CONTINUOUS) {
                *unknown = u->reference;
                *known = v->reference;
                return true;
            }
        }
    }
    return false;
}

static bool try_directional(struct instance *i)
{
    const struct description *d = i->fmu->description;
    unsigned unknown, known;
    if (!find_pair(d, d->outputs, d->n_outputs, &unknown, &known) &&
        !find_pair(d, d->derivatives, d->n_derivatives, &unknown, &known))
        return i->functions->GetDirectionalDerivative != NULL; /* nothing to try it on */
    const double seed = 1;
    double result = 0;
    return instance_directional(i, &unknown, 1, &known, 1, &seed, &result, NULL) && result - result == 0;
}

/* A stub's complaint during a probe must not be taken for the reason of a later failure. */
static bool probe(struct instance *i, bool (*attempt)(struct instance *))
{
    pthread_mutex_lock(&i->log.lock);
    const struct instance_log before = i->log;
    pthread_mutex_unlock(&i->log.lock);
    const bool ok = attempt(i);
    pthread_mutex_lock(&i->log.lock);
    memcpy(i->log.last, before.last, sizeof before.last);
    i->log.last_is_raw = before.last_is_raw;
    i->log.last_status = before.last_status;
    pthread_mutex_unlock(&i->log.lock);
    return ok;
}

bool instance_can_rollback(struct instance *i)
{
    return i->interface->can_get_and_set_state && probe(i, try_rollback);
}

bool instance_can_directional(struct instance *i)
{
    return i->interface->provides_directional_derivative && probe(i, try_directional);
}
