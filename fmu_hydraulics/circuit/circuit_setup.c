/* What follows from a circuit's numbers, and which numbers make no sense. A report begins with the path of what is wrong, as a
 * circuit file would have it: "cylinders.boom: ...". */
#include "fmu_hydraulics/circuit/circuit_setup_impl.h"

#include <math.h>

/* The interval around p = 0 on which 1 + a p + b p^2 and its slope a + 2 b p are positive (a > 0). */
static void polynomial_range(struct circuit_fluid *fluid)
{
    const double a = fluid->a, b = fluid->b, discriminant = a * a - 4 * b;
    fluid->p_highest = b < 0 ? -a / (2 * b) : INFINITY;
    if (b == 0)
        fluid->p_lowest = -1 / a;
    else if (b > 0 && discriminant <= 0)
        fluid->p_lowest = -a / (2 * b);
    else
        fluid->p_lowest = -2 / (a + sqrt(discriminant)); /* the root next to zero */
}

/* HLP 46 at a temperature. Viscosity: 46 and 6.7 mm2/s at 40 and 100 degC, between them lg lg(nu + 0.7) straight over lg T (ASTM D341; ISO 3448 for the class). Density: 879
 * kg/m3 at 15 degC (makers' data of mineral HLP 46) with an expansion of 7e-4 1/K. Modulus: Hayward's estimate for mineral oils (1970), isentropic secant:
 * (1.57 + 0.15 lg nu_20) 10^(0.0024 (20 - t)) GPa + 5.6 p. */
static double hlp46_viscosity(double T)
{
    const double low = log10(log10(46 + 0.7)), high = log10(log10(6.7 + 0.7));
    const double part = log10(T / 313.15) / log10(373.15 / 313.15);
    return 1e-6 * (pow(10, pow(10, low + (high - low) * part)) - 0.7);
}

static void hlp46_setup(struct circuit_fluid *fluid)
{
    const double T = fluid->temperature;
    fluid->viscosity = hlp46_viscosity(T);
    fluid->density = 879 / (1 + 7e-4 * (T - 288.15));
    fluid->bulk_modulus = 1e9 * (1.57 + 0.15 * log10(1e6 * hlp46_viscosity(293.15))) * pow(10, 0.0024 * (293.15 - T));
    fluid->modulus_slope = 5.6;
}

/* As long as there is air, any pressure above none at all. */
static bool air_setup(struct circuit_fluid *fluid, struct model_report *report)
{
    if (fluid->kind == FLUID_HLP46)
        hlp46_setup(fluid);
    fluid->p_lowest = -fluid->atmosphere;
    fluid->p_highest = INFINITY;
    if (!(fluid->bulk_modulus > 0 && fluid->modulus_slope >= 1))
        return model_fail(report, "fluid: the bulk modulus, %.6g Pa, must be above 0, its slope, %.6g, at least 1",
                          fluid->bulk_modulus, fluid->modulus_slope);
    if (!(fluid->entrained_air > 0 && fluid->entrained_air < 1 && fluid->dissolved_air >= 0))
        return model_fail(report,
                          "fluid: entrained air, %.6g, must be above 0 and below 1, dissolved air, %.6g, not negative",
                          fluid->entrained_air, fluid->dissolved_air);
    return true;
}

static bool fluid_setup(struct circuit_fluid *fluid, struct model_report *report)
{
    if (circuit_fluid_has_air(fluid->kind))
        return air_setup(fluid, report);
    if (fluid->kind == FLUID_CONSTANT) {
        fluid->p_lowest = -INFINITY;
        fluid->p_highest = INFINITY;
        if (!(fluid->bulk_modulus > 0))
            return model_fail(report, "fluid: the bulk modulus, %.6g Pa, must be above 0", fluid->bulk_modulus);
    } else {
        if (!(fluid->a > 0))
            return model_fail(report, "fluid: the compressibility a = %.6g 1/Pa must be above 0", fluid->a);
        polynomial_range(fluid);
    }
    fluid->p_lowest = fmax(fluid->p_lowest, fluid->lowest_pressure - fluid->atmosphere);
    return true;
}

bool circuit_setup_opening(struct circuit_opening *opening, double density, const char *map, const char *name,
                           struct model_report *report)
{
    if (opening->by_area) {
        if (!(density > 0))
            return model_fail(report, "%s.%s: a flow through an area needs the fluid's density, which is %.6g kg/m3",
                              map, name, density);
        opening->flow_coefficient = opening->discharge * opening->area * sqrt(2 / density);
    }
    if (!(opening->flow_coefficient >= 0 && opening->laminar_drop >= 0))
        return model_fail(report,
                          "%s.%s: flow coefficient %.6g m3/(s sqrt(Pa)) and laminar drop %.6g Pa must not be negative",
                          map, name, opening->flow_coefficient, opening->laminar_drop);
    if (!opening->one_way && !(opening->laminar_drop > 0))
        return model_fail(
            report,
            "%s.%s: without a laminar range the flow has an infinite slope where it changes its direction; "
            "give a laminar_drop (2e5 Pa in the papers)",
            map, name);
    return true;
}

