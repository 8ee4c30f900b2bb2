/* The description of an unpacked FMU by FMI Library, in our words. FMI Library applies type definitions itself and does not
 * tell lines. */
#include "master/import/description_build.h"
#include "master/import/fmilib_impl.h"
#include "master/import/xml.h"
#include "master/import/import_messages.h"

#include <float.h>
#include <limits.h>
#include <string.h>

static char *kept(struct description *d, const char *text)
{
    return description_keep(d, text);
}

/* ---- the head ---- */

static bool can(fmi2_import_t *import, fmi2_capabilities_enu_t what)
{
    return fmi2_import_get_capability(import, what) != 0;
}

static void read_interfaces(struct description *d, fmi2_import_t *import)
{
    const fmi2_fmu_kind_enu_t kind = fmi2_import_get_fmu_kind(import);
    if (kind == fmi2_fmu_kind_me || kind == fmi2_fmu_kind_me_and_cs) {
        struct fmi_interface *me = &d->model_exchange;
        me->present = true;
        me->model_identifier = kept(d, fmi2_import_get_model_identifier_ME(import));
        me->needs_execution_tool = can(import, fmi2_me_needsExecutionTool);
        me->only_once_per_process = can(import, fmi2_me_canBeInstantiatedOnlyOncePerProcess);
        me->can_not_use_memory_management = can(import, fmi2_me_canNotUseMemoryManagementFunctions);
        me->can_get_and_set_state = can(import, fmi2_me_canGetAndSetFMUstate);
        me->can_serialize_state = can(import, fmi2_me_canSerializeFMUstate);
        me->provides_directional_derivative = can(import, fmi2_me_providesDirectionalDerivatives);
        me->completed_integrator_step_not_needed = can(import, fmi2_me_completedIntegratorStepNotNeeded);
    }
    if (kind == fmi2_fmu_kind_cs || kind == fmi2_fmu_kind_me_and_cs) {
        struct fmi_interface *cs = &d->co_simulation;
        cs->present = true;
        cs->model_identifier = kept(d, fmi2_import_get_model_identifier_CS(import));
        cs->needs_execution_tool = can(import, fmi2_cs_needsExecutionTool);
        cs->only_once_per_process = can(import, fmi2_cs_canBeInstantiatedOnlyOncePerProcess);
        cs->can_not_use_memory_management = can(import, fmi2_cs_canNotUseMemoryManagementFunctions);
        cs->can_get_and_set_state = can(import, fmi2_cs_canGetAndSetFMUstate);
        cs->can_serialize_state = can(import, fmi2_cs_canSerializeFMUstate);
        cs->provides_directional_derivative = can(import, fmi2_cs_providesDirectionalDerivatives);
        cs->can_handle_variable_step = can(import, fmi2_cs_canHandleVariableCommunicationStepSize);
        cs->can_interpolate_inputs = can(import, fmi2_cs_canInterpolateInputs);
        cs->can_run_asynchronously = can(import, fmi2_cs_canRunAsynchronuously);
        cs->max_output_derivative_order = (int)fmi2_import_get_capability(import, fmi2_cs_maxOutputDerivativeOrder);
    }
}

static void read_lists_of_names(struct description *d, fmi2_import_t *import)
{
    for (size_t k = 0; k < fmi2_import_get_log_categories_num(import); k++) {
        char **name = description_grow(d, &d->log_categories, &d->n_log_categories, sizeof *name);
        if (name)
            *name = kept(d, fmi2_import_get_log_category(import, k));
    }
    const size_t n_me = fmi2_import_get_source_files_me_num(import);
    const size_t n = n_me ? n_me : fmi2_import_get_source_files_cs_num(import);
    for (size_t k = 0; k < n; k++) {
        char **name = description_grow(d, &d->source_files, &d->n_source_files, sizeof *name);
        if (name)
            *name =
                kept(d, n_me ? fmi2_import_get_source_file_me(import, k) : fmi2_import_get_source_file_cs(import, k));
    }
}

