/* Start values: bindings of all forms and levels, --set, driven and open inputs. */
#include "tests/master/system/world.h"

#include <stdlib.h>
#include <string.h>

#define TWO_PLANTS           ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "plant"))
#define REAL(value)          "<ssv:Real value='" value "'/>"
#define EXTERNAL(attributes) "<ssd:ParameterBinding " attributes "/>\n"

static struct system *read_ssd(const char *text)
{
    world_fmu("plant.fmu", PLANT_FMU);
    world_fmu("units.fmu", UNITS_FMU);
    world_fmu("gears.fmu", GEARS_FMU);
    world_file("good.ssd", text);
    return world_system("good.ssd");
}

/* ---- bindings ---- */

static void values_of_every_type_reach_their_variables(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT_WITH(
        "a", "plant",
        BINDINGS(INLINE_BINDING(PARAMETER("k", REAL("0.1")) PARAMETER("n", "<ssv:Integer value='-7'/>") PARAMETER(
            "b", "<ssv:Boolean value='1'/>") PARAMETER("name", "<ssv:String value='x &amp; y'/>")
                                    PARAMETER("mode", "<ssv:Enumeration value='high'/>") PARAMETER("u", REAL("2"))
                                        PARAMETER("v", "<ssv:Integer value='3'/>")))))));
    assert_string_equal(start_of(s, "a.k"), "0.10000000000000001");
    assert_string_equal(start_of(s, "a.n"), "-7");
    assert_string_equal(start_of(s, "a.b"), "true");
    assert_string_equal(start_of(s, "a.name"), "x & y");
    assert_string_equal(start_of(s, "a.mode"), "2");
    assert_string_equal(start_of(s, "a.u"), "2");
    assert_string_equal(start_of(s, "a.v"), "3");
    assert_non_null(strstr(s->components[0].starts.values[0].place, "good.ssd:9"));
    assert_string_equal(world_warnings(), "");
    system_close(s);
}

/* Within one element the later binding wins, and outer levels win over inner ones. */
static void later_and_outer_bindings_win(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(BINDINGS(INLINE_BINDING(PARAMETER("in.c.k", REAL("30")))) ELEMENTS(
        "<ssd:System name='in'>" BINDINGS(INLINE_BINDING(PARAMETER("c.k", REAL("20")) PARAMETER("c.u", REAL("21"))))
            ELEMENTS(COMPONENT_WITH("c", "plant",
                                    BINDINGS(INLINE_BINDING(PARAMETER("k", REAL("10")) PARAMETER("u", REAL("11"))
                                                                PARAMETER("v", REAL("12")))
                                                 INLINE_BINDING(PARAMETER("v", REAL("13")))))) "</ssd:System>\n")));
    assert_string_equal(start_of(s, "in.c.k"), "30");
    assert_string_equal(start_of(s, "in.c.u"), "21");
    assert_string_equal(start_of(s, "in.c.v"), "13");
    assert_int_equal(s->components[0].starts.n, 3);
    system_close(s);
}

static void of_a_parameter_that_is_given_twice_the_later_is_taken(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.k", REAL("1")) PARAMETER("a.k", REAL("2")))) TWO_PLANTS));
    assert_string_equal(start_of(s, "a.k"), "2");
    assert_non_null(strstr(world_warnings(), "good.ssd:8: the parameter \"a.k\" is also set in "));
    system_close(s);
}

