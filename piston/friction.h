/* Friction of seals and joints: one library for cylinders on the hydraulic side and on the mechanical side. Chapter 2.3 of
 * Jaiswal's dissertation (LUT 2021); its symbols and equation numbers.
 *
 * A law gives the force F_mu that opposes the velocity v: F_mu > 0 where v > 0. The dynamic laws have states of their own, q the
 * mean deflection of the bristles in m and h the film's thickness (a pure number), whose rates come with the force. SI units. */
#ifndef PASO_FRICTION_H
#define PASO_FRICTION_H

#include "numerics/model.h"

enum friction_law {
    FRICTION_NONE,
    FRICTION_VISCOUS,        /* sigma2 v, eq. 2.43 */
    FRICTION_BENGISU_AKAY,   /* eq. 2.42, with its jump of sigma2 v_s at v_s */
    FRICTION_BROWN_MCPHEE,   /* eq. 2.44 */
    FRICTION_LUGRE,          /* eqs. 2.45 to 2.47 */
    FRICTION_MODIFIED_LUGRE, /* eqs. 2.48 to 2.54 */
    FRICTION_LAWS
};

struct friction {
    enum friction_law law;
    double F_c, F_s;               /* Coulomb and static friction, N */
    double v_s;                    /* Stribeck velocity, m/s */
    double xi;                     /* shape of Bengisu-Akay's curve, s/m */
    double sigma0, sigma1, sigma2; /* bristles' stiffness, N/m, and damping, Ns/m; viscous friction, Ns/m */
    double n;                      /* exponent of the Stribeck curve */
    double v_b;                    /* modified LuGre: velocity above which the film grows no more, m/s */
    double tau_hp, tau_hn, tau_h0; /* its time constants in acceleration, deceleration and dwell, s */
};

/* ---- what a law is called and what it needs ---- */

const char *friction_name(enum friction_law law); /* "none", "viscous", "Bengisu-Akay", ... */
unsigned friction_states(enum friction_law law);  /* 0; LuGre 1: q; modified LuGre 2: q and h */
bool friction_has_mode(enum friction_law law);    /* Bengisu-Akay: a jump, and so a mode */
enum { FRICTION_MOST_STATES = 2 };

/* Every parameter: X(member, unit, unit where a joint turns, description, laws that need it, whether it must be above zero and not just not
 * below, whether it may change in a run: no mode and no state is defined by it). */
/* clang-format off */
#define FRICTION_PARAMETERS(X)                                                                                                             \
    X(F_c, "N", "N.m", "Coulomb friction", FRICTION_STRIBECK, false, true)                                                                 \
    X(F_s, "N", "N.m", "static friction", FRICTION_STRIBECK, false, true)                                                                  \
    X(v_s, "m/s", "rad/s", "Stribeck velocity", FRICTION_STRIBECK, true, false)                                                            \
    X(xi, "s/m", "s/rad", "decay of friction above the Stribeck velocity (Bengisu-Akay)", 1 << FRICTION_BENGISU_AKAY, false, false)        \
    X(sigma0, "N/m", "N.m/rad", "stiffness of the bristles (LuGre)", FRICTION_BRISTLES, true, false)                                       \
    X(sigma1, "N.s/m", "N.m.s/rad", "damping of the bristles (LuGre)", FRICTION_BRISTLES, false, false)                                    \
    X(sigma2, "N.s/m", "N.m.s/rad", "viscous friction", 1 << FRICTION_VISCOUS | FRICTION_STRIBECK, false, true)                            \
    X(n, "", "", "exponent of the Stribeck curve (LuGre)", FRICTION_BRISTLES, true, false)                                                 \
    X(v_b, "m/s", "rad/s", "velocity above which the film grows no more (modified LuGre)", 1 << FRICTION_MODIFIED_LUGRE, true, false)      \
    X(tau_hp, "s", "s", "time constant of the film in acceleration (modified LuGre)", 1 << FRICTION_MODIFIED_LUGRE, true, false)           \
    X(tau_hn, "s", "s", "time constant of the film in deceleration (modified LuGre)", 1 << FRICTION_MODIFIED_LUGRE, true, false)           \
    X(tau_h0, "s", "s", "time constant of the film at rest (modified LuGre)", 1 << FRICTION_MODIFIED_LUGRE, true, false)
/* clang-format on */
enum {
    FRICTION_BRISTLES = 1 << FRICTION_LUGRE | 1 << FRICTION_MODIFIED_LUGRE,
    FRICTION_STRIBECK = 1 << FRICTION_BENGISU_AKAY | 1 << FRICTION_BROWN_MCPHEE | FRICTION_BRISTLES
};

struct friction_parameter {
    const char *name, *unit, *angular_unit, *description;
    size_t offset; /* of its double in struct friction */
    unsigned laws; /* bit 1 << law: who needs it */
    bool positive; /* zero is excluded */
};
extern const struct friction_parameter friction_parameters[];
extern const size_t friction_n_parameters;

/* Whether the parameters that the law needs make sense. */
bool friction_check(const struct friction *friction, struct model_report *report);

/* ---- force and rates ---- */

/* F_mu at the velocity v with the states z; their rates go into dz. The mode counts for Bengisu-Akay only: 0 adhesion, 1
 * sliding. It decides within 1 % of v_s, where an integrator looks for the crossing; beyond, the velocity does. */
double friction_force_real(const struct friction *friction, double mode, double v, const double *z, double *dz);
double complex friction_force_complex(const struct friction *friction, double complex mode, double complex v,
                                      const double complex *z, double complex *dz);

/* The mode as printed: sliding where |v| >= v_s. The indicator changes its sign there. */
double friction_mode(const struct friction *friction, double v);
double friction_indicator(const struct friction *friction, double v);

/* NULL where the law has a slope at (v, z); else a sentence that says which slope the derivatives use there. */
const char *friction_slope_remark(const struct friction *friction, double v, const double *z);

#endif
