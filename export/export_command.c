/* paso export: an FMU of a file that describes a model. */
#include "command.h"
#include "exporter.h"
#include "output.h"

#include <string.h>

struct export_command {
    const char *output, *schema;
    struct text_list changes;
};

#define AT(member) offsetof(struct export_command, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE.fmu", "where the FMU goes (also -o)", AT(output), NOBODY_ASKS},
    {"set", OPTION_LIST, "PATH=VALUE", "changes the document before it is exported: actuators.boom.coupling=pressures",
     AT(changes), NOBODY_ASKS},
    {"schema", OPTION_TEXT, "TYPE", "prints the JSON Schema of such documents (mechanism, circuit) instead", AT(schema),
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

static bool print_schema(const char *name, struct error *error)
{
    const struct kind *kind = kind_find(name);
    if (!kind)
        return error_raise(error, ERROR_OPTION_VALUE, "schema", name, kinds[0]->name);
    return grammar_schema(kind->grammar, stdout) ||
           error_raise(error, ERROR_RESULT_WRITE, "the schema", "output error");
}

static bool execute(const struct export_command *c, const struct text_list *arguments, struct error *error)
{
    if (c->schema)
        return arguments->n == 0 ? print_schema(c->schema, error)
                                 : error_raise(error, ERROR_OPTION_ARGUMENT_SURPLUS, "export --schema", "no file",
                                               arguments->items[0]);
    if (arguments->n == 0)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, syntax.arguments);
    if (!c->output)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, "--output FILE.fmu");
    if (!output_ends_with(c->output, ".fmu"))
        return error_raise(error, ERROR_OPTION_VALUE, "output", c->output, "a file name that ends in .fmu");
    struct model_file file;
    if (!model_file_open(&file, arguments->items[0], c->changes.items, c->changes.n, error))
        return false;
    const bool good = exporter_write_fmu(&file, c->output, error);
    model_file_close(&file);
    return good;
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
