/* From a point of operation to a gain and an FMU. */
#include "estimate/observer.h"

#include "estimate/estimate_messages.h"
#include "estimate/riccati.h"
#include "export/export_task.h"
#include "fmi/units.h"
#include "master/base/json.h"
#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/import/temporary.h"
#include "numerics/exponential.h"
#include "numerics/noise_integral.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "making an observer");
}

static bool find_period(struct observer *o, struct error *error)
{
    const struct filter_sensor *sensors = o->filter->sensors;
    for (size_t i = 0; i < o->m; i++)
        if (!(sensors[i].rate > 0) || sensors[i].rate != sensors[0].rate)
            return error_raise(error, ERROR_ESTIMATE_RATES, sensors[i].name);
    o->period = 1 / sensors[0].rate;
    return true;
}

static bool check_noise(const struct observer *o, struct error *error)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->filter->states[i].noise_per_step > 0)
            return error_raise(error, ERROR_ESTIMATE_OBSERVER_STEPS, o->filter->states[i].name);
    return true;
}

static bool take_room(struct observer *o, struct error *error)
{
    const size_t n = o->n, m = o->m, w = o->n_inputs;
    double *numbers = ARENA_TAKE(&o->arena, n * n + 2 * n * m + (n + m) * w + 3 * n + m + w + 1, double);
    o->inputs = ARENA_TAKE(&o->arena, w + 1, const char *);
    o->state_units = ARENA_TAKE(&o->arena, n + m + w + 1, const char *);
    if (!numbers || !o->inputs || !o->state_units)
        return no_memory(error);
    o->transition = numbers;
    o->gain = o->transition + n * n;
    o->sensing = o->gain + n * m;
    o->drive = o->sensing + n * m;
    o->feedthrough = o->drive + n * w;
    o->drift = o->feedthrough + m * w;
    o->deviations = o->drift + n;
    o->x_0 = o->deviations + n;
    o->y_0 = o->x_0 + n;
    o->w_0 = o->y_0 + m;
    o->sensor_units = o->state_units + n;
    o->input_units = o->sensor_units + m;
    return true;
}

static const char *known_unit(const char *name)
{
    return name && unit_find(name) ? name : "";
}

static void find_units(struct observer *o, const struct machine *machine)
{
    for (size_t i = 0; i < o->n; i++)
        o->state_units[i] = known_unit(o->filter->states[i].unit);
    for (size_t i = 0; i < o->m; i++)
        o->sensor_units[i] = known_unit(o->filter->sensors[i].unit);
    const struct system *system = run_system(machine->run);
    for (size_t i = 0; i < o->n_inputs; i++) {
        struct port port; /* a connector of a system is none */
        o->input_units[i] =
            system_find_port(system, o->inputs[i], &port, NULL) ? known_unit(system_unit(system, port)) : "";
    }
}

/* An innovation of one sigma moves no state by anything that its error could be seen by: all that is left is rounding of the Riccati equation. */
static bool check_gain(const struct observer *o, const double *scales, const double *sigmas, struct error *error)
{
    static const double rounding = 1e-12;
    for (size_t i = 0; i < o->n; i++)
        for (size_t k = 0; k < o->m; k++)
            if (fabs(o->gain[i + k * o->n]) * sigmas[k] > rounding * scales[i])
                return true;
    return error_raise(error, ERROR_ESTIMATE_NO_GAIN, TEXT("%g", o->time));
}

