/* LU with row exchanges over `scalar`; element (i, j) of the n x n matrix is a[i * down + j * right]. Pivots are chosen by real
 * parts: they are constants where the complex step differentiates. */

/* Returns the column where the matrix is singular: its pivot is no more than `least` times the largest element; n where it is not. */
static size_t KERNEL(lu_factor)(size_t n, scalar *a, size_t down, size_t right, double least, size_t *pivots)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (fabs((double)a[i * down + j * right]) > largest)
                largest = fabs((double)a[i * down + j * right]);
    for (size_t k = 0; k < n; k++) {
        scalar *row_k = a + k * down;
        size_t p = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs((double)a[i * down + k * right]) > fabs((double)a[p * down + k * right]))
                p = i;
        pivots[k] = p;
        const double pivot = fabs((double)a[p * down + k * right]);
        if (!(pivot > least * largest) || isinf(pivot))
            return k;
        for (size_t j = 0; p != k && j < n; j++) {
            const scalar swapped = row_k[j * right];
            row_k[j * right] = a[p * down + j * right];
            a[p * down + j * right] = swapped;
        }
        const scalar inverse = 1 / row_k[k * right];
        for (size_t i = k + 1; i < n; i++) {
            scalar *row = a + i * down;
            if (row[k * right] == 0)
                continue;
            const scalar factor = row[k * right] *= inverse;
            for (size_t j = k + 1; j < n; j++)
                row[j * right] -= factor * row_k[j * right];
        }
    }
    return n;
}

static void KERNEL(lu_solve)(size_t n, const scalar *a, size_t down, size_t right, const size_t *pivots, scalar *b)
{
    for (size_t k = 0; k < n; k++) { /* row exchanges were applied to whole rows: all of them first */
        const scalar swapped = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swapped;
    }
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++)
            b[i] -= a[i * down + j * right] * b[j];
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * down + j * right] * b[j];
        b[i] /= a[i * down + i * right];
    }
}
