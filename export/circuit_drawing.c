/* Lines of volumes lie above a row of valves, those of pumps and tanks below it. Every element has a column of its own, so that nothing
 * but straight lines cross. */
#include "export/circuit_drawing.h"

#include "export/circuit_symbols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 70, TOP = 70, ELEMENT = 100, WIDE = 190, GAP = 76, VALVES = 150, BOX = 46 };

struct line { /* a node */
    double y, left, right;
    bool is_used;
};

struct diagram {
    struct paper *paper;
    const struct circuit *circuit;
    struct line *lines; /* of all nodes */
    double x;           /* where the next column begins */
    double valve_y;     /* middle of the row of valves */
};

static void reach(struct diagram *d, int node, double x)
{
    struct line *line = &d->lines[node];
    line->left = line->is_used ? fmin(line->left, x) : x;
    line->right = line->is_used ? fmax(line->right, x) : x;
    line->is_used = true;
}

/* From a place down or up to the line of a node. */
static void lead(struct diagram *d, struct spot from, int node)
{
    const struct spot to = {from.x, d->lines[node].y};
    paper_line(d->paper, from, to, 1.5, INK);
    symbol_joint(d->paper, to);
    reach(d, node, from.x);
}

static void name(struct diagram *d, struct spot at, const char *text)
{
    paper_text(d->paper, at, text, INK, PAPER_LEFT, 11);
}

/* ---- columns ---- */

static void draw_cylinder(struct diagram *d, const struct circuit_cylinder *c)
{
    struct spot A, B;
    const struct spot corner = {d->x, TOP};
    symbol_cylinder(d->paper, corner, &A, &B);
    paper_text(d->paper, (struct spot){corner.x, corner.y - 8}, c->name, INK, PAPER_LEFT, 12);
    lead(d, A, c->node_A);
    lead(d, B, c->node_B);
    d->x += WIDE;
}

/* Where an element with two ends stands: in the gap below the upper one of its lines. */
static struct spot element_middle(const struct diagram *d, int from, int to)
{
    const double a = d->lines[from].y, b = to == CIRCUIT_OUTSIDE ? a + GAP : d->lines[to].y;
    return (struct spot){d->x + 30, fmin(a, b) + GAP / 2.0};
}

/* The lines to both of its nodes; true: flow goes down on paper. */
static bool connect_ends(struct diagram *d, struct spot at, int from, int to)
{
    const bool goes_down = d->lines[from].y < d->lines[to].y;
    const struct spot above = {at.x, at.y - SYMBOL_HALF}, below = {at.x, at.y + SYMBOL_HALF};
    lead(d, goes_down ? above : below, from);
    lead(d, goes_down ? below : above, to);
    return goes_down;
}

static void draw_orifice(struct diagram *d, const struct circuit_orifice *o)
{
    const struct spot at = element_middle(d, o->from, o->to);
    connect_ends(d, at, o->from, o->to);
    symbol_orifice(d->paper, at);
    if (o->command)
        symbol_adjusts(d->paper, at);
    name(d, (struct spot){at.x + 16, at.y + 4}, o->name);
    d->x += ELEMENT;
}

static void draw_poppet(struct diagram *d, const struct circuit_poppet *v)
{
    const struct spot at = element_middle(d, v->from, v->to);
    const bool goes_down = connect_ends(d, at, v->from, v->to), is_relief = v->is_relief;
    if (is_relief)
        symbol_relief_valve(d->paper, at, goes_down);
    else
        symbol_check_valve(d->paper, at, goes_down);
    name(d, (struct spot){at.x + (is_relief ? 31 : 14), at.y + 4}, v->name);
    d->x += ELEMENT;
}

/* What opens or closes it: dashes from the nodes, with what works against it on the spring's side. */
static void draw_pilots(struct diagram *d, const struct circuit_gate *g, struct spot at)
{
    int n[2] = {0, 0};
    for (size_t i = 0; i < g->n_pilots; i++) {
        const struct circuit_pilot *pilot = &d->circuit->pilots[g->first_pilot + i];
        const int right = pilot->weight < 0;
        const double y = at.y - 7 + 7 * n[right]++, x = at.x + (right ? 20 + 4 * n[1] : -18 - 4 * n[0]);
        const struct spot bend = {x, y}, line = {x, d->lines[pilot->node].y};
        paper_dashes(d->paper, (struct spot){at.x + (right ? 13 : -13), y}, bend, 1, INK);
        paper_dashes(d->paper, bend, line, 1, INK);
        symbol_joint(d->paper, line);
        reach(d, pilot->node, x);
    }
}

