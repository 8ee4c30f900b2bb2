/* Orders of convergence against the analytic solution. */
#include "benchmarks/bench/bench.h"

#include "benchmarks/bench/moving.h"
#include "benchmarks/bench/simulation.h"

#include <math.h>
#include <string.h>

/* Two masses of 1 kg between springs of 10, 100 (between them) and 1000 N/m, without damping, from rest length with 100 and
 * -100 m/s: x(t) is the sum over the two modes of phi (phi . v) sin(w t)/w. */
static void analytic(double t, double x[2])
{
    const double k11 = 110, k12 = -100, k22 = 1100, v[2] = {100, -100};
    const double middle = (k11 + k22) / 2, half = hypot((k22 - k11) / 2, k12);
    x[0] = x[1] = 0;
    for (int mode = 0; mode < 2; mode++) {
        const double w2 = mode == 0 ? middle - half : middle + half;
        const double length = hypot(k12, w2 - k11);
        const double phi[2] = {k12 / length, (w2 - k11) / length};
        const double part = (phi[0] * v[0] + phi[1] * v[1]) * sin(sqrt(w2) * t) / sqrt(w2);
        x[0] += part * phi[0];
        x[1] += part * phi[1];
    }
}

static bool final_error(struct bench *bench, const char *coupling, const char *scheme, int extrapolation, double H,
                        double *error_at_end, double *cpu_s, struct error *error)
{
    static const char *const columns[] = {"mass1.x", "mass2.x", NULL};
    char system[32];
    error_format(system, sizeof system, "oscillator-%s", coupling);
    /* The masses so accurate that the coupling makes the error. */
    struct simulation s = {.system = system,
                           .sets = {"mass1.solver=2", "mass2.solver=2", "mass1.step_size=1e-4", "mass2.step_size=1e-4",
                                    "mass1.c=0", "mass2.c=0", "mass1.c_c=0", "mass2.c_c=0",
                                    strcmp(coupling, "ff") == 0 ? "spring.c_c=0" : NULL},
                           .options = run_options_default(),
                           .columns = columns,
                           .every = 1000000};
    s.options.scheme = scheme;
    s.options.extrapolation = extrapolation;
    s.options.macro_step = H;
    s.options.has_stop_time = true;
    s.options.stop_time = 1;
    struct trace trace;
    if (!simulation_run(bench, &s, &trace, error))
        return false;
    double x[2];
    analytic(1, x);
    *error_at_end = INFINITY;
    if (!trace.broke_down && trace.n_rows > 0)
        *error_at_end = fmax(fabs(trace_at(&trace, trace.n_rows - 1, 1) - x[0]),
                             fabs(trace_at(&trace, trace.n_rows - 1, 2) - x[1]));
    *cpu_s = trace.cpu_s;
    trace_free(&trace);
    return true;
}

enum { N_H = 5 };
static const double macro_steps[N_H] = {4e-3, 2e-3, 1e-3, 0.5e-3, 0.25e-3};

static bool one_method(struct bench *bench, struct outcome *o, const char *coupling, const char *scheme,
                       int extrapolation, struct figure *errors, struct figure *work, struct error *error)
{
    static const char *const held[] = {"held", "linear", "quadratic"};
    const char *name = outcome_text(o, "%s %s %s inputs", coupling, scheme, held[extrapolation]);
    if (!bench_wants(bench, name))
        return true;
    bench_progress(bench, "%s", name);
    struct curve *error_curve = errors ? figure_curve(o, errors, held[extrapolation], CURVE_LINE_AND_POINTS) : NULL;
    struct curve *work_curve = work ? figure_curve(o, work, held[extrapolation], CURVE_LINE_AND_POINTS) : NULL;
    double e[N_H] = {0}, cpu_s;
    for (int i = errors ? 0 : 2; i < N_H; i++) {
        if (!errors && i > 3)
            break;
        if (!final_error(bench, coupling, scheme, extrapolation, macro_steps[i], &e[i], &cpu_s, error))
            return false;
        if (errors) {
            curve_add(o, error_curve, macro_steps[i], e[i]);
            curve_add(o, work_curve, cpu_s, e[i]);
        }
    }
    /* e = C H^p (1 + a H ...) has the observed order p + a H/(2 ln 2) between H and H/2. With w = 33.5 1/s, the faster mode's, and a up
     * to 5 w that is 0.12 at 1 ms. */
    outcome_compare(o, &(struct row){.table = "Order of convergence, H = 1 to 0.5 ms, error of x1 and x2 at 1 s",
                                     .kind = KIND_ANALYTIC,
                                     .name = name,
                                     .unit = "",
                                     .expected = extrapolation + 1,
                                     .ours = log2(e[2] / e[3]),
                                     .tolerance = 0.12,
                                     .source = "order of the extrapolation, plus one"});
    return true;
}

/* As one mechanism. */
static bool add_machine(struct bench *bench, struct outcome *o, struct error *error)
{
    static const struct moving_wish wish = {.id = "machine-linear-oscillator",
                                            .title = "The two masses swing",
                                            .path = "fmus/LinearOscillator.fmu",
                                            .options = {{"macro-step", "5ms"}, {"stop-time", "3s"}}};
    return moving_add_all(bench, o, &wish, 1, error);
}

bool oscillator_case_run(struct bench *bench, struct outcome *o, struct error *error)
{
    static const char *const couplings[] = {"fs", "ss", "ff"};
    static const char *const schemes[] = {"jacobi", "gauss-seidel"};
    struct figure errors = {.id = "oscillator-orders",
                            .title = "Oscillator: error at 1 s, f-s coupling, Gauss-Seidel",
                            .caption = "Against the analytic solution: slopes 1, 2 and 3.",
                            .x_label = "macro step H, s",
                            .y_label = "error of x1 and x2, m",
                            .x_log = true,
                            .y_log = true};
    struct figure work = errors;
    work.id = "oscillator-work";
    work.title = "Oscillator: work and precision";
    work.caption = "The same runs over their CPU time.";
    work.x_label = "CPU time, s";
    if (!add_machine(bench, o, error))
        return false;
    for (int c = 0; c < 3; c++)
        for (int s = 0; s < 2; s++)
            for (int extrapolation = 0; extrapolation <= 2; extrapolation++) {
                const bool drawn = c == 0 && s == 1;
                if (!one_method(bench, o, couplings[c], schemes[s], extrapolation, drawn ? &errors : NULL,
                                drawn ? &work : NULL, error))
                    return false;
            }
    if (errors.n_curves) {
        outcome_figure(o, &errors);
        outcome_figure(o, &work);
    }
    return true;
}
