/* What bodies, joints and springs look like. */
#include "export/drawing_impl.h"

#include <math.h>

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

void canvas_line(const struct canvas *c, struct spot a, struct spot b, double width, const char *stroke)
{
    fprintf(c->out,
            "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" stroke-width=\"%g\" "
            "stroke-linecap=\"round\"/>\n",
            a.x, a.y, b.x, b.y, stroke, width);
}

static struct spot between(struct spot a, struct spot b, double part, double aside)
{
    const double dx = b.x - a.x, dy = b.y - a.y, length = fmax(hypot(dx, dy), 1e-9);
    return (struct spot){a.x + part * dx - aside * dy / length, a.y + part * dy + aside * dx / length};
}

static void circle(const struct canvas *c, struct spot at, double r, const char *fill, const char *stroke, double width)
{
    fprintf(c->out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%g\"/>\n", at.x,
            at.y, r, fill, stroke, width);
}

static void draw_actuator(const struct canvas *c, struct spot a, struct spot b)
{
    canvas_line(c, a, between(a, b, 0.6, 0), 13, "#555555");
    canvas_line(c, a, between(a, b, 0.6, 0), 9, "#d8d8d0");
    canvas_line(c, between(a, b, 0.4, 0), b, 4, "#555555");
}

static void draw_zigzag(const struct canvas *c, struct spot a, struct spot b)
{
    enum { TURNS = 12 };
    fputs("<polyline fill=\"none\" stroke=\"#666666\" stroke-width=\"1.6\" points=\"", c->out);
    fprintf(c->out, "%.2f,%.2f ", a.x, a.y);
    for (int i = 0; i <= TURNS; i++) {
        const struct spot p = between(a, b, 0.15 + 0.7 * i / TURNS, i == 0 || i == TURNS ? 0 : i % 2 ? 7 : -7);
        fprintf(c->out, "%.2f,%.2f ", p.x, p.y);
    }
    fprintf(c->out, "%.2f,%.2f\"/>\n", b.x, b.y);
}

static void draw_damper(const struct canvas *c, struct spot a, struct spot b)
{
    canvas_line(c, a, between(a, b, 0.45, 0), 1.6, "#666666");
    canvas_line(c, between(a, b, 0.45, -7), between(a, b, 0.45, 7), 1.6, "#666666");
    canvas_line(c, between(a, b, 0.45, -7), between(a, b, 0.6, -7), 1.6, "#666666");
    canvas_line(c, between(a, b, 0.45, 7), between(a, b, 0.6, 7), 1.6, "#666666");
    canvas_line(c, between(a, b, 0.52, -4), between(a, b, 0.52, 4), 1.6, "#666666");
    canvas_line(c, between(a, b, 0.52, 0), b, 1.6, "#666666");
}

static void draw_ground(const struct canvas *c, struct spot at)
{
    fprintf(c->out, "<path d=\"M%.2f %.2f l-9 15 h18 z\" fill=\"#e6e6e0\" stroke=\"#777777\"/>\n", at.x, at.y);
    for (int i = 0; i < 4; i++)
        canvas_line(c, (struct spot){at.x - 11 + 6 * i, at.y + 15}, (struct spot){at.x - 15 + 6 * i, at.y + 20}, 1,
                    "#777777");
}

static void draw_disc(const struct canvas *c, const struct shape *disc)
{
    fputs("<polygon fill=\"none\" stroke-width=\"4\" stroke=\"", c->out);
    fprintf(c->out, "%s\" points=\"", colour(disc->body));
    for (int i = 0; i < 72; i++) {
        const struct spot p = rim(c, disc, 2 * 3.14159265358979323846 * i / 72);
        fprintf(c->out, "%.2f,%.2f ", p.x, p.y);
    }
    fputs("\"/>\n", c->out);
}

