/* A chart by gnuplot. Everything has its place in mm: margins follow from the texts that stand in them, and legends are drawn as panels of
 * their own, so that none of their rows is ever left out. */
#include "figures/chart_drawn.h"

#include "figures/figures_messages.h"
#include "master/base/printable.h"
#include "master/files/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 12000, LONGEST_LABEL = 512 };

struct box {
    double left, right, bottom, top; /* mm, from the lower left corner */
};

struct legend {
    const struct chart_curve **entries;
    size_t n, columns, rows;
    size_t lines; /* of the highest column: a long label takes several */
    double width; /* of a column, mm */
};

struct placed_panel {
    const struct chart_panel *panel;
    const char *title, *y_label; /* a label that is too long to stand beside the axis is the title */
    double x_low, x_high, y_low, y_high;
    struct ticks x, y;
    struct legend legend;
    struct box box;              /* of the axes */
    double above, below, height; /* title and legend; numbers and label; the axes */
};

struct drawing {
    const struct chart *c;
    const char *path, *title;
    struct figure_size size;
    double em, line; /* mm */
    struct placed_panel *panels;
    struct legend legend; /* of all, where there is one */
    double left, right;   /* margins of a panel */
    size_t columns, rows;
    size_t *which;               /* room for thinning */
    size_t longest, most_points; /* of a curve: to be drawn, and with those that were left out before */
};

/* ---- texts ---- */

