/* paso show --mode: the shapes and frequencies of oscillations, and that they are drawn as large as it is said. */
#include "tests/program/paso_process.h"

#include <math.h>

/* Two masses of 1 kg on slides, springs of 4 pi^2 N/m from wall to wall: one swings with 1 Hz where both go the same way, with sqrt(3) Hz where they go
 * against each other, which is mode 2. */
static const char chain[] =
    "{\"type\": \"mechanism\", \"name\": \"Chain\", \"gravity\": [0, 0, 0], \"constants\": {\"k\": \"4*pi^2\"}, "
    "\"bodies\": {\"a\": {\"mass\": 1}, \"b\": {\"mass\": 1}}, \"joints\": {"
    "\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"a\", \"axis\": [1, 0, 0], \"start\": 1}, "
    "\"y\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"b\", \"axis\": [1, 0, 0], \"start\": 2}}, "
    "\"springs\": {"
    "\"left\": {\"from\": {\"body\": \"ground\"}, \"to\": {\"body\": \"a\"}, \"stiffness\": \"k\", \"length\": 1}, "
    "\"middle\": {\"from\": {\"body\": \"a\"}, \"to\": {\"body\": \"b\"}, \"stiffness\": \"k\", \"length\": 1}, "
    "\"right\": {\"from\": {\"body\": \"b\"}, \"to\": {\"body\": \"ground\", \"at\": [3, 0, 0]}, \"stiffness\": \"k\", "
    "\"length\": 1}}}";

struct said {
    double number, of, frequency, damping, largest;
};

static struct said what_was_said(void)
{
    struct said s;
    if (sscanf(last.out, "mode %lf of %lf: %lf Hz, damping %lf; drawn with %lf m", &s.number, &s.of, &s.frequency,
               &s.damping, &s.largest) != 5)
        fail_msg("%s", last.out);
    return s;
}

/* The circles of masses, with this stroke. */
static void masses(const char *svg, const char *stroke, double x[2])
{
    char end[100];
    snprintf(end, sizeof end, "r=\"4.5\" fill=\"#ffffff\" stroke=\"%s\"", stroke);
    for (int i = 0; i < 2; i++) {
        const char *at = strstr(svg, end);
        assert_non_null(at);
        svg = at + 1;
        while (strncmp(at, "cx=\"", 4) != 0)
            at--;
        x[i] = atof(at + 4);
    }
}

static void two_masses_swing_with_each_other_and_against(void **state)
{
    (void)state;
    write_file("chain.json", chain);
    for (int mode = 1; mode <= 2; mode++) {
        PASO_OK("show", in_folder("chain.json"), "--mode", mode == 1 ? "1" : "2", "--view", "xy", "-o",
                in_folder("chain.svg"));
        const struct said said = what_was_said();
        assert_near(said.of, 2, 0);
        assert_near(said.frequency, sqrt(mode == 1 ? 1 : 3), 5e-4);
        assert_near(said.damping, 0, 1e-9);
        double rest[2], swung[2];
        char *svg = read_file(in_folder("chain.svg"));
        masses(svg, "#d4d8dc", rest);
        masses(svg, "#222222", swung);
        const double metre = rest[1] - rest[0], a = (swung[0] - rest[0]) / metre, b = (swung[1] - rest[1]) / metre;
        assert_near(fabs(a), 0.08 * 3, 1e-3); /* of a machine of 3 m */
        assert_near(b, mode == 1 ? a : -a, 1e-3);
        assert_near(said.largest, fabs(a), 0.006);
        free(svg);
    }
}

