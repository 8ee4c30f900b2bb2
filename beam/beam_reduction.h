/* A whole beam with few coordinates, after Craig and Bampton: displacements of those nodes at which something is attached, and the lowest modes
 * of what lies between them while they are held. It is clamped at its first node, where its frame is tangent.
 *
 * A coordinate moves the centre line along one direction of the frame by s(x) times itself, or twists the sections. What a moving
 * frame needs to know of the shapes is a few integrals over the mass. */
#ifndef PASO_BEAM_REDUCTION_H
#define PASO_BEAM_REDUCTION_H

#include "beam/beam_element.h"

#include <stdbool.h>
#include <stddef.h>

enum beam_direction { BEAM_ALONG_X, BEAM_ALONG_Y, BEAM_ALONG_Z, BEAM_TWIST };

struct beam_plan {
    size_t elements;
    const size_t *nodes; /* where something is attached: in rising order, from 1 to `elements`, which is the last */
    size_t n_nodes;
    bool is_planar;         /* bends in x, y alone: u, v, phi_z of a node; else u, v, w, phi_x, phi_y, phi_z */
    size_t modes;           /* of what lies between */
    const size_t *sections; /* nodes whose inner forces are wanted: 0, or some of `nodes` but not the last */
    size_t n_sections;
};
size_t beam_node_freedoms(bool is_planar);
size_t beam_plan_coordinates(const struct beam_plan *plan); /* n: node by node, then the modes */
size_t beam_plan_modes(const struct beam_plan *plan);       /* how many there are between the nodes */

/* n coordinates; matrices by rows. */
struct beam_reduction {
    enum beam_direction *direction;
    double *moment;        /* integral of s dm; of a twist, of phi dI with the sections' polar inertia */
    double *first;         /* integral of x s dm */
    double *products;      /* n x n, integral of s_i s_j dm, whatever their directions; twists with twists, with dI */
    double *stiffness;     /* n x n */
    double *damping;       /* n x n: every mode of the clamped beam has the ratio */
    double *spans;         /* of each span between nodes with attachments, or NULL: k, c, G, as below */
    double *slopes;        /* elements x n: ds/dx at the end of each element; of a twist, the angle there */
    double *places;        /* elements x n: s at the end of each element; of a twist, 0 */
    double *sections;      /* of each section as many rows as a node has freedoms */
    double first_left_out; /* frequency of the lowest mode that is not there, rad/s; infinite: all are */
};
/* A row of a section: what the beam beyond it needs along one freedom of its node, when it bends with the span that begins there and keeps
 * its other end. These integrals over the span are those of a shape of its own: a direction, moment, first; n of products, of stiffness, of G
 * and of damping; c. Without a minus they are what the beam before the section gives. Damping acts inside of the beam and is carried by no
 * section: its row takes away what the coordinates of the nodes beyond have of it. */
enum { SECTION_DIRECTION, SECTION_MOMENT, SECTION_FIRST, SECTION_C, SECTION_ROWS };
size_t beam_section_row(size_t n); /* numbers of one: these, then the four times n */

/* Tension: a span of the length l is longer by e = c q + q G q/2 than it was, c q by its ends and the rest since it is bent, and k = EA/l. */

/* Numbers that a reduction needs, behind each other: moment, first, products, stiffness, damping, spans (of these `n_spans`), slopes,
 * places, sections. */
void beam_reduction_place(struct beam_reduction *r, size_t n, size_t n_spans, size_t n_elements, double *numbers,
                          enum beam_direction *directions);

/* False where memory is out. */
bool beam_reduce(const struct beam_section *section, double length, double damping_ratio, const struct beam_plan *plan,
                 struct beam_reduction *reduction);

#endif
