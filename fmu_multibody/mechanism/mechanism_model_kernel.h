/* The model's functions over the number type `scalar`: they gather the engine's inputs and hand out what it computes. */

/* Inputs of the engine: the actuators' as they come, the loads by their laws or from outside. What pistons give is added when
 * the mechanism is placed: until then it is what the pressures alone give. */
scalar *KERNEL(mechanism_instance_inputs)(const void *constants, void *scratch, scalar t, const scalar *m,
                                          const scalar *u)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    scalar *inputs = work->KERNEL(inputs);
    const double last_event = (double)m[f->sizes.memory + MEMORY_LAST_EVENT];
    const size_t n = f->mechanism->n_actuators;
    for (size_t i = 0; i < n; i++) {
        const scalar *from = u + f->actuator_inputs[i];
        const struct piston *p = &k->pistons[i].piston;
        inputs[i] = k->pistons[i].in_use ? p->area_A * from[0] - p->area_B * from[1] : from[0];
    }
    const scalar *from_outside = u + f->n_actuator_inputs;
    for (size_t i = 0; i < f->mechanism->n_loads; i++)
        inputs[n + i] =
            f->load_laws[i] ? KERNEL(law_value)(f->load_laws[i], k->values, t, last_event) : *from_outside++;
    return inputs;
}

/* Forces of the pistons where the mechanism is placed, and the rates of their friction's states. */
static void KERNEL(push_pistons)(const struct instance *k, const struct work *work, const scalar *m, const scalar *x,
                                 const scalar *u, scalar *inputs, scalar *dx)
{
    const struct mechanism_file *f = k->file;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        if (!p->in_use)
            continue;
        const scalar *memory = m + p->first_memory, *pressures = u + f->actuator_inputs[i];
        scalar s, ds, dz[FRICTION_MOST_STATES];
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        inputs[i] = KERNEL(piston_force)(&p->piston, s - memory[PISTON_MEMORY_RETRACTED], ds, pressures[0],
                                         pressures[1], memory[PISTON_MEMORY_MODE], x + p->first_state, dz);
        for (size_t j = 0; j < p->n_states && dx; j++)
            dx[p->first_state + j] = dz[j];
    }
}

/* What pistons know at the start: where they are, and that nothing moves in their seals. */
static void KERNEL(start_pistons)(const struct instance *k, const struct work *work, scalar *m, scalar *x)
{
    const struct mechanism_file *f = k->file;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        scalar *memory = m + p->first_memory, s, ds;
        if (!p->in_use)
            continue;
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        memory[PISTON_MEMORY_RETRACTED] = p->start_relative ? s - p->start_length : p->retracted_length;
        memory[PISTON_MEMORY_MODE] = p->has_mode ? friction_mode(&p->piston.friction, (double)ds) : 0;
        for (size_t j = 0; j < p->n_states; j++)
            x[p->first_state + j] = 0;
    }
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    const size_t n = f->mechanism->n_actuators;
    m[f->sizes.memory + MEMORY_LAST_EVENT] = (double)t;
    const scalar *inputs = KERNEL(mechanism_instance_inputs)(k, scratch, t, m, u);
    if (!KERNEL(engine_initialize)(work->engine, inputs, m, x, report))
        return false;
    if (n == 0)
        return true;
    struct model_report none; /* no force holds it: the model is none the worse */
    if (!KERNEL(engine_configure)(work->engine, m, x, report))
        return false;
    KERNEL(start_pistons)(k, work, m, x);
    const bool is_held = KERNEL(engine_static_forces)(work->engine, inputs, work->KERNEL(forces), &none);
    for (size_t i = 0; i < n; i++)
        m[f->sizes.memory + MEMORY_FORCES + i] = is_held ? work->KERNEL(forces)[i] : 0;
    return true;
}

void KERNEL(mechanism_instance_powers)(const void *constants, void *scratch, const scalar *inputs, scalar *powers)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        scalar s, ds, force;
        KERNEL(engine_actuator)(work->engine, i, inputs, &s, &ds, &force);
        powers[i] = force * ds;
    }
}

