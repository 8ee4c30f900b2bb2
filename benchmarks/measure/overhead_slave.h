/* An FMU's C functions, called straight from its shared library: what the FMUs' own work costs, without
 * any master. */
#ifndef PASO_OVERHEAD_SLAVE_H
#define PASO_OVERHEAD_SLAVE_H

#include "master/base/error.h"
#include "fmi/fmi2.h"
#include "numerics/model.h"

struct slave {
    struct fmu *fmu; /* unpacked */
    void *library;
    fmi2Component component;
    const struct model_type *type;
    fmi2InstantiateTYPE *instantiate;
    fmi2FreeInstanceTYPE *free_instance;
    fmi2ResetTYPE *reset;
    fmi2EnterInitializationModeTYPE *enter;
    fmi2ExitInitializationModeTYPE *exit;
    fmi2GetRealTYPE *get;
    fmi2SetRealTYPE *set;
    fmi2SetIntegerTYPE *set_integer;
    fmi2DoStepTYPE *step;
};

/* `folder` has fmus/. */
bool slave_open(struct slave *slave, const char *folder, const struct model_type *type, struct error *error);
void slave_close(struct slave *slave); /* also where it was not opened */

/* Back to the beginning, with that value of the parameter `coupling` and that of `dx_0` and the like, and initialized. */
struct slave_value {
    const char *name;
    double value;
};
bool slave_start(struct slave *slave, int coupling, const struct slave_value *values, size_t n, struct error *error);
fmi2ValueReference slave_reference(const struct slave *slave, const char *name);

#endif
