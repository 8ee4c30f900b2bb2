/* Bushings and contacts: against closed solutions, against the same mechanism written in another way, against conservation, and their
 * derivatives against central differences. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define HEAD "{\"type\": \"mechanism\", \"name\": \"Test\", \"gravity\": [0, 0, -9.81], "
#define BALL                                                                                                           \
    "\"bodies\": {\"ball\": {\"mass\": 5, \"inertia\": [0.08, 0.08, 0.08, 0, 0, 0]}}, \"joints\": {\"j\": {\"type\": " \
    "\"free\", \"parent\": \"ground\", \"child\": \"ball\"}}, "

static void begin(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    from_file_initialize(f);
}

static void step_rates(struct from_file *f, double t, double *dx)
{
    double dq[8];
    struct model_report report = {""};
    if (!f->live.type->over_real.rates(f->live.constants, f->live.scratch, t, f->live.m, f->live.x, f->live.u, dx, dq,
                                       &report))
        fail_msg("%s", report.text);
}

/* Runge and Kutta's steps of fourth order. */
static void run(struct from_file *f, double h, int steps)
{
    enum { MOST = 24 };
    const size_t n = f->live.layout.count[MODEL_STATE];
    assert_true(n <= MOST);
    for (int step = 0; step < steps; step++) {
        static const double weights[] = {1, 2, 2, 1}, ahead[] = {0.5, 0.5, 1, 0};
        double x[MOST], sum[MOST] = {0}, dx[MOST];
        memcpy(x, f->live.x, n * sizeof *x);
        for (int stage = 0; stage < 4; stage++) {
            step_rates(f, 0, dx);
            for (size_t i = 0; i < n; i++) {
                sum[i] += weights[stage] * dx[i];
                f->live.x[i] = x[i] + ahead[stage] * h * dx[i];
            }
        }
        for (size_t i = 0; i < n; i++)
            f->live.x[i] = x[i] + h / 6 * sum[i];
    }
    from_file_update(f);
}

/* Every rate along every state and input: complex step against central differences. */
static void check_derivatives(struct from_file *f, double tolerance)
{
    enum { MOST = 24 };
    const size_t n = f->live.layout.count[MODEL_STATE], n_u = f->live.layout.count[MODEL_INPUT];
    assert_true(n <= MOST && n_u <= MOST);
    for (size_t j = 0; j < n + n_u; j++) {
        double seed[MOST] = {0}, rates[MOST], outputs[200], above[MOST], below[MOST];
        double *at = j < n ? &f->live.x[j] : &f->live.u[j - n];
        seed[j < n ? j : j - n] = 1;
        from_file_differentiate_along(f, j < n ? seed : NULL, j < n ? NULL : seed, rates, outputs);
        const double kept = *at, h = 1e-6 * fmax(1, fabs(kept));
        *at = kept + h;
        step_rates(f, 0, above);
        *at = kept - h;
        step_rates(f, 0, below);
        *at = kept;
        for (size_t i = 0; i < n; i++)
            assert_near(rates[i], (above[i] - below[i]) / (2 * h), tolerance * (1 + fabs(rates[i])));
    }
}

/* ---- contacts ---- */

#define CONTACT(more)                                                                                                  \
    "\"contacts\": {\"c\": {\"body\": \"ball\", \"radius\": 0.2, \"stiffness\": 1e6, \"onset\": 0" more "}}}"

/* At rest the spring carries the weight: depth m g/k. */
static void a_ball_lies_on_the_ground(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, HEAD BALL CONTACT(", \"damping\": 20"));
    const double depth = 5 * 9.81 / 1e6;
    *from_file_find(&f, "j.z") = 0.2 - depth;
    double dx[12];
    step_rates(&f, 0, dx);
    for (int i = 0; i < 12; i++)
        assert_near(dx[i], 0, 1e-9);
    from_file_update(&f);
    assert_near(from_file_value(&f, "c.depth"), depth, 1e-15);
    assert_near(from_file_value(&f, "c.normal_force"), 5 * 9.81, 1e-9);
    *from_file_find(&f, "j.z") = 0.3; /* in the air */
    step_rates(&f, 0, dx);
    assert_near(dx[8], -9.81, 1e-12);
    from_file_close(&f);
}

