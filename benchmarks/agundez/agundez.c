#include "benchmarks/agundez/agundez.h"

#include "numerics/dense.h"
#include "fmu_multibody/engine/engine_full.h"
#include "export/plant.h"
#include "benchmarks/bench/bench_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10, M_ROWS = 9, KKT = N + M_ROWS };
static const double torque = 250; /* N m, ramp of 1 s, removed at 1.5 s */

struct agundez {
    struct plant plant;
    struct composite *composite;
    struct model_instance instance;
    struct model_instance circuit; /* the circuit by itself, for the counterpart */
    size_t s;                      /* coordinate of the cylinder's length */
    double X
    [AGUNDEZ_FULL]; /* equilibrium */
};

static bool fail(const struct model_report *report, struct error *error)
{
    return error_raise(error, ERROR_BENCH_SOLVER, "the four-bar of Agundez et al.", report->text);
}

static bool open_plant(struct plant *plant, const char *folder, double friction, double pulse, struct error *error)
{
    const char *const changes[] = {TEXT("hydraulics.constants.x=%.17g", friction),
                                   TEXT("multibody.constants.M2=%.17g", pulse)};
    return plant_open(plant, TEXT("%s/papers/systems/agundez-four-bar.json", folder), changes, 2, error);
}

/* All coordinates at the equilibrium, and the circuit alone as it is there. */
static bool full_start(struct agundez *a, struct model_report *report)
{
    const struct mechanism_file *file = a->plant.system.mechanism;
    const struct engine *e = mechanism_instance_engine(composite_part_scratch(a->composite, a->instance.scratch, 0));
    memcpy(a->X, engine_positions_real(e), N * sizeof *a->X);
    for (size_t i = 0; i < N; i++)
        if (strcmp(mechanism_file_coordinate(file, i), "s") == 0)
            a->s = i;
    memcpy(a->X + 2 * N, a->instance.x + 2, 4 * sizeof *a->X);
    const double *force = model_instance_find(&a->instance, "multibody.cylinder.force_static");
    return model_instance_open(&a->circuit, a->plant.parts[1].type, report) &&
           model_instance_set(&a->circuit, "cylinder.length", a->X[a->s], report) &&
           model_instance_set(&a->circuit, "cylinder.force_static", *force, report) &&
           model_instance_initialize(&a->circuit, 0, report);
}

struct agundez *agundez_open(const char *folder, double friction, struct error *error)
{
    struct agundez *a = calloc(1, sizeof *a);
    struct model_report report = {"out of memory"};
    if (!a) {
        fail(&report, error);
        return NULL;
    }
    if (!open_plant(&a->plant, folder, friction, 0, error)) {
        free(a);
        return NULL;
    }
    const struct monolithic_system *s = &a->plant.system;
    a->composite = composite_open(s->name, s->parts, s->n_parts, s->connections, s->n_connections, &report);
    if (!a->composite || !model_instance_open(&a->instance, composite_type(a->composite), &report) ||
        !model_instance_initialize(&a->instance, 0, &report) || !model_instance_update(&a->instance, 0, &report) ||
        !full_start(a, &report)) {
        fail(&report, error);
        agundez_close(a);
        return NULL;
    }
    return a;
}

void agundez_close(struct agundez *a)
{
    if (!a)
        return;
    model_instance_close(&a->circuit);
    model_instance_close(&a->instance);
    composite_close(a->composite);
    plant_close(&a->plant);
    free(a);
}

bool agundez_jacobian(struct agundez *a, double J[AGUNDEZ_STATES * AGUNDEZ_STATES], struct error *error)
{
    struct model_report report = {"out of memory"};
    const struct model_instance *instance = &a->instance;
    double complex *room = calloc(model_workspace_size(&instance->layout) + 1, sizeof *room);
    const struct model_point at = {instance->constants, instance->scratch, 0, instance->m, instance->x, instance->u};
    bool good = room != NULL;
    for (int j = 0; j < AGUNDEZ_STATES && good; j++) {
        double seed[AGUNDEZ_STATES] = {0};
        seed[j] = 1;
        good = model_differentiate(instance->type, &instance->layout, at, (struct model_direction){.x = seed},
                                   (struct model_change){.rates = J + j * AGUNDEZ_STATES}, room, &report);
    }
    free(room);
    return good || fail(&report, error);
}

/* ---- the counterpart: dependent coordinates as if they were free, accelerations by Lagrange multipliers ---- */

static bool full_rates(struct agundez *a, const double X[AGUNDEZ_FULL], double dX[AGUNDEZ_FULL],
                       struct model_report *report)
{
    const struct engine *e = mechanism_instance_engine(composite_part_scratch(a->composite, a->instance.scratch, 0));
    const double rest[N] = {0}, *z = X
    , *dz = X
    +N;
    double inputs[2] = {0}, missing[N], M[N * N], D[M_ROWS * N], phi[M_ROWS], bias[M_ROWS];
    *model_instance_find(&a->circuit, "cylinder.length") = z[a->s];
    *model_instance_find(&a->circuit, "cylinder.rate") = dz[a->s];
    memcpy(a->circuit.x, X + 2 * N, 4 * sizeof *X);
    if (!model_instance_update(&a->circuit, 0, report))
        return false;
    inputs[0] = *model_instance_find(&a->circuit, "cylinder.force");
    engine_full_place_real(e, z, dz);
    if (!engine_full_forces_real(e, rest, inputs, missing, report))
        return false;
    engine_full_mass_real(e, M);
    if (!engine_full_rows_real(e, phi, D, bias, report))
        return false;
    double system[KKT * KKT] = {0}, side[KKT];
    size_t pivots[KKT];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            system[j * KKT + i] = M[i * N + j];
        for (int r = 0; r < M_ROWS; r++)
            system[(N + r) * KKT + i] = system[i * KKT + N + r] = D[r * N + i];
        side[i] = -missing[i];
    }
    for (int r = 0; r < M_ROWS; r++)
        side[N + r] = -bias[r];
    if (!dense_factor(KKT, system, pivots))
        return model_fail(report, "the equations with multipliers are singular");
    dense_solve(KKT, system, pivots, side);
    memcpy(dX, dz, N * sizeof *dX);
    memcpy(dX + N, side, N * sizeof *dX);
    memcpy(dX + 2 * N, a->circuit.dx, 4 * sizeof *dX);
    return true;
}