/* Bytes of the character at which a text in UTF-8 begins. */
static size_t character_bytes(const char *text)
{
    size_t n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

/* Its width in em: about that of DejaVu Sans, which is wider than other sans serifs. */
static double character_width(const char *text)
{
    if ((unsigned char)*text >= 0x80) /* superscripts, dots and degrees; all else may be as wide as a minus */
        return strncmp(text, "\xc2", 1) == 0 || strncmp(text, "\xe2\x81", 2) == 0 ? 0.45 : 0.84;
    return strchr("ijlI|'", *text)            ? 0.3
           : strchr(" ,.:;/!()[]frt-", *text) ? 0.41
           : strchr("mwMW%@=+<>~", *text)     ? 0.95
                                              : 0.65;
}

static double text_width(const struct drawing *d, const char *text)
{
    double width = 0;
    for (; *text; text += character_bytes(text))
        width += character_width(text);
    return width * d->em;
}

/* The text, or its beginning and its end where it is too wide. */
static const char *fitting(const struct drawing *d, const char *text, double width, char room[LONGEST_LABEL])
{
    char shown[LONGEST_LABEL];
    snprintf(shown, sizeof shown, "%s", text);
    if (!*shown || text_width(d, shown) <= width)
        return strcpy(room, shown);
    error_warn(WARNING_FIGURE_LABEL, d->path, PRINTABLE(text));
    size_t starts[LONGEST_LABEL] = {0}, n = 0;
    for (size_t i = 0; shown[i]; i += character_bytes(shown + i))
        starts[n++] = i;
    size_t head = 0, tail = n; /* characters before and behind the gap */
    double left = width / d->em - character_width("…");
    for (bool at_end = false; head < tail; at_end = !at_end) {
        left -= character_width(shown + starts[at_end ? tail - 1 : head]);
        if (left < 0)
            break;
        if (at_end)
            tail--;
        else
            head++;
    }
    snprintf(room, LONGEST_LABEL, "%.*s…%s", (int)starts[head], shown, tail < n ? shown + starts[tail] : "");
    return room;
}

/* Bytes of the first line of a text whose lines are to be no wider than this: it ends behind a comma, else before a blank, else with the text. */
static size_t line_bytes(const struct drawing *d, const char *text, double width)
{
    size_t comma = 0, blank = 0, i = 0;
    for (double used = 0; text[i]; i += character_bytes(text + i)) {
        used += character_width(text + i) * d->em;
        if (used > width && (comma || blank))
            return comma ? comma : blank;
        if (text[i] == ' ' && i > 0) {
            blank = i;
            comma = text[i - 1] == ',' ? i : comma;
        }
    }
    return i;
}

/* The next line of a text; `text` moves on behind it. */
static const char *next_line(const struct drawing *d, const char **text, double width, char room[LONGEST_LABEL])
{
    const size_t n = line_bytes(d, *text, width);
    snprintf(room, LONGEST_LABEL, "%.*s", (int)n, *text);
    *text += n + ((*text)[n] == ' ');
    return room;
}

static size_t count_lines(const struct drawing *d, const char *text, double width)
{
    size_t n = 0;
    char room[LONGEST_LABEL];
    do {
        next_line(d, &text, width, room);
        n++;
    } while (*text);
    return n;
}

/* ---- layout ---- */

static bool legend_has(const struct legend *l, const struct chart_curve *curve)
{
    for (size_t i = 0; i < l->n; i++)
        if (strcmp(l->entries[i]->label, curve->label) == 0 && l->entries[i]->style == curve->style)
            return true;
    return false;
}

static const double sample_width = 5; /* em: line, and the gap behind it */

/* For a label, mm. */
static double legend_room(const struct drawing *d, const struct legend *l)
{
    return l->width - sample_width * d->em;
}

static bool make_legend(struct drawing *d, struct legend *l, const struct chart_panel *panels, size_t n, double width)
{
    size_t most = 0;
    for (size_t p = 0; p < n; p++)
        most += panels[p].n;
    l->entries = malloc((most + 1) * sizeof *l->entries);
    if (!l->entries)
        return false;
    double widest = 0;
    for (size_t p = 0; p < n; p++)
        for (size_t k = 0; k < panels[p].n; k++) {
            const struct chart_curve *curve = &panels[p].curves[k];
            if (!*curve->label || legend_has(l, curve))
                continue;
            l->entries[l->n++] = curve;
            widest = fmax(widest, text_width(d, curve->label));
        }
    const double entry = sample_width * d->em + widest + d->em;
    l->columns = (size_t)fmax(1, fmin((double)l->n, floor(width / entry)));
    l->rows = (l->n + l->columns - 1) / l->columns;
    l->columns = l->rows ? (l->n + l->rows - 1) / l->rows : 1;
    l->width = fmin(width / (double)l->columns, entry);
    for (size_t i = 0, lines = 0; i < l->n; i++) { /* column by column */
        lines = (i % l->rows ? lines : 0) + count_lines(d, l->entries[i]->label, legend_room(d, l));
        l->lines = lines > l->lines ? lines : l->lines;
    }
    return true;
}

static double legend_height(const struct drawing *d, const struct legend *l)
{
    return l->n ? (double)l->lines * d->line + 0.3 * d->line : 0;
}

static double widest_tick(const struct drawing *d, const struct ticks *t)
{
    double widest = 0;
    for (size_t i = 0; i < t->n; i++)
        widest = fmax(widest, text_width(d, t->list[i].label));
    return widest;
}

static double usual_aspect(const struct drawing *d)
{
    return d->rows == 1 ? 0.62 : d->rows == 2 ? 0.42 : 0.32;
}

static double share_of(const struct placed_panel *p, double x)
{
    return p->panel->x.is_log ? log(x / p->x_low) / log(p->x_high / p->x_low) : (x - p->x_low) / (p->x_high - p->x_low);
}

static bool do_ticks_touch(const struct drawing *d, const struct placed_panel *p, double width)
{
    double end = -INFINITY; /* of the label before */
    for (size_t i = 0; i < p->x.n; i++) {
        const double half = 0.5 * text_width(d, p->x.list[i].label), at = width * share_of(p, p->x.list[i].at);
        if (half > 0 && at - half < end + 0.8 * d->em)
            return true;
        end = half > 0 ? at + half : end;
    }
    return false;
}

/* How much of the numbers fits below each other and beside each other. */
static void make_ticks(struct drawing *d, struct placed_panel *p, double width, double height)
{
    chart_range(p->panel, true, &p->x_low, &p->x_high);
    chart_range(p->panel, false, &p->y_low, &p->y_high);
    const int fit_y = (int)fmax(3, floor(height / (1.7 * d->line)));
    const int most_y = p->panel->y.n_ticks ? fit_y : (int)fmin(8, fit_y);
    for (int most = most_y; most <= 2 * most_y; most++) { /* one number alone says nothing */
        ticks_make(&p->y, &p->panel->y, p->y_low, p->y_high, most);
        if (p->y.n > 1 || p->panel->rows)
            break;
    }
    for (int most = p->panel->x.n_ticks ? MOST_TICKS : 10; most >= 2;
         most--) { /* fewer, until none touches its neighbour */
        ticks_make(&p->x, &p->panel->x, p->x_low, p->x_high, most);
        if (!do_ticks_touch(d, p, width))
            break;
    }
}

static double natural_height(const struct drawing *d, const struct placed_panel *p, double width)
{
    if (p->panel->rows)
        return ((double)p->panel->rows + 1) * 1.3 * d->line;
    return fmax(7 * d->line, width * (p->panel->aspect > 0 ? p->panel->aspect : usual_aspect(d)));
}

static double panel_width(const struct drawing *d)
{
    return d->size.width / (double)d->columns - d->left - d->right;
}

static double y_label_width(const struct drawing *d)
{
    return 1.5 * d->line;
}

/* Margins follow from the numbers, and the numbers from the room that the margins leave: twice is enough. */
static void make_margins(struct drawing *d)
{
    d->left = 6 * d->em + y_label_width(d);
    d->right = 1.5 * d->em;
    for (int pass = 0; pass < 2; pass++) {
        double widest = 2 * d->em;
        for (size_t i = 0; i < d->c->n; i++) {
            const double width = panel_width(d);
            make_ticks(d, &d->panels[i], width, natural_height(d, &d->panels[i], width));
            widest = fmax(widest, widest_tick(d, &d->panels[i].y));
            const size_t n = d->panels[i].x.n;
            if (n)
                d->right = fmax(d->right, 0.5 * text_width(d, d->panels[i].x.list[n - 1].label) + 0.3 * d->em);
        }
        widest = fmin(widest, 0.55 * d->size.width / (double)d->columns); /* names may be long */
        d->left = widest + d->em + y_label_width(d);
    }
}

/* Rows of panels from the top; `scale`: of the heights of the axes. Returns what is needed in all. */
static double place_rows(struct drawing *d, double scale, double top)
{
    double y = top - (*d->title ? 1.7 * d->line : 0.4 * d->line);
    for (size_t r = 0; r < d->rows; r++) {
        double above = 0, below = 0, height = 0;
        for (size_t i = r * d->columns; i < (r + 1) * d->columns && i < d->c->n; i++) {
            above = fmax(above, d->panels[i].above);
            below = fmax(below, d->panels[i].below);
            height = fmax(height, d->panels[i].height * scale);
        }
        for (size_t i = r * d->columns; i < (r + 1) * d->columns && i < d->c->n; i++) {
            const double cell = d->size.width / (double)d->columns, left = (double)(i % d->columns) * cell;
            d->panels[i].box = (struct box){left + d->left, left + cell - d->right, y - above - height, y - above};
        }
        y -= above + height + below;
    }
    return top - y + (d->legend.n ? 0.5 * d->line : 0) + legend_height(d, &d->legend);
}

static double sum_of_heights(const struct drawing *d)
{
    double sum = 0;
    for (size_t r = 0; r < d->rows; r++) {
        double height = 0;
        for (size_t i = r * d->columns; i < (r + 1) * d->columns && i < d->c->n; i++)
            height = fmax(height, d->panels[i].height);
        sum += height;
    }
    return sum;
}

static bool raise_no_room(const struct drawing *d, struct error *error)
{
    return error_raise(error, ERROR_FIGURE_ROOM, d->path,
                       d->size.height > 0 ? TEXT("%g mm x %g mm", d->size.width, d->size.height)
                                          : TEXT("%g mm", d->size.width),
                       TEXT("%zu", d->c->n));
}

static bool lay_out(struct drawing *d, struct error *error)
{
    make_margins(d);
    const double width = panel_width(d);
    if (!(width >= 8 * d->em))
        return raise_no_room(d, error);
    for (size_t i = 0; i < d->c->n; i++) {
        struct placed_panel *p = &d->panels[i];
        if (!d->c->one_legend && !make_legend(d, &p->legend, p->panel, 1, width))
            return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
        p->height = natural_height(d, p, width);
        p->title = p->panel->title;
        p->y_label = p->panel->y.label;
        if (!*p->title && text_width(d, p->y_label) > p->height + d->line) {
            p->title = p->y_label;
            p->y_label = "";
        }
        p->above = (*p->title ? 1.3 * d->line : 0) + legend_height(d, &p->legend) + 0.3 * d->line;
        p->below = p->panel->hides_x ? 0.2 * d->line : 1.3 * d->line + (*p->panel->x.label ? 1.4 * d->line : 0);
    }
    if (d->c->one_legend &&
        !make_legend(d, &d->legend, d->c->panels, d->c->n, d->size.width - 2 * d->em - 0.5 * d->left))
        return error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    const double needed = place_rows(d, 1, 0), axes = sum_of_heights(d);
    const double scale = d->size.height > 0 && axes > 0 ? 1 + (d->size.height - needed) / axes : 1;
    if (d->size.height > 0 && scale * axes < 3 * d->line * (double)d->rows)
        return raise_no_room(d, error);
    if (!(d->size.height > 0))
        d->size.height = needed;
    place_rows(d, scale, d->size.height);
    return true;
}

/* ---- the script ---- */

static void put_box(FILE *file, const struct drawing *d, struct box b)
{
    fprintf(file, "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset bmargin at screen %.5f\n",
            b.left / d->size.width, b.right / d->size.width, b.bottom / d->size.height);
    fprintf(file, "set tmargin at screen %.5f\n", b.top / d->size.height);
}

/* A text at a place in mm. */
static void put_text(FILE *file, const struct drawing *d, const char *text, double x, double y, const char *how)
{
    fputs("set label ", file);
    picture_text(file, text);
    fprintf(file, " at screen %.5f,%.5f %s\n", x / d->size.width, y / d->size.height, how);
}

/* `width`: of the room for a label. */
static void put_ticks(FILE *file, const struct drawing *d, const struct ticks *t, char axis, double width,
                      bool is_hidden)
{
    fprintf(file, "set %ctics (", axis);
    for (size_t i = 0; i < t->n; i++) {
        fputs(i ? ", " : "", file);
        char room[LONGEST_LABEL];
        picture_text(file, is_hidden ? "" : fitting(d, t->list[i].label, width, room));
        fprintf(file, " %.12g", t->list[i].at);
    }
    fputs(")\n", file);
    if (t->n == 0)
        fprintf(file, "unset %ctics\n", axis);
}

static void put_look(FILE *file, const struct chart_curve *curve, bool has_marks)
{
    const struct look look = look_of(curve->style);
    if (curve->is_faint)
        fputs("lc rgb 'gray65' lw 1.6", file);
    else
        fprintf(file, "lc rgb '%s' lw 1.8", look.colour);
    if (*look.dashes && !curve->is_faint)
        fprintf(file, " dt (%s)", look.dashes);
    if (has_marks)
        fprintf(file, " pt %d ps %g", look.mark, curve->kind == CHART_POINTS ? 0.65 : 0.45);
}

/* Marks on every point, or, on curves of many points, a few that tell the curves apart. */
static void put_kind(FILE *file, const struct chart_curve *curve, bool is_alone)
{
    const bool has_marks = curve->kind != CHART_LINES || !(is_alone || curve->is_faint);
    fputs(curve->kind == CHART_POINTS             ? " with points "
          : curve->kind == CHART_LINES_AND_POINTS ? " with linespoints "
          : has_marks                             ? " with linespoints pn 7 "
                                                  : " with lines ",
          file);
    put_look(file, curve, has_marks);
}

static bool is_drawn(const struct chart_panel *panel, double x, double y)
{
    return isfinite(x) && isfinite(y) && (!panel->x.is_log || x > 0) && (!panel->y.is_log || y > 0);
}

/* Far beyond the ends of an axis gnuplot loses lines. */
static double nearer(const struct chart_axis *axis, double v, double low, double high)
{
    const double far = 100 * (high - low);
    return axis->is_log ? v : fmin(fmax(v, low - far), high + far);
}

/* Returns how many points are drawn. */
static size_t put_points(FILE *file, const struct drawing *d, const struct placed_panel *p,
                         const struct chart_curve *curve)
{
    const struct chart_panel *panel = p->panel;
    const size_t n = thin(curve, MOST_POINTS, d->which);
    const int x_digits = digits_of(curve->x, curve->n, 9), y_digits = digits_of(curve->y, curve->n, 9);
    for (size_t i = 0; i < n; i++) {
        const double x = curve->x[d->which[i]], y = curve->y[d->which[i]];
        if (is_drawn(panel, x, y))
            fprintf(file, "%.*g %.*g\n", x_digits, nearer(&panel->x, x, p->x_low, p->x_high), y_digits,
                    nearer(&panel->y, y, p->y_low, p->y_high));
        else
            fputc('\n', file); /* a gap */
    }
    return n;
}

/* Points between two gaps, of which a line shows nothing. Returns their number; without a file it counts them. */
static size_t put_lonely_points(FILE *file, const struct drawing *d, const struct chart_panel *panel,
                                const struct chart_curve *curve)
{
    if (curve->kind != CHART_LINES)
        return 0;
    const size_t n = thin(curve, MOST_POINTS, d->which);
    const int x_digits = digits_of(curve->x, curve->n, 9), y_digits = digits_of(curve->y, curve->n, 9);
    size_t n_lonely = 0;
    bool before = false;
    for (size_t i = 0; i < n; i++) {
        const double x = curve->x[d->which[i]], y = curve->y[d->which[i]];
        const bool here = is_drawn(panel, x, y);
        const bool behind = i + 1 < n && is_drawn(panel, curve->x[d->which[i + 1]], curve->y[d->which[i + 1]]);
        if (here && !before && !behind) {
            if (file)
                fprintf(file, "%.*g %.*g\n", x_digits, x, y_digits, y);
            n_lonely++;
        }
        before = here;
    }
    return n_lonely;
}

static void put_rules(FILE *file, const struct drawing *d, const struct placed_panel *p)
{
    for (size_t i = 0; i < p->panel->n_rules; i++) {
        const struct chart_rule *r = &p->panel->rules[i];
        const double low = r->is_vertical ? p->x_low : p->y_low, high = r->is_vertical ? p->x_high : p->y_high;
        if (!(r->at >= low && r->at <= high))
            continue;
        if (r->is_vertical)
            fprintf(file, "set arrow from %.9g, graph 0 to %.9g, graph 1", r->at, r->at);
        else
            fprintf(file, "set arrow from graph 0, first %.9g to graph 1, first %.9g", r->at, r->at);
        fputs(" nohead lw 1.2 lc rgb 'gray40' front\n", file);
        if (!*r->label)
            continue;
        fputs("set label ", file);
        picture_text(file, r->label);
        if (r->is_vertical)
            fprintf(file, " at %.9g, graph 0.97 right rotate offset -0.5,0 tc rgb 'gray30' front\n", r->at);
        else
            fprintf(file, " at graph 0.015, first %.9g left offset 0,0.5 tc rgb 'gray30' front\n", r->at);
    }
    (void)d;
}

static void put_panel(FILE *file, const struct drawing *d, size_t number)
{
    const struct placed_panel *p = &d->panels[number];
    const struct box *b = &p->box;
    const struct chart_panel *panel = p->panel;
    size_t most = 0;
    for (size_t k = 0; k < panel->n; k++) {
        fprintf(file, "$c%zu << EOD\n", k);
        const size_t drawn = put_points(file, d, p, &panel->curves[k]);
        most = panel->curves[k].n + panel->curves[k].n_left_out > drawn ? drawn : most;
        fputs("EOD\n", file);
        fprintf(file, "$p%zu << EOD\n", k);
        put_lonely_points(file, d, panel, &panel->curves[k]);
        fputs("EOD\n", file);
    }
    if (most)
        error_warn(WARNING_FIGURE_THINNED, d->path, TEXT("%zu", d->most_points), TEXT("%d", (int)MOST_POINTS));
    fputs("unset label\nunset arrow\nunset key\nset border 31 lc rgb 'gray40' lw 0.8\nset tics scale 0.4 nomirror "
          "tc rgb 'black'\nset grid lt 1 lw 0.6 lc rgb 'gray78'\nunset logscale\n",
          file);
    put_box(file, d, *b);
    if (panel->x.is_log)
        fputs("set logscale x\n", file);
    if (panel->y.is_log)
        fputs("set logscale y\n", file);
    fprintf(file, "set xrange [%.12g:%.12g]\nset yrange [%.12g:%.12g]\n", p->x_low, p->x_high, p->y_low, p->y_high);
    put_ticks(file, d, &p->x, 'x', d->size.width, panel->hides_x);
    put_ticks(file, d, &p->y, 'y', d->left - y_label_width(d), false);
    char room[LONGEST_LABEL];
    if (!panel->hides_x && *panel->x.label)
        put_text(file, d, fitting(d, panel->x.label, b->right - b->left + d->left, room), (b->left + b->right) / 2,
                 b->bottom - 2.2 * d->line, "center");
    if (*p->y_label) {
        const double height = b->top - b->bottom + d->line;
        put_text(file, d, fitting(d, p->y_label, height, room), b->left - d->left + 0.7 * y_label_width(d),
                 (b->top + b->bottom) / 2, "center rotate");
    }
    if (*p->title)
        put_text(file, d, fitting(d, p->title, b->right - b->left, room), (b->left + b->right) / 2,
                 b->top + legend_height(d, &p->legend) + 0.7 * d->line, "center");
    put_rules(file, d, p);
    fputs("plot ", file);
    size_t n = 0;
    for (int layer = 0; layer < 2; layer++)
        for (size_t k = 0; k < panel->n; k++) {
            if (panel->curves[k].is_faint != (layer == 0) || panel->curves[k].n == 0)
                continue;
            fprintf(file, "%s$c%zu using 1:2", n++ ? ", " : "", k);
            put_kind(file, &panel->curves[k], panel->n == 1);
            if (put_lonely_points(NULL, d, panel, &panel->curves[k]) > 0) {
                fprintf(file, ", $p%zu using 1:2 with points ", k);
                put_look(file, &panel->curves[k], true);
            }
        }
    fputs(n ? "\n" : "NaN notitle\n", file);
}

/* A panel without axes: samples of lines, and their names. */
static void put_legend(FILE *file, const struct drawing *d, const struct legend *l, double left, double top,
                       bool is_alone)
{
    if (!l->n)
        return;
    const double width = l->width * (double)l->columns, height = (double)l->lines * d->line;
    fputs("unset label\nunset arrow\nunset border\nunset tics\nunset grid\nunset logscale\n", file);
    put_box(file, d, (struct box){left, left + width, top - height, top});
    fprintf(file, "set xrange [0:%.6g]\nset yrange [0:%.6g]\n", width, height);
    double y = 0;
    for (size_t i = 0; i < l->n; i++) { /* column by column */
        const size_t column = i / l->rows;
        const double x = l->width * (double)column, space = legend_room(d, l);
        y = i % l->rows ? y : height - 0.5 * d->line;
        fprintf(file, "$l%zu << EOD\n%.5g %.5g\n%.5g %.5g\n%.5g %.5g\nEOD\n", i, x, y, x + 2 * d->em, y, x + 4 * d->em,
                y);
        const char *rest = l->entries[i]->label;
        do {
            char one[LONGEST_LABEL], room[LONGEST_LABEL];
            next_line(d, &rest, space, one);
            put_text(file, d, fitting(d, one, space, room), left + x + (sample_width - 0.3) * d->em, top - height + y,
                     "left");
            y -= d->line;
        } while (*rest);
    }
    fputs("plot ", file);
    for (size_t i = 0; i < l->n; i++) {
        const struct chart_curve *curve = l->entries[i];
        fputs(i ? ", " : "", file);
        if (curve->kind != CHART_POINTS) {
            fprintf(file, "$l%zu using 1:2 with lines ", i);
            put_look(file, curve, false);
        }
        if (curve->kind == CHART_POINTS || (!is_alone && !curve->is_faint) || curve->kind == CHART_LINES_AND_POINTS) {
            fprintf(file, "%s$l%zu every ::1::1 using 1:2 with points ", curve->kind == CHART_POINTS ? "" : ", ", i);
            put_look(file, curve, true);
        }
    }
    fputc('\n', file);
}

static bool put_script(FILE *file, const void *context)
{
    const struct drawing *d = context;
    fputs("set multiplot\nset clip two\n", file);
    for (size_t i = 0; i < d->c->n; i++) {
        const struct placed_panel *p = &d->panels[i];
        put_panel(file, d, i);
        put_legend(file, d, &p->legend, p->box.left, p->box.top + legend_height(d, &p->legend) + 0.1 * d->line,
                   p->panel->n == 1);
    }
    put_legend(file, d, &d->legend, 0.5 * d->left, legend_height(d, &d->legend), d->legend.n == 1);
    if (*d->title) {
        char room[LONGEST_LABEL];
        fputs("unset label\nunset arrow\nunset border\nunset tics\nunset grid\nunset logscale\nset xrange [0:1]\nset "
              "yrange [0:1]\n",
              file);
        put_text(file, d, fitting(d, d->title, d->size.width - 2 * d->em, room), d->size.width / 2,
                 d->size.height - d->line, "center");
        fputs("plot NaN notitle\n", file);
    }
    fputs("unset multiplot\n", file);
    return !ferror(file);
}

static void note_length(struct drawing *d, const struct chart_curve *curve)
{
    const size_t all = curve->n + curve->n_left_out;
    d->longest = curve->n > d->longest ? curve->n : d->longest;
    d->most_points = all > d->most_points ? all : d->most_points;
}

bool chart_write_picture(const struct chart *c, const char *path, const char *title, struct figure_size size,
                         struct error *error)
{
    struct drawing d = {.c = c, .path = path, .title = title, .size = size};
    d.em = size.font * 25.4 / 72;
    d.line = 1.4 * d.em;
    d.columns = c->columns ? c->columns : 1;
    d.rows = (c->n + d.columns - 1) / d.columns;
    for (size_t p = 0; p < c->n; p++)
        for (size_t k = 0; k < c->panels[p].n; k++)
            note_length(&d, &c->panels[p].curves[k]);
    d.panels = calloc(c->n + 1, sizeof *d.panels);
    d.which = malloc((d.longest + 1) * sizeof *d.which);
    for (size_t i = 0; d.panels && i < c->n; i++)
        d.panels[i].panel = &c->panels[i];
    bool ok = (d.panels && d.which) || error_raise(error, ERROR_NO_MEMORY, "drawing a figure");
    ok = ok && lay_out(&d, error) &&
         picture_draw(path, (struct picture_size){d.size.width, d.size.height, size.font}, put_script, &d, error);
    for (size_t i = 0; d.panels && i < c->n; i++)
        free(d.panels[i].legend.entries);
    free(d.legend.entries);
    free(d.panels);
    free(d.which);
    return ok;
}
