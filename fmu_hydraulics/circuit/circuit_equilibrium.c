/* The equilibrium of a circuit under given forces. Unknown are the pressures that are not given
 * and the spools that are to be found; nothing flows into their volumes, the pistons hold the forces, and torque-driven shafts keep their speeds. There may be more
 * equations than unknowns (a throttle says twice that nothing flows through it): Newton with the exact Jacobian solves as many
 * as full pivoting finds independent, and the others must then hold too. Where they leave an unknown open at the guess, oil is let
 * flow first (circuit_settle.c): a valve that opens on the way may decide it. */
#include "fmu_hydraulics/circuit/circuit_equilibrium.h"
#include "numerics/dense.h"

#include <math.h>

enum { MOST_ITERATIONS = 100, MOST_HALVINGS = 40 };

static size_t count_unknowns(const struct circuit *c)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_volumes; i++)
        n += !c->volumes[i].start_given;
    for (size_t k = 0; k < c->n_valves; k++)
        n += c->valves[k].start_kind == SPOOL_FOUND;
    return n;
}

size_t circuit_equilibrium_room(const struct circuit *c)
{
    const size_t n = count_unknowns(c), rows = c->n_volumes + c->n_cylinders + c->n_units;
    const size_t arguments = circuit_inputs(c) + c->n_cylinders + circuit_memories(c) + circuit_states(c);
    return arguments + circuit_states(c) + circuit_inputs(c) + c->n_volumes + rows + rows * n + 4 * rows + 4 * n +
           equilibrium_settle_room(c);
}

struct equilibrium equilibrium_place(const struct circuit *c, const double complex *forces, double complex *room)
{
    struct equilibrium e = {.c = c, .forces = forces, .n_unknowns = count_unknowns(c), .scale = 1e5};
    for (size_t i = 0; i < c->n_volumes; i++)
        e.n_rows += !c->volumes[i].start_given;
    for (size_t k = 0; k < c->n_cylinders; k++)
        e.n_rows += equilibrium_holds_force(c, k);
    for (size_t k = 0; k < c->n_units; k++)
        e.n_shafts += equilibrium_holds_torque(c, k);
    const size_t most_rows = e.n_rows + e.n_shafts;
    e.x = room;
    e.u = e.x + circuit_states(c);
    e.inflow = e.u + circuit_inputs(c);
    e.r = e.inflow + c->n_volumes;
    e.J = (double *)(e.r + most_rows); /* a complex number has room for a double, and for an index */
    e.row_scale = e.J + most_rows * e.n_unknowns;
    e.rhs = e.row_scale + most_rows;
    e.row_sizes = e.rhs + most_rows;
    e.step = e.row_sizes + most_rows;
    e.found = e.step + e.n_unknowns;
    e.rows = (size_t *)(void *)(e.found + e.n_unknowns);
    e.columns = e.rows + most_rows;
    e.guess = (double *)(void *)(e.columns + e.n_unknowns);
    e.settling = e.guess + e.n_unknowns;
    return e;
}

/* What is to be found: a pressure or a spool's position. */
struct unknown {
    double complex *value;
    double scale;
    double low, high;                  /* limits */
    const struct circuit_valve *valve; /* NULL: the pressure of `volume` */
    const struct circuit_volume *volume;
};

static struct unknown spool_unknown(const struct equilibrium *e, size_t k)
{
    const struct circuit_valve *valve = &e->c->valves[k];
    const bool limited = valve->lower < valve->upper;
    return (struct unknown){
        .value = valve->has_state ? &e->x[circuit_spool_state(e->c, k)] : &e->u[circuit_command_input(e->c, k)],
        .scale = limited ? valve->upper - valve->lower : fmax(1, fabs(valve->start)),
        .low = limited ? valve->lower : -INFINITY,
        .high = limited ? valve->upper : INFINITY,
        .valve = valve,
    };
}

/* The j-th one: pressures first. */
static struct unknown unknown(const struct equilibrium *e, size_t j)
{
    const struct circuit *c = e->c;
    for (size_t i = 0; i < c->n_volumes; i++)
        if (!c->volumes[i].start_given && j-- == 0)
            return (struct unknown){&e->x[i], e->scale, c->fluid.p_lowest, c->fluid.p_highest, NULL, &c->volumes[i]};
    size_t k = 0;
    while (c->valves[k].start_kind != SPOOL_FOUND || j-- > 0)
        k++;
    return spool_unknown(e, k);
}

/* What the drive of a shaft gives more than the oil takes at its start speed. */
static double complex torque_left(const struct equilibrium *e, size_t unit)
{
    return e->u[circuit_element_input(e->c, e->c->units[unit].drive)] -
           circuit_unit_torque_complex(e->c, unit, true, e->x, e->u);
}

