/* Bushings and contacts: forces between bodies that the engine sees as loads along the ground's axes. */
#include "fmu_multibody/mechanism/mechanism_table.h"

#include <math.h>

static size_t sides(const struct node *root)
{
    const struct node *bushings = node_member(root, "bushings"), *contacts = node_member(root, "contacts");
    return 2 * (node_count(bushings) + node_count(contacts));
}

size_t mechanism_count_wrench_loads(const struct node *root)
{
    return WRENCH_LOADS * sides(root);
}

/* Three forces along the ground's axes, and as many torques behind them. Those on the ground do nothing: they are on some body, without a direction. */
static void place_loads(struct mechanism *m, const char *name, int body, size_t first, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        struct mechanism_load *load = &m->loads[first + k];
        *load = (struct mechanism_load){.name = name, .point = {.body = body < 0 ? 0 : body}, .is_internal = true};
        load->kind = k < 3 ? LOAD_FORCE : LOAD_TORQUE;
        load->direction[k % 3] = body < 0 ? 0 : 1;
    }
}

static bool read_bushing(struct mechanism_file *f, const struct node *node, struct mechanism_wrench *w,
                         struct notation_error *error)
{
    const struct node *from = node_member(node, "from"), *to = node_member(node, "to");
    w->kind = WRENCH_BUSHING;
    if (node_reference(from, "body") == node_reference(to, "body"))
        return node_fail(node, error, "both ends are on the same body");
    return (mechanism_bind_point(f, from, "body", &w->a.body, w->a.at) &&
            mechanism_bind_point(f, to, "body", &w->b.body, w->b.at) &&
            mechanism_bind_vector(f, w->orientation_a, 3, from, "orientation") &&
            mechanism_bind_vector(f, w->orientation_b, 3, to, "orientation") &&
            mechanism_bind_vector(f, w->stiffness, 3, node, "stiffness") &&
            mechanism_bind_vector(f, w->damping, 3, node, "damping") &&
            mechanism_bind_vector(f, w->turn_stiffness, 3, node, "turn_stiffness") &&
            mechanism_bind_vector(f, w->turn_damping, 3, node, "turn_damping")) ||
           node_fail(node, error, "out of memory");
}

static bool read_contact(struct mechanism_file *f, const struct node *node, struct mechanism_wrench *w,
                         struct notation_error *error)
{
    const struct node *plane = node_member(node, "plane");
    w->kind = WRENCH_CONTACT;
    if (!(mechanism_bind_point(f, node, "body", &w->b.body, w->b.at) &&
          mechanism_bind_point(f, plane, "body", &w->a.body, w->a.at) &&
          mechanism_bind_vector(f, w->normal, 3, plane, "normal") &&
          mechanism_bind(f, &w->radius, node_quantity(node, "radius")) &&
          mechanism_bind(f, &w->stop.stiffness, node_quantity(node, "stiffness")) &&
          mechanism_bind(f, &w->stop.damping, node_quantity(node, "damping")) &&
          mechanism_bind(f, &w->stop.onset, node_quantity(node, "onset")) &&
          mechanism_bind(f, &w->friction, node_quantity(node, "friction")) &&
          mechanism_bind(f, &w->slip, node_quantity(node, "slip"))))
        return node_fail(node, error, "out of memory");
    return w->a.body != w->b.body || node_fail(node, error, "the plane is on the same body");
}

bool mechanism_read_wrenches(struct mechanism_file *f, struct notation_error *error)
{
    struct mechanism *m = f->mechanism;
    const struct node *root = notation_root(f->notation);
    const struct node *maps[] = {node_member(root, "bushings"), node_member(root, "contacts")};
    size_t load = m->n_loads - f->n_motions - mechanism_count_wrench_loads(root), n = 0;
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < node_count(maps[kind]); i++, n++) {
            struct mechanism_wrench *w = &f->wrenches[n];
            w->name = node_name(node_item(maps[kind], i));
            if (!(kind == 0 ? read_bushing : read_contact)(f, node_item(maps[kind], i), w, error))
                return false;
            for (int side = 0; side < 2; side++, load += WRENCH_LOADS) {
                w->inputs[side] = mechanism_load_input(m, load);
                place_loads(m, w->name, side == 0 ? w->a.body : w->b.body, load, WRENCH_LOADS);
            }
        }
    return true;
}

bool mechanism_prepare_wrench(struct mechanism_wrench *w, struct model_report *report)
{
    struct model_report inner = {""};
    const double *n = w->normal, size = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    mechanism_orientation(w->orientation_a, w->axes_a);
    mechanism_orientation(w->orientation_b, w->axes_b);
    if (w->kind == WRENCH_BUSHING)
        return true;
    if (!(size > 0))
        return model_fail(report, "contact '%.60s': its plane has no normal", w->name);
    for (int k = 0; k < 3; k++)
        w->unit[k] = n[k] / size;
    return stop_check(&w->stop, &inner) || model_fail(report, "contact '%.60s': %.240s", w->name, inner.text);
}

bool mechanism_file_touch(const struct mechanism_file *f, size_t i, struct mechanism_touch *touch)
{
    if (i >= f->n_wrenches)
        return false;
    const struct mechanism_wrench *w = &f->wrenches[i];
    const bool is_contact = w->kind == WRENCH_CONTACT;
    *touch = (struct mechanism_touch){.name = w->name,
                                      .is_contact = is_contact,
                                      .at = is_contact ? w->b : w->a,
                                      .other = is_contact ? w->a : w->b,
                                      .normal = {w->normal[0], w->normal[1], w->normal[2]},
                                      .radius = w->radius};
    return true;
}

/* ---- the table ---- */

void table_add_wrenches(struct mechanism_file *f, const struct state_names *states)
{
    static const struct {
        const char *name, *unit, *what;
    } of_bushing[WRENCH_LOCALS] = {{"x", "m", "stretch along the first axis"},
                                   {"y", "m", "stretch along the second axis"},
                                   {"z", "m", "stretch along the third axis"},
                                   {"force", "N", "size of its force"},
                                   {"torque", "N.m", "size of its torque"}},
      of_contact[WRENCH_LOCALS] = {{"depth", "m", "how deep it is in the plane; below 0: how far away"},
                                   {"slip", "m/s", "how fast it slides"},
                                   {"normal_force", "N", "force across the plane"},
                                   {"friction_force", "N", "size of the friction in the plane"},
                                   {"friction_power", "W", "power lost by friction"}};
    for (size_t i = 0; i < f->n_wrenches; i++)
        for (int k = 0; k < WRENCH_LOCALS; k++) {
            const struct mechanism_wrench *w = &f->wrenches[i];
            const bool is_contact = w->kind == WRENCH_CONTACT;
            table_add(f,
                      (struct model_variable){
                          .role = MODEL_LOCAL,
                          .is_output = is_contact && k == WRENCH_NORMAL,
                          .name = KEEP("%s.%s", w->name, is_contact ? of_contact[k].name : of_bushing[k].name),
                          .unit = is_contact ? of_contact[k].unit : of_bushing[k].unit,
                          .description = KEEP("%s: %s", w->name, is_contact ? of_contact[k].what : of_bushing[k].what),
                          .depends = states->motion});
        }
}
