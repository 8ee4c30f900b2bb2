/* The messages of sweeps: X(code, exit status, text), as error.h explains. */
#ifndef PASO_SWEEP_MESSAGES_H
#define PASO_SWEEP_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define SWEEP_MESSAGES(X)                                                                                              \
    X(ERROR_SWEEP_KEPT, 0, "{} new runs are in {}; the same command goes on from there")                               \
    X(ERROR_SWEEP_LIST_EMPTY, 2, "{}: an empty place in the list \"{}\"")                                              \
    X(ERROR_SWEEP_RANGE, 2,                                                                                            \
        "{}: \"{}\" is no range: FIRST:LAST:COUNT is one, FIRST:LAST:COUNTlog another, both with two different numbers and a count of 2 or more")\
    X(ERROR_SWEEP_SPAN, 2,                                                                                             \
        "--macro-step {} is no range without a count, as in 1ms:50ms:20log, unless --error-tolerance chooses steps between these")\
    X(ERROR_SWEEP_TWICE, 2, "{} stands there twice; its values belong into one list")                                  \
    X(ERROR_SWEEP_ZIP, 2, "--zip: the lists must be of equal length, but {} has {} values and {} has {}")              \
    X(ERROR_SWEEP_TOO_MANY, 2, "the lists make more than {} runs")                                                     \
    X(ERROR_SWEEP_NO_TIME, 2, "no time of the reference, which goes from {} s to {} s, lies within the run")           \
    X(ERROR_SWEEP_REFERENCE_LACKS, 2, "{}: has no column \"{}\"")                                                      \
    X(ERROR_SWEEP_REFERENCE_NOTHING, 2, "{}: none of its columns is a variable of the system")                         \
    X(ERROR_SWEEP_REFERENCE_CELL, 2, "{}: \"{}\" is no number at t = {} s; --record leaves columns away")              \
    X(ERROR_SWEEP_REFERENCE_PLACE, 2, "--reference {}: {} is no option or variable of this sweep")                     \
    X(WARNING_SWEEP_COLUMN, 0, "{}: the column \"{}\" is no variable of the system: it is not compared")               \
    X(ERROR_SWEEP_FINEST, 2,                                                                                           \
        "--reference finest needs a list of macro steps: two runs at least that differ in nothing else tell how accurate they are")\
    X(ERROR_SWEEP_NOT_COMMON, 2,                                                                                       \
        "--reference finest compares at common communication points, but macro steps of {} s and {} s have hardly one; choose multiples of the smallest step, as in 1ms,2ms,5ms,10ms")\
    X(ERROR_SWEEP_FINEST_SPAN, 2,                                                                                      \
        "--reference finest compares equal macro steps; with steps that are chosen by the error, name a file as reference")\
    X(ERROR_SWEEP_FINEST_FAILED, 1,                                                                                    \
        "--reference finest: there is no combination of which two of the finest three macro steps are done; choose others, or a file")\
    X(WARNING_SWEEP_ROUGH, 0,                                                                                          \
        "{} of {} errors are less than ten times the estimated error of their reference: they are marked with ~ and give no order; finer macro steps make a better reference")\
    X(ERROR_SWEEP_LIMIT_STEPS, 2, "--find-limit needs --macro-step FIRST:LAST, or a list of at least two")             \
    X(ERROR_SWEEP_LIMIT_VARIABLE, 2,                                                                                   \
        "--limit-error is for one variable, but {} are compared; --record NAME.VARIABLE chooses one")                  \
    X(ERROR_SWEEP_TEXT, 2, "--record: {} is a text; a sweep measures numbers")                                         \
    X(ERROR_SWEEP_FOLDER, 2, "--keep {}: the folder cannot be made: {}")                                               \
    X(ERROR_SWEEP_KEEP_LIMIT, 2, "--keep is for the runs of a table, and --find-limit has none")                        \
    X(WARNING_SWEEP_NO_OUTCOME, 0, "{}: not drawn, because no option is varied or no run has an outcome")              \
    X(ERROR_SWEEP_PROCESS, 1, "a process for a run cannot be started: {}")                                             \
    X(ERROR_SWEEP_NO_MPI, 2, "this is one of {} MPI ranks, but paso knows nothing of MPI: paso-mpi does")                 \
    X(ERROR_SWEEP_RANK_LOST, 1, "an MPI message cannot be read")                                                       \
    X(WARNING_SWEEP_RANK_GONE, 0, "MPI rank {} has not been heard of for {}: it is given up")                          \
    X(WARNING_SWEEP_RUN, 0, "{}")                                                                                      \
    X(ERROR_SWEEP_INTERRUPTED, 1, "ended by a signal ({})")                                                            \
    X(WARNING_SWEEP_NOTHING_TO_PLOT, 0, "{}: not drawn, because no run has a macro step (or a number of --x) and an error above zero")      \
    X(ERROR_STORE_OPEN, 2, "{}: cannot be used as a store: {}")                                                        \
    X(ERROR_STORE_BUSY, 2, "{}: another sweep is writing to this store; --store names another one")                    \
    X(ERROR_STORE_DAMAGED, 2,                                                                                          \
        "{}: the store is damaged ({}); it was left as it is: move it away, or name another one with --store")         \
    X(ERROR_STORE_FOREIGN, 2, "{}: is an SQLite database, but no store of a sweep; it was left as it is")              \
    X(ERROR_STORE_FORMAT, 2,                                                                                           \
        "{}: the store has format {}, this version of paso writes format {}; it was left as it is: name another one with --store")\
    X(ERROR_STORE_FULL, 1, "{}: the disk does not take any more: {}")
/* clang-format on */

SWEEP_MESSAGES(MESSAGE_DECLARE)

#endif
