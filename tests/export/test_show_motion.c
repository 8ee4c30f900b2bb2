/* paso show --result: pages in which a mechanism moves, looked at in a browser. The page checks itself when it is opened as
 * FILE.html#self-test and writes what it found on its figure. */
#include "tests/program/browser.h"

#include <math.h>

#define LIM BUILD_DIR "/systems/lim-manipulator.ssp"

/* An arm that turns about z; a jack from (0, -1) to 1 m of it: |(cos q, sin q + 1)| = sqrt(2 + 2 sin q). */
static const char arm[] =
    "{\"type\": \"mechanism\", \"name\": \"Arm\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"arm\": {\"mass\": 1, "
    "\"com\": [1, 0, 0], \"shape\": {\"type\": \"profile\", \"points\": [0, -0.1, 2, -0.05, 2, 0.05, 1, 0.1, 0, 0.1], "
    "\"thickness\": 0.1, \"colour\": \"#c08030\"}}},"
    "\"joints\": {\"q\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"arm\"}},"
    "\"actuators\": {\"jack\": {\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0]}, \"to\": {\"body\": \"arm\", "
    "\"at\": [1, 0, 0]}}}, \"markers\": {\"tip\": {\"body\": \"arm\", \"at\": [2, 0, 0]}}}";

static double jack(double q)
{
    return sqrt(2 + 2 * sin(q));
}

/* A parallelogram: the coupler stays level, its middle is at (1 + cos a, sin a); the jack stands at (0, -1). */
static const char parallelogram[] =
    "{\"type\": \"mechanism\", \"name\": \"Parallelogram\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"crank\": "
    "{\"mass\": 1, \"com\": [0.5, 0, 0]}, \"coupler\": {\"mass\": 1, \"com\": [1, 0, 0]}, \"rocker\": {\"mass\": 1, "
    "\"com\": [0.5, 0, 0]}}, \"joints\": {"
    "\"a\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"start\": 1},"
    "\"b\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"coupler\", \"at\": [1, 0, 0], \"start\": -1},"
    "\"c\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rocker\", \"at\": [2, 0, 0], \"start\": 1}},"
    "\"loops\": {\"d\": {\"type\": \"revolute\", \"a\": {\"body\": \"coupler\", \"at\": [2, 0, 0], \"axis\": [0, 0, "
    "1]}, "
    "\"b\": {\"body\": \"rocker\", \"at\": [1, 0, 0], \"axis\": [0, 0, 1]}}}, \"independent\": [\"a\"],"
    "\"actuators\": {\"jack\": {\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0]}, \"to\": {\"body\": \"coupler\", "
    "\"at\": [1, 0, 0]}}}}";

/* The lengths of the jack as drawn at three times, from data-rods="1.414214;...". */
static void assert_rods(const char *page, const double expected[3])
{
    double drawn[3];
    const char *at = strstr(page, "data-rods=\"");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "data-rods=\"%lf;%lf;%lf\"", &drawn[0], &drawn[1], &drawn[2]), 3);
    for (int i = 0; i < 3; i++)
        assert_near(drawn[i], expected[i], 1.5e-6); /* six digits are printed, of numbers with seven */
}

static void assert_alive(const char *page, const char *kind)
{
    char words[64];
    snprintf(words, sizeof words, "data-kind=\"%s\"", kind);
    assert_found(page, "data-machine-test=\"done\"");
    assert_found(page, "data-machine-errors=\"0 \"");
    assert_found(page, words);
    assert_found(page, "data-moved=\"yes\"");
    assert_found(page, "data-played=\"0.400\""); /* 25 frames of 16 ms, at the speed 1 */
    assert_found(page, "data-turned=\"yes\"");
    assert_found(page, "data-followed=\"yes\"");
    assert_found(page, "data-wide=\"no\"");
    assert_quiet_console();
}

/* The arm's page as it is by itself, opened once for all tests that look at it. */
static char *arm_opened;

static const char *arm_page(void)
{
    if (arm_opened)
        return arm_opened;
    write_file("arm.json", arm);
    write_file("arm.csv", "time,q\n0,0\n1,0.3\n2,0.9\n");
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("arm.csv"), "--output", in_folder("arm.html"));
    char *opened = open_page("arm.html#self-test&at=0,1,2");
    assert_alive(opened, "WebGL");
    return arm_opened = opened;
}

