/* An .ssp of FMUs, without writing XML. */
#include "master/files/connect_task.h"

#include "master/base/printable.h"
#include "master/files/files_messages.h"
#include "master/files/output.h"
#include "master/files/wiring.h"
#include "master/options/options_messages.h"

#include <stdlib.h>

struct connect_task {
    const char *output;
    struct text_list further, links, inputs, outputs;
    bool accept;
};

#define AT(member) offsetof(struct connect_task, member)

static const struct option options[] = {
    {"output", OPTION_TEXT, "FILE", "where the .ssp goes (also -o); without it, connections are shown only", AT(output),
     NOBODY_ASKS},
    {"link", OPTION_LIST, "A.y=B.u",
     "the output y of component A feeds the input u of B; repeat it for more. Without any, connections are proposed by "
     "name, unit and causality",
     AT(links), NOBODY_ASKS},
    {"accept", OPTION_FLAG, NULL, "takes what is proposed, without a question", AT(accept), NOBODY_ASKS},
    {"system-input", OPTION_LIST, "NAME=A.u",
     "an input of the system that feeds this one; the same NAME again feeds more of them", AT(inputs), NOBODY_ASKS},
    {"system-output", OPTION_LIST, "NAME=B.y", "an output of the system", AT(outputs), NOBODY_ASKS},
    {"fmu", OPTION_LIST, "[NAME=]FILE", "a further FMU, as if it stood behind the first one", AT(further), NOBODY_ASKS},
};
static const struct option_table tables[] = {{"options:", options, sizeof options / sizeof *options, 0}};

static const struct syntax syntax = {
    .command = "connect",
    .arguments = "[NAME=]A.fmu [NAME=]B.fmu ...",
    .about =
        "Makes a system (SSP 1.0) of FMUs. A component is called as its file or, with NAME=FILE, NAME; the same FMU "
        "may be there several times. A system in an .ssp may be a component, too, with its inputs and outputs. Names, "
        "directions, types and units are checked, units that differ are "
        "converted. Without --link connections are proposed: on a terminal the command asks, elsewhere it prints "
        "them.",
    .fewest = 1,
    .most = 1,
    .further = "fmu",
    .tables = tables,
    .n_tables = 1,
};

/* The words that say the same, to be copied. */
static void print_words(const struct wiring *w, FILE *report)
{
    for (size_t i = 0; i < w->n_wires; i++) {
        const struct wire *wire = &w->wires[i];
        fprintf(report, "%s--link %s.%s=%s.%s", i ? " " : "  ", PRINTABLE(w->fmus[wire->from.fmu].name),
                PRINTABLE(wire->from.variable->name), PRINTABLE(w->fmus[wire->to.fmu].name),
                PRINTABLE(wire->to.variable->name));
    }
    fputc('\n', report);
}

/* Whether what was proposed is wanted. */
static bool agree(const struct connect_task *c, const struct wiring *w, const struct task_outlet *outlet,
                  struct error *error)
{
    if (outlet->report) {
        fputs("proposed, by name, unit and causality:\n", outlet->report);
        wiring_report(w, outlet->report);
        fputs("in words:\n", outlet->report);
        print_words(w, outlet->report);
        fflush(outlet->report);
    }
    if (!c->output || c->accept)
        return true;
    if (!outlet->ask)
        return error_raise(error, ERROR_CONNECT_PROPOSED, c->output);
    return outlet->ask("Connect them so? [y/n] ", outlet->ask_context) ||
           error_raise(error, ERROR_CONNECT_REFUSED, c->output);
}

static bool connect_all(const struct connect_task *c, struct wiring *w, const struct task_outlet *outlet,
                        struct error *error)
{
    if (!wiring_add_links(w, &c->links, error) || !wiring_add_inputs(w, &c->inputs, error) ||
        !wiring_add_outputs(w, &c->outputs, error))
        return false;
    const bool is_proposed = c->links.n == 0 && w->n_fmus > 1;
    if (is_proposed && !wiring_propose(w, error))
        return false;
    if (w->n_wires + w->n_inputs + w->n_outputs == 0)
        return error_raise(error, ERROR_CONNECT_NOTHING, w->n_fmus > 1 ? "no output fits an input" : "one FMU alone");
    if (is_proposed && w->n_wires > 0) {
        if (!agree(c, w, outlet, error))
            return false;
    } else if (outlet->report)
        wiring_report(w, outlet->report);
    return !c->output || wiring_write(w, c->output, error);
}

static bool list_files(const struct connect_task *c, const char *path, struct text_list *files, struct error *error)
{
    if (!text_list_add(files, path, error))
        return false;
    for (size_t i = 0; i < c->further.n; i++)
        if (!text_list_add(files, c->further.items[i], error))
            return false;
    return true;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct connect_task *c = values;
    struct text_list files = {0};
    struct wiring wiring = {0};
    if (c->output && !output_ends_with(c->output, ".ssp"))
        return error_raise(error, ERROR_OPTION_VALUE, "output", c->output, "a file name that ends in .ssp");
    const bool good = list_files(c, path, &files, error) && wiring_open(&wiring, &files, error) &&
                      connect_all(c, &wiring, outlet, error);
    wiring_close(&wiring);
    free(files.items);
    return good;
}

const struct task task_connect = {.name = "connect",
                                  .summary = "a system of FMUs, without writing XML",
                                  .size = sizeof(struct connect_task),
                                  .syntax = &syntax,
                                  .perform = perform};
