/* Memory of a description, and the warnings about it. */
#include "master/import/description_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 16, WARNINGS_PER_KIND = 3 };

/* Descriptions hold many short texts: they live in large blocks that are freed together. */
struct text_block {
    struct text_block *next;
    size_t used, size;
    char bytes[];
};

static char empty[1];

static char *take(struct description_owner *owner, size_t n)
{
    struct text_block *block = owner->texts;
    if (!block || block->size - block->used < n) {
        const size_t size = n > BLOCK_SIZE ? n : BLOCK_SIZE;
        block = malloc(sizeof *block + size);
        if (!block)
            return NULL;
        *block = (struct text_block){.next = owner->texts, .size = size};
        owner->texts = block;
    }
    block->used += n;
    return block->bytes + block->used - n;
}

char *description_keep(struct description *d, const char *text)
{
    if (!text || !*text)
        return empty;
    const size_t n = strlen(text) + 1;
    char *kept = take(d->owner, n);
    if (!kept) {
        d->owner->no_memory = true;
        return empty;
    }
    return memcpy(kept, text, n);
}

struct description *description_new(const char *place)
{
    struct description *d = calloc(1, sizeof *d);
    struct description_owner *owner = calloc(1, sizeof *owner);
    if (!d || !owner) {
        free(d);
        free(owner);
        return NULL;
    }
    d->owner = owner;
    owner->place = description_keep(d, place);
    char **texts[] = {&d->fmi_version,
                      &d->model_name,
                      &d->guid,
                      &d->description,
                      &d->author,
                      &d->version,
                      &d->copyright,
                      &d->license,
                      &d->generation_tool,
                      &d->generation_date_and_time,
                      &d->model_exchange.model_identifier,
                      &d->co_simulation.model_identifier};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = empty;
    return d;
}

static void free_unknowns(struct fmi_unknown *unknowns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(unknowns[i].dependencies);
    free(unknowns);
}

void description_free(struct description *d)
{
    if (!d)
        return;
    for (size_t i = 0; i < d->n_enumerations; i++)
        free(d->enumerations[i].items);
    free(d->enumerations);
    free(d->variables);
    free(d->units);
    free(d->log_categories);
    free(d->source_files);
    free_unknowns(d->outputs, d->n_outputs);
    free_unknowns(d->derivatives, d->n_derivatives);
    free_unknowns(d->initial_unknowns, d->n_initial_unknowns);
    free(d->owner->raw_variables);
    free(d->owner->raw_types);
    names_free(&d->owner->names);
    for (struct text_block *block = d->owner->texts; block;) {
        struct text_block *next = block->next;
        free(block);
        block = next;
    }
    free(d->owner);
    free(d);
}

/* The capacity is the next power of two, so that it need not be kept: an array grows when n is one. */
void *description_grow(struct description *d, void *array_pointer, size_t *n, size_t element_size)
{
    char *array;
    memcpy(&array, array_pointer, sizeof array);
    if ((*n & (*n - 1)) == 0) {
        const size_t capacity = *n ? 2 * *n : 1;
        char *larger = realloc(array, capacity * element_size);
        if (!larger) {
            d->owner->no_memory = true;
            return NULL;
        }
        array = larger;
        memcpy(array_pointer, &array, sizeof array);
    }
    void *element = array + *n * element_size;
    memset(element, 0, element_size);
    ++*n;
    return element;
}

struct fmi_variable *description_add_variable(struct description *d)
{
    size_t n_raw = d->n_variables;
    if (!description_grow(d, &d->owner->raw_variables, &n_raw, sizeof *d->owner->raw_variables))
        return NULL;
    struct fmi_variable *v = description_grow(d, &d->variables, &d->n_variables, sizeof *v);
    if (!v)
        return NULL;
    v->name = v->description = empty;
    v->nominal = 1;
    v->unit = v->enumeration = v->derivative_of = NO_INDEX;
    return v;
}

static size_t *count_of(struct description_owner *owner, const struct message *code)
{
    size_t i = 0;
    while (i + 1 < WARNING_KINDS && owner->warned[i].code && owner->warned[i].code != code)
        i++;
    owner->warned[i].code = code;
    return &owner->warned[i].n;
}

void description_warn_strings(struct description *d, const struct message *code, int line, const char *const strings[])
{
    enum { MOST = 8 };
    if (++*count_of(d->owner, code) > WARNINGS_PER_KIND) {
        d->owner->n_warnings_kept_back++;
        return;
    }
    char place[300];
    if (line > 0)
        snprintf(place, sizeof place, "%s:%d", d->owner->place, line);
    else
        snprintf(place, sizeof place, "%s", d->owner->place);
    const char *all[MOST + 1] = {place};
    for (size_t i = 0; strings[i] && i + 1 < MOST; i++)
        all[i + 1] = strings[i];
    error_warn_strings(code, all);
}
