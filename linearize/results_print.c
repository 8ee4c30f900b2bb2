/* A readable table for the terminal. */
#include "linearize/results.h"

#include "master/base/printable.h"
#include <limits.h>
#include <math.h>
#include <string.h>

enum { MOST_STATES_NAMED = 3, LEAST_SHARE_NAMED = 5 /* hundredths */, MOST_RATES_NAMED = 6, MOST_NEUTRAL_NAMED = 6 };

static void print_head(FILE *file, const struct results *r, const struct result *p)
{
    const struct state_space *s = &p->space;
    fprintf(file, "%s", PRINTABLE(r->title));
    if (r->variation->name)
        fprintf(file, ", %s = %.9g", PRINTABLE(r->variation->name), p->varied);
    fprintf(file, ", t = %.9g s: %zu state%s, %zu input%s, %zu output%s; ", s->time, s->states.n,
            s->states.n == 1 ? "" : "s", s->inputs.n, s->inputs.n == 1 ? "" : "s", s->outputs.n,
            s->outputs.n == 1 ? "" : "s");
    if (s->directional)
        fputs("by directional derivatives\n", file);
    else
        fprintf(file, "by differences, accurate to about %.1g\n", fmax(s->accuracy, 1e-16));
}

/* Of constrained equations the rows of A need not be rates: whether they rest was asked where they were made. */
static bool is_constrained(const struct result *p)
{
    return p->constraints.coordinates != COORDINATES_MINIMAL;
}

static double rest_limit(const struct result *p, size_t state)
{
    const double nominal = p->space.states.nominals[state], rest = STATE_AT_REST * nominal;
    return is_constrained(p) ? rest : fmax(rest, state_rounding(p->space.A, state, p->space.states.nominals));
}

/* Where the states do not rest: an operating point need not be an equilibrium, but one should know. */
static void print_rest(FILE *file, const struct result *p)
{
    const struct state_space *s = &p->space;
    double largest = 0;
    size_t moving = 0, named = 0;
    bool unknown = false;
    for (size_t i = 0; i < s->states.n; i++) {
        unknown = unknown || isnan(s->rates[i]);
        largest = fmax(largest, fabs(s->rates[i]) / s->states.nominals[i]);
        moving += fabs(s->rates[i]) > rest_limit(p, i);
    }
    if (unknown) {
        fputs("  whether it is at rest cannot be read between steps\n", file);
        return;
    }
    if (moving == 0 || (is_constrained(p) && p->constraints.is_equilibrium)) {
        fprintf(file, "  at rest: no state changes by more than %.1g of its nominal value per second%s\n", largest,
                largest > STATE_AT_REST ? ", which is rounding" : "");
        return;
    }
    fputs("  not at rest:", file);
    for (size_t i = 0; i < s->states.n && named < MOST_RATES_NAMED; i++)
        if (fabs(s->rates[i]) > rest_limit(p, i))
            fprintf(file, "%s d/dt %s = %.6g", named++ ? "," : "", PRINTABLE(s->states.names[i]), s->rates[i]);
    fprintf(file, "%s\n", moving > named ? ", ..." : "");
}

/* A state's share in a mode in hundredths, as it is printed. */
static long share_of(const struct result *p, size_t mode, size_t state)
{
    return lround(100 * p->modes.participation.a[mode * p->space.states.n + state]);
}

/* The states that take part most; those whose shares are printed alike in their order, whatever the last bits are. */
static void print_participation(FILE *file, const struct result *p, size_t mode)
{
    const size_t n = p->space.states.n;
    size_t last = 0;
    long share_of_last = LONG_MAX;
    for (int k = 0; k < MOST_STATES_NAMED; k++) {
        size_t next = n;
        for (size_t i = 0; i < n; i++) {
            const long share = share_of(p, mode, i);
            const bool is_left = share < share_of_last || (share == share_of_last && i > last);
            if (is_left && (next == n || share > share_of(p, mode, next)))
                next = i;
        }
        if (next == n || share_of(p, mode, next) < LEAST_SHARE_NAMED)
            break;
        last = next;
        share_of_last = share_of(p, mode, next);
        fprintf(file, "%s%s %.2f", k ? ", " : "", PRINTABLE(p->space.states.names[next]), (double)share_of_last / 100);
    }
}