/* A ball that slides at v begins to roll at 5/7 v, whatever the friction is: angular momentum about a point of the ground is kept. Its inertia is 2/5 m r^2. */
static void a_sliding_ball_comes_to_roll(void **state)
{
    (void)state;
    struct from_file f;
    begin(&f, HEAD BALL CONTACT(", \"damping\": 20, \"friction\": 0.3, \"slip\": 1e-3"));
    *from_file_find(&f, "j.z") = 0.2 - 5 * 9.81 / 1e6;
    *from_file_find(&f, "j.dx") = 2;
    run(&f, 1e-4, 100); /* 10 ms: it slides, by mu g */
    assert_near(from_file_value(&f, "j.dx"), 2 - 0.3 * 9.81 * 0.01, 1e-6);
    run(&f, 1e-4, 6000);
    assert_near(from_file_value(&f, "j.dx"), 2 * 5.0 / 7, 1e-6);
    assert_near(from_file_value(&f, "j.dangle2"), 2 * 5.0 / 7 / 0.2, 2e-5);
    assert_near(from_file_value(&f, "c.slip"), 0, 1e-6);
    from_file_close(&f);
}

/* A box on a slope steeper than the angle of friction: g (sin a - mu cos a), on four corners; the plane is given by its normal. */
static void a_box_slides_down_a_slope(void **state)
{
    (void)state;
#define CORNER(name, x, y)                                                                                             \
    "\"" name "\": {\"body\": \"ball\", \"at\": [" x ", " y ", -0.1], \"stiffness\": 1e6, \"damping\": 100, "          \
    "\"friction\": 0.2, \"slip\": 1e-5, \"plane\": {\"normal\": [-0.5, 0, \"sqrt(3)/2\"]}}"
    struct from_file f;
    begin(&f, HEAD BALL "\"contacts\": {" CORNER("c1", "0.3", "0.2") ", " CORNER("c2", "-0.3", "0.2") ", " CORNER(
                  "c3", "0.3", "-0.2") ", " CORNER("c4", "-0.3", "-0.2") "}}");
    const double a = 3.14159265358979323846 / 6, g = 9.81;
    *from_file_find(&f, "j.angle2") = -a; /* its z axis is the normal */
    *from_file_find(&f, "j.x") = -0.1 * sin(a), *from_file_find(&f, "j.z") = 0.1 * cos(a);
    run(&f, 1e-4, 4000); /* it settles */
    const double before = from_file_value(&f, "j.dx");
    run(&f, 1e-4, 4000);
    const double along = (before - from_file_value(&f, "j.dx")) / cos(a) / 0.4;
    assert_near(along, g * (sin(a) - 0.2 * cos(a)), 1e-4);
    double normal = 0;
    normal += from_file_value(&f, "c1.normal_force") + from_file_value(&f, "c2.normal_force");
    normal += from_file_value(&f, "c3.normal_force") + from_file_value(&f, "c4.normal_force");
    assert_near(normal, 5 * g * cos(a), 1e-4);
    /* friction in the plane of the corners tilts it: the lower ones carry mu N h/l more */
    const double lower = from_file_value(&f, "c2.normal_force") + from_file_value(&f, "c4.normal_force");
    assert_near(lower - normal / 2, 0.2 * normal * 0.1 / 0.6, 1e-3);
    from_file_close(&f);
}

