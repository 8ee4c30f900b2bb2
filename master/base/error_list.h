/* Every message of the program, in one place: X(code, exit status, text). Status 1: the run failed. Status 2: the command
 * line or an input file is wrong, up to and including a library that cannot be loaded. Warnings carry 0. */
#ifndef PASO_ERROR_LIST_H
#define PASO_ERROR_LIST_H

/* clang-format off */
#define ERROR_LIST(X)                                                                                                   \
    ERROR_LIST_GENERAL(X)                                                                                               \
    ERROR_LIST_IMPORT(X)                                                                                                \
    ERROR_LIST_SYSTEM(X)                                                                                                \
    ERROR_LIST_COMPONENT(X)                                                                                             \
    ERROR_LIST_COUPLE(X)                                                                                                \
    ERROR_LIST_LINEARIZE(X)                                                                                             \
    ERROR_LIST_PROGRAM(X)                                                                                               \
    ERROR_LIST_BENCH(X)                                                                                                 \
    ERROR_LIST_SWEEP(X)                                                                                                 \
    ERROR_LIST_EXPORT(X)

#define ERROR_LIST_GENERAL(X)                                                                                           \
    X(ERROR_NO_MEMORY,            1, "out of memory while {}")                                                          \
    X(ERROR_INTERNAL,             1, "internal error: {}")

