#include "beam/beam_reduction.h"

#include "beam/symmetric_modes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t beam_node_freedoms(bool is_planar)
{
    return is_planar ? PLANAR_FREEDOMS : SPATIAL_FREEDOMS;
}

size_t beam_plan_coordinates(const struct beam_plan *plan)
{
    return plan->n_nodes * beam_node_freedoms(plan->is_planar) + plan->modes;
}

/* Each node between two that are held has all its freedoms. */
size_t beam_plan_modes(const struct beam_plan *plan)
{
    return (plan->elements - plan->n_nodes) * beam_node_freedoms(plan->is_planar);
}

size_t beam_section_row(size_t n)
{
    return SECTION_ROWS + 4 * n;
}

void beam_reduction_place(struct beam_reduction *r, size_t n, size_t n_spans, size_t n_elements, double *numbers,
                          enum beam_direction *directions)
{
    double *slopes = numbers + 2 * n + 3 * n * n + n_spans * (1 + n + n * n);
    *r = (struct beam_reduction){.direction = directions,
                                 .moment = numbers,
                                 .first = numbers + n,
                                 .products = numbers + 2 * n,
                                 .stiffness = numbers + 2 * n + n * n,
                                 .damping = numbers + 2 * n + 2 * n * n,
                                 .spans = n_spans > 0 ? numbers + 2 * n + 3 * n * n : NULL,
                                 .slopes = slopes,
                                 .places = slopes + n_elements * n,
                                 .sections = slopes + 2 * n_elements * n};
}

/* ---- shapes ---- */

/* s and its slope at both ends of each element: any shape of ours is a cubic polynomial there. */
typedef double element_shape[4];

struct work {
    const struct beam_section *section;
    const struct beam_plan *plan;
    double h;
    size_t n;
    element_shape *shapes; /* n x elements */
    double *room;          /* for modes of one span and one direction, and for those of the clamped beam */
    struct candidate {     /* a mode between two nodes */
        enum beam_direction direction;
        size_t begin, end; /* nodes that are held */
        double square;     /* omega^2 */
        double *values;    /* at the nodes between: s, in bending also its slope */
    } * candidates;
    size_t n_candidates;
    double *values; /* of all candidates */
};

static element_shape *shape_of(const struct work *w, size_t coordinate)
{
    return w->shapes + coordinate * w->plan->elements;
}

static bool is_bending(enum beam_direction d)
{
    return d == BEAM_ALONG_Y || d == BEAM_ALONG_Z;
}

/* A unit of one end's displacement or slope over a span, at its fraction xi: value and slope. Stretch and twist are straight lines. */
static void span_shape(double xi, double span, bool bends, bool at_end, bool is_slope, double *value, double *slope)
{
    const double x = at_end ? 1 - xi : xi, sign = at_end ? -1 : 1; /* from the end that moves */
    if (!bends) {
        *value = 1 - x;
        *slope = -sign / span;
    } else if (!is_slope) {
        *value = 1 - x * x * (3 - 2 * x);
        *slope = sign * 6 * x * (x - 1) / span;
    } else {
        *value = sign * span * x * (1 - x) * (1 - x);
        *slope = (1 - x) * (1 - 3 * x);
    }
}

/* One end of a span moves alone: the beam between follows as a static deflection does. */
static void span_fill(const struct work *w, size_t begin, size_t end, bool at_end, enum beam_direction direction,
                      bool is_slope, double factor, element_shape *shape)
{
    const double span = w->h * (double)(end - begin);
    for (size_t e = begin; e < end; e++)
        for (int k = 0; k < 2; k++) {
            const double xi = (double)(e + (size_t)k - begin) / (double)(end - begin);
            double *s = shape[e] + 2 * k;
            span_shape(xi, span, is_bending(direction), at_end, is_slope, &s[0], &s[1]);
            s[0] *= factor;
            s[1] *= factor;
        }
}

