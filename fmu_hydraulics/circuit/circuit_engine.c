/* The circuit's equations (circuit_kernel.h) compiled for doubles and for complex numbers, and what is real only: reports,
 * modes, indicators. */
#include "fmu_hydraulics/circuit/circuit_engine.h"

#include <math.h>

static bool report_chamber(const struct circuit_cylinder *cylinder, double l, struct model_report *report)
{
    const bool on_A = l + cylinder->dead_A <= 0;
    return model_fail(
        report,
        "the piston of cylinder %s has reached its %s end: chamber %s has no length left (%.6g m); give the "
        "cylinder stops and dead lengths, or keep it away from there",
        cylinder->name, on_A ? "retracted" : "extended", on_A ? "A" : "B",
        on_A ? l + cylinder->dead_A : cylinder->piston.stroke - l + cylinder->dead_B);
}

static bool report_pressure(const struct circuit *c, size_t i, double p, struct model_report *report)
{
    if (p <= c->fluid.p_lowest)
        return model_fail(
            report,
            "the pressure in volume %s has fallen to %.6g Pa, the fluid's lowest is %.6g Pa: the oil would "
            "cavitate; a check valve from the tank can feed it",
            c->volumes[i].name, p, c->fluid.p_lowest);
    return model_fail(report, "the pressure in volume %s has risen to %.6g Pa, the fluid's highest is %.6g Pa",
                      c->volumes[i].name, p, c->fluid.p_highest);
}

void circuit_update_modes(const struct circuit *c, const double *u, double *m)
{
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (circuit_has_mode(c, k))
            m[circuit_mode_memory(c, k)] = friction_mode(&c->cylinders[k].piston.friction, u[circuit_rate_input(k)]);
}

size_t circuit_indicators(const struct circuit *c, const double *u, double *z)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (circuit_has_mode(c, k)) {
            if (z)
                z[n] = friction_indicator(&c->cylinders[k].piston.friction, u[circuit_rate_input(k)]);
            n++;
        }
    return n;
}

#define KERNEL_FILE "fmu_hydraulics/circuit/circuit_kernel.h"
#include "numerics/kernel.h"
