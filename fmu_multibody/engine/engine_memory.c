/* The engine's memory, in two blocks: the same walk counts bytes and gives them out. */
#include "fmu_multibody/engine/engine_impl.h"

#include <stdlib.h>
#include <string.h>

struct arena {
    char *base; /* NULL: only count */
    size_t used;
};

static void *arena_take(struct arena *arena, size_t count, size_t size)
{
    enum { ALIGNMENT = 16 };
    void *taken = arena->base ? arena->base + arena->used : NULL;
    arena->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return taken;
}

#define TAKE(arena, pointer, count) ((pointer) = arena_take(arena, count, sizeof *(pointer)))

struct engine_sizes {
    size_t n, rows, holonomic, inputs, payloads, actuators, bodies, bent, shapes, matrices, cardan, memory;
};

/* One workspace; n degrees of freedom and n dependent velocities are the most that there can be. */
#define WORKSPACE_TAKE(arena, work, s)                                                                                 \
    do {                                                                                                               \
        const size_t n = (s).n, d = (s).rows < n ? (s).rows : n, a = (s).actuators;                                    \
        TAKE(arena, (work)->frames, n + 1);                                                                            \
        TAKE(arena, (work)->z, n);                                                                                     \
        TAKE(arena, (work)->w, n);                                                                                     \
        TAKE(arena, (work)->g, n);                                                                                     \
        TAKE(arena, (work)->phi, d);                                                                                   \
        TAKE(arena, (work)->D, d *n);                                                                                  \
        TAKE(arena, (work)->factors, d *d);                                                                            \
        TAKE(arena, (work)->pivots, d);                                                                                \
        TAKE(arena, (work)->column, d);                                                                                \
        TAKE(arena, (work)->tau, n);                                                                                   \
        TAKE(arena, (work)->M, d > 0 ? n * n : 0);                                                                     \
        TAKE(arena, (work)->R, d > 0 ? n * n : 0);                                                                     \
        TAKE(arena, (work)->MR, d > 0 ? n * n : 0);                                                                    \
        TAKE(arena, (work)->bridged_R, d > 0 ? n * n : 0);                                                             \
        TAKE(arena, (work)->bridged_g, n);                                                                             \
        TAKE(arena, (work)->bridged_z, n);                                                                             \
        TAKE(arena, (work)->kept_z, n);                                                                                \
        TAKE(arena, (work)->kept_w, n);                                                                                \
        TAKE(arena, (work)->rest, n);                                                                                  \
        TAKE(arena, (work)->reduced, n *n);                                                                            \
        TAKE(arena, (work)->rhs, n);                                                                                   \
        TAKE(arena, (work)->saved, n);                                                                                 \
        TAKE(arena, (work)->loads, (s).inputs);                                                                        \
        TAKE(arena, (work)->masses, (s).payloads);                                                                     \
        TAKE(arena, (work)->lines, a);                                                                                 \
        TAKE(arena, (work)->lines_placed, a);                                                                          \
        TAKE(arena, (work)->statics, a == 0 ? 0 : 2 * n * a + (n * n > 3 * a * a ? n * n : 3 * a * a));                \
        TAKE(arena, (work)->static_pivots, n > a ? n : a);                                                             \
        TAKE(arena, (work)->accelerations, n);                                                                         \
        TAKE(arena, (work)->multipliers, d);                                                                           \
        TAKE(arena, (work)->carried, 6 * (s).bodies);                                                                  \
        TAKE(arena, (work)->guess, d);                                                                                 \
        TAKE(arena, (work)->memory, (s).memory);                                                                       \
        TAKE(arena, (work)->configured_m, (s).memory);                                                                 \
        TAKE(arena, (work)->configured_x, 2 * n);                                                                      \
        TAKE(arena, (work)->x, 2 * n);                                                                                 \
        TAKE(arena, (work)->dx, 2 * n);                                                                                \
        TAKE(arena, (work)->inputs, (s).inputs);                                                                       \
        TAKE(arena, (work)->bent, (s).bent);                                                                           \
    } while (0)

