/* Systems that are wrong: each is refused with exit status 2, with its cause and its place, and leaves nothing behind. */
#include "tests/master/system/world.h"

#include <string.h>

#define TWO_PLANTS ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "plant"))

struct bad {
    const char *what;
    const char *ssd;      /* bad.ssd; NULL: it is not written */
    const char *expected; /* the whole message */
};

/* With plant.fmu, units.fmu and gears.fmu beside it. A connection behind TWO_PLANTS stands in line 8. */
static const struct bad table[] = {
    {"no file", NULL, "bad.ssd: cannot be opened: No such file or directory"},
    {"not XML", "hello", "bad.ssd:1: the XML is faulty: syntax error"},
    {"empty", "", "bad.ssd:1: the XML is faulty: no element found"},
    {"another root", "<a/>", "bad.ssd:1: the first element is \"a\" instead of \"SystemStructureDescription\""},
    {"a later version", "<ssd:SystemStructureDescription version='3.0' name='x' " SSP_SPACES "/>",
     "bad.ssd:1: is of SSP version \"3.0\"; version 1.0 is understood"},
    {"no system", "<ssd:SystemStructureDescription version='1.0' name='x' " SSP_SPACES "/>",
     "bad.ssd:1: \"SystemStructureDescription\" has no element \"System\""},
    {"no components", SSD(""), "bad.ssd: the system has no components"},
    {"entities", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>",
     "bad.ssd:1: the XML declares the entity \"b\"; entities are refused"},

    {"a component without source", SSD(ELEMENTS("<ssd:Component name='a'/>\n")),
     "bad.ssd:4: \"Component\" has no attribute \"source\""},
    {"a component without name", SSD(ELEMENTS("<ssd:Component source='plant.fmu'/>\n")),
     "bad.ssd:4: \"Component\" has no attribute \"name\""},
    {"an empty name", SSD(ELEMENTS("<ssd:Component name='' source='plant.fmu'/>\n")),
     "bad.ssd:4: \"Component\" has name=\"\", which is not a name"},
    {"an FMU that is not there", SSD(ELEMENTS(COMPONENT("a", "missing"))),
     "bad.ssd:4: source \"missing.fmu\": No such file or directory"},
    {"an FMU that is none",
     SSD(ELEMENTS("<ssd:Component name='a' source='bad.ssd'"
                  " type='application/x-fmu-sharedlibrary'/>\n")),
     "bad.ssd:4: component \"a\": bad.ssd: is not a zip archive: Not a zip archive"},
    {"a component of another type", SSD(ELEMENTS("<ssd:Component name='a' source='a.csv' type='text/csv'/>\n")),
     "bad.ssd:4: a component of type \"text/csv\" is not supported"},
    {"a source on the net", SSD(ELEMENTS("<ssd:Component name='a' source='http://x/plant.fmu'/>\n")),
     "bad.ssd:4: source \"http://x/plant.fmu\": only files are supported, relative to the system"},
    {"a zero byte in a source", SSD(ELEMENTS("<ssd:Component name='a' source='plant%00.fmu'/>\n")),
     "bad.ssd:4: source \"plant%00.fmu\": it contains a zero byte"},
    {"two components of one name", SSD(ELEMENTS(COMPONENT("a", "plant") COMPONENT("a", "units"))),
     "bad.ssd:5: there is already an element \"a\""},
    {"two components of one name in the end",
     SSD(ELEMENTS(COMPONENT("a.b", "plant") "<ssd:System name='a'>" ELEMENTS(COMPONENT("b", "plant")) "</ssd:System>")),
     "bad.ssd:6: there is already a component \"a.b\""},
    {"an implementation that is none",
     SSD(ELEMENTS("<ssd:Component name='a' source='plant.fmu' implementation='Magic'/>\n")),
     "bad.ssd:4: \"Component\" has implementation=\"Magic\", which is not any, CoSimulation or ModelExchange"},
    {"an implementation that the FMU lacks",
     SSD(ELEMENTS("<ssd:Component name='a' source='slave.fmu' implementation='ModelExchange'/>\n")),
     "bad.ssd:4: the FMU has no ModelExchange implementation"},

    {"a signal dictionary", SSD("<ssd:SignalDictionaries/>\n" TWO_PLANTS),
     "bad.ssd:3: a signal dictionary is not supported"},
    {"a reference to one", SSD(ELEMENTS("<ssd:SignalDictionaryReference name='a' dictionary='d'/>\n")),
     "bad.ssd:4: a signal dictionary is not supported"},
    {"an element of nobody", SSD("<ssd:Wizardry/>\n" TWO_PLANTS),
     "bad.ssd:3: the element \"Wizardry\" is not supported inside \"System\""},
    {"an element of another namespace", SSD("<oms:Fast xmlns:oms='x'/>\n" TWO_PLANTS),
     "bad.ssd:3: the element \"Fast\" is not supported inside \"System\""},
    {"an element twice", SSD(TWO_PLANTS "<ssd:Connections/>\n<ssd:Connections/>\n"),
     "bad.ssd:8: \"System\" has more than one element \"Connections\""},
    {"an attribute of SSP 2",
     SSD(TWO_PLANTS CONNECTIONS("<ssd:Connection startIndices='1' " ENDS("a", "x", "b", "u") "/>\n")),
     "bad.ssd:8: the attribute \"startIndices\" of \"Connection\" is not supported"},
    {"a stop before the start", SSD_WITH(TWO_PLANTS, "<ssd:DefaultExperiment startTime='1' stopTime='0'/>\n"),
     "bad.ssd:8: \"DefaultExperiment\" has stopTime=\"0\", which is not a time behind the start time"},
    {"a time that is no number", SSD_WITH(TWO_PLANTS, "<ssd:DefaultExperiment stopTime='soon'/>\n"),
     "bad.ssd:8: \"DefaultExperiment\" has stopTime=\"soon\", which is not a finite number"},

    {"a connector that is used and is no variable",
     SSD(ELEMENTS(COMPONENT_WITH("a", "plant", CONNECTORS(CONNECTOR("xx", "output", ""))) COMPONENT("b", "plant"))
             CONNECTIONS(CONNECTION("a", "xx", "b", "u"))),
     "bad.ssd:6: connector \"xx\": the FMU has no such variable; did you mean \"x\"?"},
    {"the namespace of a draft",
     "<ssd:SystemStructureDescription xmlns:ssd='http://www.pmsf.net/xsd/SystemStructureDescriptionDraft'/>",
     "bad.ssd:1: \"SystemStructureDescription\" is of the namespace "
     "\"http://www.pmsf.net/xsd/SystemStructureDescriptionDraft\"; "
     "\"http://ssp-standard.org/SSP1/SystemStructureDescription\" is needed (xmlns)"},
    {"an element without a namespace", SSD("<Elements/>\n"),
     "bad.ssd:3: \"Elements\" is of the namespace \"(none)\"; "
     "\"http://ssp-standard.org/SSP1/SystemStructureDescription\" is needed (xmlns)"},
    {"a prefix that nothing binds", SSD(TWO_PLANTS "<ssd:Annotations><oms:Fast/></ssd:Annotations>\n"),
     "bad.ssd:7: the prefix \"oms\" is not bound to a namespace: xmlns:oms=\"...\" is missing"},
    {"an attribute whose prefix nothing binds", SSD("<ssd:Elements ssd:a=\"b:c\" oms:fast='1'/>\n"),
     "bad.ssd:3: the prefix \"oms\" is not bound to a namespace: xmlns:oms=\"...\" is missing"},
    {"a connector of another type than the FMU's",
     SSD(ELEMENTS(COMPONENT_WITH("a", "plant", CONNECTORS(CONNECTOR("u", "input", "<ssc:Integer/>"))))),
     "bad.ssd:6: connector \"u\" is of type Integer, the FMU's variable is of type Real"},
    {"a connector without kind", SSD(CONNECTORS("<ssd:Connector name='q'/>\n") TWO_PLANTS),
     "bad.ssd:4: \"Connector\" has no attribute \"kind\""},
    {"a connector of both kinds", SSD(CONNECTORS(CONNECTOR("q", "inout", "")) TWO_PLANTS),
     "bad.ssd:4: a connector of kind \"inout\" is not supported"},
    {"a connector of an unknown kind", SSD(CONNECTORS(CONNECTOR("q", "nice", "")) TWO_PLANTS),
     "bad.ssd:4: \"Connector\" has kind=\"nice\", which is not input, output, parameter or calculatedParameter"},
    {"a binary connector", SSD(CONNECTORS(CONNECTOR("q", "input", "<ssc:Binary/>")) TWO_PLANTS),
     "bad.ssd:4: a connector of type Binary is not supported"},
    {"a connector of two types", SSD(CONNECTORS(CONNECTOR("q", "input", "<ssc:Real/><ssc:Integer/>")) TWO_PLANTS),
     "bad.ssd:4: \"q\" has more than one type"},
    {"two connectors of one name", SSD(CONNECTORS(CONNECTOR("q", "input", "") CONNECTOR("q", "output", "")) TWO_PLANTS),
     "bad.ssd:5: there is already a connector \"q\""},

    {"a connection from an unknown variable", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "off_", "b", "u"))),
     "bad.ssd:8: connection with \"a.off_\": there is no such connector; did you mean \"off\"?"},
    {"a connection to an unknown variable", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "velocity"))),
     "bad.ssd:8: connection with \"b.velocity\": there is no such connector"},
    {"a connection from an unknown component", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("aa", "x", "b", "u"))),
     "bad.ssd:8: connection with \"aa.x\": there is no such connector; did you mean \"a\"?"},
    {"a connection from an unknown connector of the system",
     SSD(CONNECTORS(CONNECTOR("speed", "input", "")) TWO_PLANTS CONNECTIONS(FROM_SYSTEM("sped", "a", "u"))),
     "bad.ssd:11: connection with \"sped\": there is no such connector; did you mean \"speed\"?"},
    {"a connection without an end", SSD(TWO_PLANTS CONNECTIONS("<ssd:Connection startConnector='u'/>\n")),
     "bad.ssd:8: connection with \"u\": there is no such connector"},
    {"two outputs connected", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "y"))),
     "bad.ssd:8: connection of \"a.x\" with \"b.y\": both give a value, none takes one"},
    {"two inputs connected", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "u", "b", "v"))),
     "bad.ssd:8: connection of \"a.u\" with \"b.v\": both take a value, none gives one"},
    {"an input driven twice",
     SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "u") CONNECTION("a", "y", "b", "u"))),
     "bad.ssd:9: \"b.u\" is driven twice: also by bad.ssd:8"},
    {"a parameter that would follow an output", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "k"))),
     "bad.ssd:8: the parameter \"b.k\" cannot follow \"a.x\", which changes during the run"},
    {"an output of an inner system that nothing feeds",
     SSD(ELEMENTS(COMPONENT("a", "plant") "<ssd:System name='in'>" CONNECTORS(
         CONNECTOR("q", "output", "")) "</ssd:System>\n") CONNECTIONS(CONNECTION("in", "q", "a", "u"))),
     "bad.ssd:11: the value comes from the connector \"in.q\", which nothing inside that system feeds"},
    {"connectors that feed each other",
     SSD(ELEMENTS(COMPONENT("a", "plant") "<ssd:System name='in'>" CONNECTORS(CONNECTOR("p", "input", "") CONNECTOR(
         "q", "output", "")) CONNECTIONS("<ssd:Connection startConnector='p' endConnector='q'/>\n") "</ssd:System>\n")
             CONNECTIONS(CONNECTION("in", "q", "in", "p") CONNECTION("in", "q", "a", "u"))),
     "bad.ssd:16: the connectors that feed \"a.u\" feed each other in a circle"},

    {"types that do not fit", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "i"))),
     "bad.ssd:8: the types do not fit: Real and Integer"},
    {"types that do not fit on the way",
     SSD(CONNECTORS(CONNECTOR("q", "input", "<ssc:Real/>")) TWO_PLANTS CONNECTIONS(FROM_SYSTEM("q", "a", "on"))),
     "bad.ssd:11: the types do not fit: Real and Boolean"},
    {"a Boolean from an Integer", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "j", "b", "on"))),
     "bad.ssd:8: the types do not fit: Integer and Boolean"},
    {"a text from a Boolean", SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "off", "b", "w"))),
     "bad.ssd:8: the types do not fit: Boolean and String"},
    {"a factor for an Integer that stays one",
     SSD(TWO_PLANTS CONNECTIONS(CONNECTION_WITH("a", "j", "b", "i", "<ssc:LinearTransformation factor='2'/>"))),
     "bad.ssd:8: LinearTransformation cannot be applied to values of type Integer"},
    {"units that do not fit",
     SSD(ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "units")) CONNECTIONS(CONNECTION("a", "x", "b", "t"))),
     "bad.ssd:8: the units \"m\" and \"s\" do not fit: they measure different things"},
    {"a connector's unit that contradicts the FMU's",
     SSD_WITH(ELEMENTS(COMPONENT_WITH("a", "plant", CONNECTORS(CONNECTOR("u", "input", "<ssc:Real unit='h'/>")))
                           COMPONENT("b", "plant")) CONNECTIONS(CONNECTION("b", "x", "a", "u")),
              "<ssd:Units><ssc:Unit name='h'><ssc:BaseUnit s='1' factor='3600'/></ssc:Unit></ssd:Units>"),
     "bad.ssd:12: the units \"m\" and \"h\" do not fit: they measure different things"},
    {"a unit without base", SSD_WITH(TWO_PLANTS, "<ssd:Units><ssc:Unit name='h'/></ssd:Units>"),
     "bad.ssd:8: \"Unit\" has no element \"BaseUnit\""},
    {"a unit of nothing",
     SSD_WITH(TWO_PLANTS, "<ssd:Units><ssc:Unit name='h'><ssc:BaseUnit factor='0'/></ssc:Unit></ssd:Units>"),
     "bad.ssd:8: \"BaseUnit\" has factor=\"0\", which is not a number other than 0"},
    {"a unit defined twice",
     SSD_WITH(TWO_PLANTS, "<ssd:Units><ssc:Unit name='h'><ssc:BaseUnit/></ssc:Unit>\n"
                          "<ssc:Unit name='h'><ssc:BaseUnit/></ssc:Unit></ssd:Units>"),
     "bad.ssd:9: there is already a unit \"h\""},
    {"enumerations that do not fit",
     SSD(ELEMENTS(COMPONENT("a", "gears")) CONNECTIONS(CONNECTION("a", "gear", "a", "lamp_in"))),
     "bad.ssd:7: the enumerations \"gear\" and \"lamp\" do not fit: the second has no item \"low\"; an "
     "EnumerationMappingTransformation can tell which one is meant"},
    {"a linear transformation of a boolean",
     SSD(TWO_PLANTS CONNECTIONS(CONNECTION_WITH("a", "off", "b", "on", "<ssc:LinearTransformation factor='2'/>"))),
     "bad.ssd:8: LinearTransformation cannot be applied to values of type Boolean"},
    {"a factor that is no number",
     SSD(TWO_PLANTS CONNECTIONS(CONNECTION_WITH("a", "x", "b", "u", "<ssc:LinearTransformation factor='NaN'/>"))),
     "bad.ssd:8: \"LinearTransformation\" has factor=\"NaN\", which is not a finite number"},
    {"a map to an unknown item",
     SSD(ELEMENTS(COMPONENT("a", "gears"))
             CONNECTIONS(CONNECTION_WITH("a", "gear", "a", "lamp_in",
                                         "<ssc:EnumerationMappingTransformation><ssc:MapEntry source='low' "
                                         "target='dim'/></ssc:EnumerationMappingTransformation>"))),
     "bad.ssd:7: \"dim\" is not an item of the enumeration \"lamp\""},

    {"a system that contains itself", SSD(ELEMENTS("<ssd:Component name='a' source='bad.ssd'/>\n")),
     "bad.ssd:4: \"bad.ssd\" contains itself"},
    {"a system that contains itself by its id",
     SSD(ELEMENTS(
         "<ssd:System id='x' name='b'>" ELEMENTS("<ssd:Component name='a' source='#x'/>\n") "</ssd:System>\n")),
     "bad.ssd:5: \"x\" contains itself"},
    {"an id that is not there", SSD(ELEMENTS("<ssd:Component name='a' source='#x'/>\n")),
     "bad.ssd:4: source \"#x\": no system of this file has that id"},

    {"a binding without values", SSD(BINDINGS("<ssd:ParameterBinding/>\n") TWO_PLANTS),
     "bad.ssd:4: \"ParameterBinding\" has neither a source nor a content"},
    {"a binding with two sources of values",
     SSD(BINDINGS("<ssd:ParameterBinding source='a.ssv'>" VALUES("") "</ssd:ParameterBinding>\n") TWO_PLANTS),
     "bad.ssd:4: \"ParameterBinding\" has a source as well as a content"},
    {"a file of values that is not there", SSD(BINDINGS("<ssd:ParameterBinding source='a.ssv'/>\n") TWO_PLANTS),
     "bad.ssd:4: a.ssv: cannot be opened: No such file or directory"},
    {"a file of values that is none", SSD(BINDINGS("<ssd:ParameterBinding source='bad.ssd'/>\n") TWO_PLANTS),
     "bad.ssd:1: the first element is \"SystemStructureDescription\" instead of \"ParameterSet\""},
    {"values of another format", SSD(BINDINGS("<ssd:ParameterBinding type='text/csv' source='a.csv'/>\n") TWO_PLANTS),
     "bad.ssd:4: a source of type \"text/csv\" is not supported; \"application/x-ssp-parameter-set\" is"},
    {"a parameter of two types",
     SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.k", "<ssv:Real value='1'/><ssv:Integer value='1'/>"))) TWO_PLANTS),
     "bad.ssd:7: \"a.k\" has more than one type"},
    {"a value that is no number",
     SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.k", "<ssv:Real value='much'/>"))) TWO_PLANTS),
     "bad.ssd:7: \"Real\" has value=\"much\", which is not a finite number"},
    {"a value of another type", SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.n", "<ssv:Real value='1'/>"))) TWO_PLANTS),
     "bad.ssd:7: \"n\" cannot be set by a value of type Real: it is of type Integer"},
    {"a value in another unit",
     SSD(BINDINGS("<ssd:ParameterBinding><ssd:ParameterValues>" SET(
         PARAMETER("a.k", "<ssv:Real value='1' unit='h'/>"),
         "<ssv:Units><ssc:Unit name='h'><ssc:BaseUnit s='1' factor='3600'/></ssc:Unit></ssv:Units>") "</"
                                                                                                     "ssd:"
                                                                                                     "ParameterValues><"
                                                                                                     "/ssd:"
                                                                                                     "ParameterBinding>"
                                                                                                     "\n") TWO_PLANTS),
     "bad.ssd:6: the units \"h\" and \"m\" do not fit: they measure different things"},
    {"a value for what is not settable",
     SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.y", "<ssv:Real value='1'/>"))) TWO_PLANTS),
     "bad.ssd:7: \"a.y\" cannot be set before the start: it is a variable of causality output, variability "
     "continuous, initial calculated"},
    {"an item that the enumeration does not have",
     SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.mode", "<ssv:Enumeration value='medium'/>"))) TWO_PLANTS),
     "bad.ssd:7: \"medium\" is not an item of the enumeration \"gear\""},
    {"a binary value", SSD(BINDINGS(INLINE_BINDING(PARAMETER("a.k", "<ssv:Binary value='00'/>"))) TWO_PLANTS),
     "bad.ssd:7: a parameter of type Binary is not supported"},

    {"a power port of unknown variables",
     SSD(TWO_PLANTS "<ssd:Annotations><ssc:Annotation type='org.pasodoble.power'>\n"
                    "<PowerPort effort='a.x' flow='b.yy'/></ssc:Annotation></ssd:Annotations>\n"),
     "bad.ssd:8: b: there is no variable \"yy\"; did you mean \"y\"?"},
    {"a power port of what is not connected",
     SSD(TWO_PLANTS "<ssd:Annotations><ssc:Annotation type='org.pasodoble.power'>\n"
                    "<PowerPort effort='a.x' flow='b.x'/></ssc:Annotation></ssd:Annotations>\n"),
     "bad.ssd:8: power port: no connection leads from \"a.x\" to the component of \"b.x\" or back"},
    {"an annotation of ours that is none",
     SSD(TWO_PLANTS "<ssd:Annotations><ssc:Annotation type='org.pasodoble.powder'/></ssd:Annotations>\n"),
     "bad.ssd:7: \"Annotation\" has type=\"org.pasodoble.powder\", which is not org.pasodoble.power"},
};

