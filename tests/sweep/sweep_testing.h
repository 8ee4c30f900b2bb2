/* Helpers of the sweep's tests: tables of which cells are asked for by row and column name. */
#ifndef PASO_SWEEP_TESTING_H
#define PASO_SWEEP_TESTING_H

#include "tests/program/paso_process.h"

#include "master/files/csv.h"

#include <sqlite3.h>
#include <time.h>

struct sheet {
    char ***cells; /* row by row; row 0 is the header */
    size_t n_rows, n_columns;
};

static inline struct sheet read_sheet(const char *path)
{
    struct sheet s = {0};
    struct csv csv;
    struct error error = {0};
    bool found;
    if (!csv_open(&csv, path, &error))
        fail_msg("%s", error.text);
    while (csv_next(&csv, &found, &error) && found) {
        s.cells = realloc(s.cells, (s.n_rows + 1) * sizeof *s.cells);
        s.cells[s.n_rows] = malloc(csv.n_fields * sizeof **s.cells);
        for (size_t i = 0; i < csv.n_fields; i++)
            s.cells[s.n_rows][i] = strdup(csv.fields[i]);
        if (s.n_rows)
            assert_int_equal(csv.n_fields, s.n_columns);
        s.n_columns = csv.n_fields;
        s.n_rows++;
    }
    assert_false(error_is_set(&error));
    csv_close(&csv);
    return s;
}

static inline void free_sheet(struct sheet *s)
{
    for (size_t i = 0; i < s->n_rows; i++) {
        for (size_t k = 0; k < s->n_columns; k++)
            free(s->cells[i][k]);
        free(s->cells[i]);
    }
    free(s->cells);
}

static inline const char *text_at(const struct sheet *s, size_t run, const char *name)
{
    assert_true(run + 1 < s->n_rows);
    for (size_t c = 0; c < s->n_columns; c++)
        if (strcmp(s->cells[0][c], name) == 0)
            return s->cells[run + 1][c];
    fail_msg("no column %s", name);
    return "";
}

static inline double number_at(const struct sheet *s, size_t run, const char *name)
{
    const char *text = text_at(s, run, name);
    return *text ? strtod(text, NULL) : NAN;
}

/* A table without the times that differ from run to run: to be compared, and freed. */
static inline char *timeless(const char *path)
{
    struct sheet s = read_sheet(path);
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    for (size_t row = 0; row < s.n_rows; row++) {
        for (size_t c = 0; c < s.n_columns; c++)
            if (strcmp(s.cells[0][c], "cpu_s") != 0 && strcmp(s.cells[0][c], "wall_s") != 0)
                fprintf(memory, "%s;", s.cells[row][c]);
        fputc('\n', memory);
    }
    fclose(memory);
    free_sheet(&s);
    return text;
}

/* Finished runs in a store that somebody writes to. */
static inline int finished_runs(const char *path)
{
    sqlite3 *database = NULL;
    sqlite3_stmt *query = NULL;
    int n = 0;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "SELECT count(*) FROM run", -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW)
        n = sqlite3_column_int(query, 0);
    sqlite3_finalize(query);
    sqlite3_close(database);
    return n;
}

static inline void wait_for_runs(const char *path, int n)
{
    const struct timespec a_while = {.tv_nsec = 2000000};
    for (int i = 0; finished_runs(path) < n; i++) {
        if (i > 30000)
            fail_msg("there are only %d finished runs after a minute", finished_runs(path));
        nanosleep(&a_while, NULL);
    }
}

#endif
