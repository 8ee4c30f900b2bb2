/* The frequency response of a pair, with its margins. */
#include "linearize/results_plot_impl.h"
#include "master/base/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N_FREQUENCIES = 400, N_NEAR = 41 }; /* evenly spaced; near a resonance */

static void range_of_frequencies(const struct results *r, const struct results_view *view, double *from, double *to)
{
    if (view->to > 0) {
        *from = view->from;
        *to = view->to;
        return;
    }
    double slowest = INFINITY, fastest = 0;
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < r->list[i].modes.spectrum.n; k++) {
            const double size = cabs(r->list[i].modes.spectrum.values[k]);
            slowest = size > 0 ? fmin(slowest, size) : slowest;
            fastest = fmax(fastest, size);
        }
    *from = isfinite(slowest) ? fmax(slowest, 1e-6 * fastest) / 10 : 0.01;
    *to = fastest > 0 ? fastest * 10 : 100;
}

/* Whether it lies on the imaginary axis, but for rounding: the response has a pole or a zero at its frequency. */
static bool is_undamped(double complex value)
{
    return cimag(value) > 0 && fabs(creal(value)) <= 1e-9 * cabs(value);
}

/* Around the frequency of a mode or zero with little damping, from far to near: its peak is narrower than what lies between two of
 * the others. Where there is no damping the frequency itself has no response. */
static size_t add_near(double *list, size_t n, double complex value, double from, double to)
{
    const double omega = fabs(cimag(value)), width = fmax(fabs(creal(value)), 1e-5 * omega);
    for (int i = 0; i < N_NEAR && width < omega; i++) {
        const double at = omega + width * sinh(5 * (2.0 * i / (N_NEAR - 1) - 1));
        if (at > from && at < to && (i != N_NEAR / 2 || !is_undamped(value)))
            list[n++] = at;
    }
    return n;
}

/* The response of one pair. */
struct response {
    const struct results *r;
    const struct result *p;
    double complex *zeros; /* of this pair */
    size_t n_zeros;
};

static bool response_open(struct response *f, const struct results *r, const struct result *p)
{
    struct state_space pair = {0};
    struct error ignored = {0}; /* without its zeros a response is drawn all the same */
    *f = (struct response){.r = r, .p = p, .zeros = calloc(p->space.states.n + 1, sizeof *f->zeros)};
    if (f->zeros && (!state_space_select(&pair, &p->space, &r->pair_input, 1, &r->pair_output, 1, &ignored) ||
                     !zeros_find(&pair, f->zeros, &f->n_zeros, &ignored)))
        f->n_zeros = 0;
    state_space_close(&pair);
    return f->zeros;
}

/* The frequencies at which a response is drawn, growing. */
static double *list_frequencies(const struct response *f, const struct results_view *view, size_t *n)
{
    const struct result *p = f->p;
    double from, to;
    range_of_frequencies(f->r, view, &from, &to);
    double *list = calloc(N_FREQUENCIES + (p->modes.spectrum.n + f->n_zeros) * N_NEAR, sizeof *list);
    *n = 0;
    if (!list)
        return NULL;
    for (int i = 0; i < N_FREQUENCIES; i++)
        list[(*n)++] = from * pow(to / from, (double)i / (N_FREQUENCIES - 1));
    for (size_t k = 0; k < p->modes.spectrum.n; k++)
        if (cimag(p->modes.spectrum.values[k]) > 0)
            *n = add_near(list, *n, p->modes.spectrum.values[k], from, to);
    for (size_t k = 0; k < f->n_zeros; k++)
        if (cimag(f->zeros[k]) > 0)
            *n = add_near(list, *n, f->zeros[k], from, to);
    numbers_sort(list, *n);
    return list;
}

/* Where the response crosses 0 dB and -180 degrees, for a loop that is closed with it. */
struct margins {
    double gain, gain_at;   /* dB; NaN: it never crosses */
    double phase, phase_at; /* degrees */
};

struct sample {
    double omega, size, phase; /* dB, degrees */
};

/* A pole or a zero without damping between two frequencies. */
struct singularity {
    double omega; /* 0: none */
    int turns;    /* -1: a pole, behind which the phase is 180 degrees less; +1: a zero, 180 more; 0: they cancel */
};