/* Node number i of those with attachments moves alone, between its neighbours. */
static void node_shape(struct work *w, size_t i, enum beam_direction direction, bool is_slope, double factor,
                       element_shape *shape)
{
    const struct beam_plan *p = w->plan;
    const size_t here = p->nodes[i], before = i > 0 ? p->nodes[i - 1] : 0;
    const size_t after = i + 1 < p->n_nodes ? p->nodes[i + 1] : here;
    span_fill(w, before, here, true, direction, is_slope, factor, shape);
    span_fill(w, here, after, false, direction, is_slope, factor, shape);
}

/* The freedoms of a node, in the order of beam_planar() and beam_spatial(). */
static const struct freedom {
    enum beam_direction direction;
    bool is_slope;
    double factor; /* phi_y = -dw/dx */
} planar[] = {{BEAM_ALONG_X, false, 1}, {BEAM_ALONG_Y, false, 1}, {BEAM_ALONG_Y, true, 1}},
  spatial[] = {{BEAM_ALONG_X, false, 1}, {BEAM_ALONG_Y, false, 1}, {BEAM_ALONG_Z, false, 1},
               {BEAM_TWIST, false, 1},   {BEAM_ALONG_Z, true, -1}, {BEAM_ALONG_Y, true, 1}};

/* ---- modes between nodes ---- */

static double stiffness_of(const struct beam_section *s, enum beam_direction d)
{
    switch (d) {
    case BEAM_ALONG_X:
        return s->youngs_modulus * s->area;
    case BEAM_ALONG_Y:
        return s->youngs_modulus * s->inertia_z;
    case BEAM_ALONG_Z:
        return s->youngs_modulus * s->inertia_y;
    case BEAM_TWIST:
        break;
    }
    return s->shear_modulus * s->torsion_constant;
}

static double mass_of(const struct beam_section *s, enum beam_direction d)
{
    return s->density * (d == BEAM_TWIST ? s->inertia_y + s->inertia_z : s->area);
}

/* An element's stiffness and mass for one direction, in the freedoms of that direction. */
static void element_matrices(const struct work *w, enum beam_direction d, double *k, double *m)
{
    const double stiffness = stiffness_of(w->section, d), mass = mass_of(w->section, d);
    if (is_bending(d)) {
        bending_stiffness(stiffness, w->h, (double(*)[4])k);
        bending_mass(mass, w->h, (double(*)[4])m);
    } else {
        bar_stiffness(stiffness, w->h, (double(*)[2])k);
        bar_mass(mass, w->h, (double(*)[2])m);
    }
}

/* All modes of one direction between two nodes that are held. */
static bool span_modes(struct work *w, enum beam_direction d, size_t begin, size_t end, double **values)
{
    const size_t freedoms = is_bending(d) ? 2 : 1, n = (end - begin - 1) * freedoms, size = 2 * freedoms;
    double *k = w->room, *m = k + n * n, *squares = m + n * n, *shapes = squares + n, element_k[16], element_m[16];
    if (n == 0)
        return true;
    memset(k, 0, 2 * n * n * sizeof *k);
    element_matrices(w, d, element_k, element_m);
    for (size_t e = begin; e < end; e++)
        for (size_t i = 0; i < size; i++)
            for (size_t j = 0; j < size; j++) {
                const size_t at_i = (e - begin) * freedoms + i, at_j = (e - begin) * freedoms + j;
                if (at_i < freedoms || at_j < freedoms || at_i >= n + freedoms || at_j >= n + freedoms)
                    continue;
                k[(at_i - freedoms) * n + at_j - freedoms] += element_k[i * size + j];
                m[(at_i - freedoms) * n + at_j - freedoms] += element_m[i * size + j];
            }
    if (!symmetric_modes(n, k, m, squares, shapes, shapes + n * n))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct candidate *c = &w->candidates[w->n_candidates++];
        *c = (struct candidate){.direction = d, .begin = begin, .end = end, .square = squares[i], .values = *values};
        memcpy(*values, shapes + i * n, n * sizeof **values);
        *values += n;
    }
    return true;
}

