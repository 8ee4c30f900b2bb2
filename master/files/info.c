/* paso info FMU, for people. */
#include "master/files/info.h"

#include "master/base/printable.h"
#include <stdlib.h>
#include <string.h>

static void print_line(FILE *file, const char *label, const char *text)
{
    if (*text)
        fprintf(file, "  %-20s %s\n", label, PRINTABLE(text));
}

static void print_size(FILE *file, const struct fmu *fmu)
{
    const char *const *names;
    const size_t n = fmu_platforms(fmu, &names);
    const double size = (double)fmu_archive_size(fmu);
    if (size < 1e6)
        fprintf(file, "  %-20s %.4g kB", "size", size / 1e3);
    else
        fprintf(file, "  %-20s %.4g MB", "size", size / 1e6);
    fputs(n ? "; binaries for" : "; no binaries", file);
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%s %s", i ? "," : "", PRINTABLE(names[i]));
    fputs(fmu_description(fmu)->n_source_files ? "; sources\n" : "\n", file);
}

static void print_experiment(FILE *file, const struct fmi_experiment *e)
{
    if (!e->has_start_time && !e->has_stop_time && !e->has_step_size && !e->has_tolerance)
        return;
    fprintf(file, "  %-20s", "default experiment");
    const char *comma = "";
    const struct {
        bool has;
        const char *name, *unit;
        double value;
    } parts[] = {{e->has_start_time, "start", " s", e->start_time},
                 {e->has_stop_time, "stop", " s", e->stop_time},
                 {e->has_step_size, "step", " s", e->step_size},
                 {e->has_tolerance, "tolerance", "", e->tolerance}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].has) {
            fprintf(file, "%s %s %.10g%s", comma, parts[i].name, parts[i].value, parts[i].unit);
            comma = ",";
        }
    }
    fputc('\n', file);
}

static void print_interface(FILE *file, const char *name, const struct fmi_interface *i, bool cs)
{
    if (!i->present)
        return;
    const struct {
        bool has;
        const char *text;
    } parts[] = {{cs && i->can_handle_variable_step, "variable step"},
                 {cs && i->can_interpolate_inputs, "input derivatives"},
                 {cs && i->can_run_asynchronously, "asynchronous steps"},
                 {i->can_get_and_set_state, "rollback"},
                 {i->can_serialize_state, "serialized state"},
                 {i->provides_directional_derivative, "directional derivatives"},
                 {i->only_once_per_process, "only one instance per process"},
                 {i->needs_execution_tool, "needs its tool to run"},
                 {!cs && i->completed_integrator_step_not_needed, "no completed steps needed"}};
    fprintf(file, "  %-20s %s", name, PRINTABLE(i->model_identifier));
    const char *separator = ": ";
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        if (parts[k].has) {
            fprintf(file, "%s%s", separator, parts[k].text);
            separator = ", ";
        }
    }
    if (cs && i->max_output_derivative_order > 0)
        fprintf(file, "%soutput derivatives to order %d", separator, i->max_output_derivative_order);
    fputc('\n', file);
}

void info_start_text(const struct description *d, const struct fmi_variable *v, char *text, size_t size)
{
    *text = '\0';
    if (!v->has_start)
        return;
    switch (v->type) {
    case FMI_REAL:
        snprintf(text, size, "%.10g", v->start);
        return;
    case FMI_INTEGER:
        snprintf(text, size, "%.0f", v->start);
        return;
    case FMI_BOOLEAN:
        snprintf(text, size, "%s", v->start != 0 ? "true" : "false");
        return;
    case FMI_STRING:
        snprintf(text, size, "\"%s\"", v->start_string ? v->start_string : "");
        return;
    case FMI_ENUMERATION:
        snprintf(text, size, "%.0f", v->start);
        if (v->enumeration != NO_INDEX) {
            const struct fmi_enumeration *e = &d->enumerations[v->enumeration];
            for (size_t i = 0; i < e->n_items; i++)
                if (e->items[i].value == (int)v->start)
                    snprintf(text, size, "%s", e->items[i].name);
        }
        return;
    }
}

