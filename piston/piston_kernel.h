/* Over the number type `scalar`: included once for double and once for double complex. */

/* A stop that was entered by the depth d, which grows with d': it pushes back, and never pulls. */
static inline scalar KERNEL(stop_force)(const struct piston *piston, scalar d, scalar rate)
{
    const scalar damped = 1 + piston->stop_damping * rate;
    return (double)d > 0 && (double)damped > 0 ? piston->stop_stiffness * d * damped : 0;
}

scalar KERNEL(piston_force)(const struct piston *piston, scalar l, scalar ds, scalar p_A, scalar p_B, scalar mode,
                            const scalar *z, scalar *dz)
{
    const scalar F_mu = KERNEL(friction_force)(&piston->friction, mode, ds, z, dz);
    return piston->area_A * p_A - piston->area_B * p_B - F_mu + KERNEL(stop_force)(piston, -l, -ds) -
           KERNEL(stop_force)(piston, l - piston->stroke, ds);
}
