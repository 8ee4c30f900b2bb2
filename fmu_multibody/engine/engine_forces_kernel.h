/* Forces by the recursive Newton-Euler formulas, and the mass matrix by composite bodies. */

/* Adds a force at a point of a link, or of a body, to the force f and the moment n that it needs: with a minus, since it is given. */
static inline void KERNEL(push)(scalar *f, scalar *n, const scalar *arm, const scalar *force)
{
    for (int k = 0; k < 3; k++)
        f[k] -= force[k];
    KERNEL(cross_add)(force, arm, n);
}

/* A force on a line's first end, and its opposite on the other. */
static void KERNEL(line_push)(struct KERNEL(frame) * frames, const struct link_point ends[2],
                              const struct KERNEL(line) * line, const scalar on_a[3])
{
    const scalar on_b[3] = {-on_a[0], -on_a[1], -on_a[2]};
    struct KERNEL(frame) *a = &frames[ends[0].slot], *b = &frames[ends[1].slot];
    KERNEL(push)(a->f, a->n, line->a.arm, on_a);
    KERNEL(push)(b->f, b->n, line->b.arm, on_b);
}

/* `pull` draws both ends of a line together. */
static inline void KERNEL(line_force)(const struct KERNEL(line) * line, scalar pull, scalar on_a[3])
{
    on_a[0] = pull * line->e[0];
    on_a[1] = pull * line->e[1];
    on_a[2] = pull * line->e[2];
}

/* Of an actuator between two points, at the placement: forces, power and outputs ask for it one after the other. */
static const struct KERNEL(line) * KERNEL(actuator_line)(const struct engine *e, size_t k)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    if (w->lines_placed[k] != w->placement) {
        w->lines[k] = KERNEL(line_between)(w->frames, &e->actuators[2 * k]);
        w->lines_placed[k] = w->placement;
    }
    return &w->lines[k];
}

/* The force of an actuator between two points on the first of them, and the line between them; NULL: it has no direction. */
static const struct KERNEL(line) *
    KERNEL(actuator_force)(const struct engine *e, size_t k, scalar force, scalar on_a[3], struct model_report *report)
{
    const struct KERNEL(line) *line = KERNEL(actuator_line)(e, k);
    if (!((double)line->length > 0)) {
        model_fail(report, "actuator '%s' has no length, and so no direction", e->mechanism->actuators[k].name);
        return NULL;
    }
    KERNEL(line_force)(line, -force, on_a);
    return line;
}

static bool KERNEL(actuators_push)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    for (size_t k = 0; k < e->mechanism->n_actuators; k++) {
        if (e->mechanism->actuators[k].kind == ACTUATOR_COORDINATE) {
            const size_t i = e->actuator_coordinates[k];
            tau[i] -= u[k];
            continue;
        }
        scalar on_a[3] = {0};
        const struct KERNEL(line) *line = KERNEL(actuator_force)(e, k, u[k], on_a, report);
        if (!line)
            return false;
        KERNEL(line_push)(e->KERNEL(over)->frames, &e->actuators[2 * k], line, on_a);
    }
    return true;
}

/* The piece of a curve on which x lies: its first point. */
static size_t KERNEL(curve_piece)(const double *at, size_t count, scalar x)
{
    size_t i = 0;
    while (i + 2 < count && (double)x >= at[i + 1])
        i++;
    return i;
}

static scalar KERNEL(curve_force)(const struct mechanism *m, struct mechanism_curve curve, scalar x)
{
    const double *at = m->numbers + curve.first, *force = at + curve.count;
    const size_t i = KERNEL(curve_piece)(at, curve.count, x);
    return force[i] + (force[i + 1] - force[i]) / (at[i + 1] - at[i]) * (x - at[i]);
}

/* The integral of the force from the first point. */
static scalar KERNEL(curve_work)(const struct mechanism *m, struct mechanism_curve curve, scalar x)
{
    const double *at = m->numbers + curve.first, *force = at + curve.count;
    const size_t piece = KERNEL(curve_piece)(at, curve.count, x);
    scalar work = (force[piece] + KERNEL(curve_force)(m, curve, x)) / 2 * (x - at[piece]);
    for (size_t i = 0; i < piece; i++)
        work += (force[i] + force[i + 1]) / 2 * (at[i + 1] - at[i]);
    return work;
}

