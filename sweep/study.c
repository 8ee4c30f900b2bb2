/* The common part of all runs. */
#include "sweep/study.h"
#include "master/system/driven.h"

#include "master/files/input_file.h"
#include "master/options/quantity.h"
#include "master/couple/scheme.h"
#include "master/couple/couple_messages.h"
#include "master/options/options_messages.h"
#include "sweep/sweep_messages.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "preparing a sweep");
}

/* ---- what is watched ---- */

static bool add_watched(struct study *s, const char *name, struct error *error)
{
    struct port port;
    if (!system_find_port(s->system, name, &port, error))
        return false;
    struct port *ports = realloc(s->watched.ports, (s->watched.n + 1) * sizeof *ports);
    if (ports)
        s->watched.ports = ports;
    char **names = realloc(s->watched.names, (s->watched.n + 1) * sizeof *names);
    if (names)
        s->watched.names = names;
    struct bound *limits = realloc(s->limits, (s->watched.n + 1) * sizeof *limits);
    if (limits)
        s->limits = limits;
    char *copy = ports && names && limits ? strdup(name) : NULL;
    if (!copy)
        return no_memory(error);
    s->watched.ports[s->watched.n] = port;
    s->watched.names[s->watched.n] = copy;
    s->limits[s->watched.n++] = (struct bound){-INFINITY, INFINITY};
    return true;
}

/* "NAME.VARIABLE=LOW:HIGH" */
static bool read_bound(struct study *s, const char *text, struct error *error)
{
    const char *equals = strrchr(text, '=');
    struct bound bound;
    const char *end = equals ? range_parse(equals + 1, &bound.lowest, &bound.highest) : NULL;
    if (!end || *end)
        return error_raise(error, ERROR_OPTION_VALUE, "bound", text, "NAME.VARIABLE=LOWEST:HIGHEST");
    char *name = strndup(text, (size_t)(equals - text));
    const bool ok = name ? add_watched(s, name, error) : no_memory(error);
    free(name);
    if (ok)
        s->limits[s->watched.n - 1] = bound;
    return ok;
}

static bool open_watched(struct study *s, struct error *error)
{
    if (!selection_make_real_outputs(&s->watched, s->system, error))
        return false;
    s->limits = malloc((s->watched.n + 1) * sizeof *s->limits);
    if (!s->limits)
        return no_memory(error);
    for (size_t i = 0; i < s->watched.n; i++)
        s->limits[i] = (struct bound){-INFINITY, INFINITY};
    for (size_t i = 0; i < s->options.bounds.n; i++)
        if (!read_bound(s, s->options.bounds.items[i], error))
            return false;
    return true;
}

/* ---- trying values out ---- */

static bool try_value(struct study *s, const struct axis *axis, const char *value, struct error *error)
{
    char *assignment = NULL;
    if (asprintf(&assignment, "%s%s", axis->prefix, value) < 0)
        return no_memory(error);
    struct starts *starts = starts_open(s->system, error);
    const bool ok = starts && starts_set(starts, assignment, error);
    starts_close(starts);
    free(assignment);
    return ok;
}

