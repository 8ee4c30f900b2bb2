#include "master/couple/watch.h"

#include <stdlib.h>
#include <string.h>

enum { REALS, INTEGERS, BOOLEANS, STRINGS, KINDS };

static int kind_of(enum fmi_type type)
{
    switch (type) {
    case FMI_REAL:
        return REALS;
    case FMI_BOOLEAN:
        return BOOLEANS;
    case FMI_STRING:
        return STRINGS;
    case FMI_INTEGER:
    case FMI_ENUMERATION:
        break;
    }
    return INTEGERS;
}

static bool take_room(struct watch *w, size_t n, struct arena *a)
{
    struct port *ports = ARENA_TAKE(a, n, struct port);
    if (!ports)
        return false;
    if (n > 0)
        memcpy(ports, w->observer.ports, n * sizeof *ports);
    w->observer.ports = ports;
    w->values = ARENA_TAKE(a, n, double);
    w->strings = ARENA_TAKE(a, n, const char *);
    w->from_y = ARENA_TAKE(a, n, size_t);
    w->from_u = ARENA_TAKE(a, n, size_t);
    w->exchanged = ARENA_TAKE(a, n, size_t);
    w->texts = ARENA_TAKE(a, n, const char *);
    w->kept = ARENA_TAKE(a, n, char *);
    return w->values && w->strings && w->from_y && w->from_u && w->exchanged && w->texts && w->kept;
}

/* Ports that are not in the exchange, sorted into one get per component and type. */
static bool sort_gets(struct watch *w, const struct exchange *x, struct arena *a)
{
    const size_t n = w->observer.n_ports;
    size_t *get_of = calloc(x->n_components + 1, sizeof *get_of); /* per component: which get, plus one */
    if (!get_of)
        return false;
    bool room = true;
    w->gets = ARENA_TAKE(a, x->n_components, struct watch_get);
    room = w->gets != NULL;
    for (int counting = 1; room && counting >= 0; counting--) { /* first how many, then which */
        for (size_t i = 0; i < n; i++) {
            const struct port port = w->observer.ports[i];
            if (w->from_y[i] != NO_VALUE || w->from_u[i] != NO_VALUE)
                continue;
            if (!get_of[port.component]) {
                get_of[port.component] = ++w->n_gets;
                w->gets[w->n_gets - 1] =
                    (struct watch_get){.component = port.component,
                                       .after = component_abilities(x->components[port.component]).recomputes_on_get};
            }
            struct watch_get *get = &w->gets[get_of[port.component] - 1];
            const struct fmi_variable *v = system_variable(x->system, port);
            const int k = kind_of(v->type);
            if (!counting) {
                get->refs[k][get->n[k]] = v->reference;
                get->columns[k][get->n[k]] = i;
            }
            get->n[k]++;
        }
        for (size_t g = 0; counting && g < w->n_gets; g++)
            for (int k = 0; k < KINDS; k++) {
                w->gets[g].refs[k] = ARENA_TAKE(a, w->gets[g].n[k], unsigned);
                w->gets[g].columns[k] = ARENA_TAKE(a, w->gets[g].n[k], size_t);
                room = room && w->gets[g].refs[k] && w->gets[g].columns[k];
                w->gets[g].n[k] = 0;
            }
    }
    free(get_of);
    return room;
}

/* What reading at every point need not look for. */
static void look_at_gets(struct watch *w)
{
    for (struct watch_get *get = w->gets; get < w->gets + w->n_gets; get++) {
        const size_t *const columns = get->columns[REALS], n = get->n[REALS];
        w->reads[get->after] = true;
        get->reals_follow = true;
        for (size_t i = 1; i < n; i++)
            get->reals_follow = get->reals_follow && columns[i] == columns[i - 1] + 1;
    }
}

