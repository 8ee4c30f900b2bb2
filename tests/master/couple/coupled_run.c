#include "tests/master/couple/coupled_run.h"

#include <stdlib.h>
#include <string.h>

struct coupled coupled_open(const char *path)
{
    struct coupled c = {.options = run_options_default()};
    const struct system_options options = system_options_default();
    c.system = system_open(path, &options, &c.error);
    if (!c.system)
        fail_msg("%s", c.error.text);
    return c;
}

void coupled_set(struct coupled *c, const char *assignment)
{
    if (!c->starts)
        c->options.starts = c->starts = starts_open(c->system, &c->error);
    if (!c->starts || !starts_set(c->starts, assignment, &c->error))
        fail_msg("%s", c->error.text);
}

void coupled_record(struct coupled *c, const char *port)
{
    if (!system_find_port(c->system, port, &c->ports[c->n_ports++], &c->error))
        fail_msg("%s", c->error.text);
}

static bool keep_row(void *context, const struct run_point *point, struct error *error)
{
    (void)error;
    struct coupled *c = context;
    const size_t width = c->n_ports + 1;
    if (c->n_rows == c->room) {
        c->room = 2 * c->room + 256;
        c->rows = realloc(c->rows, c->room * width * sizeof *c->rows);
        assert_non_null(c->rows);
    }
    double *row = c->rows + c->n_rows++ * width;
    row[0] = point->t;
    memcpy(row + 1, point->values, c->n_ports * sizeof *row);
    return true;
}

bool coupled_run(struct coupled *c)
{
    const struct run_observer observer = {
        .context = c, .ports = c->ports, .n_ports = c->n_ports, .every = 1, .observe = keep_row};
    c->n_rows = 0;
    error_clear(&c->error);
    c->run = run_open(c->system, &c->options, &c->error);
    bool done = c->run != NULL;
    done = done && (c->n_ports == 0 || run_add_observer(c->run, &observer, &c->error));
    done = done && run_initialize(c->run, &c->error) && run_advance(c->run, INFINITY, &c->error) &&
           run_finish(c->run, &c->error);
    if (c->run) {
        c->summary = run_summary(c->run);
        for (size_t i = 0; i < c->summary.n_powers && i < 4; i++)
            c->powers[i] = c->summary.powers[i];
    }
    run_close(c->run);
    c->run = NULL;
    return done;
}

void coupled_must_run(struct coupled *c)
{
    if (!coupled_run(c))
        fail_msg("%s", c->error.text);
}

void coupled_close(struct coupled *c)
{
    starts_close(c->starts);
    system_close(c->system);
    free(c->rows);
    *c = (struct coupled){0};
}

double coupled_time(const struct coupled *c, size_t row)
{
    return c->rows[row * (c->n_ports + 1)];
}

double coupled_at(const struct coupled *c, double t, size_t column)
{
    size_t low = 0, high = c->n_rows;
    while (low + 1 < high) {
        const size_t middle = (low + high) / 2;
        if (coupled_time(c, middle) <= t + 1e-9)
            low = middle;
        else
            high = middle;
    }
    assert_near(coupled_time(c, low), t, 1e-9);
    return c->rows[low * (c->n_ports + 1) + 1 + column];
}

double coupled_last(const struct coupled *c, size_t column)
{
    return c->rows[(c->n_rows - 1) * (c->n_ports + 1) + 1 + column];
}