static void the_arm_moves_and_its_jack_is_as_long_as_it_should_be(void **state)
{
    (void)state;
    skip_without_browser();
    const double lengths[] = {jack(0), jack(0.3), jack(0.9)};
    const char *light = arm_page();
    char *file = read_file(in_folder("arm.html"));
    assert_stands_alone(file);
    free(file);
    assert_rods(light, lengths);
    assert_found(light, "data-scrubbed=\"1.000\"");
    assert_readable(light);
    assert_found(light, "data-paper=\"rgb(255, 255, 255)\"");
    char *page = open_page_in_the_dark("arm.html#self-test&at=0,1,2");
    assert_alive(page, "WebGL");
    assert_rods(page, lengths);
    assert_readable(page);
    assert_found(page, "data-paper=\"rgb(22, 25, 29)\""); /* --paper of player.css */
    free(page);
    page = open_page("arm.html#self-test&2d&at=0,1,2"); /* where there is no WebGL */
    assert_alive(page, "2-D");
    assert_rods(page, lengths);
    free(page);
}

/* A trolley with a pole goes a hundred metres: seen as a whole it is a dot. Its page opens near it, and goes with it. */
static void a_machine_that_goes_far_is_followed(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("trolley.json",
               "{\"type\": \"mechanism\", \"name\": \"Trolley\", \"gravity\": [0, -9.81, 0],\n"
               " \"bodies\": {\"trolley\": {\"mass\": 1}, \"pole\": {\"mass\": 1, \"com\": [0, 0.5, 0]}},\n"
               " \"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"trolley\", "
               "\"axis\": [1, 0, 0]},\n"
               "   \"q\": {\"type\": \"revolute\", \"parent\": \"trolley\", \"child\": \"pole\"}},\n"
               " \"markers\": {\"top\": {\"body\": \"pole\", \"at\": [0, 1, 0]},\n"
               "   \"left\": {\"body\": \"trolley\", \"at\": [-0.5, 0, 0]}, \"right\": {\"body\": \"trolley\", \"at\": "
               "[0.5, 0, 0]}}}");
    write_file("trolley.csv", "time,x,q\n0,0,0\n1,50,0.1\n2,100,0.2\n");
    PASO_OK("show", in_folder("trolley.json"), "--result", in_folder("trolley.csv"), "--output",
            in_folder("trolley.html"));
    char *page = open_page("trolley.html#self-test");
    assert_alive(page, "WebGL");
    assert_found(page, "data-opens=\"trolley\"");
    double whole, near;
    const char *at = strstr(page, "data-fills=\"");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "data-fills=\"%lf %lf\"", &near, &whole), 2);
    assert_true(near > 0.1); /* of the picture's width; a machine of 1 m in a way of 100 m has a hundredth */
    assert_true(whole < 0.02);
    free(page);
    assert_found(arm_page(), "data-opens=\"nothing\""); /* what stays at its place is seen as a whole */
}

/* At 1 s, in the middle; the series at 0.5 s, where q is halfway from 0 to 0.3. */
static void the_pointer_is_told_what_it_points_at(void **state)
{
    (void)state;
    skip_without_browser();
    char words[64];
    const char *page = arm_page();
    snprintf(words, sizeof words, "data-hover=\"jack: %.4f m\"", jack(0.3));
    assert_found(page, words);
    assert_found(page, "data-hover-nothing=\"\"");
    assert_found(page, "data-hover-series=\"t = 0.5 s; q 0.15 rad");
    assert_found(page, "data-parts=\"arm; ");
    assert_found(page, "joint q");
}

/* A sledge with a cylinder along its coordinate, 0.5 m longer than that; on it an arm with a motor and a torque that grows to 20 N m in 2 s. */
static const char sledge[] =
    "{\"type\": \"mechanism\", \"name\": \"Sledge\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"sledge\": "
    "{\"mass\": 1, \"com\": [0, 0.1, 0]}, \"arm\": {\"mass\": 1, \"com\": [0.5, 0, 0], \"inertia\": [0, 0.1, 0.1, "
    "0, 0, 0]}}, \"joints\": {"
    "\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"sledge\", \"at\": [0, 0.2, 0], "
    "\"axis\": [1, 0, 0]}, \"q\": {\"type\": \"revolute\", \"parent\": \"sledge\", \"child\": \"arm\"}}, "
    "\"actuators\": {\"push\": {\"coordinate\": \"x\", \"offset\": 0.5}, \"swing\": {\"coordinate\": \"q\"}}, "
    "\"torques\": {\"wind\": {\"body\": \"arm\", \"axis\": [0, 0, 1], \"law\": {\"type\": \"ramp\", \"to\": 20, "
    "\"begin\": 0, \"end\": 2}}}, \"drives\": {\"pull\": {\"coordinate\": \"x\", \"law\": 30}}}";

