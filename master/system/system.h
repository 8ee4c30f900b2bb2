/* What is to be run, as data: components, the connections between their variables, system inputs and outputs, parameter
 * values, the default experiment. Read from an SSP (.ssp, .ssd) or made from a single FMU; constant after that. Nested
 * systems are flattened: a component of the subsystem `arm` is called `arm.cylinder`. Everything is checked against the
 * FMUs' descriptions when system_open returns; variables are indices into them. */
#ifndef PASO_SYSTEM_H
#define PASO_SYSTEM_H

#include "fmu.h"

struct start_value { /* text as written: typed and checked when it is set */
    char *variable;
    char *value;
    double factor, offset; /* of a linear transformation or unit conversion; 1, 0 where there is none */
    char *place;           /* "lim.ssv:12" or "--set", for messages */
};

struct system_component {
    char *name;
    struct fmu *fmu; /* components of the same source share it */
    bool wants_model_exchange;
    struct start_value *starts;
    size_t n_starts;
    char *place; /* "lim.ssd:7" */
};

struct port {
    size_t component; /* index */
    size_t variable;  /* index into that component's description */
};

/* target = factor * source + offset; integers, booleans, enumerations and strings are copied, or mapped by a table. */
struct value_map {
    double from, to; /* booleans and integers; enumerations by value */
};

struct connection {
    struct port from, to;
    double factor, offset;
    struct value_map *map; /* NULL: none */
    size_t n_map;
    char *place;
};

/* A connector of the system itself: an input that --input FILE.csv can drive (it may feed several ports), or an output. */
struct system_connector {
    char *name;
    enum fmi_type type;
    struct port *ports; /* input: the ports that it feeds; output: one port, where it comes from */
    double *factors, *offsets;
    size_t n_ports;
    bool has_start; /* from a parameter binding of the system */
    double start;
};

/* A pair of connected variables whose product is a power: effort * flow delivered by one component, received by the other.
 * Where both sides integrate the work themselves, `work` names their variables. */
struct power_port {
    char *name;
    struct port effort, flow; /* effort: the output that delivers it; flow: the output of the other side */
    bool has_work;
    struct port work_delivered, work_received;
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
    struct system_connector *inputs, *outputs;
    size_t n_inputs, n_outputs;
    struct power_port *power_ports;
    size_t n_power_ports;
    struct fmi_experiment
        experiment; /* of the system; default step: the smallest of the components', see run options */
};

struct system *system_open(const char *path, struct error *error); /* .ssp, .ssd or .fmu */
void system_close(struct system *s);                               /* accepts NULL */

/* "NAME.VARIABLE" (or "VARIABLE" of a single FMU) to a port; the error suggests the nearest name. */
bool system_find_port(const struct system *s, const char *name, struct port *port, struct error *error);

const struct fmi_variable *system_variable(const struct system *s, struct port port);
/* "NAME.VARIABLE", or "VARIABLE" where the system is a single FMU; the caller frees it. */
char *system_port_name(const struct system *s, struct port port);

#endif
