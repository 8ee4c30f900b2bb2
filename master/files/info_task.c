/* What an FMU or a system is. */
#include "master/files/info.h"

#include "master/files/info_coupling.h"
#include "master/system/graph.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct info_task {
    bool json;
};

static const struct option info_options[] = {
    {"json", OPTION_FLAG, NULL, "for programs", offsetof(struct info_task, json), NOBODY_ASKS},
};

static const struct option_table info_tables[] = {{"options:", info_options, 1, 0}};

static const struct syntax info_syntax = {
    .command = "info",
    .arguments = "FMU|SYSTEM",
    .about = "Tells what an FMU is (interfaces, abilities, variables, default experiment), or what a system is made of "
             "(components, connections, loops, the order in which values move, how it would be coupled).",
    .fewest = 1,
    .most = 1,
    .tables = info_tables,
    .n_tables = 1,
};

static bool is_fmu(const char *path)
{
    const size_t length = strlen(path);
    return length >= 4 && strcasecmp(path + length - 4, ".fmu") == 0;
}

static bool tell_fmu(const char *path, bool json, FILE *report, struct error *error)
{
    struct fmu_options options = fmu_options_default();
    options.binary_needed = false;
    struct fmu *fmu = fmu_open(path, &options, error);
    if (!fmu)
        return false;
    if (report)
        info_print(report, fmu, json);
    fmu_close(fmu);
    return true;
}

static bool tell_system(const char *path, bool json, FILE *report, struct error *error)
{
    struct system_options options = system_options_default();
    options.binaries_needed = false;
    struct system *system = system_open(path, &options, error);
    char *const where = strdup(path);
    const struct system_rest rest = {info_tell_coupling, where};
    const struct system_rest *coupled = where && system && system->n_components > 1 ? &rest : NULL;
    const bool ok = system && (!report || (json ? system_print_json(report, system, coupled, error)
                                                : system_print(report, system, coupled, error)));
    free(where);
    system_close(system);
    return ok;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct info_task *c = values;
    return is_fmu(path) ? tell_fmu(path, c->json, outlet->report, error)
                        : tell_system(path, c->json, outlet->report, error);
}

const struct task task_info = {.name = "info",
                               .summary = "tell what an FMU or a system is",
                               .size = sizeof(struct info_task),
                               .syntax = &info_syntax,
                               .perform = perform};
