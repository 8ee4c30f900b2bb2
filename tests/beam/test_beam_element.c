/* Beam elements, put together to whole beams, against the closed solutions of Euler-Bernoulli beams. Their numbers are computed here from
 * their characteristic equations. */
#include "tests/testing.h"

#include "beam/beam_element.h"
#include "linearize/lapack.h"

#include <string.h>

/* A box of steel, 3 m: two different bending stiffnesses, and a torsion constant that is not I_y + I_z. */
static const struct beam_section box = {.youngs_modulus = 210e9,
                                        .shear_modulus = 80e9,
                                        .density = 7850,
                                        .area = 4.0e-3,
                                        .inertia_y = 3.0e-6,
                                        .inertia_z = 8.0e-6,
                                        .torsion_constant = 7.0e-6};
static const double length = 3;

enum { MOST_ELEMENTS = 32, MOST = (MOST_ELEMENTS + 1) * SPATIAL_FREEDOMS };

struct assembly {
    int n;
    double *k, *m; /* by columns, MOST each */
};

static struct assembly assembly_make(int nodes, int freedoms)
{
    struct assembly a = {.n = nodes * freedoms};
    a.k = calloc((size_t)MOST * MOST, sizeof *a.k);
    a.m = calloc((size_t)MOST * MOST, sizeof *a.m);
    return a;
}

static void assembly_free(struct assembly *a)
{
    free(a->k);
    free(a->m);
}

static void assembly_add(struct assembly *a, int element, int freedoms, const double *k, const double *m)
{
    for (int i = 0; i < 2 * freedoms; i++)
        for (int j = 0; j < 2 * freedoms; j++) {
            const int at = (element * freedoms + j) * MOST + element * freedoms + i;
            a->k[at] += k[i * 2 * freedoms + j];
            a->m[at] += m[i * 2 * freedoms + j];
        }
}

static struct assembly spatial_beam(int elements)
{
    struct assembly a = assembly_make(elements + 1, SPATIAL_FREEDOMS);
    double k[SPATIAL_ELEMENT][SPATIAL_ELEMENT], m[SPATIAL_ELEMENT][SPATIAL_ELEMENT];
    beam_spatial(&box, length / elements, k, m);
    for (int e = 0; e < elements; e++)
        assembly_add(&a, e, SPATIAL_FREEDOMS, *k, *m);
    return a;
}

static struct assembly planar_beam(int elements)
{
    struct assembly a = assembly_make(elements + 1, PLANAR_FREEDOMS);
    double k[PLANAR_ELEMENT][PLANAR_ELEMENT], m[PLANAR_ELEMENT][PLANAR_ELEMENT];
    beam_planar(&box, length / elements, k, m);
    for (int e = 0; e < elements; e++)
        assembly_add(&a, e, PLANAR_FREEDOMS, *k, *m);
    return a;
}

/* Eigenvalues of K x = lambda M x without the first `held` freedoms, in rising order: M = L L^T, then those of L^-1 K L^-T. */
static void eigenvalues(struct assembly *a, int held, double *values)
{
    const int n = a->n - held;
    double *k = a->k + held * MOST + held, *m = a->m + held * MOST + held;
    assert_int_equal(lapack()->dpotrf(LAPACK_COL_MAJOR, 'L', n, m, MOST), 0);
    lapack()->dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, n, 1, m, MOST, k, MOST);
    lapack()->dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 1, m, MOST, k, MOST);
    assert_int_equal(lapack()->dsyev(LAPACK_COL_MAJOR, 'N', 'L', n, k, MOST, values), 0);
}

/* ---- closed solutions ---- */

enum support { CANTILEVER, FREE };

static double characteristic(enum support support, double x)
{
    return cos(x) + (support == FREE ? -1 : 1) / cosh(x); /* cos cosh = 1, or -1 */
}