static void augmented_take(struct arena *arena, struct augmented *method, const struct engine_sizes *s)
{
    const size_t n = s->n, d = s->rows < n ? s->rows : n;
    TAKE(arena, method->z_0, n);
    TAKE(arena, method->w_0, n);
    TAKE(arena, method->a_0, n);
    TAKE(arena, method->z, n);
    TAKE(arena, method->w, n);
    TAKE(arena, method->a, n);
    TAKE(arena, method->phi, d);
    TAKE(arena, method->D, d * n);
    TAKE(arena, method->lambda, d);
    TAKE(arena, method->bias, d);
    TAKE(arena, method->pushed, d);
    TAKE(arena, method->f, n);
    TAKE(arena, method->tangent, n * n);
    TAKE(arena, method->W, n * n);
    TAKE(arena, method->column, n);
    TAKE(arena, method->pivots, n);
    TAKE(arena, method->z_c, n);
    TAKE(arena, method->w_c, n);
    TAKE(arena, method->a_c, n);
    TAKE(arena, method->u_c, s->inputs);
    TAKE(arena, method->phi_c, d);
    TAKE(arena, method->D_c, d * n);
    TAKE(arena, method->f_c, n);
}

static void held_take(struct arena *arena, struct held *held, const struct engine_sizes *s)
{
    const size_t n = s->n + s->actuators;
    TAKE(arena, held->inputs, s->inputs);
    TAKE(arena, held->lengths, s->actuators);
    TAKE(arena, held->which, s->actuators);
    TAKE(arena, held->matrix, n * n);
    TAKE(arena, held->step, n);
    TAKE(arena, held->scales, n);
    TAKE(arena, held->units, s->actuators);
    TAKE(arena, held->pivots, n);
    TAKE(arena, held->order, s->actuators);
    TAKE(arena, held->columns, s->n);
    TAKE(arena, held->start_forces, s->n);
    TAKE(arena, held->direction, s->n);
    TAKE(arena, held->trial, 2 * s->n);
    TAKE(arena, held->kept_x, 2 * s->n);
    TAKE(arena, held->kept_memory, s->memory);
    TAKE(arena, held->kept_inputs, s->inputs);
}

