/* What an FMU or a system is. */
#include "master/files/info.h"

#include "master/files/info_coupling.h"
#include "master/files/info_traits.h"
#include "master/options/run_arguments.h"
#include "master/system/graph.h"

struct info_task {
    bool json, no_probes;
    struct text_list traits;
};

static const struct option info_options[] = {
    {"json", OPTION_FLAG, NULL, "for programs", offsetof(struct info_task, json), NOBODY_ASKS},
    OPTION_TRAIT(offsetof(struct info_task, traits)),
    OPTION_NO_PROBE(offsetof(struct info_task, no_probes)),
};

static const struct option_table info_tables[] = {
    {"options:", info_options, sizeof info_options / sizeof *info_options, 0}};

static const struct syntax info_syntax = {
    .command = "info",
    .arguments = "FMU|SYSTEM",
    .about = "Tells what an FMU is (interfaces, abilities, what it does beyond the standard, variables, default "
             "experiment), or what a system is made of "
             "(components, connections, loops, the order in which values move, how it would be coupled).",
    .fewest = 1,
    .most = 1,
    .tables = info_tables,
    .n_tables = 1,
};

static bool tell_fmu(const struct system *system, const struct info_task *task, FILE *report, struct error *error)
{
    if (!report)
        return true;
    struct info_traits *traits = info_traits_find(system, task->no_probes);
    if (!traits)
        return error_raise(error, ERROR_NO_MEMORY, "looking at an FMU");
    info_print(report, system->components[0].fmu, traits, task->json);
    info_traits_free(traits);
    return true;
}

static bool tell_system(const struct system *system, const struct system_options *options, const struct info_task *task,
                        FILE *report, struct error *error)
{
    struct info_coupling coupling = {system->path, options};
    const struct system_rest rest = {info_tell_coupling, &coupling};
    const struct system_rest *coupled = system->n_components > 1 ? &rest : NULL;
    return !report || (task->json ? system_print_json(report, system, coupled, error)
                                  : system_print(report, system, coupled, error));
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct info_task *task = values;
    struct system_options options = system_options_default();
    options.binaries_needed = false;
    options.traits = task->traits.items;
    options.n_traits = task->traits.n;
    options.no_probes = task->no_probes;
    struct system *system = system_open(path, &options, error);
    const bool ok = system && (system->is_single_fmu ? tell_fmu(system, task, outlet->report, error)
                                                     : tell_system(system, &options, task, outlet->report, error));
    system_close(system);
    return ok;
}

const struct task task_info = {.name = "info",
                               .summary = "tell what an FMU or a system is",
                               .size = sizeof(struct info_task),
                               .syntax = &info_syntax,
                               .perform = perform};