static bool valve_setup(struct circuit_valve *valve, double density, struct model_report *report)
{
    if (valve->has_state && !valve->velocity_state && !(valve->time_constant > 0))
        return model_fail(report, "valves.%s: the time constant, %.6g s, must be above 0", valve->name,
                          valve->time_constant);
    if (valve->velocity_state && !(valve->natural_frequency > 0 && valve->damping > 0))
        return model_fail(report, "valves.%s: natural frequency, %.6g Hz, and damping, %.6g, must be above 0",
                          valve->name, valve->natural_frequency, valve->damping);
    if (valve->lower > valve->upper)
        return model_fail(report, "valves.%s: the spool's limits, %.6g and %.6g, are the wrong way round", valve->name,
                          valve->lower, valve->upper);
    return circuit_setup_opening(&valve->opening, density, "valves", valve->name, report);
}

static bool cylinder_setup(const struct circuit_cylinder *cylinder, struct model_report *report)
{
    struct model_report inner;
    if (!piston_check(&cylinder->piston, &inner))
        return model_fail(report, "cylinders.%s: %s", cylinder->name, inner.text);
    if (cylinder->dead_A < 0 || cylinder->dead_B < 0)
        return model_fail(report, "cylinders.%s: dead lengths, %.6g and %.6g m, must not be negative", cylinder->name,
                          cylinder->dead_A, cylinder->dead_B);
    if (cylinder->start_relative && !(cylinder->start_length >= 0 && cylinder->start_length <= cylinder->piston.stroke))
        return model_fail(report, "cylinders.%s: the piston starts at %.6g m, outside its stroke of %.6g m",
                          cylinder->name, cylinder->start_length, cylinder->piston.stroke);
    if (!cylinder->start_relative && !(cylinder->retracted_length >= cylinder->piston.stroke))
        return model_fail(
            report,
            "cylinders.%s: the retracted length, %.6g m, is shorter than the stroke of %.6g m: the rod would "
            "not fit into the barrel",
            cylinder->name, cylinder->retracted_length, cylinder->piston.stroke);
    if (!(cylinder->wall_modulus >= 0 && cylinder->leakage >= 0))
        return model_fail(report, "cylinders.%s: wall modulus and leakage must not be negative", cylinder->name);
    return true;
}

/* Whether a volume holds oil at all: a rigid part, a hose, a chamber. */
static bool volume_setup(const struct circuit *c, size_t i, struct model_report *report)
{
    const struct circuit_volume *volume = &c->volumes[i];
    double size = volume->volume;
    if (!(volume->volume >= 0))
        return model_fail(report, "volumes.%s: a volume of %.6g m3 must not be negative", volume->name, volume->volume);
    for (size_t k = 0; k < c->n_hoses; k++)
        if (c->hoses[k].volume == (int)i)
            size += c->hoses[k].size;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (c->cylinders[k].node_A == (int)i || c->cylinders[k].node_B == (int)i)
            size += c->cylinders[k].piston.area_B * c->cylinders[k].piston.stroke;
    for (size_t k = 0; k < c->n_lines; k++)
        if (c->lines[k].from == (int)i || c->lines[k].to == (int)i)
            size += c->lines[k].size / 2;
    if (!(size > 0))
        return model_fail(report, "volumes.%s: it holds no oil: give it a volume, a hose or a cylinder's chamber",
                          volume->name);
    if (!(volume->start_pressure > c->fluid.p_lowest && volume->start_pressure < c->fluid.p_highest))
        return model_fail(report,
                          "volumes.%s: the start pressure, %.6g Pa, is outside the fluid's range (%.6g, %.6g) Pa",
                          volume->name, volume->start_pressure, c->fluid.p_lowest, c->fluid.p_highest);
    return true;
}

bool circuit_setup(struct circuit *c, struct model_report *report)
{
    if (!fluid_setup(&c->fluid, report))
        return false;
    for (size_t k = 0; k < c->n_hoses; k++)
        if (!(c->hoses[k].size > 0 && c->hoses[k].bulk_modulus > 0))
            return model_fail(report, "hoses.%s: volume %.6g m3 and bulk modulus %.6g Pa must be above 0",
                              c->hoses[k].name, c->hoses[k].size, c->hoses[k].bulk_modulus);
    for (size_t k = 0; k < c->n_orifices; k++)
        if (!circuit_setup_opening(&c->orifices[k].opening, c->fluid.density, "orifices", c->orifices[k].name, report))
            return false;
    for (size_t k = 0; k < c->n_poppets; k++) {
        struct circuit_poppet *poppet = &c->poppets[k];
        poppet->opening.one_way = true;
        if (!circuit_setup_opening(&poppet->opening, c->fluid.density, "pressure_valves", poppet->name, report))
            return false;
        if (!(poppet->cracking_pressure >= 0 && poppet->span > 0))
            return model_fail(report,
                              "pressure_valves.%s: it must open at 0 Pa or above (%.6g Pa) and need more to be fully "
                              "open (%.6g Pa)",
                              poppet->name, poppet->cracking_pressure, poppet->span);
    }
    for (size_t k = 0; k < c->n_valves; k++)
        if (!valve_setup(&c->valves[k], c->fluid.density, report))
            return false;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (!cylinder_setup(&c->cylinders[k], report))
            return false;
    if (!circuit_setup_elements(c, report))
        return false;
    for (size_t k = 0; k < c->n_volumes; k++)
        if (!volume_setup(c, k, report))
            return false;
    return true;
}
