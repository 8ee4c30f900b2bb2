/* Over the number type `scalar`: included once for double and once for double complex. */

scalar KERNEL(piston_force)(const struct piston *piston, scalar l, scalar ds, scalar p_A, scalar p_B, scalar mode,
                            const scalar *z, scalar *dz)
{
    const scalar F_mu = KERNEL(friction_force)(&piston->friction, mode, ds, z, dz);
    const struct stop stop = {piston->stop_stiffness, piston->stop_damping, 0};
    return piston->area_A * p_A - piston->area_B * p_B - F_mu + KERNEL(stop_force)(&stop, -l, -ds) -
           KERNEL(stop_force)(&stop, l - piston->stroke, ds);
}