static const char *unit_name(const struct description *d, const struct fmi_variable *v)
{
    return v->unit == NO_INDEX ? "" : d->units[v->unit].name;
}

/* One table of all variables of a causality, columns as wide as they need. */
static void print_variables(FILE *file, const struct description *d, enum fmi_causality causality, const char *title)
{
    char start[64];
    int name = 0, unit = 0, width = 0;
    size_t n = 0;
    for (size_t i = 0; i < d->n_variables; i++) {
        const struct fmi_variable *v = &d->variables[i];
        if (v->causality != causality)
            continue;
        info_start_text(d, v, start, sizeof start);
        const int lengths[] = {(int)strlen(PRINTABLE(v->name)), (int)strlen(PRINTABLE(unit_name(d, v))),
                               (int)strlen(PRINTABLE(start))};
        name = lengths[0] > name ? lengths[0] : name;
        unit = lengths[1] > unit ? lengths[1] : unit;
        width = lengths[2] > width ? lengths[2] : width;
        n++;
    }
    if (n == 0)
        return;
    fprintf(file, "\n%s (%zu)\n", title, n);
    for (size_t i = 0; i < d->n_variables; i++) {
        const struct fmi_variable *v = &d->variables[i];
        if (v->causality != causality)
            continue;
        info_start_text(d, v, start, sizeof start);
        fprintf(file, "  %-*s  %-11s %-10s  %-*s  %*s  %s\n", name, PRINTABLE(v->name), fmi_type_name(v->type),
                fmi_variability_name(v->variability), unit, PRINTABLE(unit_name(d, v)), width, PRINTABLE(start),
                PRINTABLE(v->description));
    }
}

static void print_states(FILE *file, const struct description *d)
{
    if (d->n_derivatives == 0)
        return;
    fprintf(file, "\ncontinuous states (%zu)\n", d->n_derivatives);
    for (size_t i = 0; i < d->n_derivatives; i++) {
        const struct fmi_variable *v = &d->variables[d->derivatives[i].variable];
        if (v->derivative_of != NO_INDEX)
            fprintf(file, "  %s (derivative %s)\n", PRINTABLE(d->variables[v->derivative_of].name), PRINTABLE(v->name));
        else
            fprintf(file, "  ? (derivative %s)\n", PRINTABLE(v->name));
    }
}

void info_print(FILE *file, const struct fmu *fmu)
{
    const struct description *d = fmu_description(fmu);
    fprintf(file, "%s: %s, FMI %s\n", PRINTABLE(fmu_path(fmu)), PRINTABLE(d->model_name), PRINTABLE(d->fmi_version));
    print_line(file, "description", d->description);
    print_line(file, "version", d->version);
    print_line(file, "author", d->author);
    print_line(file, "copyright", d->copyright);
    print_line(file, "license", d->license);
    print_line(file, "generated by", d->generation_tool);
    print_line(file, "generated on", d->generation_date_and_time);
    print_line(file, "GUID", d->guid);
    print_size(file, fmu);
    print_interface(file, "Co-Simulation", &d->co_simulation, true);
    print_interface(file, "Model Exchange", &d->model_exchange, false);
    if (d->n_event_indicators)
        fprintf(file, "  %-20s %zu\n", "event indicators", d->n_event_indicators);
    print_experiment(file, &d->experiment);

    print_variables(file, d, FMI_INPUT, "inputs");
    print_variables(file, d, FMI_OUTPUT, "outputs");
    print_states(file, d);
    print_variables(file, d, FMI_PARAMETER, "parameters");
    print_variables(file, d, FMI_CALCULATED_PARAMETER, "calculated parameters");
    print_variables(file, d, FMI_LOCAL, "local variables");
    print_variables(file, d, FMI_INDEPENDENT, "independent variable");
}
