/* FMUs and what connects them, as words of a command line say it: "A.y=B.u". Everything is checked against the descriptions, as
 * what will be read again is, but said about those words. From it comes an .ssp. */
#ifndef PASO_WIRING_H
#define PASO_WIRING_H

#include "master/base/arena.h"
#include "master/import/fmu.h"
#include "master/options/options.h"
#include "master/system/system.h"

struct wired_fmu {
    const char *name; /* of the component */
    const char *path;
    struct fmu *fmu; /* or, of a whole system in an .ssp: */
    struct system *package;
    struct description *connectors; /* of the package, as variables */
    size_t same;        /* the first component of the same file: that of its own where there is none before */
    const char *source; /* in the archive: "resources/A.fmu" */
};

struct wire_end {
    size_t fmu;
    const struct fmi_variable *variable;
};

struct wire {
    struct wire_end from, to;
};

struct wire_outside { /* a connector of the system itself; several of a name are one input with several targets */
    const char *name;
    struct wire_end end;
};

struct wiring {
    struct arena arena;
    struct wired_fmu *fmus;
    size_t n_fmus;
    struct wire *wires;
    size_t n_wires;
    struct wire_outside *inputs, *outputs;
    size_t n_inputs, n_outputs;
};

/* `files`: "A.fmu" or "NAME=A.fmu", also "A.ssp". Closed by wiring_close, also after a failure. */
bool wiring_open(struct wiring *w, const struct text_list *files, struct error *error);
void wiring_close(struct wiring *w);

const struct description *wiring_description(const struct wiring *w, size_t fmu);
const struct fmi_variable *wiring_find(const struct wiring *w, size_t fmu, const char *name); /* or NULL */
const struct fmi_unit *wiring_unit(const struct wiring *w, struct wire_end end);              /* or NULL */
char *wiring_end_name(struct wiring *w, struct wire_end end); /* "A.y"; NULL when out of memory */
bool wiring_no_memory(struct error *error);

/* Warns of an FMU that does not run on this machine: a system of it may be meant for another one. */
void wiring_warn_elsewhere(const struct fmu *fmu);

/* wiring_package.c: opens the file as a package, into `package` and `connectors`. */
bool wiring_open_package(struct wiring *w, struct wired_fmu *f, struct error *error);

/* wiring_links.c */
bool wiring_add_links(struct wiring *w, const struct text_list *links, struct error *error);
bool wiring_add_inputs(struct wiring *w, const struct text_list *inputs, struct error *error);
bool wiring_add_outputs(struct wiring *w, const struct text_list *outputs, struct error *error);
bool wiring_drives(const struct wiring *w, struct wire_end end); /* whether something drives this input already */

/* wiring_propose.c: outputs and inputs that have the same name, fitting types and units; each input at most once, where one output
 * alone is the best. */
bool wiring_propose(struct wiring *w, struct error *error);

/* wiring_write.c */
void wiring_report(const struct wiring *w, FILE *report);
bool wiring_write(struct wiring *w, const char *path, struct error *error);

#endif
