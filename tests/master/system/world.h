/* A small world for tests of systems: a folder of its own with files, packages and FMUs that are descriptions only. */
#ifndef PASO_WORLD_H
#define PASO_WORLD_H

#include "tests/testing.h"

#include "master/system/driven.h"

/* cmocka setup and teardown: a fresh folder, which is also TMPDIR of this process's temporary folders; warnings are caught.
 * The teardown fails where a temporary folder was left behind. */
int world_open(void **state);
int world_close(void **state);

void world_file(const char *name, const char *text);
void world_fmu(const char *name, const char *description);      /* modelDescription.xml alone */
void world_package(const char *name, const char *const *files); /* files of the world into a zip; ends with NULL */
const char *world_path(const char *name);                       /* until the next call but three */
const char *world_warnings(void);                               /* all of this test, a line each */

struct system *world_system(const char *name); /* must open */
const char *world_error(const char *name,
                        const struct message **code); /* must not open; the message without the folder */
const char *start_of_run(const struct system *s, const struct starts *starts, const char *name);
const char *start_of(const struct system *s, const char *port); /* value, or NULL where the system sets none */
const struct connection *connection_to(const struct system *s, const char *port); /* NULL where there is none */
bool comes_from(const struct system *s, const struct connection *c, const char *port);

/* ---- XML ---- */

#define SSP_SPACES                                                                                                     \
    "xmlns:ssd='http://ssp-standard.org/SSP1/SystemStructureDescription' "                                             \
    "xmlns:ssc='http://ssp-standard.org/SSP1/SystemStructureCommon' "                                                  \
    "xmlns:ssv='http://ssp-standard.org/SSP1/SystemStructureParameterValues' "                                         \
    "xmlns:ssm='http://ssp-standard.org/SSP1/SystemStructureParameterMapping'"

/* A description: the system's content begins in line 3. */
#define SSD(content)              SSD_WITH(content, "")
#define SSD_WITH(content, behind) SSD_BEGIN content "</ssd:System>\n" behind "</ssd:SystemStructureDescription>\n"
#define SSD_BEGIN                 "<ssd:SystemStructureDescription version='1.0' name='test' " SSP_SPACES ">\n<ssd:System name='top'>\n"
#define SSD_END                   "</ssd:System>\n</ssd:SystemStructureDescription>\n"

#define ELEMENTS(content)    "<ssd:Elements>\n" content "</ssd:Elements>\n"
#define COMPONENT(name, fmu) "<ssd:Component name='" name "' source='" fmu ".fmu'/>\n"
#define COMPONENT_WITH(name, fmu, content)                                                                             \
    "<ssd:Component name='" name "' source='" fmu ".fmu'>\n" content "</ssd:Component>\n"
#define CONNECTORS(content)         "<ssd:Connectors>\n" content "</ssd:Connectors>\n"
#define CONNECTOR(name, kind, type) "<ssd:Connector name='" name "' kind='" kind "'>" type "</ssd:Connector>\n"
#define CONNECTIONS(content)        "<ssd:Connections>\n" content "</ssd:Connections>\n"
#define ENDS(e1, c1, e2, c2)        "startElement='" e1 "' startConnector='" c1 "' endElement='" e2 "' endConnector='" c2 "'"
#define CONNECTION(e1, c1, e2, c2)  "<ssd:Connection " ENDS(e1, c1, e2, c2) "/>\n"
#define CONNECTION_WITH(e1, c1, e2, c2, content)                                                                       \
    "<ssd:Connection " ENDS(e1, c1, e2, c2) ">" content "</ssd:Connection>\n"
#define FROM_SYSTEM(c1, e2, c2) "<ssd:Connection startConnector='" c1 "' endElement='" e2 "' endConnector='" c2 "'/>\n"
#define TO_SYSTEM(e1, c1, c2)   "<ssd:Connection startElement='" e1 "' startConnector='" c1 "' endConnector='" c2 "'/>\n"

