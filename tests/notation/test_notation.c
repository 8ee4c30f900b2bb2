/* Documents: what a reader gets of a right one, and what it says of a wrong one. */
#include "notation/decimal.h"
#include "numerics/law.h"
#include "tests/notation/reading.h"

#include "tests/locales.h"

#include <math.h>
#include <stdlib.h>

static const char right[] =
    "{\n"
    "  \"comment\": [\"anywhere\", \"and of several lines\"], \"type\": \"band\",\n"
    "  \"constants\": {\"w\": 70, \"twice\": \"2*w\", \"comment\": \"even here\"},\n"
    "  \"players\": {\n"
    "    \"comment\": \"not a player\",\n"
    "    \"ann\": {\"type\": \"drum\", \"weight\": \"w - 5\", \"place\": [1, \"w/7\", 3]},\n"
    "    \"bob\": {\"type\": \"string\", \"weight\": 80.5, \"tension\": 100, \"leader\": \"ann\",\n"
    "            \"mood\": \"wild\", \"loudness\": {\"type\": \"sine\", \"amplitude\": \"w\", "
    "\"frequency\": 2}}\n"
    "  },\n"
    "  \"songs\": [{\"title\": \"One\", \"length\": 180}],\n"
    "  \"order\": [\"bob\", \"ann\"]\n"
    "}\n";

static void topology_comes_from_the_tree(void **state)
{
    (void)state;
    struct notation *n = reading(right);
    const struct node *root = notation_root(n), *players = node_member(root, "players");
    assert_int_equal(node_count(players), 2);
    const struct node *ann = node_item(players, 0), *bob = node_item(players, 1);
    assert_string_equal(node_name(ann), "ann");
    assert_int_equal(node_word(ann, "type"), 0);
    assert_int_equal(node_word(bob, "type"), 1);
    assert_int_equal(node_word(bob, "mood"), 1);
    assert_int_equal(node_word(ann, "mood"), 0); /* the default */
    assert_int_equal(node_reference(bob, "leader"), 0);
    assert_true(node_reference(ann, "leader") == NODE_NONE);
    assert_null(node_law(ann, "loudness"));
    const struct node *order = node_member(root, "order");
    assert_int_equal(node_refers(node_item(order, 0)), 1);
    assert_int_equal(node_refers(node_item(order, 1)), 0);
    assert_int_equal(node_integer(node_member(root, "van"), "seats"), 3);
    assert_true(node_flag(node_member(root, "van"), "heated"));
    assert_int_equal(node_count(node_member(root, "cities")), 0);
    assert_string_equal(node_text(node_member(node_item(node_member(root, "songs"), 0), "title")), "One");
    notation_close(n);
}

static void numbers_are_quantities_with_structured_names(void **state)
{
    (void)state;
    struct notation *n = reading(right);
    const struct node *ann = node_item(node_member(notation_root(n), "players"), 0);
    const struct quantity *q = notation_quantities(n) + node_quantity(ann, "place");
    assert_string_equal(q[0].name, "players.ann.place[1]");
    assert_string_equal(q[1].name, "players.ann.place[2]");
    assert_string_equal(q[1].unit, "m");
    assert_string_equal(q[1].description, "ann: place on the stage");
    assert_true(q[1].value == 10 && q[1].is_calculated);
    assert_true(q[2].value == 3 && !q[2].is_calculated);
    assert_true(quantity(n, "players.ann.weight")->is_calculated);
    assert_true(quantity(n, "players.ann.weight")->value == 65);
    assert_true(quantity(n, "players.bob.place[3]")->value == 1); /* the default */
    assert_true(quantity(n, "players.bob.start[2]")->value == 0);
    assert_true(quantity(n, "players.ann.start")->value == 0);
    assert_true(quantity(n, "songs[1].length")->is_fixed);
    assert_true(quantity(n, "constants.twice")->is_calculated);
    assert_false(quantity(n, "constants.w")->is_calculated);
    assert_string_equal(quantity(n, "players.bob.loudness.amplitude")->unit, "W");
    notation_close(n);
}

static size_t place(const struct notation *n, const char *name)
{
    return (size_t)(quantity(n, name) - notation_quantities(n));
}

static double *starts(const struct notation *n)
{
    double *values = calloc(notation_quantity_count(n), sizeof *values);
    for (size_t i = 0; i < notation_quantity_count(n); i++)
        values[i] = notation_quantities(n)[i].is_calculated ? NAN : notation_quantities(n)[i].value;
    return values;
}

