/* Opens systems and runs for tests of the probe. */
#ifndef PASO_TEST_RUNNING_H
#define PASO_TEST_RUNNING_H

#include "linearize/linearizer.h"
#include "tests/testing.h"

#define LIM BUILD_DIR "/systems/lim-manipulator.ssp"

#define assert_ok(call)                                                                                                \
    do {                                                                                                               \
        struct error error = {0};                                                                                      \
        if (!(call) || error_is_set(&error))                                                                           \
            fail_msg("%s: %s", #call, error.text);                                                                     \
    } while (0)

struct running {
    struct system *system;
    struct run *run;
    struct linearizer *linearizer;
};

/* `sets` ends with NULL. */
static inline struct system *open_system(const char *path, const char *const *sets)
{
    struct error error = {0};
    const struct system_options options = system_options_default();
    struct system *s = system_open(path, &options, &error);
    if (!s)
        fail_msg("%s", error.text);
    for (; sets && *sets; sets++)
        if (!system_set(s, *sets, &error))
            fail_msg("%s", error.text);
    return s;
}

/* Takes the system over; without options the default ones. */
static inline struct running start_running_of(struct system *system, const struct run_options *options,
                                              enum probe_method method)
{
    struct error error = {0};
    struct running r = {.system = system};
    const struct run_options defaults = run_options_default();
    r.run = run_open(r.system, options ? options : &defaults, &error);
    if (!r.run || !run_initialize(r.run, &error))
        fail_msg("%s", error.text);
    r.linearizer = linearizer_open(r.run, method, &error);
    if (!r.linearizer)
        fail_msg("%s", error.text);
    return r;
}

static inline struct running start_running(const char *path, const char *const *sets, const struct run_options *options,
                                           enum probe_method method)
{
    return start_running_of(open_system(path, sets), options, method);
}

static inline void stop_running(struct running *r)
{
    linearizer_close(r->linearizer);
    run_close(r->run);
    system_close(r->system);
}

#endif