static const char *set_of(const struct result *p)
{
    static const char *const names[] = {
        [COORDINATES_MCS] = "a minimal set of coordinates (MCS)",
        [COORDINATES_RCS] = "the redundant set of coordinates (RCS)",
        [COORDINATES_UCS] = "an unconstrained set of coordinates (UCS)",
    };
    return names[p->constraints.coordinates];
}

/* How often each set has its eigenvalues, and why. */
static void print_constraints(FILE *file, const struct result *p)
{
    const struct result_constraints *c = &p->constraints;
    if (c->coordinates == COORDINATES_MINIMAL)
        return;
    fprintf(file, "  %s: %zu coordinates, constraints of rank %zu\n", set_of(p), c->n_coordinates, c->rank);
    if (c->n_redundant > 0)
        fprintf(file, "  %zu row%s of the constraints depend%s on the others\n", c->n_redundant,
                c->n_redundant == 1 ? "" : "s", c->n_redundant == 1 ? "s" : "");
    if (c->is_singular)
        fputs("  a singular position: rows depend on each other here that do not elsewhere; forces in the loop are not "
              "determined, eigenvalues belong to the smallest ones\n",
              file);
    if (!c->is_equilibrium)
        fputs("  not an equilibrium: eigenvalues depend on the coordinates chosen\n", file);
    if (c->coordinates == COORDINATES_UCS)
        fprintf(file, "  penalty alpha %g, xi %g, omega %g: rows violated by at most %.3g%s\n", c->penalty.alpha,
                c->penalty.xi, c->penalty.omega, c->violation,
                c->is_equilibrium ? " in the equilibrium with the penalties, where it is linearized" : "");
}

/* What rounding makes of infinite eigenvalues that nobody has split off. */
static void print_infinite(FILE *file, const struct result *p)
{
    const struct result_constraints *c = &p->constraints;
    if (c->n_infinite == 0)
        return;
    size_t n_infinite = 0, n_large = 0;
    double smallest = INFINITY, largest = 0;
    for (size_t i = 0; i < p->modes.spectrum.n; i++)
        largest = fmax(largest, cabs(p->modes.spectrum.values[i]));
    for (size_t i = 0; i < c->n_raw; i++) {
        const double size = cabs(c->raw[i]);
        if (!isfinite(size))
            n_infinite++;
        else if (size > 100 * largest) { /* for this line alone */
            n_large++;
            smallest = fmin(smallest, size);
        }
    }
    fprintf(file, "  infinite: %zu, split off by the constraints before QZ\n", c->n_infinite);
    if (!c->raw)
        return;
    if (n_large > 0)
        fprintf(file, "  QZ of the whole pencil, for comparison: %zu infinite, %zu finite ones from %.2g on\n",
                n_infinite, n_large, smallest);
    else
        fprintf(file, "  QZ of the whole pencil, for comparison: %zu infinite\n", n_infinite);
}

/* Without eigenvectors: what each of them is. */
static void print_kinds(FILE *file, const struct result *p)
{
    fprintf(file, "  %24s %24s %12s %9s  %s\n", "eigenvalue, real", "imaginary, 1/s", "frequency, Hz", "damping",
            "kind");
    for (size_t k = 0; k < p->modes.spectrum.n; k++) {
        const double complex value = p->modes.spectrum.values[k];
        const struct mode mode = modes_get(&p->modes, k);
        char imaginary[32] = "";
        if (cimag(value) < 0)
            continue; /* said with its conjugate */
        if (cimag(value) != 0)
            snprintf(imaginary, sizeof imaginary, "+-%.15g", cimag(value));
        const char *kind = eigenvalue_kind_name(result_kind(p, k));
        if (value == 0)
            fprintf(file, "  %24s %24s %12s %9s  %s\n", "0", "", "-", "-", kind);
        else
            fprintf(file, "  %24.15g %24s %12.6g %9.4g  %s\n", creal(value), imaginary,
                    mode.frequency / 6.283185307179586, mode.damping, kind);
    }
}

