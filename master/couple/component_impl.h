/* Inside of a component: what component.c shares with its two kinds. Not for anybody else. */
#ifndef PASO_COMPONENT_IMPL_H
#define PASO_COMPONENT_IMPL_H

#include "component.h"

struct model_exchange; /* component_me.c */

struct component {
    struct instance *instance;
    struct fmu *fmu;
    const struct description *description;
    struct component_options options; /* its name is the component's own copy */
    struct component_abilities abilities;
    double time;
    bool has_saved; /* a saved state exists: steps must leave the way back open */
    struct component_saved {
        bool there;
        fmi2FMUstate state; /* of the FMU, NULL where there is none */
        double time;        /* when it was saved */
    } saved[SLOT_COUNT];
    struct model_exchange *me; /* NULL: Co-Simulation */
};

/* ---- component_probe.c ---- */

/* The flags of the description where the binary has the functions; what options.probes names is tried out on an instance
 * made for the purpose, so that a function that fails or does nothing is found before the run relies on it. */
struct component_abilities probe_abilities(struct fmu *fmu, const struct component_options *options, bool me);

/* ---- component_cs.c: what is not a plain call of the instance ---- */

/* A step that did not return fmi2OK or fmi2Warning: asks the slave how far it came and whether it wants the end. */
enum step_outcome cs_step_unfinished(struct component *c, fmi2Status status, double t, double H, double *reached);
bool cs_save(struct component *c, enum component_slot slot, struct error *error);
bool cs_restore(struct component *c, enum component_slot slot, struct error *error);

/* ---- component_me.c ---- */

struct model_exchange *me_open(struct component *c, struct error *error);
void me_close(struct model_exchange *me); /* accepts NULL */

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
bool me_save(struct component *c, enum component_slot slot, struct error *error);
bool me_restore(struct component *c, enum component_slot slot, struct error *error);

#endif