/* Gain and deviations of the filter, with its own idea of errors (walks). */
static bool settle(struct observer *o, const struct machine *machine, struct error *error)
{
    const size_t n = o->n, nn = n * n, m = o->m;
    double *room = ARENA_TAKE(&o->arena, 4 * nn + noise_integral_room(n) + 2 * n + m + 1, double);
    if (!room)
        return no_memory(error);
    double *noise = room, *phi = noise + nn, *q = phi + nn, *p = q + nn, *scales = p + nn, *sigmas = scales + n;
    for (size_t i = 0; i < n; i++) {
        const struct filter_state *state = &o->filter->states[i];
        noise[i + i * n] = state->noise * state->noise;
        scales[i] = filter_state_scale(state);
    }
    for (size_t i = 0; i < m; i++)
        sigmas[i] = o->filter->sensors[i].sigma;
    if (!noise_integral(n, machine->a, noise, o->period, phi, q, sigmas + m))
        return error_raise(error, ERROR_ESTIMATE_NOT_FINITE, TEXT("%.9g", o->time),
                           "the model's linearization over a step is too large");
    memcpy(o->sensing, machine->c, n * m * sizeof *o->sensing);
    const struct riccati riccati = {n, m, phi, q, o->sensing, sigmas, scales};
    if (!riccati_solve(&riccati, p, o->gain, &o->radius, error) || !check_gain(o, scales, sigmas, error))
        return false;
    for (size_t i = 0; i < n; i++) {
        double variance = p[i + i * n]; /* P - K C P */
        for (size_t k = 0; k < m; k++)
            for (size_t j = 0; j < n; j++)
                variance -= o->gain[i + k * n] * o->sensing[k + j * m] * p[j + i * n];
        o->deviations[i] = sqrt(fmax(0, variance));
    }
    return true;
}

/* The model itself over a period, around the point: exp(A h), and h phi_1(A h) of what drives it. */
static bool step_model(struct observer *o, const struct machine *machine, struct error *error)
{
    const size_t n = o->n, w = o->n_inputs;
    double *room = ARENA_TAKE(&o->arena, 2 * n * n + n * w + n + exponential_room(n) + 1, double);
    if (!room)
        return no_memory(error);
    double *a = room, *phi_1 = a + n * n, *b = phi_1 + n * n, *rates = b + n * w;
    machine_get_model(machine, a, b, o->feedthrough, rates);
    for (size_t i = 0; i < n * n; i++)
        a[i] *= o->period;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += rates[i] - rates[i];
    if (!exponential_phi(n, a, 1, (double *const[]){o->transition, phi_1}, rates + n) || sum != 0)
        return error_raise(error, ERROR_ESTIMATE_NOT_FINITE, TEXT("%.9g", o->time),
                           "the model's linearization over a step is too large");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const double factor = o->period * phi_1[i + k * n];
            o->drift[i] += factor * rates[k];
            for (size_t j = 0; j < w; j++)
                o->drive[i + j * n] += factor * b[k + j * n];
        }
    return true;
}

bool observer_make(struct observer *o, struct machine *machine, const struct filter_file *filter, struct error *error)
{
    *o = (struct observer){.filter = filter,
                           .time = run_time(machine->run),
                           .n = filter->n_states,
                           .m = filter->n_sensors,
                           .n_inputs = machine_input_count(machine)};
    if (!find_period(o, error) || !check_noise(o, error) || !take_room(o, error) || !machine_linearize(machine, error))
        return false;
    machine_tell_method(machine);
    machine_get_inputs(machine, o->inputs, o->w_0);
    find_units(o, machine);
    return machine_read_states(machine, o->x_0, error) && machine_read_sensors(machine, o->y_0, error) &&
           settle(o, machine, error) && step_model(o, machine, error);
}

void observer_free(struct observer *o)
{
    arena_free(&o->arena);
    *o = (struct observer){0};
}

