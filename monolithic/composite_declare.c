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

static bool name_variable(struct composite *c, size_t variable, const char *name, struct model_report *report)
{
    if (model_find(&c->type, name, strlen(name)) < model_layout(&c->type).size)
        return model_fail(report, "there is already a variable \"%s\"", name);
    char *copy = malloc(strlen(name) + 1);
    if (copy)
        strcpy(copy, name);
    return (c->variables[variable].name = keep(c, copy, report)) != NULL;
}

/* Rows for so many further outputs, behind those of the parts. */
static bool make_room(struct composite *c, size_t n, struct model_report *report)
{
    const struct model_layout layout = model_layout(&c->type);
    const size_t at = layout.first[MODEL_OUTPUT] + layout.count[MODEL_OUTPUT], n_variables = c->type.n_variables;
    struct model_variable *variables = realloc(c->variables, (n_variables + n) * sizeof *variables);
    if (variables)
        c->type.variables = c->variables = variables;
    c->aliases = calloc(n + 1, sizeof *c->aliases);
    if (!variables || !c->aliases)
        return model_fail(report, "out of memory");
    memmove(variables + at + n, variables + at, (n_variables - at) * sizeof *variables);
    for (size_t i = at; i < at + n; i++)
        variables[i] = (struct model_variable){.role = MODEL_OUTPUT, .name = ""};
    c->n_outputs = layout.count[MODEL_OUTPUT];
    c->type.n_variables += n;
    return true;
}

static bool add_alias(struct composite *c, size_t variable, const char *name, struct model_report *report)
{
    const struct model_layout layout = model_layout(&c->type);
    const struct model_variable *v = &c->variables[variable];
    const size_t row = layout.first[MODEL_OUTPUT] + c->n_outputs + c->n_aliases;
    if (v->role != MODEL_OUTPUT && v->role != MODEL_STATE)
        return model_fail(report, "\"%s\" is no output: it cannot be called \"%s\", too", v->name, name);
    c->variables[row] = (struct model_variable){.role = MODEL_OUTPUT,
                                                .kind = v->kind,
                                                .name = "",
                                                .description = v->description,
                                                .unit = v->unit,
                                                .nominal = v->nominal,
                                                .is_output = true};
    c->aliases[c->n_aliases++] = (struct alias){v->role, variable - layout.first[v->role]};
    return name_variable(c, row, name, report);
}

/* Whether an earlier entry names the same variable. */
static bool has_name(const struct composite_name *names, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(names[k].variable, names[i].variable) == 0)
            return true;
    return false;
}

/* The first name of a variable is its name; for the others there are outputs. */
static bool name_all(struct composite *c, const struct composite_name *names, size_t n, size_t *variables,
                     struct model_report *report)
{
    for (size_t i = 0; i < n; i++)
        if ((variables[i] = model_find(&c->type, names[i].variable, strlen(names[i].variable))) >= c->type.n_variables)
            return model_fail(report, "there is no variable \"%s\" that could be called \"%s\"", names[i].variable,
                              names[i].name);
    for (size_t i = 0; i < n; i++)
        if (!(has_name(names, i) ? add_alias : name_variable)(c, variables[i], names[i].name, report))
            return false;
    return true;
}

/* An alias depends on what its variable depends on, or on that state. */
static void declare_aliases(struct composite *c)
{
    const struct model_layout layout = model_layout(&c->type);
    for (size_t i = 0; i < c->n_aliases; i++) {
        const struct alias *alias = &c->aliases[i];
        const struct model_variable *v = &c->variables[layout.first[alias->role] + alias->place];
        c->variables[layout.first[MODEL_OUTPUT] + c->n_outputs + i].depends =
            alias->role == MODEL_STATE ? v->name : v->depends;
    }
}

bool composite_declare(struct composite *c, const struct composite_name *names, size_t n_names,
                       struct model_report *report)
{
    size_t further = 0;
    for (size_t i = 0; i < n_names; i++)
        further += has_name(names, i);
    size_t *variables = calloc(n_names + 1, sizeof *variables);
    c->texts = calloc(n_names + 2 * c->type.n_variables + 1, sizeof *c->texts);
    bool good = (variables && c->texts) || model_fail(report, "out of memory");
    good = good && make_room(c, further, report) && name_all(c, names, n_names, variables, report);
    struct closure s = {
        .composite = c, .layout = model_layout(&c->type), .marks = calloc(c->type.n_variables + 1, sizeof *s.marks)};
    good = good && (s.marks || model_fail(report, "out of memory"));
    for (size_t k = 0; good && k < c->n_parts; k++)
        for (size_t i = 0; good && i < c->parts[k].type->n_variables; i++)
            good = declare_variable(&s, c, &c->parts[k], i, report);
    if (good)
        declare_aliases(c);
    c->is_declared = good;
    free(variables);
    free(s.marks);
    return good;
}
