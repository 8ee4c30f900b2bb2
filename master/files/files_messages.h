/* The messages of what reads and writes files: X(code, exit status, text), as error.h explains. */
#ifndef PASO_FILES_MESSAGES_H
#define PASO_FILES_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define FILES_MESSAGES(X)                                                                                              \
    X(WARNING_RUN_ENERGY, 0,                                                                                           \
        "energy at {}: {} J delivered, {} J received: the coupling itself makes up for {} % of "                       \
        "the work; try a smaller --macro-step, --extrapolation 1 or --iterations 5")                                   \
    X(WARNING_RUN_OSCILLATION, 0, "{} oscillates from one communication point to the next (seen at t = {} s): the "    \
        "macro step of {} s is too long for this coupling; try a smaller --macro-step, "                               \
        "--scheme gauss-seidel or --iterations 5")                                                                     \
    X(ERROR_LINEARIZE_RUN_ENDED, 1, "the run is {} at t = {} s and never comes to {} s")                               \
    X(ERROR_NOT_DRAWN, 1, "{}: gnuplot could not draw it")                                                             \
    X(WARNING_NO_GNUPLOT, 0, "{}: not drawn, because gnuplot is not installed")                                        \
    X(ERROR_CONNECT_FORM, 2, "{}: {} is needed")                                                                       \
    X(ERROR_CONNECT_NAME, 2, "\"{}\": a component needs a name before the =")                                          \
    X(ERROR_CONNECT_SAME_NAME, 2, "{}: {} is called \"{}\" already; give one of them another name, like {}2={}")       \
    X(ERROR_CONNECT_COMPONENT, 2, "{}: there is no component \"{}\"; components are called as their files, like \"{}\"")\
    X(ERROR_CONNECT_COMPONENT_BUT, 2, "{}: there is no component \"{}\"; did you mean \"{}\"?")                        \
    X(ERROR_CONNECT_NO_VARIABLE, 2, "{}: \"{}\" is a component; one of its variables is needed, {}.NAME")              \
    X(ERROR_CONNECT_VARIABLE, 2, "{}: {} has no variable \"{}\"; paso info names them")                                \
    X(ERROR_CONNECT_VARIABLE_BUT, 2, "{}: {} has no variable \"{}\"; did you mean \"{}\"?")                            \
    X(ERROR_CONNECT_TURNED, 2, "{}: it goes the wrong way: {} takes a value and {} gives one; did you mean {}={}?")    \
    X(ERROR_CONNECT_CAUSALITY, 2, "{}: \"{}\" is of causality {}; {} is needed")                                       \
    X(ERROR_CONNECT_TYPES, 2, "{}: the types do not fit: {} and {}")                                                   \
    X(ERROR_CONNECT_UNITS, 2, "{}: the units \"{}\" and \"{}\" do not fit: they measure different things")             \
    X(WARNING_CONNECT_UNITS, 0,                                                                                        \
        "{}: the units \"{}\" and \"{}\" differ, and at least one is not defined by base units: "                      \
        "values are taken as they are")                                                                                \
    X(ERROR_CONNECT_TWICE, 2, "{}: \"{}\" is connected already")                                                       \
    X(ERROR_CONNECT_SAME_CONNECTOR, 2, "{}: the system has a connector \"{}\" already")                                \
    X(ERROR_CONNECT_TIME, 2, "{}: \"time\" is the independent variable: another name is needed")                        \
    X(ERROR_CONNECT_NOTHING, 2, "nothing is to be connected: {}; name connections by --link, "                         \
        "inputs and outputs of the system by --system-input and --system-output")                                      \
    X(ERROR_CONNECT_PROPOSED, 2, "{}: not written, because nobody can be asked here; add the --link words above, or "  \
        "--accept")                                                                                                    \
    X(ERROR_CONNECT_REFUSED, 2, "{}: not written; name the connections by --link")                                     \
    X(WARNING_CONNECT_PLATFORM, 0, "{}; the system cannot be run on this machine")                                     \
    X(ERROR_DOCUMENT_TOO_LARGE, 2, "{}: is larger than {} MiB")                                                        \
    X(ERROR_CSV_OPEN, 2, "{}: cannot be read: {}")                                                                     \
    X(ERROR_CSV_BINARY, 2, "{}: is no text file")                                                                      \
    X(ERROR_CSV_TOO_LARGE, 2, "{}: is longer than {} MB, the most that is read")                                       \
    X(ERROR_CSV_ROW, 2, "the row does not end within {} MB, the most that is read; does a quoted field end?")          \
    X(ERROR_CSV_QUOTE, 2, "a quoted field does not end")                                                               \
    X(ERROR_CSV_AFTER_QUOTE, 2, "\"{}\" follows a closing quote; a comma should")                                      \
    X(ERROR_INPUT_EMPTY, 2, "{}: holds no row of values")                                                              \
    X(ERROR_INPUT_NO_TIME, 2, "the first column is called \"{}\"; it should be time")                                  \
    X(ERROR_INPUT_UNNAMED, 2, "column {} has no name")                                                                 \
    X(ERROR_INPUT_TWICE, 2, "\"{}\" stands in two columns")                                                            \
    X(ERROR_INPUT_COLUMNS, 2, "{} values in a file of {} columns")                                                     \
    X(ERROR_INPUT_CELL, 2, "\"{}\" is not {}")                                                                         \
    X(ERROR_INPUT_BACKWARDS, 2, "the time {} lies before that of the row above, {}")                                   \
    X(ERROR_INPUT_TIME_TWICE, 2, "the time {} stands in the row above, too")                                           \
    X(ERROR_RECORD_EMPTY, 2, "--record: an empty pattern in \"{}\"")                                                   \
    X(ERROR_RECORD_NO_MATCH, 2, "--record: no variable matches \"{}\"")                                                \
    X(ERROR_RESULT_OPEN, 2, "{}: cannot be written: {}")                                                               \
    X(ERROR_RESULT_IS_READ, 2, "{}: is read by this command and would be overwritten; give the result another name")   \
    X(ERROR_RESULT_WRITE, 1, "{}: writing failed: {}")                                                                 \
    X(ERROR_RESULT_RENAME, 1, "{}: cannot be renamed to {}: {}")                                                       \
    X(ERROR_RUN_NOT_FINITE, 1, "{} = {} at t = {} s: outputs must be finite numbers")                                  \
    X(ERROR_RUN_INTERRUPTED, 1, "ended by a signal ({}) at t = {} s")                                                  \
    X(ERROR_SWEEP_RANK, 1, "another MPI rank could not begin")
/* clang-format on */

FILES_MESSAGES(MESSAGE_DECLARE)

#endif
