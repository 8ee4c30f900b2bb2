#include "drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 900, HEIGHT = 640, MARGIN = 70 };

struct canvas {
    FILE *out;
    double right[3], up[3]; /* what of space goes right and up */
    const char *right_name, *up_name;
    double scale, left, bottom; /* points per metre, and the corner of the picture in metres */
    struct label *labels;       /* drawn last, where there is room */
    size_t n_labels, label_room;
};

struct spot {
    double x, y;
};

struct label {
    struct spot at; /* what it belongs to */
    const char *text, *fill;
    double x, y, width; /* where it stands */
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static struct spot project(const struct canvas *c, const double a[3])
{
    return (struct spot){(dot(c->right, a) - c->left) * c->scale + MARGIN,
                         HEIGHT - MARGIN - (dot(c->up, a) - c->bottom) * c->scale};
}

/* ---- the view ---- */

/* Square to the axes of the joints where they agree, else from a corner. */
static enum drawing_view best_view(const struct scene *s)
{
    const double sum = s->axes[0][0] + s->axes[1][1] + s->axes[2][2];
    static const enum drawing_view square_to[3] = {VIEW_YZ, VIEW_XZ, VIEW_XY};
    for (int i = 0; i < 3; i++)
        if (sum > 0 && s->axes[i][i] > 0.6 * sum)
            return square_to[i];
    return VIEW_OBLIQUE;
}

static void set(double v[3], double x, double y, double z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

static void set_view(struct canvas *c, const struct scene *s, enum drawing_view view)
{
    switch (view == VIEW_BEST ? best_view(s) : view) {
    case VIEW_YZ:
        set(c->right, 0, 1, 0);
        set(c->up, 0, 0, 1);
        c->right_name = "y";
        c->up_name = "z";
        break;
    case VIEW_XZ:
        set(c->right, 1, 0, 0);
        set(c->up, 0, 0, 1);
        c->right_name = "x";
        c->up_name = "z";
        break;
    case VIEW_OBLIQUE: /* from a corner, as far above x-y as to the side of it */
        set(c->right, 0.94, 0.34, 0);
        set(c->up, -0.17, 0.47, 0.866);
        c->right_name = c->up_name = NULL;
        break;
    default:
        set(c->right, 1, 0, 0);
        set(c->up, 0, 1, 0);
        c->right_name = "x";
        c->up_name = "y";
    }
    if (dot(c->up, s->gravity) > 1e-9 * sqrt(dot(s->gravity, s->gravity))) /* what is below is drawn below */
        for (int i = 0; i < 3; i++)
            c->up[i] = -c->up[i];
}

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
    return project(c, at);
}

struct box {
    double left, right, bottom, top;
};

static void include(struct box *box, double x, double y)
{
    box->left = fmin(box->left, x);
    box->right = fmax(box->right, x);
    box->bottom = fmin(box->bottom, y);
    box->top = fmax(box->top, y);
}

static bool has_end(enum shape_kind kind)
{
    return kind == SHAPE_LINK || kind == SHAPE_ACTUATOR || kind == SHAPE_SPRING || kind == SHAPE_DAMPER ||
           kind == SHAPE_DISTANCE;
}

static void fit(struct canvas *c, const struct scene *s)
{
    struct box box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < s->n; i++) {
        const struct shape *shape = &s->shapes[i];
        const double r = shape->radius;
        include(&box, dot(c->right, shape->a) - r, dot(c->up, shape->a) - r);
        include(&box, dot(c->right, shape->a) + r, dot(c->up, shape->a) + r);
        if (has_end(shape->kind))
            include(&box, dot(c->right, shape->b), dot(c->up, shape->b));
    }
    const double width = box.right - box.left, height = box.top - box.bottom;
    const double across = (WIDTH - 2 * MARGIN) / fmax(width, 1e-9),
                 upright = (HEIGHT - 2 * MARGIN) / fmax(height, 1e-9);
    c->scale = fmin(across, upright);
    if (!(c->scale < 1e8)) /* a single point */
        c->scale = 100;
    c->left = (box.left + box.right) / 2 - (WIDTH / 2.0 - MARGIN) / c->scale;
    c->bottom = (box.bottom + box.top) / 2 - (HEIGHT / 2.0 - MARGIN) / c->scale;
}

/* ---- shapes ---- */

static const char *colour(int body)
{
    static const char *const colours[] = {"#4878a8", "#c4803c", "#5a9a68", "#a85a78", "#7a6ab0", "#8a7a50"};
    return body < 0 ? "#777777" : colours[body % 6];
}

static void line(const struct canvas *c, struct spot a, struct spot b, double width, const char *stroke)
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

static void write_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            fputc(*text, out);
        }
}

static void write_label(FILE *out, struct spot at, const char *label, const char *fill)
{
    fprintf(out,
            "<text x=\"%.2f\" y=\"%.2f\" fill=\"%s\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">",
            at.x, at.y, fill);
    write_escaped(out, label);
    fputs("</text>\n", out);
}

