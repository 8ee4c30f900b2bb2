/* Something to look at: a mechanism at its start, at a row of a result or in motion, a circuit, a system as blocks. */
#include "export/export_task.h"

#include "export/drawing.h"
#include "export/export_messages.h"
#include "export/model_picture.h"
#include "export/motion_page.h"
#include "export/system_drawing.h"
#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_machine/machine_file.h"
#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/files/picture.h"
#include "master/options/options_messages.h"

#include <math.h>

struct show_task {
    const char *svg, *output, *record, *component;
    struct text_list changes, results;
    double at, bending;
    int view;
    long mode;
};

#define AT(member) offsetof(struct show_task, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE",
     "where it goes: FILE.html moves, FILE.svg, FILE.png or FILE.pdf is a picture (also -o)", AT(output), NOBODY_ASKS},
    {"result", OPTION_LIST, "RESULT.csv",
     "result of a run that is shown; without it the start. Twice: both, one of them translucent", AT(results),
     NOBODY_ASKS},
    {"at", OPTION_TIME, "T", "a picture shows the row of the result nearest to this time; by default the first one",
     AT(at), NOBODY_ASKS},
    {"record", OPTION_TEXT, "PATTERN",
     "columns of the result that are drawn beside the page's picture; by default coordinates, lengths and pressures",
     AT(record), NOBODY_ASKS},
    {"mode", OPTION_COUNT, "N",
     "how the mechanism swings about its start in the N-th mode of its linearized equations, or of its system's: 1 is "
     "the slowest oscillation",
     AT(mode), NOBODY_ASKS},
    {"bending", OPTION_POSITIVE, "K", "the bending of beams is drawn K times as large; in a page it can be changed",
     AT(bending), NOBODY_ASKS},
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

static bool print_page(FILE *file, const void *context)
{
    return motion_page_write(file, context);
}

static bool show(const struct show_task *c, struct motion *m, const char *to, FILE *report, struct error *error)
{
    if (report && m->caption)
        fprintf(report, "%s\n", PRINTABLE(m->caption));
    for (size_t i = 0; i < m->n_notes; i++)
        if (m->notes[i].is_warning)
            error_warn(WARNING_SHOW, m->notes[i].text);
        else if (report && !m->caption && output_ends_with(to, ".html"))
            fprintf(report, "%s\n", PRINTABLE(m->notes[i].text));
    if (output_ends_with(to, ".html"))
        return output_write(to, print_page, m, error);
    struct paper paper;
    struct scene rest = {0};
    struct model_report report_of_rest = {""};
    char enlarged[80];
    const char *caption = m->caption;
    const size_t frame = isfinite(c->at) ? motion_nearest(m, c->at) : 0;
    if (m->swings && !motion_rest(m, &rest, &report_of_rest))
        return error_raise(error, ERROR_NO_MEMORY, "drawing a mode");
    if (!m->swings && m->scene.mechanism->n_flexibles > 0 && m->bending != 1) {
        if (!motion_place_bent(m, frame))
            return error_raise(error, ERROR_NO_MEMORY, "drawing a mechanism");
        snprintf(enlarged, sizeof enlarged, "bending drawn %g times as large", m->bending);
        caption = enlarged;
    } else if (!m->swings) {
        motion_place(m, frame);
    }
    drawing_make(&paper, &m->scene, (enum drawing_view)c->view, m->swings ? &rest : NULL, caption);
    scene_free(&rest);
    const bool good = paper_write(&paper, to, error);
    paper_end(&paper);
    return good;
}

