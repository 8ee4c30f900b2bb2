/* What the engine of mechanisms costs: CPU time per evaluation of the equations of motion over the number of bodies of an open
 * chain, with its growth; and for LIM's manipulator, against its equations in closed form.
 *   engine_cost                   the tables
 *   engine_cost general|closed    10000 evaluations of the manipulator, for callgrind */
#include "benchmarks/measure/smallest_cost.h"
#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/manipulator/manipulator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 64 };

/* ---- mechanisms ---- */

struct bench_engine {
    struct engine *engine;
    size_t n_states;
    double m[2 * MOST_BODIES], x[2 * MOST_BODIES], dx[2 * MOST_BODIES], u[4];
    double complex mc[2 * MOST_BODIES], xc[2 * MOST_BODIES], dxc[2 * MOST_BODIES], uc[4];
};

static bool engine_make(struct bench_engine *b, struct mechanism *m, struct model_report *report)
{
    if (!mechanism_partition(m, NULL, report))
        return false;
    b->engine = engine_open(m);
    if (!b->engine)
        return model_fail(report, "out of memory");
    b->n_states = mechanism_sizes(m).states;
    return engine_setup(b->engine, report) && engine_initialize_real(b->engine, b->u, b->m, b->x, report);
}

static void body_make(struct mechanism_body *b, int parent, const char *name, double x, const double axis[3],
                      double mass, double length)
{
    *b = (struct mechanism_body){.name = name, .parent = parent, .mass = mass, .com = {length / 2, 0, 0}};
    b->joint = (struct mechanism_joint){.name = name, .kind = JOINT_REVOLUTE, .position = {x, 0, 0}};
    memcpy(b->joint.axis, axis, sizeof b->joint.axis);
    b->inertia[0] = mass * length * length / 1000;
    b->inertia[1] = b->inertia[2] = mass * length * length / 12;
}

/* Rods one behind the other, on hinges whose axes turn. */
static bool chain_make(struct bench_engine *b, int n, struct model_report *report)
{
    static struct mechanism_body bodies[MOST_BODIES];
    for (int i = 0; i < n; i++)
        body_make(&bodies[i], i - 1, "rod", i == 0 ? 0 : 0.5, (double[3]){0.1 * i, 0.3, 1}, 2, 0.5);
    struct mechanism m = {.name = "chain", .gravity = {0, -9.81, 0}, .n_bodies = (size_t)n, .bodies = bodies};
    *b = (struct bench_engine){0};
    if (!engine_make(b, &m, report))
        return false;
    for (size_t i = 0; i < b->n_states; i++)
        b->x[i] = 0.3 * sin((double)i + 1);
    return true;
}

static bool manipulator_make(struct bench_engine *b, struct model_report *report)
{
    static struct mechanism_body bodies[3];
    const double z[3] = {0, 0, 1};
    body_make(&bodies[0], MECHANISM_GROUND, "link1", 0, z, 200, 1);
    bodies[0].inertia[0] = 0;
    body_make(&bodies[1], 0, "link2", 1, z, 100, 1); /* massless, with a point mass at its end: 0.5 m away */
    memset(bodies[1].inertia, 0, sizeof bodies[1].inertia);
    bodies[2] = (struct mechanism_body){.name = "load", .parent = 0, .mass = 250};
    bodies[2].joint = (struct mechanism_joint){.name = "load", .kind = JOINT_FIXED, .position = {1, 0, 0}};
    static struct mechanism_actuator cylinder;
    cylinder = (struct mechanism_actuator){
        .name = "cylinder", .a = {MECHANISM_GROUND, {sqrt(3) / 2, 0, 0}}, .b = {0, {0.5, 0, 0}}};
    struct mechanism m = {.name = "manipulator",
                          .gravity = {0, -9.81, 0},
                          .n_bodies = 3,
                          .bodies = bodies,
                          .n_actuators = 1,
                          .actuators = &cylinder};
    *b = (struct bench_engine){.u = {8829}};
    if (!engine_make(b, &m, report))
        return false;
    const double x[4] = {0.6, -2.2, 0.3, -0.4};
    memcpy(b->x, x, sizeof x);
    return true;
}

