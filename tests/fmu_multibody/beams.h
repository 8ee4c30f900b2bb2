/* Texts of mechanism files whose bodies bend, for the tests of such files. */
#ifndef PASO_TEST_BEAMS_H
#define PASO_TEST_BEAMS_H

/* A rod of Gonzalez et al. 2017, and steel of a box girder. */
#define ROD(elements, more)                                                                                            \
    "{\"flexible\": {\"length\": 4, \"elements\": " elements ", \"freedoms\": \"plane\", \"youngs_modulus\": 1e8, "    \
    "\"density\": 1500, \"area\": \"pi*0.15^2\", \"inertia_z\": \"pi*0.15^4/4\"" more "}}"
#define BOX(elements, more)                                                                                            \
    "{\"flexible\": {\"length\": 3, \"elements\": " elements ", \"youngs_modulus\": 210e9, \"shear_modulus\": 80e9, "  \
    "\"density\": 7850, \"area\": 4e-3, \"inertia_y\": 3e-6, \"inertia_z\": 8e-6, \"torsion_constant\": 7e-6" more     \
    "}}"
#define MECHANISM(gravity, bodies, joints, more)                                                                       \
    "{\"type\": \"mechanism\", \"name\": \"Beams\", \"gravity\": " gravity ", \"bodies\": {" bodies                    \
    "}, \"joints\": {" joints "}" more "}"
#define DOWN "[0, -9.81, 0]"
#define CANTILEVER(gravity, elements, more, elsewhere)                                                                 \
    MECHANISM(gravity, "\"beam\": " BOX(elements, more),                                                               \
              "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"beam\", \"reaction\": "            \
              "\"ground\"}",                                                                                           \
              elsewhere)

#endif