bool agundez_counterpart(struct agundez *a, double h, bool scaled, double J[AGUNDEZ_FULL * AGUNDEZ_FULL],
                         struct error *error)
{
    struct model_report report = {""};
    for (int j = 0; j < AGUNDEZ_FULL; j++) {
        double X
        [AGUNDEZ_FULL], above[AGUNDEZ_FULL], below[AGUNDEZ_FULL];
        const double step = scaled ? h * fmax(1, fabs(a->X[j])) : h;
        memcpy(X, a->X, sizeof X);
        X
        [j] = a->X
        [j] + step;
        if (!full_rates(a, X, above, &report))
            return fail(&report, error);
        X
        [j] = a->X
        [j] - step;
        if (!full_rates(a, X, below, &report))
            return fail(&report, error);
        for (int i = 0; i < AGUNDEZ_FULL; i++)
            J[j * AGUNDEZ_FULL + i] = (above[i] - below[i]) / (2 * step);
    }
    return true;
}

/* ---- the pulse ---- */

static const char *const observed[5] = {"multibody.phi2", "multibody.dphi2", "hydraulics.V1.p", "hydraulics.V2.p",
                                        "hydraulics.V3.p"};

static void look(const struct monolithic *m, const double start[5], double *deviation)
{
    for (int i = 0; i < 5; i++)
        deviation[i] = *monolithic_find(m, observed[i]) - start[i];
}

static bool run_nonlinear(struct monolithic *m, struct agundez_pulse *pulse, struct model_report *report)
{
    double start[5], none[5] = {0};
    look(m, none, start);
    if (!monolithic_step(m, 0, 1, report))
        return false;
    look(m, start, pulse->at_1);
    if (!monolithic_step(m, 1, 0.5, report))
        return false;
    look(m, start, pulse->at_1_5);
    memcpy(pulse->nonlinear[0], pulse->at_1_5, sizeof pulse->at_1_5);
    for (int k = 0; k < AGUNDEZ_POINTS; k++) {
        if (!monolithic_step(m, 1.5 + k * 0.05e-3, 0.05e-3, report))
            return false;
        look(m, start, pulse->nonlinear[k + 1]);
    }
    return true;
}

/* x' = J x (eq. 93) by Runge-Kutta steps of 10 us, which the fastest mode, of 43 us, allows. */
static void linear_step(const double *J, double h, double x[AGUNDEZ_STATES])
{
    double k[4][AGUNDEZ_STATES], stage[AGUNDEZ_STATES];
    static const double shares[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < AGUNDEZ_STATES; i++)
            stage[i] = x[i] + (s > 0 ? shares[s] * h * k[s - 1][i] : 0);
        for (int i = 0; i < AGUNDEZ_STATES; i++) {
            k[s][i] = 0;
            for (int j = 0; j < AGUNDEZ_STATES; j++)
                k[s][i] += J[j * AGUNDEZ_STATES + i] * stage[j];
        }
    }
    for (int i = 0; i < AGUNDEZ_STATES; i++)
        x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* The linear system has no torque: it begins where the pulse ends. */
static void run_linear(const double *J, struct agundez_pulse *pulse)
{
    double x[AGUNDEZ_STATES] = {0};
    memcpy(x, pulse->at_1_5, sizeof pulse->at_1_5);
    for (int k = 0; k <= AGUNDEZ_POINTS; k++) {
        memcpy(pulse->linear[k], x, 5 * sizeof *x);
        for (int i = 0; i < 5; i++)
            linear_step(J, 1e-5, x);
    }
}

bool agundez_pulse(const char *folder, double friction, struct agundez_pulse *pulse, struct error *error)
{
    struct model_report report = {""};
    struct plant plant;
    double J[AGUNDEZ_STATES * AGUNDEZ_STATES];
    if (!open_plant(&plant, folder, friction, torque, error))
        return false;
    struct monolithic_options options = monolithic_default();
    options.method = MONOLITHIC_CVODE;
    options.tolerance = 1e-12;
    struct monolithic *m = monolithic_open(&plant.system, &options, &report);
    const bool ran = m && monolithic_start(m, &report) && run_nonlinear(m, pulse, &report);
    monolithic_close(m);
    plant_close(&plant);
    if (!ran)
        return fail(&report, error);
    struct agundez *a = agundez_open(folder, friction, error);
    const bool good = a && agundez_jacobian(a, J, error);
    agundez_close(a);
    if (good)
        run_linear(J, pulse);
    return good;
}
