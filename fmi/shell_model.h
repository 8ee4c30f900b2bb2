/* What an FMU's own small source file tells the shell: which model it is. A model that is a constant in C ignores the
 * resources; one that is read from a file looks for it there. */
#ifndef PASO_SHELL_MODEL_H
#define PASO_SHELL_MODEL_H

#include "numerics/model.h"

struct shell_model {
    const struct model_type *type;
    const char *guid; /* as in modelDescription.xml */
    void *owner;      /* of what was read from a file; nobody else looks at it */
};

bool shell_model_open(const char *resource_location, struct shell_model *model, struct model_report *report);
void shell_model_close(struct shell_model *model);

#endif
