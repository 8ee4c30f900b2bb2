/* Exact derivatives of a tree's accelerations: the equations of motion are factored once, and the forces that its motion needs are
 * differentiated along each direction, linear in the number of links. Singh, Russell, Wensing: Efficient Analytical Derivatives of
 * Rigid-Body Dynamics using Spatial Vector Algebra (IEEE RA-L 7, 2022), about each link's origin in the ground's axes.
 *
 * S is a joint's axis as a motion. Along a change of its position all that hangs on it turns with it, so that its velocities change
 * by dS/dt, its accelerations by the rate of that. A turn eps of what hangs on a link asks for the Coriolis forces
 * 2 m eps x velocity of its points: with p their momentum and T = sum of m velocity r^T the force 2 eps x p and the moment
 * 2 (tr(T) eps - T eps), which is the paper's 2 B^C. */
#include "fmu_multibody/engine/engine_impl.h"

#include <string.h>

#define KERNEL_ONLY_REAL
#define KERNEL_FILE "fmu_multibody/engine/engine_vector_kernel.h"
#include "numerics/kernel.h"
#define KERNEL_FILE "fmu_multibody/engine/engine_joint_kernel.h"
#include "numerics/kernel.h"

/* ---- what hangs on a link ---- */

static void composite_begin(const struct engine *e, size_t i)
{
    const struct link *link = &e->links[i];
    const struct frame_real *f = &e->over_real->frames[i + 1];
    struct tree_tangent *t = &e->tree->tangents[i];
    const double *J = f->J, half = (J[0] + J[1] + J[2]) / 2;
    const double second[3][3] = {{half - J[0], -J[3], -J[4]}, {-J[3], half - J[1], -J[5]}, {-J[4], -J[5], half - J[2]}};
    t->mass = link->mass;
    memcpy(t->J, f->J, sizeof t->J);
    memcpy(t->h, f->h, sizeof t->h);
    for (int k = 0; k < 3; k++) { /* T = v h^T + w x (sum of m r r^T) */
        double turned[3];
        cross_real(f->w, second[k], turned);
        for (int j = 0; j < 3; j++)
            t->T[3 * j + k] = f->v[j] * f->h[k] + turned[j];
    }
    double momentum[3], turned[3];
    cross_real(f->w, f->h, turned);
    for (int k = 0; k < 3; k++) {
        t->p[k] = link->mass * f->v[k] + turned[k];
        t->f[k] = link->mass * f->a[k];
    }
    cross_add_real(f->al, f->h, t->f);
    cross_add_real(f->w, turned, t->f);
    symmetric_times_real(f->J, f->al, t->n);
    symmetric_times_real(f->J, f->w, momentum);
    cross_add_real(f->w, momentum, t->n);
    cross_add_real(f->h, f->a, t->n);
}

/* The same of a payload; its acceleration is kept. */
static void composite_load(const struct engine *e, size_t k)
{
    const struct link_point *point = &e->payloads[k];
    const struct frame_real *f = &e->over_real->frames[point->slot];
    const double mass = e->over_real->masses[k];
    double *a = e->tree->carried + 3 * k, r[3], turned[3], v[3];
    to_ground_real(f->R, point->at, r);
    cross_real(f->w, r, turned);
    for (int i = 0; i < 3; i++) {
        a[i] = f->a[i];
        v[i] = f->v[i] + turned[i];
    }
    cross_add_real(f->al, r, a);
    cross_add_real(f->w, turned, a);
    if (point->slot == 0)
        return;
    struct tree_tangent *t = &e->tree->tangents[point->slot - 1];
    const double square = dot_real(r, r), force[3] = {mass * a[0], mass * a[1], mass * a[2]};
    t->mass += mass;
    for (int i = 0; i < 3; i++) {
        t->h[i] += mass * r[i];
        t->p[i] += mass * v[i];
        t->f[i] += force[i];
        t->J[i] += mass * (square - r[i] * r[i]);
        t->J[3 + i] -= mass * r[i == 2 ? 1 : 0] * r[i == 0 ? 1 : 2]; /* xy xz yz */
        for (int j = 0; j < 3; j++)
            t->T[3 * i + j] += mass * v[i] * r[j];
    }
    cross_add_real(r, force, t->n);
}

static void composite_carry(const struct tree_tangent *t, const double *d, struct tree_tangent *p)
{
    double g[3];
    p->mass += t->mass;
    for (int k = 0; k < 3; k++)
        g[k] = t->h[k] + t->mass / 2 * d[k];
    const double along = dot_real(d, g);
    for (int k = 0; k < 3; k++) {
        p->J[k] += t->J[k] + 2 * (along - d[k] * g[k]);
        p->h[k] += t->h[k] + t->mass * d[k];
        p->p[k] += t->p[k];
        p->f[k] += t->f[k];
        p->n[k] += t->n[k];
        for (int j = 0; j < 3; j++)
            p->T[3 * k + j] += t->T[3 * k + j] + t->p[k] * d[j];
    }
    p->J[3] += t->J[3] - d[0] * g[1] - d[1] * g[0];
    p->J[4] += t->J[4] - d[0] * g[2] - d[2] * g[0];
    p->J[5] += t->J[5] - d[1] * g[2] - d[2] * g[1];
    cross_add_real(d, t->f, p->n);
}

