/* Circuits from files as models: LIM's against its closed form, the papers' against their numbers, dependencies against exact
 * derivatives, laws at their jumps. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"
#include "fmu_hydraulics/manipulator/manipulator_hydraulics.h"

#include <stdlib.h>
#include <string.h>

static struct model_report report;

struct opened {
    struct circuit_model *model;
    struct model_instance live;
};

static struct opened open_text(const char *text)
{
    struct opened o = {.model = circuit_opened(text)};
    if (!model_instance_open(&o.live, circuit_model_type(o.model), &report))
        fail_msg("%s", report.text);
    return o;
}

static struct opened open_file(const char *name)
{
    char *text = circuit_file(name);
    struct opened o = open_text(text);
    free(text);
    return o;
}

static void close_opened(struct opened *o)
{
    model_instance_close(&o->live);
    circuit_model_close(o->model);
}

static void set(struct model_instance *live, const char *name, double value)
{
    if (!model_instance_set(live, name, value, &report))
        fail_msg("%s", report.text);
}

static void initialize(struct model_instance *live)
{
    if (!model_instance_initialize(live, 0, &report))
        fail_msg("%s", report.text);
}

static void at_event(struct model_instance *live, double t)
{
    assert_true(live->type->accept(live->constants, live->scratch, t, live->x, live->u, live->m, MODEL_EVENT, &report));
    if (!model_instance_update(live, t, &report))
        fail_msg("%s", report.text);
}

#define assert_equal_to(actual, expected) assert_near(actual, expected, 1e-12 * fabs(expected) + 1e-12)

/* Start, spool, pressure rates and force over both manoeuvres, with other parameters too. */
static void lims_file_agrees_with_its_closed_form(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const int manoeuvre = 1 + k % 2;
        struct opened o = open_file(manoeuvre == 1 ? "lim-manipulator.json" : "lim-manipulator-m2.json");
        struct model_instance closed;
        assert_true(model_instance_open(&closed, &manipulator_hydraulics_type, &report));
        set(&closed, "manoeuvre", manoeuvre);
        if (k >= 2) {
            set(&closed, "a_p", 80e-4);
            set(&o.live, "constants.a_p", 80e-4);
            set(&closed, "p_P", 9e6);
            set(&o.live, "constants.p_P", 9e6);
            set(&closed, "l", 0.5);
            set(&o.live, "constants.l", 0.5);
            set(&closed, "f_h_static", -12000);
            set(&o.live, "cylinder.force_static", -12000);
        }
        initialize(&closed);
        initialize(&o.live);
        assert_equal_to(circuit_get(&o.live, "V1.p"), circuit_get(&closed, "p1"));
        assert_equal_to(circuit_get(&o.live, "V2.p"), circuit_get(&closed, "p2"));
        assert_equal_to(circuit_get(&o.live, "valve.U_start"), circuit_get(&closed, "kappa_start"));
        for (int i = 0; i <= 1000; i++) {
            const double t = i * 0.01 + (i > 400 && i < 700 ? 3e-4 : 0), s = 0.5 + 0.1 * sin(t), ds = 0.1 * cos(t),
                         p1 = 4e6 + 3e6 * sin(3 * t), p2 = 4e6 - 3e6 * cos(2 * t);
            const double values[] = {s, ds, p1, p2};
            const char *const names[] = {"s", "ds", "p1", "p2"}, *const file_names[] = {"cylinder.length",
                                                                                        "cylinder.rate", "V1.p",
                                                                                        "V2.p"};
            for (int j = 0; j < 4; j++) {
                *model_instance_find(&closed, names[j]) = values[j];
                *model_instance_find(&o.live, file_names[j]) = values[j];
            }
            assert_true(model_instance_update(&closed, t, &report));
            at_event(&o.live, t);
            assert_near(circuit_get(&o.live, "valve.U"), circuit_get(&closed, "spool"), 1e-14);
            /* kappa near 1/2 carries 1e-16 of rounding: flows of up to 1e-3 m3/s, times beta/V of up to 3e12, know 1e-12 of that. */
            assert_near(circuit_get(&o.live, "der(V1.p)"), circuit_get(&closed, "der(p1)"), 1e-12 * 1e9);
            assert_near(circuit_get(&o.live, "der(V2.p)"), circuit_get(&closed, "der(p2)"), 1e-12 * 1e9);
            assert_equal_to(circuit_get(&o.live, "cylinder.force"), circuit_get(&closed, "f_h"));
            assert_equal_to(circuit_get(&o.live, "V1.bulk_modulus"), circuit_get(&closed, "beta_1"));
            assert_equal_to(circuit_get(&o.live, "cylinder.length_A"), circuit_get(&closed, "l_2"));
        }
        model_instance_close(&closed);
        close_opened(&o);
    }
}

