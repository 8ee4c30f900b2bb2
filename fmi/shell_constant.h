/* For an FMU whose model is a constant in C: SHELL_CONSTANT_MODEL(manipulator_type) is all that its source file says. The
 * GUID comes from the header that was generated with the description. */
#ifndef PASO_SHELL_CONSTANT_H
#define PASO_SHELL_CONSTANT_H

#include "fmi/shell_model.h"

#ifndef MODEL_GUID
#include "model_guid.h"
#endif

#define SHELL_CONSTANT_MODEL(type)                                                                                     \
    bool shell_model_open(const char *resource_location, struct shell_model *model, struct model_report *report)       \
    {                                                                                                                  \
        (void)resource_location, (void)report;                                                                         \
        *model = (struct shell_model){&(type), MODEL_GUID, NULL};                                                      \
        return true;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    void shell_model_close(struct shell_model *model)                                                                  \
    {                                                                                                                  \
        (void)model;                                                                                                   \
    }

#endif
