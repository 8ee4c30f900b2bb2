#include "master/options/command_text.h"

#include <stdlib.h>
#include <string.h>

static bool is_plain(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,+-@%^";
    return *word && strspn(word, plain) == strlen(word);
}

static void put_word(FILE *file, const char *word)
{
    if (is_plain(word)) {
        fprintf(file, " %s", word);
        return;
    }
    fputs(" '", file);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", file);
        else
            fputc(*word, file);
    fputc('\'', file);
}

char *command_text(const char *task, const char *path, const struct text_list *words)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    bool has_path = false;
    for (size_t i = 0; path && i < words->n; i++)
        has_path = has_path || strcmp(words->items[i], path) == 0;
    if (!memory)
        return NULL;
    fprintf(memory, "paso %s", task);
    if (path && !has_path)
        put_word(memory, path);
    for (size_t i = 0; i < words->n; i++)
        put_word(memory, words->items[i]);
    const bool failed = ferror(memory);
    if (fclose(memory) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}
