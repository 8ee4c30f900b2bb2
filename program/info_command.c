/* paso info: what an FMU or a system is. */
#include "program/command.h"
#include "master/system/graph.h"
#include "program/info.h"
#include "master/files/files_messages.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

struct info_command {
    bool json;
};

static const struct option info_options[] = {
    {"json", OPTION_FLAG, NULL, "for programs", offsetof(struct info_command, json), NOBODY_ASKS},
};

static const struct option_table info_tables[] = {{"options:", info_options, 1, 0}};

static const struct syntax info_syntax = {
    .command = "info",
    .arguments = "FMU|SYSTEM",
    .about = "Tells what an FMU is (interfaces, abilities, variables, default experiment), or what a system is made of "
             "(components, connections, loops, the order in which values move).",
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

static bool tell_fmu(const char *path, bool json, struct error *error)
{
    struct fmu_options options = fmu_options_default();
    options.binary_needed = false;
    struct fmu *fmu = fmu_open(path, &options, error);
    if (!fmu)
        return false;
    if (json)
        info_print_json(stdout, fmu);
    else
        info_print(stdout, fmu);
    fmu_close(fmu);
    return true;
}

static bool tell_system(const char *path, bool json, struct error *error)
{
    struct system_options options = system_options_default();
    options.binaries_needed = false;
    struct system *system = system_open(path, &options, error);
    const bool ok = system && (json ? system_print_json(stdout, system, error) : system_print(stdout, system, error));
    system_close(system);
    return ok;
}

static int info_main(int argc, char **argv)
{
    struct info_command c = {0};
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&info_syntax, argc, argv, &c, &arguments, &error);
    if (result != OPTIONS_READ) {
        status = command_end_early(result, &info_syntax, &error);
    } else {
        const char *path = arguments.items[0];
        const bool told = is_fmu(path) ? tell_fmu(path, c.json, &error) : tell_system(path, c.json, &error);
        if (told && (fflush(stdout) != 0 || ferror(stdout)))
            error_raise(&error, ERROR_RESULT_WRITE, "standard output", strerror(errno));
        if (error_is_set(&error))
            status = command_report(&error);
    }
    options_free(&info_syntax, &c, &arguments);
    return status;
}

static void info_help(FILE *file)
{
    options_print_help(file, &info_syntax);
}

const struct command command_info = {"info", "tell what an FMU or a system is", info_main, info_help};
