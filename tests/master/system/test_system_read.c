/* Systems that are right: what the files say is what the flat system holds. */
#include "tests/master/system/world.h"

#include <stdlib.h>
#include <string.h>

#define TWO_PLANTS  ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "plant"))
#define REAL(value) "<ssv:Real value='" value "'/>"

static struct system *read_ssd(const char *text)
{
    world_fmu("plant.fmu", PLANT_FMU);
    world_fmu("units.fmu", UNITS_FMU);
    world_fmu("gears.fmu", GEARS_FMU);
    world_file("good.ssd", text);
    return world_system("good.ssd");
}

/* ---- components and connections ---- */

static void components_and_connections_come_in_the_order_of_the_file(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD_WITH(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "u") CONNECTION("b", "y", "a", "u")),
                          "<ssd:DefaultExperiment startTime='1' stopTime='2.5'/>"));
    assert_string_equal(s->name, "test");
    assert_false(s->is_single_fmu);
    assert_int_equal(s->n_components, 2);
    assert_string_equal(s->components[0].name, "a");
    assert_string_equal(s->components[1].name, "b");
    assert_int_equal(s->n_fmus, 1); /* one source, one FMU */
    assert_ptr_equal(s->components[0].fmu, s->components[1].fmu);
    assert_false(s->components[0].wants_model_exchange);
    assert_int_equal(s->n_connections, 2);
    assert_true(comes_from(s, connection_to(s, "b.u"), "a.x"));
    assert_true(comes_from(s, connection_to(s, "a.u"), "b.y"));
    assert_near(connection_to(s, "a.u")->transformation.factor, 1, 0);
    assert_near(connection_to(s, "a.u")->transformation.offset, 0, 0);
    assert_non_null(strstr(connection_to(s, "b.u")->place, "good.ssd:8"));
    assert_true(s->experiment.has_start_time && s->experiment.has_stop_time);
    assert_near(s->experiment.start_time, 1, 0);
    assert_near(s->experiment.stop_time, 2.5, 0);
    assert_string_equal(world_warnings(), "");
    system_close(s);
}

/* The standard: start and end "do not denote directionality of the data flow". */
static void the_direction_of_a_connection_is_that_of_its_connectors(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("b", "u", "a", "x"))));
    assert_true(comes_from(s, connection_to(s, "b.u"), "a.x"));
    system_close(s);
}

static void the_implementation_is_chosen_as_asked_for(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(ELEMENTS("<ssd:Component name='a' source='plant.fmu' implementation='ModelExchange'/>\n"
                              "<ssd:Component name='b' source='plant.fmu' implementation='CoSimulation'/>\n"
                              "<ssd:Component name='c' source='plant.fmu' implementation='any'/>\n")));
    assert_true(s->components[0].wants_model_exchange);
    assert_false(s->components[1].wants_model_exchange);
    assert_false(s->components[2].wants_model_exchange);
    system_close(s);
}

static void sources_may_have_blanks_and_umlauts_written_as_they_are_or_by_percent(void **state)
{
    (void)state;
    world_fmu("my models/pl\xc3\xa4nt 1.fmu", PLANT_FMU);
    struct system *s = read_ssd(SSD(ELEMENTS("<ssd:Component name='a' source='my%20models/pl%C3%A4nt%201.fmu'/>\n"
                                             "<ssd:Component name='b' source='./my models/pl\xc3\xa4nt 1.fmu'/>\n")));
    assert_int_equal(s->n_fmus, 1);
    system_close(s);
}

static void a_single_fmu_is_a_system_of_one_nameless_component(void **state)
{
    (void)state;
    world_fmu("plant.fmu", PLANT_FMU);
    struct system *s = world_system("plant.fmu");
    assert_true(s->is_single_fmu);
    assert_int_equal(s->n_components, 1);
    assert_string_equal(s->components[0].name, "");
    struct port port;
    struct error error = {0};
    assert_true(system_find_port(s, "y", &port, &error));
    char *name = system_port_name(s, port);
    assert_string_equal(name, "y");
    free(name);
    assert_false(system_find_port(s, "yy", &port, &error));
    assert_non_null(strstr(error.text, "there is no variable \"yy\"; did you mean \"y\"?"));
    system_close(s);
}