/* A label that belongs to a place, to be drawn when all shapes are. */
static void text(struct canvas *c, struct spot at, const char *label, const char *fill)
{
    if (label && c->n_labels < c->label_room)
        c->labels[c->n_labels++] = (struct label){.at = at, .text = label, .fill = fill};
}

/* How much of a label at (x, y) lies on others that already stand, or beyond the picture. */
static double crowding(const struct canvas *c, const struct label *l, size_t before)
{
    enum { TALL = 14 };
    double sum = l->x < 5 || l->x + l->width > WIDTH - 5 || l->y < 45 || l->y > HEIGHT - 15 ? 500 : 0;
    for (size_t i = 0; i < before; i++) {
        const struct label *o = &c->labels[i];
        const double across = fmin(l->x + l->width, o->x + o->width) - fmax(l->x, o->x);
        const double down = TALL - fabs(l->y - o->y);
        if (across > 0 && down > 0)
            sum += across * down;
    }
    for (size_t i = 0; i < c->n_labels; i++) { /* nor on the places that labels belong to */
        const struct spot p = c->labels[i].at;
        if (p.x > l->x - 6 && p.x < l->x + l->width + 6 && p.y > l->y - TALL - 3 && p.y < l->y + 7)
            sum += 60;
    }
    return sum;
}

static void write_labels(struct canvas *c)
{
    static const struct spot aside[] = {{9, -9}, {9, 18},  {-1, -9}, {-1, 18}, {12, 5},
                                        {-3, 5}, {9, -24}, {9, 33},  {-1, 33}, {-1, -24}};
    for (size_t i = 0; i < c->n_labels; i++) {
        struct label *l = &c->labels[i], best = *l;
        double least = INFINITY;
        for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
            l->width = 7.6 * (double)strlen(l->text);
            l->x = l->at.x + (aside[k].x > 0 ? aside[k].x : aside[k].x - 8 - l->width);
            l->y = l->at.y + aside[k].y;
            const double crowd = crowding(c, l, i) + (double)k;
            if (crowd < least) {
                least = crowd;
                best = *l;
            }
        }
        *l = best;
        write_label(c->out, (struct spot){l->x, l->y}, l->text, l->fill);
    }
}

static void circle(const struct canvas *c, struct spot at, double r, const char *fill, const char *stroke, double width)
{
    fprintf(c->out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%g\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%g\"/>\n", at.x,
            at.y, r, fill, stroke, width);
}

static void draw_actuator(const struct canvas *c, struct spot a, struct spot b)
{
    line(c, a, between(a, b, 0.6, 0), 13, "#555555");
    line(c, a, between(a, b, 0.6, 0), 9, "#d8d8d0");
    line(c, between(a, b, 0.4, 0), b, 4, "#555555");
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
    line(c, a, between(a, b, 0.45, 0), 1.6, "#666666");
    line(c, between(a, b, 0.45, -7), between(a, b, 0.45, 7), 1.6, "#666666");
    line(c, between(a, b, 0.45, -7), between(a, b, 0.6, -7), 1.6, "#666666");
    line(c, between(a, b, 0.45, 7), between(a, b, 0.6, 7), 1.6, "#666666");
    line(c, between(a, b, 0.52, -4), between(a, b, 0.52, 4), 1.6, "#666666");
    line(c, between(a, b, 0.52, 0), b, 1.6, "#666666");
}

static void draw_ground(const struct canvas *c, struct spot at)
{
    fprintf(c->out, "<path d=\"M%.2f %.2f l-9 15 h18 z\" fill=\"#e6e6e0\" stroke=\"#777777\"/>\n", at.x, at.y);
    for (int i = 0; i < 4; i++)
        line(c, (struct spot){at.x - 11 + 6 * i, at.y + 15}, (struct spot){at.x - 15 + 6 * i, at.y + 20}, 1, "#777777");
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
    const struct spot at = project(c, s->a);
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
    const struct spot at = project(c, s->a);
    const double x = dot(c->right, s->b), y = -dot(c->up, s->b), length = hypot(x, y);
    if (!(length > 0))
        return;
    const struct spot tail = {at.x - 45 * x / length, at.y - 45 * y / length};
    line(c, tail, at, 2, "#b02020");
    line(c, at, between(at, tail, 0.25, 5), 2, "#b02020");
    line(c, at, between(at, tail, 0.25, -5), 2, "#b02020");
    text(c, tail, s->label, "#b02020");
}

static void draw_mass(const struct canvas *c, struct spot at, const char *stroke)
{
    circle(c, at, 4.5, "#ffffff", stroke, 1.2);
    fprintf(
        c->out,
        "<path d=\"M%.2f %.2f h-4.5 a4.5 4.5 0 0 1 4.5 -4.5 z m0 0 h4.5 a4.5 4.5 0 0 1 -4.5 4.5 z\" fill=\"%s\"/>\n",
        at.x, at.y, stroke);
}

