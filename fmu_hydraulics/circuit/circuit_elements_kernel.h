/* Valves that pressures open, pumps and motors, accumulators and lines over the number type `scalar`; a part of circuit_kernel.h. At rest (`rest`)
 * what follows with a lag is where it goes to: that is how the equilibrium sees it. */

static inline scalar KERNEL(element_state)(const struct circuit *c, size_t state, const scalar *x)
{
    return x[circuit_element_state(c, state)];
}

/* Within two ends. At rest the slope goes on a little beyond them: a pressure that only rises until a valve is just closed is decided by
 * that, whatever side rounding leaves it on. */
static inline scalar KERNEL(between)(scalar value, double low, double high, bool rest)
{
    const double at = (double)value, margin = rest ? 1e-9 : 0;
    if (at < low)
        return at < low - margin ? low : low + (value - at);
    if (at > high)
        return at > high + margin ? high : high + (value - at);
    return value;
}

static inline scalar KERNEL(smaller)(scalar a, scalar b)
{
    return (double)b < (double)a ? b : a;
}

/* ---- valves that pressures open ---- */

static inline scalar KERNEL(gate_target)(const struct circuit *c, const struct circuit_gate *gate, bool rest,
                                         const scalar *x, const scalar *u)
{
    scalar push = -gate->spring;
    for (size_t i = 0; i < gate->n_pilots; i++) {
        const struct circuit_pilot *pilot = &c->pilots[gate->first_pilot + i];
        push += pilot->weight * KERNEL(circuit_node_pressure)(c, pilot->node, x, u);
    }
    const scalar share = KERNEL(between)(push / gate->width, 0, 1, rest);
    return gate->is_normally_open ? 1 - share : share;
}

scalar KERNEL(circuit_gate_lift)(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u)
{
    const struct circuit_gate *gate = &c->gates[k];
    return gate->state && !rest ? KERNEL(element_state)(c, gate->state, x) : KERNEL(gate_target)(c, gate, rest, x, u);
}

scalar KERNEL(circuit_gate_flow)(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u)
{
    const struct circuit_gate *gate = &c->gates[k];
    const scalar lift = KERNEL(circuit_gate_lift)(c, k, rest, x, u);
    const scalar drop = KERNEL(pressure_drop)(c, gate->from, gate->to, x, u);
    return gate->opening.flow_coefficient * lift * KERNEL(signed_root)(&gate->opening, drop);
}

/* ---- pumps and motors ---- */

/* The setting that command, cut-off and load ask for: each control lets the pump swing out by as much as its pressure is missing. */
static inline scalar KERNEL(unit_target)(const struct circuit *c, const struct circuit_unit *unit, bool rest,
                                         const scalar *x, const scalar *u)
{
    const scalar p = KERNEL(circuit_node_pressure)(c, unit->to, x, u);
    scalar setting = unit->command ? u[circuit_element_input(c, unit->command)] : unit->upper;
    if (unit->has_cutoff)
        setting = KERNEL(smaller)(setting, (unit->cutoff - p) / unit->span);
    if (unit->senses) {
        const scalar load = KERNEL(circuit_node_pressure)(c, unit->sense, x, u);
        setting = KERNEL(smaller)(setting, (load + unit->margin - p) / unit->span);
    }
    return KERNEL(between)(setting, unit->lower, unit->upper, rest);
}

scalar KERNEL(circuit_unit_setting)(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u)
{
    const struct circuit_unit *unit = &c->units[k];
    return unit->state && !rest ? KERNEL(element_state)(c, unit->state, x) : KERNEL(unit_target)(c, unit, rest, x, u);
}

scalar KERNEL(circuit_unit_speed)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_unit *unit = &c->units[k];
    return unit->by_torque ? KERNEL(element_state)(c, unit->speed_state, x) : u[circuit_element_input(c, unit->drive)];
}

scalar KERNEL(circuit_unit_flow)(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u)
{
    const struct circuit_unit *unit = &c->units[k];
    return KERNEL(circuit_unit_setting)(c, k, rest, x, u) * unit->displacement *
               KERNEL(circuit_unit_speed)(c, k, x, u) +
           unit->leakage * KERNEL(pressure_drop)(c, unit->from, unit->to, x, u);
}

/* Torque lost: a part of that of full displacement, against the rotation, without a jump where it turns round (within 1 rad/s). */
scalar KERNEL(circuit_unit_drag)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_unit *unit = &c->units[k];
    const scalar drop = KERNEL(pressure_drop)(c, unit->from, unit->to, x, u);
    const scalar speed = KERNEL(circuit_unit_speed)(c, k, x, u);
    const double sense = tanh((double)speed);
    return unit->drag * unit->displacement * ((double)drop < 0 ? -drop : drop) * LIFT(speed, sense, 1 - sense * sense);
}