/* Two bodies in space, one with the plane: momentum and angular momentum of both stay, energy without friction and damping. */
static void contact_of_two_bodies_keeps_momentum(void **state)
{
    (void)state;
    struct from_file f;
    begin(
        &f,
        "{\"type\": \"mechanism\", \"name\": \"Two\", \"gravity\": [0, 0, 0], \"bodies\": {\"ball\": {\"mass\": 5, "
        "\"inertia\": [0.08, 0.08, 0.08, 0, 0, 0]}, \"plate\": {\"mass\": 9, \"inertia\": [0.5, 0.4, 0.7, 0, 0, 0]}}, "
        "\"joints\": {\"b\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"ball\", \"start\": [0.1, 0.3, "
        "0.25, "
        "0, 0, 0], \"start_rate\": [0.2, 0.4, -1, 3, 2, 1]}, \"p\": {\"type\": \"free\", \"parent\": \"ground\", "
        "\"child\": \"plate\", \"start_rate\": [0, 0, 0.5, 0.3, -0.2, 0.4]}}, \"contacts\": {\"c\": {\"body\": "
        "\"ball\", \"radius\": 0.2, \"stiffness\": 1e5, \"onset\": 0.001, \"friction\": 0.3, \"slip\": 0.01, "
        "\"plane\": {\"body\": \"plate\", \"at\": [0, 0, 0.02]}}}}");
    from_file_update(&f);
    const double energy = from_file_value(&f, "kinetic_energy");
    double lost = 0, deepest = 0;
    static const double I_p[3] = {0.5, 0.4, 0.7};
    for (int k = 0; k <= 1500; k++) {
        if (k > 0)
            run(&f, 2e-5, 5);
        const double weight = k == 0 || k == 1500 ? 0.5 : 1;
        lost += weight * 1e-4 * from_file_value(&f, "c.friction_power");
        deepest = fmax(deepest, from_file_value(&f, "c.depth"));
        const double p_z = 5 * from_file_value(&f, "b.dz") + 9 * from_file_value(&f, "p.dz");
        assert_near(p_z, 5 * -1 + 9 * 0.5, 1e-9);
        if (k % 500)
            continue;
        /* angular momentum about the origin, x: of a body with Cardan angles 1, 2, 3 about x, y, z its rate in its axes */
        double L = 0;
        for (int body = 0; body < 2; body++) {
            const char *name = body ? "p" : "b";
            double a[3], da[3], r[3], v[3], w[3];
            for (int i = 0; i < 3; i++) {
                char text[20];
                snprintf(text, sizeof text, "%s.angle%d", name, i + 1), a[i] = from_file_value(&f, text);
                snprintf(text, sizeof text, "%s.dangle%d", name, i + 1), da[i] = from_file_value(&f, text);
                snprintf(text, sizeof text, "%s.%c", name, "xyz"[i]), r[i] = from_file_value(&f, text);
                snprintf(text, sizeof text, "%s.d%c", name, "xyz"[i]), v[i] = from_file_value(&f, text);
            }
            w[0] = da[0] * cos(a[1]) * cos(a[2]) + da[1] * sin(a[2]);
            w[1] = -da[0] * cos(a[1]) * sin(a[2]) + da[1] * cos(a[2]);
            w[2] = da[0] * sin(a[1]) + da[2];
            const double m = body ? 9 : 5;
            const double R_x[3] = {cos(a[1]) * cos(a[2]), -cos(a[1]) * sin(a[2]), sin(a[1])};
            L += m * (r[1] * v[2] - r[2] * v[1]);
            for (int i = 0; i < 3; i++)
                L += R_x[i] * (body ? I_p[i] : 0.08) * w[i];
        }
        const double L_0 = 5 * (0.3 * -1 - 0.25 * 0.4) + 0.08 * 3 + 0.5 * 0.3;
        assert_near(L, L_0, 1e-8);
    }
    assert_true(deepest > 1e-3 && from_file_value(&f, "c.depth") < 0 && lost > 0.01);
    assert_near(from_file_value(&f, "kinetic_energy") + lost, energy, 2e-4 * energy);
    from_file_close(&f);
}

