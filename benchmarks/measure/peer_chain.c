#include "benchmarks/measure/peer_chain.h"
#include "fmu_multibody/engine/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct peer_chain {
    struct engine *engine;
    struct mechanism_body *bodies;
    size_t n;
    double complex *x, *dx;
    struct model_report report;
};

static void branch(int first, int n, int parent, int *parents)
{
    if (n == 0)
        return;
    const int left = (n - 1) / 2;
    parents[first] = parent;
    branch(first + 1, left, first, parents);
    branch(first + 1 + left, n - 1 - left, first, parents);
}

void peer_parents(enum peer_shape shape, int n, int *parents)
{
    if (shape == PEER_TREE)
        branch(0, n, -1, parents);
    else
        for (int i = 0; i < n; i++)
            parents[i] = i - 1;
}

void peer_state(int n, double *x)
{
    for (int i = 0; i < 2 * n; i++)
        x[i] = 0.3 * sin(i + 1.);
}

double peer_exponent(size_t n, const int *counts, const double *times)
{
    double k = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < n; i++)
        if (counts[i] >= 20 && isfinite(times[i])) {
            const double a = log(counts[i]), b = log(times[i]);
            k++, x += a, y += b, xx += a * a, xy += a * b;
        }
    return (k * xy - x * y) / (k * xx - x * x);
}

static bool set_up(struct peer_chain *c, enum peer_shape shape, int n, int *parents)
{
    c->bodies = calloc(c->n, sizeof *c->bodies);
    c->x = calloc(2 * c->n, sizeof *c->x);
    c->dx = calloc(2 * c->n, sizeof *c->dx);
    if (!parents || !c->bodies || !c->x || !c->dx)
        return model_fail(&c->report, "out of memory");
    peer_parents(shape, n, parents);
    for (int i = 0; i < n; i++)
        c->bodies[i] = (struct mechanism_body){.name = "rod",
                                               .parent = parents[i] < 0 ? MECHANISM_GROUND : parents[i],
                                               .mass = PEER_ROD_MASS,
                                               .com = {PEER_ROD_LENGTH / 2, 0, 0},
                                               .inertia = {PEER_ROD_ALONG, PEER_ROD_ACROSS, PEER_ROD_ACROSS},
                                               .joint = {.name = "hinge",
                                                         .kind = JOINT_REVOLUTE,
                                                         .position = {i > 0 ? PEER_ROD_LENGTH : 0},
                                                         .axis = {PEER_AXIS(i)}}};
    struct mechanism m = {.name = "rods", .gravity = {0, -9.81, 0}, .n_bodies = c->n, .bodies = c->bodies};
    if (!mechanism_partition(&m, NULL, &c->report))
        return false;
    c->engine = engine_open(&m);
    return c->engine ? engine_setup(c->engine, &c->report) : model_fail(&c->report, "out of memory");
}

struct peer_chain *peer_chain_open(enum peer_shape shape, int n, char why[PEER_WHY])
{
    struct peer_chain *c = calloc(1, sizeof *c);
    int *parents = calloc((size_t)n, sizeof *parents);
    if (c)
        c->n = (size_t)n;
    const bool good = c && set_up(c, shape, n, parents);
    free(parents);
    if (good)
        return c;
    snprintf(why, PEER_WHY, "%s", c ? c->report.text : "out of memory");
    peer_chain_close(c);
    return NULL;
}

void peer_chain_close(struct peer_chain *c)
{
    if (!c)
        return;
    free(c->engine);
    free(c->bodies);
    free(c->x);
    free(c->dx);
    free(c);
}

const char *peer_chain_why(const struct peer_chain *c)
{
    return c->report.text;
}

bool peer_chain_rates(struct peer_chain *c, const double *x, double *dx)
{
    const double no_memory = 0;
    return engine_rates_real(c->engine, &no_memory, x, NULL, dx, &c->report);
}

static bool rates_along(struct peer_chain *c)
{
    const double complex no_memory = 0;
    return engine_rates_complex(c->engine, &no_memory, c->x, NULL, c->dx, &c->report);
}

static const double step = 1e-100;

bool peer_chain_derivative(struct peer_chain *c, const double *x, double *dx)
{
    for (size_t i = 0; i < 2 * c->n; i++)
        c->x[i] = x[i] + (1 + (double)(i % 3)) * step * I;
    if (!rates_along(c))
        return false;
    for (size_t i = 0; i < 2 * c->n; i++)
        dx[i] = cimag(c->dx[i]) / step;
    return true;
}

bool peer_chain_jacobian(struct peer_chain *c, const double *x, double *J)
{
    for (size_t i = 0; i < 2 * c->n; i++)
        c->x[i] = x[i];
    for (size_t j = 0; j < 2 * c->n; j++) {
        c->x[j] = x[j] + step * I;
        if (!rates_along(c))
            return false;
        c->x[j] = x[j];
        for (size_t i = 0; i < 2 * c->n; i++)
            J[j * 2 * c->n + i] = cimag(c->dx[i]) / step;
    }
    return true;
}
