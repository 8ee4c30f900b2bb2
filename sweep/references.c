/* The references of a study: files, one per run or for all, or runs of the sweep itself. */
#include "sweep/study.h"
#include "sweep/finest.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A run that leaves the range of its reference by this many times the range is beyond all accuracy: it is unstable. */
static const double wide = 1;

/* Limits of the options are the user's word, whatever the reference is like. */
static bool has_own_limit(const struct study *s, const char *name)
{
    for (size_t i = 0; i < s->watched.n; i++)
        if (strcmp(s->watched.names[i], name) == 0 && isfinite(s->limits[i].lowest))
            return true;
    return false;
}

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "preparing a sweep");
}

bool study_prepare_reference(struct study *s, size_t reference, struct error *error)
{
    struct reference *r = &s->references[reference];
    const size_t n = s->variables.n;
    free(r->columns);
    free(r->bounds);
    r->columns = calloc(n + 1, sizeof *r->columns);
    r->bounds = malloc((n + s->watched.n + 1) * sizeof *r->bounds);
    if (!r->columns || !r->bounds)
        return no_memory(error);
    for (size_t i = 0; i < s->watched.n; i++)
        r->bounds[n + i] = s->limits[i];
    for (size_t i = 0; i < n; i++) {
        r->bounds[i] = (struct bound){-INFINITY, INFINITY};
        if (!r->is_here)
            continue;
        r->columns[i] = trajectory_find(&r->trajectory, s->variables.names[i]);
        if (r->columns[i] == SIZE_MAX)
            return error_raise(error, ERROR_SWEEP_REFERENCE_LACKS, r->source, s->variables.names[i]);
        double lowest, highest;
        trajectory_range(&r->trajectory, r->columns[i], &lowest, &highest);
        const double range = highest - lowest;
        if (range > 0 && !has_own_limit(s, s->variables.names[i]))
            r->bounds[i] = (struct bound){lowest - wide * range, highest + wide * range};
    }
    return true;
}

/* Where a cell is no number, the variable cannot be compared. */
static bool check_numbers(const struct study *s, const struct reference *r, struct error *error)
{
    for (size_t i = 0; i < s->variables.n; i++)
        for (size_t k = 0; k < r->trajectory.n_times; k++)
            if (isnan(r->trajectory.values[k * r->trajectory.n_names + r->columns[i]]))
                return error_raise(error, ERROR_SWEEP_REFERENCE_CELL, r->source, s->variables.names[i],
                                   TEXT("%.9g", r->trajectory.times[k]));
    return true;
}

/* ---- files ---- */

/* "ref-{hydraulics.manoeuvre}.csv" with the run's own value. */
static char *expand(const struct study *s, const char *pattern, size_t run, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory != NULL;
    if (!ok)
        no_memory(error);
    while (ok && *pattern) {
        const char *open = strchr(pattern, '{'), *close = open ? strchr(open, '}') : NULL;
        if (!close) {
            fputs(pattern, memory);
            break;
        }
        fprintf(memory, "%.*s", (int)(open - pattern), pattern);
        char name[256];
        error_format(name, sizeof name, "%.*s", (int)(close - open - 1) & 0xff, open + 1);
        const size_t axis = plan_find_axis(&s->plan, name);
        if (axis == SIZE_MAX)
            ok = error_raise(error, ERROR_SWEEP_REFERENCE_PLACE, s->options.reference, name);
        else
            fputs(plan_value(&s->plan, run, axis), memory);
        pattern = close + 1;
    }
    if (memory && fclose(memory) != 0)
        ok = no_memory(error);
    if (!ok) {
        free(text);
        return NULL;
    }
    return text;
}

bool study_add_reference(struct study *s, char *source, struct error *error)
{
    struct reference *larger = realloc(s->references, (s->n_references + 1) * sizeof *larger);
    if (!larger || !source) {
        s->references = larger ? larger : s->references;
        free(source);
        return no_memory(error);
    }
    s->references = larger;
    s->references[s->n_references++] = (struct reference){.source = source};
    return true;
}

static bool read_reference(struct reference *r, struct error *error)
{
    struct digest d;
    digest_begin(&d);
    if (!trajectory_read(&r->trajectory, r->source, CSV_OF_RESULT, error) || !digest_file(&d, r->source, error))
        return false;
    digest_end(&d, r->digest);
    r->is_here = true;
    return true;
}

static bool find_files(struct study *s, struct error *error)
{
    for (size_t run = 0; run < s->plan.n_runs; run++) {
        char *source = expand(s, s->options.reference, run, error);
        if (!source)
            return false;
        size_t i = 0;
        while (i < s->n_references && strcmp(s->references[i].source, source) != 0)
            i++;
        s->reference_of[run] = i;
        if (i < s->n_references)
            free(source);
        else if (!study_add_reference(s, source, error) || !read_reference(&s->references[i], error))
            return false;
    }
    return true;
}

/* Without patterns: the columns that are variables of the system. */
static bool select_columns(struct study *s, struct error *error)
{
    const struct reference *r = &s->references[0];
    const size_t n = r->trajectory.n_names;
    s->variables.ports = malloc((n + 1) * sizeof *s->variables.ports);
    s->variables.names = malloc((n + 1) * sizeof *s->variables.names);
    if (!s->variables.ports || !s->variables.names)
        return no_memory(error);
    for (size_t i = 0; i < n; i++) {
        struct port port;
        struct error unknown = {0};
        if (!system_find_port(s->system, r->trajectory.names[i], &port, &unknown)) {
            error_warn(WARNING_SWEEP_COLUMN, r->source, r->trajectory.names[i]);
            continue;
        }
        char *name = strdup(r->trajectory.names[i]);
        if (!name)
            return no_memory(error);
        s->variables.ports[s->variables.n] = port;
        s->variables.names[s->variables.n++] = name;
    }
    return s->variables.n > 0 || error_raise(error, ERROR_SWEEP_REFERENCE_NOTHING, r->source);
}

static bool open_files(struct study *s, struct error *error)
{
    if (!find_files(s, error))
        return false;
    if (!(s->options.record ? selection_make(&s->variables, s->system, s->options.record, error)
                            : select_columns(s, error)))
        return false;
    for (size_t i = 0; i < s->n_references; i++)
        if (!study_prepare_reference(s, i, error) || !check_numbers(s, &s->references[i], error))
            return false;
    return true;
}

/* ---- none ---- */

static bool select_measured(struct study *s, struct error *error)
{
    if (!s->options.record)
        return true;
    if (!selection_make(&s->variables, s->system, s->options.record, error))
        return false;
    for (size_t i = 0; i < s->variables.n; i++)
        if (system_variable(s->system, s->variables.ports[i])->type == FMI_STRING)
            return error_raise(error, ERROR_SWEEP_TEXT, s->variables.names[i]);
    s->measures_outcomes = true;
    return true;
}

bool study_open_references(struct study *s, struct error *error)
{
    s->reference_of = calloc(s->plan.n_runs, sizeof *s->reference_of);
    if (!s->reference_of)
        return no_memory(error);
    if (s->options.reference)
        return strcmp(s->options.reference, "finest") == 0 ? finest_open(s, error) : open_files(s, error);
    return select_measured(s, error) && study_add_reference(s, strdup(""), error) &&
           study_prepare_reference(s, 0, error);
}
