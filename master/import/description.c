/* The description as others see it: names of enumerators, search, what may be set. */
#include "master/import/description.h"
#include "master/import/description_build.h"

const struct fmi_variable *description_find(const struct description *d, const char *name)
{
    size_t index;
    return names_find(&d->owner->names, name, &index) ? &d->variables[index] : NULL;
}

size_t description_index(const struct description *d, const struct fmi_variable *v)
{
    return (size_t)(v - d->variables);
}

const char *fmi_type_name(enum fmi_type type)
{
    static const char *const names[] = {"Real", "Integer", "Boolean", "String", "Enumeration"};
    return names[type];
}

const char *fmi_causality_name(enum fmi_causality causality)
{
    static const char *const names[] = {"parameter", "calculatedParameter", "input", "output", "local", "independent"};
    return names[causality];
}

const char *fmi_variability_name(enum fmi_variability variability)
{
    static const char *const names[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
    return names[variability];
}

const char *fmi_initial_name(enum fmi_initial initial)
{
    static const char *const names[] = {"exact", "approx", "calculated", ""};
    return names[initial];
}

bool fmi_settable_before_start(const struct fmi_variable *v)
{
    if (v->variability == FMI_CONSTANT || v->causality == FMI_INDEPENDENT)
        return false;
    return v->causality == FMI_INPUT || v->initial == FMI_EXACT || v->initial == FMI_APPROX;
}
