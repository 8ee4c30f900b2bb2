/* Oil with air over the number type `scalar`; a part of circuit_kernel.h.
 *
 * What a cubic metre of oil under the atmosphere p_0 takes at the absolute pressure p, with the air that belongs to it:
 *
 *     v = 1 - (p - p_0)/(K_0 + k (p - p_0)) + (a + d s) (p_0/p)^(1/n)
 *
 * oil by its secant modulus; bubbles a = share/(1 - share) by the gas law; d s, air that comes out of solution below the pressure of saturation p_s: s = (1 - p/p_s)^2, so that
 * the modulus B = -v/v' goes on without a jump. As p goes to 0, v grows beyond all bounds: a volume can be pulled empty. */

static inline scalar KERNEL(fluid_gas)(const struct circuit_fluid *fluid, scalar p, scalar *slope)
{
    const double at = (double)p, n = fluid->exponent;
    const double part = pow(CIRCUIT_ATMOSPHERE / at, 1 / n);
    const scalar law = LIFT(p, part, -part / (n * at));
    scalar air = fluid->entrained_air / (1 - fluid->entrained_air), more = 0;
    if (at < fluid->saturation_pressure) {
        const scalar missing = 1 - p / fluid->saturation_pressure;
        air += fluid->dissolved_air * missing * missing;
        more = -2 * fluid->dissolved_air * missing / fluid->saturation_pressure;
    }
    *slope = more * law - air * law / (n * p);
    return air * law;
}

/* v and its slope at a pressure of the file. */
static inline scalar KERNEL(fluid_volume)(const struct circuit_fluid *fluid, scalar pressure, scalar *slope)
{
    const scalar p = pressure + fluid->atmosphere, q = p - CIRCUIT_ATMOSPHERE;
    const scalar secant = fluid->bulk_modulus + fluid->modulus_slope * q;
    const scalar gas = KERNEL(fluid_gas)(fluid, p, slope);
    *slope -= fluid->bulk_modulus / (secant * secant);
    return 1 - q / secant + gas;
}

/* The part of a volume that is gas. */
scalar KERNEL(circuit_gas_share)(const struct circuit_fluid *fluid, scalar pressure)
{
    scalar slope;
    const scalar gas = KERNEL(fluid_gas)(fluid, pressure + fluid->atmosphere, &slope);
    return gas / KERNEL(fluid_volume)(fluid, pressure, &slope);
}
