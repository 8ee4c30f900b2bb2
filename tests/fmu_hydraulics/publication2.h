/* Publication II's friction parameters (its Table 2; sigma0 and sigma1 with the roots that the table prints). */
#ifndef PASO_TEST_PUBLICATION2_H
#define PASO_TEST_PUBLICATION2_H

#include "piston/friction.h"

static inline struct friction publication2_friction(enum friction_law law)
{
    return (struct friction){.law = law,
                             .F_c = 210,
                             .F_s = 830,
                             .v_s = 0.0125,
                             .xi = 50,
                             .sigma0 = 7348469.22834953429, /* sqrt(54) 1e6 */
                             .sigma1 = 31622.7766016837933, /* sqrt(10) 1e4 */
                             .sigma2 = 330,
                             .n = 0.5,
                             .v_b = 0.7,
                             .tau_hp = 0.25,
                             .tau_hn = 1.5,
                             .tau_h0 = 40};
}

#endif
