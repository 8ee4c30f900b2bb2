/* The exponential of a matrix: N. J. Higham, "The scaling and squaring method for the matrix exponential revisited", SIAM J.
 * Matrix Anal. Appl. 26 (2005), with the approximant of order 13 throughout. */
#include "linearize/matrix_algebra.h"

#include <math.h>

enum { ORDER = 13 };

/* Table 2.3 of the paper: below this norm the approximant is as good as double precision. */
static const double largest_norm = 5.371920351148152;

static const double b[ORDER + 1] = {64764752532480000.,
                                    32382376266240000.,
                                    7771770303897600.,
                                    1187353796428800.,
                                    129060195264000.,
                                    10559470521600.,
                                    670442572800.,
                                    33522128640.,
                                    1323241920.,
                                    40840800.,
                                    960960.,
                                    16380.,
                                    182.,
                                    1.};

struct powers {
    struct matrix one, two, four, six;
};

/* sum = b[i] 1 + b[i + 2] M^2 + b[i + 4] M^4 + b[i + 6] M^6 */
static void combine(struct matrix sum, const struct powers *m, int i)
{
    matrix_zero(sum);
    for (size_t k = 0; k < sum.rows; k++)
        MATRIX_AT(sum, k, k) = b[i];
    matrix_add(sum, b[i + 2], m->two);
    matrix_add(sum, b[i + 4], m->four);
    matrix_add(sum, b[i + 6], m->six);
}

/* sum += M^6 (b[i + 8] M^2 + b[i + 10] M^4 + b[i + 12] M^6) */
static void add_high(struct matrix sum, const struct powers *m, int i, struct matrix room)
{
    matrix_zero(room);
    matrix_add(room, b[i + 8], m->two);
    matrix_add(room, b[i + 10], m->four);
    matrix_add(room, b[i + 12], m->six);
    matrix_multiply(sum, 1, m->six, room, 1);
}

/* (V - U)^-1 (V + U), U the odd and V the even powers. */
static bool approximant(struct matrix result, const struct powers *m, struct arena *arena)
{
    const size_t n = result.rows;
    const struct matrix odd = matrix_take(arena, n, n), even = matrix_take(arena, n, n),
                        room = matrix_take(arena, n, n);
    lapack_int *pivots = arena_get(arena, (n + 1) * sizeof *pivots);
    if (!odd.a || !even.a || !room.a || !pivots)
        return false;
    combine(odd, m, 1);
    add_high(odd, m, 1, room);
    matrix_multiply(room, 1, m->one, odd, 0);
    matrix_assign(odd, room);
    combine(even, m, 0);
    add_high(even, m, 0, room);

    matrix_assign(result, even);
    matrix_add(result, 1, odd);
    matrix_add(even, -1, odd);
    return matrix_solve(even, result, pivots);
}

bool matrix_exponential(struct matrix result, struct matrix m, struct arena *arena)
{
    const size_t n = m.rows;
    if (n == 0)
        return true;
    struct powers p = {matrix_copy(arena, m), matrix_take(arena, n, n), matrix_take(arena, n, n),
                       matrix_take(arena, n, n)};
    const struct matrix room = matrix_take(arena, n, n);
    double *scale = arena_get(arena, n * sizeof *scale);
    if (!p.one.a || !p.two.a || !p.four.a || !p.six.a || !room.a || !scale || !matrix_is_finite(m))
        return false;
    lapack_int low, high;
    if (lapack()->dgebal(LAPACK_COL_MAJOR, 'S', (lapack_int)n, p.one.a, (lapack_int)n, &low, &high, scale) != 0)
        return false;

    int squarings = 0;
    const double norm = matrix_norm(p.one);
    if (norm > largest_norm)
        squarings = (int)ceil(log2(norm / largest_norm));
    for (size_t i = 0; i < n * n; i++)
        p.one.a[i] = ldexp(p.one.a[i], -squarings);
    matrix_multiply(p.two, 1, p.one, p.one, 0);
    matrix_multiply(p.four, 1, p.two, p.two, 0);
    matrix_multiply(p.six, 1, p.two, p.four, 0);
    if (!approximant(result, &p, arena))
        return false;
    for (; squarings > 0; squarings--) {
        matrix_multiply(room, 1, result, result, 0);
        matrix_assign(result, room);
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            MATRIX_AT(result, i, j) *= scale[i] / scale[j];
    return true;
}
