#include "master/files/info_traits.h"

#include "master/base/json.h"
#include "master/base/printable.h"
#include "master/import/traits.h"
#include "master/system/known_traits.h"

#include <stdlib.h>

struct info_traits {
    const struct description *description;
    struct known_traits known;
    struct known_trait *inputs; /* by variable: whether it matters at initialization only */
    bool has_open;              /* something is not known */
    struct error why;           /* ... for this reason */
};

/* ---- finding ---- */

/* What is known of this FMU, which may be another opening of the one that the description is of. */
static void look(struct info_traits *t, struct fmu *fmu, const struct said_traits *said, bool may_try)
{
    const struct description *d = t->description;
    const double start = d->experiment.has_start_time ? d->experiment.start_time : 0;
    t->known = known_traits(fmu, said, may_try, start);
    t->has_open = t->known.recomputes.source == TRAIT_BY_NOBODY || t->known.settable.source == TRAIT_BY_NOBODY;
    for (size_t i = 0; i < d->n_variables; i++) {
        if (d->variables[i].causality != FMI_INPUT)
            continue;
        t->inputs[i] = known_initial_input(fmu, i, said, may_try, start);
        t->has_open = t->has_open || (t->inputs[i].source == TRAIT_BY_NOBODY && traits_input_may_be_initial(d, i));
    }
}

static void try_out(struct info_traits *t, const char *path, const struct said_traits *said)
{
    const struct isolation isolation = {.call_limit = 10};
    struct fmu_options options = fmu_options_default();
    options.isolation = &isolation;
    struct fmu *fmu = fmu_open(path, &options, &t->why);
    if (fmu)
        look(t, fmu, said, true);
    fmu_close(fmu);
}

struct info_traits *info_traits_find(const struct system *system, bool no_probes)
{
    const struct system_component *c = &system->components[0];
    struct info_traits *t = calloc(1, sizeof *t);
    if (t) {
        t->description = fmu_description(c->fmu);
        t->inputs = calloc(t->description->n_variables + 1, sizeof *t->inputs);
    }
    if (!t || !t->inputs) {
        info_traits_free(t);
        return NULL;
    }
    if (!t->description->co_simulation.present)
        return t;
    look(t, c->fmu, &c->said, false);
    if (t->has_open && no_probes)
        error_format(t->why.text, sizeof t->why.text, "--no-probe");
    else if (t->has_open)
        try_out(t, system->path, &c->said);
    return t;
}

void info_traits_free(struct info_traits *traits)
{
    if (traits)
        free(traits->inputs);
    free(traits);
}

/* ---- telling ---- */

#define LABEL "  %-20s"

static void print_trait(const struct known_trait *trait, const char *key, const char *label, FILE *words,
                        struct json *json)
{
    const char *source = trait_source_name(trait->source);
    if (json) {
        json_object(json, key);
        if (source)
            json_boolean(json, "value", trait->is_there);
        else
            json_null(json, "value");
        json_string(json, "from", source);
        json_end(json);
    } else if (source) {
        fprintf(words, LABEL " %s (%s)\n", label, trait->is_there ? "yes" : "no", source);
    } else {
        fprintf(words, LABEL " not known\n", label);
    }
}

static void print_inputs(const struct info_traits *t, FILE *words, struct json *json)
{
    const char *comma = "";
    if (json)
        json_array(json, "initial");
    else
        fprintf(words, LABEL, "inputs at start only");
    for (size_t i = 0; i < t->description->n_variables; i++) {
        const struct known_trait *input = &t->inputs[i];
        const char *name = t->description->variables[i].name;
        if (!input->is_there)
            continue;
        if (json) {
            json_object(json, NULL);
            json_string(json, "input", name);
            json_string(json, "from", trait_source_name(input->source));
            json_end(json);
        } else {
            fprintf(words, "%s %s (%s)", comma, PRINTABLE(name), trait_source_name(input->source));
        }
        comma = ",";
    }
    if (json)
        json_end(json);
    else
        fputs(*comma ? "\n" : " none\n", words);
}

void info_traits_print(const struct info_traits *t, FILE *words, struct json *json)
{
    if (!t->description->co_simulation.present) {
        if (json)
            json_null(json, "traits");
        return;
    }
    if (json)
        json_object(json, "traits");
    print_trait(&t->known.recomputes, "recomputes", "recomputes on get", words, json);
    print_trait(&t->known.settable, "settable", "settable states", words, json);
    print_inputs(t, words, json);
    if (json) {
        json_string(json, "not_probed", *t->why.text ? t->why.text : NULL);
        json_end(json);
    } else if (*t->why.text) {
        fprintf(words, LABEL " %s\n", "not probed", PRINTABLE(t->why.text));
    }
}