static struct singularity singularity_between(const struct response *f, double from, double to)
{
    struct singularity s = {0};
    for (int zeros = 0; zeros < 2; zeros++) {
        const double complex *list = zeros ? f->zeros : f->p->modes.spectrum.values;
        for (size_t k = 0; k < (zeros ? f->n_zeros : f->p->modes.spectrum.n); k++)
            if (is_undamped(list[k]) && cimag(list[k]) > from && cimag(list[k]) < to)
                s = (struct singularity){cimag(list[k]), s.turns + (zeros ? 1 : -1)};
    }
    s.turns = (s.turns > 0) - (s.turns < 0);
    return s;
}

/* The phase is the one next to that of a neighbour; behind a pole or a zero without damping, that half a turn further on its side. Of what is
 * not seen in this pair nothing is left but a turn of 0. */
static bool take_sample(const struct response *response, double omega, const struct sample *neighbour,
                        struct sample *sample)
{
    double complex value;
    if (singularity_between(response, omega * (1 - 1e-12), omega * (1 + 1e-12)).omega > 0)
        return false;
    if (!response_at(&response->p->space, response->r->pair_input, response->r->pair_output, omega, &value, NULL) ||
        cabs(value) == 0)
        return false;
    *sample = (struct sample){omega, 20 * log10(cabs(value)), carg(value) * 57.29577951308232};
    const struct singularity s =
        singularity_between(response, fmin(omega, neighbour->omega), fmax(omega, neighbour->omega));
    const double expected = neighbour->phase + (omega > neighbour->omega ? 90 : -90) * s.turns;
    if (neighbour->omega > 0)
        sample->phase -= 360 * round((sample->phase - expected) / 360);
    return true;
}

/* Without damping the phase is -180 degrees over whole decades, but for rounding: that is no crossing. */
static double turns(const struct sample *s)
{
    static const double rounding = 1e-6;
    return floor((s->phase + 180 + rounding) / 360);
}

/* Whether something happens between two samples: 0 dB is passed, or -180 degrees, or one of its full turns. */
static bool crosses(const struct sample *a, const struct sample *b, bool is_phase)
{
    return is_phase ? turns(a) != turns(b) : (a->size > 0) != (b->size > 0);
}

/* Where it happens, by bisection. */
static struct sample find_crossing(const struct response *response, struct sample a, struct sample b, bool is_phase)
{
    for (int i = 0; i < 60 && b.omega > a.omega * (1 + 1e-12); i++) {
        struct sample middle;
        if (!take_sample(response, sqrt(a.omega * b.omega), &a, &middle))
            break;
        if (crosses(&a, &middle, is_phase))
            b = middle;
        else
            a = middle;
    }
    return b;
}

/* The smallest margins count. */
static void look_between(struct margins *m, const struct response *response, const struct sample *a,
                         const struct sample *b)
{
    if (crosses(a, b, false)) {
        const struct sample at = find_crossing(response, *a, *b, false);
        const double exact = remainder(at.phase + 180, 360), margin = fabs(exact) < 1e-6 ? 0 : exact;
        if (!(fabs(margin) >= fabs(m->phase))) /* also the first */
            m->phase = margin, m->phase_at = at.omega;
    }
    if (crosses(a, b, true)) {
        const struct sample at = find_crossing(response, *a, *b, true);
        if (!(fabs(at.size) >= fabs(m->gain)))
            m->gain = -at.size, m->gain_at = at.omega;
    }
}

/* At a pole without damping the response is infinite: it passes 0 dB on both sides where it is below on either, and where its phase passes -180
 * degrees there, no gain is small enough. At a zero it is nothing, and passes nothing that matters to a loop. */
static void look_for_margins(struct margins *m, const struct response *response, const struct sample *a,
                             const struct sample *b)
{
    const struct singularity s = singularity_between(response, a->omega, b->omega);
    if (s.turns == 0) {
        look_between(m, response, a, b);
        return;
    }
    const struct sample before = {s.omega, s.turns < 0 ? INFINITY : -INFINITY, a->phase},
                        behind = {s.omega, before.size, b->phase};
    look_between(m, response, a, &before);
    if (s.turns < 0 && crosses(&before, &behind, true) && isnan(m->gain))
        m->gain = -INFINITY, m->gain_at = s.omega;
    look_between(m, response, &behind, b);
}

