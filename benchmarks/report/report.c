/* The page: what was found, case by case. */
#include "benchmarks/report/report.h"

#include "benchmarks/report/page.h"

#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_config.h>
#include <sys/utsname.h>
#include <time.h>
#include <zip.h>

void page_text(FILE *page, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", page);
            break;
        case '>':
            fputs("&gt;", page);
            break;
        case '&':
            fputs("&amp;", page);
            break;
        case '"':
            fputs("&quot;", page);
            break;
        default:
            fputc(*text, page);
        }
}

void page_string(FILE *page, const char *text)
{
    fputc('"', page);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || *text == '<' || (unsigned char)*text < 0x20)
            fprintf(page, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, page);
    fputc('"', page);
}

static const char *verdict_class(enum verdict v)
{
    return v == VERDICT_PASSED ? "ok" : v == VERDICT_FAILED ? "bad" : "idle";
}

/* So many digits that two of them lie below the tolerance. */
static int digits_of(const struct row *row)
{
    const double size = fabs(row->expected), digits = ceil(log10(size / row->tolerance)) + 2;
    return size > 0 && digits > 4 ? (digits < 15 ? (int)digits : 15) : 4;
}

static void print_row(FILE *page, const struct row *row)
{
    fprintf(page, "<tr%s><td>", row->verdict == VERDICT_FAILED ? " class=\"bad\"" : "");
    page_text(page, row->name);
    if (row->verdict == VERDICT_MEASURED)
        fprintf(page, "</td><td></td><td>%.5g</td><td></td><td></td>", row->ours);
    else if (row->is_bound)
        fprintf(page, "</td><td></td><td>%.5g</td><td></td><td>at most %.3g</td>", row->ours, row->expected);
    else
        fprintf(page, "</td><td>%.*g</td><td>%.*g</td><td>%+.2e</td><td>%.2e</td>", digits_of(row), row->expected,
                digits_of(row), row->ours, row->ours - row->expected, row->tolerance);
    fprintf(page, "<td class=\"text\">");
    page_text(page, row->unit);
    fprintf(page, "</td><td class=\"text %s\">%s</td><td class=\"text soft\">", verdict_class(row->verdict),
            verdict_name(row->verdict));
    page_text(page, row->source ? row->source : "");
    if (row->note) {
        fputs("; ", page);
        page_text(page, row->note);
    }
    fputs("</td></tr>\n", page);
}

static void print_tables(FILE *page, const struct outcome *o)
{
    const char *table = NULL;
    for (size_t i = 0; i < o->n_rows; i++) {
        const struct row *row = &o->rows[i];
        if (!table || strcmp(table, row->table) != 0) {
            if (table)
                fputs("</tbody></table></div>\n", page);
            table = row->table;
            fputs("<h3>", page);
            page_text(page, table);
            fputs(
                "</h3>\n<div class=\"scroll\"><table><thead><tr><th></th><th>published</th><th>ours</th><th>difference"
                "</th><th>allowed</th><th class=\"text\">unit</th><th class=\"text\">verdict</th><th "
                "class=\"text\">source</th></tr></thead><tbody>\n",
                page);
        }
        print_row(page, row);
    }
    if (table)
        fputs("</tbody></table></div>\n", page);
}

static void print_case(FILE *page, const struct bench_outcome *b)
{
    fprintf(page, "<section id=\"case-%s\"><h2>", b->which->name);
    page_text(page, b->which->title);
    fputs("</h2>\n<p>", page);
    page_text(page, b->which->about);
    fprintf(page, " <span class=\"soft\">(%.1f s)</span></p>\n", b->outcome.wall_s);
    if (b->outcome.n_motions) {
        fputs("<div class=\"figures\">\n", page);
        for (size_t i = 0; i < b->outcome.n_motions; i++)
            page_motion(page, &b->outcome.motions[i]);
        fputs("</div>\n", page);
    }
    if (b->outcome.n_figures) {
        fputs("<div class=\"figures\">\n", page);
        for (size_t i = 0; i < b->outcome.n_figures; i++)
            page_figure(page, &b->outcome.figures[i]);
        fputs("</div>\n", page);
    }
    print_tables(page, &b->outcome);
    fputs("</section>\n", page);
}

static void print_summary(FILE *page, const struct bench_outcome *outcomes, size_t n, bool quick)
{
    const struct verdict_count all = bench_count(outcomes, n);
    if (all.failed)
        fprintf(page, "<p class=\"verdict bad\">%zu of %zu comparisons failed</p>\n", all.failed,
                all.failed + all.passed);
    else
        fprintf(page, "<p class=\"verdict ok\">All %zu comparisons passed</p>\n", all.passed);
    fputs("<ul class=\"chips\">", page);
    for (size_t i = 0; i < n; i++) {
        const struct verdict_count c = bench_count(&outcomes[i], 1);
        fprintf(page, "<li><a href=\"#case-%s\">%s <span class=\"%s\">", outcomes[i].which->name,
                outcomes[i].which->name, c.failed ? "bad" : "ok");
        if (c.failed)
            fprintf(page, "%zu failed", c.failed);
        else if (c.passed)
            fprintf(page, "%zu passed", c.passed);
        else
            fprintf(page, "%zu measured", c.measured);
        fputs("</span></a></li>", page);
    }
    fputs("</ul>\n", page);
    if (quick)
        fputs("<p class=\"soft\">The quick cases only; <code>paso bench --report DIR</code> runs all of them.</p>\n",
              page);
}

static void print_processor(FILE *page)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *name = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (name) {
            name[strcspn(name, "\n")] = '\0';
            fputs(", ", page);
            page_text(page, name + (name[1] == ' ' ? 2 : 1));
            break;
        }
    }
    if (file)
        fclose(file);
}

static void print_footer(FILE *page)
{
    char date[64] = "";
    const time_t now = time(NULL);
    struct tm utc;
    struct utsname system;
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
    const XML_Expat_Version expat = XML_ExpatVersionInfo();
    fprintf(page,
            "<footer><p>Made on %s by paso " PASO_VERSION ", compiled with %s " __VERSION__
            "; SUNDIALS " SUNDIALS_VERSION ", libzip %s, expat %d.%d.%d",
            date,
#ifdef __clang__
            "clang",
#else
            "gcc",
#endif
            zip_libzip_version(), expat.major, expat.minor, expat.micro);
    if (uname(&system) == 0)
        fprintf(page, "; %s %s", system.sysname, system.machine);
    print_processor(page);
    fputs(".</p></footer>\n", page);
}

static void print_page(FILE *page, const struct bench_outcome *outcomes, size_t n, bool quick)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n<title>pasodoble: published cases, reproduced</title>\n"
          "<link rel=\"icon\" href=\"data:,\">\n<style>\n",
          page);
    fputs(page_style, page);
    fputs("</style>\n</head>\n<body>\n<header>\n<h1>Published cases, reproduced</h1>\n", page);
    print_summary(page, outcomes, n, quick);
    fputs("</header>\n<main>\n", page);
    for (size_t i = 0; i < n; i++)
        print_case(page, &outcomes[i]);
    fputs("</main>\n", page);
    print_footer(page);
    fputs("<script>\n", page);
    fputs(page_script, page);
    fputs("</script>\n</body>\n</html>\n", page);
}

bool report_write(const char *path, const struct bench_outcome *outcomes, size_t n, bool quick, struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *page = open_memstream(&text, &size);
    if (page)
        print_page(page, outcomes, n, quick);
    bool ok = page && !ferror(page);
    if (page && fclose(page) != 0)
        ok = false;
    ok = ok ? bench_write(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing the report");
    free(text);
    return ok;
}
