/* What bodies that bend add to the derivatives of a tree (engine_tangent.c). A beam's points have the accelerations
 *
 *     A(y) = a + al x y + w x (w x y) + 2 w x y' + y''        y = o + x + sum of s_j q_j e_j, in the body's axes,
 *
 * its link is asked for the integral of A dm and of y x A dm, and shape j's equation has e_j A_j with A_j the integral of s_j A dm
 * (engine_flexible_kernel.h). With G e = al x e + w x (w x e) and p_j = integral of y s_j dm
 *
 *     along q_j     force m_j G e_j        moment e_j x A_j + p_j x G e_j     shape k  (M_kj) e_k G e_j + K_kj
 *     along q_j'          2 m_j w x e_j           2 p_j x (w x e_j)                    2 (M_kj) e_k (w x e_j) + C_kj
 *
 * where (M_kj) is the integral of s_k s_j dm, whatever their directions. A change of w, al and a, which are those of the link before the joints
 * that turn it, is felt by each shape: three constants each. */
#include "fmu_multibody/engine/engine_impl.h"

#include <string.h>

#define KERNEL_ONLY_REAL
#define KERNEL_FILE "fmu_multibody/engine/engine_vector_kernel.h"
#include "numerics/kernel.h"

/* ---- at a placement ---- */

/* How the body's link moves, in the body's axes, and its columns G e_d and w x e_d, one after another. */
struct carried {
    double w[3], al[3], a[3];
    double G[9], turn[9];
};

static struct carried link_motion(const struct engine *e, const struct flexible *b, const double *E)
{
    const struct frame_real *f = &e->over_real->frames[b->slot];
    struct carried c = {{0}, {0}, {0}, {0}, {0}};
    to_body_real(E, f->w, c.w);
    to_body_real(E, f->al, c.al);
    to_body_real(E, f->a, c.a);
    for (int d = 0; d < 3; d++) {
        cross_axis_real(c.w, d, c.turn + 3 * d);
        cross_axis_real(c.al, d, c.G + 3 * d);
        cross_add_real(c.w, c.turn + 3 * d, c.G + 3 * d);
    }
    return c;
}

static void to_axes_of_ground(const double *E, const double *x, double *y)
{
    y[0] = y[1] = y[2] = 0;
    add_from_body_real(E, x, y);
}

static void shape_differentiate(const struct engine *e, const struct flexible *b, size_t j, const struct carried *c,
                                struct bent_tangent *t)
{
    const struct flexible_numbers *m = &b->numbers;
    const double *E = e->over_real->bent + b->room, *p = E + BENT_SHAPES + 3 * j, *p_rate = p + 3 * b->n;
    const double *own = e->over_real->acceleration + b->first, moment = m->moment[j];
    const int d = (int)m->direction[j];
    memset(t, 0, sizeof *t);
    if (d == SHAPE_TWIST) {
        t->by_al[0] = moment;
        return;
    }
    const double *G = c->G + 3 * d, *turn = c->turn + 3 * d;
    double A[3], turned[3], moved[3], by_turn[3], n[3], f[3];
    cross_real(c->w, p, turned);
    cross_real(c->w, p_rate, moved);
    for (int k = 0; k < 3; k++)
        A[k] = moment * c->a[k] + 2 * moved[k];
    cross_add_real(c->al, p, A);
    cross_add_real(c->w, turned, A);
    for (size_t i = 0; i < b->n; i++)
        if ((int)m->direction[i] != SHAPE_TWIST)
            A[(int)m->direction[i]] += m->products[j * b->n + i] * own[i];

    cross_axis_real(p, d, t->by_al);
    cross_axis_real(turned, d, t->by_w);
    cross_axis_real(p_rate, d, moved);
    cross_real(p, turn, by_turn);
    for (int k = 0; k < 3; k++)
        t->by_w[k] += 2 * moved[k] - by_turn[k];

