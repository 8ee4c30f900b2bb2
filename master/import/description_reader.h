/* The reader of modelDescription.xml at work: where it is, its attributes, and the functions that read one element each.
 * Private to description_*.c. */
#ifndef PASO_DESCRIPTION_READER_H
#define PASO_DESCRIPTION_READER_H

#include "master/import/description_build.h"
#include "master/import/tree.h"
#include "master/import/xml.h"

enum place {
    SKIP, /* unknown, or of no interest: so are all elements inside */
    DOCUMENT,
    ROOT,
    LEAF,
    INTERFACE,
    SOURCE_FILES,
    UNITS,
    UNIT,
    TYPES,
    TYPE,
    ENUMERATION,
    CATEGORIES,
    VENDORS,
    OUR_TOOL,
    VARIABLES,
    VARIABLE,
    STRUCTURE,
    OUTPUTS,
    DERIVATIVES,
    INITIAL_UNKNOWNS
};

enum { DEEPEST_PLACE = 128 };

struct reader {
    struct description *d;
    const struct node *at; /* the present element */
    struct error *error;
    enum place places[DEEPEST_PLACE];
    size_t depth;
    bool variable_has_type;
    bool collect_files;
};

/* ---- attributes of the present element; what is faulty is left out with a warning ---- */

const char *reader_attribute(const struct reader *r, const char *name);             /* NULL: not there */
bool reader_required(const struct reader *r, const char *name, const char **value); /* raises where missing */
char *reader_text(const struct reader *r, const char *name);                        /* kept; "" */
char *reader_name(const struct reader *r, const char *name);                        /* kept; NULL: not there */
bool reader_real(const struct reader *r, const char *name, double *value);          /* false: not there */
int reader_integer(const struct reader *r, const char *name, int otherwise);
bool reader_boolean(const struct reader *r, const char *name); /* false: not there */
void reader_warn(const struct reader *r, const char *name, const char *value, const char *wanted);
bool reader_raise_value(const struct reader *r, const char *whose, const char *name, const char *value,
                        const char *wanted);
enum fmi_type reader_type(const struct reader *r); /* of an element called Real, Integer ... */

/* ---- one element each; false: an error was raised ---- */

bool read_root(struct reader *r);
bool read_model_exchange(struct reader *r);
bool read_co_simulation(struct reader *r);
bool read_file(struct reader *r);
bool read_unit(struct reader *r);
bool read_base_unit(struct reader *r);
bool read_simple_type(struct reader *r);
bool read_type_kind(struct reader *r);
bool read_item(struct reader *r);
bool read_category(struct reader *r);
bool read_experiment(struct reader *r);
bool read_tool(struct reader *r);
bool read_our_annotation(struct reader *r);
bool read_variable(struct reader *r);
bool read_variable_type(struct reader *r);
bool read_output(struct reader *r);
bool read_derivative(struct reader *r);
bool read_initial_unknowns(struct reader *r);
bool read_initial_unknown(struct reader *r);

#endif
