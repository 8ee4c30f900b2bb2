/* The N-loop four-bar linkage of Gonzalez et al. 2017: one coordinate, two eigenvalues. The paper prints them with fewer digits, and
 * phi0 for N = 15 wrongly (1.8230). And Publication II's four-bar at its start. */
#include "benchmarks/reference/regenerate.h"

#include "tests/oracle/planar_oracle.h"

#include <math.h>

/* Newton's method from 2.2: from 1.7 it misses. */
static long double equilibrium(int n)
{
    long double phi = 2.2L;
    for (int i = 0; i < 60; i++) {
        struct planar_mechanism p;
        planar_n_loop(&p, n, 0, phi);
        const struct planar_dynamics d = planar_dynamics(&p, 0, 0);
        phi -= d.acceleration / d.d_position;
    }
    return phi;
}

struct eigenvalue {
    long double re, im;
};

/* lambda^2 = d_position + d_rate lambda */
static struct eigenvalue eigenvalue(int n, long double damping)
{
    struct planar_mechanism p;
    planar_n_loop(&p, n, damping, equilibrium(n));
    const struct planar_dynamics d = planar_dynamics(&p, 0, 0);
    return (struct eigenvalue){d.d_rate / 2, sqrtl(-d.d_position - d.d_rate * d.d_rate / 4)};
}

#define LINKAGE(n)                                                                                                     \
    REGENERATED(N_LOOP_##n##_PHI_0, equilibrium(n));                                                                   \
    REGENERATED(N_LOOP_##n##_UNDAMPED, eigenvalue(n, 0).im);                                                           \
    REGENERATED(N_LOOP_##n##_DAMPED_RE, eigenvalue(n, 1).re);                                                          \
    REGENERATED(N_LOOP_##n##_DAMPED_IM, eigenvalue(n, 1).im)

void regenerate_linkages(void)
{
    static struct planar_mechanism four_bar; /* of Publication II, at 60 degrees */
    planar_lut2_four_bar(&four_bar, acosl(0.5L));
    REGENERATED(LUT2_FOUR_BAR_Z2, four_bar.z[1].c[0] * 45 / atanl(1));
    REGENERATED(LUT2_FOUR_BAR_Z3, four_bar.z[2].c[0] * 45 / atanl(1));
    REGENERATED(LUT2_FOUR_BAR_FORCE, planar_dynamics(&four_bar, 0, 0).static_force);
    LINKAGE(1);
    LINKAGE(5);
    LINKAGE(10);
    LINKAGE(15);
    LINKAGE(20);
}
