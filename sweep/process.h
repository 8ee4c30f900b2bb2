/* One run in a process of its own. */
#ifndef PASO_RUN_PROCESS_H
#define PASO_RUN_PROCESS_H

#include "sweep/crew.h"

#include <sys/types.h>

struct process {
    pid_t pid;         /* 0: none */
    double begin;      /* s, on a clock of its own */
    int result, words; /* pipes: the finding; what the process and its FMUs print */
    struct bytes answer;
    char last[1024]; /* the last line of "paso: ..." */
    char line[1024]; /* the line that is not complete yet */
    size_t n_line;
};

bool process_start(struct process *p, struct study *study, const struct job *job, bool keep_trajectory,
                   const struct crew_options *options, struct error *error);

/* Reads what is there; true: the process has ended, or was ended because it took too long, and `finding` says how. */
bool process_read(struct process *p, const struct crew_options *options, struct finding *finding);
void process_kill(struct process *p);

#endif