/* Pressures at rest (reference, 15 digits), and with the force of the file nothing moves. */
static void the_papers_files_start_in_equilibrium(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double p;
    } rows[] = {{"agundez-four-bar.json", 2820478.970954171},
                {"lut2-four-bar.json", 2753284.892633368803},
                {"lut1-four-bar.json", 5024303.7293417069941},
                {"lut1-quick-return.json", 2004125.39347635}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct opened o = open_file(rows[i].name);
        initialize(&o.live);
        assert_near(circuit_get(&o.live, "V1.p"), rows[i].p, 2e-7);
        assert_near(circuit_get(&o.live, "V2.p"), rows[i].p, 2e-7);
        assert_true(circuit_get(&o.live, "V3.p") == 3.5e6 && circuit_get(&o.live, "valve.U") == 0);
        assert_true(model_instance_update(&o.live, 0, &report));
        assert_near(circuit_get(&o.live, "cylinder.force"), circuit_get(&o.live, "cylinder.force_static"), 1e-9);
        assert_near(circuit_get(&o.live, "der(V1.p)"), 0, 1e-3);
        assert_near(circuit_get(&o.live, "der(V2.p)"), 0, 1e-3);
        close_opened(&o);
    }
}

/* What the reference says of Agundez' equilibrium: volumes and effective bulk moduli. */
static void agundez_volumes_are_the_published_ones(void **state)
{
    (void)state;
    struct opened o = open_file("agundez-four-bar.json");
    initialize(&o.live);
    assert_true(model_instance_update(&o.live, 0, &report));
    assert_near(circuit_get(&o.live, "V1.size"), 4.71e-5, 1e-19);
    assert_near(circuit_get(&o.live, "V2.size"), 0.0015393644737231008, 1e-17);
    assert_near(circuit_get(&o.live, "V3.size"), 0.002517161297349077, 2e-17);
    assert_near(circuit_get(&o.live, "V1.bulk_modulus"), 402439024.3902439, 1e-6);
    assert_near(circuit_get(&o.live, "V2.bulk_modulus"), 1360817369.7890432, 3e-6);
    assert_near(circuit_get(&o.live, "V3.bulk_modulus"), 1326041258.423467, 3e-6);
    assert_near(circuit_get(&o.live, "cylinder.length_A"), 0.3, 1e-15);
    close_opened(&o);
}

/* The commands of the papers change at t >= t_s, also where t is a sum of steps, and events are announced. */
static void commands_switch_where_the_law_says(void **state)
{
    (void)state;
    struct opened o = open_file("lut2-four-bar.json");
    initialize(&o.live);
    const double events[] = {1, 2.5, 5, 8}, after[] = {10, 0, -10, 0};
    double t = 0;
    for (int k = 0; k < 4; k++) {
        assert_near(o.live.type->next_event(o.live.constants, t), events[k], 1e-15);
        at_event(&o.live, events[k] - 1e-6);
        assert_true(circuit_get(&o.live, "valve.command") == (k ? after[k - 1] : 0));
        /* Not in force inside a step that ends there, in force once the event was met. */
        assert_true(model_instance_update(&o.live, events[k], &report));
        assert_true(circuit_get(&o.live, "valve.command") == (k ? after[k - 1] : 0));
        t = 0;
        for (int i = 0; i < (int)(events[k] * 1000 + 0.5); i++)
            t += 1e-3;
        at_event(&o.live, t);
        assert_true(circuit_get(&o.live, "valve.command") == after[k]);
        assert_near(circuit_get(&o.live, "der(valve.U)"), after[k] / 0.0045, 1e-9);
        t = events[k] + 1e-9;
    }
    assert_true(isinf(o.live.type->next_event(o.live.constants, t)));
    close_opened(&o);
}

