/* What an FMU can really do. Flags are believed only where the binary has the functions; what a run relies on is tried out
 * on an instance of its own, because an FMU may refuse every further call after a failed one. */
#include "master/couple/component_impl.h"
#include "master/couple/couple_messages.h"
#include "master/system/known_traits.h"

#include <stdlib.h>

static bool has_functions(const struct fmu *fmu, const char *a, const char *b, const char *c)
{
    return fmu_has_function(fmu, a) && (!b || fmu_has_function(fmu, b)) && (!c || fmu_has_function(fmu, c));
}

/* Without a saved FMU state an ODE can still go back: its continuous states and the time are all that it has. That holds
 * where nothing is discrete, no event can happen and the FMU keeps no record of integrator steps. */
static bool states_are_everything(const struct description *d)
{
    if (d->n_event_indicators || !d->model_exchange.completed_integrator_step_not_needed)
        return false;
    for (size_t i = 0; i < d->n_variables; i++) {
        const struct fmi_variable *v = &d->variables[i];
        const bool of_its_own = v->causality == FMI_LOCAL || v->causality == FMI_OUTPUT;
        if (of_its_own && v->variability == FMI_DISCRETE)
            return false;
    }
    return true;
}

static struct component_abilities declared_abilities(const struct fmu *fmu, bool me)
{
    const struct description *d = fmu_description(fmu);
    const struct fmi_interface *flags = me ? &d->model_exchange : &d->co_simulation;
    struct component_abilities a = {
        .model_exchange = me,
        .rollback = flags->can_get_and_set_state && has_functions(fmu, "GetFMUstate", "SetFMUstate", "FreeFMUstate"),
        .directional =
            flags->provides_directional_derivative && has_functions(fmu, "GetDirectionalDerivative", NULL, NULL),
    };
    a.saves_fmu_state = a.rollback;
    if (me) {
        a.rollback = a.rollback || states_are_everything(d);
        a.variable_step = true;
        a.input_derivative_order = 2;
        a.recomputes_on_get = true;
        a.states_settable = true;
    } else {
        a.variable_step = flags->can_handle_variable_step;
        a.input_derivative_order =
            flags->can_interpolate_inputs && has_functions(fmu, "SetRealInputDerivatives", NULL, NULL);
        if (has_functions(fmu, "GetRealOutputDerivatives", NULL, NULL))
            a.output_derivative_order = flags->max_output_derivative_order;
    }
    return a;
}

static const struct fmi_variable *first_continuous(const struct description *d, enum fmi_causality causality)
{
    for (size_t i = 0; i < d->n_variables; i++) {
        const struct fmi_variable *v = &d->variables[i];
        if (v->type == FMI_REAL && v->causality == causality && v->variability == FMI_CONTINUOUS)
            return v;
    }
    return NULL;
}

static void not_so(const struct instance *i, const char *flag)
{
    error_warn(ERROR_COMPONENT_FLAG_UNTRUE, fmu_path(instance_fmu(i)), flag);
}

static void try_rollback(struct instance *i, struct component_abilities *a)
{
    if (instance_can_rollback(i))
        return;
    not_so(i, "canGetAndSetFMUstate");
    a->saves_fmu_state = false;
    a->rollback = a->model_exchange && states_are_everything(fmu_description(instance_fmu(i)));
}

static void try_directional(struct instance *i, struct component_abilities *a)
{
    if (instance_can_directional(i))
        return;
    not_so(i, "providesDirectionalDerivative");
    a->directional = false;
}

static void try_input_derivatives(struct instance *i, struct component_abilities *a)
{
    const struct fmi_variable *input = first_continuous(fmu_description(instance_fmu(i)), FMI_INPUT);
    const int order = 1;
    const double value = 0;
    if (!input || instance_set_input_derivatives(i, &input->reference, 1, &order, &value, NULL))
        return;
    not_so(i, "canInterpolateInputs");
    a->input_derivative_order = 0;
}

