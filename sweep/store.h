/* The results of runs in an SQLite database, each written at once when it is there: an interrupted sweep loses no finished
 * run. The key of a run says everything that its finding depends on. One sweep at a time writes to a store; others may read
 * it with any SQLite tool:
 *
 *     run(key, options, macro_step, status, steps, time, cpu_s, wall_s, message)
 *     deviation(key, variable, max, rms, final)     residual(key, port, energy)
 *     outcome(key, variable, minimum, maximum, final, overshoot, settling_time)
 *     series(key, bytes)                            of sweeps that keep them
 *     reference(key, variable, run, error)          which run is the reference of a problem, and its estimated error
 */
#ifndef PASO_STORE_H
#define PASO_STORE_H

#include "sweep/finding.h"
#include "sweep/digest.h"

struct store;

/* NULL as a path: in memory, for the length of the sweep. */
struct store *store_open(const char *path, struct error *error);
void store_close(struct store *s);          /* accepts NULL */
int store_lock_file(const struct store *s); /* a descriptor that no other process may keep open; -1: none */

/* The finding of a run with this key; `variables`: those that are compared or measured, in the order of the deviations or outcomes.
 * `with_series`: a run without its series is not found. */
bool store_find(struct store *s, const char *key, char *const *variables, size_t n_variables, bool with_series,
                bool *found, struct finding *finding, struct error *error);

/* `series`: NULL where nobody wants it. A store in memory has no room for them: nobody comes back to it. */
bool store_put(struct store *s, const char *key, const char *options, double macro_step, char *const *variables,
               size_t n_variables, const struct finding *finding, const struct trajectory *series, struct error *error);

/* Which run, by its key, the candidates with this digest have given as a reference, and its errors; false: not known. */
bool store_find_reference(struct store *s, const char *key, char *const *variables, size_t n, char run[DIGEST_SIZE],
                          double *errors);
bool store_put_reference(struct store *s, const char *key, char *const *variables, size_t n, const char *run,
                         const double *errors, struct error *error);

#endif
