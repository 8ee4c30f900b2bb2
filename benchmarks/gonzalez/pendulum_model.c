#include "benchmarks/gonzalez/pendulum_model.h"

#include <math.h>
#include <string.h>

struct pendulum pendulum_default(size_t elements)
{
    return (struct pendulum){
        .elements = elements, .length = 4, .gravity = 9.81, .section = beam_section_circular(0.15, 1e8, 0.3, 1500)};
}

/* ---- deformations and displacements ---- */

static void element_bending(const struct rod_vector *rod, size_t element, double a[4])
{
    a[0] = rod->w[element], a[1] = rod->phi[element], a[2] = rod->w[element + 1], a[3] = rod->phi[element + 1];
}

/* What an element's nodes do when the rod turns by 1: a straight line between their reaches. */
static void element_turning(const struct pendulum_model *m, const struct rod *rod, size_t element, double a[4])
{
    a[0] = rod->reach[element], a[2] = rod->reach[element + 1];
    a[1] = a[3] = (a[2] - a[0]) / m->h;
}

static void multiply(double matrix[4][4], const double a[4], double out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = matrix[i][0] * a[0] + matrix[i][1] * a[1] + matrix[i][2] * a[2] + matrix[i][3] * a[3];
}

static double dot(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void add_forces(struct rod_vector *rod, size_t element, const double f[4])
{
    rod->w[element] += f[0], rod->phi[element] += f[1], rod->w[element + 1] += f[2], rod->phi[element + 1] += f[3];
}

/* From the coordinates to the nodes' displacements; forces begin at zero. */
static void go_along(struct pendulum_model *m, const double *v)
{
    const size_t n = m->pendulum.elements;
    for (int k = 0; k < RODS; k++) {
        struct rod *rod = &m->rods[k];
        struct rod_vector *moved = &rod->moved;
        moved->theta = *v++ / rod->angle_root;
        moved->w[0] = moved->phi[0] = 0;
        for (size_t e = 0; e < n; e++, v += 2) { /* L^T (d, r) = v */
            const double r = v[1] / m->root[2], d = (v[0] - m->root[1] * r) / m->root[0];
            moved->w[e + 1] = moved->w[e] + m->h * moved->phi[e] + d;
            moved->phi[e + 1] = moved->phi[e] + r;
        }
        rod->forces.theta = 0;
        memset(rod->forces.w, 0, (n + 1) * sizeof(double));
        memset(rod->forces.phi, 0, (n + 1) * sizeof(double));
    }
}

/* From the nodes' forces to those of the coordinates, which are added to `out`. */
static void go_back(const struct pendulum_model *m, double *out)
{
    const size_t n = m->pendulum.elements;
    for (int k = 0; k < RODS; k++) {
        const struct rod *rod = &m->rods[k];
        double *o = out + (size_t)k * (2 * n + 1);
        o[0] += rod->forces.theta / rod->angle_root;
        double force = 0, moment = 0; /* of everything beyond the element's beginning, at its end */
        for (size_t e = n; e-- > 0;) {
            moment += rod->forces.phi[e + 1];
            force += rod->forces.w[e + 1];
            const double along_d = force / m->root[0]; /* L (.) = (force, moment) */
            o[1 + 2 * e] += along_d;
            o[2 + 2 * e] += (moment - m->root[1] * along_d) / m->root[2];
            moment += m->h * force;
        }
    }
}

/* ---- the matrices ---- */

/* Across, a point moves by w + reach theta, and with the joint that its rod hangs at. */
void pendulum_mass(struct pendulum_model *m, const double *v, double *out)
{
    const size_t n = m->pendulum.elements;
    double joint = 0, at_joint[RODS];
    memset(out, 0, m->n * sizeof *out);
    go_along(m, v);
    for (int k = 0; k < RODS; k++) {
        struct rod *rod = &m->rods[k];
        at_joint[k] = 0;
        for (size_t e = 0; e < n; e++) {
            double a[4], turning[4], f[4];
            element_bending(&rod->moved, e, a);
            element_turning(m, rod, e, turning);
            for (int i = 0; i < 4; i++)
                a[i] += turning[i] * rod->moved.theta + (i % 2 ? 0 : joint);
            multiply(m->mass, a, f);
            add_forces(&rod->forces, e, f);
            rod->forces.theta += dot(turning, f);
            at_joint[k] += f[0] + f[2];
        }
        joint += rod->reach[n] * rod->moved.theta + rod->moved.w[n];
    }
    double beyond = 0;
    for (int k = RODS - 1; k >= 0; k--) {
        struct rod *rod = &m->rods[k];
        rod->forces.w[n] += beyond;
        rod->forces.theta += rod->reach[n] * beyond;
        beyond += at_joint[k];
    }
    go_back(m, out);
}

/* The frames turn what is bent against gravity: a term in w theta, besides theta^2, which is in the unit matrix, like bending itself.
 * What hangs at the end does so, too: the joint's multiplier times the second derivatives of its constraint. */
void pendulum_stiffness(struct pendulum_model *m, const double *v, double *out)
{
    const size_t n = m->pendulum.elements;
    const double g = m->pendulum.gravity;
    memcpy(out, v, m->n * sizeof *out);
    go_along(m, v);
    for (int k = 0; k < RODS; k++) {
        struct rod *rod = &m->rods[k];
        const double theta = rod->moved.theta;
        for (size_t e = 0; e < n; e++) {
            double a[4], f[4] = {0};
            element_bending(&rod->moved, e, a);
            if (m->pendulum.has_stiffening) {
                double geometric[4][4];
                bending_tension(rod->tension[e], rod->tension[e + 1], m->h, geometric);
                multiply(geometric, a, f);
            }
            for (int i = 0; i < 4; i++)
                f[i] += m->weight[i] * theta;
            add_forces(&rod->forces, e, f);
            rod->forces.theta += dot(m->weight, a);
        }
        rod->forces.w[n] += rod->tip_mass * g * theta;
        rod->forces.theta += rod->tip_mass * g * rod->moved.w[n];
    }
    go_back(m, out);
}

/* ---- at rest ---- */

/* The elements' elongations are those of their mean tension; a rod's angle is held by the weight of everything at its reach. */
static void hang(struct pendulum_model *m, struct rod *rod)
{
    const struct pendulum *p = &m->pendulum;
    const struct beam_section *s = &p->section;
    const double weight = s->density * s->area * p->gravity;
    double stiffness = 0;
    for (size_t i = 0; i <= p->elements; i++)
        rod->tension[i] = weight * (p->length - (double)i * m->h) + rod->tip_mass * p->gravity;
    rod->reach[0] = 0;
    for (size_t e = 0; e < p->elements; e++) {
        const double mean = (rod->tension[e] + rod->tension[e + 1]) / 2;
        rod->reach[e + 1] = rod->reach[e] + m->h * (1 + mean / (s->youngs_modulus * s->area));
        double turning[4];
        element_turning(m, rod, e, turning);
        stiffness += dot(m->weight, turning);
    }
    rod->angle_root = sqrt(stiffness + rod->tip_mass * p->gravity * rod->reach[p->elements]);
}

bool pendulum_model_open(struct pendulum_model *m, const struct pendulum *p, struct arena *arena)
{
    const struct beam_section *s = &p->section;
    const double rod_mass = s->density * s->area * p->length;
    *m = (struct pendulum_model){
        .pendulum = *p, .h = p->length / (double)p->elements, .n = RODS * (2 * p->elements + 1)};
    bending_mass(s->density * s->area, m->h, m->mass);
    bending_load(s->density * s->area * p->gravity, m->h, m->weight);
    double k[4][4]; /* its lower half is the stiffness in (d, r) */
    bending_stiffness(s->youngs_modulus * s->inertia_z, m->h, k);
    m->root[0] = sqrt(k[2][2]);
    m->root[1] = k[3][2] / m->root[0];
    m->root[2] = sqrt(k[3][3] - m->root[1] * m->root[1]);
    for (int i = 0; i < RODS; i++) {
        struct rod *rod = &m->rods[i];
        double **const rooms[] = {&rod->reach,     &rod->tension,  &rod->moved.w,
                                  &rod->moved.phi, &rod->forces.w, &rod->forces.phi};
        for (size_t j = 0; j < sizeof rooms / sizeof *rooms; j++)
            if (!(*rooms[j] = ARENA_TAKE(arena, p->elements + 1, double)))
                return false;
        rod->tip_mass = i + 1 < RODS ? rod_mass * (RODS - 1 - i) : 0;
        hang(m, rod);
    }
    return true;
}
