/* Over the number type `scalar`: included once for double and once for double complex. */

scalar KERNEL(stop_force)(const struct stop *stop, scalar depth, scalar rate)
{
    const scalar damped = 1 + stop->damping * rate;
    if (!((double)depth > 0 && (double)damped > 0))
        return 0;
    if ((double)depth < stop->onset)
        return stop->stiffness * depth * depth / (2 * stop->onset) * damped;
    return stop->stiffness * (stop->onset > 0 ? depth - stop->onset / 2 : depth) * damped;
}

scalar KERNEL(stop_energy)(const struct stop *stop, scalar depth)
{
    const double onset = stop->onset;
    if (!((double)depth > 0))
        return 0;
    if ((double)depth < onset)
        return stop->stiffness * depth * depth * depth / (6 * onset);
    return stop->stiffness * ((depth - onset / 2) * (depth - onset / 2) / 2 + onset * onset / 24);
}
