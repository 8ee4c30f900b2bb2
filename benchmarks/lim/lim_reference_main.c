/* Writes the converged solution of a manoeuvre as a result file, to compare runs of the system with.
 *
 * usage: lim_reference MANOEUVRE FILE.csv */
#include "benchmarks/lim/lim_converged.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const int manoeuvre = argc == 3 ? (int)strtol(argv[1], NULL, 10) : 0;
    if (manoeuvre != 1 && manoeuvre != 2) {
        fputs("usage: lim_reference 1|2 FILE.csv\n", stderr);
        return 2;
    }
    const struct lim_state *states = lim_converged(manoeuvre);
    FILE *file = states ? fopen(argv[2], "w") : NULL;
    if (!file) {
        perror(argv[2]);
        return 1;
    }
    fputs("time,multibody.theta1,multibody.theta2,multibody.dtheta1,multibody.dtheta2,multibody.s,multibody.ds,"
          "hydraulics.p1,hydraulics.p2,hydraulics.f_h\n",
          file);
    for (long k = 0; k <= LIM_MILLISECONDS; k++) {
        const struct lim_state *z = &states[k];
        fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", (double)k / 1000, z->theta1,
                z->theta2, z->dtheta1, z->dtheta2, z->s, z->ds, z->p1, z->p2, z->f_h);
    }
    const int failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        perror(argv[2]);
        remove(argv[2]);
        return 1;
    }
    return 0;
}
