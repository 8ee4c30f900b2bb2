/* The file of --input. */
#include "master/system/driven.h"
#include "master/files/input_file.h"

#include "master/base/arena.h"
#include "master/files/csv.h"
#include "master/options/quantity.h"
#include "master/files/files_messages.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct input_file {
    struct csv csv;
    struct arena texts;
    struct input_column *columns;
    size_t n_columns;
    bool has_strings;
    size_t n_rows, room;
    double *times;
    double *values;       /* row by row */
    const char **strings; /* the same; NULL where there is no String column */
    double *jumps;        /* ascending */
    size_t n_jumps;
    bool *driven;
    struct driven_system system;
    struct run_input source;
    size_t row; /* where the last question was answered: the next one is near */
};

/* ---- columns ---- */

static struct input_column describe_column(const struct system *system, size_t input)
{
    const struct system_connector *connector = &system->inputs[input];
    struct input_column column = {.input = input, .type = connector->type};
    for (size_t i = 0; i < connector->n_ports; i++) {
        const struct fmi_variable *v = system_variable(system, connector->ports[i]);
        if (v->type == FMI_REAL && v->variability == FMI_CONTINUOUS && column.type == FMI_REAL)
            column.continuous = true;
        if (v->type == FMI_ENUMERATION && v->enumeration != NO_INDEX) {
            const struct fmu *fmu = system->components[connector->ports[i].component].fmu;
            column.enumeration = &fmu_description(fmu)->enumerations[v->enumeration];
        }
    }
    return column;
}

static bool find_in_system(void *context, const char *name, struct input_column *column, struct error *error)
{
    struct driven_system *driven = context;
    size_t input;
    if (!driven_system_find(driven, name, &input, error))
        return false;
    *column = describe_column(&driven->system, input);
    return true;
}

static bool read_header(struct input_file *f, const struct input_names *names, struct error *error)
{
    bool found;
    if (!csv_next(&f->csv, &found, error))
        return false;
    if (!found)
        return error_raise(error, ERROR_INPUT_EMPTY, f->csv.path);
    const size_t n = f->csv.n_fields - 1;
    if (strcasecmp(f->csv.fields[0], "time") != 0)
        error_raise(error, ERROR_INPUT_NO_TIME, f->csv.fields[0]);
    f->columns = calloc(n + 1, sizeof *f->columns);
    if (!f->columns)
        return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    for (size_t i = 0; i < n && !error_is_set(error); i++) {
        const char *name = f->csv.fields[i + 1];
        if (!*name)
            error_raise(error, ERROR_INPUT_UNNAMED, TEXT("%zu", i + 2));
        else if (names->find(names->context, name, &f->columns[i], error))
            for (size_t k = 0; k < i; k++)
                if (f->columns[k].input == f->columns[i].input)
                    error_raise(error, ERROR_INPUT_TWICE, name);
        f->has_strings = f->has_strings || f->columns[i].type == FMI_STRING;
    }
    if (error_is_set(error)) {
        csv_say_place(&f->csv, error);
        return false;
    }
    f->n_columns = n;
    return true;
}

/* ---- rows ---- */

static bool parse_enumeration(const struct fmi_enumeration *e, const char *text, double *value)
{
    for (size_t i = 0; e && i < e->n_items; i++)
        if (strcmp(e->items[i].name, text) == 0) {
            *value = e->items[i].value;
            return true;
        }
    return false;
}

static bool parse_cell(const struct input_column *column, const char *text, double *value, const char **string,
                       struct error *error)
{
    static const char *const wanted[] = {[FMI_REAL] = "a number",
                                         [FMI_INTEGER] = "an integer",
                                         [FMI_BOOLEAN] = "true or false",
                                         [FMI_STRING] = "a text",
                                         [FMI_ENUMERATION] = "an item's name or number"};
    const bool number = number_parse(text, value);
    const bool integer = number && *value == floor(*value) && *value >= INT_MIN && *value <= INT_MAX;
    bool ok = false;
    switch (column->type) {
    case FMI_REAL:
        ok = number;
        break;
    case FMI_INTEGER:
        ok = integer;
        break;
    case FMI_BOOLEAN:
        ok = integer && (*value == 0 || *value == 1);
        if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0) {
            *value = strcasecmp(text, "true") == 0;
            ok = true;
        }
        break;
    case FMI_ENUMERATION:
        ok = integer || parse_enumeration(column->enumeration, text, value);
        break;
    case FMI_STRING:
        *string = text;
        *value = 0;
        ok = true;
        break;
    }
    return ok || error_raise(error, ERROR_INPUT_CELL, text, wanted[column->type]);
}

