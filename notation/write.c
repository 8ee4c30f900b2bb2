/* The tree as text again. */
#include "notation/notation_impl.h"

#include <stdlib.h>

static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

/* What has been written so far: every value goes to the line where it was, so that messages still tell the right one. */
struct writer {
    FILE *out;
    int line;
};

static void write_node(struct writer *w, const struct node *node, int indent);

static void write_items(struct writer *w, const struct node *node, int indent)
{
    const bool is_object = node->type == NODE_OBJECT;
    fputc(is_object ? '{' : '[', w->out);
    for (size_t i = 0; i < node->count; i++) {
        const struct node *item = node->items[i];
        fputs(i ? "," : "", w->out);
        if (item->line > w->line) {
            for (; w->line < item->line; w->line++)
                fputc('\n', w->out);
            fprintf(w->out, "%*s", indent + 2, "");
        } else if (i) {
            fputc(' ', w->out);
        }
        if (is_object) {
            write_text(w->out, item->key);
            fputs(": ", w->out);
        }
        write_node(w, item, indent + 2);
    }
    fputc(is_object ? '}' : ']', w->out);
}

static void write_node(struct writer *w, const struct node *node, int indent)
{
    switch (node->type) {
    case NODE_NULL:
        fputs("null", w->out);
        break;
    case NODE_FLAG:
        fputs(node->flag ? "true" : "false", w->out);
        break;
    case NODE_NUMBER:
        fputs(node->text, w->out);
        break;
    case NODE_TEXT:
        write_text(w->out, node->text);
        break;
    case NODE_LIST:
    case NODE_OBJECT:
        write_items(w, node, indent);
    }
}

char *notation_write(const struct notation *n, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out)
        return NULL;
    write_node(&(struct writer){out, 1}, n->root, 0);
    fputc('\n', out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
