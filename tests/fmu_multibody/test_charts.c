/* Charts: spherical and free joints through all orientations, with every solver. The top's motion comes from Euler's equations and a
 * quaternion, integrated here, and its rates also from their closed solution by Jacobi's elliptic functions. */
#include "tests/testing.h"

#include "fmu_multibody/engine/engine.h"
#include "monolithic/monolithic.h"
#include "numerics/solver.h"
#include "tests/fmu_multibody/from_file.h"
#include "tests/fmu_multibody/random.h"
#include "tests/oracle/top_oracle.h"

#include <stdlib.h>
#include <string.h>

/* ---- the top: about its middle axis, which is not stable, it turns over again and again ---- */

static void the_tops_rates_are_jacobis(void **state)
{
    (void)state;
    for (int i = 1; i <= 20; i++) {
        const struct top s = top_at(i);
        double w[3];
        top_closed_rate(i, w);
        for (int k = 0; k < 3; k++)
            assert_near(s.w[k], w[k], 1e-9);
    }
}

/* ---- models that are stepped ---- */

struct stepped {
    struct from_file f;
    struct solver *solver;
    struct solver_settings settings;
    struct solver_problem problem;
    double size, t;
    int changes; /* of charts, between steps */
};

static void begin(struct stepped *s, const char *text, enum solver_kind kind, double h)
{
    struct model_report report = {""};
    *s = (struct stepped){.settings = {kind, h, 1e-11, 1e-11}};
    from_file_open_text(&s->f, text);
    from_file_set(&s->f, "solver", kind);
    from_file_set(&s->f, "step_size", h);
    from_file_initialize(&s->f);
    struct model_instance *live = &s->f.live;
    s->solver = solver_open(live->type, &report);
    s->problem = (struct solver_problem){
        .type = live->type,
        .layout = &live->layout,
        .constants = live->constants,
        .scratch = live->scratch,
        .m = live->m,
        .next_size = &s->size,
        .inputs = {.u0 = live->u, .u1 = live->u, .u2 = live->u, .n = live->layout.count[MODEL_INPUT]}};
    assert_true(s->solver && solver_prepare(s->solver, &s->settings, &report));
}

static bool try_step(struct stepped *s, double H, struct model_report *report)
{
    double reached;
    struct model_instance *live = &s->f.live;
    const double *chart = model_instance_find(live, "ball.chart");
    const double before = chart ? *chart : 0;
    if (!solver_step(s->solver, &s->settings, &s->problem, s->t, H, live->x, live->q, &reached, report))
        return false;
    s->t += H;
    s->changes += chart && *chart != before;
    return true;
}

static void advance(struct stepped *s, double T, int steps)
{
    struct model_report report = {""};
    for (int i = 0; i < steps; i++)
        if (!try_step(s, T / steps, &report))
            fail_msg("at %g s: %s", s->t, report.text);
}

static void end(struct stepped *s)
{
    solver_close(s->solver);
    from_file_close(&s->f);
}

static void read_axes(const struct from_file *f, double R[9])
{
    char name[20];
    for (int i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "ball.R%d%d", i / 3 + 1, i % 3 + 1);
        R[i] = from_file_value(f, name);
    }
}

