/* Vectors of the space over `scalar`. */

static inline scalar KERNEL(dot)(const scalar *a, const scalar *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline scalar KERNEL(dot_long)(size_t n, const scalar *a, const scalar *b)
{
    scalar sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* c = a x b; c is neither of them */
static inline void KERNEL(cross)(const scalar *a, const scalar *b, scalar *c)
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void KERNEL(cross_add)(const scalar *a, const scalar *b, scalar *c)
{
    c[0] += a[1] * b[2] - a[2] * b[1];
    c[1] += a[2] * b[0] - a[0] * b[2];
    c[2] += a[0] * b[1] - a[1] * b[0];
}

/* A constant vector of a frame with the axes R, in the ground's axes. */
static inline void KERNEL(to_ground)(const scalar *R, const double *x, scalar *y)
{
    for (int k = 0; k < 3; k++)
        y[k] = R[k] * x[0] + R[3 + k] * x[1] + R[6 + k] * x[2];
}

/* A symmetric matrix xx yy zz xy xz yz times a vector. */
static inline void KERNEL(symmetric_times)(const scalar *J, const scalar *x, scalar *y)
{
    y[0] = J[0] * x[0] + J[3] * x[1] + J[4] * x[2];
    y[1] = J[3] * x[0] + J[1] * x[1] + J[5] * x[2];
    y[2] = J[4] * x[0] + J[5] * x[1] + J[2] * x[2];
}

/* A vector of the ground's axes in those of E, which are one after another in the ground's; and back. */
static inline void KERNEL(to_body)(const scalar *E, const scalar *x, scalar *y)
{
    for (int k = 0; k < 3; k++)
        y[k] = KERNEL(dot)(E + 3 * k, x);
}

static inline void KERNEL(add_from_body)(const scalar *E, const scalar *x, scalar *to)
{
    for (int k = 0; k < 3; k++)
        to[k] += E[k] * x[0] + E[3 + k] * x[1] + E[6 + k] * x[2];
}

/* p x e_d */
static inline void KERNEL(cross_axis)(const scalar *p, int d, scalar *c)
{
    c[d] = 0;
    c[(d + 1) % 3] = p[(d + 2) % 3];
    c[(d + 2) % 3] = -p[(d + 1) % 3];
}
