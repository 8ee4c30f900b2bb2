/* A scene as SVG, projected onto a plane. */
#ifndef PASO_DRAWING_H
#define PASO_DRAWING_H

#include "export/scene.h"

#include <stdio.h>

enum drawing_view { VIEW_BEST, VIEW_XY, VIEW_XZ, VIEW_YZ, VIEW_OBLIQUE };

bool drawing_write(FILE *file, const struct scene *scene, enum drawing_view view);

#endif