static void files_prefixes_and_mappings(void **state)
{
    (void)state;
    world_file(
        "sets/k.ssv",
        SET(PARAMETER("k", REAL("4")) PARAMETER("n", "<ssv:Integer value='5'/>") PARAMETER("spare", REAL("6")), ""));
    world_file("sets/k.ssm",
               MAPPING("<ssm:MappingEntry source='k' target='b.k'><ssc:LinearTransformation factor='10' offset='1'/>"
                       "</ssm:MappingEntry>\n<ssm:MappingEntry source='k' target='b.u'/>\n"
                       "<ssm:MappingEntry source='n' target='b.n'><ssc:IntegerMappingTransformation>"
                       "<ssc:MapEntry source='5' target='50'/></ssc:IntegerMappingTransformation></ssm:MappingEntry>\n"
                       "<ssm:MappingEntry source='nothing' target='b.v'/>\n"));
    struct system *s =
        read_ssd(SSD(BINDINGS(EXTERNAL("source='sets/k.ssv' prefix='a.'") "<ssd:ParameterBinding source='sets/k.ssv'>"
                                                                          "<ssd:ParameterMapping source='sets/k.ssm'/>"
                                                                          "</ssd:ParameterBinding>\n") TWO_PLANTS));
    assert_string_equal(start_of(s, "a.k"), "4");
    assert_string_equal(start_of(s, "a.n"), "5");
    assert_string_equal(start_of(s, "b.k"), "41");
    assert_string_equal(start_of(s, "b.u"), "4");
    assert_string_equal(start_of(s, "b.n"), "50");
    assert_null(start_of(s, "b.v"));
    /* what fits nothing is not used (as the standard says), and said; unmapped values are not meant to be used */
    assert_non_null(strstr(world_warnings(), "good.ssd:4: values for the system that fit none of its variables are "
                                             "not used: \"a.spare\"\n"));
    assert_null(strstr(world_warnings(), "good.ssd:5"));
    system_close(s);
}

static void a_mapping_may_be_inline_and_map_items_by_name(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT_WITH(
        "a", "gears",
        BINDINGS("<ssd:ParameterBinding>" VALUES(PARAMETER(
            "speed",
            "<ssv:Enumeration value='fast'/>")) "<ssd:ParameterMapping>" MAPPING("<ssm:MappingEntry source='speed' "
                                                                                 "target='raeg_0'><ssc:"
                                                                                 "EnumerationMappingTransformation>"
                                                                                 "<ssc:MapEntry source='fast' "
                                                                                 "target='high'/></"
                                                                                 "ssc:EnumerationMappingTransformation>"
                                                                                 "</ssm:MappingEntry>\n") "</"
                                                                                                          "ssd:"
                                                                                                          "ParameterMap"
                                                                                                          "ping></"
                                                                                                          "ssd:"
                                                                                                          "ParameterBin"
                                                                                                          "ding>"
                                                                                                          "\n")))));
    assert_string_equal(start_of(s, "a.raeg_0"), "1"); /* high is 1 in that enumeration */
    system_close(s);
}

/* 2 inch are 50.8 mm; 20 degC are 293.15 K; a number without unit is in the variable's own. */
static void values_are_converted_to_the_variables_units(void **state)
{
    (void)state;
    world_file("u.ssv", SET(PARAMETER("p", "<ssv:Real value='2' unit='inch'/>")
                                PARAMETER("T_0", "<ssv:Real value='20' unit='C'/>")
                                    PARAMETER("dT_0", "<ssv:Real value='20' unit='C'/>") PARAMETER("u", REAL("7")),
                            "<ssv:Units><ssc:Unit name='inch'><ssc:BaseUnit m='1' factor='0.0254'/></ssc:Unit>"
                            "<ssc:Unit name='C'><ssc:BaseUnit K='1' offset='273.15'/></ssc:Unit></ssv:Units>"));
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT_WITH("a", "units", BINDINGS(EXTERNAL("source='u.ssv'"))))));
    assert_near(atof(start_of(s, "a.p")), 50.8, 1e-13);
    assert_near(atof(start_of(s, "a.T_0")), 293.15, 1e-12);
    assert_string_equal(start_of(s, "a.dT_0"), "20"); /* a difference of temperatures */
    assert_string_equal(start_of(s, "a.u"), "7");
    system_close(s);
}

