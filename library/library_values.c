/* Values of a run between steps, by name and by handle. */
#include "library/library_run.h"
#include "master/system/driven.h"
#include "master/system/system_messages.h"

#include <stdlib.h>
#include <string.h>

/* ---- finding ---- */

static const struct system_connector *find_connector(const struct system_connector *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].name, name) == 0 && list[i].n_ports > 0)
            return &list[i];
    return NULL;
}

static bool resolve(const struct system *s, const char *name, struct handle *handle, struct error *error)
{
    handle->watched = NOT_WATCHED;
    handle->connector = find_connector(s->inputs, s->n_inputs, name);
    handle->is_input = handle->connector != NULL;
    if (!handle->connector)
        handle->connector = find_connector(s->outputs, s->n_outputs, name);
    if (!handle->connector)
        return system_find_port(s, name, &handle->port, error);
    handle->port = handle->connector->ports[0];
    return true;
}

static int find_handle(paso_run *r, const char *name, struct error *error)
{
    for (size_t i = 0; i < r->n_handles; i++)
        if (strcmp(r->handles[i].name, name) == 0)
            return (int)i;
    struct handle handle = {0};
    if (!resolve(r->setup.experiment.system, name, &handle, error))
        return -1;
    struct handle *handles = realloc(r->handles, (r->n_handles + 1) * sizeof *handles);
    if (handles)
        r->handles = handles;
    handle.name = strdup(name);
    if (!handles || !handle.name) {
        free(handle.name);
        error_raise(error, ERROR_NO_MEMORY, "looking up a variable");
        return -1;
    }
    r->handles[r->n_handles] = handle;
    return (int)r->n_handles++;
}

int paso_run_find(paso_run *r, const char *name, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    int handle = -1;
    if (name)
        handle = find_handle(r, name, &entry.error);
    else
        error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_run_find", "the name");
    library_leave(&entry, handle >= 0, error);
    return handle;
}

/* ---- watching ---- */

static bool keep_values(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    paso_run *r = context;
    for (size_t i = 0; i < r->n_handles; i++)
        if (r->handles[i].watched != NOT_WATCHED)
            r->watched[r->handles[i].watched] = point->values[r->handles[i].watched];
    return true;
}

static bool is_read_in_time(const paso_run *r, const struct handle *h)
{
    const struct fmi_variable *v = system_variable(r->setup.experiment.system, h->port);
    return !h->is_input && v->type != FMI_STRING && !system_can_be_driven(v);
}

bool run_values_watch(paso_run *r, struct error *error)
{
    struct port *ports = calloc(r->n_handles + 1, sizeof *ports);
    r->watched = calloc(r->n_handles + 1, sizeof *r->watched);
    bool done = ports && r->watched;
    if (!done)
        error_raise(error, ERROR_NO_MEMORY, "looking up variables");
    size_t n = 0;
    for (size_t i = 0; done && i < r->n_handles; i++)
        if (is_read_in_time(r, &r->handles[i])) {
            ports[n] = r->handles[i].port;
            r->handles[i].watched = n++;
        }
    const struct run_observer observer = {
        .context = r, .ports = ports, .n_ports = n, .every = 1, .observe = keep_values};
    done = done && (n == 0 || run_add_observer(r->run, &observer, error));
    free(ports);
    return done;
}

void run_values_close(paso_run *r)
{
    for (size_t i = 0; i < r->n_handles; i++)
        free(r->handles[i].name);
    free(r->handles);
    free(r->watched);
    free(r->text);
    run_observers_free(r->observers);
}

/* ---- out ---- */

/* An input of the system holds what its first port has, seen from the other side. */
static double back_to_connector(const struct transformation *t, double value)
{
    for (size_t i = 0; i < t->n_map; i++)
        if (t->map[i].to == value)
            return t->map[i].from;
    return (value - t->offset) / t->factor;
}

static bool get_value(paso_run *r, const struct handle *h, double *value, struct error *error)
{
    if (h->watched != NOT_WATCHED)
        *value = r->watched[h->watched];
    else if (!run_get_value(r->run, h->port, value, error))
        return false;
    if (h->connector)
        *value = h->is_input ? back_to_connector(&h->connector->transformations[0], *value)
                             : transformation_apply(&h->connector->transformations[0], *value);
    return true;
}

