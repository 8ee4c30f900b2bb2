#include "fmu_observer/observer_file.h"

#include "notation/model_table.h"
#include "numerics/complex_math.h"
#include "numerics/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRIFT, GAIN, TRANSITION, SENSING, DRIVE, FEEDTHROUGH, N_MATRICES };

struct observer_file {
    struct notation *notation;
    struct model_table table;
    struct model_type type;
    double period;
    size_t n, n_y, n_w;                 /* estimates, measurements, inputs of the machine */
    const double *matrices[N_MATRICES]; /* row by row */
    const double *x_0, *y_0, *w_0;
};

/* Memories: the prediction x-, then the sample (measurements and inputs), then when the next one is due, then whether this one has been
 * taken: at its time itself, what is set for it need not be there yet. */
static size_t sample_place(const struct observer_file *f)
{
    return f->n;
}
static size_t due_place(const struct observer_file *f)
{
    return f->n + f->n_y + f->n_w;
}
static size_t taken_place(const struct observer_file *f)
{
    return due_place(f) + 1;
}

static double next_sample(const struct observer_file *f, double t)
{
    return (floor(t / f->period + 1e-6) + 1) * f->period;
}

#define KERNEL_FILE "fmu_observer/observer_kernel.h"
#include "numerics/kernel.h"

/* ---- samples ---- */

static double next_event(const void *constants, double t)
{
    return next_sample(*(const struct observer_file *const *)constants, t);
}

/* x-_(k+1), from the sample that was taken. */
static void predict(const struct observer_file *f, double *m, double *corrected)
{
    const double *sample = m + sample_place(f);
    correct_real(f, m, sample, corrected);
    for (size_t i = 0; i < f->n; i++) {
        m[i] = f->matrices[DRIFT][i];
        for (size_t j = 0; j < f->n; j++)
            m[i] += f->matrices[TRANSITION][i * f->n + j] * corrected[j];
        for (size_t j = 0; j < f->n_w; j++)
            m[i] += f->matrices[DRIVE][i * f->n_w + j] * (sample[f->n_y + j] - f->w_0[j]);
    }
}

static void take_sample(const struct observer_file *f, const double *u, double *m)
{
    if (m[taken_place(f)] != 0)
        return;
    memcpy(m + sample_place(f), u, (f->n_y + f->n_w) * sizeof *m);
    m[taken_place(f)] = 1;
}

static bool accept(const void *constants, void *scratch, double t, const double *x, const double *u, double *m,
                   enum model_moment moment, struct model_report *report)
{
    (void)x, (void)moment, (void)report;
    const struct observer_file *f = *(const struct observer_file *const *)constants;
    if (t >
        m[due_place(f)] - (1 - 1e-6) * f->period) /* in Model Exchange: at the sample's own time inputs may be old */
        take_sample(f, u, m);
    if (t >= m[due_place(f)] - 1e-6 * f->period) {
        predict(f, m, scratch);
        m[due_place(f)] = next_sample(f, t);
        m[taken_place(f)] = 0;
    }
    return true;
}

/* In Co-Simulation the sample is what the inputs are at the begin of the first step behind its time, wherever they move to in it. */
static bool own_step(const void *constants, void *scratch, double t, double h, const double *u_begin,
                     const double *u_end, double *m, double *x, double *q, struct model_report *report)
{
    (void)scratch, (void)t, (void)h, (void)u_end, (void)x, (void)q, (void)report;
    const struct observer_file *f = *(const struct observer_file *const *)constants;
    take_sample(f, u_begin, m);
    return true;
}

static bool uses_own_step(const void *constants)
{
    (void)constants;
    return true;
}

static const struct solver_extension sampling = {.uses_own_step = uses_own_step, .own_step = own_step};

static bool setup(const struct model_type *type, const double *parameters, double *calculated, void *constants,
                  void *scratch, struct model_report *report)
{
    (void)parameters, (void)calculated, (void)scratch, (void)report;
    *(const struct observer_file **)constants = type->plan;
    return true;
}

/* ---- reading ---- */

static bool read_matrix(struct observer_file *f, const double *values, const char *name, size_t which, size_t size,
                        struct notation_error *error)
{
    const struct node *root = notation_root(f->notation), *node = node_member(root, name);
    const size_t n = node_count(node), first = node_quantity(root, name);
    if (n != size)
        return node_fail(node ? node : root, error, "%s has %zu numbers; %zu are needed", name, n, size);
    f->matrices[which] = n > 0 ? values + first : values;
    return true;
}

static const double *read_point(struct observer_file *f, const double *values, const struct node *list)
{
    const size_t n = node_count(list);
    double *point = notation_keep(f->notation, (n + 1) * sizeof *point);
    for (size_t i = 0; point && i < n; i++)
        point[i] = values[node_quantity(node_item(list, i), "at")];
    return point;
}

