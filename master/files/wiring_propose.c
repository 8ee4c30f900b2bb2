/* Connections that nobody asked for, but that names, causality, types and units suggest. */
#include "master/files/wiring.h"

#include "master/system/unit.h"
#include "master/system/value_type.h"

#include <string.h>
#include <strings.h>

/* "v" of "shaft.v" */
static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot[1] ? dot + 1 : name;
}

/* How well two names fit: 3 the same, 2 but for capital letters, 1 behind the last dot; 0 not at all. */
static int compare_names(const char *output, const char *input)
{
    return strcmp(output, input) == 0                             ? 3
           : strcasecmp(output, input) == 0                       ? 2
           : strcasecmp(last_part(output), last_part(input)) == 0 ? 1
                                                                  : 0;
}

/* Nobody has said so, so all must be clear. */
static bool values_fit(const struct wiring *w, struct wire_end from, struct wire_end to)
{
    const struct fmi_unit *given = wiring_unit(w, from), *wanted = wiring_unit(w, to);
    const enum type_relation types = type_relate(from.variable->type, to.variable->type);
    if (types != TYPES_SAME && types != TYPES_CLEAR)
        return false;
    if (!given != !wanted)
        return false;
    const enum unit_relation units = given ? unit_relate(given, wanted) : UNITS_SAME;
    return units == UNITS_SAME || units == UNITS_CONVERTIBLE;
}

/* The best output for an input, if one alone is the best. */
static bool find_best(const struct wiring *w, struct wire_end to, struct wire_end *best)
{
    int best_fit = 0;
    size_t n_best = 0;
    for (size_t f = 0; f < w->n_fmus; f++) {
        const struct description *d = wiring_description(w, f);
        for (size_t i = 0; f != to.fmu && i < d->n_variables; i++) {
            const struct wire_end from = {f, &d->variables[i]};
            const int fit = from.variable->causality == FMI_OUTPUT && values_fit(w, from, to)
                                ? compare_names(from.variable->name, to.variable->name)
                                : 0;
            if (fit == 0 || fit < best_fit)
                continue;
            n_best = fit > best_fit ? 1 : n_best + 1;
            best_fit = fit;
            *best = from;
        }
    }
    return n_best == 1;
}

bool wiring_propose(struct wiring *w, struct error *error)
{
    for (size_t f = 0; f < w->n_fmus; f++) {
        const struct description *d = wiring_description(w, f);
        for (size_t i = 0; i < d->n_variables; i++) {
            struct wire wire = {.to = {f, &d->variables[i]}};
            if (wire.to.variable->causality != FMI_INPUT || wiring_drives(w, wire.to) ||
                !find_best(w, wire.to, &wire.from))
                continue;
            struct wire *list = arena_grow(&w->arena, w->wires, w->n_wires, sizeof *list);
            if (!list)
                return wiring_no_memory(error);
            w->wires = list;
            w->wires[w->n_wires++] = wire;
        }
    }
    return true;
}
