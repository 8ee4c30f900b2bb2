/* Runs a system to its end and prints an output every second: run SYSTEM OUTPUT [WORD VALUE]... */
#include <math.h>
#include <paso.h>
#include <stdio.h>

static bool print(const paso_point *point, void *context)
{
    double *next = context;
    if (point->time >= *next || point->last)
        printf("%8.3f  %.8f\n", point->time, point->values[0]);
    *next = floor(point->time) + 1;
    return true;
}

int main(int argc, char **argv)
{
    paso_error error = {.message = "usage: run SYSTEM OUTPUT [WORD VALUE]..."};
    paso_options *options = paso_options_new();
    bool ok = argc > 2;
    for (int i = 3; ok && i + 1 < argc; i += 2)
        ok = paso_options_set(options, argv[i], argv[i + 1], &error);
    paso_system *system = ok ? paso_system_open(argv[1], &error) : NULL;
    paso_run *run = system ? paso_run_open(system, options, &error) : NULL;
    double next = 0;
    ok = run && paso_run_observe(run, argv[2], 1, print, &next, &error) && paso_run_initialize(run, &error) &&
         paso_run_advance(run, INFINITY, &error) && paso_run_finish(run, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    paso_run_close(run);
    paso_system_close(system);
    paso_options_free(options);
    return ok ? 0 : 1;
}