/* What a curve stores from no stretch on; 0 where there is none. */
static scalar KERNEL(curve_energy)(const struct mechanism *m, struct mechanism_curve curve, scalar stretch)
{
    return curve.count > 0 ? KERNEL(curve_work)(m, curve, stretch) - KERNEL(curve_work)(m, curve, 0) : 0;
}

/* The force of spring k on its first end. */
static bool KERNEL(spring_force)(const struct engine *e, size_t k, struct KERNEL(line) * line, scalar on_a[3],
                                 struct model_report *report)
{
    const struct mechanism_spring *s = &e->mechanism->springs[k];
    *line = KERNEL(line_between)(e->KERNEL(over)->frames, &e->springs[2 * k]);
    if ((double)line->length > 0) {
        scalar pull = s->stiffness * (line->length - s->free_length) + s->damping * line->rate;
        if (s->by_stretch.count > 0)
            pull += KERNEL(curve_force)(e->mechanism, s->by_stretch, line->length - s->free_length);
        if (s->by_rate.count > 0)
            pull += KERNEL(curve_force)(e->mechanism, s->by_rate, line->rate);
        KERNEL(line_force)(line, pull, on_a);
        return true;
    }
    if (s->free_length != 0 || s->by_stretch.count + s->by_rate.count > 0)
        return model_fail(report, "spring '%s' has no length, and so no direction", s->name);
    for (int i = 0; i < 3; i++) /* k d as everywhere; the damper lies in the direction in which the ends part */
        on_a[i] = s->stiffness * line->d[i] + s->damping * line->v[i];
    return true;
}

bool KERNEL(engine_springs_pull)(const struct engine *e, scalar *tau, struct model_report *report)
{
    const struct mechanism *m = e->mechanism;
    for (size_t k = 0; k < m->n_springs; k++) {
        struct KERNEL(line) line;
        scalar on_a[3] = {0};
        if (!KERNEL(spring_force)(e, k, &line, on_a, report))
            return false;
        KERNEL(line_push)(e->KERNEL(over)->frames, &e->springs[2 * k], &line, on_a);
    }
    for (size_t k = 0; k < m->n_joint_springs; k++) {
        const struct mechanism_joint_spring *s = &m->joint_springs[k];
        const size_t i = e->spring_coordinates[k];
        tau[i] += s->stiffness * (e->KERNEL(over)->z[i] - s->rest) + s->damping * e->KERNEL(over)->w[i];
        if (s->by_stretch.count > 0)
            tau[i] += KERNEL(curve_force)(m, s->by_stretch, e->KERNEL(over)->z[i] - s->rest);
    }
    return true;
}

/* Adds a force or torque of the amplitude `size` to what its link, or its body, needs. */
static void KERNEL(load_push)(const struct engine *e, size_t k, scalar size, scalar *f, scalar *n)
{
    const enum load_kind kind = e->mechanism->loads[k].kind;
    const struct KERNEL(frame) *frame = &e->KERNEL(over)->frames[e->loads[k].slot];
    const double *direction = e->load_directions + 3 * k;
    scalar arm[3], force[3];
    if (kind == LOAD_FORCE_FOLLOWING || kind == LOAD_TORQUE_FOLLOWING)
        KERNEL(to_ground)(frame->R, direction, force);
    else
        for (int i = 0; i < 3; i++)
            force[i] = direction[i];
    for (int i = 0; i < 3; i++)
        force[i] *= size;
    if (kind == LOAD_FORCE || kind == LOAD_FORCE_FOLLOWING) {
        KERNEL(to_ground)(frame->R, e->loads[k].at, arm);
        KERNEL(push)(f, n, arm, force);
    } else {
        for (int i = 0; i < 3; i++)
            n[i] -= force[i];
    }
}

static void KERNEL(loads_push)(const struct engine *e, const scalar *amplitudes, scalar *tau)
{
    for (size_t k = 0; k < e->mechanism->n_loads; k++) {
        if (e->mechanism->loads[k].kind == LOAD_JOINT) {
            tau[e->load_coordinates[k]] -= amplitudes[k];
            continue;
        }
        struct KERNEL(frame) *f = &e->KERNEL(over)->frames[e->loads[k].slot];
        KERNEL(load_push)(e, k, amplitudes[k], f->f, f->n);
    }
}

