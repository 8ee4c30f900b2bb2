/* What others want to know of a placement: lengths, places, energies, static forces. */

const scalar *KERNEL(engine_positions)(const struct engine *e)
{
    return e->KERNEL(over)->z;
}

const scalar *KERNEL(engine_velocities)(const struct engine *e)
{
    return e->KERNEL(over)->w;
}

void KERNEL(engine_actuator)(const struct engine *e, size_t k, const scalar *u, scalar *s, scalar *ds, scalar *force)
{
    const struct mechanism_actuator *a = &e->mechanism->actuators[k];
    if (a->kind == ACTUATOR_COORDINATE) {
        *s = e->KERNEL(over)->z[e->actuator_coordinates[k]] + a->offset;
        *ds = e->KERNEL(over)->w[e->actuator_coordinates[k]];
    } else {
        KERNEL(engine_ends_move)(e);
        const struct KERNEL(line) *line = KERNEL(actuator_line)(e, k);
        *s = line->length;
        *ds = line->rate;
    }
    if (force)
        *force = u[k];
}

void KERNEL(engine_place_of)(const struct engine *e, struct mechanism_point point, scalar position[3],
                             scalar velocity[3])
{
    const struct link_point p = engine_point(e, point);
    KERNEL(engine_placement_move)(e);
    const struct KERNEL(point) at = KERNEL(point_at)(e->KERNEL(over)->frames, &p);
    for (int k = 0; k < 3; k++)
        position[k] = at.r[k];
    if (velocity)
        KERNEL(point_velocity)(&e->KERNEL(over)->frames[p.slot], at.arm, velocity);
}

void KERNEL(engine_frame_of)(const struct engine *e, int body, scalar rotation[9])
{
    static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    KERNEL(engine_placement_move)(e);
    const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[body < 0 ? 0 : e->bodies[body].slot];
    const double *C = body < 0 ? unit : e->bodies[body].C;
    for (int column = 0; column < 3; column++) {
        scalar axis[3];
        KERNEL(to_ground)(f->R, C + 3 * column, axis);
        for (int row = 0; row < 3; row++)
            rotation[3 * row + column] = axis[row];
    }
}

scalar KERNEL(engine_kinetic_energy)(const struct engine *e)
{
    scalar energy = 0;
    KERNEL(engine_placement_move)(e);
    KERNEL(engine_inertias_turn)(e);
    for (size_t i = 0; i < e->n; i++) {
        const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[i + 1];
        scalar momentum[3], carried[3];
        KERNEL(symmetric_times)(f->J, f->w, momentum);
        KERNEL(cross)(f->w, f->h, carried);
        energy += KERNEL(dot)(f->w, momentum) / 2 + KERNEL(dot)(f->v, carried) +
                  e->links[i].mass / 2 * KERNEL(dot)(f->v, f->v);
    }
    return e->mechanism->n_flexibles > 0 ? energy + KERNEL(flexibles_kinetic)(e) : energy;
}

scalar KERNEL(engine_potential_energy)(const struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    scalar energy = 0;
    KERNEL(engine_placement_move)(e);
    for (size_t i = 0; i < e->n; i++) {
        const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[i + 1];
        scalar h[3];
        KERNEL(to_ground)(f->R, e->links[i].h, h);
        for (int k = 0; k < 3; k++)
            energy -= m->gravity[k] * (h[k] + e->links[i].mass * f->r[k]);
    }
    for (size_t k = 0; k < m->n_springs; k++) {
        const struct KERNEL(line) line = KERNEL(line_between)(e->KERNEL(over)->frames, &e->springs[2 * k]);
        const scalar stretch = line.length - m->springs[k].free_length;
        energy += m->springs[k].stiffness / 2 * stretch * stretch;
        energy += KERNEL(curve_energy)(m, m->springs[k].by_stretch, stretch);
    }
    for (size_t k = 0; k < m->n_joint_springs; k++) {
        const scalar turn = e->KERNEL(over)->z[e->spring_coordinates[k]] - m->joint_springs[k].rest;
        energy += m->joint_springs[k].stiffness / 2 * turn * turn;
        energy += KERNEL(curve_energy)(m, m->joint_springs[k].by_stretch, turn);
    }
    return m->n_flexibles > 0 ? energy + KERNEL(flexibles_potential)(e) : energy;
}

