/* The report, opened in headless Chromium: nothing on the console, every figure with its curves and with values on hover, the
 * manipulator moves and ends where it should, and a phone need not scroll sideways. The page checks itself when it is
 * opened as index.html#self-test and writes what it found on its root element. */
#include "tests/program/paso_process.h"

static const char *browser(void)
{
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char command[128];
        snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", names[i]);
        if (system(command) == 0)
            return names[i];
    }
    return NULL;
}

static int make_report(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    if (!browser())
        return 0;
    return PASO("bench", "lim", "lim-reference", "oscillator", "--quick", "--only",
                "motion,column*,solutions,fs gauss*", "--report", in_folder("report"));
}

/* The page after its scripts have run; what the browser logs, console included, goes to a file. */
static char *open_page(const char *name)
{
    char command[1024];
    snprintf(
        command, sizeof command,
        "timeout 120 %s --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
        "--disable-component-update --disable-sync --user-data-dir='%s' --allow-file-access-from-files "
        "--window-size=1280,900 --enable-logging=stderr --virtual-time-budget=20000 --dump-dom 'file://%s/report/%s' "
        ">'%s' 2>'%s'",
        browser(), in_folder("profile"), folder, name, in_folder("dom"), in_folder("log"));
    assert_int_equal(system(command), 0);
    char *page = read_file(in_folder("dom"));
    assert_non_null(page);
    return page;
}

static void skip_without_browser(void)
{
    if (!browser()) {
        print_message("no Chromium here (Debian: apt install chromium): the report is not looked at\n");
        skip();
    }
}

static void assert_quiet_console(void)
{
    char *log = read_file(in_folder("log"));
    assert_non_null(log);
    const char *said = strstr(log, "CONSOLE");
    if (said)
        fail_msg("on the console: %.300s", said);
    free(log);
}

static void assert_found(const char *page, const char *words)
{
    if (!strstr(page, words))
        fail_msg("%s is not there; the page begins: %.1500s", words, page);
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

static void the_page_works_and_every_figure_is_there_and_the_manipulator_moves(void **state)
{
    (void)state;
    skip_without_browser();
    char *page = open_page("index.html#self-test");
    assert_found(page, "data-self-test=\"done\"");
    assert_found(page, "data-errors=\"0 \"");
    assert_found(page, "data-empty-plots=\"\"");
    assert_found(page, "data-mute-plots=\"\"");
    assert_found(page, "data-wide=\"no\"");
    assert_quiet_console();
    assert_figures(page);
    assert_motion(page);
    free(page);
}

/* The window of a headless browser does not get narrower than 500 pixels: a frame does. */
static void a_phone_does_not_scroll_sideways(void **state)
{
    (void)state;
    skip_without_browser();
    write_file(
        "report/phone.html",
        "<!doctype html><iframe id=\"f\" style=\"width:390px;height:800px\" src=\"index.html#self-test\"></iframe>"
        "<script>setInterval(function () { const inside = document.getElementById('f').contentDocument;"
        "if (!inside || !inside.documentElement) return; const d = inside.documentElement.dataset;" /* not loaded yet */
        "if (d.selfTest) document.documentElement.dataset.phone = d.selfTest + ' wide ' + d.wide; }, 100);"
        "</script>");
    char *page = open_page("phone.html");
    assert_found(page, "data-phone=\"done wide no\"");
    assert_quiet_console();
    free(page);
}

/* These tests can fail: a page that complains is noticed. */
static void a_complaint_on_the_console_would_be_seen(void **state)
{
    (void)state;
    skip_without_browser();
    write_file("report/broken.html", "<!doctype html><script>no_such_function();</script>");
    free(open_page("broken.html"));
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
    static const char *const outside[] = {"src=\"", "href=\"http:", "href=\"/", "url(http", "@import", "fetch("};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (strstr(page, outside[i]))
            fail_msg("the page refers to something outside: %s", outside[i]);
    for (const char *link = page; (link = strstr(link, "href=\"https:")); link++) /* followed by a click, not loaded */
        assert_int_equal(strncmp(link, "href=\"https://doi.org/", 22), 0);
    assert_non_null(strstr(page, "comparisons passed"));
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_works_and_every_figure_is_there_and_the_manipulator_moves),
        cmocka_unit_test(a_phone_does_not_scroll_sideways),
        cmocka_unit_test(a_complaint_on_the_console_would_be_seen),
        cmocka_unit_test(the_page_is_small_and_needs_nothing_else),
    };
    return cmocka_run_group_tests(tests, make_report, remove_folder);
}
