#include "master/options/task.h"

#include <stdlib.h>

bool task_options_open(struct task_options *o, const struct task *task, struct error *error)
{
    *o = (struct task_options){.task = task, .values = calloc(1, task->size)};
    if (!o->values)
        return error_raise(error, ERROR_NO_MEMORY, "reading options");
    if (task->begin)
        task->begin(o->values);
    o->syntax = task->syntax ? *task->syntax : task->make_syntax(o->tables, o->values);
    return true;
}

void task_options_close(struct task_options *o)
{
    struct text_list none = {0};
    if (!o->values)
        return;
    if (o->task->end)
        o->task->end(o->values);
    options_free(&o->syntax, o->values, &none);
    free(o->values);
    o->values = NULL;
}
