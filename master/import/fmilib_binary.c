/* The functions of an FMU through FMI Library; descriptions are read by our own reader, with it too. A component is a parsed FMU of
 * its own with its binary loaded: that is how FMI Library counts instances. */
#include "master/import/binary.h"
#include "master/import/crash_guard.h"
#include "master/import/import_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <fmilib.h>
#pragma GCC diagnostic pop

struct binary {
    char *folder, *path;
};

enum { COMPLAINT_SIZE = 512 };

/* A parsed FMU, with the library's first complaint. */
struct fmilib_fmu {
    jm_callbacks callbacks;
    fmi_import_context_t *context;
    fmi2_import_t *import;
    char complaint[COMPLAINT_SIZE];
};

/* The first complaint is the cause, later ones are consequences. */
static void keep_complaint(jm_callbacks *callbacks, jm_string module, jm_log_level_enu_t level, jm_string message)
{
    (void)module, (void)level;
    struct fmilib_fmu *f = callbacks->context;
    if (!f->complaint[0])
        snprintf(f->complaint, sizeof f->complaint, "%s", message);
}

/* Also unloads the binary. */
static void fmilib_close(struct fmilib_fmu *f)
{
    if (!f)
        return;
    if (f->import) {
        fmi2_import_destroy_dllfmu(f->import);
        fmi2_import_free(f->import);
    }
    if (f->context)
        fmi_import_free_context(f->context);
    free(f);
}

/* Parses the description in the unpacked folder, since FMI Library calls no binary without. NULL: no memory, or see `complaint`. */
static struct fmilib_fmu *fmilib_open(const char *folder, char complaint[COMPLAINT_SIZE])
{
    complaint[0] = '\0';
    struct fmilib_fmu *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->callbacks = (jm_callbacks){.malloc = malloc,
                                  .calloc = calloc,
                                  .realloc = realloc,
                                  .free = free,
                                  .logger = keep_complaint,
                                  .log_level = jm_log_level_error,
                                  .context = f};
    f->context = fmi_import_allocate_context(&f->callbacks);
    f->import = f->context ? fmi2_import_parse_xml(f->context, folder, NULL) : NULL;
    if (!f->import) {
        snprintf(complaint, COMPLAINT_SIZE, "%s", f->complaint);
        fmilib_close(f);
        return NULL;
    }
    return f;
}

static fmi2_import_t *import_of(fmi2Component c)
{
    return ((struct fmilib_fmu *)c)->import;
}

/* ---- one adapter for each function: the same arguments, FMI Library's names ---- */

#define ADAPTER(name, parameters, theirs, arguments)                                                                   \
    static fmi2Status call_##name parameters                                                                           \
    {                                                                                                                  \
        return (fmi2Status)theirs arguments;                                                                           \
    }

ADAPTER(SetupExperiment,
        (fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,
         fmi2Real stop),
        fmi2_import_setup_experiment, (import_of(c), tolerance_defined, tolerance, start, stop_defined, stop))
ADAPTER(EnterInitializationMode, (fmi2Component c), fmi2_import_enter_initialization_mode, (import_of(c)))
ADAPTER(ExitInitializationMode, (fmi2Component c), fmi2_import_exit_initialization_mode, (import_of(c)))
ADAPTER(Terminate, (fmi2Component c), fmi2_import_terminate, (import_of(c)))
ADAPTER(Reset, (fmi2Component c), fmi2_import_reset, (import_of(c)))
ADAPTER(GetReal, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]), fmi2_import_get_real,
        (import_of(c), r, n, v))
ADAPTER(GetInteger, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Integer v[]), fmi2_import_get_integer,
        (import_of(c), r, n, v))
ADAPTER(GetBoolean, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Boolean v[]), fmi2_import_get_boolean,
        (import_of(c), r, n, v))
ADAPTER(GetString, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2String v[]), fmi2_import_get_string,
        (import_of(c), r, n, v))
ADAPTER(SetReal, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Real v[]), fmi2_import_set_real,
        (import_of(c), r, n, v))
ADAPTER(SetInteger, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer v[]),
        fmi2_import_set_integer, (import_of(c), r, n, v))
ADAPTER(SetBoolean, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Boolean v[]),
        fmi2_import_set_boolean, (import_of(c), r, n, v))
ADAPTER(SetString, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2String v[]),
        fmi2_import_set_string, (import_of(c), r, n, v))
