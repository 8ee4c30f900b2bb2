/* The exact step, of the linearization: by the functions of exponential.h. */
#include "linearize/step_map_impl.h"
#include "linearize/linearize_messages.h"
#include "numerics/exponential.h"

#include <math.h>

_Static_assert((int)STEP_ORDERS <= (int)PHI_MOST, "a function for every derivative of the inputs");

/* gamma = factor phi B */
static void multiply_inputs(struct matrix gamma, double factor, struct matrix phi, struct matrix jacobian)
{
    const size_t n = phi.rows;
    for (size_t j = 0; j < gamma.columns; j++)
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += MATRIX_AT(phi, i, k) * MATRIX_AT(jacobian, k, n + j);
            MATRIX_AT(gamma, i, j) = factor * sum;
        }
}

bool step_map_exact(struct step_map *map, const struct probe *probe, struct error *error)
{
    const size_t n = probe->ports.n_states;
    struct arena arena = {0};
    const struct matrix m = matrix_take(&arena, n, n);
    struct matrix phi[PHI_MOST + 1] = {map->phi};
    double *tables[PHI_MOST + 1] = {map->phi.a}, *room = ARENA_TAKE(&arena, exponential_room(n), double);
    bool ok = m.a && room;
    for (int k = 1; k <= map->n_orders; k++) {
        phi[k] = matrix_take(&arena, n, n);
        tables[k] = phi[k].a;
        ok = ok && phi[k].a;
    }
    for (size_t j = 0; ok && j < n; j++)
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(m, i, j) = map->h * MATRIX_AT(probe->jacobian, i, j);
    ok = ok && exponential_phi(n, m.a, map->n_orders, tables, room);
    double factor = 1;
    for (int k = 0; ok && k < map->n_orders; k++) {
        factor *= map->h;
        multiply_inputs(map->gamma[k], factor, phi[k + 1], probe->jacobian);
    }
    map->accuracy = fmax(1e-14, probe->accuracy);
    arena_free(&arena);
    return ok || error_raise(error, ERROR_STABILITY_EXPONENTIAL, TEXT("%.6g", map->h));
}