/* ---- what is measured ---- */

struct closed {
    void *constants;
    double x[4], u[3], dx[4], dq[4];
};

static bool closed_make(struct closed *c, struct model_report *report)
{
    const struct model_layout layout = model_layout(&manipulator_type);
    double *numbers = calloc(layout.size, sizeof *numbers);
    *c = (struct closed){
        .constants = calloc(1, manipulator_type.constants_size), .x = {0.6, -1.6, 0.3, -0.1}, .u = {8829}};
    if (!numbers || !c->constants)
        return model_fail(report, "out of memory");
    for (size_t i = 0; i < manipulator_type.n_variables; i++)
        numbers[i] = manipulator_type.variables[i].start;
    const bool done = manipulator_type.setup(&manipulator_type, numbers, NULL, c->constants, NULL, report);
    free(numbers);
    return done;
}

static bool evaluate_closed(void *context, struct model_report *report)
{
    struct closed *c = context;
    return manipulator_type.over_real.rates(c->constants, NULL, 0, NULL, c->x, c->u, c->dx, c->dq, report);
}

static bool evaluate_real(void *context, struct model_report *report)
{
    struct bench_engine *b = context;
    b->x[0] += 1e-9; /* another configuration every time: the engine keeps the last one */
    return engine_rates_real(b->engine, b->m, b->x, b->u, b->dx, report);
}

static bool evaluate_complex(void *context, struct model_report *report)
{
    struct bench_engine *b = context;
    b->x[0] += 1e-9;
    for (size_t i = 0; i < b->n_states; i++)
        b->xc[i] = b->x[i] + 1e-100 * I;
    return engine_rates_complex(b->engine, b->mc, b->xc, b->uc, b->dxc, report);
}

/* In ns. */
static double cost(measured_call *evaluate, void *context, int repetitions)
{
    struct model_report report = {""};
    const double seconds = smallest_cost(evaluate, context, repetitions, &report);
    if (isnan(seconds)) {
        fprintf(stderr, "engine_cost: %s\n", report.text);
        exit(1);
    }
    return 1e9 * seconds;
}

static bool print_chains(struct model_report *report)
{
    static const int counts[] = {1, 2, 4, 8, 16, 30, 60};
    double before = 0, before_complex = 0;
    puts("open chain, CPU time per evaluation; the growth is d log(time) / d log(bodies)");
    puts("bodies   ns       growth   ns, complex   growth");
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        static struct bench_engine b;
        if (!chain_make(&b, counts[k], report))
            return false;
        const int repetitions = 40000 / (counts[k] * counts[k] / 8 + 10);
        const double ns = cost(evaluate_real, &b, repetitions), ns_complex = cost(evaluate_complex, &b, repetitions);
        const double ratio = k ? log((double)counts[k] / counts[k - 1]) : 1;
        printf("%6d   %-8.0f %-8.2f %-13.0f %.2f\n", counts[k], ns, k ? log(ns / before) / ratio : 0, ns_complex,
               k ? log(ns_complex / before_complex) / ratio : 0);
        before = ns, before_complex = ns_complex;
        free(b.engine);
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct bench_engine general;
    struct closed closed;
    struct model_report report = {""};
    if (!manipulator_make(&general, &report) || !closed_make(&closed, &report)) {
        fprintf(stderr, "engine_cost: %s\n", report.text);
        return 1;
    }
    if (argc > 1) {
        const bool is_general = strcmp(argv[1], "general") == 0;
        for (int i = 0; i < 10000; i++)
            if (!(is_general ? evaluate_real(&general, &report) : evaluate_closed(&closed, &report)))
                return 1;
        return 0;
    }
    if (!print_chains(&report)) {
        fprintf(stderr, "engine_cost: %s\n", report.text);
        return 1;
    }
    const double ns = cost(evaluate_real, &general, 100000), ns_closed = cost(evaluate_closed, &closed, 100000);
    printf("LIM manipulator: engine %.0f ns, closed form %.0f ns: %.1f times\n", ns, ns_closed, ns / ns_closed);
    free(general.engine);
    free(closed.constants);
    return 0;
}
