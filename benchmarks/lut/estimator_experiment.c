/* The four-bar of Publication II with sensors. */
#include "benchmarks/lut/estimator_experiment.h"

#include "benchmarks/bench/simulation.h"
#include "estimate/noise.h"
#include "estimate/simulate.h"

#include <stdlib.h>
#include <string.h>

enum { N_STATES = EXPERIMENT_STATES };

const struct filter_sensor experiment_sensors[N_STATES] = {
    {.name = "z1", .output = "multibody.z1", .sigma = 0.005},
    {.name = "dz1", .output = "multibody.dz1", .sigma = 0.001},
    {.name = "p1", .output = "hydraulics.V1.p", .sigma = 5e4},
    {.name = "p2", .output = "hydraulics.V2.p", .sigma = 5e4},
    {.name = "p3", .output = "hydraulics.V3.p", .sigma = 5e4},
};
/* Crank's angle, crank's rate, pressures. */
const bool experiment_sets[EXPERIMENT_SETS][N_STATES] = {{true, false, true, true, true},
                                                         {true, true, true, true, true},
                                                         {true, true, true, true, false},
                                                         {true, true, true, false, true}};
static const char *const trapezoidal[] = {"solver=3", "step_size=1e-3", NULL}, *const as_exported[] = {NULL};
const struct experiment_model experiment_truth = {"Lut2Machine.fmu", false, trapezoidal};
const struct experiment_model experiment_model = {"Lut2MachineWrong.fmu", false, trapezoidal};
const struct experiment_model experiment_pair = {"lut2-four-bar-wrong", true, as_exported};

static const double acceleration_noise = 0.1, pressure_noise = 15000; /* rad/s^1.5, eq. 3.17; Pa in a step, eq. 3.18 */
static const double start_sigmas[N_STATES] = {0.02, 0.001, 5e4, 5e4, 5e4};

void experiment_filter_make(struct experiment_filter *f, size_t set, double rate)
{
    *f = (struct experiment_filter){.file = {.sensors = f->sensors, .states = f->states, .n_states = N_STATES}};
    for (size_t i = 0; i < N_STATES; i++) {
        f->states[i] = (struct filter_state){.name = experiment_sensors[i].output,
                                             .sigma = start_sigmas[i],
                                             .walks = i >= 2,
                                             .noise = i == 1 ? acceleration_noise : 0,
                                             .noise_per_step = i >= 2 ? pressure_noise : 0};
        if (experiment_sets[set][i]) {
            f->sensors[f->file.n_sensors] = experiment_sensors[i];
            f->sensors[f->file.n_sensors++].rate = rate;
        }
    }
}

/* ---- machines ---- */

bool experiment_machine_open(struct experiment_machine *o, struct bench *bench, const struct experiment_model *model,
                             double stop, const struct filter_file *filter, struct error *error)
{
    *o = (struct experiment_machine){0};
    const struct system *s = simulation_system(bench, model->system, model->changes, &o->starts, error);
    struct run_options options = run_options_default();
    if (model->is_pair) {
        options.scheme = "gauss-seidel";
        options.order = "hydraulics/multibody";
    }
    options.macro_step = experiment_step;
    options.has_stop_time = true;
    options.stop_time = stop;
    options.starts = o->starts;
    options.interrupt = bench->interrupt;
    o->run = s ? run_open(s, &options, error) : NULL;
    return o->run && run_initialize(o->run, error) && machine_open(&o->machine, o->run, filter, error);
}

void experiment_machine_close(struct experiment_machine *o)
{
    machine_close(&o->machine);
    run_close(o->run);
    starts_close(o->starts);
    *o = (struct experiment_machine){0};
}

/* ---- truth and measurements ---- */

static bool take_rows(struct experiment_data *x, const struct simulated *s, struct error *error)
{
    x->n = s->n_rows;
    x->times = malloc(x->n * sizeof *x->times);
    x->true_values = malloc(x->n * N_STATES * sizeof *x->true_values);
    x->measured = malloc(x->n * N_STATES * sizeof *x->measured);
    if (!x->times || !x->true_values || !x->measured)
        return error_raise(error, ERROR_NO_MEMORY, "simulating measurements");
    for (size_t r = 0; r < x->n; r++) {
        const double *row = s->rows + r * s->width;
        x->times[r] = row[0];
        memcpy(x->true_values + r * N_STATES, row + 1 + s->m, N_STATES * sizeof *row);
    }
    return true;
}

bool experiment_simulate(struct experiment_data *x, struct bench *bench, double stop, struct error *error)
{
    *x = (struct experiment_data){0};
    struct experiment_filter filter;
    experiment_filter_make(&filter, 1, 0);
    struct experiment_machine o;
    struct simulated s = {0};
    const bool good = experiment_machine_open(&o, bench, &experiment_truth, stop, &filter.file, error) &&
                      simulate_make(&s, &o.machine, &filter.file, 1, experiment_step, error) && take_rows(x, &s, error);
    simulate_free(&s);
    experiment_machine_close(&o);
    return good;
}

void experiment_measure(struct experiment_data *x, uint64_t seed)
{
    for (size_t i = 0; i < N_STATES; i++) {
        struct noise noise = noise_begin(seed, experiment_sensors[i].name);
        for (size_t r = 0; r < x->n; r++)
            x->measured[r * N_STATES + i] =
                x->true_values[r * N_STATES + i] + experiment_sensors[i].sigma * noise_normal(&noise);
    }
}

void experiment_free(struct experiment_data *x)
{
    free(x->times);
    free(x->true_values);
    free(x->measured);
    *x = (struct experiment_data){0};
}

void experiment_name_columns(char **names)
{
    for (size_t i = 0; i < N_STATES; i++)
        names[i] = (char *)experiment_sensors[i].name;
}

void experiment_name_states(char **names)
{
    for (size_t i = 0; i < N_STATES; i++)
        names[i] = (char *)experiment_sensors[i].output;
}

struct trajectory experiment_readings(const struct experiment_data *x, double *values, char **names, size_t first,
                                      size_t n)
{
    return (struct trajectory){.path = "experiment",
                               .names = names,
                               .n_names = N_STATES,
                               .n_times = n,
                               .times = x->times + first,
                               .values = values + first * N_STATES};
}
