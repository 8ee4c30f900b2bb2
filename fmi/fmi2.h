/* The C interface of the Functional Mock-up Interface 2.0, Model Exchange and Co-Simulation, in our own words: the types,
 * the enumerations, and every function in one list from which prototypes (for an FMU) and pointer types (for an importer)
 * are made.
 *
 * An FMU that is linked statically defines FMI2_FUNCTION_PREFIX (for instance Manipulator_) before it includes this. */
#ifndef PASO_FMI2_H
#define PASO_FMI2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define fmi2Version       "2.0"
#define fmi2TypesPlatform "default"

/* ---- types (fmi2TypesPlatform.h of the standard) ---- */

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

#define fmi2True  1
#define fmi2False 0

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment environment, fmi2String instance_name, fmi2Status status,
                                   fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t count, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);

typedef struct {
    fmi2CallbackLogger logger;
    fmi2CallbackAllocateMemory allocateMemory;
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished;
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

/* ---- functions: X(return type, name without fmi2, arguments) ---- */

#define FMI2_COMMON_FUNCTIONS(X)                                                                                       \
    X(const char *, GetTypesPlatform, (void))                                                                          \
    X(const char *, GetVersion, (void))                                                                                \
    X(fmi2Status, SetDebugLogging,                                                                                     \
      (fmi2Component c, fmi2Boolean logging_on, size_t n_categories, const fmi2String categories[]))                   \
    X(fmi2Component, Instantiate,                                                                                      \
      (fmi2String instance_name, fmi2Type type, fmi2String guid, fmi2String resource_location,                         \
       const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging_on))                           \
    X(void, FreeInstance, (fmi2Component c))                                                                           \
    X(fmi2Status, SetupExperiment,                                                                                     \
      (fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start_time,                        \
       fmi2Boolean stop_time_defined, fmi2Real stop_time))                                                             \
    X(fmi2Status, EnterInitializationMode, (fmi2Component c))                                                          \
    X(fmi2Status, ExitInitializationMode, (fmi2Component c))                                                           \
    X(fmi2Status, Terminate, (fmi2Component c))                                                                        \
    X(fmi2Status, Reset, (fmi2Component c))                                                                            \
    X(fmi2Status, GetReal, (fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Real values[]))            \
    X(fmi2Status, GetInteger, (fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Integer values[]))      \
    X(fmi2Status, GetBoolean, (fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2Boolean values[]))      \
    X(fmi2Status, GetString, (fmi2Component c, const fmi2ValueReference refs[], size_t n, fmi2String values[]))        \
    X(fmi2Status, SetReal, (fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Real values[]))      \
    X(fmi2Status, SetInteger,                                                                                          \
      (fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Integer values[]))                        \
    X(fmi2Status, SetBoolean,                                                                                          \
      (fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Boolean values[]))                        \
    X(fmi2Status, SetString, (fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2String values[]))  \
    X(fmi2Status, GetFMUstate, (fmi2Component c, fmi2FMUstate * state))                                                \
    X(fmi2Status, SetFMUstate, (fmi2Component c, fmi2FMUstate state))                                                  \
    X(fmi2Status, FreeFMUstate, (fmi2Component c, fmi2FMUstate * state))                                               \
    X(fmi2Status, SerializedFMUstateSize, (fmi2Component c, fmi2FMUstate state, size_t * size))                        \
    X(fmi2Status, SerializeFMUstate, (fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size))             \
    X(fmi2Status, DeSerializeFMUstate, (fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state))    \
    X(fmi2Status, GetDirectionalDerivative,                                                                            \
      (fmi2Component c, const fmi2ValueReference unknowns[], size_t n_unknowns, const fmi2ValueReference knowns[],     \
       size_t n_knowns, const fmi2Real seed[], fmi2Real result[]))

#define FMI2_MODEL_EXCHANGE_FUNCTIONS(X)                                                                               \
    X(fmi2Status, EnterEventMode, (fmi2Component c))                                                                   \
    X(fmi2Status, NewDiscreteStates, (fmi2Component c, fmi2EventInfo * event_info))                                    \
    X(fmi2Status, EnterContinuousTimeMode, (fmi2Component c))                                                          \
    X(fmi2Status, CompletedIntegratorStep,                                                                             \
      (fmi2Component c, fmi2Boolean no_set_state_before, fmi2Boolean * enter_event_mode, fmi2Boolean * terminate))     \
    X(fmi2Status, SetTime, (fmi2Component c, fmi2Real time))                                                           \
    X(fmi2Status, SetContinuousStates, (fmi2Component c, const fmi2Real x[], size_t n))                                \
    X(fmi2Status, GetDerivatives, (fmi2Component c, fmi2Real derivatives[], size_t n))                                 \
    X(fmi2Status, GetEventIndicators, (fmi2Component c, fmi2Real indicators[], size_t n))                              \
    X(fmi2Status, GetContinuousStates, (fmi2Component c, fmi2Real x[], size_t n))                                      \
    X(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component c, fmi2Real nominals[], size_t n))

