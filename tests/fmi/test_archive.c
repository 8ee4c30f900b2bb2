/* The .fmu files as importers see them: what spec and importers demand of the description, of the binary and of the
 * sources. */
#include "tests/testing.h"

#include "master/import/archive.h"
#include "master/import/temporary.h"
#include "master/import/fmu.h"
#include "tests/fmi/fmu_under_test.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const models[2] = {"Manipulator", "ManipulatorHydraulics"};

static void count_warning(const char *text, void *context)
{
    print_message("warning: %s\n", text);
    ++*(int *)context;
}

static struct fmu *open_quietly(const char *model)
{
    char path[512];
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s.fmu", model);
    int warnings = 0;
    struct error error = {0};
    error_set_warning_sink(count_warning, &warnings);
    const struct fmu_options options = fmu_options_default();
    struct fmu *fmu = fmu_open(path, &options, &error);
    error_set_warning_sink(NULL, NULL);
    if (!fmu)
        fail_msg("%s", error.text);
    assert_int_equal(warnings, 0);
    return fmu;
}

/* With what is for people, which an importer leaves out; the caller removes and frees it. */
static char *unpack_all(const char *model)
{
    char path[512];
    struct error error = {0};
    const struct archive_limits limits = archive_limits_default();
    snprintf(path, sizeof path, BUILD_DIR "/fmus/%s.fmu", model);
    char *folder = temporary_create(&error);
    if (!folder || !archive_unpack(path, folder, &limits, &error))
        fail_msg("%s", error.text);
    return folder;
}

static bool lists(const struct fmi_unknown *list, size_t n, size_t variable)
{
    size_t times = 0;
    for (size_t i = 0; i < n; i++)
        times += list[i].variable == variable;
    assert_true(times <= 1);
    return times == 1;
}

/* Model Exchange and Co-Simulation in one binary, with every capability that the functions have. */
static void capabilities_are_all_there(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fmu *fmu = open_quietly(models[i]);
        const struct description *d = fmu_description(fmu);
        const struct fmi_interface *both[2] = {&d->model_exchange, &d->co_simulation};
        for (int k = 0; k < 2; k++) {
            assert_true(both[k]->present);
            assert_string_equal(both[k]->model_identifier, models[i]);
            assert_true(both[k]->can_get_and_set_state && both[k]->can_serialize_state);
            assert_true(both[k]->provides_directional_derivative && !both[k]->only_once_per_process);
        }
        assert_true(d->co_simulation.can_handle_variable_step && d->co_simulation.can_interpolate_inputs);
        assert_true(d->co_simulation.max_output_derivative_order >= 1);
        assert_true(d->recomputes_on_get && d->states_settable_between_steps);
        assert_true(d->experiment.has_start_time && d->experiment.has_stop_time && d->experiment.has_tolerance &&
                    d->experiment.has_step_size);
        assert_true(d->n_source_files > 0 && d->structured_names);
        assert_string_equal(d->fmi_version, "2.0");
        fmu_close(fmu);
    }
}

/* FMI 2.0, table of start and initial: start on inputs and parameters, none on what is calculated. */
static void starts_units_and_structure_are_as_importers_demand(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fmu *fmu = open_quietly(models[i]);
        const struct description *d = fmu_description(fmu);
        for (size_t k = 0; k < d->n_variables; k++) {
            const struct fmi_variable *v = &d->variables[k];
            const bool wants_start = v->causality == FMI_INPUT || v->causality == FMI_PARAMETER;
            assert_string_not_equal(v->name, "time"); /* OpenModelica: it would hide Modelica's */
            assert_int_equal(v->has_start, wants_start);
            if (v->has_start && v->has_min)
                assert_true(v->start >= v->min && v->start <= v->max);
            assert_null(strpbrk(v->name, " -"));
            assert_true(strlen(v->description) > 3);

            bool is_state = false;
            for (size_t j = 0; j < d->n_variables; j++)
                is_state = is_state || d->variables[j].derivative_of == (int)k;
            const bool is_rate = v->derivative_of != NO_INDEX;
            assert_int_equal(lists(d->outputs, d->n_outputs, k), v->causality == FMI_OUTPUT);
            assert_int_equal(lists(d->derivatives, d->n_derivatives, k), is_rate);
            assert_int_equal(lists(d->initial_unknowns, d->n_initial_unknowns, k),
                             v->causality == FMI_OUTPUT || is_state || is_rate);
        }
        for (size_t k = 1; k < d->n_initial_unknowns; k++)
            assert_true(d->initial_unknowns[k - 1].variable < d->initial_unknowns[k].variable);
        fmu_close(fmu);
    }
}

