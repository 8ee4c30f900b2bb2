/* Bushings and contacts over the number type `scalar`; a part of mechanism_model_kernel.h. */

#include "fmu_multibody/engine/engine_vector_kernel.h"

static inline scalar KERNEL(size_of)(const scalar a[3])
{
    const scalar square = KERNEL(dot)(a, a);
    return (double)square > 0 ? sqrt(square) : 0;
}

/* Where a side is, how it moves and turns. */
struct KERNEL(side) {
    scalar r[3], v[3], w[3], R[9]; /* R by rows: ground from body */
    scalar origin[3];              /* of the body */
};

static struct KERNEL(side) KERNEL(side_of)(const struct work *work, struct mechanism_point point)
{
    struct KERNEL(side) side = {{0}, {0}, {0}, {0}, {0}};
    scalar unused[3];
    KERNEL(engine_place_of)(work->engine, point, side.r, side.v);
    KERNEL(engine_place_of)(work->engine, (struct mechanism_point){.body = point.body}, side.origin, NULL);
    KERNEL(engine_frame_of)(work->engine, point.body, side.R);
    KERNEL(engine_turning_of)(work->engine, point.body, side.w, unused);
    return side;
}

/* Axes of one side, one after another, in the ground's. */
static void KERNEL(bushing_axes)(const scalar R[9], const double of_body[9], scalar axes[9])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            axes[3 * i + k] =
                R[3 * k] * of_body[3 * i] + R[3 * k + 1] * of_body[3 * i + 1] + R[3 * k + 2] * of_body[3 * i + 2];
}

/* What a wrench does to side b, force at its point and torque, and what it tells. */
struct KERNEL(push) {
    scalar force[3], torque[3], at[3]; /* `at`: where the force acts */
    scalar *results;                   /* WRENCH_RESULTS of them */
};

/* Springs along and about a's axes. Turning is resisted by the potential sum of g_i (1 - R_ii), which for small angles is that of the stiffnesses
 * k_1 = g_2 + g_3 and so on, and has no position where its torque is not determined. */
static void KERNEL(bushing_push)(const struct mechanism_wrench *w, const struct KERNEL(side) * a,
                                 const struct KERNEL(side) * b, struct KERNEL(push) * push)
{
    scalar axes_a[9], axes_b[9], between[3], moved[3], rate[3], spin[3], turn[9];
    KERNEL(bushing_axes)(a->R, w->axes_a, axes_a);
    KERNEL(bushing_axes)(b->R, w->axes_b, axes_b);
    for (int k = 0; k < 3; k++)
        between[k] = b->r[k] - a->r[k];
    KERNEL(cross)(a->w, between, moved);
    for (int k = 0; k < 3; k++) {
        rate[k] = b->v[k] - a->v[k] - moved[k];
        spin[k] = b->w[k] - a->w[k];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            turn[3 * i + j] = KERNEL(dot)(axes_a + 3 * i, axes_b + 3 * j);
    push->results[WRENCH_ENERGY] = 0;
    const double *k = w->turn_stiffness;
    const double g[3] = {(k[1] + k[2] - k[0]) / 2, (k[2] + k[0] - k[1]) / 2, (k[0] + k[1] - k[2]) / 2};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        const scalar *axis = axes_a + 3 * i, d = KERNEL(dot)(axis, between);
        const scalar F = -w->stiffness[i] * d - w->damping[i] * KERNEL(dot)(axis, rate);
        const scalar T = turn[3 * j + l] * g[l] - turn[3 * l + j] * g[j] - w->turn_damping[i] * KERNEL(dot)(axis, spin);
        for (int m = 0; m < 3; m++) {
            push->force[m] += axis[m] * F;
            push->torque[m] += axis[m] * T;
        }
        push->results[WRENCH_ENERGY] += w->stiffness[i] / 2 * d * d + g[i] * (1 - turn[4 * i]);
        push->results[i] = d;
    }
    for (int m = 0; m < 3; m++)
        push->at[m] = b->r[m];
    push->results[WRENCH_FORCE] = KERNEL(size_of)(push->force);
    push->results[WRENCH_TORQUE] = KERNEL(size_of)(push->torque);
}

/* A sphere, or with the radius 0 a corner, against a plane of body a: the stop's force along the normal, and friction mu N v/sqrt(v^2 + s^2), which at s is
 * 71 % of its full size, where the sphere is deepest. */
