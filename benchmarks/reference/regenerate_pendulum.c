/* The flexible double pendulum of Gonzalez et al. 2017: two rods of beam elements in floating frames that are tangent at their first nodes,
 * hanging at rest; frequencies across. Static stretch included, stiffening by tension as an option.
 *
 * By shooting: from a rod's first node, where the frame is, to its last one, element by element, for unknown angles and clamping forces. A
 * frequency is right where forces and moments at the ends and the torques about both frames vanish together: a determinant of 6 rows. */
#include "benchmarks/reference/regenerate.h"

#include <math.h>
#include <string.h>

typedef long double real;

/* theta, force and moment at the first node; of rod 1, then of rod 2. All displacements and forces are linear in them. */
enum { UNKNOWNS = 6 };
struct linear {
    real of[UNKNOWNS];
};

static const real length = 4, density = 1500, youngs_modulus = 1e8L, radius = 0.15L, g = 9.81L;

static struct {
    int elements;
    int has_stiffening;
    real h, area, EI, weight, rod_mass, square; /* weight: N/m; square: of the frequency */
} p;

static struct linear combine(real a, struct linear x, real b, struct linear y)
{
    struct linear z;
    for (int i = 0; i < UNKNOWNS; i++)
        z.of[i] = a * x.of[i] + b * y.of[i];
    return z;
}

static struct linear unknown(int i)
{
    struct linear x = {{0}};
    x.of[i] = 1;
    return x;
}

/* Cubic shapes and their slopes at x = xi h. */
static void shapes(real xi, real n[4], real slope[4])
{
    const real s = xi * xi, c = s * xi, h = p.h;
    n[0] = 1 - 3 * s + 2 * c, n[1] = h * (xi - 2 * s + c), n[2] = 3 * s - 2 * c, n[3] = h * (c - s);
    slope[0] = 6 * (s - xi) / h, slope[1] = 1 - 4 * xi + 3 * s, slope[2] = -slope[0], slope[3] = 3 * s - 2 * xi;
}

/* Gauss' points and weights on (0, 1): exact up to the seventh power, one more than mass and varying tension need. */
static const real roots[4] = {-0.861136311594052575224L, -0.339981043584856264803L, 0.339981043584856264803L,
                              0.861136311594052575224L};
static const real weights[4] = {0.347854845137453857373L, 0.652145154862546142627L, 0.652145154862546142627L,
                                0.347854845137453857373L};

/* Integrals over an element: mass of shapes with shapes; tension of slopes with slopes; weight of shapes; shapes with 1 and with the
 * straight line between the reaches of its nodes. */
struct element {
    real mass[4][4], tension[4][4], weight[4], with_one[4], with_reach[4], one_one, one_reach, reach_reach,
        weight_reach;
};

static struct element element_make(real reach_1, real reach_2, real tension_1, real tension_2)
{
    struct element e;
    const real rho_a = density * p.area;
    memset(&e, 0, sizeof e);
    for (int q = 0; q < 4; q++) {
        const real xi = (1 + roots[q]) / 2, w = weights[q] / 2 * p.h;
        const real reach = reach_1 + xi * (reach_2 - reach_1), tension = tension_1 + xi * (tension_2 - tension_1);
        real n[4], slope[4];
        shapes(xi, n, slope);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                e.mass[i][j] += w * rho_a * n[i] * n[j];
                e.tension[i][j] += w * (p.has_stiffening ? tension : 0) * slope[i] * slope[j];
            }
            e.weight[i] += w * p.weight * n[i];
            e.with_one[i] += w * rho_a * n[i];
            e.with_reach[i] += w * rho_a * reach * n[i];
        }
        e.one_one += w * rho_a;
        e.one_reach += w * rho_a * reach;
        e.reach_reach += w * rho_a * reach * reach;
        e.weight_reach += w * p.weight * reach;
    }
    return e;
}

/* Everything but bending in an element's force number i, for displacements a: weight that its angle turns, tension, inertia. */
static struct linear load(const struct element *e, int i, const struct linear a[4], struct linear theta,
                          struct linear joint)
{
    struct linear f = combine(e->weight[i] - p.square * e->with_reach[i], theta, -p.square * e->with_one[i], joint);
    for (int j = 0; j < 4; j++)
        f = combine(1, f, e->tension[i][j] - p.square * e->mass[i][j], a[j]);
    return f;
}

