/* Limits for the terminal and as files. */
#include "linearize/findings.h"

#include "master/base/printable.h"
#include "master/files/csv.h"

#include "master/base/json.h"
#include "master/files/output.h"
#include "master/options/options_messages.h"

#include <math.h>

/* A limit for comparing: nothing stable is the smallest, all stable the largest. */
static double rank_of(const struct limit *limit)
{
    return limit->kind == LIMIT_FOUND ? limit->macro_step : limit->kind == LIMIT_BELOW ? 0 : (double)INFINITY;
}

size_t findings_worst(const struct findings *f, size_t scheme)
{
    size_t worst = 0;
    for (size_t t = 1; t < f->times.n; t++)
        if (rank_of(findings_at(f, t, scheme)) < rank_of(findings_at(f, worst, scheme)))
            worst = t;
    return worst;
}

/* ---- the terminal ---- */

void limit_describe(const struct findings *f, const struct limit *limit, char text[static 64])
{
    switch (limit->kind) {
    case LIMIT_FOUND:
        snprintf(text, 64, "%.5g ms", 1e3 * limit->macro_step);
        break;
    case LIMIT_ABOVE:
        snprintf(text, 64, "above %.5g ms", 1e3 * f->to);
        break;
    case LIMIT_BELOW:
        snprintf(text, 64, "none from %.5g ms on", 1e3 * f->from);
        break;
    }
}

static void print_limit(FILE *file, const struct findings *f, const struct limit *limit)
{
    char text[64];
    limit_describe(f, limit, text);
    fputs(text, file);
}

static void print_again(FILE *file, const struct limit *limit)
{
    for (size_t i = 0; i < limit->n_again; i++)
        fprintf(file, "%s %.5g to %.5g ms", i ? "," : "; stable again from", 1e3 * limit->again[2 * i],
                1e3 * limit->again[2 * i + 1]);
}

/* Stand-ins are exact for linear systems, or nearly so: where they end is another matter. */
static void print_pilot(FILE *file, const struct findings *f, const struct pilot *p)
{
    if (!p->was_run)
        return;
    fputs("    that is linear theory, and not where such schemes end: in pilot runs ", file);
    switch (p->kind) {
    case LIMIT_FOUND:
        fprintf(file, "the coupling error is %g at %.3g ms\n", p->error, 1e3 * p->macro_step);
        break;
    case LIMIT_ABOVE:
        fprintf(file, "the coupling error is below %g up to %.5g ms\n", p->error, 1e3 * f->to);
        break;
    case LIMIT_BELOW:
        fprintf(file, "the coupling error is above %g from %.5g ms on\n", p->error, 1e3 * f->from);
        break;
    }
}

void findings_print(FILE *file, const struct findings *f)
{
    fprintf(file, "%s: largest macro step for which nothing grows that does not grow in the coupled system itself\n",
            PRINTABLE(f->system->name));
    fputs("  stepped by their own solvers:", file);
    for (size_t c = 0; c < f->system->n_components; c++)
        fprintf(file, " %s %s%s", *f->system->components[c].name ? PRINTABLE(f->system->components[c].name) : "the FMU",
                f->own[c] ? "yes" : "no (exactly)", c + 1 < f->system->n_components ? "," : "\n");
    for (size_t s = 0; s < f->schemes.n; s++) {
        char name[256];
        scheme_describe(&f->schemes.options[s], f->orders[s], name);
        const size_t worst = findings_worst(f, s);
        fprintf(file, "  %s: ", PRINTABLE(name));
        print_limit(file, f, findings_at(f, worst, s));
        fprintf(file, " at t = %.9g s", f->times.t[worst]);
        print_again(file, findings_at(f, worst, s));
        fputc('\n', file);
        print_pilot(file, f, &f->pilots[s]);
        for (size_t t = 0; t < f->times.n && f->times.n > 1; t++) {
            fprintf(file, "    t = %-12.9g ", f->times.t[t]);
            print_limit(file, f, findings_at(f, t, s));
            print_again(file, findings_at(f, t, s));
            fputc('\n', file);
        }
    }
}

/* ---- JSON ---- */

static const char *kind_name(enum limit_kind kind)
{
    return kind == LIMIT_FOUND ? "found" : kind == LIMIT_ABOVE ? "above" : "none";
}

static void put_scan(struct json *j, const struct limit *limit)
{
    json_object(j, "scan");
    json_row(j, "macro_step");
    for (size_t i = 0; i < limit->n_scan; i++)
        json_number(j, NULL, limit->scan[i].macro_step);
    json_end(j);
    json_row(j, "spectral_radius");
    for (size_t i = 0; i < limit->n_scan; i++)
        json_number(j, NULL, limit->scan[i].radius);
    json_end(j);
    json_row(j, "growth"); /* without the modes that grow by themselves */
    for (size_t i = 0; i < limit->n_scan; i++)
        json_number(j, NULL, limit->scan[i].excess);
    json_end(j);
    json_end(j);
}