/* A sphere and a corner, both bodies turned and moving, along every state, against central differences: pressed in and sliding, pressed in
 * and as slow as the speed of the friction, within the onset, and leaving. */
static void derivatives_of_contacts_are_exact(void **state)
{
    (void)state;
    static const struct {
        double height, slides, sinks; /* of the centre above the plane, and how it moves */
    } cases[] = {{-0.002, 1.5, -0.3}, {-0.002, 0.01, -0.1}, {-0.0004, 0.2, 0.1}, {-0.002, 1, 0.08}, {0.001, 1, -1}};
    static const double radii[] = {0.2, 0};
    for (int k = 0; k < 2; k++) {
        char text[2000];
        struct from_file f;
        snprintf(
            text, sizeof text,
            HEAD
            "\"bodies\": {\"ball\": {\"mass\": 5, \"inertia\": [0.08, 0.09, 0.1, 0, 0, 0]}, \"plate\": {\"mass\": 9, "
            "\"inertia\": [0.5, 0.4, 0.7, 0, 0, 0]}}, \"joints\": {\"b\": {\"type\": \"free\", \"parent\": "
            "\"ground\", \"child\": \"ball\"}, \"p\": {\"type\": \"revolute\", \"parent\": \"ground\", "
            "\"child\": \"plate\", \"axis\": [0.3, 1, 0.1], \"start\": 0.2, \"start_rate\": 0.5}}, \"contacts\": "
            "{\"c\": {\"body\": \"ball\", \"at\": [0.1, 0.05, -0.1], \"radius\": %g, \"stiffness\": 1e5, "
            "\"damping\": 0.2, \"onset\": 0.001, \"friction\": 0.4, \"slip\": 0.01, \"plane\": {\"body\": "
            "\"plate\", \"at\": [0, 0, 0.02], \"normal\": [0.1, -0.2, 1]}}}}",
            radii[k]);
        begin(&f, text);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            *from_file_find(&f, "b.angle1") = 0.3, *from_file_find(&f, "b.angle2") = -0.4,
                                *from_file_find(&f, "b.angle3") = 0.2;
            *from_file_find(&f, "b.x") = 0.1, *from_file_find(&f, "b.y") = 0.2, *from_file_find(&f, "b.z") = 0;
            *from_file_find(&f, "b.dx") = cases[i].slides, *from_file_find(&f, "b.dz") = cases[i].sinks;
            for (int pass = 0; pass < 3; pass++) { /* the depth falls nearly as fast as z rises */
                from_file_update(&f);
                *from_file_find(&f, "b.z") += (from_file_value(&f, "c.depth") + cases[i].height) / 0.95;
            }
            from_file_update(&f);
            assert_true((from_file_value(&f, "c.normal_force") > 0) == (cases[i].height < 0));
            check_derivatives(&f, 2e-5);
        }
        from_file_close(&f);
    }
}

/* ---- bushings ---- */

#define SOFT "\"stiffness\": [2e4, 3e4, 5e4], \"turn_stiffness\": [40, 60, 70]"
#define MOUNTED(more)                                                                                                  \
    "\"bushings\": {\"m\": {\"from\": {\"body\": \"ground\", \"at\": [0, 0, 1]}, \"to\": {\"body\": \"ball\"}, " SOFT  \
        more "}}}"

/* Along and about its axes, small: k/m and k_t/J. */
static void a_bushing_has_its_stiffnesses(void **state)
{
    (void)state;
    static const double k[6] = {2e4, 3e4, 5e4, 40, 60, 70}, c[6] = {11, 13, 17, 0.2, 0.3, 0.5};
    struct from_file f;
    begin(&f, HEAD BALL MOUNTED(", \"damping\": [11, 13, 17], \"turn_damping\": [0.2, 0.3, 0.5]"));
    *from_file_find(&f, "j.z") = 1;
    for (int i = 0; i < 6; i++) {
        double dx[12];
        const double inertia = i < 3 ? 5 : 0.08, small = 1e-5;
        f.live.x[i] += small;
        step_rates(&f, 0, dx);
        assert_near(dx[6 + i] + (i == 2 ? 9.81 : 0), -k[i] / inertia * small, 1e-9 * k[i] / inertia);
        f.live.x[i] -= small;
        f.live.x[6 + i] += small;
        step_rates(&f, 0, dx);
        assert_near(dx[6 + i] + (i == 2 ? 9.81 : 0), -c[i] / inertia * small, 1e-9 * k[i] / inertia);
        f.live.x[6 + i] -= small;
    }
    from_file_close(&f);
}

