/* paso show: the plane of the picture, and where things stand in it. */
#include "tests/program/paso_process.h"

#include <math.h>

#define CRANE SOURCE_DIR "/docs/mechanisms/crane.json" /* turns about z alone: it moves in x-y */

static char *picture(const char *view)
{
    if (view)
        PASO_OK("show", CRANE, "--view", view, "--svg", in_folder("crane.svg"));
    else
        PASO_OK("show", CRANE, "--svg", in_folder("crane.svg"));
    return read_file(in_folder("crane.svg"));
}

/* The picture's corner shows the axes of the ground that lie in its plane, by their names. */
static void a_view_shows_the_axes_of_its_plane(void **state)
{
    (void)state;
    static const struct {
        const char *view, *axes;
    } views[] = {{"xy", "xy"}, {"xz", "xz"}, {"yz", "yz"}, {"oblique", "xyz"}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        char *svg = picture(views[i].view);
        for (const char *axis = "xyz"; *axis; axis++) {
            const char label[] = {'>', *axis, '<', '/', 't', 'e', 'x', 't', '>', 0};
            if ((strstr(svg, label) != NULL) != (strchr(views[i].axes, *axis) != NULL))
                fail_msg("view %s and the axis %c", views[i].view, *axis);
        }
        free(svg);
    }
}

static void without_a_view_it_is_the_plane_of_the_motion(void **state)
{
    (void)state;
    char *usual = picture(NULL), *best = picture("best"), *xy = picture("xy"), *xz = picture("xz");
    assert_string_equal(usual, xy);
    assert_string_equal(best, xy);
    assert_string_not_equal(xz, xy);
    free(usual);
    free(best);
    free(xy);
    free(xz);
    assert_int_equal(PASO("show", CRANE, "--view", "zx", "--svg", in_folder("crane.svg")), 2);
    assert_said("best|xy|xz|yz|oblique");
}

static void one_picture_at_a_time(void **state)
{
    (void)state;
    assert_int_equal(PASO("show", CRANE, "--svg", in_folder("one.svg"), "-o", in_folder("two.svg")), 2);
    assert_said("--svg");
    assert_said("are the same option");
    assert_int_equal(access(in_folder("one.svg"), F_OK), -1);
    assert_int_equal(access(in_folder("two.svg"), F_OK), -1);
}

/* A block on a slide along x, 1 m from the wall; a spring and a damper, 0.2 m apart, between both; a force upwards on the block. */
static const char block[] =
    "{\"type\": \"mechanism\", \"name\": \"Block\", \"gravity\": [0, 0, 0], \"bodies\": {\"block\": {\"mass\": 2}},"
    "\"joints\": {\"q\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"block\", \"axis\": [1, 0, 0], "
    "\"start\": 1}},"
    "\"springs\": {\"coil\": {\"from\": {\"body\": \"ground\", \"at\": [0, 0, 0]}, \"to\": {\"body\": \"block\", "
    "\"at\": [0, 0, "
    "0]}, \"stiffness\": 5, \"length\": 1}},"
    "\"dampers\": {\"dash\": {\"from\": {\"body\": \"ground\", \"at\": [0, 0.2, 0]}, \"to\": {\"body\": \"block\", "
    "\"at\": [0, "
    "0.2, 0]}, \"damping\": 3}},"
    "\"forces\": {\"lift\": {\"body\": \"block\", \"at\": [0, 0, 0], \"direction\": [0, 1, 0], \"law\": 1}},"
    "\"drives\": {\"push\": {\"coordinate\": \"q\", \"law\": 6}}}";

/* Corners of the next shape in a list of points; behind it. */
static const char *corners(const char *svg, const char *element, double (*at)[2], int n)
{
    const char *p = strstr(svg, element);
    assert_non_null(p);
    p = strstr(p, "points=\"") + strlen("points=\"");
    for (int i = 0; i < n; i++) {
        char *end;
        at[i][0] = strtod(p, &end);
        at[i][1] = strtod(end + 1, &end);
        p = end + 1;
    }
    assert_true(*p == '"' || p[-1] == '"'); /* and no more */
    return p;
}

static void springs_slides_and_forces_stand_where_they_are(void **state)
{
    (void)state;
    write_file("block.json", block);
    PASO_OK("show", in_folder("block.json"), "--view", "xy", "--svg", in_folder("block.svg"));
    char *svg = read_file(in_folder("block.svg"));
    static const char *const names[] = {">q</text>", ">coil</text>", ">dash</text>", ">lift</text>"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strstr(svg, names[i]))
            fail_msg("no %s", names[i]);
    double coil[15][2], x, y, ends[2][4];
    corners(svg, "<polyline", coil, 15);
    assert_near(coil[14][1], coil[0][1], 0.011); /* horizontal, from the wall to the block */
    const double metre = coil[14][0] - coil[0][0];
    assert_true(metre > 50);
    double block_corners[4][2];
    const char *slide = strstr(svg, "<polygon fill=\"#ffffff\"");
    assert_non_null(slide);
    corners(slide, "<polygon", block_corners, 4);
    x = (block_corners[0][0] + block_corners[2][0]) / 2;
    y = (block_corners[0][1] + block_corners[2][1]) / 2;
    assert_near(x, coil[14][0], 0.011);
    assert_near(y, coil[14][1], 0.011);
    assert_near(block_corners[0][1], block_corners[1][1], 0.011); /* its sides lie along the slide */
    /* the damper's six lines follow the spring: the first one begins at the wall, the last one ends at the block */
    const char *line = strstr(strstr(svg, "<polyline"), "<line x1");
    assert_int_equal(sscanf(line, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf", &ends[0][0], &ends[0][1],
                            &ends[0][2], &ends[0][3]),
                     4);
    for (int i = 0; i < 5; i++)
        line = strstr(line + 1, "<line x1");
    assert_int_equal(sscanf(line, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf", &ends[1][0], &ends[1][1],
                            &ends[1][2], &ends[1][3]),
                     4);
    assert_near(ends[0][0], coil[0][0], 0.011);
    assert_near(ends[1][2], coil[14][0], 0.011);
    assert_near(coil[0][1] - ends[0][1], 0.2 * metre, 0.021); /* upwards on paper is y, and SVG counts downwards */
    const char *arrow = strstr(svg, "stroke=\"#b02020\"");
    assert_non_null(arrow);
    while (strncmp(arrow, "<line", 5) != 0)
        arrow--;
    assert_int_equal(sscanf(arrow, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf", &ends[0][0], &ends[0][1],
                            &ends[0][2], &ends[0][3]),
                     4);
    assert_near(ends[0][0], ends[0][2], 0.011);
    assert_true(ends[0][1] > ends[0][3]); /* it points up, to the block */
    assert_near(ends[0][2], x, 0.011);
    assert_near(ends[0][3], y, 0.011);
    free(svg);
}

