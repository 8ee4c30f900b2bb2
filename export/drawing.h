/* A scene, projected onto a plane. */
#ifndef PASO_DRAWING_H
#define PASO_DRAWING_H

#include "export/paper.h"
#include "export/scene.h"

enum drawing_view { VIEW_BEST, VIEW_XY, VIEW_XZ, VIEW_YZ, VIEW_OBLIQUE };

/* On a paper that it begins, and that the caller ends. `behind`: the same in another place, which is drawn pale; NULL: nothing. `caption`: a line
 * below the title; NULL: none. */
void drawing_make(struct paper *paper, const struct scene *scene, enum drawing_view view, const struct scene *behind,
                  const char *caption);

#endif
