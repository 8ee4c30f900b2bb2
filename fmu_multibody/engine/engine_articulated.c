/* Long trees: accelerations by articulated bodies, linear in the number of links. The articulated-body
 * algorithm of Featherstone, Rigid Body Dynamics Algorithms (2008), and its symbols, with a joint's axis s, all about the links'
 * origins and in the ground's axes.
 *
 * A factorization of the mass matrix without the matrix: what a placement needs is computed once, and every right-hand side
 * goes once inwards and once outwards. Velocities enter link by link, so nothing large is added up and taken away again. */
#include "fmu_multibody/engine/engine_impl.h"

#define KERNEL_ONLY_REAL
#define KERNEL_FILE "fmu_multibody/engine/engine_vector_kernel.h"
#include "numerics/kernel.h"
#define KERNEL_FILE "fmu_multibody/engine/engine_joint_kernel.h"
#include "numerics/kernel.h"

static double trace(const double *symmetric)
{
    return symmetric[0] + symmetric[1] + symmetric[2];
}

/* n = J al + H a, f = H^T al + W a */
static void articulated_times(const struct articulated_inertia *B, const double *al, const double *a, double *n,
                              double *f)
{
    const double *H = B->H;
    symmetric_times_real(B->J, al, n);
    symmetric_times_real(B->W, a, f);
    for (int k = 0; k < 3; k++) {
        n[k] += H[3 * k] * a[0] + H[3 * k + 1] * a[1] + H[3 * k + 2] * a[2];
        f[k] += H[k] * al[0] + H[3 + k] * al[1] + H[6 + k] * al[2];
    }
}

/* I^a = I^A - U U^T / D */
static void articulated_yield(struct tree_link *A)
{
    struct articulated_inertia *B = &A->I_A;
    const double *n = A->U_n, *f = A->U_f, inverse = A->inverse_D;
    const double m[3] = {n[0] * inverse, n[1] * inverse, n[2] * inverse};
    const double g[3] = {f[0] * inverse, f[1] * inverse, f[2] * inverse};
    for (int k = 0; k < 3; k++) {
        B->J[k] -= m[k] * n[k];
        B->W[k] -= g[k] * f[k];
        for (int j = 0; j < 3; j++)
            B->H[3 * k + j] -= m[k] * f[j];
    }
    B->J[3] -= m[0] * n[1], B->J[4] -= m[0] * n[2], B->J[5] -= m[1] * n[2];
    B->W[3] -= g[0] * f[1], B->W[4] -= g[0] * f[2], B->W[5] -= g[1] * f[2];
}

/* Adds to the parent what a link carries, seen from d away: with X the matrix of d x, K = H + X W and
 * J - K X + X H^T, of which the lower triangle suffices. */
static void articulated_carry(const struct articulated_inertia *B, const double *d, struct articulated_inertia *P)
{
    const double *H = B->H, *W = B->W;
    const double K[9] = {
        H[0] + d[1] * W[4] - d[2] * W[3], H[1] + d[1] * W[5] - d[2] * W[1], H[2] + d[1] * W[2] - d[2] * W[5],
        H[3] + d[2] * W[0] - d[0] * W[4], H[4] + d[2] * W[3] - d[0] * W[5], H[5] + d[2] * W[4] - d[0] * W[2],
        H[6] + d[0] * W[3] - d[1] * W[0], H[7] + d[0] * W[1] - d[1] * W[3], H[8] + d[0] * W[5] - d[1] * W[4]};
    P->J[0] += B->J[0] - (K[1] * d[2] - K[2] * d[1]) + (d[1] * H[2] - d[2] * H[1]);
    P->J[1] += B->J[1] - (K[5] * d[0] - K[3] * d[2]) + (d[2] * H[3] - d[0] * H[5]);
    P->J[2] += B->J[2] - (K[6] * d[1] - K[7] * d[0]) + (d[0] * H[7] - d[1] * H[6]);
    P->J[3] += B->J[3] - (K[4] * d[2] - K[5] * d[1]) + (d[2] * H[0] - d[0] * H[2]);
    P->J[4] += B->J[4] - (K[7] * d[2] - K[8] * d[1]) + (d[0] * H[1] - d[1] * H[0]);
    P->J[5] += B->J[5] - (K[8] * d[0] - K[6] * d[2]) + (d[0] * H[4] - d[1] * H[3]);
    for (int k = 0; k < 9; k++)
        P->H[k] += K[k];
    for (int k = 0; k < 6; k++)
        P->W[k] += W[k];
}

/* ---- at a placement ---- */