static void torques_and_actuators_along_coordinates_are_shown(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("sledge.json", sledge);
    write_file("sledge.csv", "time,x,q\n0,0.1,0\n1,0.3,0.5\n2,0.2,1\n");
    PASO_OK("show", in_folder("sledge.json"), "--result", in_folder("sledge.csv"), "--output",
            in_folder("sledge.html"));
    const double lengths[] = {0.6, 0.8, 0.7};
    char *page = open_page("sledge.html#self-test&at=0,1,2");
    assert_alive(page, "WebGL");
    assert_rods(page, lengths);
    const char *const parts[] = {"push: 0.8000 m", "swing", "wind: 10 N m", "pull: 30 N"}; /* at 1 s */
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_found(page, parts[i]);
    free(page);
    PASO_OK("show", in_folder("sledge.json"), "--output",
            in_folder("sledge.svg")); /* plain pictures stay as they are */
    char *svg = read_file(in_folder("sledge.svg"));
    assert_null(strstr(svg, "push"));
    assert_null(strstr(svg, "wind"));
    free(svg);
}

/* The result has the crank's angle alone. */
static void dependent_coordinates_are_assembled(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("parallelogram.json", parallelogram);
    write_file("crank.csv", "time,linkage.a\n0,1\n1,1.5\n2,2\n");
    PASO_OK("show", in_folder("parallelogram.json"), "--result", in_folder("crank.csv"), "--output",
            in_folder("parallelogram.html"));
    double lengths[3] = {0};
    for (int i = 0; i < 3; i++) {
        const double a = 1 + 0.5 * i;
        lengths[i] = hypot(1 + cos(a), 1 + sin(a));
    }
    char *page = open_page("parallelogram.html#self-test&at=0,1,2");
    assert_alive(page, "WebGL");
    assert_rods(page, lengths);
    free(page);
}

/* A frame, 0.55 m up and turned by 0.05 rad, on two wheels of 0.3 m over the ground, with a corner before a wall, a cab on a bushing and a
 * load. */
static const char cart[] =
    "{\"type\": \"mechanism\", \"name\": \"Cart\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"frame\": {\"mass\": 200, "
    "\"inertia\": [20, 20, 20, 0, 0, 0]}, \"cab\": {\"mass\": 50, \"inertia\": [5, 5, 5, 0, 0, 0]}}, \"joints\": "
    "{\"j\": "
    "{\"type\": \"planar\", \"parent\": \"ground\", \"child\": \"frame\", \"start\": [0, 0.55, 0.05]}, \"c\": "
    "{\"type\": "
    "\"planar\", \"parent\": \"ground\", \"child\": \"cab\", \"start\": [0.3, 0.95, 0]}}, \"bushings\": {\"mount\": "
    "{\"from\": {\"body\": \"frame\", \"at\": [0.3, 0.1, 0]}, \"to\": {\"body\": \"cab\", \"at\": [0, -0.25, 0]}, "
    "\"stiffness\": [1e5, 1e5, 1e5]}}, \"contacts\": {\"rear\": {\"body\": \"frame\", \"at\": [-1, -0.25, 0], "
    "\"radius\": 0.3, "
    "\"plane\": {\"normal\": [0, 2, 0]}, \"stiffness\": 1e5}, \"bumper\": {\"body\": \"frame\", \"at\": [1.4, 0, 0], "
    "\"plane\": {\"at\": [1.8, 0.5, 0], \"normal\": [-1, 0, 0]}, \"stiffness\": 1e5}}, \"payloads\": {\"load\": "
    "{\"body\": "
    "\"frame\", \"at\": [-0.6, 0.2, 0], \"mass\": 30}}}";

/* Centre and radius of a circle that is painted like that. */
static void find_circle(const char *svg, const char *paint, double circle[3])
{
    const char *at = strstr(svg, paint);
    assert_non_null(at);
    while (at > svg && strncmp(at, "<circle ", 8) != 0)
        at--;
    assert_int_equal(sscanf(at, "<circle cx=\"%lf\" cy=\"%lf\" r=\"%lf\"", &circle[0], &circle[1], &circle[2]), 3);
}

