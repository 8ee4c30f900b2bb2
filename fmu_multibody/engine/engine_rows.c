/* Constraint rows of a mechanism's cut joints and contacts: holonomic ones first. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <string.h>

static const size_t rows_of_cut[] = {
    [CUT_REVOLUTE] = 5, [CUT_PRISMATIC] = 5, [CUT_SPHERICAL] = 3,   [CUT_POINT_ON_LINE] = 2,
    [CUT_DISTANCE] = 1, [CUT_UNIVERSAL] = 4, [CUT_CYLINDRICAL] = 4, [CUT_PLANAR] = 3,
};

size_t engine_rows_count(const struct mechanism *m, size_t *holonomic)
{
    *holonomic = m->n_contacts;
    for (size_t i = 0; i < m->n_cuts; i++)
        *holonomic += rows_of_cut[m->cuts[i].kind];
    return *holonomic + 2 * m->n_contacts;
}

static void unit_of(const double x[3], double y[3])
{
    const double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int k = 0; k < 3; k++)
        y[k] = x[k] / length;
}

static void cross(const double *a, const double *b, double *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

/* Unit vectors: the axis, one beside it near `side`, and the one that completes them. Zero side: z, or x along z. */
struct triad {
    double axis[3], side[3], third[3];
};

static struct triad triad_of(const double axis[3], const double side[3])
{
    struct triad t = {{0}, {0}, {0}};
    double wish[3] = {side[0], side[1], side[2]}, beside[3];
    unit_of(axis, t.axis);
    if (side[0] == 0 && side[1] == 0 && side[2] == 0)
        wish[fabs(t.axis[2]) < 0.9 ? 2 : 0] = 1;
    const double along = wish[0] * t.axis[0] + wish[1] * t.axis[1] + wish[2] * t.axis[2];
    for (int k = 0; k < 3; k++)
        beside[k] = wish[k] - along * t.axis[k];
    unit_of(beside, t.side);
    cross(t.axis, t.side, t.third);
    return t;
}

int engine_chains_meet(const struct engine *e, int a, int b)
{
    while (a != b) {
        if (a > b)
            a = e->links[a - 1].parent;
        else
            b = e->links[b - 1].parent;
    }
    return a;
}

static struct row *row_add(const struct engine *e, struct row **next, enum row_kind kind,
                           const struct mechanism_cut *cut)
{
    struct row *row = (*next)++;
    *row = (struct row){.kind = kind,
                        .name = cut->name,
                        .loop = (size_t)(cut - e->mechanism->cuts),
                        .a = engine_point(e, cut->a),
                        .b = engine_point(e, cut->b)};
    row->meet = engine_chains_meet(e, row->a.slot, row->b.slot);
    return row;
}

static void add_coincidence(const struct engine *e, struct row **next, const struct mechanism_cut *cut)
{
    for (int k = 0; k < 3; k++)
        row_add(e, next, ROW_COINCIDE, cut)->u[k] = 1;
}

static void add_axes_dot(const struct engine *e, struct row **next, const struct mechanism_cut *cut, const double *u,
                         const double *v)
{
    struct row *row = row_add(e, next, ROW_AXES_DOT, cut);
    engine_direction(e, cut->a.body, u, row->u);
    engine_direction(e, cut->b.body, v, row->v);
}

static void add_line(const struct engine *e, struct row **next, const struct mechanism_cut *cut, const struct triad *a)
{
    engine_direction(e, cut->a.body, a->side, row_add(e, next, ROW_POINT_DOT, cut)->u);
    engine_direction(e, cut->a.body, a->third, row_add(e, next, ROW_POINT_DOT, cut)->u);
}

static void add_cut(const struct engine *e, struct row **next, const struct mechanism_cut *cut)
{
    const enum cut_kind kind = cut->kind;
    const bool is_parallel =
        kind == CUT_REVOLUTE || kind == CUT_PRISMATIC || kind == CUT_CYLINDRICAL || kind == CUT_PLANAR;
    const bool has_line = kind == CUT_PRISMATIC || kind == CUT_POINT_ON_LINE || kind == CUT_CYLINDRICAL;
    struct triad a = {{0}, {0}, {0}}, b = a;
    if (is_parallel || has_line || kind == CUT_UNIVERSAL)
        a = triad_of(cut->axis_a, cut->side_a);
    if (is_parallel || kind == CUT_UNIVERSAL)
        b = triad_of(cut->axis_b, cut->side_b);
    if (kind == CUT_REVOLUTE || kind == CUT_SPHERICAL || kind == CUT_UNIVERSAL)
        add_coincidence(e, next, cut);
    if (has_line)
        add_line(e, next, cut, &a);
    if (kind == CUT_PLANAR)
        engine_direction(e, cut->a.body, a.axis, row_add(e, next, ROW_POINT_DOT, cut)->u);
    if (is_parallel) {
        add_axes_dot(e, next, cut, a.side, b.axis);
        add_axes_dot(e, next, cut, a.third, b.axis);
    }
    if (kind == CUT_UNIVERSAL)
        add_axes_dot(e, next, cut, a.axis, b.axis);
    if (cut->kind == CUT_PRISMATIC)
        add_axes_dot(e, next, cut, a.third, b.side);
    if (cut->kind == CUT_DISTANCE)
        row_add(e, next, ROW_DISTANCE, cut)->value = cut->length;
}

static struct row contact_row(const struct engine *e, const struct mechanism_contact *c, enum row_kind kind)
{
    struct row row = {.kind = kind, .name = c->name, .value = c->radius};
    row.loop = e->mechanism->n_cuts + (size_t)(c - e->mechanism->contacts);
    row.b = engine_point(e, (struct mechanism_point){c->body, {c->centre[0], c->centre[1], c->centre[2]}});
    double axis[3];
    unit_of(c->axis, axis);
    engine_direction(e, c->body, axis, row.disc_axis);
    unit_of(c->normal, row.u);
    memcpy(row.point, c->plane, sizeof row.point);
    return row;
}

void engine_rows_make(struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    struct row *next = e->rows;
    for (size_t i = 0; i < m->n_cuts; i++)
        add_cut(e, &next, &m->cuts[i]);
    for (size_t i = 0; i < m->n_contacts; i++)
        *next++ = contact_row(e, &m->contacts[i], ROW_HEIGHT);
    for (size_t i = 0; i < m->n_contacts; i++) {
        const struct triad plane = triad_of(m->contacts[i].normal, (const double[3]){0});
        const double *const tangents[2] = {plane.side, plane.third};
        for (int k = 0; k < 2; k++) {
            *next = contact_row(e, &m->contacts[i], ROW_SLIP);
            memcpy(next++->v, tangents[k], sizeof plane.side);
        }
    }
}
