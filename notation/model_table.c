#include "notation/model_table.h"

#include <stdlib.h>
#include <string.h>

void model_table_begin(struct model_table *t, struct notation *notation)
{
    *t = (struct model_table){.notation = notation};
}

size_t model_table_add(struct model_table *t, const struct model_variable *row)
{
    if (t->n == t->room) {
        const size_t room = t->room ? 2 * t->room : 128;
        struct model_variable *rows = notation_keep(t->notation, room * sizeof *rows);
        if (!rows) {
            t->has_no_memory = true;
            return 0;
        }
        if (t->n)
            memcpy(rows, t->rows, t->n * sizeof *rows);
        t->rows = rows;
        t->room = room;
    }
    t->has_no_memory |= !row->name || !row->description;
    t->rows[t->n] = *row;
    return t->n++;
}

static bool is_constant(const struct quantity *q)
{
    static const char map[] = "constants.";
    return strncmp(q->name, map, sizeof map - 1) == 0;
}

void model_table_add_quantities(struct model_table *t, enum model_table_quantities which)
{
    const struct quantity *q = notation_quantities(t->notation);
    const size_t n = notation_quantity_count(t->notation);
    t->n_own = t->n;
    t->parameters = notation_keep(t->notation, (n + 1) * sizeof *t->parameters);
    t->calculated = notation_keep(t->notation, (n + 1) * sizeof *t->calculated);
    if (!t->parameters || !t->calculated) {
        t->has_no_memory = true;
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (q[i].is_drawn || (which == QUANTITIES_CONSTANTS && !is_constant(&q[i])))
            continue;
        else if (q[i].is_calculated)
            t->calculated[t->n_calculated++] = i;
        else if (!q[i].is_fixed)
            t->parameters[t->n_parameters++] = i;
    for (size_t k = 0; k < t->n_parameters + t->n_calculated; k++) {
        const bool is_calculated = k >= t->n_parameters;
        const struct quantity *from = &q[is_calculated ? t->calculated[k - t->n_parameters] : t->parameters[k]];
        model_table_add(t, &(struct model_variable){.role = is_calculated ? MODEL_CALCULATED : MODEL_PARAMETER,
                                                    .kind = MODEL_REAL,
                                                    .name = from->name,
                                                    .description = from->description,
                                                    .unit = from->unit,
                                                    .start = from->value,
                                                    .min = from->min,
                                                    .max = from->max,
                                                    .is_tunable = from->is_tunable && !is_calculated});
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct model_variable *const *)a)->name, (*(const struct model_variable *const *)b)->name);
}

bool model_table_finish(const struct model_table *t, struct notation_error *error)
{
    const struct node *root = notation_root(t->notation);
    const struct model_variable **sorted = t->has_no_memory ? NULL : calloc(t->n + 1, sizeof *sorted);
    if (!sorted)
        return node_fail(root, error, "out of memory");
    for (size_t i = 0; i < t->n; i++)
        sorted[i] = &t->rows[i];
    qsort(sorted, t->n, sizeof *sorted, by_name);
    bool good = true;
    for (size_t i = 1; i < t->n && good; i++)
        if (strcmp(sorted[i - 1]->name, sorted[i]->name) == 0)
            good = node_fail(root, error, "two variables would be called \"%s\" (%s; %s): choose other names",
                             sorted[i]->name, sorted[i - 1]->description, sorted[i]->description);
    free(sorted);
    return good;
}

const char *model_table_names(const struct model_table *t, size_t first, size_t last)
{
    size_t size = 1;
    for (size_t i = first; i < last; i++)
        size += strlen(t->rows[i].name) + 1;
    char *names = notation_keep(t->notation, size), *end = names;
    for (size_t i = first; names && i < last; i++)
        end += sprintf(end, "%s%s", i > first ? " " : "", t->rows[i].name);
    return names;
}

const char *model_table_join(const struct model_table *t, const char *names, const char *more)
{
    if (!names || !more)
        return NULL;
    return notation_keep_text(t->notation, "%s%s%s", names, *names && *more ? " " : "", more);
}

bool model_table_evaluate(const struct model_table *t, const double *parameters, double *values, double *calculated,
                          struct model_report *report)
{
    const struct quantity *q = notation_quantities(t->notation);
    struct notation_error error = {""};
    for (size_t i = 0; i < notation_quantity_count(t->notation); i++)
        values[i] = q[i].value; /* of those that are fixed */
    for (size_t k = 0; k < t->n_parameters; k++)
        values[t->parameters[k]] = parameters[t->n_own + k];
    if (!notation_evaluate(t->notation, values, &error))
        return model_fail(report, "%s", error.text);
    for (size_t k = 0; k < t->n_calculated; k++)
        calculated[k] = values[t->calculated[k]];
    return true;
}
