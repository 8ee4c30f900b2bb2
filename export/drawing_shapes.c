/* What bodies, joints and springs look like. */
#include "export/drawing_impl.h"

#include <math.h>
#include <stdlib.h>

/* A disc's edge, as seen. */
static struct spot rim(const struct canvas *c, const struct shape *disc, double angle)
{
    double e[3] = {0}, f[3], at[3];
    const double *n = disc->b, length = sqrt(dot(n, n));
    const int least = fabs(n[0]) < fabs(n[1]) ? (fabs(n[0]) < fabs(n[2]) ? 0 : 2) : (fabs(n[1]) < fabs(n[2]) ? 1 : 2);
    e[least] = 1;
    const double along = dot(e, n) / (length * length);
    for (int i = 0; i < 3; i++)
        e[i] -= along * n[i];
    const double size = sqrt(dot(e, e));
    for (int i = 0; i < 3; i++)
        e[i] /= size;
    for (int i = 0; i < 3; i++)
        f[i] = (n[(i + 1) % 3] * e[(i + 2) % 3] - n[(i + 2) % 3] * e[(i + 1) % 3]) / length;
    for (int i = 0; i < 3; i++)
        at[i] = disc->a[i] + disc->radius * (cos(angle) * e[i] + sin(angle) * f[i]);
    return canvas_project(c, at);
}

static const char *colour(int body)
{
    static const char *const colours[] = {"#4878a8", "#c4803c", "#5a9a68", "#a85a78", "#7a6ab0", "#8a7a50"};
    return body < 0 ? "#777777" : colours[body % 6];
}

static struct spot between(struct spot a, struct spot b, double part, double aside)
{
    const double dx = b.x - a.x, dy = b.y - a.y, length = fmax(hypot(dx, dy), 1e-9);
    return (struct spot){a.x + part * dx - aside * dy / length, a.y + part * dy + aside * dx / length};
}

/* A link of a beam is a piece of its curved line, which its first link draws as a whole. */
static void draw_link(const struct canvas *c, const struct shape *s, double width, const char *stroke)
{
    if (!s->bends) {
        paper_line(c->paper, canvas_project(c, s->a), canvas_project(c, s->b), width, stroke);
        return;
    }
    for (size_t i = 0; i < c->scene->n_beams; i++) {
        const struct scene_beam *b = &c->scene->beams[i];
        if (b->beam->body != s->at.body)
            continue;
        struct spot *points = calloc(b->line.n_points, sizeof *points);
        for (size_t k = 0; points && k < b->line.n_points; k++)
            points[k] = canvas_project(c, b->at[k]);
        if (points)
            paper_polyline(c->paper, points, b->line.n_points, width, stroke);
        else
            c->paper->has_no_memory = true;
        free(points);
    }
}

static void draw_actuator(const struct canvas *c, struct spot a, struct spot b)
{
    paper_line(c->paper, a, between(a, b, 0.6, 0), 13, "#555555");
    paper_line(c->paper, a, between(a, b, 0.6, 0), 9, "#d8d8d0");
    paper_line(c->paper, between(a, b, 0.4, 0), b, 4, "#555555");
}

static void draw_zigzag(const struct canvas *c, struct spot a, struct spot b)
{
    enum { TURNS = 12 };
    struct spot points[TURNS + 3] = {a};
    for (int i = 0; i <= TURNS; i++)
        points[i + 1] = between(a, b, 0.15 + 0.7 * i / TURNS, i == 0 || i == TURNS ? 0 : i % 2 ? 7 : -7);
    points[TURNS + 2] = b;
    paper_polyline(c->paper, points, TURNS + 3, 1.6, "#666666");
}

static void draw_damper(const struct canvas *c, struct spot a, struct spot b)
{
    paper_line(c->paper, a, between(a, b, 0.45, 0), 1.6, "#666666");
    paper_line(c->paper, between(a, b, 0.45, -7), between(a, b, 0.45, 7), 1.6, "#666666");
    paper_line(c->paper, between(a, b, 0.45, -7), between(a, b, 0.6, -7), 1.6, "#666666");
    paper_line(c->paper, between(a, b, 0.45, 7), between(a, b, 0.6, 7), 1.6, "#666666");
    paper_line(c->paper, between(a, b, 0.52, -4), between(a, b, 0.52, 4), 1.6, "#666666");
    paper_line(c->paper, between(a, b, 0.52, 0), b, 1.6, "#666666");
}