/* Fills in the engine's pointers: what is constant once it was set up, and the rest. With bases of NULL the arenas only count. */
static void engine_arrange(struct engine *e, struct arena *made, struct arena *scratch, const struct mechanism *m)
{
    struct engine_sizes s = {.n = mechanism_coordinates(m),
                             .inputs = mechanism_inputs(m),
                             .payloads = m->n_payloads,
                             .actuators = m->n_actuators,
                             .bodies = m->n_bodies};
    s.rows = engine_rows_count(m, &s.holonomic);
    s.bent = engine_bent_size(m, m->n_flexibles);
    for (size_t b = 0; b < m->n_bodies; b++)
        s.cardan += m->bodies[b].joint.kind == JOINT_SPHERICAL || m->bodies[b].joint.kind == JOINT_FREE;
    s.memory = 2 * s.n + s.cardan;
    void *mechanism = arena_take(made, 1, mechanism_size(m));
    TAKE(made, e->bodies, m->n_bodies);
    TAKE(made, e->flexibles, m->n_flexibles);
    TAKE(made, e->rows, s.rows);
    TAKE(made, e->springs, 2 * m->n_springs);
    TAKE(made, e->actuators, 2 * m->n_actuators);
    TAKE(made, e->spring_coordinates, m->n_joint_springs);
    TAKE(made, e->load_coordinates, m->n_loads);
    TAKE(made, e->actuator_coordinates, m->n_actuators);
    TAKE(made, e->loads, m->n_loads);
    TAKE(made, e->load_directions, 3 * m->n_loads);
    TAKE(made, e->payloads, m->n_payloads);
    TAKE(made, e->kept, s.rows);
    TAKE(made, e->dropped, s.rows);
    TAKE(made, e->dependent, s.n);
    TAKE(made, e->independent, s.n);
    TAKE(made, e->blocks, s.n + 1);
    TAKE(made, e->row_begins, s.n);
    TAKE(made, e->freedoms, s.n);
    TAKE(made, e->first_freedom, s.n);
    TAKE(made, e->end_freedom, s.n);
    TAKE(made, e->linkages, s.n);
    TAKE(made, e->linkage_of, s.n);
    TAKE(made, e->groups, s.n);
    TAKE(made, e->cardan, s.cardan);
    TAKE(made, e->group, s.n);
    TAKE(made, e->scales, s.n);
    TAKE(made, e->is_in_loop, s.n);
    TAKE(made, e->z_0, s.n);
    TAKE(made, e->w_0, s.n);
    TAKE(made, e->all_rows, s.rows);
    arena_take(scratch, 1, sizeof *e);
    struct workspace_real real = {0}, *over_real = arena_take(scratch, 1, sizeof *over_real);
    struct workspace_complex complex_numbers = {0}, *over_complex = arena_take(scratch, 1, sizeof *over_complex);
    TAKE(scratch, e->links, s.n); /* which chart they are in follows the memory that is looked at */
    TAKE(scratch, e->charts, s.cardan);
    TAKE(scratch, e->cardan_rates, s.cardan);
    TAKE(scratch, e->is_angle, s.rows);
    TAKE(scratch, e->tangent, s.n);
    TAKE(scratch, e->next_tangent, s.n);
    TAKE(scratch, e->ahead, s.n);
    TAKE(scratch, e->point, 2 * s.n);
    TAKE(scratch, e->speeds, s.n);
    TAKE(scratch, e->all_phi, s.rows);
    TAKE(scratch, e->all_D, s.rows * s.n);
    TAKE(scratch, e->matrix, s.rows * s.n);
    TAKE(scratch, e->square, s.n * s.n);
    TAKE(scratch, e->step, s.n);
    TAKE(scratch, e->trial, s.memory);
    TAKE(scratch, e->row_order, s.rows);
    TAKE(scratch, e->row_sizes, s.rows);
    TAKE(scratch, e->column_order, s.n);
    TAKE(scratch, e->chosen, s.n);
    TAKE(scratch, e->jacobian, s.n * s.n);
    TAKE(scratch, e->jacobian_pivots, s.n);
    TAKE(scratch, e->equilibrium_rates, 2 * s.n);
    TAKE(scratch, e->equilibrium_forces, s.n);
    TAKE(scratch, e->equilibrium_trial, 2 * s.n);
    TAKE(scratch, e->equilibrium_inputs, s.inputs);
    TAKE(scratch, e->equilibrium_memory, s.memory);
    TAKE(scratch, e->equilibrium_x, 2 * s.n);
    TAKE(scratch, e->equilibrium_pushed, s.inputs);
    struct tree tree = {0}, *tree_room = arena_take(scratch, 1, sizeof *tree_room);
    TAKE(scratch, tree.links, s.n);
    TAKE(scratch, tree.tangents, s.n);
    TAKE(scratch, tree.inputs, s.inputs);
    TAKE(scratch, tree.rates, 2 * s.n);
    TAKE(scratch, tree.forces, s.n);
    TAKE(scratch, tree.rest, s.n);
    TAKE(scratch, tree.carried, 3 * s.payloads);
    for (size_t i = 0; i < m->n_flexibles; i++) {
        s.shapes += m->flexibles[i].n;
        s.matrices += 2 * m->flexibles[i].n * m->flexibles[i].n;
    }
    TAKE(scratch, tree.shapes, s.shapes);
    TAKE(scratch, tree.bent, s.matrices);
    struct augmented method = {0}, *augmented = arena_take(scratch, 1, sizeof *augmented);
    augmented_take(scratch, &method, &s);
    struct held held = {0}, *held_room = arena_take(scratch, engine_settles(m), sizeof *held_room);
    if (engine_settles(m))
        held_take(scratch, &held, &s);
    WORKSPACE_TAKE(scratch, &real, s);
    WORKSPACE_TAKE(scratch, &complex_numbers, s);
    if (!made->base)
        return;
    *over_real = real;
    *over_complex = complex_numbers;
    *augmented = method;
    *tree_room = tree;
    if (engine_settles(m))
        *held_room = held;
    e->held = held_room;
    e->tree = tree_room;
    e->augmented = augmented;
    e->over_real = over_real;
    e->over_complex = over_complex;
    e->mechanism = mechanism_copy(m, mechanism);
    e->n = s.n;
    e->n_rows = s.rows;
    e->n_holonomic_rows = s.holonomic;
}

struct engine_room engine_room(const struct mechanism *m)
{
    struct engine counted;
    struct arena made = {0}, scratch = {0};
    engine_arrange(&counted, &made, &scratch, m);
    return (struct engine_room){made.used, scratch.used};
}

struct engine *engine_place(void *memory, void *scratch, const struct mechanism *m)
{
    const struct engine_room room = engine_room(m);
    memset(memory, 0, room.constants);
    memset(scratch, 0, room.scratch);
    struct engine *e = scratch;
    engine_arrange(e, &(struct arena){.base = memory}, &(struct arena){.base = scratch}, m);
    for (size_t i = 0; i < e->n_rows; i++)
        e->all_rows[i] = i;
    /* The ground's frame never changes but for its acceleration. */
    for (int k = 0; k < 3; k++) {
        e->over_real->frames[0].R[4 * k] = 1;
        e->over_complex->frames[0].R[4 * k] = 1;
    }
    return e;
}

struct engine *engine_open(const struct mechanism *m)
{
    const struct engine_room room = engine_room(m);
    char *memory = malloc(room.scratch + room.constants); /* both are multiples of the alignment */
    return memory ? engine_place(memory + room.scratch, memory, m) : NULL;
}