/* ---- connectors of the system ---- */

static void a_system_input_may_feed_several_ports_and_an_output_has_its_source(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(CONNECTORS(CONNECTOR("in", "input", "<ssc:Real/>") CONNECTOR("out", "output", ""))
                                        TWO_PLANTS CONNECTIONS(FROM_SYSTEM("in", "a", "u") FROM_SYSTEM("in", "b", "v")
                                                                   TO_SYSTEM("b", "y", "out"))));
    assert_int_equal(s->n_inputs, 1);
    assert_string_equal(s->inputs[0].name, "in");
    assert_int_equal(s->inputs[0].n_ports, 2);
    assert_int_equal(s->n_outputs, 1);
    assert_string_equal(s->outputs[0].name, "out");
    assert_int_equal(s->outputs[0].type, FMI_REAL);
    char *name = system_port_name(s, s->outputs[0].ports[0]);
    assert_string_equal(name, "b.y");
    free(name);
    assert_int_equal(s->n_connections, 0);
    system_close(s);
}

static void a_system_connector_that_nothing_feeds_is_said_and_left_out(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(CONNECTORS(CONNECTOR("out", "output", "")) TWO_PLANTS));
    assert_int_equal(s->n_outputs, 0);
    assert_non_null(strstr(world_warnings(), "good.ssd:4: nothing feeds the output \"out\""));
    system_close(s);
}

/* ---- nested systems ---- */

/* Input p to c.u, output c.y to q. */
#define INNER(name)                                                                                                    \
    "<ssd:System name='" name "'>\n" CONNECTORS(CONNECTOR("p", "input", "") CONNECTOR("q", "output", ""))              \
        ELEMENTS(COMPONENT("c", "plant"))                                                                              \
            CONNECTIONS(FROM_SYSTEM("p", "c", "u") TO_SYSTEM("c", "y", "q")) "</ssd:System>\n"
#define OUTER(name, inner)                                                                                             \
    "<ssd:System name='" name "'>\n" CONNECTORS(CONNECTOR("p", "input", "") CONNECTOR("q", "output", ""))              \
        ELEMENTS(INNER(inner)) CONNECTIONS(FROM_SYSTEM("p", inner, "p") TO_SYSTEM(inner, "q", "q")) "</ssd:System>\n"

static void nested_systems_are_flattened_with_dotted_names(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant") INNER("one") OUTER("two", "deep"))));
    assert_int_equal(s->n_components, 3);
    assert_string_equal(s->components[1].name, "one.c");
    assert_string_equal(s->components[2].name, "two.deep.c");
    assert_int_equal(s->n_connections, 0); /* nothing comes from outside */
    system_close(s);
}

static void connections_cross_all_levels(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant") INNER("one") OUTER("two", "deep")) CONNECTIONS(
        CONNECTION("a", "x", "one", "p") CONNECTION("one", "q", "two", "p") CONNECTION("two", "q", "a", "u"))));
    assert_int_equal(s->n_connections, 3);
    assert_true(comes_from(s, connection_to(s, "one.c.u"), "a.x"));
    assert_true(comes_from(s, connection_to(s, "two.deep.c.u"), "one.c.y"));
    assert_true(comes_from(s, connection_to(s, "a.u"), "two.deep.c.y"));
    system_close(s);
}

