/* A small grammar of a band on its way to a concert, and how to read documents of it. */
#ifndef PASO_TEST_READING_H
#define PASO_TEST_READING_H

#include "notation/notation.h"
#include "tests/testing.h"

#include <string.h>

static const char *const kinds[] = {"drum", "string", NULL};
static const char *const moods[] = {"calm", "wild", NULL};
static const char *const documents[] = {"band", NULL};

static const struct grammar_member player_members[] = {
    {"type", GRAMMAR_WORD, "what is played", .words = kinds, .required = true},
    {"weight", GRAMMAR_NUMBER, "weight", .unit = "kg", .required = true, .min = 0, .max = 500},
    {"place", GRAMMAR_VECTOR, "place on the stage", .unit = "m", .length = 3, .initially = "0 0 1"},
    {"tension", GRAMMAR_NUMBER, "tension", .unit = "N", .required = true, .only_for = "string"},
    {"start", GRAMMAR_NUMBER, "start of one", .initially = "0", .only_for = "drum"},
    {"start", GRAMMAR_VECTOR, "start of two", .length = 2, .initially = "0", .only_for = "string"},
    {"mood", GRAMMAR_WORD, "mood", .words = moods, .initially = "calm"},
    {"leader", GRAMMAR_NAME, "who is followed", .refers_to = "players", .or_word = "nobody", .initially = "nobody"},
    {"loudness", GRAMMAR_LAW, "loudness", .unit = "W"},
    GRAMMAR_END};

static const struct grammar_member van_members[] = {
    {"seats", GRAMMAR_INTEGER, "seats", .min = 1, .max = 9, .initially = "3"},
    {"heated", GRAMMAR_FLAG, "heated", .initially = "true"},
    GRAMMAR_END};

static const struct grammar_member song_members[] = {
    {"title", GRAMMAR_TEXT, "title", .required = true},
    {"length", GRAMMAR_NUMBER, "duration", .unit = "s", .fixed = true, .required = true, .min = 1, .max = 1e4},
    GRAMMAR_END};

static const struct grammar_member band_members[] = {
    {"type", GRAMMAR_WORD, "what it is", .words = documents, .required = true},
    {"players", GRAMMAR_MAP, "players by name", .members = player_members, .required = true, .or_word = "nobody"},
    {"van", GRAMMAR_OBJECT, "the van", .members = van_members, .initially = "{}"},
    {"songs", GRAMMAR_LIST, "songs", .members = song_members},
    {"order", GRAMMAR_NAMES, "order of entry", .refers_to = "players"},
    {"fees", GRAMMAR_NUMBERS, "fees", .length = 1},
    {"cities", GRAMMAR_TEXTS, .description = "cities"},
    GRAMMAR_END};

static const struct grammar band_grammar = {"Band", "A band on its way", band_members};

static inline struct notation *reading(const char *text)
{
    struct notation_error error = {""};
    struct notation *n = notation_read(text, strlen(text), "band.json", &band_grammar, &error);
    if (!n)
        fail_msg("%s", error.text);
    return n;
}

static inline void refused(const char *text, const char *message)
{
    struct notation_error error = {""};
    struct notation *n = notation_read(text, strlen(text), "band.json", &band_grammar, &error);
    if (n)
        fail_msg("accepted: %s", text);
    assert_string_equal(error.text, message);
}

static inline const struct quantity *quantity(const struct notation *n, const char *name)
{
    for (size_t i = 0; i < notation_quantity_count(n); i++)
        if (strcmp(notation_quantities(n)[i].name, name) == 0)
            return &notation_quantities(n)[i];
    fail_msg("there is no quantity %s", name);
    return NULL;
}

#endif