static void residuals(const struct equilibrium *e)
{
    const struct circuit *c = e->c;
    double complex *r = e->r;
    circuit_balance_complex(c, e->x, e->u, e->inflow);
    for (size_t i = 0; i < c->n_volumes; i++)
        if (!c->volumes[i].start_given)
            *r++ = e->inflow[i];
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (equilibrium_holds_force(c, k)) {
            const struct circuit_cylinder *cylinder = &c->cylinders[k];
            *r++ = cylinder->piston.area_A * circuit_node_pressure_complex(c, cylinder->node_A, e->x, e->u) -
                   cylinder->piston.area_B * circuit_node_pressure_complex(c, cylinder->node_B, e->x, e->u) -
                   (e->with_changes ? e->forces[k] : creal(e->forces[k]));
        }
    for (size_t k = 0; e->with_shafts && k < c->n_units; k++)
        if (equilibrium_holds_torque(c, k))
            *r++ = torque_left(e, k);
}

/* The Jacobian by the complex step, its columns in units of the unknowns' scales, its rows in units of their largest element. */
static void linearize(const struct equilibrium *e)
{
    for (size_t j = 0; j < e->n_unknowns; j++) {
        const struct unknown y = unknown(e, j);
        const double complex saved = *y.value;
        *y.value = creal(saved) + 1e-100 * y.scale * I;
        residuals(e);
        *y.value = saved;
        for (size_t i = 0; i < e->n_rows; i++)
            e->J[i * e->n_unknowns + j] = cimag(e->r[i]) / 1e-100;
    }
    for (size_t i = 0; i < e->n_rows; i++) {
        double largest = 0;
        for (size_t j = 0; j < e->n_unknowns; j++)
            largest = fmax(largest, fabs(e->J[i * e->n_unknowns + j]));
        e->row_scale[i] = largest > 0 ? largest : 1;
        for (size_t j = 0; j < e->n_unknowns; j++)
            e->J[i * e->n_unknowns + j] /= e->row_scale[i];
    }
}

/* Solves J step = rhs by elimination with full pivoting; J is used up. The rank that it finds: J's largest element is 1. */
static size_t solve(const struct equilibrium *e)
{
    const size_t n = e->n_unknowns, rank = dense_rank(e->n_rows, n, e->J, 1e-10, e->rows, e->columns, e->row_sizes);
    dense_rank_solve(rank, n, e->J, e->rows, e->rhs, e->found);
    for (size_t k = 0; k < n; k++)
        e->step[e->columns[k]] = k < rank ? e->found[k] : 0;
    return rank;
}

static bool report_undetermined(const struct equilibrium *e, size_t rank, struct model_report *report)
{
    const struct unknown y = unknown(e, e->columns[rank]);
    if (y.valve)
        return model_fail(report, "valves.%s: the equilibrium does not determine the spool's start", y.valve->name);
    return model_fail(report,
                      "volumes.%s: the equilibrium does not determine its pressure (it is trapped): give it a "
                      "start_pressure with \"start\": \"given\"",
                      y.volume->name);
}

/* How much of the step keeps every unknown inside its limits: at most nine tenths of the way to one. */
static double allowed_part(const struct equilibrium *e)
{
    double part = 1;
    for (size_t j = 0; j < e->n_unknowns; j++) {
        const struct unknown y = unknown(e, j);
        const double at = creal(*y.value), d = e->step[j] * y.scale;
        const double room = d > 0 ? (y.high - at) / d : d < 0 ? (y.low - at) / d : INFINITY;
        part = fmin(part, 0.9 * room);
    }
    return part;
}

static void move(const struct equilibrium *e, double part)
{
    for (size_t j = 0; j < e->n_unknowns; j++) {
        const struct unknown y = unknown(e, j);
        *y.value += part * e->step[j] * y.scale;
    }
}

static double merit(const struct equilibrium *e)
{
    double sum = 0;
    for (size_t i = 0; i < e->n_rows; i++) {
        const double r = creal(e->r[i]) / e->row_scale[i];
        sum += r * r;
    }
    return sum;
}

static double step_size(const struct equilibrium *e)
{
    double size = 0;
    for (size_t j = 0; j < e->n_unknowns; j++)
        size = fmax(size, fabs(e->step[j]));
    return size;
}

/* Whether an equation holds, in units of the unknowns' scales. */
static bool row_holds(const struct equilibrium *e, size_t row)
{
    return fabs(creal(e->r[row])) <= 1e-8 * e->row_scale[row];
}

