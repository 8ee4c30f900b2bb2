/* The coupling spring over the number type `scalar`: included once for double and once for double complex. SI units. No state:
 * the forces follow the ends' motion at once. */

static scalar KERNEL(force)(const struct oscillator_spring *k, const scalar *u)
{
    return k->k_c * (u[X2] - u[X1]) + k->c_c * (u[DX2] - u[DX1]);
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)constants, (void)t, (void)u, (void)m, (void)x, (void)report;
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)x, (void)dx, (void)report;
    const scalar f = KERNEL(force)(constants, u);
    dq[WORK1] = f * u[DX1];
    dq[WORK2] = -f * u[DX2];
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)x, (void)report;
    const scalar f = KERNEL(force)(constants, u);
    y[F1] = f;
    y[F2] = -f;
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)x, (void)report;
    const struct oscillator_spring *k = constants;
    w[ENERGY] = k->k_c * (u[X2] - u[X1]) * (u[X2] - u[X1]) / 2;
    return true;
}
