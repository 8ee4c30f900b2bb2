/* The page: what was found, case by case. */
#include "benchmarks/report/report.h"

#include "benchmarks/report/page.h"
#include "export/motion_page.h"
#include "master/base/markup.h"
#include "master/files/output.h"
#include "program/version.h"

#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_config.h>
#include <sys/utsname.h>
#include <time.h>
#include <zip.h>

static const char *verdict_class(enum verdict v)
{
    return v == VERDICT_PASSED ? "ok" : v == VERDICT_FAILED ? "bad" : v == VERDICT_DIFFERS ? "differs" : "idle";
}

/* So many digits that two of them lie below the tolerance. */
static int digits_of(const struct row *row)
{
    const double size = fabs(row->expected), digits = ceil(log10(size / row->tolerance)) + 2;
    return size > 0 && digits > 4 ? (digits < 15 ? (int)digits : 15) : 4;
}

static void print_row(FILE *page, const struct row *row)
{
    fprintf(page, "<tr%s><td>",
            row->verdict == VERDICT_FAILED    ? " class=\"bad\""
            : row->verdict == VERDICT_DIFFERS ? " class=\"differs\""
                                              : "");
    markup_escape(page, row->name);
    if (row->verdict == VERDICT_MEASURED)
        fprintf(page, "</td><td></td><td>%.5g</td><td></td><td></td>", row->ours);
    else if (row->is_bound)
        fprintf(page, "</td><td></td><td>%.5g</td><td></td><td>at most %.3g</td>", row->ours, row->expected);
    else
        fprintf(page, "</td><td>%.*g</td><td>%.*g</td><td>%+.2e</td><td>%.2e</td>", digits_of(row), row->expected,
                digits_of(row), row->ours, row->ours - row->expected, row->tolerance);
    fprintf(page, "<td class=\"text\">");
    markup_escape(page, row->unit);
    fprintf(page, "</td><td class=\"text %s\">%s</td><td class=\"text soft source\">", verdict_class(row->verdict),
            verdict_name(row->verdict));
    markup_escape(page, row->source ? row->source : "");
    if (row->verdict == VERDICT_DIFFERS) {
        fputs(row->source ? ": " : "", page);
        markup_escape(page, row->differs);
    }
    if (row->note) {
        fputs("; ", page);
        markup_escape(page, row->note);
    }
    fputs("</td></tr>\n", page);
}

/* A kind of rows begins: the column of expected values is headed by where they come from. */
static void print_kind(FILE *page, enum row_kind kind)
{
    const bool is_compared = kind != KIND_MEASURED;
    fprintf(
        page,
        "<tbody class=\"%s\"><tr><th></th><th>%s</th><th>ours</th><th>%s</th><th>%s</th><th class=\"text\">unit</th>"
        "<th class=\"text\">verdict</th><th class=\"text\">%s</th></tr>\n",
        row_kind_name(kind), is_compared ? row_kind_name(kind) : "", is_compared ? "difference" : "",
        is_compared ? "allowed" : "", is_compared ? "source" : "");
}

static void print_overview(FILE *page, const struct overview *o)
{
    fputs("<h3>", page);
    markup_escape(page, o->title);
    fputs("</h3>\n<div class=\"scroll\"><table><thead><tr><th></th>", page);
    for (size_t i = 0; i < o->n_columns; i++) {
        fputs("<th>", page);
        markup_escape(page, o->columns[i]);
        fputs("</th>", page);
    }
    fputs("</tr></thead><tbody>\n", page);
    for (size_t i = 0; i < o->n_lines; i++) {
        fputs("<tr><td>", page);
        markup_escape(page, o->lines[i].name);
        fputs("</td>", page);
        for (size_t k = 0; k < o->n_columns; k++)
            if (isnan(o->lines[i].values[k]))
                fputs("<td></td>", page);
            else
                fprintf(page, "<td>%.4g</td>", o->lines[i].values[k]);
        fputs("</tr>\n", page);
    }
    fputs("</tbody></table></div>\n", page);
}

static void print_tables(FILE *page, const struct outcome *o)
{
    const struct row *before = NULL;
    for (size_t i = 0; i < o->n_rows; i++) {
        const struct row *row = &o->rows[i];
        const bool is_new = !before || strcmp(before->table, row->table) != 0;
        if (before && (is_new || before->kind != row->kind))
            fputs("</tbody>\n", page);
        if (before && is_new)
            fputs("</table></div>\n", page);
        if (is_new) {
            fputs("<h3>", page);
            markup_escape(page, row->table);
            fputs("</h3>\n<div class=\"scroll\"><table>\n", page);
        }
        if (is_new || before->kind != row->kind)
            print_kind(page, row->kind);
        print_row(page, row);
        before = row;
    }
    if (before)
        fputs("</tbody>\n</table></div>\n", page);
}

static void print_papers(FILE *page, const struct bench_case *c)
{
    if (!c->papers[0])
        return;
    fputs("<ul class=\"papers\">\n", page);
    for (size_t i = 0; i < BENCH_PAPERS && c->papers[i]; i++) {
        fputs("<li>", page);
        markup_escape(page, c->papers[i]->citation);
        if (*c->papers[i]->doi)
            fprintf(page, ", <a href=\"https://doi.org/%s\">doi:%s</a>", c->papers[i]->doi, c->papers[i]->doi);
        fputs("</li>\n", page);
    }
    fputs("</ul>\n", page);
}

