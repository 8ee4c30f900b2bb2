/* The equations of a circuit over the number type `scalar`: included once for double and once for double complex. Equation
 * numbers are those of Jaiswal's dissertation, chapter 2.2. LIFT(z, f, f') is f at the real part of z with its exact
 * first-order change. */

scalar KERNEL(circuit_node_pressure)(const struct circuit *c, int node, const scalar *x, const scalar *u)
{
    return (size_t)node < c->n_volumes ? x[node] : u[circuit_pressure_input(c, (size_t)node - c->n_volumes)];
}

/* sgn(dp) sqrt|dp| of eq. 2.36, straight below the laminar drop. Without a laminar range its slope at zero is infinite; there
 * the flow is one-way, and zero is used, the slope on the closed side. */
static inline scalar KERNEL(signed_root)(const struct circuit_opening *opening, scalar drop)
{
    const double dp = (double)drop;
    if (opening->one_way && !(dp > 0))
        return LIFT(drop, 0, 0);
    if (fabs(dp) <= opening->laminar_drop)
        return drop / sqrt(opening->laminar_drop);
    const double root = sqrt(fabs(dp));
    return LIFT(drop, dp < 0 ? -root : root, 0.5 / root);
}

static inline scalar KERNEL(pressure_drop)(const struct circuit *c, int from, int to, const scalar *x, const scalar *u)
{
    return KERNEL(circuit_node_pressure)(c, from, x, u) - KERNEL(circuit_node_pressure)(c, to, x, u);
}

/* How far an orifice is open, as its command says. */
scalar KERNEL(circuit_orifice_lift)(scalar command)
{
    return (double)command < 0 ? 0 : (double)command > 1 ? 1 : command;
}

scalar KERNEL(circuit_orifice_flow)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_orifice *orifice = &c->orifices[k];
    const scalar drop = KERNEL(pressure_drop)(c, orifice->from, orifice->to, x, u);
    const scalar flow = orifice->opening.flow_coefficient * KERNEL(signed_root)(&orifice->opening, drop); /* 2.36 */
    return orifice->command ? KERNEL(circuit_orifice_lift)(u[circuit_element_input(c, orifice->command)]) * flow : flow;
}

/* Opens in proportion to the pressure above the cracking pressure. */
scalar KERNEL(circuit_poppet_flow)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_poppet *poppet = &c->poppets[k];
    const scalar drop = KERNEL(pressure_drop)(c, poppet->from, poppet->to, x, u);
    const scalar lift = (drop - poppet->cracking_pressure) / poppet->span;
    if (!((double)lift > 0))
        return 0;
    const scalar flow = poppet->opening.flow_coefficient * KERNEL(signed_root)(&poppet->opening, drop);
    return (double)lift < 1 ? lift * flow : flow;
}

static inline scalar KERNEL(within_limits)(const struct circuit_valve *valve, scalar position)
{
    if (!(valve->lower < valve->upper))
        return position;
    return (double)position < valve->lower ? valve->lower : (double)position > valve->upper ? valve->upper : position;
}

scalar KERNEL(circuit_spool)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_valve *valve = &c->valves[k];
    return valve->has_state ? x[circuit_spool_state(c, k)]
                            : KERNEL(within_limits)(valve, u[circuit_command_input(c, k)]);
}

/* Area of a path by its table, straight between its points and held beyond them. */
static inline scalar KERNEL(table_area)(const struct circuit_point *points, size_t n, scalar position)
{
    const double U = (double)position;
    if (U < points[0].position || n == 1)
        return points[0].area;
    for (size_t i = 1; i < n; i++)
        if (U < points[i].position)
            return points[i - 1].area + (points[i].area - points[i - 1].area) * (position - points[i - 1].position) /
                                            (points[i].position - points[i - 1].position);
    return points[n - 1].area;
}