/* All in metres by the wheel's radius: its centre is at (-1, -0.25) of the frame. */
static void bushings_contacts_and_payloads_are_drawn_where_they_are(void **state)
{
    (void)state;
    const double C = cos(0.05), S = sin(0.05);
    double wheel[3], rubber[3], load[3];
    write_file("cart.json", cart);
    PASO_OK("show", in_folder("cart.json"), "--view", "xy", "--output", in_folder("cart.svg"));
    char *svg = read_file(in_folder("cart.svg"));
    find_circle(svg, "fill=\"none\"", wheel);
    find_circle(svg, "fill=\"#d8d8d0\"", rubber);
    find_circle(svg, "fill=\"#8a7a50\"", load);
    const double metre = wheel[2] / 0.3;
    assert_near((rubber[0] - wheel[0]) / metre, 1.3 * C - 0.35 * S, 1e-3);
    assert_near((wheel[1] - rubber[1]) / metre, 1.3 * S + 0.35 * C, 1e-3);
    assert_near((load[0] - wheel[0]) / metre, 0.4 * C - 0.45 * S, 1e-3);
    assert_near((wheel[1] - load[1]) / metre, 0.4 * S + 0.45 * C, 1e-3);
    double ground = NAN, wall = NAN; /* edges of planes: the long lines of that colour */
    for (const char *at = svg; (at = strstr(at, "<line ")); at++) {
        double x1, y1, x2, y2;
        assert_int_equal(sscanf(at, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf\"", &x1, &y1, &x2, &y2), 4);
        const char *end = strchr(at, '>'), *grey = strstr(at, "#777777");
        if (!grey || grey > end)
            continue;
        if (y1 == y2 && fabs(x2 - x1) > 50)
            ground = y1;
        if (x1 == x2 && fabs(y2 - y1) > 50)
            wall = x1;
    }
    assert_near((ground - wheel[1]) / metre, 0.55 - S - 0.25 * C, 1e-3);
    assert_near((wall - wheel[0]) / metre, 1.8 + C - 0.25 * S, 1e-3);
    free(svg);
    skip_without_browser();
    write_file("cart.csv", "time,j.x,j.y,j.angle,c.x,c.y,c.angle\n0,0,0.55,0.05,0.3,0.95,0\n1,0.1,0.55,0,0.4,0.95,0\n"
                           "2,0.2,0.5,0,0.5,0.9,0\n");
    PASO_OK("show", in_folder("cart.json"), "--result", in_folder("cart.csv"), "--output", in_folder("cart.html"));
    char *page = open_page("cart.html#self-test&at=0,1,2");
    assert_found(page, "data-machine-errors=\"0 \"");
    free(page);
}

/* A cantilever of 2 m and 10 kg with its tip's displacement and turn, and one mode of what lies between. */
static const char cantilever[] =
    "{\"type\": \"mechanism\", \"name\": \"Cantilever\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"rod\": "
    "{\"flexible\": "
    "{\"length\": 2, \"elements\": 10, \"modes\": 1, \"freedoms\": \"plane\", \"youngs_modulus\": 1e11, \"density\": "
    "5000, "
    "\"area\": 1e-3, \"inertia_z\": 1e-6}}, \"weight\": {\"mass\": 1, \"com\": [0, -0.5, 0]}}, \"joints\": {\"wall\": "
    "{\"type\": "
    "\"fixed\", \"parent\": \"ground\", \"child\": \"rod\"}, \"hook\": {\"type\": \"revolute\", \"parent\": \"rod\", "
    "\"child\": "
    "\"weight\", \"at\": [2, 0, 0]}}, \"markers\": {\"tip\": {\"body\": \"rod\", \"at\": [2, 0, 0]}}}";

/* x y z of the middle, then of the end, at some times, from data-beams="...;...". */
static void read_beams(const char *page, double (*drawn)[6], int n)
{
    const char *at = strstr(page, "data-beams=\"");
    assert_non_null(at);
    at += strlen("data-beams=\"");
    for (int i = 0; i < n; i++) {
        double *d = drawn[i];
        assert_int_equal(sscanf(at, "%lf %lf %lf %lf %lf %lf", &d[0], &d[1], &d[2], &d[3], &d[4], &d[5]), 6);
        at += strcspn(at, ";\"") + 1;
    }
}

