/* A scene, projected onto a plane. */
#ifndef PASO_DRAWING_H
#define PASO_DRAWING_H

#include "export/paper.h"
#include "export/scene.h"

enum drawing_view { VIEW_BEST, VIEW_XY, VIEW_XZ, VIEW_YZ, VIEW_OBLIQUE };

/* On a paper that it begins, and that the caller ends. */
void drawing_make(struct paper *paper, const struct scene *scene, enum drawing_view view);

#endif