static void expressions_follow_the_constants(void **state)
{
    (void)state;
    struct notation *n = reading(right);
    struct notation_error error = {""};
    double *values = starts(n);
    values[place(n, "constants.w")] = 84;
    assert_true(notation_evaluate(n, values, &error));
    assert_true(values[place(n, "constants.twice")] == 168);
    assert_true(values[place(n, "players.ann.weight")] == 79);
    assert_true(values[place(n, "players.ann.place[2]")] == 12);
    const struct node *bob = node_item(node_member(notation_root(n), "players"), 1);
    assert_true(fabs(law_value_real(node_law(bob, "loudness"), values, 0.125, INFINITY) - 84) < 1e-12);

    values[place(n, "constants.w")] = 1000; /* a weight of 995 kg */
    assert_false(notation_evaluate(n, values, &error));
    assert_string_equal(error.text, "band.json:6: players.ann.weight: 995 kg is not within 0 and 500");
    free(values);
    notation_close(n);
}

static void numbers_have_points_in_every_language(void **state)
{
    (void)state;
    speak_with_commas();
    struct notation *n = reading(right);
    assert_true(quantity(n, "players.bob.weight")->value == 80.5);
    notation_close(n);
    setlocale(LC_ALL, "C");
}

static void assert_reads(const char *text, double expected, size_t length)
{
    char *end;
    assert_true(decimal_read(text, &end) == expected);
    assert_int_equal(end - text, length);
}

/* The numbers are exact in binary, or as the compiler reads them. */
static void decimals_have_points_whatever_the_language(void **state)
{
    (void)state;
    char many[700] = "0.5";
    memset(many + 3, '0', 600);
    for (int commas = 0; commas < 2; commas++) {
        if (commas)
            speak_with_commas();
        assert_reads("-1.5e-3, 2", -1.5e-3, 7);
        assert_reads("0.1", 0.1, 3);
        assert_reads("1.5.5", 1.5, 3);
        assert_reads("12e2.5", 1200, 4);
        assert_reads("7", 7, 1);
        assert_reads(".25*x", 0.25, 3);
        assert_reads("2,5", 2, 1);
        assert_reads("word", 0, 0);
        assert_reads(many, 0.5, 603);
    }
    setlocale(LC_ALL, "C");
}

#define BAND(players) "{\"type\": \"band\", \"players\": {\n" players "}}"
#define ANN(members)  BAND("\"ann\": {\"type\": \"drum\", \"weight\": 60,\n" members "}")
#define LAW(law)      ANN("\"loudness\": " law)