static bool declares(const struct fmi_unknown *unknown, size_t variable)
{
    assert_true(unknown->dependencies_known);
    for (size_t i = 0; i < unknown->n_dependencies; i++)
        if (unknown->dependencies[i] == variable)
            return true;
    return false;
}

/* Whatever an output or a derivative really depends on at some state away from rest is declared, and what is declared acts
 * in some setting of coupling and manoeuvre. */
static void declared_dependencies_are_the_real_ones(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fmu *fmu = open_quietly(models[i]);
        const struct description *d = fmu_description(fmu);
        struct binary *b = binary_open(models[i]);
        const size_t n = d->n_outputs + d->n_derivatives;
        bool *acts = calloc(n * d->n_variables, sizeof *acts);
        for (int setting = 0; setting < 2; setting++) {
            struct unit_under_test u;
            unit_open(&u, b, fmi2CoSimulation);
            unit_set_integer(&u, i == 0 ? "coupling" : "manoeuvre", i == 0 ? 1 + setting : setting);
            unit_initialize(&u, 0);
            const char *const moved[2] = {i == 0 ? "theta1" : "p1", i == 0 ? "dtheta1" : "p2"};
            unit_set(&u, moved[0], i == 0 ? 0.8 : 3e6);
            unit_set(&u, moved[1], i == 0 ? 0.4 : 5e6);
            if (i == 0)
                unit_set(&u, "dtheta2", -0.7);
            for (size_t k = 0; k < d->n_variables; k++) {
                const struct fmi_variable *known = &d->variables[k];
                bool is_known = known->causality == FMI_INPUT;
                for (size_t j = 0; j < d->n_derivatives; j++)
                    is_known = is_known || d->variables[d->derivatives[j].variable].derivative_of == (int)k;
                for (size_t j = 0; j < n && is_known; j++) {
                    const struct fmi_unknown *unknown =
                        j < d->n_outputs ? &d->outputs[j] : &d->derivatives[j - d->n_outputs];
                    double slope = 0;
                    const double one = 1;
                    assert_int_equal(b->GetDirectionalDerivative(u.component,
                                                                 &d->variables[unknown->variable].reference, 1,
                                                                 &known->reference, 1, &one, &slope),
                                     fmi2OK);
                    if (slope != 0 && !declares(unknown, k))
                        fail_msg("%s depends on %s and does not say so", d->variables[unknown->variable].name,
                                 known->name);
                    acts[j * d->n_variables + k] |= slope != 0;
                }
            }
            unit_close(&u);
        }
        for (size_t j = 0; j < n; j++)
            for (size_t k = 0; k < d->n_variables; k++) {
                const struct fmi_unknown *unknown =
                    j < d->n_outputs ? &d->outputs[j] : &d->derivatives[j - d->n_outputs];
                if (declares(unknown, k) && !acts[j * d->n_variables + k])
                    fail_msg("%s says that it depends on %s and does not", d->variables[unknown->variable].name,
                             d->variables[k].name);
            }
        free(acts);
        binary_close(b);
        fmu_close(fmu);
    }
}

/* Runs a command; its output, without the last newline. */
static int run(const char *command, char *output, size_t size)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    const size_t n = fread(output, 1, size - 1, pipe);
    output[n] = '\0';
    output[strcspn(output, "\n") < n && n > 0 && output[n - 1] == '\n' ? n - 1 : n] = '\0';
    return pclose(pipe);
}

/* sources/ with a plain compiler, without SUNDIALS: the same results with solvers 1 to 3 (to rounding), and a
 * clear word from solver 4. */