/* ---- import/: archives, descriptions, binaries, calls ---- */
#define ERROR_LIST_IMPORT(X)                                                                                            \
    X(ERROR_FILE_OPEN,              2, "{}: cannot be opened: {}")                                                      \
    X(ERROR_TEMPORARY_FOLDER,       1, "no temporary folder can be made in {}: {} (the environment variable "           \
                                        "TMPDIR chooses another place)")                                                \
    X(ERROR_ARCHIVE_NOT_ZIP,        2, "{}: is not a zip archive: {}")                                                  \
    X(ERROR_ARCHIVE_DAMAGED,        2, "{}: the entry \"{}\" of the archive is damaged or cannot be read: {}")          \
    X(ERROR_ARCHIVE_REFUSED,        2, "{}: the entry \"{}\" of the archive is refused: {}")                            \
    X(ERROR_ARCHIVE_WRITE,          1, "{}: the entry \"{}\" cannot be unpacked: {}")                                   \
    X(ERROR_ARCHIVE_TOO_LARGE,      2, "{}: the archive is too large: it unpacks to more than {} MiB")                  \
    X(ERROR_ARCHIVE_BOMB,           2, "{}: the archive looks like a zip bomb: it unpacks to more than {} times "       \
                                        "its size")                                                                     \
    X(ERROR_ARCHIVE_ENTRIES,        2, "{}: the archive has more than {} entries")                                      \
    X(WARNING_ARCHIVE_TWICE,        0, "{}: the archive holds \"{}\" more than once; the last one is taken")            \
    X(ERROR_XML,                    2, "{}: the XML is faulty: {}")                                                     \
    X(ERROR_XML_DEPTH,              2, "{}: the XML is nested deeper than {} elements")                                 \
    X(ERROR_XML_ENTITY,             2, "{}: the XML declares the entity \"{}\"; entities are refused")                  \
    X(ERROR_XML_TOO_LARGE,          2, "{}: the XML is larger than {} MiB")                                             \
    X(ERROR_XML_ROOT,               2, "{}: the first element is \"{}\" instead of \"{}\"")                             \
    X(ERROR_XML_ATTRIBUTE_MISSING,  2, "{}: \"{}\" has no attribute \"{}\"")                                            \
    X(ERROR_XML_VALUE,              2, "{}: \"{}\" has {}=\"{}\", which is not {}")                                     \
    X(ERROR_XML_VARIABLE_TYPE,      2, "{}: the variable \"{}\" has {}")                                                \
    X(WARNING_XML_VALUE,            0, "{}: \"{}\" has {}=\"{}\", which is not {}: left out")                           \
    X(WARNING_XML_ELEMENT,          0, "{}: the element \"{}\" has no meaning here: left out")                          \
    X(ERROR_NO_DESCRIPTION,         2, "{}: is not an FMU: there is no modelDescription.xml in the archive")            \
    X(ERROR_FMI_VERSION,            2, "{}: is of FMI version \"{}\"; version 2.0 is understood")                       \
    X(ERROR_NO_INTERFACE,           2, "{}: there is neither a ModelExchange nor a CoSimulation element")               \
    X(ERROR_STRUCTURE_INDEX,        2, "{}: ModelStructure lists {} among the derivatives, which is not the "           \
                                        "index of a Real variable")                                                     \
    X(WARNING_DECLARED_TYPE,        0, "{}: \"{}\" is declared of type \"{}\", but there is no such type for it")       \
    X(WARNING_UNIT,                 0, "{}: \"{}\" has the unit \"{}\", which is not defined")                          \
    X(WARNING_RANGE,                0, "{}: \"{}\" has the minimum {} above the maximum {}: both are left out")         \
    X(WARNING_START_RANGE,          0, "{}: \"{}\" starts at {}, beyond its {} {}")                                     \
    X(WARNING_NOMINAL,              0, "{}: \"{}\" has the nominal value {}, which is not positive")                    \
    X(WARNING_VARIABILITY,          0, "{}: \"{}\" is {} and {}, which do not go together")                             \
    X(WARNING_INITIAL,              0, "{}: \"{}\" has initial=\"{}\", which a variable of causality {} cannot "        \
                                        "have here")                                                                    \
    X(WARNING_START_MISSING,        0, "{}: \"{}\" has no start value, but should")                                     \
    X(WARNING_START_SURPLUS,        0, "{}: \"{}\" has a start value, but is calculated")                               \
    X(WARNING_DERIVATIVE,           0, "{}: \"{}\" is called the derivative of variable {}, which is no other "         \
                                        "Real variable")                                                                \
    X(WARNING_NAMING,               0, "{}: \"{}\" does not follow the naming convention \"structured\"")               \
    X(WARNING_NAME_TWICE,           0, "{}: there is more than one variable \"{}\"; the first one is meant by "         \
                                        "that name")                                                                    \
    X(WARNING_DEPENDENCY,           0, "{}: \"{}\" depends on variable {}, which there is not: its dependencies "       \
                                        "count as unknown")                                                             \
    X(WARNING_STRUCTURE_SURPLUS,    0, "{}: \"{}\" is listed in {} twice or without reason: left out")                  \
    X(WARNING_STRUCTURE_MISSING,    0, "{}: \"{}\" is missing in {} of ModelStructure")                                 \
    X(WARNING_INITIAL_UNKNOWN,      0, "{}: \"{}\" is listed in InitialUnknowns without reason")                        \
    X(WARNING_STATE_UNKNOWN,        0, "{}: \"{}\" is listed in Derivatives, but does not say of which state")          \
    X(WARNING_MORE,                 0, "{}: {} more warnings of these kinds")                                           \
    X(ERROR_NO_BINARY,              2, "{}: there is no binary for this platform, {}; the FMU has: {}")                 \
    X(ERROR_BINARY_NAME,            2, "{}: binaries/{} does not hold {}{}; it holds: {}")                              \
    X(ERROR_LIBRARY_MISSING,        2, "{}: needs the shared library {}, which is not installed")                       \
    X(ERROR_LIBRARY_LOAD,           2, "{}: {} cannot be loaded: {}")                                                   \
    X(ERROR_LIBRARY_CRASHED,        2, "{}: the binary cannot be loaded: {} in {}")                                     \
    X(ERROR_LIBRARY_FUNCTION,       2, "{}: the binary has no function {}: it is not an FMI 2.0 binary")                \
    X(ERROR_LIBRARY_VERSION,        2, "{}: {} of the binary says \"{}\" instead of \"{}\"")                            \
    X(ERROR_INTERFACE_MISSING,      2, "{}: has no {} interface")                                                       \
    X(ERROR_ONLY_ONCE,              2, "{}: can be instantiated only once per process")                                 \
    X(ERROR_GUID,                   2, "{}: fmi2Instantiate failed; the binary seems to be of another build "           \
                                        "than the description: it does not know the GUID \"{}\" ({})")                  \
    X(ERROR_INSTANTIATE,            1, "{}: fmi2Instantiate failed: {}")                                                \
    X(ERROR_FUNCTION_MISSING,       1, "{}: {} was called at t = {} s, but is missing in the FMU's binary")             \
    X(ERROR_FMU_CALL,               1, "{}: {} returned {} at t = {} s: {}")                                            \
    X(ERROR_FMU_BROKEN,             1, "{}: {} cannot be called at t = {} s: the FMU returned fmi2Fatal before")        \
    X(ERROR_FMU_INTERRUPTED,        1, "{}: {} was interrupted at t = {} s while the step was pending")                 \
    X(ERROR_FMU_CRASHED,            1, "{}: the FMU crashed ({}) in {} at t = {} s: {}")                                \
    X(ERROR_FMU_EXITED,             1, "{}: the FMU called {} in {} at t = {} s: {}")                                   \
    X(WARNING_FMU_CALL,             0, "{}: {} returned fmi2Warning at t = {} s: {}")                                   \
    X(WARNING_FMU_CALLS,            0, "{}: further warnings of this FMU are not shown")                                \
    X(WARNING_LOG_CUT,              0, "{}: has logged {} lines; further ones are not shown")

