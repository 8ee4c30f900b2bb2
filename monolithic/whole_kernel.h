/* Over the number type `scalar`: included once for double and once for double complex. */

static bool KERNEL(rates)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                          scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    const struct engine *e = mechanism_instance_engine(c->own);
    const size_t n = w->n;
    const scalar *acceleration = u + w->layout.count[MODEL_INPUT], *multiplier = acceleration + n;
    scalar *phi = c->KERNEL(phi), *D = c->KERNEL(D);
    const scalar *inputs = KERNEL(mechanism_instance_inputs)(c->own, t, m, u); /* its own come first in u */
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
    KERNEL(mechanism_instance_powers)(c->own, inputs, dq);
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
    KERNEL(mechanism_instance_outputs)(c->own, y);
    return KERNEL(engine_full_rows)(e, y + w->layout.count[MODEL_OUTPUT], c->KERNEL(D), NULL, report);
}

static bool KERNEL(locals)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                           scalar *local, struct model_report *report)
{
    (void)report;
    const struct instance *c = constants;
    const struct whole *w = c->plan;
    KERNEL(engine_full_place)(mechanism_instance_engine(c->own), x, x + w->n);
    KERNEL(mechanism_instance_locals)(c->own, t, m, x, u, c->KERNEL(locals));
    for (size_t i = w->n_following; i < w->layout.count[MODEL_LOCAL]; i++)
        *local++ = c->KERNEL(locals)[i];
    return true;
}

/* Never asked: whoever integrates it begins with whole_start(). */
static bool KERNEL(initialize)(const void *constants, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)constants, (void)t, (void)u, (void)m, (void)x;
    return model_fail(report, "a mechanism in all its coordinates does not initialize itself");
}