/* No flag says up to which order. The last thing to be tried: a refusal may be the end of the instance. */
static void try_curvature(struct instance *i, struct component_abilities *a)
{
    const struct fmi_variable *input = first_continuous(fmu_description(instance_fmu(i)), FMI_INPUT);
    const int order = 2;
    const double value = 0;
    if (input && instance_set_input_derivatives(i, &input->reference, 1, &order, &value, NULL))
        a->input_derivative_order = 2;
}

static void try_output_derivatives(struct instance *i, struct component_abilities *a)
{
    const struct fmi_variable *output = first_continuous(fmu_description(instance_fmu(i)), FMI_OUTPUT);
    const int order = 1;
    double value = 0;
    if (!output || instance_get_output_derivatives(i, &output->reference, 1, &order, &value, NULL))
        return;
    not_so(i, "maxOutputDerivativeOrder");
    a->output_derivative_order = 0;
}

static void find_traits(struct fmu *fmu, const struct component_options *options, struct component_abilities *a)
{
    const unsigned wanted = a->directional ? PROBE_SETTABLE : PROBE_SETTABLE | PROBE_TRAITS;
    const bool may_try = !options->no_probes && (options->probes & wanted);
    const struct known_traits known = known_traits(fmu, options->said, may_try, options->start_time);
    a->recomputes_on_get = known.recomputes.is_there;
    a->states_settable = known.settable.is_there;
}

static void try_flags(struct fmu *fmu, const struct component_options *options, bool me, struct component_abilities *to)
{
    struct component_abilities a = *to;
    const struct description *d = fmu_description(fmu);
    const unsigned probes = (a.saves_fmu_state ? options->probes & PROBE_ROLLBACK : 0u) |
                            (a.directional ? options->probes & PROBE_DIRECTIONAL : 0u) |
                            (a.input_derivative_order > 0 && !me ? options->probes & PROBE_INPUT_DERIVATIVES : 0u) |
                            (a.output_derivative_order > 0 ? options->probes & PROBE_OUTPUT_DERIVATIVES : 0u);
    const bool only_once = (me ? &d->model_exchange : &d->co_simulation)->only_once_per_process;
    if (!probes || only_once || options->no_probes)
        return;

    /* An instance that cannot be made or initialized without the user's parameters proves nothing: the flags stand. */
    struct error error = {0};
    const struct instance_options instance = {
        .name = *options->name ? options->name : d->model_name,
        .type = me ? fmi2ModelExchange : fmi2CoSimulation,
        .start_time = options->start_time,
        .isolation = options->isolation,
    };
    struct instance *i = instance_open(fmu, &instance, &error);
    if (!i)
        return;
    const bool ready =
        instance_setup_experiment(i, options->has_tolerance ? &options->tolerance : NULL, options->start_time,
                                  options->has_stop_time ? &options->stop_time : NULL, &error) &&
        instance_enter_initialization(i, &error) && instance_exit_initialization(i, &error);
    if (ready) {
        if (probes & PROBE_ROLLBACK)
            try_rollback(i, &a);
        if (probes & PROBE_DIRECTIONAL)
            try_directional(i, &a);
        if (probes & PROBE_INPUT_DERIVATIVES)
            try_input_derivatives(i, &a);
        if (probes & PROBE_OUTPUT_DERIVATIVES)
            try_output_derivatives(i, &a);
        if ((probes & PROBE_INPUT_DERIVATIVES) && a.input_derivative_order > 0)
            try_curvature(i, &a);
    }
    instance_close(i);
    *to = a;
}

struct component_abilities probe_abilities(struct fmu *fmu, const struct component_options *options, bool me)
{
    struct component_abilities a = declared_abilities(fmu, me);
    try_flags(fmu, options, me, &a);
    if (!me)
        find_traits(fmu, options, &a);
    return a;
}
