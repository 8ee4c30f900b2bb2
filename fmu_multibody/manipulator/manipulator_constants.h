/* The parameters, and what is made of them once, over the number type `constant` (numerics/tuned_constants.h). */
struct CONSTANTS(manipulator) {
    constant L, x_B, y_B, theta1_0, theta2_0, g, a_p, c;
    int coupling;
    double shortest;           /* actuator lengths below are a dead point */
    constant M11, M22;         /* of the mass matrix, eq. 2 with its erratum */
    constant L_Lh_mh;          /* L L_h m_h */
    constant weight1, weight2; /* moments of the weights at theta = 0 */
};

static void CONSTANTS(prepare)(const constant *p, void *constants)
{
    struct CONSTANTS(manipulator) *k = constants;
    k->L = p[L];
    k->x_B = p[X_B];
    k->y_B = p[Y_B];
    k->theta1_0 = p[THETA1_0];
    k->theta2_0 = p[THETA2_0];
    k->g = p[G];
    k->a_p = p[A_P];
    k->c = p[C];
    k->coupling = (int)(double)p[COUPLING];
    k->shortest = 1e-6 * (double)p[L];
    k->M11 = p[L] * p[L] * (p[M] / 3 + p[M_P] + p[M_H]);
    k->M22 = p[L_H] * p[L_H] * p[M_H];
    k->L_Lh_mh = p[L] * p[L_H] * p[M_H];
    k->weight1 = p[L] * p[G] * (p[M] / 2 + p[M_P] + p[M_H]);
    k->weight2 = p[L_H] * p[G] * p[M_H];
}
