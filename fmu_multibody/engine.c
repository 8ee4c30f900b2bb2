#include "engine.h"
#include "engine_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory: the same walk counts bytes and gives them out ---- */

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
    size_t n, rows, holonomic, inputs, actuators;
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
        TAKE(arena, (work)->M, n *n);                                                                                  \
        TAKE(arena, (work)->R, n *n);                                                                                  \
        TAKE(arena, (work)->MR, n *n);                                                                                 \
        TAKE(arena, (work)->reduced, n *n);                                                                            \
        TAKE(arena, (work)->rhs, n);                                                                                   \
        TAKE(arena, (work)->saved, n);                                                                                 \
        TAKE(arena, (work)->loads, (s).inputs);                                                                        \
        TAKE(arena, (work)->statics, 2 * n * a + (n > a ? n * n : a * a));                                             \
        TAKE(arena, (work)->static_pivots, n > a ? n : a);                                                             \
        TAKE(arena, (work)->guess, d);                                                                                 \
        TAKE(arena, (work)->memory, n);                                                                                \
        TAKE(arena, (work)->x, 2 * n);                                                                                 \
        TAKE(arena, (work)->dx, 2 * n);                                                                                \
        TAKE(arena, (work)->inputs, (s).inputs);                                                                       \
    } while (0)

/* Fills in the engine's pointers; the number of bytes comes back. */
static size_t engine_arrange(struct engine *e, char *base, const struct mechanism *m)
{
    struct arena arena = {.base = base};
    struct engine_sizes s = {.n = mechanism_coordinates(m), .inputs = mechanism_inputs(m), .actuators = m->n_actuators};
    s.rows = engine_rows_count(m, &s.holonomic);
    arena_take(&arena, 1, sizeof *e);
    void *mechanism = arena_take(&arena, 1, mechanism_size(m));
    struct workspace_real real = {0}, *over_reals = arena_take(&arena, 1, sizeof *over_reals);
    struct workspace_complex complex_numbers = {0}, *over_complex = arena_take(&arena, 1, sizeof *over_complex);
    TAKE(&arena, e->links, s.n);
    TAKE(&arena, e->bodies, m->n_bodies);
    TAKE(&arena, e->rows, s.rows);
    TAKE(&arena, e->springs, 2 * m->n_springs);
    TAKE(&arena, e->actuators, 2 * m->n_actuators);
    TAKE(&arena, e->spring_coordinates, m->n_joint_springs);
    TAKE(&arena, e->load_coordinates, m->n_loads);
    TAKE(&arena, e->actuator_coordinates, m->n_actuators);
    TAKE(&arena, e->loads, m->n_loads);
    TAKE(&arena, e->load_directions, 3 * m->n_loads);
    TAKE(&arena, e->kept, s.rows);
    TAKE(&arena, e->dropped, s.rows);
    TAKE(&arena, e->dependent, s.n);
    TAKE(&arena, e->independent, s.n);
    TAKE(&arena, e->cardan, s.n);
    TAKE(&arena, e->z_0, s.n);
    TAKE(&arena, e->w_0, s.n);
    TAKE(&arena, e->all_rows, s.rows);
    TAKE(&arena, e->all_phi, s.rows);
    TAKE(&arena, e->all_D, s.rows * s.n);
    TAKE(&arena, e->matrix, s.rows * s.n);
    TAKE(&arena, e->square, s.n * s.n);
    TAKE(&arena, e->step, s.n);
    TAKE(&arena, e->trial, s.n);
    TAKE(&arena, e->row_order, s.rows);
    TAKE(&arena, e->column_order, s.n);
    TAKE(&arena, e->chosen, s.n);
    TAKE(&arena, e->jacobian, s.n * s.n);
    TAKE(&arena, e->jacobian_pivots, s.n);
    TAKE(&arena, e->equilibrium_rates, 2 * s.n);
    TAKE(&arena, e->equilibrium_forces, s.n);
    TAKE(&arena, e->equilibrium_trial, 2 * s.n);
    TAKE(&arena, e->equilibrium_inputs, s.inputs);
    TAKE(&arena, e->equilibrium_memory, s.n);
    TAKE(&arena, e->equilibrium_x, 2 * s.n);
    WORKSPACE_TAKE(&arena, &real, s);
    WORKSPACE_TAKE(&arena, &complex_numbers, s);
    if (base) {
        *over_reals = real;
        *over_complex = complex_numbers;
        e->over_reals = over_reals;
        e->over_complex = over_complex;
        e->mechanism = mechanism_copy(m, mechanism);
        e->n = s.n;
        e->n_rows = s.rows;
        e->n_holonomic_rows = s.holonomic;
    }
    return arena.used;
}

size_t engine_size(const struct mechanism *m)
{
    struct engine counted;
    return engine_arrange(&counted, NULL, m);
}

struct engine *engine_place(void *memory, const struct mechanism *m)
{
    memset(memory, 0, engine_size(m));
    struct engine *e = memory;
    engine_arrange(e, memory, m);
    for (size_t i = 0; i < e->n_rows; i++)
        e->all_rows[i] = i;
    /* The ground's frame never changes but for its acceleration. */
    for (int k = 0; k < 3; k++) {
        e->over_reals->frames[0].R[4 * k] = 1;
        e->over_complex->frames[0].R[4 * k] = 1;
    }
    return e;
}

struct mechanism *engine_mechanism(struct engine *e)
{
    return e->mechanism;
}

/* ---- setup ---- */

