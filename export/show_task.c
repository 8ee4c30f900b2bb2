/* A mechanism to look at: a picture of its start or of a row of a result, or a page in which it moves. */
#include "export/export_task.h"

#include "export/drawing.h"
#include "export/export_messages.h"
#include "export/motion_page.h"
#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/options/options_messages.h"

#include <math.h>

struct show_task {
    const char *svg, *output, *record, *component;
    struct text_list changes, results;
    double at;
    int view;
};

#define AT(member) offsetof(struct show_task, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE", "where it goes: FILE.html moves, FILE.svg is a picture (also -o)", AT(output),
     NOBODY_ASKS},
    {"result", OPTION_LIST, "RESULT.csv",
     "result of a run that is shown; without it the start. Twice: both, one of them translucent", AT(results),
     NOBODY_ASKS},
    {"at", OPTION_TIME, "T", "a picture shows the row of the result nearest to this time; by default the first one",
     AT(at), NOBODY_ASKS},
    {"record", OPTION_TEXT, "PATTERN",
     "columns of the result that are drawn beside the page's picture; by default coordinates, lengths and pressures",
     AT(record), NOBODY_ASKS},
    {"component", OPTION_TEXT, "NAME", "the component of a system that is shown, where several are mechanisms",
     AT(component), NOBODY_ASKS},
    {"set", OPTION_LIST, "PATH=VALUE",
     "changes the document before: joints.boom.start=0.5; in a system COMPONENT.PATH=VALUE", AT(changes), NOBODY_ASKS},
    {"view", OPTION_CHOICE, "best|xy|xz|yz|oblique", "plane of the picture; by default the one in which it moves",
     AT(view), NOBODY_ASKS},
    {"svg", OPTION_TEXT, "FILE", "the same as --output, for a picture", AT(svg), NOBODY_ASKS},
};
static const struct option_table tables[] = {{"options:", options, sizeof options / sizeof *options, 0}};

static const struct syntax syntax = {
    .command = "show",
    .arguments = "FILE.json|FMU|SYSTEM",
    .about =
        "Draws a mechanism, so that one sees what was described: bodies, joints (those that close a loop in red), "
        "actuators, springs, forces and centres of mass. A page, FILE.html, has the mechanism in space and plays a "
        "result; it needs nothing else.",
    .fewest = 1,
    .most = 1,
    .tables = tables,
    .n_tables = 1,
};

struct picture {
    const struct scene *scene;
    enum drawing_view view;
};

static bool print_picture(FILE *file, const void *context)
{
    const struct picture *picture = context;
    return drawing_write(file, picture->scene, picture->view);
}

static bool print_page(FILE *file, const void *context)
{
    return motion_page_write(file, context);
}

static bool show(const struct show_task *c, struct motion *m, const char *to, FILE *report, struct error *error)
{
    for (size_t i = 0; i < m->n_notes; i++)
        if (m->notes[i].is_warning)
            error_warn(WARNING_SHOW, m->notes[i].text);
        else if (report && output_ends_with(to, ".html"))
            fprintf(report, "%s\n", PRINTABLE(m->notes[i].text));
    if (output_ends_with(to, ".html"))
        return output_write(to, print_page, m, error);
    const struct picture picture = {&m->scene, (enum drawing_view)c->view};
    if (isfinite(c->at))
        motion_place(m, motion_nearest(m, c->at));
    return output_write(to, print_picture, &picture, error);
}

static bool check(void *values, const char *path, struct error *error)
{
    (void)path;
    const struct show_task *c = values;
    const char *to = c->svg ? c->svg : c->output;
    if (!to)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, "--output FILE.html|svg");
    if (!c->svg && !output_ends_with(to, ".html") && !output_ends_with(to, ".svg"))
        return error_raise(error, ERROR_OPTION_VALUE, "output", to, "a file name that ends in .html or .svg");
    if (c->results.n > 2)
        return error_raise(error, ERROR_SHOW_TWO, TEXT("%zu", c->results.n));
    return c->results.n < 2 || output_ends_with(to, ".html") || error_raise(error, ERROR_SHOW_OVERLAY, to);
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct show_task *c = values;
    const char *to = c->svg ? c->svg : c->output;
    const struct motion_options wanted = {
        .results = c->results.items, .n_results = c->results.n, .record = c->record, .largest = (size_t)1400 << 10};
    struct subject subject;
    struct motion motion;
    if (!subject_open(&subject, path, c->changes.items, c->changes.n, error))
        return false;
    bool good = subject_find_mechanism(&subject, c->component, error) && motion_open(&motion, &subject, &wanted, error);
    if (good) {
        good = show(c, &motion, to, outlet->report, error);
        motion_close(&motion);
    }
    subject_close(&subject);
    return good;
}

static void begin(void *values)
{
    ((struct show_task *)values)->at = NAN;
}

const struct task task_show = {.name = "show",
                               .summary = "a picture of a mechanism, or a page in which it moves",
                               .size = sizeof(struct show_task),
                               .begin = begin,
                               .syntax = &syntax,
                               .check = check,
                               .perform = perform};
