/* What a process for each FMU costs: oscillators with next to nothing to do in a step, in the program's own process and isolated,
 * interleaved in one run, medians, per component and macro step. CPU time is that of the program and all of its processes; on a machine
 * that has nothing else to do it is the time by the clock as well, where everybody shares one core.
 *   isolation [REPETITIONS] */
#include "master/couple/run.h"
#include "master/base/seconds.h"
#include "master/base/numbers.h"

#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_REPETITIONS = 101, WAYS = 3 };

/* Nanoseconds on a processor, of all processes that this one has started and that still live. */
static double cpu_of_children(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *list = fopen(path, "r");
    double sum = 0;
    long pid;
    while (list && fscanf(list, "%ld", &pid) == 1) {
        snprintf(path, sizeof path, "/proc/%ld/schedstat", pid);
        FILE *file = fopen(path, "r");
        double used = 0;
        if (file && fscanf(file, "%lf", &used) == 1)
            sum += used;
        if (file)
            fclose(file);
    }
    if (list)
        fclose(list);
    return 1e-9 * sum;
}

struct cost {
    double cpu, wall; /* us */
};

/* Each way steps in turn: one piece of time after the other, so that what disturbs one disturbs all. */
static bool measure(const char *path, long steps, int repetitions, int n_ways, struct cost costs[WAYS],
                    struct error *error)
{
    static double cpu[WAYS][MOST_REPETITIONS], wall[WAYS][MOST_REPETITIONS];
    struct system *systems[WAYS] = {NULL};
    struct run *runs[WAYS] = {NULL};
    bool ok = true;
    for (int way = 0; way < n_ways && ok; way++) {
        struct system_options how = system_options_default();
        how.isolate = way ? "all" : NULL;
        struct run_options options = run_options_default();
        options.isolate = how.isolate;
        options.threads = way == 2 ? 2 : 1;
        options.macro_step = 1e-3;
        options.has_stop_time = true;
        options.stop_time = 1e-3 * (double)steps * (repetitions + 2);
        systems[way] = system_open(path, &how, error);
        runs[way] = systems[way] ? run_open(systems[way], &options, error) : NULL;
        ok = runs[way] && run_initialize(runs[way], error) && run_advance(runs[way], 1e-3 * (double)steps, error);
    }
    for (int i = 0; i < repetitions && ok; i++)
        for (int way = 0; way < n_ways && ok; way++) {
            const double others = cpu_of_children(), own = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
            const double begin = clock_seconds(CLOCK_MONOTONIC);
            ok = run_advance(runs[way], 1e-3 * (double)(steps * (i + 2)), error);
            const double end = clock_seconds(CLOCK_MONOTONIC), own_end = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
            const double used = own_end - own + cpu_of_children() - others;
            const double n = (double)steps * (double)systems[way]->n_components;
            cpu[way][i] = 1e6 * used / n;
            wall[way][i] = 1e6 * (end - begin) / n;
        }
    for (int way = 0; way < n_ways; way++) {
        if (ok)
            costs[way] = (struct cost){numbers_median(cpu[way], (size_t)repetitions),
                                       numbers_median(wall[way], (size_t)repetitions)};
        run_close(runs[way]);
        system_close(systems[way]);
    }
    return ok;
}

/* ---- the floor: messages that carry nothing, between processes that do nothing, on one core ---- */

struct bare {
    _Alignas(64) _Atomic unsigned request;
    _Alignas(64) _Atomic unsigned answer;
};

