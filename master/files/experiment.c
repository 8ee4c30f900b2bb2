#include "master/files/experiment.h"

bool experiment_open(struct experiment *e, struct run_arguments *a, const char *path, struct error *error)
{
    *e = (struct experiment){.read = run_arguments_open_system(a, path, error)};
    e->system = e->read;
    if (!e->read)
        return false;
    if (!a->input)
        return true;
    e->input = input_file_open(a->input, e->read, error);
    a->run.input = e->input ? input_file_source(e->input) : NULL;
    if (e->input)
        e->system = a->run.input->system;
    return e->input != NULL;
}

void experiment_close(struct experiment *e)
{
    input_file_close(e->input);
    system_close(e->read);
    *e = (struct experiment){0};
}