void KERNEL(engine_payload_energies)(const struct engine *e, const scalar *u, scalar *kinetic, scalar *potential)
{
    const struct mechanism *m = e->mechanism;
    for (size_t k = 0; k < m->n_payloads; k++) {
        const scalar mass = u[mechanism_payload_input(m, k)];
        scalar r[3], v[3];
        KERNEL(engine_place_of)(e, m->payloads[k].point, r, v);
        *kinetic += mass / 2 * KERNEL(dot)(v, v);
        for (int j = 0; j < 3; j++)
            *potential -= mass * m->gravity[j] * r[j];
    }
}

scalar KERNEL(engine_residual)(const struct engine *e)
{
    scalar largest = 0;
    KERNEL(engine_placement_move)(e);
    for (size_t i = 0; i < e->n_holonomic_rows; i++) {
        struct KERNEL(row_place) at = {.d = {0}}; /* gcc 14 does not see that all kinds of rows fill what they use */
        KERNEL(row_place_all)(e->KERNEL(over)->frames, &e->rows[i], &at);
        const scalar residual = KERNEL(row_residual)(&e->rows[i], &at);
        if (fabs((double)residual) > (double)largest)
            largest = (double)residual < 0 ? -residual : residual;
    }
    return largest;
}

/* Generalized forces of a unit force of actuator k, in full coordinates. */
static void KERNEL(actuator_direction)(const struct engine *e, size_t k, scalar *forces)
{
    for (size_t i = 0; i < e->n; i++)
        forces[i] = 0;
    if (e->mechanism->actuators[k].kind == ACTUATOR_COORDINATE) {
        forces[e->actuator_coordinates[k]] = 1;
        return;
    }
    const struct link_point *ends = &e->actuators[2 * k];
    const struct KERNEL(line) *line = KERNEL(actuator_line)(e, k);
    struct KERNEL(wrench) on_a, on_b;
    for (int i = 0; i < 3; i++) {
        on_b.f[i] = line->e[i];
        on_a.f[i] = -line->e[i];
    }
    KERNEL(cross)(line->a.arm, on_a.f, on_a.n);
    KERNEL(cross)(line->b.arm, on_b.f, on_b.n);
    const int meet = engine_chains_meet(e, ends[0].slot, ends[1].slot); /* what is below carries both, which cancel */
    KERNEL(wrench_spread)(e, ends[0].slot, meet, on_a, forces);
    KERNEL(wrench_spread)(e, ends[1].slot, meet, on_b, forces);
}

static bool KERNEL(static_system_solve)(const struct engine *e, size_t n, scalar *a, scalar *b)
{
    if (KERNEL(factor)(n, a, e->KERNEL(over)->static_pivots) < n)
        return false;
    KERNEL(solve)(n, a, e->KERNEL(over)->static_pivots, b);
    return true;
}

/* Where some actuators do the same as others: of all forces with the least acceleration the smallest. With those columns A_I that are independent
 * A = A_I C, so that g = C f is determined, A_I^T (R^T M R)^-1 (A_I g + b) = 0, and f = C^T (C C^T)^-1 g. */
static bool KERNEL(static_forces_shared)(const struct engine *e, scalar *forces)
{
    const double same = 1e-9;
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent, n_a = e->mechanism->n_actuators;
    const scalar *A = w->statics, *Y = A + n_f * n_a;
    scalar *S = w->statics + 2 * n_f * n_a, *L = S + n_a * n_a, *C = L + n_a * n_a, *g = w->rhs;
    size_t *chosen = w->static_pivots, r = 0;
    for (size_t k = 0; k < n_a; k++) {
        for (size_t j = 0; j < n_a; j++)
            S[k * n_a + j] = KERNEL(dot_long)(n_f, A + k * n_f, Y + j * n_f);
        forces[k] = -KERNEL(dot_long)(n_f, Y + k * n_f, w->rhs);
    }
    for (size_t k = 0; k < n_a; k++) { /* L L^T = S of the independent ones; what is left of another one is nothing */
        scalar *l = L + r * n_a, *c = C + k * n_a, rest = S[k * n_a + k];
        for (size_t q = 0; q < n_a; q++)
            c[q] = 0;
        for (size_t q = 0; q < r; q++) {
            l[q] = (S[k * n_a + chosen[q]] - KERNEL(dot_long)(q, L + q * n_a, l)) / L[q * n_a + q];
            rest -= l[q] * l[q];
        }
        if (!((double)S[k * n_a + k] > 0))
            return false;
        if ((double)rest > same * (double)S[k * n_a + k]) {
            l[r] = sqrt(rest);
            c[r] = 1;
            chosen[r++] = k;
            continue;
        }
        for (size_t q = r; q-- > 0;) {
            c[q] = l[q];
            for (size_t p = q + 1; p < r; p++)
                c[q] -= L[p * n_a + q] * c[p];
            c[q] /= L[q * n_a + q];
        }
    }
    for (size_t q = 0; q < r; q++)
        g[q] = (forces[chosen[q]] - KERNEL(dot_long)(q, L + q * n_a, g)) / L[q * n_a + q];
    for (size_t q = r; q-- > 0;) {
        for (size_t p = q + 1; p < r; p++)
            g[q] -= L[p * n_a + q] * g[p];
        g[q] /= L[q * n_a + q];
    }
    for (size_t p = 0; p < r; p++) /* C C^T, where S was */
        for (size_t q = 0; q < r; q++) {
            S[p * r + q] = 0;
            for (size_t k = 0; k < n_a; k++)
                S[p * r + q] += C[k * n_a + p] * C[k * n_a + q];
        }
    if (!KERNEL(static_system_solve)(e, r, S, g))
        return false;
    for (size_t k = 0; k < n_a; k++)
        forces[k] = KERNEL(dot_long)(r, C + k * n_a, g);
    return true;
}

