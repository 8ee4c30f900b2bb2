#include "beam/beam_element.h"

#include <math.h>
#include <string.h>

struct beam_section beam_section_circular(double radius, double youngs_modulus, double poissons_ratio, double density)
{
    const double pi = acos(-1), square = radius * radius, inertia = pi * square * square / 4;
    return (struct beam_section){.youngs_modulus = youngs_modulus,
                                 .shear_modulus = youngs_modulus / (2 * (1 + poissons_ratio)),
                                 .density = density,
                                 .area = pi * square,
                                 .inertia_y = inertia,
                                 .inertia_z = inertia,
                                 .torsion_constant = 2 * inertia};
}

/* ---- the parts ---- */

void bar_stiffness(double stiffness, double h, double k[2][2])
{
    k[0][0] = k[1][1] = stiffness / h;
    k[0][1] = k[1][0] = -stiffness / h;
}

void bar_mass(double mass_per_length, double h, double m[2][2])
{
    m[0][0] = m[1][1] = mass_per_length * h / 3;
    m[0][1] = m[1][0] = mass_per_length * h / 6;
}

/* Whole numbers times one factor, with lengths h where a rotation is the freedom: what must cancel does. */
static void by_pattern(const double pattern[4][4], double factor, double h, double matrix[4][4])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            matrix[i][j] = factor * pattern[i][j] * (i % 2 ? h : 1) * (j % 2 ? h : 1);
}

void bending_stiffness(double stiffness, double h, double k[4][4])
{
    static const double pattern[4][4] = {{12, 6, -12, 6}, {6, 4, -6, 2}, {-12, -6, 12, -6}, {6, 2, -6, 4}};
    by_pattern(pattern, stiffness / (h * h * h), h, k);
}

void bending_mass(double mass_per_length, double h, double m[4][4])
{
    static const double pattern[4][4] = {{156, 22, 54, -13}, {22, 4, 13, -3}, {54, 13, 156, -22}, {-13, -3, -22, 4}};
    by_pattern(pattern, mass_per_length * h / 420, h, m);
}

/* Integrals of N v' v' over the element: of its mean value, and of what it gains from the middle to node 2. */
void bending_tension(double tension_1, double tension_2, double h, double k[4][4])
{
    static const double mean[4][4] = {{36, 3, -36, 3}, {3, 4, -3, -1}, {-36, -3, 36, -3}, {3, -1, -3, 4}};
    static const double gain[4][4] = {{0, 3, 0, -3}, {3, -2, -3, 0}, {0, -3, 0, 3}, {-3, 0, 3, 2}};
    double slope[4][4];
    by_pattern(mean, (tension_1 + tension_2) / (60 * h), h, k);
    by_pattern(gain, (tension_2 - tension_1) / (60 * h), h, slope);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            k[i][j] += slope[i][j];
}

void bending_load(double load_per_length, double h, double f[4])
{
    f[0] = f[2] = load_per_length * h / 2;
    f[1] = load_per_length * h * h / 12;
    f[3] = -f[1];
}

/* ---- put together ---- */

/* Adds a part to a matrix of n freedoms: the part's freedom i is freedom at[i], taken with sign[i]. */
static void add_part(int size, const double *part, const int *at, const double *sign, int n, double *matrix)
{
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            matrix[at[i] * n + at[j]] += sign[i] * sign[j] * part[i * size + j];
}

static const double plus[4] = {1, 1, 1, 1};

static void add_bar(double stiffness, double mass, double h, const int at[2], int n, double *k, double *m)
{
    double part[2][2];
    bar_stiffness(stiffness, h, part);
    add_part(2, *part, at, plus, n, k);
    bar_mass(mass, h, part);
    add_part(2, *part, at, plus, n, m);
}

static void add_bending(double stiffness, double mass, double h, const int at[4], const double sign[4], int n,
                        double *k, double *m)
{
    double part[4][4];
    bending_stiffness(stiffness, h, part);
    add_part(4, *part, at, sign, n, k);
    bending_mass(mass, h, part);
    add_part(4, *part, at, sign, n, m);
}

void beam_planar(const struct beam_section *s, double h, double k[PLANAR_ELEMENT][PLANAR_ELEMENT],
                 double m[PLANAR_ELEMENT][PLANAR_ELEMENT])
{
    static const int stretch[] = {0, 3}, bending[] = {1, 2, 4, 5};
    const double E = s->youngs_modulus, mass = s->density * s->area;
    memset(k, 0, sizeof(double[PLANAR_ELEMENT][PLANAR_ELEMENT]));
    memset(m, 0, sizeof(double[PLANAR_ELEMENT][PLANAR_ELEMENT]));
    add_bar(E * s->area, mass, h, stretch, PLANAR_ELEMENT, *k, *m);
    add_bending(E * s->inertia_z, mass, h, bending, plus, PLANAR_ELEMENT, *k, *m);
}

void beam_spatial(const struct beam_section *s, double h, double k[SPATIAL_ELEMENT][SPATIAL_ELEMENT],
                  double m[SPATIAL_ELEMENT][SPATIAL_ELEMENT])
{
    static const int stretch[] = {0, 6}, twist[] = {3, 9}, in_xy[] = {1, 5, 7, 11}, in_xz[] = {2, 4, 8, 10};
    static const double downwards[] = {1, -1, 1, -1}; /* phi_y = -dw/dx */
    const double E = s->youngs_modulus, mass = s->density * s->area;
    memset(k, 0, sizeof(double[SPATIAL_ELEMENT][SPATIAL_ELEMENT]));
    memset(m, 0, sizeof(double[SPATIAL_ELEMENT][SPATIAL_ELEMENT]));
    add_bar(E * s->area, mass, h, stretch, SPATIAL_ELEMENT, *k, *m);
    add_bar(s->shear_modulus * s->torsion_constant, s->density * (s->inertia_y + s->inertia_z), h, twist,
            SPATIAL_ELEMENT, *k, *m);
    add_bending(E * s->inertia_z, mass, h, in_xy, plus, SPATIAL_ELEMENT, *k, *m);
    add_bending(E * s->inertia_y, mass, h, in_xz, downwards, SPATIAL_ELEMENT, *k, *m);
}
