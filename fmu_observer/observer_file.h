/* An observer with a constant gain around a point of operation, from a document: measurements in, estimates out. Deviations from the
 * point are x (estimates), y (measurements) and w (what drives the machine). At every sample
 *     x_k = x-_k + K (y_k - C x-_k - D w_k),      x-_(k+1) = F x_k + G w_k + d,
 * and between samples the estimate is held. A sample takes the values that its inputs have from then on. `paso estimate --export` writes
 * such documents. */
#ifndef PASO_OBSERVER_FILE_H
#define PASO_OBSERVER_FILE_H

#include "notation/notation.h"
#include "numerics/model.h"

extern const struct grammar observer_grammar;

struct observer_file;

/* NULL, with the error, where the text describes no observer. The text is not needed any more. */
struct observer_file *observer_file_read(const char *text, size_t length, const char *file,
                                         struct notation_error *error);
void observer_file_close(struct observer_file *f); /* accepts NULL */
const struct model_type *observer_file_type(const struct observer_file *f);

#endif