/* beta L of the i-th bending mode, i = 1, ..., by bisection around its asymptote. */
static double bending_root(enum support support, int i)
{
    const double middle = (support == FREE ? i + 0.5 : i - 0.5) * M_PI;
    double low = middle - 0.8, high = middle + 0.8;
    const double sign = characteristic(support, low);
    for (int pass = 0; pass < 60; pass++) {
        const double x = (low + high) / 2;
        if (characteristic(support, x) * sign > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

static double bending_frequency(double inertia, double root)
{
    const double beta = root / length;
    return beta * beta * sqrt(box.youngs_modulus * inertia / (box.density * box.area));
}

/* Stretch waves have the speed sqrt(E/rho); twist sqrt(G J/(rho I_p)). */
static double wave_number(enum support support, int i)
{
    return (support == FREE ? i : i - 0.5) * M_PI / length;
}
static double stretch_speed(void)
{
    return sqrt(box.youngs_modulus / box.density);
}
static double twist_speed(void)
{
    return sqrt(box.shear_modulus * box.torsion_constant / (box.density * (box.inertia_y + box.inertia_z)));
}

static double nearest(const double *values, int n, double frequency)
{
    double best = INFINITY;
    for (int i = 0; i < n; i++)
        if (fabs(sqrt(fmax(values[i], 0)) - frequency) < fabs(best - frequency))
            best = sqrt(fmax(values[i], 0));
    return best;
}

/* Frequencies come from above. Of cubic polynomials they are too large by (beta h)^4/1440, of linear ones by (k h)^2/24, up to higher
 * powers of h: both follow from a wave in an endless row of elements. The error that is there, over that figure, must be 1 up to the
 * next power. Families lie close to each other: the one that is meant is sought where it should be. */
static void bending_errs_as_it_should(const double *values, int n, double exact, double beta_h)
{
    const double error = pow(beta_h, 4) / 1440, found = nearest(values, n, exact * (1 + error));
    assert_near((found / exact - 1) / error, 1, 0.2 * beta_h * beta_h + 0.02);
}
static void bar_errs_as_it_should(const double *values, int n, double exact, double k_h)
{
    const double error = k_h * k_h / 24, found = nearest(values, n, exact * (1 + error));
    assert_near((found / exact - 1) / error, 1, 0.2 * k_h * k_h);
}

static void all_families_converge(enum support support)
{
    const int held = support == FREE ? 0 : SPATIAL_FREEDOMS, rigid = support == FREE ? 6 : 0;
    double values[MOST];
    for (int elements = 8; elements <= 16; elements *= 2) {
        const double h = length / elements;
        struct assembly a = spatial_beam(elements);
        const int n = a.n - held;
        eigenvalues(&a, held, values);
        /* Bodies that move as a whole: six zeros beside the first true value. */
        for (int i = 0; i < rigid; i++)
            assert_near(values[i] / values[rigid], 0, 1e-8);
        for (int i = 1; i <= 3; i++) {
            const double root = bending_root(support, i);
            const double in_xy = bending_frequency(box.inertia_z, root), in_xz = bending_frequency(box.inertia_y, root);
            bending_errs_as_it_should(values, n, in_xy, root / elements);
            bending_errs_as_it_should(values, n, in_xz, root / elements);
        }
        for (int i = 1; i <= 2; i++) {
            const double k = wave_number(support, i);
            bar_errs_as_it_should(values, n, k * stretch_speed(), k * h);
            bar_errs_as_it_should(values, n, k * twist_speed(), k * h);
        }
        assembly_free(&a);
    }
}

static void a_cantilever_converges_with_the_fourth_power_in_bending_and_the_second_in_stretch_and_twist(void **state)
{
    (void)state;
    all_families_converge(CANTILEVER);
}

static void a_free_beam_converges_in_the_same_way_and_has_six_zeros(void **state)
{
    (void)state;
    all_families_converge(FREE);
}

/* The lowest eigenvalues of the plane are those in space that bend in x, y or stretch. */
static void the_plane_has_the_frequencies_of_its_bending_and_stretch(void **state)
{
    (void)state;
    double values[MOST];
    struct assembly a = planar_beam(16);
    eigenvalues(&a, PLANAR_FREEDOMS, values);
    for (int i = 1; i <= 3; i++) {
        const double root = bending_root(CANTILEVER, i), exact = bending_frequency(box.inertia_z, root);
        bending_errs_as_it_should(values + i - 1, 1, exact, root / 16);
    }
    const double k = wave_number(CANTILEVER, 1);
    bar_errs_as_it_should(values, a.n - PLANAR_FREEDOMS, k * stretch_speed(), k * length / 16);
    assembly_free(&a);
}

/* ---- at rest ---- */

/* K x = f without the first freedoms. */
static void settle(struct assembly *a, int held, double *f)
{
    const int n = a->n - held;
    double *k = a->k + held * MOST + held;
    assert_int_equal(lapack()->dpotrf(LAPACK_COL_MAJOR, 'L', n, k, MOST), 0);
    lapack()->dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, 1, 1, k, MOST, f, MOST);
    lapack()->dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, n, 1, 1, k, MOST, f, MOST);
}

/* Cubic polynomials contain the solution for forces at nodes: F L^3/(3 EI) and so on, exact for any number of elements. */
static void a_cantilever_with_a_load_at_its_tip_takes_the_closed_form(void **state)
{
    (void)state;
    const double L = length, F[] = {1000, 200, -300, 40, 50, -60};
    const double E = box.youngs_modulus, A = box.area, Iy = box.inertia_y, Iz = box.inertia_z;
    const double GJ = box.shear_modulus * box.torsion_constant;
    for (int elements = 1; elements <= 8; elements *= 2) {
        struct assembly a = spatial_beam(elements);
        double x[MOST] = {0};
        const int tip = a.n - 2 * SPATIAL_FREEDOMS;
        memcpy(x + tip, F, sizeof F);
        settle(&a, SPATIAL_FREEDOMS, x);
        const double expected[] = {F[0] * L / (E * A),
                                   F[1] * L * L * L / (3 * E * Iz) + F[5] * L * L / (2 * E * Iz),
                                   F[2] * L * L * L / (3 * E * Iy) - F[4] * L * L / (2 * E * Iy),
                                   F[3] * L / GJ,
                                   -F[2] * L * L / (2 * E * Iy) + F[4] * L / (E * Iy),
                                   F[1] * L * L / (2 * E * Iz) + F[5] * L / (E * Iz)};
        for (int i = 0; i < SPATIAL_FREEDOMS; i++)
            assert_near(x[tip + i] / expected[i], 1, 1e-10);
        assembly_free(&a);
    }
}

/* q L^4/(8 EI) and q L^3/(6 EI) at the nodes, since the load is consistent. */
static void a_cantilever_under_its_weight_takes_the_closed_form(void **state)
{
    (void)state;
    enum { ELEMENTS = 4 };
    const double L = length, h = L / ELEMENTS, q = -300, EI = box.youngs_modulus * box.inertia_z;
    struct assembly a = planar_beam(ELEMENTS);
    double x[MOST] = {0}, load[4];
    bending_load(q, h, load);
    for (int e = 0; e < ELEMENTS; e++)
        for (int i = 0; i < 4; i++) {
            const int freedom = (e + i / 2) * PLANAR_FREEDOMS + 1 + i % 2 - PLANAR_FREEDOMS;
            if (freedom >= 0)
                x[freedom] += load[i];
        }
    settle(&a, PLANAR_FREEDOMS, x);
    const int tip = (ELEMENTS - 1) * PLANAR_FREEDOMS;
    assert_near(x[tip + 1] * 8 * EI / (q * pow(L, 4)), 1, 1e-12);
    assert_near(x[tip + 2] * 6 * EI / (q * pow(L, 3)), 1, 1e-12);
    assembly_free(&a);
}

/* ---- tension ---- */

/* The smallest load factor p at which K + p K_N is singular, for bending alone: 1/p is the largest eigenvalue of L^-1 (-K_N) L^-T with
 * K = L L^T. `tension` at node 1 and at node 2 of element e of n. */
static double buckling_load(int elements, double (*tension)(double x))
{
    struct assembly a = assembly_make(elements + 1, 2);
    const double h = length / elements;
    double k[4][4], geometric[4][4], values[MOST];
    for (int e = 0; e < elements; e++) {
        bending_stiffness(box.youngs_modulus * box.inertia_z, h, k);
        bending_tension(-tension(e * h), -tension((e + 1) * h), h, geometric);
        assembly_add(&a, e, 2, *geometric, *k); /* the stiffness stands where eigenvalues() has the mass */
    }
    eigenvalues(&a, 2, values);
    const double load = 1 / values[a.n - 3];
    assembly_free(&a);
    return load;
}

static double force_at_the_tip(double x)
{
    (void)x;
    return -1;
}
static double own_weight(double x)
{
    return -(length - x);
}

/* Euler: pi^2 EI/(4 L^2). Greenhill: q L^3/EI is 9/4 of the square of the first root of the Bessel function J_{-1/3}, 1.86635086, thus
 * 7.837347438943. Both from above, with the fourth power of h. */
static void columns_buckle_under_the_loads_of_euler_and_greenhill(void **state)
{
    (void)state;
    const double L = length, EI = box.youngs_modulus * box.inertia_z;
    const double euler = M_PI * M_PI * EI / (4 * L * L), greenhill = 7.837347438943 * EI / (L * L * L);
    double euler_error[2], greenhill_error[2];
    for (int i = 0; i < 2; i++) {
        euler_error[i] = buckling_load(4 << i, force_at_the_tip) / euler - 1;
        greenhill_error[i] = buckling_load(4 << i, own_weight) / greenhill - 1;
    }
    assert_near(log2(euler_error[0] / euler_error[1]), 4, 0.1);
    assert_near(log2(greenhill_error[0] / greenhill_error[1]), 4, 0.2);
    assert_near(buckling_load(32, force_at_the_tip) / euler, 1, 1e-7);
    assert_near(buckling_load(32, own_weight) / greenhill, 1, 1e-7);
}

/* Tables: I = pi r^4/4, J = pi r^4/2, G = E/(2 (1 + nu)). */
static void a_circular_section_has_its_constants(void **state)
{
    (void)state;
    const struct beam_section s = beam_section_circular(0.15, 1e8, 0.25, 1500);
    assert_near(s.area, 0.0706858347057703, 1e-16);
    assert_near(s.inertia_y, 3.97607820219958e-4, 1e-18);
    assert_near(s.inertia_z, s.inertia_y, 0);
    assert_near(s.torsion_constant, 7.95215640439916e-4, 1e-18);
    assert_near(s.shear_modulus, 4e7, 1e-8);
    assert_near(s.density, 1500, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cantilever_converges_with_the_fourth_power_in_bending_and_the_second_in_stretch_and_twist),
        cmocka_unit_test(a_free_beam_converges_in_the_same_way_and_has_six_zeros),
        cmocka_unit_test(the_plane_has_the_frequencies_of_its_bending_and_stretch),
        cmocka_unit_test(a_cantilever_with_a_load_at_its_tip_takes_the_closed_form),
        cmocka_unit_test(a_cantilever_under_its_weight_takes_the_closed_form),
        cmocka_unit_test(columns_buckle_under_the_loads_of_euler_and_greenhill),
        cmocka_unit_test(a_circular_section_has_its_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
