/* Full coordinates, for methods that treat the constraints themselves. */

void KERNEL(engine_full_place)(const struct engine *e, const scalar *z, const scalar *w)
{
    struct KERNEL(workspace) *work = e->KERNEL(over);
    for (size_t i = 0; i < e->n; i++) {
        work->z[i] = z[i];
        work->w[i] = w[i];
    }
    work->is_factored = work->is_bridged = false;
    KERNEL(engine_move_positions)(e, work->z);
    KERNEL(engine_move_velocities)(e, work->w);
}

bool KERNEL(engine_full_forces)(const struct engine *e, const scalar *acceleration, const scalar *u, scalar *tau,
                                struct model_report *report)
{
    KERNEL(engine_move_accelerations)(e, e->KERNEL(over)->w, acceleration);
    return KERNEL(engine_forces)(e, u, tau, report);
}

bool KERNEL(engine_full_rows)(const struct engine *e, scalar *phi, scalar *D, scalar *bias, struct model_report *report)
{
    if (bias) {
        KERNEL(engine_move_accelerations)(e, e->KERNEL(over)->w, NULL);
        KERNEL(engine_rows_bias)(e, e->kept, e->n_dependent, bias);
    }
    return KERNEL(engine_rows)(e, e->kept, e->n_dependent, phi, D, report);
}

void KERNEL(engine_full_mass)(const struct engine *e, scalar *M)
{
    KERNEL(engine_mass)(e, M);
}

void KERNEL(engine_full_accelerations)(const struct engine *e, const scalar *dx, scalar *acceleration)
{
    const struct KERNEL(workspace) *w = e->KERNEL(over);
    const size_t n_f = e->n_independent;
    for (size_t i = 0; i < e->n; i++) {
        acceleration[i] = e->n_dependent > 0 ? w->g[i] : dx[n_f + i];
        for (size_t j = e->first_freedom[i]; e->n_dependent > 0 && j < e->end_freedom[i]; j++)
            acceleration[i] += w->R[i * n_f + j] * dx[n_f + e->freedoms[j]];
    }
}

/* D_d^T lambda = -tau_d: the transposed factors of D_d. */
void KERNEL(engine_full_multipliers)(const struct engine *e, const scalar *tau, scalar *lambda)
{
    for (size_t i = 0; i < e->n_dependent; i++)
        lambda[i] = -tau[e->dependent[i]];
    KERNEL(dependent_solve_transposed)(e, e->n_dependent, lambda);
}
