/* The reduced equations: coordinate partitioning. Dependent positions follow from Phi = 0, dependent velocities from
 * D dz/dt = 0, and (R^T M R) z_i'' = R^T (Q - M g), eqs. 2.26 to 2.29 of the dissertation, with nonholonomic rows in D. */

/* D and its factors at the final positions; where they are singular, R from beside. Near a fold there is no way past it on one
 * side, but the states determine the rest until they are very near. */
static bool KERNEL(placement_factor)(const struct engine *e, struct model_report *report)
{
    const double dead_point = 1e-7;
    struct KERNEL(workspace) *w = e->KERNEL(over);
    enum engine_path path;
    size_t weakest = 0;
    if (w->is_factored || w->is_bridged)
        return true;
    const bool is_factored = KERNEL(engine_rows)(e, e->kept, e->n_dependent, NULL, w->D, report) &&
                             KERNEL(dependent_factor)(e, e->n_dependent, report);
    const double regularity = is_factored ? KERNEL(engine_regularity)(e, e->n_dependent, &weakest) : 0;
    if (regularity >= ENGINE_SINGULAR) {
        w->is_factored = true;
        return true;
    }
    if (KERNEL(bridge)(e, &path, &weakest))
        return true;
    if (path == PATH_FORKS)
        return engine_forking_fails(e, weakest, report);
    w->is_factored = regularity > dead_point && KERNEL(engine_rows)(e, e->kept, e->n_dependent, NULL, w->D, report) &&
                     KERNEL(dependent_factor)(e, e->n_dependent, report);
    return w->is_factored || engine_dead_point_fails(e, weakest, report);
}

static bool KERNEL(velocities_follow)(const struct engine *e, struct model_report *report)
{
    if (e->n_dependent == 0)
        return true;
    if (!KERNEL(placement_factor)(e, report))
        return false;
    if (e->KERNEL(over)->is_bridged)
        KERNEL(bridge_enter)(e);
    else
        KERNEL(velocities_solve)(e);
    return true;
}

/* Three Cardan axes in one plane: the angles' rates are infinite. */
static bool KERNEL(cardan_check)(const struct engine *e, struct model_report *report)
{
    const struct KERNEL(frame) *frames = e->KERNEL(over)->frames;
    for (size_t i = 0; i < e->n_cardan; i++) {
        const struct KERNEL(frame) *first = &frames[e->cardan[i].first + 1];
        scalar normal[3];
        KERNEL(cross)(first[0].R + 6, first[1].R + 6, normal);
        if (!(fabs((double)KERNEL(dot)(normal, first[2].R + 6)) > 1e-6)) {
            engine_cardan_forget(e);
            return model_fail(report,
                              "joint '%s': its second Cardan angle (%g rad) makes the other two turn about the "
                              "same axis; choose another order of the axes",
                              e->mechanism->bodies[e->links[e->cardan[i].first].body].joint.name,
                              (double)e->KERNEL(over)->z[e->cardan[i].first + 1]);
        }
    }
    return true;
}

/* The links in the charts of the memory. */
static void KERNEL(charts_load)(const struct engine *e, const scalar *m)
{
    const scalar *chart = m + engine_first_chart(e);
    for (size_t i = 0; i < e->n_cardan; i++)
        if (e->cardan[i].has_charts) {
            const size_t wanted = (double)*chart++ != 0;
            if (e->charts[i] != wanted)
                engine_chart_load(e, i, wanted);
        }
}

/* Outputs, rates and each column of a Jacobian ask for the same placement one after the other. */
bool KERNEL(engine_stands_at)(const struct engine *e, const scalar *m, const scalar *x)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    return w->is_configured && memcmp(x, w->configured_x, (2 * e->n_independent + e->l) * sizeof *x) == 0 &&
           memcmp(m, w->configured_m, engine_remembered(e) * sizeof *m) == 0;
}

bool KERNEL(engine_configure)(const struct engine *e, const scalar *m, const scalar *x, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    if (KERNEL(engine_stands_at)(e, m, x))
        return true;
    if (e->n_charts > 0)
        KERNEL(charts_load)(e, m);
    w->is_configured = w->is_factored = w->is_bridged = false;
    memcpy(w->configured_x, x, (2 * e->n_independent + e->l) * sizeof *x);
    memcpy(w->configured_m, m, engine_remembered(e) * sizeof *m);
    enum engine_path path;
    size_t weak;
    if (!KERNEL(engine_follow_positions)(e, m, x, &weak, report) && !KERNEL(bridge)(e, &path, &weak))
        return path == PATH_FORKS ? engine_forking_fails(e, weak, report) : false;
    for (size_t i = 0; i < e->n_independent; i++)
        w->w[e->independent[i]] = x[e->n_independent + i];
    if (KERNEL(moves_later)(e)) {
        w->is_moved = w->has_ends_moved = w->is_reduced = false;
        w->is_configured = true;
        return true;
    }
    if (w->is_bridged)
        KERNEL(bridge_enter)(e);
    KERNEL(engine_move_positions)(e, w->z);
    if (!KERNEL(cardan_check)(e, report))
        return false;
    if (!KERNEL(velocities_recall)(e, m, x) && !KERNEL(velocities_follow)(e, report))
        return false;
    KERNEL(engine_move_velocities)(e, w->w);
    KERNEL(cardan_watch)(e);
    w->is_configured = true;
    return true;
}