static void a_component_may_be_another_description_or_a_package_or_a_system_of_the_same_file(void **state)
{
    (void)state;
    world_fmu("plant.fmu", PLANT_FMU);
    world_file("inner.ssd", SSD(CONNECTORS(CONNECTOR("p", "input", "")) ELEMENTS(COMPONENT("c", "plant"))
                                    CONNECTIONS(FROM_SYSTEM("p", "c", "u"))));
    world_file("SystemStructure.ssd", SSD(CONNECTORS(CONNECTOR("q", "output", "")) ELEMENTS(COMPONENT("d", "plant"))
                                              CONNECTIONS(TO_SYSTEM("d", "x", "q"))));
    world_file("other.ssd", SSD(ELEMENTS(COMPONENT("e", "plant"))));
    world_package("inner.ssp", (const char *const[]){"SystemStructure.ssd", "other.ssd", "plant.fmu", NULL});
    struct system *s = read_ssd(
        SSD(ELEMENTS("<ssd:Component name='i' type='application/x-ssp-definition' source='inner.ssd'>"
                     "<ssd:Connectors><ssd:Connector name='p' kind='input'/></ssd:Connectors></ssd:Component>\n"
                     "<ssd:Component name='j' type='application/x-ssp-package' source='inner.ssp'/>\n"
                     "<ssd:Component name='k' source='inner.ssp#other.ssd'/>\n"
                     "<ssd:System name='m' id='again'>" ELEMENTS(
                         COMPONENT("f", "plant")) "</ssd:System>\n<ssd:Component name='n' source='#again'/>\n")
                CONNECTIONS(CONNECTION("j", "q", "i", "p"))));
    assert_int_equal(s->n_components, 5);
    assert_string_equal(s->components[0].name, "i.c");
    assert_string_equal(s->components[1].name, "j.d");
    assert_string_equal(s->components[2].name, "k.e");
    assert_string_equal(s->components[3].name, "m.f");
    assert_string_equal(s->components[4].name, "n.f");
    assert_true(comes_from(s, connection_to(s, "i.c.u"), "j.d.x"));
    system_close(s);
}

/* ---- units and transformations ---- */

static void lengths_in_metres_become_millimetres(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "units"))
                                        CONNECTIONS(CONNECTION("a", "x", "b", "u") CONNECTION("b", "y", "a", "u"))));
    assert_near(connection_to(s, "b.u")->transformation.factor, 1000, 0);
    assert_near(connection_to(s, "a.u")->transformation.factor, 0.001, 0);
    assert_near(connection_to(s, "a.u")->transformation.offset, 0, 0);
    system_close(s);
}

/* 20 degC are 293.15 K. */
static void temperatures_have_an_offset(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("b", "units"))
                                        CONNECTIONS(CONNECTION("b", "C", "b", "T") CONNECTION("b", "C", "b", "dT"))));
    assert_near(transformation_apply(&connection_to(s, "b.T")->transformation, 20), 293.15, 1e-12);
    assert_near(transformation_apply(&connection_to(s, "b.dT")->transformation, 20), 20, 0); /* relativeQuantity */
    system_close(s);
}

/* mm -> connector in m -> mm must not lose a bit, although 0.001 * 1000 and 1/0.001 are rounded numbers. */
static void conversions_to_and_fro_cancel_exactly(void **state)
{
    (void)state;
    struct system *s = read_ssd(
        SSD_WITH(ELEMENTS(COMPONENT("a", "units") "<ssd:System name='in'>" CONNECTORS(
                     CONNECTOR("p", "input", "<ssc:Real unit='inch'/>")) ELEMENTS(COMPONENT("c", "units"))
                              CONNECTIONS(FROM_SYSTEM("p", "c", "u")) "</ssd:System>\n")
                     CONNECTIONS(CONNECTION("a", "y", "in", "p")),
                 "<ssd:Units><ssc:Unit name='inch'><ssc:BaseUnit m='1' factor='0.0254'/></ssc:Unit></ssd:Units>"));
    assert_near(connection_to(s, "in.c.u")->transformation.factor, 1, 0);
    assert_near(connection_to(s, "in.c.u")->transformation.offset, 0, 0);
    system_close(s);
}

/* The standard: the transformation works on the source converted to the target unit: 2 * (1000 x) + 3. */
static void a_linear_transformation_follows_the_unit_conversion(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "units")) CONNECTIONS(
        CONNECTION_WITH("a", "x", "b", "u", "<ssc:LinearTransformation factor='2' offset='3'/>"))));
    const struct transformation *t = &connection_to(s, "b.u")->transformation;
    assert_near(t->factor, 2000, 0);
    assert_near(t->offset, 3, 0);
    system_close(s);
}

static void unit_conversion_can_be_suppressed(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "units")) CONNECTIONS(
        "<ssd:Connection suppressUnitConversion='true' " ENDS(
            "a", "x", "b", "u") "><ssc:LinearTransformation factor='2'/></ssd:Connection>\n"
                                "<ssd:Connection suppressUnitConversion='true' " ENDS("a", "x", "b", "t") "/>\n")));
    assert_near(connection_to(s, "b.u")->transformation.factor, 2, 0);
    assert_near(connection_to(s, "b.t")->transformation.factor, 1, 0);
    system_close(s);
}

