/* The store: opening, locking, writing. */
#include "sweep/store.h"
#include "master/base/read_files.h"
#include "master/files/files_messages.h"
#include "sweep/sweep_messages.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x7061736f, /* "paso" */
    FORMAT = 1                /* of the tables below; a store of another format is left alone */
};

static const char tables[] =
    "CREATE TABLE run(key TEXT PRIMARY KEY, options TEXT, macro_step REAL, status TEXT NOT NULL, steps INTEGER, "
    "  time REAL, cpu_s REAL, wall_s REAL, message TEXT) WITHOUT ROWID;"
    "CREATE TABLE deviation(key TEXT, variable TEXT, max REAL, rms REAL, final REAL, PRIMARY KEY(key, variable)) "
    "  WITHOUT ROWID;"
    "CREATE TABLE residual(key TEXT, port TEXT, place INTEGER, energy REAL, PRIMARY KEY(key, port)) WITHOUT ROWID;";
/* Came later, and older stores do without it. */
static const char later_tables[] =
    "CREATE TABLE IF NOT EXISTS reference(key TEXT, variable TEXT, run TEXT, error REAL, "
    "  PRIMARY KEY(key, variable)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS outcome(key TEXT, variable TEXT, minimum REAL, maximum REAL, final REAL, "
    "  overshoot REAL, settling_time REAL, PRIMARY KEY(key, variable)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS series(key TEXT PRIMARY KEY, bytes BLOB);";

enum statement {
    FIND_RUN,
    FIND_DEVIATION,
    FIND_RESIDUALS,
    PUT_RUN,
    DROP_DEVIATIONS,
    DROP_RESIDUALS,
    PUT_DEVIATION,
    PUT_RESIDUAL,
    FIND_REFERENCE,
    PUT_REFERENCE,
    FIND_OUTCOME,
    DROP_OUTCOMES,
    PUT_OUTCOME,
    FIND_SERIES,
    PUT_SERIES,
    N_STATEMENTS
};
static const char *const statements[N_STATEMENTS] = {
    [FIND_RUN] = "SELECT status, steps, time, cpu_s, wall_s, message FROM run WHERE key = ?1",
    [FIND_DEVIATION] = "SELECT max, rms, final FROM deviation WHERE key = ?1 AND variable = ?2",
    [FIND_RESIDUALS] = "SELECT port, energy FROM residual WHERE key = ?1 ORDER BY place",
    [PUT_RUN] = "INSERT OR REPLACE INTO run VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [DROP_DEVIATIONS] = "DELETE FROM deviation WHERE key = ?1",
    [DROP_RESIDUALS] = "DELETE FROM residual WHERE key = ?1",
    [PUT_DEVIATION] = "INSERT INTO deviation VALUES(?1, ?2, ?3, ?4, ?5)",
    [PUT_RESIDUAL] = "INSERT INTO residual VALUES(?1, ?2, ?3, ?4)",
    [FIND_REFERENCE] = "SELECT run, error FROM reference WHERE key = ?1 AND variable = ?2",
    [PUT_REFERENCE] = "INSERT OR REPLACE INTO reference VALUES(?1, ?2, ?3, ?4)",
    [FIND_OUTCOME] =
        "SELECT minimum, maximum, final, overshoot, settling_time FROM outcome WHERE key = ?1 AND variable = ?2",
    [DROP_OUTCOMES] = "DELETE FROM outcome WHERE key = ?1",
    [PUT_OUTCOME] = "INSERT INTO outcome VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [FIND_SERIES] = "SELECT bytes FROM series WHERE key = ?1",
    [PUT_SERIES] = "INSERT OR REPLACE INTO series VALUES(?1, ?2)",
};

struct store {
    char *path;
    sqlite3 *database;
    bool is_in_memory;
    int lock; /* a descriptor of the file that is kept until the database is closed */
    sqlite3_stmt *prepared[N_STATEMENTS];
};

static bool complain(const struct store *s, struct error *error)
{
    const int code = sqlite3_errcode(s->database);
    const char *text = sqlite3_errmsg(s->database);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return error_raise(error, ERROR_STORE_DAMAGED, s->path, text);
    if (code == SQLITE_FULL || code == SQLITE_IOERR)
        return error_raise(error, ERROR_STORE_FULL, s->path, text);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return error_raise(error, ERROR_STORE_BUSY, s->path);
    return error_raise(error, ERROR_STORE_OPEN, s->path, text);
}

