/* Accelerations, and what joints and loops carry: Newton's and Euler's equations body by body, from the ends inwards, so that
 * bodies in fixed joints, which share a link, are told apart. About the origin of the body's link, in the ground's axes. */

/* Of all coordinates, under the inputs u. */
static bool KERNEL(accelerations_find)(const struct engine *e, const scalar *u, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent;
    if (!KERNEL(dynamics)(e, u, report))
        return false;
    KERNEL(reduced_solve)(e, w->rhs);
    for (size_t i = 0; i < e->n; i++) {
        w->accelerations[i] = e->n_dependent > 0 ? w->g[i] : w->rhs[i];
        for (size_t j = e->first_freedom[i]; e->n_dependent > 0 && j < e->end_freedom[i]; j++)
            w->accelerations[i] += w->R[i * n_f + j] * w->rhs[j];
    }
    KERNEL(engine_move_accelerations)(e, w->w, w->accelerations);
    return true;
}

/* Of the kept rows; after that. Beside a singular position the rows still tell, in it they do not. */
static bool KERNEL(multipliers_find)(const struct engine *e, const scalar *u, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    struct model_report unused;
    if (e->n_dependent == 0)
        return true;
    if (w->is_bridged && !(KERNEL(engine_rows)(e, e->kept, e->n_dependent, NULL, w->D, &unused) &&
                           KERNEL(dependent_factor)(e, e->n_dependent, &unused)))
        return model_fail(report, "joint '%s': the loop is in a singular position, which does not tell its reactions",
                          e->rows[e->kept[0]].name);
    if (!KERNEL(engine_forces)(e, u, w->tau, report))
        return false;
    KERNEL(engine_full_multipliers)(e, w->tau, w->multipliers);
    return true;
}

/* The force that a body's motion needs. */
static void KERNEL(body_inertia)(const struct engine *e, size_t body, scalar *f, scalar *n)
{
    const struct link alone = engine_body_load(e, body);
    const struct KERNEL(frame) *frame = &e->KERNEL(over)->frames[e->bodies[body].slot];
    scalar a[3], al[3], w[3], h[3], turned[3], force[3], moment[3] = {0}, momentum[3]; /* in the link's axes */
    for (int k = 0; k < 3; k++) {
        const scalar *axis = frame->R + 3 * k;
        a[k] = KERNEL(dot)(axis, frame->a);
        al[k] = KERNEL(dot)(axis, frame->al);
        w[k] = KERNEL(dot)(axis, frame->w);
        h[k] = alone.h[k];
        force[k] = alone.mass * a[k];
    }
    const double *J = alone.J;
    const double rows[3][3] = {{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}};
    for (int k = 0; k < 3; k++) {
        moment[k] = rows[k][0] * al[0] + rows[k][1] * al[1] + rows[k][2] * al[2];
        momentum[k] = rows[k][0] * w[0] + rows[k][1] * w[1] + rows[k][2] * w[2];
    }
    KERNEL(cross_add)(al, h, force);
    KERNEL(cross)(w, h, turned);
    KERNEL(cross_add)(w, turned, force);
    KERNEL(cross_add)(w, momentum, moment);
    KERNEL(cross_add)(h, a, moment);
    for (int k = 0; k < 3; k++) {
        f[k] = frame->R[k] * force[0] + frame->R[3 + k] * force[1] + frame->R[6 + k] * force[2];
        n[k] = frame->R[k] * moment[0] + frame->R[3 + k] * moment[1] + frame->R[6 + k] * moment[2];
    }
}

/* A force on the first end of a line, and its opposite on the other, where these are bodies. */
static void KERNEL(bodies_push)(const struct engine *e, int a, int b, const struct KERNEL(line) * line,
                                const scalar on_a[3])
{
    scalar *carried = e->KERNEL(over)->carried;
    const scalar on_b[3] = {-on_a[0], -on_a[1], -on_a[2]};
    if (a >= 0)
        KERNEL(push)(carried + 6 * a, carried + 6 * a + 3, line->a.arm, on_a);
    if (b >= 0)
        KERNEL(push)(carried + 6 * b, carried + 6 * b + 3, line->b.arm, on_b);
}

