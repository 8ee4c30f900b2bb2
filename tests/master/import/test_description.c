/* What good descriptions say arrives, whoever reads them: these tests run on both importers. */
#include "tests/testing.h"

#include "master/import/description_build.h"

#include <string.h>

static struct description *read_fmu(const char *name)
{
    struct error error = {0};
    char folder[1000];
    snprintf(folder, sizeof folder, SOURCE_DIR "/tests/master/import/fmus/%s", name);
    struct description *d = description_read_fmu(folder, name, 1 << 20, &error);
    if (!d)
        fail_msg("%s", error.text);
    return d;
}

static const struct fmi_variable *find(const struct description *d, const char *name)
{
    const struct fmi_variable *v = description_find(d, name);
    if (!v)
        fail_msg("there is no %s", name);
    return v;
}

static const struct fmi_unit *find_unit(const struct description *d, const char *name)
{
    for (size_t k = 0; k < d->n_units; k++)
        if (strcmp(d->units[k].name, name) == 0)
            return &d->units[k];
    fail_msg("there is no unit %s", name);
    return NULL;
}

static void the_head_arrives(void **state)
{
    (void)state;
    struct description *d = read_fmu("types");
    assert_string_equal(d->fmi_version, "2.0");
    assert_string_equal(d->model_name, "Types");
    assert_string_equal(d->guid, "{types-91c0}");
    assert_string_equal(d->description, "Every type, every causality");
    assert_string_equal(d->author, "the pasodoble tests");
    assert_string_equal(d->version, "1.2");
    assert_string_equal(d->copyright, "none");
    assert_string_equal(d->license, "BSD");
    assert_string_equal(d->generation_tool, "by hand");
    assert_string_equal(d->generation_date_and_time, "2024-02-29T12:00:00Z");
    assert_true(d->structured_names);
    assert_int_equal(d->n_event_indicators, 0);
    assert_true(d->model_exchange.present && d->co_simulation.present);
    assert_string_equal(d->co_simulation.model_identifier, "types");
    assert_true(d->co_simulation.can_handle_variable_step && d->co_simulation.can_interpolate_inputs);
    assert_true(d->co_simulation.can_get_and_set_state && d->co_simulation.can_serialize_state);
    assert_true(d->co_simulation.provides_directional_derivative);
    assert_false(d->co_simulation.can_run_asynchronously || d->co_simulation.only_once_per_process);
    assert_int_equal(d->co_simulation.max_output_derivative_order, 1);
    assert_int_equal(d->n_source_files, 1);
    assert_string_equal(d->source_files[0], "types.c");
    assert_int_equal(d->n_log_categories, 2);
    assert_string_equal(d->log_categories[1], "logEvents");
    assert_true(d->experiment.has_start_time && d->experiment.has_stop_time && d->experiment.has_tolerance &&
                d->experiment.has_step_size);
    assert_true(d->experiment.stop_time == 2 && d->experiment.tolerance == 1e-4 && d->experiment.step_size == 0.25);
    assert_false(d->recomputes_on_get);
    assert_true(d->states_settable_between_steps);
    description_free(d);
}

static void units_are_powers_of_base_units(void **state)
{
    (void)state;
    struct description *d = read_fmu("types");
    assert_int_equal(d->n_units, 3);
    const struct fmi_unit *kn = find_unit(d, "kN"), *celsius = find_unit(d, "degC");
    assert_true(kn->has_base && kn->kg == 1 && kn->m == 1 && kn->s == -2 && kn->A == 0);
    assert_true(kn->factor == 1000 && kn->offset == 0);
    assert_true(celsius->K == 1 && celsius->factor == 1 && celsius->offset == 273.15);
    description_free(d);
}