/* Two levels: first 10 x + 1, then 2 y + 5: 20 x + 7. */
static void transformations_of_several_levels_are_multiplied_out(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(
        ELEMENTS(COMPONENT("a", "plant") "<ssd:System name='in'>" CONNECTORS(CONNECTOR("p", "input", ""))
                     ELEMENTS(COMPONENT("c", "plant")) CONNECTIONS(
                         "<ssd:Connection startConnector='p' endElement='c' endConnector='u'>"
                         "<ssc:LinearTransformation factor='2' offset='5'/></ssd:Connection>\n") "</ssd:System>\n")
            CONNECTIONS(CONNECTION_WITH("a", "x", "in", "p", "<ssc:LinearTransformation factor='10' offset='1'/>"))));
    const struct transformation *t = &connection_to(s, "in.c.u")->transformation;
    assert_near(t->factor, 20, 0);
    assert_near(t->offset, 7, 0);
    system_close(s);
}

static void a_unit_that_nobody_defines_is_taken_as_it_is_and_said(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "units"))
                                        CONNECTIONS(CONNECTION("b", "o", "a", "u") CONNECTION("b", "y", "b", "bare"))));
    assert_near(connection_to(s, "a.u")->transformation.factor, 1, 0);
    assert_near(connection_to(s, "b.bare")->transformation.factor, 1, 0); /* no unit: nothing to convert or to say */
    assert_non_null(strstr(world_warnings(), "good.ssd:8: the units \"odd\" and \"m\" differ"));
    assert_null(strstr(world_warnings(), "good.ssd:9"));
    system_close(s);
}

/* rad/s and 1/s: the radian is a number. */
static void the_radian_is_a_number(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD_WITH(CONNECTORS(CONNECTOR("w", "input", "<ssc:Real unit='rad.m'/>"))
                              TWO_PLANTS CONNECTIONS(FROM_SYSTEM("w", "a", "u")),
                          "<ssd:Units><ssc:Unit name='rad.m'><ssc:BaseUnit m='1' rad='1'/></ssc:Unit></ssd:Units>"));
    assert_near(s->inputs[0].transformations[0].factor, 1, 0);
    system_close(s);
}

static void a_connector_without_unit_has_that_of_what_it_feeds_first(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(CONNECTORS(CONNECTOR("in", "input", "")) ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "units"))
                         CONNECTIONS(FROM_SYSTEM("in", "a", "u") FROM_SYSTEM("in", "b", "u"))));
    assert_near(s->inputs[0].transformations[0].factor, 1, 0);
    assert_near(s->inputs[0].transformations[1].factor, 1000, 0);
    system_close(s);
}

/* ---- tables ---- */

static void booleans_and_integers_are_mapped_by_tables(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(
        CONNECTION_WITH("a", "off", "b", "on",
                        "<ssc:BooleanMappingTransformation><ssc:MapEntry source='true' target='false'/>"
                        "<ssc:MapEntry source='0' target='1'/></ssc:BooleanMappingTransformation>")
            CONNECTION_WITH("a", "j", "b", "i",
                            "<ssc:IntegerMappingTransformation><ssc:MapEntry source='1' target='10'/>"
                            "<ssc:MapEntry source='2' target='-20'/></ssc:IntegerMappingTransformation>"))));
    const struct transformation *not = &connection_to(s, "b.on")->transformation;
    assert_near(transformation_apply(not, 1), 0, 0);
    assert_near(transformation_apply(not, 0), 1, 0);
    const struct transformation *table = &connection_to(s, "b.i")->transformation;
    assert_near(transformation_apply(table, 1), 10, 0);
    assert_near(transformation_apply(table, 2), -20, 0);
    assert_near(transformation_apply(table, 3), 3, 0);
    system_close(s);
}

