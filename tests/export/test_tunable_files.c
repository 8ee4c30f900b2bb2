/* Parameters of files that change in a run, as a user sees it: by an input file, in both interfaces, alone and in a whole machine. */
#include "tests/program/paso_process.h"

#include <math.h>

/* 10 kg on a spring of 1000 N/m, let go at 0.1 m; at 0.5 s the spring gets 4000 N/m: 10 rad/s, then 20 rad/s. */
#define MASS                                                                                                           \
    "{\"type\": \"mechanism\", \"name\": \"Mass\", \"constants\": {\"L\": 0.1}, \"gravity\": [0, 0, 0], \"bodies\": "  \
    "{\"m\": {\"mass\": 10}}, \"joints\": {\"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": "       \
    "\"m\", \"start\": \"L\"}}, \"joint_springs\": {\"k\": {\"coordinate\": \"s\", \"stiffness\": 1000}}, "            \
    "\"experiment\": {\"stop_time\": 1, \"step_size\": 0.001, \"solver\": 4}}"

static double place(double t)
{
    if (t <= 0.5)
        return 0.1 * cos(10 * t);
    return 0.1 * cos(5) * cos(20 * (t - 0.5)) - 0.1 * 10 / 20 * sin(5) * sin(20 * (t - 0.5));
}

static void check_mass(const char *fmu, const char *variable, const char *parameter, const char *const *more)
{
    char rows[200];
    snprintf(rows, sizeof rows, "time,%s\n0,1000\n0.5,1000\n0.5,4000\n1,4000\n", parameter);
    const char *words[24] = {"run",  fmu,       "--input",  write_file("k.csv", rows), "--macro-step",
                             "0.01", "--quiet", "--output", in_folder("x.csv"),        "--tolerance",
                             "1e-10"};
    for (int i = 11; *more; i++)
        words[i] = *more++;
    if (finish_paso(start_paso(words, NULL)) != 0)
        fail_msg("%s", last.err);
    struct table t = read_table(in_folder("x.csv"));
    for (size_t k = 0; k < t.n_rows; k++)
        assert_near(cell(&t, k, variable), place(cell(&t, k, "time")), 1e-7);
    free_table(&t);
}

static void a_stiffness_changes_at_its_time(void **state)
{
    (void)state;
    PASO_OK("export", write_file("mass.json", MASS), "-o", in_folder("mass.fmu"));
    check_mass(in_folder("mass.fmu"), "s", "joint_springs.k.stiffness", (const char *const[]){NULL});
    check_mass(in_folder("mass.fmu"), "s", "joint_springs.k.stiffness",
               (const char *const[]){"--interface", "me", NULL});
}

/* A volume of 1 l, 1 GPa, lets oil go into a tank: C sqrt(p) of flow, so that sqrt(p) falls in a straight line, by B C/(2 V) each second. The
 * coefficient is halved at 1 s. */
#define VESSEL                                                                                                         \
    "{\"type\": \"circuit\", \"name\": \"Vessel\", \"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1e9}, "       \
    "\"start\": \"given\", \"nodes\": {\"t\": {\"type\": \"tank\", \"pressure\": 0}, \"v\": {\"type\": \"volume\", "   \
    "\"volume\": 1e-3, \"start_pressure\": 1e7}}, \"orifices\": {\"o\": {\"from\": \"v\", \"to\": \"t\", "             \
    "\"flow_coefficient\": 1e-9, \"laminar_drop\": 1e4}}, \"experiment\": {\"stop_time\": 2, \"step_size\": 0.01, "    \
    "\"solver\": 4}}"

