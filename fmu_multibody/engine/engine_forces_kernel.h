/* Forces by the recursive Newton-Euler formulas, and the mass matrix by composite bodies. */

/* Adds a force at a point of a link to the forces that the link needs: with a minus, since it is given. */
static inline void KERNEL(push)(struct KERNEL(frame) * f, const scalar *arm, const scalar *force)
{
    for (int k = 0; k < 3; k++)
        f->f[k] -= force[k];
    KERNEL(cross_add)(force, arm, f->n);
}

/* A force on a line's first end, and its opposite on the other. */
static void KERNEL(line_push)(struct KERNEL(frame) * frames, const struct link_point ends[2],
                              const struct KERNEL(line) * line, const scalar on_a[3])
{
    const scalar on_b[3] = {-on_a[0], -on_a[1], -on_a[2]};
    KERNEL(push)(&frames[ends[0].slot], line->a.arm, on_a);
    KERNEL(push)(&frames[ends[1].slot], line->b.arm, on_b);
}

/* `pull` draws both ends of a line together. */
static void KERNEL(line_pull)(struct KERNEL(frame) * frames, const struct link_point ends[2],
                              const struct KERNEL(line) * line, scalar pull)
{
    const scalar on_a[3] = {pull * line->e[0], pull * line->e[1], pull * line->e[2]};
    KERNEL(line_push)(frames, ends, line, on_a);
}

static bool KERNEL(actuators_push)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    for (size_t k = 0; k < e->mechanism->n_actuators; k++) {
        const struct mechanism_actuator *a = &e->mechanism->actuators[k];
        if (a->kind == ACTUATOR_COORDINATE) {
            const size_t i = e->actuator_coordinates[k];
            tau[i] -= u[k];
        } else {
            const struct KERNEL(line) line = KERNEL(line_between)(frames, &e->actuators[2 * k]);
            if (!((double)line.length > 0))
                return model_fail(report, "actuator '%s' has no length, and so no direction", a->name);
            KERNEL(line_pull)(frames, &e->actuators[2 * k], &line, -u[k]);
        }
    }
    return true;
}

static bool KERNEL(springs_pull)(const struct engine *e, scalar *tau, struct model_report *report)
{
    const struct mechanism *m = e->mechanism;
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    for (size_t k = 0; k < m->n_springs; k++) {
        const struct mechanism_spring *s = &m->springs[k];
        const struct KERNEL(line) line = KERNEL(line_between)(frames, &e->springs[2 * k]);
        if (!((double)line.length > 0)) {
            if (s->free_length != 0)
                return model_fail(report, "spring '%s' has no length, and so no direction", s->name);
            scalar on_a[3]; /* k d as everywhere; the damper lies in the direction in which the ends part */
            for (int i = 0; i < 3; i++)
                on_a[i] = s->stiffness * line.d[i] + s->damping * line.v[i];
            KERNEL(line_push)(frames, &e->springs[2 * k], &line, on_a);
            continue;
        }
        KERNEL(line_pull)
        (frames, &e->springs[2 * k], &line, s->stiffness * (line.length - s->free_length) + s->damping * line.rate);
    }
    for (size_t k = 0; k < m->n_joint_springs; k++) {
        const struct mechanism_joint_spring *s = &m->joint_springs[k];
        const size_t i = e->spring_coordinates[k];
        tau[i] += s->stiffness * (e->KERNEL(over)->z[i] - s->rest) + s->damping * e->KERNEL(over)->w[i];
    }
    return true;
}

