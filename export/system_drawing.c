#include "export/system_drawing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INK   "#222222"
#define LINE  "#2f5f92"
#define FAINT "#777777"

enum { LEFT = 40, TOP = 60, BOX_HEIGHT = 74, SPACE = 60, LANE = 30, LETTER = 8, ROW = 16, OUTSIDE = 20, LONGEST = 72 };

struct box {
    double x, width;
    size_t n_ends, next;                  /* of arrows at its lower edge, between the boxes */
    size_t n_outside, next_outside, left; /* at its upper edge, of the whole; and of the boxes to the left */
};

struct blocks {
    struct paper *paper;
    const struct subject *subject;
    struct box *boxes;
    double top;     /* of the boxes */
    double lane;    /* y of the next arrow */
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

static double box_end(struct box *box)
{
    return box->x + box->width * (double)++box->next / (double)(box->n_ends + 1);
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
        paper_rectangle(b->paper, at.x - 3, y - 12, 6.6 * (double)n + 6, ROW, "#ffffff", "none", 0);
        paper_text(b->paper, (struct spot){at.x, y}, words, ink, PAPER_LEFT, 12);
        b->paper->width = (int)fmax(b->paper->width, at.x + 34 + LETTER * (double)n);
        free(words);
        row += n + (row[n] != '\0');
    }
}

static void draw_pair(struct blocks *b, size_t link)
{
    const struct subject_link *l = &b->subject->links[link];
    const double from = box_end(&b->boxes[l->from_part]), to = box_end(&b->boxes[l->to_part]),
                 edge = b->top + BOX_HEIGHT;
    char *text = pair_text(b->subject, link);
    for (const char *c = text ? text : ""; *c; c++)
        b->lane += *c == '\n' ? ROW : 0;
    const struct spot route[] = {{from, edge}, {from, b->lane}, {to, b->lane}, {to, edge + 4}};
    b->lane += LANE;
    if (!b->has_lines) {
        paper_polyline(b->paper, route, 4, 1.5, LINE);
        paper_head(b->paper, route[2], (struct spot){to, edge}, 9, LINE);
    } else if (text)
        put_rows(b, (struct spot){fmin(from, to) + 6, route[1].y - 5}, text, INK);
    b->paper->has_no_memory = b->paper->has_no_memory || !text;
    free(text);
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
        const size_t n = box->n_ends > box->n_outside ? box->n_ends : box->n_outside;
        box->x = x;
        box->width = fmax(fmax(150, LETTER * letters + 30), 22 * (double)(n + 1));
        paper_rectangle(b->paper, x, b->top, box->width, BOX_HEIGHT, "#eef3f8", INK, 1.8);
        paper_text(b->paper, (struct spot){x + box->width / 2, b->top + 32}, s->parts[i].name, INK, PAPER_MIDDLE, 15);
        paper_text(b->paper, (struct spot){x + box->width / 2, b->top + 54}, model_name(s, i), FAINT, PAPER_MIDDLE, 12);
        x += box->width + SPACE;
    }
    b->paper->width = (int)fmax(b->paper->width, x - SPACE + LEFT);
}

void system_drawing_make(struct paper *paper, const struct subject *s)
{
    struct blocks b = {.paper = paper, .subject = s, .boxes = calloc(s->n_parts + 1, sizeof *b.boxes)};
    paper_begin(paper, 40 + LETTER * (int)strlen(s->title) + LETTER * 4, 0);
    paper->has_no_memory = !b.boxes;
    if (!b.boxes)
        return;
    for (size_t i = 0; i < s->n_links; i++)
        if (is_first_of_pair(s, i)) {
            b.boxes[s->links[i].from_part].n_ends++;
            b.boxes[s->links[i].to_part].n_ends++;
        }
    each_outside(&b, true);
    paper_text(paper, (struct spot){20, 30}, s->title, INK, PAPER_LEFT, 16);
    draw_boxes(&b);
    for (int pass = 0; pass < 2; pass++) {
        b.lane = b.top + BOX_HEIGHT + 44;
        b.has_lines = pass > 0;
        for (size_t i = 0; i < s->n_parts; i++)
            b.boxes[i].next = b.boxes[i].next_outside = 0;
        for (size_t i = 0; i < s->n_links; i++)
            if (is_first_of_pair(s, i))
                draw_pair(&b, i);
        each_outside(&b, false);
    }
    paper->height = (int)b.lane + 10;
    free(b.boxes);
}
