/* Links of a mechanism: every coordinate becomes a turn about, or a motion along, the third axis of its link's frame. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <string.h>

static const double two_pi = 6.283185307179586476925287;
static const double unit_matrix[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/* Matrices here hold their columns one after another. */
static void times_vector(const double *A, const double *x, double *y)
{
    for (int k = 0; k < 3; k++)
        y[k] = A[k] * x[0] + A[3 + k] * x[1] + A[6 + k] * x[2];
}

static void times(const double *A, const double *B, double *C)
{
    for (int column = 0; column < 3; column++)
        times_vector(A, B + 3 * column, C + 3 * column);
}

static void transpose(const double *A, double *B)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            B[3 * i + j] = A[3 * j + i];
}

/* A frame whose third axis is the given one; where that is an axis of coordinates, the others follow in cyclic order. */
static void frame_on(const double axis[3], double G[9])
{
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    int largest = 0;
    for (int k = 0; k < 3; k++) {
        G[6 + k] = axis[k] / length;
        if (fabs(axis[k]) > fabs(axis[largest]))
            largest = k;
    }
    double x[3] = {0};
    x[(largest + 1) % 3] = 1;
    const double along = G[6] * x[0] + G[7] * x[1] + G[8] * x[2];
    double norm = 0;
    for (int k = 0; k < 3; k++) {
        G[k] = x[k] - along * G[6 + k];
        norm += G[k] * G[k];
    }
    for (int k = 0; k < 3; k++)
        G[k] /= sqrt(norm);
    for (int k = 0; k < 3; k++)
        G[3 + k] = G[6 + (k + 1) % 3] * G[(k + 2) % 3] - G[6 + (k + 2) % 3] * G[(k + 1) % 3];
}

void engine_link_axes(const double C[9], const double axis[3], double A[9])
{
    double G[9];
    frame_on(axis, G);
    times(C, G, A);
}

void engine_link_turn(struct link *link, const double A[9])
{
    memcpy(link->A, A, sizeof link->A);
    link->aligned = true;
    for (int k = 0; k < 9; k++)
        link->aligned = link->aligned && A[k] == unit_matrix[k];
}

/* The body's mass properties about its link's origin, in the link's frame. */
static void link_load(struct link *link, const struct mechanism_body *body, const struct body_place *place)
{
    double c[3];
    times_vector(place->C, body->com, c);
    for (int k = 0; k < 3; k++)
        c[k] += place->o[k];
    const double m = body->mass, *J = body->inertia;
    const double tensor[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    double turned[9], back[9], about_com[9];
    transpose(place->C, back);
    times(place->C, tensor, turned);
    times(turned, back, about_com);
    const double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
        link->J[k] += about_com[3 * column[k] + row[k]] + m * ((k < 3) * square - c[row[k]] * c[column[k]]);
    for (int k = 0; k < 3; k++)
        link->h[k] += m * c[k];
    link->mass += m;
}

struct link engine_body_load(const struct engine *e, size_t body)
{
    struct link alone = {.mass = 0};
    link_load(&alone, &e->mechanism->bodies[body], &e->bodies[body]);
    return alone;
}

/* Hangs one more coordinate on the body's chain: the body's frame so far becomes the joint's. */
static void link_add(struct engine *e, size_t i, size_t body, bool revolute, const double axis[3],
                     struct body_place *place)
{
    const struct mechanism_coordinate *coordinate = mechanism_coordinate(e->mechanism, i);
    double G[9], A[9];
    frame_on(axis, G);
    times(place->C, G, A);
    struct link *link = &e->links[i];
    *link = (struct link){.parent = place->slot, .revolute = revolute, .body = body};
    link->lower = coordinate->lower;
    link->upper = coordinate->upper;
    engine_link_turn(link, A);
    memcpy(link->p, place->o, sizeof link->p);
    place->slot = (int)i + 1;
    transpose(G, place->C);
    memset(place->o, 0, sizeof place->o);
}

void engine_links_make(struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    size_t n = 0;
    e->n_cardan = e->n_charts = 0;
    for (size_t b = 0; b < m->n_bodies; b++) {
        const struct mechanism_body *body = &m->bodies[b];
        const struct mechanism_joint *joint = &body->joint;
        struct body_place *place = &e->bodies[b];
        if (body->parent == MECHANISM_GROUND) {
            *place = (struct body_place){.slot = 0};
            memcpy(place->C, unit_matrix, sizeof unit_matrix);
        } else {
            *place = e->bodies[body->parent];
        }
        double O[9], C[9], p[3];
        mechanism_orientation(joint->orientation, O);
        times_vector(place->C, joint->position, p);
        times(place->C, O, C);
        memcpy(place->C, C, sizeof C);
        for (int k = 0; k < 3; k++)
            place->o[k] += p[k];
        const size_t count = joint_coordinates(joint->kind);
        if (count == 1)
            link_add(e, n, b, joint_turns(joint->kind, 0), joint->axis, place);
        if (joint->kind == JOINT_SCREW)
            e->links[n].lead = joint->pitch / two_pi;
        const bool has_cardan = joint->kind == JOINT_SPHERICAL || joint->kind == JOINT_FREE;
        for (size_t k = 0; count > 1 && k < count; k++) {
            const size_t first_turn = joint->kind == JOINT_FREE ? 3 : 0;
            const double *axis = joint->kind == JOINT_CYLINDRICAL ? joint->axis
                                 : k < first_turn                 ? unit_matrix + 3 * k
                                                                  : unit_matrix + 3 * joint->cardan[k - first_turn];
            if (has_cardan && k == first_turn)
                engine_cardan_add(e, n + k, b, place->C);
            link_add(e, n + k, b, joint_turns(joint->kind, k), axis, place);
        }
        n += count;
        if (place->slot > 0)
            link_load(&e->links[place->slot - 1], body, place);
    }
    for (size_t i = n; i-- > 0;) {
        struct link *link = &e->links[i];
        link->massless = link->mass == 0;
        for (int k = 0; k < 6; k++)
            link->massless = link->massless && link->J[k] == 0;
        link->mass_above += link->mass;
        if (link->parent > 0)
            e->links[link->parent - 1].mass_above += link->mass_above;
    }
}

struct link_point engine_point(const struct engine *e, struct mechanism_point point)
{
    struct link_point p = {.slot = 0, .at = {point.at[0], point.at[1], point.at[2]}};
    if (point.body != MECHANISM_GROUND) {
        const struct body_place *place = &e->bodies[point.body];
        p.slot = place->slot;
        times_vector(place->C, point.at, p.at);
        for (int k = 0; k < 3; k++)
            p.at[k] += place->o[k];
    }
    return p;
}

void engine_direction(const struct engine *e, int body, const double direction[3], double in_link[3])
{
    times_vector(body == MECHANISM_GROUND ? unit_matrix : e->bodies[body].C, direction, in_link);
}
