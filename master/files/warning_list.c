#include "master/files/warning_list.h"

#include <stdlib.h>
#include <string.h>

void warning_list_add(struct warning_list *list, const char *text)
{
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

void warning_list_free(struct warning_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->texts[i]);
    free(list->texts);
    *list = (struct warning_list){0};
}