/* The part of the valve's full flow that a path lets through. At the point of opening the slope is that to the right. */
static inline scalar KERNEL(path_opening)(const struct circuit *c, const struct circuit_path *path, scalar position)
{
    if (path->n_points > 0)
        return KERNEL(table_area)(c->points + path->first_point, path->n_points, position);
    const scalar opening = path->offset + path->gain * position;
    const double at = (double)opening;
    return at > 0 || (at == 0 && path->gain > 0) ? opening : 0;
}

scalar KERNEL(circuit_path_flow)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_path *path = &c->paths[k];
    const struct circuit_opening *opening = &c->valves[path->valve].opening;
    const scalar part = KERNEL(path_opening)(c, path, KERNEL(circuit_spool)(c, (size_t)path->valve, x, u));
    const scalar drop = KERNEL(pressure_drop)(c, path->from, path->to, x, u);
    return opening->flow_coefficient * part * KERNEL(signed_root)(opening, drop); /* 2.37 */
}

scalar KERNEL(circuit_leakage)(const struct circuit *c, size_t k, const scalar *x, const scalar *u)
{
    const struct circuit_cylinder *cylinder = &c->cylinders[k];
    return cylinder->leakage * KERNEL(pressure_drop)(c, cylinder->node_A, cylinder->node_B, x, u);
}

/* ---- volumes ---- */

scalar KERNEL(circuit_chamber_length)(const struct circuit *c, size_t k, const scalar *m, const scalar *u)
{
    const struct circuit_cylinder *cylinder = &c->cylinders[k];
    const scalar s = u[circuit_length_input(k)];
    return cylinder->start_relative ? s - m[circuit_retracted_memory(c, k)] : s - cylinder->retracted_length;
}

/* Oil in a cylinder's chambers: l from the retracted end, the rest of the stroke on the other side. */
static inline scalar KERNEL(chamber_A)(const struct circuit_cylinder *cylinder, scalar l)
{
    return cylinder->piston.area_A * (l + cylinder->dead_A);
}

static inline scalar KERNEL(chamber_B)(const struct circuit_cylinder *cylinder, scalar l)
{
    return cylinder->piston.area_B * (cylinder->piston.stroke - l + cylinder->dead_B);
}

#include "fmu_hydraulics/circuit/circuit_fluid_kernel.h"

/* The fluid's own bulk modulus: constant, or LIM's eq. 11, or that of oil with air. */
static inline scalar KERNEL(fluid_modulus)(const struct circuit_fluid *fluid, scalar p)
{
    if (fluid->kind == FLUID_CONSTANT)
        return fluid->bulk_modulus;
    if (circuit_fluid_has_air(fluid->kind)) {
        scalar slope;
        const scalar v = KERNEL(fluid_volume)(fluid, p, &slope);
        return -v / slope;
    }
    return (1 + p * (fluid->a + fluid->b * p)) / (fluid->a + 2 * fluid->b * p);
}

/* Size of a volume, and what its walls and accumulators add to the compressibility: the sum of V_k/B_k in eq. 2.35. */
static inline scalar KERNEL(volume_parts)(const struct circuit *c, size_t i, const scalar *m, const scalar *x,
                                          const scalar *u, scalar *walls)
{
    scalar V = c->volumes[i].volume;
    *walls = 0;
    for (size_t k = 0; k < c->n_hoses; k++)
        if (c->hoses[k].volume == (int)i) {
            V += c->hoses[k].size;
            *walls += c->hoses[k].size / c->hoses[k].bulk_modulus;
        }
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const struct circuit_cylinder *cylinder = &c->cylinders[k];
        const bool on_A = cylinder->node_A == (int)i, on_B = cylinder->node_B == (int)i;
        if (!on_A && !on_B)
            continue;
        const scalar l = KERNEL(circuit_chamber_length)(c, k, m, u);
        const scalar chamber =
            (on_A ? KERNEL(chamber_A)(cylinder, l) : 0) + (on_B ? KERNEL(chamber_B)(cylinder, l) : 0);
        V += chamber;
        if (cylinder->wall_modulus > 0)
            *walls += chamber / cylinder->wall_modulus;
    }
    for (size_t k = 0; k < c->n_accumulators; k++)
        if (c->accumulators[k].volume == (int)i) {
            scalar slope;
            V += KERNEL(circuit_accumulator_oil)(c, k, x[i], &slope);
            *walls += slope;
        }
    for (size_t k = 0; k < c->n_lines; k++)
        V += (c->lines[k].from == (int)i) * c->lines[k].size / 2 + (c->lines[k].to == (int)i) * c->lines[k].size / 2;
    return V;
}