/* First 1 -> 10, 2 -> 20, then 10 -> 7, 5 -> 6: what the first table leaves alone, the second one may still turn. */
static void tables_of_several_levels_follow_each_other(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(
        ELEMENTS(COMPONENT("a", "plant") "<ssd:System name='in'>" CONNECTORS(CONNECTOR("p", "input", ""))
                     ELEMENTS(COMPONENT("c", "plant")) CONNECTIONS(
                         "<ssd:Connection startConnector='p' endElement='c' endConnector='i'>"
                         "<ssc:IntegerMappingTransformation><ssc:MapEntry source='10' target='7'/>"
                         "<ssc:MapEntry source='5' "
                         "target='6'/></ssc:IntegerMappingTransformation></ssd:Connection>\n") "</ssd:System>\n")
            CONNECTIONS(CONNECTION_WITH("a", "j", "in", "p",
                                        "<ssc:IntegerMappingTransformation><ssc:MapEntry source='1' target='10'/>"
                                        "<ssc:MapEntry source='2' target='20'/></ssc:IntegerMappingTransformation>"))));
    const struct transformation *table = &connection_to(s, "in.c.i")->transformation;
    static const double wanted[][2] = {{1, 7}, {2, 20}, {5, 6}, {10, 7}, {3, 3}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_near(transformation_apply(table, wanted[i][0]), wanted[i][1], 0);
    system_close(s);
}

/* A connector's enumeration has the FMU's items by other numbers: the names count, on both sides of it. */
static void a_system_may_have_enumerations_of_its_own(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD_WITH(
        ELEMENTS(COMPONENT("a", "gears") "<ssd:System name='in'>" CONNECTORS(
            CONNECTOR("p", "input", "<ssc:Enumeration name='Handle'/>")) ELEMENTS(COMPONENT("c", "gears"))
                     CONNECTIONS(FROM_SYSTEM("p", "c", "gear_in") FROM_SYSTEM("p", "c", "raeg_in")) "</ssd:System>\n")
            CONNECTIONS(CONNECTION("a", "gear", "in", "p")),
        "<ssd:Enumerations><ssc:Enumeration name='Handle'><ssc:Item name='high' value='-3'/>"
        "<ssc:Item name='low' value='40'/></ssc:Enumeration></ssd:Enumerations>"));
    const struct transformation *same = &connection_to(s, "in.c.gear_in")->transformation;
    assert_near(transformation_apply(same, 1), 1, 0); /* low */
    assert_near(transformation_apply(same, 2), 2, 0); /* high */
    const struct transformation *reversed = &connection_to(s, "in.c.raeg_in")->transformation;
    assert_near(transformation_apply(reversed, 1), 2, 0);
    assert_near(transformation_apply(reversed, 2), 1, 0);
    system_close(s);
}

static void enumerations_are_matched_by_the_names_of_their_items(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "gears")) CONNECTIONS(
        CONNECTION("a", "gear", "a", "gear_in") CONNECTION("a", "gear", "a", "raeg_in")
            CONNECTION_WITH("a", "gear", "a", "lamp_in",
                            "<ssc:EnumerationMappingTransformation><ssc:MapEntry source='low' target='on'/>"
                            "<ssc:MapEntry source='high' target='off'/></ssc:EnumerationMappingTransformation>")
                CONNECTION_WITH("a", "lamp", "a", "number_in",
                                "<ssc:IntegerMappingTransformation><ssc:MapEntry source='2' target='100'/>"
                                "</ssc:IntegerMappingTransformation>"))));
    assert_int_equal(connection_to(s, "a.gear_in")->transformation.n_map, 0);
    const struct transformation *reversed = &connection_to(s, "a.raeg_in")->transformation;
    assert_near(transformation_apply(reversed, 1), 2, 0); /* low */
    assert_near(transformation_apply(reversed, 2), 1, 0); /* high */
    const struct transformation *lamp = &connection_to(s, "a.lamp_in")->transformation;
    assert_near(transformation_apply(lamp, 1), 2, 0); /* low: on */
    assert_near(transformation_apply(lamp, 2), 1, 0); /* high: off */
    assert_near(transformation_apply(&connection_to(s, "a.number_in")->transformation, 2), 100, 0);
    system_close(s);
}

static void calculated_parameters_feed_parameters_at_initialization_only(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "c", "b", "k") CONNECTION("a", "x", "b", "u"))));
    assert_true(connection_to(s, "b.k")->only_initial);
    assert_false(connection_to(s, "b.u")->only_initial);
    system_close(s);
}

/* ---- what other tools write ---- */

