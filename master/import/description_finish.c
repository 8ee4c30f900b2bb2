/* Makes a description whole: type definitions applied, defaults of the standard filled in, faults repaired with a warning. */
#include "master/import/description_build.h"
#include "master/import/import_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static const char *skip_identifier(const char *at)
{
    if (*at == '\'') { /* quoted: anything, with escapes */
        for (at++; *at && *at != '\''; at++)
            if (*at == '\\' && at[1])
                at++;
        return *at == '\'' ? at + 1 : NULL;
    }
    const char *const start = at;
    while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_' ||
           (*at >= '0' && *at <= '9' && at > start))
        at++;
    return at > start ? at : NULL;
}

static const char *skip_indices(const char *at)
{
    if (*at != '[')
        return at;
    const size_t n = strspn(at + 1, "0123456789,");
    return n > 0 && at[n + 1] == ']' ? at + n + 2 : NULL;
}

/* a.b[2].c, der(a.b), der(a, 2), 'quoted name' (FMI 2.0, 2.2.9) */
bool description_name_is_structured(const char *name)
{
    const bool derivative = strncmp(name, "der(", 4) == 0;
    const char *at = derivative ? name + 4 : name;
    for (;;) {
        at = skip_identifier(at);
        if (at)
            at = skip_indices(at);
        if (!at)
            return false;
        if (*at != '.')
            break;
        at++;
    }
    if (derivative && *at == ',') {
        at += 1 + strspn(at + 1, " ");
        at += strspn(at, "0123456789");
    }
    return strcmp(at, derivative ? ")" : "") == 0;
}

/* ---- variables ---- */

static void apply_type(struct description *d, const struct names *types, size_t k)
{
    struct fmi_variable *v = &d->variables[k];
    struct raw_variable *raw = &d->owner->raw_variables[k];
    size_t index;
    if (!raw->declared_type)
        return;
    if (!names_find(types, raw->declared_type, &index) || d->owner->raw_types[index].type != v->type) {
        description_warn(d, WARNING_DECLARED_TYPE, v->line, v->name, raw->declared_type);
        return;
    }
    const struct raw_type *type = &d->owner->raw_types[index];
    if (!raw->unit)
        raw->unit = type->unit;
    if (!v->has_min && type->has_min) {
        v->has_min = true;
        v->min = type->min;
    }
    if (!v->has_max && type->has_max) {
        v->has_max = true;
        v->max = type->max;
    }
    if (!v->has_nominal && type->has_nominal) {
        v->has_nominal = true;
        v->nominal = type->nominal;
    }
    v->relative_quantity = v->relative_quantity || type->relative_quantity;
    v->enumeration = type->enumeration;
}

static void apply_unit(struct description *d, struct names *units, size_t k)
{
    const struct fmi_variable *v = &d->variables[k];
    const char *name = d->owner->raw_variables[k].unit;
    size_t index;
    if (!name || !*name)
        return;
    if (!names_find(units, name, &index)) { /* a unit without a definition is still a name to show */
        description_warn(d, WARNING_UNIT, v->line, v->name, name);
        struct fmi_unit *unit = description_grow(d, &d->units, &d->n_units, sizeof *unit);
        if (!unit)
            return;
        unit->name = (char *)name;
        unit->factor = 1;
        index = d->n_units - 1;
        names_add(units, name, index);
    }
    d->variables[k].unit = (int)index;
}

static void check_range(struct description *d, struct fmi_variable *v)
{
    if (v->has_min && v->has_max && !(v->min <= v->max)) {
        description_warn(d, WARNING_RANGE, v->line, v->name, TEXT("%g", v->min), TEXT("%g", v->max));
        v->has_min = v->has_max = false;
    }
    const bool below = v->has_min && v->start < v->min, above = v->has_max && v->start > v->max;
    if (v->has_start && (below || above))
        description_warn(d, WARNING_START_RANGE, v->line, v->name, TEXT("%g", v->start), below ? "min" : "max",
                         TEXT("%g", below ? v->min : v->max));
    if (v->has_nominal && !(v->nominal > 0 && isfinite(v->nominal))) {
        description_warn(d, WARNING_NOMINAL, v->line, v->name, TEXT("%g", v->nominal));
        const bool usable = v->nominal < 0 && isfinite(v->nominal);
        v->nominal = usable ? -v->nominal : 1;
        v->has_nominal = usable;
    }
}

/* Causality and variability that go together (FMI 2.0, 2.2.7); bit masks over variability. */
#define ONE(variability) (1u << (variability))
static const unsigned allowed_variability[] = {
    [FMI_PARAMETER] = ONE(FMI_FIXED) | ONE(FMI_TUNABLE),
    [FMI_CALCULATED_PARAMETER] = ONE(FMI_FIXED) | ONE(FMI_TUNABLE),
    [FMI_INPUT] = ONE(FMI_DISCRETE) | ONE(FMI_CONTINUOUS),
    [FMI_OUTPUT] = ONE(FMI_CONSTANT) | ONE(FMI_DISCRETE) | ONE(FMI_CONTINUOUS),
    [FMI_LOCAL] = ONE(FMI_CONSTANT) | ONE(FMI_FIXED) | ONE(FMI_TUNABLE) | ONE(FMI_DISCRETE) | ONE(FMI_CONTINUOUS),
    [FMI_INDEPENDENT] = ONE(FMI_CONTINUOUS),
};

