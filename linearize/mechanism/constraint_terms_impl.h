/* Private to constraint_*.c. */
#ifndef PASO_CONSTRAINT_TERMS_IMPL_H
#define PASO_CONSTRAINT_TERMS_IMPL_H

#include "linearize/mechanism/constraint_terms.h"

/* Everything that is computed from z, dz/dt and u. The engine is placed anew afterwards: accelerations leave sums in it. */
bool constraint_terms_outputs_real(struct constraint_terms *t, struct model_report *report);
bool constraint_terms_outputs_complex(struct constraint_terms *t, struct model_report *report);

bool constraint_fails(const struct constraint_terms *t, const struct model_report *report, struct error *error);

#endif
