#include "linearize/mechanism/constraint_terms.h"

#include "fmu_multibody/engine/engine_full.h"
#include "linearize/mechanism/constraint_messages.h"
#include "linearize/mechanism/constraint_terms_impl.h"
#include "linearize/state_space.h"

#include <math.h>
#include <string.h>

CONSTRAINT_MESSAGES(MESSAGE_DEFINE)

bool constraint_fails(const struct constraint_terms *t, const struct model_report *report, struct error *error)
{
    return error_raise(error, ERROR_CONSTRAINTS_MODEL, t->path, report->text);
}

static bool room_take(struct constraint_terms *t)
{
    struct arena *a = &t->arena;
    const size_t n = t->choice.coordinates, rows = t->rows;
    const size_t *count = t->instance.layout.count, n_outputs = count[MODEL_OUTPUT] + count[MODEL_LOCAL];
    t->z = ARENA_TAKE(a, n + 1, double);
    t->w = ARENA_TAKE(a, n + 1, double);
    t->a = ARENA_TAKE(a, n + 1, double);
    t->tau = ARENA_TAKE(a, n + 1, double);
    t->lambda = ARENA_TAKE(a, rows + 1, double);
    t->phi = ARENA_TAKE(a, rows + 1, double);
    t->bias = ARENA_TAKE(a, rows + 1, double);
    t->D_by_rows = ARENA_TAKE(a, rows * n + 1, double);
    t->y = ARENA_TAKE(a, n_outputs + 1, double);
    t->locals = ARENA_TAKE(a, count[MODEL_LOCAL] + 1, double);
    t->local_outputs = ARENA_TAKE(a, count[MODEL_LOCAL] + 1, size_t);
    t->outputs = ARENA_TAKE(a, n_outputs + 1, const struct model_variable *);
    t->z_c = ARENA_TAKE(a, n + 1, double complex);
    t->w_c = ARENA_TAKE(a, n + 1, double complex);
    t->a_c = ARENA_TAKE(a, n + 1, double complex);
    t->tau_c = ARENA_TAKE(a, n + 1, double complex);
    t->phi_c = ARENA_TAKE(a, rows + 1, double complex);
    t->bias_c = ARENA_TAKE(a, rows + 1, double complex);
    t->D_c = ARENA_TAKE(a, rows * n + 1, double complex);
    t->u_c = ARENA_TAKE(a, count[MODEL_INPUT] + 1, double complex);
    t->m_c = ARENA_TAKE(a, count[MODEL_MEMORY] + 1, double complex);
    t->x_c = ARENA_TAKE(a, count[MODEL_STATE] + 1, double complex);
    t->y_c = ARENA_TAKE(a, n_outputs + 1, double complex);
    t->locals_c = ARENA_TAKE(a, count[MODEL_LOCAL] + 1, double complex);
    struct constrained *c = &t->equations;
    *c = (struct constrained){.n = n,
                              .m = t->choice.holonomic,
                              .l = t->choice.nonholonomic,
                              .M = matrix_take(a, n, n),
                              .C = matrix_take(a, n, n),
                              .K = matrix_take(a, n, n),
                              .D = matrix_take(a, rows, n),
                              .velocity_q = matrix_take(a, rows, n),
                              .acceleration_q = matrix_take(a, rows, n),
                              .acceleration_v = matrix_take(a, rows, n),
                              .kept = t->choice.kept,
                              .kept_m = t->choice.kept_holonomic,
                              .kept_l = t->choice.kept_nonholonomic,
                              .dependent = t->choice.dependent,
                              .independent = t->choice.independent};
    t->inputs = matrix_take(a, n, t->n_inputs);
    t->probe_lambda = ARENA_TAKE(a, rows + 1, double);
    t->probe_rows = ARENA_TAKE(a, rows + 1, double);
    t->probe_z = ARENA_TAKE(a, n + 1, double);
    return t->z && t->w && t->a && t->tau && t->lambda && t->phi && t->bias && t->D_by_rows && t->y && t->z_c &&
           t->w_c && t->a_c && t->tau_c && t->phi_c && t->bias_c && t->D_c && t->u_c && t->m_c && t->x_c && t->y_c &&
           t->locals && t->local_outputs && t->outputs && t->locals_c && c->M.a && c->C.a && c->K.a && c->D.a &&
           c->velocity_q.a && c->acceleration_q.a && c->acceleration_v.a && t->inputs.a && t->probe_lambda &&
           t->probe_rows && t->probe_z;
}

/* ---- the point ---- */

static double *engine_inputs(struct constraint_terms *t)
{
    struct model_instance *instance = &t->instance;
    double *inputs =
        mechanism_instance_inputs_real(instance->constants, instance->scratch, 0, instance->m, instance->u);
    mechanism_instance_push_real(instance->constants, instance->scratch, instance->m, instance->x, instance->u, inputs);
    return inputs;
}

