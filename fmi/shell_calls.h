/* Which call is allowed in which mode: FMI 2.0, sections 3.2.3 and 4.2.4, as one table of bit masks.
 *
 * Deliberate leniencies, because importers do it and no result suffers: inputs may be set before setupExperiment, and in
 * Co-Simulation a get after a set recomputes and states may be set between steps (both announced in VendorAnnotations). */
#ifndef PASO_SHELL_CALLS_H
#define PASO_SHELL_CALLS_H

enum shell_mode {
    MODE_INSTANTIATED = 1,
    MODE_INITIALIZATION = 2,
    MODE_EVENT = 4,          /* Model Exchange */
    MODE_CONTINUOUS = 8,     /* Model Exchange */
    MODE_STEP_COMPLETE = 16, /* Co-Simulation */
    MODE_STEP_FAILED = 32,   /* Co-Simulation, after fmi2Discard */
    MODE_TERMINATED = 64,
    MODE_ERROR = 128
};

#define MODES_RUNNING  (MODE_EVENT | MODE_CONTINUOUS | MODE_STEP_COMPLETE)
#define MODES_ENDED    (MODE_STEP_FAILED | MODE_TERMINATED | MODE_ERROR)
#define MODES_SETTABLE (MODE_INSTANTIATED | MODE_INITIALIZATION | MODES_RUNNING)
#define MODES_READABLE (MODE_INITIALIZATION | MODES_RUNNING | MODES_ENDED)
#define MODES_ANY      (MODE_INSTANTIATED | MODES_READABLE)
#define MODES_EXCHANGE (MODE_EVENT | MODE_CONTINUOUS)

/* X(call, function, modes, what to do about it) */
#define SHELL_CALLS(X)                                                                                                 \
    X(CALL_SET_DEBUG_LOGGING, "fmi2SetDebugLogging", MODES_ANY)                                                        \
    X(CALL_SETUP_EXPERIMENT, "fmi2SetupExperiment", MODE_INSTANTIATED)                                                 \
    X(CALL_ENTER_INITIALIZATION, "fmi2EnterInitializationMode", MODE_INSTANTIATED)                                     \
    X(CALL_EXIT_INITIALIZATION, "fmi2ExitInitializationMode", MODE_INITIALIZATION)                                     \
    X(CALL_TERMINATE, "fmi2Terminate", MODES_RUNNING | MODE_STEP_FAILED)                                               \
    X(CALL_RESET, "fmi2Reset", MODES_ANY)                                                                              \
    X(CALL_GET, "fmi2GetReal, fmi2GetInteger, fmi2GetBoolean or fmi2GetString", MODES_READABLE)                        \
    X(CALL_SET, "fmi2SetReal, fmi2SetInteger, fmi2SetBoolean or fmi2SetString", MODES_SETTABLE)                        \
    X(CALL_GET_STATE, "fmi2GetFMUstate", MODES_ANY)                                                                    \
    X(CALL_SET_STATE, "fmi2SetFMUstate", MODES_ANY)                                                                    \
    X(CALL_DIRECTIONAL, "fmi2GetDirectionalDerivative", MODES_READABLE)                                                \
    X(CALL_ENTER_EVENT_MODE, "fmi2EnterEventMode", MODES_EXCHANGE)                                                     \
    X(CALL_NEW_DISCRETE_STATES, "fmi2NewDiscreteStates", MODE_EVENT)                                                   \
    X(CALL_ENTER_CONTINUOUS, "fmi2EnterContinuousTimeMode", MODE_EVENT)                                                \
    X(CALL_COMPLETED_STEP, "fmi2CompletedIntegratorStep", MODE_CONTINUOUS)                                             \
    X(CALL_SET_TIME, "fmi2SetTime", MODES_EXCHANGE)                                                                    \
    X(CALL_SET_STATES, "fmi2SetContinuousStates", MODE_CONTINUOUS)                                                     \
    X(CALL_GET_DERIVATIVES, "fmi2GetDerivatives", MODE_INITIALIZATION | MODES_EXCHANGE | MODE_TERMINATED | MODE_ERROR) \
    X(CALL_GET_INDICATORS, "fmi2GetEventIndicators",                                                                   \
      MODE_INITIALIZATION | MODES_EXCHANGE | MODE_TERMINATED | MODE_ERROR)                                             \
    X(CALL_GET_STATES, "fmi2GetContinuousStates", MODE_INITIALIZATION | MODES_EXCHANGE | MODE_TERMINATED | MODE_ERROR) \
    X(CALL_GET_NOMINALS, "fmi2GetNominalsOfContinuousStates",                                                          \
      MODE_INSTANTIATED | MODE_INITIALIZATION | MODES_EXCHANGE | MODE_TERMINATED | MODE_ERROR)                         \
    X(CALL_SET_INPUT_DERIVATIVES, "fmi2SetRealInputDerivatives",                                                       \
      MODE_INSTANTIATED | MODE_INITIALIZATION | MODE_STEP_COMPLETE)                                                    \
    X(CALL_GET_OUTPUT_DERIVATIVES, "fmi2GetRealOutputDerivatives", MODE_STEP_COMPLETE | MODES_ENDED)                   \
    X(CALL_DO_STEP, "fmi2DoStep", MODE_STEP_COMPLETE)                                                                  \
    X(CALL_CANCEL_STEP, "fmi2CancelStep", 0)                                                                           \
    X(CALL_GET_STATUS, "fmi2GetStatus", MODE_STEP_COMPLETE | MODES_ENDED)

enum shell_call {
#define SHELL_CALL(call, function, modes) call,
    SHELL_CALLS(SHELL_CALL)
#undef SHELL_CALL
        N_CALLS
};

struct shell_call_rule {
    const char *function;
    unsigned modes;
};
extern const struct shell_call_rule shell_calls[N_CALLS]; /* shell_log.c */

#endif
