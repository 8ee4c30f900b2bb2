/* Parameters of files that may change in a run: which they are, and that a model which is told a new value goes on like one that began with
 * it and was put into the same state. */
#include "tests/testing.h"

#include "fmu_hydraulics/circuit/circuit_model.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "monolithic/model_instance.h"
#include "numerics/solver.h"

#include <string.h>

/* Everything that has such numbers; a loop, so that positions depend on each other. */
static const char mechanism_text[] =
    "{\"type\": \"mechanism\", \"name\": \"All\", \"constants\": {\"m\": 3, \"half\": \"m / 2\", \"L\": 1, \"k\": 400, "
    "\"idle\": 1, \"both\": 2}, \"gravity\": [0, -9.81, 0], \"bodies\": {\"crank\": {\"mass\": \"m\", \"com\": "
    "[\"L/2\", 0, 0], "
    "\"inertia\": [0.2, \"half/6\", 0.25, 0, 0, 0]}, \"slide\": {\"mass\": 2, \"inertia\": [0.1, 0.1, 0.1, 0, 0, 0]}, "
    "\"rod\": {\"mass\": \"both\", \"com\": [\"both/2\", 0, 0], \"inertia\": [0.2, 0.7, 0.7, 0, 0, 0]}}, \"joints\": {"
    "\"z1\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"start\": 0.9, \"limits\": [-3, "
    "3], "
    "\"stops\": {\"stiffness\": 1e4, \"damping\": 0.1}, \"friction\": {\"type\": \"LuGre\", \"F_c\": 1, \"F_s\": 2, "
    "\"v_s\": 0.1, "
    "\"sigma0\": 50, \"sigma1\": 1, \"sigma2\": 0.5, \"n\": 2}}, \"z2\": {\"type\": \"revolute\", \"parent\": "
    "\"crank\", \"child\": "
    "\"rod\", \"at\": [\"L\", 0, 0], \"start\": -1.3}, \"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", "
    "\"child\": \"slide\", "
    "\"axis\": [1, 0, 0], \"start\": 2.4}}, \"loops\": {\"pin\": {\"type\": \"revolute\", \"a\": {\"body\": \"rod\", "
    "\"at\": [2, 0, "
    "0], \"axis\": [0, 0, 1]}, \"b\": {\"body\": \"slide\", \"axis\": [0, 0, 1]}}}, \"springs\": {\"sp\": {\"from\": "
    "{\"body\": "
    "\"ground\"}, \"to\": {\"body\": \"rod\", \"at\": [1, 0, 0]}, \"stiffness\": \"k\", \"length\": 1, \"damping\": "
    "3}}, \"dampers\": "
    "{\"da\": {\"from\": {\"body\": \"ground\", \"at\": [0, 3, 0]}, \"to\": {\"body\": \"rod\", \"at\": [1, 0, 0]}, "
    "\"damping\": 4}}, "
    "\"joint_springs\": {\"js\": {\"coordinate\": \"z2\", \"stiffness\": 5, \"rest\": \"L\", \"damping\": 1}}, "
    "\"bushings\": {\"bu\": "
    "{\"from\": {\"body\": \"ground\", \"at\": [2.3, 0, 0]}, \"to\": {\"body\": \"slide\"}, \"stiffness\": [100, 20, "
    "30], \"damping\": "
    "[4, 5, 6], \"turn_stiffness\": [1, 2, 3], \"turn_damping\": [4, 5, 6]}}, \"contacts\": {\"co\": {\"body\": "
    "\"rod\", \"at\": [1, 0, "
    "0], \"radius\": 0.3, \"plane\": {\"at\": [0, 0.5, 0], \"normal\": [0, 1, 0]}, \"stiffness\": 3000, \"damping\": "
    "0.2, \"friction\": "
    "0.3, \"slip\": 0.01}}, \"actuators\": {\"cy\": {\"coordinate\": \"s\", \"offset\": 0.5, \"coupling\": "
    "\"pressures\", \"pressures\": "
    "[1e5, 1.2e5], \"piston\": {\"areas\": [2e-3, 1e-3], \"stroke\": 1.5, \"retracted_length\": 1.6, \"friction\": "
    "{\"type\": "
    "\"Brown-McPhee\", \"F_c\": 20, \"F_s\": 30, \"v_s\": 0.05, \"sigma2\": 40}, \"stops\": {\"stiffness\": 1e6, "
    "\"damping\": 0.1}}}}, "
    "\"independent\": [\"z1\"]}";