/* Where the engine is at the model's states, and how it accelerates. */
static bool point_take(struct constraint_terms *t, struct model_report *report)
{
    struct model_instance *instance = &t->instance;
    const size_t n = t->choice.coordinates;
    double *rates = ARENA_TAKE(&t->arena, instance->layout.count[MODEL_STATE] + 1, double);
    if (!rates)
        return model_fail(report, "out of memory");
    if (!engine_configure_real(t->engine, instance->m, instance->x, report) ||
        !engine_accelerate_real(t->engine, engine_inputs(t), rates, report))
        return false;
    memcpy(t->z, engine_positions_real(t->engine), n * sizeof *t->z);
    memcpy(t->w, engine_velocities_real(t->engine), n * sizeof *t->w);
    engine_full_accelerations_real(t->engine, rates, t->a);
    return true;
}

/* ---- what is computed ---- */

bool constraint_terms_outputs_real(struct constraint_terms *t, struct model_report *report)
{
    const struct model_instance *i = &t->instance;
    const size_t own = i->layout.count[MODEL_OUTPUT];
    engine_full_place_real(t->engine, t->z, t->w);
    mechanism_instance_outputs_real(i->constants, i->scratch, t->y);
    if (t->n_outputs > own &&
        !mechanism_instance_locals_real(i->constants, i->scratch, 0, i->m, i->x, i->u, t->locals, report))
        return false;
    for (size_t k = own; k < t->n_outputs; k++)
        t->y[k] = t->locals[t->local_outputs[k - own]];
    return true;
}

bool constraint_terms_outputs_complex(struct constraint_terms *t, struct model_report *report)
{
    const struct model_instance *i = &t->instance;
    const size_t own = i->layout.count[MODEL_OUTPUT];
    engine_full_place_complex(t->engine, t->z_c, t->w_c);
    mechanism_instance_outputs_complex(i->constants, i->scratch, t->y_c);
    if (t->n_outputs > own &&
        !mechanism_instance_locals_complex(i->constants, i->scratch, 0, t->m_c, t->x_c, t->u_c, t->locals_c, report))
        return false;
    for (size_t k = own; k < t->n_outputs; k++)
        t->y_c[k] = t->locals_c[t->local_outputs[k - own]];
    return true;
}

/* The model's outputs, and the locals that its FMU gives away, too. */
static bool outputs_choose(struct constraint_terms *t, struct model_report *report)
{
    const struct model_layout *layout = &t->instance.layout;
    const struct model_variable *rows = t->instance.type->variables;
    const size_t own = layout->count[MODEL_OUTPUT];
    for (size_t i = 0; i < own; i++)
        t->outputs[i] = &rows[layout->first[MODEL_OUTPUT] + i];
    t->n_outputs = own;
    for (size_t i = 0; i < layout->count[MODEL_LOCAL]; i++) {
        const struct model_variable *local = &rows[layout->first[MODEL_LOCAL] + i];
        if (!local->is_output)
            continue;
        t->local_outputs[t->n_outputs - own] = i;
        t->outputs[t->n_outputs++] = local;
    }
    t->outputs_q = matrix_take(&t->arena, t->n_outputs, t->choice.coordinates);
    t->outputs_v = matrix_take(&t->arena, t->n_outputs, t->choice.coordinates);
    t->outputs_u = matrix_take(&t->arena, t->n_outputs, t->n_inputs);
    return (t->outputs_q.a && t->outputs_v.a && t->outputs_u.a) || model_fail(report, "out of memory");
}

bool constraint_terms_place(struct constraint_terms *t, struct error *error)
{
    struct model_report report = {""};
    const size_t n = t->choice.coordinates;
    if (!constraint_terms_outputs_real(t, &report))
        return constraint_fails(t, &report, error);
    engine_full_place_real(t->engine, t->z, t->w);
    if (!engine_all_rows_real(t->engine, t->phi, t->D_by_rows, t->bias, &report) ||
        !engine_full_forces_real(t->engine, t->a, engine_inputs(t), t->tau, &report))
        return constraint_fails(t, &report, error);
    for (size_t r = 0; r < t->rows; r++)
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(t->equations.D, r, j) = t->D_by_rows[r * n + j];
    return true;
}

/* D^T lambda = -tau. */
static bool multipliers_find(struct constraint_terms *t, struct error *error)
{
    const size_t n = t->choice.coordinates;
    double *forces = ARENA_TAKE(&t->arena, n + 1, double);
    if (!forces)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    for (size_t i = 0; i < n; i++)
        forces[i] = -t->tau[i];
    return constrained_multipliers(&t->equations, forces, t->lambda, &t->arena, error);
}

/* Sums of the columns from `first` on, with weights that no structure shares. */
static void columns_mix(struct matrix Q, size_t first, double *sum)
{
    for (size_t k = first; k < Q.columns; k++)
        for (size_t i = 0; i < Q.rows; i++)
            sum[i] += cos(1 + 1.7 * (double)(k - first)) * MATRIX_AT(Q, i, k);
}

