#include "benchmarks/bench/bench_print.h"

#include "master/base/json.h"
#include "master/files/result_file.h"

#include <math.h>
#include <string.h>

struct verdict_count bench_count(const struct bench_outcome *outcomes, size_t n)
{
    struct verdict_count count = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < outcomes[i].outcome.n_rows; k++) {
            const enum verdict v = outcomes[i].outcome.rows[k].verdict;
            count.passed += v == VERDICT_PASSED;
            count.failed += v == VERDICT_FAILED;
            count.measured += v == VERDICT_MEASURED;
        }
    return count;
}

void bench_print_case(FILE *file, const struct bench_outcome *b)
{
    const char *table = NULL;
    fprintf(file, "%s: %s\n", b->which->name, b->which->title);
    for (size_t i = 0; i < b->outcome.n_rows; i++) {
        const struct row *row = &b->outcome.rows[i];
        if (!table || strcmp(table, row->table) != 0) {
            table = row->table;
            fprintf(file, "\n  %s\n  %-30s %13s %13s %10s %10s  %s\n", table, "", "published", "ours", "difference",
                    "allowed", "verdict");
        }
        fprintf(file, "  %-30s ", row->name);
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
    }
    fprintf(file, "  (%.1f s)\n\n", b->outcome.wall_s);
}

void bench_print_summary(FILE *file, const struct bench_outcome *outcomes, size_t n)
{
    const struct verdict_count all = bench_count(outcomes, n);
    for (size_t i = 0; i < n; i++) {
        const struct verdict_count c = bench_count(&outcomes[i], 1);
        fprintf(file, "%-15s %3zu passed, %zu failed, %zu measured\n", outcomes[i].which->name, c.passed, c.failed,
                c.measured);
    }
    if (all.failed) {
        fprintf(file, "FAILED: %zu of %zu comparisons:\n", all.failed, all.failed + all.passed);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < outcomes[i].outcome.n_rows; k++)
                if (outcomes[i].outcome.rows[k].verdict == VERDICT_FAILED)
                    fprintf(file, "  %s/%s\n", outcomes[i].which->name, outcomes[i].outcome.rows[k].name);
    } else {
        fprintf(file, "all %zu comparisons passed\n", all.passed);
    }
}

bool bench_print_json(FILE *file, const struct bench_outcome *outcomes, size_t n)
{
    const struct verdict_count count = bench_count(outcomes, n);
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_string(&j, "version", PASO_VERSION);
    json_integer(&j, "passed", (long)count.passed);
    json_integer(&j, "failed", (long)count.failed);
    json_integer(&j, "measured", (long)count.measured);
    json_array(&j, "cases");
    for (size_t i = 0; i < n; i++) {
        json_object(&j, NULL);
        json_string(&j, "name", outcomes[i].which->name);
        json_string(&j, "title", outcomes[i].which->title);
        json_number(&j, "wall_s", outcomes[i].outcome.wall_s);
        json_array(&j, "rows");
        for (size_t k = 0; k < outcomes[i].outcome.n_rows; k++) {
            const struct row *row = &outcomes[i].outcome.rows[k];
            json_object(&j, NULL);
            json_string(&j, "table", row->table);
            json_string(&j, "name", row->name);
            json_string(&j, "unit", row->unit);
            json_number(&j, row->is_bound ? "bound" : "published", row->expected);
            json_number(&j, "ours", row->ours);
            json_number(&j, "difference", row->is_bound ? NAN : row->ours - row->expected);
            json_number(&j, "tolerance", row->is_bound ? NAN : row->tolerance);
            json_string(&j, "verdict", verdict_name(row->verdict));
            json_string(&j, "source", row->source);
            if (row->note)
                json_string(&j, "note", row->note);
            json_end(&j);
        }
        json_end(&j);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return json_finish(&j);
}

bool bench_write(const char *path, const char *text, size_t size, struct error *error)
{
    enum { CHUNK = 1 << 16 };
    struct result_file *file = result_file_open(path, error);
    bool ok = file != NULL;
    for (size_t done = 0; ok && done < size;) {
        const size_t n = size - done < CHUNK ? size - done : CHUNK;
        char *room = result_file_room(file, n, error);
        ok = room != NULL;
        if (ok) {
            memcpy(room, text + done, n);
            result_file_advance(file, n);
            done += n;
        }
    }
    ok = ok && result_file_finish(file, error);
    result_file_close(file);
    return ok;
}
