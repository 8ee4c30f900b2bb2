/* The shared library of an FMU and the functions found in it: by dlopen (binary.c) or by FMI Library (fmilib_binary.c).
 * Private to import/. */
#ifndef PASO_BINARY_H
#define PASO_BINARY_H

#include "master/import/description.h"
#include "master/base/error.h"
#include "fmi/fmi2.h"

/* Every function of FMI 2.0; NULL where the library does not have it. */
struct functions {
#define BINARY_FUNCTION(result, name, arguments) fmi2##name##TYPE *name;
    FMI2_FUNCTIONS(BINARY_FUNCTION)
#undef BINARY_FUNCTION
};

struct binary;

/* Loads binaries/<platform>/<model identifier>.so of the unpacked `folder`. `place` is how messages call the FMU. */
struct binary *binary_load(const char *folder, fmi2Type type, const char *model_identifier, const char *place,
                           struct error *error);
void binary_unload(struct binary *binary); /* accepts NULL */

const struct functions *binary_functions(const struct binary *binary);
const char *binary_path(const struct binary *binary);

/* A component for these functions; NULL where the FMU does not give one. */
fmi2Component binary_instantiate(struct binary *binary, const char *name, fmi2Type type, const char *guid,
                                 const char *resources, const fmi2CallbackFunctions *callbacks, bool logging);

/* Whether a pending step has ended, and with which status; `finished` is what stepFinished said, or BINARY_NOT_FINISHED. Where there is
 * fmi2GetStatus, its answer counts: a callback may come late, when the next step is under way. Returns the status of that call. */
enum { BINARY_NOT_FINISHED = -1 };
static inline fmi2Status binary_ask_step(const struct functions *functions, fmi2Component component, int finished,
                                         fmi2Status *step)
{
    *step = fmi2Pending;
    if (functions->GetStatus)
        return functions->GetStatus(component, fmi2DoStepStatus, step);
    if (finished != BINARY_NOT_FINISHED)
        *step = (fmi2Status)finished;
    return fmi2OK;
}

/* The path of the library, or NULL and what is there instead. The caller frees it. */
char *binary_find(const char *folder, const char *model_identifier, const char *place, struct error *error);

/* Whether a file of the archive is a binary for another platform. */
bool binary_is_elsewhere(const char *name);

/* The platforms that the FMU has folders for, sorted; the caller frees the array and the names. */
size_t binary_platforms(const char *folder, char ***names);

#endif