static void draw(struct canvas *c, const struct shape *s)
{
    const struct spot a = project(c, s->a), b = project(c, s->b);
    const char *edge = s->closes_a_loop ? "#b02020" : "#222222";
    switch (s->kind) {
    case SHAPE_LINK:
        line(c, a, b, 9, colour(s->body));
        text(c, between(a, b, 0.6, -6), s->label, colour(s->body));
        break;
    case SHAPE_DISC:
        draw_disc(c, s);
        text(c, a, s->label, "#222222");
        break;
    case SHAPE_ACTUATOR:
        draw_actuator(c, a, b);
        text(c, between(a, b, 0.35, 0), s->label, "#222222");
        break;
    case SHAPE_SPRING:
        draw_zigzag(c, a, b);
        text(c, between(a, b, 0.5, 0), s->label, "#222222");
        break;
    case SHAPE_DAMPER:
        draw_damper(c, a, b);
        text(c, between(a, b, 0.5, 0), s->label, "#222222");
        break;
    case SHAPE_DISTANCE:
        line(c, a, b, 1.5, edge);
        text(c, between(a, b, 0.5, 0), s->label, edge);
        break;
    case SHAPE_GROUND:
        draw_ground(c, a);
        break;
    case SHAPE_REVOLUTE:
        circle(c, a, 6, "#ffffff", edge, 2);
        text(c, a, s->label, edge);
        break;
    case SHAPE_PRISMATIC:
        draw_slide(c, s, edge);
        text(c, a, s->label, edge);
        break;
    case SHAPE_SPHERICAL:
        circle(c, a, 7, "#ffffff", edge, 2);
        circle(c, a, 3, edge, edge, 1);
        text(c, a, s->label, edge);
        break;
    case SHAPE_FIXED:
        fprintf(c->out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"9\" height=\"9\" fill=\"%s\"/>\n", a.x - 4.5, a.y - 4.5,
                edge);
        text(c, a, s->label, edge);
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
        line(c, (struct spot){a.x - 6, a.y}, (struct spot){a.x + 6, a.y}, 1.5, "#222222");
        line(c, (struct spot){a.x, a.y - 6}, (struct spot){a.x, a.y + 6}, 1.5, "#222222");
        text(c, a, s->label, "#222222");
        break;
    }
}

/* ---- around it ---- */

/* Directions of the ground's axes, and a length in metres: 1, 2 or 5 times a power of ten. */
static void draw_axes(const struct canvas *c)
{
    static const char *const names[3] = {"x", "y", "z"};
    const struct spot corner = {45, HEIGHT - (c->up[0] + c->up[1] + c->up[2] < 0 ? 60 : 40)};
    for (int i = 0; i < 3; i++) {
        const double axis[3] = {i == 0, i == 1, i == 2};
        const struct spot tip = {corner.x + 32 * dot(c->right, axis), corner.y - 32 * dot(c->up, axis)};
        if (hypot(tip.x - corner.x, tip.y - corner.y) < 3)
            continue;
        line(c, corner, tip, 1.5, "#444444");
        write_label(c->out, (struct spot){tip.x + (tip.x < corner.x ? -10 : 3), tip.y + (tip.y > corner.y ? 12 : -3)},
                    names[i], "#444444");
    }
    double length = pow(10, floor(log10(150 / c->scale)));
    length *= length * 5 * c->scale < 150 ? 5 : length * 2 * c->scale < 150 ? 2 : 1;
    const struct spot end = {WIDTH - 30, HEIGHT - 25}, begin = {end.x - length * c->scale, end.y};
    char label[32];
    snprintf(label, sizeof label, "%g m", length);
    line(c, begin, end, 2, "#444444");
    write_label(c->out, (struct spot){begin.x, begin.y - 6}, label, "#444444");
}

bool drawing_write(FILE *file, const struct scene *scene, enum drawing_view view)
{
    struct canvas c = {.out = file, .labels = calloc(scene->n + 1, sizeof(struct label)), .label_room = scene->n};
    if (!c.labels)
        return false;
    set_view(&c, scene, view);
    fit(&c, scene);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "font-family=\"DejaVu Sans, Arial, sans-serif\" font-size=\"13\">\n<rect width=\"%d\" height=\"%d\" "
            "fill=\"#ffffff\"/>\n<text x=\"20\" y=\"28\" font-size=\"16\" fill=\"#222222\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    write_escaped(file, scene->title);
    fputs("</text>\n", file);
    for (size_t i = 0; i < scene->n; i++)
        draw(&c, &scene->shapes[i]);
    write_labels(&c);
    free(c.labels);
    draw_axes(&c);
    fputs("</svg>\n", file);
    return !ferror(file);
}