/* Inertia, forces and accelerations that a link's position and velocity give it. */
static void articulated_begin(const struct engine *e, size_t i)
{
    const struct link *link = &e->links[i];
    const struct frame_real *p = &e->over_real->frames[link->parent];
    struct frame_real *f = &e->over_real->frames[i + 1];
    struct tree_link *A = &e->tree->links[i];
    struct articulated_inertia *B = &A->I_A;
    const double *h = f->h;
    const double of_h[9] = {0, -h[2], h[1], h[2], 0, -h[0], -h[1], h[0], 0};
    for (int k = 0; k < 9; k++)
        B->H[k] = of_h[k];
    for (int k = 0; k < 6; k++)
        B->J[k] = f->J[k];
    B->W[0] = B->W[1] = B->W[2] = link->mass;
    B->W[3] = B->W[4] = B->W[5] = 0;
    A->cancelled_J = trace(f->J);
    A->cancelled_W = 3 * link->mass;
    double momentum[3], turned[3], carried[3], along[3];
    symmetric_times_real(f->J, f->w, momentum);
    cross_real(f->w, momentum, f->n);
    cross_real(f->w, h, turned);
    cross_real(f->w, turned, f->f);
    for (int k = 0; k < 3; k++)
        along[k] = f->R[6 + k] * e->over_real->w[i];
    cross_real(p->w, along, turned);
    cross_real(p->w, f->d, carried);
    for (int k = 0; k < 3; k++) {
        A->c_al[k] = link->revolute ? turned[k] : 0;
        A->c_a[k] = (link->revolute ? link->lead : 1) * 2 * turned[k]; /* Coriolis */
    }
    cross_add_real(p->w, carried, A->c_a);
}

/* The same of a payload, which its link carries. */
static void articulated_load(const struct engine *e, size_t k)
{
    const struct link_point *point = &e->payloads[k];
    if (point->slot == 0)
        return;
    struct frame_real *f = &e->over_real->frames[point->slot];
    struct tree_link *A = &e->tree->links[point->slot - 1];
    struct articulated_inertia *B = &A->I_A;
    const double mass = e->over_real->masses[k];
    double r[3], turned[3], force[3];
    to_ground_real(f->R, point->at, r);
    const double square = dot_real(r, r);
    cross_real(f->w, r, turned);
    cross_real(f->w, turned, force);
    for (int i = 0; i < 3; i++) {
        B->J[i] += mass * (square - r[i] * r[i]);
        B->J[3 + i] -= mass * r[i == 2 ? 1 : 0] * r[i == 0 ? 1 : 2]; /* xy xz yz */
        B->W[i] += mass;
        B->H[3 * i + (i + 1) % 3] -= mass * r[(i + 2) % 3];
        B->H[3 * i + (i + 2) % 3] += mass * r[(i + 1) % 3];
        force[i] *= mass;
        f->f[i] += force[i];
    }
    cross_add_real(r, force, f->n);
    A->cancelled_J += 2 * mass * square;
    A->cancelled_W += 3 * mass;
}

/* U = I^A s and D = s U, then I^a, which the parent carries, too. False where nothing resists the joint. */
static bool articulated_pass(const struct engine *e, size_t i)
{
    const struct link *link = &e->links[i];
    const struct frame_real *f = &e->over_real->frames[i + 1];
    struct tree_link *A = &e->tree->links[i];
    struct articulated_inertia *B = &A->I_A;
    const double *s = f->R + 6;
    if (link->lead != 0) {
        const double slide[3] = {link->lead * s[0], link->lead * s[1], link->lead * s[2]};
        articulated_times(B, s, slide, A->U_n, A->U_f);
    } else if (link->revolute) {
        symmetric_times_real(B->J, s, A->U_n);
        for (int k = 0; k < 3; k++)
            A->U_f[k] = B->H[k] * s[0] + B->H[3 + k] * s[1] + B->H[6 + k] * s[2];
    } else {
        symmetric_times_real(B->W, s, A->U_f);
        for (int k = 0; k < 3; k++)
            A->U_n[k] = B->H[3 * k] * s[0] + B->H[3 * k + 1] * s[1] + B->H[3 * k + 2] * s[2];
    }
    const double D = along_joint_real(link, s, A->U_n, A->U_f);
    const double cancelled =
        link->revolute ? A->cancelled_J + link->lead * link->lead * A->cancelled_W : A->cancelled_W;
    if (!(D > 1e-13 * cancelled))
        return false;
    A->inverse_D = 1 / D;
    if (link->parent != 0) {
        struct tree_link *P = &e->tree->links[link->parent - 1];
        const double weight = trace(B->W);
        P->cancelled_J += trace(B->J) + weight * dot_real(f->d, f->d);
        P->cancelled_W += weight;
        articulated_yield(A);
        articulated_carry(B, f->d, &P->I_A);
    } else {
        articulated_yield(A);
    }
    A->c_u = (dot_real(A->U_n, A->c_al) + dot_real(A->U_f, A->c_a)) * A->inverse_D;
    articulated_times(B, A->c_al, A->c_a, A->b_n, A->b_f);
    cross_add_real(f->d, A->b_f, A->b_n);
    for (int k = 0; k < 3; k++)
        A->V_n[k] = A->U_n[k];
    cross_add_real(f->d, A->U_f, A->V_n);
    return true;
}