static const char *const mechanism_names[] = {"constants.m",
                                              "constants.k",
                                              "bodies.slide.mass",
                                              "bodies.slide.inertia[1]",
                                              "bodies.slide.inertia[2]",
                                              "bodies.slide.inertia[3]",
                                              "bodies.slide.inertia[4]",
                                              "bodies.slide.inertia[5]",
                                              "bodies.slide.inertia[6]",
                                              "bodies.crank.inertia[1]",
                                              "bodies.crank.inertia[3]",
                                              "bodies.crank.inertia[4]",
                                              "bodies.crank.inertia[5]",
                                              "bodies.crank.inertia[6]",
                                              "bodies.rod.inertia[1]",
                                              "bodies.rod.inertia[2]",
                                              "bodies.rod.inertia[3]",
                                              "bodies.rod.inertia[4]",
                                              "bodies.rod.inertia[5]",
                                              "bodies.rod.inertia[6]",
                                              "joints.z1.stops.stiffness",
                                              "joints.z1.stops.damping",
                                              "joints.z1.friction.F_c",
                                              "joints.z1.friction.F_s",
                                              "joints.z1.friction.sigma2",
                                              "springs.sp.damping",
                                              "dampers.da.damping",
                                              "joint_springs.js.stiffness",
                                              "joint_springs.js.damping",
                                              "bushings.bu.stiffness[1]",
                                              "bushings.bu.stiffness[2]",
                                              "bushings.bu.stiffness[3]",
                                              "bushings.bu.damping[1]",
                                              "bushings.bu.damping[2]",
                                              "bushings.bu.damping[3]",
                                              "bushings.bu.turn_stiffness[1]",
                                              "bushings.bu.turn_stiffness[2]",
                                              "bushings.bu.turn_stiffness[3]",
                                              "bushings.bu.turn_damping[1]",
                                              "bushings.bu.turn_damping[2]",
                                              "bushings.bu.turn_damping[3]",
                                              "contacts.co.stiffness",
                                              "contacts.co.damping",
                                              "contacts.co.friction",
                                              "actuators.cy.piston.friction.F_c",
                                              "actuators.cy.piston.friction.F_s",
                                              "actuators.cy.piston.friction.sigma2",
                                              "actuators.cy.piston.stops.stiffness",
                                              "actuators.cy.piston.stops.damping",
                                              NULL};

static const char circuit_text[] =
    "{\"type\": \"circuit\", \"name\": \"All\", \"constants\": {\"C_d\": 0.7, \"V\": 1e-3, \"p\": 5e6}, \"fluid\": "
    "{\"type\": "
    "\"constant\", \"bulk_modulus\": 1e9, \"density\": 850}, \"start\": \"given\", \"nodes\": {\"T\": {\"type\": "
    "\"tank\", "
    "\"pressure\": 1e5}, \"P\": {\"type\": \"volume\", \"volume\": \"V\", \"start_pressure\": 8e6}, \"A\": {\"type\": "
    "\"volume\", \"volume\": 1e-4, \"start_pressure\": 4e6}, \"B\": {\"type\": \"volume\", \"volume\": 1e-4, "
    "\"start_pressure\": "
    "\"p\"}}, \"orifices\": {\"o\": {\"from\": \"P\", \"to\": \"T\", \"area\": 2e-6, \"discharge\": \"C_d\"}, \"c\": "
    "{\"from\": "
    "\"A\", \"to\": \"T\", \"flow_coefficient\": 2e-9}}, \"pressure_valves\": {\"ch\": {\"type\": \"check\", \"from\": "
    "\"T\", \"to\": "
    "\"A\", \"area\": 1e-5, \"cracking_pressure\": 1e4}, \"re\": {\"type\": \"relief\", \"from\": \"P\", \"to\": "
    "\"T\", \"area\": 1e-5, "
    "\"cracking_pressure\": 7.9e6}, \"cb\": {\"type\": \"counterbalance\", \"from\": \"A\", \"to\": \"T\", \"pilot\": "
    "\"B\", \"ratio\": "
    "3, \"setting\": \"p\", \"area\": 1e-5}}, \"valves\": {\"v\": {\"area\": 1e-5, \"command\": 0.2, \"paths\": "
    "[{\"from\": \"P\", "
    "\"to\": \"A\", \"gain\": 1}, {\"from\": \"B\", \"to\": \"T\", \"gain\": 1}]}}, \"cylinders\": {\"cy\": {\"A\": "
    "\"A\", \"B\": "
    "\"B\", \"areas\": [2e-3, 1e-3], \"stroke\": 1, \"retracted_length\": 1.2, \"length\": 1.7, \"leakage\": 1e-12, "
    "\"friction\": "
    "{\"type\": \"LuGre\", \"F_c\": 100, \"F_s\": 200, \"v_s\": 0.02, \"sigma0\": 1e5, \"sigma1\": 100, \"sigma2\": "
    "300, \"n\": 2}, "
    "\"stops\": {\"stiffness\": 1e7, \"damping\": 0.1}}}, \"pumps\": {\"pu\": {\"from\": \"T\", \"to\": \"P\", "
    "\"displacement\": 1e-5, "
    "\"speed\": 150, \"cutoff\": 8.2e6, \"sense\": \"A\", \"margin\": 3e6}}}";