static void candidate_shape(const struct work *w, const struct candidate *c, element_shape *shape)
{
    const size_t freedoms = is_bending(c->direction) ? 2 : 1;
    for (size_t e = c->begin; e < c->end; e++) {
        double *s = shape[e];
        for (size_t k = 0; k < 2; k++) {
            const size_t node = e + k;
            if (node == c->begin || node == c->end)
                continue;
            const double *at = c->values + (node - c->begin - 1) * freedoms;
            s[2 * k] = at[0];
            s[2 * k + 1] = freedoms == 2 ? at[1] : 0;
        }
        if (freedoms == 1)
            s[1] = s[3] = (s[2] - s[0]) / w->h;
    }
}

static int by_square(const void *a, const void *b)
{
    const double x = ((const struct candidate *)a)->square, y = ((const struct candidate *)b)->square;
    return (x > y) - (x < y);
}

static bool find_modes(struct work *w, struct beam_reduction *r)
{
    static const enum beam_direction directions[] = {BEAM_ALONG_X, BEAM_ALONG_Y, BEAM_ALONG_Z, BEAM_TWIST};
    const struct beam_plan *p = w->plan;
    double *values = w->values;
    for (size_t i = 0; i < p->n_nodes; i++)
        for (int d = 0; d < (p->is_planar ? 2 : 4); d++)
            if (!span_modes(w, directions[d], i > 0 ? p->nodes[i - 1] : 0, p->nodes[i], &values))
                return false;
    qsort(w->candidates, w->n_candidates, sizeof *w->candidates, by_square);
    const size_t first = p->n_nodes * beam_node_freedoms(p->is_planar);
    for (size_t i = 0; i < p->modes; i++) {
        r->direction[first + i] = w->candidates[i].direction;
        candidate_shape(w, &w->candidates[i], shape_of(w, first + i));
    }
    r->first_left_out = p->modes < w->n_candidates ? sqrt(w->candidates[p->modes].square) : INFINITY;
    return true;
}

/* ---- integrals ---- */

static double weighted(double matrix[4][4], const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            sum += a[i] * matrix[i][j] * b[j];
    return sum;
}

/* Of two shapes in these directions. */
static double product_of(const struct work *w, enum beam_direction d, element_shape *a, enum beam_direction along,
                         element_shape *b)
{
    double m[4][4], sum = 0;
    if ((d == BEAM_TWIST) != (along == BEAM_TWIST))
        return 0;
    bending_mass(mass_of(w->section, d), w->h, m);
    for (size_t e = 0; e < w->plan->elements; e++)
        sum += weighted(m, a[e], b[e]);
    return sum;
}

static double stiffness_between(const struct work *w, enum beam_direction d, element_shape *a,
                                enum beam_direction along, element_shape *b)
{
    const double stiffness = stiffness_of(w->section, d);
    double k[4][4], sum = 0;
    if (d != along)
        return 0;
    bending_stiffness(stiffness, w->h, k);
    for (size_t e = 0; e < w->plan->elements; e++)
        sum += is_bending(d) ? weighted(k, a[e], b[e]) : stiffness / w->h * (a[e][2] - a[e][0]) * (b[e][2] - b[e][0]);
    return sum;
}

/* Of one shape alone. */
static void moments_of(const struct work *w, enum beam_direction d, element_shape *shape, double *moment, double *first)
{
    static const double one[] = {1, 0, 1, 0};
    double m[4][4];
    bending_mass(mass_of(w->section, d), w->h, m);
    *moment = *first = 0;
    for (size_t e = 0; e < w->plan->elements; e++) {
        const double x[] = {w->h * (double)e, 1, w->h * (double)(e + 1), 1};
        *moment += weighted(m, one, shape[e]);
        *first += weighted(m, x, shape[e]);
    }
}

/* Integral of s_i' s_j' over the elements begin ... end - 1. */
static double slopes_between(const struct work *w, enum beam_direction d, element_shape *a, enum beam_direction along,
                             element_shape *b, size_t begin, size_t end)
{
    double g[4][4], sum = 0;
    if (!is_bending(d) || along != d)
        return 0;
    bending_tension(1, 1, w->h, g);
    for (size_t e = begin; e < end; e++)
        sum += weighted(g, a[e], b[e]);
    return sum;
}