/* Written in the manner of OMSimulator and of graphical tools: geometry, notes, annotations, metadata. */
static void a_file_of_another_tool_is_read_without_a_word(void **state)
{
    (void)state;
    world_fmu("resources/plant.fmu", PLANT_FMU);
    struct system *s = read_ssd(
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        "<ssd:SystemStructureDescription " SSP_SPACES " xmlns:oms='https://oms' xmlns:xsi='http://www.w3.org/2001/"
        "XMLSchema-instance' xsi:schemaLocation='a b' name='m' version='1.0' generationTool='OMSimulator' "
        "generationDateAndTime='2020-01-01T00:00:00Z' author='x' copyright='x' license='x' fileversion='1'>\n"
        "<ssd:System name='root' description='d' id='r'>\n"
        "<ssd:Connectors><ssd:Connector name='in' kind='input'><ssc:Real/><ssd:ConnectorGeometry x='0' y='0.5'/>"
        "</ssd:Connector></ssd:Connectors>\n"
        "<ssd:ElementGeometry x1='0' y1='0' x2='1' y2='1' iconSource='i.png'/>\n"
        "<ssd:Elements><ssd:Component name='P 1' type='application/x-fmu-sharedlibrary' "
        "source='resources/plant.fmu' description='d'>"
        "<ssd:Connectors><ssd:Connector name='u' kind='input'><ssc:Real/><ssd:ConnectorGeometry x='0' y='0'/>"
        "</ssd:Connector><ssd:Connector name='mode' kind='parameter'><ssc:Enumeration name='gear'/></ssd:Connector>"
        "<ssd:Connector name='y' kind='output'><ssc:Real unit='m'/></ssd:Connector></ssd:Connectors>"
        "<ssd:ElementGeometry x1='-32' y1='-27' x2='0' y2='5'/></ssd:Component></ssd:Elements>\n"
        "<ssd:Connections><ssd:Connection startElement='' startConnector='in' endElement='P 1' endConnector='u'>"
        "<ssd:ConnectionGeometry pointsX='1 2' pointsY='3 4'/></ssd:Connection></ssd:Connections>\n"
        "<ssd:SystemGeometry x1='0' y1='0' x2='100' y2='100'/>\n"
        "<ssd:GraphicalElements><ssd:Note x1='0' y1='0' x2='1' y2='1' text='note'/></ssd:GraphicalElements>\n"
        "<ssd:Annotations><ssc:Annotation type='org.openmodelica'><oms:Annotations><oms:SimulationInformation>"
        "<oms:FixedStepMaster description='oms-ma' stepSize='0.001'/></oms:SimulationInformation></oms:Annotations>"
        "</ssc:Annotation></ssd:Annotations>\n"
        "</ssd:System>\n"
        "<ssd:DefaultExperiment startTime='0.000000' stopTime='1.000000'><ssd:Annotations><ssc:Annotation "
        "type='org.openmodelica'/></ssd:Annotations></ssd:DefaultExperiment>\n"
        "</ssd:SystemStructureDescription>\n");
    assert_string_equal(s->components[0].name, "P 1");
    assert_int_equal(s->inputs[0].n_ports, 1);
    assert_string_equal(world_warnings(), "");
    system_close(s);
}

/* Dymola's placeholders: no variable of the FMU, and nothing uses them. */
static void placeholder_connectors_that_nothing_uses_are_named_and_left_alone(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT_WITH(
        "a", "plant",
        CONNECTORS(CONNECTOR("fmi_InputTime", "input", "<ssc:Real/>") CONNECTOR("u", "input", "<ssc:Real/>")
                       CONNECTOR("_direct_input_1", "input", "<ssc:Real/>"))))));
    assert_non_null(strstr(world_warnings(), "good.ssd:6: the FMU of \"a\" does not know these connectors, and nothing "
                                             "uses them: \"fmi_InputTime\", \"_direct_input_1\""));
    assert_int_equal(s->n_components, 1);
    system_close(s);
}

