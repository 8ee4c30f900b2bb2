/* What FMUs say about their states, and about the derivatives that they gave: variables that their description lists as
 * chosenSlopes. */
#include "linearize/results.h"

#include <stdlib.h>
#include <string.h>

/* One variable; nothing is added where it is 0. */
static bool add_remark(struct result *r, struct run *run, const struct system *system, size_t component,
                       const struct fmi_variable *v, struct error *error)
{
    struct component *c = run_component(run, component);
    double says = 0;
    if (!component_get_real(c, &v->reference, 1, &says, error))
        return false;
    if (says == 0)
        return true;
    char *name = system_port_name(system, (struct port){component, description_index(component_description(c), v)});
    const char **list = arena_grow(&r->space.arena, r->remarks, r->n_remarks, sizeof *list);
    char *text = name ? arena_join(&r->space.arena, name, ": ", v->description ? v->description : "") : NULL;
    free(name);
    if (!list || !text)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    r->remarks = list;
    r->remarks[r->n_remarks++] = text;
    return true;
}

static bool describe_states(struct result *r, const struct system *system, struct error *error)
{
    const struct signals *states = &r->space.states;
    r->descriptions = arena_get(&r->space.arena, (states->n + 1) * sizeof *r->descriptions);
    if (!r->descriptions)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing");
    for (size_t i = 0; i < states->n; i++) {
        struct error unknown = {0}; /* a state need not be listed as a variable: then nothing is known of it */
        struct port port;
        const bool found = system_find_port(system, states->names[i], &port, &unknown);
        const char *text = found ? system_variable(system, port)->description : NULL;
        r->descriptions[i] = text && *text ? arena_copy(&r->space.arena, text, strlen(text)) : NULL;
    }
    return true;
}

bool results_remark(struct results *results, struct run *run, const struct system *system, struct error *error)
{
    struct result *r = &results->list[results->n - 1];
    if (!describe_states(r, system, error))
        return false;
    for (size_t c = 0; c < system->n_components && r->space.directional; c++) {
        const struct description *d = component_description(run_component(run, c));
        for (const char *at = d->chosen_slopes; at && *at; at += strspn(at, " ")) {
            const size_t length = strcspn(at, " ");
            char *name = strndup(at, length);
            const struct fmi_variable *v = name ? description_find(d, name) : NULL;
            free(name);
            if (v && v->type == FMI_REAL && !add_remark(r, run, system, c, v, error))
                return false;
            at += length;
        }
    }
    return true;
}