/* ---- system/: SSP files, connections, parameters ---- */
#define ERROR_LIST_SYSTEM(X)                                                                                            \
    X(ERROR_SYSTEM_NO_VARIABLE, 2, "{}: there is no variable \"{}\"")                                                   \
    X(ERROR_SYSTEM_NO_VARIABLE_BUT, 2, "{}: there is no variable \"{}\"; did you mean \"{}\"?")                         \
    X(ERROR_SYSTEM_NO_COMPONENT, 2, "\"{}\": the system has no component of that name")                                 \
    X(ERROR_SYSTEM_NO_COMPONENT_BUT, 2, "\"{}\": the system has no component of that name; did you mean \"{}\"?")       \
    X(ERROR_SYSTEM_NOT_SETTABLE, 2, "{}: \"{}\" cannot be set before the start: it is a variable of causality {}, "     \
                                    "variability {}{}{}")                                                               \
    X(ERROR_SYSTEM_VALUE, 2, "{}: \"{}\" cannot be \"{}\": {} is needed")                                               \
    X(ERROR_SYSTEM_ASSIGNMENT, 2, "--set {}: NAME.VARIABLE=VALUE is needed")                                            \
    X(ERROR_SYSTEM_NO_INPUT, 2, "\"{}\" cannot be driven: it is neither an input nor a tunable parameter but a {} {}")   \
    X(ERROR_SYSTEM_INPUT_DRIVEN, 2, "\"{}\" cannot be driven: {} drives it already")                                    \
    X(WARNING_SYSTEM_OPEN_INPUTS, 0, "nothing drives these inputs, they keep their start values: {}")                   \
    X(ERROR_SSP_TOO_MANY, 2, "{}: the system is larger than {} elements")                                               \
    X(ERROR_SSP_TOO_DEEP, 2, "{}: systems are nested deeper than {} levels")                                            \
    X(ERROR_SSP_ELEMENT, 2, "{}: the element \"{}\" is not supported inside \"{}\"")                                    \
    X(ERROR_SSP_ELEMENT_TWICE, 2, "{}: \"{}\" has more than one element \"{}\"")                                        \
    X(ERROR_SSP_TWO_TYPES, 2, "{}: \"{}\" has more than one type")                                                      \
    X(ERROR_SSP_ATTRIBUTE, 2, "{}: the attribute \"{}\" of \"{}\" is not supported")                                    \
    X(ERROR_SSP_UNSUPPORTED, 2, "{}: {} is not supported")                                                              \
    X(ERROR_SSP_VERSION, 2, "{}: is of SSP version \"{}\"; version 1.0 is understood")                                  \
    X(ERROR_SSP_NO_CHILD, 2, "{}: \"{}\" has no element \"{}\"")                                                        \
    X(ERROR_SSP_VARIANT, 2, "{}: is not a system package: there is no {} in the archive")                               \
    X(ERROR_SSP_EMPTY, 2, "{}: the system has no components")                                                           \
    X(ERROR_SSP_SOURCE, 2, "{}: source \"{}\": {}")                                                                     \
    X(ERROR_SSP_SOURCE_TYPE, 2, "{}: a source of type \"{}\" is not supported; \"{}\" is")                              \
    X(ERROR_SSP_COMPONENT_TYPE, 2, "{}: a component of type \"{}\" is not supported")                                   \
    X(ERROR_SSP_IMPLEMENTATION, 2, "{}: the FMU has no {} implementation")                                              \
    X(ERROR_SSP_ONLY_ONCE, 2, "{}: \"{}\" and \"{}\" are made of {}, which can be instantiated only once per process")  \
    X(ERROR_SSP_CIRCLE, 2, "{}: \"{}\" contains itself")                                                                \
    X(ERROR_SSP_TWICE, 2, "{}: there is already {} \"{}\"")                                                             \
    X(ERROR_SSP_NO_VARIABLE, 2, "{}: connector \"{}\": the FMU has no such variable")                                   \
    X(ERROR_SSP_NO_VARIABLE_BUT, 2, "{}: connector \"{}\": the FMU has no such variable; did you mean \"{}\"?")         \
    X(ERROR_SSP_VARIABLE_TYPE, 2, "{}: connector \"{}\" is of type {}, the FMU's variable is of type {}")               \
    X(WARNING_SSP_KIND, 0, "{}: connector \"{}\" is called {}, but the FMU's variable is of causality {}: that is "     \
                           "taken")                                                                                     \
    X(ERROR_SSP_NO_CONNECTOR, 2, "{}: connector \"{}\": the system \"{}\" has no such connector")                       \
    X(ERROR_SSP_NO_END, 2, "{}: connection with \"{}\": there is no such connector")                                    \
    X(ERROR_SSP_NO_END_BUT, 2, "{}: connection with \"{}\": there is no such connector; did you mean \"{}\"?")          \
    X(ERROR_SSP_TWO_SOURCES, 2, "{}: connection of \"{}\" with \"{}\": both give a value, none takes one")              \
    X(ERROR_SSP_TWO_TARGETS, 2, "{}: connection of \"{}\" with \"{}\": both take a value, none gives one")              \
    X(ERROR_SSP_DRIVEN_TWICE, 2, "{}: \"{}\" is driven twice: also by {}")                                              \
    X(ERROR_SSP_PARAMETER_DRIVEN, 2, "{}: the parameter \"{}\" cannot follow \"{}\", which changes during the run")     \
    X(ERROR_SSP_DANGLING, 2, "{}: the value comes from the connector \"{}\", which nothing inside that system feeds")   \
    X(ERROR_SSP_CONNECTOR_CIRCLE, 2, "{}: the connectors that feed \"{}\" feed each other in a circle")                 \
    X(WARNING_SSP_OPEN_OUTPUT, 0, "{}: nothing feeds the output \"{}\" of the system: left out")                        \
    X(ERROR_SSP_UNITS, 2, "{}: the units \"{}\" and \"{}\" do not fit: they measure different things")                  \
    X(WARNING_SSP_UNITS, 0, "{}: the units \"{}\" and \"{}\" differ, and at least one is not defined by base units: "   \
                            "values are taken as they are")                                                             \
    X(ERROR_SSP_TYPES, 2, "{}: the types do not fit: {} and {}")                                                        \
    X(WARNING_SSP_TYPES, 0, "{}: a value of type {} becomes one of type {}: the number is taken as it is")              \
    X(ERROR_SSP_MAPPING_TYPE, 2, "{}: {} cannot be applied to values of type {}")                                       \
    X(ERROR_SSP_ITEM, 2, "{}: \"{}\" is not an item of the enumeration \"{}\"")                                         \
    X(ERROR_SSP_ENUMERATIONS, 2, "{}: the enumerations \"{}\" and \"{}\" do not fit: the second has no item \"{}\"; "   \
                                 "an EnumerationMappingTransformation can tell which one is meant")                     \
    X(ERROR_SSP_NO_CONTENT, 2, "{}: \"{}\" has neither a source nor a content")                                         \
    X(ERROR_SSP_BOTH, 2, "{}: \"{}\" has a source as well as a content")                                                \
    X(ERROR_SSP_VALUE_TYPE, 2, "{}: \"{}\" cannot be set by a value of type {}: it is of type {}")                      \
    X(WARNING_SSP_UNUSED, 0, "{}: values for {} that fit none of its variables are not used: {}")                       \
    X(WARNING_SSP_PARAMETER_TWICE, 0, "{}: the parameter \"{}\" is also set in {}; this one is taken")                  \
    X(WARNING_SSP_OUTPUT_START, 0, "{}: a start value for the output \"{}\" of a system has no effect")                 \
    X(ERROR_SSP_POWER_TYPE, 2, "{}: power port: \"{}\" is not of type Real")                                            \
    X(ERROR_SSP_POWER_UNCONNECTED, 2, "{}: power port: no connection leads from \"{}\" to the component of \"{}\" or "  \
                                      "back")