static double difference(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* ---- ways to hang it up: any order of axes, any frame of the joint, any axes of the body ---- */

struct way {
    const char *kind, *order;
    double orientation[3];
    int shift; /* the body's axis i is the top's i + shift */
};
static const struct way plain = {"spherical", "xyz", {0, 0, 0}, 0};
static const struct way ways[] = {{"spherical", "xyz", {0, 0, 0}, 0},    {"free", "xzy", {0, 0, 0}, 1},
                                  {"spherical", "yxz", {0.4, 0, 0}, 0},  {"free", "yzx", {0, 1.1, -0.7}, 1},
                                  {"spherical", "zxy", {-2, 0.5, 0}, 2}, {"free", "zyx", {0.3, 0.6, 2.2}, 2}};
enum { WAYS = sizeof ways / sizeof *ways };

static char *top_file(const struct way *way, const char *more)
{
    static char text[1200];
    double rates[6] = {0};
    const bool is_free = strcmp(way->kind, "free") == 0;
    const size_t first = is_free ? 3 : 0;
    for (int k = 0; k < 3; k++)
        rates[first + (size_t)k] = top_start_rate[(way->order[k] - 'x' + way->shift) % 3];
    int n = snprintf(
        text, sizeof text,
        "{\"type\": \"mechanism\", \"name\": \"Top\", \"gravity\": [0, 0, 0], \"bodies\": {\"ball\": {\"mass\": 1,"
        "\"inertia\": [%g, %g, %g, 0, 0, 0], \"motion\": true}}, \"joints\": {\"ball\": {\"type\": \"%s\","
        "\"parent\": \"ground\", \"child\": \"ball\", \"order\": \"%s\", \"orientation\": [%g, %g, %g],"
        "\"start_rate\": [%g, %g, %g",
        top_inertia[way->shift], top_inertia[(1 + way->shift) % 3], top_inertia[(2 + way->shift) % 3], way->kind,
        way->order, way->orientation[0], way->orientation[1], way->orientation[2], rates[0], rates[1], rates[2]);
    if (is_free)
        n += snprintf(text + n, sizeof text - (size_t)n, ", %g, %g, %g", rates[3], rates[4], rates[5]);
    snprintf(text + n, sizeof text - (size_t)n, "]%s}}}", more);
    return text;
}

/* Turns about x, then the new y, then the new z; by rows. */
static void turned(const double angles[3], const double R[9], double result[9])
{
    memcpy(result, R, 9 * sizeof *R);
    for (int axis = 2; axis >= 0; axis--) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        const double c = cos(angles[axis]), s = sin(angles[axis]);
        for (int k = 0; k < 3; k++) {
            const double y = result[3 * i + k], z = result[3 * j + k];
            result[3 * i + k] = c * y - s * z;
            result[3 * j + k] = s * y + c * z;
        }
    }
}

static double top_error(struct stepped *s, const struct way *way)
{
    double R[9], exact[9], shifted[9], expected[9];
    const struct top top = top_at(s->t);
    top_axes(&top, exact);
    for (int i = 0; i < 9; i++)
        shifted[i] = exact[3 * ((i / 3 + way->shift) % 3) + (i % 3 + way->shift) % 3];
    turned(way->orientation, shifted, expected);
    from_file_update(&s->f);
    read_axes(&s->f, R);
    return difference(R, expected, 9);
}

static double run_top(const struct way *way, enum solver_kind kind, double h, double T, int *changes)
{
    struct stepped s;
    begin(&s, top_file(way, ""), kind, h);
    advance(&s, T, (int)(T * 20 + 0.5));
    const double error = top_error(&s, way);
    const double energy = 0.5 * (top_inertia[0] * top_start_rate[0] * top_start_rate[0] +
                                 top_inertia[2] * top_start_rate[2] * top_start_rate[2]);
    *changes = s.changes;
    if (kind == SOLVER_ARKODE)
        assert_near(from_file_value(&s.f, "kinetic_energy"), energy, 1e-8);
    end(&s);
    return error;
}

/* The errors that are left are those of the methods: half the step, and they are less by their order. 20 s are about ten turns. */
static void a_top_turns_over_with_every_solver(void **state)
{
    (void)state;
    static const struct {
        enum solver_kind kind;
        double h, T, ratio, most;
    } cases[] = {{SOLVER_EULER, 5e-4, 5, 2, 0.1},
                 {SOLVER_RUNGE_KUTTA, 4e-3, 20, 16, 1e-5},
                 {SOLVER_TRAPEZOIDAL, 4e-3, 10, 4, 1e-2}};
    int changes[3];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double coarse = run_top(&plain, cases[i].kind, cases[i].h, cases[i].T, &changes[0]),
                     fine = run_top(&plain, cases[i].kind, cases[i].h / 2, cases[i].T, &changes[1]);
        assert_near(coarse / fine, cases[i].ratio, 0.2 * cases[i].ratio);
        assert_true(fine < cases[i].most);
        assert_true(changes[0] >= 4 && changes[1] >= 4);
    }
    const double error = run_top(&plain, SOLVER_ARKODE, 1, 20, &changes[2]);
    assert_true(error < 1e-8 && changes[2] >= 10);
}