static const char SLAVE_FMU[] = "<fmiModelDescription fmiVersion='2.0' modelName='test' guid='test'>"
                                "<CoSimulation modelIdentifier='test' canBeInstantiatedOnlyOncePerProcess='true'/>"
                                "<ModelVariables/><ModelStructure/></fmiModelDescription>";

static void every_bad_system_is_refused_with_cause_and_place(void **state)
{
    (void)state;
    world_fmu("plant.fmu", PLANT_FMU);
    world_fmu("units.fmu", UNITS_FMU);
    world_fmu("gears.fmu", GEARS_FMU);
    world_fmu("slave.fmu", SLAVE_FMU);
    size_t n_wrong = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct message *code;
        if (table[i].ssd)
            world_file("bad.ssd", table[i].ssd);
        const char *text = world_error("bad.ssd", &code);
        const struct error error = {.code = code};
        const bool right = strcmp(text, table[i].expected) == 0 && error_exit_status(&error) == 2;
        if (!right)
            print_error("%s:\n  says     %s\n  expected %s\n", table[i].what, text, table[i].expected);
        n_wrong += !right;
    }
    assert_int_equal(n_wrong, 0);
    assert_true(sizeof table / sizeof *table >= 25);
}

/* ---- more than one file ---- */

static void assert_refused(const char *name, const char *expected)
{
    const struct message *code;
    const char *text = world_error(name, &code);
    assert_string_equal(text, expected);
    const struct error error = {.code = code};
    assert_int_equal(error_exit_status(&error), 2);
}

