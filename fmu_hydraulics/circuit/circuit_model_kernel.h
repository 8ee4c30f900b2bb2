/* The model's functions over the number type `scalar`: the engine's inputs from the model's inputs and the laws, then the
 * engine's equations. */

/* The command of a signal: its input, or its law, which may count from where a spool was found. */
static inline scalar KERNEL(signal)(const struct circuit_instance *i, size_t k, scalar t, const scalar *m,
                                    const scalar *u)
{
    const struct circuit_model *model = i->model;
    const struct circuit_signal *signal = &model->document->signals[k];
    if (model->signal_input[k] != NOWHERE)
        return u[model->signal_input[k]];
    const double since = model->since == NOWHERE ? INFINITY : (double)m[model->since];
    const scalar law = KERNEL(law_value)(signal->law, i->values, t, since);
    if (signal->counts == SIGNAL_ABSOLUTE)
        return law;
    const scalar start = m[circuit_spool_memory(i->circuit, k)]; /* only valves' commands count from somewhere */
    return signal->counts == SIGNAL_ADDED ? start + law : start * (1 + law);
}

static inline const scalar *KERNEL(engine_inputs)(const struct circuit_instance *i, scalar t, const scalar *m,
                                                  const scalar *u, scalar *room)
{
    const size_t n = i->circuit->n_cylinders;
    for (size_t k = 0; k < n; k++) {
        room[circuit_length_input(k)] = u[PORTS * k + PORT_LENGTH];
        room[circuit_rate_input(k)] = u[PORTS * k + PORT_RATE];
    }
    for (size_t k = 0; k < i->model->document->n_signals; k++)
        room[2 * n + k] = KERNEL(signal)(i, k, t, m, u);
    return room;
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    const struct circuit_instance *i = constants;
    const struct circuit_work *work = scratch;
    const struct circuit *c = i->circuit;
    for (size_t k = 0; k < circuit_memories(c); k++)
        m[k] = 0;
    if (i->model->since != NOWHERE)
        m[i->model->since] = t;
    for (size_t k = 0; k < c->n_valves;
         k++) /* what a spool is found with; laws that count from it must not be missed */
        if (c->valves[k].start_kind == SPOOL_FOUND)
            m[circuit_spool_memory(c, k)] = c->valves[k].start;
    const scalar *eu = KERNEL(engine_inputs)(i, t, m, u, work->KERNEL(u));
    for (size_t k = 0; k < c->n_cylinders; k++)
        work->KERNEL(forces)[k] = u[PORTS * k + PORT_STATIC];
    return KERNEL(circuit_initialize)(c, i->in_equilibrium, eu, work->KERNEL(forces), m, x, work->room, report);
}

/* The force that the circuit answers for: that of the pressures alone where the mechanism has friction and stops. */
static scalar KERNEL(given_force)(const struct circuit *c, size_t k, const scalar *m, const scalar *x, const scalar *eu)
{
    const struct circuit_cylinder *cylinder = &c->cylinders[k];
    if (c->coupling == CIRCUIT_FORCE)
        return KERNEL(circuit_force)(c, k, m, x, eu);
    return cylinder->piston.area_A * KERNEL(circuit_node_pressure)(c, cylinder->node_A, x, eu) -
           cylinder->piston.area_B * KERNEL(circuit_node_pressure)(c, cylinder->node_B, x, eu);
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    const struct circuit_instance *i = constants;
    const struct circuit_work *work = scratch;
    const scalar *eu = KERNEL(engine_inputs)(i, t, m, u, work->KERNEL(u));
    if (!KERNEL(circuit_rates)(i->circuit, m, x, eu, dx, report))
        return false;
    for (size_t k = 0; k < i->circuit->n_cylinders; k++) /* the power that a cylinder gives to the mechanism */
        dq[k] = KERNEL(given_force)(i->circuit, k, m, x, eu) * eu[circuit_rate_input(k)];
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)report;
    const struct circuit_instance *i = constants;
    const struct circuit_work *work = scratch;
    const struct circuit *c = i->circuit;
    const scalar *eu = KERNEL(engine_inputs)(i, t, m, u, work->KERNEL(u));
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (c->coupling == CIRCUIT_FORCE) {
            *y++ = KERNEL(circuit_force)(c, k, m, x, eu);
        } else {
            *y++ = KERNEL(circuit_node_pressure)(c, c->cylinders[k].node_A, x, eu);
            *y++ = KERNEL(circuit_node_pressure)(c, c->cylinders[k].node_B, x, eu);
        }
    for (size_t k = 0; k < c->n_units; k++)
        *y++ = (c->units[k].is_motor ? -1 : 1) * KERNEL(circuit_unit_torque)(c, k, false, x, eu);
    return true;
}