/* Charts change at other places in each of them, and nobody sees it. */
static void it_does_not_matter_from_where_angles_are_counted(void **state)
{
    (void)state;
    for (int i = 0; i < WAYS; i++) {
        int changes;
        assert_true(run_top(&ways[i], SOLVER_ARKODE, 1, 10, &changes) < 1e-8);
        assert_true(changes > 0);
    }
}

/* x, m and the next size are all that there is, whatever the instance has seen in between. */
static void a_restored_top_goes_on_bit_for_bit(void **state)
{
    (void)state;
    for (int kind = SOLVER_EULER; kind <= SOLVER_ARKODE; kind++) {
        struct stepped s;
        begin(&s, top_file(&plain, ""), (enum solver_kind)kind, 1e-3);
        struct model_instance *live = &s.f.live;
        const size_t bytes = live->layout.size * sizeof *live->numbers;
        double *saved = malloc(bytes), *first = malloc(bytes);
        assert_true(saved && first);
        for (int k = 0; k < 6; k++) { /* from both charts */
            const double size = s.size, t = s.t;
            memcpy(saved, live->numbers, bytes);
            advance(&s, 1, 20);
            memcpy(first, live->numbers, bytes);
            memcpy(live->numbers, saved, bytes);
            s.size = size;
            s.t = t;
            advance(&s, 1, 20);
            assert_memory_equal(live->numbers, first, bytes);
        }
        assert_true(s.changes > 2);
        free(saved);
        free(first);
        end(&s);
    }
}

/* ---- where it ended before ---- */

/* A pendulum that swings up to 19 degrees over the horizontal, nearly through x: there the angles of the order xyz are singular. */
static const double pendulum_rate[2] = {0.02, 5.5}; /* about x and y, hanging: it does not spin about itself */

static char *pendulum_file(const char *more)
{
    static char text[900];
    snprintf(text, sizeof text,
             "{\"type\": \"mechanism\", \"name\": \"Pendulum\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"ball\": "
             "{\"mass\": 2,"
             "\"com\": [0, 0, -0.8], \"inertia\": [0.1, 0.1, 0.1, 0, 0, 0], \"motion\": true}}, \"joints\": {\"ball\": "
             "{\"type\": \"spherical\", \"parent\": \"ground\", \"child\": \"ball\", \"start_rate\": [%g, %g, 0]%s}}}",
             pendulum_rate[0], pendulum_rate[1], more);
    return text;
}

