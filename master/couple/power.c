#include "master/couple/power.h"
#include "master/couple/couple_messages.h"

#include <stdlib.h>
#include <string.h>

/* Where, in u, component `to` receives the output y[index]. */
static size_t find_received(const struct exchange *x, size_t index, size_t to)
{
    for (size_t i = x->u_reals[to].begin; i < x->u_reals[to].end; i++)
        if (x->gather[i] == index)
            return i;
    return NO_VALUE;
}

static bool power_open(struct power *p, const struct exchange *x, const struct power_port *port, struct error *error)
{
    const size_t effort = exchange_find_output(x, port->effort), flow = exchange_find_output(x, port->flow);
    if (effort == NO_VALUE || flow == NO_VALUE)
        return error_raise(error, ERROR_POWER_NOT_CONNECTED, port->name);
    p->delivers = (struct power_side){.component = port->effort.component,
                                      .output = effort,
                                      .input = find_received(x, flow, port->effort.component),
                                      .work = port->work_delivered};
    p->receives = (struct power_side){.component = port->flow.component,
                                      .output = flow,
                                      .input = find_received(x, effort, port->flow.component),
                                      .work = port->work_received};
    return (p->delivers.input != NO_VALUE && p->receives.input != NO_VALUE) ||
           error_raise(error, ERROR_POWER_NOT_CONNECTED, port->name);
}

/* "NAME.effort,NAME.flow" */
static bool parse_port(const struct system *system, const char *text, struct power_port *port, struct error *error)
{
    const char *comma = strchr(text, ',');
    if (!comma || strchr(comma + 1, ','))
        return error_raise(error, ERROR_POWER_SYNTAX, text);
    char *effort = strndup(text, (size_t)(comma - text));
    if (!effort)
        return error_raise(error, ERROR_NO_MEMORY, "reading --power");
    const bool found = system_find_port(system, effort, &port->effort, error) &&
                       system_find_port(system, comma + 1, &port->flow, error);
    free(effort);
    port->name = (char *)text;
    return found;
}

bool powers_open(struct powers *p, const struct exchange *x, const char *const *more, size_t n_more,
                 struct arena *arena, struct error *error)
{
    const size_t n = x->system->n_power_ports + n_more;
    *p = (struct powers){.list = ARENA_TAKE(arena, n, struct power),
                         .summary = ARENA_TAKE(arena, n, struct run_power),
                         .rereads = ARENA_TAKE(arena, x->n_components, bool)};
    if (!p->list || !p->summary || !p->rereads)
        return error_raise(error, ERROR_NO_MEMORY, "preparing the power ports");
    for (size_t c = 0; c < x->n_components; c++)
        p->rereads[c] = component_abilities(x->components[c]).recomputes_on_get;
    for (size_t i = 0; i < n; i++) {
        struct power_port port = {0};
        if (i < x->system->n_power_ports)
            port = x->system->power_ports[i];
        else if (!parse_port(x->system, more[i - x->system->n_power_ports], &port, error))
            return false;
        if (!power_open(&p->list[p->n], x, &port, error))
            return false;
        char *name = arena_copy(arena, port.name, strlen(port.name));
        if (!name)
            return error_raise(error, ERROR_NO_MEMORY, "preparing the power ports");
        p->summary[p->n] = (struct run_power){.name = name, .from_components = port.has_work};
        p->by_trapezoids = p->by_trapezoids || !port.has_work;
        p->n++;
    }
    return true;
}

/* ---- trapezoids ---- */

static bool power_now(const struct exchange *x, const struct power_side *side, bool reads, double *power,
                      struct error *error)
{
    double output = x->y[side->output];
    if (reads && !component_get_real(x->components[side->component], &x->y_refs[side->output], 1, &output, error))
        return false;
    *power = output * x->u[side->input];
    return true;
}

/* Where a component cannot be read after a set, what was exchanged stands for what it has. */
bool powers_note_begin(struct powers *p, const struct exchange *x, size_t c, struct error *error)
{
    for (size_t i = 0; i < p->n; i++) {
        struct power_side *sides[] = {&p->list[i].delivers, &p->list[i].receives};
        for (int k = 0; k < 2 && !p->summary[i].from_components; k++)
            if (sides[k]->component == c && !power_now(x, sides[k], p->rereads[c], &sides[k]->begin, error))
                return false;
    }
    return true;
}

bool powers_note_end(struct powers *p, const struct exchange *x, size_t c, struct error *error)
{
    for (size_t i = 0; i < p->n; i++) {
        struct power_side *sides[] = {&p->list[i].delivers, &p->list[i].receives};
        for (int k = 0; k < 2 && !p->summary[i].from_components; k++)
            if (sides[k]->component == c && !power_now(x, sides[k], true, &sides[k]->end, error))
                return false;
    }
    return true;
}

void powers_sum_up(struct powers *p, double H)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct power *power = &p->list[i];
        struct run_power *sum = &p->summary[i];
        if (sum->from_components)
            continue;
        sum->delivered += H / 2 * (power->delivers.begin + power->delivers.end);
        sum->received += H / 2 * (power->receives.begin + power->receives.end);
        sum->residual = sum->received - sum->delivered;
    }
}

/* ---- the components' own work ---- */

static bool read_work(const struct exchange *x, const struct power_side *side, double *work, struct error *error)
{
    const unsigned reference = system_variable(x->system, side->work)->reference;
    return component_get_real(x->components[side->component], &reference, 1, work, error);
}

bool powers_start(struct powers *p, const struct exchange *x, struct error *error)
{
    for (size_t i = 0; i < p->n; i++) {
        struct power *power = &p->list[i];
        if (p->summary[i].from_components && (!read_work(x, &power->delivers, &power->delivers.work_start, error) ||
                                              !read_work(x, &power->receives, &power->receives.work_start, error)))
            return false;
    }
    return true;
}

bool powers_read(struct powers *p, const struct exchange *x, bool before_set, struct error *error)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct power *power = &p->list[i];
        struct run_power *sum = &p->summary[i];
        double delivered, received;
        const bool allowed =
            before_set || (p->rereads[power->delivers.component] && p->rereads[power->receives.component]);
        if (!sum->from_components || !allowed)
            continue;
        if (!read_work(x, &power->delivers, &delivered, error) || !read_work(x, &power->receives, &received, error))
            return false;
        sum->delivered = delivered - power->delivers.work_start;
        sum->received = received - power->receives.work_start;
        sum->residual = sum->received - sum->delivered;
    }
    return true;
}
