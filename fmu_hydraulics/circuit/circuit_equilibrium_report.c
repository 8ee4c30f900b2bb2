/* What stands in the way of an equilibrium: by name, and what would help. */
#include "fmu_hydraulics/circuit/circuit_equilibrium.h"

#include <math.h>
#include <stdio.h>

/* The element through which most flows into a volume, or (sense < 0) out of it. */
struct carrier {
    int volume;
    double sense, flow;
    const char *map, *name;
    const struct circuit_gate *gate; /* where it is one */
};

static bool carries_more(struct carrier *carrier, const char *map, const char *name, int from, int to,
                         double complex flow)
{
    const double into = ((to == carrier->volume) - (from == carrier->volume)) * creal(flow);
    if (!(carrier->sense * into > carrier->flow))
        return false;
    carrier->flow = carrier->sense * into;
    carrier->map = map;
    carrier->name = name;
    carrier->gate = NULL;
    return true;
}

static struct carrier largest_carrier(const struct equilibrium *e, size_t volume, double sense)
{
    const struct circuit *c = e->c;
    const double complex *x = e->x, *u = e->u;
    struct carrier found = {.volume = (int)volume, .sense = sense};
    for (size_t k = 0; k < c->n_orifices; k++)
        carries_more(&found, "orifices", c->orifices[k].name, c->orifices[k].from, c->orifices[k].to,
                     circuit_orifice_flow_complex(c, k, x, u));
    for (size_t k = 0; k < c->n_poppets; k++)
        carries_more(&found, "pressure_valves", c->poppets[k].name, c->poppets[k].from, c->poppets[k].to,
                     circuit_poppet_flow_complex(c, k, x, u));
    for (size_t k = 0; k < c->n_gates; k++)
        if (carries_more(&found, "pressure_valves", c->gates[k].name, c->gates[k].from, c->gates[k].to,
                         circuit_gate_flow_complex(c, k, true, x, u)))
            found.gate = &c->gates[k];
    for (size_t k = 0; k < c->n_paths; k++)
        carries_more(&found, "valves", c->valves[c->paths[k].valve].name, c->paths[k].from, c->paths[k].to,
                     circuit_path_flow_complex(c, k, x, u));
    for (size_t k = 0; k < c->n_cylinders; k++)
        carries_more(&found, "cylinders", c->cylinders[k].name, c->cylinders[k].node_A, c->cylinders[k].node_B,
                     circuit_leakage_complex(c, k, x, u));
    for (size_t k = 0; k < c->n_flows; k++)
        carries_more(&found, "flow_sources", c->flows[k].name, c->flows[k].from, c->flows[k].to,
                     u[circuit_flow_input(c, k)]);
    for (size_t k = 0; k < c->n_units; k++)
        carries_more(&found, c->units[k].is_motor ? "motors" : "pumps", c->units[k].name, c->units[k].from,
                     c->units[k].to, circuit_unit_flow_complex(c, k, true, x, u));
    for (size_t k = 0; k < c->n_lines; k++)
        carries_more(&found, "lines", c->lines[k].name, c->lines[k].from, c->lines[k].to,
                     circuit_line_flow_complex(c, k, true, x, u));
    return found;
}

/* " (a lower start_pressure of boom_A closes it)": of the pilot that is given and acts most on a valve. */
static const char *pilot_help(const struct circuit *c, const struct circuit_gate *gate, char room[static 120])
{
    const struct circuit_pilot *strongest = NULL;
    for (size_t i = 0; gate && i < gate->n_pilots; i++) {
        const struct circuit_pilot *pilot = &c->pilots[gate->first_pilot + i];
        if (pilot->node >= 0 && (size_t)pilot->node < c->n_volumes && c->volumes[pilot->node].start_given &&
            (!strongest || fabs(pilot->weight) > fabs(strongest->weight)))
            strongest = pilot;
    }
    *room = '\0';
    if (strongest)
        snprintf(room, 120, " (a %s start_pressure of %.60s closes it)",
                 (strongest->weight > 0) != gate->is_normally_open ? "lower" : "higher",
                 c->volumes[strongest->node].name);
    return room;
}

bool equilibrium_report_flow(const struct equilibrium *e, size_t volume, double inflow, struct model_report *report)
{
    const struct carrier carrier = largest_carrier(e, volume, inflow < 0 ? -1 : 1);
    char room[120];
    return model_fail(report,
                      "volumes.%s: there is no equilibrium: %.6g m3/s flow %s it at rest, most through %s.%s%s; "
                      "close that, or give the volume a start_pressure with \"start\": \"given\"",
                      e->c->volumes[volume].name, fabs(inflow), inflow < 0 ? "out of" : "into", carrier.map,
                      carrier.name, pilot_help(e->c, carrier.gate, room));
}

bool equilibrium_report_force(const struct equilibrium *e, size_t cylinder, double left, struct model_report *report)
{
    return model_fail(report,
                      "cylinders.%s: no pressures of the circuit hold %.6g N: %.6g N are left over; let the "
                      "equilibrium find the pressure of one of its sides, or change the load",
                      e->c->cylinders[cylinder].name, creal(e->forces[cylinder]), left);
}

bool equilibrium_report_torque(const struct equilibrium *e, size_t unit, double left, struct model_report *report)
{
    const struct circuit_unit *u = &e->c->units[unit];
    return model_fail(report,
                      "%s.%s: there is no equilibrium: the pressures leave over %.6g N m of the torque of %.6g N m on "
                      "its shaft, which would speed up or slow down from %.6g rad/s; change the torque or the "
                      "start_speed, or begin with \"start\": \"given\"",
                      u->is_motor ? "motors" : "pumps", u->name, left,
                      creal(e->u[circuit_element_input(e->c, u->drive)]), u->start_speed);
}

bool equilibrium_report_escape(const struct equilibrium *e, size_t volume, struct model_report *report)
{
    const struct circuit_volume *v = &e->c->volumes[volume];
    const bool rises = creal(e->x[volume]) > v->start_pressure;
    const struct carrier carrier = largest_carrier(e, volume, rises ? 1 : -1);
    char room[120], through[200] = "";
    if (carrier.name)
        snprintf(through, sizeof through, ", most through %s.%.60s%s", carrier.map, carrier.name,
                 pilot_help(e->c, carrier.gate, room));
    if (rises)
        return model_fail(report,
                          "volumes.%s: there is no equilibrium: more oil flows into it than finds a way out below "
                          "%.3g Pa%s; close what feeds it, or give it a way out, such as a relief valve",
                          v->name, fmin(e->c->fluid.p_highest, EQUILIBRIUM_HIGHEST), through);
    return model_fail(report,
                      "volumes.%s: there is no equilibrium: more oil is taken out of it than flows in above %.3g "
                      "Pa%s; close what takes it, or feed it, such as by a check valve from the tank",
                      v->name, e->c->fluid.p_lowest, through);
}
