/* m dv = f - k x - d v, over the number type `scalar`: included once for double and once for double complex. SI units. */
static scalar KERNEL(wall_force)(const struct spring_mass *c, const scalar *x)
{
    return c->k * x[X] + c->d * x[V];
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)t, (void)u, (void)m, (void)report;
    const struct spring_mass *c = constants;
    x[X] = c->x_0;
    x[V] = 0;
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)t, (void)m;
    const struct spring_mass *c = constants;
    if (!((double)x[X] > -c->l))
        return wall_reached(c, (double)x[X], report);
    dx[X] = x[V];
    dx[V] = (u[F] - KERNEL(wall_force)(c, x)) / c->m;
    dq[WORK] = u[F] * x[V];
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)u, (void)report;
    y[F_WALL] = KERNEL(wall_force)(constants, x);
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)u, (void)report;
    const struct spring_mass *c = constants;
    w[ENERGY] = (c->m * x[V] * x[V] + c->k * x[X] * x[X]) / 2;
    return true;
}
