/* With K = L L^T the matrix L^-1 M L^-T has the eigenvalues 1/omega^2: the lowest modes, which matter, belong to its largest ones and
 * keep their digits. Jacobi's rotations find them all. */
#include "beam/symmetric_modes.h"

#include <math.h>
#include <string.h>

static bool factor(size_t n, double *a) /* the lower triangle becomes L */
{
    for (size_t j = 0; j < n; j++) {
        double pivot = a[j * n + j];
        for (size_t k = 0; k < j; k++)
            pivot -= a[j * n + k] * a[j * n + k];
        if (!(pivot > 1e-13 * a[j * n + j]))
            return false;
        a[j * n + j] = sqrt(pivot);
        for (size_t i = j + 1; i < n; i++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = sum / a[j * n + j];
        }
    }
    return true;
}

/* Every row b of `rows` becomes L^-1 b. */
static void solve_rows(size_t n, const double *L, double *rows)
{
    for (size_t r = 0; r < n; r++) {
        double *b = rows + r * n;
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < i; k++)
                b[i] -= L[i * n + k] * b[k];
            b[i] /= L[i * n + i];
        }
    }
}

static void transpose(size_t n, double *a)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const double keep = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = keep;
        }
}

static void rotate(size_t n, double *row_p, double *row_q, double c, double s)
{
    for (size_t k = 0; k < n; k++) {
        const double p = row_p[k], q = row_q[k];
        row_p[k] = c * p - s * q;
        row_q[k] = s * p + c * q;
    }
}

/* Cyclic rotations until nothing is left beside the diagonal; rows of V become the eigenvectors. */
static void jacobi(size_t n, double *a, double *V)
{
    enum { MOST_SWEEPS = 60 };
    memset(V, 0, n * n * sizeof *V);
    for (size_t i = 0; i < n; i++)
        V[i * n + i] = 1;
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
        bool turned = false;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++) {
                const double a_pq = a[p * n + q], a_pp = a[p * n + p], a_qq = a[q * n + q];
                if (fabs(a_pq) <= 1e-17 * sqrt(fabs(a_pp * a_qq)))
                    continue;
                const double ratio = (a_qq - a_pp) / (2 * a_pq);
                const double t = copysign(1, ratio) / (fabs(ratio) + sqrt(1 + ratio * ratio));
                const double c = 1 / sqrt(1 + t * t), s = t * c;
                turned = true;
                rotate(n, a + p * n, a + q * n, c, s);
                for (size_t k = 0; k < n; k++) {
                    const double x = a[k * n + p], y = a[k * n + q];
                    a[k * n + p] = c * x - s * y;
                    a[k * n + q] = s * x + c * y;
                }
                rotate(n, V + p * n, V + q * n, c, s);
            }
        if (!turned)
            return;
    }
}

bool symmetric_modes(size_t n, double *k, double *m, double *squares, double *shapes, double *room)
{
    double *a = room, *V = room + n * n;
    memcpy(a, m, n * n * sizeof *a);
    if (!factor(n, k) || !factor(n, m)) /* the mass matrix only to know that it is one */
        return false;
    solve_rows(n, k, a);
    transpose(n, a);
    solve_rows(n, k, a);
    jacobi(n, a, V);
    for (size_t i = 0; i < n; i++) {
        size_t best = i; /* the largest of those that are left */
        for (size_t j = i + 1; j < n; j++)
            if (a[j * n + j] > a[best * n + best])
                best = j;
        const double mu = a[best * n + best];
        a[best * n + best] = a[i * n + i];
        a[i * n + i] = mu;
        for (size_t j = 0; j < n; j++) {
            const double keep = V[i * n + j];
            V[i * n + j] = V[best * n + j];
            V[best * n + j] = keep;
        }
        squares[i] = 1 / mu;
        double *x = shapes + i * n; /* L^T x = v; v v = 1 is x K x = 1, and x M x = mu */
        memcpy(x, V + i * n, n * sizeof *x);
        for (size_t r = n; r-- > 0;) {
            for (size_t j = r + 1; j < n; j++)
                x[r] -= k[j * n + r] * x[j];
            x[r] /= k[r * n + r];
        }
        for (size_t j = 0; j < n; j++)
            x[j] /= sqrt(mu);
    }
    return true;
}
