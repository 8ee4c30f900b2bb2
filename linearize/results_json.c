/* JSON: names and matrices as people's scripts expect them, and everything else that was found. */
#include "master/base/json.h"
#include "linearize/results.h"

#include <math.h>

static void put_names(struct json *j, const char *key, const struct signals *s)
{
    json_row(j, key);
    for (size_t i = 0; i < s->n; i++)
        json_string(j, NULL, s->names[i]);
    json_end(j);
}

static void put_numbers(struct json *j, const char *key, const double *numbers, size_t n)
{
    json_row(j, key);
    for (size_t i = 0; i < n; i++)
        json_number(j, NULL, numbers[i]);
    json_end(j);
}

static void put_matrix(struct json *j, const char *key, struct matrix m)
{
    json_array(j, key);
    for (size_t i = 0; i < m.rows; i++) {
        json_row(j, NULL);
        for (size_t k = 0; k < m.columns; k++)
            json_number(j, NULL, MATRIX_AT(m, i, k));
        json_end(j);
    }
    json_end(j);
}

static void put_complex(struct json *j, const char *key, double complex value)
{
    json_row(j, key);
    json_number(j, NULL, creal(value));
    json_number(j, NULL, cimag(value));
    json_end(j);
}

static void put_complex_list(struct json *j, const char *key, const double complex *values, size_t n)
{
    json_array(j, key);
    for (size_t i = 0; i < n; i++)
        put_complex(j, NULL, values[i]);
    json_end(j);
}

static void put_mode(struct json *j, const struct result *p, size_t k)
{
    const struct modes *m = &p->modes;
    const size_t n = m->spectrum.n;
    const struct mode mode = modes_get(m, k);
    json_object(j, NULL);
    put_complex(j, "eigenvalue", mode.value);
    json_number(j, "frequency", mode.frequency);
    json_number(j, "damping", mode.damping);
    json_number(j, "time_constant", mode.time_constant);
    put_numbers(j, "participation", m->participation.a + k * n, n);
    json_row(j, "controllability");
    for (size_t i = 0; i < m->controllability.columns; i++)
        json_number(j, NULL, MATRIX_AT(m->controllability, k, i));
    json_end(j);
    put_numbers(j, "observability", m->observability.a + k * m->observability.rows, m->observability.rows);
    put_complex_list(j, "right_eigenvector", m->spectrum.right + k * n, n);
    put_complex_list(j, "left_eigenvector", m->spectrum.left + k * n, n);
    json_end(j);
}

static void put_vectors(struct json *j, const char *key, const struct signals *states, struct matrix vectors)
{
    json_array(j, key);
    for (size_t k = 0; k < vectors.columns; k++) {
        json_row(j, NULL);
        for (size_t i = 0; i < states->n; i++)
            if (MATRIX_AT(vectors, i, k) != 0)
                json_string(j, NULL, states->names[i]);
        json_end(j);
    }
    json_end(j);
}

/* Why eigenvalues are 0: the states of the sums that keep their values, and of changes that nothing brings back. */
static void put_neutral(struct json *j, const struct result *p)
{
    const struct neutral *z = &p->modes.neutral;
    if (z->n == 0)
        return;
    json_object(j, "neutral");
    json_integer(j, "eigenvalues", (long)z->n);
    put_vectors(j, "unchanged_sums", &p->space.states, z->kept);
    put_vectors(j, "free_directions", &p->space.states, z->directions);
    json_end(j);
}

static const char *const coordinate_names[] = {"minimal", "mcs", "rcs", "ucs"}; /* by enum coordinate_set */

/* A number for every finite eigenvalue, null for an infinite one; and what each of them is. */
static void put_eigenvalues(struct json *j, const struct result *p)
{
    const struct spectrum *s = &p->modes.spectrum;
    const size_t n_infinite = p->constraints.n_infinite;
    json_array(j, "eigenvalues");
    for (size_t i = 0; i < s->n; i++)
        put_complex(j, NULL, s->values[i]);
    for (size_t i = 0; i < n_infinite; i++)
        json_null(j, NULL);
    json_end(j);
    json_row(j, "kind");
    for (size_t i = 0; i < s->n + n_infinite; i++)
        json_string(j, NULL, eigenvalue_kind_name(i < s->n ? result_kind(p, i) : EIGENVALUE_INFINITE));
    json_end(j);
}

