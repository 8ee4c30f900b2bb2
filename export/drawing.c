#include "export/drawing_impl.h"

#include <math.h>
#include <stdlib.h>

struct spot canvas_project(const struct canvas *c, const double a[3])
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
        break;
    case VIEW_XZ:
        set(c->right, 1, 0, 0);
        set(c->up, 0, 0, 1);
        break;
    case VIEW_OBLIQUE: /* from a corner, as far above x-y as to the side of it */
        set(c->right, 0.94, 0.34, 0);
        set(c->up, -0.17, 0.47, 0.866);
        break;
    default:
        set(c->right, 1, 0, 0);
        set(c->up, 0, 1, 0);
    }
    if (dot(c->up, s->gravity) > 1e-9 * sqrt(dot(s->gravity, s->gravity))) /* what is below is drawn below */
        for (int i = 0; i < 3; i++)
            c->up[i] = -c->up[i];
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

static void include_scene(struct box *box, const struct canvas *c, const struct scene *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct shape *shape = &s->shapes[i];
        const double r = shape->radius;
        if (shape->in_pages_only)
            continue;
        include(box, dot(c->right, shape->a) - r, dot(c->up, shape->a) - r);
        include(box, dot(c->right, shape->a) + r, dot(c->up, shape->a) + r);
        if (shape_has_end(shape->kind) && shape->kind != SHAPE_MASS && shape->kind != SHAPE_CONTACT)
            include(box, dot(c->right, shape->b), dot(c->up, shape->b));
    }
    for (size_t i = 0; i < s->n_beams; i++)
        for (size_t k = 0; k < s->beams[i].line.n_points; k++)
            include(box, dot(c->right, s->beams[i].at[k]), dot(c->up, s->beams[i].at[k]));
}

/* Planes that are near: one far below would leave next to nothing of the machine. */
static void include_planes(struct box *box, const struct canvas *c, const struct scene *s)
{
    const struct box without = *box;
    const double far = hypot(box->right - box->left, box->top - box->bottom);
    for (size_t i = 0; i < s->n; i++) {
        const struct shape *shape = &s->shapes[i];
        const double x = dot(c->right, shape->b), y = dot(c->up, shape->b);
        if (shape->kind == SHAPE_CONTACT && x > without.left - far && x < without.right + far &&
            y > without.bottom - far && y < without.top + far)
            include(box, x, y);
    }
}

static void fit(struct canvas *c, const struct scene *s, const struct scene *behind)
{
    struct box box = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    include_scene(&box, c, s);
    if (behind)
        include_scene(&box, c, behind);
    include_planes(&box, c, s);
    const double width = box.right - box.left, height = box.top - box.bottom;
    const double across = (WIDTH - 2 * MARGIN) / fmax(width, 1e-9),
                 upright = (HEIGHT - 2 * MARGIN) / fmax(height, 1e-9);
    c->scale = fmin(across, upright);
    if (!(c->scale < 1e8)) /* a single point */
        c->scale = 100;
    c->left = (box.left + box.right) / 2 - (WIDTH / 2.0 - MARGIN) / c->scale;
    c->bottom = (box.bottom + box.top) / 2 - (HEIGHT / 2.0 - MARGIN) / c->scale;
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
        paper_line(c->paper, corner, tip, 1.5, "#444444");
        paper_text(c->paper, (struct spot){tip.x + (tip.x < corner.x ? -10 : 3), tip.y + (tip.y > corner.y ? 12 : -3)},
                   names[i], "#444444", PAPER_LEFT, 0);
    }
    double length = pow(10, floor(log10(150 / c->scale)));
    length *= length * 5 * c->scale < 150 ? 5 : length * 2 * c->scale < 150 ? 2 : 1;
    const struct spot end = {WIDTH - 30, HEIGHT - 25}, begin = {end.x - length * c->scale, end.y};
    char label[32];
    snprintf(label, sizeof label, "%g m", length);
    paper_line(c->paper, begin, end, 2, "#444444");
    paper_text(c->paper, (struct spot){begin.x, begin.y - 6}, label, "#444444", PAPER_LEFT, 0);
}

void drawing_make(struct paper *paper, const struct scene *scene, enum drawing_view view, const struct scene *behind,
                  const char *caption)
{
    struct canvas c = {.paper = paper, .labels = calloc(scene->n + 1, sizeof(struct label)), .label_room = scene->n};
    paper_begin(paper, WIDTH, HEIGHT);
    if (!c.labels) {
        paper->has_no_memory = true;
        return;
    }
    set_view(&c, scene, view);
    fit(&c, scene, behind);
    paper_text(paper, (struct spot){20, 28}, scene->title, "#222222", PAPER_LEFT, 16);
    if (caption)
        paper_text(paper, (struct spot){20, 48}, caption, "#444444", PAPER_LEFT, 0);
    c.scene = behind;
    for (size_t i = 0; behind && i < behind->n; i++)
        if (!behind->shapes[i].in_pages_only)
            canvas_draw_pale(&c, &behind->shapes[i]);
    c.scene = scene;
    for (size_t i = 0; i < scene->n; i++)
        if (!scene->shapes[i].in_pages_only)
            canvas_draw(&c, &scene->shapes[i]);
    canvas_write_labels(&c);
    free(c.labels);
    draw_axes(&c);
}