/* A block on its guide. */
static void draw_slide(const struct canvas *c, const struct shape *s, const char *stroke)
{
    const struct spot at = canvas_project(c, s->a);
    if (hypot(dot(c->up, s->b), dot(c->right, s->b)) < 0.1 * sqrt(dot(s->b, s->b))) { /* seen along its axis */
        circle(c, at, 6, "#ffffff", stroke, 2);
        return;
    }
    const double angle = atan2(-dot(c->up, s->b), dot(c->right, s->b)) * 57.295779513082320877;
    fprintf(
        c->out,
        "<g transform=\"translate(%.2f %.2f) rotate(%.2f)\"><line x1=\"-26\" y1=\"9\" x2=\"26\" y2=\"9\" stroke=\"%s\" "
        "stroke-width=\"1.5\"/><line x1=\"-26\" y1=\"-9\" x2=\"26\" y2=\"-9\" stroke=\"%s\" "
        "stroke-width=\"1.5\"/><rect "
        "x=\"-11\" y=\"-6\" width=\"22\" height=\"12\" fill=\"#ffffff\" stroke=\"%s\" stroke-width=\"1.8\"/></g>\n",
        at.x, at.y, angle, stroke, stroke, stroke);
}

static void draw_force(struct canvas *c, const struct shape *s)
{
    const struct spot at = canvas_project(c, s->a);
    const double x = dot(c->right, s->b), y = -dot(c->up, s->b), length = hypot(x, y);
    if (!(length > 0))
        return;
    const struct spot tail = {at.x - 45 * x / length, at.y - 45 * y / length};
    canvas_line(c, tail, at, 2, "#b02020");
    canvas_line(c, at, between(at, tail, 0.25, 5), 2, "#b02020");
    canvas_line(c, at, between(at, tail, 0.25, -5), 2, "#b02020");
    canvas_label(c, tail, s->label, "#b02020");
}

static void draw_mass(const struct canvas *c, struct spot at, const char *stroke)
{
    circle(c, at, 4.5, "#ffffff", stroke, 1.2);
    fprintf(
        c->out,
        "<path d=\"M%.2f %.2f h-4.5 a4.5 4.5 0 0 1 4.5 -4.5 z m0 0 h4.5 a4.5 4.5 0 0 1 -4.5 4.5 z\" fill=\"%s\"/>\n",
        at.x, at.y, stroke);
}

void canvas_draw(struct canvas *c, const struct shape *s)
{
    const struct spot a = canvas_project(c, s->a), b = canvas_project(c, s->b);
    const char *edge = s->closes_a_loop ? "#b02020" : "#222222";
    switch (s->kind) {
    case SHAPE_LINK:
        canvas_line(c, a, b, 9, colour(s->body));
        canvas_label(c, between(a, b, 0.6, -6), s->label, colour(s->body));
        break;
    case SHAPE_DISC:
        draw_disc(c, s);
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
        canvas_line(c, a, b, 1.5, edge);
        canvas_label(c, between(a, b, 0.5, 0), s->label, edge);
        break;
    case SHAPE_GROUND:
        draw_ground(c, a);
        break;
    case SHAPE_REVOLUTE:
        circle(c, a, 6, "#ffffff", edge, 2);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_PRISMATIC:
        draw_slide(c, s, edge);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_SPHERICAL:
        circle(c, a, 7, "#ffffff", edge, 2);
        circle(c, a, 3, edge, edge, 1);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_FIXED:
        fprintf(c->out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"9\" height=\"9\" fill=\"%s\"/>\n", a.x - 4.5, a.y - 4.5,
                edge);
        canvas_label(c, a, s->label, edge);
        break;
    case SHAPE_FORCE:
        draw_force(c, s);
        break;
    case SHAPE_MASS:
        fprintf(c->out, "<path d=\"M%.2f %.2f L%.2f %.2f\" stroke=\"%s\" stroke-dasharray=\"3 3\"/>\n", a.x, a.y, b.x,
                b.y, colour(s->body));
        draw_mass(c, a, "#222222");
        break;
    case SHAPE_MARKER:
        canvas_line(c, (struct spot){a.x - 6, a.y}, (struct spot){a.x + 6, a.y}, 1.5, "#222222");
        canvas_line(c, (struct spot){a.x, a.y - 6}, (struct spot){a.x, a.y + 6}, 1.5, "#222222");
        canvas_label(c, a, s->label, "#222222");
        break;
    }
}
