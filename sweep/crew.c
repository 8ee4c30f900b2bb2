/* The crew: this rank's processes, and the other ranks where there are any. */
#include "sweep/crew.h"

#include "sweep/process.h"
#include "sweep/ranks.h"

#include <poll.h>
#include <stdlib.h>

struct slot {
    struct process process;
    size_t ticket;
};

struct crew {
    struct study *study;
    struct crew_options options;
    struct slot *slots;
    size_t n_slots, n_running;
    struct pollfd *files; /* two per slot */
    struct ranks *ranks;
};

struct crew *crew_open(struct study *study, const struct crew_options *options, struct error *error)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew) {
        crew->study = study;
        crew->options = *options;
        crew->n_slots = (size_t)options->jobs;
        crew->slots = calloc(crew->n_slots, sizeof *crew->slots);
        crew->files = calloc(2 * crew->n_slots, sizeof *crew->files);
        crew->ranks = ranks_open(options);
    }
    if (!crew || !crew->slots || !crew->files) {
        error_raise(error, ERROR_NO_MEMORY, "starting processes");
        crew_close(crew);
        return NULL;
    }
    return crew;
}

void crew_close(struct crew *crew)
{
    if (!crew)
        return;
    for (size_t i = 0; crew->slots && i < crew->n_slots; i++)
        if (crew->slots[i].process.pid)
            process_kill(&crew->slots[i].process);
    ranks_close(crew->ranks);
    free(crew->slots);
    free(crew->files);
    free(crew);
}

bool crew_has_room(const struct crew *crew)
{
    return crew->n_running < crew->n_slots || ranks_have_room(crew->ranks);
}

bool crew_is_idle(const struct crew *crew)
{
    return crew->n_running == 0 && ranks_are_idle(crew->ranks);
}

bool crew_start(struct crew *crew, size_t ticket, const struct job *job, bool keep_trajectory, struct error *error)
{
    for (size_t i = 0; i < crew->n_slots; i++) {
        struct slot *slot = &crew->slots[i];
        if (slot->process.pid)
            continue;
        if (!process_start(&slot->process, crew->study, job, keep_trajectory, &crew->options, error))
            return false;
        slot->ticket = ticket;
        crew->n_running++;
        return true;
    }
    return ranks_start(crew->ranks, ticket, job, keep_trajectory, error);
}

bool crew_share_reference(struct crew *crew, size_t reference, struct error *error)
{
    return ranks_share_reference(crew->ranks, crew->study, reference, error);
}

static bool collect(struct crew *crew, size_t *ticket, struct finding *finding)
{
    for (size_t i = 0; i < crew->n_slots; i++) {
        struct slot *slot = &crew->slots[i];
        if (slot->process.pid && process_read(&slot->process, &crew->options, finding)) {
            *ticket = slot->ticket;
            crew->n_running--;
            return true;
        }
    }
    return false;
}

bool crew_wait(struct crew *crew, double seconds, bool *ended, size_t *ticket, struct finding *finding,
               struct error *error)
{
    /* Other ranks cannot be waited for together with processes: they are asked in between. */
    const double turn = ranks_are_idle(crew->ranks) ? seconds : 0.002;
    *ended = false;
    for (double left = seconds; !*ended && left >= 0; left -= turn) {
        if (!ranks_collect(crew->ranks, ended, ticket, finding, error))
            return false;
        if (*ended)
            return true;
        nfds_t n = 0;
        for (size_t i = 0; i < crew->n_slots; i++) {
            const struct process *p = &crew->slots[i].process;
            if (!p->pid)
                continue;
            crew->files[n++] = (struct pollfd){.fd = p->result, .events = POLLIN};
            crew->files[n++] = (struct pollfd){.fd = p->words, .events = POLLIN};
        }
        if (poll(crew->files, n, (int)(1000 * turn)) < 0)
            return true; /* a signal: the caller looks */
        *ended = collect(crew, ticket, finding);
        if (turn <= 0)
            break;
    }
    return true;
}