static void two_descriptions_that_contain_each_other_are_a_circle(void **state)
{
    (void)state;
    world_file("one.ssd", SSD(ELEMENTS("<ssd:Component name='a' source='two.ssd'/>\n")));
    world_file("two.ssd", SSD(ELEMENTS("<ssd:Component name='b' source='one.ssd'/>\n")));
    assert_refused("one.ssd", "two.ssd:4: \"one.ssd\" contains itself");
}

/* Ten files, each of which uses the next one ten times, would be 10^10 components. */
static void descriptions_that_multiply_each_other_are_stopped(void **state)
{
    (void)state;
    char text[4096];
    for (int i = 0; i < 10; i++) {
        char component[128], name[16];
        size_t n = (size_t)snprintf(text, sizeof text, "%s",
                                    "<ssd:SystemStructureDescription version='1.0' name='t' " SSP_SPACES
                                    "><ssd:System name='t'><ssd:Elements>");
        for (int k = 0; k < 10; k++) {
            snprintf(component, sizeof component, "<ssd:Component name='c%d' source='f%d.ssd'/>", k, i + 1);
            n += (size_t)snprintf(text + n, sizeof text - n, "%s", component);
        }
        snprintf(text + n, sizeof text - n, "</ssd:Elements></ssd:System></ssd:SystemStructureDescription>");
        snprintf(name, sizeof name, "f%d.ssd", i);
        world_file(name, text);
    }
    world_file("f10.ssd", SSD(ELEMENTS("<ssd:System name='x'/>\n")));
    const struct message *code;
    assert_non_null(strstr(world_error("f0.ssd", &code), "the system is larger than"));
}