/* The smallest of what the tools were told; what is no duration is named and not taken. */
static void step_sizes_are_taken_from_annotations_of_known_tools(void **state)
{
    (void)state;
#define OMS(content) "<ssc:Annotation type='org.openmodelica' xmlns:oms='o'>" content "</ssc:Annotation>"
#define MASTER(step) "<oms:SimulationInformation><oms:FixedStepMaster stepSize='" step "'/></oms:SimulationInformation>"
#define OSP(step)                                                                                                      \
    "<ssc:Annotation type='com.opensimulationplatform' xmlns:osp='p'><osp:Algorithm>"                                  \
    "<osp:FixedStepAlgorithm baseStepSize='" step "'/></osp:Algorithm></ssc:Annotation>"
#define EXPERIMENT(content)                                                                                            \
    "<ssd:DefaultExperiment><ssd:Annotations>" content "</ssd:Annotations></ssd:DefaultExperiment>\n"
#define SYSTEM(content) ELEMENTS(COMPONENT("a", "plant")) "<ssd:Annotations>" content "</ssd:Annotations>\n"
    static const struct {
        const char *text;
        double step; /* 0: none */
    } cases[] = {
        {SSD(SYSTEM(OMS("<oms:Annotations>" MASTER("0.02") "</oms:Annotations>"))), 0.02},
        {SSD(SYSTEM(OMS(MASTER("1e-3")))), 1e-3}, /* older files */
        {SSD_WITH(ELEMENTS(COMPONENT("a", "plant")), EXPERIMENT(OSP("0.1"))), 0.1},
        {SSD_WITH(SYSTEM(OMS(MASTER("0.02"))), EXPERIMENT(OMS("") OSP("0.1"))), 0.02},
        {SSD(SYSTEM("<ssc:Annotation type='com.example'>" MASTER("0.02") "</ssc:Annotation>")), 0},
        {SSD(SYSTEM(OMS(MASTER("0")))), 0},
        {SSD(SYSTEM(OMS(MASTER("fast")))), 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4000];
        const char *first = strstr(cases[i].text, " xmlns:ssd"); /* prefixes that the annotations use */
        snprintf(text, sizeof text, "%.*s xmlns:oms='o' xmlns:osp='p'%s", (int)(first - cases[i].text), cases[i].text,
                 first);
        struct system *s = read_ssd(text);
        assert_int_equal(s->experiment.has_step_size, cases[i].step > 0);
        assert_near(s->experiment.step_size, cases[i].step, 0);
        system_close(s);
    }
    assert_non_null(
        strstr(world_warnings(), "\"FixedStepMaster\" has stepSize=\"0\", which is not a duration above zero"));
    assert_non_null(strstr(world_warnings(), "has stepSize=\"fast\", which is not a duration above zero: left out"));
}

static void a_variant_of_a_package_is_named_behind_a_hash(void **state)
{
    (void)state;
    world_fmu("plant.fmu", PLANT_FMU);
    world_file("SystemStructure.ssd", SSD(ELEMENTS(COMPONENT("a", "plant"))));
    world_file("variant.ssd", SSD(ELEMENTS(COMPONENT("other", "plant"))));
    world_package("x.ssp", (const char *const[]){"SystemStructure.ssd", "variant.ssd", "plant.fmu", NULL});
    struct system *s = world_system("x.ssp#variant.ssd");
    assert_string_equal(s->components[0].name, "other");
    system_close(s);
    const struct message *code;
    assert_string_equal(world_error("x.ssp#none.ssd", &code),
                        "x.ssp: there is no none.ssd in the archive; it has SystemStructure.ssd, variant.ssd");
    assert_string_equal(code->code, "ERROR_SSP_VARIANT");
    assert_string_equal(world_error("x.ssp#varient.ssd", &code),
                        "x.ssp: there is no varient.ssd in the archive; did you mean x.ssp#variant.ssd?");
    world_package("y.ssp", (const char *const[]){"variant.ssd", "plant.fmu", NULL});
    assert_string_equal(world_error("y.ssp", &code),
                        "y.ssp: there is no SystemStructure.ssd in the archive; did you mean y.ssp#variant.ssd?");
    assert_string_equal(world_error("none.ssp#variant.ssd", &code),
                        "none.ssp: cannot be opened: No such file or directory");
    world_file("x.ssp#variant.ssd", SSD(ELEMENTS(COMPONENT("whole", "plant")))); /* a file of that name wins */
    s = world_system("x.ssp#variant.ssd");
    assert_string_equal(s->components[0].name, "whole");
    system_close(s);
}