static void draw_ground(const struct canvas *c, struct spot at)
{
    paper_polygon(c->paper, (struct spot[]){at, {at.x - 9, at.y + 15}, {at.x + 9, at.y + 15}}, 3, "#e6e6e0", "#777777",
                  1);
    for (int i = 0; i < 4; i++)
        paper_line(c->paper, (struct spot){at.x - 11 + 6 * i, at.y + 15}, (struct spot){at.x - 15 + 6 * i, at.y + 20},
                   1, "#777777");
}

static void draw_disc(const struct canvas *c, const struct shape *disc, const char *stroke)
{
    enum { SIDES = 72 };
    struct spot points[SIDES];
    for (int i = 0; i < SIDES; i++)
        points[i] = rim(c, disc, 2 * 3.14159265358979323846 * i / SIDES);
    paper_polygon(c->paper, points, SIDES, "none", stroke, 4);
}

/* A block on its guide. */
static void draw_slide(const struct canvas *c, const struct shape *s, const char *stroke)
{
    const struct spot at = canvas_project(c, s->a);
    if (hypot(dot(c->up, s->b), dot(c->right, s->b)) < 0.1 * sqrt(dot(s->b, s->b))) { /* seen along its axis */
        paper_circle(c->paper, at, 6, "#ffffff", stroke, 2);
        return;
    }
    const double x = dot(c->right, s->b), y = -dot(c->up, s->b), length = hypot(x, y);
    const struct spot ahead = {at.x + x / length,
                               at.y + y / length}; /* a point further on: between() measures in points */
    for (int side = -9; side <= 9; side += 18)
        paper_line(c->paper, between(at, ahead, -26, side), between(at, ahead, 26, side), 1.5, stroke);
    paper_polygon(c->paper,
                  (struct spot[]){between(at, ahead, -11, -6), between(at, ahead, 11, -6), between(at, ahead, 11, 6),
                                  between(at, ahead, -11, 6)},
                  4, "#ffffff", stroke, 1.8);
}

static void draw_force(struct canvas *c, const struct shape *s)
{
    const struct spot at = canvas_project(c, s->a);
    const double x = dot(c->right, s->b), y = -dot(c->up, s->b), length = hypot(x, y);
    if (!(length > 0))
        return;
    const struct spot tail = {at.x - 45 * x / length, at.y - 45 * y / length};
    paper_line(c->paper, tail, at, 2, "#b02020");
    paper_line(c->paper, at, between(at, tail, 0.25, 5), 2, "#b02020");
    paper_line(c->paper, at, between(at, tail, 0.25, -5), 2, "#b02020");
    canvas_label(c, tail, s->label, "#b02020");
}

static void draw_mass(const struct canvas *c, struct spot at, const char *stroke)
{
    enum { STEPS = 6 };
    paper_circle(c->paper, at, 4.5, "#ffffff", stroke, 1.2);
    for (int side = 0; side < 2; side++) { /* two quarters, black */
        struct spot quarter[STEPS + 2] = {at};
        for (int i = 0; i <= STEPS; i++) {
            const double angle = 3.14159265358979323846 * (side + 0.5 * i / STEPS);
            quarter[i + 1] = (struct spot){at.x + 4.5 * cos(angle), at.y + 4.5 * sin(angle)};
        }
        paper_polygon(c->paper, quarter, STEPS + 2, stroke, "none", 0);
    }
}

/* Rubber between two rings. */
static void draw_bushing(const struct canvas *c, struct spot a, struct spot b)
{
    paper_line(c->paper, a, b, 3, "#666666");
    paper_circle(c->paper, a, 9, "#d8d8d0", "#666666", 1.6);
    paper_circle(c->paper, b, 4, "#ffffff", "#666666", 1.6);
}

/* What it is of a plane below a sphere or a corner: its edge, hatched on the far side of the normal; a square where it is seen from above. */
static void draw_foot(const struct canvas *c, const struct shape *s, double half)
{
    const double size = sqrt(dot(s->n, s->n));
    const struct spot at = canvas_project(c, s->b);
    const double x = dot(c->right, s->n), y = -dot(c->up, s->n), length = hypot(x, y);
    if (!(length > 0.1 * size)) {
        paper_rectangle(c->paper, at.x - half, at.y - half, 2 * half, 2 * half, "none", "#777777", 1.2);
        return;
    }
    const struct spot ahead = {at.x - y / length, at.y + x / length}; /* along the edge: between() measures in points */
    paper_line(c->paper, between(at, ahead, -half, 0), between(at, ahead, half, 0), 1.6, "#777777");
    for (double d = -half; d < half - 1; d += half / 4)
        paper_line(c->paper, between(at, ahead, d + half / 4, 0), between(at, ahead, d, 8), 1, "#777777");
}

