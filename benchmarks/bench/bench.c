#include "benchmarks/bench/bench.h"
#include "benchmarks/bench/bench_messages.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

BENCH_MESSAGES(MESSAGE_DEFINE)

static bool matches(const char *patterns, const char *text)
{
    char pattern[256];
    for (const char *at = patterns; *at;) {
        const size_t length = strcspn(at, ",");
        if (length < sizeof pattern) {
            memcpy(pattern, at, length);
            pattern[length] = '\0';
            if (fnmatch(pattern, text, 0) == 0)
                return true;
        }
        at += length + (at[length] == ',');
    }
    return false;
}

bool bench_wants(const struct bench *bench, const char *row)
{
    char path[256];
    if (!bench->only)
        return true;
    snprintf(path, sizeof path, "%s/%s", bench->running, row);
    return matches(bench->only, bench->running) || matches(bench->only, path) || matches(bench->only, row);
}

void bench_progress(const struct bench *bench, const char *format, ...)
{
    if (!bench->show_progress)
        return;
    fprintf(stderr, "\r%s: ", bench->running);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputs("\x1b[K", stderr);
    fflush(stderr);
}