static bool KERNEL(elements_push)(const struct engine *e, const scalar *u, struct model_report *report)
{
    const struct mechanism *m = e->mechanism;
    scalar *carried = e->KERNEL(over)->carried, on_a[3] = {0};
    struct KERNEL(line) line;
    for (size_t k = 0; k < m->n_springs; k++) {
        if (!KERNEL(spring_force)(e, k, &line, on_a, report))
            return false;
        KERNEL(bodies_push)(e, m->springs[k].a.body, m->springs[k].b.body, &line, on_a);
    }
    for (size_t k = 0; k < m->n_actuators; k++) {
        if (m->actuators[k].kind != ACTUATOR_POINTS)
            continue;
        const struct KERNEL(line) *between = KERNEL(actuator_force)(e, k, u[k], on_a, report);
        if (!between)
            return false;
        KERNEL(bodies_push)(e, m->actuators[k].a.body, m->actuators[k].b.body, between, on_a);
    }
    for (size_t k = 0; k < m->n_loads; k++)
        if (m->loads[k].kind != LOAD_JOINT) {
            scalar *of_body = carried + 6 * m->loads[k].point.body;
            KERNEL(load_push)(e, k, u[m->n_actuators + k], of_body, of_body + 3);
        }
    for (size_t k = 0; k < m->n_payloads; k++) {
        scalar *of_body = carried + 6 * m->payloads[k].point.body;
        KERNEL(payload_resist)(e, k, of_body, of_body + 3);
    }
    return true;
}

/* What the row i of the kept ones does to its sides: tau + D^T lambda = 0, so that it is -lambda times the row's wrenches. */
static void KERNEL(row_carries)(const struct engine *e, size_t i, struct KERNEL(row_place) * at,
                                struct KERNEL(wrench) * on_a, struct KERNEL(wrench) * on_b)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    const struct row *row = &e->rows[e->kept[i]];
    KERNEL(row_place_all)(w->frames, row, at);
    KERNEL(row_wrenches)(row, at, on_a, on_b);
    for (int k = 0; k < 3; k++) {
        on_a->f[k] *= -w->multipliers[i];
        on_a->n[k] *= -w->multipliers[i];
        on_b->f[k] *= -w->multipliers[i];
        on_b->n[k] *= -w->multipliers[i];
    }
}

static void KERNEL(rows_push)(const struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    scalar *carried = e->KERNEL(over)->carried;
    for (size_t i = 0; i < e->n_dependent; i++) {
        const size_t loop = e->rows[e->kept[i]].loop;
        const bool is_cut = loop < m->n_cuts;
        const int a = is_cut ? m->cuts[loop].a.body : MECHANISM_GROUND;
        const int b = is_cut ? m->cuts[loop].b.body : m->contacts[loop - m->n_cuts].body;
        struct KERNEL(row_place) at;
        struct KERNEL(wrench) on_a, on_b;
        KERNEL(row_carries)(e, i, &at, &on_a, &on_b);
        for (int k = 0; k < 3; k++) {
            if (a >= 0) {
                carried[6 * a + k] -= on_a.f[k];
                carried[6 * a + 3 + k] -= on_a.n[k];
            }
            if (b >= 0) {
                carried[6 * b + k] -= on_b.f[k];
                carried[6 * b + 3 + k] -= on_b.n[k];
            }
        }
    }
}

bool KERNEL(engine_accelerations)(const struct engine *e, const scalar *u, struct model_report *report)
{
    KERNEL(engine_placement_move)(e);
    return KERNEL(accelerations_find)(e, u, report);
}

