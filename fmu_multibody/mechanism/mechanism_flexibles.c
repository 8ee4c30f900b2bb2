/* Bodies that bend: the members "flexible" of a mechanism file. Such a body is a beam along its x axis. Behind it the mechanism has bodies
 * without mass, one for each coordinate: of a node at which something is attached its displacements and angles, one hanging in the other, then
 * the modes, in which nothing hangs. What is attached at a node hangs in the last body of that node. */
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include "beam/beam_reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of the beam itself stand before those that the engine wants. */
enum {
    BEAM_LENGTH,
    BEAM_YOUNG,
    BEAM_SHEAR,
    BEAM_DENSITY,
    BEAM_AREA,
    BEAM_INERTIA_Y,
    BEAM_INERTIA_Z,
    BEAM_TORSION,
    BEAM_DAMPING,
    BEAM_NUMBERS
};
static const char *const beam_members[BEAM_NUMBERS] = {"length", "youngs_modulus", "shear_modulus", "density",
                                                       "area",   "inertia_y",      "inertia_z",     "torsion_constant",
                                                       "damping"};
enum { MOST_ELEMENTS = 100, MOST_COORDINATES = 150 };

struct flexible_plan {
    const struct node *body;
    size_t in_file; /* place of the body in the file */
    struct beam_plan beam;
    size_t *nodes, *sections; /* of the beam */
    bool has_stiffening;
    double left_out; /* the frequency from which on modes are left out, as the file has it, rad/s; infinite: none is */
};

/* A point at a node: where it is must not change. */
struct flexible_point {
    size_t flexible, node, quantity;
    const char *path;
};

static const struct flexible_plan *plan_of(const struct mechanism_file *f, size_t in_file)
{
    for (size_t i = 0; i < f->n_flexibles; i++)
        if (f->flexibles[i].in_file == in_file)
            return &f->flexibles[i];
    return NULL;
}

static size_t spans_of(const struct flexible_plan *plan)
{
    return plan->has_stiffening ? plan->beam.n_nodes : 0;
}

static struct mechanism_flexible sized(const struct flexible_plan *plan)
{
    return (struct mechanism_flexible){.n = beam_plan_coordinates(&plan->beam),
                                       .n_spans = spans_of(plan),
                                       .n_elements = plan->beam.elements,
                                       .n_rows = plan->beam.n_sections * beam_node_freedoms(plan->beam.is_planar)};
}

static double value_of(const struct mechanism_file *f, size_t quantity)
{
    return quantity == NODE_NONE ? 0 : notation_quantities(f->notation)[quantity].value;
}

/* ---- what is attached where ---- */

/* The node at x; an error where there is none. */
static bool node_at(const struct mechanism_file *f, const struct flexible_plan *plan, const struct node *point,
                    size_t *node, struct notation_error *error)
{
    const struct node *beam = node_member(plan->body, "flexible");
    const size_t at = node_quantity(point, "at");
    const double x = value_of(f, at), length = value_of(f, node_quantity(beam, "length"));
    const double place = x / length * (double)plan->beam.elements, nearest = round(place);
    if (!(place > -1e-9 && place < (double)plan->beam.elements * (1 + 1e-9)))
        return node_fail(
            point, error,
            "x = %g m lies beyond the beam \"%s\", which goes from 0 to %g m: nothing can be attached there", x,
            node_name(plan->body), length);
    if (fabs(place - nearest) > 1e-6)
        return node_fail(point, error,
                         "x = %g m lies inside of an element of the beam \"%s\"; its nodes are %g m apart: %g m is one",
                         x, node_name(plan->body), length / (double)plan->beam.elements,
                         nearest / (double)plan->beam.elements * length);
    *node = (size_t)nearest;
    return true;
}

/* All members of a document that name a point of a body. */
static const struct {
    const char *map, *inner, *body;
} points[] = {{"joints", NULL, "parent"},  {"loops", "a", "body"},       {"loops", "b", "body"},
              {"springs", "from", "body"}, {"springs", "to", "body"},    {"dampers", "from", "body"},
              {"dampers", "to", "body"},   {"forces", NULL, "body"},     {"actuators", "from", "body"},
              {"actuators", "to", "body"}, {"markers", NULL, "body"},    {"sections", NULL, "body"},
              {"payloads", NULL, "body"},  {"bushings", "from", "body"}, {"bushings", "to", "body"},
              {"contacts", NULL, "body"},  {"contacts", "plane", "body"}};