static bool is_scheme(const char *name)
{
    const char *const *names;
    const size_t n = scheme_names(&names);
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool check_scheme(const char *name, struct error *error)
{
    const char *const *names;
    const size_t n = scheme_names(&names);
    const char *nearest = error_nearest(name, names, n);
    return is_scheme(name) || error_raise(error, ERROR_RUN_SCHEME, name, nearest ? nearest : names[0]);
}

/* Every value of every list, once; and the options of every run, by the table of `paso run`. */
static bool check_values(struct study *s, struct error *error)
{
    const struct plan *plan = &s->plan;
    for (size_t a = 0; a < plan->n_axes; a++)
        for (size_t i = 0; i < plan->axes[a].values.n; i++) {
            const char *value = plan->axes[a].values.items[i];
            const bool is_set = strcmp(plan->axes[a].option, "set") == 0;
            if (is_set && !try_value(s, &plan->axes[a], value, error))
                return false;
            if (strcmp(plan->axes[a].option, "scheme") == 0 && !check_scheme(value, error))
                return false;
        }
    /* Runs differ only in values of axes: one run per value has them all. */
    for (size_t a = 0, stride = plan->n_runs; a < plan->n_axes; a++) {
        stride = plan->zip ? 1 : stride / plan->axes[a].values.n;
        for (size_t i = 0; i < plan->axes[a].values.n; i++) {
            struct run_words words;
            const struct job job = {.run = i * stride};
            bool ok = plan_read(plan, &job, &words, error);
            if (ok && words.arguments.has_interface && !s->system->is_single_fmu)
                ok = error_raise(error, ERROR_OPTION_INTERFACE_OF_SYSTEM, s->system->path);
            plan_free_words(&words);
            if (!ok)
                return false;
        }
    }
    return true;
}

/* ---- identity ---- */

static bool digest_system(struct study *s, struct digest *d, struct error *error)
{
    const struct system *system = s->system;
    digest_text(d, PASO_VERSION);
    if (!digest_file(d, system->path, error))
        return false;
    for (size_t i = 0; i < system->n_fmus; i++) /* what was inside of a package has no file any more, and needs none */
        if (access(fmu_path(system->fmus[i]), F_OK) == 0 && !digest_file(d, fmu_path(system->fmus[i]), error))
            return false;
    for (size_t c = 0; c < system->n_components; c++) { /* parameters may come from further files */
        digest_text(d, system->components[c].name);
        const struct start_list starts = system->components[c].starts;
        for (size_t i = 0; i < starts.n; i++) {
            const struct port port = {c, starts.values[i].variable};
            digest_number(d, (double)port.variable);
            digest_text(d, start_value_text(system_variable(system, port), &starts.values[i], (char[32]){0}));
        }
    }
    return true;
}

static bool make_digest(struct study *s, struct error *error)
{
    struct digest d;
    digest_begin(&d);
    if (!digest_system(s, &d, error))
        return false;
    for (size_t i = 0; i + 1 < s->plan.fixed.n; i++)
        if (strcmp(s->plan.fixed.items[i], "--input") == 0 && !digest_file(&d, s->plan.fixed.items[i + 1], error))
            return false;
    for (size_t i = 0; i < s->options.bounds.n; i++)
        digest_text(&d, s->options.bounds.items[i]);
    digest_end(&d, s->digest);
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Options in the order of their names: how a command line was written does not matter; nor does an order where the scheme has none. */
static bool digest_options(const struct run_words *w, struct digest *d, struct error *error)
{
    const struct scheme *scheme = scheme_find(w->arguments.run.scheme);
    const bool has_order = !scheme || scheme->one_by_one;
    char **pairs = calloc(w->n + 1, sizeof *pairs);
    size_t n = 0;
    bool ok = pairs != NULL;
    for (size_t i = 0; i < w->n && ok;) {
        const bool has_value = i + 1 < w->n && strncmp(w->words[i + 1], "--", 2) != 0;
        if (has_order || strcmp(w->words[i], "--order") != 0)
            ok = asprintf(&pairs[n++], "%s %s", w->words[i], has_value ? w->words[i + 1] : "") >= 0;
        i += has_value ? 2 : 1;
    }
    if (ok) {
        qsort(pairs, n, sizeof *pairs, by_text);
        for (size_t i = 0; i < n; i++)
            digest_text(d, pairs[i]);
    }
    for (size_t i = 0; i < n && pairs; i++)
        free(pairs[i]);
    free(pairs);
    return ok || no_memory(error);
}

bool study_key(const struct study *s, const struct job *job, char key[DIGEST_SIZE], struct error *error)
{
    struct run_words words;
    struct digest d;
    digest_begin(&d);
    digest_text(&d, s->digest);
    const bool ok = plan_read(&s->plan, job, &words, error) && digest_options(&words, &d, error);
    plan_free_words(&words);
    digest_text(&d, s->references[s->reference_of[job->run]].digest);
    for (size_t i = 0; i < s->variables.n; i++)
        digest_text(&d, s->variables.names[i]);
    if (s->measures_outcomes)
        digest_number(&d, s->options.settling_band);
    digest_end(&d, key);
    return ok;
}

/* ---- opening ---- */

bool study_open(struct study *s, const char *path, struct plan *plan, const struct study_options *options,
                struct error *error)
{
    *s = (struct study){.plan = *plan, .options = *options};
    *plan = (struct plan){0};
    struct run_words words;
    if (!plan_read(&s->plan, &(struct job){0}, &words, error)) {
        plan_free_words(&words);
        return false;
    }
    struct system_options system_options = system_options_default();
    system_options.isolate = words.arguments.run.isolate;
    system_options.isolation = words.arguments.run.isolation;
    s->system = system_open(path, &system_options, error);
    plan_free_words(&words);
    if (!s->system || !check_values(s, error))
        return false;
    if (!s->system->is_single_fmu)
        system_warn_of_open_inputs(s->system, NULL);
    return make_digest(s, error) && open_watched(s, error) && study_open_references(s, error);
}

void study_close(struct study *s)
{
    for (size_t i = 0; i < s->n_references; i++) {
        free(s->references[i].source);
        free(s->references[i].columns);
        free(s->references[i].bounds);
        free(s->references[i].errors);
        trajectory_free(&s->references[i].trajectory);
    }
    free(s->references);
    free(s->reference_of);
    free(s->limits);
    selection_free(&s->variables);
    selection_free(&s->watched);
    system_close(s->system);
    plan_free(&s->plan);
    *s = (struct study){0};
}
