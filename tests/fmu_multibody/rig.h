/* Mechanisms made by hand for the tests of the engine. */
#ifndef PASO_RIG_H
#define PASO_RIG_H

#include "fmu_multibody/engine/engine.h"

enum { RIG_MOST = 80 };

struct rig {
    struct mechanism m;
    struct mechanism_body bodies[RIG_MOST];
    struct mechanism_cut cuts[RIG_MOST];
    struct mechanism_contact contacts[4];
    struct mechanism_spring springs[RIG_MOST];
    struct mechanism_joint_spring joint_springs[4];
    struct mechanism_load loads[4];
    struct mechanism_actuator actuators[4];
    struct engine *e;
    size_t n, n_states, n_inputs;
    double memory[2 * RIG_MOST], x[2 * RIG_MOST], u[16];
    struct model_report report;
};

struct rig *rig_new(void);
struct mechanism_body *rig_body(struct rig *r, const char *name, int parent, enum joint_kind kind, double x, double y,
                                double z);                             /* hinge about z at (x, y, z) of the parent */
void rig_rod(struct mechanism_body *body, double mass, double length); /* uniform, along x */
void rig_start(struct mechanism_body *body, double position, bool given);
struct mechanism_cut *rig_cut(struct rig *r, const char *name, enum cut_kind kind, int a, double xa, double ya, int b,
                              double xb, double yb); /* axes along z */
struct mechanism_actuator *rig_actuator(struct rig *r, const char *name, int a, double xa, double ya, int b, double xb,
                                        double yb);

/* Partition, placement, setup, initial states; fails the test with the report where one of them does not succeed. */
void rig_build(struct rig *r);
bool rig_try(struct rig *r); /* the same, but tells */
void rig_free(struct rig *r);

void rig_rates(struct rig *r, double *dx);
void rig_jacobian(struct rig *r, double *J); /* of the rates by the states, by rows, by the complex step */

/* The manipulator's mechanism of LIM's document, with relative angles. */
struct rig *rig_manipulator(double L, double L_h, double x_B, double y_B);
/* Publication II's four-bar: z1 given, closed by a spatial revolute joint. */
struct rig *rig_four_bar(void);
/* A chain of n rods in space, whose hinges have different axes. */
struct rig *rig_chain(int n);

#endif
