/* The test's oscillator over `scalar`: ddq = -q + u, and a follower of sin t that jumps to 2 sin t at t = 0.5. */
static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    (void)scratch, (void)constants, (void)m, (void)report;
    dx[0] = x[1];
    dx[1] = -x[0] + u[0];
    dx[2] = -20 * (x[2] - ((double)t < 0.5 ? 1 : 2) * sin(t));
    dq[0] = u[0] * x[1];
    return true;
}
