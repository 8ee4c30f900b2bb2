/* What a run came to. */
#include "master/files/summary.h"

#include "master/base/printable.h"
#include "master/base/json.h"
#include "master/couple/coupling.h"
#include "master/files/output.h"
#include "master/files/files_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *slopes_of(const struct run *run, size_t c)
{
    const enum run_slopes slopes = run_slopes(run, c);
    return slopes == RUN_SLOPES_EXACT ? "exact" : slopes == RUN_SLOPES_PAST ? "past" : NULL;
}

static const char *coupling_of(const struct run *run)
{
    static const char *const names[] = {
        [COUPLING_AS_ASKED] = "as asked",
        [COUPLING_STANDINS] = "stand-ins",
        [COUPLING_EXTRAPOLATED] = "quadratic Gauss-Seidel",
        [COUPLING_PLAIN] = "Jacobi",
    };
    return names[run_coupling(run)];
}

enum { WHY_SIZE = 160 };

/* What trials have shown, if they have decided. */
static const char *why_coupled(const struct run *run, char text[static WHY_SIZE])
{
    const struct run_trials t = run_trials(run);
    const bool extrapolates = run_coupling(run) == COUPLING_EXTRAPOLATED;
    if (t.of_extrapolation > 0 && t.of_standins > 0)
        snprintf(text, WHY_SIZE, ", chosen by trials: FMUs were called %ld times, with %s %ld times%s",
                 extrapolates ? t.of_extrapolation : t.of_standins,
                 extrapolates ? "stand-ins" : "quadratic Gauss-Seidel",
                 extrapolates ? t.of_standins : t.of_extrapolation, t.is_bound ? " or more" : "");
    else if (t.reason)
        snprintf(text, WHY_SIZE, "; %s", t.reason);
    return text;
}

/* What nobody has asked for. */
static void print_coupling(FILE *file, const struct run *run)
{
    const enum run_coupling coupling = run_coupling(run);
    const double tolerance = run_error_tolerance(run), asked = tolerance / coupling_part_of_tolerance;
    const size_t n = run_system(run)->n_components;
    if (coupling == COUPLING_STANDINS || coupling == COUPLING_EXTRAPOLATED)
        fprintf(file, "  coupling: %s, macro steps by the error (%g%s)%s (equal steps: --scheme jacobi)\n",
                coupling_of(run), tolerance,
                coupling == COUPLING_EXTRAPOLATED ? TEXT(", a hundredth of %g", asked) : "",
                why_coupled(run, (char[WHY_SIZE]){""}));
    else if (coupling == COUPLING_PLAIN && n > coupling_most_components)
        fprintf(file, "  coupling: %s, held values every %.4g ms; more than %zu components: try --extrapolation 2\n",
                coupling_of(run), 1e3 * run_macro_step(run), coupling_most_components);
    else if (coupling == COUPLING_PLAIN && run_trials(run).reason)
        fprintf(file, "  coupling: %s, held values every %.4g ms; %s\n", coupling_of(run), 1e3 * run_macro_step(run),
                PRINTABLE(run_trials(run).reason));
}

/* Where the slopes of extrapolated values come from: "slopes: exact of arm (38 1/s), past of drive". */
static void print_slopes(FILE *file, const struct run *run)
{
    const struct system *s = run_system(run);
    static const char *const kinds[] = {"exact", "past"};
    enum { NAMED = 4 }; /* of many components */
    const char *begin = "  slopes: ";
    for (size_t k = 0; k < 2; k++) {
        size_t n = 0;
        for (size_t c = 0; c < s->n_components; c++) {
            const char *slopes = slopes_of(run, c);
            if (!slopes || strcmp(slopes, kinds[k]) != 0 || n++ >= NAMED)
                continue;
            fprintf(file, "%s", begin);
            if (n == 1)
                fprintf(file, "%s of ", kinds[k]);
            fputs(*s->components[c].name ? PRINTABLE(s->components[c].name) : "the FMU", file);
            if (run_pace(run, c) > 0)
                fprintf(file, " (%.2g 1/s)", run_pace(run, c));
            begin = ", ";
        }
        if (n > NAMED)
            fprintf(file, " and %zu more", n - NAMED);
    }
    if (*begin == ',')
        fputc('\n', file);
}

