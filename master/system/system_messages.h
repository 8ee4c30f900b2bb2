/* The messages of systems: X(code, exit status, text), as error.h explains. */
#ifndef PASO_SYSTEM_MESSAGES_H
#define PASO_SYSTEM_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define SYSTEM_MESSAGES(X)                                                                                             \
    X(ERROR_SYSTEM_NO_VARIABLE, 2, "{}: there is no variable \"{}\"")                                                  \
    X(ERROR_SYSTEM_NO_VARIABLE_BUT, 2, "{}: there is no variable \"{}\"; did you mean \"{}\"?")                        \
    X(ERROR_SYSTEM_NO_COMPONENT, 2, "\"{}\": the system has no component of that name")                                \
    X(ERROR_SYSTEM_NO_COMPONENT_BUT, 2, "\"{}\": the system has no component of that name; did you mean \"{}\"?")      \
    X(ERROR_SYSTEM_NOT_SETTABLE, 2, "{}: \"{}\" cannot be set before the start: it is a variable of causality {}, "    \
        "variability {}{}{}")                                                                                          \
    X(ERROR_SYSTEM_VALUE, 2, "{}: \"{}\" cannot be \"{}\": {} is needed")                                              \
    X(ERROR_SYSTEM_ASSIGNMENT, 2, "--set {}: NAME.VARIABLE=VALUE is needed")                                           \
    X(ERROR_SYSTEM_TRAIT, 2, "--trait {}: NAME=recomputes,settable,initial:VARIABLE is needed")                        \
    X(ERROR_SYSTEM_TRAIT_SINGLE, 2,                                                                                    \
        "--trait {}: a single FMU has no name here: recomputes,settable,initial:VARIABLE is needed")                   \
    X(ERROR_SYSTEM_TRAIT_WORD, 2, "--trait {}: \"{}\" is none of recomputes, settable, initial:VARIABLE, "              \
        "not-recomputes, not-settable, not-initial")                                                                   \
    X(ERROR_SYSTEM_TRAIT_INPUT, 2, "--trait {}: \"{}\" is no input of \"{}\"")                                           \
    X(WARNING_SYSTEM_INITIAL, 0, "{}: the input \"{}\" is given at initialization only: by the description nothing depends on it "  \
        "afterwards, and nothing followed it in a trial (--trait {}=not-initial gives it at every communication point)") \
    X(ERROR_SYSTEM_NO_CONNECTOR_BUT, 2, "\"{}\": the system has no input of that name; did you mean \"{}\"?")          \
    X(ERROR_SYSTEM_NO_INPUT, 2,                                                                                        \
        "\"{}\" cannot be driven: it is neither an input nor a tunable parameter but a {} {}")                         \
    X(ERROR_SYSTEM_INPUT_DRIVEN, 2, "\"{}\" cannot be driven: {} drives it already")                                   \
    X(WARNING_SYSTEM_OPEN_INPUTS, 0, "nothing drives these inputs, they keep their start values: {}")                  \
    X(ERROR_SSP_TOO_DEEP, 2, "{}: systems are nested deeper than {} levels")                                           \
    X(ERROR_SSP_ELEMENT, 2, "{}: the element \"{}\" is not supported inside \"{}\"")                                   \
    X(ERROR_SSP_NAMESPACE, 2, "{}: \"{}\" is of the namespace \"{}\"; \"{}\" is needed (xmlns)")                       \
    X(ERROR_SSP_ELEMENT_TWICE, 2, "{}: \"{}\" has more than one element \"{}\"")                                       \
    X(ERROR_SSP_TWO_TYPES, 2, "{}: \"{}\" has more than one type")                                                     \
    X(ERROR_SSP_ATTRIBUTE, 2, "{}: the attribute \"{}\" of \"{}\" is not supported")                                   \
    X(ERROR_SSP_UNSUPPORTED, 2, "{}: {} is not supported")                                                             \
    X(ERROR_SSP_VERSION, 2, "{}: is of SSP version \"{}\"; version 1.0 is understood")                                 \
    X(ERROR_SSP_NO_CHILD, 2, "{}: \"{}\" has no element \"{}\"")                                                       \
    X(ERROR_SSP_VARIANT, 2, "{}: {}there is no {} in the archive{}")                                                   \
    X(ERROR_SSP_EMPTY, 2, "{}: the system has no components")                                                          \
    X(ERROR_SSP_SOURCE, 2, "{}: source \"{}\": {}")                                                                    \
    X(ERROR_SSP_SOURCE_TYPE, 2, "{}: a source of type \"{}\" is not supported; \"{}\" is")                             \
    X(ERROR_SSP_COMPONENT_TYPE, 2, "{}: a component of type \"{}\" is not supported")                                  \
    X(ERROR_SSP_IMPLEMENTATION, 2, "{}: the FMU has no {} implementation")                                             \
    X(ERROR_SSP_CIRCLE, 2, "{}: \"{}\" contains itself")                                                               \
    X(ERROR_SSP_TWICE, 2, "{}: there is already {} \"{}\"")                                                            \
    X(ERROR_SSP_NO_VARIABLE, 2, "{}: connector \"{}\": the FMU has no such variable")                                  \
    X(ERROR_SSP_NO_VARIABLE_BUT, 2, "{}: connector \"{}\": the FMU has no such variable; did you mean \"{}\"?")        \
    X(ERROR_SSP_VARIABLE_TYPE, 2, "{}: connector \"{}\" is of type {}, the FMU's variable is of type {}")              \
    X(WARNING_SSP_STRAYS, 0,                                                                                           \
        "{}: the FMU of \"{}\" does not know these connectors, and nothing uses them: {}")                             \
    X(WARNING_SSP_KIND, 0, "{}: connector \"{}\" is called {}, but the FMU's variable is of causality {}: that is "    \
        "taken")                                                                                                       \
    X(ERROR_SSP_NO_CONNECTOR, 2, "{}: connector \"{}\": the system \"{}\" has no such connector")                      \
    X(ERROR_SSP_NO_END, 2, "{}: connection with \"{}\": there is no such connector")                                   \
    X(ERROR_SSP_NO_END_BUT, 2, "{}: connection with \"{}\": there is no such connector; did you mean \"{}\"?")         \
    X(ERROR_SSP_TWO_SOURCES, 2, "{}: connection of \"{}\" with \"{}\": both give a value, none takes one")             \
    X(ERROR_SSP_TWO_TARGETS, 2, "{}: connection of \"{}\" with \"{}\": both take a value, none gives one")             \
    X(ERROR_SSP_DRIVEN_TWICE, 2, "{}: \"{}\" is driven twice: also by {}")                                             \
    X(ERROR_SSP_PARAMETER_DRIVEN, 2, "{}: the parameter \"{}\" cannot follow \"{}\", which changes during the run")    \
    X(ERROR_SSP_DANGLING, 2, "{}: the value comes from the connector \"{}\", which nothing inside that system feeds")  \
    X(ERROR_SSP_CONNECTOR_CIRCLE, 2, "{}: the connectors that feed \"{}\" feed each other in a circle")                \
    X(WARNING_SSP_OPEN_OUTPUT, 0, "{}: nothing feeds the output \"{}\" of the system: left out")                       \
    X(ERROR_SSP_UNITS, 2, "{}: the units \"{}\" and \"{}\" do not fit: they measure different things")                 \
    X(WARNING_SSP_UNITS, 0,                                                                                            \
        "{}: the units \"{}\" and \"{}\" differ, and at least one is not defined by base units: "                      \
        "values are taken as they are")                                                                                \
    X(ERROR_SSP_TYPES, 2, "{}: the types do not fit: {} and {}")                                                       \
    X(WARNING_SSP_TYPES, 0, "{}: a value of type {} becomes one of type {}: the number is taken as it is")             \
    X(WARNING_SSP_TYPES_CLEAR, 0, "{}: a value of type {} becomes one of type {} (said once)")                         \
    X(WARNING_SSP_TYPES_BOOLEAN, 0,                                                                                    \
        "{}: a value of type {} becomes one of type {}: false is 0, true is 1 (said once)")                            \
    X(ERROR_SSP_MAPPING_TYPE, 2, "{}: {} cannot be applied to values of type {}")                                      \
    X(ERROR_SSP_ITEM, 2, "{}: \"{}\" is not an item of the enumeration \"{}\"")                                        \
    X(ERROR_SSP_ENUMERATIONS, 2,                                                                                       \
        "{}: the enumerations \"{}\" and \"{}\" do not fit: the second has no item \"{}\"; "                           \
        "an EnumerationMappingTransformation can tell which one is meant")                                             \
    X(ERROR_SSP_NO_CONTENT, 2, "{}: \"{}\" has neither a source nor a content")                                        \
    X(ERROR_SSP_BOTH, 2, "{}: \"{}\" has a source as well as a content")                                               \
    X(ERROR_SSP_VALUE_TYPE, 2, "{}: \"{}\" cannot be set by a value of type {}: it is of type {}")                     \
    X(WARNING_SSP_UNUSED, 0, "{}: values for {} that fit none of its variables are not used: {}")                      \
    X(WARNING_SSP_PARAMETER_TWICE, 0, "{}: the parameter \"{}\" is also set in {}; this one is taken")                 \
    X(WARNING_SSP_OUTPUT_START, 0, "{}: a start value for the output \"{}\" of a system has no effect")                \
    X(ERROR_SSP_POWER_TYPE, 2, "{}: power port: \"{}\" is not of type Real")                                           \
    X(ERROR_SSP_POWER_UNCONNECTED, 2,                                                                                  \
        "{}: power port: no connection leads from \"{}\" to the component of \"{}\" or "                               \
        "back")                                                                                                        \
    X(WARNING_STALE_FEEDTHROUGH, 0, "{} depends on inputs, but its FMU has neither directional derivatives nor "       \
        "recomputes on a get: between steps it stays as the last step left it")                                        \
    X(WARNING_STALE_LOOP, 0, "{} is part of an algebraic loop ({}), but its FMU has neither directional derivatives nor " \
        "recomputes on a get: the loop is not solved, but passed once in each step; where its gain is 1 or more, the "  \
        "results are wrong and grow without bound")
/* clang-format on */

SYSTEM_MESSAGES(MESSAGE_DECLARE)

#endif
