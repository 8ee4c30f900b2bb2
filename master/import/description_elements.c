/* The elements of a description but for its variables and its structure. */
#include "master/import/description_reader.h"
#include "master/import/import_messages.h"

#include <limits.h>
#include <math.h>
#include <string.h>

bool read_root(struct reader *r)
{
    struct description *d = r->d;
    const char *version, *guid;
    if (!reader_required(r, "fmiVersion", &version))
        return false;
    if (strcmp(version, "2.0") != 0 && strncmp(version, "2.0.", 4) != 0)
        return error_raise(r->error, ERROR_FMI_VERSION, PLACE(r->at), version);
    if (!reader_required(r, "guid", &guid))
        return false;
    d->fmi_version = description_keep(d, version);
    d->guid = description_keep(d, guid);
    d->model_name = reader_text(r, "modelName");
    d->description = reader_text(r, "description");
    d->author = reader_text(r, "author");
    d->version = reader_text(r, "version");
    d->copyright = reader_text(r, "copyright");
    d->license = reader_text(r, "license");
    d->generation_tool = reader_text(r, "generationTool");
    d->generation_date_and_time = reader_text(r, "generationDateAndTime");
    const char *convention = reader_attribute(r, "variableNamingConvention");
    d->structured_names = convention && strcmp(convention, "structured") == 0;

    const char *indicators = reader_attribute(r, "numberOfEventIndicators");
    unsigned n = 0;
    if (indicators && (!xml_unsigned(indicators, &n) || n > INT_MAX))
        return reader_raise_value(r, r->at->name, "numberOfEventIndicators", indicators, "a number of things");
    d->n_event_indicators = n;
    return true;
}

static bool on_interface(struct reader *r, struct fmi_interface *to)
{
    const char *identifier;
    if (!reader_required(r, "modelIdentifier", &identifier))
        return false;
    if (!*identifier || strchr(identifier, '/') || strchr(identifier, '\\') || strlen(identifier) > 200)
        return reader_raise_value(r, r->at->name, "modelIdentifier", identifier, "a C identifier");
    to->present = true;
    to->model_identifier = description_keep(r->d, identifier);
    to->needs_execution_tool = reader_boolean(r, "needsExecutionTool");
    to->only_once_per_process = reader_boolean(r, "canBeInstantiatedOnlyOncePerProcess");
    to->can_not_use_memory_management = reader_boolean(r, "canNotUseMemoryManagementFunctions");
    to->can_get_and_set_state = reader_boolean(r, "canGetAndSetFMUstate");
    to->can_serialize_state = reader_boolean(r, "canSerializeFMUstate");
    to->provides_directional_derivative = reader_boolean(r, "providesDirectionalDerivative");
    to->completed_integrator_step_not_needed = reader_boolean(r, "completedIntegratorStepNotNeeded");
    to->can_handle_variable_step = reader_boolean(r, "canHandleVariableCommunicationStepSize");
    to->can_interpolate_inputs = reader_boolean(r, "canInterpolateInputs");
    to->can_run_asynchronously = reader_boolean(r, "canRunAsynchronuously"); /* the standard's own spelling */
    const int order = reader_integer(r, "maxOutputDerivativeOrder", 0);
    to->max_output_derivative_order = order > 0 ? order : 0;
    r->collect_files = r->d->n_source_files == 0; /* both interfaces list the same files */
    return true;
}

bool read_model_exchange(struct reader *r)
{
    return on_interface(r, &r->d->model_exchange);
}

bool read_co_simulation(struct reader *r)
{
    return on_interface(r, &r->d->co_simulation);
}

bool read_file(struct reader *r)
{
    char **file =
        r->collect_files ? description_grow(r->d, &r->d->source_files, &r->d->n_source_files, sizeof *file) : NULL;
    if (file)
        *file = reader_text(r, "name");
    return true;
}

bool read_unit(struct reader *r)
{
    const char *name;
    if (!reader_required(r, "name", &name))
        return false;
    struct fmi_unit *unit = description_grow(r->d, &r->d->units, &r->d->n_units, sizeof *unit);
    if (unit) {
        unit->name = description_keep(r->d, name);
        unit->factor = 1;
    }
    return true;
}

