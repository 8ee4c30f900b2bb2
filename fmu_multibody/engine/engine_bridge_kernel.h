/* Across a singular position: there D does not give the dependent velocities, but along the motion they are as smooth as beside
 * it. Positions, R and g are interpolated between four places on the line through x in the direction of its velocities, two
 * before the position and two behind it; the error is of the fourth order in their distance. */

static bool KERNEL(beside_add)(const struct engine *e, const scalar *x, double weight)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n = e->n, n_f = e->n_independent;
    struct model_report unused;
    if (!KERNEL(positions_take)(e, x))
        return false;
    KERNEL(engine_move_positions)(e, w->z);
    if (!KERNEL(engine_rows)(e, e->kept, e->n_dependent, NULL, w->D, &unused) ||
        !KERNEL(dependent_factor)(e, e->n_dependent, &unused))
        return false;
    for (size_t i = 0; i < n_f; i++)
        w->w[e->independent[i]] = x[n_f + i];
    KERNEL(velocities_solve)(e);
    KERNEL(engine_move_velocities)(e, w->w);
    KERNEL(engine_move_accelerations)(e, w->w, NULL);
    KERNEL(accelerations_solve)(e);
    KERNEL(transformation)(e);
    for (size_t i = 0; i < n; i++) {
        w->bridged_z[i] += weight * w->z[i];
        w->bridged_g[i] += weight * w->g[i];
    }
    for (size_t i = 0; i < e->n_dependent; i++) {
        const size_t d = e->dependent[i];
        for (size_t j = e->first_freedom[d]; j < e->end_freedom[d]; j++)
            w->bridged_R[d * n_f + j] += weight * w->R[d * n_f + j];
    }
    return true;
}

/* R and g at the configured states, into bridged_R and bridged_g; z and w are left as they are. `weak` is a dependent
 * coordinate that does not follow; where the bridge fails, `path` tells why, and `weak` one that is undetermined. */
static bool KERNEL(bridge)(const struct engine *e, enum engine_path *path, size_t *weak)
{
    enum { PLACES = 4 };
    static const double place[PLACES] = {-2, -1, 1, 2}, weight[PLACES] = {-1. / 6, 4. / 6, 4. / 6, -1. / 6};
    const double nearest = 1e-2, farthest = 0.09; /* in rad, or levers */
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n = e->n, states = 2 * e->n_independent + e->l;
    double *m = e->over_real->memory, *x = e->over_real->x;
    const bool was_configured = w->is_configured;
    bool bridged = false;
    size_t culprit = *weak;
    *path = PATH_OPEN;
    if (e->n_dependent == 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        w->kept_z[i] = w->z[i];
        w->kept_w[i] = w->w[i];
    }
    for (size_t i = 0; i < engine_remembered(e); i++)
        m[i] = (double)w->configured_m[i];
    for (size_t i = 0; i < states; i++)
        x[i] = (double)w->configured_x[i];
    for (double distance = nearest; !bridged && distance < farthest; distance *= 2) {
        bridged = true;
        for (size_t i = 0; i < n; i++)
            w->bridged_z[i] = w->bridged_g[i] = 0;
        for (size_t i = 0; i < n * e->n_independent; i++)
            w->bridged_R[i] = 0;
        for (int k = 0; bridged && k < PLACES; k++)
            bridged = engine_beside(e, m, x, place[k] * distance, *weak, path, &culprit) &&
                      KERNEL(beside_add)(e, w->configured_x, weight[k]);
        if (*path == PATH_OPEN)
            break;
    }
    if (!bridged && *path != PATH_OPEN)
        *path = engine_folds(e, m, x, *weak) ? PATH_OPEN : PATH_FORKS;
    *weak = culprit;
    for (size_t i = 0; i < n; i++) {
        w->z[i] = w->kept_z[i];
        w->w[i] = w->kept_w[i];
    }
    KERNEL(engine_move_positions)(e, w->z);
    KERNEL(engine_move_velocities)(e, w->w);
    w->is_configured = was_configured;
    w->is_bridged = bridged;
    return bridged;
}

/* The configured positions and velocities of a bridged placement. */
static void KERNEL(bridge_enter)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent;
    for (size_t i = 0; i < e->n_dependent; i++) {
        const size_t d = e->dependent[i];
        w->z[d] = i < e->m ? w->bridged_z[d] : w->configured_x[2 * n_f + i - e->m];
        w->w[d] = 0;
        for (size_t j = e->first_freedom[d]; j < e->end_freedom[d]; j++)
            w->w[d] += w->bridged_R[d * n_f + j] * w->configured_x[n_f + e->freedoms[j]];
    }
    for (size_t i = 0; i < n_f; i++)
        w->z[e->independent[i]] = w->configured_x[i];
    KERNEL(engine_move_positions)(e, w->z);
}

/* g is quadratic in the velocities; statics asks for it at rest. */
static void KERNEL(bridge_accelerations)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    bool rests = true;
    for (size_t i = 0; i < e->n_independent; i++)
        rests = rests && w->w[e->independent[i]] == 0;
    for (size_t i = 0; i < e->n; i++)
        w->g[i] = rests ? 0 : w->bridged_g[i];
    for (size_t i = 0; i < e->n_dependent; i++) {
        const size_t d = e->dependent[i], row = d * e->n_independent;
        for (size_t j = e->first_freedom[d]; j < e->end_freedom[d]; j++)
            w->R[row + j] = w->bridged_R[row + j];
    }
}