/* A corner is a dot. */
static void draw_contact(const struct canvas *c, const struct shape *s, struct spot at)
{
    const double r = s->radius * c->scale;
    draw_foot(c, s, fmax(30, r));
    if (r > 0)
        paper_circle(c->paper, at, r, "none", colour(s->body), 2);
    else
        paper_circle(c->paper, at, 3.5, colour(s->body), "#222222", 1);
}

void canvas_draw(struct canvas *c, const struct shape *s)
{
    const struct spot a = canvas_project(c, s->a), b = canvas_project(c, s->b);
    const char *edge = s->closes_a_loop ? "#b02020" : "#222222";
    switch (s->kind) {
    case SHAPE_LINK:
        draw_link(c, s, 9, colour(s->body));
        canvas_label(c, between(a, b, 0.6, -6), s->label, colour(s->body));
        break;
    case SHAPE_DISC:
        draw_disc(c, s, colour(s->body));
        canvas_label(c, a, s->label, "#222222");
        break;
    case SHAPE_ACTUATOR:
        draw_actuator(c, a, b);
        canvas_label(c, between(a, b, 0.35, 0), s->label, "#222222");
        break;
    case SHAPE_SPRING:
        draw_zigzag(c, a, b);
        canvas_label(c, between(a, b, 0.5, 0), s->label, "#222222");
        break;
    case SHAPE_DAMPER:
        draw_damper(c, a, b);
        canvas_label(c, between(a, b, 0.5, 0), s->label, "#222222");
        break;
    case SHAPE_DISTANCE:
        paper_line(c->paper, a, b, 1.5, edge);
        canvas_label(c, between(a, b, 0.5, 0), s->label, edge);
        break;
    case SHAPE_GROUND:
        draw_ground(c, a);
        break;
    case SHAPE_REVOLUTE:
        paper_circle(c->paper, a, 6, "#ffffff", edge, 2);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_PRISMATIC:
        draw_slide(c, s, edge);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_SPHERICAL:
        paper_circle(c->paper, a, 7, "#ffffff", edge, 2);
        paper_circle(c->paper, a, 3, edge, edge, 1);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_FIXED:
        paper_rectangle(c->paper, a.x - 4.5, a.y - 4.5, 9, 9, edge, "none", 0);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_FORCE:
        draw_force(c, s);
        break;
    case SHAPE_MASS:
        paper_dashes(c->paper, a, b, 1, colour(s->body));
        draw_mass(c, a, "#222222");
        canvas_keep_free(c, a);
        break;
    case SHAPE_BUSHING:
        draw_bushing(c, a, b);
        canvas_label(c, a, s->label, "#222222");
        break;
    case SHAPE_CONTACT:
        draw_contact(c, s, a);
        canvas_label(c, a, s->label, "#222222");
        break;
    case SHAPE_PAYLOAD:
        paper_circle(c->paper, a, 8, "#8a7a50", "#222222", 1.2);
        canvas_label(c, a, s->label, "#222222");
        break;
    case SHAPE_TORQUE:
    case SHAPE_MOTOR:
        break; /* in pages only */
    case SHAPE_MARKER:
        paper_line(c->paper, (struct spot){a.x - 6, a.y}, (struct spot){a.x + 6, a.y}, 1.5, "#222222");
        paper_line(c->paper, (struct spot){a.x, a.y - 6}, (struct spot){a.x, a.y + 6}, 1.5, "#222222");
        canvas_label(c, a, s->label, "#222222");
        break;
    }
}

void canvas_draw_pale(const struct canvas *c, const struct shape *s)
{
    static const char *const pale = "#d4d8dc";
    const struct spot a = canvas_project(c, s->a), b = canvas_project(c, s->b);
    switch (s->kind) {
    case SHAPE_LINK:
        draw_link(c, s, 7, pale);
        break;
    case SHAPE_DISC:
        draw_disc(c, s, pale);
        break;
    case SHAPE_ACTUATOR:
        paper_line(c->paper, a, b, 5, pale);
        break;
    case SHAPE_SPRING:
    case SHAPE_DAMPER:
    case SHAPE_DISTANCE:
        paper_line(c->paper, a, b, 1.5, pale);
        break;
    case SHAPE_MASS:
        paper_circle(c->paper, a, 4.5, "#ffffff", pale, 1.5);
        break;
    case SHAPE_REVOLUTE:
    case SHAPE_SPHERICAL:
        paper_circle(c->paper, a, 5, "#ffffff", pale, 1.5);
        break;
    default:
        break;
    }
}
