/* The messages of the probe: X(code, exit status, text), as error.h explains. */
#ifndef PASO_LINEARIZE_MESSAGES_H
#define PASO_LINEARIZE_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define LINEARIZE_MESSAGES(X)                                                                                          \
    X(ERROR_LINEARIZE_LOOP, 1,                                                                                         \
        "the loop through {} is ill-posed at t = {} s: its values do not follow from the states "                      \
        "and inputs (1 - D L is singular)")                                                                            \
    X(ERROR_LINEARIZE_NO_STATES, 2,                                                                                    \
        "{}: has no continuous states that its FMUs declare: there is nothing to linearize")                           \
    X(ERROR_LINEARIZE_TIME, 2, "--at {} lies outside of the run, which goes from {} s to {} s")                        \
    X(ERROR_LINEARIZE_NO_SIGNAL, 2, "--{}: nothing is called \"{}\"")                                                  \
    X(ERROR_LINEARIZE_NO_SIGNAL_BUT, 2, "--{}: nothing is called \"{}\"; did you mean \"{}\"?")                        \
    X(WARNING_LINEARIZE_PART_EMPTY, 0, "{}: no eigenvalue lies in --part {}: real parts go from {} to {} 1/s, imaginary parts to {} rad/s") \
    X(ERROR_LINEARIZE_DEAF, 2, "--bode: {} does not move {} at this point: there is no response to draw")              \
    X(ERROR_LINEARIZE_NO_LAPACK, 2, "the library for linear algebra, LAPACK, cannot be loaded: {}")                    \
    X(ERROR_LINEARIZE_NO_MATIO, 2, "the library for MATLAB files cannot be loaded: {}")                                \
    X(ERROR_LINEARIZE_NOT_FINITE, 1, "{} holds values that are no finite numbers: no eigenvalues")                     \
    X(ERROR_LINEARIZE_NO_EIGENVALUES, 1, "the eigenvalues of a matrix of order {} were not found (dgeevx)")            \
    X(ERROR_LINEARIZE_NO_ZEROS, 1, "the zeros of a system of order {} were not found")                                 \
    X(ERROR_LINEARIZE_AT_POLE, 1, "the frequency response at {} rad/s does not exist: that is a pole")                 \
    X(ERROR_CONSTRAINED_SINGULAR, 1,                                                                                   \
        "the independent coordinates do not determine the others here: the rows of the constraints have a pivot of "   \
        "{} against {}; choose other coordinates as independent")                                                      \
    X(ERROR_CONSTRAINED_MASS, 1,                                                                                       \
        "the mass that moves with the {} coordinates is not positive: no eigenvalues")                                 \
    X(ERROR_CONSTRAINED_RANK, 1,                                                                                       \
        "the constraints have rank {} by elimination and {} by QR: the position is too near to a singular one to "     \
        "tell how many eigenvalues are infinite")                                                                      \
    X(ERROR_CONSTRAINED_QZ, 1, "the eigenvalues of a pencil of order {} were not found (dggev)")                       \
    X(ERROR_CONSTRAINED_KINDS, 1,                                                                                      \
        "with these penalties true eigenvalues cannot be told from spurious ones: a larger {} may help")      \
    X(ERROR_STABILITY_STANDINS, 2,                                                                                     \
        "{}: stand-ins know it by what it has answered so far, if at all ({}): there is no linear theory for that; "   \
        "try macro steps by paso sweep --find-limit")                                                                  \
    X(ERROR_STABILITY_NO_OWN, 2,                                                                                       \
        "{}: its own step cannot be probed: states cannot be set between steps, or there is no "                       \
        "way back; --subsystem exact takes its linearization")                                                         \
    X(ERROR_STABILITY_EXPONENTIAL, 1, "the step of {} s has no map: the exponential was not found")                    \
    X(ERROR_STABILITY_STEP, 1, "{}: does not take a step of {} s at t = {} s")                                         \
    X(ERROR_STABILITY_COUNTED_ANEW, 1,                                                                                 \
        "{}: in a step of {} s from t = {} s {} changes: its states are counted from elsewhere afterwards, so that "   \
        "the step is no map of the same states; choose another point, or --subsystem exact")
/* clang-format on */

LINEARIZE_MESSAGES(MESSAGE_DECLARE)

#endif
