/* paso show --view: the plane of the picture. */
#include "tests/program/paso_process.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_shows_the_axes_of_its_plane),
        cmocka_unit_test(without_a_view_it_is_the_plane_of_the_motion),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