void observer_print(const struct observer *o, FILE *report)
{
    fprintf(report, "settled at t = %g s, a sample every %g s: the slowest error falls to %.6g in a period\n\n",
            o->time, o->period, o->radius);
    int width = 8;
    for (size_t i = 0; i < o->n; i++)
        width = (int)fmax(width, fmin(60, (double)strlen(o->filter->states[i].name)));
    fprintf(report, "%-*s %12s", width, "state", "deviation");
    for (size_t k = 0; k < o->m; k++)
        fprintf(report, " %18s", PRINTABLE(TEXT("gain %s", o->filter->sensors[k].name)));
    for (size_t i = 0; i < o->n; i++) {
        fprintf(report, "\n%-*s %12.4g", width, PRINTABLE(o->filter->states[i].name), o->deviations[i]);
        for (size_t k = 0; k < o->m; k++)
            fprintf(report, " %18.9g", o->gain[i + k * o->n]);
    }
    fputc('\n', report);
}

/* ---- the document ---- */

static void put_signals(struct json *j, const char *member, const char *before, size_t n, const char *const *names,
                        const char *const *units, const double *at)
{
    json_array(j, member);
    for (size_t i = 0; i < n; i++) {
        json_object(j, NULL);
        char *name;
        if (asprintf(&name, "%s%s", before, names[i]) < 0)
            name = NULL; /* the document is read again, and refused */
        json_string(j, "name", name);
        json_string(j, "unit", units[i]);
        json_number(j, "at", at[i]);
        json_end(j);
        free(name);
    }
    json_end(j);
}

static void put_matrix(struct json *j, const char *member, size_t rows, size_t columns, const double *matrix)
{
    if (rows * columns == 0)
        return;
    json_row(j, member);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            json_number(j, NULL, matrix[i + k * rows]);
    json_end(j);
}

struct document {
    const struct observer *observer;
    char *description;
    const char **states, **sensors;
};

static bool print_document(FILE *file, const void *context)
{
    const struct document *d = context;
    const struct observer *o = d->observer;
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_string(&j, "type", "observer");
    json_string(&j, "name", "Observer");
    json_string(&j, "description", d->description);
    json_number(&j, "period", o->period);
    put_signals(&j, "estimates", "", o->n, d->states, o->state_units, o->x_0);
    put_signals(&j, "measurements", "measured.", o->m, d->sensors, o->sensor_units, o->y_0);
    if (o->n_inputs > 0)
        put_signals(&j, "inputs", "input.", o->n_inputs, o->inputs, o->input_units, o->w_0);
    put_matrix(&j, "transition", o->n, o->n, o->transition);
    put_matrix(&j, "drive", o->n, o->n_inputs, o->drive);
    put_matrix(&j, "drift", o->n, 1, o->drift);
    put_matrix(&j, "sensing", o->m, o->n, o->sensing);
    put_matrix(&j, "feedthrough", o->m, o->n_inputs, o->feedthrough);
    put_matrix(&j, "gain", o->n, o->m, o->gain);
    json_end(&j);
    return json_finish(&j);
}

static bool write_fmu(const struct document *d, const char *path, struct error *error)
{
    char *folder = temporary_create(error), *document = NULL;
    bool good = folder != NULL;
    if (good && asprintf(&document, "%s/observer.json", folder) < 0)
        good = no_memory(error);
    good = good && output_write(document, print_document, d, error) &&
           export_model(document, path, NULL, 0, NULL, NULL, error);
    free(document);
    temporary_remove(folder);
    free(folder);
    return good;
}

bool observer_export(const struct observer *o, const char *system, const char *path, struct error *error)
{
    struct document d = {o, NULL, malloc((o->n + 1) * sizeof *d.states), malloc((o->m + 1) * sizeof *d.sensors)};
    if (asprintf(&d.description, "Observer with a constant gain for %s", system) < 0)
        d.description = NULL;
    for (size_t i = 0; d.states && i < o->n; i++)
        d.states[i] = o->filter->states[i].name;
    for (size_t i = 0; d.sensors && i < o->m; i++)
        d.sensors[i] = o->filter->sensors[i].name;
    const bool good = d.description && d.states && d.sensors ? write_fmu(&d, path, error) : no_memory(error);
    free(d.description);
    free(d.states);
    free(d.sensors);
    return good;
}