ADAPTER(GetFMUstate, (fmi2Component c, fmi2FMUstate *s), fmi2_import_get_fmu_state, (import_of(c), s))
ADAPTER(SetFMUstate, (fmi2Component c, fmi2FMUstate s), fmi2_import_set_fmu_state, (import_of(c), s))
ADAPTER(FreeFMUstate, (fmi2Component c, fmi2FMUstate *s), fmi2_import_free_fmu_state, (import_of(c), s))
ADAPTER(SerializedFMUstateSize, (fmi2Component c, fmi2FMUstate s, size_t *n), fmi2_import_serialized_fmu_state_size,
        (import_of(c), s, n))
ADAPTER(SerializeFMUstate, (fmi2Component c, fmi2FMUstate s, fmi2Byte b[], size_t n), fmi2_import_serialize_fmu_state,
        (import_of(c), s, b, n))
ADAPTER(DeSerializeFMUstate, (fmi2Component c, const fmi2Byte b[], size_t n, fmi2FMUstate *s),
        fmi2_import_de_serialize_fmu_state, (import_of(c), b, n, s))
/* FMI Library has the knowns first. */
ADAPTER(GetDirectionalDerivative,
        (fmi2Component c, const fmi2ValueReference unknowns[], size_t n_unknowns, const fmi2ValueReference knowns[],
         size_t n_knowns, const fmi2Real seed[], fmi2Real result[]),
        fmi2_import_get_directional_derivative, (import_of(c), knowns, n_knowns, unknowns, n_unknowns, seed, result))
ADAPTER(EnterEventMode, (fmi2Component c), fmi2_import_enter_event_mode, (import_of(c)))
ADAPTER(NewDiscreteStates, (fmi2Component c, fmi2EventInfo *info), fmi2_import_new_discrete_states,
        (import_of(c), (fmi2_event_info_t *)info))
ADAPTER(EnterContinuousTimeMode, (fmi2Component c), fmi2_import_enter_continuous_time_mode, (import_of(c)))
ADAPTER(CompletedIntegratorStep, (fmi2Component c, fmi2Boolean no_set, fmi2Boolean *event, fmi2Boolean *end),
        fmi2_import_completed_integrator_step, (import_of(c), no_set, event, end))
ADAPTER(SetTime, (fmi2Component c, fmi2Real t), fmi2_import_set_time, (import_of(c), t))
ADAPTER(SetContinuousStates, (fmi2Component c, const fmi2Real x[], size_t n), fmi2_import_set_continuous_states,
        (import_of(c), x, n))
ADAPTER(GetDerivatives, (fmi2Component c, fmi2Real x[], size_t n), fmi2_import_get_derivatives, (import_of(c), x, n))
ADAPTER(GetEventIndicators, (fmi2Component c, fmi2Real z[], size_t n), fmi2_import_get_event_indicators,
        (import_of(c), z, n))
ADAPTER(GetContinuousStates, (fmi2Component c, fmi2Real x[], size_t n), fmi2_import_get_continuous_states,
        (import_of(c), x, n))
ADAPTER(GetNominalsOfContinuousStates, (fmi2Component c, fmi2Real x[], size_t n),
        fmi2_import_get_nominals_of_continuous_states, (import_of(c), x, n))
ADAPTER(SetRealInputDerivatives,
        (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer o[], const fmi2Real v[]),
        fmi2_import_set_real_input_derivatives, (import_of(c), r, n, o, v))
ADAPTER(GetRealOutputDerivatives,
        (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer o[], fmi2Real v[]),
        fmi2_import_get_real_output_derivatives, (import_of(c), r, n, o, v))
ADAPTER(DoStep, (fmi2Component c, fmi2Real t, fmi2Real H, fmi2Boolean no_set), fmi2_import_do_step,
        (import_of(c), t, H, no_set))
ADAPTER(CancelStep, (fmi2Component c), fmi2_import_cancel_step, (import_of(c)))
ADAPTER(GetStatus, (fmi2Component c, const fmi2StatusKind k, fmi2Status *v), fmi2_import_get_status,
        (import_of(c), (fmi2_status_kind_t)k, (fmi2_status_t *)v))
ADAPTER(GetRealStatus, (fmi2Component c, const fmi2StatusKind k, fmi2Real *v), fmi2_import_get_real_status,
        (import_of(c), (fmi2_status_kind_t)k, v))