static void variables_carry_what_their_types_define(void **state)
{
    (void)state;
    struct description *d = read_fmu("types");
    assert_int_equal(d->n_variables, 19);
    const struct fmi_variable *v = find(d, "real_in");
    assert_string_equal(v->description, "x & more");
    assert_true(v->type == FMI_REAL && v->causality == FMI_INPUT && v->variability == FMI_CONTINUOUS);
    assert_int_equal(v->initial, FMI_NO_INITIAL);
    assert_true(v->has_min && v->min == -100 && v->has_max && v->max == 100 && v->has_nominal && v->nominal == 10);
    assert_string_equal(d->units[v->unit].name, "m");
    assert_true(find(d, "real_out")->max == 200 && find(d, "real_out")->min == -100);
    assert_true(find(d, "real_offset")->nominal == 1 && !find(d, "real_offset")->has_nominal);
    v = find(d, "integer_in");
    assert_true(v->type == FMI_INTEGER && v->has_start && v->start == 0 && v->min == -1000 && v->max == 1000);
    v = find(d, "colour_in");
    assert_int_equal(v->type, FMI_ENUMERATION);
    const struct fmi_enumeration *e = &d->enumerations[v->enumeration];
    assert_string_equal(e->name, "Colour");
    assert_int_equal(e->n_items, 3);
    assert_string_equal(e->items[2].name, "blue");
    assert_int_equal(e->items[2].value, 3);
    assert_string_equal(e->items[0].description, "like a rose");
    v = find(d, "boolean_negate");
    assert_true(v->type == FMI_BOOLEAN && v->has_start && v->start == 1 && v->initial == FMI_EXACT);
    v = find(d, "string_prefix");
    assert_true(v->type == FMI_STRING && v->has_start);
    assert_string_equal(v->start_string, "hello ");
    assert_null(find(d, "real_in")->start_string);
    assert_null(description_find(d, "real"));
    assert_int_equal(description_index(d, find(d, "time")), 18);
    description_free(d);
}

static void only_what_the_standard_allows_can_be_set_before_the_start(void **state)
{
    (void)state;
    struct description *d = read_fmu("types");
    static const char *const settable[] = {"real_in", "real_offset", "integer_offset", "colour_parameter", "string_in"};
    static const char *const not_settable[] = {"real_out", "real_twice_offset", "words", "time", "real_out_alias"};
    for (size_t k = 0; k < 5; k++) {
        assert_true(fmi_settable_before_start(find(d, settable[k])));
        assert_false(fmi_settable_before_start(find(d, not_settable[k])));
    }
    description_free(d);
}

static void dependencies_are_known_none_or_unknown(void **state)
{
    (void)state;
    struct description *d = read_fmu("types");
    assert_int_equal(d->n_outputs, 5);
    assert_int_equal(d->outputs[0].variable, 1);
    assert_true(d->outputs[0].dependencies_known && d->outputs[0].n_dependencies == 1);
    assert_int_equal(d->outputs[0].dependencies[0], 0);
    assert_false(d->outputs[4].dependencies_known);
    assert_true(d->has_initial_unknowns);
    assert_int_equal(d->n_initial_unknowns, 6);
    assert_int_equal(d->initial_unknowns[5].dependencies[1], 15);
    description_free(d);
}

static void derivatives_lead_to_their_states(void **state)
{
    (void)state;
    struct description *d = read_fmu("ball");
    assert_int_equal(d->n_derivatives, 2);
    assert_int_equal(d->n_event_indicators, 1);
    assert_int_equal(d->variables[d->derivatives[1].variable].derivative_of, 1);
    assert_true(find(d, "v")->reinit && !find(d, "h")->reinit);
    assert_int_equal(find(d, "h")->derivative_of, NO_INDEX);
    description_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_arrives),
        cmocka_unit_test(units_are_powers_of_base_units),
        cmocka_unit_test(variables_carry_what_their_types_define),
        cmocka_unit_test(only_what_the_standard_allows_can_be_set_before_the_start),
        cmocka_unit_test(dependencies_are_known_none_or_unknown),
        cmocka_unit_test(derivatives_lead_to_their_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