static void the_sources_compile_into_the_same_fmu(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        char *folder = unpack_all(models[i]);
        char command[2048], output[8192], library[512];
        snprintf(library, sizeof library, "%s/plain.so", folder);
        snprintf(command, sizeof command, "cc -shared -fPIC -O1 -o '%s' '%s'/sources/*.c -lm 2>&1", library, folder);
        if (run(command, output, sizeof output) != 0)
            fail_msg("%s", output);
        void *plain = dlopen(library, RTLD_NOW | RTLD_LOCAL);
        if (!plain)
            fail_msg("%s", dlerror());

        struct binary *b = binary_open(models[i]);
        struct binary other = *b;
#define FUNCTION(result, name, arguments) *(void **)&other.name = dlsym(plain, "fmi2" #name);
        FMI2_FUNCTIONS(FUNCTION)
#undef FUNCTION
        for (int solver = 1; solver <= 4; solver++) {
            double value[2];
            const struct binary *binaries[2] = {b, &other};
            for (int k = 0; k < 2; k++) {
                struct unit_under_test u;
                unit_open(&u, binaries[k], fmi2CoSimulation);
                unit_set_integer(&u, "solver", solver);
                assert_int_equal(u.binary->EnterInitializationMode(u.component), fmi2OK);
                const fmi2Status initialized = u.binary->ExitInitializationMode(u.component);
                if (solver == 4 && k == 1) {
                    assert_int_equal(initialized, fmi2Error);
                    assert_non_null(strstr(u.last_message, "built without SUNDIALS"));
                    value[1] = value[0];
                } else {
                    assert_int_equal(initialized, fmi2OK);
                    unit_set(&u, i == 0 ? "f_h" : "ds", i == 0 ? 9500 : 0.01);
                    for (int step = 0; step < 100; step++)
                        assert_int_equal(u.binary->DoStep(u.component, step * 1e-3, 1e-3, fmi2True), fmi2OK);
                    value[k] = unit_get(&u, i == 0 ? "theta2" : "p2");
                }
                unit_close(&u);
            }
            assert_near(value[1], value[0], 1e-12 * fabs(value[0]));
        }
        binary_close(b);
        dlclose(plain);
        temporary_remove(folder);
        free(folder);
    }
}

static size_t read_file(const char *folder, const char *name, char *bytes, size_t room)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("there is no %s", name);
    const size_t n = fread(bytes, 1, room - 1, file);
    fclose(file);
    bytes[n] = '\0';
    return n;
}

/* A page that has every variable but the rates in its tables, nothing left to fill in, and a small picture. */
static void documentation_and_picture_are_there(void **state)
{
    (void)state;
    enum { ROOM = 100000 };
    char *bytes = malloc(ROOM);
    assert_non_null(bytes);
    for (int i = 0; i < 2; i++) {
        struct fmu *fmu = open_quietly(models[i]);
        const struct description *d = fmu_description(fmu);
        char *folder = unpack_all(models[i]);
        assert_in_range(read_file(folder, "documentation/index.html", bytes, ROOM), 1000, ROOM - 2);
        for (size_t k = 0; k < d->n_variables; k++) {
            char row[160];
            snprintf(row, sizeof row, "<tr><td>%s</td>", d->variables[k].name);
            if (strncmp(d->variables[k].name, "der(", 4) != 0 && !strstr(bytes, row))
                fail_msg("%s is not documented", d->variables[k].name);
        }
        assert_null(strstr(bytes, "<!-- "));
        assert_in_range(read_file(folder, "model.png", bytes, ROOM), 1000, 30000);
        assert_memory_equal(bytes, "\x89PNG", 4);
        temporary_remove(folder);
        free(folder);
        fmu_close(fmu);
    }
    free(bytes);
}

static void an_fmu_without_a_page_of_its_own_has_a_plain_one(void **state)
{
    (void)state;
    static char bytes[30000];
    char *folder = unpack_all("OscillatorMass");
    read_file(folder, "documentation/index.html", bytes, sizeof bytes);
    assert_non_null(strstr(bytes, "<h1>OscillatorMass</h1>\n<p>A mass of the linear two-mass oscillator"));
    assert_non_null(strstr(bytes, "<tr><td>solver</td>"));
    assert_non_null(strstr(bytes, "<h2>How to couple it</h2>"));
    assert_null(strstr(bytes, "<!-- "));
    temporary_remove(folder);
    free(folder);
}

static void every_fmu_has_a_picture_that_its_page_shows(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Manipulator", "ManipulatorHydraulics", "OscillatorMass", "OscillatorSpring", "SpringMass", "Relay"};
    static char bytes[100000];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *folder = unpack_all(names[i]);
        read_file(folder, "documentation/index.html", bytes, sizeof bytes);
        assert_non_null(strstr(bytes, "<img src=\"../model.png\" alt=\""));
        assert_in_range(read_file(folder, "model.png", bytes, sizeof bytes), 1000, 30000);
        assert_memory_equal(bytes, "\x89PNG", 4);
        temporary_remove(folder);
        free(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capabilities_are_all_there),
        cmocka_unit_test(starts_units_and_structure_are_as_importers_demand),
        cmocka_unit_test(declared_dependencies_are_the_real_ones),
        cmocka_unit_test(the_sources_compile_into_the_same_fmu),
        cmocka_unit_test(documentation_and_picture_are_there),
        cmocka_unit_test(an_fmu_without_a_page_of_its_own_has_a_plain_one),
        cmocka_unit_test(every_fmu_has_a_picture_that_its_page_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