bool KERNEL(engine_balance)(const struct engine *e, const scalar *u, struct model_report *report)
{
    const struct mechanism *m = e->mechanism;
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_placement_move)(e);
    if (!KERNEL(accelerations_find)(e, u, report) || !KERNEL(multipliers_find)(e, u, report))
        return false;
    for (size_t b = 0; b < m->n_bodies; b++)
        KERNEL(body_inertia)(e, b, w->carried + 6 * b, w->carried + 6 * b + 3);
    if (m->n_flexibles > 0)
        KERNEL(flexibles_carry)(e, w->carried);
    if (!KERNEL(elements_push)(e, u, report))
        return false;
    KERNEL(rows_push)(e);
    for (size_t b = m->n_bodies; b-- > 0;) {
        const int parent = m->bodies[b].parent;
        if (parent < 0)
            continue;
        const scalar *child = w->carried + 6 * b;
        scalar *on_parent = w->carried + 6 * parent, d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = w->frames[e->bodies[b].slot].r[k] - w->frames[e->bodies[parent].slot].r[k];
            on_parent[k] += child[k];
            on_parent[3 + k] += child[3 + k];
        }
        KERNEL(cross_add)(d, child, on_parent + 3);
    }
    return true;
}

void KERNEL(engine_acceleration_of)(const struct engine *e, struct mechanism_point point, scalar acceleration[3])
{
    const struct link_point p = engine_point(e, point);
    const struct KERNEL(frame) *frames = e->KERNEL(over)->frames;
    scalar arm[3];
    KERNEL(to_ground)(frames[p.slot].R, p.at, arm);
    KERNEL(point_acceleration)(&frames[p.slot], arm, acceleration);
    for (int k = 0; k < 3; k++)
        acceleration[k] -= frames[0].a[k]; /* they are less gravity */
}

void KERNEL(engine_payload_force)(const struct engine *e, size_t k, scalar mass, scalar force[3])
{
    scalar arm[3];
    KERNEL(payload_moves)(e, k, arm, force);
    for (int j = 0; j < 3; j++)
        force[j] *= -mass;
}

void KERNEL(engine_turning_of)(const struct engine *e, int body, scalar rate[3], scalar acceleration[3])
{
    const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[body < 0 ? 0 : e->bodies[body].slot];
    for (int k = 0; k < 3; k++) {
        rate[k] = f->w[k];
        acceleration[k] = f->al[k];
    }
}

/* From the ground's axes to a body's. */
static void KERNEL(turn_to_body)(const struct engine *e, int body, scalar x[3])
{
    scalar rotation[9], y[3];
    if (body < 0)
        return;
    KERNEL(engine_frame_of)(e, body, rotation);
    for (int k = 0; k < 3; k++)
        y[k] = rotation[k] * x[0] + rotation[3 + k] * x[1] + rotation[6 + k] * x[2];
    for (int k = 0; k < 3; k++)
        x[k] = y[k];
}

void KERNEL(engine_joint_reaction)(const struct engine *e, size_t body, int axes, scalar force[3], scalar moment[3])
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    const struct body_place *place = &e->bodies[body];
    scalar arm[3];
    KERNEL(to_ground)(w->frames[place->slot].R, place->o, arm);
    for (int k = 0; k < 3; k++) {
        force[k] = w->carried[6 * body + (size_t)k];
        moment[k] = w->carried[6 * body + 3 + (size_t)k];
    }
    KERNEL(cross_add)(force, arm, moment);
    KERNEL(turn_to_body)(e, axes, force);
    KERNEL(turn_to_body)(e, axes, moment);
}

void KERNEL(engine_cut_reaction)(const struct engine *e, size_t cut, int axes, scalar force[3], scalar moment[3])
{
    for (int k = 0; k < 3; k++)
        force[k] = moment[k] = 0;
    for (size_t i = 0; i < e->n_dependent; i++) {
        struct KERNEL(row_place) at;
        struct KERNEL(wrench) on_a, on_b;
        if (e->rows[e->kept[i]].loop != cut)
            continue;
        KERNEL(row_carries)(e, i, &at, &on_a, &on_b);
        for (int k = 0; k < 3; k++) {
            force[k] += on_b.f[k];
            moment[k] += on_b.n[k];
        }
        KERNEL(cross_add)(on_b.f, at.b.arm, moment);
    }
    KERNEL(turn_to_body)(e, axes, force);
    KERNEL(turn_to_body)(e, axes, moment);
}

void KERNEL(engine_contact_reaction)(const struct engine *e, size_t contact, int axes, scalar force[3])
{
    scalar moment[3];
    KERNEL(engine_cut_reaction)(e, e->mechanism->n_cuts + contact, MECHANISM_GROUND, force, moment);
    KERNEL(turn_to_body)(e, axes, force);
}
