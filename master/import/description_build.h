/* How importers make a description: new, filled, finished, freed. Private to import/. */
#ifndef PASO_DESCRIPTION_BUILD_H
#define PASO_DESCRIPTION_BUILD_H

#include "master/import/description.h"
#include "master/base/error.h"
#include "master/import/names.h"

/* What is known of a variable before the whole description is read: names instead of indices. */
struct raw_variable {
    const char *declared_type, *unit; /* NULL: none */
    unsigned derivative;              /* 1-based, 0: none */
    bool has_variability, has_initial, bad_causality;
};

struct raw_type { /* SimpleType */
    const char *name, *unit;
    enum fmi_type type;
    bool has_min, has_max, has_nominal, relative_quantity;
    double min, max, nominal;
    int enumeration;
};

struct text_block;

enum { WARNING_KINDS = 64 };

struct description_owner {
    struct text_block *texts;
    bool no_memory; /* an addition failed: the description is not to be used */
    char *place;    /* "pump.fmu/modelDescription.xml" */
    struct names names;
    struct raw_variable *raw_variables; /* as many as variables */
    struct raw_type *raw_types;
    size_t n_raw_types;
    size_t n_warnings_kept_back;
    struct { /* kinds of warnings so far */
        const struct message *code;
        size_t n;
    } warned[WARNING_KINDS];
};

struct description *description_new(const char *place); /* NULL: no memory */
void description_free(struct description *d);           /* accepts NULL */

/* A copy that lives as long as the description; "" where text is NULL or memory is short (owner->no_memory). */
char *description_keep(struct description *d, const char *text);

/* Makes room for one element more at the end of an array of n; its address, zeroed, or NULL and owner->no_memory. */
void *description_grow(struct description *d, void *array_pointer, size_t *n, size_t element_size);

/* Adds a variable together with its raw half. */
struct fmi_variable *description_add_variable(struct description *d);

/* A warning about line `line`; of each kind only the first few are said. */
#define description_warn(d, code, line, ...)                                                                           \
    description_warn_strings(d, code, line, (const char *const[]){__VA_ARGS__, NULL})
void description_warn_strings(struct description *d, const struct message *code, int line, const char *const strings[]);

/* After all was added: names become indices, type definitions are applied, faults are repaired with a warning or refused. */
bool description_finish(struct description *d, struct error *error);

/* The parts of description_finish(). ModelStructure holds 1-based indices before, 0-based ones after. */
bool description_finish_structure(struct description *d, struct error *error);
bool description_name_is_structured(const char *name);

/* What the unpacked FMU says of itself in its modelDescription.xml; `place` is how messages call it. */
struct description *description_read_fmu(const char *folder, const char *place, size_t largest, struct error *error);
/* The same from memory, for whoever makes up descriptions: tests and fuzzers. */
struct description *description_read_bytes(const char *bytes, size_t n, const char *place, struct error *error);

#endif