/* ---- couple/: components, one FMU instance each ---- */
#define ERROR_LIST_COMPONENT(X)                                                                                         \
    X(ERROR_COMPONENT_NO_INTERFACE, 2, "{}: offers neither Co-Simulation nor Model Exchange")                           \
    X(ERROR_COMPONENT_NO_CO_SIMULATION, 2, "{}: has no Co-Simulation interface; --interface me runs it as a model")     \
    X(ERROR_COMPONENT_NO_MODEL_EXCHANGE, 2, "{}: has no Model Exchange interface; --interface cs runs it as a slave")   \
    X(ERROR_COMPONENT_NO_VARIABLE, 2, "{}: there is no variable \"{}\"")                                                \
    X(ERROR_COMPONENT_NO_VARIABLE_BUT, 2, "{}: there is no variable \"{}\"; did you mean \"{}\"?")                      \
    X(ERROR_COMPONENT_NOT_SETTABLE, 2, "{}: \"{}\" cannot be set before the start: it is a {} {}{}{}")                  \
    X(ERROR_COMPONENT_VALUE, 2, "{}: \"{}\" cannot be \"{}\": {} is needed")                                            \
    X(ERROR_COMPONENT_RANGE, 2, "{}: \"{}\" cannot be {}: that is {} {}")                                               \
    X(ERROR_COMPONENT_NO_ROLLBACK, 2, "{}: cannot go back to an earlier time (no canGetAndSetFMUstate that works)")     \
    X(ERROR_COMPONENT_NO_ROLLBACK_EVENTS, 1, "{}: cannot go back to an earlier time: it has events, and its state "     \
                                             "cannot be saved")                                                         \
    X(ERROR_COMPONENT_FLAG_UNTRUE, 0, "{}: declares {}, which does not work; the run does without")                     \
    X(ERROR_ME_EVENT_ITERATION, 1, "{}: the event at t = {} s does not end: the discrete states are not stable after "  \
                                   "{} iterations")                                                                     \
    X(ERROR_ME_CHATTERING, 1, "{}: chattering: {} events between t = {} s and t = {} s ({} changes its sign); the "     \
                              "model switches to and fro without getting on")                                           \
    X(ERROR_ME_SOLVER, 1, "{}: the integration cannot get on at t = {} s: {}{}{}")                                      \
    X(ERROR_ME_STALLED, 1, "{}: the integration does not get on at t = {} s: its last {} steps have come {} s far; the "   \
                           "model may be near a singular position or move too fast for this step, or the tolerance is "  \
                           "too tight for it")                                                                          \
    X(ERROR_ME_INTERRUPTED, 1, "{}: the integration was interrupted at t = {} s")                                       \
    X(ERROR_ME_JACOBIAN, 0, "{}: directional derivatives fail, differences are used in their place ({})")

