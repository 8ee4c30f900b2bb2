/* The engine of one mechanism: kinematics, constraints, reduced equations of motion. It lives in two blocks of memory that the
 * caller provides, and allocates nothing. One has a copy of the mechanism and all that engine_setup() makes of it: from then on
 * it is constant. The other one is scratch, and `const struct engine *` means: only that changes.
 *
 *     e = engine_place(memory, scratch, mechanism);
 *     ... write parameters into engine_mechanism(e) ...
 *     engine_setup(e, report)                   assembles; redundant rows are dropped, see engine_dropped()
 *     engine_initialize_real(e, u, m, x, report)
 *     engine_rates_real(e, m, x, u, dx, report)
 *
 * Every function of states exists twice, over doubles and over complex numbers (exact derivatives by the complex step). */
#ifndef PASO_ENGINE_H
#define PASO_ENGINE_H

#include "fmu_multibody/engine/mechanism.h"

struct engine;

struct engine_room {
    size_t constants, scratch; /* bytes */
};
struct engine_room engine_room(const struct mechanism *m); /* of topology and roles alone */
struct engine *engine_place(void *memory, void *scratch, const struct mechanism *m);
struct engine *engine_open(const struct mechanism *m); /* in memory of its own, for free(); NULL: there is none */
struct mechanism *engine_mechanism(struct engine *e);  /* its own copy, to be filled before engine_setup() */
bool engine_setup(struct engine *e, struct model_report *report);

/* Forces that follow the placement and come from outside, such as those of bushings: where the engine is placed they are written into its
 * inputs. Whoever asks for rates does that himself; the search for an equilibrium does it by these. */
struct engine_pushes {
    const void *who; /* NULL: there are none */
    void (*over_real)(const void *who, double *inputs);
    void (*over_complex)(const void *who, double complex *inputs);
};
void engine_take_pushes(struct engine *e, struct engine_pushes pushes);

struct engine_summary {
    size_t coordinates, rows, holonomic, nonholonomic; /* n, all rows, kept rows m and l */
    size_t dropped;                                    /* redundant rows */
    double residual;                                   /* of the assembled configuration */
};
struct engine_summary engine_summary(const struct engine *e);
const char *engine_dropped(const struct engine *e, size_t i); /* name of the joint of the i-th dropped row */

/* Whether some actuators hold their lengths at the start: then it depends on the forces that do. */
bool engine_holds(const struct mechanism *m);

/* After a step that was accepted: moves the memory to the configuration of x, and tells of a joint at its limit and of a
 * dropped row that is violated after all. */
bool engine_accept(const struct engine *e, const double *x, double *m, struct model_report *report);

/* Dead points that states went through since the memory: whether there may be one at the placement, a cheap question, and
 * whether there was, with the rates dx that engine_rates_real() has just given. Before engine_accept(). */
bool engine_has_turned(const struct engine *e, const double *m);
bool engine_turn_check(const struct engine *e, const double *dx, const double *m, struct model_report *report);

/* Whether an angle among the states is so near its singular position that it is better counted in the other chart. */
bool engine_charts_due(const struct engine *e, const double *x);
/* Counts those anew: m and x change, orientations and angular velocities stay. False: there were none. */
bool engine_charts_change(const struct engine *e, double *m, double *x);
/* The memory m in the given chart of the i-th joint that has them, and the states x with it where they are not NULL. */
void engine_chart_take(const struct engine *e, size_t i, size_t chart, double *m, double *x);

/* Whether a step of size h followed the Cardan angles, as they turned in all placements since this was asked last: by at most
 * most_turn rad. */
bool engine_cardan_check(const struct engine *e, double h, double most_turn, struct model_report *report);

/* Whether a flexible body of the placement is bent, twisted and stretched as little as its linear equations presume. */
bool engine_small_strains_check(const struct engine *e, size_t flexible, struct model_report *report);