static void an_orifice_closes_by_half(void **state)
{
    (void)state;
    const char *input = write_file("C.csv", "time,orifices.o.flow_coefficient\n0,1e-9\n1,1e-9\n1,5e-10\n2,5e-10\n");
    PASO_OK("export", write_file("vessel.json", VESSEL), "-o", in_folder("vessel.fmu"));
    static const char *const interfaces[] = {"cs", "me"};
    for (int k = 0; k < 2; k++) {
        PASO_OK("run", in_folder("vessel.fmu"), "--interface", interfaces[k], "--input", input, "--macro-step", "0.05",
                "--tolerance", "1e-10", "--output", in_folder("p.csv"), "--quiet");
        struct table t = read_table(in_folder("p.csv"));
        for (size_t i = 0; i < t.n_rows; i++) {
            const double time = cell(&t, i, "time"), root = sqrt(1e7) - 500 * fmin(time, 1) - 250 * fmax(time - 1, 0);
            assert_near(cell(&t, i, "v.p"), root * root, 1e-7 * 1e7);
        }
        free_table(&t);
    }
}

/* The same mass beside the vessel, as one FMU. */
static void a_whole_machine_has_them_too(void **state)
{
    (void)state;
    write_file("mass.json", MASS);
    write_file("vessel.json", VESSEL);
    const char *system = write_file("whole.json", "{\"type\": \"system\", \"name\": \"whole\", \"components\": {\"a\": "
                                                  "{\"file\": \"mass.json\"}, \"b\": {\"file\": \"vessel.json\"}}, "
                                                  "\"experiment\": {\"stop_time\": 1, \"step_size\": 0.001}}");
    PASO_OK("export", "--system", system, "--whole", "-o", in_folder("whole.fmu"));
    check_mass(in_folder("whole.fmu"), "a.s", "a.joint_springs.k.stiffness", (const char *const[]){NULL});
}

/* Static friction must not be below Coulomb's: both rise in one row, and neither is looked at alone. Far
 * above the Stribeck velocity sliding friction is F_c: 100 N for a second, then 800 N on 10 kg. */
static void numbers_that_belong_together_change_together(void **state)
{
    (void)state;
    PASO_OK("export",
            write_file("slide.json",
                       "{\"type\": \"mechanism\", \"name\": \"Slide\", \"gravity\": [0, 0, 0], \"bodies\": {\"m\": "
                       "{\"mass\": 10}}, \"joints\": {\"s\": {\"type\": \"prismatic\", \"parent\": \"ground\", "
                       "\"child\": \"m\", \"start_rate\": 1000, \"friction\": {\"type\": \"Brown-McPhee\", \"F_c\": "
                       "100, \"F_s\": 200, \"v_s\": 0.01, \"sigma2\": 0}}}, \"experiment\": {\"stop_time\": 2, "
                       "\"step_size\": 0.01, \"solver\": 2}}"),
            "-o", in_folder("slide.fmu"));
    PASO_OK("run", in_folder("slide.fmu"), "--input",
            write_file("F.csv", "time,joints.s.friction.F_c,joints.s.friction.F_s\n0,100,200\n1,100,200\n1,800,900\n"
                                "2,800,900\n"),
            "--macro-step", "0.1", "--output", in_folder("v.csv"), "--quiet");
    struct table t = read_table(in_folder("v.csv"));
    assert_near(last_cell(&t, "ds"), 1000 - 100 / 10. - 800 / 10., 1e-6);
    free_table(&t);
}

static void what_is_fixed_is_refused(void **state)
{
    (void)state;
    PASO_OK("export", write_file("mass.json", MASS), "-o", in_folder("mass.fmu"));
    assert_int_equal(
        PASO("run", in_folder("mass.fmu"), "--input", write_file("L.csv", "time,constants.L\n0,0.1\n1,0.2\n")), 2);
    assert_said("\"constants.L\" cannot be driven: it is neither an input nor a tunable parameter but a fixed "
                "parameter");
    assert_int_equal(PASO("run", in_folder("mass.fmu"), "--quiet", "--input",
                          write_file("k.csv", "time,joint_springs.k.stiffness\n0,1000\n0.5,-1e16\n")),
                     1);
    assert_said("joint_springs.k.stiffness = -1");
    assert_said("is outside [");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stiffness_changes_at_its_time),
        cmocka_unit_test(an_orifice_closes_by_half),
        cmocka_unit_test(a_whole_machine_has_them_too),
        cmocka_unit_test(numbers_that_belong_together_change_together),
        cmocka_unit_test(what_is_fixed_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