static inline scalar *KERNEL(cylinder_locals)(const struct circuit *c, size_t k, const scalar *m, const scalar *x,
                                              const scalar *eu, scalar *w)
{
    const struct circuit_cylinder *cylinder = &c->cylinders[k];
    const struct friction *friction = &cylinder->piston.friction;
    const scalar ds = eu[circuit_rate_input(k)], *z = x + circuit_friction_state(c, k);
    *w++ = KERNEL(circuit_chamber_length)(c, k, m, eu);
    if (c->coupling != CIRCUIT_FORCE)
        return w;
    scalar dz[FRICTION_MOST_STATES];
    *w++ = KERNEL(friction_force)(friction, circuit_has_mode(c, k) ? m[circuit_mode_memory(c, k)] : 0, ds, z, dz);
    *w++ = KERNEL(circuit_force)(c, k, m, x, eu) * ds;
    double states[FRICTION_MOST_STATES] = {0};
    for (unsigned s = 0; s < circuit_friction_states(c, k); s++)
        states[s] = (double)z[s];
    *w++ = friction_slope_remark(friction, (double)ds, states) != NULL;
    return w;
}

static inline scalar *KERNEL(element_locals)(const struct circuit *c, const scalar *x, const scalar *eu, scalar *w)
{
    for (size_t k = 0; k < c->n_orifices; k++)
        if (c->orifices[k].command)
            *w++ = KERNEL(circuit_orifice_lift)(eu[circuit_element_input(c, c->orifices[k].command)]);
    for (size_t k = 0; k < c->n_gates; k++) {
        *w++ = KERNEL(circuit_gate_flow)(c, k, false, x, eu);
        if (!c->gates[k].state)
            *w++ = KERNEL(circuit_gate_lift)(c, k, false, x, eu);
    }
    for (size_t k = 0; k < c->n_units; k++) {
        *w++ = KERNEL(circuit_unit_flow)(c, k, false, x, eu);
        if (!c->units[k].state)
            *w++ = KERNEL(circuit_unit_setting)(c, k, false, x, eu);
        *w++ = KERNEL(circuit_unit_torque)(c, k, false, x, eu) * KERNEL(circuit_unit_speed)(c, k, x, eu);
    }
    for (size_t k = 0; k < c->n_accumulators; k++) {
        scalar slope;
        *w++ = KERNEL(circuit_accumulator_oil)(c, k, x[c->accumulators[k].volume], &slope);
    }
    return w;
}

/* What a cubic metre of oil loses on its way from one node to another: the pressure drop, where the oil is incompressible. */
static inline scalar KERNEL(drop)(const struct circuit *c, int from, int to, const scalar *x, const scalar *eu)
{
    return KERNEL(circuit_enthalpy)(&c->fluid, KERNEL(circuit_node_pressure)(c, from, x, eu)) -
           KERNEL(circuit_enthalpy)(&c->fluid, KERNEL(circuit_node_pressure)(c, to, x, eu));
}

