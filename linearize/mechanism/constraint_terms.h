/* The constrained equations of a mechanism file in all its coordinates z, linearized exactly where it starts: what the sets of coordinates
 * in linearize/constrained.h are made of. Derivatives by the complex step. */
#ifndef PASO_CONSTRAINT_TERMS_H
#define PASO_CONSTRAINT_TERMS_H

#include "fmu_multibody/engine/engine_constraints.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "linearize/constrained.h"
#include "monolithic/model_instance.h"

struct constraint_terms {
    struct arena arena;
    const char *path; /* in messages */
    const struct mechanism_file *file;
    struct model_instance instance;
    const struct engine *engine;
    struct engine_choice choice;
    size_t rows, n_inputs;
    size_t n_outputs;  /* what the model computes: outputs, and locals that it gives away, too */
    double *z, *w, *a; /* positions, velocities, accelerations: the point */
    double *lambda;    /* a multiplier for every row */
    bool is_equilibrium;
    bool is_singular; /* rows depend on each other in this position alone */
    size_t singular_row;
    /* at the point */
    double *tau, *phi, *bias; /* M z'' + C - Q; Phi; (dD/dt) dz/dt */
    struct constrained equations;
    struct matrix inputs;                  /* n x n_inputs: forces on z by the model's inputs */
    struct matrix outputs_q, outputs_v;    /* n_outputs x n: of what is computed, by z and dz/dt */
    struct matrix outputs_u;               /* and by the inputs */
    const struct model_variable **outputs; /* n_outputs */
    double *y;
    /* room */
    double *D_by_rows, *locals;
    size_t *local_outputs; /* numbers of the last outputs among the locals */
    double complex *z_c, *w_c, *a_c, *u_c, *m_c, *x_c, *tau_c, *phi_c, *D_c, *bias_c, *y_c, *locals_c;
    /* Whether the position is singular is asked along one free direction, with multipliers that hold nothing (D^T lambda = 0). */
    double *probe_lambda, *probe_z, *probe_rows, probe_size;
};

/* The model as the file says it, initialized; its point, with the multipliers of smallest norm that hold it. */
bool constraint_terms_open(struct constraint_terms *t, const struct mechanism_file *file, const char *path,
                           struct error *error);
void constraint_terms_close(struct constraint_terms *t);

/* tau, Phi, D and bias at z, w, a. */
bool constraint_terms_place(struct constraint_terms *t, struct error *error);
/* And all derivatives, with the multipliers that are there. */
bool constraint_terms_differentiate(struct constraint_terms *t, struct error *error);

/* To the equilibrium with penalties near an equilibrium, elsewhere to the accelerations and multipliers that penalties give; then
 * differentiates. `violation`: the largest |Phi|. */
bool constraint_terms_penalize(struct constraint_terms *t, const struct penalty_terms *p, double *violation,
                               struct error *error);

#endif
