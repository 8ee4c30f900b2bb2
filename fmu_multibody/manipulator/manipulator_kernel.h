/* Equations 1 to 5, 8 and 15 of the document, with its errata resolved, over the number type `scalar`: included once for
 * double and once for double complex (exact derivatives by the complex step). SI units throughout.
 *
 * Link 1 (length L, mass m) turns about A at the origin; at its end Q sits the point mass m_p and hangs link 2 (length L_h,
 * massless) with the point mass m_h at R. The actuator acts between the fixed point B and P, the middle of link 1. Both
 * angles are measured from the x axis; gravity acts along -y. */

/* s_1 = |BP| and J = ds_1/dtheta_1 (eqs. 4 and 5 for any geometry; ds_1/dtheta_2 = 0). */
struct KERNEL(actuator) {
    scalar s, J, ds;
};

static inline struct KERNEL(actuator)
    KERNEL(actuator_at)(const struct CONSTANTS(manipulator) * k, scalar cos1, scalar sin1, const scalar *x)
{
    const scalar dx_BP = k->L / 2 * cos1 - k->x_B;
    const scalar dy_BP = k->L / 2 * sin1 - k->y_B;
    struct KERNEL(actuator) a;
    a.s = sqrt(dx_BP * dx_BP + dy_BP * dy_BP);
    a.J = k->L / 2 * (k->x_B * sin1 - k->y_B * cos1) / a.s;
    a.ds = a.J * x[DTHETA1]; /* eq. 4 */
    return a;
}

/* All that a configuration is made of: the actuator, M12 of M = [M11 M12; M12 M22] (the others are constant) and f - c,
 * the applied forces without the actuator's less the velocity-dependent ones (eq. 2). */
struct KERNEL(mechanism) {
    struct KERNEL(actuator) actuator;
    scalar M12, f1, f2;
    scalar sin1, sin2;
};

static inline struct KERNEL(mechanism) KERNEL(mechanism_at)(const struct CONSTANTS(manipulator) * k, const scalar *x)
{
    const scalar cos1 = cos(x[THETA1]), sin1 = sin(x[THETA1]);
    const scalar cos2 = cos(x[THETA2]), sin2 = sin(x[THETA2]);
    const scalar cos12 = cos1 * cos2 + sin1 * sin2; /* cos(theta1 - theta2) */
    const scalar sin12 = sin1 * cos2 - cos1 * sin2; /* sin(theta1 - theta2) */
    const scalar c_12 = k->L_Lh_mh * sin12;         /* c = c_12 [dtheta2^2, -dtheta1^2] */
    struct KERNEL(mechanism) b;
    b.actuator = KERNEL(actuator_at)(k, cos1, sin1, x);
    b.M12 = k->L_Lh_mh * cos12;
    b.f1 = -k->weight1 * cos1 - c_12 * x[DTHETA2] * x[DTHETA2];
    b.f2 = -k->weight2 * cos2 + c_12 * x[DTHETA1] * x[DTHETA1];
    b.sin1 = sin1;
    b.sin2 = sin2;
    return b;
}

/* The actuator's force: the input itself with f-s coupling, eq. 8 with p-s coupling. */
static inline scalar KERNEL(force)(const struct CONSTANTS(manipulator) * k, const scalar *u, scalar ds)
{
    return k->coupling == COUPLING_FORCE ? u[F_H] : (u[P2] - u[P1]) * k->a_p - k->c * ds;
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)t, (void)u, (void)m, (void)report;
    const struct CONSTANTS(manipulator) *k = constants;
    x[THETA1] = k->theta1_0;
    x[THETA2] = k->theta2_0;
    x[DTHETA1] = 0;
    x[DTHETA2] = 0;
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)t, (void)m;
    const struct CONSTANTS(manipulator) *k = constants;
    const struct KERNEL(mechanism) b = KERNEL(mechanism_at)(k, x);
    const struct KERNEL(actuator) a = b.actuator;
    if (!((double)a.s > k->shortest)) {
        report_dead_point((double)a.s, k->shortest, report);
        return false;
    }

    const scalar f_h = KERNEL(force)(k, u, a.ds);
    const scalar f1 = b.f1 + a.J * f_h;                           /* eqs. 1 and 3 */
    const scalar inverse = 1 / (k->M11 * k->M22 - b.M12 * b.M12); /* of the determinant */
    dx[THETA1] = x[DTHETA1];
    dx[THETA2] = x[DTHETA2];
    dx[DTHETA1] = (k->M22 * f1 - b.M12 * b.f2) * inverse;
    dx[DTHETA2] = (k->M11 * b.f2 - b.M12 * f1) * inverse;
    dq[0] = f_h * a.ds; /* the power that the actuator gives to the mechanism */
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)u, (void)report;
    const struct CONSTANTS(manipulator) *k = constants;
    const struct KERNEL(actuator) a = KERNEL(actuator_at)(k, cos(x[THETA1]), sin(x[THETA1]), x);
    y[S] = a.s;
    y[DS] = a.ds;
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)report;
    const struct CONSTANTS(manipulator) *k = constants;
    const struct KERNEL(mechanism) b = KERNEL(mechanism_at)(k, x);
    const struct KERNEL(actuator) a = b.actuator;

    /* Eq. 15, f_h = -M_eff J M^-1 (f - c) with M_eff = (J M^-1 J^T)^-1: since J = [J 0], the determinant of M cancels. */
    w[F_H_STATIC] = (b.M12 / k->M22 * b.f2 - b.f1) / a.J;
    w[EFFECTIVE_MASS] = (k->M11 - b.M12 * b.M12 / k->M22) / (a.J * a.J);

    w[KINETIC_ENERGY] =
        (k->M11 * x[DTHETA1] * x[DTHETA1] + k->M22 * x[DTHETA2] * x[DTHETA2]) / 2 + b.M12 * x[DTHETA1] * x[DTHETA2];
    w[POTENTIAL_ENERGY] = k->weight1 * b.sin1 + k->weight2 * b.sin2;
    w[ACTUATOR_POWER] = KERNEL(force)(k, u, a.ds) * a.ds;
    return true;
}
