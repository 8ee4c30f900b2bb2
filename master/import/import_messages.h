/* The messages of the import of an FMU: X(code, exit status, text), as error.h explains. */
#ifndef PASO_IMPORT_MESSAGES_H
#define PASO_IMPORT_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define IMPORT_MESSAGES(X)                                                                                             \
    X(ERROR_FILE_OPEN, 2, "{}: cannot be opened: {}")                                                                  \
    X(ERROR_TEMPORARY_FOLDER, 1, "no temporary folder can be made in {}: {} (the environment variable "                \
        "TMPDIR chooses another place)")                                                                               \
    X(ERROR_ARCHIVE_NOT_ZIP, 2, "{}: is not a zip archive: {}")                                                        \
    X(ERROR_ARCHIVE_DAMAGED, 2, "{}: the entry \"{}\" of the archive is damaged or cannot be read: {}")                \
    X(ERROR_ARCHIVE_REFUSED, 2, "{}: the entry \"{}\" of the archive is refused: {}")                                  \
    X(ERROR_ARCHIVE_WRITE, 1, "{}: the entry \"{}\" cannot be unpacked: {}")                                           \
    X(ERROR_ARCHIVE_TOO_LARGE, 2, "{}: the archive is too large: it unpacks to more than {} MiB")                      \
    X(ERROR_ARCHIVE_BOMB, 2, "{}: the archive looks like a zip bomb: it unpacks to more than {} times "                \
        "its size")                                                                                                    \
    X(ERROR_ARCHIVE_ENTRIES, 2, "{}: the archive has more than {} entries")                                            \
    X(WARNING_ARCHIVE_TWICE, 0, "{}: the archive holds \"{}\" more than once; the last one is taken")                  \
    X(ERROR_XML, 2, "{}: the XML is faulty: {}")                                                                       \
    X(ERROR_XML_DEPTH, 2, "{}: the XML is nested deeper than {} elements")                                             \
    X(ERROR_XML_ENTITY, 2, "{}: the XML declares the entity \"{}\"; entities are refused")                             \
    X(ERROR_XML_TOO_LARGE, 2, "{}: the XML is larger than {} MiB")                                                     \
    X(ERROR_SSP_TOO_MANY, 2, "{}: the system is larger than {} elements")                                              \
    X(ERROR_XML_PREFIX, 2, "{}: the prefix \"{}\" is not bound to a namespace: xmlns:{}=\"...\" is missing")           \
    X(ERROR_XML_ROOT, 2, "{}: the first element is \"{}\" instead of \"{}\"")                                          \
    X(ERROR_XML_ATTRIBUTE_MISSING, 2, "{}: \"{}\" has no attribute \"{}\"")                                            \
    X(ERROR_XML_VALUE, 2, "{}: \"{}\" has {}=\"{}\", which is not {}")                                                 \
    X(ERROR_XML_VARIABLE_TYPE, 2, "{}: the variable \"{}\" has {}")                                                    \
    X(WARNING_XML_VALUE, 0, "{}: \"{}\" has {}=\"{}\", which is not {}: left out")                                     \
    X(WARNING_XML_ELEMENT, 0, "{}: the element \"{}\" has no meaning here: left out")                                  \
    X(ERROR_NO_DESCRIPTION, 2, "{}: is not an FMU: there is no modelDescription.xml in the archive")                   \
    X(ERROR_FMI_VERSION, 2, "{}: is of FMI version \"{}\"; version 2.0 is understood")                                 \
    X(ERROR_NO_INTERFACE, 2, "{}: there is neither a ModelExchange nor a CoSimulation element")                        \
    X(ERROR_STRUCTURE_INDEX, 2, "{}: ModelStructure lists {} among the derivatives, which is not the "                 \
        "index of a Real variable")                                                                                    \
    X(WARNING_DECLARED_TYPE, 0, "{}: \"{}\" is declared of type \"{}\", but there is no such type for it")             \
    X(WARNING_UNIT, 0, "{}: \"{}\" has the unit \"{}\", which is not defined")                                         \
    X(WARNING_RANGE, 0, "{}: \"{}\" has the minimum {} above the maximum {}: both are left out")                       \
    X(WARNING_START_RANGE, 0, "{}: \"{}\" starts at {}, beyond its {} {}")                                             \
    X(WARNING_NOMINAL, 0, "{}: \"{}\" has the nominal value {}, which is not positive")                                \
    X(WARNING_VARIABILITY, 0, "{}: \"{}\" is {} and {}, which do not go together")                                     \
    X(WARNING_INITIAL, 0, "{}: \"{}\" has initial=\"{}\", which a variable of causality {} cannot "                    \
        "have here")                                                                                                   \
    X(WARNING_START_MISSING, 0, "{}: \"{}\" has no start value, but should")                                           \
    X(WARNING_START_SURPLUS, 0, "{}: \"{}\" has a start value, but is calculated")                                     \
    X(WARNING_DERIVATIVE, 0, "{}: \"{}\" is called the derivative of variable {}, which is no other "                  \
        "Real variable")                                                                                               \
    X(WARNING_NAMING, 0, "{}: \"{}\" does not follow the naming convention \"structured\"")                            \
    X(WARNING_NAME_TWICE, 0, "{}: there is more than one variable \"{}\"; the first one is meant by "                  \
        "that name")                                                                                                   \
    X(WARNING_DEPENDENCY, 0, "{}: \"{}\" depends on variable {}, which there is not: its dependencies "                \
        "count as unknown")                                                                                            \
    X(WARNING_STRUCTURE_SURPLUS, 0, "{}: \"{}\" is listed in {} twice or without reason: left out")                    \
    X(WARNING_STRUCTURE_MISSING, 0, "{}: \"{}\" is missing in {} of ModelStructure")                                   \
    X(WARNING_INITIAL_UNKNOWN, 0, "{}: \"{}\" is listed in InitialUnknowns without reason")                            \
    X(WARNING_STATE_UNKNOWN, 0, "{}: \"{}\" is listed in Derivatives, but does not say of which state")                \
    X(WARNING_MORE, 0, "{}: {} more warnings of these kinds")                                                          \
    X(WARNING_TRAIT_DIED, 0, "{}: did not survive a trial, in a process of its own, of what it does beyond the standard; it is "     \
        "taken for an FMU that does nothing beyond it (--trait says more, --no-probe tries nothing)")                  \
    X(ERROR_NO_BINARY, 2, "{}: there is no binary for this platform, {}; the FMU has: {}")                             \
    X(ERROR_BINARY_NAME, 2, "{}: binaries/{} does not hold {}{}; it holds: {}")                                        \
    X(ERROR_LIBRARY_MISSING, 2, "{}: needs the shared library {}, which is not installed")                             \
    X(ERROR_LIBRARY_LOAD, 2, "{}: {} cannot be loaded: {}")                                                            \
    X(ERROR_LIBRARY_CRASHED, 2, "{}: the binary cannot be loaded: {} in {}")                                           \
    X(ERROR_LIBRARY_FUNCTION, 2, "{}: the binary has no function {}: it is not an FMI 2.0 binary")                     \
    X(ERROR_LIBRARY_VERSION, 2, "{}: {} of the binary says \"{}\" instead of \"{}\"")                                  \
    X(ERROR_INTERFACE_MISSING, 2, "{}: has no {} interface")                                                           \
    X(ERROR_GUID, 2, "{}: fmi2Instantiate failed; the binary seems to be of another build "                            \
        "than the description: it does not know the GUID \"{}\" ({})")                                                 \
    X(ERROR_INSTANTIATE, 1, "{}: fmi2Instantiate failed: {}")                                                          \
    X(ERROR_FUNCTION_MISSING, 1, "{}: {} was called at t = {} s, but is missing in the FMU's binary")                  \
    X(ERROR_FMU_CALL, 1, "{}: {} returned {} at t = {} s: {}")                                                         \
    X(ERROR_FMU_BROKEN, 1, "{}: {} cannot be called at t = {} s: the FMU returned fmi2Fatal before")                   \
    X(ERROR_FMU_INTERRUPTED, 1, "{}: {} was interrupted at t = {} s while the step was pending")                       \
    X(ERROR_FMU_CRASHED, 1, "{}: the FMU crashed ({}) in {} at t = {} s: {}")                                          \
    X(ERROR_FMU_EXITED, 1, "{}: the FMU called {} in {} at t = {} s: {}")                                              \
    X(ERROR_THREAD_CRASHED, 1, "a thread that some FMU has started: {}")                                               \
    X(ERROR_FMU_DOES_NOT_RETURN, 1, "{}: the FMU {} in {} at t = {} s")                                                \
    X(ERROR_RUN_DOES_NOT_END, 1, "the run {}")                                                                         \
    X(ERROR_LIMIT_NEEDS_ISOLATION, 2, "--{}: inside of another program it needs --isolate for every FMU")      \
    X(WARNING_ROUNDING_CHANGED, 0, "{}: has changed the floating-point environment ({}) in {}: set back")              \
    X(WARNING_SIGNALS_CHANGED, 0, "{}: has changed what the program does on signal {} ({}) in {}: set back")           \
    X(ERROR_FOLDER_CHANGED, 1, "{}: has changed the program's current folder in {}; --isolate keeps it apart")         \
    X(ERROR_FILE_CLOSED, 1, "{}: has closed or replaced file descriptor {} of the program in {}; --isolate keeps it "  \
        "apart")                                                                                                       \
    X(ERROR_ISOLATED_PROGRAM, 1, "{}: there is no process for it: the program {} is not installed; PASO_LIBEXEC "      \
        "names another folder for it")                                                                                 \
    X(ERROR_ISOLATED_START, 1, "{}: a process for it cannot be started: {}")                                           \
    X(ERROR_ISOLATED_LOAD, 2, "{}")                                                                                    \
    X(ERROR_ISOLATED_LIBRARY, 2, "{}: the binary cannot be loaded: its process {} in {}")                              \
    X(ERROR_ISOLATED_LOST, 1, "{}: the FMU's process {} in {} at t = {} s: {}")                                        \
    X(ERROR_ISOLATED_INTERRUPTED, 1, "{}: {} was interrupted at t = {} s")                                             \
    X(ERROR_ISOLATED_END, 1, "{}: the FMU's process {} in {}, after the end of the run: the results are complete") \
    X(WARNING_FMU_CALL, 0, "{}: {} returned fmi2Warning at t = {} s: {}")                                              \
    X(WARNING_FMU_CALLS, 0, "{}: further warnings of this FMU are not shown")                                          \
    X(WARNING_LOG_CUT, 0, "{}: has logged {} lines; further ones are not shown")
/* clang-format on */

IMPORT_MESSAGES(MESSAGE_DECLARE)

#endif
