/* What system_open() allocates: the system, and the memory of all that is in it. Private to system/. */
#ifndef PASO_SYSTEM_IMPL_H
#define PASO_SYSTEM_IMPL_H

#include "master/base/arena.h"
#include "master/system/system.h"

struct system_box {
    struct system system;
    struct arena arena;
};

struct arena *system_arena(struct system *s);

#endif