static bool room_for_row(struct input_file *f, struct error *error)
{
    if (f->n_rows < f->room)
        return true;
    const size_t room = f->room ? 2 * f->room : 256, cells = room * (f->n_columns + 1);
    double *times = realloc(f->times, room * sizeof *times);
    if (!times)
        return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    f->times = times;
    double *values = realloc(f->values, cells * sizeof *values);
    if (!values)
        return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    f->values = values;
    if (f->has_strings) {
        const char **strings = realloc(f->strings, cells * sizeof *strings);
        if (!strings)
            return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
        f->strings = strings;
    }
    f->room = room;
    return true;
}

static bool read_row(struct input_file *f, struct error *error)
{
    char **cells = f->csv.fields;
    if (f->csv.n_fields != f->n_columns + 1)
        return error_raise(error, ERROR_INPUT_COLUMNS, TEXT("%zu", f->csv.n_fields), TEXT("%zu", f->n_columns + 1));
    if (!room_for_row(f, error))
        return false;
    double *t = &f->times[f->n_rows];
    if (!number_parse(cells[0], t))
        return error_raise(error, ERROR_INPUT_CELL, cells[0], "a time");
    if (f->n_rows && *t < t[-1])
        return error_raise(error, ERROR_INPUT_BACKWARDS, cells[0], TEXT("%.10g", t[-1]));
    for (size_t i = 0; i < f->n_columns; i++) {
        const size_t at = f->n_rows * f->n_columns + i;
        const char *string = NULL;
        if (!parse_cell(&f->columns[i], cells[i + 1], &f->values[at], &string, error))
            return false;
        if (f->strings)
            f->strings[at] = string ? arena_copy(&f->texts, string, strlen(string)) : NULL;
        if (string && !f->strings[at])
            return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    }
    f->n_rows++;
    return true;
}

static bool read_rows(struct input_file *f, struct error *error)
{
    bool found;
    while (csv_next(&f->csv, &found, error)) {
        if (!found)
            return f->n_rows > 0 || error_raise(error, ERROR_INPUT_EMPTY, f->csv.path);
        if (!read_row(f, error)) {
            csv_say_place(&f->csv, error);
            return false;
        }
    }
    return false;
}

/* ---- jumps ---- */

static bool differs(const struct input_file *f, size_t column, size_t row)
{
    const size_t at = row * f->n_columns + column;
    if (f->columns[column].type == FMI_STRING)
        return strcmp(f->strings[at], f->strings[at - f->n_columns]) != 0;
    return f->values[at] != f->values[at - f->n_columns];
}

/* A row is a jump where a discrete column changes, or any column at a time that stands twice. */
static bool find_jumps(struct input_file *f, struct error *error)
{
    f->jumps = malloc((f->n_rows + 1) * sizeof *f->jumps);
    if (!f->jumps)
        return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    for (size_t row = 1; row < f->n_rows; row++) {
        const bool twice = f->times[row] == f->times[row - 1];
        bool jump = false;
        for (size_t i = 0; i < f->n_columns && !jump; i++)
            jump = (twice || !f->columns[i].continuous) && differs(f, i, row);
        if (jump && (f->n_jumps == 0 || f->jumps[f->n_jumps - 1] < f->times[row]))
            f->jumps[f->n_jumps++] = f->times[row];
    }
    return true;
}

/* Of ascending times; INFINITY: none. */
static double first_after(const double *times, size_t n, double t)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (times[middle] > t)
            high = middle;
        else
            low = middle + 1;
    }
    return low < n ? times[low] : INFINITY;
}

static double next_jump(void *context, double t)
{
    const struct input_file *f = context;
    return first_after(f->jumps, f->n_jumps, t);
}