static bool mark_nodes(const struct mechanism_file *f, const struct flexible_plan *plan, bool *is_used,
                       struct notation_error *error)
{
    const struct node *root = notation_root(f->notation);
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        const struct node *map = node_member(root, points[k].map);
        for (size_t i = 0; i < node_count(map); i++) {
            const struct node *point = node_item(map, i);
            size_t node;
            if (points[k].inner)
                point = node_member(point, points[k].inner);
            if (!point || node_reference(point, points[k].body) != plan->in_file)
                continue;
            if (!node_at(f, plan, point, &node, error))
                return false;
            is_used[node] = true;
        }
    }
    const struct node *rolling = node_member(root, "rolling");
    for (size_t i = 0; i < node_count(rolling); i++)
        if (node_reference(node_item(rolling, i), "body") == plan->in_file)
            return node_fail(node_item(rolling, i), error,
                             "a disc on a flexible body does not roll; put it on a rigid one");
    return true;
}

/* Their nodes. */
static bool plan_sections(struct mechanism_file *f, struct flexible_plan *plan, struct notation_error *error)
{
    const struct node *sections = node_member(notation_root(f->notation), "sections");
    plan->sections = notation_keep(f->notation, (node_count(sections) + 1) * sizeof *plan->sections);
    if (!plan->sections)
        return node_fail(plan->body, error, "out of memory");
    plan->beam.sections = plan->sections;
    for (size_t i = 0; i < node_count(sections); i++) {
        const struct node *section = node_item(sections, i);
        size_t node;
        if (node_reference(section, "body") != plan->in_file)
            continue;
        if (!node_at(f, plan, section, &node, error))
            return false;
        if (node == plan->beam.elements)
            return node_fail(section, error,
                             "the beam \"%s\" ends there: beyond it there is nothing that a section carries",
                             node_name(plan->body));
        if (!plan->beam.is_planar && !node_member(section, "modulus_y"))
            return node_fail(section, error, "the member \"modulus_y\" is missing, which a beam in space needs");
        plan->sections[plan->beam.n_sections++] = node;
    }
    return true;
}

static bool read_plan(struct mechanism_file *f, struct flexible_plan *plan, struct notation_error *error)
{
    const struct node *beam = node_member(plan->body, "flexible"), *modes = node_member(beam, "modes");
    const long elements = node_integer(beam, "elements"), wanted = modes ? node_integer(beam, "modes") : 0;
    bool is_used[MOST_ELEMENTS + 1] = {false};
    if (node_member(plan->body, "mass"))
        return node_fail(plan->body, error,
                         "a flexible body has its mass from \"density\" and \"area\": leave out \"mass\"");
    for (size_t k = 0; k < 9; k++) {
        const char *member = k < 3 ? "com" : "inertia";
        if (value_of(f, node_quantity(plan->body, member) + (k < 3 ? k : k - 3)) != 0)
            return node_fail(plan->body, error, "a flexible body has its mass along its beam: leave out \"%s\"",
                             member);
    }
    if (elements < 2 || elements > MOST_ELEMENTS)
        return node_fail(node_member(beam, "elements"), error, "a beam has 2 to %d elements", MOST_ELEMENTS);
    for (int k = 0; k < 3 && node_word(beam, "freedoms") == 0; k++) {
        static const char *const in_space[] = {"shear_modulus", "inertia_y", "torsion_constant"};
        if (!node_member(beam, in_space[k]))
            return node_fail(beam, error,
                             "the member \"%s\" is missing, which a beam in space needs; for one that bends in its x-y "
                             "plane alone say \"freedoms\": \"plane\"",
                             in_space[k]);
    }
    plan->beam.elements = (size_t)elements;
    plan->beam.is_planar = node_word(beam, "freedoms") == 1;
    if (!mark_nodes(f, plan, is_used, error))
        return false;
    plan->nodes = notation_keep(f->notation, (plan->beam.elements + 1) * sizeof *plan->nodes);
    if (!plan->nodes)
        return node_fail(beam, error, "out of memory");
    for (size_t i = 1; i <= plan->beam.elements; i++)
        if (!modes || is_used[i] || i == plan->beam.elements)
            plan->nodes[plan->beam.n_nodes++] = i;
    plan->beam.nodes = plan->nodes;
    if (wanted < 0)
        return node_fail(modes, error,
                         "%ld is no number of modes: 0 keeps none, and without \"modes\" every node has its "
                         "coordinates",
                         wanted);
    if ((size_t)wanted > beam_plan_modes(&plan->beam))
        return node_fail(modes, error, "between its nodes the beam has %zu modes", beam_plan_modes(&plan->beam));
    plan->beam.modes = (size_t)wanted;
    if (!plan_sections(f, plan, error))
        return false;
    plan->has_stiffening = node_flag(beam, "stiffening");
    if (beam_plan_coordinates(&plan->beam) > MOST_COORDINATES)
        return node_fail(beam, error,
                         "the beam would have %zu coordinates, more than %d: give \"modes\", which keeps those of the "
                         "nodes where something is attached, and as many modes as you say",
                         beam_plan_coordinates(&plan->beam), MOST_COORDINATES);
    return true;
}

