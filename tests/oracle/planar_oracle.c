#include "tests/oracle/planar_oracle.h"

static struct planar_point at(long double x, long double y)
{
    return (struct planar_point){taylor_constant(x), taylor_constant(y)};
}

static struct planar_point difference(struct planar_point a, struct planar_point b)
{
    return (struct planar_point){taylor_sum(1, a.x, -1, b.x), taylor_sum(1, a.y, -1, b.y)};
}

/* From a, by the fraction f, towards b. */
static struct planar_point between(struct planar_point a, struct planar_point b, long double f)
{
    return (struct planar_point){taylor_sum(1 - f, a.x, f, b.x), taylor_sum(1 - f, a.y, f, b.y)};
}

static struct planar_point along(struct planar_point a, struct taylor angle, long double length)
{
    struct taylor c, s;
    taylor_turn(angle, &c, &s);
    return (struct planar_point){taylor_sum(1, a.x, length, c), taylor_sum(1, a.y, length, s)};
}

static struct taylor square(struct planar_point v)
{
    return taylor_sum(1, taylor_product(v.x, v.x), 1, taylor_product(v.y, v.y));
}

static struct taylor distance(struct planar_point a, struct planar_point b)
{
    return taylor_root(square(difference(b, a)));
}

static struct taylor direction(struct planar_point from, struct planar_point to)
{
    const struct planar_point v = difference(to, from);
    return taylor_angle(v.y, v.x);
}

/* The point at the distances r_a and r_b of a and b, to the left of the way from a to b (side +1) or to its right (-1). */
static struct planar_point meet(struct planar_point a, long double r_a, struct planar_point b, long double r_b,
                                int side)
{
    const struct planar_point v = difference(b, a);
    const struct taylor d2 = square(v);
    /* along = (d^2 + r_a^2 - r_b^2) / (2 d^2), across = sqrt(r_a^2 / d^2 - along^2) */
    const struct taylor ratio =
        taylor_quotient(taylor_sum(0.5L, d2, 0.5L * (r_a * r_a - r_b * r_b), taylor_constant(1)), d2);
    const struct taylor across =
        taylor_root(taylor_sum(1, taylor_quotient(taylor_constant(r_a * r_a), d2), -1, taylor_product(ratio, ratio)));
    const struct taylor forward_x = taylor_product(ratio, v.x), forward_y = taylor_product(ratio, v.y);
    const struct taylor left_x = taylor_product(across, v.y), left_y = taylor_product(across, v.x);
    return (struct planar_point){taylor_sum(1, taylor_sum(1, a.x, 1, forward_x), -side, left_x),
                                 taylor_sum(1, taylor_sum(1, a.y, 1, forward_y), +side, left_y)};
}

static void add(struct planar_mechanism *p, long double mass, long double inertia, struct planar_point com,
                struct taylor angle)
{
    p->bodies[p->n_bodies++] = (struct planar_body){mass, inertia, com, angle};
}

static void add_rod(struct planar_mechanism *p, long double mass, long double length, struct planar_point from,
                    struct planar_point to)
{
    add(p, mass, mass * length * length / 12, between(from, to, 0.5L), direction(from, to));
}

static const long double pi = 3.141592653589793238462643383279502884L;

/* Into (-pi, pi]: relative angles come out of differences of directions. */
static struct taylor wrapped(struct taylor angle)
{
    angle.c[0] -= 2 * pi * roundl(angle.c[0] / (2 * pi));
    return angle;
}

