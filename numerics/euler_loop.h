/* Solver 1 as one loop around a model's own equations, for models that are stepped millions of times: the compiler sees
 * rates_real() and keeps the states in registers. It does what euler.c does, operation by operation.
 *
 * Include it behind the real kernel, with N_STATES, N_POSITIONS and N_QUADRATURES defined; inputs are held. The states and
 * quadratures change only where all n steps succeed. */
MODEL_HOT static bool euler_loop(const void *constants, void *scratch, double t, double h, double n, const double *m,
                                 const double *u, double *x, double *q, double *reached, struct model_report *report)
{
    double z[N_STATES + 1], w[N_QUADRATURES + 1];               /* there may be none */
    double dz[N_STATES + 1] = {0}, dw[N_QUADRATURES + 1] = {0}; /* compilers cannot see that rates fill them or fail */
    for (int i = 0; i < N_STATES; i++)
        z[i] = x[i];
    for (int i = 0; i < N_QUADRATURES; i++)
        w[i] = q[i];
    for (double k = 0; k < n; k++) {
        const double t_k = t + k * h;
        if (!rates_real(constants, scratch, t_k, m, z, u, dz, dw, report)) {
            *reached = t_k;
            return false;
        }
        for (int i = N_POSITIONS; i < N_STATES; i++)
            z[i] += h * dz[i]; /* eqs. 6 and 14 */
        for (int i = 0; i < N_POSITIONS; i++)
            z[i] += h * z[N_POSITIONS + i]; /* eq. 7: with the new velocities */
        for (int i = 0; i < N_QUADRATURES; i++)
            w[i] += h * dw[i];
    }
    double finite = 0;
    for (int i = 0; i < N_STATES; i++)
        finite += z[i] - z[i]; /* 0, or NaN for what is not finite */
    if (finite != 0) {
        *reached = t + n * h;
        return model_fail(report, "a state is no longer a finite number");
    }
    for (int i = 0; i < N_STATES; i++)
        x[i] = z[i];
    for (int i = 0; i < N_QUADRATURES; i++)
        q[i] = w[i];
    return true;
}
