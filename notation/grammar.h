/* The grammar of a document: tables of members, one row for each. Example:
 *
 *     static const struct grammar_member spring_members[] = {
 *         {"body1", GRAMMAR_NAME, "first body", .refers_to = "bodies", .or_word = "ground", .required = true},
 *         {"stiffness", GRAMMAR_NUMBER, "stiffness", .unit = "N/m", .required = true, .max = 1e15},
 *         {"point1", GRAMMAR_VECTOR, "point on the first body", .unit = "m", .length = 3, .initially = "0 0 0"},
 *         GRAMMAR_END};
 *     static const struct grammar_member members[] = {
 *         {"springs", GRAMMAR_MAP, "springs between two points", .members = spring_members}, ... GRAMMAR_END};
 */
#ifndef PASO_GRAMMAR_H
#define PASO_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>

enum grammar_kind {
    GRAMMAR_NUMBER,  /* a number or an expression: a quantity */
    GRAMMAR_VECTOR,  /* `length` of them */
    GRAMMAR_NUMBERS, /* a list of at least `length` of them */
    GRAMMAR_INTEGER, /* fixed: no quantity */
    GRAMMAR_FLAG,    /* true or false */
    GRAMMAR_TEXT,    /* any text */
    GRAMMAR_TEXTS,   /* a list of texts */
    GRAMMAR_WORD,    /* one of `words` */
    GRAMMAR_NAME,    /* the name of an entry of the map `refers_to`, a top-level member, or `or_word` */
    GRAMMAR_NAMES,   /* a list of such names */
    GRAMMAR_LAW,     /* a law in time (numerics/law.h): a number, or an object, or a list of pieces */
    GRAMMAR_VALUES,  /* numbers or texts by name, which the reader takes as they are */
    GRAMMAR_OBJECT,  /* `members` */
    GRAMMAR_MAP,     /* objects with `members`, by names that are identifiers */
    GRAMMAR_LIST     /* a list of objects with `members` */
};

/* What an included document stands on where its entry has a "place": entries of these maps, called NAME_place, with the members of
 * `text`; `named` is a member that gets this name, and the last entry gets the members of "place". What is always there in the included
 * document, the first map's or_word, is then the first of them. */
struct grammar_place {
    const char *map, *text, *named;
};

struct grammar_member {
    const char *name;
    enum grammar_kind kind;
    const char *description;
    const char *unit;      /* numbers and laws; "" or NULL for a pure number */
    bool required;         /* an absent member is an error (where `only_for` allows it at all) */
    const char *initially; /* the default: "0 0 1" for numbers (the last one is repeated), "true", a word, "{}" for an
                              object of defaults; NULL: absent stays absent */
    const char
        *only_for;   /* allowed only where the object's member "type" is one of these words, | between. The same name
                              may stand in several rows for different types, "type" itself in the first row */
    bool fixed;      /* the number cannot be changed any more once the document is read */
    bool tunable;    /* the number may change while the model runs: no start, no place and no size follow from it */
    bool is_drawn;   /* the number is for pictures alone: a model does not have it */
    bool own_name;   /* a text that names something of the document: in one that is included it gets the prefix, too */
    bool alike;      /* a document that is included must have the same (notation_include) */
    double min, max; /* numbers; both 0: no limits */
    size_t length;
    const char *const *words; /* ended by NULL */
    const char *refers_to, *or_word;
    const struct grammar_member *members; /* ended by a row without a name */
    const struct grammar_place *makes;    /* the object "place" of "include": ended by a row without a map */
};

#define GRAMMAR_END                                                                                                    \
    {                                                                                                                  \
        .name = NULL                                                                                                   \
    } /* the last row of a table */

struct grammar {
    const char *title;
    const char *description;
    const struct grammar_member *members;
};

#endif
