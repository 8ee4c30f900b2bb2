/* Actuators that take pressures: the same motion as with the force that pressures, friction and stops make, for every law of
 * friction; derivatives against central differences; the jump of Bengisu-Akay's law as an event. */
#include "piston/friction.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "tests/testing.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#define ARM(actuator)                                                                                                  \
    "{\"type\": \"mechanism\", \"name\": \"Arm\", \"gravity\": [0, -9.81, 0],"                                         \
    "\"bodies\": {\"arm\": {\"mass\": 20, \"com\": [1, 0, 0], \"inertia\": [0, 7, 7, 0, 0, 0]}},"                      \
    "\"joints\": {\"A\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"arm\", \"start\": 0.4,"         \
    "\"start_rate\": 0.05}},"                                                                                          \
    "\"actuators\": {\"jack\": {\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0]}, \"to\": {\"body\": \"arm\","     \
    "\"at\": [1, 0, 0]}" actuator "}}}"

#define PRESSURES(law)                                                                                                 \
    ARM(", \"coupling\": \"pressures\", \"piston\": {\"areas\": [3e-3, 2e-3], \"stroke\": 0.9, \"retracted_length\": " \
        "1,"                                                                                                           \
        "\"stops\": {\"stiffness\": 1e7, \"damping\": 0.5}, \"friction\": {\"type\": \"" law "\", \"F_c\": 210,"       \
        "\"F_s\": 830, \"v_s\": 0.0125, \"xi\": 40, \"sigma0\": 7.3e6, \"sigma1\": 3.1e4, \"sigma2\": 330, \"n\": 1,"  \
        "\"v_b\": 0.1, \"tau_hp\": 0.05, \"tau_hn\": 0.1, \"tau_h0\": 20}}")

struct rig {
    struct mechanism_file *file;
    const struct model_type *type;
    struct model_layout layout;
    void *constants, *scratch;
    double *numbers;
    double *u, *m, *x, *y;
};

static struct rig open_rig(const char *text)
{
    struct notation_error error = {""};
    struct model_report report = {""};
    struct rig r = {.file = mechanism_file_read(text, strlen(text), "arm.json", &error)};
    if (!r.file)
        fail_msg("%s", error.text);
    r.type = mechanism_file_type(r.file);
    r.layout = model_layout(r.type);
    r.constants = calloc(1, r.type->constants_size);
    r.scratch = calloc(1, r.type->scratch_size);
    r.numbers = calloc(r.layout.size, sizeof *r.numbers);
    for (size_t i = 0; i < r.type->n_variables; i++)
        r.numbers[i] = r.type->variables[i].start;
    r.u = r.numbers + r.layout.first[MODEL_INPUT];
    r.m = r.numbers + r.layout.first[MODEL_MEMORY];
    r.x = r.numbers + r.layout.first[MODEL_STATE];
    r.y = r.numbers + r.layout.first[MODEL_OUTPUT];
    if (!r.type->setup(r.type, r.numbers, r.numbers + r.layout.first[MODEL_CALCULATED], r.constants, r.scratch,
                       &report) ||
        !r.type->over_real.initialize(r.constants, r.scratch, 0, r.u, r.m, r.x, &report))
        fail_msg("%s", report.text);
    return r;
}

static void close_rig(struct rig *r)
{
    free(r->constants);
    free(r->scratch);
    free(r->numbers);
    mechanism_file_close(r->file);
}

static void rates(const struct rig *r, double *dx)
{
    struct model_report report = {""};
    double dq[8];
    assert_true(r->layout.count[MODEL_QUADRATURE] <= sizeof dq / sizeof *dq);
    if (!r->type->over_real.rates(r->constants, r->scratch, 0, r->m, r->x, r->u, dx, dq, &report))
        fail_msg("%s", report.text);
}

