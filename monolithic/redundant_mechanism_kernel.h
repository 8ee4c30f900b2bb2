/* Over the number type `scalar`: included once for double and once for double complex. */

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    const struct redundant_mechanism *w = c->plan;
    const struct engine *e = mechanism_instance_engine(work->own);
    const size_t n = w->n;
    const scalar *acceleration = u + w->layout.count[MODEL_INPUT], *multiplier = acceleration + n;
    scalar *phi = work->KERNEL(phi), *D = work->KERNEL(D);
    const scalar *inputs = KERNEL(mechanism_instance_inputs)(c->own, work->own, t, m, u); /* its own come first in u */
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
    KERNEL(mechanism_instance_powers)(c->own, work->own, inputs, dq);
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)t, (void)m, (void)u;
    const struct instance *c = constants;
    const struct work *work = scratch;
    const struct redundant_mechanism *w = c->plan;
    const struct engine *e = mechanism_instance_engine(work->own);
    KERNEL(engine_full_place)(e, x, x + w->n);
    KERNEL(mechanism_instance_outputs)(c->own, work->own, y);
    return KERNEL(engine_full_rows)(e, y + w->layout.count[MODEL_OUTPUT], work->KERNEL(D), NULL, report);
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *local, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    const struct redundant_mechanism *w = c->plan;
    KERNEL(engine_full_place)(mechanism_instance_engine(work->own), x, x + w->n);
    if (!KERNEL(mechanism_instance_locals)(c->own, work->own, t, m, x, u, work->KERNEL(locals), report))
        return false;
    for (size_t i = w->n_following; i < w->layout.count[MODEL_LOCAL]; i++)
        *local++ = work->KERNEL(locals)[i];
    return true;
}

/* Never asked: whoever integrates it begins with redundant_mechanism_start(). */
static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)constants, (void)scratch, (void)t, (void)u, (void)m, (void)x;
    return model_fail(report, "a mechanism in all its coordinates does not initialize itself");
}