static void draw_gate(struct diagram *d, const struct circuit_gate *g)
{
    const struct spot at = element_middle(d, g->from, g->to);
    const bool goes_down = connect_ends(d, at, g->from, g->to);
    const bool is_ball = g->kind == GATE_CHECK || g->kind == GATE_SHUTTLE;
    if (is_ball)
        symbol_check_valve(d->paper, at, goes_down);
    else {
        symbol_gate(d->paper, at, goes_down, g->is_normally_open);
        draw_pilots(d, g, at);
    }
    name(d, (struct spot){at.x + (is_ball ? 14 : 34), at.y + 4}, g->label);
    d->x += ELEMENT + (is_ball ? 0 : 20) + 6.0 * (double)strlen(g->label) - 40;
}

static void draw_machine(struct diagram *d, const struct circuit_unit *m)
{
    const struct spot at = element_middle(d, m->from, m->to);
    const bool goes_down = connect_ends(d, at, m->from, m->to);
    symbol_machine(d->paper, at, goes_down, m->is_motor, m->command || m->has_cutoff || m->senses);
    if (m->senses) {
        const struct spot left = {at.x - 24, at.y + 6}, line = {at.x - 24, d->lines[m->sense].y};
        paper_dashes(d->paper, (struct spot){at.x - 13, at.y + 6}, left, 1, INK);
        paper_dashes(d->paper, left, line, 1, INK);
        symbol_joint(d->paper, line);
        reach(d, m->sense, left.x);
    }
    name(d, (struct spot){at.x + 24, at.y + 4}, m->name);
    d->x += ELEMENT + 20;
}

static void draw_pipe(struct diagram *d, const struct circuit_line *l)
{
    const struct spot at = element_middle(d, l->from, l->to);
    connect_ends(d, at, l->from, l->to);
    symbol_line(d->paper, at);
    name(d, (struct spot){at.x + 12, at.y + 4}, l->name);
    d->x += ELEMENT;
}

static void draw_flow(struct diagram *d, const struct circuit_flow *f)
{
    const int inside = f->from == CIRCUIT_OUTSIDE ? f->to : f->from;
    struct spot at = element_middle(d, inside, f->from == CIRCUIT_OUTSIDE ? CIRCUIT_OUTSIDE : f->to);
    bool goes_down = false;
    if (f->from != CIRCUIT_OUTSIDE && f->to != CIRCUIT_OUTSIDE)
        goes_down = connect_ends(d, at, f->from, f->to);
    else {
        lead(d, (struct spot){at.x, at.y - SYMBOL_HALF}, inside);
        goes_down = f->to == CIRCUIT_OUTSIDE;
    }
    symbol_flow_source(d->paper, at, goes_down);
    name(d, (struct spot){at.x + 16, at.y + 4}, f->name);
    d->x += ELEMENT;
}

/* ---- directional valves: a box for each sense of the spool, ports at the nodes' lines ---- */

enum { MOST_PORTS = 12 };
struct ports {
    int nodes[MOST_PORTS];
    struct spot at[MOST_PORTS]; /* on the middle box */
    int n;
};

static void find_ports(const struct diagram *d, int valve, struct ports *ports)
{
    for (size_t i = 0; i < d->circuit->n_paths; i++) {
        const struct circuit_path *path = &d->circuit->paths[i];
        for (int end = 0; end < 2 && path->valve == valve; end++) {
            const int node = end ? path->to : path->from;
            int k = 0;
            while (k < ports->n && ports->nodes[k] != node)
                k++;
            if (k == ports->n && ports->n < MOST_PORTS)
                ports->nodes[ports->n++] = node;
        }
    }
}

static void place_ports(const struct diagram *d, struct ports *ports, struct spot corner)
{
    for (int side = 0; side < 2; side++) { /* above, below */
        int n = 0, k = 0;
        for (int i = 0; i < ports->n; i++)
            n += (d->lines[ports->nodes[i]].y > d->valve_y) == side;
        for (int i = 0; i < ports->n; i++)
            if ((d->lines[ports->nodes[i]].y > d->valve_y) == side)
                ports->at[i] = (struct spot){corner.x + BOX * (++k - 0.0) / (n + 1), corner.y + side * BOX};
    }
}

