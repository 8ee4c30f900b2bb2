/* Bushings and contacts over the number type `scalar`; a part of mechanism_model_kernel.h. */

static inline void KERNEL(crossed)(const scalar a[3], const scalar b[3], scalar c[3])
{
    for (int k = 0; k < 3; k++)
        c[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline scalar KERNEL(dotted)(const scalar a[3], const scalar b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline scalar KERNEL(size_of)(const scalar a[3])
{
    const scalar square = KERNEL(dotted)(a, a);
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

/* The axes of a bushing on one side, as columns in the ground: the body's, turned about x, the new y, the new z. */
static void KERNEL(bushing_axes)(const scalar R[9], const double angles[3], scalar axes[9])
{
    for (int k = 0; k < 9; k++)
        axes[k] = R[k];
    for (int axis = 0; axis < 3; axis++) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        const double c = cos(angles[axis]), s = sin(angles[axis]);
        for (int row = 0; row < 3; row++) {
            const scalar x = axes[3 * row + i], y = axes[3 * row + j];
            axes[3 * row + i] = c * x + s * y;
            axes[3 * row + j] = c * y - s * x;
        }
    }
}

/* What a wrench does to side b, force at its point and torque, and what it tells. */
struct KERNEL(push) {
    scalar force[3], torque[3], at[3]; /* `at`: where the force acts */
    scalar locals[WRENCH_LOCALS], energy;
};

/* Springs along and about a's axes. Turning is resisted by the potential sum of g_i (1 - R_ii), which for small angles is that of the stiffnesses
 * k_1 = g_2 + g_3 and so on, and has no position where its torque is not determined. */
static void KERNEL(bushing_push)(const struct mechanism_wrench *w, const struct KERNEL(side) * a,
                                 const struct KERNEL(side) * b, struct KERNEL(push) * push)
{
    scalar axes_a[9], axes_b[9], between[3], moved[3], rate[3], T[3], turn[9];
    KERNEL(bushing_axes)(a->R, w->orientation_a, axes_a);
    KERNEL(bushing_axes)(b->R, w->orientation_b, axes_b);
    for (int k = 0; k < 3; k++)
        between[k] = b->r[k] - a->r[k];
    KERNEL(crossed)(a->w, between, moved);
    for (int k = 0; k < 3; k++)
        rate[k] = b->v[k] - a->v[k] - moved[k];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            turn[3 * i + j] = 0;
            for (int k = 0; k < 3; k++)
                turn[3 * i + j] += axes_a[3 * k + i] * axes_b[3 * k + j];
        }
    *push = (struct KERNEL(push)){.energy = 0};
    const double *k = w->turn_stiffness;
    const double g[3] = {(k[1] + k[2] - k[0]) / 2, (k[2] + k[0] - k[1]) / 2, (k[0] + k[1] - k[2]) / 2};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        scalar d = 0, dd = 0, turned = 0;
        for (int m = 0; m < 3; m++) {
            d += axes_a[3 * m + i] * between[m];
            dd += axes_a[3 * m + i] * rate[m];
            turned += axes_a[3 * m + i] * (b->w[m] - a->w[m]);
        }
        const scalar F = -w->stiffness[i] * d - w->damping[i] * dd;
        T[i] = turn[3 * j + l] * g[l] - turn[3 * l + j] * g[j] - w->turn_damping[i] * turned;
        for (int m = 0; m < 3; m++) {
            push->force[m] += axes_a[3 * m + i] * F;
            push->torque[m] += axes_a[3 * m + i] * T[i];
        }
        push->energy += w->stiffness[i] / 2 * d * d + g[i] * (1 - turn[4 * i]);
        push->locals[i] = d;
    }
    for (int m = 0; m < 3; m++)
        push->at[m] = b->r[m];
    push->locals[WRENCH_FORCE] = KERNEL(size_of)(push->force);
    push->locals[WRENCH_TORQUE] = KERNEL(size_of)(push->torque);
}

/* A sphere, or with the radius 0 a corner, against a plane of body a: the stop's force along the normal, and friction mu N v/sqrt(v^2 + s^2), which at s is
 * 71 % of its full size, where the sphere is deepest. */
static void KERNEL(contact_push)(const struct mechanism_wrench *w, const struct KERNEL(side) * a,
                                 const struct KERNEL(side) * b, struct KERNEL(push) * push)
{
    scalar n[3], between[3], moved[3], rate[3], arm[3], turned[3], slip[3], square = 0;
    const double size = sqrt(w->normal[0] * w->normal[0] + w->normal[1] * w->normal[1] + w->normal[2] * w->normal[2]);
    for (int k = 0; k < 3; k++) {
        n[k] = (a->R[3 * k] * w->normal[0] + a->R[3 * k + 1] * w->normal[1] + a->R[3 * k + 2] * w->normal[2]) / size;
        between[k] = b->r[k] - a->r[k];
    }
    const scalar height = KERNEL(dotted)(n, between), depth = w->radius - height;
    for (int k = 0; k < 3; k++) {
        arm[k] = -w->radius * n[k];
        push->at[k] = b->r[k] + arm[k];
        push->torque[k] = 0;
    }
    KERNEL(crossed)(a->w, between, moved); /* the plane's body at the centre */
    for (int k = 0; k < 3; k++)
        rate[k] = b->v[k] - a->v[k] - moved[k];
    const scalar N = KERNEL(stop_force)(&w->stop, depth, -KERNEL(dotted)(n, rate));
    for (int k = 0; k < 3; k++)
        between[k] += arm[k];
    KERNEL(crossed)(b->w, arm, turned);
    KERNEL(crossed)(a->w, between, moved); /* and where it touches */
    for (int k = 0; k < 3; k++)
        slip[k] = b->v[k] + turned[k] - a->v[k] - moved[k];
    const scalar across = KERNEL(dotted)(n, slip);
    for (int k = 0; k < 3; k++) {
        slip[k] -= across * n[k];
        square += slip[k] * slip[k];
    }
    const scalar grip = w->friction * N / sqrt(square + w->slip * w->slip);
    for (int k = 0; k < 3; k++)
        push->force[k] = N * n[k] - grip * slip[k];
    const scalar v = KERNEL(size_of)(slip);
    push->locals[WRENCH_DEPTH] = depth;
    push->locals[WRENCH_SLIP] = v;
    push->locals[WRENCH_NORMAL] = N;
    push->locals[WRENCH_FRICTION] = grip * v;
    push->locals[WRENCH_LOST] = grip * v * v;
    push->energy = KERNEL(stop_energy)(&w->stop, depth);
}

static void KERNEL(wrench_push)(const struct mechanism_wrench *w, const struct work *work, struct KERNEL(push) * push,
                                struct KERNEL(side) sides[2])
{
    sides[0] = KERNEL(side_of)(work, w->a);
    sides[1] = KERNEL(side_of)(work, w->b);
    if (w->kind == WRENCH_BUSHING)
        KERNEL(bushing_push)(w, &sides[0], &sides[1], push);
    else
        KERNEL(contact_push)(w, &sides[0], &sides[1], push);
}

/* Adds their forces where the mechanism is placed: on b, and against it on a, where they act. */
static void KERNEL(push_wrenches)(const struct instance *k, const struct work *work, scalar *inputs)
{
    for (size_t i = 0; i < k->file->n_wrenches; i++) {
        const struct mechanism_wrench *w = &k->wrenches[i];
        struct KERNEL(push) push;
        struct KERNEL(side) sides[2];
        KERNEL(wrench_push)(w, work, &push, sides);
        for (int side = 0; side < 2; side++) {
            scalar arm[3], moment[3];
            for (int j = 0; j < 3; j++)
                arm[j] = push.at[j] - sides[side].origin[j];
            KERNEL(crossed)(arm, push.force, moment);
            for (size_t j = 0; j < 3; j++) {
                inputs[w->inputs[side] + j] = side == 0 ? -push.force[j] : push.force[j];
                inputs[w->inputs[side] + 3 + j] = side == 0 ? -push.torque[j] - moment[j] : push.torque[j] + moment[j];
            }
        }
    }
}

static scalar *KERNEL(wrench_locals)(const struct instance *k, const struct work *work, scalar *w)
{
    for (size_t i = 0; i < k->file->n_wrenches; i++, w += WRENCH_LOCALS) {
        struct KERNEL(push) push;
        struct KERNEL(side) sides[2];
        KERNEL(wrench_push)(&k->wrenches[i], work, &push, sides);
        for (int j = 0; j < WRENCH_LOCALS; j++)
            w[j] = push.locals[j];
    }
    return w;
}

static scalar KERNEL(wrenches_energy)(const struct instance *k, const struct work *work)
{
    scalar energy = 0;
    for (size_t i = 0; i < k->file->n_wrenches; i++) {
        struct KERNEL(push) push;
        struct KERNEL(side) sides[2];
        KERNEL(wrench_push)(&k->wrenches[i], work, &push, sides);
        energy += push.energy;
    }
    return energy;
}
