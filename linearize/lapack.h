/* LAPACK and BLAS, loaded when something is computed for the first time. Most commands compute nothing of the kind, and the libraries take
 * longer to load than many a run takes. */
#ifndef PASO_LAPACK_H
#define PASO_LAPACK_H

#include "master/base/error.h"

#include <cblas.h>
#include <lapacke.h>
#include <stdbool.h>

/* The functions that we use; their members carry the names of LAPACK. */
#define LAPACK_FUNCTIONS(X)                                                                                            \
    X(dgemm, cblas_dgemm)                                                                                              \
    X(dgbtrf, LAPACKE_dgbtrf_work)                                                                                     \
    X(dgbtrs, LAPACKE_dgbtrs_work)                                                                                     \
    X(dgebal, LAPACKE_dgebal_work)                                                                                     \
    X(dgecon, LAPACKE_dgecon_work)                                                                                     \
    X(dgeevx, LAPACKE_dgeevx_work)                                                                                     \
    X(dgelqf, LAPACKE_dgelqf_work)                                                                                     \
    X(dgelsy, LAPACKE_dgelsy)                                                                                          \
    X(dgeqp3, LAPACKE_dgeqp3)                                                                                          \
    X(dgesv, LAPACKE_dgesv_work)                                                                                       \
    X(dgesvd, LAPACKE_dgesvd)                                                                                          \
    X(dgetrf, LAPACKE_dgetrf_work)                                                                                     \
    X(dgetrs, LAPACKE_dgetrs_work)                                                                                     \
    X(dgges, LAPACKE_dgges)                                                                                            \
    X(dggev, LAPACKE_dggev)                                                                                            \
    X(dorgqr, LAPACKE_dorgqr)                                                                                          \
    X(dpotrf, LAPACKE_dpotrf_work)                                                                                     \
    X(dsyev, LAPACKE_dsyev)                                                                                            \
    X(dtrsm, cblas_dtrsm)                                                                                              \
    X(zgees, LAPACKE_zgees)                                                                                            \
    X(zgesv, LAPACKE_zgesv_work)                                                                                       \
    X(zgetrf, LAPACKE_zgetrf_work)                                                                                     \
    X(zgetrs, LAPACKE_zgetrs_work)

struct lapack {
#define MEMBER(name, function) __typeof__(function) *name;
    LAPACK_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* Whether they are there. Whoever opens something that computes asks this first. */
bool lapack_load(struct error *error);

const struct lapack *lapack(void);

#endif
