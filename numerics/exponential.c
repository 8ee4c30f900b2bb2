/* Scaling, Taylor series, doubling. With z = M / 2^s small, the series of the highest function gives the lower ones by
 * phi_k = z phi_(k+1) + 1/k!, and doubling the argument is
 *     phi_0(2z) = phi_0^2,                phi_1(2z) = (phi_0 + 1) phi_1 / 2,
 *     phi_2(2z) = (phi_1^2 + 2 phi_2)/4,  phi_3(2z) = (phi_1 phi_2 + phi_2 + 2 phi_3)/8. */
#include "numerics/exponential.h"

#include "numerics/dense_product.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double largest_norm = 0.5;
enum { TERMS = 15 }; /* 0.5^15 / 15! is beyond double precision */

/* ---- small algebra ---- */

/* 2^power; a few instructions, where ldexp is a call. */
static double power_of_two(int power)
{
    if (power < DBL_MIN_EXP - 1 || power >= DBL_MAX_EXP)
        return ldexp(1, power);
    const uint64_t bits = (uint64_t)(power + DBL_MAX_EXP - 1) << (DBL_MANT_DIG - 1);
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* ilogb of a number that is finite and above 0. */
static int exponent_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return x < DBL_MIN ? ilogb(x) : (int)(bits >> (DBL_MANT_DIG - 1)) - (DBL_MAX_EXP - 1);
}

/* Of large matrices most elements may be zero. */
static void multiply_sparse(size_t n, double *product, const double *a, const double *b)
{
    memset(product, 0, n * n * sizeof *product);
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++) {
            const double factor = b[k + j * n];
            for (size_t i = 0; factor != 0 && i < n; i++)
                product[i + j * n] += a[i + k * n] * factor;
        }
}

static inline __attribute__((always_inline)) void multiply_columns(size_t n, double *product, const double *a,
                                                                   const double *b)
{
    for (size_t j = 0; j < n; j++)
        dense_multiply(n, n, a, n, b + j * n, product + j * n);
}

/* The smallest ones by code without loops. */
static void multiply(size_t n, double *product, const double *a, const double *b)
{
    enum { SMALL = 8 };
    if (n > SMALL)
        multiply_sparse(n, product, a, b);
    else if (n == 2)
        multiply_columns(2, product, a, b);
    else if (n == 4)
        multiply_columns(4, product, a, b);
    else
        multiply_columns(n, product, a, b);
}

static void add_to_diagonal(size_t n, double *a, double value)
{
    for (size_t i = 0; i < n; i++)
        a[i + i * n] += value;
}

static double norm_of(size_t n, const double *a)
{
    double largest = 0;
    for (size_t j = 0; j < n; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += fabs(a[i + j * n]);
        largest = sum > largest || isnan(sum) ? sum : largest;
    }
    return largest;
}

/* ---- balancing ---- */

/* Sizes of row and column i beside the diagonal. */
static void measure(size_t n, const double *a, size_t i, double *row, double *column)
{
    *row = *column = 0;
    for (size_t k = 0; k < n; k++)
        if (k != i) {
            *row += fabs(a[i + k * n]);
            *column += fabs(a[k + i * n]);
        }
}

/* Powers of two that make rows and columns alike (B. N. Parlett, C. Reinsch, Numer. Math. 13, 1969); a becomes S^-1 a S. */
static void balance(size_t n, double *a, double *scale)
{
    for (size_t i = 0; i < n; i++)
        scale[i] = 1;
    bool changed = true;
    for (int sweep = 0; changed && sweep < 50; sweep++) {
        changed = false;
        for (size_t i = 0; i < n; i++) {
            double row, column;
            measure(n, a, i, &row, &column);
            if (!(row > 0 && column > 0 && isfinite(row) && isfinite(column)))
                continue;
            const int power = (exponent_of(row) - exponent_of(column)) / 2;
            const double f = power_of_two(power);
            if (power == 0 || row / f + column * f > 0.95 * (row + column))
                continue;
            changed = true;
            scale[i] *= f;
            for (size_t k = 0; k < n; k++) {
                a[i + k * n] /= f;
                a[k + i * n] *= f;
            }
        }
    }
}

/* ---- the functions ---- */

