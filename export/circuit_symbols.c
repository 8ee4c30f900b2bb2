#include "export/circuit_symbols.h"

#include <math.h>

static struct spot beside(struct spot at, double x, double y)
{
    return (struct spot){at.x + x, at.y + y};
}

/* The line that goes through a symbol, up to its middle part. */
static void leads(struct paper *p, struct spot at, double half)
{
    paper_line(p, beside(at, 0, -SYMBOL_HALF), beside(at, 0, -half), 1.5, INK);
    paper_line(p, beside(at, 0, half), beside(at, 0, SYMBOL_HALF), 1.5, INK);
}

void symbol_orifice(struct paper *p, struct spot at)
{
    enum { STEPS = 12 };
    paper_line(p, beside(at, 0, -SYMBOL_HALF), beside(at, 0, SYMBOL_HALF), 1.5, INK);
    for (int side = -1; side <= 1; side += 2) { /* two arcs that leave a narrow way */
        struct spot arc[STEPS + 1];
        for (int i = 0; i <= STEPS; i++) {
            const double angle = 3.14159265358979323846 * (1.0 * i / STEPS - 0.5);
            arc[i] = beside(at, side * (14 - 10 * cos(angle)), 11 * sin(angle));
        }
        paper_polyline(p, arc, STEPS + 1, 1.8, INK);
    }
}

void symbol_check_valve(struct paper *p, struct spot at, bool opens_downwards)
{
    const double down = opens_downwards ? 1 : -1;
    leads(p, at, 8);
    paper_circle(p, beside(at, 0, down * 1), 7, PALE, INK, 1.5); /* the ball, which its seat stops from behind */
    paper_line(p, beside(at, -10, down * 1), beside(at, 0, down * -10), 1.8, INK);
    paper_line(p, beside(at, 10, down * 1), beside(at, 0, down * -10), 1.8, INK);
}

void symbol_relief_valve(struct paper *p, struct spot at, bool opens_downwards)
{
    const double down = opens_downwards ? 1 : -1;
    leads(p, at, 13);
    paper_rectangle(p, at.x - 13, at.y - 13, 26, 26, PALE, INK, 1.5);
    paper_line(p, beside(at, -4, down * -10), beside(at, -4, down * 8), 1.5, INK);
    paper_head(p, beside(at, -4, down * -10), beside(at, -4, down * 11), 7, INK);
    const struct spot spring[] = {beside(at, 13, 0),  beside(at, 16, -5), beside(at, 19, 5),
                                  beside(at, 22, -5), beside(at, 25, 5),  beside(at, 28, 0)};
    paper_polyline(p, spring, sizeof spring / sizeof *spring, 1.3, INK);
    paper_dashes(p, beside(at, 0, down * -16), beside(at, -20, down * -16), 1,
                 INK); /* what opens it: the pressure before it */
    paper_dashes(p, beside(at, -20, down * -16), beside(at, -20, 0), 1, INK);
    paper_dashes(p, beside(at, -20, 0), beside(at, -13, 0), 1, INK);
}

static void pump(struct paper *p, struct spot at, double down)
{
    paper_circle(p, at, 13, PALE, INK, 1.5);
    paper_head(p, beside(at, 0, -down * 10), beside(at, 0, down * 13), 11, INK);
}

void symbol_flow_source(struct paper *p, struct spot at, bool goes_down)
{
    leads(p, at, 13);
    pump(p, at, goes_down ? 1 : -1);
}

void symbol_pump(struct paper *p, struct spot at)
{
    paper_line(p, at, beside(at, 0, 14), 1.5, INK);
    pump(p, beside(at, 0, 27), -1);
}

void symbol_tank(struct paper *p, struct spot at)
{
    paper_line(p, at, beside(at, 0, 22), 1.5, INK);
    paper_polyline(p, (struct spot[]){beside(at, -14, 14), beside(at, -14, 27), beside(at, 14, 27), beside(at, 14, 14)},
                   4, 1.8, INK);
}

void symbol_hose(struct paper *p, struct spot at)
{
    enum { STEPS = 12 };
    struct spot arc[STEPS + 1];
    for (int i = 0; i <= STEPS; i++) {
        const double angle = 3.14159265358979323846 * i / STEPS;
        arc[i] = beside(at, -16 * cos(angle), 12 * sin(angle));
    }
    paper_line(p, beside(at, -15, 0), beside(at, 15, 0), 3.5, PALE);
    paper_polyline(p, arc, STEPS + 1, 1.8, INK);
    symbol_joint(p, beside(at, -16, 0));
    symbol_joint(p, beside(at, 16, 0));
}

void symbol_joint(struct paper *p, struct spot at)
{
    paper_circle(p, at, 3, INK, "none", 0);
}

void symbol_cylinder(struct paper *p, struct spot corner, struct spot *port_A, struct spot *port_B)
{
    const double middle = CYLINDER_HEIGHT / 2.0;
    paper_rectangle(p, corner.x, corner.y, CYLINDER_WIDTH, CYLINDER_HEIGHT, PALE, INK, 1.8);
    paper_rectangle(p, corner.x + 40, corner.y, 8, CYLINDER_HEIGHT, METAL, INK, 1.5);
    paper_rectangle(p, corner.x + 48, corner.y + middle - 4, CYLINDER_WIDTH - 20, 8, METAL, INK, 1.5);
    *port_A = (struct spot){corner.x + 14, corner.y + CYLINDER_HEIGHT};
    *port_B = (struct spot){corner.x + CYLINDER_WIDTH - 14, corner.y + CYLINDER_HEIGHT};
}
