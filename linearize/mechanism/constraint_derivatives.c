/* Exact derivatives of the constrained equations: the complex step through the engine, a coordinate at a time. */
#include "linearize/mechanism/constraint_terms_impl.h"

#include "fmu_multibody/engine/engine_full.h"

#include <math.h>

static const double step = 1e-100;

static void seeds_clear(struct constraint_terms *t)
{
    const size_t *count = t->instance.layout.count;
    for (size_t i = 0; i < t->choice.coordinates; i++) {
        t->z_c[i] = t->z[i];
        t->w_c[i] = t->w[i];
        t->a_c[i] = t->a[i];
    }
    for (size_t i = 0; i < count[MODEL_INPUT]; i++)
        t->u_c[i] = t->instance.u[i];
    for (size_t i = 0; i < count[MODEL_MEMORY]; i++)
        t->m_c[i] = t->instance.m[i];
    for (size_t i = 0; i < count[MODEL_STATE]; i++)
        t->x_c[i] = t->instance.x[i];
}

/* Everything with an imaginary step in one of the numbers, which goes back afterwards. */
static bool evaluate(struct constraint_terms *t, double complex *seed, struct error *error)
{
    struct model_report report = {""};
    struct model_instance *instance = &t->instance;
    *seed += step * I;
    if (!constraint_terms_outputs_complex(t, &report))
        return constraint_fails(t, &report, error);
    engine_full_place_complex(t->engine, t->z_c, t->w_c);
    double complex *inputs =
        mechanism_instance_inputs_complex(instance->constants, instance->scratch, 0, t->m_c, t->u_c);
    mechanism_instance_push_complex(instance->constants, instance->scratch, t->m_c, t->x_c, t->u_c, inputs);
    const bool done = engine_all_rows_complex(t->engine, t->phi_c, t->D_c, t->bias_c, &report) &&
                      engine_full_forces_complex(t->engine, t->a_c, inputs, t->tau_c, &report);
    *seed = creal(*seed);
    return done || constraint_fails(t, &report, error);
}

/* Along the position j: K, and what the rows do. */
static void take_position(struct constraint_terms *t, size_t j)
{
    struct constrained *c = &t->equations;
    const size_t n = c->n;
    for (size_t i = 0; i < n; i++) {
        double sum = cimag(t->tau_c[i]) / step;
        for (size_t r = 0; r < t->rows; r++) {
            const double slope = cimag(t->D_c[r * n + i]) / step;
            sum += slope * t->lambda[r];
            t->probe_rows[r] += t->probe_z[j] * slope * t->probe_z[i];
            t->probe_size += fabs(t->probe_z[j] * slope * t->probe_z[i]);
        }
        MATRIX_AT(c->K, i, j) = sum;
    }
    for (size_t r = 0; r < t->rows; r++) {
        double of_velocity = 0, of_acceleration = cimag(t->bias_c[r]) / step;
        for (size_t k = 0; k < n; k++) {
            const double slope = cimag(t->D_c[r * n + k]) / step;
            of_velocity += slope * t->w[k];
            of_acceleration += slope * t->a[k];
        }
        MATRIX_AT(c->velocity_q, r, j) = of_velocity;
        MATRIX_AT(c->acceleration_q, r, j) = of_acceleration;
    }
    for (size_t i = 0; i < t->n_outputs; i++)
        MATRIX_AT(t->outputs_q, i, j) = cimag(t->y_c[i]) / step;
}

static void take_velocity(struct constraint_terms *t, size_t j)
{
    struct constrained *c = &t->equations;
    for (size_t i = 0; i < c->n; i++)
        MATRIX_AT(c->C, i, j) = cimag(t->tau_c[i]) / step;
    for (size_t r = 0; r < t->rows; r++)
        MATRIX_AT(c->acceleration_v, r, j) = cimag(t->bias_c[r]) / step;
    for (size_t i = 0; i < t->n_outputs; i++)
        MATRIX_AT(t->outputs_v, i, j) = cimag(t->y_c[i]) / step;
}

/* M is symmetric: by rows or by columns is the same. */
static bool take_mass(struct constraint_terms *t, struct error *error)
{
    if (!constraint_terms_place(t, error))
        return false;
    engine_full_mass_real(t->engine, t->equations.M.a);
    return true;
}

bool constraint_terms_differentiate(struct constraint_terms *t, struct error *error)
{
    const size_t n = t->choice.coordinates;
    if (!take_mass(t, error))
        return false;
    seeds_clear(t);
    t->probe_size = 0;
    for (size_t r = 0; r < t->rows; r++)
        t->probe_rows[r] = 0;
    for (size_t j = 0; j < n; j++) {
        if (!evaluate(t, &t->z_c[j], error))
            return false;
        take_position(t, j);
        if (!evaluate(t, &t->w_c[j], error))
            return false;
        take_velocity(t, j);
    }
    for (size_t j = 0; j < t->n_inputs; j++) {
        if (!evaluate(t, &t->u_c[j], error))
            return false;
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(t->inputs, i, j) = -cimag(t->tau_c[i]) / step;
        for (size_t i = 0; i < t->n_outputs; i++)
            MATRIX_AT(t->outputs_u, i, j) = cimag(t->y_c[i]) / step;
    }
    return true;
}
