#include "benchmarks/measure/quoted_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = QUOTED_COLUMNS + 2 };

struct cell {
    const char *text;
    size_t n;
};

/* What stands between the bars of a line, without the blanks around it; 0 where there are none, or too many. */
static size_t split(const char *line, struct cell cells[MOST_CELLS])
{
    const char *end = line + strcspn(line, "\n");
    size_t n = 0;
    if (*line != '|')
        return 0;
    for (const char *at = line + 1; at < end; n++) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        if (!bar || n == MOST_CELLS)
            return 0;
        const char *last = bar;
        for (; at < last && *at == ' '; at++)
            ;
        for (; last > at && last[-1] == ' '; last--)
            ;
        cells[n] = (struct cell){at, (size_t)(last - at)};
        at = bar + 1;
    }
    return n;
}

static const char *next(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : "";
}

/* NaN: there is no number. */
static double number(struct cell cell)
{
    char *end;
    const double value = strtod(cell.text, &end);
    return end > cell.text && end == cell.text + cell.n ? value : NAN;
}

static bool is_head(const char *line, const char *head)
{
    struct cell cells[MOST_CELLS];
    return split(line, cells) > 2 && cells[0].n == strlen(head) && memcmp(cells[0].text, head, cells[0].n) == 0;
}

static bool line_read(struct quoted_line *line, const struct cell *cells, size_t n_columns)
{
    const int written = snprintf(line->name, sizeof line->name, "%.*s", (int)cells[0].n, cells[0].text);
    for (size_t i = 0; i < n_columns; i++)
        line->values[i] = number(cells[1 + i]);
    line->exponent = number(cells[1 + n_columns]);
    return written >= 0 && (size_t)written < sizeof line->name;
}

bool quoted_table_read(struct quoted_table *table, const char *page, const char *head)
{
    struct cell cells[MOST_CELLS];
    const char *line = page;
    while (*line && !is_head(line, head))
        line = next(line);
    const size_t n = split(line, cells);
    if (n == 0)
        return false;
    *table = (struct quoted_table){.n_columns = n - 2};
    for (size_t i = 0; i < table->n_columns; i++) {
        const double count = number(cells[1 + i]);
        if (!(count >= 1 && count <= 1e6))
            return false;
        table->counts[i] = (int)count;
    }
    line = next(next(line)); /* the second is |---|---| */
    for (; *line == '|'; line = next(line))
        if (split(line, cells) != n || table->n_lines == QUOTED_LINES ||
            !line_read(&table->lines[table->n_lines++], cells, table->n_columns))
            return false;
    return table->n_lines > 0;
}
