/* A picture of a mechanism in the configuration that it starts in. */
#include "export/export_task.h"

#include "export/drawing.h"
#include "export/export_messages.h"
#include "export/model_file.h"
#include "master/files/output.h"
#include "master/options/options_messages.h"

struct show_task {
    const char *svg;
    struct text_list changes;
    int view;
};

#define AT(member) offsetof(struct show_task, member)

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

static bool draw(const struct show_task *c, const struct model_file *file, const char *path, struct error *error)
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

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words, (void)outlet;
    const struct show_task *c = values;
    struct model_file file;
    if (!c->svg)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, "--svg FILE");
    if (!model_file_open(&file, path, c->changes.items, c->changes.n, error))
        return false;
    const bool good = draw(c, &file, path, error);
    model_file_close(&file);
    return good;
}

const struct task task_show = {.name = "show",
                               .summary = "a picture of a mechanism",
                               .size = sizeof(struct show_task),
                               .syntax = &syntax,
                               .perform = perform};
