/* A program without MPI has one rank. */
#include "sweep/ranks.h"
#include "sweep/sweep_messages.h"

#include <stdlib.h>

bool ranks_begin(struct error *error)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    if (!size)
        size = getenv("PMI_SIZE");
    return !size || strtol(size, NULL, 10) <= 1 || error_raise(error, ERROR_SWEEP_NO_MPI, size);
}

void ranks_end(int status)
{
    (void)status;
}

bool ranks_is_first(void)
{
    return true;
}

long ranks_count(void)
{
    return 1;
}

bool ranks_agree(bool well)
{
    return well;
}

void ranks_serve(struct study *study, const struct crew_options *options)
{
    (void)study, (void)options;
}

struct ranks *ranks_open(const struct crew_options *options)
{
    (void)options;
    return NULL;
}

void ranks_close(struct ranks *r)
{
    (void)r;
}

bool ranks_have_room(const struct ranks *r)
{
    (void)r;
    return false;
}

bool ranks_are_idle(const struct ranks *r)
{
    (void)r;
    return true;
}

bool ranks_start(struct ranks *r, size_t ticket, const struct job *job, bool keep_trajectory, struct error *error)
{
    (void)r, (void)ticket, (void)job, (void)keep_trajectory;
    return error_raise(error, ERROR_INTERNAL, "a run for a rank that is not there");
}

bool ranks_collect(struct ranks *r, bool *ended, size_t *ticket, struct finding *finding, struct error *error)
{
    (void)r, (void)ticket, (void)finding, (void)error;
    *ended = false;
    return true;
}

bool ranks_share_reference(struct ranks *r, const struct study *study, size_t reference, struct error *error)
{
    (void)r, (void)study, (void)reference, (void)error;
    return true;
}