/* Adds `times` the forces that an acceleration of all that hangs on the link asks for. */
static void composite_push(const struct tree_tangent *t, double times, const double *w, const double *v, double *n,
                           double *f)
{
    double moment[3], force[3] = {t->mass * v[0], t->mass * v[1], t->mass * v[2]};
    symmetric_times_real(t->J, w, moment);
    cross_add_real(t->h, v, moment);
    cross_add_real(w, t->h, force);
    for (int k = 0; k < 3; k++) {
        n[k] += times * moment[k];
        f[k] += times * force[k];
    }
}

/* Adds 2 B^C eps. */
static void coriolis_push(const struct tree_tangent *t, const double *eps, double *n, double *f)
{
    const double trace = t->T[0] + t->T[4] + t->T[8];
    double turned[3];
    cross_real(eps, t->p, turned);
    for (int k = 0; k < 3; k++) {
        n[k] += 2 * (trace * eps[k] - dot_real(t->T + 3 * k, eps));
        f[k] += 2 * turned[k];
    }
}

/* ---- joints ---- */

/* dS/dt = v x S and its rate a x S + v x dS/dt, with the parent's spatial velocity and acceleration at the link's origin. */
static void axis_move(const struct link *link, const struct frame_real *p, const struct frame_real *f,
                      struct tree_tangent *t)
{
    const double *s = f->R + 6;
    double v[3], a[3], carried[3];
    memset(t->rate_w, 0, sizeof t->rate_w);
    memset(t->curve_w, 0, sizeof t->curve_w);
    if (!link->revolute) {
        cross_real(p->w, s, t->rate_v);
        cross_real(p->al, s, t->curve_v);
        cross_add_real(p->w, t->rate_v, t->curve_v);
        return;
    }
    cross_real(p->w, f->d, carried);
    for (int k = 0; k < 3; k++) {
        v[k] = p->v[k] + carried[k];
        a[k] = p->a[k];
    }
    cross_add_real(p->al, f->d, a);
    cross_add_real(p->w, carried, a);
    cross_add_real(v, p->w, a); /* spatial: less w x v */
    cross_real(p->w, s, t->rate_w);
    cross_real(v, s, t->rate_v);
    cross_real(p->al, s, t->curve_w);
    cross_real(a, s, t->curve_v);
    for (int k = 0; k < 3 && link->lead != 0; k++) {
        t->rate_v[k] += link->lead * t->rate_w[k];
        t->curve_v[k] += link->lead * t->curve_w[k];
    }
    cross_add_real(p->w, t->rate_w, t->curve_w);
    cross_add_real(p->w, t->rate_v, t->curve_v);
    cross_add_real(v, t->rate_w, t->curve_v);
}

/* What the paper's equations have of one joint, where all that hangs on it has been summed up. */
static void joint_differentiate(const struct link *link, const struct frame_real *f, struct tree_tangent *t)
{
    const double *s = f->R + 6;
    double turn[3] = {0}, slide[3] = {0}, carried[3];
    joint_add_real(link, s, 1, turn, slide);
    memset(t->by_z_n, 0, sizeof t->by_z_n);
    memset(t->by_z_f, 0, sizeof t->by_z_f);
    memset(t->by_w_n, 0, sizeof t->by_w_n);
    memset(t->by_w_f, 0, sizeof t->by_w_f);
    memset(t->c_n, 0, sizeof t->c_n);
    memset(t->c_f, 0, sizeof t->c_f);
    composite_push(t, 1, turn, slide, t->c_n, t->c_f);
    composite_push(t, 1, t->curve_w, t->curve_v, t->by_z_n, t->by_z_f);
    composite_push(t, 2, t->rate_w, t->rate_v, t->by_w_n, t->by_w_f);
    cross_add_real(slide, t->f, t->by_z_n);
    cross_real(t->p, slide, carried);
    for (int k = 0; k < 3; k++)
        t->b[k] = 2 * carried[k];
    if (!link->revolute)
        return;
    coriolis_push(t, t->rate_w, t->by_z_n, t->by_z_f);
    cross_add_real(s, t->n, t->by_z_n);
    cross_add_real(s, t->f, t->by_z_f);
    coriolis_push(t, s, t->by_w_n, t->by_w_f);
    const double trace = t->T[0] + t->T[4] + t->T[8];
    for (int k = 0; k < 3; k++)
        t->b[k] += 2 * (trace * s[k] - t->T[k] * s[0] - t->T[3 + k] * s[1] - t->T[6 + k] * s[2]);
}

