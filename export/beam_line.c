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

static void outline_of(struct outline *o, const struct mechanism *m, const struct mechanism_flexible *beam,
                       size_t coordinate)
{
    const struct flexible_numbers numbers = flexible_numbers(m, beam);
    const bool is_twist = (int)numbers.direction[coordinate] == SHAPE_TWIST; /* its slopes are angles */
    o->s[0] = o->slope[0] = 0;
    for (size_t i = 0; i < o->n_elements; i++) {
        o->s[i + 1] = numbers.places[i * beam->n + coordinate];
        o->slope[i + 1] = is_twist ? 0 : numbers.slopes[i * beam->n + coordinate];
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
