/* Inside of a component: what component.c shares with the kinds of components. Not for anybody else. */
#ifndef PASO_COMPONENT_IMPL_H
#define PASO_COMPONENT_IMPL_H

#include "master/couple/component.h"

struct model_exchange; /* component_me.c */
struct linear;         /* component_linear.c */

/* What a kind of component does; component.h says what each operation means. */
struct component_kind {
    bool (*enter_initialization)(struct component *c, struct error *error);
    void (*begin_step)(struct component *c, double t, double H); /* NULL: it cannot */
    enum step_outcome (*step)(struct component *c, double t, double H, double *reached, struct error *error);
    bool (*save)(struct component *c, struct error *error);
    bool (*restore)(struct component *c, struct error *error);
    void (*close)(struct component *c); /* what is the kind's own; NULL: nothing */
    /* NULL, in these: it has no events and does not mind trials. */
    double (*next_event)(const struct component *c);
    double (*first_event)(const struct component *c);
    void (*forget_events)(struct component *c);
    void (*try_inputs)(struct component *c, bool trial);
    /* NULL, in the rest: it goes straight to the instance. */
    bool (*exit_initialization)(struct component *c, struct error *error);
    bool (*terminate)(struct component *c, struct error *error);
    bool (*get_real)(struct component *c, const unsigned *refs, size_t n, double *values, struct error *error);
    bool (*set_real)(struct component *c, const unsigned *refs, size_t n, const double *values, struct error *error);
    bool (*get_integer)(struct component *c, const unsigned *refs, size_t n, int *values, struct error *error);
    bool (*set_integer)(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error);
    bool (*get_boolean)(struct component *c, const unsigned *refs, size_t n, int *values, struct error *error);
    bool (*set_boolean)(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error);
    bool (*get_string)(struct component *c, const unsigned *refs, size_t n, const char **values, struct error *error);
    bool (*set_string)(struct component *c, const unsigned *refs, size_t n, const char *const *values,
                       struct error *error);
    bool (*set_input_derivatives)(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                  const double *values, struct error *error);
    bool (*get_output_derivatives)(struct component *c, const unsigned *refs, size_t n, const int *orders,
                                   double *values, struct error *error);
    bool (*directional)(struct component *c, const unsigned *unknowns, size_t n_unknowns, const unsigned *knowns,
                        size_t n_knowns, const double *seed, double *result, struct error *error);
};
extern const struct component_kind kind_co_simulation, kind_model_exchange, kind_linear;

struct component {
    const struct component_kind *kind;
    struct instance *instance; /* NULL: linear */
    struct fmu *fmu;
    const struct description *description;
    struct component_options options; /* its name is the component's own copy */
    struct component_abilities abilities;
    double time;
    bool has_stepped;
    bool has_saved; /* a saved state exists: steps must leave the way back open */
    struct {
        fmi2FMUstate state; /* of the FMU, NULL where there is none */
        double time;        /* when it was saved */
    } saved;
    struct model_exchange *me; /* NULL but for Model Exchange */
    struct linear *linear;     /* NULL but for a linear component */
};

/* ---- component_probe.c ---- */

/* The flags of the description where the binary has the functions; what options.probes names is tried out on an instance
 * made for the purpose, so that a function that fails or does nothing is found before the run relies on it. */
struct component_abilities probe_abilities(struct fmu *fmu, const struct component_options *options, bool me);

/* ---- component_cs.c ---- */

/* A step that did not return fmi2OK or fmi2Warning: asks the slave how far it came and whether it wants the end. */
enum step_outcome cs_step_unfinished(struct component *c, fmi2Status status, double t, double H, double *reached);
/* Setting up the experiment belongs to entering initialization mode, for slaves and models. */
bool component_setup_experiment(struct component *c, struct error *error);

/* ---- component_me.c ---- */

bool me_open(struct component *c, struct error *error); /* makes c->me */
void me_close(struct component *c);
double me_next_event(const struct component *c);
double me_first_event(const struct component *c);
void me_forget_events(struct component *c);

bool me_enter_initialization(struct component *c, struct error *error);
bool me_exit_initialization(struct component *c, struct error *error);
bool me_set_real(struct component *c, const unsigned *refs, size_t n, const double *values, struct error *error);
bool me_set_integer(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error);
bool me_set_boolean(struct component *c, const unsigned *refs, size_t n, const int *values, struct error *error);
bool me_set_string(struct component *c, const unsigned *refs, size_t n, const char *const *values, struct error *error);
bool me_set_input_derivatives(struct component *c, const unsigned *refs, size_t n, const int *orders,
                              const double *values, struct error *error);
void me_try_inputs(struct component *c, bool trial);
/* Handles the event that inputs have caused, or ends the event mode that discrete ones have opened, so that outputs can be
 * read and time can go on. */
bool me_settle(struct component *c, struct error *error);
enum step_outcome me_step(struct component *c, double t, double H, double *reached, struct error *error);
bool me_save(struct component *c, struct error *error);
bool me_restore(struct component *c, struct error *error);

#endif
