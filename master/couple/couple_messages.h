/* The messages of components, schemes and runs: X(code, exit status, text), as error.h explains. */
#ifndef PASO_COUPLE_MESSAGES_H
#define PASO_COUPLE_MESSAGES_H

#include "master/base/error.h"

/* clang-format off */
#define COUPLE_MESSAGES(X)                                                                                             \
    X(ERROR_COMPONENT_NO_INTERFACE, 2, "{}: offers neither Co-Simulation nor Model Exchange")                          \
    X(ERROR_COMPONENT_NO_CO_SIMULATION, 2, "{}: has no Co-Simulation interface; --interface me runs it as a model")    \
    X(ERROR_COMPONENT_NO_MODEL_EXCHANGE, 2, "{}: has no Model Exchange interface; --interface cs runs it as a slave")  \
    X(ERROR_COMPONENT_RANGE, 2, "{}: \"{}\" cannot be {}: that is {} {}")                                              \
    X(ERROR_COMPONENT_NO_ROLLBACK, 2, "{}: cannot go back to an earlier time (no canGetAndSetFMUstate that works)")    \
    X(ERROR_COMPONENT_NO_ROLLBACK_EVENTS, 1, "{}: cannot go back to an earlier time: it has events, and its state "    \
        "cannot be saved")                                                                                             \
    X(ERROR_COMPONENT_FLAG_UNTRUE, 0, "{}: declares {}, which does not work; the run does without")                    \
    X(ERROR_ME_EVENT_ITERATION, 1,                                                                                     \
        "{}: the event at t = {} s does not end: the discrete states are not stable after "                            \
        "{} iterations")                                                                                               \
    X(ERROR_ME_CHATTERING, 1, "{}: chattering: {} events between t = {} s and t = {} s ({} changes its sign); the "    \
        "model switches to and fro without getting on")                                                                \
    X(ERROR_ME_SOLVER, 1, "{}: the integration cannot get on at t = {} s: {}{}{}")                                     \
    X(ERROR_ME_STALLED, 1,                                                                                             \
        "{}: the integration does not get on at t = {} s: its last {} steps have come {} s far; the "                  \
        "model may be near a singular position or move too fast for this step, or the tolerance is "                   \
        "too tight for it")                                                                                            \
    X(ERROR_ME_INTERRUPTED, 1, "{}: the integration was interrupted at t = {} s")                                      \
    X(ERROR_ME_JACOBIAN, 0, "{}: directional derivatives fail, differences are used in their place ({})")              \
    X(ERROR_NOT_FINITE, 1, "{} became {} at t = {} s")                                                                 \
    X(ERROR_LOOP_UNSOLVED, 1, "the loop {} has no solution that Newton's method could find at t = {} s: {}")           \
    X(ERROR_NO_THREADS, 1, "{} threads could not be started")                                                          \
    X(ERROR_POWER_SYNTAX, 2, "--power {}: two outputs are needed, NAME.effort,NAME.flow")                              \
    X(ERROR_POWER_NOT_CONNECTED, 2, "power port {}: its two outputs do not go to each other's component")              \
    X(ERROR_RUN_INTERVAL, 2, "the run from {} s to {} s has no duration that could be run")                            \
    X(ERROR_RUN_MACRO_STEP, 2, "a macro step of {} s is none: it must be positive and finite")                         \
    X(ERROR_RUN_MACRO_STEP_LOST, 2, "a macro step of {} s is lost in the rounding of times up to {} s")                \
    X(ERROR_RUN_SCHEME, 2, "--scheme {}: there is no such scheme; did you mean \"{}\"?")                               \
    X(ERROR_RUN_EXTRAPOLATION, 2, "--extrapolation {}: the order is 0, 1 or 2")                                        \
    X(ERROR_RUN_AT_LEAST_ONE, 2, "{}: {} is too few, at least 1 is needed")                                            \
    X(ERROR_RUN_ITERATION_TOLERANCE, 2, "--iteration-tolerance {}: it must not be negative")                           \
    X(ERROR_RUN_NO_COMPONENT, 2, "{}: there is no component \"{}\"")                                                   \
    X(ERROR_RUN_SINGLE, 2, "{}: there is no component \"{}\": the components of a single FMU have no names")             \
    X(ERROR_RUN_NO_COMPONENT_BUT, 2, "{}: there is no component \"{}\"; did you mean \"{}\"?")                         \
    X(ERROR_RUN_ORDER_TWICE, 2, "--order {}: names \"{}\" twice")                                                      \
    X(ERROR_RUN_ORDER_MISSING, 2, "--order {}: lacks \"{}\"; every component stands in it once")                       \
    X(ERROR_RUN_NO_ROLLBACK, 2, "{}: cannot go back to the begin of a step (no canGetAndSetFMUstate that works), "     \
        "which --iterations needs")                                                                                    \
    X(ERROR_RUN_VALUE, 2, "\"{}\" cannot be {}: it is {}")                                                              \
    X(ERROR_RUN_DISCARDED, 1, "{}: discarded the step at t = {} s of {} s ({}); a smaller one cannot be tried, "       \
        "because {} cannot go back")                                                                                   \
    X(ERROR_RUN_DISCARDED_SMALL, 1, "{}: discarded every step at t = {} s, down to one of {} s ({})")                  \
    X(ERROR_PROBE_NO_STATE, 2, "{} is listed among the derivatives, but names no state")                           \
    X(ERROR_PROBE_NO_DIRECTIONAL, 2, "{}: has no directional derivatives; without --method directional "           \
        "differences are taken")                                                                                       \
    X(ERROR_PROBE_NO_WAY, 2,                                                                                       \
        "{}: cannot be linearized: it has neither directional derivatives nor Model Exchange, "                        \
        "and its states cannot be set between steps")                                                                  \
    X(ERROR_PROBE_NOT_FINITE, 1, "{}: its derivatives at t = {} s hold values that are no finite numbers")\
    X(ERROR_STANDIN_LOOP, 1, "{}: the loop through its stand-ins is ill-posed: outputs do not follow from states and "      \
        "inputs")                                                                                                       \
    X(ERROR_STANDIN_NOT_FINITE, 1, "{}: the linear model of its neighbours has no step of {} s: it is not finite")       \
    X(ERROR_STANDIN_NO_DERIVATIVES, 2, "{}: its output {} depends directly on inputs in a loop of feedthrough, and it "  \
        "has no derivatives to solve that: --extrapolation model cannot be used")                                       \
    X(ERROR_LOOP_GAIN, 2, "{}: is part of an algebraic loop ({}) that cannot be solved between steps: its FMU has neither "     \
        "directional derivatives nor recomputes on a get; values would pass around once in each step, and there errors grow {}-fold; "  \
        "take an FMU with directional derivatives, or open the loop")                                                      \
    X(ERROR_STANDIN_NO_STATES, 2, "{} does not declare how its outputs follow its inputs")                                \
    X(ERROR_STANDIN_FIXED_STEP, 2, "{}: a macro step of {} s is no multiple of its micro step of {} s, on which it "     \
        "insists")                                                                                                      \
    X(ERROR_STANDIN_MICRO_STEPS, 2, "a micro step of {} s is too short for a macro step of {} s: that would be {} of them, " \
        "and {} are the most")                                                                                          \
    X(ERROR_STANDIN_WITH, 2, "--{} cannot be used with --extrapolation model or waveform: {}")                                       \
    X(ERROR_WAVEFORM_PASSES, 2, "--extrapolation waveform needs --iterations of 2 or more: waveforms come from the last pass") \
    X(ERROR_STANDIN_ONLY, 2, "--{} needs --extrapolation model or waveform")                                                 \
    X(ERROR_RUN_MICRO_STEP, 2, "a micro step of {} s is none: it must be positive and finite")                          \
    X(ERROR_CONTROL_RANGE, 2, "--{} needs --{}")                                                                         \
    X(ERROR_CONTROL_FIXED_STEP, 2, "{}: insists on its steps: macro steps cannot be chosen by the error")                \
    X(ERROR_CONTROL_LOST, 1, "{}.{}: the coupling has lost the solution at t = {} s: the last {} macro steps, of {} s, cannot be "   \
        "shorter, and each was wrong by more than a tenth of that value (the last one by {} %); let --macro-step begin with a "     \
        "smaller one, or try {}")                                                                                          \
    X(WARNING_CONTROL_NO_WAY_BACK, 0, "the step at t = {} s of {} s was too long for the error tolerance, and not every " \
        "component can go back: the next ones are shorter (said once)")                                                 \
    X(WARNING_CONTROL_LINES, 0, "micro steps of {} s were too long for the error tolerance at t = {} s: {} (said once)")  \
    X(WARNING_STANDIN_PACE, 0, "{}: nothing tells how fast it is, and micro steps of {} s may be too long for it: say "      \
        "--micro-step, or let the error choose them with --error-tolerance")                                            \
    X(WARNING_STANDIN_HELD, 0, "{}: no linear model can stand in for it, its values are held over macro steps: {}")      \
    X(WARNING_SHORT_LAST_STEP, 0, "{}: does not take the shorter last step from t = {} s to {} s, having said that "   \
        "all steps must be the same: the run ends before it")                                                          \
    X(WARNING_NOT_CONVERGED, 0, "{} passes over a macro step do not always reach the iteration tolerance of {}")
/* clang-format on */

COUPLE_MESSAGES(MESSAGE_DECLARE)

#endif
