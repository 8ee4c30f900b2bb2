#include "estimate/estimate_write.h"

#include "estimate/estimate_notes.h"
#include "master/base/printable.h"
#include "master/files/output.h"

#include <math.h>
#include <string.h>

/* ---- the file ---- */

static void put_name(FILE *file, const char *before, const char *name)
{
    char text[400];
    snprintf(text, sizeof text, "%s%s", before, name);
    fputc(',', file);
    csv_put(file, text);
}

static void put_number(FILE *file, double value)
{
    if (isnan(value))
        fputc(',', file);
    else
        fprintf(file, ",%.17g", value);
}

static bool print_rows(FILE *file, const void *context)
{
    const struct estimate *e = context;
    fputs("time", file);
    for (size_t i = 0; i < e->n; i++) {
        put_name(file, "", e->filter->states[i].name);
        put_name(file, "sd:", e->filter->states[i].name);
    }
    for (size_t i = 0; i < e->m; i++) {
        put_name(file, "innovation:", e->filter->sensors[i].name);
        put_name(file, "innovation_sd:", e->filter->sensors[i].name);
        put_name(file, "used:", e->filter->sensors[i].name);
    }
    for (size_t i = 0; i < e->n && e->is_smoothed; i++) {
        put_name(file, "smooth:", e->filter->states[i].name);
        put_name(file, "smooth_sd:", e->filter->states[i].name);
    }
    fputs(",nis\n", file);
    for (size_t r = 0; r < e->n_rows; r++) {
        fprintf(file, "%.17g", estimate_time(e, r));
        for (size_t i = 0; i < e->n; i++) {
            put_number(file, estimate_value(e, r, PART_STATE, i));
            put_number(file, estimate_value(e, r, PART_DEVIATION, i));
        }
        for (size_t i = 0; i < e->m; i++) {
            put_number(file, estimate_value(e, r, PART_INNOVATION, i));
            put_number(file, estimate_value(e, r, PART_INNOVATION_DEVIATION, i));
            put_number(file, estimate_value(e, r, PART_USED, i));
        }
        for (size_t i = 0; i < e->n && e->is_smoothed; i++) {
            put_number(file, estimate_value(e, r, PART_SMOOTHED, i));
            put_number(file, estimate_value(e, r, PART_SMOOTHED_DEVIATION, i));
        }
        put_number(file, estimate_nis(e, r));
        fputc('\n', file);
    }
    return !ferror(file);
}

/* In the order of print_rows. */
static bool write_notes(const struct estimate *e, const char *path, const char *command, struct error *error)
{
    struct estimate_notes notes = {0};
    estimate_notes_add(&notes, "", "time", "s", "time");
    for (size_t i = 0; i < e->n; i++) {
        const struct filter_state *s = &e->filter->states[i];
        estimate_notes_add(&notes, "", s->name, s->unit, s->description);
        estimate_notes_add(&notes, "sd:", s->name, s->unit, "standard deviation of the estimate");
    }
    for (size_t i = 0; i < e->m; i++) {
        const struct filter_sensor *s = &e->filter->sensors[i];
        estimate_notes_add(&notes, "innovation:", s->name, s->unit, "measured less expected");
        estimate_notes_add(&notes, "innovation_sd:", s->name, s->unit, "standard deviation of the innovation");
        estimate_notes_add(&notes, "used:", s->name, NULL, "1: used, 0: an outlier");
    }
    for (size_t i = 0; i < e->n && e->is_smoothed; i++) {
        const struct filter_state *s = &e->filter->states[i];
        estimate_notes_add(&notes, "smooth:", s->name, s->unit, s->description);
        estimate_notes_add(&notes, "smooth_sd:", s->name, s->unit, "standard deviation of the smoothed estimate");
    }
    estimate_notes_add(&notes, "", "nis", NULL, "normalized innovation squared");
    return estimate_notes_write(&notes, path, command, error);
}

bool estimate_write(const struct estimate *e, const char *path, const char *command, struct error *error)
{
    return output_write(path, print_rows, e, error) && write_notes(e, path, command, error);
}

/* ---- the terminal ---- */

