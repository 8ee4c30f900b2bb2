#include "benchmarks/measure/call_tape.h"

#include "benchmarks/measure/overhead_impl.h"
#include "master/import/fmu_private.h"

#include <stdlib.h>
#include <string.h>

enum call_kind {
    CALL_SETUP,
    CALL_ENTER,
    CALL_EXIT,
    CALL_GET,
    CALL_SET,
    CALL_SET_INTEGER,
    CALL_SET_BOOLEAN,
    CALL_SET_DERIVATIVES,
    CALL_GET_DERIVATIVES,
    CALL_DIRECTIONAL,
    CALL_STEP,
    CALL_GET_STATE,
    CALL_SET_STATE,
    CALL_FREE_STATE
};

struct call {
    enum call_kind kind;
    unsigned who, n, n_knowns; /* n of states: which of them */
    size_t refs, values; /* where these begin among all of the tape; knowns follow unknowns, results follow seeds */
    double t, length;
};

enum { TAPE_INSTANCES = 2, TAPE_WIDTH = 64 /* values that one call reads */, TAPE_STATES = 8 /* at a time */ };

struct call_tape {
    struct call *calls;
    unsigned *refs; /* and orders */
    double *values;
    size_t n_calls, n_refs, n_values;
    size_t room_calls, room_refs, room_values;
    size_t mark;
    bool is_full; /* there was no memory */
    size_t n;
    struct instance *instances[TAPE_INSTANCES];
    const struct functions *real[TAPE_INSTANCES];
    struct functions recording[TAPE_INSTANCES];
    fmi2FMUstate states[TAPE_STATES]; /* that were saved ... */
    size_t owners[TAPE_STATES];       /* ... and by whom */
};

/* ---- recording ---- */

static struct call_tape *tape; /* that records: FMI's functions have no room for it */

static bool grow(void **list, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return true;
    const size_t more = wanted > 2 * *room ? wanted : 2 * *room;
    void *larger = realloc(*list, more * size);
    if (!larger)
        return false;
    *list = larger;
    *room = more;
    return true;
}

static unsigned whose(fmi2Component component)
{
    return tape->instances[0]->component == component ? 0 : 1;
}

static const struct functions *real(fmi2Component component)
{
    return tape->real[whose(component)];
}

static struct call *note(enum call_kind kind, fmi2Component component)
{
    static struct call nowhere;
    if (tape->is_full || !grow((void **)&tape->calls, &tape->room_calls, tape->n_calls + 1, sizeof *tape->calls)) {
        tape->is_full = true;
        return &nowhere;
    }
    struct call *c = &tape->calls[tape->n_calls++];
    *c = (struct call){.kind = kind, .who = whose(component), .refs = tape->n_refs, .values = tape->n_values};
    return c;
}

static void note_refs(const void *refs, size_t n)
{
    tape->is_full =
        tape->is_full || !grow((void **)&tape->refs, &tape->room_refs, tape->n_refs + n, sizeof *tape->refs);
    if (tape->is_full)
        return;
    memcpy(tape->refs + tape->n_refs, refs, n * sizeof *tape->refs);
    tape->n_refs += n;
}

static void note_values(const double *values, size_t n)
{
    tape->is_full =
        tape->is_full || !grow((void **)&tape->values, &tape->room_values, tape->n_values + n, sizeof *tape->values);
    if (tape->is_full)
        return;
    memcpy(tape->values + tape->n_values, values, n * sizeof *tape->values);
    tape->n_values += n;
}

static void note_array(enum call_kind kind, fmi2Component component, const unsigned *refs, size_t n,
                       const double *values)
{
    note(kind, component)->n = (unsigned)n;
    note_refs(refs, n);
    note_values(values, n);
}

static fmi2Status setup(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                        fmi2Boolean has_stop, fmi2Real stop)
{
    struct call *call = note(CALL_SETUP, c);
    call->n = (has_tolerance ? 1u : 0u) + (has_stop ? 2u : 0u);
    call->t = start;
    call->length = stop;
    note_values(&tolerance, 1);
    return real(c)->SetupExperiment(c, has_tolerance, tolerance, start, has_stop, stop);
}

static fmi2Status enter(fmi2Component c)
{
    note(CALL_ENTER, c);
    return real(c)->EnterInitializationMode(c);
}

static fmi2Status leave(fmi2Component c)
{
    note(CALL_EXIT, c);
    return real(c)->ExitInitializationMode(c);
}

static fmi2Status get_real(fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Real values[])
{
    const fmi2Status status = real(c)->GetReal(c, refs, n, values);
    note_array(CALL_GET, c, refs, n, values);
    return status;
}

