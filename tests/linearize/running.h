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
    struct starts *starts;
    struct run *run;
    struct linearizer *linearizer;
};

static inline struct system *open_system(const char *path)
{
    struct error error = {0};
    const struct system_options options = system_options_default();
    struct system *s = system_open(path, &options, &error);
    if (!s)
        fail_msg("%s", error.text);
    return s;
}

/* `sets` ends with NULL. */
static inline struct starts *open_starts(const struct system *system, const char *const *sets)
{
    struct error error = {0};
    struct starts *starts = starts_open(system, &error);
    if (!starts)
        fail_msg("%s", error.text);
    for (; sets && *sets; sets++)
        if (!starts_set(starts, *sets, &error))
            fail_msg("%s", error.text);
    return starts;
}

/* Without options the default ones. */
static inline struct running start_running(const char *path, const char *const *sets, const struct run_options *options,
                                           enum probe_method method)
{
    struct error error = {0};
    struct running r = {.system = open_system(path)};
    r.starts = open_starts(r.system, sets);
    struct run_options used = options ? *options : run_options_default();
    used.starts = r.starts;
    r.run = run_open(r.system, &used, &error);
    if (!r.run || !run_initialize(r.run, &error))
        fail_msg("%s", error.text);
    r.linearizer = linearizer_open(r.run, method, &error);
    if (!r.linearizer)
        fail_msg("%s", error.text);
    return r;
}

static inline void stop_running(struct running *r)
{
    linearizer_close(r->linearizer);
    run_close(r->run);
    starts_close(r->starts);
    system_close(r->system);
}

#endif