static void read_head(struct description *d, fmi2_import_t *import)
{
    d->fmi_version = kept(d, fmi2_import_get_model_standard_version(import));
    d->model_name = kept(d, fmi2_import_get_model_name(import));
    d->guid = kept(d, fmi2_import_get_GUID(import));
    d->description = kept(d, fmi2_import_get_description(import));
    d->author = kept(d, fmi2_import_get_author(import));
    d->version = kept(d, fmi2_import_get_model_version(import));
    d->copyright = kept(d, fmi2_import_get_copyright(import));
    d->license = kept(d, fmi2_import_get_license(import));
    d->generation_tool = kept(d, fmi2_import_get_generation_tool(import));
    d->generation_date_and_time = kept(d, fmi2_import_get_generation_date_and_time(import));
    d->structured_names = fmi2_import_get_naming_convention(import) == fmi2_naming_enu_structured;
    d->n_event_indicators = fmi2_import_get_number_of_event_indicators(import);
    struct fmi_experiment *e = &d->experiment;
    e->has_start_time = fmi2_import_get_default_experiment_has_start(import);
    e->has_stop_time = fmi2_import_get_default_experiment_has_stop(import);
    e->has_tolerance = fmi2_import_get_default_experiment_has_tolerance(import);
    e->has_step_size = fmi2_import_get_default_experiment_has_step(import);
    e->start_time = e->has_start_time ? fmi2_import_get_default_experiment_start(import) : 0;
    e->stop_time = e->has_stop_time ? fmi2_import_get_default_experiment_stop(import) : 0;
    e->tolerance = e->has_tolerance ? fmi2_import_get_default_experiment_tolerance(import) : 0;
    e->step_size = e->has_step_size ? fmi2_import_get_default_experiment_step(import) : 0;
}

static void read_units(struct description *d, fmi2_import_t *import)
{
    fmi2_import_unit_definitions_t *units = fmi2_import_get_unit_definitions(import);
    const unsigned n = units ? fmi2_import_get_unit_definitions_number(units) : 0;
    for (unsigned k = 0; k < n; k++) {
        fmi2_import_unit_t *theirs = fmi2_import_get_unit(units, k);
        struct fmi_unit *unit = description_grow(d, &d->units, &d->n_units, sizeof *unit);
        if (!unit)
            return;
        const int *powers = fmi2_import_get_SI_unit_exponents(theirs);
        int *const ours[] = {&unit->kg, &unit->m, &unit->s, &unit->A, &unit->K, &unit->mol, &unit->cd, &unit->rad};
        bool measures = false;
        for (size_t p = 0; p < sizeof ours / sizeof *ours; p++) {
            *ours[p] = powers[p];
            measures = measures || powers[p] != 0;
        }
        unit->name = kept(d, fmi2_import_get_unit_name(theirs));
        unit->factor = fmi2_import_get_SI_unit_factor(theirs);
        unit->offset = fmi2_import_get_SI_unit_offset(theirs);
        /* A plain number and a unit that nobody defined look the same here: nothing is known of either. */
        unit->has_base = measures || unit->factor != 1 || unit->offset != 0;
    }
}

static void read_enumerations(struct description *d, fmi2_import_t *import)
{
    fmi2_import_type_definitions_t *types = fmi2_import_get_type_definitions(import);
    const unsigned n = types ? fmi2_import_get_type_definition_number(types) : 0;
    for (unsigned k = 0; k < n; k++) {
        fmi2_import_variable_typedef_t *type = fmi2_import_get_typedef(types, k);
        fmi2_import_enumeration_typedef_t *theirs = fmi2_import_get_type_as_enum(type);
        if (fmi2_import_get_base_type(type) != fmi2_base_type_enum || !theirs)
            continue;
        struct fmi_enumeration *e = description_grow(d, &d->enumerations, &d->n_enumerations, sizeof *e);
        if (!e)
            return;
        e->name = kept(d, fmi2_import_get_type_name(type));
        for (unsigned m = 1; m <= fmi2_import_get_enum_type_size(theirs); m++) { /* items count from 1 */
            struct fmi_item *item = description_grow(d, &e->items, &e->n_items, sizeof *item);
            if (!item)
                return;
            item->name = kept(d, fmi2_import_get_enum_type_item_name(theirs, m));
            item->value = fmi2_import_get_enum_type_item_value(theirs, m);
            item->description = kept(d, fmi2_import_get_enum_type_item_description(theirs, m));
        }
    }
}

/* ---- variables ---- */

static void set_range(struct fmi_variable *v, double min, double max, double lowest, double highest)
{
    v->has_min = min > lowest;
    v->has_max = max < highest;
    v->min = v->has_min ? min : 0;
    v->max = v->has_max ? max : 0;
}

static int find_enumeration(const struct description *d, const char *name)
{
    for (size_t k = 0; name && k < d->n_enumerations; k++)
        if (strcmp(d->enumerations[k].name, name) == 0)
            return (int)k;
    return NO_INDEX;
}