static void check_variability(struct description *d, struct fmi_variable *v, const struct raw_variable *raw)
{
    const enum fmi_variability changing = v->type == FMI_REAL ? FMI_CONTINUOUS : FMI_DISCRETE;
    if (v->type != FMI_REAL && v->variability == FMI_CONTINUOUS) {
        if (raw->has_variability)
            description_warn(d, WARNING_VARIABILITY, v->line, v->name, fmi_type_name(v->type), "continuous");
        v->variability = FMI_DISCRETE;
    }
    if (allowed_variability[v->causality] & ONE(v->variability))
        return;
    description_warn(d, WARNING_VARIABILITY, v->line, v->name, fmi_causality_name(v->causality),
                     fmi_variability_name(v->variability));
    if (v->variability == FMI_CONSTANT)
        return; /* it cannot be set, whatever else it is */
    v->variability = v->causality == FMI_PARAMETER || v->causality == FMI_CALCULATED_PARAMETER ? FMI_FIXED : changing;
}

/* The default of `initial`, and what else may be written (FMI 2.0, 2.2.7). */
static enum fmi_initial default_initial(const struct fmi_variable *v, unsigned *allowed)
{
    if (v->causality == FMI_INPUT || v->causality == FMI_INDEPENDENT) {
        *allowed = 0;
        return FMI_NO_INITIAL;
    }
    if (v->variability == FMI_CONSTANT || v->causality == FMI_PARAMETER) {
        *allowed = ONE(FMI_EXACT);
        return FMI_EXACT;
    }
    const bool fixed = v->variability == FMI_FIXED || v->variability == FMI_TUNABLE;
    *allowed = ONE(FMI_CALCULATED) | ONE(FMI_APPROX) | (fixed ? 0 : ONE(FMI_EXACT));
    return FMI_CALCULATED;
}

static void check_initial(struct description *d, struct fmi_variable *v, const struct raw_variable *raw)
{
    unsigned allowed;
    const enum fmi_initial otherwise = default_initial(v, &allowed);
    if (raw->has_initial && !(allowed & ONE(v->initial))) {
        description_warn(d, WARNING_INITIAL, v->line, v->name, fmi_initial_name(v->initial),
                         fmi_causality_name(v->causality));
        v->initial = otherwise;
    } else if (!raw->has_initial) {
        v->initial = otherwise;
    }
    const bool wanted = v->causality == FMI_INPUT || v->initial == FMI_EXACT || v->initial == FMI_APPROX;
    if (wanted && !v->has_start)
        description_warn(d, WARNING_START_MISSING, v->line, v->name);
    else if (!wanted && v->has_start)
        description_warn(d, WARNING_START_SURPLUS, v->line, v->name);
}

static void resolve_derivative(struct description *d, size_t k)
{
    const unsigned index = d->owner->raw_variables[k].derivative;
    struct fmi_variable *v = &d->variables[k];
    if (index == 0)
        return;
    if (index > d->n_variables || d->variables[index - 1].type != FMI_REAL || index - 1 == k) {
        description_warn(d, WARNING_DERIVATIVE, v->line, v->name, TEXT("%u", index));
        return;
    }
    v->derivative_of = (int)index - 1;
}

static void finish_variable(struct description *d, const struct names *types, struct names *units, size_t k)
{
    struct fmi_variable *v = &d->variables[k];
    apply_type(d, types, k);
    apply_unit(d, units, k);
    resolve_derivative(d, k);
    check_range(d, v);
    check_variability(d, v, &d->owner->raw_variables[k]);
    check_initial(d, v, &d->owner->raw_variables[k]);
    if (d->structured_names && !description_name_is_structured(v->name))
        description_warn(d, WARNING_NAMING, v->line, v->name);
    switch (names_add(&d->owner->names, v->name, k)) {
    case NAMES_KNOWN:
        description_warn(d, WARNING_NAME_TWICE, v->line, v->name);
        break;
    case NAMES_NO_MEMORY:
        d->owner->no_memory = true;
        break;
    case NAMES_ADDED:
        break;
    }
}

static void finish_variables(struct description *d)
{
    struct names types = {0}, units = {0};
    for (size_t i = 0; i < d->owner->n_raw_types; i++)
        names_add(&types, d->owner->raw_types[i].name, i);
    for (size_t i = 0; i < d->n_units; i++)
        names_add(&units, d->units[i].name, i);
    for (size_t k = 0; k < d->n_variables; k++)
        finish_variable(d, &types, &units, k);
    names_free(&types);
    names_free(&units);
}

/* Names of no input are left alone: the annotation is a hint. */
static void mark_initial_inputs(struct description *d)
{
    for (size_t k = 0; d->initial_inputs && k < d->n_variables; k++) {
        struct fmi_variable *v = &d->variables[k];
        const size_t length = strlen(v->name);
        for (const char *at = d->initial_inputs; *at && !v->only_initial; at += strspn(at, " ")) {
            const size_t word = strcspn(at, " ");
            v->only_initial = v->causality == FMI_INPUT && word == length && strncmp(at, v->name, word) == 0;
            at += word;
        }
    }
}

bool description_finish(struct description *d, struct error *error)
{
    if (!d->model_exchange.present && !d->co_simulation.present)
        return error_raise(error, ERROR_NO_INTERFACE, d->owner->place);
    finish_variables(d);
    mark_initial_inputs(d);
    if (!description_finish_structure(d, error))
        return false;
    if (d->owner->no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "reading a description");
    if (d->owner->n_warnings_kept_back > 0)
        error_warn(WARNING_MORE, d->owner->place, TEXT("%zu", d->owner->n_warnings_kept_back));
    free(d->owner->raw_variables);
    free(d->owner->raw_types);
    d->owner->raw_variables = NULL;
    d->owner->raw_types = NULL;
    return true;
}
