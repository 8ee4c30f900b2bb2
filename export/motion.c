#include "export/bending.h"
#include "export/export_messages.h"
#include "export/motion_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lengths at which the pistons sit at their ends: given, or by the start. */
static bool find_pistons(struct motion *m)
{
    const size_t n = m->scene.mechanism->n_actuators;
    m->pistons = calloc(n + 1, sizeof *m->pistons);
    for (size_t i = 0; m->pistons && i < n; i++) {
        const struct subject_cylinder *c = &m->subject->cylinders[i];
        double s, ds;
        engine_actuator_real(m->stage.engine, i, NULL, &s, &ds, NULL);
        m->pistons[i][0] = c->stroke;
        m->pistons[i][1] = isfinite(c->retracted_length) ? c->retracted_length : s - c->start_length;
    }
    return m->pistons != NULL;
}

bool motion_open(struct motion *m, const struct subject *subject, const struct motion_options *options,
                 struct error *error)
{
    const struct mechanism_file *file = subject_mechanism(subject);
    struct model_report report = {""};
    *m = (struct motion){.subject = subject, .bending = options->bending > 0 ? options->bending : 1};
    bool good = (stage_open(&m->stage, file, &report) && scene_make(&m->scene, file, &report)) ||
                error_raise(error, ERROR_SHOW_MODEL, subject->path, report.text);
    good = good && (find_pistons(m) || error_raise(error, ERROR_NO_MEMORY, "drawing a mechanism"));
    for (size_t i = 0; good && i < options->n_results; i++) {
        if (i > 0) { /* each begins at the start */
            stage_close(&m->stage);
            good = stage_open(&m->stage, file, &report) ||
                   error_raise(error, ERROR_SHOW_MODEL, subject->path, report.text);
        }
        good = good && motion_run_read(m, options->results[i], options, error);
    }
    if (good && options->n_results == 0)
        good = options->mode > 0 ? motion_swing(m, options->mode, error) : motion_run_start(m, error);
    if (good) {
        motion_place(m, 0);
        return true;
    }
    motion_close(m);
    return false;
}

void motion_close(struct motion *m)
{
    for (size_t i = 0; i < m->n_runs; i++) {
        struct motion_run *run = &m->runs[i];
        for (size_t k = 0; k < run->n_series; k++) {
            free(run->series[k].name);
            free(run->series[k].values);
        }
        free(run->series);
        free(run->times);
        free(run->bodies);
        free(run->loads);
        free(run->pressures);
    }
    for (size_t i = 0; i < m->n_notes; i++)
        free(m->notes[i].text);
    free(m->caption);
    free(m->pistons);
    scene_free(&m->scene);
    if (m->stage.file)
        stage_close(&m->stage);
    *m = (struct motion){0};
}

void motion_note(struct motion *m, char *text, bool is_warning)
{
    if (text && m->n_notes < sizeof m->notes / sizeof *m->notes)
        m->notes[m->n_notes++] = (struct motion_note){text, is_warning};
    else
        free(text);
}

size_t motion_nearest(const struct motion *m, double time)
{
    const struct motion_run *run = &m->runs[0];
    size_t best = 0;
    for (size_t i = 1; i < run->n; i++)
        if (fabs(run->times[i] - time) < fabs(run->times[best] - time))
            best = i;
    return best;
}

void motion_place(struct motion *m, size_t frame)
{
    scene_place(&m->scene, m->runs[0].bodies + frame * m->scene.mechanism->n_bodies * FRAME_VALUES);
}

bool motion_place_bent(struct motion *m, size_t frame)
{
    const size_t n = m->scene.mechanism->n_bodies * FRAME_VALUES;
    double *drawn = calloc(n + 1, sizeof *drawn);
    if (!drawn)
        return false;
    bending_enlarge(m->scene.mechanism, m->bending, m->runs[0].bodies + frame * n, drawn);
    scene_place(&m->scene, drawn);
    free(drawn);
    return true;
}

bool motion_rest(const struct motion *m, struct scene *rest, struct model_report *report)
{
    if (!scene_make(rest, m->stage.file, report))
        return false;
    scene_place(rest, m->runs[1].bodies);
    return true;
}