static fmi2Status set_real(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Real values[])
{
    note_array(CALL_SET, c, refs, n, values);
    return real(c)->SetReal(c, refs, n, values);
}

/* One by one: integers stand among the references. */
static void note_integers(enum call_kind kind, fmi2Component c, const fmi2ValueReference refs[], size_t n,
                          const int values[])
{
    note(kind, c)->n = (unsigned)n;
    note_refs(refs, n);
    note_refs(values, n);
}

static fmi2Status set_integer(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Integer values[])
{
    note_integers(CALL_SET_INTEGER, c, refs, n, values);
    return real(c)->SetInteger(c, refs, n, values);
}

static fmi2Status set_boolean(fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Boolean values[])
{
    note_integers(CALL_SET_BOOLEAN, c, refs, n, values);
    return real(c)->SetBoolean(c, refs, n, values);
}

static fmi2Status set_derivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                  const fmi2Integer orders[], const fmi2Real values[])
{
    note_array(CALL_SET_DERIVATIVES, c, refs, n, values);
    note_refs(orders, n);
    return real(c)->SetRealInputDerivatives(c, refs, n, orders, values);
}

static fmi2Status get_derivatives(fmi2Component c, const fmi2ValueReference refs[], size_t n,
                                  const fmi2Integer orders[], fmi2Real values[])
{
    const fmi2Status status = real(c)->GetRealOutputDerivatives(c, refs, n, orders, values);
    note_array(CALL_GET_DERIVATIVES, c, refs, n, values);
    note_refs(orders, n);
    return status;
}

static fmi2Status directional(fmi2Component c, const fmi2ValueReference unknowns[], size_t n,
                              const fmi2ValueReference knowns[], size_t n_knowns, const fmi2Real seed[],
                              fmi2Real result[])
{
    const fmi2Status status = real(c)->GetDirectionalDerivative(c, unknowns, n, knowns, n_knowns, seed, result);
    struct call *call = note(CALL_DIRECTIONAL, c);
    call->n = (unsigned)n;
    call->n_knowns = (unsigned)n_knowns;
    note_refs(unknowns, n);
    note_refs(knowns, n_knowns);
    note_values(seed, n_knowns);
    note_values(result, n);
    return status;
}

static fmi2Status do_step(fmi2Component c, fmi2Real t, fmi2Real length, fmi2Boolean no_way_back)
{
    struct call *call = note(CALL_STEP, c);
    call->t = t;
    call->length = length;
    call->n = no_way_back != fmi2False;
    return real(c)->DoStep(c, t, length, no_way_back);
}

/* Which place a state has; there is one more for all that do not fit, and the tape is full then. */
static unsigned place_of(fmi2FMUstate state)
{
    unsigned k = 0;
    while (k < TAPE_STATES && tape->states[k] != state)
        k++;
    tape->is_full = tape->is_full || k == TAPE_STATES;
    return k < TAPE_STATES ? k : 0;
}

static fmi2Status get_state(fmi2Component c, fmi2FMUstate *state)
{
    const unsigned place = place_of(*state); /* NULL: a free one */
    const fmi2Status status = real(c)->GetFMUstate(c, state);
    tape->states[place] = *state;
    tape->owners[place] = whose(c);
    note(CALL_GET_STATE, c)->n = place;
    return status;
}

static fmi2Status set_state(fmi2Component c, fmi2FMUstate state)
{
    note(CALL_SET_STATE, c)->n = place_of(state);
    return real(c)->SetFMUstate(c, state);
}

static fmi2Status free_state(fmi2Component c, fmi2FMUstate *state)
{
    const unsigned place = place_of(*state);
    tape->states[place] = NULL;
    note(CALL_FREE_STATE, c)->n = place;
    return real(c)->FreeFMUstate(c, state);
}

struct call_tape *call_tape_record(struct instance *const *instances, size_t n, struct error *error)
{
    struct call_tape *t = calloc(1, sizeof *t);
    if (!t || n > TAPE_INSTANCES) {
        error_raise(error, ERROR_NO_MEMORY, "recording calls");
        free(t);
        return NULL;
    }
    t->n = n;
    for (size_t i = 0; i < n; i++) {
        t->instances[i] = instances[i];
        t->real[i] = instances[i]->functions;
        t->recording[i] = (struct functions){.SetupExperiment = setup,
                                             .EnterInitializationMode = enter,
                                             .ExitInitializationMode = leave,
                                             .Terminate = t->real[i]->Terminate,
                                             .FreeInstance = t->real[i]->FreeInstance,
                                             .GetReal = get_real,
                                             .SetReal = set_real,
                                             .SetInteger = set_integer,
                                             .SetBoolean = set_boolean,
                                             .SetRealInputDerivatives = set_derivatives,
                                             .GetRealOutputDerivatives = get_derivatives,
                                             .GetDirectionalDerivative = directional,
                                             .DoStep = do_step,
                                             .GetFMUstate = get_state,
                                             .SetFMUstate = set_state,
                                             .FreeFMUstate = free_state};
        instances[i]->functions = &t->recording[i];
    }
    tape = t;
    return t;
}