/* A cylinder that would have to suck: its one pressure is given, and too low for the force. */
static bool no_cylinder_sucks(const struct equilibrium *e, struct model_report *report)
{
    const struct circuit *c = e->c;
    for (size_t k = 0; k < c->n_cylinders; k++) {
        const struct circuit_cylinder *cylinder = &c->cylinders[k];
        const bool is_A_free = equilibrium_is_free(c, cylinder->node_A);
        const int given = is_A_free ? cylinder->node_B : cylinder->node_A,
                  found = is_A_free ? cylinder->node_A : cylinder->node_B;
        if (is_A_free == equilibrium_is_free(c, cylinder->node_B) || (size_t)given >= c->n_volumes)
            continue;
        const double force = is_A_free ? -creal(e->forces[k]) : creal(e->forces[k]), p = creal(e->x[given]);
        const double area = is_A_free ? cylinder->piston.area_B : cylinder->piston.area_A,
                     other = is_A_free ? cylinder->piston.area_A : cylinder->piston.area_B;
        const double needed = (area * p - force) / other;
        if (needed < c->fluid.p_lowest)
            return model_fail(
                report,
                "cylinders.%s: to hold %.6g N with %.6g Pa in %s, %s would need %.6g Pa, which no oil has: "
                "a start_pressure of %s above %.6g Pa would help",
                cylinder->name, creal(e->forces[k]), p, c->volumes[given].name, c->volumes[found].name, needed,
                c->volumes[given].name, (force + c->fluid.p_lowest * other) / area);
    }
    return true;
}

/* Which equation does not hold. */
static bool report_row(const struct equilibrium *e, struct model_report *report)
{
    const struct circuit *c = e->c;
    size_t row = 0;
    for (size_t i = 0; i < c->n_volumes; i++)
        if (!c->volumes[i].start_given && !row_holds(e, row++))
            return equilibrium_report_flow(e, i, creal(e->r[row - 1]), report);
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (equilibrium_holds_force(c, k) && !row_holds(e, row++))
            return equilibrium_report_force(e, k, creal(e->r[row - 1]), report);
    for (size_t k = 0; e->with_shafts && k < c->n_units; k++)
        if (equilibrium_holds_torque(c, k) && !row_holds(e, row++))
            return equilibrium_report_torque(e, k, creal(e->r[row - 1]), report);
    return true;
}

/* The equations that pivoting left out hold too. Where they do not, iterations have ended between those for flows and those for forces; what
 * flows then is told where the forces are held, if they can be. */
static bool all_hold(const struct equilibrium *e, struct model_report *report)
{
    residuals(e);
    for (size_t row = 0; row < e->n_rows; row++)
        if (!row_holds(e, row)) {
            for (size_t j = 0; j < e->n_unknowns; j++)
                e->step[j] = creal(*unknown(e, j).value);
            equilibrium_hold_forces(e);
            residuals(e);
            if (!report_row(e, report))
                return false;
            for (size_t j = 0; j < e->n_unknowns; j++)
                *unknown(e, j).value = e->step[j];
            residuals(e);
            return report_row(e, report);
        }
    return true;
}

static void load_rhs(const struct equilibrium *e)
{
    for (size_t i = 0; i < e->n_rows; i++)
        e->rhs[i] = -creal(e->r[i]) / e->row_scale[i];
}

enum outcome { FOUND, FAILED, OPEN }; /* OPEN: an unknown is left open, *rank of them are not */

static enum outcome outcome_of(bool found)
{
    return found ? FOUND : FAILED;
}

/* Whether oil has flowed into what the equations leave open, until valves closed behind it: then it stays where that was. Not where a piston
 * holds a force, or a shaft a torque: any pressures on its two sides would do. */
static bool open_has_settled(const struct equilibrium *e, size_t rank)
{
    const struct circuit *c = e->c;
    for (size_t j = rank; j < e->n_unknowns; j++) {
        const struct unknown y = unknown(e, e->columns[j]);
        if (y.valve || !(fabs(creal(*y.value) - e->guess[e->columns[j]]) > 1e-6 * y.scale))
            return false;
        for (size_t k = 0; k < c->n_cylinders; k++)
            if (equilibrium_holds_force(c, k) &&
                (y.volume == &c->volumes[c->cylinders[k].node_A] || y.volume == &c->volumes[c->cylinders[k].node_B]))
                return false;
        for (size_t k = 0; e->with_shafts && k < c->n_units; k++)
            if (equilibrium_holds_torque(c, k) &&
                (y.volume == &c->volumes[c->units[k].from] || y.volume == &c->volumes[c->units[k].to]))
                return false;
    }
    return true;
}

