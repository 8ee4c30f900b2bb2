/* A system as a block diagram: components in a row, what one gives to another on arrows below them, with units. */
#ifndef PASO_SYSTEM_DRAWING_H
#define PASO_SYSTEM_DRAWING_H

#include "export/paper.h"
#include "export/subject.h"

enum { SYSTEM_DRAWING_MOST = 40 }; /* components that a picture shows */

/* On a paper that it begins, and that the caller ends. */
void system_drawing_make(struct paper *paper, const struct subject *subject);

#endif
