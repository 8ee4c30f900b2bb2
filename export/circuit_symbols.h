/* Symbols of fluid power, after ISO 1219: upright, a line through them from above to below. */
#ifndef PASO_CIRCUIT_SYMBOLS_H
#define PASO_CIRCUIT_SYMBOLS_H

#include "export/paper.h"

#define INK   "#222222"
#define PALE  "#ffffff"
#define METAL "#e4e4de"

enum { SYMBOL_HALF = 18 }; /* height of a symbol above and below its middle */

void symbol_orifice(struct paper *p, struct spot at);
void symbol_check_valve(struct paper *p, struct spot at, bool opens_downwards);
void symbol_relief_valve(struct paper *p, struct spot at, bool opens_downwards);
/* A valve that pressures open; what acts on it comes to its left side, its spring is on the right. */
void symbol_gate(struct paper *p, struct spot at, bool goes_down, bool is_open);
void symbol_machine(struct paper *p, struct spot at, bool goes_down, bool is_motor, bool is_variable);
void symbol_line(struct paper *p, struct spot at);
void symbol_accumulator(struct paper *p, struct spot at); /* below a line */
void symbol_adjusts(struct paper *p, struct spot at);     /* an arrow across: somebody sets it */
void symbol_flow_source(struct paper *p, struct spot at, bool goes_down);
void symbol_pump(struct paper *p, struct spot at);  /* a source of pressure at the left end of a line */
void symbol_tank(struct paper *p, struct spot at);  /* the same */
void symbol_hose(struct paper *p, struct spot at);  /* on a line */
void symbol_joint(struct paper *p, struct spot at); /* lines that cross are joined */

/* A cylinder that lies, with its upper left corner there; its ports are below, at the two places that come back. */
enum { CYLINDER_WIDTH = 120, CYLINDER_HEIGHT = 34 };
void symbol_cylinder(struct paper *p, struct spot corner, struct spot *port_A, struct spot *port_B);

#endif
