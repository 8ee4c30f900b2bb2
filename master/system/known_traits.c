#include "master/system/known_traits.h"

#include "master/import/traits.h"

#include <string.h>

const char *trait_source_name(enum trait_source source)
{
    switch (source) {
    case TRAIT_BY_OPTION:
        return "option";
    case TRAIT_BY_ANNOTATION:
        return "annotation";
    case TRAIT_BY_PROBE:
        return "probe";
    case TRAIT_BY_NOBODY:
        break;
    }
    return NULL;
}

static struct known_trait without_trial(enum said said, bool is_annotated)
{
    if (said)
        return (struct known_trait){said == SAID_YES, TRAIT_BY_OPTION};
    return (struct known_trait){is_annotated, is_annotated ? TRAIT_BY_ANNOTATION : TRAIT_BY_NOBODY};
}

static void learn(struct known_trait *trait, bool is_there)
{
    if (trait->source == TRAIT_BY_NOBODY)
        *trait = (struct known_trait){is_there, TRAIT_BY_PROBE};
}

struct known_traits known_traits(struct fmu *fmu, const struct said_traits *said, bool may_try, double start_time)
{
    const struct description *d = fmu_description(fmu);
    struct known_traits known = {
        .recomputes = without_trial(said ? said->recomputes : SAID_NOTHING, d->recomputes_on_get),
        .settable = without_trial(said ? said->settable : SAID_NOTHING, d->states_settable_between_steps),
    };
    if (may_try && (known.recomputes.source == TRAIT_BY_NOBODY || known.settable.source == TRAIT_BY_NOBODY)) {
        const struct traits found = traits_find(fmu, start_time);
        learn(&known.recomputes, found.recomputes_on_get);
        learn(&known.settable, found.states_settable);
    }
    return known;
}

struct known_trait known_initial_input(struct fmu *fmu, size_t input, const struct said_traits *said, bool may_try,
                                       double start_time)
{
    const struct fmi_variable *v = &fmu_description(fmu)->variables[input];
    for (size_t i = 0; said && i < said->n_initial; i++)
        if (strcmp(said->initial_inputs[i], v->name) == 0)
            return (struct known_trait){true, TRAIT_BY_OPTION};
    if (said && said->initial == SAID_NO)
        return (struct known_trait){false, TRAIT_BY_OPTION};
    if (v->only_initial)
        return (struct known_trait){true, TRAIT_BY_ANNOTATION};
    if (may_try)
        return (struct known_trait){traits_input_is_initial(fmu, input, start_time), TRAIT_BY_PROBE};
    return (struct known_trait){false, TRAIT_BY_NOBODY};
}
