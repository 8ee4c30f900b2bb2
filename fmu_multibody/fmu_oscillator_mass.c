/* OscillatorMass.fmu: the model that the export shell is to carry. */
#include "oscillator_mass.h"
#include "shell_model.h"

#ifndef MODEL_GUID
#include "model_guid.h"
#endif

bool shell_model_open(const char *resource_location, struct shell_model *model, struct model_report *report)
{
    (void)resource_location, (void)report;
    *model = (struct shell_model){&oscillator_mass_type, MODEL_GUID};
    return true;
}

void shell_model_close(struct shell_model *model)
{
    (void)model;
}
