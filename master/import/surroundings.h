/* What an FMU shares with the program that it lives in, and must leave as it is: the floating-point environment, the current folder,
 * open descriptors, the handlers of signals. Looked at before and after calls that are likely to change them. */
#ifndef PASO_SURROUNDINGS_H
#define PASO_SURROUNDINGS_H

#include "master/base/error.h"

#include <fenv.h>
#include <signal.h>
#include <sys/types.h>

enum { SURROUNDINGS_FILES = 64, SURROUNDINGS_SIGNALS = 8 };

struct surroundings {
    fenv_t floating_point;
    int rounding;
    unsigned control; /* traps, flushing to zero */
    dev_t folder_device, file_devices[SURROUNDINGS_FILES];
    ino_t folder_inode, file_inodes[SURROUNDINGS_FILES];
    bool has_file[SURROUNDINGS_FILES];
    struct sigaction actions[SURROUNDINGS_SIGNALS];
};

/* The process belongs to the program, which has one run at a time: folder, descriptors and signals are looked at from now on. Elsewhere
 * other threads change them with good reason, and only the numbers are looked at. To be called before anything is opened. */
void surroundings_are_ours(void);

/* The descriptors that are open now are the program's, and copies of them are kept until the release: those that FMUs open later are
 * their own business. */
void surroundings_mark_files(void);
void surroundings_release_files(void);

void surroundings_look(struct surroundings *before);

/* Numbers and signals are set back, with a warning that names `who` and `function`. A folder or a descriptor that is no longer the
 * same is an error, after which it is the same again: false. */
bool surroundings_check(const struct surroundings *before, const char *who, const char *function, struct error *error);

#endif
