/* `paso export`, `paso show` and `paso monolithic`. */
#ifndef PASO_EXPORT_TASK_H
#define PASO_EXPORT_TASK_H

#include "master/options/task.h"

extern const struct task task_export;
extern const struct task task_show;
extern const struct task task_monolithic;

/* A document that describes a model as an FMU, or one that describes a system as an .ssp or, as a `whole`, as one FMU. `changes`: n
 * texts "path=value". `platform`: whose binaries alone, or NULL for all. `report`: what is to be said about the model, or NULL. */
bool export_model(const char *document, const char *to, const char *const *changes, size_t n, const char *platform,
                  FILE *report, struct error *error);
bool export_system(const char *document, bool whole, const char *to, const char *const *changes, size_t n,
                   const char *platform, struct error *error);

#endif