static const struct handle *handle_at(const paso_run *r, int handle, struct error *error)
{
    if (handle >= 0 && (size_t)handle < r->n_handles)
        return &r->handles[handle];
    error_raise(error, ERROR_CALL_HANDLE, TEXT("%d", handle));
    return NULL;
}

static bool get_reals(paso_run *r, const int *handles, size_t n, double *values, struct error *error)
{
    for (size_t i = 0; i < n; i++) {
        const struct handle *h = handle_at(r, handles[i], error);
        if (!h || !get_value(r, h, &values[i], error))
            return false;
    }
    return true;
}

bool paso_run_get_reals(paso_run *r, const int *handles, size_t n, double *values, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done =
        run_is_initialized(r, "paso_run_get_reals", &entry.error) && get_reals(r, handles, n, values, &entry.error);
    return library_leave(&entry, done, error);
}

bool paso_run_get_real(paso_run *r, const char *name, double *value, paso_error *error)
{
    const int handle = paso_run_find(r, name, error);
    return handle >= 0 && paso_run_get_reals(r, &handle, 1, value, error);
}

static bool get_string(paso_run *r, int handle, const char **value, struct error *error)
{
    const char *text;
    if (!run_get_string(r->run, r->handles[handle].port, &text, error))
        return false;
    free(r->text);
    r->text = strdup(text ? text : "");
    *value = r->text;
    return r->text || error_raise(error, ERROR_NO_MEMORY, "reading a string");
}

bool paso_run_get_string(paso_run *r, const char *name, const char **value, paso_error *error)
{
    const int handle = paso_run_find(r, name, error);
    if (handle < 0)
        return false;
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done =
        run_is_initialized(r, "paso_run_get_string", &entry.error) && get_string(r, handle, value, &entry.error);
    return library_leave(&entry, done, error);
}

/* ---- in ---- */

static bool is_driven_by_file(const paso_run *r, const struct system_connector *c)
{
    const struct run_input *input = setup_run(&r->setup)->arguments.run.input;
    return input && input->driven[c - r->setup.experiment.system->inputs];
}

static bool set_connector(paso_run *r, const struct handle *h, double value, struct error *error)
{
    const struct system_connector *c = h->connector;
    if (!h->is_input)
        return error_raise(error, ERROR_SYSTEM_NO_INPUT, c->name, "connector", "output");
    if (is_driven_by_file(r, c))
        return error_raise(error, ERROR_SYSTEM_INPUT_DRIVEN, c->name, setup_run(&r->setup)->arguments.input);
    for (size_t i = 0; i < c->n_ports; i++)
        if (!run_set_value(r->run, c->ports[i], transformation_apply(&c->transformations[i], value), error))
            return false;
    return true;
}

static bool set_value(paso_run *r, const struct handle *h, double value, struct error *error)
{
    if (run_ended(r->run))
        return error_raise(error, ERROR_CALL_ENDED, h->name);
    if (h->connector)
        return set_connector(r, h, value, error);
    const struct fmi_variable *v = system_variable(r->setup.experiment.system, h->port);
    if (!system_can_be_driven(v))
        return error_raise(error, ERROR_SYSTEM_NO_INPUT, h->name, fmi_variability_name(v->variability),
                           fmi_causality_name(v->causality));
    const char *driver = system_port_driver(r->setup.experiment.system, h->port);
    if (driver)
        return error_raise(error, ERROR_SYSTEM_INPUT_DRIVEN, h->name, driver);
    return run_set_value(r->run, h->port, value, error);
}

static bool set_reals(paso_run *r, const int *handles, size_t n, const double *values, struct error *error)
{
    for (size_t i = 0; i < n; i++) {
        const struct handle *h = handle_at(r, handles[i], error);
        if (!h || !set_value(r, h, values[i], error))
            return false;
    }
    return true;
}

bool paso_run_set_reals(paso_run *r, const int *handles, size_t n, const double *values, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, &r->setup.route);
    const bool done =
        run_is_initialized(r, "paso_run_set_reals", &entry.error) && set_reals(r, handles, n, values, &entry.error);
    return library_leave(&entry, done, error);
}

bool paso_run_set_real(paso_run *r, const char *name, double value, paso_error *error)
{
    const int handle = paso_run_find(r, name, error);
    return handle >= 0 && paso_run_set_reals(r, &handle, 1, &value, error);
}