static void a_package_without_a_description_is_refused(void **state)
{
    (void)state;
    world_file("other.ssd", SSD(""));
    world_package("p.ssp", (const char *const[]){"other.ssd", NULL});
    assert_refused("p.ssp", "p.ssp: there is no SystemStructure.ssd in the archive; did you mean p.ssp#other.ssd?");
    world_file("notes.txt", "none");
    world_package("q.ssp", (const char *const[]){"notes.txt", NULL});
    assert_refused("q.ssp", "q.ssp: is not a system package: there is no SystemStructure.ssd in the archive");
    world_file("q.ssp", "not a zip");
    assert_refused("q.ssp", "q.ssp: is not a zip archive: Not a zip archive");
    assert_refused("r.ssp", "r.ssp: cannot be opened: No such file or directory");
}

/* A package must not reach into the file system around it, and its messages do not speak of temporary folders. */
static void a_package_cannot_be_left(void **state)
{
    (void)state;
    world_fmu("plant.fmu", PLANT_FMU);
    world_file("SystemStructure.ssd", SSD(ELEMENTS("<ssd:Component name='a' source='resources/../../plant.fmu'/>\n")));
    world_package("p.ssp", (const char *const[]){"SystemStructure.ssd", NULL});
    assert_refused("p.ssp", "p.ssp/SystemStructure.ssd:4: source \"resources/../../plant.fmu\": it leads out of the "
                            "package");
    world_file("SystemStructure.ssd", SSD(ELEMENTS("<ssd:Component name='a' source='/etc/passwd'/>\n")));
    world_package("p.ssp", (const char *const[]){"SystemStructure.ssd", NULL});
    assert_refused("p.ssp", "p.ssp/SystemStructure.ssd:4: source \"/etc/passwd\": it leads out of the package");
    world_file("SystemStructure.ssd", SSD(ELEMENTS(COMPONENT("a", "missing"))));
    world_package("p.ssp", (const char *const[]){"SystemStructure.ssd", NULL});
    assert_refused("p.ssp", "p.ssp/SystemStructure.ssd:4: source \"p.ssp/missing.fmu\": No such file or directory");
    world_file("broken.fmu", "no zip");
    world_file("SystemStructure.ssd", SSD(ELEMENTS(COMPONENT("a", "broken"))));
    world_package("p.ssp", (const char *const[]){"SystemStructure.ssd", "broken.fmu", NULL});
    assert_refused("p.ssp", "p.ssp/SystemStructure.ssd:4: component \"a\": p.ssp/broken.fmu: is not a zip archive: Not "
                            "a zip archive");
}

