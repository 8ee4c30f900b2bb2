/* m ddx = -k x - c dx + f over the number type `scalar`: included once for double and once for double complex. SI units.
 *
 * With displacement coupling the coupling spring is part of this component, which is given the motion of its far end: it
 * pulls at this mass with f_c = k_c (x_c - x) + c_c (dx_c - dx), and at the far end with -f_c. With force coupling the
 * spring is elsewhere, and its force is given. */

static scalar KERNEL(spring_force)(const struct oscillator_mass *k, const scalar *x, const scalar *u)
{
    return k->k_c * (u[X_C] - x[X]) + k->c_c * (u[DX_C] - x[DX]);
}

static scalar KERNEL(force)(const struct oscillator_mass *k, const scalar *x, const scalar *u)
{
    return k->coupling == COUPLING_FORCE ? u[F] : KERNEL(spring_force)(k, x, u);
}

/* The power at the coupling: received with force coupling; with displacement coupling, given to the far end. */
static scalar KERNEL(power)(const struct oscillator_mass *k, const scalar *x, const scalar *u)
{
    return k->coupling == COUPLING_FORCE ? u[F] * x[DX] : -KERNEL(spring_force)(k, x, u) * u[DX_C];
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)t, (void)u, (void)m, (void)report;
    const struct oscillator_mass *k = constants;
    x[X] = k->x_0;
    x[DX] = k->dx_0;
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)report;
    const struct oscillator_mass *k = constants;
    dx[X] = x[DX];
    dx[DX] = (KERNEL(force)(k, x, u) - k->k * x[X] - k->c * x[DX]) / k->m;
    dq[0] = KERNEL(power)(k, x, u);
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)report;
    y[F_C] = -KERNEL(spring_force)(constants, x, u);
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)report;
    const struct oscillator_mass *k = constants;
    w[ENERGY] = (k->m * x[DX] * x[DX] + k->k * x[X] * x[X]) / 2;
    w[COUPLING_POWER] = KERNEL(power)(k, x, u);
    return true;
}