/* One rod, from its first node on: what is left over at its end and about its frame, and what its inertia asks of its joint. */
static void shoot(int rod, struct linear *joint, real tip_mass, struct linear rest[3], struct linear *at_joint,
                  real *last_reach)
{
    const real h = p.h, EI = p.EI;
    const struct linear theta = unknown(3 * rod);
    struct linear a[4], force = unknown(3 * rod + 1), moment = unknown(3 * rod + 2), torque = {{0}};
    real reach = 0;
    memset(a, 0, sizeof a);
    memset(at_joint, 0, sizeof *at_joint);
    for (int k = 0; k < p.elements; k++) {
        const real beyond = p.weight * (length - k * h) + tip_mass * g;
        const real next = reach + h * (1 + (beyond - p.weight * h / 2) / (youngs_modulus * p.area));
        const struct element e = element_make(reach, next, beyond, beyond - p.weight * h);
        /* The end leaves the tangent of the beginning by d and r. Bending alone: 12 EI/h^3 d - 6 EI/h^2 r across at the end,
         * -6 EI/h^2 d + 4 EI/h r about it, and the same across and (moment + h force) about the beginning, with opposite sign. */
        struct linear tangent[4] = {a[0], a[1], combine(1, a[0], h, a[1]), a[1]};
        const struct linear F = combine(1, load(&e, 0, tangent, theta, *joint), -1, force);
        const struct linear M = combine(1, load(&e, 1, tangent, theta, *joint), -1, moment);
        const real bending[2][2] = {{12 * EI / (h * h * h), -6 * EI / (h * h)}, {6 * EI / (h * h), -2 * EI / h}};
        real other[2][2], matrix[2][2];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                other[i][j] = e.tension[i][2 + j] - p.square * e.mass[i][2 + j];
                matrix[i][j] = bending[i][j] - other[i][j];
            }
        const real determinant = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0];
        const struct linear d = combine(matrix[1][1] / determinant, F, -matrix[0][1] / determinant, M);
        const struct linear r = combine(-matrix[1][0] / determinant, F, matrix[0][0] / determinant, M);
        a[2] = combine(1, tangent[2], 1, d);
        a[3] = combine(1, tangent[3], 1, r);
        /* From the balance of the element: 12 EI/h^3 d - 6 EI/h^2 r itself is a small difference of large numbers. */
        const struct linear bent_force = combine(1, F, 1, combine(other[0][0], d, other[0][1], r));
        const struct linear at_beginning = combine(1, M, 1, combine(other[1][0], d, other[1][1], r));
        const struct linear bent_moment = combine(1, at_beginning, -h, bent_force);
        force = combine(-1, bent_force, -1, load(&e, 2, a, theta, *joint)); /* on the next element */
        moment = combine(-1, bent_moment, -1, load(&e, 3, a, theta, *joint));
        torque = combine(1, torque, e.weight_reach - p.square * e.reach_reach, theta);
        torque = combine(1, torque, -p.square * e.one_reach, *joint);
        *at_joint = combine(1, *at_joint, -p.square * e.one_reach, theta);
        *at_joint = combine(1, *at_joint, -p.square * e.one_one, *joint);
        for (int i = 0; i < 4; i++) {
            torque = combine(1, torque, e.weight[i] - p.square * e.with_reach[i], a[i]);
            *at_joint = combine(1, *at_joint, -p.square * e.with_one[i], a[i]);
        }
        a[0] = a[2];
        a[1] = a[3];
        reach = next;
    }
    /* What hangs at the end pulls down: across once the rod is turned, and about the frame once it is bent. */
    rest[0] = combine(-1, force, tip_mass * g, theta);
    rest[1] = moment;
    rest[2] = combine(1, torque, tip_mass * g, combine(reach, theta, 1, a[0]));
    *joint = combine(1, *joint, 1, combine(reach, theta, 1, a[0]));
    *last_reach = reach;
}

static real determinant_of(struct linear rows[UNKNOWNS])
{
    real value = 1;
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k + 1; i < UNKNOWNS; i++)
            if (fabsl(rows[i].of[k]) > fabsl(rows[best].of[k]))
                best = i;
        const struct linear pivot = rows[best];
        rows[best] = rows[k];
        rows[k] = pivot;
        value *= best == k ? pivot.of[k] : -pivot.of[k];
        for (int i = k + 1; i < UNKNOWNS; i++)
            rows[i] = combine(1, rows[i], -rows[i].of[k] / pivot.of[k], pivot);
    }
    return value;
}

static real mismatch(real s)
{
    struct linear rows[UNKNOWNS], joint = {{0}}, at_joint[2];
    real reach[2];
    p.square = s * s;
    shoot(0, &joint, p.rod_mass, rows, &at_joint[0], &reach[0]);
    shoot(1, &joint, 0, rows + 3, &at_joint[1], &reach[1]);
    rows[0] = combine(1, rows[0], 1, at_joint[1]); /* rod 2 rides on the end of rod 1 */
    rows[2] = combine(1, rows[2], reach[0], at_joint[1]);
    return determinant_of(rows);
}

/* The root beside `guess`, by secants. */
static real frequency(int elements, int has_stiffening, double guess)
{
    p.elements = elements;
    p.has_stiffening = has_stiffening;
    p.h = length / elements;
    p.area = acosl(-1) * radius * radius;
    p.EI = youngs_modulus * p.area * radius * radius / 4;
    p.weight = density * p.area * g;
    p.rod_mass = density * p.area * length;
    real s = guess * (1 + 1e-6L), before = guess * (1 - 1e-6L), at_s = mismatch(s), at_before = mismatch(before);
    for (int pass = 0; pass < 12 && at_s != at_before && s != before; pass++) {
        const real next = s - at_s * (s - before) / (at_s - at_before);
        before = s, at_before = at_s;
        s = next, at_s = mismatch(s);
    }
    return s;
}

#define PENDULUM(n, stiffening, suffix)                                                                                \
    do {                                                                                                               \
        REGENERATED(PENDULUM_##n##suffix##_S1, frequency(n, stiffening, PENDULUM_##n##suffix##_S1));                   \
        REGENERATED(PENDULUM_##n##suffix##_S2, frequency(n, stiffening, PENDULUM_##n##suffix##_S2));                   \
        REGENERATED(PENDULUM_##n##suffix##_S3, frequency(n, stiffening, PENDULUM_##n##suffix##_S3));                   \
        REGENERATED(PENDULUM_##n##suffix##_S4, frequency(n, stiffening, PENDULUM_##n##suffix##_S4));                   \
    } while (0)

void regenerate_pendulum(void)
{
    PENDULUM(5, 0, );
    PENDULUM(10, 0, );
    PENDULUM(25, 0, );
    PENDULUM(50, 0, );
    PENDULUM(75, 0, );
    PENDULUM(100, 0, );
    PENDULUM(1000, 0, );
    PENDULUM(50, 1, _STIFFENED);
}