/* The line of the only beam, 2 m long, from the wall to the tip, in a picture: how much it falls on its way. */
static double slope_of(const char *file)
{
    double x1, y1, x2 = 0, y2 = 0;
    char *svg = read_file(file), *line = strstr(svg, "<polyline ");
    assert_non_null(line);
    line = strstr(line, "points=\"") + strlen("points=\"");
    assert_int_equal(sscanf(line, "%lf,%lf", &x1, &y1), 2);
    for (const char *next = line; *next != '"';
         next = next + strcspn(next, " \"") + (next[strcspn(next, " \"")] == ' '))
        assert_int_equal(sscanf(next, "%lf,%lf", &x2, &y2), 2);
    assert_true(fabs(x2 - x1) > 100);
    free(svg);
    return (y2 - y1) / (x2 - x1);
}

/* Stills do as pages do: at 1 s the tip has sunk by 4 mm of 2 m; 30 times that, and it says so. */
static void a_still_has_its_bending_larger_too(void **state)
{
    (void)state;
    write_file("cantilever.json", cantilever);
    write_file("cantilever.csv", "time,rod.node10.u,rod.node10.v,rod.node10.phi_z,rod.mode1,hook\n0,0,0,0,0,0\n"
                                 "1,0,-0.004,-0.003,0,0\n");
    PASO_OK("show", in_folder("cantilever.json"), "--result", in_folder("cantilever.csv"), "--at", "1", "--output",
            in_folder("as-it-is.svg"));
    PASO_OK("show", in_folder("cantilever.json"), "--result", in_folder("cantilever.csv"), "--at", "1", "--bending",
            "30", "--output", in_folder("larger.svg"));
    assert_near(slope_of(in_folder("as-it-is.svg")), 0.002, 3e-5); /* of 380 points or more, with two decimals */
    assert_near(slope_of(in_folder("larger.svg")), 0.06, 3e-5);
    char *svg = read_file(in_folder("larger.svg")), *plain = read_file(in_folder("as-it-is.svg"));
    assert_non_null(strstr(svg, "bending drawn 30 times as large"));
    assert_null(strstr(plain, "bending drawn"));
    free(svg);
    free(plain);
}

/* Under a force at its tip, which sinks by d and turns by 3 d/2 L, the middle of a cantilever sinks by 5/16 d (x^2 (3 L - x)/2 L^3). The mode
 * of a beam that is held at both ends has 1.588146/sqrt(m) in the middle, where its square has the integral 1 over the mass: roots and values
 * of cosh b cos b = 1, b = 4.73004074. Ten elements have that to (b/10)^4/720 = 0.7e-4 of it. */
static void a_beam_is_drawn_bent_and_its_bending_larger(void **state)
{
    (void)state;
    skip_without_browser();
    const double d = -0.004, q = 0.002, of_mode = 1.588146 / sqrt(10);
    char rows[300];
    write_file("cantilever.json", cantilever);
    snprintf(
        rows, sizeof rows,
        "time,rod.node10.u,rod.node10.v,rod.node10.phi_z,rod.mode1,hook\n0,0,0,0,0,0\n1,0,%g,%g,0,0\n2,0,0,0,%g,0\n", d,
        1.5 * d / 2, q);
    write_file("cantilever.csv", rows);
    PASO_OK("show", in_folder("cantilever.json"), "--result", in_folder("cantilever.csv"), "--bending", "30",
            "--output", in_folder("cantilever.html"));
    for (int i = 0; i < 2; i++) { /* as the page opens, and as it is */
        const double times = i ? 1 : 30;
        double drawn[3][6];
        char *page =
            open_page(i ? "cantilever.html#self-test&at=0,1,2&bending=1" : "cantilever.html#self-test&at=0,1,2");
        assert_alive(page, "WebGL");
        read_beams(page, drawn, 3);
        const double expected[3] = {0, times * 5 * d / 16, times * of_mode * q};
        for (int k = 0; k < 3; k++) {
            assert_near(drawn[k][0], 1, 1e-6); /* places are floats of 2 m */
            assert_near(k < 2 ? drawn[k][1] : fabs(drawn[k][1]), expected[k],
                        times * (k < 2 ? 5e-7 : 1e-4 * of_mode * q));
            assert_near(drawn[k][3], 2, 1e-6);
            assert_near(drawn[k][4], k == 1 ? times * d : 0, times * 5e-7);
        }
        assert_found(page, "marker tip: 2.0000, -0.0040, 0.0000 m"); /* at 1 s; what is told is never larger */
        assert_found(page, i ? "data-part=\"enlarged\"></p>" : "The bending of beams is drawn 30 times as large");
        assert_null(strstr(page, ">rod.node10.v</option>")); /* nobody follows a coordinate */
        free(page);
    }
}

