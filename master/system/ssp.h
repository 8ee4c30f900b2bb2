/* What SSP files say, as a tree of systems and components with their connectors and links, before it is flattened. Private
 * to system/; everything lives in the arena of the reading. */
#ifndef PASO_SSP_H
#define PASO_SSP_H

#include "master/import/names.h"
#include "master/system/system.h"
#include "master/import/tree.h"

#define SPACE_SSD "http://ssp-standard.org/SSP1/SystemStructureDescription"
#define SPACE_SSC "http://ssp-standard.org/SSP1/SystemStructureCommon"
#define SPACE_SSV "http://ssp-standard.org/SSP1/SystemStructureParameterValues"
#define SPACE_SSM "http://ssp-standard.org/SSP1/SystemStructureParameterMapping"

/* Whether all children and attributes are among the blank-separated lists. Children are names of the element's own namespace
 * or "ssc:Name", with a star where there may be several; <Annotations> is always allowed, so are `id`, `description` and
 * attributes of other namespaces. */
bool node_knows(const struct node *e, const char *children, const char *attributes, struct error *error);
/* Whether a file's first element is this one; the error tells names and namespaces apart. */
bool node_begins(const struct node *e, const char *space, const char *name, struct error *error);

struct ssp_element;

/* ---- files ---- */

/* An .ssd, .ssv or .ssm that is being read, and where relative sources lead from it. */
struct ssp_file {
    struct ssp_file *next; /* all files of the reading: each is read once */
    const char *path;
    struct tree tree;
    const char *folder;       /* on the disk, with a slash at the end; "" is the current one */
    const char *label_folder; /* the same as messages show it: "lim.ssp/" */
    const char *fence;        /* the folder that sources must not leave, else NULL: an unpacked archive */
    struct fmi_unit *units;
    size_t n_units;
    struct fmi_enumeration *enumerations;
    size_t n_enumerations;
    bool has_types; /* units and enumerations are read */
};

struct ssp_location { /* what a source attribute points to */
    const char *path, *label;
    const char *fragment; /* behind a #, or NULL */
    const char *fence;
};

struct open_fmu {
    struct open_fmu *next;
    const char *path; /* canonical */
    struct fmu *fmu;
};

struct package { /* an .ssp, unpacked */
    struct package *next;
    const char *path;  /* canonical */
    char *folder;      /* temporary */
    const char *label; /* "lim.ssp" */
};

struct inclusion { /* the way of .ssd files to the one that is being read, to find circles */
    const struct inclusion *outer;
    const char *path; /* canonical */
    const char *id;   /* of the system inside it, "" for the root */
    const char *label;
};

/* One system_open(). */
struct reading {
    struct arena arena;  /* of the tree */
    struct arena *keeps; /* of the system: what stays */
    const struct system_options *options;
    struct system *system;
    struct ssp_file *files;
    struct open_fmu *fmus;
    struct package *packages;
    struct ssp_element *elements;
    size_t n_elements, n_links;
    bool told_types[FMI_ENUMERATION + 1][FMI_ENUMERATION + 1]; /* conversions that were named already: from, to */
    struct error *error;
};

/* ---- elements ---- */

enum connector_kind { CONNECTOR_INPUT, CONNECTOR_OUTPUT, CONNECTOR_PARAMETER, CONNECTOR_CALCULATED };

enum mapping_kind { MAPPING_NONE, MAPPING_LINEAR, MAPPING_BOOLEAN, MAPPING_INTEGER, MAPPING_ENUMERATION };

/* A transformation as written: what enumeration names mean is known only together with the variables. */
struct mapping {
    enum mapping_kind kind;
    double factor, offset;
    const struct node *node; /* its MapEntry children are the table */
    bool keeps_units;        /* suppressUnitConversion */
};

struct ssp_link;
struct assignment;

struct ssp_connector {
    const char *name;
    enum connector_kind kind;
    bool has_type;
    enum fmi_type type;
    const struct fmi_unit *unit;               /* NULL: not said */
    const struct fmi_enumeration *enumeration; /* likewise */
    const struct node *node;                   /* NULL: not written, but a variable of the FMU */
    struct ssp_element *owner;
    const struct fmi_variable *variable; /* of a component */
    const struct ssp_link *driver;       /* what leads here, or NULL */
    struct ssp_link *feeds;              /* what leads from here */
    const struct assignment *value;      /* of a system's connector: the binding that wins */
    size_t system_connector;             /* 1 + index, for connectors of the root */
};

