/* Frequency response. */
#include "linearize/spectrum.h"
#include "linearize/linearize_messages.h"

bool response_at(const struct state_space *s, size_t input, size_t output, double omega, double complex *value,
                 struct error *error)
{
    const size_t n = s->states.n;
    struct arena arena = {0};
    double complex *m = arena_get(&arena, (n * n + n + 1) * sizeof *m), *x = m ? m + n * n : NULL;
    lapack_int *pivots = arena_get(&arena, (n + 1) * sizeof *pivots);
    bool ok = m && pivots;
    if (!ok)
        error_raise(error, ERROR_NO_MEMORY, "computing the frequency response");
    for (size_t j = 0; ok && j < n; j++) {
        for (size_t i = 0; i < n; i++)
            m[i + j * n] = (i == j ? I * omega : 0) - MATRIX_AT(s->A, i, j);
        x[j] = MATRIX_AT(s->B, j, input);
    }
    if (ok && n > 0 &&
        lapack()->zgesv(LAPACK_COL_MAJOR, (lapack_int)n, 1, m, (lapack_int)n, pivots, x, (lapack_int)n) != 0)
        ok = error_raise(error, ERROR_LINEARIZE_AT_POLE, TEXT("%.9g", omega));
    if (ok) {
        *value = MATRIX_AT(s->D, output, input);
        for (size_t i = 0; i < n; i++)
            *value += MATRIX_AT(s->C, output, i) * x[i];
    }
    arena_free(&arena);
    return ok;
}
