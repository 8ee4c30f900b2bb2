/* What a coupled model's variables are called and depend on, seen from outside: an input that another part feeds stands for all that the
 * value depends on there. The schedule has no circles, so that following the connections ends. */
#include "monolithic/composite_impl.h"

#include <stdlib.h>
#include <string.h>

struct closure {
    const struct composite *composite;
    struct model_layout layout; /* of the whole */
    bool *marks;                /* variables of the whole */
    bool at_start;
};

static void mark_names(struct closure *s, const struct part *part, const char *names);

/* Where a part's variable stands in the table of the whole. */
static size_t index_of(const struct closure *s, const struct part *part, size_t variable)
{
    const enum model_role role = part->type->variables[variable].role;
    return s->layout.first[role] + composite_place(s->composite, (size_t)(part - s->composite->parts), role,
                                                   variable - part->layout.first[role]);
}

static const struct step *find_source(const struct schedule *schedule, size_t part, size_t input)
{
    for (size_t i = 0; i < schedule->n; i++) {
        const struct step *step = &schedule->steps[i];
        if (step->action == ACTION_COPY && step->to_part == part && step->to_variable == input)
            return step;
    }
    return NULL;
}

/* At the start, states and memories stand for the inputs that they are computed from. */
static void mark(struct closure *s, const struct part *part, size_t variable)
{
    const struct composite *c = s->composite;
    const struct model_variable *v = &part->type->variables[variable];
    if (v->role == MODEL_INPUT) {
        const struct step *source = find_source(&c->start, (size_t)(part - c->parts), variable);
        if (!source)
            s->marks[index_of(s, part, variable)] = true;
        else
            mark(s, &c->parts[source->part], source->variable);
    } else if (v->role == MODEL_OUTPUT || v->role == MODEL_LOCAL) {
        mark_names(s, part, v->depends);
    } else if ((v->role == MODEL_STATE || v->role == MODEL_MEMORY) && s->at_start) {
        mark_names(s, part, v->initially_depends);
    } else if (v->role == MODEL_STATE || v->role == MODEL_MEMORY) {
        s->marks[index_of(s, part, variable)] = true;
    }
}

static void mark_names(struct closure *s, const struct part *part, const char *names)
{
    while (names && *names) {
        const size_t length = strcspn(names, " ");
        const size_t i = model_find(part->type, names, length);
        if (i < part->type->n_variables)
            mark(s, part, i);
        names += length + strspn(names + length, " ");
    }
}

/* A part that does not say what a rate depends on: everything in it. */
static void mark_all(struct closure *s, const struct part *part)
{
    for (size_t i = 0; i < part->type->n_variables; i++) {
        const enum model_role role = part->type->variables[i].role;
        if (role == MODEL_INPUT || role == MODEL_STATE || role == MODEL_MEMORY)
            mark(s, part, i);
    }
}

static char *keep(struct composite *c, char *text, struct model_report *report)
{
    if (!text)
        model_fail(report, "out of memory");
    else
        c->texts[c->n_texts++] = text;
    return text;
}

static char *list_marked(struct closure *s, struct composite *c, struct model_report *report)
{
    size_t size = 1;
    for (size_t i = 0; i < c->type.n_variables; i++)
        size += s->marks[i] ? strlen(c->variables[i].name) + 1 : 0;
    char *text = malloc(size), *end = text;
    for (size_t i = 0; text && i < c->type.n_variables; i++)
        if (s->marks[i]) {
            const size_t length = strlen(c->variables[i].name);
            if (end > text)
                *end++ = ' ';
            memcpy(end, c->variables[i].name, length);
            end += length;
        }
    if (text)
        *end = '\0';
    return keep(c, text, report);
}

/* One list of a row: what `names` of the part mean in the whole. */
static bool declare(struct closure *s, struct composite *c, const struct part *part, const char *names, bool at_start,
                    bool knows, const char **list, struct model_report *report)
{
    memset(s->marks, 0, c->type.n_variables * sizeof *s->marks);
    s->at_start = at_start;
    if (knows)
        mark_names(s, part, names);
    else
        mark_all(s, part);
    return (*list = list_marked(s, c, report)) != NULL;
}

static bool declare_variable(struct closure *s, struct composite *c, const struct part *part, size_t variable,
                             struct model_report *report)
{
    const struct model_variable *from = &part->type->variables[variable];
    if (from->role < MODEL_MEMORY || from->role == MODEL_QUADRATURE)
        return true;
    struct model_variable *to = &c->variables[index_of(s, part, variable)];
    if (from->role == MODEL_OUTPUT || from->role == MODEL_LOCAL)
        return declare(s, c, part, from->depends, false, true, &to->depends, report);
    return declare(s, c, part, from->initially_depends, true, true, &to->initially_depends, report) &&
           (from->role != MODEL_STATE ||
            declare(s, c, part, from->rate_depends, false, from->rate_depends != NULL, &to->rate_depends, report));
}

static bool rename_variable(struct composite *c, const struct composite_name *name, struct model_report *report)
{
    const size_t i = model_find(&c->type, name->variable, strlen(name->variable));
    if (i >= c->type.n_variables)
        return model_fail(report, "there is no variable \"%s\" that could be called \"%s\"", name->variable,
                          name->name);
    if (model_find(&c->type, name->name, strlen(name->name)) < c->type.n_variables)
        return model_fail(report, "there is already a variable \"%s\"", name->name);
    char *copy = malloc(strlen(name->name) + 1);
    if (copy)
        strcpy(copy, name->name);
    return (c->variables[i].name = keep(c, copy, report)) != NULL;
}

bool composite_declare(struct composite *c, const struct composite_name *names, size_t n_names,
                       struct model_report *report)
{
    struct closure s = {
        .composite = c, .layout = model_layout(&c->type), .marks = calloc(c->type.n_variables + 1, sizeof *s.marks)};
    c->texts = calloc(n_names + 2 * c->type.n_variables + 1, sizeof *c->texts);
    bool good = (s.marks && c->texts) || model_fail(report, "out of memory");
    for (size_t i = 0; good && i < n_names; i++)
        good = rename_variable(c, &names[i], report);
    for (size_t k = 0; good && k < c->n_parts; k++)
        for (size_t i = 0; good && i < c->parts[k].type->n_variables; i++)
            good = declare_variable(&s, c, &c->parts[k], i, report);
    c->is_declared = good;
    free(s.marks);
    return good;
}
