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
    ERROR_LIST_PROGRAM(X)

#define ERROR_LIST_GENERAL(X)                                                                                           \
    X(ERROR_NO_MEMORY,            1, "out of memory while {}")                                                          \
    X(ERROR_INTERNAL,             1, "internal error: {}")

/* ---- import/: archives, descriptions, binaries, calls ---- */
#define ERROR_LIST_IMPORT(X)

/* ---- system/: SSP files, connections, parameters ---- */
#define ERROR_LIST_SYSTEM(X)                                                                                            \
    X(ERROR_SYSTEM_NO_VARIABLE, 2, "{}: there is no variable \"{}\"")                                                   \
    X(ERROR_SYSTEM_NO_VARIABLE_BUT, 2, "{}: there is no variable \"{}\"; did you mean \"{}\"?")                         \
    X(ERROR_SYSTEM_NO_COMPONENT, 2, "\"{}\": the system has no component of that name")                                 \
    X(ERROR_SYSTEM_NO_COMPONENT_BUT, 2, "\"{}\": the system has no component of that name; did you mean \"{}\"?")

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
    X(ERROR_COMPONENT_FLAG_UNTRUE, 0, "{}: declares {}, which does not work; the run does without ({})")                \
    X(ERROR_ME_EVENT_ITERATION, 1, "{}: the event at t = {} s does not end: the discrete states are not stable after "  \
                                   "{} iterations")                                                                     \
    X(ERROR_ME_CHATTERING, 1, "{}: chattering: {} events between t = {} s and t = {} s ({} changes its sign); the "     \
                              "model switches to and fro without getting on")                                           \
    X(ERROR_ME_SOLVER, 1, "{}: the integration cannot get on at t = {} s: {}{}{}")                                      \
    X(ERROR_ME_JACOBIAN, 0, "{}: directional derivatives fail, differences are used in their place ({})")

/* ---- couple/: exchange, schemes, runs ---- */
#define ERROR_LIST_COUPLE(X)

/* ---- program/: options, input and result files ---- */
#define ERROR_LIST_PROGRAM(X)
/* clang-format on */

#endif
