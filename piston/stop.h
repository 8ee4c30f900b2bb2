/* An end stop: at the depth d > 0 it pushes back with f(d) (1 + damping d'), and never pulls. f is k d; with an onset o it begins
 * smoothly, k d^2/(2 o) up to d = o and k (d - o/2) beyond. SI units, angles in rad. */
#ifndef PASO_STOP_H
#define PASO_STOP_H

#include "numerics/model.h"

struct stop {
    double stiffness; /* k, N/m or N.m/rad */
    double damping;   /* s/m or s/rad */
    double onset;     /* m or rad; 0: none */
};

bool stop_check(const struct stop *stop, struct model_report *report);

double stop_force_real(const struct stop *stop, double depth, double rate);
double complex stop_force_complex(const struct stop *stop, double complex depth, double complex rate);
/* What is stored in it, without its damping. */
double stop_energy_real(const struct stop *stop, double depth);
double complex stop_energy_complex(const struct stop *stop, double complex depth);

#endif
