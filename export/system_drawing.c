#include "export/system_drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INK   "#222222"
#define LINE  "#2f5f92"
#define FAINT "#777777"

enum { LEFT = 40, TOP = 60, BOX_HEIGHT = 74, SPACE = 60, LANE = 30, LETTER = 8, ROW = 16, OUTSIDE = 20, LONGEST = 72 };
static const double letter = 6.6; /* of a label, at most */

struct box {
    double x, width, gap;                 /* to the next one */
    size_t n_left, n_right;               /* of arrows at its lower edge, from and to boxes to its left and right */
    size_t n_outside, next_outside, left; /* at its upper edge, of the whole; and of the boxes to the left */
};

/* What flows from one part to another, in one arrow: down from its box, along a lane, up to the other one. */
struct arrow {
    size_t from, to;
    char *text;
    double width;        /* of its text */
    double x_from, x_to; /* of its ends, from the left edges of their boxes */
    double lane;         /* y */
};

struct blocks {
    struct paper *paper;
    const struct subject *subject;
    struct box *boxes;
    struct arrow *arrows;
    size_t n_arrows;
    double top;     /* of the boxes */
    bool has_lines; /* they are drawn: now texts are, so that no line crosses them */
};

static const char *model_name(const struct subject *s, size_t part)
{
    if (s->parts[part].has_model && s->has_assembly)
        return s->assembly.parts[part].file;
    if (!s->system)
        return "";
    const char *source = s->system->components[part].source, *name = strrchr(source, '/');
    return name ? name + 1 : source;
}

/* ---- what flows from one part to another, in one arrow ---- */

static bool is_first_of_pair(const struct subject *s, size_t link)
{
    for (size_t i = 0; i < link; i++)
        if (s->links[i].from_part == s->links[link].from_part && s->links[i].to_part == s->links[link].to_part)
            return false;
    return true;
}

/* "s [m], ds [m/s] to rate", in rows of a readable length; the caller frees it. */
static char *pair_text(const struct subject *s, size_t link)
{
    long row = 0; /* where it began */
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = link; out && i < s->n_links; i++) {
        const struct subject_link *l = &s->links[i];
        if (l->from_part != s->links[link].from_part || l->to_part != s->links[link].to_part)
            continue;
        const bool is_full = ftell(out) - row + (long)(strlen(l->from) + strlen(l->to)) > LONGEST;
        fputs(i == link ? "" : is_full ? ",\n" : ", ", out);
        row = is_full ? ftell(out) : row;
        fputs(l->from, out);
        if (strcmp(l->from, l->to) != 0)
            fprintf(out, " to %s", l->to);
        if (*l->unit)
            fprintf(out, " [%s]", l->unit);
    }
    if (out && fclose(out) != 0) {
        free(text);
        text = NULL;
    }
    return text;
}

/* Rows, the last one ending at `at`, on white that interrupts the lines behind them. */
static void put_rows(struct blocks *b, struct spot at, const char *text, const char *ink)
{
    double y = at.y;
    for (const char *c = text; *c; c++)
        y -= *c == '\n' ? ROW : 0;
    for (const char *row = text; *row; y += ROW) {
        const size_t n = strcspn(row, "\n");
        char *words = strndup(row, n);
        if (!words) {
            b->paper->has_no_memory = true;
            return;
        }
        paper_rectangle(b->paper, at.x - 3, y - 12, letter * (double)n + 6, ROW, "#ffffff", "none", 0);
        paper_text(b->paper, (struct spot){at.x, y}, words, ink, PAPER_LEFT, 12);
        b->paper->width = (int)fmax(b->paper->width, at.x + 34 + LETTER * (double)n);
        free(words);
        row += n + (row[n] != '\0');
    }
}

/* ---- arrows ---- */

static size_t span(const struct arrow *a)
{
    return a->from < a->to ? a->to - a->from : a->from - a->to;
}

static int by_span(const void *a, const void *b)
{
    const struct arrow *one = a, *other = b;
    const size_t x = span(one), y = span(other);
    return x != y ? (x > y) - (x < y) : (one->lane > other->lane) - (one->lane < other->lane);
}

/* All of them, the short ones first: they get the upper lanes. */
static void arrows_make(struct blocks *b)
{
    const struct subject *s = b->subject;
    for (size_t i = 0; i < s->n_links; i++) {
        if (!is_first_of_pair(s, i))
            continue;
        struct arrow *a = &b->arrows[b->n_arrows];
        *a = (struct arrow){.from = s->links[i].from_part, .to = s->links[i].to_part, .text = pair_text(s, i)};
        a->lane = (double)b->n_arrows++; /* for now its place in the file */
        b->paper->has_no_memory = b->paper->has_no_memory || !a->text;
        for (const char *row = a->text ? a->text : ""; *row; row += strcspn(row, "\n"), row += *row != '\0')
            a->width = fmax(a->width, letter * (double)strcspn(row, "\n"));
        b->boxes[a->from].n_right += a->from <= a->to;
        b->boxes[a->from].n_left += a->from > a->to;
        b->boxes[a->to].n_right += a->to <= a->from;
        b->boxes[a->to].n_left += a->to > a->from;
    }
    qsort(b->arrows, b->n_arrows, sizeof *b->arrows, by_span);
}