static void a_connector_of_a_system_hands_its_value_down(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD_WITH(
        CONNECTORS(CONNECTOR("stiffness", "parameter", "<ssc:Real unit='mm'/>") CONNECTOR("drive", "input", ""))
            BINDINGS(INLINE_BINDING(PARAMETER("stiffness", REAL("500")) PARAMETER("drive", REAL("3")))) ELEMENTS(
                COMPONENT("a", "plant") "<ssd:System name='in'>" CONNECTORS(CONNECTOR("k", "parameter", ""))
                    ELEMENTS(COMPONENT("c", "plant")) CONNECTIONS(FROM_SYSTEM("k", "c", "k")) "</ssd:System>\n")
                CONNECTIONS(FROM_SYSTEM("stiffness", "a", "k") FROM_SYSTEM("stiffness", "in", "k")
                                FROM_SYSTEM("drive", "a", "u")),
        "<ssd:Units><ssc:Unit name='mm'><ssc:BaseUnit m='1' factor='0.001'/></ssc:Unit></ssd:Units>"));
    assert_string_equal(start_of(s, "a.k"), "0.5");
    assert_string_equal(start_of(s, "in.c.k"), "0.5");
    assert_string_equal(start_of(s, "a.u"), "3");
    assert_int_equal(s->n_parameters, 1);
    assert_true(s->parameters[0].has_start);
    assert_near(s->parameters[0].start, 500, 0);
    assert_true(s->inputs[0].has_start);
    assert_near(s->inputs[0].start, 3, 0);
    system_close(s);
}

/* What comes over a connection wins over what is said about its target, wherever that stands. */
static void a_connectors_value_wins_over_that_of_the_variable_which_it_feeds(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(
        CONNECTORS(CONNECTOR("q", "parameter", ""))
            BINDINGS(INLINE_BINDING(PARAMETER("q", REAL("30")) PARAMETER("in.k", REAL("20")) PARAMETER(
                "in.c.k", REAL("10")) PARAMETER("in.l", REAL("5")) PARAMETER("in.c.u", REAL("4"))))
                ELEMENTS("<ssd:System name='in'>" CONNECTORS(
                    CONNECTOR("k", "parameter", "") CONNECTOR("l", "parameter", "")) ELEMENTS(COMPONENT("c", "plant"))
                             CONNECTIONS(FROM_SYSTEM("k", "c", "k") FROM_SYSTEM("l", "c", "u")) "</ssd:System>\n")
                    CONNECTIONS(FROM_SYSTEM("q", "in", "k"))));
    assert_string_equal(start_of(s, "in.c.k"), "30");
    assert_string_equal(start_of(s, "in.c.u"), "5");
    system_close(s);
}

static void values_inside_the_component_are_found_there(void **state)
{
    (void)state;
    world_file("inner/values.ssv", SET(PARAMETER("c.k", REAL("8")), ""));
    world_file("values.ssv", SET(PARAMETER("c.k", REAL("9")), ""));
    world_fmu("inner/plant.fmu", PLANT_FMU);
    world_file("inner/inner.ssd", SSD(ELEMENTS(COMPONENT("c", "plant"))));
    struct system *s = read_ssd(SSD(ELEMENTS("<ssd:Component name='i' source='inner/inner.ssd'>" BINDINGS(EXTERNAL(
        "source='values.ssv' sourceBase='component'")) "</ssd:Component>\n"
                                                       "<ssd:Component name='j' source='inner/inner.ssd'>" BINDINGS(
                                                           EXTERNAL(
                                                               "source='values.ssv' sourceBase='SSD'")) "</"
                                                                                                        "ssd:Component>"
                                                                                                        "\n")));
    assert_string_equal(start_of(s, "i.c.k"), "8");
    assert_string_equal(start_of(s, "j.c.k"), "9");
    system_close(s);
}

/* ---- --set ---- */

static void set(struct starts *starts, const char *assignment)
{
    struct error error = {0};
    if (!starts_set(starts, assignment, &error))
        fail_msg("%s", error.text);
}

