#include "master/files/warning_list.h"

#include "master/base/error.h"

#include <stdlib.h>
#include <string.h>

/* Where there is no memory the warning has still been printed. */
static void add(const char *text, void *context)
{
    struct warning_list *list = context;
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->texts[i], text) == 0)
            return;
    char **texts = realloc(list->texts, (list->n + 1) * sizeof *texts);
    if (!texts)
        return;
    list->texts = texts;
    texts[list->n] = strdup(text);
    if (texts[list->n])
        list->n++;
}

void warning_list_begin(struct warning_list *list)
{
    *list = (struct warning_list){0};
    error_set_warning_listener(add, list);
}

void warning_list_end(struct warning_list *list)
{
    error_set_warning_listener(NULL, NULL);
    for (size_t i = 0; i < list->n; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (struct warning_list){0};
}
