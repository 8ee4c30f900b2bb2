/* The picture of a model from a file: a mechanism at its start, a circuit, or a machine of both. */
#ifndef PASO_MODEL_PICTURE_H
#define PASO_MODEL_PICTURE_H

#include "export/model_file.h"
#include "export/paper.h"

bool model_picture_exists(const struct model_file *f); /* an observer looks like nothing */

/* On a paper that it begins, and that the caller ends where it was made. */
bool model_picture_make(struct paper *paper, const struct model_file *f, struct model_report *report);

#endif
