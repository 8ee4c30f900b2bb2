/* Pages as a person sees them: opened in headless Chromium, their scripts run, what they say on the console kept. */
#ifndef PASO_BROWSER_H
#define PASO_BROWSER_H

#include "tests/program/paso_process.h"

static inline const char *browser(void)
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

static inline void skip_without_browser(void)
{
    if (!browser()) {
        print_message("no Chromium here (Debian: apt install chromium): the page is not looked at\n");
        skip();
    }
}

/* The page of the test's folder after its scripts have run; what the browser logs, console included, goes to a file. WebGL is drawn
 * by software, which a browser without a graphics card wants to be allowed. */
static inline char *open_page_with(const char *name, const char *options)
{
    char command[1024];
    snprintf(command, sizeof command,
             "timeout 120 %s --headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader --no-first-run "
             "--disable-background-networking --disable-component-update --disable-sync --user-data-dir='%s' "
             "--allow-file-access-from-files --window-size=1280,900 --enable-logging=stderr %s "
             "--virtual-time-budget=20000 --dump-dom 'file://%s/%s' >'%s' 2>'%s'",
             browser(), in_folder("profile"), options, folder, name, in_folder("dom"), in_folder("log"));
    assert_int_equal(system(command), 0);
    char *page = read_file(in_folder("dom"));
    assert_non_null(page);
    return page;
}

static inline char *open_page(const char *name)
{
    return open_page_with(name, "");
}

/* As somebody sees it who has asked for dark pages. */
static inline char *open_page_in_the_dark(const char *name)
{
    return open_page_with(name, "--blink-settings=preferredColorScheme=0");
}

/* Nothing on the console. What the driver says of its speed when a picture is read back is no complaint of the page. */
static inline void assert_quiet_console(void)
{
    char *log = read_file(in_folder("log"));
    assert_non_null(log);
    for (const char *said = log; (said = strstr(said, "CONSOLE")); said++) {
        char line[301] = "";
        snprintf(line, sizeof line, "%.*s", (int)strcspn(said, "\n"), said);
        if (!strstr(line, "GPU stall due to ReadPixels"))
            fail_msg("on the console: %s", line);
    }
    free(log);
}

static inline void assert_found(const char *page, const char *words)
{
    if (!strstr(page, words)) {
        const char *tag = strstr(page, "<figure");
        fail_msg("%s is not there; the page begins: %.900s ... %.500s", words, page, tag ? tag : "");
    }
}

/* Every figure of a machine has all its colours, and its texts can be read (the page's self-test looks). */
static inline void assert_readable(const char *page)
{
    size_t n = 0;
    for (const char *figure = page; (figure = strstr(figure, "<figure class=\"machine\"")); figure++, n++) {
        const char *end = strchr(figure, '>'), *dim = strstr(figure, "data-dim=\"");
        if (!dim || dim > end || dim[10] != '"')
            fail_msg("%.300s", dim ? dim : figure);
    }
    assert_true(n > 0);
}

/* A page that needs nothing from outside; links to papers are followed by a click, not loaded. */
static inline void assert_stands_alone(const char *page)
{
    static const char *const outside[] = {"src=\"", "href=\"http:", "href=\"/", "url(http", "@import", "fetch("};
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (strstr(page, outside[i]))
            fail_msg("the page refers to something outside: %s", outside[i]);
    for (const char *link = page; (link = strstr(link, "href=\"https:")); link++)
        assert_int_equal(strncmp(link, "href=\"https://doi.org/", 22), 0);
}

#endif