static void refuse(struct starts *starts, const char *assignment, const char *expected)
{
    struct error error = {0};
    assert_false(starts_set(starts, assignment, &error));
    assert_string_equal(error.text, expected);
    assert_int_equal(error_exit_status(&error), 2);
}

static void set_wins_over_the_files(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(CONNECTORS(CONNECTOR("q", "parameter", "<ssc:Real unit='mm'/>")) BINDINGS(
        INLINE_BINDING(PARAMETER("a.k", REAL("1")))) TWO_PLANTS CONNECTIONS(FROM_SYSTEM("q", "b", "k"))));
    struct error error = {0};
    struct starts *starts = starts_open(s, &error);
    assert_non_null(starts);
    set(starts, "a.k=2.5");
    set(starts, "a.name=x=y");
    set(starts, "a.mode=high");
    set(starts, "b.mode=1");
    set(starts, "a.b=true");
    set(starts, "a.n=12");
    assert_string_equal(start_of_run(s, starts, "a.k"), "2.5");
    assert_string_equal(start_of_run(s, starts, "a.name"), "x=y");
    assert_string_equal(start_of_run(s, starts, "a.mode"), "2");
    assert_string_equal(start_of_run(s, starts, "b.mode"), "1");
    assert_string_equal(start_of_run(s, starts, "a.b"), "true");
    assert_string_equal(start_of_run(s, starts, "a.n"), "12");
    set(starts, "q=250");
    assert_string_equal(start_of_run(s, starts, "b.k"), "250"); /* "mm" is defined nowhere: as it is */
    assert_string_equal(start_of(s, "a.k"), "1");               /* the system stays as it was read */
    assert_null(start_of(s, "b.k"));
    starts_close(starts);
    system_close(s);
}

static void what_cannot_be_set_is_refused(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS));
    struct error error = {0};
    struct starts *starts = starts_open(s, &error);
    assert_non_null(starts);
    refuse(starts, "a.k", "--set a.k: NAME.VARIABLE=VALUE is needed");
    refuse(starts, "=3", "--set =3: NAME.VARIABLE=VALUE is needed");
    refuse(starts, "a.kk=3", "--set: a: there is no variable \"kk\"; did you mean \"k\"?");
    refuse(starts, "plant.k=3", "--set: \"plant.k\": the system has no component of that name");
    refuse(starts, "a.k=stiff", "--set: \"a.k\" cannot be \"stiff\": a number is needed");
    refuse(starts, "a.k=nan", "--set: \"a.k\" cannot be \"nan\": a number is needed");
    refuse(starts, "a.k=0x10", "--set: \"a.k\" cannot be \"0x10\": a number is needed");
    refuse(starts, "a.n=1.5", "--set: \"a.n\" cannot be \"1.5\": an integer is needed");
    refuse(starts, "a.n=3000000000", "--set: \"a.n\" cannot be \"3000000000\": an integer is needed");
    refuse(starts, "a.b=maybe", "--set: \"a.b\" cannot be \"maybe\": true or false is needed");
    refuse(starts, "a.mode=medium", "--set: \"a.mode\" cannot be \"medium\": one of low, high is needed");
    refuse(starts, "a.mode=3", "--set: \"a.mode\" cannot be \"3\": one of low, high is needed");
    refuse(starts, "a.y=1",
           "--set: \"a.y\" cannot be set before the start: it is a variable of causality output, variability "
           "continuous, initial calculated");
    refuse(starts, "a.c=1",
           "--set: \"a.c\" cannot be set before the start: it is a variable of causality "
           "calculatedParameter, variability fixed, initial calculated");
    starts_close(starts);
    system_close(s);
}

/* ---- driven inputs ---- */

