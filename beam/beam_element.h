/* Straight beam elements of two nodes after Euler and Bernoulli: sections stay plane and normal to the centre line, so that cubic
 * polynomials bend and linear ones stretch and twist. Matrices are consistent: the same polynomials carry mass, load and tension. No
 * rotary inertia of the section in bending.
 *
 * First the parts, each with the freedoms of its own; then they are put together for the plane and for space. All matrices are
 * symmetric and act on node 1, then node 2. */
#ifndef PASO_BEAM_ELEMENT_H
#define PASO_BEAM_ELEMENT_H

/* A prismatic beam: x along its centre line, y and z principal axes of the section. */
struct beam_section {
    double youngs_modulus;   /* E, Pa */
    double shear_modulus;    /* G, Pa; of no use in the plane */
    double density;          /* rho, kg/m3 */
    double area;             /* A, m2 */
    double inertia_y;        /* I_y, m4: bending in the plane x, z; of no use in the plane */
    double inertia_z;        /* I_z, m4: bending in the plane x, y */
    double torsion_constant; /* J, m4: twist; I_y + I_z for a circle or a ring; of no use in the plane */
};

struct beam_section beam_section_circular(double radius, double youngs_modulus, double poissons_ratio, double density);

/* Stretch or twist of an element of length h, (u_1, u_2): stiffness EA or GJ in N or N m2, mass rho A or rho (I_y + I_z) per length. */
void bar_stiffness(double stiffness, double h, double k[2][2]);
void bar_mass(double mass_per_length, double h, double m[2][2]);

/* Bending of an element of length h, (v_1, phi_1, v_2, phi_2) with phi = dv/dx: stiffness EI in N m2. */
void bending_stiffness(double stiffness, double h, double k[4][4]);
void bending_mass(double mass_per_length, double h, double m[4][4]);
/* Geometric stiffness of a tension in N that goes from one value to the other along the element; compression is negative. */
void bending_tension(double tension_1, double tension_2, double h, double k[4][4]);
/* A transverse load in N/m, the same all along the element, as forces and moments at the nodes. */
void bending_load(double load_per_length, double h, double f[4]);

/* In the plane: (u, v, phi_z) of node 1, then of node 2. */
enum { PLANAR_FREEDOMS = 3, PLANAR_ELEMENT = 2 * PLANAR_FREEDOMS };
void beam_planar(const struct beam_section *s, double h, double k[PLANAR_ELEMENT][PLANAR_ELEMENT],
                 double m[PLANAR_ELEMENT][PLANAR_ELEMENT]);

/* In space: (u, v, w, phi_x, phi_y, phi_z) of node 1, then of node 2. */
enum { SPATIAL_FREEDOMS = 6, SPATIAL_ELEMENT = 2 * SPATIAL_FREEDOMS };
void beam_spatial(const struct beam_section *s, double h, double k[SPATIAL_ELEMENT][SPATIAL_ELEMENT],
                  double m[SPATIAL_ELEMENT][SPATIAL_ELEMENT]);

#endif
