/* What follows from the numbers of valves that pressures open, pumps and motors, accumulators, lines and tables, and which make no sense. */
#include "fmu_hydraulics/circuit/circuit_setup_impl.h"

#include <math.h>

/* The pressures that act on a gate, in the order in which circuit_read_elements.c names them, and its spring. */
static void gate_balance(struct circuit *c, struct circuit_gate *gate)
{
    struct circuit_pilot *pilots = c->pilots + gate->first_pilot;
    const double R = gate->ratio;
    gate->spring = gate->setting;
    gate->width = gate->span;
    switch (gate->kind) {
    case GATE_GENERAL:
        break;
    case GATE_COUNTERBALANCE: /* load, pilot and, unless its spring is vented, what is behind */
        pilots[0].weight = 1;
        pilots[1].weight = R;
        if (gate->n_pilots > 2)
            pilots[2].weight = -(1 + R);
        break;
    case GATE_PILOT_OPENED: /* the pilot's piston, from the other side; the seat */
        pilots[0].weight = R;
        pilots[1].weight = 1 - R;
        pilots[2].weight = -1;
        break;
    case GATE_REDUCING: /* what is behind and, where it is drained, the drain: closed at the setting */
    case GATE_COMPENSATOR:
        gate->spring = gate->setting - gate->span;
        pilots[0].weight = 1;
        if (gate->n_pilots > 1)
            pilots[1].weight = -1;
        break;
    case GATE_CHECK: /* before and behind */
    case GATE_SEQUENCE:
        pilots[0].weight = 1;
        if (gate->n_pilots > 1)
            pilots[1].weight = -1;
        break;
    case GATE_SHUTTLE: /* its own end and the other one: half open where they are equal */
        gate->spring = -gate->span;
        gate->width = 2 * gate->span;
        pilots[0].weight = 1;
        pilots[1].weight = -1;
        break;
    }
}

static bool gate_setup(struct circuit *c, struct circuit_gate *gate, struct model_report *report)
{
    if (!circuit_setup_opening(&gate->opening, c->fluid.density, "pressure_valves", gate->name, report))
        return false;
    if (!(gate->span > 0))
        return model_fail(report, "pressure_valves.%s: it needs a span above 0 to open (%.6g Pa)", gate->name,
                          gate->span);
    if (gate->state && !(gate->time_constant > 0))
        return model_fail(report, "pressure_valves.%s: the time constant, %.6g s, must be above 0", gate->name,
                          gate->time_constant);
    gate_balance(c, gate);
    return true;
}

static bool unit_setup(struct circuit_unit *unit, struct model_report *report)
{
    const char *map = unit->is_motor ? "motors" : "pumps";
    const double v = unit->volumetric_efficiency, m = unit->mechanical_efficiency;
    if (!(v > 0 && v <= 1 && m > 0 && m <= 1))
        return model_fail(report, "%s.%s: efficiencies, %.6g and %.6g, must be above 0 and at most 1", map, unit->name,
                          v, m);
    if (v < 1 && !(unit->nominal_pressure > 0 && unit->nominal_speed > 0))
        return model_fail(report,
                          "%s.%s: a volumetric efficiency below 1 needs the nominal_pressure and the nominal_speed at "
                          "which it holds",
                          map, unit->name);
    if (!(unit->lower <= unit->upper))
        return model_fail(report, "%s.%s: the limits of its setting, %.6g and %.6g, are the wrong way round", map,
                          unit->name, unit->lower, unit->upper);
    if ((unit->has_cutoff || unit->senses) && !(unit->span > 0))
        return model_fail(report, "%s.%s: the span of its control, %.6g Pa, must be above 0", map, unit->name,
                          unit->span);
    if (unit->by_torque && !(unit->inertia > 0))
        return model_fail(report, "%s.%s: where a torque drives it, its inertia, %.6g kg m2, must be above 0", map,
                          unit->name, unit->inertia);
    if (unit->state && !(unit->time_constant > 0))
        return model_fail(report, "%s.%s: the time constant, %.6g s, must be above 0", map, unit->name,
                          unit->time_constant);
    /* At nominal pressure and speed: Q = D w v for a pump, w = Q v/D for a motor; T = D dp/m for a pump, D dp m for a motor. */
    const double flow = unit->displacement * unit->nominal_speed;
    unit->leakage = v < 1 ? (unit->is_motor ? 1 / v - 1 : 1 - v) * flow / unit->nominal_pressure : 0;
    unit->drag = unit->is_motor ? 1 - m : 1 / m - 1;
    return true;
}

static bool accumulator_setup(const struct circuit_accumulator *a, struct model_report *report)
{
    if (!(a->size > 0 && a->precharge > 0 && a->exponent >= 1))
        return model_fail(
            report,
            "accumulators.%s: volume %.6g m3 and pre-charge %.6g Pa must be above 0, the exponent %.6g at "
            "least 1",
            a->name, a->size, a->precharge, a->exponent);
    return true;
}

static bool line_setup(const struct circuit_fluid *fluid, struct circuit_line *line, struct model_report *report)
{
    const double pi = 3.14159265358979323846, d = line->diameter, area = pi / 4 * d * d;
    if (!(line->length > 0 && d > 0))
        return model_fail(report, "lines.%s: length %.6g m and diameter %.6g m must be above 0", line->name,
                          line->length, d);
    if (!(fluid->density > 0 && fluid->viscosity > 0))
        return model_fail(
            report, "lines.%s: friction needs the fluid's density and viscosity, which are %.6g kg/m3 and %.6g m2/s",
            line->name, fluid->density, fluid->viscosity);
    line->size = area * line->length;
    line->inertance = fluid->density * line->length / area;
    line->resistance = 128 * fluid->viscosity * fluid->density * line->length / (pi * d * d * d * d);
    line->flow_laminar = 2000 * fluid->viscosity * area / d;
    line->flow_rough = 4000 * fluid->viscosity * area / d;
    line->drop_laminar = line->resistance * line->flow_laminar;
    const double v = line->flow_rough / area;
    line->drop_rough = 0.3164 / sqrt(sqrt(4000)) * line->length / d * fluid->density / 2 * v * v;
    return true;
}

static bool tables_setup(const struct circuit *c, struct model_report *report)
{
    for (size_t k = 0; k < c->n_paths; k++) {
        const struct circuit_path *path = &c->paths[k];
        const struct circuit_point *points = c->points + path->first_point;
        for (size_t i = 0; i < path->n_points; i++) {
            if (i > 0 && !(points[i].position > points[i - 1].position))
                return model_fail(report,
                                  "valves.%s: the positions in the table of path %s must ascend: %.6g follows %.6g",
                                  c->valves[path->valve].name, path->name, points[i].position, points[i - 1].position);
            if (!(points[i].area >= 0))
                return model_fail(report, "valves.%s: an area in the table of path %s, %.6g m2, is negative",
                                  c->valves[path->valve].name, path->name, points[i].area);
        }
    }
    return true;
}

bool circuit_setup_elements(struct circuit *c, struct model_report *report)
{
    for (size_t k = 0; k < c->n_gates; k++)
        if (!gate_setup(c, &c->gates[k], report))
            return false;
    for (size_t k = 0; k < c->n_units; k++)
        if (!unit_setup(&c->units[k], report))
            return false;
    for (size_t k = 0; k < c->n_accumulators; k++)
        if (!accumulator_setup(&c->accumulators[k], report))
            return false;
    for (size_t k = 0; k < c->n_lines; k++)
        if (!line_setup(&c->fluid, &c->lines[k], report))
            return false;
    return tables_setup(c, report);
}