static void an_input_is_found_by_its_connector_or_as_an_open_port(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(CONNECTORS(CONNECTOR("in", "input", "")) TWO_PLANTS CONNECTIONS(
        FROM_SYSTEM("in", "a", "u") CONNECTION("a", "x", "b", "u"))));
    struct driven_system driven = driven_system(s);
    struct error error = {0};
    size_t index = 99;
    assert_true(driven_system_find(&driven, "in", &index, &error));
    assert_int_equal(index, 0);
    assert_true(driven_system_find(&driven, "b.v", &index, &error));
    assert_int_equal(index, 1);
    assert_int_equal(driven.system.n_inputs, 2);
    assert_int_equal(s->n_inputs, 1);                                /* as it was read */
    assert_true(driven_system_find(&driven, "b.v", &index, &error)); /* it is an input now */
    assert_int_equal(index, 1);
    assert_false(driven_system_find(&driven, "b.u", &index, &error));
    assert_non_null(strstr(error.text, "\"b.u\" cannot be driven: "));
    assert_non_null(strstr(error.text, "good.ssd:12 drives it already"));
    error_clear(&error);
    assert_false(driven_system_find(&driven, "a.u", &index, &error));
    assert_string_equal(error.text, "\"a.u\" cannot be driven: in drives it already");
    error_clear(&error);
    assert_false(driven_system_find(&driven, "a.y", &index, &error));
    assert_string_equal(error.text, "\"a.y\" cannot be driven: it is neither an input nor a tunable "
                                    "parameter but a continuous output");
    driven_system_free(&driven);
    system_close(s);
}

static void an_input_that_is_nearly_a_connector_is_hinted_at(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(CONNECTORS(CONNECTOR("throttle", "input", "")) TWO_PLANTS CONNECTIONS(
        FROM_SYSTEM("throttle", "a", "u") CONNECTION("a", "x", "b", "u"))));
    struct driven_system driven = driven_system(s);
    static const struct {
        const char *name, *message;
    } rows[] = {
        {"trottle", "\"trottle\": the system has no input of that name; did you mean \"throttle\"?"},
        {"umbrella", "\"umbrella\": the system has no component of that name"},
        {"a.uu", "a: there is no variable \"uu\"; did you mean \"u\"?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {0};
        size_t index;
        assert_false(driven_system_find(&driven, rows[i].name, &index, &error));
        assert_string_equal(error.text, rows[i].message);
        error_clear(&error);
    }
    driven_system_free(&driven);
    system_close(s);
}

static void open_inputs_are_named_in_one_warning(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(CONNECTORS(CONNECTOR("in", "input", "")) BINDINGS(INLINE_BINDING(PARAMETER("b.v", REAL("1"))))
                         TWO_PLANTS CONNECTIONS(FROM_SYSTEM("in", "a", "u") CONNECTION("a", "x", "b", "u"))));
    system_warn_of_open_inputs(s, NULL);
    assert_string_equal(world_warnings(), "nothing drives these inputs, they keep their start values: a.v, a.i, a.on, "
                                          "a.w, b.i, b.on, b.w\n");
    system_close(s);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, world_open, world_close)
    const struct CMUnitTest tests[] = {
        TEST(values_of_every_type_reach_their_variables),
        TEST(later_and_outer_bindings_win),
        TEST(of_a_parameter_that_is_given_twice_the_later_is_taken),
        TEST(files_prefixes_and_mappings),
        TEST(a_mapping_may_be_inline_and_map_items_by_name),
        TEST(values_are_converted_to_the_variables_units),
        TEST(a_connector_of_a_system_hands_its_value_down),
        TEST(a_connectors_value_wins_over_that_of_the_variable_which_it_feeds),
        TEST(values_inside_the_component_are_found_there),
        TEST(set_wins_over_the_files),
        TEST(what_cannot_be_set_is_refused),
        TEST(an_input_is_found_by_its_connector_or_as_an_open_port),
        TEST(an_input_that_is_nearly_a_connector_is_hinted_at),
        TEST(open_inputs_are_named_in_one_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
