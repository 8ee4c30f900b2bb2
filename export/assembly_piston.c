#include "export/assembly_piston.h"

#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_hydraulics/circuit/circuit_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_friction(FILE *out, const struct friction *friction)
{
    fprintf(out, ", \"friction\": {\"type\": \"%s\"", friction_name(friction->law));
    for (size_t i = 0; i < friction_n_parameters; i++) {
        double value;
        memcpy(&value, (const char *)friction + friction_parameters[i].offset, sizeof value);
        if (friction_parameters[i].laws & 1u << friction->law)
            fprintf(out, ", \"%s\": %.17g", friction_parameters[i].name, value);
    }
    fputc('}', out);
}

static void write_piston(FILE *out, const struct circuit_cylinder *c)
{
    fprintf(out, "{\"areas\": [%.17g, %.17g], \"stroke\": %.17g, \"%s\": %.17g", c->piston.area_A, c->piston.area_B,
            c->piston.stroke, c->start_relative ? "start_length" : "retracted_length",
            c->start_relative ? c->start_length : c->retracted_length);
    if (c->piston.stop_stiffness > 0)
        fprintf(out, ", \"stops\": {\"stiffness\": %.17g, \"damping\": %.17g}", c->piston.stop_stiffness,
                c->piston.stop_damping);
    write_friction(out, &c->piston.friction);
    fputc('}', out);
}

char *assembly_piston(const struct model_file *circuit, const char *cylinder)
{
    if (circuit->kind->grammar != &circuit_grammar)
        return NULL;
    const struct circuit *c = circuit_model_circuit(circuit->opened);
    for (size_t i = 0; i < c->n_cylinders; i++)
        if (strcmp(c->cylinders[i].name, cylinder) == 0) {
            char *text = NULL;
            size_t size = 0;
            FILE *out = open_memstream(&text, &size);
            if (!out)
                return NULL;
            write_piston(out, &c->cylinders[i]);
            if (fclose(out) == 0)
                return text;
            free(text);
        }
    return NULL;
}