#define BINDINGS(content)       "<ssd:ParameterBindings>\n" content "</ssd:ParameterBindings>\n"
#define INLINE_BINDING(content) "<ssd:ParameterBinding>\n" VALUES(content) "</ssd:ParameterBinding>\n"
#define VALUES(content)         "<ssd:ParameterValues>" SET(content, "") "</ssd:ParameterValues>\n"
#define SET(content, behind)                                                                                           \
    "<ssv:ParameterSet version='1.0' name='set' " SSP_SPACES ">\n<ssv:Parameters>\n" content                           \
    "</ssv:Parameters>\n" behind "</ssv:ParameterSet>\n"
#define PARAMETER(name, value) "<ssv:Parameter name='" name "'>" value "</ssv:Parameter>\n"
#define MAPPING(content)       "<ssm:ParameterMapping version='1.0' " SSP_SPACES ">\n" content "</ssm:ParameterMapping>\n"

/* ---- FMUs ---- */

#define FMU(variables, structure)                                                                                      \
    "<fmiModelDescription fmiVersion='2.0' modelName='test' guid='test'>"                                              \
    "<ModelExchange modelIdentifier='test'/><CoSimulation modelIdentifier='test'/>"                                    \
    "<UnitDefinitions>"                                                                                                \
    "<Unit name='m'><BaseUnit m='1'/></Unit><Unit name='mm'><BaseUnit m='1' factor='0.001'/></Unit>"                   \
    "<Unit name='s'><BaseUnit s='1'/></Unit><Unit name='K'><BaseUnit K='1'/></Unit>"                                   \
    "<Unit name='degC'><BaseUnit K='1' offset='273.15'/></Unit><Unit name='odd'/>"                                     \
    "</UnitDefinitions>"                                                                                               \
    "<TypeDefinitions>"                                                                                                \
    "<SimpleType name='gear'><Enumeration><Item name='low' value='1'/><Item name='high' value='2'/>"                   \
    "</Enumeration></SimpleType>"                                                                                      \
    "<SimpleType name='raeg'><Enumeration><Item name='low' value='2'/><Item name='high' value='1'/>"                   \
    "</Enumeration></SimpleType>"                                                                                      \
    "<SimpleType name='lamp'><Enumeration><Item name='off' value='1'/><Item name='on' value='2'/>"                     \
    "</Enumeration></SimpleType>"                                                                                      \
    "</TypeDefinitions>"                                                                                               \
    "<ModelVariables>" variables "</ModelVariables><ModelStructure>" structure "</ModelStructure>"                     \
    "</fmiModelDescription>"

#define VARIABLE(name, reference, attributes, type)                                                                    \
    "<ScalarVariable name='" name "' valueReference='" reference "' " attributes ">" type "</ScalarVariable>"
#define PARAMETER_OF(name, reference, type)                                                                            \
    VARIABLE(name, reference, "causality='parameter' variability='fixed' initial='exact'", type)
#define REAL_INPUT(name, reference, unit)                                                                              \
    VARIABLE(name, reference, "causality='input' variability='continuous'", "<Real " unit " start='0'/>")
#define REAL_OUTPUT(name, reference, unit)                                                                             \
    VARIABLE(name, reference, "causality='output' variability='continuous' initial='calculated'", "<Real " unit "/>")

/* Something of everything. Real: inputs u, v (m), outputs x (m) without and y (m) with feedthrough of u, z (m) that declares
 * nothing; a local l, a calculated parameter c. */
extern const char PLANT_FMU[];
/* Lengths in mm: input u, output y; times: input t (s), output q (s); temperatures: input T (K), output C (degC); odd: o. */
extern const char UNITS_FMU[];
/* Enumerations: outputs gear, lamp (of their types), inputs gear_in, raeg_in, lamp_in. */
extern const char GEARS_FMU[];

#endif
