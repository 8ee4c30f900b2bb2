/* What is computed of the links of a tree, over reals alone. All about the links' origins, in the ground's axes. */
#ifndef PASO_ENGINE_TREE_H
#define PASO_ENGINE_TREE_H

/* What hangs on a link, seen from its origin: moment = J al + H a, force = H^T al + W a. */
struct articulated_inertia {
    double J[6], H[9], W[6]; /* symmetric ones as xx yy zz xy xz yz, H by rows */
};

struct tree_link {
    struct articulated_inertia I_A;  /* I^A; then without what the joint gives way, I^a of eq. 7.35 */
    double U_n[3];                   /* I^A S, eq. 7.43: moment and force */
    double V_n[3], U_f[3];           /* about the parent's origin, which has the same force */
    double inverse_D, u;             /* one over S^T I^A S, eq. 7.44; what is left for the joint, over D, eq. 7.45 */
    double c_al[3], c_a[3];          /* accelerations by velocities alone */
    double c_u;                      /* U c / D */
    double b_n[3], b_f[3];           /* I^a c, about the parent's origin */
    double own_n[3], own_f[3];       /* forces that the link needs, without the inputs */
    double cancelled_J, cancelled_W; /* sizes of what was added and taken away */
};

struct tree_tangent {
    double mass, h[3], J[6], p[3], T[9], n[3], f[3];     /* of all that hangs on the link */
    double rate_w[3], rate_v[3], curve_w[3], curve_v[3]; /* dS/dt and its rate */
    double by_z_n[3], by_z_f[3], by_w_n[3], by_w_f[3];   /* what its own motion asks of the links below */
    double b[3], c_n[3], c_f[3];                         /* how the joint feels what moves below it */
    double turn[3], change_w[3], change_v[3];            /* along a direction */
    double N[3], F[3];
};

/* Of a shape of a body that bends: engine_bent_tangent.c. */
struct bent_tangent {
    double by_w[3], by_al[3]; /* how its equation feels the link's motion, in the body's axes */
    double by_z_n[3], by_z_f[3], by_w_n[3], by_w_f[3]; /* what its own motion asks of the link */
};

#endif
