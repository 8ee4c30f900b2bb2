#include "export/monolithic_record.h"

#include "master/base/json.h"
#include "master/files/output.h"
#include "master/files/result_file.h"
#include "master/files/result_notes.h"
#include "master/files/patterns.h"
#include "master/files/files_messages.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST_NUMBER = 32 };

struct monolithic_record {
    const struct monolithic *monolithic;
    struct result_file *file;
    struct result_notes *notes;
    size_t *columns;
    size_t n;
};

/* The columns, in the order of the table. */
static bool choose(struct monolithic_record *r, const char *text, struct error *error)
{
    const struct model_type *type = monolithic_type(r->monolithic);
    struct patterns patterns = {0};
    if (text && !patterns_read(&patterns, text, error))
        return false;
    for (size_t i = 0; i < type->n_variables; i++) {
        const struct model_variable *v = &type->variables[i];
        if (text ? patterns_match(&patterns, v->name) : v->role == MODEL_STATE || v->is_output)
            r->columns[r->n++] = i;
    }
    const char *unused = patterns_unused(&patterns);
    const bool good = !unused || error_raise(error, ERROR_RECORD_NO_MATCH, unused);
    patterns_free(&patterns);
    return good;
}

/* The columns that are no variables of the model. */
static const struct result_column own[] = {{"time", "s", "time"},
                                           {"iterations", NULL, "iterations of the last step"},
                                           {"energy", "J", "energy of the mechanism"},
                                           {"work", "J", "work of the actuators, by the trapezoidal rule"},
                                           {"drift", "J", "energy without the work"}};
enum { N_OWN = sizeof own / sizeof *own };

static bool write_notes(struct monolithic_record *r, const char *command, struct error *error)
{
    const struct model_type *type = monolithic_type(r->monolithic);
    struct result_column *columns = calloc(N_OWN + r->n, sizeof *columns);
    if (!columns)
        return error_raise(error, ERROR_NO_MEMORY, "writing results");
    memcpy(columns, own, sizeof own);
    for (size_t i = 0; i < r->n; i++) {
        const struct model_variable *v = &type->variables[r->columns[i]];
        columns[N_OWN + i] = (struct result_column){v->name, v->unit, v->description};
    }
    const bool ok = result_notes_put(r->notes, columns, N_OWN + r->n, command, error);
    free(columns);
    return ok;
}

static bool write_header(struct monolithic_record *r, struct error *error)
{
    const struct model_type *type = monolithic_type(r->monolithic);
    size_t size = 2;
    for (size_t i = 0; i < N_OWN; i++)
        size += strlen(own[i].name) + 1;
    for (size_t i = 0; i < r->n; i++)
        size += strlen(type->variables[r->columns[i]].name) + 1;
    char *room = result_file_room(r->file, size, error), *at = room;
    if (!room)
        return false;
    for (size_t i = 0; i < N_OWN; i++)
        at += sprintf(at, "%s%s", i ? "," : "", own[i].name);
    for (size_t i = 0; i < r->n; i++)
        at += sprintf(at, ",%s", type->variables[r->columns[i]].name);
    *at++ = '\n';
    result_file_advance(r->file, (size_t)(at - room));
    return true;
}

struct monolithic_record *monolithic_record_open(const char *path, const struct monolithic *monolithic,
                                                 const char *patterns, const char *command, struct error *error)
{
    const struct model_type *type = monolithic_type(monolithic);
    struct monolithic_record *r = calloc(1, sizeof *r);
    if (r)
        r->columns = calloc(type->n_variables + 1, sizeof *r->columns);
    if (!r || !r->columns) {
        error_raise(error, ERROR_NO_MEMORY, "opening a result file");
        monolithic_record_close(r);
        return NULL;
    }
    r->monolithic = monolithic;
    r->file = choose(r, patterns, error) ? result_file_open(path, error) : NULL;
    r->notes = r->file ? result_notes_open(path, error) : NULL;
    if (!r->notes || !write_notes(r, command, error) || !write_header(r, error)) {
        monolithic_record_close(r);
        return NULL;
    }
    return r;
}

bool monolithic_record_row(struct monolithic_record *r, double t, struct error *error)
{
    const struct monolithic_summary s = monolithic_summary(r->monolithic);
    const double *values = monolithic_values(r->monolithic);
    char *room = result_file_room(r->file, WIDEST_NUMBER * (r->n + 6), error), *at = room;
    if (!room)
        return false;
    at += sprintf(at, "%.17g,%d,%.17g,%.17g,%.17g", t, s.last_iterations, s.energy, s.work_trapezoidal,
                  s.energy - s.work_trapezoidal);
    for (size_t i = 0; i < r->n; i++)
        at += sprintf(at, ",%.17g", values[r->columns[i]]);
    *at++ = '\n';
    result_file_advance(r->file, (size_t)(at - room));
    return true;
}

bool monolithic_record_finish(struct monolithic_record *r, struct error *error)
{
    return result_notes_flush(r->notes, error) && result_file_finish(r->file, error) &&
           result_notes_finish(r->notes, error);
}

void monolithic_record_close(struct monolithic_record *r)
{
    if (!r)
        return;
    result_file_close(r->file);
    result_notes_close(r->notes);
    free(r->columns);
    free(r);
}

struct summary_context {
    const struct monolithic_summary *summary;
    const struct warning_list *warnings;
    double t, cpu_s;
};

static bool print_summary(FILE *file, const void *context)
{
    const struct summary_context *c = context;
    const struct monolithic_summary *s = c->summary;
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_string(&j, "status", "done");
    json_integer(&j, "steps", s->steps);
    json_integer(&j, "iterations", s->iterations);
    json_integer(&j, "most_iterations", s->most_iterations);
    json_number(&j, "time", c->t);
    json_number(&j, "cpu_s", c->cpu_s);
    json_number(&j, "work_J", s->work_trapezoidal);
    json_number(&j, "work_by_rectangles_J", s->work_rectangle);
    json_number(&j, "most_work_by_rectangles_J", s->most_work);
    json_number(&j, "least_work_by_rectangles_J", s->least_work);
    json_number(&j, "energy_J", s->energy);
    json_number(&j, "energy_drift_J", s->drift_trapezoidal);
    json_number(&j, "energy_drift_by_rectangles_J", s->drift_rectangle);
    json_number(&j, "constraint_violation_m", s->worst_residual);
    json_array(&j, "warnings");
    for (size_t i = 0; i < c->warnings->n; i++)
        json_string(&j, NULL, c->warnings->texts[i]);
    json_end(&j);
    json_end(&j);
    return json_finish(&j);
}

bool monolithic_summary_write(const char *path, const struct monolithic_summary *summary,
                              const struct warning_list *warnings, double t, double cpu_s, struct error *error)
{
    const struct summary_context context = {summary, warnings, t, cpu_s};
    return output_write(path, print_summary, &context, error);
}
