/* A mechanism and what drives it as one set of equations, step by step: the reference of every co-simulation. By the papers'
 * method in either formulation, or with error control; with iterations, energies, the actuators' work and the loops' violation. */
#ifndef PASO_MONOLITHIC_H
#define PASO_MONOLITHIC_H

#include "monolithic/composite.h"
#include "monolithic/model_instance.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "monolithic/newton_trapezoid.h"

enum monolithic_method { MONOLITHIC_DOUBLE_STEP, MONOLITHIC_PENALTY, MONOLITHIC_CVODE };

struct monolithic_options {
    enum monolithic_method method;
    struct newton_trapezoid_options newton; /* the papers' methods */
    double alpha;                           /* penalty factor */
    double tolerance;                       /* of the error control, relative */
};
struct monolithic_options monolithic_default(void); /* double-step; alpha 1e11; 1e-10 */

struct monolithic_system {
    const char *name;
    const struct composite_part *parts; /* the mechanism first */
    size_t n_parts;
    const struct composite_connection *connections;
    size_t n_connections;
    const struct mechanism_file *mechanism; /* whose model is the first part */
};

struct monolithic_summary {
    long steps, iterations;
    int most_iterations;
    double work_trapezoidal, work_rectangle;   /* of all actuators since the start, J: sums of P over
                                                      the steps; the first one by the solver itself */
    double most_work, least_work;              /* of the sum by rectangles, which the papers print */
    double drift_trapezoidal, drift_rectangle; /* largest |T + V - (T + V at the start) - work| */
    double worst_residual;                     /* largest |Phi| */
    int last_iterations;                       /* of the last step */
    double energy;                             /* kinetic and potential, since the start */
};

struct monolithic;

/* Sets up and initializes at t = 0. */
struct monolithic *monolithic_open(const struct monolithic_system *system, const struct monolithic_options *options,
                                   struct model_report *report);
void monolithic_close(struct monolithic *monolithic); /* accepts NULL */
bool monolithic_start(struct monolithic *monolithic, struct model_report *report);
bool monolithic_step(struct monolithic *monolithic, double t, double h, struct model_report *report);

/* Inputs that nothing in the system drives, in the order of its table: as they are now (before monolithic_start(): as it begins), and
 * where the next step takes them, in straight lines. Only the method with error control moves them. */
double *monolithic_inputs(struct monolithic *monolithic);
double *monolithic_inputs_ahead(struct monolithic *monolithic);
/* Between two steps, where inputs have got other values at t: memories and variables follow. */
bool monolithic_jump(struct monolithic *monolithic, double t, struct model_report *report);

/* After the start or a step: something that the results presume (presumptions.h) and that no longer holds; false: nothing more. */
bool monolithic_tell(struct monolithic *monolithic, double *t, struct model_report *report);

/* All variables as they are now, by name: "multibody.z1". NULL where there is none. */
const double *monolithic_find(const struct monolithic *monolithic, const char *name);
const struct model_type *monolithic_type(const struct monolithic *monolithic);
const double *monolithic_values(const struct monolithic *monolithic); /* in the order of its table */
struct monolithic_summary monolithic_summary(const struct monolithic *monolithic);

#endif
