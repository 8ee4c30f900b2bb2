#include "master/couple/pace.h"

#include "numerics/exponential.h"

/* Between steps, and in place. */
static bool can_be_probed(const struct component *c)
{
    const struct component_abilities can = component_abilities(c);
    return can.directional || (can.recomputes_on_get && (can.model_exchange || can.states_settable));
}

bool pace_of(const struct probe *probe, double *pace, struct error *error)
{
    const size_t n = probe->ports.n_states;
    struct arena arena = {0};
    double *A = ARENA_TAKE(&arena, n * n + 1, double), *room = ARENA_TAKE(&arena, exponential_room(n), double);
    if (A && room) {
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n; i++)
                A[i + j * n] = MATRIX_AT(probe->jacobian, i, j);
        *pace = spectral_radius(n, A, room);
    }
    arena_free(&arena);
    return (A && room) || error_raise(error, ERROR_NO_MEMORY, "looking for time scales");
}

bool pace_find(const struct probe_target *target, double *pace, struct error *error)
{
    *pace = 0;
    if (!can_be_probed(target->components[target->component]))
        return true;
    struct probe *probe = probe_open(target, PROBE_BEST, error);
    const bool found = probe && probe_run(probe, error) && pace_of(probe, pace, error);
    probe_close(probe);
    return found;
}