/* Numbers of the file are parameters, expressions follow them. */
static void parameters_reach_the_equations(void **state)
{
    (void)state;
    struct opened o = open_file("lut2-four-bar.json");
    set(&o.live, "constants.d_2", 0.1);
    set(&o.live, "constants.B_oil", 1.2e9);
    initialize(&o.live);
    assert_near(circuit_get(&o.live, "cylinders.cylinder.areas[1]"), 3.14159265358979323846 / 4 * 0.01, 1e-17);
    const double A2 = 3.14159265358979323846 / 4 * 0.01, A3 = 3.14159265358979323846 / 4 * (0.01 - 0.035 * 0.035);
    assert_near(circuit_get(&o.live, "V2.p"), (-386.004887437476 + A3 * 3.5e6) / A2, 1e-6);
    assert_true(model_instance_update(&o.live, 0, &report));
    assert_near(circuit_get(&o.live, "V1.bulk_modulus"), 1 / (1 / 1.2e9 + 1 / 550e6), 1e-6);
    close_opened(&o);
}

static bool names(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = list; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strncmp(at, name, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

static void derivatives_are_declared(const struct model_instance *live, const double *change, enum model_role role,
                                     const char *known)
{
    for (size_t i = 0; i < live->layout.count[role]; i++) {
        const struct model_variable *v = &live->type->variables[live->layout.first[role] + i];
        if (change[i] != 0 && !names(role == MODEL_STATE ? v->rate_depends : v->depends, known))
            fail_msg("%s of %s depends on %s, which is not declared", role == MODEL_STATE ? "rate" : "value", v->name,
                     known);
    }
}

/* Whatever has a derivative is declared as a dependency: every file, both couplings, every friction law. */
static void dependencies_cover_all_derivatives(void **state)
{
    (void)state;
    static const char *const files[] = {"lim-manipulator.json", "lim-manipulator-m2.json", "lut2-four-bar.json",
                                        "lut1-four-bar.json"};
    static const char *const laws[] = {"none", "viscous", "Bengisu-Akay", "Brown-McPhee", "LuGre", "modified LuGre"};
    for (size_t f = 0; f < 4 + 6 + 1; f++) {
        char *text = circuit_file(f < 4 ? files[f] : "lut2-four-bar.json"), *changed;
        if (f >= 4 && f < 10)
            changed = circuit_changed(text, "Brown-McPhee", laws[f - 4]);
        else
            changed = circuit_changed(text, "\"type\": \"circuit\",",
                                      f == 10 ? "\"type\": \"circuit\", \"coupling\": \"pressures\","
                                              : "\"type\": \"circuit\",");
        struct opened o = open_text(changed);
        initialize(&o.live);
        struct model_instance *l = &o.live;
        *model_instance_find(l, "cylinder.rate") = 0.04;
        *model_instance_find(l, "V1.p") += 5e5;
        double complex *workspace = malloc(model_workspace_size(&l->layout) * sizeof *workspace);
        const struct model_point at = {l->constants, l->scratch, 1.2, l->m, l->x, l->u};
        double seed[40] = {0}, rates[40], outputs[40], locals[80];
        for (size_t j = 0; j < l->layout.count[MODEL_INPUT] + l->layout.count[MODEL_STATE]; j++) {
            const bool is_input = j < l->layout.count[MODEL_INPUT];
            const size_t k = is_input ? j : j - l->layout.count[MODEL_INPUT];
            seed[k] = 1;
            const struct model_direction along = {.u = is_input ? seed : NULL, .x = is_input ? NULL : seed};
            assert_true(model_differentiate(l->type, &l->layout, at, along,
                                            (struct model_change){.rates = rates, .outputs = outputs, .locals = locals},
                                            workspace, &report));
            seed[k] = 0;
            const char *known = l->type->variables[l->layout.first[is_input ? MODEL_INPUT : MODEL_STATE] + k].name;
            derivatives_are_declared(l, rates, MODEL_STATE, known);
            derivatives_are_declared(l, outputs, MODEL_OUTPUT, known);
            derivatives_are_declared(l, locals, MODEL_LOCAL, known);
        }
        free(workspace);
        close_opened(&o);
        free(changed);
        free(text);
    }
}

/* In p-s coupling the chambers' pressures go out, and friction is the other side's. */
static void pressures_go_out_where_the_mechanism_computes_the_force(void **state)
{
    (void)state;
    char *text = circuit_file("lut2-four-bar.json");
    char *lugre = circuit_changed(text, "Brown-McPhee", "modified LuGre");
    char *pressures =
        circuit_changed(lugre, "\"type\": \"circuit\",", "\"type\": \"circuit\", \"coupling\": \"pressures\",");
    struct opened force = open_text(lugre), chambers = open_text(pressures);
    assert_int_equal(force.live.layout.count[MODEL_STATE], 6);
    assert_int_equal(chambers.live.layout.count[MODEL_STATE], 4);
    initialize(&chambers.live);
    assert_true(model_instance_update(&chambers.live, 0, &report));
    assert_true(circuit_get(&chambers.live, "cylinder.p1") == circuit_get(&chambers.live, "V2.p"));
    assert_true(circuit_get(&chambers.live, "cylinder.p2") == 3.5e6);
    assert_null(model_instance_find(&chambers.live, "cylinder.force"));
    close_opened(&force);
    close_opened(&chambers);
    free(pressures);
    free(lugre);
    free(text);
}

/* Bengisu-Akay's jump: an indicator that changes its sign at v_s, and a mode that follows at the event. */
static void bengisu_akay_has_a_state_event(void **state)
{
    (void)state;
    char *text = circuit_file("lut2-four-bar.json"), *changed = circuit_changed(text, "Brown-McPhee", "Bengisu-Akay");
    struct opened o = open_text(changed);
    struct model_instance *l = &o.live;
    initialize(l);
    assert_int_equal(l->type->n_indicators, 1);
    double z;
    const double v_s = 0.0125;
    *model_instance_find(l, "cylinder.rate") = v_s * (1 - 1e-9);
    assert_true(l->type->indicators(l->constants, l->scratch, 0, l->m, l->x, l->u, &z, &report) && z < 0);
    *model_instance_find(l, "cylinder.rate") = v_s * (1 + 1e-9);
    assert_true(l->type->indicators(l->constants, l->scratch, 0, l->m, l->x, l->u, &z, &report) && z > 0);
    assert_true(model_instance_update(l, 0, &report));
    const double before = circuit_get(l, "cylinder.friction");
    at_event(l, 0);
    assert_near(circuit_get(l, "cylinder.friction") - before, 330 * v_s, 1e-4); /* the slopes over 1e-9 v_s are left */
    assert_true(circuit_get(l, "cylinder.sliding") == 1);
    close_opened(&o);
    free(changed);
    free(text);
}

/* Where a law has no slope the model says so, and which one it uses. */
static void a_chosen_slope_is_reported(void **state)
{
    (void)state;
    char *text = circuit_file("lut2-four-bar.json"), *changed = circuit_changed(text, "Brown-McPhee", "modified LuGre");
    struct opened o = open_text(changed);
    initialize(&o.live);
    assert_true(model_instance_update(&o.live, 0, &report));
    assert_true(circuit_get(&o.live, "cylinder.slope_chosen") == 1);
    *model_instance_find(&o.live, "cylinder.rate") = 1e-3;
    assert_true(model_instance_update(&o.live, 0, &report));
    assert_true(circuit_get(&o.live, "cylinder.slope_chosen") == 0);
    const size_t i = model_find(o.live.type, "cylinder.slope_chosen", strlen("cylinder.slope_chosen"));
    assert_non_null(strstr(o.live.type->variables[i].description, "d|h_ss|/dv = 0 is used"));
    close_opened(&o);
    free(changed);
    free(text);
}

/* One litre at 1e9 Pa (B/V = 1e12 Pa/m3) behind a valve, with a flow source: commands, pressures and flows as inputs or laws. */
static const char small[] =
    "{\"type\": \"circuit\", \"name\": \"Small\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9},\n"
    " \"nodes\": {\"pump\": {\"type\": \"pump\", \"pressure\": {\"type\": \"step\", \"from\": 5e6, \"to\": 6e6, "
    "\"time\": 2}, \"input\": "
    "true},\n"
    "  \"tank\": {\"type\": \"tank\", \"pressure\": 1e5}, \"V\": {\"type\": \"volume\", \"volume\": 1e-3, \"start\": "
    "\"given\", "
    "\"start_pressure\": 2e6}},\n"
    " \"valves\": {\"valve\": {\"flow_coefficient\": 1e-8, \"input\": true, \"paths\": [{\"from\": \"pump\", \"to\": "
    "\"V\", \"gain\": 1},\n"
    "  {\"from\": \"V\", \"to\": \"tank\", \"gain\": -1}]}},\n"
    " \"flow_sources\": {\"fill\": {\"to\": \"V\", \"flow\": {\"type\": \"sine\", \"mean\": 2e-5, \"amplitude\": 1e-5, "
    "\"frequency\": 1}}}}";

static void commands_and_pressures_may_be_inputs(void **state)
{
    (void)state;
    struct opened o = open_text(small);
    struct model_instance *l = &o.live;
    assert_int_equal(l->layout.count[MODEL_INPUT], 2);
    assert_true(circuit_get(l, "pump.pressure") == 5e6 && circuit_get(l, "valve.command") == 0); /* as the laws start */
    initialize(l);
    for (int k = 0; k < 20; k++) {
        const double t = 0.13 * k, U = k - 10, p_P = 4e6 + 1e5 * k,
                     flow = 2e-5 + 1e-5 * sin(2 * 3.14159265358979323846 * t);
        *model_instance_find(l, "valve.command") = U;
        *model_instance_find(l, "pump.pressure") = p_P;
        at_event(l, t);
        const double through = U > 0 ? 1e-8 * U * sqrt(p_P - 2e6) : 1e-8 * U * sqrt(1.9e6);
        assert_near(circuit_get(l, "der(V.p)"), 1e12 * (through + flow), 1e-6);
        assert_near(circuit_get(l, "valve.pump_V.flow"), U > 0 ? through : 0, 1e-18);
        assert_true(circuit_get(l, "valve.U") == U);
    }
    close_opened(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lims_file_agrees_with_its_closed_form),
        cmocka_unit_test(the_papers_files_start_in_equilibrium),
        cmocka_unit_test(agundez_volumes_are_the_published_ones),
        cmocka_unit_test(commands_switch_where_the_law_says),
        cmocka_unit_test(parameters_reach_the_equations),
        cmocka_unit_test(dependencies_cover_all_derivatives),
        cmocka_unit_test(pressures_go_out_where_the_mechanism_computes_the_force),
        cmocka_unit_test(bengisu_akay_has_a_state_event),
        cmocka_unit_test(a_chosen_slope_is_reported),
        cmocka_unit_test(commands_and_pressures_may_be_inputs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