static void read_real(struct description *d, struct fmi_variable *v, struct raw_variable *raw,
                      fmi2_import_real_variable_t *real)
{
    v->start = v->has_start ? fmi2_import_get_real_variable_start(real) : 0;
    set_range(v, fmi2_import_get_real_variable_min(real), fmi2_import_get_real_variable_max(real), -DBL_MAX, DBL_MAX);
    v->nominal = fmi2_import_get_real_variable_nominal(real);
    v->has_nominal = v->nominal != 1;
    v->relative_quantity = fmi2_import_get_real_variable_relative_quantity(real) != 0;
    v->reinit = fmi2_import_get_real_variable_reinit(real) != 0;
    fmi2_import_unit_t *unit = fmi2_import_get_real_variable_unit(real);
    raw->unit = unit ? kept(d, fmi2_import_get_unit_name(unit)) : NULL;
    fmi2_import_variable_t *state = (fmi2_import_variable_t *)fmi2_import_get_real_variable_derivative_of(real);
    if (state)
        raw->derivative = (unsigned)fmi2_import_get_variable_original_order(state) + 1;
}

static void read_value(struct description *d, struct fmi_variable *v, struct raw_variable *raw,
                       fmi2_import_variable_t *theirs)
{
    switch (fmi2_import_get_variable_base_type(theirs)) {
    case fmi2_base_type_real:
        v->type = FMI_REAL;
        read_real(d, v, raw, fmi2_import_get_variable_as_real(theirs));
        break;
    case fmi2_base_type_int: {
        fmi2_import_integer_variable_t *whole = fmi2_import_get_variable_as_integer(theirs);
        v->type = FMI_INTEGER;
        v->start = v->has_start ? fmi2_import_get_integer_variable_start(whole) : 0;
        set_range(v, fmi2_import_get_integer_variable_min(whole), fmi2_import_get_integer_variable_max(whole), INT_MIN,
                  INT_MAX);
        break;
    }
    case fmi2_base_type_bool:
        v->type = FMI_BOOLEAN;
        v->start = v->has_start && fmi2_import_get_boolean_variable_start(fmi2_import_get_variable_as_boolean(theirs));
        break;
    case fmi2_base_type_str:
        v->type = FMI_STRING;
        v->start_string = kept(
            d, v->has_start ? fmi2_import_get_string_variable_start(fmi2_import_get_variable_as_string(theirs)) : "");
        break;
    case fmi2_base_type_enum: {
        fmi2_import_variable_typedef_t *type = fmi2_import_get_variable_declared_type(theirs);
        v->type = FMI_ENUMERATION;
        v->start = v->has_start ? fmi2_import_get_enum_variable_start(fmi2_import_get_variable_as_enum(theirs)) : 0;
        v->enumeration = find_enumeration(d, type ? fmi2_import_get_type_name(type) : NULL);
        break;
    }
    }
}

static void read_variables(struct description *d, fmi2_import_t *import)
{
    fmi2_import_variable_list_t *list = fmi2_import_get_variable_list(import, 0); /* in the order of the XML */
    const size_t n = list ? fmi2_import_get_variable_list_size(list) : 0;
    for (size_t k = 0; k < n; k++) {
        fmi2_import_variable_t *theirs = fmi2_import_get_variable(list, k);
        struct fmi_variable *v = description_add_variable(d);
        if (!v)
            break;
        struct raw_variable *raw = &d->owner->raw_variables[d->n_variables - 1];
        v->name = kept(d, fmi2_import_get_variable_name(theirs));
        v->description = kept(d, fmi2_import_get_variable_description(theirs));
        v->reference = fmi2_import_get_variable_vr(theirs);
        v->causality = (enum fmi_causality)fmi2_import_get_causality(theirs);
        v->variability = (enum fmi_variability)fmi2_import_get_variability(theirs);
        v->initial = (enum fmi_initial)fmi2_import_get_initial(theirs);
        v->can_handle_multiple_set = fmi2_import_get_canHandleMultipleSetPerTimeInstant(theirs) != 0;
        v->has_start = fmi2_import_get_variable_has_start(theirs) != 0;
        raw->has_variability = true;
        raw->has_initial = v->initial != FMI_NO_INITIAL && v->causality != FMI_INPUT && v->causality != FMI_INDEPENDENT;
        read_value(d, v, raw, theirs);
    }
    if (list)
        fmi2_import_free_variable_list(list);
}