    cross_axis_real(A, d, n); /* A x e */
    for (int k = 0; k < 3; k++) {
        n[k] = -n[k];
        f[k] = moment * G[k];
    }
    cross_add_real(p, G, n);
    to_axes_of_ground(E, n, t->by_z_n);
    to_axes_of_ground(E, f, t->by_z_f);
    for (int k = 0; k < 3; k++) {
        n[k] = 2 * by_turn[k];
        f[k] = 2 * moment * turn[k];
    }
    to_axes_of_ground(E, n, t->by_w_n);
    to_axes_of_ground(E, f, t->by_w_f);
}

/* What the motion of the shapes adds to the momentum of the link, to T and to the forces that it is asked for. */
static void link_take(const struct engine *e, const struct flexible *b, const struct bent_tangent *shapes)
{
    const struct flexible_numbers *m = &b->numbers;
    const double *E = e->over_real->bent + b->room, *p = E + BENT_SHAPES;
    const double *rate = e->over_real->w + b->first, *own = e->over_real->acceleration + b->first;
    struct tree_tangent *t = &e->tree->tangents[b->slot - 1];
    double momentum[3] = {0}, force[3] = {0}, moment[3] = {0}, T[9] = {0};
    for (size_t j = 0; j < b->n; j++) {
        const int d = (int)m->direction[j];
        for (int k = 0; k < 3; k++) {
            moment[k] += shapes[j].by_al[k] * own[j];
            t->n[k] += shapes[j].by_w_n[k] * rate[j];
            t->f[k] += shapes[j].by_w_f[k] * rate[j];
        }
        if (d == SHAPE_TWIST)
            continue;
        momentum[d] += m->moment[j] * rate[j];
        force[d] += m->moment[j] * own[j];
        const double *p_j = p + 3 * j;
        for (int k = 0; k < 3; k++)
            T[3 * d + k] += rate[j] * p_j[k];
    }
    add_from_body_real(E, momentum, t->p);
    add_from_body_real(E, force, t->f);
    add_from_body_real(E, moment, t->n);
    double rows[9] = {0};
    for (int d = 0; d < 3; d++)
        add_from_body_real(E, T + 3 * d, rows + 3 * d);
    for (int i = 0; i < 3; i++)
        for (int d = 0; d < 3; d++)
            for (int k = 0; k < 3; k++)
                t->T[3 * i + k] += E[3 * d + i] * rows[3 * d + k];
}

/* The tension's part of the stiffness at the placement. */
static void span_stiffen(const struct flexible *b, size_t i, const double *q, double *row, double *stiffness)
{
    const size_t n = b->n;
    const double *span = b->numbers.spans + i * (1 + n + n * n), k = span[0], *c = span + 1, *G = c + n;
    double stretch = 0;
    for (size_t j = 0; j < n; j++) {
        row[j] = dot_long_real(n, G + j * n, q);
        stretch += (c[j] + row[j] / 2) * q[j];
    }
    for (size_t j = 0; j < n; j++)
        for (size_t l = 0; l < n; l++)
            stiffness[j * n + l] += k * (c[j] * row[l] + row[j] * c[l] + row[j] * row[l] + stretch * G[j * n + l]);
}

/* How the shapes' equations feel each other. */
static void shapes_meet(const struct engine *e, const struct flexible *b, const struct carried *c, double *stiffness,
                        double *damping)
{
    const struct flexible_numbers *m = &b->numbers;
    const size_t n = b->n;
    for (size_t k = 0; k < n; k++) {
        const int row = (int)m->direction[k];
        for (size_t j = 0; j < n; j++) {
            const int d = (int)m->direction[j];
            const size_t at = k * n + j;
            const bool meet = row != SHAPE_TWIST && d != SHAPE_TWIST;
            stiffness[at] = m->stiffness[at] + (meet ? m->products[at] * c->G[3 * d + row] : 0);
            damping[at] = m->damping[at] + (meet ? 2 * m->products[at] * c->turn[3 * d + row] : 0);
        }
    }
    for (size_t i = 0; i < b->n_spans; i++)
        span_stiffen(b, i, e->over_real->z + b->first, e->tree->forces, stiffness);
}