static void faults_of_parameter_files_are_named_with_their_own_lines(void **state)
{
    (void)state;
    world_fmu("plant.fmu", PLANT_FMU);
    world_file("bad.ssd", SSD(BINDINGS("<ssd:ParameterBinding source='sets/a.ssv'>"
                                       "<ssd:ParameterMapping source='sets/a.ssm'/></ssd:ParameterBinding>\n")
                                  ELEMENTS(COMPONENT("a", "plant"))));
    world_file("sets/a.ssv", SET(PARAMETER("k", "<ssv:Real value='1'/>"), ""));
    world_file("sets/a.ssm", MAPPING("<ssm:MappingEntry source='k'/>\n"));
    assert_refused("bad.ssd", "sets/a.ssm:2: \"MappingEntry\" has no attribute \"target\"");
    world_file("sets/a.ssm", MAPPING("<ssm:MappingEntry source='k' target='a.n'/>\n"));
    assert_refused("bad.ssd", "sets/a.ssv:3: \"n\" cannot be set by a value of type Real: it is of type Integer");
    world_file("sets/a.ssv", SET("<ssv:Parameter name='k'/>\n", ""));
    assert_refused("bad.ssd", "sets/a.ssv:3: \"Parameter\" has no element \"Real\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_bad_system_is_refused_with_cause_and_place, world_open, world_close),
        cmocka_unit_test_setup_teardown(two_descriptions_that_contain_each_other_are_a_circle, world_open, world_close),
        cmocka_unit_test_setup_teardown(descriptions_that_multiply_each_other_are_stopped, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_package_without_a_description_is_refused, world_open, world_close),
        cmocka_unit_test_setup_teardown(a_package_cannot_be_left, world_open, world_close),
        cmocka_unit_test_setup_teardown(faults_of_parameter_files_are_named_with_their_own_lines, world_open,
                                        world_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
