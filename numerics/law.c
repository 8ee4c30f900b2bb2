/* Laws in time. The real part of the time, and what was in force at the last event, decide which formula counts; the
 * formula itself is written once for both number types. */
#include "numerics/law.h"

#include "numerics/complex_math.h"

#include <math.h>
#include <stdbool.h>

static const double two_pi = 6.283185307179586476925287;

static double rounding(double t)
{
    return 1e-11 * fmax(1, fabs(t));
}

static bool has_come(double t, double time)
{
    return t >= time - rounding(time);
}

/* Where the formula was chosen: at t itself, or at the last event if that is earlier. */
static double choice(double t, double since)
{
    return t < since ? t : since;
}

static const struct law_piece *piece_at(const struct law *law, const double *numbers, double t)
{
    const struct law_piece *piece = law->pieces;
    for (size_t i = 1; i < law->n_pieces; i++)
        if (has_come(t, numbers[law->pieces[i].begin]))
            piece = &law->pieces[i];
    return piece;
}

/* Rows of a table whose time has come. */
static size_t rows_begun(const struct law_piece *piece, const double *numbers, double t)
{
    size_t n = 0;
    while (n < piece->n && has_come(t, numbers[piece->at[0] + n]))
        n++;
    return n;
}

#define KERNEL_FILE "numerics/law_kernel.h"
#include "numerics/kernel.h"

/* The k-th time at which a piece's own formula changes; false where there are no more. */
static bool change_time(const struct law_piece *piece, const double *numbers, size_t k, double *time)
{
    static const struct {
        size_t first, count; /* among `at` */
    } changes[] = {[LAW_CONSTANT] = {0, 0}, [LAW_STEP] = {2, 1}, [LAW_RAMP] = {2, 2}, [LAW_SINE] = {4, 1}};
    const bool is_table = piece->kind == LAW_TABLE || piece->kind == LAW_STEPS;
    if (k >= (is_table ? piece->n : changes[piece->kind].count))
        return false;
    *time = numbers[is_table ? piece->at[0] + k : piece->at[changes[piece->kind].first + k]];
    return true;
}

double law_next_event(const struct law *law, const double *numbers, double t)
{
    double next = INFINITY;
    const double after = t + rounding(t);
    for (size_t i = 0; i < law->n_pieces; i++) {
        const struct law_piece *piece = &law->pieces[i];
        const double begin = i > 0 ? numbers[piece->begin] : -INFINITY;
        const double end = i + 1 < law->n_pieces ? numbers[law->pieces[i + 1].begin] : INFINITY;
        if (begin > after && begin < next)
            next = begin;
        double time;
        for (size_t k = 0; change_time(piece, numbers, k, &time); k++)
            if (time > after && time > begin && time < end && time < next)
                next = time;
    }
    return next;
}