static void mistakes_are_told_with_line_and_path(void **state)
{
    (void)state;
    refused("{\"type\": \"band\",\n \"players\": {},}",
            "band.json:2: it is not JSON: parse error: invalid object key (must be a string)");
    refused("", "band.json:1: it is not JSON: parse error: premature EOF");
    refused("[1]", "band.json:1: an object expected: {...}");
    refused("{\"type\": \"band\",\n \"players\": null}", "band.json:2: players: objects by name expected");
    refused("{\"type\": \"band\"}", "band.json:1: the member \"players\" is missing: players by name");
    refused("{\"type\": \"bnad\"}", "band.json:1: type: unknown word \"bnad\"; did you mean \"band\"?");
    refused(BAND("\"ann\": {}"), "band.json:2: players.ann: the member \"type\" is missing: what is played");
    refused(BAND("\"ann\": {\"type\": \"drum\"}"),
            "band.json:2: players.ann: the member \"weight\" is missing: weight (kg)");
    refused(BAND("\"a b\": {}"),
            "band.json:2: players.a b: a name of letters, digits and _ expected, beginning with a letter");
    refused(BAND("\"nobody\": {}"), "band.json:2: players.nobody: the name \"nobody\" is taken");
    refused(ANN("\"plaice\": 1"), "band.json:3: players.ann.plaice: unknown member; did you mean \"place\"?");
    refused(ANN("\"umbrella\": 1"), "band.json:3: players.ann.umbrella: unknown member; known here: type, weight, "
                                    "place, start, mood, leader, loudness");
    refused(
        ANN("\"tension\": 1"),
        "band.json:3: players.ann.tension: this member has no meaning where \"type\" is \"drum\" (only for: string)");
    refused(ANN("\"place\": [1, 2]"), "band.json:3: players.ann.place: a list of 3 numbers expected");
    refused(ANN("\"place\": [1, 2, true]"),
            "band.json:3: players.ann.place[3]: a number or an expression in quotes expected");
    refused(ANN("\"place\": 1"), "band.json:3: players.ann.place: a list of 3 numbers expected");
    refused(ANN("\"start\": 1e999"), "band.json:3: the number is too large for a double");
    refused(ANN("\"start\": 1, \"start\": 2"), "band.json:3: players.ann.start: is given twice, first in line 3");
    refused(ANN("\"mood\": 1"), "band.json:3: players.ann.mood: a word expected, such as \"calm\"");
    refused(ANN("\"leader\": \"anna\""),
            "band.json:3: players.ann.leader: there is no \"anna\" among the players; did you mean \"ann\"?");
    refused(BAND("\"ann\": {\"type\": \"drum\", \"weight\": -1}"),
            "band.json:2: players.ann.weight: -1 kg is not within 0 and 500");
    refused(ANN("\"comment\": 1"), "band.json:3: players.ann.comment: a text or a list of texts expected");
    refused("{\"type\": \"band\", \"players\": {}, \"van\": {\"seats\": 2.5}}",
            "band.json:1: van.seats: a whole number expected");
    refused("{\"type\": \"band\", \"players\": {}, \"van\": {\"seats\": 20}}",
            "band.json:1: van.seats: 20 is not within 1 and 9");
    refused("{\"type\": \"band\", \"players\": {}, \"van\": {\"heated\": 1}}",
            "band.json:1: van.heated: true or false expected");
    refused("{\"type\": \"band\", \"players\": {}, \"songs\": {}}", "band.json:1: songs: a list of objects expected");
    refused("{\"type\": \"band\", \"players\": {}, \"cities\": [1]}", "band.json:1: cities[1]: a text expected");
    refused("{\"type\": \"band\", \"players\": {}, \"constants\": {\"sin\": 1}}",
            "band.json:1: constants.sin: the name \"sin\" is taken in expressions; choose another one");
    refused(LAW("{\"type\": \"step\"}"),
            "band.json:3: players.ann.loudness: the member \"to\" is missing: value after");
    refused(LAW("[]"), "band.json:3: players.ann.loudness: a law needs at least one piece");
    refused(LAW("[1]"), "band.json:3: players.ann.loudness[1]: an object expected: {\"type\": ...}");
    refused(LAW("[{\"type\": \"constant\", \"value\": 1}, {\"type\": \"constant\", \"value\": 2}]"),
            "band.json:3: players.ann.loudness[2]: the member \"since\" is missing: the time from which this piece is "
            "in force");
    refused(LAW("{\"type\": \"table\", \"time\": [0, 2, 1], \"value\": [0, 0, 0]}"),
            "band.json:3: players.ann.loudness.time[3]: 1 s is before 2 s: the times must ascend");
    refused(LAW("{\"type\": \"table\", \"time\": [0, 2], \"value\": [0]}"),
            "band.json:3: players.ann.loudness.value: 2 values expected, one for each time, instead of 1");
    refused(LAW("{\"type\": \"ramp\", \"begin\": 2, \"end\": 1, \"to\": 3}"),
            "band.json:3: players.ann.loudness.end: the ramp ends before it begins");
}

static void hostile_documents_are_refused_quickly(void **state)
{
    (void)state;
    char *deep = malloc(100001);
    memset(deep, '[', 100000);
    deep[100000] = '\0';
    refused(deep, "band.json:1: the document is nested too deeply");
    free(deep);
    refused("{\"type\": \"band\", \"players\": {\"a\\u0000b\": {}}}", "band.json:1: a text must not contain \\u0000");
    refused("{\"type\": \"\xff\"}", "band.json:1: it is not JSON: lexical error: invalid bytes in UTF8 string.");
}

static void laws_of_several_pieces_follow_each_other(void **state)
{
    (void)state;
    struct notation *n = reading(LAW("[{\"type\": \"constant\", \"value\": 5}, {\"since\": 1, \"type\": \"ramp\", "
                                     "\"begin\": 1, \"end\": 3, \"from\": 5, \"to\": 9}]"));
    double *values = starts(n);
    const struct law *law = node_law(node_item(node_member(notation_root(n), "players"), 0), "loudness");
    assert_true(law_value_real(law, values, 0.5, INFINITY) == 5);
    assert_true(law_value_real(law, values, 2, INFINITY) == 7);
    assert_true(law_value_real(law, values, 4, INFINITY) == 9);
    assert_true(law_next_event(law, values, 0) == 1);
    assert_true(law_next_event(law, values, 1) == 3);
    assert_string_equal(quantity(n, "players.ann.loudness[2].since")->unit, "s");
    free(values);
    notation_close(n);
}

