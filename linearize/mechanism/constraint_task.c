/* `paso linearize`: FMUs and systems as linearize_task.c does it, mechanism files in the coordinates that are asked for. */
#include "linearize/linearize_task.h"

#include "export/exporter.h"
#include "linearize/mechanism/constraint_messages.h"
#include "linearize/mechanism/constraint_results.h"
#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/import/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const set_names[] = {"minimal", "mcs", "rcs", "ucs"}; /* by enum coordinate_set */

/* ---- a document as the FMU that it becomes ---- */

/* The FMU leaves out rows that depend on others. In a singular position that is a choice of forces, and one should know. */
static void singular_tell(const struct model_file *file, const char *path, FILE *report)
{
    struct constraint_terms terms;
    struct error none = {0};
    if (strcmp(file->kind->name, "mechanism") != 0 || !constraint_terms_open(&terms, file->opened, path, &none))
        return;
    if (terms.is_singular)
        fprintf(report,
                "  a singular position: joint '%s' is held by rows that depend on each other here and not "
                "elsewhere; the FMU leaves some of them out, --coordinates mcs takes all\n",
                PRINTABLE(engine_row_name(terms.engine, terms.singular_row)));
    constraint_terms_close(&terms);
}

/* Changes of the document are no start values of the FMU. */
static bool run_document(struct linearize_task *c, const char *path, FILE *report, struct error *error)
{
    struct model_file file;
    char *folder = NULL, *fmu = NULL;
    const struct text_list changes = c->arguments.sets;
    if (!model_file_open(&file, path, changes.items, changes.n, error))
        return false;
    bool good = (folder = temporary_create(error)) != NULL;
    if (good && asprintf(&fmu, "%s/%s.fmu", folder, file.type->name) < 0) {
        fmu = NULL;
        good = error_raise(error, ERROR_NO_MEMORY, "linearizing");
    }
    good = good && exporter_write_fmu(&file, NULL, fmu, error);
    c->arguments.sets = (struct text_list){0};
    good = good && linearize_run(c, fmu, report, error);
    c->arguments.sets = changes;
    if (good && report && !c->quiet)
        singular_tell(&file, path, report);
    free(fmu);
    temporary_remove(folder);
    free(folder);
    model_file_close(&file);
    return good;
}

/* ---- a mechanism with its constraints ---- */

/* Options of a run, which these equations do not take part in. */
static bool check_options(const struct linearize_task *c, struct error *error)
{
    const char *name = c->points.at.n > 0    ? "at"
                       : c->points.has_along ? "along"
                       : c->vary             ? "vary"
                       : c->arguments.input  ? "input"
                       : c->method != 0      ? "method"
                                             : NULL;
    if (name)
        return error_raise(error, ERROR_CONSTRAINTS_OPTION, name, set_names[c->coordinates]);
    return !(c->bode && c->coordinates == COORDINATES_RCS) || error_raise(error, ERROR_CONSTRAINTS_BODE, "");
}

static bool linearize_file(const struct linearize_task *c, const struct model_file *file, const char *path,
                           FILE *report, struct error *error)
{
    if (strcmp(file->kind->name, "mechanism") != 0)
        return error_raise(error, ERROR_CONSTRAINTS_KIND, path, file->kind->name, set_names[c->coordinates]);
    struct constraint_terms terms;
    const struct variation none = {.n = 1};
    struct results results = {.variation = &none, .title = file->type->name, .csv_safe = c->csv_safe};
    if (!constraint_terms_open(&terms, file->opened, path, error))
        return false;
    const bool good = constraint_results_add(&results, &terms, (enum coordinate_set)c->coordinates, &c->penalty,
                                             c->inputs, c->outputs, error) &&
                      results_choose_pair(&results, c->bode, error) && linearize_tell(c, &results, report, error);
    results_free(&results);
    constraint_terms_close(&terms);
    return good;
}

static bool run_constrained(struct linearize_task *c, const char *path, FILE *report, struct error *error)
{
    struct model_file file;
    if (!check_options(c, error))
        return false;
    if (output_ends_with(path, ".ssp") || output_ends_with(path, ".ssd"))
        return error_raise(error, ERROR_CONSTRAINTS_SYSTEM, path, set_names[c->coordinates]);
    if (!model_file_open(&file, path, c->arguments.sets.items, c->arguments.sets.n, error))
        return false;
    const bool good = linearize_file(c, &file, path, report, error);
    model_file_close(&file);
    return good;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    struct linearize_task *c = values;
    if (c->coordinates != COORDINATES_MINIMAL)
        return run_constrained(c, path, outlet->report, error);
    return output_ends_with(path, ".json") ? run_document(c, path, outlet->report, error)
                                           : linearize_run(c, path, outlet->report, error);
}

const struct task task_linearize = {.name = "linearize",
                                    .summary = "state space and spectrum of a system, an FMU or a mechanism",
                                    .size = sizeof(struct linearize_task),
                                    .begin = linearize_begin,
                                    .make_syntax = linearize_syntax,
                                    .check = linearize_check,
                                    .perform = perform,
                                    .end = linearize_end};
