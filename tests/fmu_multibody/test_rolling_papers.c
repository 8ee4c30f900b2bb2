/* Rolling disc and bicycle from their files, against Newton and Euler in absolute accelerations with all reactions. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "tests/oracle/wheels_oracle.h"
#include "tests/fmu_multibody/random.h"

#include <stdlib.h>
#include <string.h>

static const struct vehicle {
    const char *file;
    const struct wheels_vehicle *oracle;
    const char *coordinates[WHEELS_COORDINATES]; /* in the order of the oracle */
    double lean, steer, rate;                    /* how far random configurations go */
} vehicles[] = {
    {"rolling-disc.json", &wheels_disc, {"x", "y", "z", "yaw", "lean", "spin"}, 1.2, 0, 5},
    {"bicycle.json",
     &wheels_bicycle,
     {"x", "y", "z", "yaw", "lean", "pitch", "rear_spin", "steer", "front_spin"},
     0.7,
     0.8,
     5},
};
enum { N_VEHICLES = sizeof vehicles / sizeof *vehicles };

struct point { /* coordinates and rates of the oracle, accelerations of its independent ones */
    number q[WHEELS_COORDINATES], dq[WHEELS_COORDINATES], ddq[3];
};

static bool is_solved(const struct vehicle *v, int coordinate)
{
    for (int i = 0; i < v->oracle->n_solved; i++)
        if (v->oracle->solved[i] == coordinate)
            return true;
    return false;
}

/* Same random configuration for both. */
static void choose(struct from_file *f, const struct vehicle *v, uint64_t *seed, struct point *p)
{
    *p = (struct point){.q[WHEELS_Z] = v->oracle->up * 0.3L};
    for (int i = 0; i < wheels_coordinates(v->oracle); i++) {
        const double most = i == WHEELS_LEAN ? v->lean : i == WHEELS_HINGES + 1 ? v->steer : 3;
        if (!is_solved(v, i))
            p->q[i] = *from_file_find(f, v->coordinates[i]) = random_between(seed, -most, most);
    }
    for (int i = 0; i < v->oracle->n_independent; i++) {
        char rate[40];
        snprintf(rate, sizeof rate, "d%s", v->coordinates[v->oracle->independent[i]]);
        p->dq[v->oracle->independent[i]] = *from_file_find(f, rate) = random_between(seed, -v->rate, v->rate);
    }
}

/* The rate of state `name` by the oracle: of a position, or an acceleration. */
static number oracle_rate(const struct vehicle *v, const struct point *p, const char *name)
{
    for (int i = 0; i < wheels_coordinates(v->oracle); i++)
        if (strcmp(v->coordinates[i], name) == 0)
            return p->dq[i];
    for (int i = 0; i < v->oracle->n_independent; i++)
        if (name[0] == 'd' && strcmp(v->coordinates[v->oracle->independent[i]], name + 1) == 0)
            return p->ddq[i];
    fail_msg("the oracle has no %s", name);
    return 0;
}

static void seed_state(const struct vehicle *v, struct point *p, const char *name, double direction)
{
    for (int i = 0; i < wheels_coordinates(v->oracle); i++) {
        if (strcmp(v->coordinates[i], name) == 0)
            p->q[i] += 1e-30L * direction * I;
        else if (name[0] == 'd' && strcmp(v->coordinates[i], name + 1) == 0)
            p->dq[i] += 1e-30L * direction * I;
    }
}

static const char *state_name(const struct from_file *f, size_t i)
{
    return f->live.type->variables[f->live.layout.first[MODEL_STATE] + i].name;
}

static void check_configuration(struct from_file *f, const struct vehicle *v, uint64_t *seed)
{
    enum { MOST = 16 };
    const size_t n = f->live.layout.count[MODEL_STATE];
    struct point chosen;
    choose(f, v, seed, &chosen);
    from_file_update(f);
    struct point at = chosen;
    assert_true(wheels_solve(v->oracle, at.q, at.dq, at.ddq));
    double largest = 1;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, (double)fabsl(creall(oracle_rate(v, &at, state_name(f, i)))));
    for (size_t i = 0; i < n; i++)
        assert_near(f->live.dx[i], (double)creall(oracle_rate(v, &at, state_name(f, i))), 1e-11 * largest);

    struct point moved = chosen;
    double along[MOST], rates[MOST], y[MOST];
    for (size_t j = 0; j < n; j++) {
        along[j] = random_between(seed, -1, 1);
        seed_state(v, &moved, state_name(f, j), along[j]);
    }
    assert_true(wheels_solve(v->oracle, moved.q, moved.dq, moved.ddq));
    from_file_differentiate_along(f, along, NULL, rates, y);
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(rates[i]));
    for (size_t i = 0; i < n; i++)
        assert_near(rates[i], (double)(cimagl(oracle_rate(v, &moved, state_name(f, i))) / 1e-30L), 1e-9 * largest);
}

/* Derivatives along a random direction of all states: a wrong column of the Jacobian shows. */
static void rates_and_derivatives_at_1000_random_configurations(void **state)
{
    (void)state;
    for (const struct vehicle *v = vehicles; v < vehicles + N_VEHICLES; v++) {
        struct from_file f;
        uint64_t seed = 4711;
        from_file_open(&f, v->file);
        from_file_initialize(&f);
        for (int i = 0; i < 1000; i++)
            check_configuration(&f, v, &seed);
        from_file_close(&f);
    }
}

/* 2 n - 2 m - l: disc 12 - 2 - 2, bicycle 18 - 4 - 4. */
static void they_have_the_states_of_the_reduced_set(void **state)
{
    (void)state;
    static const size_t expected[N_VEHICLES] = {8, 10};
    for (size_t k = 0; k < N_VEHICLES; k++) {
        struct from_file f;
        from_file_open(&f, vehicles[k].file);
        assert_int_equal(f.live.layout.count[MODEL_STATE], expected[k]);
        assert_int_equal(f.live.type->n_positions, 3);
        from_file_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_have_the_states_of_the_reduced_set),
        cmocka_unit_test(rates_and_derivatives_at_1000_random_configurations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