bool engine_tangent_prepare(const struct engine *e, const double *m, const double *x, const double *u,
                            struct model_report *report)
{
    struct tree *tree = e->tree;
    const struct workspace_real *w = e->over_real;
    const size_t inputs = mechanism_inputs(e->mechanism);
    if (tree->differentiated == w->placement && engine_stands_at_real(e, m, x) &&
        (inputs == 0 || memcmp(u, tree->inputs, inputs * sizeof *u) == 0))
        return true;
    if (!engine_rates_real(e, m, x, u, tree->rates, report))
        return false;
    if (inputs > 0)
        memcpy(tree->inputs, u, inputs * sizeof *u);
    engine_move_accelerations_real(e, w->w, tree->rates + e->n);
    engine_inertias_turn_real(e);
    for (size_t i = 0; i < e->n; i++) {
        composite_begin(e, i);
        axis_move(&e->links[i], &w->frames[e->links[i].parent], &w->frames[i + 1], &tree->tangents[i]);
    }
    for (size_t k = 0; k < e->mechanism->n_payloads; k++)
        composite_load(e, k);
    if (e->mechanism->n_flexibles > 0)
        engine_bent_tangent_prepare(e);
    for (size_t i = e->n; i-- > 0;) {
        const struct link *link = &e->links[i];
        joint_differentiate(link, &w->frames[i + 1], &tree->tangents[i]);
        if (link->parent > 0)
            composite_carry(&tree->tangents[i], w->frames[i + 1].d, &tree->tangents[link->parent - 1]);
    }
    tree->differentiated = w->placement;
    return true;
}

/* ---- along a direction ---- */

static inline void forces_clear(struct tree_tangent *t)
{
    t->N[0] = t->N[1] = t->N[2] = t->F[0] = t->F[1] = t->F[2] = 0;
}

/* Outwards from the first joint that moves: what moves with the links before a joint. */
static void motions_spread(const struct engine *e, size_t first, const double *dz, const double *dw, double *forces)
{
    static const struct tree_tangent ground;
    for (size_t i = 0; i < first; i++) {
        struct tree_tangent *t = &e->tree->tangents[i];
        for (int k = 0; k < 3; k++)
            t->turn[k] = t->change_w[k] = t->change_v[k] = 0;
        forces_clear(t);
        forces[i] = 0;
    }
    for (size_t i = first; i < e->n; i++) {
        const struct link *link = &e->links[i];
        const struct frame_real *f = &e->over_real->frames[i + 1];
        struct tree_tangent *t = &e->tree->tangents[i];
        const struct tree_tangent *p = link->parent > 0 ? &e->tree->tangents[link->parent - 1] : &ground;
        for (int k = 0; k < 3; k++) {
            t->turn[k] = p->turn[k];
            t->change_w[k] = p->change_w[k];
            t->change_v[k] = p->change_v[k];
        }
        cross_add_real(p->change_w, f->d, t->change_v);
        if (dz[i] != 0 || dw[i] != 0)
            for (int k = 0; k < 3; k++) {
                t->turn[k] += t->rate_w[k] * dz[i] + (link->revolute ? f->R[6 + k] * dw[i] : 0);
                t->change_w[k] += t->curve_w[k] * dz[i] + 2 * t->rate_w[k] * dw[i];
                t->change_v[k] += t->curve_v[k] * dz[i] + 2 * t->rate_v[k] * dw[i];
            }
        forces[i] = dot_real(t->b, t->turn) + dot_real(t->c_n, t->change_w) + dot_real(t->c_f, t->change_v);
        forces_clear(t);
    }
}

/* Inwards from the last of the first `count` joints: what their motions ask of those before them. */
static void forces_return(const struct engine *e, size_t count, const double *dz, const double *dw, double *forces)
{
    for (size_t i = count; i-- > 0;) {
        const struct link *link = &e->links[i];
        const struct frame_real *f = &e->over_real->frames[i + 1];
        struct tree_tangent *t = &e->tree->tangents[i];
        forces[i] += along_joint_real(link, f->R + 6, t->N, t->F);
        if (dz[i] != 0 || dw[i] != 0)
            for (int k = 0; k < 3; k++) {
                t->N[k] += t->by_z_n[k] * dz[i] + t->by_w_n[k] * dw[i];
                t->F[k] += t->by_z_f[k] * dz[i] + t->by_w_f[k] * dw[i];
            }
        if (link->parent == 0)
            continue;
        struct tree_tangent *p = &e->tree->tangents[link->parent - 1];
        for (int k = 0; k < 3; k++) {
            p->N[k] += t->N[k];
            p->F[k] += t->F[k];
        }
        cross_add_real(f->d, t->F, p->N);
    }
}

void engine_tangent_forces(const struct engine *e, const double *dz, const double *dw, double *forces)
{
    size_t first = 0, count = e->n;
    while (first < count && dz[first] == 0 && dw[first] == 0)
        first++;
    while (count > first && dz[count - 1] == 0 && dw[count - 1] == 0)
        count--;
    motions_spread(e, first, dz, dw, forces);
    if (e->mechanism->n_flexibles > 0)
        engine_bent_tangent_forces(e, dz, dw, forces);
    forces_return(e, count, dz, dw, forces);
}