/* With A = R^T J^T, a column per actuator, and b = R^T Q at rest: A f = -b. Where there are fewer actuators than degrees of
 * freedom, in the sense of least acceleration, A^T (R^T M R)^-1 (A f + b) = 0, eq. 15 of the manipulator's document; where
 * there are more, the smallest forces, f = -A^T (A A^T)^-1 b. */
static bool KERNEL(static_forces_at_rest)(const struct engine *e, const scalar *u, scalar *forces,
                                          struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent, n_a = e->mechanism->n_actuators;
    for (size_t i = 0; i < mechanism_inputs(e->mechanism); i++)
        w->loads[i] = i < n_a || !u ? 0 : u[i];
    if (!KERNEL(dynamics)(e, w->loads, report))
        return false;
    scalar *A = w->statics, *Y = A + n_f * n_a, *S = Y + n_f * n_a; /* A and Y by columns */
    for (size_t k = 0; k < n_a; k++) {
        KERNEL(actuator_direction)(e, k, w->g);
        for (size_t i = 0; i < n_f; i++)
            Y[k * n_f + i] = 0;
        KERNEL(rhs_take)(e, w->g, Y + k * n_f);
        for (size_t i = 0; i < n_f; i++)
            A[k * n_f + i] = Y[k * n_f + i] = -Y[k * n_f + i];
        KERNEL(reduced_solve)(e, Y + k * n_f);
    }
    if (n_a > n_f) {
        for (size_t i = 0; i < n_f; i++)
            for (size_t j = 0; j < n_f; j++) {
                S[i * n_f + j] = 0;
                for (size_t k = 0; k < n_a; k++)
                    S[i * n_f + j] += A[k * n_f + i] * A[k * n_f + j];
            }
        if (KERNEL(static_system_solve)(e, n_f, S, w->rhs)) {
            for (size_t k = 0; k < n_a; k++)
                forces[k] = -KERNEL(dot_long)(n_f, A + k * n_f, w->rhs);
            return true;
        }
    } else {
        for (size_t k = 0; k < n_a; k++) {
            for (size_t j = 0; j < n_a; j++)
                S[k * n_a + j] = KERNEL(dot_long)(n_f, A + k * n_f, Y + j * n_f);
            forces[k] = -KERNEL(dot_long)(n_f, Y + k * n_f, w->rhs);
        }
        if (KERNEL(static_system_solve)(e, n_a, S, forces))
            return true;
    }
    return KERNEL(static_forces_shared)(e, forces) ||
           model_fail(report, "no actuator forces hold the mechanism here: an actuator is at a dead point");
}

bool KERNEL(engine_static_forces)(const struct engine *e, const scalar *u, scalar *forces, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n = e->n;
    if (e->mechanism->n_actuators == 0)
        return true;
    KERNEL(engine_placement_move)(e);
    for (size_t i = 0; i < n; i++) {
        w->saved[i] = w->w[i];
        w->w[i] = 0;
    }
    KERNEL(engine_move_velocities)(e, w->w);
    const bool found = KERNEL(static_forces_at_rest)(e, u, forces, report);
    for (size_t i = 0; i < n; i++)
        w->w[i] = w->saved[i];
    KERNEL(engine_move_velocities)(e, w->w);
    return found;
}
