/* Bodies and joints of a mechanism file: each body hangs in exactly one joint, parents come first. */
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include <stdlib.h>
#include <string.h>

int mechanism_body_place(const struct mechanism_file *f, const struct node *object, const char *member)
{
    const size_t named = node_reference(object, member);
    return named == NODE_NONE ? MECHANISM_GROUND : f->places[named];
}

/* The joint of each body, by places in the file. */
static bool find_joints(const struct node *bodies, const struct node *joints, const struct node **joint_of,
                        struct notation_error *error)
{
    for (size_t i = 0; i < node_count(joints); i++) {
        const struct node *joint = node_item(joints, i);
        const size_t child = node_reference(joint, "child");
        if (joint_of[child])
            return node_fail(joint, error,
                             "the body \"%s\" already hangs in the joint \"%s\"; a second joint closes a loop and "
                             "belongs to \"loops\"",
                             node_name(node_item(bodies, child)), node_name(joint_of[child]));
        joint_of[child] = joint;
    }
    for (size_t i = 0; i < node_count(bodies); i++)
        if (!joint_of[i])
            return node_fail(node_item(bodies, i), error, "no joint has this body as its child");
    return true;
}

/* Places such that every parent comes before its children; otherwise in the order of the file. */
static bool sort_bodies(struct mechanism_file *f, const struct node *bodies, const struct node **joint_of,
                        struct notation_error *error)
{
    const size_t n = node_count(bodies);
    int placed = 0;
    for (size_t i = 0; i < n; i++)
        f->places[i] = -1;
    for (bool moved = true; moved;) {
        moved = false;
        for (size_t i = 0; i < n; i++) {
            const size_t parent = node_reference(joint_of[i], "parent");
            if (f->places[i] >= 0 || (parent != NODE_NONE && f->places[parent] < 0))
                continue;
            f->places[i] = placed++;
            moved = true;
        }
    }
    for (size_t i = 0; i < n; i++)
        if (f->places[i] < 0)
            return node_fail(joint_of[i], error,
                             "the joint hangs in a circle: from it, parent by parent, the ground is never reached");
    return true;
}

static void read_order(const struct node *joint, int cardan[3])
{
    const char *order = node_text(node_member(joint, "order")), *axes = node_text(node_member(joint, "axes"));
    for (int k = 0; k < 3; k++)
        cardan[k] = order ? order[k] - 'x' : k;
    for (int k = 0; k < 2 && axes; k++)
        cardan[k] = axes[k] - 'x';
    if (axes)
        cardan[2] = 3 - cardan[0] - cardan[1];
}

static bool read_coordinates(struct mechanism_file *f, const struct node *joint, struct mechanism_joint *j,
                             struct notation_error *error)
{
    const size_t n = joint_coordinates(j->kind);
    const struct node *names = node_member(joint, "coordinates");
    if (node_count(names) != 0 && node_count(names) != n)
        return node_fail(names, error, "%zu name%s expected, one for each coordinate of the joint", n,
                         n == 1 ? "" : "s");
    for (size_t k = 0; k < node_count(names); k++)
        if (!notation_is_identifier(node_text(node_item(names, k))))
            return node_fail(node_item(names, k), error,
                             "a name of letters, digits and _ expected, beginning with a letter");
    const size_t start = node_quantity(joint, "start"), rate = node_quantity(joint, "start_rate");
    for (size_t k = 0; k < n; k++)
        if (!mechanism_bind(f, &j->coordinates[k].position, start + k) ||
            !mechanism_bind(f, &j->coordinates[k].velocity, rate + k))
            return node_fail(joint, error, "out of memory");
    const size_t limits = node_quantity(joint, "limits");
    return limits == NODE_NONE || node_member(joint, "stops") ||
           (mechanism_bind(f, &j->coordinates[0].lower, limits) &&
            mechanism_bind(f, &j->coordinates[0].upper, limits + 1)) ||
           node_fail(joint, error, "out of memory");
}

static bool read_body(struct mechanism_file *f, const struct node *body, const struct node *joint,
                      struct mechanism_body *b, struct notation_error *error)
{
    b->name = node_name(body);
    b->joint.name = node_name(joint);
    b->joint.kind = (enum joint_kind)node_word(joint, "type");
    read_order(joint, b->joint.cardan);
    b->joint.keeps_angles = node_flag(joint, "keep_angles");
    if (b->joint.kind == JOINT_PLANAR)
        b->joint.axis[b->joint.cardan[2]] = 1; /* for pictures */
    return (mechanism_bind(f, &b->mass, node_quantity(body, "mass")) &&
            mechanism_bind_vector(f, b->com, 3, body, "com") &&
            mechanism_bind_vector(f, b->inertia, 6, body, "inertia") &&
            mechanism_bind_point(f, joint, "parent", &b->parent, b->joint.position) &&
            mechanism_bind_vector(f, b->joint.orientation, 3, joint, "orientation") &&
            mechanism_bind_vector(f, b->joint.axis, 3, joint, "axis") &&
            mechanism_bind(f, &b->joint.pitch, node_quantity(joint, "pitch"))) ||
           node_fail(body, error, "out of memory");
}

