#include "export/assembly_variable.h"

#include "fmi/units.h"

#include <string.h>

static struct assembly_variable of_document(const struct model_variable *v)
{
    static const enum fmi_type types[] = {
        [MODEL_REAL] = FMI_REAL, [MODEL_INTEGER] = FMI_INTEGER, [MODEL_BOOLEAN] = FMI_BOOLEAN};
    const struct unit *unit = unit_find(v->unit);
    struct assembly_variable found = {.description = v->description,
                                      .causality = v->role == MODEL_INPUT ? FMI_INPUT : FMI_OUTPUT,
                                      .type = types[v->kind],
                                      .has_unit = unit != NULL};
    if (unit)
        found.unit = (struct fmi_unit){.name = (char *)unit->name,
                                       .has_base = true,
                                       .kg = unit->kg,
                                       .m = unit->m,
                                       .s = unit->s,
                                       .K = unit->K,
                                       .rad = unit->rad,
                                       .factor = unit->factor != 0 ? unit->factor : 1};
    return found;
}

static struct assembly_variable of_fmu(const struct description *d, const struct fmi_variable *v)
{
    const bool has_unit = v->unit != NO_INDEX;
    return (struct assembly_variable){.description = v->description,
                                      .causality = v->causality,
                                      .type = v->type,
                                      .has_unit = has_unit,
                                      .unit = has_unit ? d->units[v->unit] : (struct fmi_unit){0}};
}

struct assembly_variable assembly_variable(const struct assembly_part *part, const char *name)
{
    if (part->fmu) {
        const struct description *d = fmu_description(part->fmu);
        return of_fmu(d, description_find(d, name));
    }
    const struct model_type *type = part->model.type;
    return of_document(&type->variables[model_find(type, name, strlen(name))]);
}