/* The disc lies in the plane x-z: there it is a circle, and from above a line. */
static void a_disc_is_round_as_seen_along_its_axis(void **state)
{
    (void)state;
    double rim[72][2], centre[2] = {0};
    PASO_OK("show", SOURCE_DIR "/benchmarks/mechanisms/rolling-disc.json", "--view", "xz", "--svg",
            in_folder("disc.svg"));
    char *svg = read_file(in_folder("disc.svg"));
    corners(svg, "<polygon", rim, 72);
    for (int i = 0; i < 72; i++)
        for (int k = 0; k < 2; k++)
            centre[k] += rim[i][k] / 72;
    const double r = hypot(rim[0][0] - centre[0], rim[0][1] - centre[1]);
    assert_true(r > 50);
    for (int i = 1; i < 72; i++)
        assert_near(hypot(rim[i][0] - centre[0], rim[i][1] - centre[1]), r, 0.015);
    free(svg);
    PASO_OK("show", SOURCE_DIR "/benchmarks/mechanisms/rolling-disc.json", "--view", "xy", "--svg",
            in_folder("disc.svg"));
    svg = read_file(in_folder("disc.svg"));
    corners(svg, "<polygon", rim, 72);
    for (int i = 1; i < 72; i++)
        assert_near(rim[i][1], rim[0][1], 0.015);
    free(svg);
}

/* 2 q'' + 3 q' + 5 (q - 1) = 6 from rest at q = 1: comes to rest at 1 + 6/5; until then
 * q = 2.2 - 1.2 exp(-3 t/4) (cos(w t) + 3/(4 w) sin(w t)), w^2 = 5/2 - 9/16. */
static void a_drive_pushes_its_coordinate(void **state)
{
    (void)state;
    write_file("block.json", block);
    PASO_OK("export", in_folder("block.json"), "-o", in_folder("block.fmu"));
    PASO_OK("run", in_folder("block.fmu"), "--stop-time", "1", "--quiet", "--record", "*", "--output",
            in_folder("block.csv"));
    struct table t = read_table(in_folder("block.csv"));
    const double w = sqrt(2.5 - 9.0 / 16);
    assert_near(last_cell(&t, "time"), 1, 1e-12);
    assert_near(last_cell(&t, "q"), 2.2 - 1.2 * exp(-0.75) * (cos(w) + 0.75 / w * sin(w)), 1e-9);
    free_table(&t);
}

/* Centres of mass are circles of 4.5 points; letters are 7 points wide and 10 high. */
static void no_name_covers_a_centre_of_mass(void **state)
{
    (void)state;
    PASO_OK("show", SOURCE_DIR "/export/examples/excavator/mechanism.json", "--view", "xz", "--output",
            in_folder("mass.svg"));
    char *svg = read_file(in_folder("mass.svg"));
    size_t n = 0;
    for (const char *mass = svg; (mass = strstr(mass, "<circle ")); mass++) {
        double cx, cy, r, x, y;
        assert_int_equal(sscanf(mass, "<circle cx=\"%lf\" cy=\"%lf\" r=\"%lf", &cx, &cy, &r), 3);
        if (r != 4.5)
            continue;
        n++;
        for (const char *text = svg; (text = strstr(text, "<text ")); text++) {
            assert_int_equal(sscanf(text, "<text x=\"%lf\" y=\"%lf", &x, &y), 2);
            const double width = 7.0 * (double)strcspn(strchr(text, '>') + 1, "<");
            if (cx > x - 4 && cx < x + width + 4 && cy > y - 14 && cy < y + 4)
                fail_msg("a text at (%g, %g) covers the centre of mass at (%g, %g)", x, y, cx, cy);
        }
    }
    assert_int_equal(n, 6);
    free(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_picture_at_a_time),
        cmocka_unit_test(a_view_shows_the_axes_of_its_plane),
        cmocka_unit_test(without_a_view_it_is_the_plane_of_the_motion),
        cmocka_unit_test(springs_slides_and_forces_stand_where_they_are),
        cmocka_unit_test(a_disc_is_round_as_seen_along_its_axis),
        cmocka_unit_test(no_name_covers_a_centre_of_mass),
        cmocka_unit_test(a_drive_pushes_its_coordinate),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