/* What the pressures give to the pistons in use. */
static void KERNEL(pressure_powers)(const struct instance *k, const struct work *work, const scalar *u, scalar *powers)
{
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        const scalar *pressures = u + k->file->actuator_inputs[i];
        scalar s, ds;
        if (!p->in_use)
            continue;
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        *powers++ = (p->piston.area_A * pressures[0] - p->piston.area_B * pressures[1]) * ds;
    }
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    scalar *inputs = KERNEL(mechanism_instance_inputs)(k, scratch, t, m, u);
    if (k->file->n_pistons == 0) {
        if (!KERNEL(engine_rates)(work->engine, m, x, inputs, dx, report))
            return false;
    } else {
        if (!KERNEL(engine_configure)(work->engine, m, x, report))
            return false;
        KERNEL(push_pistons)(k, work, m, x, u, inputs, dx);
        if (!KERNEL(engine_accelerate)(work->engine, inputs, dx, report))
            return false;
    }
    KERNEL(mechanism_instance_powers)(k, scratch, inputs, dq);
    KERNEL(pressure_powers)(k, work, u, dq + k->file->mechanism->n_actuators);
    return true;
}

void KERNEL(mechanism_instance_outputs)(const void *constants, void *scratch, scalar *y)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        KERNEL(engine_actuator)(work->engine, i, NULL, &y[2 * i], &y[2 * i + 1], NULL);
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)t, (void)u;
    const struct instance *k = constants;
    const struct work *work = scratch;
    if (!KERNEL(engine_configure)(work->engine, m, x, report))
        return false;
    KERNEL(mechanism_instance_outputs)(k, scratch, y);
    return true;
}

static scalar *KERNEL(piston_locals)(const struct instance *k, const struct work *work, const scalar *m,
                                     const scalar *x, scalar *w)
{
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        const scalar *memory = m + p->first_memory;
        scalar s, ds, dz[FRICTION_MOST_STATES];
        if (!p->in_use)
            continue;
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        w[PISTON_LOCAL_LENGTH] = s - memory[PISTON_MEMORY_RETRACTED];
        w[PISTON_LOCAL_FRICTION] =
            KERNEL(friction_force)(&p->piston.friction, memory[PISTON_MEMORY_MODE], ds, x + p->first_state, dz);
        double states[FRICTION_MOST_STATES] = {0};
        for (size_t j = 0; j < p->n_states; j++)
            states[j] = (double)x[p->first_state + j];
        w[PISTON_LOCAL_CHOSEN] = friction_slope_remark(&p->piston.friction, (double)ds, states) != NULL;
        w += PISTON_LOCALS;
    }
    return w;
}

void KERNEL(mechanism_instance_locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                                       const scalar *u, scalar *w)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    const struct mechanism *mechanism = f->mechanism;
    const scalar *z = KERNEL(engine_positions)(work->engine), *dz = KERNEL(engine_velocities)(work->engine);
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        if (k->roles[i] == COORDINATE_DEPENDENT)
            *w++ = z[i];
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        if (k->roles[i] != COORDINATE_INDEPENDENT)
            *w++ = dz[i];
    w[LOCAL_KINETIC_ENERGY] = KERNEL(engine_kinetic_energy)(work->engine);
    w[LOCAL_POTENTIAL_ENERGY] = KERNEL(engine_potential_energy)(work->engine);
    w[LOCAL_RESIDUAL] = KERNEL(engine_residual)(work->engine);
    w += OWN_LOCALS;
    scalar *inputs = KERNEL(mechanism_instance_inputs)(k, scratch, t, m, u);
    KERNEL(push_pistons)(k, work, m, x, u, inputs, NULL);
    for (size_t i = 0; i < mechanism->n_actuators; i++, w += ACTUATOR_LOCALS) {
        scalar s, ds;
        KERNEL(engine_actuator)(work->engine, i, inputs, &s, &ds, &w[ACTUATOR_LOCAL_FORCE]);
        w[ACTUATOR_LOCAL_POWER] = w[ACTUATOR_LOCAL_FORCE] * ds;
        w[ACTUATOR_LOCAL_STATIC] = m[f->sizes.memory + MEMORY_FORCES + i];
    }
    w = KERNEL(piston_locals)(k, work, m, x, w);
    for (size_t i = 0; i < mechanism->n_markers; i++, w += MARKER_LOCALS)
        KERNEL(engine_place_of)(work->engine, k->markers[i].point, w, w + 3);
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    if (!KERNEL(engine_configure)(work->engine, m, x, report))
        return false;
    KERNEL(mechanism_instance_locals)(k, scratch, t, m, x, u, w);
    return true;
}