struct law {
    const char *text;
    enum friction_law law;
};
static const struct law laws[] = {{PRESSURES("none"), FRICTION_NONE},
                                  {PRESSURES("viscous"), FRICTION_VISCOUS},
                                  {PRESSURES("Bengisu-Akay"), FRICTION_BENGISU_AKAY},
                                  {PRESSURES("Brown-McPhee"), FRICTION_BROWN_MCPHEE},
                                  {PRESSURES("LuGre"), FRICTION_LUGRE},
                                  {PRESSURES("modified LuGre"), FRICTION_MODIFIED_LUGRE}};
enum { N_LAWS = sizeof laws / sizeof *laws };

static const double states[] = {3e-5, 0.4}; /* of the friction */

/* One at which the piston is in its stroke (1.67 m), one at which it is 82 mm beyond its end: far, so that the stop counts. */
static const double angles[] = {0.4, 1.3};

/* What pressures, friction and stop make at the length s, by the formulas themselves. */
static double force_by_hand(enum friction_law law, double s, double ds, double *dz)
{
    const struct friction friction = {law, 210, 830, 0.0125, 40, 7.3e6, 3.1e4, 330, 1, 0.1, 0.05, 0.1, 20};
    const double p1 = 2.5e6, p2 = 1.5e6, beyond = s - 1 - 0.9;
    const double stop = beyond > 0 ? 1e7 * beyond * (1 + 0.5 * ds) : 0;
    return 3e-3 * p1 - 2e-3 * p2 - friction_force_real(&friction, friction_mode(&friction, ds), ds, states, dz) - stop;
}

static void pressures_do_what_their_force_does(void **state)
{
    (void)state;
    struct rig plain = open_rig(ARM(""));
    for (int i = 0; i < N_LAWS; i++)
        for (int k = 0; k < 2; k++) {
            struct rig r = open_rig(laws[i].text);
            const size_t n = friction_states(laws[i].law);
            struct model_report report;
            double dx[4] = {0}, expected[2], dz[2];
            assert_int_equal(r.layout.count[MODEL_STATE], 2 + n);
            r.u[0] = 2.5e6;
            r.u[1] = 1.5e6;
            plain.x[0] = r.x[0] = angles[k];
            plain.x[1] = r.x[1] = 0.05;
            memcpy(r.x + 2, states, n * sizeof *states);
            assert_true(plain.type->over_real.outputs(plain.constants, plain.scratch, 0, plain.m, plain.x, plain.u,
                                                      plain.y, &report));
            plain.u[0] = force_by_hand(laws[i].law, plain.y[0], plain.y[1], dz);
            rates(&plain, expected);
            rates(&r, dx);
            assert_near(dx[0], 0.05, 1e-15);
            assert_near(dx[1], expected[1], 1e-11 * fabs(expected[1]));
            for (size_t j = 0; j < n; j++)
                assert_near(dx[2 + j], dz[j], 1e-12 * fabs(dz[j]));
            close_rig(&r);
        }
    close_rig(&plain);
}

static void derivatives_are_those_of_differences(void **state)
{
    (void)state;
    for (int i = 0; i < N_LAWS; i++) {
        struct rig r = open_rig(laws[i].text);
        const size_t n = 2 + friction_states(laws[i].law);
        double complex *workspace = calloc(model_workspace_size(&r.layout), sizeof *workspace);
        r.u[0] = 2.5e6;
        r.u[1] = 1.5e6;
        memcpy(r.x + 2, states, (n - 2) * sizeof *states);
        for (size_t j = 0; j < n + 2; j++) { /* along every state and both pressures */
            static const double steps[] = {1e-6, 1e-6, 1e-9, 1e-6};
            double *changed = j < n ? &r.x[j] : &r.u[j - n];
            const double before = *changed, h = j < n ? steps[j] : 100;
            double seed_x[4] = {0}, seed_u[2] = {0}, exact[4] = {0}, up[4], down[4];
            struct model_report report = {""};
            if (j < n)
                seed_x[j] = 1;
            else
                seed_u[j - n] = 1;
            assert_true(model_differentiate(r.type, &r.layout,
                                            (struct model_point){r.constants, r.scratch, 0, r.m, r.x, r.u},
                                            (struct model_direction){.x = seed_x, .u = seed_u},
                                            (struct model_change){.rates = exact}, workspace, &report));
            *changed = before + h;
            rates(&r, up);
            *changed = before - h;
            rates(&r, down);
            *changed = before;
            for (size_t row = 0; row < n; row++) {
                const double difference = (up[row] - down[row]) / (2 * h);
                assert_near(exact[row], difference, 2e-5 * fabs(difference) + 1e-7);
            }
        }
        free(workspace);
        close_rig(&r);
    }
}