static void print_modes(FILE *file, const struct result *p)
{
    fprintf(file, "  %24s %24s %12s %9s %13s  %s\n", "eigenvalue, real", "imaginary, 1/s", "frequency, Hz", "damping",
            "time const, s", "states that take part");
    for (size_t k = 0; k < p->modes.spectrum.n; k++) {
        const double complex value = p->modes.spectrum.values[k];
        const struct mode mode = modes_get(&p->modes, k);
        if (cimag(value) < 0)
            continue; /* said with its conjugate */
        char imaginary[32] = "";
        if (cimag(value) != 0)
            snprintf(imaginary, sizeof imaginary, "+-%.15g", cimag(value));
        if (value == 0) { /* shares in one of several zeros depend on rounding: print_neutral() says what they are */
            fprintf(file, "  %24s %24s %12s %9s %13s  below\n", "0", "", "-", "-", "-");
            continue;
        }
        fprintf(file, "  %24.15g %24s %12.6g ", creal(value), imaginary, mode.frequency / 6.283185307179586);
        if (isnan(mode.damping)) /* zero, as far as can be told */
            fprintf(file, "%9s %13s  ", "-", "-");
        else
            fprintf(file, "%9.4g %13.6g  ", mode.damping, mode.time_constant);
        print_participation(file, p, k);
        fputc('\n', file);
    }
}

/* A slow mode is a small difference of the large numbers that a stiff one brings into A. */
static void print_lost_digits(FILE *file, const struct result *p)
{
    if (!result_loses_digits(p))
        return;
    fprintf(file,
            "  digits are lost: one rounding of the elements of A moves the eigenvalue at %.6g Hz by some %.1g of its "
            "size\n",
            cabs(p->modes.spectrum.values[p->modes.worst]) / 6.283185307179586, p->modes.worst_part);
}

static size_t state_count(struct matrix vectors, size_t column)
{
    size_t n = 0;
    for (size_t i = 0; i < vectors.rows; i++)
        n += MATRIX_AT(vectors, i, column) != 0;
    return n;
}

/* Names of the states in a vector, with what their FMUs say about them; their number. */
static size_t print_states(FILE *file, const struct result *p, struct matrix vectors, size_t column)
{
    const size_t count = state_count(vectors, column);
    size_t named = 0;
    for (size_t i = 0; i < vectors.rows && named < MOST_NEUTRAL_NAMED; i++) {
        if (MATRIX_AT(vectors, i, column) == 0)
            continue;
        const char *said = p->descriptions ? p->descriptions[i] : NULL;
        named++;
        fprintf(file, "%s%s%s%s%s",
                named == 1       ? ""
                : named == count ? " and "
                                 : ", ",
                PRINTABLE(p->space.states.names[i]), said ? " (" : "", said ? PRINTABLE(said) : "", said ? ")" : "");
    }
    if (named < count)
        fprintf(file, " and %zu more", count - named);
    return count;
}

/* Why eigenvalues are 0, as far as the matrix tells: what keeps its value, and what has no place of its own. */
static void print_neutral(FILE *file, const struct result *p)
{
    const struct neutral *z = &p->modes.neutral;
    for (size_t k = 0; k < z->kept.columns; k++) {
        fputs(state_count(z->kept, k) == 1 ? "  0: nothing changes " : "  0: nothing changes a sum of ", file);
        if (print_states(file, p, z->kept, k) == 1)
            fputs("; its row of A is zero", file);
        fputc('\n', file);
    }
    for (size_t k = 0; k < z->directions.columns; k++) {
        fputs("  0: nothing brings back a change of ", file);
        fputs(print_states(file, p, z->directions, k) == 1 ? "; its column of A is zero\n" : " together\n", file);
    }
}

static void print_zeros(FILE *file, const struct result *p)
{
    if (p->n_zeros == 0)
        return;
    fputs("  zeros:", file);
    for (size_t k = 0; k < p->n_zeros; k++) {
        fprintf(file, "%s %.9g", k ? "," : "", creal(p->zeros[k]));
        if (cimag(p->zeros[k]) != 0)
            fprintf(file, "%+.9gi", cimag(p->zeros[k]));
    }
    fputc('\n', file);
}

static void print_remarks(FILE *file, const struct result *p)
{
    for (size_t i = 0; i < p->n_remarks; i++)
        fprintf(file, "  a slope was chosen, %s\n", PRINTABLE(p->remarks[i]));
}

void results_print(FILE *file, const struct results *r)
{
    for (size_t i = 0; i < r->n; i++) {
        print_head(file, r, &r->list[i]);
        print_rest(file, &r->list[i]);
        print_remarks(file, &r->list[i]);
        print_constraints(file, &r->list[i]);
        if (!result_has_vectors(&r->list[i]) && r->list[i].constraints.values)
            print_kinds(file, &r->list[i]);
        else
            print_modes(file, &r->list[i]);
        print_lost_digits(file, &r->list[i]);
        print_infinite(file, &r->list[i]);
        print_neutral(file, &r->list[i]);
        print_zeros(file, &r->list[i]);
    }
}