static struct spot port_of(const struct ports *ports, int node)
{
    for (int i = 0; i < ports->n; i++)
        if (ports->nodes[i] == node)
            return ports->at[i];
    return ports->at[0];
}

static const double leakage = 0.05; /* of the largest opening: less is drawn as closed */

/* Whether a spool at the end of its way on this side (+1, -1), or in its middle (0), opens a path: without limits its gain says it. */
static bool is_open_by_gain(const struct circuit_valve *v, const struct circuit_path *path, int side)
{
    if (!(v->upper > v->lower))
        return side ? path->gain * side > 0 : path->offset > 0;
    const double at_lower = path->offset + path->gain * v->lower, at_upper = path->offset + path->gain * v->upper;
    const double here = side > 0 ? at_upper : side < 0 ? at_lower : (at_lower + at_upper) / 2;
    return here > leakage * fmax(at_lower, at_upper);
}

/* Whether a spool on this side (+1, 0, -1) opens a path: by its gain, or by the end of its table there. */
static bool is_open_at(const struct circuit *c, const struct circuit_path *path, int side)
{
    if (path->n_points == 0)
        return is_open_by_gain(&c->valves[path->valve], path, side);
    const struct circuit_point *points = c->points + path->first_point;
    double most = 0, here = 0;
    for (size_t i = 0; i < path->n_points; i++) {
        most = fmax(most, points[i].area);
        if (side == 0 && fabs(points[i].position) < 1e-9)
            here = points[i].area;
    }
    if (side)
        here = points[side > 0 ? path->n_points - 1 : 0].area;
    return here > leakage * most;
}

/* What a spool on this side (+1, 0, -1) opens, `shift` to the side of the middle box. */
static void draw_box(struct diagram *d, int valve, const struct ports *ports, struct spot corner, int side)
{
    const double shift = side * -BOX; /* a spool that moves to the right brings the left box to the ports */
    bool *is_open = calloc((size_t)ports->n + 1, sizeof *is_open);
    int n_turns = 0;
    paper_rectangle(d->paper, corner.x + shift, corner.y, BOX, BOX, PALE, INK, 1.5);
    for (size_t i = 0; is_open && i < d->circuit->n_paths; i++) {
        const struct circuit_path *path = &d->circuit->paths[i];
        if (path->valve != valve || !is_open_at(d->circuit, path, side))
            continue;
        struct spot a = port_of(ports, path->from), b = port_of(ports, path->to);
        a.x += shift;
        b.x += shift;
        if (a.y == b.y) { /* in, along and out again; the next one deeper */
            const double y = a.y + (a.y > d->valve_y ? -1 : 1) * (13 + 8 * (n_turns++ % 4));
            const struct spot turn[] = {a, {a.x, y}, {b.x, y}};
            paper_polyline(d->paper, turn, 3, 1.3, INK);
            a = turn[2];
        }
        const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
        paper_line(d->paper, a, (struct spot){b.x - 5 * (b.x - a.x) / length, b.y - 5 * (b.y - a.y) / length}, 1.3,
                   INK);
        paper_head(d->paper, a, b, 8, INK);
        for (int k = 0; k < ports->n; k++)
            is_open[k] = is_open[k] || ports->nodes[k] == path->from || ports->nodes[k] == path->to;
    }
    for (int k = 0; is_open && k < ports->n; k++) { /* closed ports end in a bar */
        const double in = ports->at[k].y > d->valve_y ? -8 : 8;
        const struct spot at = {ports->at[k].x + shift, ports->at[k].y};
        if (is_open[k])
            continue;
        paper_line(d->paper, at, (struct spot){at.x, at.y + in}, 1.3, INK);
        paper_line(d->paper, (struct spot){at.x - 5, at.y + in}, (struct spot){at.x + 5, at.y + in}, 1.3, INK);
    }
    free(is_open);
}

static void draw_valve(struct diagram *d, int valve)
{
    struct ports ports = {.n = 0};
    const struct spot corner = {d->x + BOX + 8, d->valve_y - BOX / 2.0};
    find_ports(d, valve, &ports);
    place_ports(d, &ports, corner);
    for (int i = 0; i < ports.n; i++)
        lead(d, ports.at[i], ports.nodes[i]);
    for (int side = -1; side <= 1; side++)
        draw_box(d, valve, &ports, corner, side);
    name(d, (struct spot){corner.x + 2 * BOX + 4, d->valve_y + 4}, d->circuit->valves[valve].name);
    d->x += 3 * BOX + 16 + 8.0 * (double)strlen(d->circuit->valves[valve].name) + 20;
}