ADAPTER(GetIntegerStatus, (fmi2Component c, const fmi2StatusKind k, fmi2Integer *v), fmi2_import_get_integer_status,
        (import_of(c), (fmi2_status_kind_t)k, v))
ADAPTER(GetBooleanStatus, (fmi2Component c, const fmi2StatusKind k, fmi2Boolean *v), fmi2_import_get_boolean_status,
        (import_of(c), (fmi2_status_kind_t)k, v))
ADAPTER(GetStringStatus, (fmi2Component c, const fmi2StatusKind k, fmi2String *v), fmi2_import_get_string_status,
        (import_of(c), (fmi2_status_kind_t)k, v))

static fmi2Status call_SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[])
{
    return (fmi2Status)fmi2_import_set_debug_logging(import_of(c), on, n, (fmi2_string_t *)categories);
}

static void call_FreeInstance(fmi2Component c)
{
    fmi2_import_free_instance(import_of(c));
    fmilib_close(c);
}

/* Version, types platform and instantiation are FMI Library's own business. */
#define call_GetTypesPlatform NULL
#define call_GetVersion       NULL
#define call_Instantiate      NULL

static const struct functions adapters = {
#define ADAPT(result, name, arguments) .name = call_##name,
    FMI2_FUNCTIONS(ADAPT)
#undef ADAPT
};

/* ---- loading ---- */

static struct fmilib_fmu *open_loaded(const char *folder, fmi2Type type, const fmi2CallbackFunctions *callbacks,
                                      char complaint[COMPLAINT_SIZE])
{
    struct fmilib_fmu *f = fmilib_open(folder, complaint);
    if (!f)
        return NULL;
    const fmi2_fmu_kind_enu_t kind = type == fmi2CoSimulation ? fmi2_fmu_kind_cs : fmi2_fmu_kind_me;
    if (fmi2_import_create_dllfmu(f->import, kind, (const fmi2_callback_functions_t *)(const void *)callbacks) !=
        jm_status_success) {
        memcpy(complaint, f->complaint, COMPLAINT_SIZE);
        fmilib_close(f);
        return NULL;
    }
    return f;
}

struct binary *binary_load(const char *folder, fmi2Type type, const char *model_identifier, const char *place,
                           struct error *error)
{
    char *path = binary_find(folder, model_identifier, place, error);
    if (!path)
        return NULL;
    char complaint[COMPLAINT_SIZE];
    const struct crash_subject subject = {.name = place, .loading = true};
    crash_guard_enter(&subject, "dlopen()");
    struct fmilib_fmu *tried = open_loaded(folder, type, NULL, complaint);
    crash_guard_leave();
    struct binary *b = tried ? calloc(1, sizeof *b) : NULL;
    if (!tried)
        error_raise(error, ERROR_LIBRARY_LOAD, place, model_identifier, complaint);
    else if (b)
        b->folder = strdup(folder);
    fmilib_close(tried);
    if (!b || !b->folder) {
        error_raise(error, ERROR_NO_MEMORY, "loading a binary");
        free(path);
        free(b);
        return NULL;
    }
    b->path = path;
    return b;
}

void binary_unload(struct binary *b)
{
    if (!b)
        return;
    free(b->folder);
    free(b->path);
    free(b);
}

const struct functions *binary_functions(const struct binary *b)
{
    (void)b;
    return &adapters;
}

const char *binary_path(const struct binary *b)
{
    return b->path;
}

fmi2Component binary_instantiate(struct binary *b, const char *name, fmi2Type type, const char *guid,
                                 const char *resources, const fmi2CallbackFunctions *callbacks, bool logging)
{
    (void)guid; /* FMI Library takes it from the description itself */
    char complaint[COMPLAINT_SIZE];
    struct fmilib_fmu *f = open_loaded(b->folder, type, callbacks, complaint);
    if (!f)
        return NULL;
    f->callbacks.log_level = logging ? jm_log_level_all : jm_log_level_nothing; /* it becomes loggingOn */
    const fmi2_type_t kind = type == fmi2CoSimulation ? fmi2_cosimulation : fmi2_model_exchange;
    const jm_status_enu_t status = fmi2_import_instantiate(f->import, name, kind, resources, fmi2_false);
    f->callbacks.log_level = jm_log_level_error;
    if (status != jm_status_success) {
        fmilib_close(f);
        return NULL;
    }
    return f;
}