struct ssp_link {
    struct ssp_connector *from, *to;
    struct mapping mapping;
    const struct node *node;
    struct ssp_link *next; /* of those that `from` feeds */
};

struct ssp_bindings { /* a <ParameterBindings> */
    const struct node *node;
    const struct ssp_file *file;
    const struct ssp_bindings *next;
};

struct ssp_element {
    bool is_system;
    const char *name, *full_name; /* the full name of a component is its name in the flat system */
    const struct node *node;
    const struct ssp_file *file;
    struct ssp_element *parent, *child, *last_child, *next;
    struct ssp_element *all; /* the next of all elements of the reading */
    struct names child_names;
    struct ssp_element **children; /* by number, as child_names say */
    size_t n_children;
    struct names connector_names;
    struct ssp_connector **connectors;
    size_t n_connectors;
    struct ssp_connector **strays; /* connectors of a component that its FMU does not know */
    size_t n_strays;
    const struct ssp_bindings *bindings;    /* later ones win */
    size_t component;                       /* index, where it is no system */
    const char *inner_folder, *inner_label; /* what sourceBase="component" means, with a slash at the end */
};

/* ---- ssp_file.c ---- */

struct ssp_file *ssp_file_open(struct reading *r, const struct ssp_location *where);
bool ssp_locate(struct reading *r, const struct ssp_file *from, const struct node *node, const char *source,
                struct ssp_location *where);
bool ssp_locate_inside(struct reading *r, const struct ssp_element *component, const struct node *node,
                       const char *source, struct ssp_location *where); /* sourceBase="component" */
bool ssp_unpack(struct reading *r, const struct ssp_location *where, struct ssp_location *inside);
const char *ssp_canonical(struct reading *r, const char *path); /* NULL with errno where there is no such file */
void ssp_hide_temporary(struct reading *r); /* folders in the message become the names of their archives */
void reading_close(struct reading *r);
bool no_memory(struct reading *r);

/* ---- ssp_types.c ---- */

bool ssp_read_types(struct reading *r, const struct node *root, const char *space, struct fmi_unit **units,
                    size_t *n_units, struct fmi_enumeration **enumerations, size_t *n_enumerations);
const struct fmi_unit *ssp_find_unit(const struct fmi_unit *units, size_t n, const char *name);
const struct fmi_enumeration *ssp_find_enumeration(const struct fmi_enumeration *list, size_t n, const char *name);
bool ssp_read_mapping(struct reading *r, const struct node *parent, struct mapping *mapping);
bool ssp_version_is_known(struct reading *r, const struct node *root);

/* ---- ssp_element.c, ssp_connector.c and ssp_link.c ---- */

struct ssp_element *ssp_read_root(struct reading *r, const struct ssp_location *where);
bool ssp_read_connectors(struct reading *r, struct ssp_element *e);
/* The connector of that name, or NULL; an FMU's variables need not be declared as connectors. */
struct ssp_connector *ssp_find_connector(struct reading *r, struct ssp_element *e, const char *name);
const struct description *ssp_description(const struct reading *r, const struct ssp_element *component);
bool ssp_connect(struct reading *r, struct ssp_element *root);
/* A connector that is used, but is no variable of the FMU: the error. */
bool ssp_raise_stray(struct reading *r, const struct ssp_element *component, const struct ssp_connector *stray);
void ssp_tell_strays(const struct reading *r); /* those that nothing uses */

/* ---- ssp_step_size.c ---- */

/* ---- said_traits.c ---- */

/* What the options say about components, into system_component.said. */
bool system_read_traits(struct reading *r);
/* Whether an input matters at initialization only: by --trait, by our annotation, or by a trial. */
bool system_input_is_initial(struct reading *r, struct port port);

/* The step size that annotations of a known tool name in this element, if any. */
void ssp_read_step_size(struct fmi_experiment *experiment, const struct node *holder);

/* ---- flattening, starts, power ports ---- */

bool ssp_flatten(struct reading *r, struct ssp_element *root);
bool ssp_bind(struct reading *r, struct ssp_element *root);
bool ssp_read_powers(struct reading *r, struct ssp_element *root);

#endif