bool watch_open(struct watch *w, const struct run_observer *observer, const struct exchange *x, struct arena *arena,
                struct error *error)
{
    *w = (struct watch){.observer = *observer};
    if (w->observer.every < 1)
        w->observer.every = 1;
    if (!take_room(w, observer->n_ports, arena))
        return error_raise(error, ERROR_NO_MEMORY, "preparing to record");
    w->point.values = w->values;
    w->point.strings = w->strings;
    for (size_t i = 0; i < observer->n_ports; i++) {
        w->from_y[i] = exchange_find_output(x, observer->ports[i]);
        w->from_u[i] = exchange_find_input(x, observer->ports[i]);
        if (w->from_y[i] != NO_VALUE || w->from_u[i] != NO_VALUE)
            w->exchanged[w->n_exchanged++] = i;
    }
    if (!sort_gets(w, x, arena))
        return error_raise(error, ERROR_NO_MEMORY, "preparing to record");
    look_at_gets(w);
    return true;
}

void watch_close(struct watch *w)
{
    for (size_t i = 0; w->kept && i < w->observer.n_ports; i++)
        free(w->kept[i]);
}

static bool keep_strings(struct watch *w, const struct watch_get *get, struct error *error)
{
    for (size_t i = 0; i < get->n[STRINGS]; i++) {
        const size_t column = get->columns[STRINGS][i];
        free(w->kept[column]);
        w->kept[column] = strdup(w->texts[i] ? w->texts[i] : "");
        if (!w->kept[column])
            return error_raise(error, ERROR_NO_MEMORY, "recording");
        w->strings[column] = w->kept[column];
    }
    return true;
}

/* Real numbers, integers and booleans of one component, into `values` of all ports: in any order of columns. */
static __attribute__((noinline)) bool read_scattered(const struct watch_get *get, struct component *c, double *values,
                                                     struct error *error)
{
    enum { AT_ONCE = 256 };
    double reals[AT_ONCE];
    int integers[AT_ONCE];
    for (int k = REALS; k <= BOOLEANS; k++)
        for (size_t i = 0; i < get->n[k]; i += AT_ONCE) {
            const size_t n = get->n[k] - i < AT_ONCE ? get->n[k] - i : AT_ONCE;
            const unsigned *const refs = get->refs[k] + i;
            if (!(k == REALS      ? component_get_real(c, refs, n, reals, error)
                  : k == INTEGERS ? component_get_integer(c, refs, n, integers, error)
                                  : component_get_boolean(c, refs, n, integers, error)))
                return false;
            for (size_t m = 0; m < n; m++)
                values[get->columns[k][i + m]] = k == REALS ? reals[m] : integers[m];
        }
    return true;
}

/* The same; most often these are real numbers that follow each other. */
static inline bool read_numbers(const struct watch_get *get, struct component *c, double *values, struct error *error)
{
    const size_t n = get->n[REALS];
    if (n > 0 && get->reals_follow && get->n[INTEGERS] + get->n[BOOLEANS] == 0)
        return component_get_real(c, get->refs[REALS], n, values + get->columns[REALS][0], error);
    return read_scattered(get, c, values, error);
}

bool watch_read(struct watch *w, const struct exchange *x, bool after, struct error *error)
{
    for (size_t g = 0; w->reads[after] && g < w->n_gets; g++) {
        const struct watch_get *get = &w->gets[g];
        struct component *const c = x->components[get->component];
        if (get->after != after)
            continue;
        if (!read_numbers(get, c, w->values, error) ||
            (get->n[STRINGS] > 0 && !(component_get_string(c, get->refs[STRINGS], get->n[STRINGS], w->texts, error) &&
                                      keep_strings(w, get, error))))
            return false;
    }
    return true;
}

bool watch_read_component(const struct watch *w, const struct exchange *x, size_t component, double *values,
                          struct error *error)
{
    for (size_t g = 0; g < w->n_gets; g++)
        if (w->gets[g].component == component && !read_numbers(&w->gets[g], x->components[component], values, error))
            return false;
    return true;
}

bool watch_tell(struct watch *w, const struct exchange *x, double t, long step, bool last, struct error *error)
{
    for (size_t k = 0; k < w->n_exchanged; k++) {
        const size_t i = w->exchanged[k];
        w->values[i] = w->from_y[i] != NO_VALUE ? x->y[w->from_y[i]] : x->u[w->from_u[i]];
    }
    w->point.t = t;
    w->point.step = step;
    w->point.last = last;
    return w->observer.observe(w->observer.context, &w->point, error);
}
