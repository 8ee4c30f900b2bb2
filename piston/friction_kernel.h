/* Equations 2.42 to 2.54 over the number type `scalar`: included once for double and once for double complex. LIFT(z, f, f')
 * is f at the real part of z with its exact first-order change, so that powers and absolute values have the slopes that the
 * header promises, also at rest. */

/* |v|; at rest its slope is taken as zero, the mean of both sides. */
static inline scalar KERNEL(magnitude)(scalar v)
{
    const double at = (double)v;
    return at > 0 ? v : at < 0 ? -v : LIFT(v, 0, 0);
}

/* Eq. 2.42: adhesion below v_s, and above it the Stribeck curve with viscous friction. The parabola is multiplied out. */
static inline scalar KERNEL(bengisu_akay)(const struct friction *f, bool sliding, scalar v)
{
    const scalar speed = KERNEL(magnitude)(v);
    if (!sliding)
        return f->F_s * v * (2 - speed / f->v_s) / f->v_s;
    const double decay = exp(-f->xi * ((double)speed - f->v_s));
    const scalar stribeck = f->F_c + (f->F_s - f->F_c) * LIFT(speed, decay, -f->xi * decay);
    return ((double)v < 0 ? -stribeck : stribeck) + f->sigma2 * v;
}

/* Eq. 2.44. An odd function: |v| sgn(v) = v. */
static inline scalar KERNEL(brown_mcphee)(const struct friction *f, scalar v)
{
    const scalar w = v / f->v_s;
    const double coulomb = tanh(4 * (double)w);
    const scalar hump = w * w / 4 + 0.75;
    return f->F_c * LIFT(w, coulomb, 4 * (1 - coulomb * coulomb)) + (f->F_s - f->F_c) * w / (hump * hump) +
           f->sigma2 * v * tanh_4;
}

/* exp(-(|v|/v_s)^n) of eqs. 2.46 and 2.49. For n < 1 its slope at rest is infinite; it only ever multiplies |v|, so that the
 * product's slope does not depend on the zero that stands in for it. */
static inline scalar KERNEL(stribeck)(const struct friction *f, scalar speed)
{
    const double w = (double)speed / f->v_s;
    if (!(w > 0))
        return LIFT(speed, 1, 0);
    const double power = pow(w, f->n), decay = exp(-power);
    return LIFT(speed, decay, -f->n * power / (double)speed * decay);
}

/* |h_ss| of eqs. 2.52 and 2.53. Its slope at rest is infinite: zero is used. */
static inline scalar KERNEL(film_at_rest)(const struct friction *f, scalar speed)
{
    const double most = 1 - f->F_c / f->F_s, w = (double)speed / f->v_b;
    if (w > 1)
        return most;
    if (!(w > 0))
        return LIFT(speed, 0, 0);
    const double power = cbrt(w * w);
    return most * LIFT(speed, power, 2 * power / (3 * (double)speed));
}

/* Eqs. 2.45 to 2.47, and with a film 2.48 to 2.54. */
static inline scalar KERNEL(bristles)(const struct friction *f, scalar v, scalar film, scalar q, scalar *dq)
{
    const scalar speed = KERNEL(magnitude)(v);
    const scalar g = f->F_c + ((1 - film) * f->F_s - f->F_c) * KERNEL(stribeck)(f, speed); /* 2.46, 2.49 */
    *dq = v - f->sigma0 * speed / g * q;                                                   /* 2.45, 2.48 */
    return f->sigma0 * q + f->sigma1 * *dq + f->sigma2 * v;                                /* 2.47, 2.54 */
}

/* Eqs. 2.50 and 2.51; the dwell's time constant counts at exactly zero velocity only. */
static inline scalar KERNEL(film_rate)(const struct friction *f, scalar v, scalar film)
{
    const scalar h_ss = KERNEL(film_at_rest)(f, KERNEL(magnitude)(v));
    const double tau = (double)v == 0 ? f->tau_h0 : (double)film <= (double)h_ss ? f->tau_hp : f->tau_hn;
    return (h_ss - film) / tau;
}

scalar KERNEL(friction_force)(const struct friction *f, scalar mode, scalar v, const scalar *z, scalar *dz)
{
    switch (f->law) {
    case FRICTION_VISCOUS:
        return f->sigma2 * v; /* 2.43 */
    case FRICTION_BENGISU_AKAY:
        return KERNEL(bengisu_akay)(f, is_sliding(f, (double)mode, (double)v), v);
    case FRICTION_BROWN_MCPHEE:
        return KERNEL(brown_mcphee)(f, v);
    case FRICTION_LUGRE:
        return KERNEL(bristles)(f, v, 0, z[0], &dz[0]);
    case FRICTION_MODIFIED_LUGRE: {
        const scalar film = (double)z[1] < 0 ? -z[1] : z[1];
        const scalar rate = KERNEL(film_rate)(f, v, film);
        dz[1] = (double)z[1] < 0 ? -rate : rate;
        return KERNEL(bristles)(f, v, film, z[0], &dz[0]);
    }
    case FRICTION_NONE:
    default:
        return 0;
    }
}