/* The direction n of its axis: n'' = -c (e_z - n_z n) - n'^2 n, c = m g l/(m l^2 + J). */
static void swing(double T, double n[3])
{
    const double c = 2 * 9.81 * 0.8 / (2 * 0.8 * 0.8 + 0.1);
    const int steps = (int)(T / 2e-4 + 0.5);
    double x[6] = {0, 0, -1, -pendulum_rate[1], pendulum_rate[0], 0};
    for (int i = 0; i < steps; i++) {
        const double h = T / steps;
        double k[4][6], at[6];
        memcpy(at, x, sizeof at);
        for (int stage = 0; stage < 4; stage++) {
            const double square = at[3] * at[3] + at[4] * at[4] + at[5] * at[5];
            for (int j = 0; j < 3; j++) {
                k[stage][j] = at[3 + j];
                k[stage][3 + j] = -c * ((j == 2) - at[2] * at[j]) - square * at[j];
            }
            for (int j = 0; j < 6; j++)
                at[j] = x[j] + h * (stage < 2 ? k[stage][j] / 2 : k[stage][j]);
        }
        for (int j = 0; j < 6; j++)
            x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
    memcpy(n, x, 3 * sizeof *n);
}

/* One change is all that it needs: the other chart is singular along y. */
static void a_spherical_pendulum_swings_through(void **state)
{
    (void)state;
    struct stepped s;
    struct model_report report = {""};
    double R[9], n[3];
    begin(&s, pendulum_file(", \"keep_angles\": true"), SOLVER_RUNGE_KUTTA, 1e-3);
    int steps = 0;
    while (steps < 100 && try_step(&s, 0.1, &report))
        steps++;
    assert_true(steps < 100);
    assert_non_null(strstr(report.text, "joint 'ball': near the singular position of its Cardan angles"));
    end(&s);
    for (int kind = SOLVER_RUNGE_KUTTA; kind <= SOLVER_ARKODE; kind++) {
        begin(&s, pendulum_file(""), (enum solver_kind)kind, 1e-3);
        advance(&s, 10, 200);
        assert_int_equal(s.changes, 1);
        from_file_update(&s.f);
        read_axes(&s.f, R);
        swing(10, n);
        for (int i = 0; i < 3; i++)
            assert_near(R[3 * i + 2], -n[i], kind == SOLVER_TRAPEZOIDAL ? 1e-3 : 1e-7);
        end(&s);
    }
}

/* Solver 4 looks after each of its own steps: there and back again in one communication step. */
static void charts_change_within_a_communication_step(void **state)
{
    (void)state;
    struct stepped s;
    begin(&s, pendulum_file(""), SOLVER_ARKODE, 1);
    advance(&s, 1.18, 1);
    from_file_update(&s.f);
    assert_true(from_file_value(&s.f, "ball.R33") > cos(0.5)); /* it hangs, nearly */
    assert_near(from_file_value(&s.f, "ball.chart"), 1, 0);
    end(&s);
}

/* In the singular position itself: the start is told in chart 0, and the run begins in the other one. */
static void a_start_may_be_singular(void **state)
{
    (void)state;
    static const char more[] = ", \"start\": [0.3, \"pi/2\", 0.4]";
    struct from_file f;
    double R[9], expected[9];
    static const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, angles[3] = {0.3, 1.5707963267948966, 0.4};
    from_file_open_text(&f, top_file(&plain, more));
    from_file_initialize(&f);
    from_file_update(&f);
    assert_near(from_file_value(&f, "ball.chart"), 1, 0);
    read_axes(&f, R);
    turned(angles, none, expected);
    assert_true(difference(R, expected, 9) < 1e-15);
    /* w = R_x(0.3) (2 e_x + 1.8 R_y(90) e_z): both turn it about x */
    assert_near(from_file_value(&f, "ball.wx"), top_start_rate[0] + top_start_rate[2], 1e-14);
    assert_near(from_file_value(&f, "ball.wy"), 0, 1e-14);
    assert_near(from_file_value(&f, "ball.wz"), 0, 1e-14);
    from_file_close(&f);
    from_file_check_refused(top_file(&plain, ", \"start\": [0.3, \"pi/2\", 0.4], \"keep_angles\": true"),
                            "joint 'ball': its second Cardan angle");
}

/* ---- loops ---- */

#define TUMBLER                                                                                                        \
    "\"ball\": {\"mass\": 2, \"com\": [0.1, 0.05, 0], \"inertia\": [0.1, 0.2, 0.25, 0, 0, 0], \"motion\": true}"

/* A body on a rod of 1 m: free, with a distance that is kept, or in a tree behind a rod without mass. */
static void a_body_in_a_loop_moves_as_in_a_tree(void **state)
{
    (void)state;
    static const char loop[] =
        "{\"type\": \"mechanism\", \"name\": \"Loop\", \"gravity\": [-9.81, 0, 0], \"bodies\": {" TUMBLER "},"
        "\"joints\": {\"ball\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"ball\","
        "\"start\": [-1, 0, 0, 0, 0, 0], \"start_rate\": [0, 0, 0, 2, 0, 1.8]}},"
        "\"loops\": {\"rod\": {\"type\": \"distance\", \"a\": {\"body\": \"ground\"}, \"b\": {\"body\": \"ball\"},"
        "\"length\": 1}}, \"independent\": [\"ball.y\", \"ball.z\", \"ball.angle1\", \"ball.angle2\", "
        "\"ball.angle3\"]}";
    static const char tree[] =
        "{\"type\": \"mechanism\", \"name\": \"Tree\", \"gravity\": [-9.81, 0, 0], \"bodies\": {" TUMBLER
        ", \"rod\": {\"mass\": 0}}, \"joints\": {\"rod\": {\"type\": \"universal\", \"axes\": \"yz\", \"parent\": "
        "\"ground\", \"child\": \"rod\"}, \"ball\": {\"type\": \"spherical\", \"parent\": \"rod\", \"at\": [-1, 0, 0],"
        "\"child\": \"ball\", \"start_rate\": [2, 0, 1.8]}}}";
    struct stepped a, b;
    double R_a[9], R_b[9];
    begin(&a, loop, SOLVER_ARKODE, 1);
    begin(&b, tree, SOLVER_ARKODE, 1);
    advance(&a, 5, 100);
    advance(&b, 5, 100);
    assert_true(a.changes > 3 && b.changes > 3);
    from_file_update(&a.f);
    from_file_update(&b.f);
    read_axes(&a.f, R_a);
    read_axes(&b.f, R_b);
    assert_true(difference(R_a, R_b, 9) < 1e-7);
    assert_near(from_file_value(&a.f, "constraint_residual"), 0, 1e-12);
    end(&a);
    end(&b);
}

/* ---- what changes with the chart, and what does not ---- */

/* All values but the angles and what they are the rates of stay where they were, to rounding. */
static void a_change_of_the_chart_changes_nothing_else(void **state)
{
    (void)state;
    uint64_t seed = 20;
    for (int i = 0; i < WAYS; i++) {
        struct from_file f;
        from_file_open_text(&f, top_file(&ways[i], ""));
        from_file_initialize(&f);
        const struct engine *e = mechanism_instance_engine(f.live.scratch);
        const size_t n = f.live.layout.count[MODEL_STATE], n_w = f.live.layout.count[MODEL_LOCAL];
        double x[12], *before = malloc((n_w + 1) * sizeof *before);
        for (size_t k = 0; k < 200; k++) {
            for (size_t j = 0; j < n; j++)
                x[j] = f.live.x[j] = random_between(&seed, -3, 3);
            x[n / 2 - 2] = f.live.x[n / 2 - 2] = random_between(&seed, -1.5, 1.5);
            *from_file_find(&f, "ball.chart") = (double)(k % 2);
            from_file_update(&f);
            memcpy(before, f.live.w, n_w * sizeof *before);
            engine_chart_take(e, 0, k % 2 == 0, f.live.m, f.live.x);
            assert_near(from_file_value(&f, "ball.chart"), k % 2 == 0, 0);
            if (fabs(cos(f.live.x[n / 2 - 2])) > 0.1) { /* else rounding is large by its inverse */
                from_file_update(&f);
                for (size_t j = 0; j < n_w; j++)
                    assert_near(f.live.w[j], before[j], 1e-11 * (1 + fabs(before[j])));
                engine_chart_take(e, 0, k % 2, f.live.m, f.live.x);
                for (size_t j = 0; j < n; j++) {
                    const double turns = (f.live.x[j] - x[j]) / (2 * acos(-1));
                    assert_near(turns, j < n / 2 ? round(turns) : 0, 1e-11);
                }
            }
        }
        free(before);
        from_file_close(&f);
    }
}

/* Exact derivatives in either chart: against central differences. */
static void derivatives_are_those_of_the_chart(void **state)
{
    (void)state;
    struct from_file f;
    from_file_open_text(&f, pendulum_file(""));
    from_file_initialize(&f);
    for (int chart = 0; chart < 2; chart++) {
        static const double at[6] = {0.3, -0.7, 1.1, 0.5, -2, 1.4};
        static const char *const states[6] = {"ball.angle1",  "ball.angle2",  "ball.angle3",
                                              "ball.dangle1", "ball.dangle2", "ball.dangle3"};
        double up[6], down[6], exact[6];
        memcpy(f.live.x, at, sizeof at);
        *from_file_find(&f, "ball.chart") = chart;
        for (int j = 0; j < 6; j++) {
            const double h = 1e-5;
            f.live.x[j] = at[j] + h;
            from_file_update(&f);
            memcpy(up, f.live.dx, sizeof up);
            f.live.x[j] = at[j] - h;
            from_file_update(&f);
            memcpy(down, f.live.dx, sizeof down);
            f.live.x[j] = at[j];
            from_file_differentiate(&f, states[j], exact, NULL);
            for (int i = 0; i < 6; i++)
                assert_near(exact[i], (up[i] - down[i]) / (2 * h), 1e-7);
        }
    }
    from_file_close(&f);
}

static void derive(struct from_file *f, struct model_change change)
{
    static const double along[6] = {0.2, -1, 0.4, 0.7, 0.1, -0.5};
    struct model_report report = {""};
    const struct model_point at = {f->live.constants, f->live.scratch, 0, f->live.m, f->live.x, f->live.u};
    if (!model_differentiate(f->live.type, &f->live.layout, at, (struct model_direction){.x = along}, change,
                             f->workspace, &report))
        fail_msg("%s", report.text);
}

/* What an instance keeps between calls belongs to one chart. */
static void a_look_at_the_other_chart_leaves_no_trace(void **state)
{
    (void)state;
    enum { MOST = 40 };
    struct from_file f;
    double first[MOST], second[MOST], values[MOST];
    static const double at[6] = {0.3, -0.7, 1.1, 0.5, -2, 1.4};
    from_file_open_text(&f, pendulum_file(""));
    from_file_initialize(&f);
    const size_t n = f.live.layout.count[MODEL_LOCAL];
    assert_true(n <= MOST);
    memcpy(f.live.x, at, sizeof at);
    from_file_update(&f);
    memcpy(values, f.live.w, n * sizeof *values);
    const struct model_change to_first = {.locals = first}, to_second = {.locals = second};
    double *chart = from_file_find(&f, "ball.chart"), rates[6];
    derive(&f, to_first);
    for (int i = 0; i < 2; i++) { /* a look over doubles, and one over complex numbers */
        *chart = 0;
        derive(&f, (struct model_change){.rates = rates}); /* a placement whose frames nobody needs yet */
        *chart = 1;
        if (i == 0)
            from_file_update(&f);
        else
            derive(&f, to_second);
        *chart = 0;
        derive(&f, to_second);
        assert_memory_equal(first, second, n * sizeof *first);
        from_file_update(&f);
        assert_memory_equal(values, f.live.w, n * sizeof *values);
    }
    from_file_close(&f);
}

/* A pendulum of three different inertias between a spring and a damper, at rest: from a joint whose frame is turned by 70 degrees, which
 * is told in chart 0 where the joint keeps its angles. What the states are counted from changes A to T A T^-1: traces of its powers stay. */
static void traces_at_rest(const char *more, double traces[6])
{
    enum { N = 6 };
    static const char format[] =
        "{\"type\": \"mechanism\", \"name\": \"Hang\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"ball\": {\"mass\": 2,"
        "\"com\": [0, 0, -0.8], \"inertia\": [0.1, 0.15, 0.07, 0, 0, 0]}}, \"joints\": {\"ball\": {\"type\": "
        "\"spherical\","
        "\"parent\": \"ground\", \"child\": \"ball\", \"orientation\": [0, \"-70 deg\", 0], \"start\": [0, \"70 deg\", "
        "0]%s}},"
        "\"springs\": {\"s\": {\"from\": {\"body\": \"ground\", \"at\": [0, 2, 0]}, \"to\": {\"body\": \"ball\", "
        "\"at\": [0, 0.5, 0]},"
        "\"stiffness\": 20, \"length\": 1.5}}, \"dampers\": {\"d\": {\"from\": {\"body\": \"ground\", \"at\": [1, 0, "
        "-1]},"
        "\"to\": {\"body\": \"ball\", \"at\": [0.3, 0.1, -0.5]}, \"damping\": 3}}}";
    static const char *const states[N] = {"ball.angle1",  "ball.angle2",  "ball.angle3",
                                          "ball.dangle1", "ball.dangle2", "ball.dangle3"};
    char text[1500];
    struct from_file f;
    double A[N][N], power[N][N], next[N][N]; /* by columns */
    snprintf(text, sizeof text, format, more);
    from_file_open_text(&f, text);
    from_file_initialize(&f);
    from_file_update(&f);
    for (int i = 0; i < N; i++)
        assert_near(f.live.dx[i], 0, 1e-13);
    const double *chart = model_instance_find(&f.live, "ball.chart");
    assert_true(*more ? chart == NULL : *chart == 1);
    for (int j = 0; j < N; j++)
        from_file_differentiate(&f, states[j], A[j], NULL);
    memcpy(power, A, sizeof power);
    for (int k = 0; k < N; k++) {
        traces[k] = 0;
        for (int i = 0; i < N; i++)
            traces[k] += power[i][i];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                next[j][i] = 0;
                for (int l = 0; l < N; l++)
                    next[j][i] += A[l][i] * power[j][l];
            }
        memcpy(power, next, sizeof power);
    }
    from_file_close(&f);
}

