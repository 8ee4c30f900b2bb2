/* The exact step: the exponential of the states augmented by the inputs and their derivatives,
 *     d/dt (x, u, u', u'') = (A x + B u, u', u'', 0). */
#include "linearize/step_map_impl.h"
#include "linearize/linearize_messages.h"

#include <math.h>

bool step_map_exact(struct step_map *map, const struct probe *probe, struct error *error)
{
    const size_t n_x = probe->ports.n_states, n_u = probe->ports.n_inputs;
    const size_t n = n_x + n_u * (size_t)map->n_orders;
    struct arena arena = {0};
    const struct matrix m = matrix_take(&arena, n, n), e = matrix_take(&arena, n, n);
    bool ok = m.a && e.a;
    if (ok) {
        for (size_t j = 0; j < n_x + n_u; j++)
            for (size_t i = 0; i < n_x; i++)
                MATRIX_AT(m, i, j) = map->h * MATRIX_AT(probe->jacobian, i, j);
        for (size_t i = n_x; i + n_u < n; i++)
            MATRIX_AT(m, i, i + n_u) = map->h;
        ok = matrix_exponential(e, m, &arena);
    }
    if (ok) {
        map->accuracy = fmax(1e-14, probe->accuracy);
        for (size_t j = 0; j < n_x; j++)
            for (size_t i = 0; i < n_x; i++)
                MATRIX_AT(map->phi, i, j) = MATRIX_AT(e, i, j);
        for (size_t k = 0; k < (size_t)map->n_orders; k++)
            for (size_t j = 0; j < n_u; j++)
                for (size_t i = 0; i < n_x; i++)
                    MATRIX_AT(map->gamma[k], i, j) = MATRIX_AT(e, i, n_x + k * n_u + j);
    }
    arena_free(&arena);
    return ok || error_raise(error, ERROR_STABILITY_EXPONENTIAL, TEXT("%.6g", map->h));
}
