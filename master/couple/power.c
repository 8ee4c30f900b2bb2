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

/* By component, in the order of the ports. */
static void sort_sides(struct powers *p, size_t n_components)
{
    size_t n = 0;
    for (size_t i = 0; i < 2 * p->n; i++)
        if (!p->summary[i / 2].from_components)
            p->first[1 + (i % 2 ? p->list[i / 2].receives : p->list[i / 2].delivers).component]++;
    for (size_t c = 0; c <= n_components; c++)
        p->first[c] = n += p->first[c];
    for (size_t i = 2 * p->n; i-- > 0;) {
        struct power_side *side = i % 2 ? &p->list[i / 2].receives : &p->list[i / 2].delivers;
        if (!p->summary[i / 2].from_components)
            p->sides[--p->first[side->component + 1]] = side;
    }
    for (size_t c = 0; c < n_components; c++)
        p->first[c] = p->first[c + 1];
    p->first[n_components] = n;
}

bool powers_open(struct powers *p, const struct exchange *x, const char *const *more, size_t n_more,
                 struct arena *arena, struct error *error)
{
    const size_t n = x->system->n_power_ports + n_more;
    *p = (struct powers){.list = ARENA_TAKE(arena, n, struct power),
                         .summary = ARENA_TAKE(arena, n, struct run_power),
                         .rereads = ARENA_TAKE(arena, x->n_components, bool),
                         .sides = ARENA_TAKE(arena, 2 * n, struct power_side *),
                         .first = ARENA_TAKE(arena, x->n_components + 1, size_t)};
    if (!p->list || !p->summary || !p->rereads || !p->sides || !p->first)
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
    sort_sides(p, x->n_components);
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
    for (size_t i = p->first[c]; i < p->first[c + 1]; i++) {
        struct power_side *side = p->sides[i];
        if (!power_now(x, side, p->rereads[c], &side->begin, error))
            return false;
        side->pieces = 0;
        side->last = side->begin;
        side->has_pieces = false;
    }
    return true;
}

void power_side_add(struct power_side *side, double power, double h)
{
    side->pieces += h / 2 * (side->last + power);
    side->last = power;
    side->has_pieces = true;
}

static double work_of(const struct power_side *side, double H)
{
    return side->has_pieces ? side->pieces : H / 2 * (side->begin + side->end);
}

bool powers_note_end(struct powers *p, const struct exchange *x, size_t c, struct error *error)
{
    for (size_t i = p->first[c]; i < p->first[c + 1]; i++)
        if (!power_now(x, p->sides[i], true, &p->sides[i]->end, error))
            return false;
    return true;
}

void powers_sum_up(struct powers *p, double H)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct power *power = &p->list[i];
        struct run_power *sum = &p->summary[i];
        if (sum->from_components)
            continue;
        sum->delivered += work_of(&power->delivers, H);
        sum->received += work_of(&power->receives, H);
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