/* Publication II: crank 2 m, coupler 8 m, rocker 5 m, E at (10, 0); D above the ground. */
void planar_lut2_four_bar(struct planar_mechanism *p, long double z1)
{
    *p = (struct planar_mechanism){.g = 9.81L};
    const struct planar_point O = at(0, 0), E = at(10, 0), G = at(-1, 0);
    const struct taylor q = taylor_coordinate(z1);
    const struct planar_point C = along(O, q, 2), D = meet(C, 8, E, 5, +1);
    add_rod(p, 16, 2, O, C);
    add_rod(p, 64, 8, C, D);
    add_rod(p, 40, 5, D, E);
    p->s = distance(G, between(O, C, 0.5L));
    p->z[0] = q;
    p->z[1] = wrapped(taylor_sum(1, direction(C, D), -1, q));
    p->z[2] = wrapped(taylor_sum(1, direction(D, E), -1, direction(C, D)));
}

/* Publication I: boom 9 m with C at 3 m, link sqrt(2) m, rocker 2 m to E at (0, -1); D below C. */
void planar_lut1_four_bar(struct planar_mechanism *p, long double z1)
{
    *p = (struct planar_mechanism){.g = 9.81L};
    const struct planar_point O = at(0, 0), E = at(0, -1), G = at(0, -2);
    const struct taylor q = taylor_coordinate(z1);
    const struct planar_point C = along(O, q, 3), D = meet(C, sqrtl(2), E, 2, +1);
    add_rod(p, 225, 9, O, along(O, q, 9));
    add_rod(p, 35, sqrtl(2), C, D);
    add_rod(p, 50, 2, D, E);
    p->s = distance(G, between(D, E, 0.5L));
    p->z[0] = q;
    p->z[1] = wrapped(taylor_sum(1, direction(C, D), -1, q));
    p->z[2] = wrapped(taylor_sum(1, direction(D, E), -1, direction(C, D)));
}

/* Publication I: crank K-L 1 m turns, block at L along the lever O-H 5 m, rod H-I 1.2 m, ram at I on y = 5. */
void planar_lut1_quick_return(struct planar_mechanism *p, long double z4)
{
    *p = (struct planar_mechanism){.g = 9.81L};
    const struct planar_point O = at(0, 0), K = at(0, 3), Q = at(-0.96L, 3);
    const struct taylor q = taylor_coordinate(z4);
    const struct planar_point L = along(K, q, 1);
    const struct taylor lever = direction(O, L);
    const struct planar_point H = along(O, lever, 5);
    /* I lies on y = 5 to the left of H, 1.2 m away */
    const struct taylor rise = taylor_sum(1, taylor_constant(5), -1, H.y);
    const struct taylor reach =
        taylor_root(taylor_sum(1, taylor_constant(1.2L * 1.2L), -1, taylor_product(rise, rise)));
    const struct planar_point I = {taylor_sum(1, H.x, -1, reach), taylor_constant(5)};
    add_rod(p, 25, 5, O, H);
    add_rod(p, 12, 1.2L, H, I);
    add(p, 3, 3 * 0.3L * 0.3L / 6, I, taylor_constant(pi));
    add_rod(p, 100, 1, K, L);
    add(p, 30, 30 * 0.3L * 0.3L / 6, L, lever);
    p->s = distance(Q, between(K, L, 0.5L));
    p->z[0] = lever;
    p->z[1] = wrapped(taylor_sum(1, direction(H, I), -1, lever));
    p->z[2] = taylor_sum(1, taylor_constant(pi), -1, direction(H, I));
    p->z[3] = q;
    p->z[4] = wrapped(taylor_sum(1, lever, -1, q));
}

/* Agundez et al., in the plane of its motion: its Y, Z are x, y here. Rods of 2, 8, 5 m and 2, 8, 5 kg. */
void planar_agundez_four_bar(struct planar_mechanism *p, long double phi2)
{
    *p = (struct planar_mechanism){.g = 9.81L};
    const struct planar_point O1 = at(0, 0), O2 = at(10, 0), Oc = at(-1, 0);
    const struct taylor q = taylor_coordinate(phi2);
    const struct planar_point C = along(O1, q, 2), D = meet(C, 8, O2, 5, +1), G2 = between(O1, C, 0.5L);
    add_rod(p, 2, 2, O1, C);
    add_rod(p, 8, 8, C, D);
    add_rod(p, 5, 5, D, O2);
    p->s = distance(Oc, G2);
    p->z[0] = q;
    p->z[1] = taylor_sum(1, wrapped(taylor_sum(1, direction(C, D), -1, q)), 1, taylor_constant(2 * pi));
    p->z[2] = taylor_sum(1, wrapped(taylor_sum(1, direction(D, O2), -1, direction(C, D))), 1, taylor_constant(2 * pi));
    p->z[3] = direction(Oc, G2);
    p->z[4] = p->s;
}

