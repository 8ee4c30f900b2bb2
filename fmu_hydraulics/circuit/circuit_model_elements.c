/* The variables of valves that pressures open, pumps and motors, accumulators and lines, and the power that is lost in any element; in the
 * order in which circuit_model_kernel.h computes them. */
#include "fmu_hydraulics/circuit/circuit_model_impl.h"

/* Element states have their places already (circuit_read_elements.c): rows come in that order. */
static struct model_variable state_row(struct circuit_model *model, size_t state)
{
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_valves; k++)
        if (c->valves[k].velocity_state == state)
            return (struct model_variable){.name = TEXT("%s.dU", c->valves[k].name),
                                           .description = TEXT("velocity of %s's spool", c->valves[k].name),
                                           .unit = "1/s",
                                           .rate_unit = "1/s2"};
    for (size_t k = 0; k < c->n_gates; k++)
        if (c->gates[k].state == state)
            return (struct model_variable){.name = TEXT("%s.lift", c->gates[k].label),
                                           .description = TEXT("how far %s is open", c->gates[k].label),
                                           .unit = "",
                                           .rate_unit = "1/s"};
    for (size_t k = 0; k < c->n_units; k++) {
        const char *name = c->units[k].name;
        if (c->units[k].state == state)
            return (struct model_variable){.name = TEXT("%s.swash", name),
                                           .description = TEXT("setting of %s, a part of its displacement", name),
                                           .unit = "",
                                           .rate_unit = "1/s"};
        if (c->units[k].speed_state == state)
            return (struct model_variable){.name = TEXT("%s.speed", name),
                                           .description = TEXT("speed of %s's shaft", name),
                                           .unit = "rad/s",
                                           .rate_unit = "rad/s2",
                                           .is_output = true,
                                           .nominal = 100};
    }
    size_t k = 0;
    while (c->lines[k].state != state)
        k++;
    return (struct model_variable){.name = TEXT("%s.flow", c->lines[k].name),
                                   .description = TEXT("flow through line %s", c->lines[k].name),
                                   .unit = "m3/s",
                                   .rate_unit = "m3/s2",
                                   .nominal = 1e-4};
}

void circuit_model_add_element_states(struct circuit_model *model)
{
    for (size_t state = 1; state <= model->circuit->n_more_states; state++)
        circuit_model_add(model, MODEL_STATE, state_row(model, state));
}

void circuit_model_add_element_outputs(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_units; k++)
        circuit_model_add(
            model, MODEL_OUTPUT,
            (struct model_variable){.name = TEXT("%s.shaft_torque", c->units[k].name),
                                    .description = TEXT("torque that the shaft of %s %s", c->units[k].name,
                                                        c->units[k].is_motor ? "gives" : "takes"),
                                    .unit = "N.m",
                                    .is_output = true,
                                    .nominal = 100});
}

static void add_flow(struct circuit_model *model, const char *label)
{
    circuit_model_add(model, MODEL_LOCAL,
                      (struct model_variable){.name = TEXT("%s.flow", label),
                                              .description = TEXT("flow through %s", label),
                                              .unit = "m3/s",
                                              .nominal = 1e-4});
}

static void add_share(struct circuit_model *model, const char *label, const char *what, const char *description)
{
    circuit_model_add(model, MODEL_LOCAL,
                      (struct model_variable){.name = TEXT("%s.%s", label, what),
                                              .description = TEXT("%s %s", description, label),
                                              .unit = ""});
}

static void add_power(struct circuit_model *model, const char *name, const char *what, const char *description)
{
    circuit_model_add(model, MODEL_LOCAL,
                      (struct model_variable){.name = TEXT("%s.%s", name, what),
                                              .description = TEXT("%s %s", description, name),
                                              .unit = "W",
                                              .nominal = 1e3});
}

void circuit_model_add_element_locals(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    for (size_t k = 0; k < c->n_orifices; k++)
        if (c->orifices[k].command)
            add_share(model, c->orifices[k].name, "lift", "opening of");
    for (size_t k = 0; k < c->n_gates; k++) {
        add_flow(model, c->gates[k].label);
        if (!c->gates[k].state)
            add_share(model, c->gates[k].label, "lift", "opening of");
    }
    for (size_t k = 0; k < c->n_units; k++) {
        add_flow(model, c->units[k].name);
        if (!c->units[k].state)
            add_share(model, c->units[k].name, "swash", "setting, as a part of the displacement, of");
        add_power(model, c->units[k].name, "shaft_power", "power that the drive gives to the shaft of");
    }
    for (size_t k = 0; k < c->n_accumulators; k++)
        circuit_model_add(model, MODEL_LOCAL,
                          (struct model_variable){.name = TEXT("%s.oil", c->accumulators[k].name),
                                                  .description = TEXT("oil in accumulator %s", c->accumulators[k].name),
                                                  .unit = "m3",
                                                  .nominal = 1e-3});
}

void circuit_model_add_losses(struct circuit_model *model)
{
    const struct circuit *c = model->circuit;
    static const char lost[] = "power lost in";
    for (size_t k = 0; k < c->n_orifices; k++)
        add_power(model, c->orifices[k].name, "loss", lost);
    for (size_t k = 0; k < c->n_poppets; k++)
        add_power(model, c->poppets[k].name, "loss", lost);
    for (size_t k = 0; k < c->n_valves; k++)
        add_power(model, c->valves[k].name, "loss", lost);
    for (size_t k = 0; k < c->n_cylinders; k++)
        add_power(model, c->cylinders[k].name, "loss",
                  c->coupling == CIRCUIT_FORCE ? "power lost by leakage and friction in" : "power lost by leakage in");
    for (size_t k = 0; k < c->n_gates; k++)
        add_power(model, c->gates[k].label, "loss", lost);
    for (size_t k = 0; k < c->n_units; k++)
        add_power(model, c->units[k].name, "loss", "power lost by leakage and drag in");
    for (size_t k = 0; k < c->n_lines; k++)
        add_power(model, c->lines[k].name, "loss", "power lost by friction in");
}
