/* The relay's equations over `scalar`. */
static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)t, (void)u, (void)report;
    m[IS_LOW] = 0;
    m[IS_FILLING] = 0;
    x[0] = ((const struct relay *)constants)->full;
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)t, (void)x, (void)u, (void)dq, (void)report;
    dx[0] = -((const struct relay *)constants)->slope * (1 + m[IS_LOW]) + 3 * m[IS_FILLING];
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)scratch, (void)constants, (void)t, (void)m, (void)x, (void)u, (void)y, (void)report;
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    (void)scratch, (void)constants, (void)t, (void)m, (void)x, (void)u, (void)w, (void)report;
    return true;
}