static void where_the_file_and_the_fmu_contradict_each_other_about_a_kind_the_fmu_is_right(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(
        ELEMENTS(COMPONENT_WITH("a", "plant", CONNECTORS(CONNECTOR("l", "output", "") CONNECTOR("k", "input", ""))))));
    assert_non_null(strstr(world_warnings(), "good.ssd:7: connector \"k\" is called input, but the FMU's variable is "
                                             "of causality parameter"));
    assert_null(strstr(world_warnings(), "good.ssd:6"));
    system_close(s);
}

/* ---- power ports ---- */

static void a_power_port_is_read_from_our_annotation_on_any_level(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS("<ssd:System name='in'>" TWO_PLANTS CONNECTIONS(
        CONNECTION("a", "x", "b", "u") CONNECTION("b", "x", "a", "u")) "<ssd:Annotations>"
                                                                       "<ssc:Annotation type='org.pasodoble.power'>"
                                                                       "<p:PowerPort xmlns:p='x' effort='a.x' "
                                                                       "flow='b.x' work_delivered='a.l' "
                                                                       "work_received='b.l'/></ssc:Annotation>"
                                                                       "<ssc:Annotation type='org.pasodoble.power'>"
                                                                       "<PowerPort name='second' effort='b.x' "
                                                                       "flow='a.x'/></ssc:Annotation>"
                                                                       "</ssd:Annotations></ssd:System>\n")));
    assert_int_equal(s->n_power_ports, 2);
    assert_string_equal(s->power_ports[0].name, "in.a.x*in.b.x");
    assert_true(s->power_ports[0].has_work);
    char *effort = system_port_name(s, s->power_ports[0].effort);
    char *work = system_port_name(s, s->power_ports[0].work_received);
    assert_string_equal(effort, "in.a.x");
    assert_string_equal(work, "in.b.l");
    assert_string_equal(s->power_ports[1].name, "in.second");
    assert_false(s->power_ports[1].has_work);
    free(effort);
    free(work);
    system_close(s);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, world_open, world_close)
    const struct CMUnitTest tests[] = {
        TEST(components_and_connections_come_in_the_order_of_the_file),
        TEST(the_direction_of_a_connection_is_that_of_its_connectors),
        TEST(the_implementation_is_chosen_as_asked_for),
        TEST(sources_may_have_blanks_and_umlauts_written_as_they_are_or_by_percent),
        TEST(a_single_fmu_is_a_system_of_one_nameless_component),
        TEST(a_system_input_may_feed_several_ports_and_an_output_has_its_source),
        TEST(a_system_connector_that_nothing_feeds_is_said_and_left_out),
        TEST(nested_systems_are_flattened_with_dotted_names),
        TEST(connections_cross_all_levels),
        TEST(a_component_may_be_another_description_or_a_package_or_a_system_of_the_same_file),
        TEST(lengths_in_metres_become_millimetres),
        TEST(temperatures_have_an_offset),
        TEST(conversions_to_and_fro_cancel_exactly),
        TEST(a_linear_transformation_follows_the_unit_conversion),
        TEST(unit_conversion_can_be_suppressed),
        TEST(transformations_of_several_levels_are_multiplied_out),
        TEST(a_unit_that_nobody_defines_is_taken_as_it_is_and_said),
        TEST(the_radian_is_a_number),
        TEST(a_connector_without_unit_has_that_of_what_it_feeds_first),
        TEST(booleans_and_integers_are_mapped_by_tables),
        TEST(tables_of_several_levels_follow_each_other),
        TEST(a_system_may_have_enumerations_of_its_own),
        TEST(enumerations_are_matched_by_the_names_of_their_items),
        TEST(calculated_parameters_feed_parameters_at_initialization_only),
        TEST(a_file_of_another_tool_is_read_without_a_word),
        TEST(placeholder_connectors_that_nothing_uses_are_named_and_left_alone),
        TEST(step_sizes_are_taken_from_annotations_of_known_tools),
        TEST(a_variant_of_a_package_is_named_behind_a_hash),
        TEST(where_the_file_and_the_fmu_contradict_each_other_about_a_kind_the_fmu_is_right),
        TEST(a_power_port_is_read_from_our_annotation_on_any_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