/* 1/j! */
static const double parts[TERMS + PHI_MOST + 1] = {1,
                                                   1,
                                                   1. / 2,
                                                   1. / 6,
                                                   1. / 24,
                                                   1. / 120,
                                                   1. / 720,
                                                   1. / 5040,
                                                   1. / 40320,
                                                   1. / 362880,
                                                   1. / 3628800,
                                                   1. / 39916800,
                                                   1. / 479001600,
                                                   1. / 6227020800,
                                                   1. / 87178291200,
                                                   1. / 1307674368000,
                                                   1. / 20922789888000,
                                                   1. / 355687428096000,
                                                   1. / 6402373705728000};

/* By Horner's rule, to and fro between two matrices; the first product is one with a diagonal. */
static void take_series(size_t n, const double *z, int last, double *const phi[], double *product)
{
    double *now = phi[last], *next = product;
    for (size_t i = 0; i < n * n; i++)
        now[i] = 0 + z[i] * parts[TERMS + last];
    add_to_diagonal(n, now, parts[TERMS - 1 + last]);
    for (int j = TERMS - 2; j >= 0; j--) {
        multiply(n, next, z, now);
        add_to_diagonal(n, next, parts[j + last]);
        double *const exchanged = now;
        now = next;
        next = exchanged;
    }
    if (now != phi[last])
        memcpy(phi[last], now, n * n * sizeof *now);
    for (int k = last - 1; k >= 0; k--) {
        multiply(n, phi[k], z, phi[k + 1]);
        add_to_diagonal(n, phi[k], parts[k]);
    }
}

static void double_argument(size_t n, int last, double *const phi[], double *product)
{
    const size_t nn = n * n;
    if (last >= 3) {
        multiply(n, product, phi[1], phi[2]);
        for (size_t i = 0; i < nn; i++)
            phi[3][i] = (product[i] + phi[2][i] + 2 * phi[3][i]) / 8;
    }
    if (last >= 2) {
        multiply(n, product, phi[1], phi[1]);
        for (size_t i = 0; i < nn; i++)
            phi[2][i] = (product[i] + 2 * phi[2][i]) / 4;
    }
    if (last >= 1) {
        multiply(n, product, phi[0], phi[1]);
        for (size_t i = 0; i < nn; i++)
            phi[1][i] = (product[i] + phi[1][i]) / 2;
    }
    multiply(n, product, phi[0], phi[0]);
    memcpy(phi[0], product, nn * sizeof *product);
}

static int count_halvings(double norm)
{
    return norm > largest_norm ? (int)ceil(log2(norm / largest_norm)) : 0;
}

int exponential_halvings(size_t n, const double *m, double *room)
{
    memcpy(room, m, n * n * sizeof *room);
    balance(n, room, room + 2 * n * n);
    const double norm = norm_of(n, room);
    return isfinite(norm) ? count_halvings(norm) : -1;
}

bool exponential_phi(size_t n, const double *m, int last, double *const phi[], double *room)
{
    if (n == 0)
        return true;
    double *const z = room, *const product = room + n * n, *const scale = room + 2 * n * n;
    memcpy(z, m, n * n * sizeof *z);
    balance(n, z, scale);
    const double norm = norm_of(n, z);
    if (!isfinite(norm))
        return false;
    const int doublings = count_halvings(norm);
    for (size_t i = 0; doublings > 0 && i < n * n; i++)
        z[i] *= power_of_two(-doublings);
    take_series(n, z, last, phi, product);
    for (int k = 0; k < doublings; k++)
        double_argument(n, last, phi, product);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            const double unit = scale[i] / scale[j];
            for (int k = 0; unit != 1 && k <= last; k++)
                phi[k][i + j * n] *= unit;
        }
    return isfinite(norm_of(n, phi[0]));
}

/* |M^k|^(1/k) for k = 2^20, by squaring. */
double spectral_radius(size_t n, const double *m, double *room)
{
    enum { SQUARINGS = 20 };
    if (n == 0)
        return 0;
    double *const power = room, *const product = room + n * n;
    memcpy(power, m, n * n * sizeof *power);
    balance(n, power, room + 2 * n * n);
    double logarithm = 0, share = 1; /* M^k = exp(k logarithm) power, share = 1/k */
    for (int s = 0;; s++) {
        const double norm = norm_of(n, power);
        if (!(norm > 0) || !isfinite(norm))
            return norm > 0 ? norm : 0;
        logarithm += share * log(norm);
        if (s == SQUARINGS)
            return exp(logarithm);
        for (size_t i = 0; i < n * n; i++)
            power[i] /= norm;
        multiply(n, product, power, power);
        memcpy(power, product, n * n * sizeof *power);
        share /= 2;
    }
}
