/* The flexible double pendulum of Gonzalez et al. (2017), section 4.2: two rods of beam elements, each with a floating frame that is tangent
 * at its first node, hanging at rest. Stretched by their weight; linearized there, it swings and bends at these frequencies. (Along the rods
 * it moves on its own, beginning at 50.7 rad/s.) */
#ifndef PASO_PENDULUM_H
#define PASO_PENDULUM_H

#include "beam/beam_element.h"
#include "master/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct pendulum {
    size_t elements; /* n_p, of each rod */
    double length;   /* l_p, m, of each rod */
    double gravity;  /* m/s2 */
    struct beam_section section;
    bool has_stiffening; /* the rods' tension makes them stiffer in bending; the paper leaves that out */
};

/* With the paper's numbers. */
struct pendulum pendulum_default(size_t elements);

/* The `n` lowest frequencies, rad/s, in rising order. The time grows with the number of elements. */
bool pendulum_frequencies(const struct pendulum *pendulum, size_t n, double *frequencies, struct error *error);

#endif