static enum outcome iterate(const struct equilibrium *e, bool is_settled, size_t *rank, struct model_report *report)
{
    double last = INFINITY;
    for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
        linearize(e);
        residuals(e);
        load_rhs(e);
        const double before = merit(e);
        *rank = solve(e);
        if (*rank < e->n_unknowns && !(is_settled && open_has_settled(e, *rank)))
            return OPEN;
        const double size = step_size(e);
        double part = allowed_part(e);
        move(e, part);
        residuals(e);
        for (int k = 0; k < MOST_HALVINGS && size > 1e-9 && !(merit(e) < before); k++) {
            part /= 2;
            move(e, -part);
            residuals(e);
        }
        if (last < 1e-14 || size == 0 || (last < 1e-9 && size >= last))
            return outcome_of(all_hold(e, report));
        last = part < 1 ? INFINITY : size;
    }
    return outcome_of(all_hold(e, report) &&
                      model_fail(report, "the circuit's equilibrium was not found in %d iterations", MOST_ITERATIONS));
}

static void keep_guess(const struct equilibrium *e)
{
    for (size_t j = 0; j < e->n_unknowns; j++)
        e->guess[j] = creal(*unknown(e, j).value);
}

static void return_to_guess(const struct equilibrium *e)
{
    for (size_t j = 0; j < e->n_unknowns; j++)
        *unknown(e, j).value = e->guess[j];
}

static bool find(const struct equilibrium *e, struct model_report *report)
{
    size_t rank, escaped;
    bool is_settled = false;
    enum outcome outcome = iterate(e, false, &rank, report);
    if (outcome != OPEN)
        return outcome == FOUND;
    return_to_guess(e);
    switch (equilibrium_settle(e, &escaped)) {
    case EQUILIBRIUM_ESCAPED:
        return equilibrium_report_escape(e, escaped, report);
    case EQUILIBRIUM_UNKNOWN:
        return_to_guess(e);
        break;
    case EQUILIBRIUM_SETTLED:
        is_settled = true;
        break;
    }
    outcome = iterate(e, is_settled, &rank, report);
    return outcome == OPEN ? report_undetermined(e, rank, report) : outcome == FOUND;
}

/* By 1e-6 of what the highest pressure would give: flows have decided the pressures to less than that. */
static bool shafts_are_held(const struct equilibrium *e, struct model_report *report)
{
    const struct circuit *c = e->c;
    for (size_t k = 0; k < c->n_units; k++)
        if (equilibrium_holds_torque(c, k)) {
            const double left = creal(torque_left(e, k));
            if (!(fabs(left) <= 1e-6 * c->units[k].displacement * e->scale))
                return equilibrium_report_torque(e, k, left, report);
        }
    return true;
}

/* Shafts first have to hold by themselves, at the pressures that flows decide; where flows leave pressures open, their torques decide them, as
 * forces do. */
bool equilibrium_find(struct equilibrium *e, struct model_report *report)
{
    if (!no_cylinder_sucks(e, report))
        return false;
    keep_guess(e);
    const bool flows_decide = find(e, report);
    if (e->n_shafts == 0 || (flows_decide && shafts_are_held(e, report)))
        return flows_decide;
    return_to_guess(e);
    e->with_shafts = true;
    e->n_rows += e->n_shafts;
    struct model_report other;
    if (find(e, &other))
        return true;
    if (!flows_decide)
        *report = other;
    return false;
}

void equilibrium_follow(struct equilibrium *e, const double complex *u, const double complex *x)
{
    const struct circuit *c = e->c;
    linearize(e);
    e->with_changes = true;
    for (size_t i = 0; i < circuit_inputs(c); i++)
        e->u[i] += cimag(u[i]) * I;
    for (size_t i = c->n_volumes; i < circuit_states(c); i++)
        e->x[i] += cimag(x[i]) * I;
    for (size_t k = 0; k < c->n_valves; k++) /* a command that stands for an unknown */
        if (c->valves[k].start_kind == SPOOL_FOUND && !c->valves[k].has_state)
            e->u[circuit_command_input(c, k)] = creal(e->u[circuit_command_input(c, k)]);
    residuals(e);
    for (size_t i = 0; i < e->n_rows; i++)
        e->rhs[i] = -cimag(e->r[i]) / 1e-100 / e->row_scale[i];
    solve(e);
    for (size_t j = 0; j < e->n_unknowns; j++) {
        const struct unknown y = unknown(e, j);
        *y.value = creal(*y.value) + 1e-100 * y.scale * e->step[j] * I;
    }
}