/* ---- couple/: exchange, schemes, runs ---- */
#define ERROR_LIST_COUPLE(X)                                                                                            \
    X(ERROR_NOT_FINITE,           1, "{} became {} at t = {} s")                                                        \
    X(ERROR_LOOP_UNSOLVED,        1, "the loop {} has no solution that Newton's method could find at t = {} s: {}")     \
    X(ERROR_NO_THREADS,           1, "{} threads could not be started")                                                 \
    X(ERROR_POWER_SYNTAX,         2, "--power {}: two outputs are needed, NAME.effort,NAME.flow")                       \
    X(ERROR_POWER_NOT_CONNECTED,  2, "power port {}: its two outputs do not go to each other's component")              \
    X(ERROR_RUN_INTERVAL,         2, "the run from {} s to {} s has no duration that could be run")                     \
    X(ERROR_RUN_MACRO_STEP,       2, "a macro step of {} s is none: it must be positive and finite")                    \
    X(ERROR_RUN_MACRO_STEP_LOST,  2, "a macro step of {} s is lost in the rounding of times up to {} s")                \
    X(ERROR_RUN_SCHEME,           2, "--scheme {}: there is no such scheme; did you mean \"{}\"?")                      \
    X(ERROR_RUN_EXTRAPOLATION,    2, "--extrapolation {}: the order is 0, 1 or 2")                                      \
    X(ERROR_RUN_AT_LEAST_ONE,     2, "{}: {} is too few, at least 1 is needed")                                         \
    X(ERROR_RUN_ITERATION_TOLERANCE, 2, "--iteration-tolerance {}: it must not be negative")                            \
    X(ERROR_RUN_NO_COMPONENT,     2, "{}: there is no component \"{}\"")                                                \
    X(ERROR_RUN_NO_COMPONENT_BUT, 2, "{}: there is no component \"{}\"; did you mean \"{}\"?")                          \
    X(ERROR_RUN_ORDER_TWICE,      2, "--order {}: names \"{}\" twice")                                                  \
    X(ERROR_RUN_ORDER_MISSING,    2, "--order {}: lacks \"{}\"; every component stands in it once")                     \
    X(ERROR_RUN_NO_ROLLBACK,      2, "{}: cannot go back to the begin of a step (no canGetAndSetFMUstate that works), " \
                                     "which --iterations needs")                                                        \
    X(ERROR_RUN_DISCARDED,        1, "{}: discarded the step at t = {} s of {} s ({}); a smaller one cannot be tried, " \
                                     "because {} cannot go back")                                                       \
    X(ERROR_RUN_DISCARDED_SMALL,  1, "{}: discarded every step at t = {} s, down to one of {} s ({})")                  \
    X(WARNING_SHORT_LAST_STEP,    0, "{}: does not take the shorter last step from t = {} s to {} s, having said that " \
                                     "all steps must be the same: the run ends before it")                              \
    X(WARNING_RUN_ENERGY,         0, "energy at {}: {} J delivered, {} J received: the coupling itself makes up for {} % of "  \
                                     "the work; try a smaller --macro-step, --extrapolation 1 or --iterations 5")       \
    X(WARNING_RUN_OSCILLATION,    0, "{} oscillates from one communication point to the next (seen at t = {} s): the "  \
                                     "macro step of {} s is too long for this coupling; try a smaller --macro-step, "   \
                                     "--scheme gauss-seidel or --iterations 5")                                         \
    X(WARNING_NOT_CONVERGED,      0, "{} passes over a macro step do not always reach the iteration tolerance of {}")   \
    X(WARNING_STALE_FEEDTHROUGH,  0, "{} depends on inputs, but its FMU has neither directional derivatives nor "       \
                                     "recomputes on a get: between steps it stays as the last step left it")