/* Inertia of every link about its origin, in the ground's axes. */
void KERNEL(engine_inertias_turn)(const struct engine *e)
{
    for (size_t i = 0; i < e->n; i++) {
        const struct link *link = &e->links[i];
        struct KERNEL(frame) *f = &e->KERNEL(over)->frames[i + 1];
        if (link->massless) {
            for (int k = 0; k < 6; k++)
                f->J[k] = 0;
            for (int k = 0; k < 3; k++)
                f->h[k] = 0;
            continue;
        }
        const double *J = link->J;
        const scalar *R = f->R;
        scalar T[3][3]; /* T_a = sum over b of J_ab e_b */
        for (int k = 0; k < 3; k++) {
            T[0][k] = J[0] * R[k] + J[3] * R[3 + k] + J[4] * R[6 + k];
            T[1][k] = J[3] * R[k] + J[1] * R[3 + k] + J[5] * R[6 + k];
            T[2][k] = J[4] * R[k] + J[5] * R[3 + k] + J[2] * R[6 + k];
        }
        static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
        for (int k = 0; k < 6; k++)
            f->J[k] = T[0][row[k]] * R[column[k]] + T[1][row[k]] * R[3 + column[k]] + T[2][row[k]] * R[6 + column[k]];
        KERNEL(to_ground)(R, link->h, f->h);
    }
    if (e->mechanism->n_flexibles > 0)
        KERNEL(flexibles_bend)(e);
}

static inline void KERNEL(link_gather)(const struct engine *e, size_t i, scalar *tau)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    const struct link *link = &e->links[i];
    const struct KERNEL(frame) *f = &frames[i + 1];
    struct KERNEL(frame) *p = &frames[link->parent];
    tau[i] += KERNEL(along_joint)(link, f->R + 6, f->n, f->f);
    for (int k = 0; k < 3; k++) {
        p->f[k] += f->f[k];
        p->n[k] += f->n[k];
    }
    KERNEL(cross_add)(f->d, f->f, p->n);
}

/* Adds what the links' forces and moments do along the coordinates, from the ends inwards. */
static void KERNEL(forces_gather)(const struct engine *e, scalar *tau)
{
    for (size_t i = e->n; i-- > 0;)
        KERNEL(link_gather)(e, i, tau);
}

/* Without the inputs: what a placement needs whatever drives it. */
static bool KERNEL(own_forces)(const struct engine *e, scalar *tau, struct model_report *report)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    KERNEL(engine_inertias_turn)(e);
    for (size_t i = 0; i < e->n; i++) {
        const struct link *link = &e->links[i];
        struct KERNEL(frame) *f = &frames[i + 1];
        tau[i] = 0;
        for (int k = 0; k < 3; k++)
            f->f[k] = f->n[k] = 0;
        if (link->massless)
            continue;
        scalar momentum[3], turned[3];
        for (int k = 0; k < 3; k++)
            f->f[k] = link->mass * f->a[k];
        KERNEL(cross_add)(f->al, f->h, f->f);
        KERNEL(cross)(f->w, f->h, turned);
        KERNEL(cross_add)(f->w, turned, f->f);
        KERNEL(symmetric_times)(f->J, f->al, f->n);
        KERNEL(symmetric_times)(f->J, f->w, momentum);
        KERNEL(cross_add)(f->w, momentum, f->n);
        KERNEL(cross_add)(f->h, f->a, f->n);
    }
    if (!KERNEL(engine_springs_pull)(e, tau, report))
        return false;
    if (e->mechanism->n_flexibles > 0)
        KERNEL(flexibles_resist)(e, tau);
    KERNEL(payloads_resist)(e);
    KERNEL(forces_gather)(e, tau);
    return true;
}

/* What actuators and loads do: to the links that they act on, or along the joints. */
bool KERNEL(engine_inputs_push)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    if (!KERNEL(actuators_push)(e, u, tau, report))
        return false;
    KERNEL(loads_push)(e, u + e->mechanism->n_actuators, tau);
    return true;
}