bool mechanism_plan_flexibles(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation), *bodies = node_member(root, "bodies");
    f->flexibles = notation_keep(f->notation, (node_count(bodies) + 1) * sizeof *f->flexibles);
    if (!f->flexibles)
        return node_fail(root, error, "out of memory");
    for (size_t i = 0; i < node_count(bodies); i++) {
        const struct node *body = node_item(bodies, i);
        if (!node_member(body, "flexible")) {
            if (!node_member(body, "mass"))
                return node_fail(body, error,
                                 "the member \"mass\" is missing: mass, in kg; zero is allowed, with zero inertia");
            continue;
        }
        struct flexible_plan *plan = &f->flexibles[f->n_flexibles];
        *plan = (struct flexible_plan){.body = body, .in_file = i};
        if (!read_plan(f, plan, error))
            return false;
        f->n_flexibles++;
        f->n_flexible_bodies += beam_plan_coordinates(&plan->beam);
        const struct mechanism_flexible flexible = sized(plan);
        f->n_flexible_numbers += BEAM_NUMBERS + flexible_numbers_count(&flexible);
    }
    return true;
}

/* ---- bodies ---- */

void mechanism_spread_bodies(struct mechanism_file *f)
{
    const size_t n = node_count(node_member(notation_root(f->notation), "bodies"));
    for (size_t i = 0; i < n; i++) {
        size_t before = 0;
        for (size_t k = 0; k < f->n_flexibles; k++)
            if (f->places[f->flexibles[k].in_file] < f->places[i])
                before += beam_plan_coordinates(&f->flexibles[k].beam);
        f->spread[i] = f->places[i] + (int)before;
    }
    memcpy(f->places, f->spread, n * sizeof *f->places);
}

static int last_body_of_node(const struct mechanism_file *f, const struct flexible_plan *plan, size_t node)
{
    const int root = f->places[plan->in_file];
    const size_t freedoms = beam_node_freedoms(plan->beam.is_planar);
    for (size_t i = 0; i < plan->beam.n_nodes; i++)
        if (plan->nodes[i] == node)
            return root + (int)((i + 1) * freedoms);
    return root; /* the first node */
}

/* Remembers that the point must stay at its node. */
static bool hold_point(struct mechanism_file *f, const struct flexible_plan *plan, size_t node,
                       const struct node *object)
{
    const size_t quantity = node_quantity(object, "at");
    if (quantity == NODE_NONE)
        return true;
    struct flexible_point *held = notation_keep(f->notation, (f->n_flexible_points + 1) * sizeof *held);
    if (!held)
        return false;
    if (f->n_flexible_points > 0)
        memcpy(held, f->flexible_points, f->n_flexible_points * sizeof *held);
    held[f->n_flexible_points++] = (struct flexible_point){
        .flexible = (size_t)(plan - f->flexibles), .node = node, .quantity = quantity, .path = node_path(object)};
    f->flexible_points = held;
    return true;
}

bool mechanism_bind_point(struct mechanism_file *f, const struct node *object, const char *member, int *body,
                          double at[3])
{
    const size_t named = node_reference(object, member), quantity = node_quantity(object, "at");
    const struct flexible_plan *plan = named == NODE_NONE ? NULL : plan_of(f, named);
    struct notation_error unused;
    size_t node = 0;
    *body = mechanism_body_place(f, object, member);
    if (!plan)
        return mechanism_bind_vector(f, at, 3, object, "at");
    if (!node_at(f, plan, object, &node, &unused)) /* it was looked at before */
        return false;
    *body = last_body_of_node(f, plan, node);
    if (quantity == NODE_NONE)
        return true;
    return hold_point(f, plan, node, object) && mechanism_bind(f, &at[1], quantity + 1) &&
           mechanism_bind(f, &at[2], quantity + 2);
}