static void integrate(const struct work *w, struct beam_reduction *r)
{
    const size_t n = w->n;
    for (size_t i = 0; i < n; i++) {
        const enum beam_direction d = r->direction[i];
        moments_of(w, d, shape_of(w, i), &r->moment[i], &r->first[i]);
        for (size_t j = 0; j <= i; j++) {
            element_shape *a = shape_of(w, i), *b = shape_of(w, j);
            r->products[i * n + j] = r->products[j * n + i] = product_of(w, d, a, r->direction[j], b);
            r->stiffness[i * n + j] = r->stiffness[j * n + i] = stiffness_between(w, d, a, r->direction[j], b);
        }
    }
}

/* Bending makes the way along the span longer than its chord by the integral of s_i' s_j' q_i q_j/2. */
static void integrate_spans(const struct work *w, struct beam_reduction *r)
{
    const struct beam_plan *p = w->plan;
    const size_t n = w->n;
    for (size_t i = 0; r->spans && i < p->n_nodes; i++) {
        const size_t begin = i > 0 ? p->nodes[i - 1] : 0, end = p->nodes[i];
        double *k = r->spans + i * (1 + n + n * n), *c = k + 1, *G = c + n;
        *k = w->section->youngs_modulus * w->section->area / (w->h * (double)(end - begin));
        for (size_t j = 0; j < n; j++) {
            element_shape *s = shape_of(w, j);
            c[j] = r->direction[j] == BEAM_ALONG_X ? s[end - 1][2] - s[begin][0] : 0;
            for (size_t l = 0; l < n; l++)
                G[j * n + l] = slopes_between(w, r->direction[j], s, r->direction[l], shape_of(w, l), begin, end);
        }
    }
}

static void note_line(const struct work *w, struct beam_reduction *r)
{
    for (size_t e = 0; e < w->plan->elements; e++)
        for (size_t j = 0; j < w->n; j++) {
            const bool twists = r->direction[j] == BEAM_TWIST;
            r->slopes[e * w->n + j] = shape_of(w, j)[e][twists ? 2 : 3];
            r->places[e * w->n + j] = twists ? 0 : shape_of(w, j)[e][2];
        }
}

/* C = sum of 2 zeta omega (M x) (M x)^T over the modes x of the clamped beam, with x M x = 1. */
static bool damp(const struct work *w, double ratio, struct beam_reduction *r)
{
    const size_t n = w->n;
    double *k = w->room, *m = k + n * n, *squares = m + n * n, *shapes = squares + n, *image = shapes;
    memset(r->damping, 0, n * n * sizeof *r->damping);
    if (ratio == 0)
        return true;
    memcpy(k, r->stiffness, n * n * sizeof *k);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            m[i * n + j] = r->direction[i] == r->direction[j] ? r->products[i * n + j] : 0;
    if (!symmetric_modes(n, k, m, squares, shapes, shapes + n * n))
        return false;
    for (size_t mode = 0; mode < n; mode++) {
        const double *x = shapes + mode * n;
        image = shapes + n * n;
        for (size_t i = 0; i < n; i++) {
            image[i] = 0;
            for (size_t j = 0; j < n; j++)
                if (r->direction[i] == r->direction[j])
                    image[i] += r->products[i * n + j] * x[j];
        }
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                r->damping[i * n + j] += 2 * ratio * sqrt(squares[mode]) * image[i] * image[j];
    }
    return true;
}

/* ---- sections ---- */

/* Of the node's freedom k: takes from `row` what nodes beyond x have of the damping, when all that is beyond moves along with it, rigid. */
static void section_damping(const struct work *w, const struct beam_reduction *r, size_t node, size_t k, double *row)
{
    const struct beam_plan *p = w->plan;
    const size_t n = w->n, freedoms = beam_node_freedoms(p->is_planar);
    const struct freedom *f = p->is_planar ? &planar[k] : &spatial[k];
    memset(row, 0, n * sizeof *row);
    for (size_t i = 0; i < p->n_nodes; i++) {
        const double arm = w->h * ((double)p->nodes[i] - (double)node) * f->factor;
        if (p->nodes[i] <= node)
            continue;
        for (size_t j = 0; j < n; j++) {
            row[j] -= r->damping[(i * freedoms + k) * n + j];
            if (f->is_slope) /* the node there is moved, too: along y or z, the freedoms 1 and 2 */
                row[j] -= arm * r->damping[(i * freedoms + (f->direction == BEAM_ALONG_Y ? 1 : 2)) * n + j];
        }
    }
}

