/* How a system would be coupled, for `paso info`: what only its FMUs themselves can tell, initialized with the system's start values. */
#include "master/files/info_coupling.h"

#include "master/base/json.h"
#include "master/base/printable.h"
#include "master/couple/coupling.h"

#include <string.h>

/* ---- asking ---- */

static struct run *open_run(const struct system *system, const char *scheme, int extrapolation, bool no_probes,
                            struct error *error)
{
    struct run_options o = run_options_default();
    struct component_options component = component_options_default();
    component.no_probes = no_probes;
    o.component = &component;
    o.scheme = scheme;
    o.extrapolation = extrapolation;
    struct run *run = run_open(system, &o, error);
    if (run && run_initialize(run, error))
        return run;
    run_close(run);
    return NULL;
}

/* One run with stand-ins, for grades and the order, and one with linear inputs, for slopes. */
struct coupling_told {
    struct run *standins, *linear;
};

static bool ask(struct coupling_told *told, const struct system *system, bool no_probes, struct error *error)
{
    told->standins = open_run(system, "gauss-seidel", EXTRAPOLATION_MODEL, no_probes, error);
    told->linear = told->standins ? open_run(system, "jacobi", 1, no_probes, error) : NULL;
    return told->linear;
}

/* ---- telling ---- */

static const char *slopes_of(const struct run *run, size_t c)
{
    return run_slopes(run, c) == RUN_SLOPES_EXACT ? "exact" : "past";
}

static void print_words(FILE *file, const struct coupling_told *told)
{
    const struct system *s = run_system(told->linear);
    fprintf(file, "coupling (default macro step %.6g ms)\n", 1e3 * run_macro_step(told->linear));
    for (size_t c = 0; c < s->n_components; c++) {
        const double pace = run_pace(told->standins, c);
        fprintf(file, "  %s: ", PRINTABLE(s->components[c].name));
        if (pace > 0)
            fprintf(file, "%.3g 1/s, ", pace);
        fprintf(file, "slopes %s, stand-in %s\n", slopes_of(told->linear, c),
                run_grade_name(run_grade(told->standins, c)));
    }
    const char *reason = run_order_reason(told->standins);
    fprintf(file, "  order with stand-ins: %s%s%s%s\n", PRINTABLE(run_order(told->standins)), reason ? " (" : "",
            reason ? reason : "", reason ? ")" : "");
}

static void print_json(struct json *j, const struct coupling_told *told)
{
    const struct system *s = run_system(told->linear);
    json_object(j, "coupling");
    json_number(j, "macro_step", run_macro_step(told->linear));
    json_array(j, "components");
    for (size_t c = 0; c < s->n_components; c++) {
        json_object(j, NULL);
        json_string(j, "name", s->components[c].name);
        json_number(j, "pace", run_pace(told->standins, c));
        json_string(j, "slopes", slopes_of(told->linear, c));
        json_string(j, "grade", run_grade_name(run_grade(told->standins, c)));
        json_end(j);
    }
    json_end(j);
    json_string(j, "order", run_order(told->standins));
    json_string(j, "order_reason", run_order_reason(told->standins));
    json_end(j);
}

static void print_unknown(FILE *words, struct json *json, const char *reason)
{
    if (json) {
        json_null(json, "coupling");
        json_string(json, "coupling_unknown", reason);
    } else {
        fprintf(words, "coupling\n  not known: %s\n", PRINTABLE(reason));
    }
}

static void look(const struct info_coupling *coupling, FILE *words, struct json *json)
{
    struct error why = {0};
    struct system_options options = *coupling->options;
    options.binaries_needed = true;
    struct system *system = system_open(coupling->path, &options, &why);
    struct coupling_told told = {0};
    if (system && system->n_components > coupling_most_components)
        error_format(why.text, sizeof why.text, "there are more than %zu components", coupling_most_components);
    else if (system && ask(&told, system, options.no_probes, &why) && json)
        print_json(json, &told);
    else if (told.linear)
        print_words(words, &told);
    if (!told.linear)
        print_unknown(words, json, why.text);
    run_close(told.linear);
    run_close(told.standins);
    system_close(system);
}

void info_tell_coupling(void *coupling, FILE *words, struct json *json)
{
    struct warning_route silence;
    warning_route_open(&silence, NULL, NULL);
    struct warning_route *before = error_route_warnings(&silence);
    look(coupling, words, json);
    error_route_warnings(before);
    warning_route_close(&silence);
}
