/* The report, opened in headless Chromium: nothing on the console, every figure with its curves and with values on hover, the
 * manipulator moves and ends where it should, and a phone need not scroll sideways. The page checks itself when it is
 * opened as index.html#self-test and writes what it found on its root element. */
#include "tests/program/browser.h"

static int make_report(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    if (!browser())
        return 0;
    return PASO("bench", "lim", "lim-reference", "oscillator", "lut", "agundez", "mechanisms", "gonzalez-flexible",
                "linearization", "--quick", "--only", "motion,column*,solutions,fs gauss*,linearization", "--report",
                in_folder("report"));
}

/* The document's figures, each with a line of ours and published points. */
static void assert_figures(const char *page)
{
    static const int figures[] = {3, 4, 7, 8, 9, 10, 11, 12, 13};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        char id[64];
        snprintf(id, sizeof id, "<figure class=\"plot\" id=\"figure-%d\">", figures[i]);
        const char *figure = strstr(page, id);
        assert_non_null(figure);
        const char *end = strstr(figure, "</figure>");
        const char *line = strstr(figure, "class=\"curve"), *points = strstr(figure, "class=\"points");
        if (!line || line > end || !points || points > end)
            fail_msg("figure %d has not both a line and published points", figures[i]);
    }
}

/* s1(10 s) is 0.515367564 m in M1 and 0.470035248 m in M2. */
static void assert_motion(const char *page)
{
    assert_found(page, "data-motion-m1-moved=\"yes\"");
    assert_found(page, "data-motion-m1-last=\"0.5154 m\"");
    assert_found(page, "data-motion-m2-moved=\"yes\"");
    assert_found(page, "data-motion-m2-last=\"0.4700 m\"");
}

/* Every mechanism of the papers is a figure of its own that moves. */
static void assert_machines(const char *page)
{
    static const char *const machines[] = {
        "lut1-four-bar",   "lut1-quick-return", "lut2-four-bar", "agundez",           "n-loop",
        "four-bar-spring", "bicycle",           "rolling-disc",  "flexible-pendulum", "linear-oscillator"};
    assert_found(page, "data-machine-test=\"done\"");
    assert_found(page, "data-machine-errors=\"0 \"");
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        char id[64];
        snprintf(id, sizeof id, "<figure class=\"machine\" id=\"machine-%s\"", machines[i]);
        const char *figure = strstr(page, id), *end = figure ? strchr(figure, '>') : NULL;
        const char *moved = figure ? strstr(figure, "data-moved=\"yes\"") : NULL;
        if (!moved || moved > end)
            fail_msg("%s does not move", machines[i]);
    }
}

static void the_page_works_and_every_figure_is_there_and_the_manipulator_moves(void **state)
{
    (void)state;
    skip_without_browser();
    char *page = open_page("report/index.html#self-test");
    assert_found(page, "data-self-test=\"done\"");
    assert_found(page, "data-errors=\"0 \"");
    assert_found(page, "data-empty-plots=\"\"");
    assert_found(page, "data-mute-plots=\"\"");
    assert_found(page, "data-overlaps=\"\"");
    assert_found(page, "data-numberless=\"\"");
    assert_found(page, "data-unseen=\"\"");
    assert_found(page, "data-broken-links=\"0\"");
    assert_found(page, "data-wide=\"no\"");
    assert_found(page, "data-cut-tables=\"0\""); /* at 1280 pixels; on a phone they scroll */
    assert_quiet_console();
    assert_figures(page);
    assert_motion(page);
    assert_machines(page);
    assert_readable(page);
    free(page);
}

static void machines_can_be_read_in_the_dark(void **state)
{
    (void)state;
    skip_without_browser();
    char *page = open_page_in_the_dark("report/index.html#self-test");
    assert_readable(page);
    assert_quiet_console();
    free(page);
}

/* The window of a headless browser does not get narrower than 500 pixels: a frame does. */
static void a_phone_does_not_scroll_sideways(void **state)
{
    (void)state;
    skip_without_browser();
    write_file(
        "report/phone.html",
        "<!doctype html><iframe id=\"f\" style=\"width:390px;height:800px\" "
        "src=\"index.html#self-test=plots\"></iframe>"
        "<script>setInterval(function () { const inside = document.getElementById('f').contentDocument;"
        "if (!inside || !inside.documentElement) return; const d = inside.documentElement.dataset;" /* not loaded yet */
        "if (d.selfTest) document.documentElement.dataset.phone = d.selfTest + ' wide ' + d.wide + ' overlaps ' + "
        "d.overlaps + '. cut head ' + d.cutHead; }, 100);"
        "</script>");
    char *page = open_page("report/phone.html");
    assert_found(page, "data-phone=\"done wide no overlaps . cut head no\"");
    assert_quiet_console();
    free(page);
}

/* These tests can fail: a page that complains is noticed. */
static void a_complaint_on_the_console_would_be_seen(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("report/broken.html", "<!doctype html><script>no_such_function();</script>");
    free(open_page("report/broken.html"));
    char *log = read_file(in_folder("log"));
    assert_non_null(log);
    assert_non_null(strstr(log, "CONSOLE"));
    free(log);
}

static void the_page_is_small_and_needs_nothing_else(void **state)
{
    (void)state;
    skip_without_browser();
    char *page = read_file(in_folder("report/index.html"));
    assert_non_null(page);
    assert_true(strlen(page) < 2000000);
    assert_stands_alone(page);
    assert_non_null(strstr(page, "comparisons passed"));
    assert_non_null(strstr(page, "<p class=\"made\">paso "));
    assert_non_null(strstr(page, "<code>paso bench "));
    assert_non_null(strstr(page, "https://doi.org/"));
    assert_non_null(strstr(page, "<nav aria-label=\"contents\">"));
    static const char *const entries[] = {"motionM1", "machine-bicycle", "figure-3"}; /* of each kind of picture */
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        char link[64];
        snprintf(link, sizeof link, "<li><a href=\"#%s\">", entries[i]);
        assert_found(page, link);
    }
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_works_and_every_figure_is_there_and_the_manipulator_moves),
        cmocka_unit_test(machines_can_be_read_in_the_dark),
        cmocka_unit_test(a_phone_does_not_scroll_sideways),
        cmocka_unit_test(a_complaint_on_the_console_would_be_seen),
        cmocka_unit_test(the_page_is_small_and_needs_nothing_else),
    };
    return cmocka_run_group_tests(tests, make_report, remove_folder);
}