/* Names and units of all coordinates, in the mechanism's order. */
static bool name_coordinates(struct mechanism_file *f, const struct node *joints, struct notation_error *error)
{
    const size_t n = mechanism_coordinates(f->mechanism);
    f->coordinates = notation_keep(f->notation, (n + 1) * sizeof *f->coordinates);
    f->coordinate_units = notation_keep(f->notation, (n + 1) * sizeof *f->coordinate_units);
    if (!f->coordinates || !f->coordinate_units)
        return node_fail(joints, error, "out of memory");
    size_t i = 0;
    for (size_t b = 0; b < f->mechanism->n_bodies; b++) {
        const struct mechanism_joint *joint = &f->mechanism->bodies[b].joint;
        const struct node *names = node_member(node_member(joints, joint->name), "coordinates");
        for (size_t k = 0; k < joint_coordinates(joint->kind); k++, i++) {
            char room[120];
            const char *name = node_count(names) ? node_text(node_item(names, k))
                                                 : mechanism_coordinate_name(f->mechanism, i, room, sizeof room);
            f->coordinates[i] = notation_keep_text(f->notation, "%s", name);
            f->coordinate_units[i] = joint_turns(joint->kind, k) ? "rad" : "m";
            if (!f->coordinates[i])
                return node_fail(joints, error, "out of memory");
        }
    }
    return true;
}

bool mechanism_find_coordinate(const struct mechanism_file *f, const struct node *text, int *body, int *coordinate,
                               struct notation_error *error)
{
    size_t i = 0;
    for (size_t b = 0; b < f->mechanism->n_bodies; b++)
        for (size_t k = 0; k < joint_coordinates(f->mechanism->bodies[b].joint.kind); k++, i++)
            if (strcmp(f->coordinates[i], node_text(text)) == 0) {
                *body = (int)b;
                *coordinate = (int)k;
                return true;
            }
    return node_fail(text, error,
                     "there is no coordinate \"%.60s\"; coordinates are called like their joints, or as "
                     "\"coordinates\" of a joint says",
                     node_text(text));
}

static bool read_independent(struct mechanism_file *f, const struct node *root, struct notation_error *error)
{
    const struct node *names = node_member(root, "independent");
    for (size_t i = 0; i < node_count(names); i++) {
        int body, coordinate;
        if (!mechanism_find_coordinate(f, node_item(names, i), &body, &coordinate, error))
            return false;
        struct mechanism_coordinate *c = &f->mechanism->bodies[body].joint.coordinates[coordinate];
        if (c->wanted_independent)
            return node_fail(node_item(names, i), error, "the coordinate is named twice");
        c->wanted_independent = c->position_given = c->velocity_given = true;
    }
    return true;
}

bool mechanism_read_bodies(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation);
    const struct node *bodies = node_member(root, "bodies"), *joints = node_member(root, "joints");
    const size_t n = node_count(bodies);
    if (n == 0)
        return node_fail(bodies, error, "a mechanism has at least one body");
    const struct node **joint_of = notation_keep(f->notation, n * sizeof *joint_of);
    f->places = notation_keep(f->notation, n * sizeof *f->places);
    f->spread = notation_keep(f->notation, n * sizeof *f->spread);
    if (!joint_of || !f->places || !f->spread)
        return node_fail(bodies, error, "out of memory");
    if (!find_joints(bodies, joints, joint_of, error) || !sort_bodies(f, bodies, joint_of, error))
        return false;
    mechanism_spread_bodies(f);
    if (!mechanism_read_flexibles(f, error))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct mechanism_body *b = &f->mechanism->bodies[f->places[i]];
        if (!read_body(f, node_item(bodies, i), joint_of[i], b, error) ||
            !read_coordinates(f, joint_of[i], &b->joint, error))
            return false;
    }
    return name_coordinates(f, joints, error) && read_independent(f, root, error) && mechanism_check_solids(f, error);
}

/* The choice that was made at export: on another machine, full pivoting might decide a tie in another way. */
bool mechanism_read_states(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *names = node_member(notation_root(f->notation), "states");
    const size_t n = node_count(names), independent = f->sizes.independent;
    if (n == 0)
        return true;
    if (n != independent + f->sizes.admissible)
        return node_fail(names, error, "%zu names expected, one for each coordinate among the states",
                         independent + f->sizes.admissible);
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        mechanism_coordinate(f->mechanism, i)->role = COORDINATE_DEPENDENT;
    for (size_t i = 0; i < n; i++) {
        int body, place;
        if (!mechanism_find_coordinate(f, node_item(names, i), &body, &place, error))
            return false;
        struct mechanism_coordinate *c = &f->mechanism->bodies[body].joint.coordinates[place];
        if (c->role != COORDINATE_DEPENDENT)
            return node_fail(node_item(names, i), error, "the coordinate is named twice");
        c->role = i < independent ? COORDINATE_INDEPENDENT : COORDINATE_ADMISSIBLE;
    }
    return true;
}

char *mechanism_file_choice(const struct mechanism_file *f)
{
    const struct mechanism *m = f->mechanism;
    bool chosen = false;
    for (size_t i = 0; i < f->sizes.coordinates; i++) {
        const struct mechanism_coordinate *c = mechanism_coordinate(m, i);
        chosen |= c->role == COORDINATE_ADMISSIBLE || (c->role == COORDINATE_INDEPENDENT && !c->wanted_independent);
    }
    if (m->n_cuts + m->n_contacts == 0 || !chosen || node_count(node_member(notation_root(f->notation), "states")) > 0)
        return NULL;
    static const char begin[] = "states=[";
    size_t size = sizeof begin + 1;
    for (size_t i = 0; i < f->sizes.states; i++)
        size += strlen(f->coordinates[mechanism_state_coordinate(m, i)]) + strlen(", \"\"");
    char *text = malloc(size);
    if (!text)
        return NULL;
    char *at = text + sprintf(text, "%s", begin);
    for (size_t i = 0; i < f->sizes.states;
         i++) /* positions: independent ones, then behind their velocities admissible ones */
        if (i < f->sizes.independent || i >= 2 * f->sizes.independent)
            at += sprintf(at, "%s\"%s\"", i ? ", " : "", f->coordinates[mechanism_state_coordinate(m, i)]);
    strcpy(at, "]");
    return text;
}