static void changed(const char *change, const char *expected)
{
    static const char text[] = "{\"a\": 1,\n \"b\": [1, 2],\n \"c\": {\"d\": \"x\"}}";
    struct notation_error error = {""};
    size_t length = 0;
    char *after = notation_change(text, sizeof text - 1, "c.json", &change, 1, &length, &error);
    if (!after)
        assert_string_equal(error.text, expected);
    else
        assert_string_equal(after, expected);
    free(after);
}

/* Lines stay, so that later messages tell those of the file. */
static void documents_change_before_they_are_read(void **state)
{
    (void)state;
    changed("a=2.5", "{\"a\": 2.5,\n  \"b\": [1, 2],\n  \"c\": {\"d\": \"x\"}}\n");
    changed("b[2]=3*x", "{\"a\": 1,\n  \"b\": [1, \"3*x\"],\n  \"c\": {\"d\": \"x\"}}\n");
    changed("c.d=true", "{\"a\": 1,\n  \"b\": [1, 2],\n  \"c\": {\"d\": true}}\n");
    changed("c.e=[1, {}]", "{\"a\": 1,\n  \"b\": [1, 2],\n  \"c\": {\"d\": \"x\", \"e\": [1, {}]}}\n");
    changed("b[3]=1", "the change \"b[3]=1\": the document has no such place");
    changed("a.b=1", "the change \"a.b=1\": the document has no such place");
    changed("c.d", "the change \"c.d\": PATH=VALUE expected, such as bodies.arm.mass=3");
    changed("=1", "the change \"=1\": PATH=VALUE expected, such as bodies.arm.mass=3");
}

static void the_type_is_known_before_the_grammar(void **state)
{
    (void)state;
    char type[32];
    struct notation_error error;
    assert_true(notation_type(right, strlen(right), "band.json", type, &error));
    assert_string_equal(type, "band");
    assert_false(notation_type("{}", 2, "band.json", type, &error));
    assert_string_equal(error.text,
                        "band.json:1: the member \"type\" is missing, which says what the document describes");
}

/* It is JSON (a reader says so), and has a property for every row, with unit, default and words. */
static void the_schema_has_every_member(void **state)
{
    (void)state;
    char *text = NULL, type[32];
    size_t size = 0;
    struct notation_error error = {""};
    FILE *memory = open_memstream(&text, &size);
    assert_true(grammar_schema(&band_grammar, memory));
    fclose(memory);
    if (!notation_type(text, size, "schema", type, &error))
        fail_msg("%s", error.text);
    assert_string_equal(type, "object");
    static const char *const passages[] = {
        "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"",
        "\"weight\": {\"description\": \"weight, in kg\", \"anyOf\": [{\"type\": \"number\", \"minimum\": 0, "
        "\"maximum\": 500}",
        "\"default\": [0, 0, 1]",
        "\"enum\": [\"drum\", \"string\"]",
        "\"required\": [\"type\", \"weight\"]",
        "\"then\": {\"required\": [\"tension\"], \"properties\": {}}",
        "\"then\": {\"required\": [], \"properties\": {\"tension\": false}}",
        "\"loudness\": {\"description\": \"loudness, in W\", \"$ref\": \"#/$defs/law\"}",
        "\"seats\": {\"description\": \"seats\", \"type\": \"integer\", \"minimum\": 1, \"maximum\": 9, \"default\": "
        "3}"};
    for (size_t i = 0; i < sizeof passages / sizeof *passages; i++)
        if (!strstr(text, passages[i]))
            fail_msg("not in the schema: %s\n%s", passages[i], text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topology_comes_from_the_tree),
        cmocka_unit_test(numbers_are_quantities_with_structured_names),
        cmocka_unit_test(expressions_follow_the_constants),
        cmocka_unit_test(numbers_have_points_in_every_language),
        cmocka_unit_test(decimals_have_points_whatever_the_language),
        cmocka_unit_test(mistakes_are_told_with_line_and_path),
        cmocka_unit_test(hostile_documents_are_refused_quickly),
        cmocka_unit_test(laws_of_several_pieces_follow_each_other),
        cmocka_unit_test(documents_change_before_they_are_read),
        cmocka_unit_test(the_type_is_known_before_the_grammar),
        cmocka_unit_test(the_schema_has_every_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
