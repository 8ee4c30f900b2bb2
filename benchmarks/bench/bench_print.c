#include "benchmarks/bench/bench_print.h"

#include "master/base/json.h"

#include <math.h>
#include <string.h>

struct verdict_count bench_count(const struct bench_outcome *outcomes, size_t n)
{
    struct verdict_count count = {{{0}}};
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < outcomes[i].outcome.n_rows; k++)
            count.of[outcomes[i].outcome.rows[k].kind][outcomes[i].outcome.rows[k].verdict]++;
    return count;
}

size_t bench_sum(const struct verdict_count *count, enum verdict verdict)
{
    size_t sum = 0;
    for (int kind = 0; kind < N_KINDS; kind++)
        sum += count->of[kind][verdict];
    return sum;
}

const char *bench_what_differs(const struct verdict_count *count)
{
    return bench_sum(count, VERDICT_DIFFERS) > count->of[KIND_PUBLISHED][VERDICT_DIFFERS] ? "expected" : "published";
}

/* Of the column of names: as wide as the longest. */
static int name_width(const struct outcome *o)
{
    size_t width = 30;
    for (size_t i = 0; i < o->n_rows; i++)
        width = strlen(o->rows[i].name) > width ? strlen(o->rows[i].name) : width;
    return (int)width;
}

static void print_row(FILE *file, const struct row *row, int width)
{
    fprintf(file, "  %-*s ", width, row->name);
    if (row->verdict == VERDICT_MEASURED)
        fprintf(file, "%13s %13.6g %10s %10s", "", row->ours, "", "");
    else if (row->is_bound)
        fprintf(file, "%13s %13.6g %10s %10.3g", "", row->ours, "", row->expected);
    else
        fprintf(file, "%13.9g %13.9g %+10.2e %10.2e", row->expected, row->ours, row->ours - row->expected,
                row->tolerance);
    fprintf(file, "  %s%s%s\n", verdict_name(row->verdict), *row->unit ? ", " : "", row->unit);
    if (row->note)
        fprintf(file, "      %s\n", row->note);
    if (row->verdict == VERDICT_DIFFERS)
        fprintf(file, "      %s\n", row->differs);
}

static void print_overview(FILE *file, const struct overview *o)
{
    size_t width = 30;
    for (size_t i = 0; i < o->n_lines; i++)
        width = strlen(o->lines[i].name) > width ? strlen(o->lines[i].name) : width;
    fprintf(file, "\n  %s\n  %-*s", o->title, (int)width, "");
    for (size_t i = 0; i < o->n_columns; i++)
        fprintf(file, " %13s", o->columns[i]);
    for (size_t i = 0; i < o->n_lines; i++) {
        fprintf(file, "\n  %-*s", (int)width, o->lines[i].name);
        for (size_t k = 0; k < o->n_columns; k++)
            if (isnan(o->lines[i].values[k]))
                fprintf(file, " %13s", "");
            else
                fprintf(file, " %13.4g", o->lines[i].values[k]);
    }
    fputc('\n', file);
}

/* The column of expected values is headed by where they come from. */
void bench_print_case(FILE *file, const struct bench_outcome *b)
{
    const struct row *before = NULL;
    const int width = name_width(&b->outcome);
    fprintf(file, "%s: %s\n", b->which->name, b->which->title);
    for (size_t i = 0; i < b->outcome.n_overviews; i++)
        print_overview(file, &b->outcome.overviews[i]);
    for (size_t i = 0; i < b->outcome.n_rows; i++) {
        const struct row *row = &b->outcome.rows[i];
        const bool is_new = !before || strcmp(before->table, row->table) != 0;
        if (is_new)
            fprintf(file, "\n  %s\n", row->table);
        const bool is_compared = row->kind != KIND_MEASURED;
        if (is_new || before->kind != row->kind)
            fprintf(file, "  %-*s %13s %13s %10s %10s  %s\n", width, "", is_compared ? row_kind_name(row->kind) : "",
                    "ours", is_compared ? "difference" : "", is_compared ? "allowed" : "", "verdict");
        print_row(file, row, width);
        before = row;
    }
    fprintf(file, "  (%.1f s)\n\n", b->outcome.wall_s);
}

static void print_counts(FILE *file, const struct verdict_count *c)
{
    static const enum row_kind kinds[] = {KIND_PUBLISHED, KIND_RECOMPUTED, KIND_ANALYTIC, KIND_CONVERGED};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t *of = c->of[kinds[i]];
        if (of[VERDICT_PASSED] + of[VERDICT_FAILED] + of[VERDICT_DIFFERS] == 0)
            continue;
        fprintf(file, "%-15s %3zu %s", row_kind_name(kinds[i]), of[VERDICT_PASSED],
                kinds[i] == KIND_PUBLISHED ? "reproduced" : "passed");
        if (kinds[i] == KIND_PUBLISHED || of[VERDICT_DIFFERS] > 0)
            fprintf(file, ", %zu not reproduced", of[VERDICT_DIFFERS]);
        fprintf(file, ", %zu failed\n", of[VERDICT_FAILED]);
    }
    if (bench_sum(c, VERDICT_MEASURED))
        fprintf(file, "%-15s %3zu\n", "measured only", bench_sum(c, VERDICT_MEASURED));
}

