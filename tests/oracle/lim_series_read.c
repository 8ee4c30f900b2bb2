#include "tests/oracle/lim_series.h"

#include <stdio.h>

const double *lim_series(int manoeuvre)
{
    static double s[2][LIM_SERIES_SAMPLES + 1];
    static bool there;
    FILE *file = there ? NULL : fopen(BUILD_DIR "/tests/lim-series.bin", "rb");
    if (file) {
        there = fread(s, sizeof s, 1, file) == 1;
        fclose(file);
    }
    return there ? s[manoeuvre - 1] : NULL;
}