/* Far from small, turning in space and carried by a body that moves: what it stores is what motion loses. */
static void a_bushing_keeps_energy(void **state)
{
    (void)state;
    struct from_file f;
    begin(
        &f,
        "{\"type\": \"mechanism\", \"name\": \"Two\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"arm\": {\"mass\": 3, "
        "\"com\": [0.2, 0, 0], \"inertia\": [0.1, 0.2, 0.3, 0, 0, 0]}, \"ball\": {\"mass\": 5, \"inertia\": [0.08, "
        "0.1, "
        "0.12, 0, 0, 0]}}, \"joints\": {\"r\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"arm\", "
        "\"axis\": [0, 1, 0]}, \"j\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"ball\", \"start\": "
        "[0.5, 0, 0, 0.6, -0.4, 0.7], \"start_rate\": [0, 0, 0, 5, -4, 3]}}, \"bushings\": {\"m\": {\"from\": "
        "{\"body\": \"arm\", \"at\": [0.5, 0, 0], \"orientation\": [0.3, 0, 0.2]}, \"to\": {\"body\": \"ball\", "
        "\"at\": "
        "[0.05, 0, 0], \"orientation\": [0, 0.1, 0]}, " SOFT "}}}");
    from_file_update(&f);
    const double energy = from_file_value(&f, "kinetic_energy") + from_file_value(&f, "potential_energy");
    double swing = 0;
    for (int k = 0; k < 20; k++) {
        run(&f, 5e-5, 500);
        swing = fmax(swing, fabs(from_file_value(&f, "r")));
        assert_near(from_file_value(&f, "kinetic_energy") + from_file_value(&f, "potential_energy"), energy, 1e-6);
    }
    assert_true(swing > 0.5);
    check_derivatives(&f, 1e-5);
    from_file_close(&f);
}

/* ---- starts in equilibrium ---- */

#define AT_REST "{\"type\": \"mechanism\", \"name\": \"Test\", \"start\": \"equilibrium\", "

