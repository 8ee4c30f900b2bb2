/* MATLAB files, by matio: A, B, C, D (with a third dimension where there are several points), eigenvalues, time, and cell
 * arrays of names. The library is loaded when it is needed: it brings thirty others along, and no other command wants them. */
#include "master/files/output.h"
#include "linearize/results.h"
#include "linearize/linearize_messages.h"
#include "master/files/files_messages.h"

#include <dlfcn.h>
#include <errno.h>
#include <matio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct library {
    void *handle;
    __typeof__(Mat_CreateVer) *create;
    __typeof__(Mat_Close) *close;
    __typeof__(Mat_VarCreate) *new_variable;
    __typeof__(Mat_VarWrite) *write;
    __typeof__(Mat_VarFree) *free_variable;
};

static bool load(struct library *m, struct error *error)
{
    m->handle = dlopen(MATIO_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (m->handle) {
        *(void **)&m->create = dlsym(m->handle, "Mat_CreateVer");
        *(void **)&m->close = dlsym(m->handle, "Mat_Close");
        *(void **)&m->new_variable = dlsym(m->handle, "Mat_VarCreate");
        *(void **)&m->write = dlsym(m->handle, "Mat_VarWrite");
        *(void **)&m->free_variable = dlsym(m->handle, "Mat_VarFree");
    }
    if (m->create && m->close && m->new_variable && m->write && m->free_variable)
        return true;
    const char *reason = dlerror();
    return error_raise(error, ERROR_LINEARIZE_NO_MATIO, reason ? reason : MATIO_LIBRARY);
}

struct mat { /* a file that is written */
    const struct library *m;
    mat_t *file;
    bool ok;
};

static void put(struct mat *f, matvar_t *variable)
{
    f->ok = f->ok && variable && f->m->write(f->file, variable, MAT_COMPRESSION_NONE) == 0;
    if (variable)
        f->m->free_variable(variable);
}

/* The library's parameters are not const, but it copies. */
static matvar_t *numbers(const struct mat *f, const char *name, int rank, size_t *dimensions, const double *values)
{
    return f->m->new_variable(name, MAT_C_DOUBLE, MAT_T_DOUBLE, rank, dimensions, (void *)values, 0);
}

static matvar_t *text(const struct mat *f, const char *string)
{
    size_t dimensions[2] = {1, strlen(string)};
    return f->m->new_variable(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, dimensions, (void *)string, 0);
}

static void put_names(struct mat *f, const char *name, const struct signals *s)
{
    size_t dimensions[2] = {s->n, 1};
    matvar_t **cells = calloc(s->n + 1, sizeof *cells);
    f->ok = f->ok && cells;
    for (size_t i = 0; f->ok && i < s->n; i++) {
        cells[i] = text(f, s->names[i]);
        f->ok = cells[i] != NULL;
    }
    if (f->ok) /* the cells belong to the variable from now on */
        put(f, f->m->new_variable(name, MAT_C_CELL, MAT_T_CELL, 2, dimensions, cells, 0));
    free(cells);
}

/* One matrix of every point, one behind the other. */
static void put_matrices(struct mat *f, const struct results *r, const char *name, size_t offset)
{
    const struct matrix *first = (const struct matrix *)((const char *)&r->list[0].space + offset);
    const size_t size = first->rows * first->columns;
    double *all = calloc(r->n * size + 1, sizeof *all);
    f->ok = f->ok && all;
    for (size_t i = 0; f->ok && i < r->n; i++) {
        const struct matrix *m = (const struct matrix *)((const char *)&r->list[i].space + offset);
        memcpy(all + i * size, m->a, size * sizeof *all);
    }
    size_t dimensions[3] = {first->rows, first->columns, r->n};
    if (f->ok)
        put(f, numbers(f, name, r->n > 1 ? 3 : 2, dimensions, all));
    free(all);
}

static void put_eigenvalues(struct mat *f, const struct results *r)
{
    const size_t n = r->list[0].modes.spectrum.n;
    double *re = calloc(2 * (r->n * n + 1), sizeof *re), *im = re ? re + r->n * n + 1 : NULL;
    f->ok = f->ok && re;
    for (size_t i = 0; f->ok && i < r->n * n; i++) {
        re[i] = creal(r->list[i / n].modes.spectrum.values[i % n]);
        im[i] = cimag(r->list[i / n].modes.spectrum.values[i % n]);
    }
    size_t dimensions[2] = {n, r->n};
    mat_complex_split_t parts = {re, im};
    if (f->ok)
        put(f, f->m->new_variable("eigenvalues", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dimensions, &parts, MAT_F_COMPLEX));
    free(re);
}

static void put_points(struct mat *f, const struct results *r)
{
    double *values = calloc(2 * r->n + 1, sizeof *values), *varied = values ? values + r->n : NULL;
    size_t dimensions[2] = {1, r->n};
    f->ok = f->ok && values;
    for (size_t i = 0; f->ok && i < r->n; i++) {
        values[i] = r->list[i].space.time;
        varied[i] = r->list[i].varied;
    }
    if (f->ok)
        put(f, numbers(f, "time", 2, dimensions, values));
    if (f->ok && r->variation->name)
        put(f, numbers(f, "varied", 2, dimensions, varied));
    free(values);
}

static bool write_all(const struct library *m, const char *path, const struct results *r)
{
    struct mat f = {.m = m, .file = m->create(path, NULL, MAT_FT_MAT5), .ok = true};
    if (!f.file)
        return false;
    const struct state_space *s = &r->list[0].space;
    put_matrices(&f, r, "A", offsetof(struct state_space, A));
    put_matrices(&f, r, "B", offsetof(struct state_space, B));
    put_matrices(&f, r, "C", offsetof(struct state_space, C));
    put_matrices(&f, r, "D", offsetof(struct state_space, D));
    if (s->E.rows > 0)
        put_matrices(&f, r, "E", offsetof(struct state_space, E));
    put_eigenvalues(&f, r);
    put_names(&f, "states", &s->states);
    put_names(&f, "inputs", &s->inputs);
    put_names(&f, "outputs", &s->outputs);
    put_points(&f, r);
    return m->close(f.file) == 0 && f.ok;
}

/* Into a file without a name first: matio does not tell of every write that fails, and knows names only. */
bool results_write_mat(const char *path, const struct results *r, struct error *error)
{
    struct library m = {0};
    if (!load(&m, error))
        return false;
    errno = 0;
    const int memory = memfd_create("results", MFD_CLOEXEC);
    bool ok = memory >= 0 && write_all(&m, TEXT("/proc/self/fd/%d", memory), r);
    ok = ok ? output_copy(path, memory, error)
            : error_raise(error, ERROR_RESULT_WRITE, path, errno ? strerror(errno) : "matio gave up");
    if (memory >= 0)
        close(memory);
    dlclose(m.handle);
    return ok;
}