/* Adds the inputs' part. */
static bool KERNEL(input_forces)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    for (size_t i = 0; i <= e->n; i++)
        for (int k = 0; k < 3; k++)
            frames[i].f[k] = frames[i].n[k] = 0;
    if (!KERNEL(engine_inputs_push)(e, u, tau, report))
        return false;
    KERNEL(forces_gather)(e, tau);
    return true;
}

/* tau = M z'' + C - Q at the accelerations that were moved: the generalized forces that are missing. */
bool KERNEL(engine_forces)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    return KERNEL(engine_payloads_take)(e, u, report) && KERNEL(own_forces)(e, tau, report) &&
           KERNEL(input_forces)(e, u, tau, report);
}

/* What hangs on a link, seen from its parent: first moments and inertias move by d. */
static void KERNEL(composite_add)(const struct KERNEL(frame) * f, double mass, struct KERNEL(frame) * p)
{
    const scalar *d = f->d, *h = f->h;
    /* -[d][h] - [h][d] - m [d][d] = (2 d h + m d d) 1 - (d h^T + h d^T + m d d^T), with g = h + m d / 2 */
    scalar g[3];
    for (int k = 0; k < 3; k++)
        g[k] = h[k] + mass / 2 * d[k];
    const scalar xx = d[0] * g[0], yy = d[1] * g[1], zz = d[2] * g[2];
    p->J[0] += f->J[0] + 2 * (yy + zz);
    p->J[1] += f->J[1] + 2 * (xx + zz);
    p->J[2] += f->J[2] + 2 * (xx + yy);
    p->J[3] += f->J[3] - d[0] * g[1] - d[1] * g[0];
    p->J[4] += f->J[4] - d[0] * g[2] - d[2] * g[0];
    p->J[5] += f->J[5] - d[1] * g[2] - d[2] * g[1];
    for (int k = 0; k < 3; k++)
        p->h[k] += h[k] + mass * d[k];
}

/* The mass matrix in relative coordinates, where it is not zero: of each link with itself and with those it hangs on, in the lower
 * triangle. After engine_forces(), which turned the inertias. */
static void KERNEL(mass_fill)(const struct engine *e, scalar *M)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    const size_t n = e->n;
    for (size_t i = n; i-- > 0;) {
        const struct link *link = &e->links[i];
        const struct KERNEL(frame) *f = &frames[i + 1];
        const scalar *s = f->R + 6;
        scalar force[3], moment[3];
        if (link->revolute) {
            KERNEL(cross)(s, f->h, force);
            KERNEL(symmetric_times)(f->J, s, moment);
            if (link->lead != 0) {
                scalar levered[3];
                KERNEL(cross)(f->h, s, levered);
                for (int k = 0; k < 3; k++) {
                    force[k] += link->lead * link->mass_above * s[k];
                    moment[k] += link->lead * levered[k];
                }
            }
        } else {
            for (int k = 0; k < 3; k++)
                force[k] = link->mass_above * s[k];
            KERNEL(cross)(f->h, s, moment);
        }
        M[i * n + i] = KERNEL(along_joint)(link, s, moment, force);
        int slot = (int)i + 1;
        for (int parent = link->parent; parent != 0; parent = e->links[parent - 1].parent) {
            KERNEL(cross_add)(frames[slot].d, force, moment);
            slot = parent;
            const size_t j = (size_t)slot - 1;
            M[i * n + j] = KERNEL(along_joint)(&e->links[j], frames[slot].R + 6, moment, force);
        }
        if (link->parent != 0)
            KERNEL(composite_add)(f, link->mass_above, &frames[link->parent]);
    }
    if (e->mechanism->n_flexibles > 0)
        KERNEL(flexibles_mass)(e, M);
    KERNEL(payloads_mass)(e, M);
}

/* Both triangles. */
void KERNEL(engine_mass)(const struct engine *e, scalar *M)
{
    const size_t n = e->n;
    for (size_t i = 0; i < n * n; i++)
        M[i] = 0;
    KERNEL(mass_fill)(e, M);
    for (size_t i = 0; i < n; i++)
        for (int parent = e->links[i].parent; parent != 0; parent = e->links[parent - 1].parent)
            M[((size_t)parent - 1) * n + i] = M[i * n + (size_t)parent - 1];
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        for (size_t i = b->first; i < b->first + b->n; i++)
            for (size_t j = b->first; j < i; j++)
                M[j * n + i] = M[i * n + j];
    }
}