/* `constants.p` is also where a pressure starts. */
static const char *const circuit_names[] = {"constants.C_d",
                                            "orifices.o.area",
                                            "orifices.c.flow_coefficient",
                                            "orifices.c.discharge",
                                            "pressure_valves.ch.area",
                                            "pressure_valves.ch.discharge",
                                            "pressure_valves.ch.cracking_pressure",
                                            "pressure_valves.re.area",
                                            "pressure_valves.re.discharge",
                                            "pressure_valves.re.cracking_pressure",
                                            "pressure_valves.cb.area",
                                            "pressure_valves.cb.discharge",
                                            "pressure_valves.cb.cracking_pressure",
                                            "valves.v.area",
                                            "valves.v.discharge",
                                            "cylinders.cy.leakage",
                                            "cylinders.cy.friction.F_c",
                                            "cylinders.cy.friction.F_s",
                                            "cylinders.cy.friction.sigma2",
                                            "cylinders.cy.stops.stiffness",
                                            "cylinders.cy.stops.damping",
                                            "pumps.pu.cutoff",
                                            "pumps.pu.margin",
                                            NULL};

static struct model_report report;

#define MUST(done)                                                                                                     \
    do {                                                                                                               \
        if (!(done))                                                                                                   \
            fail_msg("%s", report.text);                                                                               \
    } while (0)

/* ---- which they are ---- */

static void check_names(const struct model_type *type, const char *const *names)
{
    size_t n = 0, known = 0;
    for (size_t i = 0; i < type->n_variables; i++)
        n += type->variables[i].is_tunable;
    for (; names[known]; known++) {
        const size_t i = model_find(type, names[known], strlen(names[known]));
        if (i >= type->n_variables || !type->variables[i].is_tunable)
            fail_msg("%s: %s", names[known], i < type->n_variables ? "not tunable" : "there is no such variable");
    }
    assert_int_equal(n, known);
}

/* ---- that nothing else remembers what was before ---- */

static void begin(struct model_instance *live, const struct model_type *type)
{
    MUST(model_instance_open(live, type, &report));
    double *rate = model_instance_find(live, "cy.rate");
    if (rate)
        *rate = 0.05; /* friction works */
}

static void initialize(struct model_instance *live)
{
    MUST(model_instance_initialize(live, 0, &report));
}

/* The trapezoidal rule, 1 ms, over so many steps from t. */
static void run(struct model_instance *live, double t, int steps)
{
    const struct solver_settings settings = {SOLVER_TRAPEZOIDAL, 1e-3, 1e-8, 1e-8};
    const struct solver_problem problem = {.type = live->type,
                                           .layout = &live->layout,
                                           .constants = live->constants,
                                           .scratch = live->scratch,
                                           .m = live->m,
                                           .inputs = {.t0 = t, .u0 = live->u, .n = live->layout.count[MODEL_INPUT]}};
    struct solver *solver = solver_open(live->type, &report);
    double reached;
    MUST(solver && solver_prepare(solver, &settings, &report));
    for (int k = 0; k < steps; k++)
        MUST(solver_step(solver, &settings, &problem, t + 1e-3 * k, 1e-3, live->x, live->q, &reached, &report));
    solver_close(solver);
}

static double changed(const struct model_variable *v)
{
    return v->start != 0 ? 1.2 * v->start : 1e-3;
}

/* As the FMU's shell does it: parameters are set, and setup() makes constants and scratch of them. */
static void tune(struct model_instance *live, size_t parameter, double value)
{
    live->numbers[parameter] = value;
    MUST(live->type->setup(live->type, live->parameters, live->calculated, live->constants, live->scratch, &report));
}

