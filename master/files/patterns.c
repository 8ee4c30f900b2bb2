#include "master/files/patterns.h"
#include "master/files/files_messages.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static bool cut(struct patterns *p, const char *text, struct error *error)
{
    p->list = calloc(strlen(text) + 1, sizeof *p->list);
    if (!p->list)
        return error_raise(error, ERROR_NO_MEMORY, "reading --record");
    for (const char *at = text;; at++) {
        at += strspn(at, " ");
        const char *end = at;
        for (int depth = 0; *end && (*end != ',' || depth > 0); end++)
            depth += (*end == '[') - (*end == ']' && depth > 0);
        const char *next = end;
        while (end > at && end[-1] == ' ')
            end--;
        if (end == at)
            return error_raise(error, ERROR_RECORD_EMPTY, text);
        if (!(p->list[p->n].text = strndup(at, (size_t)(end - at))))
            return error_raise(error, ERROR_NO_MEMORY, "reading --record");
        p->n++;
        if (!*next)
            return true;
        at = next;
    }
}

bool patterns_read(struct patterns *p, const char *text, struct error *error)
{
    *p = (struct patterns){0};
    if (cut(p, text, error))
        return true;
    patterns_free(p);
    return false;
}

bool patterns_match(struct patterns *p, const char *name)
{
    bool matched = false;
    for (size_t i = 0; i < p->n; i++) {
        if (strcmp(p->list[i].text, name) == 0 || fnmatch(p->list[i].text, name, 0) == 0)
            matched = p->list[i].used = true;
    }
    return matched;
}

const char *patterns_unused(const struct patterns *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (!p->list[i].used)
            return p->list[i].text;
    return NULL;
}

void patterns_free(struct patterns *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->list[i].text);
    free(p->list);
    *p = (struct patterns){0};
}
