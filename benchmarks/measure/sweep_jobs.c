/* What a second process saves, and what the sweep itself costs: 200 runs of manoeuvre M1 with macro steps of at most 0.05 ms,
 * once with one process at a time and once with two. */
#include "master/base/seconds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char table[] = BUILD_DIR "/benchmarks/sweep_jobs.csv";
static const char store[] = BUILD_DIR "/benchmarks/sweep_jobs.db";

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Of all processes that have been waited for, and of those that they have waited for. */
static double cpu_of_children(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/* The column cpu_s of the table, summed up. */
static double cpu_of_runs(void)
{
    FILE *file = fopen(table, "r");
    char line[4096];
    double sum = 0;
    int column = -1;
    while (file && fgets(line, sizeof line, file)) {
        char *rest = line, *field;
        for (int i = 0; (field = strsep(&rest, ",")); i++) {
            if (column < 0 && strcmp(field, "cpu_s") == 0)
                column = i;
            else if (i == column)
                sum += strtod(field, NULL);
        }
    }
    if (file)
        fclose(file);
    return sum;
}

static int sweep(const char *jobs, double *wall, double *share)
{
    const double begin = clock_seconds(CLOCK_MONOTONIC), cpu_before = cpu_of_children();
    const pid_t child = fork();
    if (child == 0) {
        execl(BUILD_DIR "/paso", "paso", "sweep", BUILD_DIR "/systems/lim-manipulator.ssp", "--set",
              "hydraulics.manoeuvre=1", "--macro-step", "0.025ms:0.05ms:200", "--reference",
              BUILD_DIR "/reference/lim-M1.csv", "--record", "multibody.s", "--again", "--quiet", "--jobs", jobs,
              "--output", table, "--store", store, (char *)NULL);
        _exit(127);
    }
    int status = 1;
    waitpid(child, &status, 0);
    const double cpu = cpu_of_children() - cpu_before;
    *wall = clock_seconds(CLOCK_MONOTONIC) - begin;
    *share = (cpu - cpu_of_runs()) / cpu;
    printf("%s job%s: %.2f s, CPU %.2f s, of which the sweep itself %.2f %%\n", jobs, *jobs == '1' ? "" : "s", *wall,
           cpu, 100 * *share);
    fflush(stdout);
    return status;
}

int main(void)
{
    double one, two, share_one, share_two;
    if (sweep("1", &one, &share_one) != 0 || sweep("2", &two, &share_two) != 0)
        return 1;
    printf("two jobs take %.3f of the time of one (at most 0.6 on two free cores); own share at most 5 %%: %s\n",
           two / one, share_one < 0.05 && share_two < 0.05 ? "yes" : "no");
    return 0;
}
