/* One CSV file per matrix: m1.csv becomes m1_A.csv, m1_B.csv, m1_C.csv, m1_D.csv, m1_eigenvalues.csv (and m1_E.csv, where
 * there is one); of several points with their number, m1_1_A.csv and so on. The first row and the first column are names. */
#include "master/files/output.h"
#include "master/files/csv.h"
#include "linearize/results.h"

#include <stdlib.h>
#include <string.h>

struct sheet {
    const struct matrix *matrix;
    const struct signals *rows, *columns;
    const struct result *result; /* eigenvalues */
    bool safe;                   /* no name that a spreadsheet takes for a formula */
};

static bool print_matrix(FILE *file, const void *context)
{
    const struct sheet *s = context;
    for (size_t j = 0; j < s->columns->n; j++) {
        fputc(',', file);
        csv_put_text(file, s->columns->names[j], s->safe);
    }
    fputc('\n', file);
    for (size_t i = 0; i < s->rows->n; i++) {
        csv_put_text(file, s->rows->names[i], s->safe);
        for (size_t j = 0; j < s->columns->n; j++)
            fprintf(file, ",%.17g", MATRIX_AT(*s->matrix, i, j));
        fputc('\n', file);
    }
    return !ferror(file);
}

static bool print_eigenvalues(FILE *file, const void *context)
{
    const struct sheet *s = context;
    const struct result *p = s->result;
    const size_t n_shares = result_has_vectors(p) ? p->space.states.n : 0;
    fputs("real,imaginary,frequency,damping,time_constant", file);
    if (n_shares == 0)
        fputs(",kind", file);
    for (size_t i = 0; i < n_shares; i++) {
        fputc(',', file);
        csv_put_text(file, p->space.states.names[i], s->safe);
    }
    fputc('\n', file);
    for (size_t k = 0; k < p->modes.spectrum.n; k++) {
        const struct mode mode = modes_get(&p->modes, k);
        fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g", creal(mode.value), cimag(mode.value), mode.frequency,
                mode.damping, mode.time_constant);
        if (n_shares == 0)
            fprintf(file, ",%s", eigenvalue_kind_name(result_kind(p, k)));
        for (size_t i = 0; i < n_shares; i++)
            fprintf(file, ",%.9g", MATRIX_AT(p->modes.participation, i, k));
        fputc('\n', file);
    }
    return !ferror(file);
}

static bool write_sheet(const char *path, const char *number, const char *name, output_print print,
                        const struct sheet *sheet, struct error *error)
{
    char *full = NULL;
    if (asprintf(&full, "%.*s%s_%s.csv", (int)(strlen(path) - strlen(".csv")), path, number, name) < 0)
        return error_raise(error, ERROR_NO_MEMORY, "writing results");
    const bool ok = output_write(full, print, sheet, error);
    free(full);
    return ok;
}

static bool write_point(const char *path, const char *number, const struct result *p, bool safe, struct error *error)
{
    const struct state_space *s = &p->space;
    const struct sheet eigenvalues = {.result = p, .safe = safe};
    const struct {
        const char *name;
        struct sheet sheet;
    } sheets[] = {
        {"A", {&s->A, &s->states, &s->states, p, safe}},  {"B", {&s->B, &s->states, &s->inputs, p, safe}},
        {"C", {&s->C, &s->outputs, &s->states, p, safe}}, {"D", {&s->D, &s->outputs, &s->inputs, p, safe}},
        {"E", {&s->E, &s->states, &s->states, p, safe}},
    };
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++)
        if ((sheets[i].sheet.matrix != &s->E || s->E.rows > 0) &&
            !write_sheet(path, number, sheets[i].name, print_matrix, &sheets[i].sheet, error))
            return false;
    return write_sheet(path, number, "eigenvalues", print_eigenvalues, &eigenvalues, error);
}

bool results_write_csv(const char *path, const struct results *r, struct error *error)
{
    for (size_t i = 0; i < r->n; i++)
        if (!write_point(path, r->n > 1 ? TEXT("_%zu", i + 1) : "", &r->list[i], r->csv_safe, error))
            return false;
    return true;
}