/* By equal macro steps over the whole interval, the same for every time; null: linear theory is enough. */
static void put_pilot(struct json *j, const struct pilot *p)
{
    if (!p->was_run) {
        json_null(j, "pilot");
        return;
    }
    json_object(j, "pilot");
    json_number(j, "coupling_error", p->error);
    if (p->kind == LIMIT_FOUND)
        json_number(j, "macro_step", p->macro_step);
    else
        json_null(j, "macro_step");
    json_string(j, "status", kind_name(p->kind));
    json_integer(j, "runs", p->runs);
    json_end(j);
}

static void put_limit(struct json *j, const struct findings *f, size_t t, size_t s)
{
    const struct run_options *o = &f->schemes.options[s];
    const struct limit *limit = findings_at(f, t, s);
    json_object(j, NULL);
    json_string(j, "scheme", o->scheme);
    json_string(j, "order", f->orders[s]);
    json_string(j, "feedthrough", o->feedthrough == FEEDTHROUGH_STALE ? "stale" : "refreshed");
    if (scheme_listens(o))
        json_string(j, "extrapolation", scheme_extrapolation(o));
    else
        json_integer(j, "extrapolation", o->extrapolation);
    json_string(j, "slopes", slopes_name(o->slopes));
    json_integer(j, "iterations", o->iterations);
    json_object(j, "rates");
    for (size_t i = 0; i < o->n_rates; i++)
        json_integer(j, o->rates[i].component, o->rates[i].steps);
    json_end(j);
    json_number(j, "time", f->times.t[t]);
    if (limit->kind == LIMIT_FOUND)
        json_number(j, "macro_step", limit->macro_step);
    else
        json_null(j, "macro_step");
    json_string(j, "status", kind_name(limit->kind));
    json_array(j, "stable_again");
    for (size_t i = 0; i < limit->n_again; i++) {
        json_row(j, NULL);
        json_number(j, NULL, limit->again[2 * i]);
        json_number(j, NULL, limit->again[2 * i + 1]);
        json_end(j);
    }
    json_end(j);
    put_pilot(j, &f->pilots[s]);
    put_scan(j, limit);
    json_end(j);
}

static bool print_json(FILE *file, const void *context)
{
    const struct findings *f = context;
    struct json j = json_begin(file);
    json_object(&j, NULL);
    json_row(&j, "range");
    json_number(&j, NULL, f->from);
    json_number(&j, NULL, f->to);
    json_end(&j);
    json_object(&j, "subsystem");
    for (size_t c = 0; c < f->system->n_components; c++)
        json_string(&j, f->system->components[c].name, f->own[c] ? "own" : "exact");
    json_end(&j);
    json_array(&j, "limits");
    for (size_t s = 0; s < f->schemes.n; s++)
        for (size_t t = 0; t < f->times.n; t++)
            put_limit(&j, f, t, s);
    json_end(&j);
    json_end(&j);
    return json_finish(&j);
}

/* ---- CSV: one row per limit ---- */

static bool print_csv(FILE *file, const void *context)
{
    const struct findings *f = context;
    fputs("scheme,order,feedthrough,extrapolation,iterations,time,macro_step,status,slopes,pilot_macro_step,pilot_"
          "status\n",
          file);
    for (size_t s = 0; s < f->schemes.n; s++)
        for (size_t t = 0; t < f->times.n; t++) {
            const struct run_options *o = &f->schemes.options[s];
            const struct limit *limit = findings_at(f, t, s);
            fprintf(file, "%s,", o->scheme);
            csv_put_text(file, f->orders[s] ? f->orders[s] : "", f->csv_safe);
            fprintf(file, ",%s,%s,%d,%.17g,", o->feedthrough == FEEDTHROUGH_STALE ? "stale" : "refreshed",
                    scheme_extrapolation(o), o->iterations, f->times.t[t]);
            if (limit->kind == LIMIT_FOUND)
                fprintf(file, "%.17g", limit->macro_step);
            const struct pilot *p = &f->pilots[s];
            fprintf(file, ",%s,%s,", kind_name(limit->kind), slopes_name(o->slopes));
            if (p->was_run && p->kind == LIMIT_FOUND)
                fprintf(file, "%.17g", p->macro_step);
            fprintf(file, ",%s\n", p->was_run ? kind_name(p->kind) : "");
        }
    return !ferror(file);
}

bool findings_check_path(const char *path, struct error *error)
{
    return output_ends_with(path, ".json") || output_ends_with(path, ".csv") ||
           error_raise(error, ERROR_OPTION_VALUE, "output", path, "a file name that ends in .json or .csv");
}

bool findings_write(const char *path, const struct findings *f, struct error *error)
{
    return output_write(path, output_ends_with(path, ".csv") ? print_csv : print_json, f, error);
}
