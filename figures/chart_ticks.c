/* Where an axis has numbers, and how they are written. */
#include "figures/chart_drawn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* 1, 2 or 5 times a power of ten, so that about `most` steps fill the range. */
static double round_step(double range, int most)
{
    const double rough = range / most, power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void append_power(char *text, size_t size, int exponent)
{
    static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char number[16];
    snprintf(number, sizeof number, "%d", exponent);
    size_t used = strlen(text);
    used += (size_t)snprintf(text + used, size - used, "10");
    for (const char *digit = number; *digit && used < size; digit++)
        used += (size_t)snprintf(text + used, size - used, "%s", *digit == '-' ? "⁻" : digits[*digit - '0']);
}

static void add(struct ticks *t, double at)
{
    if (t->n < MOST_TICKS)
        t->list[t->n++].at = at;
}

static void label_linear(struct ticks *t, double low, double high, double step)
{
    const double largest = fmax(fabs(low), fabs(high));
    const int exponent = (int)floor(log10(largest) + 1e-9);
    const bool has_power = largest >= 1e5 || largest < 1e-3;
    const double unit = has_power ? pow(10, exponent) : 1;
    const int decimals = (int)fmax(0, ceil(-log10(step / unit) - 1e-9));
    for (size_t i = 0; i < t->n; i++) {
        char *label = t->list[i].label;
        snprintf(label, TICK_TEXT, "%s%.*f", t->list[i].at < 0 ? "−" : "", decimals, fabs(t->list[i].at) / unit);
        if (has_power && t->list[i].at != 0) {
            strcat(label, "·");
            append_power(label, TICK_TEXT, exponent);
        } else if (t->list[i].at == 0) {
            strcpy(label, "0");
        }
    }
}

static void make_linear(struct ticks *t, double low, double high, int most)
{
    const double step = round_step(high - low, most);
    for (double k = ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && t->n < MOST_TICKS; k++)
        add(t, k == 0 ? 0 : k * step);
    label_linear(t, low, high, step);
}

/* `parts` of every decade: 1; 1 2 5; or 1 to 9, of which some have a label. */
static void make_log(struct ticks *t, double low, double high, int most)
{
    const double decades = log10(high / low);
    const int from = (int)floor(log10(low)), to = (int)ceil(log10(high)), every = (int)fmax(1, ceil(decades / most));
    const bool is_short = decades * 3 <= most;
    const bool is_plain = low >= 0.9e-3 && high < 1.1e4;
    for (int e = from; e <= to; e++)
        for (int m = 1; m < 10; m++) {
            const double at = m * pow(10, e);
            const bool is_labelled = m == 1 ? e % every == 0 : is_short && (m == 2 || m == 5);
            if (at < low * (1 - 1e-9) || at > high * (1 + 1e-9) || (m > 1 && !is_labelled) || t->n == MOST_TICKS)
                continue;
            char *label = t->list[t->n].label;
            *label = '\0';
            if (is_plain && is_labelled)
                snprintf(label, TICK_TEXT, "%.9g", at);
            else if (is_labelled) {
                if (m > 1)
                    snprintf(label, TICK_TEXT, "%d·", m);
                append_power(label, TICK_TEXT, e);
            }
            add(t, at);
        }
    if (t->n < 2) { /* not even a decade */
        t->n = 0;
        make_linear(t, low, high, most);
    }
}

/* Whether a label fits: it is `gap` away from the one before it. */
static bool is_far(const struct chart_axis *axis, size_t i, size_t before, double gap)
{
    return axis->has_names || fabs(axis->ticks[i].at - axis->ticks[before].at) >= gap;
}

/* Those that were given. Where their labels are more than fit, some are lines of the grid alone: from 0 to either side each label keeps its
 * distance from the one before. */
static void take_given(struct ticks *t, const struct chart_axis *axis, double low, double high, int most)
{
    const double gap = (high - low) / (most + 1);
    bool is_labelled[MOST_TICKS] = {false};
    const size_t n = axis->n_ticks < MOST_TICKS ? axis->n_ticks : MOST_TICKS;
    size_t middle = 0;
    for (size_t i = 0; i < n; i++)
        middle = axis->ticks[i].at == 0 ? i : middle;
    for (size_t i = middle, before = middle; i < n; i++)
        if ((is_labelled[i] = i == middle || is_far(axis, i, before, gap)))
            before = i;
    for (size_t i = middle, before = middle; i-- > 0;)
        if ((is_labelled[i] = is_far(axis, i, before, gap)))
            before = i;
    for (size_t i = 0; i < n; i++) {
        if (axis->ticks[i].at < low || axis->ticks[i].at > high)
            continue;
        snprintf(t->list[t->n].label, TICK_TEXT, "%s", is_labelled[i] ? axis->ticks[i].label : "");
        add(t, axis->ticks[i].at);
    }
}

void ticks_make(struct ticks *t, const struct chart_axis *axis, double low, double high, int most)
{
    t->n = 0;
    if (axis->n_ticks) {
        take_given(t, axis, low, high, most);
        return;
    }
    if (axis->is_log)
        make_log(t, low, high, most);
    else
        make_linear(t, low, high, most);
}

/* Whether the range that was chosen for x leaves this out. */
static bool is_beside(const struct chart_panel *panel, double x)
{
    return x < panel->x.low || x > panel->x.high; /* NaN: nothing was chosen */
}

void chart_range(const struct chart_panel *panel, bool is_x, double *low, double *high)
{
    const struct chart_axis *axis = is_x ? &panel->x : &panel->y;
    static const double farthest = 1e305; /* the width of an axis is a number, too */
    double least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < panel->n; k++)
        for (size_t i = 0; i < panel->curves[k].n; i++) {
            const struct chart_curve *c = &panel->curves[k];
            const double v = is_x ? c->x[i] : c->y[i];
            if (!isfinite(c->x[i]) || !isfinite(c->y[i]) || (axis->is_log && v <= 0) ||
                (!is_x && is_beside(panel, c->x[i])))
                continue;
            least = fmin(least, v);
            most = fmax(most, v);
        }
    least = fmax(least, -farthest), most = fmin(most, farthest);
    if (!(least <= most))
        least = axis->is_log ? 0.1 : 0, most = 1;
    if (axis->is_log) {
        const double pad = fmax(1.05, pow(most / least, 0.04));
        least /= pad, most *= pad;
    } else if (!is_x || !(most > least)) { /* a line of noise is a line */
        const double range = fmax(most - least, fmax(1e-9 * fmax(fabs(least), fabs(most)), 1e-300)) * 0.05;
        const bool is_flat = most - least <= 1e-9 * fmax(fabs(least), fabs(most));
        const double pad = is_flat ? fmax(0.05 * fabs(most), most == 0 ? 1 : 0) : range;
        least -= pad, most += pad;
    }
    *low = fmax(-farthest, isnan(axis->low) ? least : axis->low);
    *high = fmin(farthest, isnan(axis->high) ? most : axis->high);
    if (!(*high > *low)) { /* one end was asked for, and nothing lies on its side */
        if (isnan(axis->high))
            *high = axis->is_log ? 10 * *low : *low + 1;
        else
            *low = axis->is_log ? *high / 10 : *high - 1;
    }
}

int digits_of(const double *values, size_t n, int usual)
{
    enum { ALL = 17 }; /* which a double has */
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i])) {
            least = fmin(least, values[i]);
            most = fmax(most, values[i]);
        }
    const double largest = fmax(fabs(least), fabs(most));
    if (!(most > least) || !(most - least <= largest))
        return usual;
    return (int)fmin(ALL, usual + floor(log10(largest / (most - least))));
}
