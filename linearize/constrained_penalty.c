/* Constrained equations in an unconstrained set: penalties in the place of the rows.
 *
 * M_p and K_p hold numbers of the size of alpha beside those of the mechanism, and an eigenvalue solver that sees them as they are loses
 * as many digits. So coordinates are taken along D's rows, in units of 1/sqrt(alpha), and along what the rows leave free: then all
 * numbers are of one size, and the two families of eigenvalues are almost uncoupled: constrained_families.c parts them. */
#include "linearize/constrained_impl.h"
#include "linearize/linearize_messages.h"

#include <math.h>

struct penalty_terms penalty_terms_default(void)
{
    return (struct penalty_terms){1e6, 1, 10};
}

static void add_rows(struct matrix to, double factor, struct matrix D, struct matrix of)
{
    for (size_t j = 0; j < to.columns; j++)
        for (size_t r = 0; r < D.rows; r++) {
            const double x = factor * MATRIX_AT(of, r, j);
            for (size_t i = 0; x != 0 && i < to.rows; i++)
                MATRIX_AT(to, i, j) += MATRIX_AT(D, r, i) * x;
        }
}

/* eq. 15 */
void constrained_penalize(const struct constrained *c, const struct penalty_terms *p, struct matrix M_p,
                          struct matrix C_p, struct matrix K_p)
{
    const double theta = 2 * p->xi * p->omega;
    matrix_assign(M_p, c->M);
    matrix_assign(C_p, c->C);
    matrix_assign(K_p, c->K);
    add_rows(M_p, p->alpha, c->D, c->D);
    add_rows(C_p, p->alpha * theta, c->D, c->D);
    add_rows(K_p, p->alpha * p->omega * p->omega, c->D, c->D);
    if (c->velocity_q.rows > 0) {
        add_rows(C_p, p->alpha, c->D, c->velocity_q);
        add_rows(C_p, p->alpha, c->D, c->acceleration_v);
        add_rows(K_p, p->alpha * theta, c->D, c->velocity_q);
        add_rows(K_p, p->alpha, c->D, c->acceleration_q);
    }
}

/* Everything in the scaled basis T: q = T x, the first `rank` of x along the rows. */
struct scaled {
    size_t rank;
    struct matrix T, rows; /* rows: D T sqrt(alpha), without the columns that are zero */
    struct matrix M, C, K;
    bool is_strong; /* along every row the penalty is more than the mechanism's own mass */
};

/* to += factor rows^T of, where `of` belongs to all coordinates */
static void add_scaled(struct scaled *s, struct matrix to, double factor, struct matrix of, struct arena *a)
{
    const struct matrix part = matrix_transposed_product(a, s->rows, of);
    for (size_t j = 0; part.a && j < of.columns; j++)
        for (size_t i = 0; i < s->rank; i++)
            MATRIX_AT(to, i, j) += factor * MATRIX_AT(part, i, j);
}

static bool penalty_is_strong(const struct scaled *s)
{
    double mass = 0, weakest = INFINITY;
    for (size_t i = 0; i < s->rank; i++) {
        double square = 0;
        for (size_t r = 0; r < s->rows.rows; r++)
            square += MATRIX_AT(s->rows, r, i) * MATRIX_AT(s->rows, r, i);
        weakest = fmin(weakest, square);
        mass = fmax(mass, MATRIX_AT(s->M, i, i));
    }
    return mass < weakest;
}

static bool scale(const struct constrained *c, const struct penalty_terms *p, struct scaled *s, struct arena *a)
{
    const size_t n = c->n, m = c->m;
    const double root = sqrt(p->alpha), theta = 2 * p->xi * p->omega;
    if (!constrained_split(c->D, &s->T, &s->rank, a))
        return false;
    const struct matrix Q_1 = matrix_columns(s->T, 0, s->rank), all = matrix_take(a, m, n);
    s->rows = matrix_take(a, m, s->rank);
    if (!s->rows.a || !all.a)
        return false;
    matrix_multiply(s->rows, 1, c->D, Q_1, 0);
    matrix_insert(all, 0, 0, s->rows);
    for (size_t i = 0; i < n * s->rank; i++)
        Q_1.a[i] /= root;
    s->M = matrix_congruence(a, s->T, c->M);
    s->C = matrix_congruence(a, s->T, c->C);
    s->K = matrix_congruence(a, s->T, c->K);
    if (!s->M.a || !s->C.a || !s->K.a)
        return false;
    s->is_strong = penalty_is_strong(s);
    add_scaled(s, s->M, 1, all, a);
    add_scaled(s, s->C, theta, all, a);
    add_scaled(s, s->K, p->omega * p->omega, all, a);
    if (c->velocity_q.rows > 0) {
        const struct matrix moved = matrix_take(a, m, n);
        if (!moved.a)
            return false;
        matrix_multiply(moved, 1, c->velocity_q, s->T, 0);
        add_scaled(s, s->C, root, moved, a);
        add_scaled(s, s->K, root * theta, moved, a);
        matrix_multiply(moved, 1, c->acceleration_v, s->T, 0);
        add_scaled(s, s->C, root, moved, a);
        matrix_multiply(moved, 1, c->acceleration_q, s->T, 0);
        add_scaled(s, s->K, root, moved, a);
    }
    return true;
}

/* With M = L L^T: K and C become L^-1 K L^-T and L^-1 C L^-T. Those of what the rows leave free stay among themselves. */
static bool standard_form(struct scaled *s, struct error *error)
{
    const int n = (int)s->M.rows;
    if (n > 0 && lapack()->dpotrf(LAPACK_COL_MAJOR, 'L', n, s->M.a, n) != 0)
        return error_raise(error, ERROR_CONSTRAINED_MASS, "free");
    const struct matrix both[] = {s->K, s->C};
    for (int k = 0; k < 2 && n > 0; k++) {
        lapack()->dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, n, 1, s->M.a, n, both[k].a,
                        n);
        lapack()->dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 1, s->M.a, n, both[k].a,
                        n);
    }
    return (matrix_is_finite(s->K) && matrix_is_finite(s->C)) ||
           error_raise(error, ERROR_LINEARIZE_NOT_FINITE, "the matrix");
}

bool constrained_unconstrained(const struct constrained *c, const struct penalty_terms *p,
                               struct unconstrained_set *set, struct arena *a, struct error *error)
{
    struct scaled s = {0};
    *set = (struct unconstrained_set){0};
    if (!scale(c, p, &s, a))
        return constrained_no_memory(error);
    set->rank = s.rank;
    if (!s.is_strong)
        return error_raise(error, ERROR_CONSTRAINED_KINDS, "--ucs-alpha");
    return standard_form(&s, error) && constrained_families(s.C, s.K, s.rank, set, a, error);
}
