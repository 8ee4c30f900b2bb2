/* Linkages: bodies that joints, loops and forces between them tie together; the ground ties nothing. An acceleration depends on the states and
 * inputs of its own linkage alone: derivatives along states of several linkages are found together (numerics/jacobian.c). */
#include "fmu_multibody/mechanism/mechanism_table.h"

#include <stdio.h>
#include <string.h>

/* A larger one than this, in states and inputs, is said to depend on everything: lists would make the description long. */
enum { LARGEST_LINKAGE = 64 };

struct linkage { /* of the body that stands for it */
    size_t tie;  /* another body of the same linkage; itself where this is the one */
    size_t members, size;
    char *names, *end;
};

static size_t root_of(const struct linkage *l, size_t body)
{
    while (l[body].tie != body)
        body = l[body].tie;
    return body;
}

static void tie_bodies(struct linkage *l, int a, int b)
{
    if (a >= 0 && b >= 0)
        l[root_of(l, (size_t)a)].tie = root_of(l, (size_t)b);
}

static void tie_all(const struct mechanism_file *f, struct linkage *l)
{
    const struct mechanism *m = f->mechanism;
    for (size_t i = 0; i < m->n_bodies; i++)
        l[i].tie = i;
    for (size_t i = 0; i < m->n_bodies; i++)
        tie_bodies(l, (int)i, m->bodies[i].parent);
    for (size_t i = 0; i < m->n_cuts; i++)
        tie_bodies(l, m->cuts[i].a.body, m->cuts[i].b.body);
    for (size_t i = 0; i < m->n_springs; i++)
        tie_bodies(l, m->springs[i].a.body, m->springs[i].b.body);
    for (size_t i = 0; i < m->n_actuators; i++)
        if (m->actuators[i].kind == ACTUATOR_POINTS)
            tie_bodies(l, m->actuators[i].a.body, m->actuators[i].b.body);
    for (size_t i = 0; i < f->n_wrenches; i++)
        tie_bodies(l, f->wrenches[i].a.body, f->wrenches[i].b.body);
}

/* What else acts may tie bodies in ways of its own: rolling and bent bodies do in the engine, and friction has states. */
static bool is_simple(const struct mechanism_file *f)
{
    bool has_states = false;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++)
        has_states = has_states || f->pistons[i].n_states > 0;
    for (size_t i = 0; i < f->n_resistances; i++)
        has_states = has_states || f->resistances[i].n_states > 0;
    return !has_states && f->mechanism->n_contacts == 0 && f->mechanism->n_flexibles == 0 && f->n_motions == 0;
}

static int body_of_actuator(const struct mechanism_actuator *a)
{
    return a->kind == ACTUATOR_COORDINATE ? a->body : a->a.body >= 0 ? a->a.body : a->b.body;
}

/* The body to which each state and each input belongs, in this order; on the ground none. */
static void find_bodies(const struct mechanism_file *f, int *bodies)
{
    const struct mechanism *m = f->mechanism;
    for (size_t i = 0; i < f->sizes.states; i++) {
        const size_t z = mechanism_state_coordinate(m, i);
        size_t end = 0, b = 0;
        while ((end += joint_coordinates(m->bodies[b].joint.kind)) <= z)
            b++;
        *bodies++ = (int)b;
    }
    for (size_t i = 0; i < m->n_actuators; i++)
        for (int k = 0; k < (f->pistons[i].in_use ? 2 : 1); k++)
            *bodies++ = body_of_actuator(&m->actuators[i]);
    for (size_t i = 0; i < f->n_given_loads; i++)
        if (!f->load_laws[i])
            *bodies++ = m->loads[i].point.body;
    for (size_t i = 0; i < m->n_payloads; i++)
        if (!f->payload_laws[i])
            *bodies++ = m->payloads[i].point.body;
}

static size_t inputs_of(const struct mechanism_file *f)
{
    size_t n = f->first_payload_input;
    for (size_t i = 0; i < f->mechanism->n_payloads; i++)
        n += f->payload_laws[i] == NULL;
    return n;
}

const char *const *table_linkages(struct mechanism_file *f, size_t first_input, size_t first_state)
{
    const size_t n_states = f->sizes.states, n_inputs = inputs_of(f), n = n_states + n_inputs;
    const size_t n_bodies = f->mechanism->n_bodies;
    struct linkage *l = notation_keep(f->notation, (n_bodies + 1) * sizeof *l);
    int *bodies = notation_keep(f->notation, (n + 1) * sizeof *bodies);
    const char **lists = notation_keep(f->notation, (n_states + 1) * sizeof *lists);
    if (!is_simple(f) || !l || !bodies || !lists)
        return NULL;
    tie_all(f, l);
    find_bodies(f, bodies);
    for (size_t i = 0; i < n; i++) {
        const size_t row = i < n_states ? first_state + i : first_input + i - n_states;
        if (bodies[i] < 0)
            continue;
        struct linkage *of = &l[root_of(l, (size_t)bodies[i])];
        of->members++;
        of->size += strlen(f->table.rows[row].name) + 1;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t row = i < n_states ? first_state + i : first_input + i - n_states;
        struct linkage *of = bodies[i] < 0 ? NULL : &l[root_of(l, (size_t)bodies[i])];
        if (!of || of->members > LARGEST_LINKAGE || of->members == n)
            continue;
        if (!of->names)
            of->names = of->end = notation_keep(f->notation, of->size + 1);
        if (!of->names)
            return NULL;
        of->end += sprintf(of->end, "%s%s", of->end > of->names ? " " : "", f->table.rows[row].name);
        if (i < n_states)
            lists[i] = of->names;
    }
    return lists;
}
