#include "fmu_multibody/engine/mechanism.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Arrays follow the struct in a fixed order, each at a multiple of what any type wants. */
enum { ALIGNMENT = 16 };

static size_t padded(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

#define MECHANISM_ARRAYS(X)                                                                                            \
    X(bodies)                                                                                                          \
    X(cuts)                                                                                                            \
    X(contacts)                                                                                                        \
    X(springs)                                                                                                         \
    X(joint_springs)                                                                                                   \
    X(loads)                                                                                                           \
    X(payloads)                                                                                                        \
    X(actuators)                                                                                                       \
    X(markers)                                                                                                         \
    X(flexibles)                                                                                                       \
    X(flexible_numbers)                                                                                                \
    X(sections)                                                                                                        \
    X(numbers)

size_t mechanism_size(const struct mechanism *m)
{
    size_t size = padded(sizeof *m);
#define X(array) size += padded(m->n_##array * sizeof *m->array);
    MECHANISM_ARRAYS(X)
#undef X
    return size;
}

struct mechanism *mechanism_copy(const struct mechanism *m, void *memory)
{
    struct mechanism *copy = memory;
    char *next = (char *)memory + padded(sizeof *m);
    *copy = *m;
#define X(array)                                                                                                       \
    copy->array = (void *)next;                                                                                        \
    if (m->n_##array > 0)                                                                                              \
        memcpy(copy->array, m->array, m->n_##array * sizeof *m->array);                                                \
    next += padded(m->n_##array * sizeof *m->array);
    MECHANISM_ARRAYS(X)
#undef X
    return copy;
}

/* Up to the slopes. */
static size_t numbers_before_line(const struct mechanism_flexible *flexible)
{
    const size_t n = flexible->n;
    return 3 * n + 3 * n * n + flexible->n_spans * (1 + n + n * n);
}

size_t flexible_numbers_count(const struct mechanism_flexible *flexible)
{
    return numbers_before_line(flexible) + 2 * flexible->n_elements * flexible->n +
           flexible->n_rows * SECTION_NUMBERS(flexible->n);
}

struct flexible_numbers flexible_numbers(const struct mechanism *m, const struct mechanism_flexible *flexible)
{
    const double *first = m->flexible_numbers + flexible->first_number;
    const size_t n = flexible->n;
    const double *line = first + numbers_before_line(flexible);
    return (struct flexible_numbers){.direction = first,
                                     .moment = first + n,
                                     .first = first + 2 * n,
                                     .products = first + 3 * n,
                                     .stiffness = first + 3 * n + n * n,
                                     .damping = first + 3 * n + 2 * n * n,
                                     .spans = first + 3 * n + 3 * n * n,
                                     .slopes = line,
                                     .places = line + flexible->n_elements * n,
                                     .rows = line + 2 * flexible->n_elements * n};
}

void mechanism_orientation(const double angles[3], double axes[9])
{
    for (int k = 0; k < 9; k++)
        axes[k] = k % 4 == 0;
    for (int axis = 0; axis < 3; axis++) {
        if (angles[axis] == 0)
            continue;
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        const double c = cos(angles[axis]), s = sin(angles[axis]);
        for (int k = 0; k < 3; k++) {
            const double x = axes[3 * i + k], y = axes[3 * j + k];
            axes[3 * i + k] = c * x + s * y;
            axes[3 * j + k] = c * y - s * x;
        }
    }
}

size_t joint_coordinates(enum joint_kind kind)
{
    switch (kind) {
    case JOINT_REVOLUTE:
    case JOINT_PRISMATIC:
    case JOINT_SCREW:
        return 1;
    case JOINT_UNIVERSAL:
    case JOINT_CYLINDRICAL:
        return 2;
    case JOINT_SPHERICAL:
    case JOINT_PLANAR:
        return 3;
    case JOINT_FREE:
        return 6;
    case JOINT_FIXED:
        break;
    }
    return 0;
}

bool joint_turns(enum joint_kind kind, size_t place)
{
    switch (kind) {
    case JOINT_REVOLUTE:
    case JOINT_SCREW:
    case JOINT_UNIVERSAL:
    case JOINT_SPHERICAL:
        return true;
    case JOINT_CYLINDRICAL:
        return place == 1;
    case JOINT_PLANAR:
        return place == 2;
    case JOINT_FREE:
        return place >= 3;
    case JOINT_PRISMATIC:
    case JOINT_FIXED:
        break;
    }
    return false;
}

struct coordinate_range {
    size_t body, first, end; /* within its joint */
};

static bool has(struct coordinate_range range, int body, int coordinate)
{
    return (size_t)body == range.body && (size_t)coordinate >= range.first && (size_t)coordinate < range.end;
}

/* What acts on a coordinate knows it by its value, which must not jump. */
static bool is_acted_on(const struct mechanism *m, struct coordinate_range range)
{
    for (size_t k = 0; k < m->n_joint_springs; k++)
        if (has(range, m->joint_springs[k].body, m->joint_springs[k].coordinate))
            return true;
    for (size_t k = 0; k < m->n_loads; k++)
        if (m->loads[k].kind == LOAD_JOINT && has(range, m->loads[k].point.body, m->loads[k].coordinate))
            return true;
    for (size_t k = 0; k < m->n_actuators; k++)
        if (m->actuators[k].kind == ACTUATOR_COORDINATE && has(range, m->actuators[k].body, m->actuators[k].coordinate))
            return true;
    return false;
}

bool joint_has_charts(const struct mechanism *m, size_t body)
{
    const struct mechanism_joint *joint = &m->bodies[body].joint;
    const int *axes = joint->cardan;
    if ((joint->kind != JOINT_SPHERICAL && joint->kind != JOINT_FREE) || joint->keeps_angles || m->n_contacts > 0)
        return false;
    const size_t end = joint_coordinates(joint->kind), first = end - 3;
    for (size_t k = first; k < end; k++)
        if (joint->coordinates[k].role != COORDINATE_INDEPENDENT)
            return false;
    return axes[0] != axes[1] && axes[1] != axes[2] && axes[2] != axes[0] &&
           !is_acted_on(m, (struct coordinate_range){body, first, end});
}

size_t mechanism_chart_body(const struct mechanism *m, size_t chart)
{
    for (size_t b = 0; b < m->n_bodies; b++)
        if (joint_has_charts(m, b) && chart-- == 0)
            return b;
    return SIZE_MAX;
}

size_t mechanism_coordinates(const struct mechanism *m)
{
    size_t n = 0;
    for (size_t b = 0; b < m->n_bodies; b++)
        n += joint_coordinates(m->bodies[b].joint.kind);
    return n;
}

size_t mechanism_first_coordinate(const struct mechanism *m, size_t body)
{
    size_t n = 0;
    for (size_t b = 0; b < body; b++)
        n += joint_coordinates(m->bodies[b].joint.kind);
    return n;
}

/* The joint that has coordinate i, and the place of the coordinate in it. */
static struct mechanism_joint *joint_of(const struct mechanism *m, size_t i, size_t *place)
{
    for (size_t b = 0; b < m->n_bodies; b++) {
        const size_t count = joint_coordinates(m->bodies[b].joint.kind);
        if (i < count) {
            *place = i;
            return &m->bodies[b].joint;
        }
        i -= count;
    }
    return NULL;
}

struct mechanism_coordinate *mechanism_coordinate(const struct mechanism *m, size_t i)
{
    size_t place;
    struct mechanism_joint *joint = joint_of(m, i, &place);
    return joint ? &joint->coordinates[place] : NULL;
}

const char *mechanism_coordinate_name(const struct mechanism *m, size_t i, char *text, size_t size)
{
    static const char *const parts[] = {"x", "y", "z", "angle1", "angle2", "angle3"};
    static const char *const beside[] = {"displacement", "angle"};
    size_t place;
    const struct mechanism_joint *joint = joint_of(m, i, &place);
    if (!joint)
        snprintf(text, size, "?");
    else if (joint->kind == JOINT_SPHERICAL || joint->kind == JOINT_UNIVERSAL)
        snprintf(text, size, "%s.%s", joint->name, parts[3 + place]);
    else if (joint->kind == JOINT_FREE)
        snprintf(text, size, "%s.%s", joint->name, parts[place]);
    else if (joint->kind == JOINT_CYLINDRICAL)
        snprintf(text, size, "%s.%s", joint->name, beside[place]);
    else if (joint->kind == JOINT_PLANAR)
        snprintf(text, size, "%s.%s", joint->name, place == 2 ? "angle" : parts[joint->cardan[place]]);
    else
        snprintf(text, size, "%s", joint->name);
    return text;
}

size_t mechanism_actuator_input(const struct mechanism *m, size_t actuator)
{
    (void)m;
    return actuator;
}

size_t mechanism_load_input(const struct mechanism *m, size_t load)
{
    return m->n_actuators + load;
}

size_t mechanism_payload_input(const struct mechanism *m, size_t payload)
{
    return mechanism_load_input(m, m->n_loads) + payload;
}

size_t mechanism_inputs(const struct mechanism *m)
{
    return mechanism_payload_input(m, m->n_payloads);
}

static size_t coordinates_in_role(const struct mechanism *m, enum coordinate_role role)
{
    size_t count = 0;
    for (size_t b = 0; b < m->n_bodies; b++) {
        const struct mechanism_joint *joint = &m->bodies[b].joint;
        for (size_t k = 0; k < joint_coordinates(joint->kind); k++)
            count += joint->coordinates[k].role == role;
    }
    return count;
}

struct mechanism_sizes mechanism_sizes(const struct mechanism *m)
{
    struct mechanism_sizes s = {.coordinates = mechanism_coordinates(m)};
    s.independent = coordinates_in_role(m, COORDINATE_INDEPENDENT);
    s.admissible = coordinates_in_role(m, COORDINATE_ADMISSIBLE);
    s.states = 2 * s.independent + s.admissible;
    for (size_t b = 0; b < m->n_bodies; b++)
        s.charts += joint_has_charts(m, b);
    s.memory = (s.independent < s.coordinates ? 2 * s.coordinates : 0) + s.charts;
    return s;
}

size_t mechanism_state_coordinate(const struct mechanism *m, size_t state)
{
    const size_t independent = coordinates_in_role(m, COORDINATE_INDEPENDENT);
    const bool admissible = state >= 2 * independent;
    const enum coordinate_role role = admissible ? COORDINATE_ADMISSIBLE : COORDINATE_INDEPENDENT;
    size_t left = admissible ? state - 2 * independent : state % (independent > 0 ? independent : 1);
    size_t i = 0;
    for (size_t b = 0; b < m->n_bodies; b++) {
        const struct mechanism_joint *joint = &m->bodies[b].joint;
        for (size_t k = 0; k < joint_coordinates(joint->kind); k++, i++)
            if (joint->coordinates[k].role == role && left-- == 0)
                return i;
    }
    return SIZE_MAX;
}
