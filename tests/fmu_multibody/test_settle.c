/* Starts at rest to which accelerations do not lead: beams that tension makes stiffer, and beams of many elements. */
#include "tests/testing.h"

#include "tests/fmu_multibody/beams.h"
#include "tests/fmu_multibody/from_file.h"
#include "tests/fmu_multibody/solve.h"

/* The crane of docs/mechanisms/flexible-crane.json, whose boom tension makes stiffer. */
struct crane {
    const char *elements, *modes, *inertia_z, *damping;
    double duration;
};

static void open_crane(struct from_file *f, const struct crane *crane, const char *hook, const char *more)
{
    char text[2000];
    snprintf(text, sizeof text,
             "{\"type\": \"mechanism\", \"name\": \"Crane\", \"gravity\": " DOWN ", \"bodies\": {\"boom\": "
             "{\"flexible\": {\"length\": 4, \"elements\": %s%s, \"freedoms\": \"plane\", \"youngs_modulus\": 210e9, "
             "\"density\": 7850, \"area\": \"120/(7850*4)\", \"inertia_z\": %s, \"damping\": %s, \"stiffening\": "
             "true}}, \"load\": {\"mass\": 250, \"com\": [0, -1.5, 0]}}, \"joints\": {\"foot\": {\"type\": "
             "\"revolute\", \"parent\": \"ground\", \"child\": \"boom\", \"at\": [0, 2, 0], \"start\": 0.5}, \"hook\": "
             "{\"type\": \"revolute\", \"parent\": \"boom\", \"child\": \"load\", \"at\": [4, 0, 0], \"start\": %s}}, "
             "\"joint_springs\": {\"swing\": {\"coordinate\": \"hook\", \"damping\": 2500}}, \"markers\": {\"tip\": "
             "{\"body\": \"boom\", \"at\": [4, 0, 0]}}, \"sections\": {\"root\": {\"body\": \"boom\", \"at\": [1.2, "
             "0, 0], \"modulus_z\": 1}}, %s}",
             crane->elements, crane->modes, crane->inertia_z, crane->damping, hook, more);
    from_file_open_text(f, text);
    from_file_initialize(f);
    from_file_update(f);
}

#define CYLINDER                                                                                                       \
    "\"actuators\": {\"cylinder\": {\"from\": {\"body\": \"ground\", \"at\": [0, 0.8, 0]}, \"to\": {\"body\": "        \
    "\"boom\", \"at\": [1.2, 0, 0]}}}"
#define AT_REST "\"start\": \"equilibrium\""
#define ROD_OF_ITS_LENGTH                                                                                              \
    "\"loops\": {\"cylinder\": {\"type\": \"distance\", \"length\": \"1.2*sqrt(2 + 2*sin(0.5))\", \"a\": {\"body\": "  \
    "\"ground\", \"at\": [0, 0.8, 0]}, \"b\": {\"body\": \"boom\", \"at\": [1.2, 0, 0]}}}"

static void run(struct from_file *f, double duration)
{
    solve(&f->live, &(struct solver_settings){SOLVER_ARKODE, 1, 1e-6, 1e-8}, duration);
    from_file_update(f);
}

/* The same crane with a rod in the place of the cylinder is let go, straight, and swings until it rests: the slowest motions of the stiff ones fall by
 * e^-26 in that time. The last two are so soft that Newton's whole steps do not arrive, and the very last one's steps only in parts. With the rod it
 * may begin at rest as well: that is a loop. */
static void a_crane_begins_where_it_would_come_to_rest(void **state)
{
    (void)state;
    static const struct crane cranes[] = {{"10", ", \"modes\": 0", "6e-6", "0.2", 12},
                                          {"10", ", \"modes\": 2", "6e-6", "0.2", 12},
                                          {"20", ", \"modes\": 6", "6e-6", "0.2", 12},
                                          {"10", ", \"modes\": 2", "3e-7", "0.1", 60},
                                          {"10", ", \"modes\": 2", "1.5e-7", "0.05", 200}};
    static const char *const seen[] = {"foot", "hook", "tip.x", "tip.y"};
    static const char *const starts[] = {CYLINDER ", " AT_REST, ROD_OF_ITS_LENGTH ", " AT_REST};
    for (size_t i = 0; i < sizeof cranes / sizeof *cranes; i++) {
        struct from_file settled, started;
        open_crane(&settled, &cranes[i], "-0.5", ROD_OF_ITS_LENGTH);
        run(&settled, cranes[i].duration);
        const double moment = from_file_value(&settled, "root.Mz");
        for (int way = 0; way < 2; way++) {
            open_crane(&started, &cranes[i], "-0.5", starts[way]);
            for (int k = 0; k < 4; k++)
                assert_near(from_file_value(&started, seen[k]), from_file_value(&settled, seen[k]), 1e-8);
            assert_near(from_file_value(&started, "root.Mz"), moment, 1e-6 * fabs(moment));
            from_file_close(&started);
        }
        from_file_close(&settled);
    }
}

/* Wherever the load is said to hang at first. */
static void a_crane_begins_at_rest_whatever_the_guess(void **state)
{
    (void)state;
    static const struct crane crane = {"10", ", \"modes\": 2", "6e-6", "0.01", 0};
    static const char *const hooks[] = {"-0.5", "0", "1", "2", "-1.5"};
    double foot = 0;
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        struct from_file f;
        open_crane(&f, &crane, hooks[i], CYLINDER ", " AT_REST);
        foot = i == 0 ? from_file_value(&f, "foot") : foot;
        assert_near(from_file_value(&f, "foot"), foot, 1e-12);
        from_file_close(&f);
    }
}

/* Two rods, one below the other, are longer by rho g L^2/(2 E), and the upper one by the weight of the lower one, rho g L^2/E, too. Accelerations
 * of 96 coordinates each tell their positions to no digit. */
static void rods_of_many_elements_hang_at_rest(void **state)
{
    (void)state;
    struct from_file f;
    from_file_open_text(
        &f, MECHANISM(DOWN, "\"rod1\": " ROD("32", "") ", \"rod2\": " ROD("32", ""),
                      "\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rod1\", \"orientation\": "
                      "[0, 0, \"-pi/2\"]}, \"b\": {\"type\": \"revolute\", \"parent\": \"rod1\", \"child\": \"rod2\", "
                      "\"at\": [4, 0, 0]}",
                      ", \"start\": \"equilibrium\""));
    from_file_initialize(&f);
    const double stretch = 1500 * 9.81 * 4 * 4 / 1e8;
    assert_near(from_file_value(&f, "rod1.node32.u"), 1.5 * stretch, 1e-12);
    assert_near(from_file_value(&f, "rod2.node32.u"), 0.5 * stretch, 1e-12);
    assert_near(from_file_value(&f, "rod2.node32.v"), 0, 1e-12);
    from_file_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crane_begins_where_it_would_come_to_rest),
        cmocka_unit_test(a_crane_begins_at_rest_whatever_the_guess),
        cmocka_unit_test(rods_of_many_elements_hang_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