/* Torque that the shaft takes from the drive. */
scalar KERNEL(circuit_unit_torque)(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u)
{
    const struct circuit_unit *unit = &c->units[k];
    return KERNEL(circuit_unit_drag)(c, k, x, u) - KERNEL(circuit_unit_setting)(c, k, rest, x, u) * unit->displacement *
                                                       KERNEL(pressure_drop)(c, unit->from, unit->to, x, u);
}

/* ---- accumulators ---- */

/* Oil in an accumulator, V_0 (1 - (p_0/p)^(1/n)) from its pre-charge on, and how it grows with the pressure. */
scalar KERNEL(circuit_accumulator_oil)(const struct circuit *c, size_t k, scalar pressure, scalar *slope)
{
    const struct circuit_accumulator *a = &c->accumulators[k];
    const scalar p = pressure + c->fluid.atmosphere;
    const double p_0 = a->precharge + c->fluid.atmosphere, at = (double)p;
    *slope = 0;
    if (!(at > p_0))
        return 0;
    const double part = pow(p_0 / at, 1 / a->exponent);
    const scalar gas = a->size * LIFT(p, part, -part / (a->exponent * at));
    *slope = gas / (a->exponent * p);
    return a->size - gas;
}

/* ---- lines ---- */

/* Pressure lost by friction: Hagen and Poiseuille up to Re 2000, Blasius from 4000 on, straight between. */
scalar KERNEL(circuit_line_friction)(const struct circuit *c, size_t k, scalar flow)
{
    const struct circuit_line *line = &c->lines[k];
    const double Q = fabs((double)flow);
    if (Q <= line->flow_laminar)
        return line->resistance * flow;
    double drop, slope;
    if (Q < line->flow_rough) {
        slope = (line->drop_rough - line->drop_laminar) / (line->flow_rough - line->flow_laminar);
        drop = line->drop_laminar + slope * (Q - line->flow_laminar);
    } else {
        drop = line->drop_rough * pow(Q / line->flow_rough, 1.75);
        slope = 1.75 * drop / Q;
    }
    return LIFT(flow, (double)flow < 0 ? -drop : drop, slope);
}

/* The flow at which friction takes all of a pressure drop. */
static inline scalar KERNEL(line_steady_flow)(const struct circuit_line *line, scalar drop)
{
    const double dp = fabs((double)drop);
    if (dp <= line->drop_laminar)
        return drop / line->resistance;
    double Q, slope;
    if (dp < line->drop_rough) {
        slope = (line->flow_rough - line->flow_laminar) / (line->drop_rough - line->drop_laminar);
        Q = line->flow_laminar + slope * (dp - line->drop_laminar);
    } else {
        Q = line->flow_rough * pow(dp / line->drop_rough, 1 / 1.75);
        slope = Q / (1.75 * dp);
    }
    return LIFT(drop, (double)drop < 0 ? -Q : Q, slope);
}

/* What drives a line's oil: the pressure drop, and of oil that gives way the drop of its enthalpy, so that the energy of its motion and what
 * friction takes are all that it gets. */
static inline scalar KERNEL(line_drop)(const struct circuit *c, const struct circuit_line *line, const scalar *x,
                                       const scalar *u)
{
    return KERNEL(circuit_enthalpy)(&c->fluid, KERNEL(circuit_node_pressure)(c, line->from, x, u)) -
           KERNEL(circuit_enthalpy)(&c->fluid, KERNEL(circuit_node_pressure)(c, line->to, x, u));
}

scalar KERNEL(circuit_line_flow)(const struct circuit *c, size_t k, bool rest, const scalar *x, const scalar *u)
{
    const struct circuit_line *line = &c->lines[k];
    return rest ? KERNEL(line_steady_flow)(line, KERNEL(line_drop)(c, line, x, u))
                : KERNEL(element_state)(c, line->state, x);
}

/* ---- all of them ---- */

/* A flow that is given by volume takes what stands at the node that it leaves: less oil where that is foam. */
static inline scalar KERNEL(displaced)(const struct circuit *c, int from, int to, scalar flow, const scalar *x)
{
    const int node = (double)flow < 0 ? to : from;
    if (!circuit_fluid_has_air(c->fluid.kind) || node < 0 || (size_t)node >= c->n_volumes)
        return flow;
    scalar slope;
    return flow / KERNEL(fluid_volume)(&c->fluid, x[node], &slope);
}

