/* paso show: a picture of a mechanism in the configuration that it starts in. */
#include "program/command.h"
#include "export/drawing.h"
#include "export/model_file.h"
#include "master/files/output.h"
#include "master/options/options_messages.h"
#include "program/program_messages.h"

struct show_command {
    const char *svg;
    struct text_list changes;
    int view;
};

#define AT(member) offsetof(struct show_command, member)

static const struct option options[] = {
    {"svg", OPTION_TEXT, "FILE", "where the picture goes", AT(svg), NOBODY_ASKS},
    {"set", OPTION_LIST, "PATH=VALUE", "changes the document before: joints.boom.start=0.5", AT(changes), NOBODY_ASKS},
    {"view", OPTION_CHOICE, "best|xy|xz|yz|oblique", "plane of the picture; by default the one in which it moves",
     AT(view), NOBODY_ASKS},
};
static const struct option_table tables[] = {{"options:", options, sizeof options / sizeof *options, 0}};

static const struct syntax syntax = {
    .command = "show",
    .arguments = "FILE.json|FMU",
    .about = "Draws a mechanism, so that one sees what was described: bodies, joints (those that close a loop in red), "
             "actuators, "
             "springs, forces and centres of mass in the assembled configuration of the start.",
    .fewest = 1,
    .most = 1,
    .tables = tables,
    .n_tables = 1,
};

struct picture {
    struct scene scene;
    enum drawing_view view;
};

static bool print(FILE *file, const void *context)
{
    const struct picture *picture = context;
    return drawing_write(file, &picture->scene, picture->view);
}

static bool draw(const struct show_command *c, const struct model_file *file, const char *path, struct error *error)
{
    struct picture picture = {.view = (enum drawing_view)c->view};
    struct model_report report = {""};
    if (file->kind->grammar != &mechanism_grammar)
        return error_raise(error, ERROR_SHOW_KIND, path, file->kind->name);
    if (!scene_make(&picture.scene, file->opened, &report))
        return error_raise(error, ERROR_SHOW_MODEL, path, report.text);
    const bool good = output_write(c->svg, print, &picture, error);
    scene_free(&picture.scene);
    return good;
}

static bool execute(const struct show_command *c, const char *path, struct error *error)
{
    struct model_file file;
    if (!c->svg)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, "--svg FILE");
    if (!model_file_open(&file, path, c->changes.items, c->changes.n, error))
        return false;
    const bool good = draw(c, &file, path, error);
    model_file_close(&file);
    return good;
}

static int show_main(int argc, char **argv)
{
    struct show_command c = {0};
    struct text_list arguments = {0};
    struct error error = {0};
    int status = 0;
    const enum options_result result = options_parse(&syntax, argc, argv, &c, &arguments, &error);
    if (result != OPTIONS_READ)
        status = command_end_early(result, &syntax, &error);
    else if (!execute(&c, arguments.items[0], &error))
        status = command_report(&error);
    options_free(&syntax, &c, &arguments);
    return status;
}

static void show_help(FILE *file)
{
    options_print_help(file, &syntax);
}

const struct command command_show = {"show", "a picture of a mechanism", show_main, show_help};