static void print_case(FILE *page, const struct bench_outcome *b)
{
    fprintf(page, "<section id=\"case-%s\"><h2>", b->which->name);
    markup_escape(page, b->which->title);
    fputs("</h2>\n<p>", page);
    markup_escape(page, b->which->about);
    fprintf(page, " <span class=\"soft\">(%.1f s)</span></p>\n", b->outcome.wall_s);
    print_papers(page, b->which);
    if (b->outcome.n_motions) {
        fputs("<div class=\"figures\">\n", page);
        for (size_t i = 0; i < b->outcome.n_motions; i++)
            page_motion(page, &b->outcome.motions[i]);
        fputs("</div>\n", page);
    }
    for (size_t i = 0; i < b->outcome.n_moving; i++) {
        fputs("<div class=\"moving\"><h3>", page);
        markup_escape(page, b->outcome.moving[i].title);
        fprintf(page, "</h3>\n%s</div>\n", b->outcome.moving[i].figure);
    }
    if (b->outcome.n_figures) {
        fputs("<div class=\"figures\">\n", page);
        for (size_t i = 0; i < b->outcome.n_figures; i++)
            page_figure(page, &b->outcome.figures[i]);
        fputs("</div>\n", page);
    }
    for (size_t i = 0; i < b->outcome.n_overviews; i++)
        print_overview(page, &b->outcome.overviews[i]);
    print_tables(page, &b->outcome);
    fputs("</section>\n", page);
}

/* What the kinds are, and how many of each there are. */
static void print_kinds(FILE *page, const struct verdict_count *all)
{
    static const char *const meanings[N_KINDS] = {
        [KIND_PUBLISHED] = "printed in a paper or in its result files; compared to the last printed digit",
        [KIND_RECOMPUTED] = "what a paper describes, computed by another program, errata resolved",
        [KIND_ANALYTIC] = "closed solutions, proven orders and bounds",
        [KIND_CONVERGED] = "numerical solutions with more digits than are compared",
        [KIND_MEASURED] = "without a right or wrong: times, iterations, errors",
    };
    static const enum row_kind order[] = {KIND_PUBLISHED, KIND_RECOMPUTED, KIND_ANALYTIC, KIND_CONVERGED,
                                          KIND_MEASURED};
    fputs("<div class=\"scroll\"><table class=\"kinds\"><thead><tr><th>expected value</th><th>passed</th><th>not "
          "reproduced</th><th>failed</th><th class=\"text\"></th></tr></thead><tbody>\n",
          page);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const size_t *of = all->of[order[i]];
        fprintf(page, "<tr><td>%s</td>", row_kind_name(order[i]));
        if (order[i] == KIND_MEASURED)
            fprintf(page, "<td class=\"soft\">%zu row%s</td><td></td><td></td>", of[VERDICT_MEASURED],
                    of[VERDICT_MEASURED] == 1 ? "" : "s");
        else if (order[i] == KIND_PUBLISHED || of[VERDICT_DIFFERS] > 0)
            fprintf(page, "<td>%zu</td><td>%zu</td><td>%zu</td>", of[VERDICT_PASSED], of[VERDICT_DIFFERS],
                    of[VERDICT_FAILED]);
        else
            fprintf(page, "<td>%zu</td><td></td><td>%zu</td>", of[VERDICT_PASSED], of[VERDICT_FAILED]);
        fprintf(page, "<td class=\"text soft meaning\">%s</td></tr>\n", meanings[order[i]]);
    }
    fputs("</tbody></table></div>\n", page);
}

static void print_chip(FILE *page, const struct bench_outcome *o)
{
    const struct verdict_count c = bench_count(o, 1);
    const size_t failed = bench_sum(&c, VERDICT_FAILED), passed = bench_sum(&c, VERDICT_PASSED);
    fprintf(page, "<li><a href=\"#case-%s\">%s <span class=\"%s\">", o->which->name, o->which->name,
            failed ? "bad" : "ok");
    if (failed)
        fprintf(page, "%zu failed", failed);
    else if (passed)
        fprintf(page, "%zu passed", passed);
    else
        fprintf(page, "%zu measured", bench_sum(&c, VERDICT_MEASURED));
    fputs("</span>", page);
    if (bench_sum(&c, VERDICT_DIFFERS))
        fprintf(page, ", <span class=\"differs\">%zu not reproduced</span>", bench_sum(&c, VERDICT_DIFFERS));
    fputs("</a></li>", page);
}

