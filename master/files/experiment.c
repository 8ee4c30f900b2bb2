#include "master/files/experiment.h"

bool experiment_open(struct experiment *e, struct run_arguments *a, const char *path, struct error *error)
{
    *e = (struct experiment){.system = run_arguments_open_system(a, path, error)};
    if (!e->system)
        return false;
    if (!a->input)
        return true;
    e->input = input_file_open(a->input, e->system, error);
    a->run.input = e->input ? input_file_source(e->input) : NULL;
    return e->input != NULL;
}

void experiment_close(struct experiment *e)
{
    input_file_close(e->input);
    system_close(e->system);
    *e = (struct experiment){0};
}