static void wait_while(_Atomic unsigned *word, unsigned value)
{
    while (atomic_load(word) == value)
        syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void post(_Atomic unsigned *word, unsigned value)
{
    atomic_store(word, value);
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static _Noreturn void answer_for_ever(struct bare *bare)
{
    const struct sched_param none = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sched_setscheduler(0, SCHED_BATCH, &none);
    for (unsigned k = 0;; k++) {
        wait_while(&bare->request, k);
        post(&bare->answer, k + 1);
    }
}

/* One after the other, or to all of them before the first answer is waited for. */
static bool measure_bare(int processes, int messages, bool at_once, int repetitions, struct cost *cost)
{
    enum { MOST_PROCESSES = 1000 };
    static double cpu[MOST_REPETITIONS], wall[MOST_REPETITIONS];
    static pid_t pids[MOST_PROCESSES];
    const size_t size = (size_t)processes * sizeof(struct bare);
    struct bare *bare = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const double n = (double)messages * processes;
    struct isolation_pin pin;
    if (bare == MAP_FAILED)
        return false;
    isolation_pin(&pin);
    for (int c = 0; c < processes; c++)
        if ((pids[c] = fork()) == 0)
            answer_for_ever(&bare[c]);
    unsigned k = 0;
    for (int i = 0; i < repetitions; i++) {
        const double others = cpu_of_children(), own = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        const double begin = clock_seconds(CLOCK_MONOTONIC);
        for (int m = 0; m < messages; m++, k++) {
            for (int c = 0; c < processes; c++) {
                post(&bare[c].request, k + 1);
                if (!at_once)
                    wait_while(&bare[c].answer, k);
            }
            for (int c = 0; c < processes; c++)
                while (atomic_load(&bare[c].answer) == k)
                    sched_yield();
        }
        const double end = clock_seconds(CLOCK_MONOTONIC), own_end = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        cpu[i] = 1e6 * (own_end - own + cpu_of_children() - others) / n;
        wall[i] = 1e6 * (end - begin) / n;
    }
    for (int c = 0; c < processes; c++) {
        kill(pids[c], SIGKILL);
        waitpid(pids[c], NULL, 0);
    }
    isolation_unpin(&pin);
    munmap(bare, size);
    *cost = (struct cost){numbers_median(cpu, (size_t)repetitions), numbers_median(wall, (size_t)repetitions)};
    return true;
}

static void print(const char *title, const struct cost *costs, int n_ways, double aim)
{
    static const char *const names[WAYS] = {"in the program's process", "isolated", "isolated, --threads 2"};
    printf("%s, per component and macro step\n", title);
    for (int way = 0; way < n_ways; way++)
        printf("  %-26s CPU %8.3f us   by the clock %8.3f us\n", names[way], costs[way].cpu, costs[way].wall);
    printf("  aim: at most %g us more; %.3g us (CPU), %.3g us (clock)\n", aim, costs[1].cpu - costs[0].cpu,
           costs[1].wall - costs[0].wall);
}

int main(int argc, char **argv)
{
    const int repetitions = argc > 1 ? atoi(argv[1]) : 31;
    if (argc > 2 || repetitions < 1 || repetitions > MOST_REPETITIONS) {
        fprintf(stderr, "isolation: REPETITIONS must be between 1 and %d\n", MOST_REPETITIONS);
        return 2;
    }
    setenv("PASO_LIBEXEC", BUILD_DIR, 0);
    struct error error = {0};
    struct cost costs[WAYS];
    struct cost bare;
    if (measure_bare(2, 1000, false, repetitions, &bare))
        printf("messages that carry nothing, two processes, one core: CPU %.3f us   by the clock %.3f us\n", bare.cpu,
               bare.wall);
    if (measure_bare(1000, 3, true, repetitions, &bare))
        printf("messages that carry nothing, 1000 processes, one core: CPU %.3f us   by the clock %.3f us\n", bare.cpu,
               bare.wall);
    bool ok = measure(BUILD_DIR "/systems/oscillator-ss.ssp", 1000, repetitions, 3, costs, &error);
    if (ok)
        print("a pair", costs, 3, 5);
    ok = ok && measure(BUILD_DIR "/systems/oscillator-chain.ssp", 3, repetitions, 2, costs, &error);
    if (ok)
        print("among 1000", costs, 2, 10);
    if (!ok)
        fprintf(stderr, "isolation: %s\n", error.text);
    return ok ? 0 : error_exit_status(&error);
}