void KERNEL(engine_placement_move)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    if (w->is_moved || !w->is_configured)
        return;
    KERNEL(engine_move_positions)(e, w->z);
    KERNEL(engine_move_velocities)(e, w->w);
    w->is_configured = true;
}

void KERNEL(engine_ends_move)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    if (w->is_moved || w->has_ends_moved || !w->is_configured)
        return;
    for (size_t i = 0; i < e->n; i++)
        if (e->links[i].has_end) {
            KERNEL(link_place)(e, i, w->z);
            KERNEL(link_speed)(e, i, w->w);
        }
    w->has_ends_moved = true;
    w->placement++;
}

/* rhs -= R^T tau; an open chain has R = 1 */
static void KERNEL(rhs_take)(const struct engine *e, const scalar *tau, scalar *rhs)
{
    const scalar *R = e->KERNEL(over)->R;
    const size_t n_f = e->n_independent;
    if (e->n_dependent == 0) {
        for (size_t i = 0; i < n_f; i++)
            rhs[i] -= tau[i];
        return;
    }
    for (size_t k = 0; k < e->n; k++)
        for (size_t i = e->first_freedom[k]; i < e->end_freedom[k]; i++)
            rhs[i] -= R[k * n_f + i] * tau[k];
}

/* to += M_kj R_j: where R_j is not zero */
static inline void KERNEL(row_add)(const struct engine *e, scalar factor, size_t j, scalar *to)
{
    const scalar *from = e->KERNEL(over)->R + j * e->n_independent;
    for (size_t i = e->first_freedom[j]; i < e->end_freedom[j]; i++)
        to[i] += factor * from[i];
}

/* R^T M R, of each linkage by itself. */
static void KERNEL(reduce)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n = e->n, n_f = e->n_independent;
    if (e->n_dependent == 0) {
        for (size_t i = 0; i < n * n; i++)
            w->reduced[i] = 0;
        KERNEL(mass_fill)(e, w->reduced);
        return;
    }
    for (size_t i = 0; i < n * n && e->mechanism->n_flexibles > 0; i++)
        w->M[i] = 0;
    KERNEL(mass_fill)(e, w->M);
    for (size_t i = 0; i < n; i++) {
        const struct linkage *linkage = &e->linkages[e->linkage_of[i]];
        for (size_t j = linkage->first_freedom; j < linkage->end_freedom; j++)
            w->MR[i * n_f + j] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        KERNEL(row_add)(e, w->M[i * n + i], i, w->MR + i * n_f);
        for (int parent = e->links[i].parent; parent != 0; parent = e->links[parent - 1].parent) {
            const size_t j = (size_t)parent - 1;
            KERNEL(row_add)(e, w->M[i * n + j], j, w->MR + i * n_f);
            KERNEL(row_add)(e, w->M[i * n + j], i, w->MR + j * n_f);
        }
    }
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) { /* shapes of one body that do not hang on each other */
        const struct flexible *b = &e->flexibles[k];
        for (size_t i = b->first; i < b->first + b->n; i++)
            for (size_t j = b->first; j < i; j++) {
                if (engine_chains_meet(e, (int)i + 1, (int)j + 1) == (int)j + 1)
                    continue;
                KERNEL(row_add)(e, w->M[i * n + j], j, w->MR + i * n_f);
                KERNEL(row_add)(e, w->M[i * n + j], i, w->MR + j * n_f);
            }
    }
    for (size_t k = 0; k < e->n_linkages; k++)
        for (size_t i = e->linkages[k].first_freedom; i < e->linkages[k].end_freedom; i++)
            for (size_t j = e->linkages[k].first_freedom; j <= i; j++)
                w->reduced[i * n_f + j] = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t first = e->linkages[e->linkage_of[k]].first_freedom;
        for (size_t i = e->first_freedom[k]; i < e->end_freedom[k]; i++)
            for (size_t j = first; j <= i; j++)
                w->reduced[i * n_f + j] += w->R[k * n_f + i] * w->MR[k * n_f + j];
    }
}

/* The first freedom that nothing resists; all of them where each is resisted. */
static size_t KERNEL(reduced_factor)(const struct engine *e)
{
    const size_t n_f = e->n_independent;
    for (size_t k = 0; k < e->n_linkages; k++) {
        const size_t first = e->linkages[k].first_freedom, count = e->linkages[k].end_freedom - first;
        const size_t singular = KERNEL(factor_positive)(count, e->KERNEL(over)->reduced + first * (n_f + 1), n_f);
        if (singular < count)
            return first + singular;
    }
    return n_f;
}