/* An arrow's end at the box, whose other end is at `other`. Arrows to one side lie in each other: the lower its lane, the farther out it ends. */
static double end_of(const struct blocks *b, size_t arrow, size_t box, size_t other)
{
    const struct box *at = &b->boxes[box];
    size_t before = 0, same_side = other < box ? at->n_left : at->n_right;
    for (size_t i = 0; i < arrow; i++) {
        const struct arrow *a = &b->arrows[i];
        if (a->from == box)
            before += (a->to < box) == (other < box);
        if (a->to == box)
            before += (a->from < box) == (other < box);
    }
    const size_t place = other < box ? before : at->n_left + same_side - 1 - before;
    return at->width * (double)(place + 1) / (double)(at->n_left + at->n_right + 1);
}

static void arrows_end(struct blocks *b)
{
    for (size_t i = 0; i < b->n_arrows; i++) {
        struct arrow *a = &b->arrows[i];
        a->x_from = end_of(b, i, a->from, a->to);
        a->x_to = end_of(b, i, a->to, a->from);
        if (a->from == a->to)
            a->x_to = b->boxes[a->to].width - 6;
    }
}

/* Neighbours stand so far from each other that the texts between them have room. */
static void boxes_spread(struct blocks *b)
{
    for (size_t i = 0; i < b->n_arrows; i++) {
        const struct arrow *a = &b->arrows[i];
        const size_t left = a->from < a->to ? a->from : a->to;
        const double in_left = a->from < a->to ? a->x_from : a->x_to, in_right = a->from < a->to ? a->x_to : a->x_from;
        if (span(a) == 1)
            b->boxes[left].gap = fmax(b->boxes[left].gap, a->width + 16 - (b->boxes[left].width - in_left) - in_right);
    }
}

static double from_of(const struct blocks *b, const struct arrow *a)
{
    return b->boxes[a->from].x + a->x_from;
}

static double to_of(const struct blocks *b, const struct arrow *a)
{
    return b->boxes[a->to].x + a->x_to;
}

/* Where a text begins: on its arrow, and where neither its end nor an arrow of a lower lane goes through it; else behind those that do. */
static double text_of(const struct blocks *b, size_t arrow)
{
    const struct arrow *a = &b->arrows[arrow];
    double x = fmin(from_of(b, a), to_of(b, a)) + 6;
    for (size_t i = arrow; i < b->n_arrows; i++) {
        const double ends[2] = {from_of(b, &b->arrows[i]), to_of(b, &b->arrows[i])};
        for (int k = 0; k < 2; k++)
            if (ends[k] > x - 5 && ends[k] < x + a->width + 5) {
                x = ends[k] + 6;
                i = arrow - 1; /* and once more: it may have come to another one */
                break;
            }
    }
    return x;
}

static void draw_arrow(struct blocks *b, size_t arrow)
{
    const struct arrow *a = &b->arrows[arrow];
    const double from = from_of(b, a), to = to_of(b, a), edge = b->top + BOX_HEIGHT;
    const struct spot route[] = {{from, edge}, {from, a->lane}, {to, a->lane}, {to, edge + 4}};
    if (!b->has_lines) {
        paper_polyline(b->paper, route, 4, 1.5, LINE);
        paper_head(b->paper, route[2], (struct spot){to, edge}, 9, LINE);
    } else if (a->text)
        put_rows(b, (struct spot){text_of(b, arrow), a->lane - 5}, a->text, INK);
}

/* Lanes below the boxes, each with room for its text; where the last one ends. */
static double arrows_lie(struct blocks *b)
{
    double y = b->top + BOX_HEIGHT + 44;
    for (size_t i = 0; i < b->n_arrows; i++) {
        for (const char *c = b->arrows[i].text ? b->arrows[i].text : ""; *c; c++)
            y += *c == '\n' ? ROW : 0;
        b->arrows[i].lane = y;
        y += LANE;
    }
    return y;
}

/* ---- inputs and outputs of the whole ---- */

