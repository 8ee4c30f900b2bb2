/* All rows of a mechanism's constraints, those that were dropped as redundant, too, and what was chosen among rows and coordinates: for
 * whoever judges redundancy himself. */
#ifndef PASO_ENGINE_CONSTRAINTS_H
#define PASO_ENGINE_CONSTRAINTS_H

#include "fmu_multibody/engine/engine.h"

struct engine_choice {
    size_t coordinates;                       /* n */
    size_t holonomic, nonholonomic;           /* all rows; the holonomic ones come first */
    size_t kept_holonomic, kept_nonholonomic; /* m and l */
    const size_t *kept, *dependent,
        *independent; /* m + l rows; m + l coordinates, the admissible ones last; the others */
};
struct engine_choice engine_choice(const struct engine *e);
const char *engine_row_name(const struct engine *e, size_t row); /* of its joint or contact */

#define ENGINE_CONSTRAINTS_FUNCTIONS(scalar, suffix)                                                                   \
    /* At the placement (engine_full_place): Phi (zero for nonholonomic rows), D (by rows, n wide), (dD/dt) dz/dt. */  \
    bool engine_all_rows_##suffix(const struct engine *e, scalar *phi, scalar *D, scalar *bias,                        \
                                  struct model_report *report);

ENGINE_CONSTRAINTS_FUNCTIONS(double, real)
ENGINE_CONSTRAINTS_FUNCTIONS(double complex, complex)

#endif