/* 0.1 rad at 2 m: the chord is 4 sin(0.05) m = 199.92 mm. The jack is sqrt(2 + 2 sin q) m long, with q = 0.2 rad and 0.3 rad. */
static void two_results_are_shown_with_the_distance_between_them(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("arm.json", arm);
    write_file("one.csv", "time,q\n0,0\n2,0.4\n");
    write_file("other.csv", "time,q\n0,0\n2,0.6\n");
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("one.csv"), "--result", in_folder("other.csv"),
            "--output", in_folder("both.html"));
    char *page = open_page("both.html#self-test");
    assert_alive(page, "WebGL");
    assert_found(page, "data-distance=\"199.92 mm\"");
    assert_found(page,
                 "data-facts=\"one.csv: length of jack 1.5483 m; other.csv: length of jack 1.6097 m; distance of ");
    free(page);
    assert_int_equal(PASO("show", in_folder("arm.json"), "--result", in_folder("one.csv"), "--result",
                          in_folder("other.csv"), "--output", in_folder("both.svg")),
                     2);
    assert_said("two results are shown together in a page");
    assert_int_equal(access(in_folder("both.svg"), F_OK), -1);
}

/* The manipulator's FMU is no mechanism from a file, but carries one for pictures; its result has the cylinder's length itself. */
static void the_manipulator_of_the_papers_is_shown(void **state)
{
    (void)state;
    skip_without_browser();
    PASO_OK("run", LIM, "--output", in_folder("lim.csv"), "--quiet");
    PASO_OK("show", LIM, "--result", in_folder("lim.csv"), "--output", in_folder("lim.html"));
    char *file = read_file(in_folder("lim.html"));
    assert_true(strlen(file) < 2000000); /* of 10 s */
    free(file);
    struct table t = read_table(in_folder("lim.csv"));
    double lengths[3] = {0};
    const double times[] = {2, 6, 10};
    for (size_t row = 0; row < t.n_rows; row++)
        for (int i = 0; i < 3; i++)
            if (fabs(cell(&t, row, "time") - times[i]) < 1e-9)
                lengths[i] = cell(&t, row, "multibody.s");
    free_table(&t);
    char *page = open_page("lim.html#self-test&at=2,6,10");
    assert_alive(page, "WebGL");
    assert_rods(page, lengths);
    assert_found(page, "MPa in the cylinders");
    free(page);
}

/* Of a phone's width: a frame within a page, since a window does not get that narrow. */
static void a_phone_does_not_scroll_sideways(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("arm.json", arm);
    write_file("arm.csv", "time,q\n0,0\n1,0.3\n2,0.9\n");
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("arm.csv"), "--output", in_folder("arm.html"));
    write_file("phone.html",
               "<!doctype html><iframe id=\"f\" style=\"width:390px;height:800px\" src=\"arm.html#self-test\"></iframe>"
               "<script>setInterval(function () { const inside = document.getElementById('f').contentDocument;"
               "if (!inside || !inside.documentElement) return; const d = inside.documentElement.dataset;"
               "if (d.machineTest) document.documentElement.dataset.phone = d.machineTest + ' wide ' + d.wide; }, 100);"
               "</script>");
    char *page = open_page("phone.html");
    assert_found(page, "data-phone=\"done wide no\"");
    free(page);
}

static void a_picture_shows_the_row_nearest_to_a_time(void **state)
{
    (void)state;
    write_file("arm.json", arm);
    write_file("arm.csv", "time,q\n0,0\n1,0.3\n2,0.9\n");
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("arm.csv"), "--at", "1.2", "--output",
            in_folder("row.svg"));
    PASO_OK("show", in_folder("arm.json"), "--set", "joints.q.start=0.3", "--output", in_folder("start.svg"));
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("arm.csv"), "--output", in_folder("first.svg"));
    char *row = read_file(in_folder("row.svg")), *start = read_file(in_folder("start.svg")),
         *first = read_file(in_folder("first.svg"));
    assert_string_equal(row, start);
    assert_string_not_equal(row, first);
    free(row);
    free(start);
    free(first);
}

/* ---- what does not fit ---- */