/* ---- along a direction ---- */

/* The link's motion changes. */
static void link_felt(const struct engine *e, const struct flexible *b, const struct bent_tangent *shapes,
                      double *forces)
{
    const struct frame_real *f = &e->over_real->frames[b->slot];
    const struct tree_tangent *t = &e->tree->tangents[b->slot - 1];
    const double *E = e->over_real->bent + b->room;
    double turned[3], carried[3], w[3], al[3], a[3];
    cross_real(f->w, t->turn, turned);
    cross_real(t->turn, f->v, carried);
    for (int k = 0; k < 3; k++) { /* what tree_tangent has is that of points with the velocities that they have */
        turned[k] = t->change_w[k] - turned[k];
        carried[k] = t->change_v[k] + 2 * carried[k];
    }
    to_body_real(E, t->turn, w);
    to_body_real(E, turned, al);
    to_body_real(E, carried, a);
    for (size_t j = 0; j < b->n; j++) {
        const int d = (int)b->numbers.direction[j];
        forces[b->first + j] += dot_real(shapes[j].by_w, w) + dot_real(shapes[j].by_al, al) +
                                (d == SHAPE_TWIST ? 0 : b->numbers.moment[j] * a[d]);
    }
}

/* A shape changes. */
static void shape_felt(const struct engine *e, const struct flexible *b, size_t j, const struct bent_tangent *shape,
                       const double *stiffness, const double *damping, double z, double w, double *forces)
{
    for (size_t i = 0; i < b->n; i++)
        forces[b->first + i] += stiffness[i * b->n + j] * z + damping[i * b->n + j] * w;
    if (b->slot == 0)
        return;
    struct tree_tangent *t = &e->tree->tangents[b->slot - 1];
    for (int k = 0; k < 3; k++) {
        t->N[k] += shape->by_z_n[k] * z + shape->by_w_n[k] * w;
        t->F[k] += shape->by_z_f[k] * z + shape->by_w_f[k] * w;
    }
}

/* Each body's place in what the tree keeps of its shapes: one after another. */
struct bent_place {
    struct bent_tangent *shapes;
    double *stiffness, *damping;
};

static struct bent_place place_after(struct bent_place place, size_t n)
{
    place.shapes += n;
    place.stiffness = place.damping + n * n;
    return place;
}

void engine_bent_tangent_prepare(const struct engine *e)
{
    struct bent_place at = {.shapes = e->tree->shapes, .stiffness = e->tree->bent};
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        const struct carried c = link_motion(e, b, e->over_real->bent + b->room);
        at.damping = at.stiffness + b->n * b->n;
        for (size_t j = 0; j < b->n; j++)
            shape_differentiate(e, b, j, &c, &at.shapes[j]);
        shapes_meet(e, b, &c, at.stiffness, at.damping);
        if (b->slot > 0)
            link_take(e, b, at.shapes);
        at = place_after(at, b->n);
    }
}

void engine_bent_tangent_forces(const struct engine *e, const double *dz, const double *dw, double *forces)
{
    struct bent_place at = {.shapes = e->tree->shapes, .stiffness = e->tree->bent};
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        at.damping = at.stiffness + b->n * b->n;
        if (b->slot > 0)
            link_felt(e, b, at.shapes, forces);
        for (size_t j = 0; j < b->n; j++)
            if (dz[b->first + j] != 0 || dw[b->first + j] != 0)
                shape_felt(e, b, j, &at.shapes[j], at.stiffness, at.damping, dz[b->first + j], dw[b->first + j],
                           forces);
        at = place_after(at, b->n);
    }
}
