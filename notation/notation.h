/* Documents that describe a model: JSON whose members a grammar knows, with numbers that may have a unit ("200 bar") or be expressions
 * over the document's own constants. The room knows neither FMI nor physics.
 *
 * How to use it:
 *   1. Write a grammar: a table of members (grammar.h). From that one table come reading, checking, messages and the
 *      JSON Schema.
 *   2. notation_read() gives a document that is known to be right: required members are there, optional ones have their
 *      defaults, words and names are known ones. What only your room can judge it judges itself, and says so with
 *      node_fail().
 *   3. Walk the document for what is fixed (which bodies there are, what is connected to what): node_member(),
 *      node_item(), node_word(), node_reference().
 *   4. Numbers are not walked for their values: every number is a quantity. node_quantity() tells its place; the values
 *      are an array of doubles, one for each quantity, that each instance of a model has for itself. notation_evaluate()
 *      computes those that are expressions from those that are plain numbers.
 *
 * Every object may have a member "comment", which nobody reads. The document may have an object "constants". */
#ifndef PASO_NOTATION_H
#define PASO_NOTATION_H

#include "notation/grammar.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct notation; /* a document that was read; owns all that the functions below return */
struct node;     /* a value in it */
struct law;      /* numerics/law.h */

struct notation_error {
    char text[600]; /* "crane.json:12: bodies.arm.mass: what is wrong, and what was expected" */
};

/* ---- reading ---- */

/* NULL, with the error, where the document is not as the grammar says. `file` is for messages. */
struct notation *notation_read(const char *text, size_t length, const char *file, const struct grammar *grammar,
                               struct notation_error *error);
void notation_close(struct notation *notation); /* accepts NULL */

/* The top-level member "type" of a document ("mechanism", "circuit", ...), before its grammar is known. */
bool notation_type(const char *text, size_t length, const char *file, char type[32], struct notation_error *error);

/* The text of the document with changes, "path=value" each: JSON objects and lists, true, false, numbers or texts. What was in
 * a line stays there. The caller frees it; NULL, with the error, where a path leads nowhere. */
char *notation_change(const char *text, size_t length, const char *file, const char *const *changes, size_t n_changes,
                      size_t *new_length, struct notation_error *error);

/* Where the files are that a document includes. `load` gives the path of `file` as seen from the document `from`, and its text; the
 * caller frees both. Where it cannot, it says why and gives false. */
struct notation_source {
    bool (*load)(void *context, const char *from, const char *file, char **path, char **text, size_t *length,
                 char why[static 300]);
    void *context;
};

/* Puts the files that the document includes into it: `text` is then another one, without "include". Documents whose grammar has no
 * such member stay as they are. */
bool notation_include(char **text, size_t *length, const char *file, const struct grammar *grammar,
                      const struct notation_source *source, struct notation_error *error);

bool notation_is_identifier(const char *name); /* letters, digits and _, beginning with no digit */

/* Memory that lives as long as the document, zeroed; NULL where there is none left. */
void *notation_keep(struct notation *notation, size_t size);
char *notation_keep_text(struct notation *notation, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- walking ---- */

const struct node *notation_root(const struct notation *notation);

/* A member of an object; NULL where it is absent and has no default. */
const struct node *node_member(const struct node *object, const char *name);

size_t node_count(const struct node *node);                      /* entries of a map or a list; 0 for NULL */
const struct node *node_item(const struct node *node, size_t i); /* in the order of the file */
const char *node_name(const struct node *node);                  /* of an entry of a map: its key */
const char *node_path(const struct node *node);                  /* "bodies.crank.com" */
const char *node_text(const struct node *node);                  /* of a text, word or reference; NULL for NULL */

/* Place among the words of the grammar's row; -1 where the member is absent. */
int node_word(const struct node *object, const char *member);
bool node_flag(const struct node *object, const char *member); /* absent is false */
long node_integer(const struct node *object, const char *member);

/* Place of the entry that a reference names, within the map that the grammar's row says. NODE_NONE where the member is
 * absent, or where it is the row's extra word ("ground"). */
#define NODE_NONE ((size_t)-1)
size_t node_reference(const struct node *object, const char *member);
size_t node_refers(const struct node *reference); /* the same for an entry of a list of references */

/* Where the first quantity of a number, vector or list of numbers stands; the others follow it. NODE_NONE where absent. */
size_t node_quantity(const struct node *object, const char *member);

/* A law in time; NULL where absent. Its numbers are quantities: evaluate it with the array of values. */
const struct law *node_law(const struct node *object, const char *member);

/* Says that something at this node is wrong; returns false. The text goes behind file, line and path. */
bool node_fail(const struct node *node, struct notation_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- quantities ---- */

struct quantity {
    const char *name;        /* "bodies.crank.com[2]", indices from 1 */
    const char *description; /* "crank: centre of mass" */
    const char *unit;
    double min, max;    /* both 0: no limits */
    double value;       /* as the document has it */
    bool is_calculated; /* an expression: follows from the constants */
    bool is_fixed;      /* plain, but not to be changed once the document is read */
    bool is_tunable;    /* it may change while the model runs; a constant: all that follows from it may */
    bool is_drawn;      /* for pictures alone */
    bool has_unit;      /* a constant that was given with one: `unit` is its SI unit */
    const struct node *node;
};

size_t notation_quantity_count(const struct notation *notation);
const struct quantity *notation_quantities(const struct notation *notation);

/* `values` has one number for each quantity: the plain ones are given, the calculated ones are filled in; all are checked
 * against their limits. */
bool notation_evaluate(const struct notation *notation, double *values, struct notation_error *error);

/* ---- the grammar, printed ---- */

bool grammar_schema(const struct grammar *grammar, FILE *file); /* JSON Schema, draft 2020-12 */

#endif
