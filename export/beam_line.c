#include "export/beam_line.h"

#include <math.h>
#include <stdlib.h>

enum { FEWEST = 24 }; /* points, so that a beam of two elements looks bent and not broken */

/* A shape at the ends of the elements, number 0 being the beam's frame. */
struct outline {
    size_t n_elements;
    double h;
    double *s, *slope;
};

/* By how much s grows along an element of a span between `begin` and `end`: the integral of the parabolas through three neighbouring slopes,
 * which is exact for cubic shapes. No parabola reaches beyond the span, since a node that is held or pushed has a kink in curvature. */
static double growth(const struct outline *o, size_t element, size_t begin, size_t end)
{
    const double *d = o->slope + element;
    const double before = element > begin ? -d[-1] + 8 * d[0] + 5 * d[1] : NAN;
    const double behind = element + 2 <= end ? 5 * d[0] + 8 * d[1] - d[2] : NAN;
    if (isfinite(before) && isfinite(behind))
        return o->h * (before + behind) / 24;
    return o->h * (isfinite(before) ? before / 12 : isfinite(behind) ? behind / 12 : (d[0] + d[1]) / 2);
}

/* From the slopes, between nodes whose displacement is known: s ends where the node is. */
static void fill_span(struct outline *o, size_t begin, size_t end, double at_end, bool stretches)
{
    for (size_t i = begin; i < end; i++)
        o->s[i + 1] = o->s[i] + (stretches ? o->h * o->slope[i + 1] : growth(o, i, begin, end));
    const double gap = at_end - o->s[end];
    for (size_t i = begin + 1; i <= end; i++)
        o->s[i] += gap * (double)(i - begin) / (double)(end - begin);
}

/* Whether a coordinate is the displacement of the node that begins at body `node`: bodies of a node hang in each other. */
static bool moves_node(const struct mechanism *m, const struct mechanism_flexible *beam, size_t node, size_t coordinate)
{
    size_t body = (size_t)beam->first_body + coordinate;
    if (m->bodies[body].joint.kind != JOINT_PRISMATIC)
        return false;
    while (body > node && m->bodies[body].parent == (int)body - 1)
        body--;
    return body == node;
}

static bool is_node(const struct mechanism *m, const struct mechanism_flexible *beam, size_t body)
{
    return m->bodies[body].parent == beam->body && m->bodies[body].joint.position[0] > 0; /* a mode has no place */
}

static void outline_of(struct outline *o, const struct mechanism *m, const struct mechanism_flexible *beam,
                       size_t coordinate)
{
    const struct flexible_numbers numbers = flexible_numbers(m, beam);
    const enum shape_direction direction = (enum shape_direction)numbers.direction[coordinate];
    size_t begin = 0;
    for (size_t i = 0; i <= o->n_elements; i++) {
        o->slope[i] = i && direction != SHAPE_TWIST ? numbers.slopes[(i - 1) * beam->n + coordinate] : 0;
        o->s[i] = 0;
    }
    for (size_t body = (size_t)beam->first_body; body < (size_t)beam->first_body + beam->n; body++) {
        if (direction == SHAPE_TWIST || !is_node(m, beam, body))
            continue;
        const size_t end = (size_t)lround(m->bodies[body].joint.position[0] / o->h);
        fill_span(o, begin, end, moves_node(m, beam, body, coordinate), direction == SHAPE_ALONG_X);
        begin = end;
    }
}

/* Inside of an element, at a share of its length: the cubic polynomial of beam elements; a stretch is linear. */
static double inside(const struct outline *o, size_t element, double share, bool stretches)
{
    const double *s = o->s + element, *d = o->slope + element, r = share, q = 1 - share;
    if (stretches)
        return q * s[0] + r * s[1];
    return q * q * (1 + 2 * r) * s[0] + r * r * (1 + 2 * q) * s[1] + o->h * (r * q * q * d[0] - r * r * q * d[1]);
}

static void sample(struct beam_line *line, const struct outline *o, size_t parts, size_t coordinate, bool stretches)
{
    for (size_t i = 0; i < line->n_points; i++) {
        const size_t element = i / parts < o->n_elements ? i / parts : o->n_elements - 1;
        const double share = (double)(i - element * parts) / (double)parts;
        line->x[i] = o->h * ((double)element + share);
        line->shapes[i * line->n + coordinate] = inside(o, element, share, stretches);
    }
}

bool beam_line_make(struct beam_line *line, const struct mechanism *m, const struct mechanism_flexible *beam)
{
    const struct flexible_numbers numbers = flexible_numbers(m, beam);
    const size_t parts = beam->n_elements < FEWEST ? (FEWEST + beam->n_elements - 1) / beam->n_elements : 1;
    struct outline o = {.n_elements = beam->n_elements};
    for (size_t body = (size_t)beam->first_body; body < (size_t)beam->first_body + beam->n; body++)
        o.h = fmax(o.h, m->bodies[body].joint.position[0] / (double)beam->n_elements); /* the last node is the end */
    *line = (struct beam_line){.n_points = parts * beam->n_elements + 1, .n = beam->n};
    line->x = calloc(line->n_points, sizeof *line->x);
    line->shapes = calloc(line->n_points * line->n, sizeof *line->shapes);
    o.s = calloc(2 * (o.n_elements + 1), sizeof *o.s);
    o.slope = o.s ? o.s + o.n_elements + 1 : NULL;
    const bool good = line->x && line->shapes && o.s;
    for (size_t j = 0; good && j < line->n; j++) {
        outline_of(&o, m, beam, j);
        sample(line, &o, parts, j, (int)numbers.direction[j] == SHAPE_ALONG_X);
    }
    free(o.s);
    if (!good)
        beam_line_free(line);
    return good;
}

void beam_line_free(struct beam_line *line)
{
    free(line->x);
    free(line->shapes);
    *line = (struct beam_line){0};
}