/* Size in dB and phase in degrees without jumps, over the frequency. */
static void add_response(struct chart *c, const struct results *r, const struct results_view *view, size_t point,
                         struct chart_curve *size, struct chart_curve *phase, struct margins *margins)
{
    const struct result *p = &r->list[point];
    size_t n;
    struct response response;
    double *list = response_open(&response, r, p) ? list_frequencies(&response, view, &n) : NULL;
    struct sample last = {0};
    c->has_no_memory = c->has_no_memory || !list;
    *margins = (struct margins){NAN, NAN, NAN, NAN};
    for (size_t i = 0; list && i < n; i++) {
        struct sample now;
        if (!take_sample(&response, list[i], &last, &now))
            continue;
        if (last.omega > 0)
            look_for_margins(margins, &response, &last, &now);
        chart_add_point(c, size, now.omega, now.size);
        chart_add_point(c, phase, now.omega, now.phase);
        last = now;
    }
    free(response.zeros);
    free(list);
}

/* The unit of a variable of the system, or of a connector; "" where nobody says it. */
static const char *unit_of(const struct system *system, const char *name)
{
    struct error ignored = {0};
    struct port port;
    if (!system)
        return "";
    const struct system_connector *connector = system_find_connector(system->inputs, system->n_inputs, name);
    if (!connector)
        connector = system_find_connector(system->outputs, system->n_outputs, name);
    if (connector && connector->n_ports)
        port = connector->ports[0];
    else if (connector || !system_find_port(system, name, &port, &ignored))
        return "";
    const char *unit = system_unit(system, port);
    return unit ? unit : "";
}

/* 0 dB is 1 of this unit. */
static const char *gain_label(struct chart *c, const struct results *r)
{
    const struct state_space *s = &r->list[0].space;
    const char *input = unit_of(r->system, s->inputs.names[r->pair_input]);
    const char *output = unit_of(r->system, s->outputs.names[r->pair_output]);
    const bool is_number = !*input || strcmp(input, "1") == 0;
    output = *output ? output : "1";
    if (is_number)
        return chart_text(c, "gain, dB (0 dB: 1 %s)", output);
    const bool is_quotient = strchr(output, '/'), is_composed = strpbrk(input, "/.*");
    return chart_text(c, "gain, dB (0 dB: 1 %s%s%s/%s%s%s)", is_quotient ? "(" : "", output, is_quotient ? ")" : "",
                      is_composed ? "(" : "", input, is_composed ? ")" : "");
}

static const char *sign_of(double number)
{
    return number < 0 ? "−" : "";
}

static const char *gain_margin(struct chart *c, const struct margins *m)
{
    return isnan(m->gain) ? "no gain margin"
           : isinf(m->gain)
               ? chart_text(c, "gain margin −∞ dB at %.4g rad/s", m->gain_at)
               : chart_text(c, "gain margin %s%.4g dB at %.4g rad/s", sign_of(m->gain), fabs(m->gain), m->gain_at);
}

static const char *phase_margin(struct chart *c, const struct margins *m)
{
    return isnan(m->phase)
               ? "no phase margin"
               : chart_text(c, "phase margin %s%.4g° at %.4g rad/s", sign_of(m->phase), fabs(m->phase), m->phase_at);
}

void results_bode_add(struct chart *c, const struct results *r, const struct results_view *view)
{
    const struct state_space *s = &r->list[0].space;
    const size_t n_points = r->n > 1 ? 2 : 1;
    struct chart_panel *size = chart_add_panel(c), *phase;
    const size_t place = c->n - 1;
    phase = chart_add_panel(c);
    size = &c->panels[place];
    size->x.is_log = phase->x.is_log = true;
    size->x.label = phase->x.label = "frequency, rad/s";
    size->y.label = gain_label(c, r);
    phase->y.label = "phase, degrees";
    size->aspect = phase->aspect = 0.5;
    size->hides_x = true;
    for (size_t k = 0; k < n_points; k++) {
        const size_t point = k ? r->n - 1 : 0;
        if (result_is_deaf(&r->list[point], r->pair_input, r->pair_output))
            continue;
        const char *label = n_points > 1 ? results_point_label(c, r, point) : "";
        struct chart_curve *up = chart_add_curve(c, size, label, k, CHART_LINES);
        struct chart_curve *down = chart_add_curve(c, phase, "", k, CHART_LINES);
        struct margins margins;
        add_response(c, r, view, point, up, down, &margins);
        if (n_points > 1) {
            up->label = chart_text(c, "%s: %s", label, gain_margin(c, &margins));
            down->label = chart_text(c, "%s: %s", label, phase_margin(c, &margins));
        } else {
            up->label = gain_margin(c, &margins);
            phase->title = phase_margin(c, &margins);
        }
    }
    size->title = chart_text(c, "%s to %s", s->inputs.names[r->pair_input], s->outputs.names[r->pair_output]);
    chart_add_rule(c, size, false, 0, "");
    chart_add_rule(c, phase, false, -180, "");
}