/* ---- values ---- */

/* Number of rows that lie before t, those at t included unless we come from the left. */
static size_t rows_before(struct input_file *f, double t, bool from_left)
{
#define BEFORE(r) (from_left ? f->times[r] < t : f->times[r] <= t)
    size_t low = 0, high = f->n_rows;
    for (size_t r = f->row, n = 0; n < 3 && r <= f->n_rows; r++, n++) { /* usually the same row or the next */
        if ((r == 0 || BEFORE(r - 1)) && (r == f->n_rows || !BEFORE(r)))
            return f->row = r;
    }
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (BEFORE(middle))
            low = middle + 1;
        else
            high = middle;
    }
#undef BEFORE
    return f->row = low;
}

static bool values_at(void *context, double t, bool from_left, double *values, struct error *error)
{
    (void)error;
    struct input_file *f = context;
    const size_t before = rows_before(f, t, from_left);
    const size_t left = before ? before - 1 : 0, right = before < f->n_rows ? before : f->n_rows - 1;
    const double *a = f->values + left * f->n_columns, *b = f->values + right * f->n_columns;
    const double length = f->times[right] - f->times[left];
    const double part = length > 0 ? (t - f->times[left]) / length : 0;
    const bool at_right = before && t >= f->times[right]; /* from the left, exactly at a row */
    for (size_t i = 0; i < f->n_columns; i++) {
        const struct input_column *column = &f->columns[i];
        values[column->input] = !column->continuous ? a[i] : at_right ? b[i] : a[i] + (b[i] - a[i]) * part;
    }
    return true;
}

static bool strings_at(void *context, double t, bool from_left, const char **strings, struct error *error)
{
    (void)error;
    struct input_file *f = context;
    const size_t before = rows_before(f, t, from_left), left = before ? before - 1 : 0;
    for (size_t i = 0; i < f->n_columns; i++)
        if (f->columns[i].type == FMI_STRING)
            strings[f->columns[i].input] = f->strings[left * f->n_columns + i];
    return true;
}

/* ---- */

static bool read_file(struct input_file *f, const char *path, const struct input_names *names, struct error *error)
{
    f->source = (struct run_input){.context = f, .values = values_at, .next_jump = next_jump};
    const bool good =
        csv_open(&f->csv, path, error) && read_header(f, names, error) && read_rows(f, error) && find_jumps(f, error);
    csv_close(&f->csv);
    f->source.strings = f->has_strings ? strings_at : NULL;
    return good;
}

static struct input_file *make(struct error *error)
{
    struct input_file *f = calloc(1, sizeof *f);
    if (!f)
        error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    return f;
}

static bool note_driven(struct input_file *f, struct error *error)
{
    f->driven = calloc(f->system.system.n_inputs + 1, sizeof *f->driven);
    if (!f->driven)
        return error_raise(error, ERROR_NO_MEMORY, "reading an input file");
    for (size_t i = 0; i < f->n_columns; i++)
        f->driven[f->columns[i].input] = true;
    f->source.driven = f->driven;
    f->source.system = &f->system.system;
    return true;
}

struct input_file *input_file_open(const char *path, const struct system *system, struct error *error)
{
    struct input_file *f = make(error);
    if (!f)
        return NULL;
    f->system = driven_system(system);
    const struct input_names names = {&f->system, find_in_system};
    if (read_file(f, path, &names, error) && note_driven(f, error))
        return f;
    input_file_close(f);
    return NULL;
}

struct input_file *input_file_open_names(const char *path, const struct input_names *names, struct error *error)
{
    struct input_file *f = make(error);
    if (f && read_file(f, path, names, error))
        return f;
    input_file_close(f);
    return NULL;
}

void input_file_close(struct input_file *f)
{
    if (!f)
        return;
    arena_free(&f->texts);
    free(f->columns);
    free(f->times);
    free(f->values);
    free(f->strings);
    free(f->jumps);
    free(f->driven);
    driven_system_free(&f->system);
    free(f);
}

const struct run_input *input_file_source(const struct input_file *f)
{
    return &f->source;
}

double input_file_next_row(const struct input_file *f, double t)
{
    return first_after(f->times, f->n_rows, t);
}
