#include "report.h"

bool report_write(const char *path, const struct bench_outcome *outcomes, size_t n, bool quick, struct error *error)
{
    (void)outcomes, (void)n, (void)quick;
    return bench_write(path, "<!doctype html>\n", 16, error);
}