void call_tape_mark(struct call_tape *t)
{
    t->mark = t->n_calls;
}

bool call_tape_stop(struct call_tape *t, struct error *error)
{
    for (size_t i = 0; i < t->n; i++)
        t->instances[i]->functions = t->real[i];
    tape = NULL;
    return !t->is_full || error_raise(error, ERROR_NO_MEMORY, "recording calls");
}

void call_tape_close(struct call_tape *t)
{
    if (!t)
        return;
    free(t->calls);
    free(t->refs);
    free(t->values);
    free(t);
}

/* ---- replaying ---- */

/* What is read goes to `read`. */
static fmi2Status make(const struct call_tape *t, const struct call *c, const struct instance *i, double *read,
                       fmi2FMUstate *states)
{
    const struct functions *f = i->functions;
    const fmi2Component component = i->component;
    const unsigned *const refs = t->refs + c->refs;
    const double *const values = t->values + c->values;
    switch (c->kind) {
    case CALL_SETUP:
        return f->SetupExperiment(component, c->n & 1, values[0], c->t, (c->n & 2) / 2, c->length);
    case CALL_ENTER:
        return f->EnterInitializationMode(component);
    case CALL_EXIT:
        return f->ExitInitializationMode(component);
    case CALL_GET:
        return f->GetReal(component, refs, c->n, read);
    case CALL_SET:
        return f->SetReal(component, refs, c->n, values);
    case CALL_SET_INTEGER:
        return f->SetInteger(component, refs, c->n, (const int *)refs + c->n);
    case CALL_SET_BOOLEAN:
        return f->SetBoolean(component, refs, c->n, (const int *)refs + c->n);
    case CALL_SET_DERIVATIVES:
        return f->SetRealInputDerivatives(component, refs, c->n, (const int *)refs + c->n, values);
    case CALL_GET_DERIVATIVES:
        return f->GetRealOutputDerivatives(component, refs, c->n, (const int *)refs + c->n, read);
    case CALL_DIRECTIONAL:
        return f->GetDirectionalDerivative(component, refs, c->n, refs + c->n, c->n_knowns, values, read);
    case CALL_STEP:
        return f->DoStep(component, c->t, c->length, c->n != 0);
    case CALL_GET_STATE:
        return f->GetFMUstate(component, &states[c->n]);
    case CALL_SET_STATE:
        return f->SetFMUstate(component, states[c->n]);
    case CALL_FREE_STATE:
        return f->FreeFMUstate(component, &states[c->n]);
    }
    return fmi2Error;
}

static bool is_the_same(const struct call_tape *t, const struct call *c, const double *read)
{
    if (c->kind != CALL_GET && c->kind != CALL_GET_DERIVATIVES && c->kind != CALL_DIRECTIONAL)
        return true;
    return memcmp(read, t->values + c->values + c->n_knowns, c->n * sizeof *read) == 0;
}

static bool make_all(const struct call_tape *t, struct instance *const *instances, bool compare, double *cpu_s,
                     fmi2FMUstate *states, struct error *error)
{
    double read[TAPE_WIDTH], begin = 0;
    for (size_t k = 0; k < t->n_calls; k++) {
        if (k == t->mark)
            begin = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        const struct call *c = &t->calls[k];
        if (c->n > TAPE_WIDTH || make(t, c, instances[c->who], read, states) != fmi2OK)
            return overhead_fail(error, "a call cannot be made again");
        if (compare && !is_the_same(t, c, read))
            return overhead_fail(error, "calls that are made again do not give the same");
    }
    *cpu_s = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    return true;
}

bool call_tape_replay(const struct call_tape *t, struct instance *const *instances, bool compare, double *cpu_s,
                      struct error *error)
{
    fmi2FMUstate states[TAPE_STATES] = {0};
    for (size_t k = 0; k < t->n; k++)
        if (!instance_reset(instances[k], error))
            return false;
    const bool ok = make_all(t, instances, compare, cpu_s, states, error);
    for (size_t k = 0; k < TAPE_STATES; k++) /* that the run has kept to its end */
        if (states[k])
            instance_free_state(instances[t->owners[k]], &states[k], NULL);
    return ok;
}
