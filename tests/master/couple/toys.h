/* Small coupled systems for tests, made of the FMUs of build/tests/fmus. */
#ifndef PASO_TOYS_H
#define PASO_TOYS_H

#include "tests/master/couple/coupled_run.h"
#include "tests/master/system/world.h"

#define TOY(name, fmu)    COMPONENT(name, BUILD_DIR "/tests/fmus/" fmu)
#define TOYS(list, links) SSD(ELEMENTS(list) CONNECTIONS(links))

/* The description becomes a file of the world, and is opened. */
struct coupled toy_open(const char *description);

/* x' = -k x + u over H with u held: what the FMU `decay` does. */
static inline double decayed(double x, double k, double u, double H)
{
    return u / k + (x - u / k) * exp(-k * H);
}

#endif
