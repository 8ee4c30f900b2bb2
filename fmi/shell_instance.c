/* The life of an instance: instantiate, set up, initialize, terminate, reset, free. */
#include "fmi/shell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *FMI2_FULL_NAME(GetTypesPlatform)(void)
{
    return fmi2TypesPlatform;
}

const char *FMI2_FULL_NAME(GetVersion)(void)
{
    return fmi2Version;
}

fmi2Status FMI2_FULL_NAME(SetDebugLogging)(fmi2Component c, fmi2Boolean logging_on, size_t n_categories,
                                           const fmi2String categories[])
{
    static const char *const names[N_CATEGORIES] = {
#define SHELL_CATEGORY(code, name, description) [code] = name,
        SHELL_CATEGORIES(SHELL_CATEGORY)
#undef SHELL_CATEGORY
    };
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SET_DEBUG_LOGGING);
    uint32_t bits = n_categories == 0 ? ~0u : 0;
    for (size_t i = 0; i < n_categories; i++) {
        uint32_t bit = 0;
        for (int k = 0; k < N_CATEGORIES; k++)
            if (categories[i] && strcmp(categories[i], names[k]) == 0)
                bit = 1u << k;
        if (!bit)
            return shell_say(s, fmi2Error, LOG_ERROR, "fmi2SetDebugLogging: there is no log category \"%s\"",
                             categories[i] ? categories[i] : "(null)");
        bits |= bit;
    }
    s->logging = logging_on != fmi2False;
    s->log_categories = bits;
    return fmi2OK;
}

/* A hash of the GUID and the interface, so that a saved state is recognised by the FMU that made it. */
static uint64_t identity(const char *guid, fmi2Type interface)
{
    uint64_t h = 14695981039346656037u;
    for (; *guid; guid++)
        h = (h ^ (unsigned char)*guid) * 1099511628211u;
    return (h ^ (uint64_t)interface) * 1099511628211u;
}

static bool allocate(struct shell *s)
{
    s->layout = model_layout(s->type);
    const size_t n_u = s->layout.count[MODEL_INPUT], n_x = s->layout.count[MODEL_STATE];
    const size_t n_q = s->layout.count[MODEL_QUADRATURE], n_m = s->layout.count[MODEL_MEMORY];
    const size_t size = sizeof *s->live + (s->layout.size + 3 * n_u) * sizeof(double);
    s->live = calloc(1, size);
    s->variables = calloc(s->layout.size, sizeof *s->variables);
    s->constants = calloc(1, s->type->constants_size + 1);
    s->scratch = calloc(1, s->type->scratch_size + 1);
    s->set_up_for = calloc(s->layout.count[MODEL_PARAMETER] + 1, sizeof *s->set_up_for);
    s->saved =
        calloc(2 * (n_x + n_u + n_m) + n_q + s->layout.size + s->layout.count[MODEL_PARAMETER], sizeof *s->saved);
    s->workspace =
        calloc(model_workspace_size(&s->layout) + model_tuned_size(s->type, &s->layout) + 1, sizeof *s->workspace);
    s->solver = solver_open(s->type, &s->report);
    if (!s->live || !s->variables || !s->constants || !s->scratch || !s->set_up_for || !s->saved || !s->workspace ||
        !s->solver)
        return false;

    s->live->size = size;
    s->live->identity = identity(s->model.guid, s->interface);
    double *v = s->live->numbers;
    s->p = v + s->layout.first[MODEL_PARAMETER];
    s->calculated = v + s->layout.first[MODEL_CALCULATED];
    s->u = v + s->layout.first[MODEL_INPUT];
    s->m = v + s->layout.first[MODEL_MEMORY];
    s->x = v + s->layout.first[MODEL_STATE];
    s->y = v + s->layout.first[MODEL_OUTPUT];
    s->w = v + s->layout.first[MODEL_LOCAL];
    s->q = v + s->layout.first[MODEL_QUADRATURE];
    s->dx = v + s->layout.first_rate;
    s->time = v + s->layout.time;
    s->u1 = v + s->layout.size;
    s->u2 = s->u1 + n_u;
    s->u_is_new = s->u2 + n_u;
    s->first_input = (uint32_t)s->layout.first[MODEL_INPUT];
    s->n_inputs = (uint32_t)n_u;
    s->first_state = (uint32_t)s->layout.first[MODEL_STATE];
    s->n_states = (uint32_t)s->layout.count[MODEL_STATE];
    s->n_readable = s->n_states;
    for (size_t i = 0;
         i < s->layout.count[MODEL_OUTPUT] && s->type->variables[s->layout.first[MODEL_OUTPUT] + i].kind == MODEL_REAL;
         i++)
        s->n_readable++;
    s->outputs = s->type->over_real.outputs;
    s->problem = (struct solver_problem){.type = s->type,
                                         .layout = &s->layout,
                                         .constants = s->constants,
                                         .scratch = s->scratch,
                                         .m = s->m,
                                         .next_size = &s->live->next_size,
                                         .inputs = {.u0 = s->u, .u1 = s->u1, .u2 = s->u2, .n = n_u}};
    shell_describe_variables(s);
    return true;
}