static void print_summary(FILE *page, const struct bench_outcome *outcomes, size_t n, bool quick)
{
    const struct verdict_count all = bench_count(outcomes, n);
    const size_t failed = bench_sum(&all, VERDICT_FAILED), passed = bench_sum(&all, VERDICT_PASSED);
    if (failed)
        fprintf(page, "<p class=\"verdict bad\">%zu of %zu comparisons failed</p>\n", failed, failed + passed);
    else
        fprintf(page, "<p class=\"verdict ok\">All %zu comparisons passed</p>\n", passed);
    if (bench_sum(&all, VERDICT_DIFFERS))
        fprintf(page, "<p class=\"verdict differs\">%zu %s values are not reproduced</p>\n",
                bench_sum(&all, VERDICT_DIFFERS), bench_what_differs(&all));
    print_kinds(page, &all);
    fputs("<ul class=\"chips\">", page);
    for (size_t i = 0; i < n; i++)
        print_chip(page, &outcomes[i]);
    fputs("</ul>\n", page);
    if (quick)
        fputs("<p class=\"soft\">The quick cases only; <code>paso bench --report DIR</code> runs all of them.</p>\n",
              page);
}

/* What the page holds: cases, and the figures of each. */
static void print_entry(FILE *page, const char *id, const char *title)
{
    fprintf(page, "<li><a href=\"#%s\">", id);
    markup_escape(page, title);
    fputs("</a></li>", page);
}

static void print_contents(FILE *page, const struct bench_outcome *outcomes, size_t n)
{
    fputs("<nav aria-label=\"contents\"><h2>Contents</h2>\n<ul class=\"contents\">\n", page);
    for (size_t i = 0; i < n; i++) {
        const struct outcome *o = &outcomes[i].outcome;
        fprintf(page, "<li><a href=\"#case-%s\">", outcomes[i].which->name);
        markup_escape(page, outcomes[i].which->title);
        fputs("</a>", page);
        const bool has_pictures = o->n_motions + o->n_moving + o->n_figures > 0;
        fputs(has_pictures ? "<ul>" : "", page);
        for (size_t k = 0; k < o->n_motions; k++)
            print_entry(page, o->motions[k].id, o->motions[k].title);
        for (size_t k = 0; k < o->n_moving; k++)
            print_entry(page, o->moving[k].id, o->moving[k].title);
        for (size_t k = 0; k < o->n_figures; k++)
            print_entry(page, o->figures[k].id, o->figures[k].title);
        fputs(has_pictures ? "</ul></li>\n" : "</li>\n", page);
    }
    fputs("</ul></nav>\n", page);
}

static bool is_cited_before(const struct bench_outcome *outcomes, size_t i, size_t k)
{
    for (size_t a = 0; a <= i; a++)
        for (size_t b = 0; b < BENCH_PAPERS && outcomes[a].which->papers[b] && (a < i || b < k); b++)
            if (outcomes[a].which->papers[b] == outcomes[i].which->papers[k])
                return true;
    return false;
}

/* Which program, by which command, against which papers. */
static void print_origin(FILE *page, const struct bench_outcome *outcomes, size_t n, const char *command)
{
    fputs("<p class=\"made\">paso ", page);
    markup_escape(page, version_text());
    fputs(", <code>", page);
    markup_escape(page, command);
    fputs("</code>", page);
    const char *separator = "; papers: ";
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < BENCH_PAPERS && outcomes[i].which->papers[k]; k++) {
            const char *doi = outcomes[i].which->papers[k]->doi;
            if (!*doi || is_cited_before(outcomes, i, k))
                continue;
            fprintf(page, "%s<a href=\"https://doi.org/%s\">doi:%s</a>", separator, doi, doi);
            separator = ", ";
        }
    fputs("</p>\n", page);
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
            markup_escape(page, name + (name[1] == ' ' ? 2 : 1));
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

static bool has_machines(const struct bench_outcome *outcomes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (outcomes[i].outcome.n_moving)
            return true;
    return false;
}

static void print_page(FILE *page, const struct bench_outcome *outcomes, size_t n, bool quick, const char *command)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n<title>pasodoble: published cases, run again</title>\n"
          "<link rel=\"icon\" href=\"data:,\">\n<style>\n",
          page);
    fputs(page_style, page);
    if (has_machines(outcomes, n))
        motion_page_style(page);
    fputs("</style>\n</head>\n<body>\n<header>\n<h1>Published cases, run again</h1>\n", page);
    print_origin(page, outcomes, n, command);
    print_summary(page, outcomes, n, quick);
    print_contents(page, outcomes, n);
    fputs("</header>\n<main>\n", page);
    for (size_t i = 0; i < n; i++)
        print_case(page, &outcomes[i]);
    fputs("</main>\n", page);
    print_footer(page);
    fputs("<script>\n", page);
    fputs(page_script, page);
    if (has_machines(outcomes, n)) {
        fputs("</script>\n<script>\n", page);
        motion_page_script(page);
    }
    fputs("</script>\n</body>\n</html>\n", page);
}

bool report_write(const char *path, const struct bench_outcome *outcomes, size_t n, bool quick, const char *command,
                  struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *page = open_memstream(&text, &size);
    if (page)
        print_page(page, outcomes, n, quick, command);
    bool ok = page && !ferror(page);
    if (page && fclose(page) != 0)
        ok = false;
    ok = ok ? output_put(path, text, size, error) : error_raise(error, ERROR_NO_MEMORY, "writing the report");
    free(text);
    return ok;
}
