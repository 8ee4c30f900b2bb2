/* Equations 8 to 13 and 16 to 20 of the document, with its errata resolved, over the number type `scalar`: included once
 * for double and once for double complex (exact derivatives by the complex step). SI units throughout. */

/* The square root of a pressure drop. A flow against its pressure drop is zero: the document's deltas. */
static inline scalar KERNEL(root)(scalar dp)
{
    return (double)dp > 0 ? sqrt(dp) : 0;
}

/* beta_i, eq. 11, over a volume V: how fast the pressure rises with the flow. */
static inline scalar KERNEL(stiffness)(const struct hydraulics *k, scalar p, scalar V)
{
    return (1 + p * (k->a + k->b * p)) / ((k->a + 2 * k->b * p) * V);
}

/* Manoeuvre M1: a short ramp down, a hold, a ramp up (eq. 19). At a kink the derivative is the one to come. */
static inline scalar KERNEL(kappa_steps)(const struct hydraulics *k, scalar kappa_0, scalar t)
{
    const double at = (double)t;
    if (at < k->t_a)
        return kappa_0;
    if (at < k->t_a + k->t_r)
        return kappa_0 - 0.01 * (t - k->t_a) / k->t_r;
    if (at < k->t_b)
        return kappa_0 - 0.01;
    if (at < k->t_b + 2 * k->t_r)
        return kappa_0 - 0.01 + 0.03 * (t - k->t_b) / (2 * k->t_r);
    return kappa_0 + 0.02;
}

/* Manoeuvre M2: a sine that swells and dies away (eq. 20; omega in Hz). */
static scalar KERNEL(kappa_sine)(const struct hydraulics *k, scalar kappa_0, scalar t)
{
    const double at = (double)t;
    const scalar A = at < 1 ? 0.1 * t : at < 8 ? 0.1 : at < 9 ? 0.1 * (9 - t) : 0;
    return kappa_0 * (1 - A * sin(2 * pi * k->omega * t));
}

static inline scalar KERNEL(spool)(const struct hydraulics *k, scalar t, const scalar *m, const scalar *u)
{
    switch (k->manoeuvre) {
    case MANOEUVRE_STEPS:
        return KERNEL(kappa_steps)(k, m[KAPPA_START], t);
    case MANOEUVRE_SINE:
        return KERNEL(kappa_sine)(k, m[KAPPA_START], t);
    default:
        return u[KAPPA];
    }
}

/* Flows into the chambers through the valve: the terms of eqs. 9 and 10 with the valve's areas, eq. 13; c_d sqrt(2/rho) is
 * in the areas already. */
static inline void KERNEL(chamber_flows)(const struct hydraulics *k, scalar p1, scalar p2, scalar kappa, scalar q[2])
{
    const scalar a_i = k->conductance * kappa;
    const scalar a_o = k->conductance * (1 - kappa);
    q[0] = a_i * KERNEL(root)(k->p_P - p1) - a_o * KERNEL(root)(p1 - k->p_T);
    q[1] = a_o * KERNEL(root)(k->p_P - p2) - a_i * KERNEL(root)(p2 - k->p_T);
}

/* Chamber lengths, eq. 12; s_{1,0} is the actuator's length at initialization. */
static inline void KERNEL(chamber_lengths)(const struct hydraulics *k, const scalar *m, scalar s, scalar l[2])
{
    l[0] = k->l / 2 + m[S_START] - s;
    l[1] = k->l / 2 + s - m[S_START];
}

static inline scalar KERNEL(force)(const struct hydraulics *k, const scalar *x, const scalar *u)
{
    return (x[P2] - x[P1]) * k->a_p - k->c * u[DS]; /* eq. 8 */
}

/* Whether the pressures, the chambers and the spool are where the equations hold. */
static inline bool KERNEL(in_domain)(const struct hydraulics *k, const scalar *x, const scalar *l, scalar kappa,
                                     struct model_report *report)
{
    if ((double)l[0] > 0 && (double)l[1] > 0 && (double)x[P1] > k->p_lowest && (double)x[P1] < k->p_highest &&
        (double)x[P2] > k->p_lowest && (double)x[P2] < k->p_highest && (double)kappa >= 0 && (double)kappa <= 1)
        return true;
    report_domain(k, (const double[]){(double)x[P1], (double)x[P2]}, (const double[]){(double)l[0], (double)l[1]},
                  (double)kappa, report);
    return false;
}

/* Pressure rates, eqs. 9 and 10: compression by the piston, flow through the valve. */
static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch;
    const struct hydraulics *k = constants;
    scalar l[2], q[2];
    const scalar kappa = KERNEL(spool)(k, t, m, u);
    KERNEL(chamber_lengths)(k, m, u[S], l);
    if (!KERNEL(in_domain)(k, x, l, kappa, report))
        return false;
    KERNEL(chamber_flows)(k, x[P1], x[P2], kappa, q);
    dx[P1] = KERNEL(stiffness)(k, x[P1], k->a_p * l[0]) * (k->a_p * u[DS] + q[0]);
    dx[P2] = KERNEL(stiffness)(k, x[P2], k->a_p * l[1]) * (-k->a_p * u[DS] + q[1]);
    dq[0] = KERNEL(force)(k, x, u) * u[DS]; /* the power that the actuator gives to the mechanism */
    return true;
}

