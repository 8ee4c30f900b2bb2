#include "export/mode_shape.h"

#include "export/export_messages.h"
#include "linearize/spectrum.h"
#include "monolithic/composite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the whole system as one model ---- */

struct whole {
    struct composite_part *parts;
    struct composite_connection *links;
    char **names;
    size_t n_names;
    struct composite *composite;
};

static void whole_close(struct whole *w)
{
    composite_close(w->composite);
    for (size_t i = 0; i < w->n_names; i++)
        free(w->names[i]);
    free(w->names);
    free(w->links);
    free(w->parts);
}

static const char *keep(struct whole *w, const struct subject_part *part, const char *variable)
{
    char *text = NULL;
    if (asprintf(&text, "%s.%s", part->name, variable) < 0)
        return NULL;
    return w->names[w->n_names++] = text;
}

static bool whole_open(struct whole *w, const struct subject *s, struct error *error)
{
    struct model_report report = {""};
    *w = (struct whole){.parts = calloc(s->n_parts + 1, sizeof *w->parts),
                        .links = calloc(s->n_links + 1, sizeof *w->links),
                        .names = calloc(2 * s->n_links + 1, sizeof *w->names)};
    bool good = w->parts && w->links && w->names;
    for (size_t i = 0; good && i < s->n_parts; i++) {
        if (!s->parts[i].has_model)
            return error_raise(error, ERROR_SHOW_MODE_PART, s->path, s->parts[i].name);
        w->parts[i] = (struct composite_part){s->parts[i].name, s->parts[i].model.type};
    }
    for (size_t i = 0; good && i < s->n_links; i++) {
        const struct subject_link *l = &s->links[i];
        w->links[i].from = keep(w, &s->parts[l->from_part], l->from);
        w->links[i].to = keep(w, &s->parts[l->to_part], l->to);
        good = w->links[i].from && w->links[i].to;
    }
    if (!good)
        return error_raise(error, ERROR_NO_MEMORY, "linearizing a system");
    w->composite = composite_open("system", w->parts, s->n_parts, w->links, s->n_links, &report);
    return w->composite || error_raise(error, ERROR_SHOW_MODEL, s->path, report.text);
}

/* ---- its linear equations at the start ---- */

static bool differentiate(const struct model_instance *live, struct state_space *s, struct model_report *report)
{
    const size_t n = live->layout.count[MODEL_STATE];
    double complex *workspace = calloc(model_workspace_size(&live->layout) + 1, sizeof *workspace);
    double *along = calloc(n + 1, sizeof *along);
    bool good = (workspace && along) || model_fail(report, "out of memory");
    for (size_t j = 0; good && j < n; j++) {
        along[j] = 1;
        good = model_differentiate(live->type, &live->layout,
                                   (struct model_point){live->constants, live->scratch, 0, live->m, live->x, live->u},
                                   (struct model_direction){.x = along},
                                   (struct model_change){.rates = &MATRIX_AT(s->A, 0, j)}, workspace, report);
        along[j] = 0;
    }
    free(along);
    free(workspace);
    return good;
}

static bool linearize(const struct model_type *type, const char *path, struct state_space *s, struct error *error)
{
    struct model_instance live;
    struct model_report report = {""};
    if (!model_instance_open(&live, type, &report))
        return error_raise(error, ERROR_SHOW_MODEL, path, report.text);
    const struct model_variable *states = type->variables + live.layout.first[MODEL_STATE];
    const size_t n = live.layout.count[MODEL_STATE];
    bool good = state_space_open(s, n, 0, 0, error);
    for (size_t i = 0; good && i < n; i++) {
        s->states.names[i] = states[i].name;
        s->states.nominals[i] = states[i].nominal;
    }
    if (good && !(model_instance_initialize(&live, 0, &report) && differentiate(&live, s, &report)))
        good = error_raise(error, ERROR_SHOW_MODEL, path, report.text);
    model_instance_close(&live);
    return good;
}

/* ---- its oscillations, the slowest first ---- */

static bool oscillates(double complex value)
{
    return cimag(value) > 0;
}

