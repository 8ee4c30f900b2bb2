/* Over the number type `scalar`: included once for double and once for double complex. */

/* Inputs of the engine: loads by their laws, and the actuators' own with their derivatives. */
static const scalar *KERNEL(inputs)(const struct instance *c, scalar t, const scalar *m, const scalar *u)
{
    const struct whole *w = c->plan;
    for (size_t i = 0; i < w->n_memory; i++)
        c->m[i] = (double)m[i];
    for (size_t i = 0; i < w->n_own_inputs; i++)
        c->u[i] = (double)u[i];
    const double *known = mechanism_instance_inputs(c->own, (double)t, c->m, c->u);
    for (size_t i = 0; i < w->n_engine_inputs; i++)
        c->KERNEL(engine_inputs)[i] = i < w->n_actuator_inputs ? u[i] : known[i];
    return c->KERNEL(engine_inputs);
}

static bool KERNEL(rates)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                          scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    const struct engine *e = mechanism_instance_engine(c->own);
    const size_t n = w->n;
    const scalar *acceleration = u + w->n_own_inputs, *multiplier = acceleration + n;
    scalar *phi = c->KERNEL(phi), *D = c->KERNEL(D);
    const scalar *inputs = KERNEL(inputs)(c, t, m, u);
    KERNEL(engine_full_place)(e, x, x + n);
    if (!KERNEL(engine_full_forces)(e, acceleration, inputs, dx + n, report) ||
        !KERNEL(engine_full_rows)(e, phi, D, NULL, report))
        return false;
    for (size_t i = 0; i < n; i++) {
        dx[i] = x[n + i];
        for (size_t r = 0; r < w->m; r++)
            dx[n + i] += D[r * n + i] * (w->alpha * phi[r] + multiplier[r]);
        dx[n + i] = -dx[n + i];
    }
    for (size_t k = 0; k < w->n_actuators; k++) {
        scalar s, ds, force;
        KERNEL(engine_actuator)(e, k, inputs, &s, &ds, &force);
        dq[k] = force * ds;
    }
    return true;
}

static bool KERNEL(outputs)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                            scalar *y, struct model_report *report)
{
    (void)t, (void)m, (void)u;
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    const struct engine *e = mechanism_instance_engine(c->own);
    KERNEL(engine_full_place)(e, x, x + w->n);
    for (size_t k = 0; k < w->n_actuators; k++)
        KERNEL(engine_actuator)(e, k, NULL, &y[2 * k], &y[2 * k + 1], NULL);
    return KERNEL(engine_full_rows)(e, y + 2 * w->n_actuators, c->KERNEL(D), NULL, report);
}

static bool KERNEL(locals)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                           scalar *local, struct model_report *report)
{
    (void)report;
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    const struct engine *e = mechanism_instance_engine(c->own);
    const scalar *inputs = KERNEL(inputs)(c, t, m, u);
    KERNEL(engine_full_place)(e, x, x + w->n);
    local[LOCAL_KINETIC] = KERNEL(engine_kinetic_energy)(e);
    local[LOCAL_POTENTIAL] = KERNEL(engine_potential_energy)(e);
    local[LOCAL_RESIDUAL] = KERNEL(engine_residual)(e);
    for (size_t k = 0; k < w->n_actuators; k++) {
        scalar s, ds, force;
        KERNEL(engine_actuator)(e, k, inputs, &s, &ds, &force);
        local[N_LOCALS + 2 * k] = force;
        local[N_LOCALS + 2 * k + 1] = force * ds;
    }
    return true;
}

/* Never asked: whoever integrates it begins with whole_start(). */
static bool KERNEL(initialize)(const void *constants, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)constants, (void)t, (void)u, (void)m, (void)x;
    return model_fail(report, "a mechanism in all its coordinates does not initialize itself");
}