/* All that belongs to the placement. */
static bool articulated_factor(const struct engine *e, struct model_report *report)
{
    struct workspace_real *w = e->over_real;
    engine_inertias_turn_real(e);
    for (size_t i = 0; i < e->n; i++) {
        articulated_begin(e, i);
        w->tau[i] = 0;
    }
    for (size_t k = 0; k < e->mechanism->n_payloads; k++)
        articulated_load(e, k);
    if (!engine_springs_pull_real(e, w->tau, report))
        return false;
    for (size_t i = e->n; i-- > 0;) {
        const struct frame_real *f = &w->frames[i + 1];
        struct tree_link *A = &e->tree->links[i];
        for (int k = 0; k < 3; k++) {
            A->own_n[k] = f->n[k];
            A->own_f[k] = f->f[k];
        }
        e->tree->rest[i] = -w->tau[i];
        char name[120];
        if (!articulated_pass(e, i))
            return model_fail(report, "the mass that moves with joint '%s' is zero",
                              mechanism_coordinate_name(e->mechanism, i, name, sizeof name));
    }
    e->tree->factored = w->placement;
    return true;
}

/* ---- right-hand sides ---- */

/* Forces along the joints become accelerations. Inwards u = (tau - s p^A) / D and p^a = p^A + I^a c + U u, outwards a' = a_parent + c
 * and q'' = u - U a' / D. Without motion there are neither c nor gravity. U and I^a c about the parent's origin: what one link waits for
 * of the other is short then. */
static inline void articulated_pass_forces(const struct engine *e, double *forces, bool has_motion)
{
    struct frame_real *const frames = e->over_real->frames;
    for (size_t i = e->n; i-- > 0;) {
        const struct link *link = &e->links[i];
        const struct frame_real *f = &frames[i + 1];
        struct frame_real *p = &frames[link->parent];
        struct tree_link *A = &e->tree->links[i];
        const double u = (forces[i] - along_joint_real(link, f->R + 6, f->n, f->f)) * A->inverse_D;
        double moment[3] = {f->n[0], f->n[1], f->n[2]};
        cross_add_real(f->d, f->f, moment);
        for (int k = 0; k < 3; k++) {
            p->n[k] += (has_motion ? moment[k] + A->b_n[k] : moment[k]) + A->V_n[k] * u;
            p->f[k] += (has_motion ? f->f[k] + A->b_f[k] : f->f[k]) + A->U_f[k] * u;
        }
        A->u = has_motion ? u - A->c_u : u;
    }
    for (int k = 0; k < 3; k++)
        frames[0].a[k] = has_motion ? -e->mechanism->gravity[k] : 0;
    for (size_t i = 0; i < e->n; i++) {
        const struct link *link = &e->links[i];
        const struct tree_link *A = &e->tree->links[i];
        struct frame_real *f = &frames[i + 1];
        const struct frame_real *p = &frames[link->parent];
        const double along = A->u - (dot_real(A->V_n, p->al) + dot_real(A->U_f, p->a)) * A->inverse_D;
        for (int k = 0; k < 3; k++) {
            f->al[k] = has_motion ? p->al[k] + A->c_al[k] : p->al[k];
            f->a[k] = has_motion ? p->a[k] + A->c_a[k] : p->a[k];
        }
        cross_add_real(p->al, f->d, f->a);
        joint_add_real(link, f->R + 6, along, f->al, f->a);
        forces[i] = along;
    }
}

/* Accelerations at the placement under the inputs u. */
bool engine_articulated_accelerate(const struct engine *e, const double *u, struct model_report *report)
{
    struct workspace_real *w = e->over_real;
    if (!engine_payloads_take_real(e, u, report))
        return false;
    if (e->tree->factored != w->placement && !articulated_factor(e, report))
        return false;
    for (size_t i = 0; i < e->n; i++) {
        w->tau[i] = 0;
        for (int k = 0; k < 3; k++) {
            w->frames[i + 1].n[k] = e->tree->links[i].own_n[k];
            w->frames[i + 1].f[k] = e->tree->links[i].own_f[k];
        }
    }
    if (!engine_inputs_push_real(e, u, w->tau, report))
        return false;
    for (size_t i = 0; i < e->n; i++)
        w->rhs[i] = e->tree->rest[i] - w->tau[i];
    articulated_pass_forces(e, w->rhs, true);
    return true;
}

/* The same for forces along the joints alone: no velocities, no gravity. */
void engine_articulated_solve(const struct engine *e, double *forces)
{
    struct frame_real *const frames = e->over_real->frames;
    for (size_t i = 0; i <= e->n; i++)
        frames[i].n[0] = frames[i].n[1] = frames[i].n[2] = frames[i].f[0] = frames[i].f[1] = frames[i].f[2] = 0;
    articulated_pass_forces(e, forces, false);
}
