/* Reading --trait, and what follows from it and from trials for connections. */
#include "master/system/known_traits.h"
#include "master/system/ssp.h"
#include "master/system/system_messages.h"

#include <string.h>

/* Up to the next comma that is not inside of brackets: names may be like a[1,2]. */
static size_t word_length(const char *text)
{
    size_t depth = 0, n = 0;
    for (; text[n] && (text[n] != ',' || depth > 0); n++) {
        depth += text[n] == '[' || text[n] == '(';
        depth -= depth > 0 && (text[n] == ']' || text[n] == ')');
    }
    if (!text[n] && depth > 0) /* a bracket that was never closed hides no comma */
        return strcspn(text, ",");
    return n;
}

static bool add_initial(struct reading *r, struct system_component *c, const char *name, const char *text)
{
    const struct description *d = fmu_description(c->fmu);
    const struct fmi_variable *v = description_find(d, name);
    if (!v || v->causality != FMI_INPUT)
        return error_raise(r->error, ERROR_SYSTEM_TRAIT_INPUT, text, name, c->name);
    const char **list = arena_grow(r->keeps, c->said.initial_inputs, c->said.n_initial, sizeof *list);
    if (!list)
        return no_memory(r);
    list[c->said.n_initial++] = v->name;
    c->said.initial_inputs = list;
    c->said.initial = SAID_YES;
    return true;
}

static bool read_word(struct reading *r, struct system_component *c, const char *word, const char *text)
{
    static const char initial[] = "initial:";
    if (strncmp(word, initial, sizeof initial - 1) == 0)
        return add_initial(r, c, word + sizeof initial - 1, text);
    const bool is_no = strncmp(word, "not-", 4) == 0;
    const char *what = is_no ? word + 4 : word;
    if (strcmp(what, "recomputes") == 0)
        c->said.recomputes = is_no ? SAID_NO : SAID_YES;
    else if (strcmp(what, "settable") == 0)
        c->said.settable = is_no ? SAID_NO : SAID_YES;
    else if (strcmp(word, "not-initial") == 0)
        c->said.initial = SAID_NO;
    else
        return error_raise(r->error, ERROR_SYSTEM_TRAIT_WORD, text, word);
    return true;
}

static struct system_component *find_owner(struct reading *r, const char *text, size_t length)
{
    const struct system *s = r->system;
    for (size_t i = 0; i < s->n_components; i++)
        if (strlen(s->components[i].name) == length && strncmp(s->components[i].name, text, length) == 0)
            return &s->components[i];
    const char **names = arena_get(&r->arena, (s->n_components + 1) * sizeof *names);
    for (size_t i = 0; names && i < s->n_components; i++)
        names[i] = s->components[i].name;
    const char *wanted = arena_copy(&r->arena, text, length);
    const char *nearest = names && wanted ? error_nearest(wanted, names, s->n_components) : NULL;
    if (!wanted)
        no_memory(r);
    else if (nearest)
        error_raise(r->error, ERROR_SYSTEM_NO_COMPONENT_BUT, wanted, nearest);
    else
        error_raise(r->error, ERROR_SYSTEM_NO_COMPONENT, wanted);
    return NULL;
}

static bool read_traits(struct reading *r, const char *text)
{
    const char *equals = strchr(text, '=');
    if (!equals && !r->system->is_single_fmu)
        return error_raise(r->error, ERROR_SYSTEM_TRAIT, text);
    if (equals && r->system->is_single_fmu)
        return error_raise(r->error, ERROR_SYSTEM_TRAIT_SINGLE, text);
    struct system_component *c = find_owner(r, text, equals ? (size_t)(equals - text) : 0);
    if (!c)
        return false;
    for (const char *at = equals ? equals + 1 : text;; at++) {
        const size_t length = word_length(at);
        const char *word = arena_copy(&r->arena, at, length);
        if (!word || !read_word(r, c, word, text))
            return word ? false : no_memory(r);
        at += length;
        if (!*at)
            return true;
    }
}

bool system_read_traits(struct reading *r)
{
    for (size_t i = 0; i < r->options->n_traits; i++)
        if (!read_traits(r, r->options->traits[i]))
            return false;
    return true;
}

bool system_input_is_initial(struct reading *r, struct port port)
{
    const struct system_component *c = &r->system->components[port.component];
    const struct fmi_variable *v = system_variable(r->system, port);
    if (v->causality != FMI_INPUT)
        return false;
    const struct fmi_experiment *x = &fmu_description(c->fmu)->experiment;
    const bool may_try = !r->options->no_probes && r->options->binaries_needed && !c->wants_model_exchange;
    const struct known_trait initial =
        known_initial_input(c->fmu, port.variable, &c->said, may_try, x->has_start_time ? x->start_time : 0);
    if (initial.is_there && initial.source == TRAIT_BY_PROBE)
        error_warn(WARNING_SYSTEM_INITIAL, c->name, v->name, c->name);
    return initial.is_there;
}
