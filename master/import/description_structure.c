/* ModelStructure: indices checked, outputs made complete. */
#include "master/import/description_build.h"
#include "master/import/import_messages.h"

#include <stdlib.h>

/* 1-based to 0-based; a wrong index means that nothing is known. */
static void resolve_dependencies(struct description *d, struct fmi_unknown *unknown)
{
    const struct fmi_variable *v = &d->variables[unknown->variable];
    for (size_t i = 0; i < unknown->n_dependencies; i++) {
        const size_t index = unknown->dependencies[i];
        if (index < 1 || index > d->n_variables) {
            description_warn(d, WARNING_DEPENDENCY, v->line, v->name, TEXT("%zu", index));
            unknown->dependencies_known = false;
            break;
        }
        unknown->dependencies[i] = index - 1;
    }
    if (!unknown->dependencies_known) {
        free(unknown->dependencies);
        unknown->dependencies = NULL;
        unknown->n_dependencies = 0;
    }
}

/* Entries with an index that is no variable's are left out; so are those that `keep` does not want. */
typedef bool (*keep_unknown)(const struct fmi_variable *v);

static void resolve(struct description *d, const char *list, struct fmi_unknown *unknowns, size_t *n, bool *seen,
                    keep_unknown keep)
{
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++) {
        struct fmi_unknown *unknown = &unknowns[i];
        const size_t index = unknown->variable;
        const bool exists = index >= 1 && index <= d->n_variables;
        const bool wanted = exists && !seen[index - 1] && (!keep || keep(&d->variables[index - 1]));
        if (!wanted) {
            description_warn(d, WARNING_STRUCTURE_SURPLUS, exists ? d->variables[index - 1].line : 0,
                             exists ? d->variables[index - 1].name : TEXT("%zu", index), list);
            free(unknown->dependencies);
            continue;
        }
        seen[index - 1] = true;
        unknown->variable = index - 1;
        resolve_dependencies(d, unknown);
        unknowns[kept++] = *unknown;
    }
    *n = kept;
}

static bool is_output(const struct fmi_variable *v)
{
    return v->causality == FMI_OUTPUT;
}

static void finish_outputs(struct description *d, bool *seen)
{
    resolve(d, "Outputs", d->outputs, &d->n_outputs, seen, is_output);
    for (size_t k = 0; k < d->n_variables; k++) {
        if (!is_output(&d->variables[k]) || seen[k])
            continue;
        description_warn(d, WARNING_STRUCTURE_MISSING, d->variables[k].line, d->variables[k].name, "Outputs");
        struct fmi_unknown *unknown = description_grow(d, &d->outputs, &d->n_outputs, sizeof *unknown);
        if (!unknown)
            return;
        unknown->variable = k;
    }
}

/* The number of entries is the number of states that the FMU reads and writes: here nothing is left out silently. */
static bool finish_derivatives(struct description *d, struct error *error)
{
    for (size_t i = 0; i < d->n_derivatives; i++) {
        struct fmi_unknown *unknown = &d->derivatives[i];
        const size_t index = unknown->variable;
        if (index < 1 || index > d->n_variables || d->variables[index - 1].type != FMI_REAL)
            return error_raise(error, ERROR_STRUCTURE_INDEX, d->owner->place, TEXT("%zu", index));
        unknown->variable = index - 1;
        resolve_dependencies(d, unknown);
        const struct fmi_variable *v = &d->variables[index - 1];
        if (v->derivative_of == NO_INDEX)
            description_warn(d, WARNING_STATE_UNKNOWN, v->line, v->name);
    }
    return true;
}

/* FMI 2.0, 2.2.8: outputs, states and derivatives that are approx or calculated, and calculated parameters. */
static bool expected_initially(const struct description *d, size_t k, const bool *is_state_or_derivative)
{
    const struct fmi_variable *v = &d->variables[k];
    const bool computed = v->initial == FMI_APPROX || v->initial == FMI_CALCULATED;
    return v->causality == FMI_CALCULATED_PARAMETER ||
           (computed && (v->causality == FMI_OUTPUT || is_state_or_derivative[k]));
}

static void finish_initial_unknowns(struct description *d, bool *seen, bool *is_state_or_derivative)
{
    resolve(d, "InitialUnknowns", d->initial_unknowns, &d->n_initial_unknowns, seen, NULL);
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const size_t k = d->derivatives[i].variable;
        is_state_or_derivative[k] = true;
        if (d->variables[k].derivative_of != NO_INDEX)
            is_state_or_derivative[d->variables[k].derivative_of] = true;
    }
    for (size_t k = 0; k < d->n_variables; k++) {
        const bool expected = expected_initially(d, k, is_state_or_derivative);
        if (expected && !seen[k])
            description_warn(d, WARNING_STRUCTURE_MISSING, d->variables[k].line, d->variables[k].name,
                             "InitialUnknowns");
        else if (!expected && seen[k])
            description_warn(d, WARNING_INITIAL_UNKNOWN, d->variables[k].line, d->variables[k].name);
    }
}

bool description_finish_structure(struct description *d, struct error *error)
{
    bool *flags = calloc(3 * d->n_variables + 1, sizeof *flags);
    if (!flags)
        return error_raise(error, ERROR_NO_MEMORY, "reading a description");
    finish_outputs(d, flags);
    const bool ok = finish_derivatives(d, error);
    if (ok)
        finish_initial_unknowns(d, flags + d->n_variables, flags + 2 * d->n_variables);
    free(flags);
    return ok;
}
