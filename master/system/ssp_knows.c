/* What the formats do not define is refused with its name and line. */
#include "master/system/ssp.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <string.h>

enum listing { NOT_LISTED, LISTED, LISTED_MANY };

/* Whether the blank-separated list holds prefix + name, perhaps with a star behind it. */
static enum listing find_word(const char *list, const char *prefix, const char *name)
{
    const size_t n_prefix = strlen(prefix), n_name = strlen(name);
    for (const char *word = list + strspn(list, " "); *word;) {
        const size_t n = strcspn(word, " ");
        const bool many = word[n - 1] == '*';
        if (n - many == n_prefix + n_name && strncmp(word, prefix, n_prefix) == 0 &&
            strncmp(word + n_prefix, name, n_name) == 0)
            return many ? LISTED_MANY : LISTED;
        word += n;
        word += strspn(word, " ");
    }
    return NOT_LISTED;
}

static enum listing find_child(const struct node *e, const struct node *c, const char *children)
{
    const bool is_common = strcmp(c->space, SPACE_SSC) == 0;
    const bool is_own = strcmp(c->space, e->space) == 0;
    if ((is_own || is_common) && strcmp(c->name, "Annotations") == 0)
        return LISTED;
    const enum listing own = is_own ? find_word(children, "", c->name) : NOT_LISTED;
    return own == NOT_LISTED && is_common ? find_word(children, "ssc:", c->name) : own;
}

bool node_begins(const struct node *e, const char *space, const char *name, struct error *error)
{
    if (strcmp(e->name, name) != 0)
        return error_raise(error, ERROR_XML_ROOT, PLACE(e), e->name, name);
    return strcmp(e->space, space) == 0 ||
           error_raise(error, ERROR_SSP_NAMESPACE, PLACE(e), name, e->space[0] ? e->space : "(none)", space);
}

/* An element that would be known in the right namespace. */
static const char *missed_space(const struct node *e, const struct node *c, const char *children)
{
    if (strcmp(c->space, e->space) != 0 && find_word(children, "", c->name) != NOT_LISTED)
        return e->space;
    return strcmp(c->space, SPACE_SSC) != 0 && find_word(children, "ssc:", c->name) != NOT_LISTED ? SPACE_SSC : NULL;
}

static bool raise_unknown(const struct node *e, const struct node *c, const char *children, struct error *error)
{
    const char *space = missed_space(e, c, children);
    return space ? error_raise(error, ERROR_SSP_NAMESPACE, PLACE(c), c->name, c->space[0] ? c->space : "(none)", space)
                 : error_raise(error, ERROR_SSP_ELEMENT, PLACE(c), c->name, e->name);
}

bool node_knows(const struct node *e, const char *children, const char *attributes, struct error *error)
{
    for (const struct node *c = e->child; c; c = c->next) {
        const enum listing listing = find_child(e, c, children);
        if (listing == NOT_LISTED)
            return raise_unknown(e, c, children, error);
        if (listing == LISTED && node_child(e, c->space, c->name) != c)
            return error_raise(error, ERROR_SSP_ELEMENT_TWICE, PLACE(c), e->name, c->name);
    }
    for (size_t i = 0; i < e->n_attributes; i++) {
        const struct tree_attribute *a = &e->attributes[i];
        if (!a->space[0] && find_word(attributes, "", a->name) == NOT_LISTED &&
            find_word("id description", "", a->name) == NOT_LISTED)
            return error_raise(error, ERROR_SSP_ATTRIBUTE, PLACE(e), a->name, e->name);
    }
    return true;
}
