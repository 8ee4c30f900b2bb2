/* What the shell says, and its table of allowed calls. */
#include "fmi/shell.h"

#include <stdarg.h>
#include <stdio.h>

const struct shell_call_rule shell_calls[N_CALLS] = {
#define SHELL_CALL(call, function, modes) [call] = {function, modes},
    SHELL_CALLS(SHELL_CALL)
#undef SHELL_CALL
};

enum { SHELL_LINE_SIZE = 1024 };

static const char *const category_names[N_CATEGORIES] = {
#define SHELL_CATEGORY(code, name, description) [code] = name,
    SHELL_CATEGORIES(SHELL_CATEGORY)
#undef SHELL_CATEGORY
};

fmi2Status shell_say(struct shell *s, fmi2Status status, enum shell_category category, const char *format, ...)
{
    const bool is_needed = status != fmi2OK && status != fmi2Pending;
    const bool is_wanted = s->logging && (s->log_categories & (1u << category));
    if (s->callbacks.logger && (is_needed || is_wanted)) {
        char text[SHELL_LINE_SIZE];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        s->callbacks.logger(s->callbacks.componentEnvironment, s->name, status, category_names[category], "%s", text);
    }
    return status;
}

SHELL_ASIDE fmi2Status shell_say_report(struct shell *s, fmi2Status status, double t)
{
    return shell_say(s, status, status == fmi2Discard ? LOG_DISCARD : LOG_ERROR, "%s at t = %.10g s", s->report.text,
                     t);
}

fmi2Status shell_say_presumptions(struct shell *s)
{
    char text[SHELL_LINE_SIZE];
    size_t used = 0;
    double t;
    while (sizeof text - used > sizeof s->report.text + 60 &&
           presumptions_tell(solver_presumptions(s->solver), &t, &s->report))
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s; first at t = %.10g s", used > 0 ? "; " : "",
                                 s->report.text, t);
    if (used > 0 && sizeof text - used > sizeof s->report.text &&
        solver_steps_are_too_long(s->solver, &s->settings, &s->problem, *s->time, s->x, &s->report))
        used += (size_t)snprintf(text + used, sizeof text - used, "; %s", s->report.text);
    return used > 0 ? shell_say(s, fmi2Warning, LOG_WARNING, "%s", text) : fmi2OK;
}

void shell_look(struct shell *s)
{
    presumptions_look(solver_presumptions(s->solver), s->constants, s->scratch, *s->time, s->m, s->x);
}

static const char *mode_name(uint32_t mode)
{
    switch (mode) {
    case MODE_INSTANTIATED:
        return "after instantiation";
    case MODE_INITIALIZATION:
        return "in initialization mode";
    case MODE_EVENT:
        return "in event mode";
    case MODE_CONTINUOUS:
        return "in continuous-time mode";
    case MODE_STEP_COMPLETE:
        return "between steps";
    case MODE_STEP_FAILED:
        return "after a discarded step";
    case MODE_TERMINATED:
        return "after termination";
    default:
        return "after an error";
    }
}

SHELL_ASIDE fmi2Status shell_refuse(struct shell *s, enum shell_call call)
{
    return shell_say(s, fmi2Error, LOG_ERROR, "%s is not allowed %s", shell_calls[call].function,
                     mode_name(s->live->mode));
}
