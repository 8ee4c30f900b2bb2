/* What is to be run, as data: components, the connections between their variables, system inputs and outputs, parameter
 * values, the default experiment. Read from an SSP (.ssp, .ssd) or made from a single FMU; constant after that. Nested
 * systems are flattened: a component of the subsystem `arm` is called `arm.cylinder`. Everything is checked against the
 * FMUs' descriptions when system_open returns; variables are indices into them. */
#ifndef PASO_SYSTEM_H
#define PASO_SYSTEM_H

#include "master/import/fmu.h"

/* A parameter or start value. It is already checked, and converted to the variable's own type and unit: a number with 17
 * digits, "true" or "false", an enumeration's integer value, or a string as it is. */
struct start_value {
    size_t variable; /* index into the component's description; at most one start per variable */
    char *value;
    char *place; /* "lim.ssv:12" or "--set", for messages */
};

struct system_component {
    char *name;
    char *source;              /* "crane.ssp/resources/Winch.fmu": how messages call the FMU */
    struct fmu *fmu;           /* components of the same source share it */
    bool wants_model_exchange; /* the system asks for it, or the FMU has nothing else */
    struct start_value *starts;
    size_t n_starts;
    char *place; /* "lim.ssd:7" */
};

struct port {
    size_t component; /* index */
    size_t variable;  /* index into that component's description */
};

/* target = factor * source + offset; integers, booleans and enumerations are copied or mapped by a table, strings copied.
 * Unit conversions, and the transformations of all the levels that a connection crosses, are already multiplied out. */
struct value_map {
    double from, to; /* booleans and integers; enumerations by value */
};

struct transformation {
    double factor, offset;
    struct value_map *map; /* NULL: none */
    size_t n_map;
};

struct connection {
    struct port from, to;
    struct transformation transformation;
    bool
        only_initial; /* between parameters, or to an input that says so: moved during initialization, never afterwards */
    char *place;
};

/* A connector of the system itself: an input that --input FILE.csv can drive (it may feed several ports), an output, or a
 * parameter, which system_set() hands on to the ports. */
struct system_connector {
    char *name;
    enum fmi_type type;
    struct port *ports; /* output: one port, where it comes from; else those that it feeds, perhaps none */
    struct transformation *transformations; /* output: port to connector; else connector to port */
    size_t n_ports;
    bool has_start; /* from a parameter binding of the system: the ports' starts already say it, too */
    double start;
    char *place;
};

/* A pair of connected variables whose product is a power: effort * flow delivered by one component, received by the other.
 * Where both sides integrate the work themselves, `work` names their variables. */
struct power_port {
    char *name;
    struct port effort, flow; /* effort: the output that delivers it; flow: the output of the other side */
    bool has_work;
    struct port work_delivered, work_received;
    char *place;
};

struct system {
    char *name;
    char *path;
    bool is_single_fmu; /* columns are VARIABLE instead of NAME.VARIABLE */
    struct system_component *components;
    size_t n_components;
    struct fmu **fmus; /* owned; one per source */
    size_t n_fmus;
    struct connection *connections;
    size_t n_connections;
    struct system_connector *inputs, *outputs, *parameters;
    size_t n_inputs, n_outputs, n_parameters;
    struct power_port *power_ports;
    size_t n_power_ports;
    struct fmi_experiment
        experiment; /* of the system; default step: the smallest of the components', see run options */
};

struct system_options {
    bool binaries_needed; /* false: the descriptions only (paso info) */
    const char *isolate;  /* components that live in processes of their own: "all" or "NAME,..."; NULL: none */
    struct isolation isolation;
};
struct system_options system_options_default(void);

/* Whether such a list names this component. */
bool system_isolates(const char *isolate, const char *component);

struct system *system_open(const char *path, const struct system_options *options, struct error *error);
void system_close(struct system *s); /* accepts NULL */

/* One --set: "NAME.VARIABLE=VALUE", "VARIABLE=VALUE" of a single FMU, or "CONNECTOR=VALUE" of the system; enumerations by
 * the item's name or value. It wins over what the files say. What cannot be set before the start is an error. */
bool system_set(struct system *s, const char *assignment, struct error *error);
/* The same for another option, which errors then name. */
bool system_set_value(struct system *s, const char *name, const char *value, const char *option, struct error *error);

/* The system input that a column of --input names: a connector of the system or, as "NAME.VARIABLE" ("VARIABLE" of a single
 * FMU), an input that nothing drives or a tunable parameter, which becomes a system input by this. To be called before a
 * graph is made. */
bool system_find_input(struct system *s, const char *name, size_t *index, struct error *error);

/* "NAME.VARIABLE" (or "VARIABLE" of a single FMU) to a port; the error suggests the nearest name. */
bool system_find_port(const struct system *s, const char *name, struct port *port, struct error *error);

const struct fmi_variable *system_variable(const struct system *s, struct port port);
/* "NAME.VARIABLE", or "VARIABLE" where the system is a single FMU; the caller frees it. */
char *system_port_name(const struct system *s, struct port port);

/* What drives the port: the place of a connection, the name of a system's connector, or NULL. */
const char *system_port_driver(const struct system *s, struct port port);
/* Whether it could be driven: an input, or a tunable parameter, which may change between steps as discrete inputs do (FMI 2.0,
 * 2.2.7). */
bool system_can_be_driven(const struct fmi_variable *v);

/* What the transformation makes of a number; a value that its map does not know is copied. */
double transformation_apply(const struct transformation *t, double value);

/* Inputs that neither a connection nor a system input nor a start value of the system drives, named in one warning; --input
 * may drive more (system_find_input), so the program says when. */
void system_warn_of_open_inputs(const struct system *s);

#endif
