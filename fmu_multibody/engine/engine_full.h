/* The mechanism in its full coordinates z, with the constraints as they stand: what methods need that treat them themselves (augmented
 * Lagrangian, a monolithic solver). Nothing here makes z fulfil Phi(z) = 0. */
#ifndef PASO_ENGINE_FULL_H
#define PASO_ENGINE_FULL_H

#include "fmu_multibody/engine/engine.h"

#define ENGINE_FULL_FUNCTIONS(scalar, suffix)                                                                                       \
    /* Places z and dz/dt; engine_actuator() and the like then tell about this placement. */                                        \
    void engine_full_place_##suffix(const struct engine *e, const scalar *z, const scalar *w);                                      \
    /* tau = M z'' + C - Q under the inputs u. */                                                                                   \
    bool engine_full_forces_##suffix(const struct engine *e, const scalar *acceleration, const scalar *u, scalar *tau,              \
                                     struct model_report *report);                                                                  \
    /* The kept rows, m + l of them: Phi (zero for nonholonomic ones), D (by rows, n wide), (dD/dt) dz/dt. NULL where not         \
     * wanted. */ \
    bool engine_full_rows_##suffix(const struct engine *e, scalar *phi, scalar *D, scalar *bias,                                    \
                                   struct model_report *report);                                                                    \
    /* M, n x n; after engine_full_forces() at the same placement. */                                                               \
    void engine_full_mass_##suffix(const struct engine *e, scalar *M);                                                              \
    /* Accelerations of all coordinates after engine_accelerate() with the rates dx that it gave. */                                \
    void engine_full_accelerations_##suffix(const struct engine *e, const scalar *dx, scalar *acceleration);                        \
    /* Multipliers that tau + D^T lambda = 0 asks for in the dependent coordinates; after engine_accelerate(). */                   \
    void engine_full_multipliers_##suffix(const struct engine *e, const scalar *tau, scalar *lambda);

ENGINE_FULL_FUNCTIONS(double, real)
ENGINE_FULL_FUNCTIONS(double complex, complex)

#endif