/* ---- linearize/: state spaces, spectra, stability ---- */
#define ERROR_LIST_LINEARIZE(X)                                                                                         \
    X(ERROR_LINEARIZE_LOOP, 1, "the loop through {} is ill-posed at t = {} s: its values do not follow from the states "\
                               "and inputs (1 - D L is singular)")                                                      \
    X(ERROR_LINEARIZE_NO_STATE, 2, "{} is listed among the derivatives, but names no state")                            \
    X(ERROR_LINEARIZE_NO_STATES, 2, "{}: has no continuous states that its FMUs declare: there is nothing to linearize")\
    X(ERROR_LINEARIZE_NO_DIRECTIONAL, 2, "{}: has no directional derivatives; without --method directional "            \
                                         "differences are taken")                                                       \
    X(ERROR_LINEARIZE_NO_WAY, 2, "{}: cannot be linearized: it has neither directional derivatives nor Model Exchange, "\
                                 "and its states cannot be set between steps")                                          \
    X(ERROR_LINEARIZE_RUN_ENDED, 1, "the run is {} at t = {} s and never comes to {} s")                                \
    X(ERROR_LINEARIZE_TIME, 2, "--at {} lies outside of the run, which goes from {} s to {} s")                         \
    X(ERROR_LINEARIZE_NO_SIGNAL, 2, "--{}: nothing is called \"{}\"")                                                   \
    X(ERROR_LINEARIZE_NO_SIGNAL_BUT, 2, "--{}: nothing is called \"{}\"; did you mean \"{}\"?")                         \
    X(ERROR_LINEARIZE_DEAF, 2, "--bode: {} does not move {} at this point: there is no response to draw")               \
    X(ERROR_LINEARIZE_NO_LAPACK, 2, "the library for linear algebra, LAPACK, cannot be loaded: {}")                     \
    X(ERROR_LINEARIZE_NO_MATIO, 2, "the library for MATLAB files cannot be loaded: {}")                                 \
    X(ERROR_LINEARIZE_NOT_FINITE, 1, "{} holds values that are no finite numbers: no eigenvalues")                      \
    X(ERROR_LINEARIZE_NO_EIGENVALUES, 1, "the eigenvalues of a matrix of order {} were not found (dgeevx)")             \
    X(ERROR_LINEARIZE_NO_ZEROS, 1, "the zeros of a system of order {} were not found")                                  \
    X(ERROR_LINEARIZE_AT_POLE, 1, "the frequency response at {} rad/s does not exist: that is a pole")                  \
    X(ERROR_STABILITY_NO_OWN, 2, "{}: its own step cannot be probed: states cannot be set between steps, or there is no "\
                                 "way back; --subsystem exact takes its linearization")                                 \
    X(ERROR_STABILITY_EXPONENTIAL, 1, "the step of {} s has no map: the exponential was not found")                     \
    X(ERROR_STABILITY_STEP, 1, "{}: does not take a step of {} s at t = {} s")

