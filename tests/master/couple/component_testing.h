/* Helpers of the component tests. */
#ifndef PASO_COMPONENT_TESTING_H
#define PASO_COMPONENT_TESTING_H

#include "tests/testing.h"

#include "master/couple/component.h"
#include "master/system/starts.h"

#include <stdlib.h>
#include <string.h>

#define FMU(name) BUILD_DIR "/tests/fmus/" name ".fmu"

#define assert_ok(call)                                                                                                \
    do {                                                                                                               \
        struct error error = {0};                                                                                      \
        if (!(call) || error_is_set(&error))                                                                           \
            fail_msg("%s: %s", #call, error.text);                                                                     \
    } while (0)

struct subject {
    struct fmu *fmu;
    struct component *c;
};

static inline struct subject open_subject(const char *path, enum component_interface interface, double tolerance,
                                          unsigned probes)
{
    struct error error = {0};
    struct subject s = {0};
    s.fmu = fmu_open(path, NULL, &error);
    if (!s.fmu)
        fail_msg("%s", error.text);
    struct component_options options = component_options_default();
    options.name = "unit";
    options.interface = interface;
    options.me_relative_tolerance = tolerance;
    options.probes = probes;
    s.c = component_open(s.fmu, &options, &error);
    if (!s.c)
        fail_msg("%s", error.text);
    return s;
}

static inline void close_subject(struct subject s)
{
    component_close(s.c);
    fmu_close(s.fmu);
}

/* As --set does it. */
static inline bool set_start(struct subject s, const char *variable, const char *value, struct error *error)
{
    struct system_component unit = {.name = (char[]){"unit"}, .fmu = s.fmu};
    const struct system system = {.is_single_fmu = true, .components = &unit, .n_components = 1};
    struct starts *starts = starts_open(&system, error);
    const bool set = starts && starts_set_value(starts, variable, value, "--set", error) &&
                     component_set_start(s.c, &starts_of(&system, starts, 0).values[0], error);
    starts_close(starts);
    return set;
}

static inline void initialize(struct subject s)
{
    assert_ok(component_enter_initialization(s.c, &error));
    assert_ok(component_exit_initialization(s.c, &error));
}

static inline unsigned reference(struct subject s, const char *name)
{
    const struct fmi_variable *v = description_find(component_description(s.c), name);
    if (!v)
        fail_msg("no variable %s", name);
    return v->reference;
}

static inline double real(struct subject s, const char *name)
{
    const unsigned r = reference(s, name);
    double value = NAN;
    assert_ok(component_get_real(s.c, &r, 1, &value, &error));
    return value;
}

static inline int integer(struct subject s, const char *name)
{
    const unsigned r = reference(s, name);
    int value = -1;
    assert_ok(component_get_integer(s.c, &r, 1, &value, &error));
    return value;
}

static inline void set_real(struct subject s, const char *name, double value)
{
    const unsigned r = reference(s, name);
    assert_ok(component_set_real(s.c, &r, 1, &value, &error));
}

static inline void step(struct subject s, double t, double H)
{
    struct error error = {0};
    double reached = NAN;
    const enum step_outcome outcome = component_step(s.c, t, H, &reached, &error);
    if (outcome != STEP_DONE)
        fail_msg("t = %g: outcome %d, reached %g: %s", t, (int)outcome, reached, error.text);
    assert_near(reached, t + H, 0);
}

#endif
