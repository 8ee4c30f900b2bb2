/* What is to be run, as data: components, the connections between their variables, system inputs and outputs, parameter
 * values, the default experiment. Read from an SSP (.ssp, .ssd) or made from a single FMU; constant after that. Nested
 * systems are flattened: a component of the subsystem `arm` is called `arm.cylinder`. Everything is checked against the
 * FMUs' descriptions when system_open returns; variables are indices into them. */
#ifndef PASO_SYSTEM_H
#define PASO_SYSTEM_H

#include "master/import/fmu.h"
#include "master/system/said_traits.h"

/* A parameter or start value: it can be set before the start, and is in the variable's own type and unit. */
struct start_value {
    size_t variable; /* index into the component's description; at most one start per variable */
    double number;   /* integers, booleans and enumerations as such numbers, too */
    char *text;      /* strings */
    char *place;     /* "lim.ssv:12" or "--set", for messages */
};

struct start_list {
    struct start_value *values;
    size_t n;
};

struct system_component {
    char *name;
    char *source;              /* "crane.ssp/resources/Winch.fmu": how messages call the FMU */
    struct fmu *fmu;           /* components of the same source share it */
    bool wants_model_exchange; /* the system asks for it, or the FMU has nothing else */
    struct start_list starts;
    struct said_traits said;
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
 * parameter: what a run sets there (starts.h) goes on to the ports. */
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
    const char *const *traits; /* "NAME=recomputes,...", see said_traits.h */
    size_t n_traits;
    bool no_probes; /* what only a trial could find out is not there */
};
struct system_options system_options_default(void);

/* Whether such a list names this component. */
bool system_isolates(const char *isolate, const char *component);

struct system *system_open(const char *path, const struct system_options *options, struct error *error);
void system_close(struct system *s); /* accepts NULL */

/* "NAME.VARIABLE" (or "VARIABLE" of a single FMU) to a port; the error suggests the nearest name. */
bool system_find_port(const struct system *s, const char *name, struct port *port, struct error *error);

/* NULL where there is none of that name. */
const struct system_connector *system_find_connector(const struct system_connector *list, size_t n, const char *name);

const struct fmi_variable *system_variable(const struct system *s, struct port port);
const char *system_unit(const struct system *s, struct port port); /* as it is declared; NULL: it is not */
/* Whether values that jump are exchanged while the system runs. */
bool system_has_discrete_connections(const struct system *s);
/* "NAME.VARIABLE", or "VARIABLE" where the system is a single FMU; the caller frees it. */
char *system_port_name(const struct system *s, struct port port);

/* What the transformation makes of a number; a value that its map does not know is copied. */
double transformation_apply(const struct transformation *t, double value);

#endif