static void eigenvalues_at_rest_are_those_of_any_chart(void **state)
{
    (void)state;
    double kept[6], counted[6];
    traces_at_rest(", \"keep_angles\": true", kept);
    traces_at_rest("", counted);
    assert_true(fabs(kept[1]) > 1);
    for (int k = 0; k < 6; k++)
        assert_near(counted[k], kept[k], 1e-11 * (1 + fabs(kept[k])));
}

/* ---- in one set of equations ---- */

static double run_monolithic(enum monolithic_method method, double h)
{
    struct from_file f;
    struct model_report report = {""};
    const double T = 10;
    from_file_open_text(&f, top_file(&plain, ""));
    const struct composite_part part = {"top", f.live.type};
    const struct monolithic_system system = {.name = "Alone", .parts = &part, .n_parts = 1, .mechanism = f.file};
    struct monolithic_options options = monolithic_default();
    options.method = method;
    struct monolithic *m = monolithic_open(&system, &options, &report);
    if (!m || !monolithic_start(m, &report))
        fail_msg("%s", report.text);
    int changes = 0;
    const int steps = (int)(T / h + 0.5);
    for (int i = 0; i < steps; i++) {
        const double before = *monolithic_find(m, "top.ball.chart");
        if (!monolithic_step(m, i * h, h, &report))
            fail_msg("at %g s: %s", i * h, report.text);
        changes += *monolithic_find(m, "top.ball.chart") != before;
    }
    assert_true(changes > 4);
    double R[9], exact[9];
    for (int i = 0; i < 9; i++) {
        char name[20];
        snprintf(name, sizeof name, "top.ball.R%d%d", i / 3 + 1, i % 3 + 1);
        R[i] = *monolithic_find(m, name);
    }
    const struct top top = top_at(T);
    top_axes(&top, exact);
    monolithic_close(m);
    from_file_close(&f);
    return difference(R, exact, 9);
}

