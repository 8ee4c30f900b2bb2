/* Private to notation/: the tree that a document is, and who does what with it.
 *
 *     json.c         text -> tree, with line numbers
 *     decimal.c      digits -> number
 *     document.c     all of it, in order
 *     reader.c       tree and grammar -> checked tree
 *     defaults.c     what absent members stand for
 *     quantities.c   constants, numbers and expressions -> quantities, and their values
 *     measure.c      units, and numbers with one
 *     laws.c         laws in time
 *     node.c         what others may ask of the tree
 *     schema.c       grammar -> JSON Schema
 *     change.c       changes before reading
 *     include.c      other documents in a document, before reading
 *     write.c        tree -> text
 *     model_table.c  quantities -> the parameters of a model
 *     store.c        memory */
#ifndef PASO_NOTATION_IMPL_H
#define PASO_NOTATION_IMPL_H

#include "notation/expression.h"
#include "numerics/law.h"
#include "notation/notation.h"

/* Limits for hostile input: no honest document comes near. */
enum {
    NOTATION_BYTES = 16 << 20,
    NOTATION_DEPTH = 32,
    NOTATION_NODES = 1000000,
    NOTATION_NAME_LENGTH = 100 /* of a key, in bytes */
};

enum node_type { NODE_NULL, NODE_FLAG, NODE_NUMBER, NODE_TEXT, NODE_LIST, NODE_OBJECT };

struct node {
    enum node_type type;
    int line;
    const char *key; /* in an object; NULL in a list and for the root */
    size_t place;    /* among its siblings */
    struct notation *notation;
    const struct node *parent;
    struct node **items; /* of objects and lists */
    size_t count, room;
    const char *text; /* of texts; of numbers as they were written */
    double number;
    bool flag;
    bool is_default; /* made from the grammar, not from the file */

    const struct grammar_member *row; /* of the reader */
    size_t quantity;
    size_t refers;
    int word;
    const struct law *law;
};

struct law_entry {
    const struct law *law;
    const struct node *node;
    struct law_entry *next;
};

struct notation {
    const char *file;
    struct store_block *blocks;
    bool has_no_memory;
    struct node *root;
    size_t n_nodes;

    struct quantity *quantities;
    struct expression **expressions; /* NULL for plain numbers */
    size_t n_quantities, room;
    size_t n_constants;      /* the first quantities */
    size_t *constants_order; /* so that each follows what it needs */
    double *constants;       /* their values */
    struct law_entry *laws, *last_law;
};

/* ---- store.c ---- */
char *notation_keep_bytes(struct notation *notation, const char *bytes, size_t length);
void store_release(struct notation *notation);

/* ---- json.c ---- */
bool json_parse(struct notation *notation, const char *text, size_t length, struct notation_error *error);
struct node *node_make(struct notation *notation, enum node_type type, const struct node *parent, const char *key,
                       int line);
bool node_append(struct node *container, struct node *item);

/* ---- document.c ---- */
bool document_drop_comments(struct node *node, struct notation_error *error);
struct node *document_take_out(struct node *object,
                               const char *key); /* the member, which the object has no more; or NULL */

/* ---- node.c ---- */
bool node_fail_memory(const struct node *node, struct notation_error *error);
struct node *node_find(const struct node *object, const char *key);
/* "; did you mean ...?", or the known names, or nothing. `next` gives the names, NULL behind the last one. */
const char *nearest_hint(char room[static 160], const char *wrong, const char *(*next)(void *names, size_t i),
                         void *names);

/* ---- write.c ---- */
/* What was in a line goes to that line again. The caller frees it; NULL: no memory. */
char *notation_write(const struct notation *notation, size_t *length);

/* ---- reader.c ---- */
bool reader_value(struct node *node, const struct grammar_member *row, struct notation_error *error);
bool reader_members(struct node *object, const struct grammar_member *members, struct notation_error *error);
bool reader_texts(struct node *node, struct notation_error *error);
bool row_is_allowed(const struct grammar_member *row, const char *type); /* where "type" is that word */

/* ---- defaults.c ---- */
struct node *default_make(struct node *parent, const struct grammar_member *row);

/* ---- quantities.c ---- */
bool quantities_constants(struct notation *notation, struct node *constants, struct notation_error *error);
/* Behind all others: which constants are tunable. */
bool quantities_tune_constants(struct notation *notation, struct notation_error *error);
/* One number or expression as the quantity of that name. */
bool quantity_add(struct node *node, const struct grammar_member *row, const char *unit, const char *name,
                  const char *description, struct notation_error *error);

/* ---- laws.c ---- */
#define LAW_OWN_UNIT "*"                          /* the unit of a law's value is that of what the law is for */
extern const struct grammar_member law_members[]; /* of a piece */
bool law_read(struct node *node, const struct grammar_member *row, struct notation_error *error);
bool laws_check(const struct notation *notation, const double *values, struct notation_error *error);

#endif
