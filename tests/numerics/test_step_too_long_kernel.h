/* p'' = -omega^2 p and dx = lambda x + square x^2 over `scalar`, where |p| and |x| are below the limit. */
static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)t, (void)m, (void)u, (void)dq;
    const struct decay *c = constants;
    if (fabs((double)x[2]) > c->limit || fabs((double)x[0]) > c->limit)
        return model_fail(report, "x is beyond its limit");
    dx[0] = x[1];
    dx[1] = -c->omega * c->omega * x[0];
    dx[2] = c->lambda * x[2] + c->square * x[2] * x[2];
    return true;
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    (void)scratch, (void)constants, (void)t, (void)u, (void)m, (void)report;
    x[0] = x[1] = x[2] = 1;
    return true;
}