void bench_print_summary(FILE *file, const struct bench_outcome *outcomes, size_t n)
{
    const struct verdict_count all = bench_count(outcomes, n);
    const size_t failed = bench_sum(&all, VERDICT_FAILED), passed = bench_sum(&all, VERDICT_PASSED);
    for (size_t i = 0; i < n; i++) {
        const struct verdict_count c = bench_count(&outcomes[i], 1);
        fprintf(file, "%-15s %3zu passed, %zu failed, %zu not reproduced, %zu measured\n", outcomes[i].which->name,
                bench_sum(&c, VERDICT_PASSED), bench_sum(&c, VERDICT_FAILED), bench_sum(&c, VERDICT_DIFFERS),
                bench_sum(&c, VERDICT_MEASURED));
    }
    fputs("by where the expected value comes from:\n", file);
    print_counts(file, &all);
    if (failed) {
        fprintf(file, "FAILED: %zu of %zu comparisons:\n", failed, failed + passed);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < outcomes[i].outcome.n_rows; k++)
                if (outcomes[i].outcome.rows[k].verdict == VERDICT_FAILED)
                    fprintf(file, "  %s/%s\n", outcomes[i].which->name, outcomes[i].outcome.rows[k].name);
    } else if (bench_sum(&all, VERDICT_DIFFERS)) {
        fprintf(file, "all %zu comparisons passed; %zu %s values are not reproduced, with the reason beside them\n",
                passed, bench_sum(&all, VERDICT_DIFFERS), bench_what_differs(&all));
    } else {
        fprintf(file, "all %zu comparisons passed\n", passed);
    }
}

static void put_counts(struct json *j, const struct verdict_count *c)
{
    json_integer(j, "passed", (long)bench_sum(c, VERDICT_PASSED));
    json_integer(j, "failed", (long)bench_sum(c, VERDICT_FAILED));
    json_integer(j, "not_reproduced", (long)bench_sum(c, VERDICT_DIFFERS));
    json_integer(j, "measured", (long)bench_sum(c, VERDICT_MEASURED));
    json_object(j, "kinds");
    for (int kind = KIND_PUBLISHED; kind < N_KINDS; kind++) {
        json_object(j, row_kind_name((enum row_kind)kind));
        json_integer(j, "passed", (long)c->of[kind][VERDICT_PASSED]);
        json_integer(j, "failed", (long)c->of[kind][VERDICT_FAILED]);
        json_integer(j, "not_reproduced", (long)c->of[kind][VERDICT_DIFFERS]);
        json_end(j);
    }
    json_end(j);
}

static void put_row(struct json *j, const struct row *row)
{
    json_object(j, NULL);
    json_string(j, "table", row->table);
    json_string(j, "name", row->name);
    json_string(j, "unit", row->unit);
    json_string(j, "kind", row_kind_name(row->kind));
    json_number(j, row->is_bound ? "bound" : "expected", row->expected);
    json_number(j, "ours", row->ours);
    json_number(j, "difference", row->is_bound ? NAN : row->ours - row->expected);
    json_number(j, "tolerance", row->is_bound ? NAN : row->tolerance);
    json_string(j, "verdict", verdict_name(row->verdict));
    json_string(j, "source", row->source);
    if (row->verdict == VERDICT_DIFFERS)
        json_string(j, "reason", row->differs);
    if (row->note)
        json_string(j, "note", row->note);
    json_end(j);
}

bool bench_print_json(FILE *file, const struct bench_outcome *outcomes, size_t n)
{
    const struct verdict_count count = bench_count(outcomes, n);
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_string(&j, "version", PASO_VERSION);
    put_counts(&j, &count);
    json_array(&j, "cases");
    for (size_t i = 0; i < n; i++) {
        json_object(&j, NULL);
        json_string(&j, "name", outcomes[i].which->name);
        json_string(&j, "title", outcomes[i].which->title);
        json_array(&j, "papers");
        for (size_t k = 0; k < BENCH_PAPERS && outcomes[i].which->papers[k]; k++) {
            json_object(&j, NULL);
            json_string(&j, "citation", outcomes[i].which->papers[k]->citation);
            json_string(&j, "doi", outcomes[i].which->papers[k]->doi);
            json_end(&j);
        }
        json_end(&j);
        json_number(&j, "wall_s", outcomes[i].outcome.wall_s);
        json_array(&j, "rows");
        for (size_t k = 0; k < outcomes[i].outcome.n_rows; k++)
            put_row(&j, &outcomes[i].outcome.rows[k]);
        json_end(&j);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return json_finish(&j);
}
