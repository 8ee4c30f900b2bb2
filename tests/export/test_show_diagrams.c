/* paso show of circuits and systems: what is connected is drawn, where it belongs; and the other formats of pictures. */
#include "tests/program/paso_process.h"

#include <math.h>

#define CIRCUIT SOURCE_DIR "/docs/circuits/boom-circuit.json"
#define SYSTEM  SOURCE_DIR "/docs/circuits/boom-system.json"

static void assert_drawn(const char *svg, const char *const *texts)
{
    for (; *texts; texts++) {
        char words[100];
        snprintf(words, sizeof words, ">%s</text>", *texts);
        if (!strstr(svg, words))
            fail_msg("%s is not drawn", *texts);
    }
}

/* The ends of a node's line: of the volumes' lines from the first to the last element that the document connects to it. */
static void all_elements_of_a_circuit_are_drawn_between_their_nodes(void **state)
{
    (void)state;
    static const char *const names[] = {"pump",     "tank",   "line", "bottom", "top",  "hose_line", "hose_top",
                                        "throttle", "relief", "feed", "valve",  "lift", NULL};
    PASO_OK("show", CIRCUIT, "--output", in_folder("circuit.svg"));
    char *svg = read_file(in_folder("circuit.svg"));
    assert_drawn(svg, names);
    /* Five nodes are five lines of their own colour, below each other. */
    double y[8] = {0}, before = 0;
    size_t n = 0;
    for (const char *line = svg; (line = strstr(line, "<line x1=\"")); line++) {
        double x1, y1, x2, y2;
        assert_int_equal(sscanf(line, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf", &x1, &y1, &x2, &y2), 4);
        const char *end = strstr(line, "/>"), *colour = strstr(line, "#2f5f92");
        if (!colour || colour > end)
            continue;
        assert_true(n < 8 && y1 == y2 && x2 > x1 && y1 > before);
        before = y[n++] = y1;
    }
    assert_int_equal(n, 5);
    /* The throttle's two leads end on the lines of its nodes: "line" is drawn first, "bottom" second. */
    char joint[80];
    size_t joints[2] = {0};
    for (int i = 0; i < 2; i++) {
        snprintf(joint, sizeof joint, "cy=\"%.2f\" r=\"3\"", y[i]);
        for (const char *at = svg; (at = strstr(at, joint)); at++)
            joints[i]++;
    }
    assert_int_equal(joints[0], 4); /* valve, throttle, and the hose's two ends */
    assert_int_equal(joints[1], 3); /* cylinder, throttle, relief valve */
    free(svg);
}

/* y of the text; it must be drawn. */
static double height_of(const char *svg, const char *text)
{
    char words[100];
    double y = NAN;
    snprintf(words, sizeof words, ">%s</text>", text);
    const char *end = strstr(svg, words), *begin = NULL;
    for (const char *at = svg; end && (at = strstr(at, "<text ")) && at < end; at++)
        begin = at;
    if (!begin || sscanf(begin, "<text x=\"%*f\" y=\"%lf\"", &y) != 1)
        fail_msg("%s is not drawn", text);
    return y;
}

/* All kinds of elements that the boom has not. A pipe is between the lines of its nodes, an accumulator below the line of its own. */
static void pumps_motors_pipes_and_accumulators_are_drawn(void **state)
{
    (void)state;
    static const char *const names[] = {"pump",      "swing_motor",   "relief",         "compensator", "sensing.A",
                                        "sensing.B", "holding.check", "holding",        "feed",        "feed_swing",
                                        "unload",    "bleed",         "swing_throttle", "boom",        "boom_cylinder",
                                        "hose_line", "damper",        "pipe",           NULL};
    PASO_OK("show", SOURCE_DIR "/docs/circuits/load-sensing.json", "--output", in_folder("sensing.svg"));
    char *svg = read_file(in_folder("sensing.svg"));
    assert_drawn(svg, names);
    const double outlet = height_of(svg, "outlet"), supply = height_of(svg, "supply"), pipe = height_of(svg, "pipe");
    assert_true((pipe - outlet) * (pipe - supply) < 0);
    assert_true(height_of(svg, "damper") > height_of(svg, "bottom"));
    free(svg);
}

static size_t count_closed_ports(const char *circuit)
{
    PASO_OK("show", circuit, "--output", in_folder("valve.svg"));
    char *svg = read_file(in_folder("valve.svg"));
    size_t n = 0;
    for (const char *line = svg; (line = strstr(line, "<line x1=\"")); line++) { /* a bar of 10 */
        double x1, y1, x2, y2;
        assert_int_equal(sscanf(line, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf", &x1, &y1, &x2, &y2), 4);
        n += y1 == y2 && fabs(x2 - x1 - 10) < 0.02;
    }
    free(svg);
    return n;
}

/* The servo's spool is closed in the middle of its way, at 0.05 m; the manipulator's lets oil through all paths there, at kappa = 0.5. */
static void a_valve_is_drawn_by_what_is_open_in_the_middle_of_its_way(void **state)
{
    (void)state;
    assert_int_equal(count_closed_ports(SOURCE_DIR "/export/examples/servo/circuit.json"), 4);
    assert_int_equal(count_closed_ports(SOURCE_DIR "/benchmarks/circuits/lim-manipulator.json"), 0);
}

/* A way between two ports of one side goes through the box, and its arrow points out at the port: the six of the section's two outer boxes, the
 * only squares of 46 points. */
static void a_valves_arrows_stay_in_their_boxes(void **state)
{
    (void)state;
    PASO_OK("show", SOURCE_DIR "/export/examples/excavator/section.json", "--output", in_folder("section.svg"));
    char *svg = read_file(in_folder("section.svg"));
    double left = INFINITY, right = -INFINITY, top = 0, bottom = 0;
    size_t n_boxes = 0, n_heads = 0;
    for (int pass = 0; pass < 2; pass++)
        for (const char *at = svg; (at = strstr(at, "<polygon ")); at++) {
            double x[4], y[4];
            const int n = sscanf(strstr(at, "points="), "points=\"%lf,%lf %lf,%lf %lf,%lf %lf,%lf", &x[0], &y[0], &x[1],
                                 &y[1], &x[2], &y[2], &x[3], &y[3]);
            if (pass == 0 && n == 8 && fabs(x[1] - x[0] - 46) < 1e-9 && fabs(y[2] - y[1] - 46) < 1e-9) {
                left = fmin(left, x[0]), right = fmax(right, x[1]), top = y[0], bottom = y[2];
                n_boxes++;
            }
            if (pass == 1 && n == 6 && x[0] > left && x[0] < right && y[0] > top - 1 && y[0] < bottom + 1) {
                n_heads++;
                for (int k = 0; k < 3; k++)
                    assert_true(y[k] >= top && y[k] <= bottom);
            }
        }
    assert_int_equal(n_boxes, 3);
    assert_int_equal(n_heads, 6);
    free(svg);
}

static void a_system_is_drawn_as_blocks_with_units(void **state)
{
    (void)state;
    static const char *const names[] = {"multibody",      "hydraulics",
                                        "boom.json",      "lift.length [m], lift.rate [m/s], lift.force_static [N]",
                                        "lift.force [N]", NULL};
    PASO_OK("show", SYSTEM, "--output", in_folder("system.svg"));
    char *svg = read_file(in_folder("system.svg"));
    assert_drawn(svg, names);
    free(svg);
    static const char *const of_lim[] = {"s [m], ds [m/s], f_h_static [N]", "f_h [N], p1 [Pa], p2 [Pa]",
                                         "input kappa to kappa", "Manipulator.fmu", NULL};
    PASO_OK("show", BUILD_DIR "/systems/lim-manipulator.ssp", "--output", in_folder("lim.svg"));
    svg = read_file(in_folder("lim.svg"));
    assert_drawn(svg, of_lim);
    free(svg);
    assert_int_equal(PASO("show", BUILD_DIR "/systems/oscillator-chain.ssp", "--output", in_folder("chain.svg")), 2);
    assert_said("1000 components are too many for a picture");
    assert_int_equal(access(in_folder("chain.svg"), F_OK), -1);
}

struct words {
    double x, y, width;
};

/* Blocks' texts in SVG, those of arrows: 12 high, and no letter is wider than 6.6 on average. */
static size_t read_labels(const char *svg, struct words *labels, size_t most)
{
    size_t n = 0;
    for (const char *at = svg; (at = strstr(at, "<text ")) && n < most; at++) {
        struct words w;
        const char *begin = strchr(at, '>') + 1, *size = strstr(at, "font-size=\"12\""), *anchor = strstr(at, "anchor");
        if (!size || size > begin || (anchor && anchor < begin) ||
            sscanf(at, "<text x=\"%lf\" y=\"%lf\"", &w.x, &w.y) != 2)
            continue;
        w.width = 6.6 * (double)strcspn(begin, "<");
        labels[n++] = w;
    }
    return n;
}

/* No upright part of an arrow goes through a text. */
static void check_labels(const char *svg)
{
    struct words labels[60];
    const size_t n = read_labels(svg, labels, 60);
    size_t n_lines = 0;
    assert_true(n >= 2);
    for (const char *at = svg; (at = strstr(at, "<polyline ")); at++) {
        double x[4], y[4];
        if (sscanf(strstr(at, "points="), "points=\"%lf,%lf %lf,%lf %lf,%lf %lf,%lf", &x[0], &y[0], &x[1], &y[1], &x[2],
                   &y[2], &x[3], &y[3]) != 8)
            continue;
        n_lines++;
        for (int k = 0; k < 3; k += 2)
            for (size_t i = 0; i < n; i++) {
                const struct words *w = &labels[i];
                const double top = fmin(y[k], y[k + 1]), bottom = fmax(y[k], y[k + 1]);
                if (x[k] > w->x - 1 && x[k] < w->x + w->width && bottom > w->y - 10 && top < w->y)
                    fail_msg("the line at x = %g goes through the text at (%g, %g)", x[k], w->x, w->y);
            }
    }
    assert_true(n_lines >= 2);
}

static void no_arrow_goes_through_a_text(void **state)
{
    (void)state;
    static const char *const systems[] = {BUILD_DIR "/systems/lim-manipulator.ssp", SYSTEM,
                                          SOURCE_DIR "/export/examples/excavator/system.json",
                                          SOURCE_DIR "/benchmarks/systems/lut2-four-bar.json"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        PASO_OK("show", systems[i], "--output", in_folder("blocks.svg"));
        char *svg = read_file(in_folder("blocks.svg"));
        check_labels(svg);
        free(svg);
    }
}

/* What flows from one half of the excavator to the other, 13 values, is 270 letters or 1800 points in a line: they stand in rows, and
 * inputs come from above. */
static void long_lists_are_broken_into_rows(void **state)
{
    (void)state;
    static const char *const names[] = {"bucket.force_static [N], swing.rate to swing_drive.speed [rad/s]",
                                        "input right_right to bucket_spool.command", NULL};
    int width = 0;
    PASO_OK("show", SOURCE_DIR "/export/examples/excavator/system.json", "--output", in_folder("excavator.svg"));
    char *svg = read_file(in_folder("excavator.svg"));
    assert_drawn(svg, names);
    const char *at = strstr(svg, "width=\"");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "width=\"%d\"", &width), 1);
    assert_true(width > 500 && width < 1200);
    free(svg);
}

static void a_circuit_does_not_move(void **state)
{
    (void)state;
    assert_int_equal(PASO("show", CIRCUIT, "--output", in_folder("circuit.html")), 2);
    assert_said("a circuit does not move");
    assert_int_equal(PASO("show", CIRCUIT, "--bending", "5", "--output", in_folder("circuit.svg")), 2);
    assert_said("a circuit has no beams that --bending could draw larger");
    assert_int_equal(access(in_folder("circuit.html"), F_OK), -1);
}

/* Its result is one of the system, too. */
static void a_whole_system_moves_by_its_document(void **state)
{
    (void)state;
    PASO_OK("export", "--system", SYSTEM, "--whole", "-o", in_folder("whole.fmu"));
    PASO_OK("run", in_folder("whole.fmu"), "--stop-time", "0.1s", "--output", in_folder("whole.csv"), "--quiet");
    assert_int_equal(
        PASO("show", in_folder("whole.fmu"), "--result", in_folder("whole.csv"), "--output", in_folder("whole.html")),
        2);
    assert_said("for its motion give the system that it was made of");
    assert_int_equal(access(in_folder("whole.html"), F_OK), -1);
    PASO_OK("show", SYSTEM, "--result", in_folder("whole.csv"), "--output", in_folder("whole.html"));
    char *page = read_file(in_folder("whole.html"));
    assert_non_null(strstr(page, "hydraulics.bottom.p")); /* the cylinder's pressure */
    free(page);
}

/* Names are names: what would be markup, or a command of gnuplot, is text. */
static void foreign_names_are_only_text(void **state)
{
    (void)state;
    PASO_OK("show", CIRCUIT, "--set", "description=<b>`touch x` ' & \"", "--output", in_folder("odd.svg"));
    char *svg = read_file(in_folder("odd.svg"));
    assert_non_null(strstr(svg, "&lt;b&gt;`touch x` &#39; &amp; &quot;"));
    free(svg);
}

static void pictures_are_also_png_and_pdf(void **state)
{
    (void)state;
    static const struct {
        const char *file, *magic;
    } formats[] = {{"crane.png", "\x89PNG"}, {"crane.pdf", "%PDF"}, {"circuit.png", "\x89PNG"}};
    if (system("command -v gnuplot >/dev/null 2>&1") != 0)
        skip();
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char magic[5] = "";
        PASO_OK("show", i == 2 ? CIRCUIT : SOURCE_DIR "/docs/mechanisms/crane.json", "--output",
                in_folder(formats[i].file));
        FILE *file = fopen(in_folder(formats[i].file), "rb");
        assert_non_null(file);
        assert_int_equal(fread(magic, 1, 4, file), 4);
        fclose(file);
        assert_string_equal(magic, formats[i].magic);
    }
}

/* What an FMU carries is what paso show draws of its document. */
static void an_fmu_carries_its_picture(void **state)
{
    (void)state;
    PASO_OK("export", CIRCUIT, "-o", in_folder("circuit.fmu"));
    PASO_OK("show", CIRCUIT, "--output", in_folder("circuit.svg"));
    PASO_OK("show", in_folder("circuit.fmu"), "--output", in_folder("again.svg"));
    char command[1024];
    snprintf(
        command, sizeof command,
        "cd '%s' && python3 -m zipfile -e circuit.fmu inside && cmp inside/documentation/picture.svg circuit.svg && "
        "cmp again.svg circuit.svg",
        folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_elements_of_a_circuit_are_drawn_between_their_nodes),
        cmocka_unit_test(pumps_motors_pipes_and_accumulators_are_drawn),
        cmocka_unit_test(a_valve_is_drawn_by_what_is_open_in_the_middle_of_its_way),
        cmocka_unit_test(a_valves_arrows_stay_in_their_boxes),
        cmocka_unit_test(a_system_is_drawn_as_blocks_with_units),
        cmocka_unit_test(no_arrow_goes_through_a_text),
        cmocka_unit_test(long_lists_are_broken_into_rows),
        cmocka_unit_test(a_circuit_does_not_move),
        cmocka_unit_test(a_whole_system_moves_by_its_document),
        cmocka_unit_test(foreign_names_are_only_text),
        cmocka_unit_test(pictures_are_also_png_and_pdf),
        cmocka_unit_test(an_fmu_carries_its_picture),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