static void integrate_section(const struct work *w, struct beam_reduction *r, size_t node, size_t k,
                              element_shape *shape, double *row)
{
    const struct beam_plan *p = w->plan;
    const struct freedom *f = p->is_planar ? &planar[k] : &spatial[k];
    const size_t n = w->n;
    double *products = row + SECTION_ROWS, *stiffness = products + n, *G = stiffness + n;
    size_t end = 0;
    while (p->nodes[end] <= node)
        end++;
    end = p->nodes[end];
    memset(shape, 0, p->elements * sizeof *shape);
    span_fill(w, node, end, false, f->direction, f->is_slope, f->factor, shape);
    row[SECTION_DIRECTION] = f->direction;
    moments_of(w, f->direction, shape, &row[SECTION_MOMENT], &row[SECTION_FIRST]);
    row[SECTION_C] = f->direction == BEAM_ALONG_X ? shape[end - 1][2] - shape[node][0] : 0;
    for (size_t j = 0; j < n; j++) {
        element_shape *b = shape_of(w, j);
        products[j] = product_of(w, f->direction, shape, r->direction[j], b);
        stiffness[j] = stiffness_between(w, f->direction, shape, r->direction[j], b);
        G[j] = slopes_between(w, f->direction, shape, r->direction[j], b, node, end);
    }
    section_damping(w, r, node, k, G + n);
}

static bool integrate_sections(const struct work *w, struct beam_reduction *r)
{
    const size_t freedoms = beam_node_freedoms(w->plan->is_planar), size = beam_section_row(w->n);
    element_shape *shape = calloc(w->plan->elements, sizeof *shape);
    for (size_t i = 0; shape && i < w->plan->n_sections; i++)
        for (size_t k = 0; k < freedoms; k++)
            integrate_section(w, r, w->plan->sections[i], k, shape, r->sections + (i * freedoms + k) * size);
    free(shape);
    return shape != NULL;
}

bool beam_reduce(const struct beam_section *section, double length, double damping_ratio, const struct beam_plan *plan,
                 struct beam_reduction *r)
{
    struct work w = {.section = section, .plan = plan, .h = length / (double)plan->elements};
    const size_t freedoms = beam_node_freedoms(plan->is_planar), between = beam_plan_modes(plan);
    w.n = beam_plan_coordinates(plan);
    const size_t largest = 2 * plan->elements > w.n ? 2 * plan->elements : w.n;
    w.shapes = calloc(w.n * plan->elements, sizeof *w.shapes);
    w.room = calloc(5 * largest * largest + largest, sizeof *w.room);
    w.candidates = calloc(between + 1, sizeof *w.candidates);
    w.values = calloc(2 * plan->elements * (between + 1), sizeof *w.values);
    bool good = w.shapes && w.room && w.candidates && w.values;
    for (size_t i = 0; good && i < plan->n_nodes; i++)
        for (size_t k = 0; k < freedoms; k++) {
            const struct freedom *f = plan->is_planar ? &planar[k] : &spatial[k];
            const size_t j = i * freedoms + k;
            r->direction[j] = f->direction;
            node_shape(&w, i, f->direction, f->is_slope, f->factor, shape_of(&w, j));
        }
    good = good && find_modes(&w, r);
    if (good) {
        integrate(&w, r);
        integrate_spans(&w, r);
        note_line(&w, r);
        good = damp(&w, damping_ratio, r) && integrate_sections(&w, r);
    }
    free(w.shapes);
    free(w.room);
    free(w.candidates);
    free(w.values);
    return good;
}
