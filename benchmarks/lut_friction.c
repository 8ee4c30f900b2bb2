/* The four friction models of Publication II: force over velocity, with the hysteresis of those that have states. */
#include "lut_friction.h"

#include "friction.h"

#include <math.h>
#include <string.h>

static const struct friction parameters = {.F_c = 210,
                                           .F_s = 830,
                                           .v_s = 0.0125,
                                           .xi = 50,
                                           .sigma0 = 7348469.228349534,  /* sqrt(54) 1e6 */
                                           .sigma1 = 31622.776601683792, /* sqrt(10) 1e4 */
                                           .sigma2 = 330,
                                           .n = 0.5,
                                           .v_b = 0.7,
                                           .tau_hp = 0.25,
                                           .tau_hn = 1.5,
                                           .tau_h0 = 40};

static const double most = 0.1; /* m/s, what the papers' cylinders reach */

static void draw_static(struct outcome *o, struct figure *figure, enum friction_law law)
{
    struct friction f = parameters;
    struct curve *curve = figure_curve(o, figure, friction_name(law), CURVE_LINE);
    f.law = law;
    for (int i = -400; i <= 400; i++) {
        const double v = most * i / 400, none[FRICTION_MOST_STATES] = {0};
        double rates[FRICTION_MOST_STATES];
        curve_add(o, curve, v, friction_force(&f, friction_mode(&f, v), v, none, rates));
    }
}

/* The velocity swings with 1 Hz; the second period is drawn. The bristles are stiff: 5 us, by Heun's rule. */
static void draw_dynamic(struct outcome *o, struct figure *figure, enum friction_law law)
{
    enum { STEPS = 200000, DRAWN = 250 };
    const double h = 1.0 / STEPS, turn = 2 * acos(-1);
    struct friction f = parameters;
    struct curve *curve = figure_curve(o, figure, friction_name(law), CURVE_LINE);
    double z[FRICTION_MOST_STATES] = {0};
    f.law = law;
    for (int k = 0; k < 2 * STEPS; k++) {
        const double v = most * sin(turn * k * h), v_end = most * sin(turn * (k + 1) * h);
        double first[FRICTION_MOST_STATES] = {0}, second[FRICTION_MOST_STATES] = {0}, trial[FRICTION_MOST_STATES];
        const double force = friction_force(&f, 0, v, z, first);
        for (int i = 0; i < FRICTION_MOST_STATES; i++)
            trial[i] = z[i] + h * first[i];
        friction_force(&f, 0, v_end, trial, second);
        for (int i = 0; i < FRICTION_MOST_STATES; i++)
            z[i] += h / 2 * (first[i] + second[i]);
        if (k >= STEPS && k % DRAWN == 0)
            curve_add(o, curve, v, force);
    }
}

void lut_friction_draw(struct outcome *o)
{
    struct figure figure = {.id = "friction",
                            .title = "Friction of the cylinder's seals: four models",
                            .caption =
                                "Parameters of Publication II, Table 2. The dynamic models run through one period of a "
                                "velocity that swings with 1 Hz: what they remember makes a loop.",
                            .x_label = "velocity, m/s",
                            .y_label = "friction force, N"};
    draw_static(o, &figure, FRICTION_BENGISU_AKAY);
    draw_static(o, &figure, FRICTION_BROWN_MCPHEE);
    draw_dynamic(o, &figure, FRICTION_LUGRE);
    draw_dynamic(o, &figure, FRICTION_MODIFIED_LUGRE);
    outcome_figure(o, &figure);
}
