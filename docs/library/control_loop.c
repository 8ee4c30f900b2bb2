/* A sampled controller around a plant, step by step: control_loop OscillatorMass.fmu */
#include <paso.h>
#include <stdio.h>

/* Position and velocity come back to zero, by a force that is held until the next sample. */
static bool control(paso_run *run, paso_error *error)
{
    enum { X, DX };
    const int sensors[] = {paso_run_find(run, "x", error), paso_run_find(run, "dx", error)};
    const int actuator = paso_run_find(run, "f", error);
    bool ok = sensors[X] >= 0 && sensors[DX] >= 0 && actuator >= 0 && paso_run_initialize(run, error);
    while (ok && !paso_run_ended(run)) {
        double y[2];
        ok = paso_run_get_reals(run, sensors, 2, y, error);
        const double force = -20 * y[X] - 5 * y[DX];
        ok = ok && paso_run_set_reals(run, &actuator, 1, &force, error) && paso_run_step(run, error);
        printf("%.2f %.9f %.9f\n", paso_run_time(run), y[X], force);
    }
    return ok && paso_run_finish(run, error);
}

int main(int argc, char **argv)
{
    static const char *const words[][2] = {{"macro-step", "20ms"}, {"stop-time", "3"},  {"set", "x_0=0.1"},
                                           {"set", "dx_0=0"},      {"set", "solver=2"}, {"set", "step_size=1e-3"}};
    paso_error error = {.message = "usage: control_loop OscillatorMass.fmu"};
    paso_options *options = paso_options_new();
    bool ok = argc > 1;
    for (size_t i = 0; ok && i < sizeof words / sizeof *words; i++)
        ok = paso_options_set(options, words[i][0], words[i][1], &error);
    paso_system *plant = ok ? paso_system_open(argv[1], &error) : NULL;
    paso_run *run = plant ? paso_run_open(plant, options, &error) : NULL;
    ok = run && control(run, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    paso_run_close(run);
    paso_system_close(plant);
    paso_options_free(options);
    return ok ? 0 : 1;
}