static bool add_body(struct mechanism_file *f, size_t place, int parent, enum joint_kind kind, int axis,
                     const char *name)
{
    struct mechanism_body *b = &f->mechanism->bodies[place];
    b->name = b->joint.name = name;
    b->parent = parent;
    b->joint.kind = kind;
    b->joint.axis[axis] = 1;
    return name;
}

static bool add_coordinates(struct mechanism_file *f, const struct flexible_plan *plan)
{
    static const struct {
        const char *name;
        enum joint_kind kind;
        int axis;
    } planar[] = {{"u", JOINT_PRISMATIC, 0}, {"v", JOINT_PRISMATIC, 1}, {"phi_z", JOINT_REVOLUTE, 2}},
      spatial[] = {{"u", JOINT_PRISMATIC, 0},    {"v", JOINT_PRISMATIC, 1},    {"w", JOINT_PRISMATIC, 2},
                   {"phi_x", JOINT_REVOLUTE, 0}, {"phi_y", JOINT_REVOLUTE, 1}, {"phi_z", JOINT_REVOLUTE, 2}};
    const size_t root = (size_t)f->places[plan->in_file], freedoms = beam_node_freedoms(plan->beam.is_planar);
    const char *name = node_name(plan->body);
    size_t place = root + 1;
    for (size_t i = 0; i < plan->beam.n_nodes; i++)
        for (size_t k = 0; k < freedoms; k++, place++)
            if (!add_body(f, place, (int)(k > 0 ? place - 1 : root),
                          plan->beam.is_planar ? planar[k].kind : spatial[k].kind,
                          plan->beam.is_planar ? planar[k].axis : spatial[k].axis,
                          notation_keep_text(f->notation, "%s.node%zu.%s", name, plan->nodes[i],
                                             plan->beam.is_planar ? planar[k].name : spatial[k].name)))
                return false;
    for (size_t i = 0; i < plan->beam.modes; i++, place++)
        if (!add_body(f, place, (int)root, JOINT_PRISMATIC, 0,
                      notation_keep_text(f->notation, "%s.mode%zu", name, i + 1)))
            return false;
    return true;
}

bool mechanism_read_flexibles(struct mechanism_file *f, struct notation_error *error)
{
    size_t number = 0;
    for (size_t i = 0; i < f->n_flexibles; i++) {
        const struct flexible_plan *plan = &f->flexibles[i];
        struct mechanism_flexible *flexible = &f->mechanism->flexibles[i];
        *flexible = sized(plan);
        flexible->name = node_name(plan->body);
        flexible->body = f->places[plan->in_file];
        flexible->first_body = flexible->body + 1;
        flexible->first_number = number + BEAM_NUMBERS;
        bool good = add_coordinates(f, plan);
        for (int k = 0; k < BEAM_NUMBERS && good; k++)
            good = mechanism_bind(f, &f->mechanism->flexible_numbers[number + (size_t)k],
                                  node_quantity(node_member(plan->body, "flexible"), beam_members[k]));
        if (!good)
            return node_fail(plan->body, error, "out of memory");
        number += BEAM_NUMBERS + flexible_numbers_count(flexible);
    }
    return true;
}

bool mechanism_read_sections(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *sections = node_member(notation_root(f->notation), "sections");
    size_t *counts = notation_keep(f->notation, (f->n_flexibles + 1) * sizeof *counts);
    if (!counts)
        return node_fail(notation_root(f->notation), error, "out of memory");
    memset(counts, 0, f->n_flexibles * sizeof *counts);
    for (size_t i = 0; i < node_count(sections); i++) {
        const struct node *node = node_item(sections, i);
        const struct flexible_plan *plan = plan_of(f, node_reference(node, "body"));
        struct mechanism_section *section = &f->mechanism->sections[i];
        if (!plan)
            return node_fail(node, error, "the body \"%s\" does not bend: sections are those of flexible bodies",
                             node_text(node_member(node, "body")));
        const size_t which = counts[plan - f->flexibles]++;
        *section = (struct mechanism_section){.name = node_name(node),
                                              .flexible = (size_t)(plan - f->flexibles),
                                              .first_row = which * beam_node_freedoms(plan->beam.is_planar),
                                              .is_planar = plan->beam.is_planar,
                                              .modulus_y = 1};
        while (plan->nodes[section->span] <= plan->sections[which])
            section->span++;
        if (!mechanism_bind(f, &section->modulus_y, node_quantity(node, "modulus_y")) ||
            !mechanism_bind(f, &section->modulus_z, node_quantity(node, "modulus_z")) ||
            !hold_point(f, plan, plan->sections[which], node))
            return node_fail(node, error, "out of memory");
    }
    return true;
}