static void assert_refused(const char *result, int status, const char *words)
{
    write_file("arm.json", arm);
    write_file("wrong.csv", result);
    assert_int_equal(
        PASO("show", in_folder("arm.json"), "--result", in_folder("wrong.csv"), "--output", in_folder("wrong.html")),
        status);
    assert_said(words);
    assert_int_equal(access(in_folder("wrong.html"), F_OK), -1);
    assert_int_equal(access(in_folder("wrong.html.partial"), F_OK), -1);
}

static void a_result_that_does_not_fit_is_named(void **state)
{
    (void)state;
    assert_refused("time,x,y\n0,1,2\n", 2, "there is no column q");
    assert_refused("time,q\n", 2, "holds no row of values");
    assert_refused("", 2, "holds no row of values");
    assert_refused("time,q\n0,nan\n1,nan\n", 2, "no row has numbers for all coordinates");
    assert_refused("time,a.q,b.q\n0,1,2\n", 2, "two such mechanisms, a.* and b.*");
    assert_refused("q,time\n0,1\n", 2, "it should be time");
}

/* sqrt(2 + 2 sin 0.3) = 1.6096... m, not 1.7 m. */
static void rows_that_are_no_numbers_and_other_numbers_are_told(void **state)
{
    (void)state;
    write_file("arm.json", arm);
    write_file("gaps.csv", "time,q\n0,0\n1,nan\n2,0.3\n");
    assert_int_equal(
        PASO("show", in_folder("arm.json"), "--result", in_folder("gaps.csv"), "--output", in_folder("gaps.html")), 0);
    assert_said("1 rows are left out, the first at t = 1 s");
    write_file("empty.csv", "time,q,jack.length\n0,0,nan\n2,0.3,nan\n");
    assert_int_equal(
        PASO("show", in_folder("arm.json"), "--result", in_folder("empty.csv"), "--output", in_folder("empty.html")),
        0);
    assert_said("empty.csv: jack.length holds no number: it has no curve");
    write_file("other.csv", "time,q,jack.length\n0,0,1.4142135623730951\n2,0.3,1.7\n");
    assert_int_equal(
        PASO("show", in_folder("arm.json"), "--result", in_folder("other.csv"), "--output", in_folder("other.html")),
        0);
    assert_said("jack.length is 1.7 at t = 2 s, but 1.6096");
    assert_said("the result belongs to other numbers");
}

static void many_rows_are_thinned_and_it_is_said(void **state)
{
    (void)state;
    write_file("arm.json", arm);
    FILE *file = fopen(in_folder("many.csv"), "w");
    assert_non_null(file);
    fputs("time,q\n", file);
    for (int i = 0; i <= 200000; i++)
        fprintf(file, "%.17g,%.17g\n", i * 5e-5, sin(i * 5e-5));
    assert_int_equal(fclose(file), 0);
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("many.csv"), "--output", in_folder("many.html"));
    assert_non_null(strstr(last.out, "of 200001 rows are shown"));
    char *page = read_file(in_folder("many.html"));
    assert_true(strlen(page) < 2000000);
    free(page);
}

/* One row of 200001 has a pressure of 7.25 and one of -3.5, the others have 1: both stand beside the axis. */
static void peaks_of_one_row_stay_in_the_curves(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("arm.json", arm);
    FILE *file = fopen(in_folder("peaks.csv"), "w");
    assert_non_null(file);
    fputs("time,q,peak\n", file);
    for (int i = 0; i <= 200000; i++)
        fprintf(file, "%.17g,%.17g,%g\n", i * 5e-5, sin(i * 5e-5), i == 123457 ? 7.25 : i == 76543 ? -3.5 : 1);
    assert_int_equal(fclose(file), 0);
    PASO_OK("show", in_folder("arm.json"), "--result", in_folder("peaks.csv"), "--record", "q,peak", "--output",
            in_folder("peaks.html"));
    assert_non_null(strstr(last.out, "of 200001 rows are shown"));
    char *page = open_page("peaks.html");
    assert_found(page, ">7.25</text>");
    assert_found(page, ">-3.5</text>");
    free(page);
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0)
        skip();
    write_file("arm.json", arm);
    unlink(in_folder("full.html"));
    assert_int_equal(symlink("/dev/full", in_folder("full.html")), 0);
    assert_int_equal(PASO("show", in_folder("arm.json"), "--output", in_folder("full.html")), 1);
    assert_said("No space left on device");
}

