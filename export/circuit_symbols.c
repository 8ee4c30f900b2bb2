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

static void spring(struct paper *p, struct spot at)
{
    const struct spot turns[] = {beside(at, 0, 0),  beside(at, 3, -5), beside(at, 6, 5),
                                 beside(at, 9, -5), beside(at, 12, 5), beside(at, 15, 0)};
    paper_polyline(p, turns, sizeof turns / sizeof *turns, 1.3, INK);
}

void symbol_relief_valve(struct paper *p, struct spot at, bool opens_downwards)
{
    const double down = opens_downwards ? 1 : -1;
    leads(p, at, 13);
    paper_rectangle(p, at.x - 13, at.y - 13, 26, 26, PALE, INK, 1.5);
    paper_line(p, beside(at, -4, down * -10), beside(at, -4, down * 8), 1.5, INK);
    paper_head(p, beside(at, -4, down * -10), beside(at, -4, down * 11), 7, INK);
    spring(p, beside(at, 13, 0));
    paper_dashes(p, beside(at, 0, down * -16), beside(at, -20, down * -16), 1,
                 INK); /* what opens it: the pressure before it */
    paper_dashes(p, beside(at, -20, down * -16), beside(at, -20, 0), 1, INK);
    paper_dashes(p, beside(at, -20, 0), beside(at, -13, 0), 1, INK);
}

void symbol_gate(struct paper *p, struct spot at, bool goes_down, bool is_open)
{
    const double down = goes_down ? 1 : -1, x = is_open ? 0 : -5;
    leads(p, at, 13);
    paper_rectangle(p, at.x - 13, at.y - 13, 26, 26, PALE, INK, 1.5);
    paper_line(p, beside(at, x, down * -(is_open ? 13 : 10)), beside(at, x, down * 8), 1.5, INK);
    paper_head(p, beside(at, x, down * -10), beside(at, x, down * (is_open ? 13 : 11)), 7, INK);
    spring(p, beside(at, 13, 0));
}

void symbol_adjusts(struct paper *p, struct spot at)
{
    paper_line(p, beside(at, -15, 13), beside(at, 11, -10), 1.3, INK);
    paper_head(p, beside(at, -15, 13), beside(at, 15, -13), 7, INK);
}

void symbol_machine(struct paper *p, struct spot at, bool goes_down, bool is_motor, bool is_variable)
{
    const double down = goes_down ? 1 : -1;
    leads(p, at, 14);
    paper_circle(p, at, 14, PALE, INK, 1.5);
    if (is_motor) /* oil comes in at the triangle */
        paper_head(p, beside(at, 0, down * -14), beside(at, 0, down * -2), 11, INK);
    else
        paper_head(p, beside(at, 0, 0), beside(at, 0, down * 14), 11, INK);
    paper_line(p, beside(at, 14, -2), beside(at, 21, -2), 1.3, INK); /* the shaft */
    paper_line(p, beside(at, 14, 2), beside(at, 21, 2), 1.3, INK);
    if (is_variable)
        symbol_adjusts(p, at);
}

void symbol_line(struct paper *p, struct spot at)
{
    leads(p, at, 14);
    paper_rectangle(p, at.x - 4, at.y - 14, 8, 28, PALE, INK, 1.5);
    paper_line(p, beside(at, 0, -9), beside(at, 0, 9), 1, INK);
}

void symbol_accumulator(struct paper *p, struct spot at)
{
    enum { STEPS = 12 };
    paper_line(p, at, beside(at, 0, 9), 1.5, INK);
    struct spot outline[2 * STEPS + 3];
    for (int i = 0; i <= STEPS; i++) {
        const double angle = 3.14159265358979323846 * i / STEPS;
        outline[i] = beside(at, -9 * cos(angle), 18 - 9 * sin(angle));
        outline[STEPS + 1 + i] = beside(at, 9 * cos(angle), 33 + 9 * sin(angle));
    }
    outline[2 * STEPS + 2] = outline[0];
    paper_polyline(p, outline, 2 * STEPS + 3, 1.5, INK);
    paper_line(p, beside(at, -9, 25), beside(at, 9, 25), 1.3, INK);
    symbol_joint(p, at);
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
