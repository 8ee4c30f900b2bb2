#include "tests/oracle/top_oracle.h"

#include <math.h>

const double top_inertia[3] = {1, 2, 2.5};
const double top_start_rate[3] = {2, 0, 1.8};

static struct top top_rates(const struct top *s)
{
    struct top d;
    const double *q = s->q, *w = s->w;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        d.w[i] = (top_inertia[j] - top_inertia[k]) / top_inertia[i] * w[j] * w[k];
        d.q[1 + i] = (q[0] * w[i] + q[1 + j] * w[k] - q[1 + k] * w[j]) / 2;
    }
    d.q[0] = -(q[1] * w[0] + q[2] * w[1] + q[3] * w[2]) / 2;
    return d;
}

static struct top top_beside(const struct top *s, const struct top *d, double h)
{
    struct top at = *s;
    for (int i = 0; i < 3; i++)
        at.w[i] += h * d->w[i];
    for (int i = 0; i < 4; i++)
        at.q[i] += h * d->q[i];
    return at;
}

struct top top_at(double t)
{
    struct top s = {{top_start_rate[0], top_start_rate[1], top_start_rate[2]}, {1, 0, 0, 0}};
    const int steps = (int)(t / 5e-4 + 0.5);
    for (int i = 0; i < steps; i++) {
        const double h = t / steps;
        const struct top k1 = top_rates(&s), s2 = top_beside(&s, &k1, h / 2), k2 = top_rates(&s2),
                         s3 = top_beside(&s, &k2, h / 2), k3 = top_rates(&s3), s4 = top_beside(&s, &k3, h),
                         k4 = top_rates(&s4);
        s = top_beside(&s, &k1, h / 6);
        s = top_beside(&s, &k2, h / 3);
        s = top_beside(&s, &k3, h / 3);
        s = top_beside(&s, &k4, h / 6);
    }
    return s;
}

void top_axes(const struct top *s, double R[9])
{
    const double *q = s->q, n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int k = 3 - i - j;
            const double sign = (j - i + 3) % 3 == 1 ? -1 : 1;
            R[3 * i + j] = i == j ? (2 * (q[0] * q[0] + q[1 + i] * q[1 + i]) - n) / n
                                  : 2 * (q[1 + i] * q[1 + j] + sign * q[0] * q[1 + k]) / n;
        }
}

/* sn, cn, dn by the descending Landen transformation (Abramowitz and Stegun, 16.4). */
static void jacobi(double u, double m, double *sn, double *cn, double *dn)
{
    double a[16] = {1}, c[16] = {sqrt(m)}, b = sqrt(1 - m);
    int n = 0;
    while (n < 15 && fabs(c[n]) > 1e-17) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrt(a[n] * b);
        n++;
    }
    double phi = ldexp(a[n] * u, n), before = phi;
    for (; n > 0; n--) {
        before = phi;
        phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2;
    }
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = cos(phi) / cos(before - phi);
}

void top_closed_rate(double t, double w[3])
{
    const double *I_ = top_inertia, *w_0 = top_start_rate;
    const double energy = I_[0] * w_0[0] * w_0[0] + I_[2] * w_0[2] * w_0[2];
    const double square = I_[0] * I_[0] * w_0[0] * w_0[0] + I_[2] * I_[2] * w_0[2] * w_0[2];
    const double k2 = (I_[1] - I_[0]) * (energy * I_[2] - square) / ((I_[2] - I_[1]) * (square - energy * I_[0]));
    double sn, cn, dn;
    jacobi(t * sqrt((I_[2] - I_[1]) * (square - energy * I_[0]) / (I_[0] * I_[1] * I_[2])), k2, &sn, &cn, &dn);
    w[0] = w_0[0] * cn;
    w[1] = sqrt((energy * I_[2] - square) / (I_[1] * (I_[2] - I_[1]))) * sn;
    w[2] = w_0[2] * dn;
}
