/* Parameters that paso estimate finds along: which, how well, and what it refuses. */
#include "tests/estimate/chi_square.h"
#include "tests/estimate/estimating.h"

#define ARM BUILD_DIR "/fmus/Manipulator.fmu"
#define LIM BUILD_DIR "/systems/lim-manipulator.ssp"
#define LIM_AS_IS                                                                                                      \
    "--set", "multibody.coupling=2", "--set", "hydraulics.start_in_equilibrium=false" /* the spool is known */

static const char payload_filter[] =
    "{\"type\": \"filter\",\n"
    " \"sensors\": {\"p1\": {\"output\": \"hydraulics.p1\", \"sigma\": 5e4, \"rate\": 100},\n"
    "               \"p2\": {\"output\": \"hydraulics.p2\", \"sigma\": 5e4, \"rate\": 100}},\n"
    " \"states\": [{\"name\": \"multibody.theta1\", \"sigma\": 0.002}, {\"name\": \"multibody.theta2\", \"sigma\": "
    "0.002},\n"
    "   {\"name\": \"multibody.dtheta1\", \"sigma\": 0.001, \"noise\": 0.001},\n"
    "   {\"name\": \"multibody.dtheta2\", \"sigma\": 0.001, \"noise\": 0.001},\n"
    "   {\"name\": \"hydraulics.p1\", \"sigma\": 5e4, \"noise\": 1e4},\n"
    "   {\"name\": \"hydraulics.p2\", \"sigma\": 5e4, \"noise\": 1e4}],\n"
    " \"parameters\": [{\"name\": \"multibody.%s\", \"sigma\": %g}]}\n";

static void write_payload_filter(const char *parameter, double sigma)
{
    char text[1200];
    snprintf(text, sizeof text, payload_filter, parameter, sigma);
    write_file("payload.json", text);
}

/* M1 of the LIM manipulator from two pressure sensors of 0.5 bar. */
enum { SEEDS = 20 };

static void lift(int seed)
{
    char number[8];
    snprintf(number, sizeof number, "%d", seed);
    PASO_OK("estimate", LIM, "--filter", in_folder("payload.json"), LIM_AS_IS, "--simulate", "--seed", number,
            "--macro-step", "0.01", "--output", in_folder("lim.csv"), "--quiet");
}

/* What the payload is taken for in the end, and how well it is known then. A step is as long as the period of the sensors. */
static double weigh(const char *start, double *deviation)
{
    PASO_OK("estimate", LIM, "--filter", in_folder("payload.json"), LIM_AS_IS, "--set", start, "--macro-step", "0.01",
            "--measurements", in_folder("lim.csv"), "--output", in_folder("payload.csv"));
    assert_string_equal(last.err, ""); /* derivatives with respect to the mass are exact */
    struct table e = read_table(in_folder("payload.csv"));
    const double *end = e.values + (e.n_rows - 1) * e.n_columns;
    const double weight = end[13], begin = e.values[13];
    *deviation = end[14];
    assert_near(begin, strtod(strchr(start, '=') + 1, NULL), 40); /* it began there, before the first update moved it */
    free_table(&e);
    return weight;
}

/* The payload of 100 kg, which the model takes for 130 or for 70 kg, is known to 2 % at the end, in the mean of 20 seeds. Without sensors both models are
 * soon elsewhere: with 70 kg the piston even reaches its stop before the end. */
static void payload_is_found_from_two_pressures(void **state)
{
    (void)state;
    static const char *const starts[] = {"multibody.m_h=130", "multibody.m_h=70"};
    write_payload_filter("m_h", 30);
    double means[2] = {0, 0}, squares[2] = {0, 0};
    for (int seed = 1; seed <= SEEDS; seed++) {
        lift(seed);
        for (int i = 0; i < 2; i++) {
            double deviation;
            const double weight = weigh(starts[i], &deviation);
            means[i] += weight / SEEDS;
            squares[i] += (weight - 100) * (weight - 100) / (deviation * deviation);
        }
    }
    for (int i = 0; i < 2; i++) {
        assert_near(means[i], 100, 2);
        /* The filter does not believe in it too much: one error per seed, 20 degrees of freedom. Only above: the noise of rates and pressures that the filter
         * is told is not in the truth, so that errors are smaller than they may be. */
        assert_true(chi_square_above(squares[i], SEEDS) > chi_square_doubt);
    }
}

/* One FMU, driven by a force from a file as in paso run, in both of its interfaces: parameters and states are corrected in either. A filter that is not told the force
 * loses the machine. */
