/* The test's pendulum over `scalar`: a mass point on a massless rod of 1 m, and the work of its weight per mass. */
static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)constants, (void)t, (void)m, (void)u, (void)report;
    dx[0] = x[1];
    dx[1] = -gravity * sin(x[0]);
    dq[0] = -gravity * sin(x[0]) * x[1];
    return true;
}
