/* An estimate as a file, on the terminal and as a picture. */
#ifndef PASO_ESTIMATE_WRITE_H
#define PASO_ESTIMATE_WRITE_H

#include "estimate/observability.h"
#include "estimate/truth.h"
#include "figures/figure_size.h"

/* CSV: time; of each state NAME and sd:NAME; of each sensor innovation:NAME, innovation_sd:NAME and used:NAME (0: an outlier), empty where it
 * has no value; where it was smoothed, of each state smooth:NAME and smooth_sd:NAME; nis, the normalized innovation squared of all that were used.
 * Beside it its notes, with `command`. */
bool estimate_write(const struct estimate *e, const char *path, const char *command, struct error *error);

/* `truth`: or NULL. */
bool estimate_plot(const struct estimate *e, const struct trajectory *truth, const char *title, const char *path,
                   const struct figure_options *figure, struct error *error);

void estimate_print_seen(const struct observability *o, FILE *report);
/* `errors`: against the truth, per state; or NULL. */
void estimate_print(const struct estimate *e, const struct truth_error *errors, FILE *report);

#endif
