/* One run of a study. */
#include "sweep/single.h"

#include "master/files/input_file.h"
#include "master/couple/couple_messages.h"
#include "master/import/signals.h"

#include <stdlib.h>
#include <string.h>

static const double default_call_limit = 60; /* s: one FMU that hangs must not hold a whole sweep */

struct attempt {
    struct run_words words;
    struct input_file *input;
    struct meter meter;
    struct run *run;
};

static bool prepare(struct attempt *a, struct study *s, const struct job *job, bool keep, struct error *error)
{
    if (!plan_read(&s->plan, job, &a->words, error))
        return false;
    struct run_arguments *arguments = &a->words.arguments;
    const char *isolate = arguments->run.isolate;
    const bool is_watched = !signals_are_left_alone() || (isolate && strcmp(isolate, "all") == 0);
    if (arguments->run.isolation.call_limit == 0 && is_watched)
        arguments->run.isolation.call_limit = default_call_limit;
    if (!run_arguments_set_starts(arguments, s->system, error))
        return false;
    if (arguments->input) {
        a->input = input_file_open(arguments->input, s->system, error);
        if (!a->input)
            return false;
        arguments->run.input = input_file_source(a->input);
    }
    a->run = run_open(s->system, &arguments->run, error);
    if (!a->run)
        return false;

    const struct reference *r = &s->references[s->reference_of[job->run]];
    a->meter = (struct meter){
        .variables = &s->variables,
        .outputs = &s->watched,
        .reference = r->is_here ? &r->trajectory : NULL,
        .columns = r->columns,
        .bounds = r->bounds,
        .common_only = s->finest,
        .record = keep || s->measures_outcomes,
        .settling_band = s->measures_outcomes ? s->options.settling_band : 0,
    };
    struct run_observer observer;
    return meter_open(&a->meter, error) &&
           (!meter_observer(&a->meter, &observer) || run_add_observer(a->run, &observer, error));
}

static bool copy_residuals(struct finding *o, const struct run_summary *summary, struct error *error)
{
    o->residuals = calloc(summary->n_powers + 1, sizeof *o->residuals);
    for (size_t i = 0; o->residuals && i < summary->n_powers; i++) {
        o->residuals[i].energy = summary->powers[i].residual;
        o->residuals[i].port = strdup(summary->powers[i].name);
        if (!o->residuals[i].port)
            return error_raise(error, ERROR_NO_MEMORY, "measuring a run");
        o->n_residuals++;
    }
    return o->residuals || error_raise(error, ERROR_NO_MEMORY, "measuring a run");
}

/* A run that the meter has ended is unstable; so is one in which the exchange has met what is no number. */
static void judge(struct attempt *a, struct finding *o, struct error *error)
{
    const struct run_summary summary = run_summary(a->run);
    o->steps = summary.steps;
    o->time = summary.time;
    o->cpu_s = summary.cpu_s;
    o->wall_s = summary.wall_s;
    if (a->meter.unstable) {
        error_clear(error);
        o->status = FINDING_UNSTABLE;
        o->time = a->meter.unstable_at;
        o->message = strdup(a->meter.why);
    } else if (error_is_set(error)) {
        o->status = error->code == ERROR_NOT_FINITE ? FINDING_UNSTABLE : FINDING_FAILED;
        o->message = strdup(error->text);
    } else {
        o->status = summary.status == RUN_TERMINATED ? FINDING_TERMINATED : FINDING_DONE;
        if (copy_residuals(o, &summary, error))
            meter_result(&a->meter, o, error);
    }
}

void single_run(struct study *s, const struct job *job, bool keep_trajectory, struct finding *o)
{
    struct attempt a = {0};
    struct error error = {0};
    *o = (struct finding){0};
    if (prepare(&a, s, job, keep_trajectory, &error)) {
        (void)(run_initialize(a.run, &error) && run_advance(a.run, run_stop_time(a.run), &error) &&
               (a.meter.unstable || run_finish(a.run, &error)));
        judge(&a, o, &error);
    }
    run_close(a.run);
    error_take_late_failure(&error);
    if (o->status == FINDING_DONE && error_is_set(&error))
        finding_fail(o, error.text);
    if (keep_trajectory) {
        o->trajectory = a.meter.kept;
        a.meter.kept = (struct trajectory){0};
    }
    meter_close(&a.meter);
    input_file_close(a.input);
    plan_free_words(&a.words);
}