/* The mode with so many slower ones; the number of all oscillations in *count. */
static size_t find_mode(const struct spectrum *s, size_t number, size_t *count)
{
    size_t found = s->n;
    *count = 0;
    for (size_t k = 0; k < s->n; k++) {
        size_t slower = 0;
        for (size_t i = 0; i < s->n; i++)
            slower += oscillates(s->values[i]) &&
                      (cabs(s->values[i]) < cabs(s->values[k]) || (i < k && cabs(s->values[i]) == cabs(s->values[k])));
        *count += oscillates(s->values[k]);
        if (oscillates(s->values[k]) && slower + 1 == number)
            found = k;
    }
    return found;
}

static size_t find_state(const struct signals *states, const char *part, const char *name)
{
    const size_t n = strlen(part);
    for (size_t i = 0; i < states->n; i++)
        if (n == 0 ? strcmp(states->names[i], name) == 0
                   : strncmp(states->names[i], part, n) == 0 && states->names[i][n] == '.' &&
                         strcmp(states->names[i] + n + 1, name) == 0)
            return i;
    return states->n;
}

/* The positions' part of an eigenvector, turned so that as much as possible is real. */
static bool take_shape(struct mode_shape *mode, const struct stage *stage, const char *part,
                       const struct signals *states, const double complex *vector)
{
    double complex square = 0;
    double largest = 0;
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i + stage->n_charts < stage->n_positions; i++) {
            const size_t at = find_state(states, part, stage_position_name(stage, i));
            if (at == states->n)
                return false;
            const double complex value = pass ? vector[at] * cexp(-I * carg(square) / 2) : vector[at];
            square += pass ? 0 : value * value;
            largest = fmax(largest, pass == 1 ? fabs(creal(value)) : 0);
            if (pass == 2) {
                mode->real[i] = creal(value) / largest;
                mode->imag[i] = cimag(value) / largest;
            }
        }
    return largest > 0;
}

static bool take_mode(struct mode_shape *mode, const struct subject *s, const struct stage *stage,
                      const struct state_space *space, struct error *error)
{
    struct modes modes;
    if (!modes_open(&modes, space, error))
        return false;
    const size_t k = find_mode(&modes.spectrum, mode->number, &mode->of);
    bool good = k < modes.spectrum.n ||
                error_raise(error, ERROR_SHOW_NO_MODE, s->path, TEXT("%zu", mode->number), TEXT("%zu", mode->of));
    if (good) {
        const struct mode values = modes_get(&modes, k);
        mode->frequency = values.frequency / (2 * acos(-1));
        mode->damping = values.damping;
        const char *part = subject_is_system(s) ? s->shown->name : "";
        good = take_shape(mode, stage, part, &space->states, modes.spectrum.right + k * modes.spectrum.n) ||
               error_raise(error, ERROR_SHOW_MODE_STILL, s->path, TEXT("%zu", mode->number),
                           TEXT("%.4g", mode->frequency));
    }
    modes_close(&modes);
    return good;
}

bool mode_shape_find(struct mode_shape *mode, const struct subject *subject, const struct stage *stage, size_t number,
                     struct error *error)
{
    struct whole whole = {0};
    struct state_space space = {0};
    *mode = (struct mode_shape){.number = number,
                                .real = calloc(stage->n_positions + 1, sizeof *mode->real),
                                .imag = calloc(stage->n_positions + 1, sizeof *mode->imag)};
    bool good = (mode->real && mode->imag) || error_raise(error, ERROR_NO_MEMORY, "drawing a mode");
    const struct model_type *type = subject->shown->model.type;
    if (good && subject_is_system(subject)) {
        good = whole_open(&whole, subject, error);
        type = good ? composite_type(whole.composite) : NULL;
    }
    good = good && linearize(type, subject->path, &space, error) && take_mode(mode, subject, stage, &space, error);
    state_space_close(&space);
    whole_close(&whole);
    if (!good)
        mode_shape_free(mode);
    return good;
}

void mode_shape_free(struct mode_shape *mode)
{
    free(mode->real);
    free(mode->imag);
    *mode = (struct mode_shape){0};
}