static void KERNEL(contact_push)(const struct mechanism_wrench *w, const struct KERNEL(side) * a,
                                 const struct KERNEL(side) * b, struct KERNEL(push) * push)
{
    scalar n[3], between[3], moved[3], rate[3], arm[3], turned[3], slip[3], square = 0;
    for (int k = 0; k < 3; k++) {
        n[k] = a->R[3 * k] * w->unit[0] + a->R[3 * k + 1] * w->unit[1] + a->R[3 * k + 2] * w->unit[2];
        between[k] = b->r[k] - a->r[k];
    }
    const scalar height = KERNEL(dot)(n, between), depth = w->radius - height;
    for (int k = 0; k < 3; k++) {
        arm[k] = -w->radius * n[k];
        push->at[k] = b->r[k] + arm[k];
        push->torque[k] = 0;
    }
    KERNEL(cross)(a->w, between, moved); /* the plane's body at the centre */
    for (int k = 0; k < 3; k++)
        rate[k] = b->v[k] - a->v[k] - moved[k];
    const scalar N = KERNEL(stop_force)(&w->stop, depth, -KERNEL(dot)(n, rate));
    for (int k = 0; k < 3; k++)
        between[k] += arm[k];
    KERNEL(cross)(b->w, arm, turned);
    KERNEL(cross)(a->w, between, moved); /* and where it touches */
    for (int k = 0; k < 3; k++)
        slip[k] = b->v[k] + turned[k] - a->v[k] - moved[k];
    const scalar across = KERNEL(dot)(n, slip);
    for (int k = 0; k < 3; k++) {
        slip[k] -= across * n[k];
        square += slip[k] * slip[k];
    }
    const scalar grip = w->friction * N / sqrt(square + w->slip * w->slip);
    for (int k = 0; k < 3; k++)
        push->force[k] = N * n[k] - grip * slip[k];
    const scalar v = KERNEL(size_of)(slip);
    push->results[WRENCH_DEPTH] = depth;
    push->results[WRENCH_SLIP] = v;
    push->results[WRENCH_NORMAL] = N;
    push->results[WRENCH_FRICTION] = grip * v;
    push->results[WRENCH_LOST] = grip * v * v;
    push->results[WRENCH_ENERGY] = KERNEL(stop_energy)(&w->stop, depth);
}

/* Adds their forces where the mechanism is placed: on b, and against it on a, where they act. */
static void KERNEL(push_wrenches)(const struct instance *k, const struct work *work, scalar *inputs)
{
    for (size_t i = 0; i < k->file->n_wrenches; i++) {
        const struct mechanism_wrench *w = &k->wrenches[i];
        const struct KERNEL(side) sides[2] = {KERNEL(side_of)(work, w->a), KERNEL(side_of)(work, w->b)};
        struct KERNEL(push) push = {.results = work->KERNEL(wrenches) + i * WRENCH_RESULTS};
        (w->kind == WRENCH_BUSHING ? KERNEL(bushing_push) : KERNEL(contact_push))(w, &sides[0], &sides[1], &push);
        for (int side = 0; side < 2; side++) {
            scalar arm[3], moment[3];
            for (int j = 0; j < 3; j++)
                arm[j] = push.at[j] - sides[side].origin[j];
            KERNEL(cross)(arm, push.force, moment);
            for (size_t j = 0; j < 3; j++) {
                inputs[w->inputs[side] + j] = side == 0 ? -push.force[j] : push.force[j];
                inputs[w->inputs[side] + 3 + j] = side == 0 ? -push.torque[j] - moment[j] : push.torque[j] + moment[j];
            }
        }
    }
}

static void KERNEL(push_at_rest)(const void *work, scalar *inputs)
{
    KERNEL(push_wrenches)(((const struct work *)work)->instance, work, inputs);
}

/* After that. */
static scalar *KERNEL(wrench_locals)(const struct instance *k, const struct work *work, scalar *w)
{
    for (size_t i = 0; i < k->file->n_wrenches; i++, w += WRENCH_LOCALS)
        memcpy(w, work->KERNEL(wrenches) + i * WRENCH_RESULTS, WRENCH_LOCALS * sizeof *w);
    return w;
}

static scalar KERNEL(wrenches_energy)(const struct instance *k, const struct work *work)
{
    scalar energy = 0;
    for (size_t i = 0; i < k->file->n_wrenches; i++)
        energy += work->KERNEL(wrenches)[i * WRENCH_RESULTS + WRENCH_ENERGY];
    return energy;
}
