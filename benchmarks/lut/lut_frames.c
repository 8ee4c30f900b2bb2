#include "benchmarks/lut/lut_parts.h"

#include <math.h>
#include <string.h>

/* A mechanism as chains of links: each begins at a fixed point or at a place of an earlier link, and turns by a relative angle. */
struct link {
    int parent;  /* index of an earlier link, or -1: the ground */
    double x, y; /* where it begins: on the ground, or x along the parent */
    double length;
    const char *angle;
};

static const struct drawing {
    const char *system;
    struct link links[5];
    int n;
} drawings[] = {
    {"lut2-four-bar", {{-1, 0, 0, 2, "multibody.z1"}, {0, 2, 0, 8, "multibody.z2"}, {1, 8, 0, 5, "multibody.z3"}}, 3},
    {"lut1-four-bar",
     {{-1, 0, 0, 9, "multibody.z1"},
      {0, 3, 0, 1.4142135623730951, "multibody.z2"},
      {1, 1.4142135623730951, 0, 2, "multibody.z3"}},
     3},
    {"lut1-quick-return",
     {{-1, 0, 0, 5, "multibody.z1"},
      {0, 5, 0, 1.2, "multibody.z2"},
      {1, 1.2, 0, 0.3, "multibody.z3"},
      {-1, 0, 3, 1, "multibody.z4"}},
     4},
};

static const struct drawing *find(const char *system)
{
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        if (strcmp(drawings[i].system, system) == 0)
            return &drawings[i];
    return NULL;
}

struct figure lut_frames(struct outcome *o, const char *system)
{
    return (struct figure){.id = outcome_text(o, "frames-%s", system),
                           .title = outcome_text(o, "%s at every second", system),
                           .caption = "Bodies as lines from joint to joint.",
                           .x_label = "x, m",
                           .y_label = "y, m"};
}

void lut_frames_add(struct outcome *o, struct figure *figure, const char *system, int second,
                    const struct monolithic *m)
{
    const struct drawing *d = find(system);
    double x[5], y[5], turned[5];
    struct curve *curve = NULL;
    for (int i = 0; d && i < d->n; i++) {
        const struct link *l = &d->links[i];
        const double *angle = monolithic_find(m, l->angle);
        if (!angle)
            return;
        const int p = l->parent;
        x[i] = p < 0 ? l->x : x[p] + l->x * cos(turned[p]);
        y[i] = p < 0 ? l->y : y[p] + l->x * sin(turned[p]);
        turned[i] = *angle + (p < 0 ? 0 : turned[p]);
        if (p < 0) /* a chain of its own */
            curve = figure_curve(o, figure, i == 0 ? outcome_text(o, "%d s", second) : "", CURVE_LINE);
        curve_add(o, curve, x[i], y[i]);
        curve_add(o, curve, x[i] + l->length * cos(turned[i]), y[i] + l->length * sin(turned[i]));
    }
}