/* Power that becomes heat, element by element. */
static inline scalar *KERNEL(losses)(const struct circuit *c, const scalar *m, const scalar *x, const scalar *eu,
                                     scalar *w)
{
    for (size_t k = 0; k < c->n_orifices; k++)
        *w++ =
            KERNEL(circuit_orifice_flow)(c, k, x, eu) * KERNEL(drop)(c, c->orifices[k].from, c->orifices[k].to, x, eu);
    for (size_t k = 0; k < c->n_poppets; k++)
        *w++ = KERNEL(circuit_poppet_flow)(c, k, x, eu) * KERNEL(drop)(c, c->poppets[k].from, c->poppets[k].to, x, eu);
    for (size_t k = 0, path = 0; k < c->n_valves; k++) {
        scalar sum = 0;
        for (; path < c->n_paths && c->paths[path].valve == (int)k; path++)
            sum += KERNEL(circuit_path_flow)(c, path, x, eu) *
                   KERNEL(drop)(c, c->paths[path].from, c->paths[path].to, x, eu);
        *w++ = sum;
    }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const struct circuit_cylinder *cylinder = &c->cylinders[k];
        scalar dz[FRICTION_MOST_STATES],
            lost = KERNEL(circuit_leakage)(c, k, x, eu) * KERNEL(drop)(c, cylinder->node_A, cylinder->node_B, x, eu);
        if (c->coupling == CIRCUIT_FORCE)
            lost += eu[circuit_rate_input(k)] *
                    KERNEL(friction_force)(&cylinder->piston.friction,
                                           circuit_has_mode(c, k) ? m[circuit_mode_memory(c, k)] : 0,
                                           eu[circuit_rate_input(k)], x + circuit_friction_state(c, k), dz);
        *w++ = lost;
    }
    for (size_t k = 0; k < c->n_gates; k++)
        *w++ = KERNEL(circuit_gate_flow)(c, k, false, x, eu) * KERNEL(drop)(c, c->gates[k].from, c->gates[k].to, x, eu);
    for (size_t k = 0; k < c->n_units; k++) {
        /* leakage, drag, and that a chamber is squeezed only when it meets the other side's pressure */
        *w++ = KERNEL(circuit_unit_torque)(c, k, false, x, eu) * KERNEL(circuit_unit_speed)(c, k, x, eu) +
               KERNEL(circuit_unit_oil)(c, k, x, eu) * KERNEL(drop)(c, c->units[k].from, c->units[k].to, x, eu);
    }
    for (size_t k = 0; k < c->n_lines; k++) {
        const scalar flow = KERNEL(circuit_line_flow)(c, k, false, x, eu);
        *w++ = flow * KERNEL(circuit_line_friction)(c, k, flow);
    }
    return w;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)report;
    const struct circuit_instance *i = constants;
    const struct circuit_work *work = scratch;
    const struct circuit *c = i->circuit;
    const scalar *eu = KERNEL(engine_inputs)(i, t, m, u, work->KERNEL(u));
    for (size_t k = 0; k < c->n_volumes; k++) {
        *w++ = KERNEL(circuit_volume_size)(c, k, m, x, eu);
        *w++ = KERNEL(circuit_bulk_modulus)(c, k, m, x, eu);
    }
    for (size_t k = 0; k < c->n_orifices; k++)
        *w++ = KERNEL(circuit_orifice_flow)(c, k, x, eu);
    for (size_t k = 0; k < c->n_poppets; k++)
        *w++ = KERNEL(circuit_poppet_flow)(c, k, x, eu);
    for (size_t k = 0; k < c->n_paths; k++)
        *w++ = KERNEL(circuit_path_flow)(c, k, x, eu);
    for (size_t k = 0; k < c->n_valves; k++) {
        *w++ = eu[circuit_command_input(c, k)];
        if (!c->valves[k].has_state)
            *w++ = KERNEL(circuit_spool)(c, k, x, eu);
    }
    for (size_t k = 0; k < c->n_cylinders; k++)
        w = KERNEL(cylinder_locals)(c, k, m, x, eu, w);
    w = KERNEL(element_locals)(c, x, eu, w);
    w = KERNEL(losses)(c, m, x, eu, w);
    for (size_t k = 0; circuit_fluid_has_air(c->fluid.kind) && k < c->n_volumes; k++)
        *w++ = KERNEL(circuit_gas_share)(&c->fluid, x[k]);
    return true;
}