#define FMI2_CO_SIMULATION_FUNCTIONS(X)                                                                                \
    X(fmi2Status, SetRealInputDerivatives,                                                                             \
      (fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Integer orders[],                         \
       const fmi2Real values[]))                                                                                       \
    X(fmi2Status, GetRealOutputDerivatives,                                                                            \
      (fmi2Component c, const fmi2ValueReference refs[], size_t n, const fmi2Integer orders[], fmi2Real values[]))     \
    X(fmi2Status, DoStep, (fmi2Component c, fmi2Real time, fmi2Real step_size, fmi2Boolean no_set_state_before))       \
    X(fmi2Status, CancelStep, (fmi2Component c))                                                                       \
    X(fmi2Status, GetStatus, (fmi2Component c, const fmi2StatusKind kind, fmi2Status *value))                          \
    X(fmi2Status, GetRealStatus, (fmi2Component c, const fmi2StatusKind kind, fmi2Real *value))                        \
    X(fmi2Status, GetIntegerStatus, (fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value))                  \
    X(fmi2Status, GetBooleanStatus, (fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value))                  \
    X(fmi2Status, GetStringStatus, (fmi2Component c, const fmi2StatusKind kind, fmi2String *value))

#define FMI2_FUNCTIONS(X)                                                                                              \
    FMI2_COMMON_FUNCTIONS(X)                                                                                           \
    FMI2_MODEL_EXCHANGE_FUNCTIONS(X)                                                                                   \
    FMI2_CO_SIMULATION_FUNCTIONS(X)

/* ---- for importers: fmi2GetRealTYPE and so on ---- */

#define FMI2_TYPE(result, name, arguments) typedef result fmi2##name##TYPE arguments;
FMI2_FUNCTIONS(FMI2_TYPE)
#undef FMI2_TYPE

/* ---- for FMUs: the prototypes, exported from a shared library or prefixed in a static one ---- */

#ifdef FMI2_FUNCTION_PREFIX
#define FMI2_PASTE(a, b)     a##b
#define FMI2_EXPAND(a, b)    FMI2_PASTE(a, b)
#define FMI2_FULL_NAME(name) FMI2_EXPAND(FMI2_FUNCTION_PREFIX, fmi2##name)
#else
#define FMI2_FULL_NAME(name) fmi2##name
#endif

#if defined(_WIN32)
#define FMI2_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI2_EXPORT __attribute__((visibility("default")))
#else
#define FMI2_EXPORT
#endif

#define FMI2_PROTOTYPE(result, name, arguments) FMI2_EXPORT result FMI2_FULL_NAME(name) arguments;
#ifdef FMI2_DECLARE_FUNCTIONS
FMI2_FUNCTIONS(FMI2_PROTOTYPE)
#endif
#undef FMI2_PROTOTYPE

#ifdef __cplusplus
}
#endif

#endif
