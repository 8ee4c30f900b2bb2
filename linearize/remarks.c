/* What FMUs say about the derivatives that they gave: variables that their description lists as chosenSlopes. */
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

bool results_remark(struct results *results, struct run *run, const struct system *system, struct error *error)
{
    struct result *r = &results->list[results->n - 1];
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