/* The engine dropped rows that others imply here. Where they do so in this position alone, the rows' second derivatives know it: for
 * multipliers with D^T lambda = 0, z^T d(D^T lambda)/dz z does not vanish in free directions z. */
static bool probe_make(struct constraint_terms *t, struct error *error)
{
    const struct constrained *c = &t->equations;
    const size_t n = c->n, rows = t->rows;
    struct matrix of_rows, of_columns;
    size_t rank, rank_again;
    const struct matrix columns = matrix_take(&t->arena, n, rows);
    if (!columns.a)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    if (c->kept_m + c->kept_l == rows)
        return true;
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < n; j++)
            MATRIX_AT(columns, j, r) = MATRIX_AT(c->D, r, j);
    if (!constrained_split(columns, &of_columns, &rank, &t->arena) ||
        !constrained_split(c->D, &of_rows, &rank_again, &t->arena))
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    columns_mix(of_columns, rank, t->probe_lambda);
    columns_mix(of_rows, rank_again, t->probe_z);
    return true;
}

static void singular_check(struct constraint_terms *t)
{
    double sum = 0, multiplier = 0, largest = 0;
    for (size_t r = 0; r < t->rows; r++) {
        const double part = t->probe_lambda[r] * t->probe_rows[r];
        sum += part;
        multiplier = fmax(multiplier, fabs(t->probe_lambda[r]));
        if (fabs(part) > largest) {
            largest = fabs(part);
            t->singular_row = r;
        }
    }
    t->is_singular = fabs(sum) > 1e-8 * multiplier * t->probe_size; /* between rounding and curvature */
}

/* As results say that a point is at rest: no acceleration is more than rounding of the positions makes, of the free ones or of what follows
 * from them. */
static bool rest_check(struct constraint_terms *t, struct error *error)
{
    const size_t n = t->choice.coordinates;
    struct minimal_set set;
    double most = 0, fastest = 0;
    for (size_t i = 0; i < n; i++) {
        fastest = fmax(fastest, fabs(t->w[i]));
        most = fmax(most, fabs(t->a[i]));
    }
    t->is_equilibrium = fmax(fastest, most) <= STATE_AT_REST;
    if (t->is_equilibrium || !(fastest <= STATE_AT_REST))
        return true;
    if (!constrained_minimal(&t->equations, &set, &t->arena, error))
        return false;
    t->is_equilibrium = true;
    for (size_t i = 0; i < n; i++) {
        double rounding = 0;
        for (size_t k = set.n_f; k < 2 * set.n_f; k++)
            rounding += fabs(MATRIX_AT(set.v, i, k)) * state_rounding(set.A, k, NULL);
        t->is_equilibrium = t->is_equilibrium && fabs(t->a[i]) <= fmax(STATE_AT_REST, rounding);
    }
    return true;
}

bool constraint_terms_open(struct constraint_terms *t, const struct mechanism_file *file, const char *path,
                           struct error *error)
{
    struct model_report report = {""};
    *t = (struct constraint_terms){.path = path, .file = file};
    if (!model_instance_open(&t->instance, mechanism_file_type(file), &report) ||
        !model_instance_initialize(&t->instance, 0, &report)) {
        constraint_fails(t, &report, error);
        goto failed;
    }
    if (mechanism_file_motions(file) > 0) {
        model_fail(&report, "it has prescribed motions, which only minimal coordinates follow");
        constraint_fails(t, &report, error);
        goto failed;
    }
    if (t->instance.layout.count[MODEL_STATE] > mechanism_sizes(mechanism_file_mechanism(file)).states) {
        error_raise(error, ERROR_CONSTRAINTS_FRICTION, path);
        goto failed;
    }
    t->engine = mechanism_instance_engine(t->instance.scratch);
    t->choice = engine_choice(t->engine);
    t->rows = t->choice.holonomic + t->choice.nonholonomic;
    t->n_inputs = t->instance.layout.count[MODEL_INPUT];
    if (!room_take(t)) {
        error_raise(error, ERROR_NO_MEMORY, "linearizing");
        goto failed;
    }
    if (!point_take(t, &report) || !outputs_choose(t, &report)) {
        constraint_fails(t, &report, error);
        goto failed;
    }
    if (!constraint_terms_place(t, error) || !multipliers_find(t, error) || !probe_make(t, error) ||
        !constraint_terms_differentiate(t, error) || !rest_check(t, error))
        goto failed;
    singular_check(t);
    if (t->is_singular && !t->is_equilibrium) {
        error_raise(error, ERROR_CONSTRAINTS_SINGULAR, path, engine_row_name(t->engine, t->singular_row));
        goto failed;
    }
    return true;

failed:
    constraint_terms_close(t);
    return false;
}

void constraint_terms_close(struct constraint_terms *t)
{
    model_instance_close(&t->instance);
    arena_free(&t->arena);
    *t = (struct constraint_terms){0};
}