/* From above, the farther to the left the higher: so that no line crosses a text. */
static void draw_outside(struct blocks *b, const char *name, size_t part, const char *variable, bool is_input)
{
    struct box *box = &b->boxes[part];
    const size_t rank = box->left + box->next_outside++;
    const double x = box->x + box->width * (double)box->next_outside / (double)(box->n_outside + 1);
    const struct spot at_box = {x, b->top}, outside = {x, TOP + OUTSIDE * (double)rank};
    char text[300];
    if (!b->has_lines) {
        paper_line(b->paper, at_box, outside, 1.5, FAINT);
        paper_head(b->paper, is_input ? outside : at_box, is_input ? at_box : outside, 9, FAINT);
        return;
    }
    snprintf(text, sizeof text, is_input ? "input %.120s to %.120s" : "output %.120s of %.120s", name, variable);
    put_rows(b, (struct spot){x + 9, outside.y + 8}, text, FAINT);
}

static void each_outside(struct blocks *b, bool only_count)
{
    const struct subject *s = b->subject;
    const struct system_connector *lists[2] = {s->system ? s->system->inputs : NULL,
                                               s->system ? s->system->outputs : NULL};
    const size_t counts[2] = {s->system ? s->system->n_inputs : 0, s->system ? s->system->n_outputs : 0};
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 0; i < counts[kind]; i++)
            for (size_t k = 0; k < lists[kind][i].n_ports; k++) {
                const struct port port = lists[kind][i].ports[k];
                if (only_count)
                    b->boxes[port.component].n_outside++;
                else
                    draw_outside(b, lists[kind][i].name, port.component, system_variable(s->system, port)->name,
                                 kind == 0);
            }
    for (size_t i = 0; s->has_assembly && i < s->assembly.n_inputs; i++) {
        const struct assembly_input *input = &s->assembly.inputs[i];
        if (only_count)
            b->boxes[input->part].n_outside++;
        else
            draw_outside(b, input->name, input->part, input->to, true);
    }
}

/* ---- all of it ---- */

static void draw_boxes(struct blocks *b)
{
    const struct subject *s = b->subject;
    double x = LEFT;
    size_t n_outside = 0;
    for (size_t i = 0; i < s->n_parts; i++) {
        b->boxes[i].left = n_outside;
        n_outside += b->boxes[i].n_outside;
    }
    b->top = TOP + OUTSIDE * (double)(n_outside + (n_outside > 0));
    for (size_t i = 0; i < s->n_parts; i++) {
        struct box *box = &b->boxes[i];
        const double letters = fmax(1.1 * (double)strlen(s->parts[i].name), (double)strlen(model_name(s, i)));
        const size_t n_ends = box->n_left + box->n_right, n = n_ends > box->n_outside ? n_ends : box->n_outside;
        box->width = fmax(fmax(150, LETTER * letters + 30), 22 * (double)(n + 1));
        box->gap = SPACE;
    }
    arrows_end(b);
    boxes_spread(b);
    for (size_t i = 0; i < s->n_parts; i++) {
        struct box *box = &b->boxes[i];
        box->x = x;
        paper_rectangle(b->paper, x, b->top, box->width, BOX_HEIGHT, "#eef3f8", INK, 1.8);
        paper_text(b->paper, (struct spot){x + box->width / 2, b->top + 32}, s->parts[i].name, INK, PAPER_MIDDLE, 15);
        paper_text(b->paper, (struct spot){x + box->width / 2, b->top + 54}, model_name(s, i), FAINT, PAPER_MIDDLE, 12);
        x += box->width + (i + 1 < s->n_parts ? box->gap : 0);
    }
    b->paper->width = (int)fmax(b->paper->width, x + LEFT);
}

void system_drawing_make(struct paper *paper, const struct subject *s)
{
    struct blocks b = {.paper = paper,
                       .subject = s,
                       .boxes = calloc(s->n_parts + 1, sizeof *b.boxes),
                       .arrows = calloc(s->n_links + 1, sizeof *b.arrows)};
    paper_begin(paper, 40 + LETTER * (int)strlen(s->title) + LETTER * 4, 0);
    paper->has_no_memory = !b.boxes || !b.arrows;
    if (!paper->has_no_memory) {
        arrows_make(&b);
        each_outside(&b, true);
        paper_text(paper, (struct spot){20, 30}, s->title, INK, PAPER_LEFT, 16);
        draw_boxes(&b);
        paper->height = (int)arrows_lie(&b) + 10;
        for (int pass = 0; pass < 2; pass++) {
            b.has_lines = pass > 0;
            for (size_t i = 0; i < s->n_parts; i++)
                b.boxes[i].next_outside = 0;
            for (size_t i = 0; i < b.n_arrows; i++)
                draw_arrow(&b, i);
            each_outside(&b, false);
        }
    }
    for (size_t i = 0; i < b.n_arrows; i++)
        free(b.arrows[i].text);
    free(b.arrows);
    free(b.boxes);
}
