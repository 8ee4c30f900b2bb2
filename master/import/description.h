/* What a modelDescription.xml says, as data. Made by the importer (fmu.h), read by everybody else; constant after that.
 * Strings are never NULL unless said; absent numbers are marked by a flag. Indices are 0-based here. */
#ifndef PASO_DESCRIPTION_H
#define PASO_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>

enum fmi_type { FMI_REAL, FMI_INTEGER, FMI_BOOLEAN, FMI_STRING, FMI_ENUMERATION };
enum fmi_causality { FMI_PARAMETER, FMI_CALCULATED_PARAMETER, FMI_INPUT, FMI_OUTPUT, FMI_LOCAL, FMI_INDEPENDENT };
enum fmi_variability { FMI_CONSTANT, FMI_FIXED, FMI_TUNABLE, FMI_DISCRETE, FMI_CONTINUOUS };
enum fmi_initial { FMI_EXACT, FMI_APPROX, FMI_CALCULATED, FMI_NO_INITIAL };

/* A unit as powers of the SI base units: value in base units = factor * value + offset. */
struct fmi_unit {
    char *name;
    bool has_base;
    int kg, m, s, A, K, mol, cd, rad;
    double factor, offset;
};

struct fmi_item { /* of an enumeration */
    char *name;
    int value;
    char *description;
};

struct fmi_enumeration {
    char *name;
    struct fmi_item *items;
    size_t n_items;
};

enum { NO_INDEX = -1 };

struct fmi_variable {
    char *name;
    char *description;
    unsigned reference; /* value reference */
    enum fmi_type type;
    enum fmi_causality causality;
    enum fmi_variability variability;
    enum fmi_initial initial;
    bool can_handle_multiple_set;
    bool has_start;
    double start;       /* Real, Integer, Boolean and Enumeration */
    char *start_string; /* String variables only, else NULL */
    bool has_min, has_max, has_nominal;
    double min, max, nominal; /* nominal is 1 where none is given; type definitions are already applied */
    int unit;                 /* index into units, or NO_INDEX */
    int enumeration;          /* index into enumerations, or NO_INDEX */
    int derivative_of;        /* index of the state whose derivative this is, or NO_INDEX */
    bool reinit;
    bool only_initial;      /* an input that matters at initialization only, as our annotation says */
    bool relative_quantity; /* a difference of values: the offset of its unit does not count */
    int line;               /* in the XML, for messages */
};

/* One entry of ModelStructure: a variable and what it depends on. */
struct fmi_unknown {
    size_t variable;         /* index into variables */
    bool dependencies_known; /* false: may depend on everything */
    size_t *dependencies;    /* indices into variables */
    size_t n_dependencies;
};

struct fmi_interface { /* ModelExchange or CoSimulation element */
    bool present;
    char *model_identifier;
    bool needs_execution_tool;
    bool only_once_per_process;
    bool can_not_use_memory_management;
    bool can_get_and_set_state;
    bool can_serialize_state;
    bool provides_directional_derivative;
    /* Model Exchange */
    bool completed_integrator_step_not_needed;
    /* Co-Simulation */
    bool can_handle_variable_step;
    bool can_interpolate_inputs;
    bool can_run_asynchronously;
    int max_output_derivative_order;
};

struct fmi_experiment {
    bool has_start_time, has_stop_time, has_tolerance, has_step_size;
    double start_time, stop_time, tolerance, step_size;
};

struct description {
    char *fmi_version, *model_name, *guid, *description, *author, *version, *copyright, *license;
    char *generation_tool, *generation_date_and_time;
    bool structured_names; /* variableNamingConvention="structured" */
    size_t n_event_indicators;

    struct fmi_interface model_exchange, co_simulation;
    struct fmi_experiment experiment;

    struct fmi_variable *variables;
    size_t n_variables;
    struct fmi_unit *units;
    size_t n_units;
    struct fmi_enumeration *enumerations;
    size_t n_enumerations;
    char **log_categories;
    size_t n_log_categories;
    char **source_files;
    size_t n_source_files;

    struct fmi_unknown *outputs, *derivatives, *initial_unknowns;
    size_t n_outputs, n_derivatives, n_initial_unknowns;
    bool has_initial_unknowns; /* the element was there, perhaps empty */

    /* <VendorAnnotations><Tool name="pasodoble"><paso recomputesOnGet="true" statesSettableBetweenSteps="true"
     * differentiatesParameters="true" initialInputs="NAME NAME" chosenSlopes="NAME" statesCountedBy="NAME"/>: what our FMUs allow in Co-Simulation beyond the standard; tunable parameters may
     * be knowns of fmi2GetDirectionalDerivative; inputs that nothing depends on any more after initialization; variables that are not 0 where directional derivatives take a slope that
     * the model itself does not have (its description says which); discrete variables with whose changes states jump, since they are counted from
     * another place from then on. */
    bool recomputes_on_get;
    bool states_settable_between_steps;
    bool differentiates_parameters;
    char *initial_inputs, *chosen_slopes, *states_counted_by;

    struct description_owner *owner; /* of the importer: where the strings live, the index of names */
};

/* The variable of that name, or NULL. Logarithmic or better: systems have many variables. */
const struct fmi_variable *description_find(const struct description *d, const char *name);

/* Index of a variable inside its description. */
size_t description_index(const struct description *d, const struct fmi_variable *v);

const char *fmi_type_name(enum fmi_type type);                /* "Real" ... */
const char *fmi_causality_name(enum fmi_causality causality); /* "calculatedParameter" ... */
const char *fmi_variability_name(enum fmi_variability variability);
const char *fmi_initial_name(enum fmi_initial initial); /* "" for FMI_NO_INITIAL */

/* Whether FMI 2.0 lets a master set this variable before initialization (parameters and start values) or, for inputs, at
 * any communication point. */
bool fmi_settable_before_start(const struct fmi_variable *v);

#endif