/* A box on one mount, heavier on one side: m g a cos(angle) = k sin(angle), and it sinks by m g/k. Along a force on it: by 1/k. */
static void a_mounted_box_starts_at_rest(void **state)
{
    (void)state;
    enum { STATES = 12 };
    const double k = 2e5, turn = 2000, weight = 200 * 9.81, step = 1e-100;
    struct from_file f;
    begin(
        &f, AT_REST
        "\"gravity\": [0, 0, -9.81], \"bodies\": {\"box\": {\"mass\": 200, \"com\": [0.1, 0, 0], \"inertia\": [20, 20, "
        "20, 0, 0, 0]}}, \"joints\": {\"j\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"box\"}}, "
        "\"bushings\": {\"m\": {\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"box\"}, \"stiffness\": [1e5, "
        "1e5, 2e5], \"damping\": [10, 10, 10], \"turn_stiffness\": [1000, 2000, 3000]}}, "
        "\"forces\": {\"lift\": {\"body\": \"box\", \"direction\": [0, 0, 1]}}}");
    assert_near(from_file_value(&f, "j.z"), -weight / k, 1e-14);
    assert_near(from_file_value(&f, "j.angle2"), atan(weight * 0.1 / turn), 1e-13);
    const char *const others[] = {"j.x", "j.y", "j.angle1", "j.angle3"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_near(from_file_value(&f, others[i]), 0, 1e-14);

    const struct model_layout *layout = &f.live.layout;
    assert_int_equal(layout->count[MODEL_STATE], STATES);
    assert_int_equal(layout->count[MODEL_INPUT], 1);
    double complex *m = calloc(layout->count[MODEL_MEMORY] + 1, sizeof *m), x[STATES];
    const double complex u = step * I;
    struct model_report report = {""};
    assert_non_null(m);
    if (!f.live.type->over_complex.initialize(f.live.constants, f.live.scratch, 0, &u, m, x, &report))
        fail_msg("%s", report.text);
    assert_near(cimag(x[from_file_find(&f, "j.z") - f.live.x]) / step, 1 / k, 1e-13 / k);
    free(m);
    from_file_close(&f);
}

/* On four corners, in the plane: the moments about the corners give their forces, and the stop's law their depths. */
static void a_box_starts_on_its_corners(void **state)
{
    (void)state;
    const double weight = 200 * 9.81, k = 1e6, onset = 1e-3;
    struct from_file f;
    begin(&f, AT_REST
          "\"gravity\": [0, 0, -9.81], \"bodies\": {\"box\": {\"mass\": 200, \"com\": [0.1, 0, 0.3], \"inertia\": [20, "
          "20, 20, 0, 0, 0]}}, \"joints\": {\"j\": {\"type\": \"free\", \"parent\": \"ground\", \"child\": \"box\", "
          "\"start\": [0.2, 0, -0.001, 0, 0, 0]}}, \"contacts\": {"
          "\"a\": {\"body\": \"box\", \"at\": [0.5, 0.4, 0], \"stiffness\": 1e6, \"friction\": 0.5}, "
          "\"b\": {\"body\": \"box\", \"at\": [-0.5, 0.4, 0], \"stiffness\": 1e6, \"friction\": 0.5}, "
          "\"c\": {\"body\": \"box\", \"at\": [-0.5, -0.4, 0], \"stiffness\": 1e6, \"friction\": 0.5}, "
          "\"d\": {\"body\": \"box\", \"at\": [0.5, -0.4, 0], \"stiffness\": 1e6, \"friction\": 0.5}}}");
    from_file_update(&f);
    const double angle = from_file_value(&f, "j.angle2"), front = weight * (0.6 + 0.3 * tan(angle)) / 2;
    assert_near(from_file_value(&f, "a.normal_force"), front, 1e-8);
    assert_near(from_file_value(&f, "d.normal_force"), front, 1e-8);
    assert_near(from_file_value(&f, "b.normal_force"), weight / 2 - front, 1e-8);
    assert_near(from_file_value(&f, "c.normal_force"), weight / 2 - front, 1e-8);
    assert_near(from_file_value(&f, "a.depth"), front / k + onset / 2, 1e-14);
    assert_near(from_file_value(&f, "b.depth"), sqrt(2 * onset * (weight / 2 - front) / k), 1e-14);
    assert_near(from_file_value(&f, "j.x"), 0.2, 1e-12);
    from_file_close(&f);
}

/* A mast that a bushing holds upright, a boom on it, and a cylinder between them that keeps its length. With the weight's moment W about the pin
 * k sin(phi) = -W cos(lift + phi); the cylinder's lever is that of the triangle. */
static void a_crane_on_a_mount_starts_at_rest(void **state)
{
    (void)state;
    const double lift = 0.5, arm = 1.2, k = 2e5, W = 120 * 9.81 * 2;
    const double phi = -atan(W * cos(lift) / (k - W * sin(lift))),
                 lever = arm * arm * cos(lift) / (arm * sqrt(2 + 2 * sin(lift)));
    struct from_file f;
    begin(&f, AT_REST
          "\"gravity\": [0, -9.81, 0], \"bodies\": {\"mast\": {\"mass\": 50, \"inertia\": [0, 20, 20, 0, 0, 0]}, "
          "\"boom\": "
          "{\"mass\": 120, \"com\": [2, 0, 0], \"inertia\": [0, 160, 160, 0, 0, 0]}}, \"joints\": {"
          "\"tilt\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"mast\"}, "
          "\"foot\": {\"type\": \"revolute\", \"parent\": \"mast\", \"child\": \"boom\", \"start\": 0.5}}, "
          "\"bushings\": {\"m\": {\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"mast\"}, \"stiffness\": [1e6, "
          "1e6, 1e6], \"turn_stiffness\": [2e5, 2e5, 2e5]}}, \"actuators\": {\"cylinder\": {"
          "\"from\": {\"body\": \"mast\", \"at\": [0, -1.2, 0]}, \"to\": {\"body\": \"boom\", \"at\": [1.2, 0, 0]}}}}");
    from_file_update(&f);
    assert_near(from_file_value(&f, "tilt"), phi, 1e-12);
    assert_near(from_file_value(&f, "foot"), lift, 1e-12);
    assert_near(from_file_value(&f, "cylinder.force_static"), W * cos(lift + phi) / lever, 1e-7);
    from_file_close(&f);
}

/* ---- wrong use ---- */

static void wrong_use_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {HEAD BALL
         "\"contacts\": {\"c\": {\"body\": \"ball\", \"stiffness\": 1e6, \"plane\": {\"normal\": [0, 0, 0]}}}}",
         "contacts.c: contact 'c': its plane has no normal"},
        {HEAD BALL "\"contacts\": {\"c\": {\"body\": \"ball\"}}}", "contacts.c: the member \"stiffness\" is missing"},
        {HEAD BALL "\"contacts\": {\"c\": {\"body\": \"ball\", \"stiffness\": 1e6, \"plane\": {\"body\": \"ball\"}}}}",
         "contacts.c: the plane is on the same body"},
        {HEAD BALL "\"contacts\": {\"c\": {\"body\": \"ball\", \"stiffness\": 1e6, \"radius\": -1}}}",
         "contacts.c.radius: -1 m is not within 0 and 1e+06"},
        {HEAD BALL "\"bushings\": {\"m\": {\"from\": {\"body\": \"ball\"}, \"to\": {\"body\": \"ball\"}, "
                   "\"stiffness\": [1, 1, 1]}}}",
         "bushings.m: both ends are on the same body"},
        {HEAD BALL "\"bushings\": {\"m\": {\"from\": {\"body\": \"ball\"}, \"to\": {\"body\": \"ground\"}, "
                   "\"stiffness\": [1, 1]}}}",
         "bushings.m.stiffness"},
        {HEAD BALL
         "\"start\": \"equilibrium\", \"contacts\": {\"c\": {\"body\": \"ball\", \"radius\": 0.1, \"stiffness\": 1e6, "
         "\"plane\": {\"at\": [0, 0, -0.2]}}}}",
         "joints.j: no equilibrium was found near the start: joint 'j.z' still accelerates by -9.81; hold it ("},
        {HEAD BALL "\"formulation\": \"augmented\", \"contacts\": {\"c\": {\"body\": \"ball\", \"stiffness\": 1e6}}}",
         "formulation 2 has no bushings and contacts"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        from_file_check_refused(rows[i].text, rows[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_lies_on_the_ground),
        cmocka_unit_test(a_sliding_ball_comes_to_roll),
        cmocka_unit_test(a_box_slides_down_a_slope),
        cmocka_unit_test(contact_of_two_bodies_keeps_momentum),
        cmocka_unit_test(derivatives_of_contacts_are_exact),
        cmocka_unit_test(a_bushing_has_its_stiffnesses),
        cmocka_unit_test(a_bushing_keeps_energy),
        cmocka_unit_test(a_mounted_box_starts_at_rest),
        cmocka_unit_test(a_box_starts_on_its_corners),
        cmocka_unit_test(a_crane_on_a_mount_starts_at_rest),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