static bool execute(struct store *s, const char *sql, struct error *error)
{
    return sqlite3_exec(s->database, sql, NULL, NULL, NULL) == SQLITE_OK || complain(s, error);
}

static bool ask_number(struct store *s, const char *sql, long *number, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    const bool ok = sqlite3_prepare_v2(s->database, sql, -1, &statement, NULL) == SQLITE_OK &&
                    sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *number = (long)sqlite3_column_int64(statement, 0);
    else
        complain(s, error);
    sqlite3_finalize(statement);
    return ok;
}

/* The lock goes with the process, however it ends. It is taken on the file itself and released after the database is
 * closed: closing a descriptor takes SQLite's own locks away. */
static bool lock(struct store *s, struct error *error)
{
    s->lock = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->lock < 0)
        return error_raise(error, ERROR_STORE_OPEN, s->path, strerror(errno));
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0)
        return error_raise(error, ERROR_STORE_BUSY, s->path);
    return true;
}

static bool is_sound(struct store *s, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(s->database, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    if (!ok)
        complain(s, error);
    else if (strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0)
        ok = error_raise(error, ERROR_STORE_DAMAGED, s->path, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return ok;
}

/* Nothing is written before it is known that the file is a store of ours, of this format. */
static bool check_format(struct store *s, bool *is_new, struct error *error)
{
    long n_tables, application, format;
    if (!ask_number(s, "SELECT count(*) FROM sqlite_master", &n_tables, error) ||
        !ask_number(s, "PRAGMA application_id", &application, error) ||
        !ask_number(s, "PRAGMA user_version", &format, error))
        return false;
    *is_new = n_tables == 0 && application == 0;
    if (*is_new)
        return true;
    if (application != APPLICATION)
        return error_raise(error, ERROR_STORE_FOREIGN, s->path);
    if (format != FORMAT)
        return error_raise(error, ERROR_STORE_FORMAT, s->path, TEXT("%ld", format), TEXT("%d", FORMAT));
    return is_sound(s, error);
}

static bool prepare(struct store *s, struct error *error)
{
    bool is_new = false;
    if (!check_format(s, &is_new, error) || !execute(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL", error))
        return false;
    if (is_new) {
        char sql[1024];
        snprintf(sql, sizeof sql, "BEGIN; %s PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT", tables,
                 APPLICATION, FORMAT);
        if (!execute(s, sql, error))
            return false;
    }
    if (!execute(s, later_tables, error))
        return false;
    for (int i = 0; i < N_STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->database, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &s->prepared[i], NULL) !=
            SQLITE_OK)
            return complain(s, error);
    return true;
}

struct store *store_open(const char *path, struct error *error)
{
    struct store *s = calloc(1, sizeof *s);
    if (s) {
        s->lock = -1;
        s->is_in_memory = !path;
        s->path = strdup(path ? path : ":memory:");
    }
    if (!s || !s->path) {
        error_raise(error, ERROR_NO_MEMORY, "opening a store");
        store_close(s);
        return NULL;
    }
    if (path && read_files_include(path)) {
        error_raise(error, ERROR_RESULT_IS_READ, path);
        store_close(s);
        return NULL;
    }
    struct stat before;
    const bool was_there = path && stat(path, &before) == 0;
    bool ok = !path || lock(s, error);
    const bool is_ours = ok;
    if (ok && sqlite3_open_v2(s->path, &s->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
        ok = complain(s, error);
    if (ok) {
        sqlite3_extended_result_codes(s->database, 0);
        sqlite3_busy_timeout(s->database, 10000); /* somebody reads it */
        ok = prepare(s, error);
    }
    if (ok && path)
        read_files_note(path); /* no result takes its place */
    if (!ok) {
        store_close(s);
        if (path && is_ours && !was_there)
            unlink(path); /* empty, and made here */
        return NULL;
    }
    return s;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    for (int i = 0; i < N_STATEMENTS; i++)
        sqlite3_finalize(s->prepared[i]);
    sqlite3_close(s->database);
    if (s->lock >= 0)
        close(s->lock);
    free(s->path);
    free(s);
}

int store_lock_file(const struct store *s)
{
    return s->lock;
}

/* ---- values; NaN and infinity are NULL in SQLite ---- */

static sqlite3_stmt *begin(struct store *s, enum statement which, const char *key)
{
    sqlite3_stmt *statement = s->prepared[which];
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    return statement;
}

static bool finish(struct store *s, sqlite3_stmt *statement, struct error *error)
{
    const bool ok = sqlite3_step(statement) == SQLITE_DONE || complain(s, error);
    sqlite3_reset(statement);
    return ok;
}

static bool put_rows(struct store *s, const char *key, const char *options, double macro_step, char *const *variables,
                     size_t n_variables, const struct finding *o, struct error *error)
{
    sqlite3_stmt *run = begin(s, PUT_RUN, key);
    sqlite3_bind_text(run, 2, options, -1, SQLITE_STATIC);
    sqlite3_bind_double(run, 3, macro_step);
    sqlite3_bind_text(run, 4, finding_status_name(o->status), -1, SQLITE_STATIC);
    sqlite3_bind_int64(run, 5, o->steps);
    sqlite3_bind_double(run, 6, o->time);
    sqlite3_bind_double(run, 7, o->cpu_s);
    sqlite3_bind_double(run, 8, o->wall_s);
    if (o->message)
        sqlite3_bind_text(run, 9, o->message, -1, SQLITE_STATIC);
    if (!finish(s, run, error) || !finish(s, begin(s, DROP_DEVIATIONS, key), error) ||
        !finish(s, begin(s, DROP_RESIDUALS, key), error) || !finish(s, begin(s, DROP_OUTCOMES, key), error))
        return false;
    for (size_t i = 0; i < o->n_deviations && i < n_variables; i++) {
        sqlite3_stmt *deviation = begin(s, PUT_DEVIATION, key);
        sqlite3_bind_text(deviation, 2, variables[i], -1, SQLITE_STATIC);
        sqlite3_bind_double(deviation, 3, o->deviations[i].max);
        sqlite3_bind_double(deviation, 4, o->deviations[i].rms);
        sqlite3_bind_double(deviation, 5, o->deviations[i].final);
        if (!finish(s, deviation, error))
            return false;
    }
    for (size_t i = 0; i < o->n_outcomes && i < n_variables; i++) {
        sqlite3_stmt *outcome = begin(s, PUT_OUTCOME, key);
        sqlite3_bind_text(outcome, 2, variables[i], -1, SQLITE_STATIC);
        for (int k = 0; k < N_OUTCOMES; k++)
            sqlite3_bind_double(outcome, 3 + k, o->outcomes[i].values[k]);
        if (!finish(s, outcome, error))
            return false;
    }
    for (size_t i = 0; i < o->n_residuals; i++) {
        sqlite3_stmt *residual = begin(s, PUT_RESIDUAL, key);
        sqlite3_bind_text(residual, 2, o->residuals[i].port, -1, SQLITE_STATIC);
        sqlite3_bind_int64(residual, 3, (sqlite3_int64)i);
        sqlite3_bind_double(residual, 4, o->residuals[i].energy);
        if (!finish(s, residual, error))
            return false;
    }
    return true;
}

static bool put_series(struct store *s, const char *key, const struct trajectory *series, struct error *error)
{
    struct bytes b = {0};
    trajectory_pack(series, &b);
    sqlite3_stmt *statement = begin(s, PUT_SERIES, key);
    sqlite3_bind_blob64(statement, 2, b.data, b.size, SQLITE_STATIC);
    const bool ok = b.failed ? error_raise(error, ERROR_NO_MEMORY, "storing a run") : finish(s, statement, error);
    bytes_free(&b);
    return ok;
}

bool store_put(struct store *s, const char *key, const char *options, double macro_step, char *const *variables,
               size_t n_variables, const struct finding *o, const struct trajectory *series, struct error *error)
{
    if (!execute(s, "BEGIN IMMEDIATE", error))
        return false;
    if (put_rows(s, key, options, macro_step, variables, n_variables, o, error) &&
        (!series || s->is_in_memory || put_series(s, key, series, error)) && execute(s, "COMMIT", error))
        return true;
    sqlite3_exec(s->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---- finding ---- */

static char *column_text(sqlite3_stmt *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? strdup((const char *)text) : NULL;
}

static bool find_deviations(struct store *s, const char *key, char *const *variables, size_t n, struct finding *o)
{
    o->deviations = calloc(n + 1, sizeof *o->deviations);
    for (size_t i = 0; o->deviations && i < n; i++) {
        sqlite3_stmt *statement = begin(s, FIND_DEVIATION, key);
        sqlite3_bind_text(statement, 2, variables[i], -1, SQLITE_STATIC);
        if (sqlite3_step(statement) == SQLITE_ROW) {
            o->deviations[i].max = sqlite3_column_double(statement, 0);
            o->deviations[i].rms = sqlite3_column_double(statement, 1);
            o->deviations[i].final = sqlite3_column_double(statement, 2);
            o->n_deviations = i + 1;
        }
        sqlite3_reset(statement);
    }
    return o->deviations != NULL;
}

static double column_number(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, column);
}

static bool find_outcomes(struct store *s, const char *key, char *const *variables, size_t n, struct finding *o)
{
    o->outcomes = calloc(n + 1, sizeof *o->outcomes);
    for (size_t i = 0; o->outcomes && i < n; i++) {
        sqlite3_stmt *statement = begin(s, FIND_OUTCOME, key);
        sqlite3_bind_text(statement, 2, variables[i], -1, SQLITE_STATIC);
        if (sqlite3_step(statement) == SQLITE_ROW) {
            for (int k = 0; k < N_OUTCOMES; k++)
                o->outcomes[i].values[k] = column_number(statement, k);
            o->n_outcomes = i + 1;
        }
        sqlite3_reset(statement);
    }
    return o->outcomes != NULL;
}

/* A series that cannot be read is none: the run is made again. */
static bool find_series(struct store *s, const char *key, struct finding *o)
{
    sqlite3_stmt *statement = begin(s, FIND_SERIES, key);
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found) {
        struct bytes b = {.data = (char *)(uintptr_t)sqlite3_column_blob(statement, 0),
                          .size = (size_t)sqlite3_column_bytes(statement, 0)};
        found = trajectory_unpack(&o->trajectory, &b);
    }
    sqlite3_reset(statement);
    return found;
}

static bool find_residuals(struct store *s, const char *key, struct finding *o)
{
    sqlite3_stmt *statement = begin(s, FIND_RESIDUALS, key);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        struct residual *larger = realloc(o->residuals, (o->n_residuals + 1) * sizeof *larger);
        if (!larger)
            return false;
        o->residuals = larger;
        larger[o->n_residuals++] = (struct residual){column_text(statement, 0), sqlite3_column_double(statement, 1)};
    }
    sqlite3_reset(statement);
    return true;
}

bool store_find(struct store *s, const char *key, char *const *variables, size_t n_variables, bool with_series,
                bool *found, struct finding *o, struct error *error)
{
    sqlite3_stmt *statement = begin(s, FIND_RUN, key);
    const int code = sqlite3_step(statement);
    *found = false;
    *o = (struct finding){0};
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return complain(s, error);
    const char *status = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (status && finding_status_find(status, &o->status)) {
        o->steps = (long)sqlite3_column_int64(statement, 1);
        o->time = sqlite3_column_double(statement, 2);
        o->cpu_s = sqlite3_column_double(statement, 3);
        o->wall_s = sqlite3_column_double(statement, 4);
        o->message = column_text(statement, 5);
        *found = true;
    }
    sqlite3_reset(statement);
    if (*found && (!find_deviations(s, key, variables, n_variables, o) ||
                   !find_outcomes(s, key, variables, n_variables, o) || !find_residuals(s, key, o))) {
        finding_free(o);
        return error_raise(error, ERROR_NO_MEMORY, "reading a store");
    }
    *found = *found && (!with_series || find_series(s, key, o));
    if (!*found)
        finding_free(o);
    return true;
}

/* ---- references ---- */

bool store_find_reference(struct store *s, const char *key, char *const *variables, size_t n, char run[DIGEST_SIZE],
                          double *errors)
{
    bool found = n > 0;
    for (size_t i = 0; i < n && found; i++) {
        sqlite3_stmt *statement = begin(s, FIND_REFERENCE, key);
        sqlite3_bind_text(statement, 2, variables[i], -1, SQLITE_STATIC);
        const char *text =
            sqlite3_step(statement) == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        found = text && strlen(text) < DIGEST_SIZE;
        if (found) {
            strcpy(run, text);
            errors[i] = sqlite3_column_double(statement, 1);
        }
        sqlite3_reset(statement);
    }
    return found;
}

bool store_put_reference(struct store *s, const char *key, char *const *variables, size_t n, const char *run,
                         const double *errors, struct error *error)
{
    for (size_t i = 0; i < n; i++) {
        sqlite3_stmt *statement = begin(s, PUT_REFERENCE, key);
        sqlite3_bind_text(statement, 2, variables[i], -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, run, -1, SQLITE_STATIC);
        sqlite3_bind_double(statement, 4, errors[i]);
        if (!finish(s, statement, error))
            return false;
    }
    return true;
}
