/* Maps of steps, made when they are asked for and kept while the run stands still. */
#include "linearize/step_map_impl.h"
#include "linearize/linearize_messages.h"

#include <math.h>
#include <stdlib.h>

struct kept {
    struct step_map map;
    size_t component;
    struct kept *next;
};

struct step_maps {
    struct run *run;
    const struct linearizer *linearizer;
    bool *own;          /* per component */
    struct arena arena; /* of the maps at this point */
    struct kept *kept;
};

static bool can_step_itself(const struct component *c)
{
    const struct component_abilities can = component_abilities(c);
    return !can.model_exchange && can.rollback && can.states_settable;
}

struct step_maps *step_maps_open(struct run *run, const struct linearizer *linearizer, enum subsystem subsystem,
                                 struct error *error)
{
    struct step_maps *m = calloc(1, sizeof *m);
    const size_t n = run_system(run)->n_components;
    if (m)
        m->own = calloc(n + 1, sizeof *m->own);
    if (!m || !m->own) {
        error_raise(error, ERROR_NO_MEMORY, "preparing the stability analysis");
        step_maps_close(m);
        return NULL;
    }
    m->run = run;
    m->linearizer = linearizer;
    for (size_t c = 0; c < n; c++) {
        const bool can = can_step_itself(run_component(run, c));
        m->own[c] = can && subsystem != SUBSYSTEM_EXACT;
        if (!can && subsystem == SUBSYSTEM_OWN) {
            error_raise(error, ERROR_STABILITY_NO_OWN, component_label(run_component(run, c)));
            step_maps_close(m);
            return NULL;
        }
    }
    return m;
}

void step_maps_close(struct step_maps *m)
{
    if (!m)
        return;
    arena_free(&m->arena);
    free(m->own);
    free(m);
}

void step_maps_begin_point(struct step_maps *m)
{
    arena_free(&m->arena);
    m->kept = NULL;
}

double step_maps_accuracy(const struct step_maps *m)
{
    double worst = 0;
    for (const struct kept *k = m->kept; k; k = k->next)
        worst = fmax(worst, k->map.accuracy);
    return worst;
}

bool step_maps_is_own(const struct step_maps *m, size_t component)
{
    return m->own[component];
}

static struct kept *make(struct step_maps *m, size_t component, double h, int order)
{
    const struct ports *p = &linearizer_probe(m->linearizer, component)->ports;
    struct kept *k = arena_get(&m->arena, sizeof *k);
    if (!k)
        return NULL;
    k->component = component;
    k->map = step_map_take(&m->arena, p->n_states, p->n_inputs, order + 1);
    k->map.h = h;
    return k->map.whole.a ? k : NULL;
}

const struct step_map *step_maps_get(struct step_maps *m, size_t component, double h, int order, struct error *error)
{
    for (struct kept *k = m->kept; k; k = k->next)
        if (k->component == component && k->map.h == h && k->map.n_orders > order)
            return &k->map;
    struct kept *k = make(m, component, h, order);
    if (!k) {
        error_raise(error, ERROR_NO_MEMORY, "computing the map of a step");
        return NULL;
    }
    const struct probe *probe = linearizer_probe(m->linearizer, component);
    if (!(m->own[component] ? step_map_own(&k->map, probe, run_component(m->run, component), error)
                            : step_map_exact(&k->map, probe, error)))
        return NULL;
    k->next = m->kept;
    m->kept = k;
    return &k->map;
}