static bool read_numbers(struct observer_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation);
    const size_t count = notation_quantity_count(f->notation);
    double *values = notation_keep(f->notation, (count + 1) * sizeof *values);
    if (!values)
        return node_fail(root, error, "out of memory");
    for (size_t i = 0; i < count; i++)
        values[i] = notation_quantities(f->notation)[i].value;
    if (!notation_evaluate(f->notation, values, error))
        return false;
    const struct node *estimates = node_member(root, "estimates"), *measurements = node_member(root, "measurements"),
                      *inputs = node_member(root, "inputs");
    f->n = node_count(estimates);
    f->n_y = node_count(measurements);
    f->n_w = node_count(inputs);
    f->period = values[node_quantity(root, "period")];
    f->x_0 = read_point(f, values, estimates);
    f->y_0 = read_point(f, values, measurements);
    f->w_0 = read_point(f, values, inputs);
    if (f->n == 0 || f->n_y == 0)
        return node_fail(root, error, "an observer needs estimates and measurements");
    return ((f->x_0 && f->y_0 && f->w_0) || node_fail(root, error, "out of memory")) &&
           read_matrix(f, values, "transition", TRANSITION, f->n * f->n, error) &&
           read_matrix(f, values, "drive", DRIVE, f->n * f->n_w, error) &&
           read_matrix(f, values, "drift", DRIFT, f->n, error) &&
           read_matrix(f, values, "sensing", SENSING, f->n_y * f->n, error) &&
           read_matrix(f, values, "feedthrough", FEEDTHROUGH, f->n_y * f->n_w, error) &&
           read_matrix(f, values, "gain", GAIN, f->n * f->n_y, error);
}

/* ---- variables ---- */

static void add_signals(struct observer_file *f, const struct node *list, enum model_role role, const double *starts,
                        const char *description, const char *depends)
{
    for (size_t i = 0; i < node_count(list); i++) {
        const char *unit = node_text(node_member(node_item(list, i), "unit"));
        model_table_add(&f->table, &(struct model_variable){.role = role,
                                                            .name = node_text(node_member(node_item(list, i), "name")),
                                                            .description = description,
                                                            .unit = unit ? unit : "",
                                                            .start = starts ? starts[i] : 0,
                                                            .is_output = role == MODEL_OUTPUT,
                                                            .depends = depends});
    }
}

static bool add_memories(struct observer_file *f)
{
    for (size_t i = 0; i <= taken_place(f); i++) {
        const char *name = i < f->n            ? notation_keep_text(f->notation, "predicted[%zu]", i + 1)
                           : i < due_place(f)  ? notation_keep_text(f->notation, "sampled[%zu]", i - f->n + 1)
                           : i == due_place(f) ? "next_sample"
                                               : "sample_is_taken";
        if (!name)
            return false;
        model_table_add(&f->table,
                        &(struct model_variable){.role = MODEL_MEMORY,
                                                 .name = name,
                                                 .description = i < f->n           ? "deviation that is expected"
                                                                : i < due_place(f) ? "value of the last sample"
                                                                                   : "of sampling",
                                                 .unit = ""});
    }
    return true;
}

static bool make_model(struct observer_file *f, struct notation_error *error)
{
    const struct node *root = notation_root(f->notation), *name = node_member(root, "name");
    if (!notation_is_identifier(node_text(name)) || strlen(node_text(name)) > 60)
        return node_fail(name, error, "\"%s\" is no name: letters, digits and _, at most 60", node_text(name));
    const struct model_variable own[] = {SOLVER_PARAMETER_ROWS(f->period)};
    model_table_begin(&f->table, f->notation);
    for (size_t i = 0; i < SOLVER_PARAMETERS; i++)
        model_table_add(&f->table, &own[i]);
    const size_t inputs = f->table.n;
    add_signals(f, node_member(root, "measurements"), MODEL_INPUT, f->y_0, "measurement", NULL);
    add_signals(f, node_member(root, "inputs"), MODEL_INPUT, f->w_0, "input of the machine", NULL);
    if (!add_memories(f))
        return node_fail(root, error, "out of memory");
    const char *depends = model_table_names(&f->table, inputs, f->table.n);
    add_signals(f, node_member(root, "estimates"), MODEL_OUTPUT, NULL, "estimate", depends);
    if (!model_table_finish(&f->table, error))
        return false;
    f->type = (struct model_type){
        .name = node_text(name),
        .description = node_text(node_member(root, "description")),
        .experiment = {.stop_time = 10, .tolerance = 1e-8, .step_size = f->period},
        .variables = f->table.rows,
        .n_variables = f->table.n,
        .plan = f,
        .constants_size = sizeof(const struct observer_file *),
        .scratch_size = f->n * sizeof(double),
        .setup = setup,
        .over_real = {initialize_real, rates_real, outputs_real, locals_real},
        .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex},
        .next_event = next_event,
        .fixed_steps_stop = true,
        .accept = accept,
        .for_solvers = &sampling,
    };
    return true;
}

void observer_file_close(struct observer_file *f)
{
    if (!f)
        return;
    notation_close(f->notation);
    free(f);
}

struct observer_file *observer_file_read(const char *text, size_t length, const char *file,
                                         struct notation_error *error)
{
    struct observer_file *f = calloc(1, sizeof *f);
    if (!f) {
        strcpy(error->text, "out of memory");
        return NULL;
    }
    f->notation = notation_read(text, length, file, &observer_grammar, error);
    if (f->notation && read_numbers(f, error) && make_model(f, error))
        return f;
    observer_file_close(f);
    return NULL;
}

const struct model_type *observer_file_type(const struct observer_file *f)
{
    return &f->type;
}