/* ds = v_s where sliding begins: the indicator changes sign there, and the mode follows at an event, not before. */
static void friction_that_jumps_is_an_event(void **state)
{
    (void)state;
    struct rig r = open_rig(PRESSURES("Bengisu-Akay"));
    struct model_report report = {""};
    double z[2];
    assert_int_equal(r.type->n_indicators, 1);
    size_t mode = 0;
    while (strcmp(r.type->variables[r.layout.first[MODEL_MEMORY] + mode].name, "jack.friction_mode") != 0)
        mode++;
    assert_true(r.m[mode] == 1); /* it starts at 0.05 rad/s, some 0.03 m/s */
    r.x[1] = 0.001;
    assert_true(r.type->indicators(r.constants, r.scratch, 0, r.m, r.x, r.u, &z[0], &report));
    assert_true(r.type->accept(r.constants, r.scratch, 0, r.x, r.u, r.m, MODEL_STEP, &report));
    assert_true(r.m[mode] == 1);
    assert_true(r.type->accept(r.constants, r.scratch, 0, r.x, r.u, r.m, MODEL_EVENT, &report));
    assert_true(r.m[mode] == 0);
    r.x[1] = 0.05;
    assert_true(r.type->indicators(r.constants, r.scratch, 0, r.m, r.x, r.u, &z[1], &report));
    assert_true(z[0] * z[1] < 0);
    close_rig(&r);
}

/* The circuit asks for the force that holds the start before it knows its pressures: no loop between the two. */
static void the_holding_force_does_not_wait_for_pressures(void **state)
{
    (void)state;
    struct rig r = open_rig(PRESSURES("LuGre"));
    const size_t force = model_find(r.type, "jack.force_at_start", strlen("jack.force_at_start"));
    assert_true(force < r.type->n_variables);
    assert_string_equal(r.type->variables[force].initially_depends, "");
    close_rig(&r);
}

static void refused(const char *text, const char *message)
{
    struct notation_error error = {""};
    struct mechanism_file *file = mechanism_file_read(text, strlen(text), "arm.json", &error);
    if (file)
        fail_msg("accepted: %s", text);
    if (!strstr(error.text, message))
        fail_msg("\"%s\" is not in: %s", message, error.text);
}

static void incomplete_pistons_are_refused(void **state)
{
    (void)state;
    refused(ARM(", \"coupling\": \"pressures\""), "an actuator that takes pressures needs a \"piston\"");
    refused(ARM(", \"coupling\": \"pressures\", \"piston\": {\"areas\": [1e-3, 1e-3]}"),
            "the member \"stroke\" is missing");
    refused(ARM(", \"coupling\": \"pressures\", \"piston\": {\"areas\": [1e-3, 1e-3], \"stroke\": 1}"),
            "where is the piston?");
    refused(ARM(", \"coupling\": \"pressures\", \"piston\": {\"areas\": [1e-3, 1e-3], \"stroke\": 1, "
                "\"start_length\": 0.5, \"friction\": {\"type\": \"viscous\"}}"),
            "viscous friction needs the member \"sigma2\"");
    refused(ARM(", \"piston\": {\"areas\": [10, 10], \"stroke\": 1, \"friction\": {\"type\": \"sticky\"}}"),
            "unknown word \"sticky\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pressures_do_what_their_force_does),
        cmocka_unit_test(derivatives_are_those_of_differences),
        cmocka_unit_test(friction_that_jumps_is_an_event),
        cmocka_unit_test(the_holding_force_does_not_wait_for_pressures),
        cmocka_unit_test(incomplete_pistons_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