/* "stand-ins: 40000 micro steps of 0.5 ms, drive/arm; directional of drive, arm". */
static void print_standins(FILE *file, const struct run *run)
{
    const struct system *s = run_system(run);
    enum { NAMED = 4 }; /* of many components */
    if (s->n_components == 0 || run_micro_step(run) == 0)
        return;
    fprintf(file, "  %s: %ld micro steps of %s%.4g ms", run_grade(run, 0) == GRADE_NONE ? "waveforms" : "stand-ins",
            run_summary(run).micro_steps, run_has_control(run) ? "at most " : "", 1e3 * run_micro_step(run));
    if (run_steps_one_by_one(run) && s->n_components <= NAMED)
        fprintf(file, ", %s%s%s%s", PRINTABLE(run_order(run)), run_order_reason(run) ? " (" : "",
                run_order_reason(run) ? run_order_reason(run) : "", run_order_reason(run) ? ")" : "");
    for (enum run_grade grade = GRADE_DIRECTIONAL; grade <= GRADE_HELD; grade++) {
        size_t n = 0;
        for (size_t c = 0; c < s->n_components; c++) {
            if (run_grade(run, c) != grade || n++ >= NAMED)
                continue;
            if (n == 1)
                fprintf(file, "; %s of ", run_grade_name(grade));
            fprintf(file, "%s%s", n == 1 ? "" : ", ",
                    *s->components[c].name ? PRINTABLE(s->components[c].name) : "the FMU");
        }
        if (n > NAMED)
            fprintf(file, " and %zu more", n - NAMED);
    }
    fputc('\n', file);
}

/* "macro steps: 0.1 ms to 0.2 s by the error; largest coupling error 9.8e-05 of arm.u". */
static void print_control(FILE *file, const struct run *run)
{
    const struct run_summary s = run_summary(run);
    if (!run_has_control(run))
        return;
    fprintf(file, "  macro steps: %.4g ms to %.4g ms by the error", 1e3 * s.macro_step_smallest,
            1e3 * s.macro_step_largest);
    struct port port, worst = {0};
    double largest = 0;
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        const double error = run_coupling_error(run, i, &port);
        if (error > largest) {
            largest = error;
            worst = port;
        }
    }
    char *name = largest > 0 ? system_port_name(run_system(run), worst) : NULL;
    if (name)
        fprintf(file, "; coupling error at most %.2g, of %s", largest, PRINTABLE(name));
    free(name);
    fputc('\n', file);
}

static void print_cpu(FILE *file, const struct run *run)
{
    const struct system *s = run_system(run);
    const double *cpu_s = run_cpu_by_component(run);
    enum { NAMED = 4 }; /* of many components */
    for (size_t c = 0; cpu_s && c < s->n_components && c < NAMED; c++)
        fprintf(file, "%s%s CPU %.3g s%s",
                c ? ", " : "  steps: ", *s->components[c].name ? PRINTABLE(s->components[c].name) : "the FMU", cpu_s[c],
                c + 1 == s->n_components || c + 1 == NAMED ? "\n" : "");
}

void summary_print(FILE *file, const struct run *run)
{
    const struct run_summary s = run_summary(run);
    fprintf(file, "%s: %s at t = %.10g s after %ld steps", PRINTABLE(run_system(run)->name), run_status_name(s.status),
            s.time, s.steps);
    if (s.rejected)
        fprintf(file, " (%ld rejected)", s.rejected);
    if (s.iterations > s.steps)
        fprintf(file, ", %ld iterations", s.iterations);
    fprintf(file, "; %.3g s (CPU %.3g s)\n", s.wall_s, s.cpu_s);
    print_coupling(file, run);
    print_slopes(file, run);
    print_standins(file, run);
    print_control(file, run);
    print_cpu(file, run);
    for (size_t i = 0; i < s.n_powers; i++)
        fprintf(file, "  energy at %s: delivered %.6g J, received %.6g J, residual %.6g J\n",
                PRINTABLE(s.powers[i].name), s.powers[i].delivered, s.powers[i].received, s.powers[i].residual);
}

/* More than this part of a port's work must not come from the coupling itself; of less work than that there is nothing to say. */
static const double largest_residual = 0.05, least_work = 1e-9; /* -, J */

