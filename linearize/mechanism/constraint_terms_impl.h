/* Private to constraint_*.c. */
#ifndef PASO_CONSTRAINT_TERMS_IMPL_H
#define PASO_CONSTRAINT_TERMS_IMPL_H

#include "linearize/mechanism/constraint_terms.h"

bool constraint_fails(const struct constraint_terms *t, const struct model_report *report, struct error *error);

#endif