static bool check(void *values, const char *path, struct error *error)
{
    (void)path;
    const struct show_task *c = values;
    const char *to = c->svg ? c->svg : c->output;
    if (c->svg && c->output)
        return error_raise(error, ERROR_SHOW_OUTPUTS, c->svg, c->output);
    if (!to)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, "--output FILE.html|svg|png|pdf");
    if (!c->svg && !output_ends_with(to, ".html") && !picture_is_possible(to))
        return error_raise(error, ERROR_OPTION_VALUE, "output", to,
                           "a file name that ends in .html, .svg, .png or .pdf");
    if (c->results.n > 2)
        return error_raise(error, ERROR_SHOW_TWO, TEXT("%zu", c->results.n));
    if (c->mode > 0 && c->bending > 0 && !output_ends_with(to, ".html"))
        return error_raise(error, ERROR_OPTION_VALUE, "output", to, "with --mode and --bending a page, FILE.html,");
    if (c->mode > 0 && c->results.n > 0)
        return error_raise(error, ERROR_SHOW_MODE_RESULT, TEXT("%ld", c->mode));
    return c->results.n < 2 || output_ends_with(to, ".html") || error_raise(error, ERROR_SHOW_OVERLAY, to);
}

static bool show_mechanism(const struct show_task *c, struct subject *subject, const char *to, FILE *report,
                           struct error *error)
{
    const struct motion_options wanted = {.results = c->results.items,
                                          .n_results = c->results.n,
                                          .record = c->record,
                                          .largest = (size_t)1400 << 10,
                                          .bending = c->bending,
                                          .mode = (size_t)c->mode};
    struct motion motion;
    if (!subject_find_mechanism(subject, c->component, error) || !motion_open(&motion, subject, &wanted, error))
        return false;
    const bool good = show(c, &motion, to, report, error);
    motion_close(&motion);
    return good;
}

/* A circuit, or a system as blocks: diagrams, which do not move. */
static bool show_diagram(const struct subject *subject, const char *to, struct error *error)
{
    struct paper paper;
    if (subject->n_parts > SYSTEM_DRAWING_MOST)
        return error_raise(error, ERROR_SHOW_MANY, subject->path, TEXT("%zu", subject->n_parts),
                           TEXT("%d", SYSTEM_DRAWING_MOST));
    struct model_report report = {""};
    if (subject_is_system(subject))
        system_drawing_make(&paper, subject);
    else if (!model_picture_make(&paper, &subject->parts[0].model, &report))
        return error_raise(error, ERROR_SHOW_MODEL, subject->path, report.text);
    const bool good = paper_write(&paper, to, error);
    paper_end(&paper);
    return good;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct show_task *c = values;
    const char *to = c->svg ? c->svg : c->output;
    struct subject subject;
    if (!subject_open(&subject, path, c->changes.items, c->changes.n, error))
        return false;
    const bool moves = c->results.n > 0 || c->mode > 0 || output_ends_with(to, ".html");
    const struct grammar *grammar = subject_is_system(&subject) ? NULL : subject.parts[0].model.kind->grammar;
    const bool is_diagram = grammar == &circuit_grammar || grammar == &machine_grammar;
    bool good;
    if (is_diagram && c->bending > 0)
        good = error_raise(error, ERROR_SHOW_BENDING, path, subject.parts[0].model.kind->name);
    else if (is_diagram && c->mode > 0)
        good = error_raise(error, ERROR_SHOW_MODE_KIND, path, subject.parts[0].model.kind->name);
    else if (grammar == &machine_grammar && moves)
        good = error_raise(error, ERROR_SHOW_WHOLE, path);
    else if (is_diagram && moves)
        good = error_raise(error, ERROR_SHOW_MOTION, path, subject.parts[0].model.kind->name);
    else if (is_diagram || (subject_is_system(&subject) && !moves && !c->component && !(c->bending > 0)))
        good = show_diagram(&subject, to, error);
    else
        good = show_mechanism(c, &subject, to, outlet->report, error);
    subject_close(&subject);
    return good;
}

static void begin(void *values)
{
    ((struct show_task *)values)->at = NAN;
}

const struct task task_show = {.name = "show",
                               .summary = "a picture of a mechanism, circuit or system; a page in which it moves",
                               .size = sizeof(struct show_task),
                               .begin = begin,
                               .syntax = &syntax,
                               .check = check,
                               .perform = perform};