static void KERNEL(reduced_solve)(const struct engine *e, scalar *b)
{
    const size_t n_f = e->n_independent;
    for (size_t k = 0; k < e->n_linkages; k++) {
        const size_t first = e->linkages[k].first_freedom;
        KERNEL(solve_positive)
        (e->linkages[k].end_freedom - first, e->KERNEL(over)->reduced + first * (n_f + 1), n_f, b + first);
    }
}

/* All that belongs to the placement: factored R^T M R, and the right-hand side without inputs. */
static bool KERNEL(placement_reduce)(const struct engine *e, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_move_accelerations)(e, w->w, NULL);
    if (e->n_dependent > 0) {
        if (!KERNEL(placement_factor)(e, report))
            return false;
        if (w->is_bridged) {
            KERNEL(bridge_accelerations)(e);
        } else {
            KERNEL(accelerations_solve)(e);
            KERNEL(transformation)(e);
        }
        KERNEL(engine_move_accelerations)(e, w->w, w->g);
    }
    if (!KERNEL(own_forces)(e, w->tau, report))
        return false;
    for (size_t i = 0; i < e->n_independent; i++)
        w->rest[i] = 0;
    KERNEL(rhs_take)(e, w->tau, w->rest);
    KERNEL(reduce)(e);
    const size_t singular = KERNEL(reduced_factor)(e);
    char name[120];
    w->is_reduced = singular == e->n_independent;
    return w->is_reduced || model_fail(report, "the mass that moves with joint '%s' is zero",
                                       mechanism_coordinate_name(e->mechanism, e->independent[e->freedoms[singular]],
                                                                 name, sizeof name));
}

/* Factored R^T M R and its right-hand side at the placement, under the inputs u. A Jacobian's columns along inputs ask at one
 * placement. */
static bool KERNEL(dynamics)(const struct engine *e, const scalar *u, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    if (!KERNEL(engine_payloads_take)(e, u, report))
        return false;
    if (!w->is_reduced && !KERNEL(placement_reduce)(e, report))
        return false;
    for (size_t i = 0; i < e->n_independent; i++)
        w->rhs[i] = w->rest[i];
    if (mechanism_inputs(e->mechanism) == 0)
        return true;
    for (size_t i = 0; i < e->n; i++)
        w->tau[i] = 0;
    if (!KERNEL(input_forces)(e, u, w->tau, report))
        return false;
    KERNEL(rhs_take)(e, w->tau, w->rhs);
    return true;
}

bool KERNEL(engine_unbalanced)(const struct engine *e, const scalar *u, scalar *forces, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    KERNEL(engine_placement_move)(e);
    if (e->n_dependent > 0) {
        if (!KERNEL(placement_factor)(e, report))
            return false;
        if (w->is_bridged)
            KERNEL(bridge_accelerations)(e);
        else
            KERNEL(transformation)(e);
    }
    KERNEL(engine_move_accelerations)(e, w->w, NULL);
    if (!KERNEL(engine_forces)(e, u, w->tau, report))
        return false;
    for (size_t i = 0; i < e->n_independent; i++)
        w->rhs[i] = 0;
    KERNEL(rhs_take)(e, w->tau, w->rhs);
    for (size_t i = 0; i < e->n_independent; i++)
        forces[e->freedoms[i]] = w->rhs[i];
    return true;
}

bool KERNEL(engine_accelerate)(const struct engine *e, const scalar *u, scalar *dx, struct model_report *report)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent;
    if (e->n_dependent == 0) {
        if (!KERNEL(tree_accelerate)(e, u, dx, report))
            return false;
    } else {
        if (!KERNEL(dynamics)(e, u, report))
            return false;
        KERNEL(reduced_solve)(e, w->rhs);
        for (size_t i = 0; i < n_f; i++) {
            dx[i] = w->w[e->independent[i]];
            dx[n_f + e->freedoms[i]] = w->rhs[i];
        }
    }
    for (size_t i = 0; i < n_f; i++) {
        if (!isfinite((double)dx[n_f + i])) {
            char name[120];
            engine_cardan_forget(e);
            return model_fail(report, "the acceleration of joint '%s' is not a number",
                              mechanism_coordinate_name(e->mechanism, e->independent[i], name, sizeof name));
        }
    }
    for (size_t i = 0; i < e->l; i++)
        dx[2 * n_f + i] = w->w[e->dependent[e->m + i]];
    return true;
}

bool KERNEL(engine_rates)(const struct engine *e, const scalar *m, const scalar *x, const scalar *u, scalar *dx,
                          struct model_report *report)
{
    return KERNEL(engine_configure)(e, m, x, report) && KERNEL(engine_accelerate)(e, u, dx, report);
}