/* The slowest oscillation of the coupled crane, as its FMUs have it: their derivatives, closed over the connections. */
static void a_system_swings_with_its_oil(void **state)
{
    (void)state;
    PASO_OK("new", "crane", in_folder("crane"));
    PASO_OK("export", "--system", in_folder("crane/system.json"), "-o", in_folder("crane.ssp"));
    PASO_OK("linearize", in_folder("crane.ssp"), "--output", in_folder("crane.json"), "--quiet");
    char *text = read_file(in_folder("crane.json"));
    const char *at = strstr(text, "\"eigenvalues\"");
    assert_non_null(at);
    double re, im, slowest = INFINITY;
    int n = 0, used;
    at = strchr(at, '[') + 1;
    while (sscanf(at, " [ %lf , %lf ]%n", &re, &im, &used) == 2) {
        if (im > 0)
            slowest = fmin(slowest, hypot(re, im));
        n += im > 0;
        at += used;
        at += strspn(at, ", \n");
    }
    assert_true(n > 0);
    free(text);
    const char *const files[] = {"crane/system.json", "crane.ssp"};
    for (int i = 0; i < 2; i++) {
        PASO_OK("show", in_folder(files[i]), "--mode", "1", "-o", in_folder("mode.svg"));
        const struct said said = what_was_said();
        assert_near(said.of, n, 0);
        assert_near(said.frequency, slowest / (2 * acos(-1)), 5e-4 * said.frequency);
    }
}

/* Mode 3 of the crane's boom, alone, is its first bending: the line of the beam is curved, and pages have it in motion. */
static void a_beam_is_drawn_as_it_bends(void **state)
{
    (void)state;
    enum { MOST = 200 };
    const char *const crane = SOURCE_DIR "/docs/mechanisms/flexible-crane.json";
    PASO_OK("show", crane, "--mode", "3", "--view", "xy", "-o", in_folder("mode.svg"));
    assert_near(what_was_said().frequency, 21.46, 0.01);
    char *svg = read_file(in_folder("mode.svg"));
    const char *at = strstr(svg, "<polyline fill=\"none\" stroke=\"#4878a8\"");
    assert_non_null(at);
    double x[MOST][2];
    int n = 0, used;
    for (at = strstr(at, "points=\"") + 8; n < MOST && sscanf(at, "%lf,%lf%n", &x[n][0], &x[n][1], &used) == 2; n++)
        at += used;
    assert_true(n >= 20);
    const double dx = x[n - 1][0] - x[0][0], dy = x[n - 1][1] - x[0][1];
    double off = 0;
    for (int i = 0; i < n; i++)
        off = fmax(off, fabs((x[i][0] - x[0][0]) * dy - (x[i][1] - x[0][1]) * dx) / hypot(dx, dy));
    assert_true(off > 0.03 * hypot(dx, dy));
    free(svg);
    PASO_OK("show", crane, "--mode", "3", "-o", in_folder("mode.html"));
    char *page = read_file(in_folder("mode.html"));
    assert_non_null(strstr(page, "\"swings\":1"));
    assert_non_null(strstr(page, "{\"name\":\"swinging\""));
    assert_non_null(strstr(page, "{\"name\":\"at rest\""));
    assert_non_null(strstr(page, "mode 3 of 10: 21.46 Hz"));
    free(page);
}

static void what_has_no_such_mode_is_said(void **state)
{
    (void)state;
    write_file("chain.json", chain);
    assert_int_equal(PASO("show", in_folder("chain.json"), "--mode", "3", "-o", in_folder("no.svg")), 2);
    assert_said("there is no mode 3: at the start it has 2 oscillations");
    assert_int_equal(PASO("show", in_folder("chain.json"), "--mode", "0", "-o", in_folder("no.svg")), 2);
    assert_said("--mode cannot be \"0\"");
    assert_int_equal(
        PASO("show", SOURCE_DIR "/docs/circuits/boom-circuit.json", "--mode", "1", "-o", in_folder("no.svg")), 2);
    assert_said("a circuit does not swing");
    assert_int_equal(
        PASO("show", in_folder("chain.json"), "--mode", "1", "--result", "x.csv", "-o", in_folder("no.svg")), 2);
    assert_said("leave --result out");
    write_file("oil.json",
               "{\"type\": \"system\", \"name\": \"oil\", \"components\": {\"hydraulics\": {\"file\": \"" SOURCE_DIR
               "/docs/circuits/boom-circuit.json\"}}}");
    assert_int_equal(PASO("show", in_folder("oil.json"), "--mode", "1", "-o", in_folder("no.svg")), 2);
    assert_said("no component carries the description of a mechanism");
    assert_null(read_file(in_folder("no.svg")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_masses_swing_with_each_other_and_against),
        cmocka_unit_test(a_system_swings_with_its_oil),
        cmocka_unit_test(a_beam_is_drawn_as_it_bends),
        cmocka_unit_test(what_has_no_such_mode_is_said),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
