/* What somebody wants to see: a mechanism by itself or within a system, with what the system knows of its cylinders. */
#ifndef PASO_SUBJECT_H
#define PASO_SUBJECT_H

#include "export/assembly.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "master/system/system.h"

struct subject_part { /* a component of a system, or the only model */
    const char *name; /* "" of the only one */
    struct model_file model;
    bool has_model; /* otherwise it carries no document */
};

struct subject_link {
    size_t from_part, to_part;
    const char *from, *to; /* variables */
    const char *unit;      /* of the value that flows; "": none */
};

struct subject_cylinder { /* one for each actuator of the mechanism */
    char *columns[2];     /* of results: pressures of its chambers, the one that pushes first; NULL: unknown */
    double stroke, retracted_length; /* NAN: unknown */
    double start_length;             /* of the first chamber at the start, where that is what is known; else NAN */
};

struct subject {
    const char *path, *title;
    struct subject_part *parts;
    struct subject_link *links;
    size_t n_parts, n_links;
    const struct subject_part *shown; /* the mechanism; NULL: subject_find_mechanism() was not there */
    struct subject_cylinder *cylinders;
    /* where parts come from */
    struct system *system;
    struct assembly assembly;
    bool has_assembly;
};

/* A mechanism, a circuit, an FMU that was made of one, a system of such FMUs, a system document. */
bool subject_open(struct subject *s, const char *path, const char *const *changes, size_t n_changes,
                  struct error *error);
void subject_close(struct subject *s);

/* Chooses the mechanism: the only one, or that of the named component (NULL: none is named). */
bool subject_find_mechanism(struct subject *s, const char *component, struct error *error);
static inline const struct mechanism_file *subject_mechanism(const struct subject *s)
{
    return s->shown->model.opened;
}
static inline bool subject_is_system(const struct subject *s)
{
    return s->has_assembly || (s->system && !s->system->is_single_fmu);
}

#endif