/* Gonzalez et al.: N parallelograms in a row, 2 N + 1 rods of 1 m and 1 kg, springs and dampers from B_i to A_{i-1}. */
void planar_n_loop(struct planar_mechanism *p, int n, long double damping, long double phi)
{
    *p = (struct planar_mechanism){.g = 9.81L};
    const struct taylor q = taylor_coordinate(phi);
    for (int i = 0; i <= n; i++) {
        const struct planar_point A = at(i, 0), B = along(A, q, 1);
        add_rod(p, 1, 1, A, B);
        if (i == 0)
            continue;
        add_rod(p, 1, 1, along(at(i - 1, 0), q, 1), B);
        p->springs[p->n_springs++] = (struct planar_spring){25, damping, sqrtl(2), distance(at(i - 1, 0), B)};
    }
    p->s = taylor_constant(1);
}

struct planar_dynamics planar_dynamics(const struct planar_mechanism *p, long double rate, long double force)
{
    /* Series in q: m(q); Q(q), of the weights and springs; D(q) dq, of the dampers. Coefficients 0 and 1 are complete, of m
     * also coefficient 2. */
    struct taylor m = {{0}}, D = {{0}}, V = {{0}};
    for (int i = 0; i < p->n_bodies; i++) {
        const struct planar_body *b = &p->bodies[i];
        const struct taylor dx = taylor_derivative(b->com.x), dy = taylor_derivative(b->com.y);
        const struct taylor da = taylor_derivative(b->angle);
        m = taylor_sum(1, m, b->mass, taylor_sum(1, taylor_product(dx, dx), 1, taylor_product(dy, dy)));
        m = taylor_sum(1, m, b->inertia, taylor_product(da, da));
        V = taylor_sum(1, V, b->mass * p->g, b->com.y);
    }
    for (int i = 0; i < p->n_springs; i++) {
        const struct planar_spring *s = &p->springs[i];
        const struct taylor stretch = taylor_sum(1, s->length, -s->free_length, taylor_constant(1));
        const struct taylor dl = taylor_derivative(s->length);
        V = taylor_sum(1, V, s->stiffness / 2, taylor_product(stretch, stretch));
        D = taylor_sum(1, D, s->damping, taylor_product(dl, dl));
    }
    const struct taylor Q = taylor_sum(-1, taylor_derivative(V), 0, V);
    const struct taylor ds = taylor_derivative(p->s);

    const long double dm = m.c[1], ddm = 2 * m.c[2];
    const long double total = Q.c[0] + ds.c[0] * force - D.c[0] * rate - dm / 2 * rate * rate;
    const long double slope = Q.c[1] + ds.c[1] * force - D.c[1] * rate - ddm / 2 * rate * rate;
    return (struct planar_dynamics){
        .mass = m.c[0],
        .static_force = -Q.c[0] / ds.c[0],
        .acceleration = total / m.c[0],
        .d_position = slope / m.c[0] - total * dm / (m.c[0] * m.c[0]),
        .d_rate = -(D.c[0] + dm * rate) / m.c[0],
        .d_force = ds.c[0] / m.c[0],
        .length = p->s.c[0],
        .rate = ds.c[0] * rate,
        .length_d_position = ds.c[0],
        .rate_d_position = ds.c[1] * rate,
        .kinetic_energy = m.c[0] * rate * rate / 2,
        .potential_energy = V.c[0],
    };
}
