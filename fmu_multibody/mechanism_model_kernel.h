/* The model's functions over the number type `scalar`: they gather the engine's inputs and hand out what it computes. */

/* Inputs of the engine: the actuators' as they come, the loads by their laws or from outside. */
static const scalar *KERNEL(inputs)(const struct instance *k, scalar t, const scalar *m, const scalar *u)
{
    const struct mechanism_file *f = k->file;
    scalar *inputs = k->KERNEL(inputs);
    const double last_event = (double)m[f->sizes.memory + MEMORY_LAST_EVENT];
    const size_t n_actuators = f->n_inputs - f->mechanism->n_loads;
    for (size_t i = 0; i < n_actuators; i++)
        inputs[i] = u[i];
    const scalar *from_outside = u + n_actuators;
    for (size_t i = 0; i < f->mechanism->n_loads; i++)
        inputs[n_actuators + i] =
            f->load_laws[i] ? LAW_VALUE(f->load_laws[i], k->values, t, last_event) : *from_outside++;
    return inputs;
}

static bool KERNEL(initialize)(const void *constants, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    const struct instance *k = constants;
    const struct mechanism_file *f = k->file;
    scalar *own = m + f->sizes.memory;
    own[MEMORY_LAST_EVENT] = (double)t;
    const scalar *inputs = KERNEL(inputs)(k, t, m, u);
    if (!ENGINE(initialize)(k->engine, inputs, m, x, report))
        return false;
    if (f->mechanism->n_actuators == 0)
        return true;
    struct model_report none; /* no force holds it: the model is none the worse */
    if (!ENGINE(configure)(k->engine, m, x, report))
        return false;
    if (!ENGINE(static_forces)(k->engine, inputs, own + MEMORY_FORCES, &none))
        for (size_t i = 0; i < f->mechanism->n_actuators; i++)
            own[MEMORY_FORCES + i] = 0;
    return true;
}

/* Power of each actuator, at the placement that the engine has. */
static void KERNEL(powers)(const struct instance *k, const scalar *inputs, scalar *powers)
{
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        scalar s, ds, force;
        ENGINE(actuator)(k->engine, i, inputs, &s, &ds, &force);
        powers[i] = force * ds;
    }
}

static bool KERNEL(rates)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                          scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *k = constants;
    const scalar *inputs = KERNEL(inputs)(k, t, m, u);
    if (!ENGINE(rates)(k->engine, m, x, inputs, dx, report))
        return false;
    KERNEL(powers)(k, inputs, dq);
    return true;
}

static bool KERNEL(outputs)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                            scalar *y, struct model_report *report)
{
    (void)t, (void)u;
    const struct instance *k = constants;
    if (!ENGINE(configure)(k->engine, m, x, report))
        return false;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        ENGINE(actuator)(k->engine, i, NULL, &y[2 * i], &y[2 * i + 1], NULL);
    return true;
}

static bool KERNEL(locals)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                           scalar *w, struct model_report *report)
{
    const struct instance *k = constants;
    const struct mechanism_file *f = k->file;
    const struct mechanism *mechanism = f->mechanism;
    if (!ENGINE(configure)(k->engine, m, x, report))
        return false;
    const scalar *z = ENGINE(positions)(k->engine), *dz = ENGINE(velocities)(k->engine);
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        if (k->roles[i] == COORDINATE_DEPENDENT)
            *w++ = z[i];
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        if (k->roles[i] != COORDINATE_INDEPENDENT)
            *w++ = dz[i];
    w[LOCAL_KINETIC_ENERGY] = ENGINE(kinetic_energy)(k->engine);
    w[LOCAL_POTENTIAL_ENERGY] = ENGINE(potential_energy)(k->engine);
    w[LOCAL_RESIDUAL] = ENGINE(residual)(k->engine);
    w += OWN_LOCALS;
    const scalar *inputs = KERNEL(inputs)(k, t, m, u);
    for (size_t i = 0; i < mechanism->n_actuators; i++, w += ACTUATOR_LOCALS) {
        scalar s, ds;
        ENGINE(actuator)(k->engine, i, inputs, &s, &ds, &w[ACTUATOR_LOCAL_FORCE]);
        w[ACTUATOR_LOCAL_POWER] = w[ACTUATOR_LOCAL_FORCE] * ds;
        w[ACTUATOR_LOCAL_STATIC] = m[f->sizes.memory + MEMORY_FORCES + i];
    }
    for (size_t i = 0; i < mechanism->n_markers; i++, w += MARKER_LOCALS)
        ENGINE(place_of)(k->engine, k->markers[i].point, w, w + 3);
    return true;
}
