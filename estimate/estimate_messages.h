/* The messages of filters: X(code, exit status, text), as error.h explains. */
#ifndef PASO_ESTIMATE_MESSAGES_H
#define PASO_ESTIMATE_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define ESTIMATE_MESSAGES(X)                                                                                           \
    X(ERROR_FILTER_FILE, 2, "{}")                                                                                      \
    X(ERROR_ESTIMATE_EITHER, 2, "--{} makes what --{} reads: give one of them")                                        \
    X(ERROR_ESTIMATE_NO_COLUMN, 2, "{}: has no column \"{}\" for the sensor of this name in {}")                       \
    X(ERROR_ESTIMATE_NO_COLUMN_BUT, 2,                                                                                 \
        "{}: has no column \"{}\" for the sensor of this name in {}; did you mean \"{}\"?")                            \
    X(ERROR_ESTIMATE_BEFORE, 2, "{}:{}: measured at t = {} s, before the run begins at {} s; --start-time moves it")   \
    X(ERROR_ESTIMATE_BEYOND, 2, "{}:{}: measured at t = {} s, after the run has ended at {} s; --stop-time moves it")  \
    X(ERROR_ESTIMATE_NO_VALUES, 2, "{}: holds no measurement of any sensor")                                           \
    X(ERROR_ESTIMATE_TRUTH, 2, "{}: has no column of an estimated state: {} is not there")                             \
    X(ERROR_ESTIMATE_TRUTH_ELSEWHERE, 2,                                                                               \
        "{}: has no value of an estimated state from t = {} s to {} s, where estimates are compared with it")          \
    X(ERROR_ESTIMATE_NOT_SETTABLE, 2,                                                                                  \
        "{}: its states cannot be set between steps of Co-Simulation, so it cannot be corrected{}")                    \
    X(ERROR_ESTIMATE_NOT_FINITE, 1, "the filter's covariance is not finite any more at t = {} s: {}")                  \
    X(ERROR_ESTIMATE_DIVERGED, 1,                                                                                      \
        "the filter has lost the machine at t = {} s: the last {} measurements of {} are all more than {} standard "   \
        "deviations away from what it expects; the model is wrong, the noise of its states too small, or, in a "       \
        "coupled system, the macro step too long")                                                                     \
    X(ERROR_ESTIMATE_UNSEEN, 2,                                                                                        \
        "the sensors do not see {}, and an error there grows by a factor of {} over the run: no filter can work; "     \
        "measure more, or leave a state out that is known")                                                            \
    X(ERROR_ESTIMATE_PARAMETER_UNSEEN, 2,                                                                              \
        "the sensors do not see {}: the parameter {} cannot be told from them; measure more, or leave it out")         \
    X(ERROR_ESTIMATE_NO_STEADY_STATE, 2,                                                                               \
        "there is no filter with a constant gain here: {}")                                                            \
    X(ERROR_ESTIMATE_NO_GAIN, 2,                                                                                       \
        "the filter's constant gain at t = {} s is zero: the observer would be the model alone; give \"noise\" to a "      \
        "state that the sensors see")                                                                                  \
    X(ERROR_ESTIMATE_EXPORT_ALONE, 2, "--export makes an observer of the model alone: --{} has no place beside it")    \
    X(ERROR_ESTIMATE_SCHEMA_ALONE, 2, "--schema prints the schema of filter files alone: {} has no place beside it")   \
    X(ERROR_ESTIMATE_RATES, 2,                                                                                         \
        "an observer has one period: all sensors need the same \"rate\" in the filter file, {} has another one or none") \
    X(ERROR_ESTIMATE_OBSERVER_STEPS, 2,                                                                                \
        "an observer has no macro steps: give {} a \"noise\" in the place of its \"noise_per_step\", which is "        \
        "divided by the root of the step in s")                                                                        \
    X(ERROR_ESTIMATE_RUN_ENDED, 1, "the run is {} at t = {} s, before the last measurement")                           \
    X(ERROR_ESTIMATE_PARAMETER_LIMITS, 1,                                                                              \
        "at t = {} s the filter wants to set the parameter {} to {}, outside of its limits {} to {}; it is not seen "  \
        "well enough, or the model is wrong elsewhere: give it a smaller sigma, or other states more noise")           \
    X(ERROR_ESTIMATE_COUNTED_ANEW, 1,                                                                                  \
        "{}: {} has changed before t = {} s, and the filter ends there: states of the model are counted from another " \
        "place since then, and the filter's covariance does not go across; nothing is written. End before that "       \
        "(--stop-time, with measurements up to there), or let the model keep its place (in a mechanism file by "       \
        "\"keep_angles\" of the joint)")                                                                               \
    X(WARNING_ESTIMATE_ALL_OUTLIERS, 0,                                                                                \
        "the sensor {}: every value was an outlier: each of {} is more than {} standard deviations away from what was "    \
        "expected, and the filter has used none")                                                                      \
    X(WARNING_ESTIMATE_PARAMETER_DIFFERENCES, 0,                                                                       \
        "{}: has no directional derivatives with respect to parameters: those come by differences (relative error "    \
        "about {})")                                                                                                   \
    X(WARNING_ESTIMATE_DIFFERENCES, 0,                                                                                 \
        "{}: has no directional derivatives: it is linearized by differences (relative error about {})")
/* clang-format on */

ESTIMATE_MESSAGES(MESSAGE_DECLARE)

#endif
