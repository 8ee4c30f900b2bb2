/* RESULT.csv.json, read. */
#include "figures/result_series.h"

#include "figures/figures_messages.h"
#include "master/base/read_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

enum { LARGEST = 64 << 20, BLOCK = 1 << 16 };

struct reading {
    struct result_series *series;
    int depth;
    enum { ELSEWHERE, UNITS, DESCRIPTIONS } section;
    struct series_column *column; /* that the next text is for; NULL: none that is drawn */
    size_t expected;              /* which column comes next: they mostly stand in the order of the file */
    bool has_no_memory;
};

static struct series_column *find_column(struct reading *r, const char *name, size_t length)
{
    struct result_series *s = r->series;
    const size_t n = s->n_names + 1;
    for (size_t k = 0; k < n; k++) {
        const size_t i = (r->expected + k) % n;
        const char *known = result_series_name(s, i);
        if (strlen(known) == length && memcmp(known, name, length) == 0) {
            r->expected = i + 1;
            return &s->columns[i];
        }
    }
    return NULL;
}

static int take_key(void *context, const unsigned char *key, size_t length)
{
    struct reading *r = context;
    const char *name = (const char *)key;
    if (r->depth == 1) {
        r->section = length == 5 && memcmp(name, "units", 5) == 0            ? UNITS
                     : length == 12 && memcmp(name, "descriptions", 12) == 0 ? DESCRIPTIONS
                                                                             : ELSEWHERE;
        r->expected = 0;
    }
    r->column = r->depth == 2 && r->section != ELSEWHERE ? find_column(r, name, length) : NULL;
    return 1;
}

static int take_text(void *context, const unsigned char *text, size_t length)
{
    struct reading *r = context;
    if (r->depth != 2 || !r->column)
        return 1;
    const char *kept = arena_copy(&r->series->arena, (const char *)text, length);
    r->has_no_memory = !kept;
    if (r->section == UNITS)
        r->column->unit = kept;
    else
        r->column->description = kept;
    r->column = NULL;
    return kept != NULL;
}

static int enter(void *context)
{
    ((struct reading *)context)->depth++;
    return 1;
}

static int leave(void *context)
{
    ((struct reading *)context)->depth--;
    return 1;
}

static const char *parse(struct reading *r, FILE *file)
{
    static const yajl_callbacks callbacks = {.yajl_string = take_text,
                                             .yajl_start_map = enter,
                                             .yajl_map_key = take_key,
                                             .yajl_end_map = leave,
                                             .yajl_start_array = enter,
                                             .yajl_end_array = leave};
    unsigned char block[BLOCK];
    yajl_handle parser = yajl_alloc(&callbacks, NULL, r);
    if (!parser)
        return "no memory";
    yajl_status status = yajl_status_ok;
    size_t total = 0;
    for (size_t n; status == yajl_status_ok && total <= LARGEST && (n = fread(block, 1, sizeof block, file)) > 0;) {
        status = yajl_parse(parser, block, n);
        total += n;
    }
    if (status == yajl_status_ok)
        status = yajl_complete_parse(parser);
    yajl_free(parser);
    return ferror(file)               ? strerror(errno)
           : total > LARGEST          ? "it is too large"
           : status != yajl_status_ok ? "it is no JSON"
                                      : NULL;
}

bool result_series_read_notes(struct result_series *s, const char *path, struct error *error)
{
    struct reading r = {.series = s};
    FILE *file = fopen(path, "rb");
    if (!file && errno == ENOENT)
        return true; /* a file of somebody else has none */
    const char *problem = file ? parse(&r, file) : strerror(errno);
    if (file) {
        read_files_note(path);
        fclose(file);
    }
    if (r.has_no_memory)
        return error_raise(error, ERROR_NO_MEMORY, "reading a result");
    if (problem)
        error_warn(WARNING_PLOT_NOTES, path, problem);
    return true;
}
