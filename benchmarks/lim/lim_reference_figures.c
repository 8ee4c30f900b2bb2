/* Figures 3, 4, 7, 8, 10 and 11 of the document. */
#include "benchmarks/lim/lim_runs.h"

#include "benchmarks/lim/lim_published.h"

#include <stddef.h>
#include <string.h>

struct line { /* one of ours, and the published points that belong to it */
    const char *label;
    size_t member; /* of struct lim_state */
    double scale;  /* to the figure's unit */
    const struct quotation *published;
    size_t column;
};

static double value(const struct lim_state *state, const struct line *line)
{
    double v;
    memcpy(&v, (const char *)state + line->member, sizeof v);
    return line->scale * v;
}

/* Every 20 ms, and every 2 ms where a step of the spool has just happened. */
static bool is_drawn(int manoeuvre, int k)
{
    const bool after_step = (k >= 1990 && k < 2060) || (k >= 5990 && k < 6060);
    return k % (manoeuvre == 1 && after_step ? 1 : 20) == 0;
}

static void draw(struct outcome *o, int manoeuvre, const struct lim_state *states, const struct figure *like,
                 const struct line *lines, int n)
{
    struct figure figure = *like;
    for (int i = 0; i < n; i++) {
        struct curve *ours = figure_curve(o, &figure, lines[i].label, CURVE_LINE);
        for (int k = 0; k <= LIM_MILLISECONDS; k++)
            if (is_drawn(manoeuvre, k))
                curve_add(o, ours, 1e-3 * k, value(&states[k], &lines[i]));
        struct curve *points = figure_curve(o, &figure, outcome_text(o, "%s, published", lines[i].label), CURVE_POINTS);
        for (size_t k = 0; k < lines[i].published->n_rows; k++)
            curve_add(o, points, quoted(lines[i].published, k, 0),
                      lines[i].scale * quoted(lines[i].published, k, lines[i].column));
    }
    figure.caption = outcome_text(o, "Line: CVODE; points: %s.", lines[0].published->source);
    outcome_figure(o, &figure);
}

#define MEMBER(name) offsetof(struct lim_state, name)

void lim_draw_manoeuvre(struct outcome *o, int manoeuvre, const struct lim_state *states)
{
    const int kappa = manoeuvre == 1 ? 3 : 4, length = manoeuvre == 1 ? 7 : 10, pressure = manoeuvre == 1 ? 8 : 11;
    const struct quotation *spool = manoeuvre == 1 ? &published_kappa_m1 : &published_kappa_m2;
    const struct quotation *reference = manoeuvre == 1 ? &published_reference_m1 : &published_reference_m2;
    const struct {
        int number;
        const char *suffix, *what, *y_label;
        struct line lines[2];
        int n;
    } figures[] = {
        {kappa, "", "spool position", "kappa", {{"kappa", MEMBER(kappa), 1, spool, 1}}, 1},
        {length, "", "length of the actuator", "s1, m", {{"s1", MEMBER(s), 1, reference, 1}}, 1},
        {length, "-rate", "rate of the actuator's length", "ds1/dt, m/s", {{"ds1/dt", MEMBER(ds), 1, reference, 2}}, 1},
        {pressure,
         "",
         "pressures in the cylinder",
         "p, MPa",
         {{"p1", MEMBER(p1), 1e-6, reference, 3}, {"p2", MEMBER(p2), 1e-6, reference, 4}},
         2},
        {pressure, "-force", "force of the actuator", "f_h, kN", {{"f_h", MEMBER(f_h), 1e-3, reference, 5}}, 1},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        const struct figure like = {
            .id = outcome_text(o, "figure-%d%s", figures[i].number, figures[i].suffix),
            .title = outcome_text(o, "Fig. %d: %s, manoeuvre M%d", figures[i].number, figures[i].what, manoeuvre),
            .x_label = "t, s",
            .y_label = figures[i].y_label,
        };
        draw(o, manoeuvre, states, &like, figures[i].lines, figures[i].n);
    }
}
