/* An FMU of a file that describes a model. */
#include "export/export_task.h"

#include "export/assembly.h"
#include "export/exporter.h"
#include "export/schema_report.h"
#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/options/options_messages.h"

#include <string.h>

struct export_task {
    const char *output, *system, *schema;
    int platform;
    struct text_list changes;
    bool whole;
};

#define AT(member) offsetof(struct export_task, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE", "where the FMU or, of a system, the .ssp goes (also -o)", AT(output), NOBODY_ASKS},
    {"system", OPTION_TEXT, "SYSTEM.json",
     "a system of mechanisms and circuits instead: becomes an .ssp or, with --whole, one FMU", AT(system), NOBODY_ASKS},
    {"whole", OPTION_FLAG, NULL, "of a system: mechanism and circuits as one model, one FMU instead of an .ssp",
     AT(whole), NOBODY_ASKS},
    {"set", OPTION_LIST, "PATH=VALUE",
     "changes the document before it is exported: actuators.boom.coupling=pressures; in a "
     "system COMPONENT.PATH=VALUE changes that component's document",
     AT(changes), NOBODY_ASKS},
    {"platform", OPTION_CHOICE, "all|linux64|win64|aarch64-linux",
     "FMUs for this platform alone, as far as paso was built with it; aarch64-linux also under the name linux64, where "
     "some tools look on such machines",
     AT(platform), NOBODY_ASKS},
    {"schema", OPTION_TEXT, "TYPE",
     "prints the JSON Schema of such documents (mechanism, circuit, machine, observer, system) instead", AT(schema),
     NOBODY_ASKS},
};
static const struct option_table tables[] = {{"options:", options, sizeof options / sizeof *options, 0}};

static const struct syntax syntax = {
    .command = "export",
    .arguments = "FILE.json",
    .about = "Makes an FMU of a file that describes a mechanism or a circuit. No compiler is needed: the binary is "
             "inside paso.",
    .fewest = 0,
    .most = 1,
    .tables = tables,
    .n_tables = 1,
};

static const char *const platforms[] = {NULL, "linux64", "win64", "aarch64-linux"}; /* of the option */

static bool print_schema(const char *name, const char *path, FILE *report, struct error *error)
{
    const struct kind *kind = kind_find(name);
    const struct grammar *grammar = kind ? kind->grammar : strcmp(name, "system") == 0 ? &assembly_grammar : NULL;
    if (!grammar)
        return error_raise(error, ERROR_OPTION_VALUE, "schema", name,
                           "mechanism, circuit, machine, observer or system");
    return schema_report(syntax.command, grammar, path, report, error);
}

static bool check_output(const struct export_task *c, const char *ending, struct error *error)
{
    if (!c->output)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, TEXT("--output FILE%s", ending));
    return output_ends_with(c->output, ending) ||
           error_raise(error, ERROR_OPTION_VALUE, "output", c->output, TEXT("a file name that ends in %s", ending));
}

bool export_system(const char *document, bool whole, const char *to, const char *const *changes, size_t n,
                   const char *platform, struct error *error)
{
    struct assembly assembly;
    if (!assembly_open(&assembly, document, changes, n, error))
        return false;
    const bool good =
        whole ? assembly_write_fmu(&assembly, platform, to, error) : assembly_write_ssp(&assembly, platform, to, error);
    assembly_close(&assembly);
    return good;
}

bool export_model(const char *document, const char *to, const char *const *changes, size_t n, const char *platform,
                  FILE *report, struct error *error)
{
    struct model_file file;
    if (!model_file_open(&file, document, changes, n, error))
        return false;
    const bool good = exporter_write_fmu(&file, platform, to, error);
    const char *note = file.kind->note ? file.kind->note(file.opened) : "";
    if (good && report && *note)
        fprintf(report, "%s: %s\n", PRINTABLE(document), PRINTABLE(note));
    model_file_close(&file);
    return good;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct export_task *c = values;
    const char *const platform = platforms[c->platform];
    if (c->whole && !c->system)
        return error_raise(error, ERROR_OPTION_NEEDS, "whole", "system");
    if (c->schema)
        return print_schema(c->schema, path, outlet->report, error);
    if (c->system && path)
        return error_raise(error, ERROR_OPTION_ARGUMENT_SURPLUS, "export --system", "one file", path);
    if (c->system)
        return check_output(c, c->whole ? ".fmu" : ".ssp", error) &&
               export_system(c->system, c->whole, c->output, c->changes.items, c->changes.n, platform, error);
    if (!path)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, syntax.arguments);
    return check_output(c, ".fmu", error) &&
           export_model(path, c->output, c->changes.items, c->changes.n, platform, outlet->report, error);
}

const struct task task_export = {.name = "export",
                                 .summary = "an FMU of a file that describes a mechanism or a circuit",
                                 .size = sizeof(struct export_task),
                                 .syntax = &syntax,
                                 .perform = perform};