/* ---- program/: options, input and result files ---- */
#define ERROR_LIST_PROGRAM(X)                                                                                           \
    X(ERROR_NOT_DRAWN, 1, "{}: gnuplot could not draw it")                                                              \
    X(WARNING_NO_GNUPLOT, 0, "{}: not drawn, because gnuplot is not installed")                                         \
    X(ERROR_COMMAND_UNKNOWN, 2, "there is no command \"{}\"; paso help names them")                                     \
    X(ERROR_COMMAND_UNKNOWN_BUT, 2, "there is no command \"{}\"; did you mean \"{}\"?")                                 \
    X(ERROR_OPTION_UNKNOWN, 2, "there is no option {}; paso help {} names them")                                        \
    X(ERROR_OPTION_UNKNOWN_BUT, 2, "there is no option {}; did you mean --{}?")                                         \
    X(ERROR_OPTION_TWICE, 2, "--{} stands there twice")                                                                 \
    X(ERROR_OPTION_VALUE_MISSING, 2, "--{} needs a value: {}")                                                          \
    X(ERROR_OPTION_NO_VALUE, 2, "--{} takes no value, but got \"{}\"")                                                  \
    X(ERROR_OPTION_EMPTY, 2, "--{} needs a value, not an empty one")                                                    \
    X(ERROR_OPTION_VALUE, 2, "--{} cannot be \"{}\": {} is needed")                                                     \
    X(ERROR_OPTION_NEEDS, 2, "--{} means nothing without --{}")                                                         \
    X(ERROR_OPTION_SAME_FILE, 2, "{} would overwrite {}, which is also {}")                                             \
    X(ERROR_OPTION_RATE_TWICE, 2, "--rate names \"{}\" twice")                                                          \
    X(ERROR_OPTION_TIMES, 2, "the stop time {} s does not lie after the start time {} s")                               \
    X(ERROR_OPTION_INTERFACE_OF_SYSTEM, 2, "--interface is for a single FMU; {} is a system and says itself which "     \
                                           "interface a component has")                                                 \
    X(ERROR_OPTION_ARGUMENT_MISSING, 2, "paso {} needs {}")                                                             \
    X(ERROR_OPTION_ARGUMENT_SURPLUS, 2, "paso {} takes {}; what is \"{}\"?")                                            \
    X(ERROR_CSV_OPEN, 2, "{}: cannot be read: {}")                                                                      \
    X(ERROR_CSV_BINARY, 2, "{}: is no text file")                                                                       \
    X(ERROR_CSV_QUOTE, 2, "a quoted field does not end"   )                                                              \
    X(ERROR_CSV_AFTER_QUOTE, 2, "\"{}\" follows a closing quote; a comma should")                                       \
    X(ERROR_INPUT_EMPTY, 2, "{}: holds no row of values")                                                               \
    X(ERROR_INPUT_NO_TIME, 2, "the first column is called \"{}\"; it should be time")                                   \
    X(ERROR_INPUT_UNNAMED, 2, "column {} has no name")                                                                  \
    X(ERROR_INPUT_TWICE, 2, "\"{}\" stands in two columns")                                                             \
    X(ERROR_INPUT_COLUMNS, 2, "{} values in a file of {} columns")                                                      \
    X(ERROR_INPUT_CELL, 2, "\"{}\" is not {}")                                                                          \
    X(ERROR_INPUT_BACKWARDS, 2, "the time {} lies before that of the row above, {}")                                    \
    X(ERROR_RECORD_EMPTY, 2, "--record: an empty pattern in \"{}\"")                                                    \
    X(ERROR_RECORD_NO_MATCH, 2, "--record: no variable matches \"{}\"")                                                 \
    X(ERROR_RESULT_OPEN, 2, "{}: cannot be written: {}")                                                                \
    X(ERROR_RESULT_WRITE, 1, "{}: writing failed: {}")                                                                  \
    X(ERROR_RESULT_RENAME, 1, "{}: cannot be renamed to {}: {}")                                                        \
    X(ERROR_RUN_NOT_FINITE, 1, "{} = {} at t = {} s: outputs must be finite numbers")                                   \
    X(ERROR_RUN_INTERRUPTED, 1, "ended by a signal ({}) at t = {} s")                                                   \
    X(ERROR_RUN_TERMINATED, 0, "{}: an FMU asked for the end of the simulation at t = {} s, before the stop time {} s") \
    X(ERROR_RUN_STEP_DOES_NOT_FIT, 0, "{}: all of its steps should have the same size, but steps of {} s do not fit "   \
                                      "between {} s and {} s: the last one will be shorter")                            \
    X(ERROR_RUN_RESULTS_SO_FAR, 0, "the results so far are in {}")

/* ---- benchmarks/ ---- */
#define ERROR_LIST_BENCH(X)                                                                                             \
    X(ERROR_BENCH_UNKNOWN, 2, "there is no benchmark \"{}\"; paso bench --list names them")                             \
    X(ERROR_BENCH_UNKNOWN_BUT, 2, "there is no benchmark \"{}\"; did you mean \"{}\"?")                                \
    X(ERROR_BENCH_SOLVER, 1, "{} failed: {}")                                                                           \
    X(ERROR_BENCH_NOTHING, 2, "--only {}: no row matches")