void estimate_print_seen(const struct observability *o, FILE *report)
{
    char name[400];
    size_t unseen = 0;
    for (size_t d = 0; d < o->n; d++)
        unseen += !observability_is_seen(o, d);
    fputs("what the sensors see, before anything is filtered:\n", report);
    if (o->end == RAN_INTO_A_FAILURE)
        fprintf(report, "  on the way to t = %.4g s: there the model alone, without sensors, comes to an end (%s)\n",
                o->until, PRINTABLE(o->failure.text));
    else if (o->end == RAN_AWAY)
        fprintf(report,
                "  on the way to t = %.4g s: there errors of the model alone, without sensors, have grown by 1e8\n",
                o->until);
    for (size_t d = 0; d < unseen; d++) {
        observability_name(o, d, name, sizeof name);
        fprintf(report, "  not seen:    %s (an error there changes by a factor of %.2g over the run)\n",
                PRINTABLE(name), o->growth[d]);
    }
    if (unseen < o->n) {
        observability_name(o, unseen, name, sizeof name);
        fprintf(report, "  least seen:  %s: %.3g of its deviation at the start is left\n", PRINTABLE(name),
                o->left[unseen]);
    }
    fputs("  (directions in units of the deviations at the start)\n  left of the deviation at the start:", report);
    for (size_t i = 0; i < o->n; i++)
        fprintf(report, "%s %s %.2g", i > 0 ? "," : "", PRINTABLE(o->names[i]), observability_left(o, i));
    fputs("\n\n", report);
}

static int widest(const struct estimate *e)
{
    size_t width = 8;
    for (size_t i = 0; i < e->m; i++)
        width = strlen(e->filter->sensors[i].name) > width ? strlen(e->filter->sensors[i].name) : width;
    for (size_t i = 0; i < e->n; i++)
        width = strlen(e->filter->states[i].name) > width ? strlen(e->filter->states[i].name) : width;
    return width < 60 ? (int)width : 60;
}

static void print_sensors(const struct estimate *e, int width, FILE *report)
{
    static const char *const verdicts[] = {[CONSISTENT] = "consistent",
                                           [INNOVATIONS_TOO_LARGE] =
                                               "INCONSISTENT: noise told too small, or the model is wrong",
                                           [INNOVATIONS_TOO_SMALL] = "INCONSISTENT: noise told too large",
                                           [INNOVATIONS_TOO_FEW] = "too few values to say"};
    fprintf(report, "%-*s %8s %8s %14s %12s %12s\n", width, "sensor", "used", "outliers", "rms innovation",
            "outside 95 %", "mean square");
    for (size_t i = 0; i < e->m; i++) {
        const struct estimate_sensor *s = &e->sensors[i];
        const struct consistency *c = &s->consistency;
        fprintf(report, "%-*s %8zu %8zu", width, PRINTABLE(e->filter->sensors[i].name), c->n, s->outliers);
        if (c->n > 0)
            fprintf(report, " %14.4g %10.1f %% %12.3g  ", sqrt(s->squares / (double)c->n), 100 * consistency_outside(c),
                    consistency_mean(c));
        else
            fprintf(report, " %14s %12s %12s  ", "-", "-", "-");
        fprintf(report, "%s\n",
                estimate_sensor_is_unused(s) ? "every value was an outlier" : verdicts[consistency_judge(c)]);
    }
}

/* An error that is larger than whatever the state was: it has been at rest, and a share of that says nothing. */
static bool is_at_rest(const struct truth_error *error)
{
    return !(error->largest > error->rms);
}

static void print_states(const struct estimate *e, const struct truth_error *errors, int width, FILE *report)
{
    fprintf(report, "\n%-*s %16s %12s", width, "state", "at the end", "deviation");
    if (errors)
        fprintf(report, " %12s %12s %12s", "rms error", "% of largest", "inside 95 %");
    if (errors && e->is_smoothed)
        fprintf(report, " %12s %12s", "rms smoothed", "inside 95 %");
    fputc('\n', report);
    for (size_t i = 0; i < e->n; i++) {
        fprintf(report, "%-*s %16.9g %12.4g", width, PRINTABLE(e->filter->states[i].name),
                estimate_value(e, e->n_rows - 1, PART_STATE, i), estimate_value(e, e->n_rows - 1, PART_DEVIATION, i));
        if (errors && errors[i].n > 0)
            fprintf(report, " %12.4g %12s %10.1f %%", errors[i].rms,
                    is_at_rest(&errors[i]) ? "-" : TEXT("%.3g", 100 * errors[i].rms / errors[i].largest),
                    100 * errors[i].inside);
        else if (errors)
            fprintf(report, " %12s %12s %12s", "-", "-", "-");
        if (errors && errors[i].n > 0 && e->is_smoothed)
            fprintf(report, " %12.4g %10.1f %%", errors[i].smoothed_rms, 100 * errors[i].smoothed_inside);
        fputc('\n', report);
    }
}

void estimate_print(const struct estimate *e, const struct truth_error *errors, FILE *report)
{
    const int width = widest(e);
    print_sensors(e, width, report);
    print_states(e, errors, width, report);
}