static inline scalar KERNEL(unit_displaced)(const struct circuit *c, size_t k, bool rest, const scalar *x,
                                            const scalar *u)
{
    return KERNEL(displaced)(c, c->units[k].from, c->units[k].to, KERNEL(circuit_unit_flow)(c, k, rest, x, u), x);
}

scalar KERNEL(circuit_unit_oil)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    return KERNEL(unit_displaced)(c, k, false, x, u);
}

static inline void KERNEL(elements_carry)(const struct circuit *c, bool rest, const scalar *x, const scalar *u,
                                          scalar *inflow)
{
    for (size_t k = 0; k < c->n_gates; k++)
        KERNEL(carry)(c, c->gates[k].from, c->gates[k].to, KERNEL(circuit_gate_flow)(c, k, rest, x, u), inflow);
    for (size_t k = 0; k < c->n_units; k++)
        KERNEL(carry)(c, c->units[k].from, c->units[k].to, KERNEL(unit_displaced)(c, k, rest, x, u), inflow);
    for (size_t k = 0; k < c->n_lines; k++)
        KERNEL(carry)(c, c->lines[k].from, c->lines[k].to, KERNEL(circuit_line_flow)(c, k, rest, x, u), inflow);
}

/* A spool's velocity: w^2 (ref - U) - 2 D w v where nothing limits it, written as a velocity that is aimed at, so that a limit of it winds
 * nothing up. */
static inline scalar KERNEL(spool_acceleration)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_valve *valve = &c->valves[k];
    const double w = 2 * 3.14159265358979323846 * valve->natural_frequency;
    const scalar command = KERNEL(within_limits)(valve, u[circuit_command_input(c, k)]);
    scalar aim = w / (2 * valve->damping) * (command - x[circuit_spool_state(c, k)]);
    if (valve->rate_limit > 0 && fabs((double)aim) > valve->rate_limit)
        aim = (double)aim < 0 ? -valve->rate_limit : valve->rate_limit;
    return 2 * valve->damping * w * (aim - KERNEL(element_state)(c, valve->velocity_state, x));
}

static inline void KERNEL(element_rates)(const struct circuit *c, const scalar *x, const scalar *u, scalar *dx)
{
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].velocity_state)
            dx[circuit_element_state(c, c->valves[k].velocity_state)] = KERNEL(spool_acceleration)(c, k, x, u);
    for (size_t k = 0; k < c->n_gates; k++) {
        const struct circuit_gate *gate = &c->gates[k];
        if (gate->state)
            dx[circuit_element_state(c, gate->state)] =
                (KERNEL(gate_target)(c, gate, false, x, u) - KERNEL(element_state)(c, gate->state, x)) /
                gate->time_constant;
    }
    for (size_t k = 0; k < c->n_units; k++) {
        const struct circuit_unit *unit = &c->units[k];
        if (unit->by_torque)
            dx[circuit_element_state(c, unit->speed_state)] =
                (u[circuit_element_input(c, unit->drive)] - KERNEL(circuit_unit_torque)(c, k, false, x, u)) /
                unit->inertia;
        if (unit->state)
            dx[circuit_element_state(c, unit->state)] =
                (KERNEL(unit_target)(c, unit, false, x, u) - KERNEL(element_state)(c, unit->state, x)) /
                unit->time_constant;
    }
    for (size_t k = 0; k < c->n_lines; k++) {
        const struct circuit_line *line = &c->lines[k];
        const scalar flow = KERNEL(element_state)(c, line->state, x);
        dx[circuit_element_state(c, line->state)] =
            (KERNEL(line_drop)(c, line, x, u) - KERNEL(circuit_line_friction)(c, k, flow)) / line->inertance;
    }
}

/* The states of elements at rest, as the pressures say; velocities are 0, speeds as given. */
void KERNEL(circuit_rest)(const struct circuit *c, scalar *x, const scalar *u)
{
    for (size_t k = 0; k < c->n_gates; k++)
        if (c->gates[k].state)
            x[circuit_element_state(c, c->gates[k].state)] = KERNEL(circuit_gate_lift)(c, k, true, x, u);
    for (size_t k = 0; k < c->n_units; k++)
        if (c->units[k].state)
            x[circuit_element_state(c, c->units[k].state)] = KERNEL(circuit_unit_setting)(c, k, true, x, u);
    for (size_t k = 0; k < c->n_lines; k++)
        x[circuit_element_state(c, c->lines[k].state)] = KERNEL(circuit_line_flow)(c, k, true, x, u);
}
