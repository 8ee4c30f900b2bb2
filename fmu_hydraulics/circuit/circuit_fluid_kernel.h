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

/* The part of the oil that a volume holds under the atmosphere and that gas has taken the place of. */
scalar KERNEL(circuit_missing_oil)(const struct circuit_fluid *fluid, scalar pressure)
{
    scalar slope;
    const scalar full = KERNEL(fluid_volume)(fluid, CIRCUIT_ATMOSPHERE - fluid->atmosphere, &slope);
    return 1 - full / KERNEL(fluid_volume)(fluid, pressure, &slope);
}

static inline double KERNEL(volume_value)(const struct circuit_fluid *fluid, scalar pressure)
{
    scalar slope;
    return (double)KERNEL(fluid_volume)(fluid, pressure, &slope);
}

/* The integral of (p_0/p)^b p^j/p_s^j over p; `part` is (p_0/p)^b. */
static inline double KERNEL(gas_work)(double p, double part, double b, int j, double share)
{
    const double power = j + 1 - b;
    return power > 1e-9 ? p * part * share / power : CIRCUIT_ATMOSPHERE * log(p);
}

/* What it takes to bring a cubic metre of oil, counted under the atmosphere, to a pressure: its enthalpy, the integral of v dp. Two of them
 * tell which power a flow loses between two nodes. Oil of constant or polynomial modulus counts as incompressible here: flows are volumes. */
scalar KERNEL(circuit_enthalpy)(const struct circuit_fluid *fluid, scalar pressure)
{
    if (!circuit_fluid_has_air(fluid->kind))
        return pressure;
    const double p = (double)pressure + fluid->atmosphere, q = p - CIRCUIT_ATMOSPHERE, p_s = fluid->saturation_pressure;
    const double K = fluid->bulk_modulus, k = fluid->modulus_slope, b = 1 / fluid->exponent;
    const double air = fluid->entrained_air / (1 - fluid->entrained_air), part = pow(CIRCUIT_ATMOSPHERE / p, b);
    double h = q - q / k + K / (k * k) * log1p(k * q / K) + air * KERNEL(gas_work)(p, part, b, 0, 1);
    if (p < p_s) {
        const double x = p / p_s, part_s = pow(CIRCUIT_ATMOSPHERE / p_s, b);
        h += fluid->dissolved_air * (KERNEL(gas_work)(p, part, b, 0, 1) - KERNEL(gas_work)(p_s, part_s, b, 0, 1) -
                                     2 * (KERNEL(gas_work)(p, part, b, 1, x) - KERNEL(gas_work)(p_s, part_s, b, 1, 1)) +
                                     (KERNEL(gas_work)(p, part, b, 2, x * x) - KERNEL(gas_work)(p_s, part_s, b, 2, 1)));
    }
    return LIFT(pressure, h, KERNEL(volume_value)(fluid, pressure));
}