static void KERNEL(loads_push)(const struct engine *e, const scalar *amplitudes, scalar *tau)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    for (size_t k = 0; k < e->mechanism->n_loads; k++) {
        const struct mechanism_load *load = &e->mechanism->loads[k];
        if (load->kind == LOAD_JOINT) {
            tau[e->load_coordinates[k]] -= amplitudes[k];
            continue;
        }
        struct KERNEL(frame) *f = &frames[e->loads[k].slot];
        const double *direction = e->load_directions + 3 * k;
        scalar arm[3], force[3];
        if (load->kind == LOAD_FORCE_FOLLOWING || load->kind == LOAD_TORQUE_FOLLOWING)
            KERNEL(to_ground)(f->R, direction, force);
        else
            for (int i = 0; i < 3; i++)
                force[i] = direction[i];
        for (int i = 0; i < 3; i++)
            force[i] *= amplitudes[k];
        if (load->kind == LOAD_FORCE || load->kind == LOAD_FORCE_FOLLOWING) {
            KERNEL(to_ground)(f->R, e->loads[k].at, arm);
            KERNEL(push)(f, arm, force);
        } else {
            for (int i = 0; i < 3; i++)
                f->n[i] -= force[i];
        }
    }
}

/* Inertia of every link about its origin, in the ground's axes. */
static void KERNEL(inertias_turn)(const struct engine *e)
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
}

/* Adds what the links' forces and moments do along the coordinates, from the ends inwards. */
static void KERNEL(forces_gather)(const struct engine *e, scalar *tau)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    for (size_t i = e->n; i-- > 0;) {
        const struct link *link = &e->links[i];
        const struct KERNEL(frame) *f = &frames[i + 1];
        struct KERNEL(frame) *p = &frames[link->parent];
        tau[i] += KERNEL(dot)(f->R + 6, link->revolute ? f->n : f->f);
        for (int k = 0; k < 3; k++) {
            p->f[k] += f->f[k];
            p->n[k] += f->n[k];
        }
        KERNEL(cross_add)(f->d, f->f, p->n);
    }
}

/* Without the inputs: what a placement needs whatever drives it. */
static bool KERNEL(own_forces)(const struct engine *e, scalar *tau, struct model_report *report)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    KERNEL(inertias_turn)(e);
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
    if (!KERNEL(springs_pull)(e, tau, report))
        return false;
    KERNEL(forces_gather)(e, tau);
    return true;
}

/* Adds the inputs' part. */
static bool KERNEL(input_forces)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    for (size_t i = 0; i <= e->n; i++)
        for (int k = 0; k < 3; k++)
            frames[i].f[k] = frames[i].n[k] = 0;
    if (!KERNEL(actuators_push)(e, u, tau, report))
        return false;
    KERNEL(loads_push)(e, u + e->mechanism->n_actuators, tau);
    KERNEL(forces_gather)(e, tau);
    return true;
}

/* tau = M z'' + C - Q at the accelerations that were moved: the generalized forces that are missing. */
bool KERNEL(engine_forces)(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report)
{
    return KERNEL(own_forces)(e, tau, report) && KERNEL(input_forces)(e, u, tau, report);
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

/* Lower and upper triangle of the mass matrix in relative coordinates; after engine_forces(), which turned the inertias. */
void KERNEL(engine_mass)(const struct engine *e, scalar *M)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    const size_t n = e->n;
    for (size_t i = 0; i < n * n; i++)
        M[i] = 0;
    for (size_t i = n; i-- > 0;) {
        const struct link *link = &e->links[i];
        const struct KERNEL(frame) *f = &frames[i + 1];
        const scalar *s = f->R + 6;
        scalar force[3], moment[3];
        if (link->revolute) {
            KERNEL(cross)(s, f->h, force);
            KERNEL(symmetric_times)(f->J, s, moment);
        } else {
            for (int k = 0; k < 3; k++)
                force[k] = link->mass_above * s[k];
            KERNEL(cross)(f->h, s, moment);
        }
        M[i * n + i] = KERNEL(dot)(s, link->revolute ? moment : force);
        int slot = (int)i + 1;
        for (int parent = link->parent; parent != 0; parent = e->links[parent - 1].parent) {
            KERNEL(cross_add)(frames[slot].d, force, moment);
            slot = parent;
            const size_t j = (size_t)slot - 1;
            M[i * n + j] = KERNEL(dot)(frames[slot].R + 6, e->links[j].revolute ? moment : force);
            M[j * n + i] = M[i * n + j];
        }
        if (link->parent != 0)
            KERNEL(composite_add)(f, link->mass_above, &frames[link->parent]);
    }
}
