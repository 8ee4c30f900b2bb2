/* The messages of models from files: X(code, exit status, text), as error.h explains. */
#ifndef PASO_EXPORT_MESSAGES_H
#define PASO_EXPORT_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define EXPORT_MESSAGES(X)                                                                                             \
    X(ERROR_SHOW_KIND, 2, "{}: a \"{}\" cannot be drawn; mechanisms and circuits can")                                 \
    X(ERROR_SHOW_MODEL, 1, "{}: {}")                                                                                   \
    X(ERROR_SHOW_NO_MECHANISM, 2, "{}: no component carries the description of a mechanism; FMUs that paso export has made of mechanism files do") \
    X(ERROR_SHOW_COMPONENT, 2, "{}: there is no mechanism \"{}\"; did you mean \"{}\"?")                               \
    X(ERROR_SHOW_NO_COMPONENT, 2, "{}: there is no mechanism \"{}\"; {}")                                               \
    X(ERROR_SHOW_WHICH, 2, "{}: has {} mechanisms; choose one by --component {} or --component {}")                    \
    X(ERROR_SHOW_MISSING, 2, "{}: is no result of {}, or not all of it: there is no column {}{}; paso run records them unless --record leaves them out")\
    X(ERROR_SHOW_AMBIGUOUS, 2, "{}: has two such mechanisms, {}* and {}*; give the system instead of the mechanism, and --component") \
    X(ERROR_SHOW_PATTERN, 2, "--record: no column matches \"{}\"")                                                     \
    X(ERROR_SHOW_ROW, 1, "{}: at t = {} s: {}")                                                                        \
    X(ERROR_SHOW_NO_ROW, 2, "{}: no row has numbers for all coordinates of the mechanism")                             \
    X(ERROR_SHOW_SET, 2, "--set {}: {} has no component of that name; NAME.path=value changes the document of NAME")    \
    X(ERROR_SHOW_TWO, 2, "--result: {} results; a page shows one, or two together")                                    \
    X(ERROR_SHOW_OUTPUTS, 2, "--svg {} and --output {} are the same option; give one of them")                          \
    X(ERROR_SHOW_OVERLAY, 2, "{}: two results are shown together in a page, FILE.html; a picture has one")             \
    X(ERROR_SHOW_MOTION, 2, "{}: a {} does not move here; its picture is FILE.svg, FILE.png or FILE.pdf, without --result")   \
    X(ERROR_SHOW_WHOLE, 2, "{}: an FMU of a whole system has pictures alone, FILE.svg, FILE.png or FILE.pdf; for its motion give the system that it was made of: paso show SYSTEM.json --result RESULT.csv")   \
    X(ERROR_SHOW_BENDING, 2, "{}: a {} has no beams that --bending could draw larger")                                \
    X(ERROR_SHOW_MANY, 2, "{}: {} components are too many for a picture, which shows {}")                               \
    X(ERROR_SHOW_MODE_RESULT, 2, "--mode {}: a mode is drawn about the start; leave --result out")                      \
    X(ERROR_SHOW_MODE_KIND, 2, "{}: --mode needs a mechanism, or a system with one; a {} does not swing")               \
    X(ERROR_SHOW_MODE_PART, 2, "{}: --mode needs the equations of all components, and {} carries no description of them; FMUs that paso export has made do") \
    X(ERROR_SHOW_NO_MODE, 2, "{}: there is no mode {}: at the start it has {} oscillations, which count from the slowest one") \
    X(ERROR_SHOW_MODE_STILL, 2, "{}: mode {}, {} Hz, does not move the mechanism")                                      \
    X(WARNING_SHOW, 0, "{}")                                                                                           \
    X(ERROR_NEW_EXAMPLE, 2, "there is no example \"{}\"; did you mean \"{}\"?")                                         \
    X(ERROR_NEW_FOLDER, 2, "{}: the folder cannot be made or read: {}")                                                 \
    X(ERROR_NEW_NOT_EMPTY, 2, "{}: is not empty; an example goes to a new folder or to an empty one")                   \
    X(ERROR_MONOLITHIC_SETUP, 2, "{}: {}")                                                                             \
    X(ERROR_MONOLITHIC_METHOD, 2, "--input: --method {} keeps inputs as they start; --method cvode follows the file")  \
    X(ERROR_MONOLITHIC_NO_INPUT, 2, "the system has no input \"{}\"")                                                  \
    X(ERROR_MONOLITHIC_NO_INPUT_BUT, 2, "the system has no input \"{}\"; did you mean \"{}\"?")                        \
    X(ERROR_MONOLITHIC_STEP, 1, "{}: at t = {} s: {}{}")                                                               \
    X(ERROR_ASSEMBLY_FMU, 2, "{}: {} ({}) is an FMU, whose equations nobody knows: paso export --system makes an .ssp")  \
    X(ERROR_DOCUMENT, 2, "{}")                                                                                         \
    X(ERROR_DOCUMENT_TYPE, 2, "{}: describes a \"{}\", which is not known here; did you mean \"{}\"?")                 \
    X(ERROR_DOCUMENT_SYSTEM, 2,                                                                                        \
        "{}: describes a whole system: paso export --system makes an .ssp of it (or one FMU, with --whole), paso monolithic solves it; here a mechanism or a circuit is expected")\
    X(ERROR_DOCUMENT_NOT_INSIDE, 2, "{}: was not made of a file by paso export: there is no {} in it")                 \
    X(ERROR_DOCUMENT_PACKAGE, 2,                                                                                       \
        "{}: is a package of a whole system; here a mechanism or a circuit is expected; paso connect puts a system into another")\
    X(ERROR_EXPORT_DESCRIPTION, 1, "{}: cannot be described: {}")                                                      \
    X(ERROR_EXPORT_PLATFORM, 2, "--platform {}: this paso has binaries for {} alone; make everywhere builds one that has them for all platforms")\
    X(ERROR_EXPORT_SAME_NAME, 2, "{}: the components {} and {} are both called \"{}\" in their files; change a name")  \
    X(WARNING_MONOLITHIC, 0, "{}")                                                                                     \
    X(ERROR_MONOLITHIC_MECHANISM, 2, "{}: needs one mechanism to be solved as one set of equations, but has {}")
/* clang-format on */

EXPORT_MESSAGES(MESSAGE_DECLARE)

#endif