/* The pressures and the spool position at rest under the force f_h: eqs. 16 and 17, with the flows in place of the pressure
 * rates, which vanish together. Newton with the exact Jacobian, kept inside p_T < p < p_P and 0 < kappa < 1. In complex
 * numbers the imaginary parts follow one iteration behind the real ones. */
static bool KERNEL(equilibrium)(const struct hydraulics *k, scalar f_h, scalar z[3], struct model_report *report)
{
    const double highest_force = k->a_p * (k->p_P - k->p_T);
    if (!(fabs((double)f_h) < highest_force))
        return model_fail(
            report, "no pressures hold f_h_static = %.6g N: the cylinder reaches a_p (p_P - p_T) = %.6g N at most",
            (double)f_h, highest_force);
    const double middle = (k->p_P + k->p_T) / 2, swing = (k->p_P - k->p_T) / 2;
    scalar p1 = middle, p2 = middle, kappa = 0.5;
    double last = INFINITY;
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        scalar q[2];
        KERNEL(chamber_flows)(k, p1, p2, kappa, q);
        const scalar g_1 = f_h - (p2 - p1) * k->a_p;
        const double d_P1 = k->p_P - (double)p1, d_T1 = (double)p1 - k->p_T;
        const double d_P2 = k->p_P - (double)p2, d_T2 = (double)p2 - k->p_T;
        const double a_i = k->conductance * (double)kappa, a_o = k->conductance * (1 - (double)kappa);
        const double q1_p1 = -a_i / (2 * sqrt(d_P1)) - a_o / (2 * sqrt(d_T1));
        const double q2_p2 = -a_o / (2 * sqrt(d_P2)) - a_i / (2 * sqrt(d_T2));
        const double q1_kappa = k->conductance * (sqrt(d_P1) + sqrt(d_T1));
        const double q2_kappa = -k->conductance * (sqrt(d_P2) + sqrt(d_T2));

        /* g_1 gives dp2 = dp1 + e; what remains is two by two. */
        const scalar e = g_1 / k->a_p;
        const double determinant = q1_p1 * q2_kappa - q1_kappa * q2_p2;
        const scalar r_1 = -q[0], r_2 = -q[1] - q2_p2 * e;
        const scalar dp1 = (r_1 * q2_kappa - q1_kappa * r_2) / determinant;
        const scalar dkappa = (q1_p1 * r_2 - q2_p2 * r_1) / determinant;
        const scalar dp2 = dp1 + e;

        /* At most nine tenths of the way to a limit. */
        double part = 1;
        part = fmin(part, 0.9 * room_towards((double)dp1, (double)p1, k->p_T, k->p_P));
        part = fmin(part, 0.9 * room_towards((double)dp2, (double)p2, k->p_T, k->p_P));
        part = fmin(part, 0.9 * room_towards((double)dkappa, (double)kappa, 0, 1));
        p1 += part * dp1;
        p2 += part * dp2;
        kappa += part * dkappa;

        const double size = fmax(fmax(fabs((double)dp1), fabs((double)dp2)) / swing, fabs((double)dkappa));
        if (last < 1e-14 || (last < 1e-9 && size >= last)) { /* stagnated, and once more for the imaginary parts */
            z[0] = p1;
            z[1] = p2;
            z[2] = kappa;
            return true;
        }
        last = part < 1 ? INFINITY : size;
    }
    return model_fail(report, "the equilibrium for f_h_static = %.6g N was not found in %d iterations", (double)f_h,
                      MOST_ITERATIONS);
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)t;
    const struct hydraulics *k = constants;
    scalar z[3] = {k->p1_0, k->p2_0, k->kappa_0};
    if (k->start_in_equilibrium && !KERNEL(equilibrium)(k, u[F_H_STATIC], z, report))
        return false;
    m[S_START] = u[S];
    m[KAPPA_START] = z[2];
    x[P1] = z[0];
    x[P2] = z[1];
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)report;
    y[F_H] = KERNEL(force)(constants, x, u);
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)scratch, (void)report;
    const struct hydraulics *k = constants;
    scalar l[2], q[2];
    const scalar kappa = KERNEL(spool)(k, t, m, u);
    KERNEL(chamber_lengths)(k, m, u[S], l);
    KERNEL(chamber_flows)(k, x[P1], x[P2], kappa, q);
    w[SPOOL] = kappa;
    w[LENGTH_1] = l[0];
    w[LENGTH_2] = l[1];
    w[BETA_1] = KERNEL(stiffness)(k, x[P1], 1);
    w[BETA_2] = KERNEL(stiffness)(k, x[P2], 1);
    w[FLOW_1] = q[0];
    w[FLOW_2] = q[1];
    w[HYDRAULIC_POWER] = x[P1] * q[0] + x[P2] * q[1];
    w[ACTUATOR_POWER] = KERNEL(force)(k, x, u) * u[DS];
    return true;
}
