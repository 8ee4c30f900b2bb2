/* The observer's equations (observer_file.h) over the number type `scalar`. It has no states: predictions are memories. */

/* x_k from the prediction and a sample. */
static void KERNEL(correct)(const struct observer_file *f, const scalar *predicted, const scalar *sample, scalar *x)
{
    for (size_t i = 0; i < f->n; i++)
        x[i] = predicted[i];
    for (size_t k = 0; k < f->n_y; k++) {
        scalar innovation = sample[k] - f->y_0[k];
        for (size_t j = 0; j < f->n; j++)
            innovation -= f->matrices[SENSING][k * f->n + j] * predicted[j];
        for (size_t j = 0; j < f->n_w; j++)
            innovation -= f->matrices[FEEDTHROUGH][k * f->n_w + j] * (sample[f->n_y + j] - f->w_0[j]);
        for (size_t i = 0; i < f->n; i++)
            x[i] += f->matrices[GAIN][i * f->n_y + k] * innovation;
    }
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)u, (void)x, (void)report;
    const struct observer_file *f = *(const struct observer_file *const *)constants;
    for (size_t i = 0; i < f->n; i++)
        m[i] = 0;
    for (size_t i = 0; i < f->n_y + f->n_w; i++)
        m[sample_place(f) + i] = i < f->n_y ? f->y_0[i] : f->w_0[i - f->n_y];
    m[due_place(f)] = next_sample(f, (double)t);
    m[taken_place(f)] = 0;
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)constants, (void)scratch, (void)t, (void)m, (void)x, (void)u, (void)dx, (void)dq, (void)report;
    return true;
}

/* Until the sample has been taken, what is set now is the sample. */
static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)t, (void)x, (void)report;
    const struct observer_file *f = *(const struct observer_file *const *)constants;
    KERNEL(correct)(f, m, (double)m[taken_place(f)] == 0 ? u : m + sample_place(f), y);
    for (size_t i = 0; i < f->n; i++)
        y[i] += f->x_0[i];
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)constants, (void)scratch, (void)t, (void)m, (void)x, (void)u, (void)w, (void)report;
    return true;
}
