/* paso info FMU --json. */
#include "master/files/info.h"

#include "master/base/json.h"

static void print_text(struct json *j, const char *key, const char *text)
{
    json_string(j, key, *text ? text : NULL);
}

static void print_number(struct json *j, const char *key, bool has, double value)
{
    if (has)
        json_number(j, key, value);
    else
        json_null(j, key);
}

static void print_interface(struct json *j, const char *key, const struct fmi_interface *i, bool cs)
{
    if (!i->present) {
        json_null(j, key);
        return;
    }
    json_object(j, key);
    json_string(j, "modelIdentifier", i->model_identifier);
    json_boolean(j, "needsExecutionTool", i->needs_execution_tool);
    json_boolean(j, "canBeInstantiatedOnlyOncePerProcess", i->only_once_per_process);
    json_boolean(j, "canNotUseMemoryManagementFunctions", i->can_not_use_memory_management);
    json_boolean(j, "canGetAndSetFMUstate", i->can_get_and_set_state);
    json_boolean(j, "canSerializeFMUstate", i->can_serialize_state);
    json_boolean(j, "providesDirectionalDerivative", i->provides_directional_derivative);
    if (cs) {
        json_boolean(j, "canHandleVariableCommunicationStepSize", i->can_handle_variable_step);
        json_boolean(j, "canInterpolateInputs", i->can_interpolate_inputs);
        json_boolean(j, "canRunAsynchronuously", i->can_run_asynchronously);
        json_integer(j, "maxOutputDerivativeOrder", i->max_output_derivative_order);
    } else {
        json_boolean(j, "completedIntegratorStepNotNeeded", i->completed_integrator_step_not_needed);
    }
    json_end(j);
}

static void print_experiment(struct json *j, const struct fmi_experiment *e)
{
    json_object(j, "defaultExperiment");
    print_number(j, "startTime", e->has_start_time, e->start_time);
    print_number(j, "stopTime", e->has_stop_time, e->stop_time);
    print_number(j, "stepSize", e->has_step_size, e->step_size);
    print_number(j, "tolerance", e->has_tolerance, e->tolerance);
    json_end(j);
}

static void print_start(struct json *j, const struct fmi_variable *v)
{
    if (!v->has_start)
        json_null(j, "start");
    else if (v->type == FMI_STRING)
        json_string(j, "start", v->start_string ? v->start_string : "");
    else if (v->type == FMI_BOOLEAN)
        json_boolean(j, "start", v->start != 0);
    else
        json_number(j, "start", v->start);
}

static void print_variable(struct json *j, const struct description *d, const struct fmi_variable *v)
{
    json_object(j, NULL);
    json_string(j, "name", v->name);
    json_integer(j, "valueReference", (long)v->reference);
    json_string(j, "type", fmi_type_name(v->type));
    json_string(j, "causality", fmi_causality_name(v->causality));
    json_string(j, "variability", fmi_variability_name(v->variability));
    print_text(j, "initial", fmi_initial_name(v->initial));
    json_string(j, "unit", v->unit == NO_INDEX ? NULL : d->units[v->unit].name);
    print_start(j, v);
    print_number(j, "min", v->has_min, v->min);
    print_number(j, "max", v->has_max, v->max);
    print_number(j, "nominal", v->has_nominal, v->nominal);
    if (v->enumeration != NO_INDEX) {
        const struct fmi_enumeration *e = &d->enumerations[v->enumeration];
        json_object(j, "items");
        for (size_t i = 0; i < e->n_items; i++)
            json_integer(j, e->items[i].name, e->items[i].value);
        json_end(j);
    }
    if (v->derivative_of != NO_INDEX)
        json_string(j, "derivativeOf", d->variables[v->derivative_of].name);
    print_text(j, "description", v->description);
    json_end(j);
}

static void print_unknowns(struct json *j, const char *key, const struct description *d,
                           const struct fmi_unknown *unknowns, size_t n)
{
    json_array(j, key);
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        json_string(j, "name", d->variables[unknowns[i].variable].name);
        if (unknowns[i].dependencies_known) {
            json_row(j, "dependencies");
            for (size_t k = 0; k < unknowns[i].n_dependencies; k++)
                json_string(j, NULL, d->variables[unknowns[i].dependencies[k]].name);
            json_end(j);
        } else {
            json_null(j, "dependencies");
        }
        json_end(j);
    }
    json_end(j);
}

bool info_print_json(FILE *file, const struct fmu *fmu)
{
    const struct description *d = fmu_description(fmu);
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_string(&j, "path", fmu_path(fmu));
    json_integer(&j, "size", (long)fmu_archive_size(fmu));
    json_string(&j, "fmiVersion", d->fmi_version);
    json_string(&j, "modelName", d->model_name);
    json_string(&j, "guid", d->guid);
    print_text(&j, "description", d->description);
    print_text(&j, "author", d->author);
    print_text(&j, "version", d->version);
    print_text(&j, "copyright", d->copyright);
    print_text(&j, "license", d->license);
    print_text(&j, "generationTool", d->generation_tool);
    print_text(&j, "generationDateAndTime", d->generation_date_and_time);
    const char *const *platforms;
    const size_t n_platforms = fmu_platforms(fmu, &platforms);
    json_row(&j, "platforms");
    for (size_t i = 0; i < n_platforms; i++)
        json_string(&j, NULL, platforms[i]);
    json_end(&j);
    json_boolean(&j, "sources", d->n_source_files > 0);
    json_integer(&j, "numberOfEventIndicators", (long)d->n_event_indicators);
    json_integer(&j, "numberOfContinuousStates", (long)d->n_derivatives);
    print_interface(&j, "coSimulation", &d->co_simulation, true);
    print_interface(&j, "modelExchange", &d->model_exchange, false);
    print_experiment(&j, &d->experiment);
    json_array(&j, "variables");
    for (size_t i = 0; i < d->n_variables; i++)
        print_variable(&j, d, &d->variables[i]);
    json_end(&j);
    print_unknowns(&j, "outputs", d, d->outputs, d->n_outputs);
    print_unknowns(&j, "derivatives", d, d->derivatives, d->n_derivatives);
    print_unknowns(&j, "initialUnknowns", d, d->initial_unknowns, d->n_initial_unknowns);
    json_end(&j);
    return json_finish(&j);
}
