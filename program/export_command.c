/* paso export: an FMU of a file that describes a model. */
#include "export/assembly.h"

#include "master/base/printable.h"
#include "program/command.h"
#include "export/exporter.h"
#include "master/files/output.h"
#include "master/files/files_messages.h"
#include "master/options/options_messages.h"

#include <string.h>

struct export_command {
    const char *output, *system, *schema;
    struct text_list changes;
};

#define AT(member) offsetof(struct export_command, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE", "where the FMU or, of a system, the .ssp goes (also -o)", AT(output), NOBODY_ASKS},
    {"system", OPTION_TEXT, "SYSTEM.json", "a system of mechanisms and circuits instead: becomes an .ssp", AT(system),
     NOBODY_ASKS},
    {"set", OPTION_LIST, "PATH=VALUE",
     "changes the document before it is exported: actuators.boom.coupling=pressures; in a "
     "system COMPONENT.PATH=VALUE changes that component's document",
     AT(changes), NOBODY_ASKS},
    {"schema", OPTION_TEXT, "TYPE", "prints the JSON Schema of such documents (mechanism, circuit, system) instead",
     AT(schema), NOBODY_ASKS},
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

static bool print_schema(const char *name, struct error *error)
{
    const struct kind *kind = kind_find(name);
    const struct grammar *grammar = kind ? kind->grammar : strcmp(name, "system") == 0 ? &assembly_grammar : NULL;
    if (!grammar)
        return error_raise(error, ERROR_OPTION_VALUE, "schema", name, "mechanism, circuit or system");
    return grammar_schema(grammar, stdout) || error_raise(error, ERROR_RESULT_WRITE, "standard output", "output error");
}

static bool check_output(const struct export_command *c, const char *ending, struct error *error)
{
    if (!c->output)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, TEXT("--output FILE%s", ending));
    return output_ends_with(c->output, ending) ||
           error_raise(error, ERROR_OPTION_VALUE, "output", c->output, TEXT("a file name that ends in %s", ending));
}

static bool export_system(const struct export_command *c, struct error *error)
{
    struct assembly assembly;
    if (!check_output(c, ".ssp", error) || !assembly_open(&assembly, c->system, c->changes.items, c->changes.n, error))
        return false;
    const bool good = assembly_write_ssp(&assembly, c->output, error);
    assembly_close(&assembly);
    return good;
}

static bool export_model(const struct export_command *c, const char *path, struct error *error)
{
    struct model_file file;
    if (!check_output(c, ".fmu", error) || !model_file_open(&file, path, c->changes.items, c->changes.n, error))
        return false;
    const bool good = exporter_write_fmu(&file, c->output, error);
    const char *note = file.kind->note ? file.kind->note(file.opened) : "";
    if (good && *note)
        printf("%s: %s\n", PRINTABLE(path), PRINTABLE(note));
    model_file_close(&file);
    return good;
}

static bool execute(const struct export_command *c, const struct text_list *arguments, struct error *error)
{
    if ((c->schema || c->system) && arguments->n > 0)
        return error_raise(error, ERROR_OPTION_ARGUMENT_SURPLUS, c->schema ? "export --schema" : "export --system",
                           c->schema ? "no file" : "one file", arguments->items[0]);
    if (c->schema)
        return print_schema(c->schema, error);
    if (c->system)
        return export_system(c, error);
    if (arguments->n == 0)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, syntax.arguments);
    return export_model(c, arguments->items[0], error);
}

static int export_main(int argc, char **argv)
{
    struct export_command c = {0};
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&syntax, argc, argv, &c, &arguments, &error);
    if (result != OPTIONS_READ)
        status = command_end_early(result, &syntax, &error);
    else if (!execute(&c, &arguments, &error))
        status = command_report(&error);
    options_free(&syntax, &c, &arguments);
    return status;
}

static void export_help(FILE *file)
{
    options_print_help(file, &syntax);
}

const struct command command_export = {"export", "an FMU of a file that describes a mechanism or a circuit",
                                       export_main, export_help};
