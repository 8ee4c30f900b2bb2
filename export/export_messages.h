/* The messages of models from files: X(code, exit status, text), as error.h explains. */
#ifndef PASO_EXPORT_MESSAGES_H
#define PASO_EXPORT_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define EXPORT_MESSAGES(X)                                                                                             \
    X(ERROR_SHOW_KIND, 2, "{}: a \"{}\" cannot be drawn; mechanisms can")                                              \
    X(ERROR_SHOW_MODEL, 1, "{}: {}")                                                                                   \
    X(ERROR_MONOLITHIC_SETUP, 2, "{}: {}")                                                                             \
    X(ERROR_MONOLITHIC_STEP, 1, "{}: at t = {} s: {}{}")                                                               \
    X(ERROR_DOCUMENT, 2, "{}")                                                                                         \
    X(ERROR_DOCUMENT_TYPE, 2, "{}: describes a \"{}\", which is not known here; did you mean \"{}\"?")                 \
    X(ERROR_DOCUMENT_SYSTEM, 2,                                                                                        \
        "{}: describes a whole system: paso export --system makes an .ssp of it, paso monolithic solves it; here a mechanism or a circuit is expected")\
    X(ERROR_DOCUMENT_NOT_INSIDE, 2, "{}: was not made of a file by paso export: there is no {} in it")                 \
    X(ERROR_EXPORT_DESCRIPTION, 1, "{}: cannot be described: {}")                                                      \
    X(ERROR_EXPORT_SAME_NAME, 2, "{}: the components {} and {} are both called \"{}\" in their files; change a name")  \
    X(ERROR_MONOLITHIC_MECHANISM, 2, "{}: needs one mechanism to be solved as one set of equations, but has {}")
/* clang-format on */

EXPORT_MESSAGES(MESSAGE_DECLARE)

#endif