/* ---- all of it ---- */

static void draw_lines(struct diagram *d)
{
    const struct circuit *c = d->circuit;
    for (size_t i = 0; i < c->n_volumes + c->n_sources; i++) {
        const struct line *line = &d->lines[i];
        const double left = fmin(line->left, LEFT + 14.0 * (i >= c->n_volumes)), right = fmax(line->right, left + 40);
        if (i < c->n_volumes)
            paper_line(d->paper, (struct spot){line->left, line->y}, (struct spot){line->right, line->y}, 2.2,
                       "#2f5f92");
        else {
            paper_line(d->paper, (struct spot){left, line->y}, (struct spot){right, line->y}, 2.2, "#2f5f92");
            if (c->sources[i - c->n_volumes].is_tank)
                symbol_tank(d->paper, (struct spot){left, line->y});
            else
                symbol_pump(d->paper, (struct spot){left, line->y});
        }
        paper_text(d->paper, (struct spot){(i < c->n_volumes ? line->left : left) + 5, line->y - 5},
                   circuit_node_name(c, (int)i), "#2f5f92", PAPER_LEFT, 12);
    }
}

static void place_lines(struct diagram *d)
{
    const size_t n = d->circuit->n_volumes;
    for (size_t i = 0; i < n + d->circuit->n_sources; i++)
        d->lines[i].y = TOP + CYLINDER_HEIGHT + 40 + GAP * (double)i + (i >= n ? VALVES - GAP : 0);
    d->valve_y = TOP + CYLINDER_HEIGHT + 40 + GAP * (double)n - GAP + VALVES / 2.0;
}

void circuit_drawing_make(struct paper *paper, const struct circuit *circuit, const char *title)
{
    const size_t n = circuit->n_volumes + circuit->n_sources;
    struct diagram d = {.paper = paper, .circuit = circuit, .lines = calloc(n + 1, sizeof *d.lines), .x = LEFT + 50};
    paper_begin(paper, 0, 0);
    paper->has_no_memory = !d.lines;
    if (!d.lines)
        return;
    place_lines(&d);
    paper_text(paper, (struct spot){20, 28}, title, INK, PAPER_LEFT, 16);
    for (size_t i = 0; i < circuit->n_cylinders; i++)
        draw_cylinder(&d, &circuit->cylinders[i]);
    for (size_t i = 0; i < circuit->n_valves; i++)
        draw_valve(&d, (int)i);
    for (size_t i = 0; i < circuit->n_orifices; i++)
        draw_orifice(&d, &circuit->orifices[i]);
    for (size_t i = 0; i < circuit->n_poppets; i++)
        draw_poppet(&d, &circuit->poppets[i]);
    for (size_t i = 0; i < circuit->n_flows; i++)
        draw_flow(&d, &circuit->flows[i]);
    for (size_t i = 0; i < circuit->n_gates; i++)
        draw_gate(&d, &circuit->gates[i]);
    for (size_t i = 0; i < circuit->n_units; i++)
        draw_machine(&d, &circuit->units[i]);
    for (size_t i = 0; i < circuit->n_lines; i++)
        draw_pipe(&d, &circuit->lines[i]);
    for (size_t i = 0; i < circuit->n_accumulators; i++, d.x += 70) {
        const struct spot at = {d.x + 20, d.lines[circuit->accumulators[i].volume].y};
        symbol_accumulator(paper, at);
        reach(&d, circuit->accumulators[i].volume, at.x);
        name(&d, (struct spot){at.x + 13, at.y + 30}, circuit->accumulators[i].name);
    }
    for (size_t i = 0; i < circuit->n_hoses; i++, d.x += 70)
        reach(&d, circuit->hoses[i].volume, d.x + 46);
    draw_lines(&d);
    d.x -= 70 * (double)circuit->n_hoses;
    for (size_t i = 0; i < circuit->n_hoses; i++, d.x += 70) {
        const struct spot at = {d.x + 30, d.lines[circuit->hoses[i].volume].y};
        symbol_hose(paper, at);
        name(&d, (struct spot){at.x - 14, at.y + 26}, circuit->hoses[i].name);
    }
    paper->width = (int)d.x + 60;
    paper->height = (int)(n ? d.lines[n - 1].y : 100) + 60;
    free(d.lines);
}
