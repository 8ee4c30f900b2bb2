/* The exact solution of the LIM manipulator for the tests, solved once while they are built: the actuator's length every 0.1 ms from 0 to
 * 10 s of manoeuvres 1 and 2, as doubles of this machine.
 *   lim_series FILE */
#include "tests/oracle/lim_series.h"

#include "tests/oracle/lim_oracle.h"

#include <stdio.h>
#include <stdlib.h>

static bool write_series(FILE *file, int manoeuvre)
{
    enum { WIDTH = 6 };
    double *rows = malloc((LIM_SERIES_SAMPLES + 1) * WIDTH * sizeof *rows);
    if (!rows)
        return false;
    struct oracle_parameters p = oracle_default();
    p.manoeuvre = manoeuvre;
    oracle_solve(&p, 5e-5L, 1e-4, 10, rows);
    bool good = true;
    for (size_t k = 0; k <= LIM_SERIES_SAMPLES && good; k++) {
        const double s = (double)oracle_length(&p, rows[k * WIDTH]);
        good = fwrite(&s, sizeof s, 1, file) == 1;
    }
    free(rows);
    return good;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
    if (!file)
        return 2;
    const bool good = write_series(file, 1) && write_series(file, 2);
    return fclose(file) == 0 && good ? 0 : 1;
}