#define ENGINE_FUNCTIONS(scalar, suffix)                                                                                  \
    /* Memory and states at the start. */                                                                                 \
    bool engine_initialize_##suffix(const struct engine *e, const scalar *u, scalar *m, scalar *x,                        \
                                    struct model_report *report);                                                         \
    /* Places the mechanism: all positions and velocities of (m, x). The functions below ask about this placement. */     \
    bool engine_configure_##suffix(const struct engine *e, const scalar *m, const scalar *x,                              \
                                   struct model_report *report);                                                          \
    bool engine_accelerate_##suffix(const struct engine *e, const scalar *u, scalar *dx, struct model_report *report);    \
    /* Both at once. */                                                                                                   \
    bool engine_rates_##suffix(const struct engine *e, const scalar *m, const scalar *x, const scalar *u, scalar *dx,     \
                               struct model_report *report);                                                              \
    const scalar *engine_positions_##suffix(const struct engine *e);  /* z, all n coordinates */                          \
    const scalar *engine_velocities_##suffix(const struct engine *e); /* dz/dt */                                         \
    void engine_actuator_##suffix(const struct engine *e, size_t k, const scalar *u, scalar *s, scalar *ds,               \
                                  scalar *force); /* u, force may be NULL */                                              \
    void engine_place_of_##suffix(const struct engine *e, struct mechanism_point point, scalar position[3],               \
                                  scalar velocity[3]); /* in the ground's frame; velocity may be NULL */                  \
    void engine_frame_of_##suffix(const struct engine *e, int body,                                                       \
                                  scalar rotation[9]);               /* by rows: ground from body */                      \
    scalar engine_kinetic_energy_##suffix(const struct engine *e);   /* of the bodies */                                  \
    scalar engine_potential_energy_##suffix(const struct engine *e); /* gravity and springs */                            \
    /* Adds those of the payloads under the inputs u. */                                                                  \
    void engine_payload_energies_##suffix(const struct engine *e, const scalar *u, scalar *kinetic,                       \
                                          scalar *potential);                                                             \
    scalar engine_residual_##suffix(const struct engine *e); /* largest |Phi| of all holonomic rows */                    \
    /* Actuator forces that hold the placement at rest (velocities are taken as zero), together with the loads in u:    \
     * the smallest ones where there are more than degrees of freedom; where there are fewer, those that keep the       \
     * actuators from accelerating. An error where they do not act. */ \
    bool engine_static_forces_##suffix(const struct engine *e, const scalar *u, scalar *forces,                           \
                                       struct model_report *report);                                                      \
    /* Accelerations at the placement under the inputs u, of which engine_acceleration_of() tells. */                     \
    bool engine_accelerations_##suffix(const struct engine *e, const scalar *u, struct model_report *report);             \
    /* Accelerations and reactions at the placement under the inputs u; the functions below tell about them. */           \
    bool engine_balance_##suffix(const struct engine *e, const scalar *u, struct model_report *report);                   \
    void engine_acceleration_of_##suffix(const struct engine *e, struct mechanism_point point,                            \
                                         scalar acceleration[3]);                                                         \
    /* What payload k of the mass m does to its body, in the ground's axes. */                                            \
    void engine_payload_force_##suffix(const struct engine *e, size_t k, scalar mass, scalar force[3]);                   \
    void engine_turning_of_##suffix(const struct engine *e, int body, scalar rate[3], scalar acceleration[3]);            \
    /* What a body's joint does to it, in the axes of a body or of the ground; moment about the body's origin. */         \
    void engine_joint_reaction_##suffix(const struct engine *e, size_t body, int axes, scalar force[3],                   \
                                        scalar moment[3]);                                                                \
    /* What a cut's side a does to b, moment about b's point. Redundant rows, which were dropped, carry nothing. */       \
    void engine_cut_reaction_##suffix(const struct engine *e, size_t cut, int axes, scalar force[3],                      \
                                      scalar moment[3]);                                                                  \
    void engine_contact_reaction_##suffix(const struct engine *e, size_t contact, int axes, scalar force[3]);             \
    /* What the beam beyond a section does to the beam before it, in the axes of the beam. */                             \
    void engine_section_carries_##suffix(const struct engine *e, size_t section, scalar force[3], scalar moment[3]);

ENGINE_FUNCTIONS(double, real)
ENGINE_FUNCTIONS(double complex, complex)

/* One step of the index-3 augmented Lagrangian method with projections (trapezoidal rule), from (m, x) to (m, x) at t + h,
 * with the inputs u at its end. */
struct engine_augmented {
    double penalty;   /* alpha */
    double tolerance; /* of an increment of the positions */
    int max_iterations;
};
struct engine_augmented engine_augmented_default(void);
struct engine_step_summary {
    int iterations;
    double residual; /* largest |Phi| before the states are taken from the positions */
};
bool engine_step_augmented(const struct engine *e, const struct engine_augmented *options, double h,
                           const double *u_begin, const double *u_end, double *m, double *x,
                           struct engine_step_summary *summary, struct model_report *report);

#endif
