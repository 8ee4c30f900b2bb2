/* Where a circuit starts: its start values, or the equilibrium under given forces. */
#include "fmu_hydraulics/circuit/circuit_equilibrium.h"

#include <math.h>
#include <string.h>

/* Start values of all states, with the commands where spools start at them. */
static void start_values(const struct circuit *c, const double complex *u, double complex *x)
{
    for (size_t i = 0; i < circuit_states(c); i++)
        x[i] = 0;
    for (size_t i = 0; i < c->n_volumes; i++)
        x[i] = c->volumes[i].start_pressure;
    for (size_t k = 0; k < c->n_valves; k++) {
        const struct circuit_valve *valve = &c->valves[k];
        if (!valve->has_state)
            continue;
        double complex command = u[circuit_command_input(c, k)];
        if (valve->lower < valve->upper)
            command = creal(command) < valve->lower   ? valve->lower
                      : creal(command) > valve->upper ? valve->upper
                                                      : command;
        x[circuit_spool_state(c, k)] = valve->start_kind == SPOOL_AT_COMMAND ? command : valve->start;
    }
    for (size_t k = 0; k < c->n_units; k++)
        if (c->units[k].by_torque)
            x[circuit_element_state(c, c->units[k].speed_state)] = c->units[k].start_speed;
}

static void start_memories(const struct circuit *c, const double complex *u, double complex *m)
{
    for (size_t k = 0; k < c->n_cylinders; k++) {
        if (c->cylinders[k].start_relative)
            m[circuit_retracted_memory(c, k)] = u[circuit_length_input(k)] - c->cylinders[k].start_length;
        if (circuit_has_mode(c, k))
            m[circuit_mode_memory(c, k)] =
                friction_mode(&c->cylinders[k].piston.friction, creal(u[circuit_rate_input(k)]));
    }
}

bool circuit_initialize_complex(const struct circuit *c, bool in_equilibrium, const double complex *u,
                                const double complex *forces, double complex *m, double complex *x,
                                double complex *room, struct model_report *report)
{
    struct equilibrium e = equilibrium_place(c, forces, room);
    start_values(c, u, x);
    start_memories(c, u, m);
    for (size_t i = 0; i < circuit_inputs(c); i++)
        e.u[i] = creal(u[i]);
    for (size_t i = 0; i < circuit_states(c); i++)
        e.x[i] = creal(x[i]);
    for (size_t k = 0; k < c->n_valves; k++) /* the guess stands where the spool is read */
        if (c->valves[k].start_kind == SPOOL_FOUND && !c->valves[k].has_state)
            e.u[circuit_command_input(c, k)] = c->valves[k].start;
    for (size_t i = 0; i < c->n_volumes + c->n_sources; i++)
        e.scale = fmax(e.scale, fabs(creal(circuit_node_pressure_complex(c, (int)i, e.x, e.u))));

    if (in_equilibrium && e.n_unknowns > 0) {
        if (!equilibrium_find(&e, report))
            return false;
        equilibrium_follow(&e, u, x);
        memcpy(x, e.x, circuit_states(c) * sizeof *x);
    }
    circuit_rest_complex(c, x, u);
    for (size_t k = 0; !in_equilibrium && k < c->n_lines; k++)
        x[circuit_element_state(c, c->lines[k].state)] = 0;
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].start_kind == SPOOL_FOUND)
            m[circuit_spool_memory(c, k)] = circuit_spool_complex(c, k, x, e.u);
    return true;
}

bool circuit_initialize_real(const struct circuit *c, bool in_equilibrium, const double *u, const double *forces,
                             double *m, double *x, double complex *room, struct model_report *report)
{
    double complex *cu = room, *cf = cu + circuit_inputs(c), *cm = cf + c->n_cylinders, *cx = cm + circuit_memories(c);
    for (size_t i = 0; i < circuit_inputs(c); i++)
        cu[i] = u[i];
    for (size_t k = 0; k < c->n_cylinders; k++)
        cf[k] = forces[k];
    if (!circuit_initialize_complex(c, in_equilibrium, cu, cf, cm, cx, cx + circuit_states(c), report))
        return false;
    for (size_t i = 0; i < circuit_memories(c); i++)
        m[i] = creal(cm[i]);
    for (size_t i = 0; i < circuit_states(c); i++)
        x[i] = creal(cx[i]);
    return true;
}