static void inputs_and_interfaces_are_those_of_run(void **state)
{
    (void)state;
    write_file("force.csv", "time,f_h\n0,8829\n1,9400\n2,8200\n");
    write_file("stroke.json",
               "{\"type\": \"filter\",\n"
               " \"sensors\": {\"stroke\": {\"output\": \"s\", \"sigma\": 0.0005, \"rate\": 100}},\n"
               " \"states\": [{\"name\": \"theta1\", \"sigma\": 0.001}, {\"name\": \"theta2\", \"sigma\": 0.001},\n"
               "   {\"name\": \"dtheta1\", \"sigma\": 0.001}, {\"name\": \"dtheta2\", \"sigma\": 0.001}],\n"
               " \"parameters\": [{\"name\": \"m_h\", \"sigma\": 10}]}\n");
    write_file("weighed.csv", "time,f_h,m_h\n0,8829,100\n2,8200,100\n");
    const char *filter = in_folder("stroke.json"), *force = in_folder("force.csv"), *m = in_folder("s.csv");
    const char *weighed = in_folder("weighed.csv");
    static const char *const interfaces[] = {"cs", "me"};
    for (size_t i = 0; i < 2; i++) {
        PASO_OK("estimate", ARM, "--interface", interfaces[i], "--filter", filter, "--input", force, "--stop-time", "2",
                "--set", "m_h=112", "--simulate", "--output", m, "--quiet");
        PASO_OK("estimate", ARM, "--interface", interfaces[i], "--filter", filter, "--input", force, "--stop-time", "2",
                "--measurements", m, "--output", in_folder("e.csv"));
        assert_printed("  consistent\n");
        struct table e = read_table(in_folder("e.csv"));
        const double *end = e.values + (e.n_rows - 1) * e.n_columns;
        assert_true(end[10] < 0.2); /* what is not known of the mass */
        assert_near(end[9], 112, 4 * end[10]);
        free_table(&e);
        assert_int_equal(PASO("estimate", ARM, "--interface", interfaces[i], "--filter", filter, "--stop-time", "2",
                              "--measurements", m),
                         1);
        assert_said("the filter has lost the machine at t = ");
        assert_int_equal(PASO("estimate", ARM, "--interface", interfaces[i], "--filter", filter, "--input", weighed,
                              "--stop-time", "2", "--measurements", m),
                         2);
        assert_said("stroke.json:5: parameters[1]: the parameter \"m_h\" is driven by --input");
    }
}

/* Friction acts only where pressures drive the mechanism: with forces the sensors cannot see it. */
static void parameter_that_is_not_seen_is_refused(void **state)
{
    (void)state;
    write_payload_filter("c", 1000);
    write_file("lim.csv", "time,p1,p2\n0,3170846,4529154\n1,3170846,4529154\n");
    assert_int_equal(PASO("estimate", LIM, "--filter", in_folder("payload.json"), "--measurements",
                          in_folder("lim.csv"), "--output", in_folder("no.csv")),
                     2);
    assert_said("the sensors do not see 1.00 multibody.c");
    assert_said("the parameter multibody.c cannot be told from them");
    assert_false(is_there("no.csv"));
    write_payload_filter("L", 0.1); /* a length decides where the links are */
    assert_int_equal(
        PASO("estimate", LIM, "--filter", in_folder("payload.json"), "--measurements", in_folder("lim.csv")), 2);
    assert_said("payload.json:9: parameters[1]: the system has no tunable parameter \"multibody.L\"");
}

/* At rest, gravity on the first link is (m/2 + m_p + m_h) L g: of m and m_p no sensor sees more than m + 2 m_p, and the direction (2, -1) not at all. That it sees
 * other directions a hundred million times better makes no difference. */
static void parameters_that_act_alike_are_refused_whatever_the_sensors(void **state)
{
    (void)state;
    static const double sigmas[] = {5e4, 1, 1e-3};
    for (size_t i = 0; i < sizeof sigmas / sizeof *sigmas; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "{\"type\": \"filter\",\n"
                 " \"sensors\": {\"p1\": {\"output\": \"hydraulics.p1\", \"sigma\": %g},\n"
                 "               \"p2\": {\"output\": \"hydraulics.p2\", \"sigma\": %g}},\n"
                 " \"states\": [{\"name\": \"multibody.dtheta1\", \"sigma\": 0.001},\n"
                 "   {\"name\": \"multibody.dtheta2\", \"sigma\": 0.001},\n"
                 "   {\"name\": \"hydraulics.p1\", \"sigma\": 5e4}, {\"name\": \"hydraulics.p2\", \"sigma\": 5e4}],\n"
                 " \"parameters\": [{\"name\": \"multibody.m_p\", \"sigma\": 30}, {\"name\": \"multibody.m\", "
                 "\"sigma\": 30}]}\n",
                 sigmas[i], sigmas[i]);
        write_file("alike.json", text);
        PASO_OK("estimate", LIM, "--filter", in_folder("alike.json"), LIM_AS_IS, "--stop-time", "0.9", "--simulate",
                "--output", in_folder("alike.csv"), "--quiet");
        assert_int_equal(PASO("estimate", LIM, "--filter", in_folder("alike.json"), LIM_AS_IS, "--stop-time", "0.9",
                              "--measurements", in_folder("alike.csv")),
                         2);
        assert_said("the sensors do not see 0.89 multibody.m, -0.45 multibody.m_p: the parameter multibody.m_p cannot");
    }
}