void summary_warn(const struct run *run)
{
    const struct run_summary s = run_summary(run);
    for (size_t i = 0; i < s.n_powers; i++) {
        const struct run_power *p = &s.powers[i];
        const double work = fmax(fabs(p->delivered), fabs(p->received));
        if (work > least_work && fabs(p->residual) > largest_residual * work)
            error_warn(WARNING_RUN_ENERGY, p->name, TEXT("%.4g", p->delivered), TEXT("%.4g", p->received),
                       TEXT("%.2g", 100 * fabs(p->residual) / work));
    }
    if (!s.oscillation.found)
        return;
    char *name = system_port_name(run_system(run), s.oscillation.port);
    error_warn(WARNING_RUN_OSCILLATION, name ? name : "an output", TEXT("%.6g", s.oscillation.time),
               TEXT("%.6g", run_macro_step(run)));
    free(name);
}

/* With macro steps chosen by the error; CPU times with stand-ins, too. */
static void put_coupling(struct json *j, const struct run *run)
{
    const struct system *system = run_system(run);
    const struct run_summary s = run_summary(run);
    json_object(j, "coupling_error"); /* by receiving variable, relative */
    for (size_t i = 0; i < run_coupling_errors(run); i++) {
        struct port port;
        const double error = run_coupling_error(run, i, &port);
        char *name = system_port_name(system, port);
        if (name)
            json_number(j, name, error);
        free(name);
    }
    json_end(j);
    if (run_has_control(run)) {
        json_number(j, "macro_step_smallest", s.macro_step_smallest);
        json_number(j, "macro_step_largest", s.macro_step_largest);
    } else {
        json_number(j, "macro_step_smallest", run_macro_step(run));
        json_number(j, "macro_step_largest", run_macro_step(run));
    }
    json_object(j, "cpu_s_by_component");
    for (size_t c = 0; run_cpu_by_component(run) && c < system->n_components; c++)
        json_number(j, system->components[c].name, run_cpu_by_component(run)[c]);
    json_end(j);
}

static bool print_json(FILE *file, const struct run *run, const struct warning_list *warnings, const char *message)
{
    const struct run_summary s = run_summary(run);
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_string(&j, "status", run_status_name(s.status));
    json_integer(&j, "steps", s.steps);
    json_integer(&j, "rejected", s.rejected);
    json_integer(&j, "iterations", s.iterations);
    json_number(&j, "time", s.time);
    json_number(&j, "wall_s", s.wall_s);
    json_number(&j, "cpu_s", s.cpu_s);
    json_object(&j, "energy_residual_J");
    for (size_t i = 0; i < s.n_powers; i++)
        json_number(&j, s.powers[i].name, s.powers[i].residual);
    json_end(&j);
    json_string(&j, "coupling", coupling_of(run));
    json_number(&j, "macro_step", run_macro_step(run));
    json_string(&j, "order", run_order(run));
    if (run_order_reason(run))
        json_string(&j, "order_reason", run_order_reason(run));
    put_coupling(&j, run);
    json_integer(&j, "micro_steps", s.micro_steps);
    json_integer(&j, "linearizations", s.linearizations);
    json_integer(&j, "derivative_calls", s.derivative_calls);
    json_integer(&j, "calls", s.calls);
    json_object(&j, "grade"); /* of the linear model that stands in for a component */
    for (size_t c = 0; c < run_system(run)->n_components; c++)
        if (run_grade(run, c) != GRADE_NONE)
            json_string(&j, run_system(run)->components[c].name, run_grade_name(run_grade(run, c)));
    json_end(&j);
    json_object(&j, "slopes"); /* of the values that a component delivers, where they are extrapolated */
    for (size_t c = 0; c < run_system(run)->n_components; c++)
        if (slopes_of(run, c))
            json_string(&j, run_system(run)->components[c].name, slopes_of(run, c));
    json_end(&j);
    json_array(&j, "warnings");
    for (size_t i = 0; i < warnings->n; i++)
        json_string(&j, NULL, warnings->texts[i]);
    json_end(&j);
    if (message)
        json_string(&j, "message", message);
    json_end(&j);
    return json_finish(&j);
}

bool summary_write(const char *path, const struct run *run, const struct warning_list *warnings, const char *message,
                   struct error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool ok = memory && print_json(memory, run, warnings, message);
    if (memory && fclose(memory) != 0)
        ok = false;
    if (!ok) {
        free(text);
        return error_raise(error, ERROR_NO_MEMORY, "writing the summary");
    }
    ok = output_put(path, text, size, error);
    free(text);
    return ok;
}