static void points_make(struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    for (size_t k = 0; k < m->n_springs; k++) {
        e->springs[2 * k] = engine_point(e, m->springs[k].a);
        e->springs[2 * k + 1] = engine_point(e, m->springs[k].b);
    }
    for (size_t k = 0; k < m->n_joint_springs; k++)
        e->spring_coordinates[k] =
            mechanism_first_coordinate(m, (size_t)m->joint_springs[k].body) + (size_t)m->joint_springs[k].coordinate;
    for (size_t k = 0; k < m->n_actuators; k++) {
        const struct mechanism_actuator *a = &m->actuators[k];
        if (a->kind == ACTUATOR_COORDINATE) {
            e->actuator_coordinates[k] = mechanism_first_coordinate(m, (size_t)a->body) + (size_t)a->coordinate;
        } else {
            e->actuators[2 * k] = engine_point(e, a->a);
            e->actuators[2 * k + 1] = engine_point(e, a->b);
        }
    }
    for (size_t k = 0; k < m->n_loads; k++) {
        const struct mechanism_load *load = &m->loads[k];
        const bool follows = load->kind == LOAD_FORCE_FOLLOWING || load->kind == LOAD_TORQUE_FOLLOWING;
        if (load->kind == LOAD_JOINT) {
            e->load_coordinates[k] = mechanism_first_coordinate(m, (size_t)load->point.body) + (size_t)load->coordinate;
            continue;
        }
        e->loads[k] = engine_point(e, load->point);
        engine_direction(e, follows ? load->point.body : MECHANISM_GROUND, load->direction, e->load_directions + 3 * k);
    }
}

/* Everything up to the assembled configuration. */
static bool engine_prepare(struct engine *e, struct model_report *report)
{
    if (!mechanism_check(e->mechanism, report))
        return false;
    engine_links_make(e);
    engine_rows_make(e);
    points_make(e);
    return engine_assemble(e, report);
}

bool engine_setup(struct engine *e, struct model_report *report)
{
    return engine_prepare(e, report) && engine_choose_rows(e, report) && engine_assemble_velocities(e, report) &&
           engine_limits_check(e, e->z_0, report);
}

bool mechanism_partition(struct mechanism *m, const double *inputs, struct model_report *report)
{
    if (!mechanism_check(m, report)) /* before anything is counted */
        return false;
    void *memory = malloc(engine_size(m));
    if (!memory)
        return model_fail(report, "not enough memory for the mechanism");
    struct engine *e = engine_place(memory, m);
    bool decided = engine_prepare(e, report) && engine_choose_roles(e, report);
    if (decided && m->start == START_EQUILIBRIUM) { /* choose once more where the mechanism will start */
        if (inputs)
            memcpy(e->equilibrium_inputs, inputs, mechanism_inputs(m) * sizeof *inputs);
        decided =
            engine_choose_rows(e, report) && engine_equilibrium(e, e->equilibrium_inputs, e->equilibrium_x, report);
        memcpy(e->z_0, e->over_reals->z, e->n * sizeof *e->z_0);
        decided = decided && engine_choose_roles(e, report);
    }
    for (size_t i = 0; decided && i < e->n; i++)
        mechanism_coordinate(m, i)->role = mechanism_coordinate(e->mechanism, i)->role;
    free(memory);
    return decided;
}

struct engine_summary engine_summary(const struct engine *e)
{
    return (struct engine_summary){.coordinates = e->n,
                                   .rows = e->n_rows,
                                   .holonomic = e->m,
                                   .nonholonomic = e->l,
                                   .dropped = e->n_dropped,
                                   .residual = e->assembled_residual};
}

const char *engine_dropped(const struct engine *e, size_t i)
{
    return e->rows[e->dropped[i]].name;
}

/* ---- accepted steps ---- */

bool engine_limits_check(const struct engine *e, const double *z, struct model_report *report)
{
    for (size_t i = 0; i < e->n; i++) {
        const double lower = e->links[i].lower, upper = e->links[i].upper;
        char name[120];
        if ((lower != 0 || upper != 0) && !(z[i] >= lower && z[i] <= upper))
            return model_fail(report, "joint '%s' has reached its limit: %g is not within %g and %g",
                              mechanism_coordinate_name(e->mechanism, i, name, sizeof name), z[i], lower, upper);
    }
    for (size_t k = 0; k < e->mechanism->n_actuators; k++) {
        const struct mechanism_actuator *a = &e->mechanism->actuators[k];
        double s, ds;
        if (a->lower == 0 && a->upper == 0)
            continue;
        engine_actuator_real(e, k, NULL, &s, &ds, NULL);
        if (!(s >= a->lower && s <= a->upper))
            return model_fail(report, "actuator '%s' has reached its limit: the length %g m is not within %g and %g m",
                              a->name, s, a->lower, a->upper);
    }
    return true;
}

bool engine_accept(const struct engine *e, const double *x, double *m, struct model_report *report)
{
    const double tolerance = 1e-7; /* of dropped rows: far above rounding, far below a gap */
    if (!engine_configure_real(e, m, x, report))
        return false;
    if (e->n_dropped > 0) {
        if (!engine_rows_real(e, e->dropped, e->n_dropped, e->all_phi, NULL, report))
            return false;
        for (size_t i = 0; i < e->n_dropped; i++)
            if (fabs(e->all_phi[i]) > tolerance)
                return model_fail(report, "joint '%s': a row that was redundant at the start is violated by %.3g now",
                                  engine_dropped(e, i), e->all_phi[i]);
    }
    if (!engine_limits_check(e, e->over_reals->z, report))
        return false;
    memcpy(m, e->over_reals->z, e->n * sizeof *m);
    return true;
}