/* ---- sweep/: many runs ---- */
#define ERROR_LIST_SWEEP(X)                                                                                             \
    X(ERROR_SWEEP_LIST_EMPTY, 2, "{}: an empty place in the list \"{}\"")                                               \
    X(ERROR_SWEEP_RANGE, 2, "{}: \"{}\" is no range: FIRST:LAST:COUNT is one, FIRST:LAST:COUNTlog another, both with two different numbers and a count of 2 or more") \
    X(ERROR_SWEEP_TWICE, 2, "{} stands there twice; its values belong into one list")                                   \
    X(ERROR_SWEEP_ZIP, 2, "--zip: the lists must be of equal length, but {} has {} values and {} has {}")               \
    X(ERROR_SWEEP_TOO_MANY, 2, "the lists make more than {} runs")                                                      \
    X(ERROR_SWEEP_NO_TIME, 2, "no time of the reference, which goes from {} s to {} s, lies within the run")            \
    X(ERROR_SWEEP_REFERENCE_LACKS, 2, "{}: has no column \"{}\"")                                                       \
    X(ERROR_SWEEP_REFERENCE_NOTHING, 2, "{}: none of its columns is a variable of the system")                          \
    X(ERROR_SWEEP_REFERENCE_CELL, 2, "{}: \"{}\" is no number at t = {} s; --record leaves columns away")               \
    X(ERROR_SWEEP_REFERENCE_PLACE, 2, "--reference {}: {} is no option or variable of this sweep")                      \
    X(WARNING_SWEEP_COLUMN, 0, "{}: the column \"{}\" is no variable of the system: it is not compared")                \
    X(ERROR_SWEEP_FINEST, 2, "--reference finest needs a list of macro steps: two runs at least that differ in nothing else tell how accurate they are") \
    X(ERROR_SWEEP_NOT_COMMON, 2, "--reference finest compares at common communication points, but macro steps of {} s and {} s have hardly one; choose multiples of the smallest step, as in 1ms,2ms,5ms,10ms") \
    X(ERROR_SWEEP_FINEST_FAILED, 1, "--reference finest: there is no combination of which two of the finest three macro steps are done; choose others, or a file") \
    X(WARNING_SWEEP_ROUGH, 0, "{} of {} errors are less than ten times the estimated error of their reference: they are marked with ~ and give no order; finer macro steps make a better reference") \
    X(ERROR_SWEEP_LIMIT_STEPS, 2, "--find-limit needs --macro-step FIRST:LAST, or a list of at least two")              \
    X(ERROR_SWEEP_LIMIT_VARIABLE, 2, "--limit-error is for one variable, but {} are compared; --record NAME.VARIABLE chooses one") \
    X(ERROR_SWEEP_PROCESS, 1, "a process for a run cannot be started: {}")                                              \
    X(ERROR_SWEEP_NO_MPI, 2, "this is one of {} MPI ranks, but paso is built without MPI (-DPASO_MPI=ON)")              \
    X(ERROR_SWEEP_RANK, 1, "another MPI rank could not begin")                                                          \
    X(ERROR_SWEEP_RANK_LOST, 1, "an MPI message cannot be read")                                                        \
    X(WARNING_SWEEP_RUN, 0, "{}")                                                                                       \
    X(ERROR_SWEEP_INTERRUPTED, 1, "ended by a signal ({})")                                                             \
    X(ERROR_SWEEP_KEPT, 0, "{} new runs are in {}; the same command goes on from there")                                \
    X(WARNING_SWEEP_NOTHING_TO_PLOT, 0, "{}: not drawn, because no run has a macro step and an error above zero")       \
    X(ERROR_STORE_OPEN, 2, "{}: cannot be used as a store: {}")                                                         \
    X(ERROR_STORE_BUSY, 2, "{}: another sweep is writing to this store; --store names another one")                     \
    X(ERROR_STORE_DAMAGED, 2, "{}: the store is damaged ({}); it was left as it is: move it away, or name another one with --store") \
    X(ERROR_STORE_FOREIGN, 2, "{}: is an SQLite database, but no store of a sweep; it was left as it is")               \
    X(ERROR_STORE_FORMAT, 2, "{}: the store has format {}, this version of paso writes format {}; it was left as it is: name another one with --store") \
    X(ERROR_STORE_FULL, 1, "{}: the disk does not take any more: {}")

/* ---- export/: models from files ---- */
#define ERROR_LIST_EXPORT(X)                                                                                            \
    X(ERROR_DOCUMENT, 2, "{}")                                                                                          \
    X(ERROR_DOCUMENT_TOO_LARGE, 2, "{}: is larger than {} MiB")                                                         \
    X(ERROR_DOCUMENT_TYPE, 2, "{}: describes a \"{}\", which is not known here; did you mean \"{}\"?")                   \
    X(ERROR_DOCUMENT_SYSTEM, 2, "{}: describes a whole system: paso export --system makes an .ssp of it, paso monolithic solves it; here a mechanism or a circuit is expected") \
    X(ERROR_DOCUMENT_NOT_INSIDE, 2, "{}: was not made of a file by paso export: there is no {} in it")                  \
    X(ERROR_EXPORT_DESCRIPTION, 1, "{}: cannot be described: {}")                                                       \
    X(ERROR_EXPORT_SAME_NAME, 2, "{}: the components {} and {} are both called \"{}\" in their files; change a name")   \
    X(ERROR_SHOW_KIND, 2, "{}: a \"{}\" cannot be drawn; mechanisms can")                                               \
    X(ERROR_SHOW_MODEL, 1, "{}: {}")                                                                                    \
    X(ERROR_MONOLITHIC_MECHANISM, 2, "{}: needs one mechanism to be solved as one set of equations, but has {}")        \
    X(ERROR_MONOLITHIC_SETUP, 2, "{}: {}")                                                                              \
    X(ERROR_MONOLITHIC_STEP, 1, "{}: at t = {} s: {}{}")
/* clang-format on */

#endif