static void copy(const struct model_instance *from, struct model_instance *to, enum model_role role)
{
    const size_t first = from->layout.first[role];
    memcpy(to->numbers + first, from->numbers + first, from->layout.count[role] * sizeof(double));
}

/* How many of them have changed anything: valves may be closed, stops far away. */
static size_t check_restarts(const struct model_type *type)
{
    size_t moved = 0;
    for (size_t i = 0; i < type->n_variables; i++) {
        if (!type->variables[i].is_tunable)
            continue;
        struct model_instance told, anew, same;
        begin(&told, type);
        begin(&anew, type);
        begin(&same, type);
        anew.numbers[i] = changed(&type->variables[i]);
        initialize(&told);
        initialize(&anew);
        initialize(&same);
        run(&told, 0, 10);
        run(&same, 0, 20);
        copy(&told, &anew, MODEL_STATE);
        copy(&told, &anew, MODEL_MEMORY);
        copy(&told, &anew, MODEL_QUADRATURE);
        tune(&told, i, changed(&type->variables[i]));
        run(&told, 0.01, 10);
        run(&anew, 0.01, 10);
        bool has_moved = false;
        for (size_t k = 0; k < told.layout.count[MODEL_STATE]; k++) {
            if (!(fabs(told.x[k] - anew.x[k]) <= 1e-12 * (1 + fabs(anew.x[k]))))
                fail_msg("%s: state %zu is %.17g, and after a start with it %.17g", type->variables[i].name, k,
                         told.x[k], anew.x[k]);
            has_moved = has_moved || told.x[k] != same.x[k];
        }
        moved += has_moved;
        model_instance_close(&told);
        model_instance_close(&anew);
        model_instance_close(&same);
    }
    return moved;
}

static void mechanisms_go_on_with_new_numbers(void **state)
{
    (void)state;
    struct notation_error error;
    struct mechanism_file *f = mechanism_file_read(mechanism_text, strlen(mechanism_text), "all.json", &error);
    if (!f)
        fail_msg("%s", error.text);
    check_names(mechanism_file_type(f), mechanism_names);
    /* In the plane: masses, inertias about z, two springs and their dampers, a bushing along x, two frictions of three numbers. */
    assert_true(check_restarts(mechanism_file_type(f)) >= 15);
    mechanism_file_close(f);
}

/* A body that tumbles: within 10 ms its second angle goes from 0.5 beyond 60 degrees, and all are counted from another frame. */
static const char tumbling_text[] =
    "{\"type\": \"mechanism\", \"name\": \"Tumbling\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"b\": {\"mass\": 2, "
    "\"com\": [0.1, 0, 0], \"inertia\": [0.1, 0.2, 0.25, 0, 0, 0]}}, \"joints\": {\"j\": {\"type\": \"free\", "
    "\"parent\": "
    "\"ground\", \"child\": \"b\", \"start\": [0, 0, 0, 0.2, 0.5, 0.1], \"start_rate\": [0, 0, 0, 3, 80, 1]}}, "
    "\"springs\": "
    "{\"s\": {\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"b\", \"at\": [0, 0, 0.5]}, \"stiffness\": 300, "
    "\"length\": 0.2, \"damping\": 2}}}";

static void a_body_that_has_changed_its_angles_goes_on(void **state)
{
    (void)state;
    struct notation_error error;
    struct mechanism_file *f = mechanism_file_read(tumbling_text, strlen(tumbling_text), "tumbling.json", &error);
    if (!f)
        fail_msg("%s", error.text);
    struct model_instance live;
    begin(&live, mechanism_file_type(f));
    initialize(&live);
    const double *chart = model_instance_find(&live, "j.chart");
    assert_non_null(chart);
    assert_near(*chart, 0, 0);
    run(&live, 0, 10);
    assert_near(*chart, 1, 0);
    model_instance_close(&live);
    assert_true(check_restarts(mechanism_file_type(f)) >= 6); /* mass, moments, stiffness, damping */
    mechanism_file_close(f);
}

static void circuits_go_on_with_new_numbers(void **state)
{
    (void)state;
    struct notation_error error;
    struct circuit_model *c = circuit_model_open(circuit_text, strlen(circuit_text), "all.json", &error);
    if (!c)
        fail_msg("%s", error.text);
    check_names(circuit_model_type(c), circuit_names);
    assert_true(check_restarts(circuit_model_type(c)) > 10);
    circuit_model_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mechanisms_go_on_with_new_numbers),
        cmocka_unit_test(a_body_that_has_changed_its_angles_goes_on),
        cmocka_unit_test(circuits_go_on_with_new_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
