/* A system document, opened: models from their files, which outputs feed which inputs, which cylinder of a circuit moves which
 * actuator of a mechanism. From it come .ssp files and monolithic solvers. */
#ifndef PASO_ASSEMBLY_H
#define PASO_ASSEMBLY_H

#include "export/model_file.h"
#include "master/import/fmu.h"

struct assembly_part {
    const char *name;
    const char *file;        /* as the document names it */
    struct model_file model; /* of a document */
    struct fmu *fmu;         /* else an FMU as somebody made it; NULL: there is a document */
    const char *path;        /* of that */
};

struct assembly_link {
    size_t from_part, to_part;
    const char *from, *to; /* variables */
};

struct assembly_input { /* of the whole */
    const char *name;
    size_t part;
    const char *to;
};

struct assembly_output { /* likewise */
    const char *name;
    size_t part;
    const char *from;
};

struct assembly_cylinder {
    size_t mechanism, circuit;       /* parts */
    const char *actuator, *cylinder; /* names in them */
};

enum assembly_coupling { ASSEMBLY_FORCE, ASSEMBLY_PRESSURES };

struct assembly {
    struct notation *notation; /* owns the names */
    const char *path;          /* of the document */
    const char *name, *description;
    enum assembly_coupling coupling;
    struct assembly_part *parts;
    struct assembly_link *links;
    struct assembly_input *inputs;
    struct assembly_output *outputs;
    struct assembly_cylinder *cylinders;
    size_t n_parts, n_links, n_inputs, n_outputs, n_cylinders;
    double stop_time;
};

extern const struct grammar assembly_grammar;

/* `changes`: "path=value" each. Where the path begins with a part's name the rest is a place in that part's document, else a
 * place in the system's. */
bool assembly_open(struct assembly *a, const char *path, const char *const *changes, size_t n_changes,
                   struct error *error);
void assembly_close(struct assembly *a);

/* Whether all parts are documents, so that their equations are known; else the error names an FMU. */
bool assembly_has_equations(const struct assembly *a, struct error *error);

/* assembly_machine.c: mechanism and circuits as one model. */
bool assembly_write_fmu(const struct assembly *a, const char *platform, const char *path, struct error *error);

/* assembly_ssp.c */
bool assembly_write_ssp(const struct assembly *a, const char *platform, const char *path, struct error *error);

#endif