bool read_base_unit(struct reader *r)
{
    if (r->d->n_units == 0)
        return true; /* memory was short: the reading ends soon */
    struct fmi_unit *unit = &r->d->units[r->d->n_units - 1];
    int *const powers[] = {&unit->kg, &unit->m, &unit->s, &unit->A, &unit->K, &unit->mol, &unit->cd, &unit->rad};
    static const char *const names[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *powers[i] = reader_integer(r, names[i], 0);
    unit->has_base = true;
    reader_real(r, "factor", &unit->factor);
    reader_real(r, "offset", &unit->offset);
    if (unit->factor == 0 || !isfinite(unit->factor) || !isfinite(unit->offset)) {
        reader_warn(r, "factor", reader_attribute(r, "factor") ? reader_attribute(r, "factor") : "1",
                    "a factor of a unit");
        unit->has_base = false;
        unit->factor = 1;
        unit->offset = 0;
    }
    return true;
}

bool read_simple_type(struct reader *r)
{
    const char *name;
    if (!reader_required(r, "name", &name))
        return false;
    struct description_owner *owner = r->d->owner;
    struct raw_type *type = description_grow(r->d, &owner->raw_types, &owner->n_raw_types, sizeof *type);
    if (type) {
        type->name = description_keep(r->d, name);
        type->enumeration = NO_INDEX;
    }
    return true;
}

bool read_type_kind(struct reader *r)
{
    struct description_owner *owner = r->d->owner;
    if (owner->n_raw_types == 0)
        return true;
    struct raw_type *type = &owner->raw_types[owner->n_raw_types - 1];
    type->type = reader_type(r);
    type->unit = reader_name(r, "unit");
    type->has_min = reader_real(r, "min", &type->min);
    type->has_max = reader_real(r, "max", &type->max);
    type->has_nominal = reader_real(r, "nominal", &type->nominal);
    type->relative_quantity = reader_boolean(r, "relativeQuantity");
    if (type->type == FMI_ENUMERATION) {
        struct fmi_enumeration *e = description_grow(r->d, &r->d->enumerations, &r->d->n_enumerations, sizeof *e);
        if (e) {
            e->name = (char *)type->name;
            type->enumeration = (int)r->d->n_enumerations - 1;
        }
    }
    return true;
}

bool read_item(struct reader *r)
{
    if (r->d->n_enumerations == 0)
        return true;
    struct fmi_enumeration *e = &r->d->enumerations[r->d->n_enumerations - 1];
    const char *name;
    if (!reader_required(r, "name", &name))
        return false;
    struct fmi_item *item = description_grow(r->d, &e->items, &e->n_items, sizeof *item);
    if (item) {
        item->name = description_keep(r->d, name);
        item->value = reader_integer(r, "value", (int)e->n_items);
        item->description = reader_text(r, "description");
    }
    return true;
}

bool read_category(struct reader *r)
{
    char **category = description_grow(r->d, &r->d->log_categories, &r->d->n_log_categories, sizeof *category);
    if (category)
        *category = reader_text(r, "name");
    return true;
}

bool read_experiment(struct reader *r)
{
    struct fmi_experiment *e = &r->d->experiment;
    e->has_start_time = reader_real(r, "startTime", &e->start_time);
    e->has_stop_time = reader_real(r, "stopTime", &e->stop_time);
    e->has_tolerance = reader_real(r, "tolerance", &e->tolerance);
    e->has_step_size = reader_real(r, "stepSize", &e->step_size);
    return true;
}

/* Annotations of other tools are their own business. */
bool read_tool(struct reader *r)
{
    const char *name = reader_attribute(r, "name");
    if (!name || strcmp(name, "pasodoble") != 0)
        r->places[r->depth] = SKIP;
    return true;
}

bool read_our_annotation(struct reader *r)
{
    r->d->recomputes_on_get = reader_boolean(r, "recomputesOnGet");
    r->d->states_settable_between_steps = reader_boolean(r, "statesSettableBetweenSteps");
    r->d->differentiates_parameters = reader_boolean(r, "differentiatesParameters");
    const char *initial_inputs = reader_attribute(r, "initialInputs");
    if (initial_inputs)
        r->d->initial_inputs = description_keep(r->d, initial_inputs);
    const char *chosen_slopes = reader_attribute(r, "chosenSlopes");
    if (chosen_slopes)
        r->d->chosen_slopes = description_keep(r->d, chosen_slopes);
    const char *states_counted_by = reader_attribute(r, "statesCountedBy");
    if (states_counted_by)
        r->d->states_counted_by = description_keep(r->d, states_counted_by);
    return true;
}
