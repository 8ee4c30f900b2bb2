/* Vectors, turns and small linear systems over complex long doubles, for wheels_oracle.c. */
#ifndef PASO_WHEELS_ALGEBRA_H
#define PASO_WHEELS_ALGEBRA_H

#include "tests/oracle/wheels_oracle.h"

struct vector {
    number v[3];
};
struct turn {
    number m[3][3];
};

static inline struct vector given(const long double a[3])
{
    return (struct vector){{a[0], a[1], a[2]}};
}

static inline struct vector sum(number f, struct vector a, number g, struct vector b)
{
    return (struct vector){{f * a.v[0] + g * b.v[0], f * a.v[1] + g * b.v[1], f * a.v[2] + g * b.v[2]}};
}

static inline struct vector cross(struct vector a, struct vector b)
{
    return (struct vector){
        {a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}

static inline number dot(struct vector a, struct vector b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static inline struct vector turned(const struct turn *R, struct vector a)
{
    struct vector b;
    for (int i = 0; i < 3; i++)
        b.v[i] = R->m[i][0] * a.v[0] + R->m[i][1] * a.v[1] + R->m[i][2] * a.v[2];
    return b;
}

static inline struct turn product(const struct turn *A, const struct turn *B)
{
    struct turn C;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C.m[i][j] = A->m[i][0] * B->m[0][j] + A->m[i][1] * B->m[1][j] + A->m[i][2] * B->m[2][j];
    return C;
}

static inline struct turn about(struct vector n, number angle) /* Rodrigues */
{
    const number c = ccosl(angle), s = csinl(angle);
    struct turn R;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            R.m[i][j] = (1 - c) * n.v[i] * n.v[j] + (i == j ? c : 0);
    R.m[0][1] -= s * n.v[2], R.m[1][0] += s * n.v[2];
    R.m[1][2] -= s * n.v[0], R.m[2][1] += s * n.v[0];
    R.m[2][0] -= s * n.v[1], R.m[0][2] += s * n.v[1];
    return R;
}

enum { MOST = 6 * WHEELS_BODIES + 5 * (WHEELS_BODIES - 1) + 6 };

static inline bool solve(int n, number A[MOST][MOST], number *b) /* b becomes the solution */
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (cabsl(A[i][k]) > cabsl(A[best][k]))
                best = i;
        if (!(cabsl(A[best][k]) > 1e-14L))
            return false;
        for (int j = 0; j < n; j++) {
            const number swap = A[k][j];
            A[k][j] = A[best][j], A[best][j] = swap;
        }
        const number swap = b[k];
        b[k] = b[best], b[best] = swap;
        for (int i = k + 1; i < n; i++) {
            const number f = A[i][k] / A[k][k];
            for (int j = k; j < n && f != 0; j++)
                A[i][j] -= f * A[k][j];
            b[i] -= f * b[k];
        }
    }
    for (int k = n; k-- > 0;) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[k][j] * b[j];
        b[k] /= A[k][k];
    }
    return true;
}

#endif