/* ---- ModelStructure ---- */

typedef void (*dependencies_of)(fmi2_import_t *, size_t **, size_t **, char **);

static void read_unknowns(struct description *d, fmi2_import_t *import, fmi2_import_variable_list_t *list,
                          dependencies_of ask, struct fmi_unknown **unknowns, size_t *n)
{
    size_t *starts = NULL, *indices = NULL;
    char *kinds = NULL;
    const size_t n_listed = list ? fmi2_import_get_variable_list_size(list) : 0;
    if (n_listed > 0)
        ask(import, &starts, &indices, &kinds);
    for (size_t k = 0; k < n_listed; k++) {
        struct fmi_unknown *unknown = description_grow(d, unknowns, n, sizeof *unknown);
        if (!unknown)
            break;
        unknown->variable = fmi2_import_get_variable_original_order(fmi2_import_get_variable(list, k)) + 1;
        unknown->dependencies_known = starts != NULL;
        for (size_t m = starts ? starts[k] : 0; starts && m < starts[k + 1]; m++) {
            if (indices[m] == 0) { /* "depends on all": nothing was said */
                unknown->dependencies_known = false;
                break;
            }
            size_t *to =
                description_grow(d, &unknown->dependencies, &unknown->n_dependencies, sizeof *unknown->dependencies);
            if (to)
                *to = indices[m];
        }
    }
    if (list)
        fmi2_import_free_variable_list(list);
}

static void read_structure(struct description *d, fmi2_import_t *import)
{
    read_unknowns(d, import, fmi2_import_get_outputs_list(import), fmi2_import_get_outputs_dependencies, &d->outputs,
                  &d->n_outputs);
    read_unknowns(d, import, fmi2_import_get_derivatives_list(import), fmi2_import_get_derivatives_dependencies,
                  &d->derivatives, &d->n_derivatives);
    read_unknowns(d, import, fmi2_import_get_initial_unknowns_list(import),
                  fmi2_import_get_initial_unknowns_dependencies, &d->initial_unknowns, &d->n_initial_unknowns);
    d->has_initial_unknowns = d->n_initial_unknowns > 0;
}

/* ---- the whole ---- */

/* Our own annotation; those of other tools are their business. */
static int on_annotation(void *context, const char *tool, void *parent, const char *element, const char **attributes)
{
    struct description *d = context;
    if (parent || !tool || strcmp(tool, "pasodoble") != 0 || strcmp(element, "paso") != 0)
        return 0;
    const char *const *list = (const char *const *)attributes;
    const char *recomputes = xml_attribute(list, "recomputesOnGet");
    const char *settable = xml_attribute(list, "statesSettableBetweenSteps");
    if (recomputes)
        (void)xml_bool(recomputes, &d->recomputes_on_get);
    if (settable)
        (void)xml_bool(settable, &d->states_settable_between_steps);
    if (xml_attribute(list, "initialInputs"))
        d->initial_inputs = description_keep(d, xml_attribute(list, "initialInputs"));
    if (xml_attribute(list, "chosenSlopes"))
        d->chosen_slopes = description_keep(d, xml_attribute(list, "chosenSlopes"));
    return 0;
}

static int on_text(void *context, const char *text, int length)
{
    (void)context, (void)text, (void)length;
    return 0;
}

static int on_end(void *context, const char *element)
{
    (void)context, (void)element;
    return 0;
}

struct description *description_read_fmu(const char *folder, const char *place, size_t largest, struct error *error)
{
    (void)largest; /* FMI Library has no such limit */
    struct description *d = description_new(place);
    if (!d) {
        error_raise(error, ERROR_NO_MEMORY, "reading a description");
        return NULL;
    }
    char complaint[COMPLAINT_SIZE];
    fmi2_xml_callbacks_t annotations = {on_annotation, on_text, on_end, d};
    struct fmilib_fmu *f = fmilib_open(folder, &annotations, complaint);
    bool ok = false;
    if (!f) {
        error_raise(error, ERROR_XML, place, complaint);
    } else {
        read_head(d, f->import);
        read_interfaces(d, f->import);
        read_lists_of_names(d, f->import);
        read_units(d, f->import);
        read_enumerations(d, f->import);
        read_variables(d, f->import);
        read_structure(d, f->import);
        ok = description_finish(d, error);
    }
    fmilib_close(f);
    if (!ok) {
        description_free(d);
        d = NULL;
    }
    return d;
}