static void one_set_of_equations_goes_through_charts(void **state)
{
    (void)state;
    const double coarse = run_monolithic(MONOLITHIC_DOUBLE_STEP, 4e-3),
                 fine = run_monolithic(MONOLITHIC_DOUBLE_STEP, 2e-3);
    assert_near(coarse / fine, 4, 0.8);
    assert_true(fine < 1e-2);
    assert_true(run_monolithic(MONOLITHIC_CVODE, 0.05) < 1e-7);
}

/* In all coordinates there is one chart, and what cannot be followed in it ends the run as ever. */
static void the_penalty_based_formulation_stays_in_its_chart(void **state)
{
    (void)state;
    struct from_file f;
    struct model_report report = {""};
    const double h = 1e-3;
    static const char outputs[] = ", \"motion\": true"; /* which it does not have */
    char *text = pendulum_file(""), *at = strstr(text, outputs);
    memmove(at, at + strlen(outputs), strlen(at + strlen(outputs)) + 1);
    from_file_open_text(&f, text);
    const struct composite_part part = {"p", f.live.type};
    const struct monolithic_system system = {.name = "Alone", .parts = &part, .n_parts = 1, .mechanism = f.file};
    struct monolithic_options options = monolithic_default();
    options.method = MONOLITHIC_PENALTY;
    struct monolithic *m = monolithic_open(&system, &options, &report);
    if (!m || !monolithic_start(m, &report))
        fail_msg("%s", report.text);
    int i = 0;
    while (i < 2000 && monolithic_step(m, i * h, h, &report)) {
        assert_near(*monolithic_find(m, "p.ball.chart"), 0, 0);
        i++;
    }
    assert_non_null(strstr(report.text, "near the singular position of its Cardan angles"));
    assert_true(i > 200 && i < 1000);
    monolithic_close(m);
    from_file_close(&f);
}

