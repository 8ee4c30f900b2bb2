#include "export/drawing_impl.h"

#include <math.h>
#include <string.h>

/* A label that belongs to a place, to be drawn when all shapes are. */
void canvas_label(struct canvas *c, struct spot at, const char *label, const char *fill)
{
    if (label && c->n_labels < c->label_room)
        c->labels[c->n_labels++] = (struct label){.at = at, .text = label, .fill = fill};
}

void canvas_keep_free(struct canvas *c, struct spot at)
{
    canvas_label(c, at, "", "none");
}

/* How much of a label at (x, y) lies on others that already stand, or beyond the picture. */
static double crowding(const struct canvas *c, const struct label *l, size_t before)
{
    enum { TALL = 14 };
    double sum = l->x < 5 || l->x + l->width > WIDTH - 5 || l->y < 45 || l->y > HEIGHT - 15 ? 500 : 0;
    for (size_t i = 0; i < before; i++) { /* those that are kept free have no width */
        const struct label *o = &c->labels[i];
        const double across = fmin(l->x + l->width, o->x + o->width) - fmax(l->x, o->x);
        const double down = TALL - fabs(l->y - o->y);
        if (o->width > 0 && across > 0 && down > 0)
            sum += across * down;
    }
    for (size_t i = 0; i < c->n_labels; i++) { /* nor on the places that labels belong to */
        const struct spot p = c->labels[i].at;
        if (p.x > l->x - 6 && p.x < l->x + l->width + 6 && p.y > l->y - TALL - 3 && p.y < l->y + 7)
            sum += 60;
    }
    return sum;
}

void canvas_write_labels(struct canvas *c)
{
    static const struct spot aside[] = {{9, -9}, {9, 18},  {-1, -9}, {-1, 18}, {12, 5},
                                        {-3, 5}, {9, -24}, {9, 33},  {-1, 33}, {-1, -24}};
    for (size_t i = 0; i < c->n_labels; i++) {
        struct label *l = &c->labels[i], best = *l;
        if (!*l->text)
            continue;
        double least = INFINITY;
        for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
            l->width = 7.6 * (double)strlen(l->text);
            l->x = l->at.x + (aside[k].x > 0 ? aside[k].x : aside[k].x - 8 - l->width);
            l->y = l->at.y + aside[k].y;
            const double crowd = crowding(c, l, i) + (double)k;
            if (crowd < least) {
                least = crowd;
                best = *l;
            }
        }
        *l = best;
        paper_text(c->paper, (struct spot){l->x, l->y}, l->text, l->fill, PAPER_LEFT, 0);
    }
}
