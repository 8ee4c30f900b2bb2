/* In which order parts are asked so that every input is fresh when it is used. */
#include "monolithic/composite_impl.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct link { /* a connection, by numbers */
    size_t from_part, variable, to_part, input;
    bool only_at_start; /* nothing but the start depends on that input */
    bool done;
};

struct planner {
    const struct composite *composite;
    struct link *links;
    size_t n_links;
    bool *fresh;       /* of the room: inputs whose values are known */
    bool *initialized; /* parts */
    struct schedule *schedule;
};

static bool find(const struct composite *c, const char *name, size_t *part, size_t *variable)
{
    for (*part = 0; *part < c->n_parts; ++*part) {
        const struct part *p = &c->parts[*part];
        const size_t length = strlen(p->name);
        if (strncmp(name, p->name, length) != 0 || name[length] != '.')
            continue;
        *variable = model_find(p->type, name + length + 1, strlen(name + length + 1));
        if (*variable < p->type->n_variables)
            return true;
    }
    return false;
}

/* Whether all inputs among the names of a list are fresh. */
static bool all_fresh(const struct planner *planner, const struct part *part, const char *names)
{
    while (names && *names) {
        const size_t length = strcspn(names, " ");
        const size_t i = model_find(part->type, names, length);
        if (i < part->type->n_variables && part->type->variables[i].role == MODEL_INPUT &&
            !planner->fresh[part->room_at + i])
            return false;
        names += length + strspn(names + length, " ");
    }
    return true;
}

static bool names(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; at && *at; at += strspn(at, " ")) {
        const size_t word = strcspn(at, " ");
        if (word == length && memcmp(at, name, length) == 0)
            return true;
        at += word;
    }
    return false;
}

/* Whether nothing but the start depends on an input. */
static bool is_only_for_start(const struct part *part, size_t input)
{
    const char *name = part->type->variables[input].name;
    for (size_t i = 0; i < part->type->n_variables; i++) {
        const struct model_variable *v = &part->type->variables[i];
        const bool unknown = v->role == MODEL_STATE && !v->rate_depends; /* then it may depend on everything */
        if (unknown || names(v->depends, name) || names(v->rate_depends, name))
            return false;
    }
    return true;
}

static bool link_find(const struct composite *c, const struct composite_connection *connection, struct link *link,
                      struct model_report *report)
{
    size_t input;
    if (!find(c, connection->from, &link->from_part, &link->variable))
        return model_fail(report, "there is no variable \"%s\" to connect from", connection->from);
    if (!find(c, connection->to, &link->to_part, &input))
        return model_fail(report, "there is no variable \"%s\" to connect to", connection->to);
    const struct part *to = &c->parts[link->to_part], *from = &c->parts[link->from_part];
    const enum model_role role = from->type->variables[link->variable].role;
    if (role != MODEL_OUTPUT && role != MODEL_STATE && role != MODEL_LOCAL)
        return model_fail(report, "\"%s\" is neither an output nor a state", connection->from);
    if (to->type->variables[input].role != MODEL_INPUT)
        return model_fail(report, "\"%s\" is no input", connection->to);
    link->input = input;
    link->only_at_start = is_only_for_start(to, input);
    return true;
}

static bool can_start(const struct planner *planner, const struct part *part)
{
    for (size_t i = 0; i < part->type->n_variables; i++) {
        const struct model_variable *v = &part->type->variables[i];
        if ((v->role == MODEL_MEMORY || v->role == MODEL_STATE) && !all_fresh(planner, part, v->initially_depends))
            return false;
    }
    return true;
}

static void plan(struct planner *planner, struct step step)
{
    planner->schedule->steps[planner->schedule->n++] = step;
}

static bool start_parts(struct planner *planner)
{
    bool moved = false;
    for (size_t k = 0; k < planner->composite->n_parts; k++) {
        if (planner->initialized[k] || !can_start(planner, &planner->composite->parts[k]))
            continue;
        plan(planner, (struct step){ACTION_INITIALIZE, .part = k});
        planner->initialized[k] = moved = true;
    }
    return moved;
}

/* All links whose values are known by now; a part is asked once for all of them. */
static bool follow_links(struct planner *planner)
{
    bool moved = false;
    for (size_t k = 0; k < planner->composite->n_parts; k++) {
        const struct part *part = &planner->composite->parts[k];
        bool asked[MODEL_ROLES] = {false};
        for (size_t i = 0; planner->initialized[k] && i < planner->n_links; i++) {
            struct link *link = &planner->links[i];
            const struct model_variable *v = &part->type->variables[link->variable];
            if (link->done || link->from_part != k || (v->role != MODEL_STATE && !all_fresh(planner, part, v->depends)))
                continue;
            if (v->role != MODEL_STATE && !asked[v->role])
                plan(planner, (struct step){v->role == MODEL_OUTPUT ? ACTION_OUTPUTS : ACTION_LOCALS, .part = k});
            asked[v->role] = true;
            plan(planner, (struct step){ACTION_COPY, k, link->variable, link->to_part, link->input});
            link->done = moved = true;
        }
        for (size_t i = 0; i < planner->n_links; i++)
            if (planner->links[i].done)
                planner->fresh[planner->composite->parts[planner->links[i].to_part].room_at + planner->links[i].input] =
                    true;
    }
    return moved;
}

static bool schedule_make(struct planner *planner, bool at_start, struct schedule *schedule,
                          struct model_report *report)
{
    const struct composite *c = planner->composite;
    schedule->steps = calloc(2 * planner->n_links + c->n_parts + 1, sizeof *schedule->steps);
    if (!schedule->steps)
        return model_fail(report, "out of memory");
    planner->schedule = schedule;
    memset(planner->fresh, true, c->room * sizeof *planner->fresh);
    for (size_t i = 0; i < planner->n_links; i++) {
        planner->links[i].done = !at_start && planner->links[i].only_at_start;
        planner->fresh[c->parts[planner->links[i].to_part].room_at + planner->links[i].input] = planner->links[i].done;
    }
    for (size_t k = 0; k < c->n_parts; k++)
        planner->initialized[k] = !at_start;
    for (bool moved = true; moved;) {
        moved = start_parts(planner);
        moved = follow_links(planner) || moved;
    }
    for (size_t i = 0; i < planner->n_links; i++)
        if (!planner->links[i].done)
            return model_fail(report, "%s.%s depends on itself through the other models%s",
                              c->parts[planner->links[i].from_part].name,
                              c->parts[planner->links[i].from_part].type->variables[planner->links[i].variable].name,
                              at_start ? " at initialization" : "");
    return true;
}

bool composite_schedule(struct composite *c, const struct composite_connection *connections, size_t n,
                        struct model_report *report)
{
    struct planner planner = {.composite = c,
                              .links = calloc(n + 1, sizeof *planner.links),
                              .n_links = n,
                              .fresh = calloc(c->room + 1, sizeof *planner.fresh),
                              .initialized = calloc(c->n_parts + 1, sizeof *planner.initialized)};
    bool good = (planner.links && planner.fresh && planner.initialized) || model_fail(report, "out of memory");
    for (size_t i = 0; good && i < n; i++)
        good = link_find(c, &connections[i], &planner.links[i], report);
    good =
        good && schedule_make(&planner, true, &c->start, report) && schedule_make(&planner, false, &c->always, report);
    free(planner.links);
    free(planner.fresh);
    free(planner.initialized);
    return good;
}
