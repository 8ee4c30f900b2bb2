/* An independent computation of LIM's manipulator for the tests, in long double: the equations of the document written
 * another way (projected point masses instead of a mass matrix in closed form, flows as a table of orifices), and the
 * coupled system integrated to about 1e-13. It shares no line with the FMUs. */
#ifndef PASO_LIM_ORACLE_H
#define PASO_LIM_ORACLE_H

struct oracle_parameters {
    long double L, L_h, m, m_p, m_h, x_B, y_B, theta1_0, theta2_0, g;
    long double a_p, l, c, c_d, rho, p_P, p_T, a, b, A_valve, t_a, t_b, t_r, omega;
    long double s_0, kappa_0; /* at the start */
    int manoeuvre;            /* 1, 2, or 0: kappa_0 throughout */
};
struct oracle_parameters oracle_default(void); /* Tables 1 and 2, the equilibrium in closed form */

/* Closed form of the equilibrium: D = f/(a_p (p_P - p_T)), x = (1 - sqrt(1 - D^2))/D, kappa = (1 - x)/2. */
void oracle_equilibrium(const struct oracle_parameters *p, long double force, long double *p1, long double *p2,
                        long double *kappa);

/* Mechanism: x = theta1, theta2, dtheta1, dtheta2. */
long double oracle_length(const struct oracle_parameters *p, long double theta1);
long double oracle_length_rate(const struct oracle_parameters *p, const long double *x);
void oracle_accelerations(const struct oracle_parameters *p, const long double *x, long double force,
                          long double acceleration[2]);
long double oracle_static_force(const struct oracle_parameters *p,
                                const long double *x);                              /* makes the actuator's acceleration
                                                                                             vanish, at rest */
long double oracle_energy(const struct oracle_parameters *p, const long double *x); /* kinetic and potential */

/* Hydraulics: p1, p2 for given s, ds and spool position. */
long double oracle_kappa(const struct oracle_parameters *p, long double t);
void oracle_pressure_rates(const struct oracle_parameters *p, long double s, long double ds, long double kappa,
                           const long double pressures[2], long double rates[2]);

/* The coupled system, z = theta1, theta2, dtheta1, dtheta2, p1, p2. */
void oracle_rates(const struct oracle_parameters *p, long double t, const long double z[6], long double dz[6]);
/* The solution on the grid k * `grid` up to `stop` (k = 0 included), by Runge-Kutta steps of at most h that end on the kinks
 * of the manoeuvre; row k begins at rows + 6 k. */
void oracle_solve(const struct oracle_parameters *p, long double h, double grid, double stop, double *rows);

#endif