scalar KERNEL(circuit_volume_size)(const struct circuit *c, size_t i, const scalar *m, const scalar *x, const scalar *u)
{
    scalar walls;
    return KERNEL(volume_parts)(c, i, m, x, u, &walls);
}

scalar KERNEL(circuit_bulk_modulus)(const struct circuit *c, size_t i, const scalar *m, const scalar *x,
                                    const scalar *u)
{
    scalar walls;
    const scalar V = KERNEL(volume_parts)(c, i, m, x, u, &walls);
    return 1 / (1 / KERNEL(fluid_modulus)(&c->fluid, x[i]) + walls / V); /* 2.35 */
}

/* ---- balances ---- */

static inline void KERNEL(carry)(const struct circuit *c, int from, int to, scalar flow, scalar *inflow)
{
    if (from >= 0 && (size_t)from < c->n_volumes)
        inflow[from] -= flow;
    if (to >= 0 && (size_t)to < c->n_volumes)
        inflow[to] += flow;
}

#include "fmu_hydraulics/circuit/circuit_elements_kernel.h"

static inline void KERNEL(balance)(const struct circuit *c, bool rest, const scalar *x, const scalar *u, scalar *inflow)
{
    for (size_t i = 0; i < c->n_volumes; i++)
        inflow[i] = 0;
    for (size_t k = 0; k < c->n_orifices; k++)
        KERNEL(carry)(c, c->orifices[k].from, c->orifices[k].to, KERNEL(circuit_orifice_flow)(c, k, x, u), inflow);
    for (size_t k = 0; k < c->n_poppets; k++)
        KERNEL(carry)(c, c->poppets[k].from, c->poppets[k].to, KERNEL(circuit_poppet_flow)(c, k, x, u), inflow);
    for (size_t k = 0; k < c->n_paths; k++)
        KERNEL(carry)(c, c->paths[k].from, c->paths[k].to, KERNEL(circuit_path_flow)(c, k, x, u), inflow);
    for (size_t k = 0; k < c->n_cylinders; k++)
        KERNEL(carry)(c, c->cylinders[k].node_A, c->cylinders[k].node_B, KERNEL(circuit_leakage)(c, k, x, u), inflow);
    for (size_t k = 0; k < c->n_flows; k++)
        KERNEL(carry)
    (c, c->flows[k].from, c->flows[k].to,
     KERNEL(displaced)(c, c->flows[k].from, c->flows[k].to, u[circuit_flow_input(c, k)], x), inflow);
    KERNEL(elements_carry)(c, rest, x, u, inflow);
}

void KERNEL(circuit_balance)(const struct circuit *c, const scalar *x, const scalar *u, scalar *inflow)
{
    KERNEL(balance)(c, true, x, u, inflow);
}

/* ---- forces and rates ---- */

/* The force of a cylinder, and the rates of its friction's states. */
static inline scalar KERNEL(cylinder_force)(const struct circuit *c, size_t k, const scalar *m, const scalar *x,
                                            const scalar *u, scalar *dz)
{
    const struct circuit_cylinder *cylinder = &c->cylinders[k];
    const scalar mode = circuit_has_mode(c, k) ? m[circuit_mode_memory(c, k)] : 0;
    return KERNEL(piston_force)(&cylinder->piston, KERNEL(circuit_chamber_length)(c, k, m, u), u[circuit_rate_input(k)],
                                KERNEL(circuit_node_pressure)(c, cylinder->node_A, x, u),
                                KERNEL(circuit_node_pressure)(c, cylinder->node_B, x, u), mode,
                                x + circuit_friction_state(c, k), dz);
}

