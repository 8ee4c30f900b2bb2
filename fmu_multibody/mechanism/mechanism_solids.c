/* What bodies look like: the members "shape" of a mechanism file. Nothing of it moves anything. */
#include "fmu_multibody/mechanism/mechanism_plan.h"

#include <string.h>

static const struct node *shape_of(const struct mechanism_file *f, size_t body)
{
    const struct node *bodies = node_member(notation_root(f->notation), "bodies");
    return node_member(node_member(bodies, f->mechanism->bodies[body].name), "shape");
}

static bool is_colour(const char *text)
{
    return text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

bool mechanism_check_solids(const struct mechanism_file *f, struct notation_error *error)
{
    for (size_t i = 0; i < f->mechanism->n_bodies; i++) {
        const struct node *shape = shape_of(f, i);
        const struct node *colour = shape ? node_member(shape, "colour") : NULL;
        if (colour && *node_text(colour) && !is_colour(node_text(colour)))
            return node_fail(colour, error,
                             "\"%.20s\" is no colour; six hexadecimal digits expected, as in \"#c4803c\"",
                             node_text(colour));
        const struct node *points = shape ? node_member(shape, "points") : NULL;
        if (points && node_count(points) % 2 != 0)
            return node_fail(points, error, "an x and a y for each corner expected, but there are %zu numbers",
                             node_count(points));
    }
    return true;
}

static void take(const struct mechanism_file *f, const struct node *shape, const char *member, size_t n, double *values)
{
    const size_t first = node_quantity(shape, member);
    for (size_t i = 0; i < n && first != NODE_NONE; i++)
        values[i] = notation_quantities(f->notation)[first + i].value;
}

bool mechanism_file_solid(const struct mechanism_file *f, size_t body, struct mechanism_solid *solid)
{
    const struct node *shape = shape_of(f, body);
    *solid = (struct mechanism_solid){.colour = ""};
    if (!shape)
        return false;
    solid->kind = (enum solid_kind)node_word(shape, "type");
    take(f, shape, "size", 3, solid->size);
    take(f, shape, "from", 3, solid->from);
    take(f, shape, "to", 3, solid->to);
    take(f, shape, "radius", 1, &solid->radius);
    take(f, shape, "at", 3, solid->at);
    take(f, shape, "orientation", 3, solid->orientation);
    take(f, shape, "thickness", 1, &solid->thickness);
    if (solid->kind == SOLID_PROFILE) {
        solid->points = notation_quantities(f->notation) + node_quantity(shape, "points");
        solid->n_points = node_count(node_member(shape, "points")) / 2;
    }
    solid->colour = node_text(node_member(shape, "colour"));
    return true;
}