static void put_constraints(struct json *j, const struct result *p)
{
    const struct result_constraints *c = &p->constraints;
    if (c->coordinates == COORDINATES_MINIMAL)
        return;
    json_boolean(j, "equilibrium", c->is_equilibrium);
    json_object(j, "constraints");
    json_integer(j, "coordinates", (long)c->n_coordinates);
    json_integer(j, "rank", (long)c->rank);
    json_integer(j, "redundant_rows", (long)c->n_redundant);
    json_boolean(j, "singular", c->is_singular);
    if (c->coordinates == COORDINATES_UCS) {
        json_number(j, "alpha", c->penalty.alpha);
        json_number(j, "xi", c->penalty.xi);
        json_number(j, "omega", c->penalty.omega);
        json_number(j, "violation", c->violation);
    }
    json_end(j);
    if (c->raw) {
        json_array(j, "raw_eigenvalues");
        for (size_t i = 0; i < c->n_raw; i++)
            if (isfinite(creal(c->raw[i])) && isfinite(cimag(c->raw[i])))
                put_complex(j, NULL, c->raw[i]);
            else
                json_null(j, NULL);
        json_end(j);
    }
}

static void put_point(struct json *j, const struct results *r, const struct result *p)
{
    const struct state_space *s = &p->space;
    json_object(j, NULL);
    json_number(j, "time", s->time);
    if (r->variation->name) {
        json_object(j, "set");
        json_number(j, r->variation->name, p->varied);
        json_end(j);
    }
    json_string(j, "method", s->directional ? "directional" : "differences");
    json_string(j, "coordinates", coordinate_names[p->constraints.coordinates]);
    if (p->n_remarks) {
        json_row(j, "chosen_slopes");
        for (size_t i = 0; i < p->n_remarks; i++)
            json_string(j, NULL, p->remarks[i]);
        json_end(j);
    }
    if (!s->directional)
        json_number(j, "accuracy", s->accuracy);
    put_names(j, "states", &s->states);
    put_names(j, "inputs", &s->inputs);
    put_names(j, "outputs", &s->outputs);
    put_matrix(j, "A", s->A);
    put_matrix(j, "B", s->B);
    put_matrix(j, "C", s->C);
    put_matrix(j, "D", s->D);
    if (s->E.rows > 0)
        put_matrix(j, "E", s->E);
    put_eigenvalues(j, p);
    if (result_loses_digits(p))
        json_number(j, "eigenvalue_accuracy", p->modes.worst_part);
    put_constraints(j, p);
    put_neutral(j, p);
    put_complex_list(j, "zeros", p->zeros, p->n_zeros);
    json_object(j, "point");
    put_numbers(j, "states", s->states.values, s->states.n);
    put_numbers(j, "rates", s->rates, s->states.n);
    put_numbers(j, "inputs", s->inputs.values, s->inputs.n);
    put_numbers(j, "outputs", s->outputs.values, s->outputs.n);
    json_end(j);
    json_array(j, "modes");
    for (size_t k = 0; k < p->modes.spectrum.n && result_has_vectors(p); k++)
        put_mode(j, p, k);
    json_end(j);
    json_end(j);
}

bool results_print_json(FILE *file, const struct results *r)
{
    struct json j = json_begin(file);
    if (r->n == 1) {
        put_point(&j, r, &r->list[0]);
        return json_finish(&j);
    }
    json_object(&j, NULL);
    json_array(&j, "points");
    for (size_t i = 0; i < r->n; i++)
        put_point(&j, r, &r->list[i]);
    json_end(&j);
    json_end(&j);
    return json_finish(&j);
}