scalar KERNEL(circuit_force)(const struct circuit *c, size_t k, const scalar *m, const scalar *x, const scalar *u)
{
    scalar dz[FRICTION_MOST_STATES];
    return KERNEL(cylinder_force)(c, k, m, x, u, dz);
}

static inline bool KERNEL(in_domain)(const struct circuit *c, const scalar *m, const scalar *x, const scalar *u,
                                     struct model_report *report)
{
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const struct circuit_cylinder *cylinder = &c->cylinders[k];
        const scalar l = KERNEL(circuit_chamber_length)(c, k, m, u);
        if (!((double)KERNEL(chamber_A)(cylinder, l) > 0 && (double)KERNEL(chamber_B)(cylinder, l) > 0))
            return report_chamber(cylinder, (double)l, report);
    }
    for (size_t i = 0; i < c->n_volumes; i++)
        if (!((double)x[i] > c->fluid.p_lowest && (double)x[i] < c->fluid.p_highest))
            return report_pressure(c, i, (double)x[i], report);
    return true;
}

static inline scalar KERNEL(spool_rate)(const struct circuit *c, size_t k, scalar position, const scalar *x,
                                        const scalar *u)
{
    const struct circuit_valve *valve = &c->valves[k];
    if (valve->velocity_state)
        return KERNEL(element_state)(c, valve->velocity_state, x);
    const scalar rate =
        (KERNEL(within_limits)(valve, u[circuit_command_input(c, k)]) - position) / valve->time_constant; /* 2.38 */
    if (valve->rate_limit > 0 && fabs((double)rate) > valve->rate_limit)
        return (double)rate < 0 ? -valve->rate_limit : valve->rate_limit;
    return rate;
}

bool KERNEL(circuit_rates)(const struct circuit *c, const scalar *m, const scalar *x, const scalar *u, scalar *dx,
                           struct model_report *report)
{
    if (!KERNEL(in_domain)(c, m, x, u, report))
        return false;
    KERNEL(balance)(c, false, x, u, dx);
    for (size_t i = 0; circuit_fluid_has_air(c->fluid.kind) && i < c->n_volumes;
         i++) { /* flows are of oil under the atmosphere */
        scalar slope;
        dx[i] *= KERNEL(fluid_volume)(&c->fluid, x[i], &slope);
    }
    for (size_t k = 0; k < c->n_cylinders;
         k++) { /* 2.39: the piston makes room on one side and takes it on the other */
        const struct circuit_cylinder *cylinder = &c->cylinders[k];
        const scalar ds = u[circuit_rate_input(k)];
        if ((size_t)cylinder->node_A < c->n_volumes)
            dx[cylinder->node_A] -= cylinder->piston.area_A * ds;
        if ((size_t)cylinder->node_B < c->n_volumes)
            dx[cylinder->node_B] += cylinder->piston.area_B * ds;
    }
    for (size_t i = 0; i < c->n_volumes; i++) { /* 2.34 with 2.35: B_e/V = 1/(V/B_oil + sum of V_k/B_k) */
        scalar walls;
        const scalar V = KERNEL(volume_parts)(c, i, m, x, u, &walls);
        dx[i] /= V / KERNEL(fluid_modulus)(&c->fluid, x[i]) + walls;
    }
    scalar *next = dx + c->n_volumes;
    const scalar *position = x + c->n_volumes;
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].has_state)
            *next++ = KERNEL(spool_rate)(c, k, *position++, x, u);
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (circuit_friction_states(c, k) > 0) {
            KERNEL(cylinder_force)(c, k, m, x, u, next);
            next += circuit_friction_states(c, k);
        }
    if (c->n_more_states > 0)
        KERNEL(element_rates)(c, x, u, dx);
    return true;
}