/* ---- numbers ---- */

static bool fill(const struct mechanism_file *f, struct mechanism *m, size_t i, double *left_out,
                 struct model_report *report)
{
    const struct flexible_plan *plan = &f->flexibles[i];
    const struct mechanism_flexible *flexible = &m->flexibles[i];
    const double *b = m->flexible_numbers + flexible->first_number - BEAM_NUMBERS, L = b[BEAM_LENGTH];
    const struct beam_section section = {.youngs_modulus = b[BEAM_YOUNG],
                                         .shear_modulus = b[BEAM_SHEAR],
                                         .density = b[BEAM_DENSITY],
                                         .area = b[BEAM_AREA],
                                         .inertia_y = b[BEAM_INERTIA_Y],
                                         .inertia_z = b[BEAM_INERTIA_Z],
                                         .torsion_constant = b[BEAM_TORSION]};
    const size_t n = flexible->n, freedoms = beam_node_freedoms(plan->beam.is_planar);
    double *numbers = m->flexible_numbers + flexible->first_number;
    enum beam_direction directions[MOST_COORDINATES];
    struct beam_reduction reduction;
    beam_reduction_place(&reduction, n, flexible->n_spans, flexible->n_elements, numbers + n, directions);
    if (!beam_reduce(&section, L, b[BEAM_DAMPING], &plan->beam, &reduction))
        return model_fail(report, "body '%s': the modes of the beam were not found", flexible->name);
    *left_out = reduction.first_left_out;
    for (size_t k = 0; k < n; k++)
        numbers[k] = directions[k]; /* their words are the engine's */
    for (size_t k = 0; k < plan->beam.n_nodes; k++)
        m->bodies[(size_t)flexible->first_body + k * freedoms].joint.position[0] =
            L * (double)plan->nodes[k] / (double)plan->beam.elements;
    for (size_t k = 0; k < m->n_sections; k++)
        if (m->sections[k].flexible == i)
            m->sections[k].area = section.area;
    struct mechanism_body *body = &m->bodies[flexible->body];
    const double mass = section.density * section.area * L,
                 polar = section.density * L * (section.inertia_y + section.inertia_z);
    body->mass = mass;
    body->com[0] = L / 2;
    body->inertia[0] = polar;
    body->inertia[1] = body->inertia[2] = mass * L * L / 12; /* no rotary inertia */
    return true;
}

bool mechanism_fill_flexibles(const struct mechanism_file *f, const double *values, struct mechanism *m,
                              struct model_report *report)
{
    for (size_t i = 0; i < f->n_flexibles; i++) {
        double left_out;
        if (!fill(f, m, i, &left_out, report))
            return false;
        if (!values) /* nobody else has the file yet */
            f->flexibles[i].left_out = left_out;
    }
    for (size_t i = 0; i < f->n_flexible_points; i++) {
        const struct flexible_point *p = &f->flexible_points[i];
        const struct mechanism_flexible *flexible = &m->flexibles[p->flexible];
        const double L = m->flexible_numbers[flexible->first_number - BEAM_NUMBERS + BEAM_LENGTH];
        const double x = L * (double)p->node / (double)f->flexibles[p->flexible].beam.elements;
        if (values && !(fabs(values[p->quantity] - x) <= 1e-6 * L))
            return model_fail(
                report,
                "%s: x = %g m; it stays at node %zu of the beam '%s', which is at %g m: change the file and "
                "export it again",
                p->path, values[p->quantity], p->node, flexible->name, x);
    }
    return true;
}

void mechanism_note_flexibles(struct mechanism_file *f)
{
    size_t used = strlen(f->note);
    for (size_t i = 0; i < f->n_flexibles && used < sizeof f->note; i++)
        if (isfinite(f->flexibles[i].left_out))
            used += (size_t)snprintf(f->note + used, sizeof f->note - used,
                                     "%sbody '%s': modes from %.3g Hz on, with its nodes held, are left out",
                                     used ? "; " : "", node_name(f->flexibles[i].body),
                                     f->flexibles[i].left_out / (2 * acos(-1)));
}
