/* C. F. Van Loan's method (IEEE Trans. Automatic Control 23, 1978): with
 *     exp([-A Q; 0 A^T] h) = [. F; 0 G],   phi = G^T and integral = G^T F.
 * exp(-A h) grows as fast as the system decays, and takes the digits of F with it where h is long. So the step is halved until A h is
 * small, and doubled again by  integral(2h) = integral(h) + phi(h) integral(h) phi(h)^T,  whose terms are all positive. */
#include "numerics/noise_integral.h"
#include "numerics/exponential.h"

#include <math.h>
#include <string.h>

size_t noise_integral_room(size_t n)
{
    const size_t block = 4 * n * n;
    return 2 * block + exponential_room(2 * n);
}

/* to = x y, or x y^T. */
static void multiply(size_t n, double *to, const double *x, const double *y, bool transposed)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += x[i + k * n] * y[transposed ? j + k * n : k + j * n];
            to[i + j * n] = sum;
        }
}

static void make_symmetric(size_t n, double *m)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < j; i++)
            m[i + j * n] = m[j + i * n] = (m[i + j * n] + m[j + i * n]) / 2;
}

/* The integral is as large as Q is: with the largest element of Q h near 1, which no balancing would bring about, Q does not decide how far the
 * exponential has to be halved. */
static int exponent_of(size_t n, const double *q, double h)
{
    double largest = 0;
    for (size_t i = 0; i < n * n; i++)
        largest = fmax(largest, fabs(q[i] * h));
    return largest > 0 && isfinite(largest) ? ilogb(largest) + 2 : 0;
}

static void fill_block(size_t n, const double *a, const double *q, double h, int exponent, double *block)
{
    memset(block, 0, 4 * n * n * sizeof *block);
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            block[i + j * 2 * n] = -a[i + j * n] * h;
            block[i + (n + j) * 2 * n] = ldexp(q[i + j * n] * h, -exponent);
            block[n + j + (n + i) * 2 * n] = a[i + j * n] * h;
        }
}

bool noise_integral(size_t n, const double *a, const double *q, double h, double *phi, double *integral, double *room)
{
    const size_t nn = n * n;
    if (n == 0)
        return true;
    double *const block = room, *const power = room + 4 * nn, *const rest = room + 8 * nn;
    for (size_t i = 0; i < nn; i++)
        block[i] = a[i] * h;
    const int halvings = exponential_halvings(n, block, rest);
    if (halvings < 0)
        return false;
    const double part = ldexp(h, -halvings);
    const int exponent = exponent_of(n, q, part);
    fill_block(n, a, q, part, exponent, block);
    if (!exponential_phi(2 * n, block, 0, (double *const[]){power}, rest))
        return false;
    double *const f = block, *const product = block + nn;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) {
            f[i + j * n] = ldexp(power[i + (n + j) * 2 * n], exponent);
            phi[j + i * n] = power[n + i + (n + j) * 2 * n];
        }
    multiply(n, integral, phi, f, false);
    for (int k = 0; k < halvings; k++) {
        multiply(n, product, phi, integral, false);
        multiply(n, f, product, phi, true);
        for (size_t i = 0; i < nn; i++)
            integral[i] += f[i];
        multiply(n, product, phi, phi, false);
        memcpy(phi, product, nn * sizeof *phi);
    }
    make_symmetric(n, integral);
    double sum = 0;
    for (size_t i = 0; i < nn; i++)
        sum += phi[i] - phi[i] + integral[i] - integral[i];
    return sum == 0;
}