/* Measurements of another machine: the filter would need a negative mass. */
static void parameter_beyond_its_limits_is_told(void **state)
{
    (void)state;
    write_file("payload.json",
               "{\"type\": \"filter\",\n"
               " \"sensors\": {\"p1\": {\"output\": \"hydraulics.p1\", \"sigma\": 5e4}},\n"
               " \"states\": [{\"name\": \"hydraulics.p1\", \"sigma\": 5e4}, {\"name\": \"multibody.dtheta1\", "
               "\"sigma\": 0.1},\n"
               "   {\"name\": \"multibody.dtheta2\", \"sigma\": 0.1}, {\"name\": \"hydraulics.p2\", \"sigma\": 5e4}],\n"
               " \"parameters\": [{\"name\": \"multibody.m_h\", \"sigma\": 3000}]}\n");
    write_file("lim.csv", "time,p1\n0,3170846\n0.5,4170846\n1,4170846\n1.5,4170846\n");
    assert_int_equal(PASO("estimate", LIM, "--filter", in_folder("payload.json"), LIM_AS_IS, "--measurements",
                          in_folder("lim.csv"), "--output", in_folder("no.csv")),
                     1);
    assert_said("the filter wants to set the parameter m_h to -");
    assert_false(is_there("no.csv"));
}

/* A file's constant has no limits, and may be small: a block on a spring, taken for 2.6 and then for 1.5 kg, weighs 2 kg by its frequency, in kilotonnes. */
static void constant_of_a_file_is_found(void **state)
{
    (void)state;
    static const char *const starts[] = {"constants.kt=2.6e-6", "constants.kt=1.5e-6"};
    write_file("block.json",
               "{\"type\": \"mechanism\", \"name\": \"Block\", \"gravity\": [0, 0, 0], \"constants\": {\"kt\": 2e-6},\n"
               " \"bodies\": {\"block\": {\"mass\": \"1e6*kt\"}},\n"
               " \"joints\": {\"slide\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"block\", "
               "\"axis\": [1, 0, 0], \"start\": 0.1}},\n"
               " \"joint_springs\": {\"spring\": {\"coordinate\": \"slide\", \"stiffness\": 50, \"rest\": 0, "
               "\"damping\": 0.5}},\n"
               " \"experiment\": {\"stop_time\": 5, \"step_size\": 0.001, \"solver\": 2}}\n");
    write_file("weigh.json",
               "{\"type\": \"filter\", \"sensors\": {\"ruler\": {\"output\": \"slide\", \"sigma\": 0.001, "
               "\"rate\": 100}},\n"
               " \"states\": [{\"name\": \"slide\", \"sigma\": 0.01}, {\"name\": \"dslide\", \"sigma\": 0.01}],\n"
               " \"parameters\": [{\"name\": \"constants.kt\", \"sigma\": 5e-7}]}\n");
    const char *fmu = in_folder("block.fmu"), *filter = in_folder("weigh.json"), *m = in_folder("block.csv");
    PASO_OK("export", in_folder("block.json"), "-o", fmu);
    PASO_OK("estimate", fmu, "--filter", filter, "--simulate", "--output", m);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(PASO("estimate", fmu, "--filter", filter, "--measurements", m, "--set", starts[i], "--output",
                              in_folder("weighed.csv")),
                         0);
        assert_said("those come by differences");
        struct table e = read_table(in_folder("weighed.csv"));
        const double *end = e.values + (e.n_rows - 1) * e.n_columns;
        assert_true(end[6] < 1e-8);
        assert_near(end[5], 2e-6, 4 * end[6]);
        free_table(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payload_is_found_from_two_pressures),
        cmocka_unit_test(parameters_that_act_alike_are_refused_whatever_the_sensors),
        cmocka_unit_test(inputs_and_interfaces_are_those_of_run),
        cmocka_unit_test(parameter_that_is_not_seen_is_refused),
        cmocka_unit_test(parameter_beyond_its_limits_is_told),
        cmocka_unit_test(constant_of_a_file_is_found),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
