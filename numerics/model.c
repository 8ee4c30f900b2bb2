/* The layout of a model's numbers, its names, and reports. */
#include "numerics/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool model_fail(struct model_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->text, sizeof report->text, format, arguments);
    va_end(arguments);
    return false;
}

struct model_layout model_layout(const struct model_type *type)
{
    struct model_layout layout = {.first_rate = type->n_variables};
    size_t next = 0;
    for (int role = 0; role < MODEL_ROLES; role++) {
        layout.first[role] = next;
        while (next < type->n_variables && type->variables[next].role == (enum model_role)role)
            next++;
        layout.count[role] = next - layout.first[role];
    }
    layout.time = layout.first_rate + layout.count[MODEL_STATE];
    layout.size = layout.time + 1;
    return layout;
}

static inline bool same(const char *name, const char *text, size_t length)
{
    return *name == *text && strncmp(name, text, length) == 0 && name[length] == 0;
}

size_t model_find(const struct model_type *type, const char *name, size_t length)
{
    const struct model_layout layout = model_layout(type);
    for (size_t i = 0; i < type->n_variables; i++)
        if (same(type->variables[i].name, name, length))
            return i;
    if (same("time", name, length))
        return layout.time;
    if (length > 5 && memcmp(name, "der(", 4) == 0)
        for (size_t i = 0; i < layout.count[MODEL_STATE]; i++)
            if (same(type->variables[layout.first[MODEL_STATE] + i].name, name + 4, length - 5))
                return layout.first_rate + i;
    return layout.size;
}