/* ---- joints that keep their angles ---- */

static void what_acts_on_an_angle_holds_its_joint_to_it(void **state)
{
    (void)state;
    static const char *const with[] = {
        ", \"joint_springs\": {\"s\": {\"coordinate\": \"ball.angle2\", \"stiffness\": 1}}",
        ", \"drives\": {\"d\": {\"coordinate\": \"ball.angle1\"}}",
        ", \"motions\": {\"d\": {\"coordinate\": \"ball.angle3\"}}",
        ", \"actuators\": {\"a\": {\"coordinate\": \"ball.angle1\"}}",
    };
    struct from_file f;
    char text[2000];
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        const char *top = top_file(&ways[i % 2], "");
        snprintf(text, sizeof text, "%.*s%s}", (int)strlen(top) - 1, top, with[i]);
        from_file_open_text(&f, text);
        assert_null(f.live.type->recount);
        assert_null(model_instance_find(&f.live, "ball.chart"));
        from_file_close(&f);
    }
    const char *top = top_file(&ways[1], ""); /* free: its place may be held */
    snprintf(text, sizeof text, "%.*s, \"drives\": {\"d\": {\"coordinate\": \"ball.x\"}}}", (int)strlen(top) - 1, top);
    from_file_open_text(&f, text);
    assert_non_null(f.live.type->recount);
    from_file_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tops_rates_are_jacobis),
        cmocka_unit_test(a_change_of_the_chart_changes_nothing_else),
        cmocka_unit_test(a_top_turns_over_with_every_solver),
        cmocka_unit_test(it_does_not_matter_from_where_angles_are_counted),
        cmocka_unit_test(a_restored_top_goes_on_bit_for_bit),
        cmocka_unit_test(a_spherical_pendulum_swings_through),
        cmocka_unit_test(charts_change_within_a_communication_step),
        cmocka_unit_test(a_start_may_be_singular),
        cmocka_unit_test(a_body_in_a_loop_moves_as_in_a_tree),
        cmocka_unit_test(derivatives_are_those_of_the_chart),
        cmocka_unit_test(a_look_at_the_other_chart_leaves_no_trace),
        cmocka_unit_test(eigenvalues_at_rest_are_those_of_any_chart),
        cmocka_unit_test(one_set_of_equations_goes_through_charts),
        cmocka_unit_test(the_penalty_based_formulation_stays_in_its_chart),
        cmocka_unit_test(what_acts_on_an_angle_holds_its_joint_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
