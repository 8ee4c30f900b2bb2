/* Bodies that bend, as the engine sees them: in their links, with the coordinates of their shapes. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <string.h>

size_t engine_bent_size(const struct mechanism *m, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += BENT_SHAPES + 6 * m->flexibles[i].n;
    return size;
}

void engine_flexibles_make(struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    for (size_t i = 0; i < m->n_flexibles; i++) {
        const struct mechanism_flexible *flexible = &m->flexibles[i];
        const struct body_place *place = &e->bodies[flexible->body];
        struct flexible *b = &e->flexibles[i];
        *b = (struct flexible){.slot = place->slot,
                               .first = mechanism_first_coordinate(m, (size_t)flexible->first_body),
                               .n = flexible->n,
                               .n_spans = flexible->n_spans,
                               .room = engine_bent_size(m, i),
                               .numbers = flexible_numbers(m, flexible)};
        memcpy(b->C, place->C, sizeof b->C);
        for (int k = 0; k < 3; k++)
            b->o[k] = b->C[3 * k] * place->o[0] + b->C[3 * k + 1] * place->o[1] + b->C[3 * k + 2] * place->o[2];
    }
}

/* ---- small strains ---- */

/* Linear equations leave out what is of second order: phi^2/2 where a section has turned by phi, and e where it is stretched by e. Both are 2 %
 * here. A cantilever under a force at its tip, which has turned by 0.2 rad, is bent by 1.8 % less than they say (the elastica). */
static const double most_turn = 0.2, most_stretch = 0.02;

bool engine_small_strains_check(const struct engine *e, size_t flexible, struct model_report *report)
{
    const struct mechanism_flexible *f = &e->mechanism->flexibles[flexible];
    const struct flexible *b = &e->flexibles[flexible];
    const double *q = e->over_real->z + b->first;
    double turn = 0, stretch = 0;
    size_t turned = 0, stretched = 0;
    for (size_t i = 0; i < f->n_elements; i++) {
        double sums[4] = {0}; /* by enum shape_direction */
        for (size_t j = 0; j < b->n; j++)
            sums[(int)b->numbers.direction[j]] += b->numbers.slopes[i * b->n + j] * q[j];
        const double angle = hypot(hypot(sums[SHAPE_ALONG_Y], sums[SHAPE_ALONG_Z]), sums[SHAPE_TWIST]);
        if (angle > turn) {
            turn = angle;
            turned = i + 1;
        }
        if (fabs(sums[SHAPE_ALONG_X]) > stretch) {
            stretch = fabs(sums[SHAPE_ALONG_X]);
            stretched = i + 1;
        }
    }
    if (turn > most_turn)
        return model_fail(report,
                          "beam '%s' leaves small strains: its node %zu is turned by %.3g rad, and beyond %g rad "
                          "displacements are off by 2 %% and more; make it stiffer, or of several beams in a row",
                          f->name, turned, turn, most_turn);
    if (stretch > most_stretch)
        return model_fail(report,
                          "beam '%s' leaves small strains: before its node %zu the strain along it is %.3g, and beyond "
                          "%g forces are off by 2 %% and more; make it stiffer",
                          f->name, stretched, stretch, most_stretch);
    return true;
}