static void words_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    write_file("arm.json", arm);
    assert_int_equal(PASO("show", in_folder("arm.json")), 2);
    assert_int_equal(PASO("show", in_folder("arm.json"), "--output", in_folder("arm.gif")), 2);
    assert_said(".html");
    assert_int_equal(PASO("show", in_folder("arm.json"), "--bending", "-1", "--output", in_folder("bent.html")), 2);
    write_file("arm.csv", "time,q\n0,0\n1,0.3\n2,0.9\n");
    assert_int_equal(PASO("show", in_folder("arm.json"), "--result", in_folder("arm.csv"), "--record", "nothing",
                          "--output", in_folder("arm2.html")),
                     2);
    assert_said("no column matches \"nothing\"");
    write_file("two.json", "{\"type\": \"system\", \"name\": \"two\", \"components\": {\"left\": {\"file\": "
                           "\"arm.json\"}, \"right\": {\"file\": \"arm.json\"}}}");
    assert_int_equal(PASO("show", in_folder("two.json"), "--output", in_folder("two.html")), 2);
    assert_said("--component left or --component right");
    assert_int_equal(PASO("show", in_folder("two.json"), "--component", "lefd", "--output", in_folder("two.html")), 2);
    assert_said("did you mean \"left\"?");
    assert_int_equal(PASO("show", in_folder("two.json"), "--component", "boom", "--output", in_folder("two.html")), 2);
    assert_said("there is no mechanism \"boom\"; it has left and others");
    PASO_OK("show", in_folder("two.json"), "--component", "left", "--output", in_folder("two.html"));
    assert_int_equal(PASO("show", LIM, "--set", "multibdy.constants.m=3", "--output", in_folder("lim.html")), 2);
    assert_said("--set multibdy.constants.m=3");
}

static void wrong_shapes_are_named(void **state)
{
    (void)state;
    write_file("arm.json", arm);
    assert_int_equal(PASO("show", in_folder("arm.json"), "--set", "bodies.arm.shape.colour=red", "--output",
                          in_folder("wrong.html")),
                     2);
    assert_said("bodies.arm.shape.colour: \"red\" is no colour");
    assert_int_equal(PASO("show", in_folder("arm.json"), "--set", "bodies.arm.shape.points=[0,0,1,0,1,1,2]", "--output",
                          in_folder("wrong.html")),
                     2);
    assert_said("an x and a y for each corner expected, but there are 7 numbers");
}

/* Shapes are for pictures: an FMU has no variables of them. */
static void shapes_are_no_parameters(void **state)
{
    (void)state;
    write_file("arm.json", arm);
    PASO_OK("export", in_folder("arm.json"), "-o", in_folder("arm.fmu"));
    PASO_OK("info", in_folder("arm.fmu"), "--json");
    assert_null(strstr(last.out, "shape"));
    assert_non_null(strstr(last.out, "bodies.arm.com[1]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_arm_moves_and_its_jack_is_as_long_as_it_should_be),
        cmocka_unit_test(a_machine_that_goes_far_is_followed),
        cmocka_unit_test(the_pointer_is_told_what_it_points_at),
        cmocka_unit_test(torques_and_actuators_along_coordinates_are_shown),
        cmocka_unit_test(a_beam_is_drawn_bent_and_its_bending_larger),
        cmocka_unit_test(a_still_has_its_bending_larger_too),
        cmocka_unit_test(bushings_contacts_and_payloads_are_drawn_where_they_are),
        cmocka_unit_test(dependent_coordinates_are_assembled),
        cmocka_unit_test(two_results_are_shown_with_the_distance_between_them),
        cmocka_unit_test(the_manipulator_of_the_papers_is_shown),
        cmocka_unit_test(a_phone_does_not_scroll_sideways),
        cmocka_unit_test(a_picture_shows_the_row_nearest_to_a_time),
        cmocka_unit_test(a_result_that_does_not_fit_is_named),
        cmocka_unit_test(rows_that_are_no_numbers_and_other_numbers_are_told),
        cmocka_unit_test(many_rows_are_thinned_and_it_is_said),
        cmocka_unit_test(peaks_of_one_row_stay_in_the_curves),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(words_that_make_no_sense_are_refused),
        cmocka_unit_test(wrong_shapes_are_named),
        cmocka_unit_test(shapes_are_no_parameters),
    };
    const int status = cmocka_run_group_tests(tests, make_folder, remove_folder);
    free(arm_opened);
    return status;
}