static void start_over(struct shell *s)
{
    const size_t n_moving = 3 * s->layout.count[MODEL_INPUT];
    memset(s->live->numbers, 0, (s->layout.size + n_moving) * sizeof(double));
    s->live->mode = MODE_INSTANTIATED;
    s->live->fresh = 0;
    s->live->last_successful_time = 0;
    s->live->stop_time = INFINITY;
    s->live->tolerance = 0;
    s->live->next_size = 0;
    s->live->has_started = false;
    s->live->rel_tol_was_set = false;
    s->live->inputs_move = false;
    s->live->inputs_suspicious = false;
    presumptions_forget(solver_presumptions(s->solver));
    shell_set_starts(s);
}

static void release(struct shell *s)
{
    if (!s)
        return;
    solver_close(s->solver);
    if (s->type)
        shell_model_close(&s->model);
    free(s->live);
    free(s->variables);
    free(s->constants);
    free(s->scratch);
    free(s->set_up_for);
    free(s->saved);
    free(s->workspace);
    free(s->name);
    free(s);
}

fmi2Component FMI2_FULL_NAME(Instantiate)(fmi2String instance_name, fmi2Type type, fmi2String guid,
                                          fmi2String resource_location, const fmi2CallbackFunctions *functions,
                                          fmi2Boolean visible, fmi2Boolean logging_on)
{
    (void)visible;
    struct shell *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    if (functions)
        s->callbacks = *functions;
    s->interface = type;
    s->logging = logging_on != fmi2False;
    s->log_categories = ~0u;
    const char *name = instance_name && *instance_name ? instance_name : "unnamed";
    s->name = malloc(strlen(name) + 1);
    if (!s->name)
        goto failed;
    strcpy(s->name, name);
    if (!instance_name || !*instance_name) {
        shell_say(s, fmi2Error, LOG_ERROR, "fmi2Instantiate: an instance needs a name");
        goto failed;
    }
    if (type != fmi2ModelExchange && type != fmi2CoSimulation) {
        shell_say(s, fmi2Error, LOG_ERROR, "fmi2Instantiate: there is no interface type %d", (int)type);
        goto failed;
    }
    if (!shell_model_open(resource_location, &s->model, &s->report)) {
        shell_say(s, fmi2Error, LOG_ERROR, "fmi2Instantiate: %s", s->report.text);
        goto failed;
    }
    s->type = s->model.type;
    if (!guid || strcmp(guid, s->model.guid) != 0) {
        shell_say(s, fmi2Error, LOG_ERROR, "fmi2Instantiate: the GUID %s is not that of this binary, %s",
                  guid ? guid : "(null)", s->model.guid);
        goto failed;
    }
    if (!allocate(s)) {
        shell_say(s, fmi2Error, LOG_ERROR, "fmi2Instantiate: out of memory");
        goto failed;
    }
    start_over(s);
    shell_say(s, fmi2OK, LOG_EVENTS, "instance of %s made", s->type->name);
    return s;

failed:
    release(s);
    return NULL;
}

void FMI2_FULL_NAME(FreeInstance)(fmi2Component c)
{
    release(c);
}

fmi2Status FMI2_FULL_NAME(Reset)(fmi2Component c)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_RESET);
    start_over(s);
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(SetupExperiment)(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                                           fmi2Real start_time, fmi2Boolean stop_time_defined, fmi2Real stop_time)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_SETUP_EXPERIMENT);
    if (!isfinite(start_time))
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2SetupExperiment: the start time is %g", start_time);
    if (stop_time_defined && !(stop_time >= start_time))
        return shell_say(s, fmi2Error, LOG_ERROR,
                         "fmi2SetupExperiment: the stop time %g s lies before the start time %g s", stop_time,
                         start_time);
    if (tolerance_defined && !(tolerance >= 0 && tolerance < 1)) /* some tools say 0 where they have none */
        return shell_say(s, fmi2Error, LOG_ERROR, "fmi2SetupExperiment: a tolerance of %g makes no sense", tolerance);
    *s->time = start_time;
    s->live->last_successful_time = start_time;
    s->live->stop_time = stop_time_defined ? stop_time : INFINITY;
    s->live->tolerance = tolerance_defined ? tolerance : 0;
    s->live->has_started = true;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(EnterInitializationMode)(fmi2Component c)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_ENTER_INITIALIZATION);
    s->live->mode = MODE_INITIALIZATION;
    s->live->fresh = 0;
    return fmi2OK;
}

fmi2Status FMI2_FULL_NAME(ExitInitializationMode)(fmi2Component c)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_EXIT_INITIALIZATION);
    if (!shell_refresh(s, FRESH_INITIAL | FRESH_RATES) || !shell_synchronize(s)) {
        s->live->mode = MODE_ERROR;
        return shell_say_report(s, fmi2Error, *s->time);
    }
    s->live->mode = s->interface == fmi2ModelExchange ? MODE_EVENT : MODE_STEP_COMPLETE;
    s->live->last_successful_time = *s->time;
    shell_say(s, fmi2OK, LOG_EVENTS, "initialized at t = %.10g s", *s->time);
    shell_look(s);
    return shell_say_presumptions(s);
}

fmi2Status FMI2_FULL_NAME(Terminate)(fmi2Component c)
{
    struct shell *s = c;
    SHELL_ENTER(s, CALL_TERMINATE);
    s->live->mode = MODE_TERMINATED;
    return fmi2OK;
}
