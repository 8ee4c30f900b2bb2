/* Circuits that include circuits, mechanisms that include mechanisms: one text for several sections, and what is wrong with an include is said with its place. */
#include "tests/program/program_testing.h"

#include "export/model_file.h"
#include "monolithic/model_instance.h"

#define FLUID "\"fluid\": {\"type\": \"constant\", \"bulk_modulus\": 1500e6, \"density\": 850}"

/* A section by itself: between its own supply P and tank T, with the work port A. */
static const char section[] =
    "{\"type\": \"circuit\", \"name\": \"Section\", \"comment\": \"a throttle that an input opens\",\n"
    " \"constants\": {\"A_max\": \"20 mm2\", \"A_open\": \"1.5e0*A_max\", \"V\": \"0.1 l\"}, " FLUID ",\n"
    " \"nodes\": {\"P\": {\"type\": \"pump\", \"pressure\": 2e7}, \"T\": {\"type\": \"tank\", \"pressure\": 1e5},\n"
    "  \"A\": {\"type\": \"volume\", \"volume\": \"V\", \"start\": \"given\", \"start_pressure\": 1e6}},\n"
    " \"orifices\": {\"in\": {\"from\": \"P\", \"to\": \"A\", \"area\": \"A_open\", \"opening\": {\"type\": \"ramp\", "
    "\"begin\": 0, \"end\": \"A_max/1e-4\", \"to\": 0.8}},\n"
    "  \"out\": {\"from\": \"A\", \"to\": \"T\", \"area\": \"5 mm2\"}},\n"
    " \"flow_sources\": {\"load\": {\"from\": \"A\", \"flow\": 1e-5}}}\n";

/* Two of them on one pump, by hand ... */
static const char by_hand[] =
    "{\"type\": \"circuit\", \"name\": \"Block\", " FLUID ",\n"
    " \"constants\": {\"wide\": \"40 mm2\", \"one_A_max\": \"20 mm2\", \"one_A_open\": \"1.5e0*one_A_max\", "
    "\"one_V\": \"0.1 l\", \"two_A_max\": \"wide/2\", \"two_A_open\": \"1.5e0*two_A_max\", \"two_V\": 3e-4},\n"
    " \"nodes\": {\"pump\": {\"type\": \"pump\", \"pressure\": 2e7}, \"tank\": {\"type\": \"tank\", \"pressure\": "
    "1e5},\n"
    "  \"one_A\": {\"type\": \"volume\", \"volume\": \"one_V\", \"start\": \"given\", \"start_pressure\": 1e6},\n"
    "  \"two_A\": {\"type\": \"volume\", \"volume\": \"two_V\", \"start\": \"given\", \"start_pressure\": 1e6}},\n"
    " \"orifices\": {\"one_in\": {\"from\": \"pump\", \"to\": \"one_A\", \"area\": \"one_A_open\", \"opening\": "
    "{\"type\": "
    "\"ramp\", \"begin\": 0, \"end\": \"one_A_max/1e-4\", \"to\": 0.8}},\n"
    "  \"one_out\": {\"from\": \"one_A\", \"to\": \"tank\", \"area\": \"5 mm2\"},\n"
    "  \"two_in\": {\"from\": \"pump\", \"to\": \"two_A\", \"area\": \"two_A_open\", \"opening\": {\"type\": \"ramp\", "
    "\"begin\": 0, \"end\": \"two_A_max/1e-4\", \"to\": 0.8}},\n"
    "  \"two_out\": {\"from\": \"two_A\", \"to\": \"tank\", \"area\": \"5 mm2\"}},\n"
    " \"flow_sources\": {\"one_load\": {\"from\": \"one_A\", \"flow\": 1e-5}, \"two_load\": {\"from\": \"two_A\", "
    "\"flow\": 1e-5}}}\n";

/* ... and by include. */
#define ONE "\"one\": {\"file\": \"section.json\", \"nodes\": {\"P\": \"pump\", \"T\": \"tank\"}}"
#define TWO                                                                                                            \
    "\"two\": {\"file\": \"section.json\", \"constants\": {\"A_max\": \"wide/2\", \"V\": 3e-4}, \"nodes\": {\"P\": "   \
    "\"pump\", \"T\": \"tank\"}}"
#define BLOCK(includes)                                                                                                \
    "{\"type\": \"circuit\", \"name\": \"Block\", " FLUID ",\n"                                                        \
    " \"constants\": {\"wide\": \"40 mm2\"},\n"                                                                        \
    " \"nodes\": {\"pump\": {\"type\": \"pump\", \"pressure\": 2e7}, \"tank\": {\"type\": \"tank\", "                  \
    "\"pressure\": 1e5}},\n"                                                                                           \
    " \"include\": {\n  " includes "}}\n"

static void put(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void open_well(struct model_file *f, const char *name, const char *const *changes, size_t n)
{
    struct error error = {0};
    if (!model_file_open(f, in_folder(name), changes, n, &error))
        fail_msg("%s", error.text);
}

/* Same variables, units and start values, in the same order. */
static void assert_alike(const struct model_type *a, const struct model_type *b)
{
    assert_int_equal(a->n_variables, b->n_variables);
    for (size_t i = 0; i < a->n_variables; i++) {
        const struct model_variable *x = &a->variables[i], *y = &b->variables[i];
        assert_string_equal(x->name, y->name);
        assert_int_equal(x->role, y->role);
        if (x->start != y->start)
            fail_msg("%s: %g and %g", x->name, x->start, y->start);
    }
}

static void two_sections_of_one_text_are_those_written_by_hand(void **state)
{
    (void)state;
    struct model_file hand, included;
    put("section.json", section);
    put("hand.json", by_hand);
    put("block.json", BLOCK(ONE ",\n  " TWO));
    open_well(&hand, "hand.json", NULL, 0);
    open_well(&included, "block.json", NULL, 0);
    assert_alike(hand.type, included.type);
    assert_null(strstr(included.text, "include")); /* what travels in the FMU needs no other file */
    model_file_close(&included);
    model_file_close(&hand);
}

/* Changes reach into the include and into what came of it. */
static void changes_come_before_and_after_the_files(void **state)
{
    (void)state;
    struct model_file hand, included;
    put("section.json", section);
    put("hand.json", by_hand);
    put("block.json", BLOCK(ONE ",\n  " TWO));
    const char *const before[] = {"include.two.constants.V=5e-4", "orifices.two_out.area=7e-6"},
                      *const after[] = {"constants.two_V=5e-4", "orifices.two_out.area=7e-6"};
    open_well(&included, "block.json", before, 2);
    open_well(&hand, "hand.json", after, 2);
    assert_alike(hand.type, included.type);
    model_file_close(&included);
    model_file_close(&hand);
}

/* A file that includes a file: the prefixes follow each other. */
static void files_may_include_files(void **state)
{
    (void)state;
    struct model_file f;
    put("section.json", section);
    put("block.json", BLOCK(ONE ",\n  " TWO));
    put("rig.json",
        "{\"type\": \"circuit\", \"name\": \"Rig\", " FLUID ", \"nodes\": {\"feed\": {\"type\": \"pump\", "
        "\"pressure\": 1e7}}, \"include\": {\"left\": {\"file\": \"block.json\", \"nodes\": {\"pump\": \"feed\"}}}}");
    open_well(&f, "rig.json", NULL, 0);
    bool found = false;
    for (size_t i = 0; i < f.type->n_variables; i++)
        found = found || strcmp(f.type->variables[i].name, "left_two_A.p") == 0;
    assert_true(found);
    model_file_close(&f);
}

/* What a section wants as an output is one of every section. */
static void outputs_of_sections_are_outputs_of_the_block(void **state)
{
    (void)state;
    struct model_file f;
    char text[2000];
    snprintf(text, sizeof text, "{\"outputs\": [\"out.flow\", \"*.loss\"], %s", section + 1);
    put("section.json", text);
    put("block.json", BLOCK(ONE ",\n  " TWO));
    open_well(&f, "block.json", NULL, 0);
    size_t flows = 0, losses = 0;
    for (size_t i = 0; i < f.type->n_variables; i++) {
        const struct model_variable *v = &f.type->variables[i];
        const char *end = strrchr(v->name, '.');
        if (!end || !v->is_output || v->role != MODEL_LOCAL)
            continue;
        flows += strcmp(v->name, "one_out.flow") == 0 || strcmp(v->name, "two_out.flow") == 0;
        losses += strcmp(end, ".loss") == 0;
        assert_true(strcmp(end, ".flow") == 0 || strcmp(end, ".loss") == 0);
    }
    assert_int_equal(flows, 2);
    assert_int_equal(losses, 4);
    model_file_close(&f);
}

static const struct {
    const char *block, *message; /* behind the folder */
} wrong[] = {
    {BLOCK("\"one\": {\"file\": \"sektion.json\"}"), "block.json:5: include.one: "},
    {BLOCK("\"one\": {\"file\": \"../section.json\"}"),
     "block.json:5: include.one: \"../section.json\" is not in the folder of this document, nor below it"},
    {BLOCK("\"one\": {\"file\": \"/etc/section.json\"}"),
     "block.json:5: include.one: \"/etc/section.json\" is not in the folder of this document, nor below it"},
    {BLOCK("\"one\": {}"),
     "block.json:5: include.one: the member \"file\" is missing: circuit file, seen from this one"},
    {BLOCK("\"one\": {\"file\": \"section.json\", \"nodes\": {\"Q\": \"pump\"}}"),
     "block.json:5: include.one.nodes.Q: there is no \"Q\" among the nodes of "},
    {BLOCK("\"one\": {\"file\": \"section.json\", \"nodes\": {\"P\": \"pomp\"}}"),
     "block.json:5: include.one.nodes.P: there is no \"pomp\" among the nodes; did you mean \"pump\"?"},
    {BLOCK("\"one\": {\"file\": \"section.json\", \"constants\": {\"A_mox\": 1}}"),
     "block.json:5: include.one.constants.A_mox: "},
    {BLOCK("\"one\": {\"file\": \"section.json\", \"constants\": {\"A_max\": [1]}}"),
     "block.json:5: include.one.constants.A_max: a number or a text expected"},
    {BLOCK("\"one\": {\"file\": \"section.json\", \"constants\": {\"A_max\": \"narrow\"}}"),
     "block.json:5: constants.one_A_max: \"narrow\" is no expression: there is no constant \"narrow\""},
    {BLOCK("\"one\": {\"file\": \"section.json\", \"prefix\": \"x\"}"),
     "block.json:5: include.one.prefix: unknown member"},
    {BLOCK("\"1st\": {\"file\": \"section.json\"}"),
     "block.json:5: include.1st: a name of letters, digits and _ expected, beginning with a letter"},
    {BLOCK("\"one\": {\"file\": \"block.json\"}"),
     "include.one: files include each other in a circle: block.json, block.json"},
    {BLOCK("\"one\": {\"file\": \"gauge.json\"}"), "they must be the same"},
    {BLOCK("\"one\": {\"file\": \"bad.json\"}"), "bad.json:3: orifices.in.from: there is no \"Q\" among the nodes"},
    {"{\"type\": \"circuit\", \"name\": \"Block\", " FLUID
     ", \"nodes\": {\"one_A\": {\"type\": \"tank\", \"pressure\": "
     "1e5}}, \"include\": {\"one\": {\"file\": \"section.json\"}}}",
     "its \"A\" would be called \"one_A\", which is there already: choose another name than \"one\""},
    {BLOCK("\"one\": {\"file\": \"section.json\"}") "}", "block.json:"},
};

static void what_is_wrong_with_an_include_is_said_with_its_place(void **state)
{
    (void)state;
    put("section.json", section);
    put("gauge.json", "{\"type\": \"circuit\", \"name\": \"G\", \"pressures\": \"gauge\", " FLUID
                      ", \"nodes\": {\"T\": {\"type\": \"tank\", \"pressure\": 0}}}");
    put("bad.json",
        "{\"type\": \"circuit\", \"name\": \"B\", " FLUID
        ",\n \"nodes\": {\"T\": {\"type\": \"tank\", \"pressure\": 0}},\n \"orifices\": {\"in\": {\"from\": "
        "\"Q\", \"to\": \"T\", \"area\": 1e-5}}}");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct model_file f;
        struct error error = {0};
        put("block.json", wrong[i].block);
        if (model_file_open(&f, in_folder("block.json"), NULL, 0, &error))
            fail_msg("accepted: %s", wrong[i].block);
        if (!strstr(error.text, wrong[i].message))
            fail_msg("\"%s\" expected, and it says: %s", wrong[i].message, error.text);
    }
}

/* A document out of an FMU reads no other files. */
static void a_document_inside_of_something_else_includes_nothing(void **state)
{
    (void)state;
    struct notation_error error = {""};
    const struct kind *circuit = kind_find("circuit");
    assert_null(circuit->read(BLOCK(ONE), strlen(BLOCK(ONE)), "model.json", &error));
    assert_string_equal(error.text, "model.json:4: include: a document inside of something else cannot include files");
}

/* ---- mechanisms ---- */

/* A pendulum of 2 m by itself, whose foot has a spring; x to the right, y upwards. */
static const char pendulum[] =
    "{\"type\": \"mechanism\", \"name\": \"Pendulum\", \"gravity\": [0, -9.81, 0],\n"
    " \"constants\": {\"L\": 2, \"m\": \"3*L\"},\n"
    " \"bodies\": {\"rod\": {\"mass\": \"m\", \"com\": [\"L/2\", 0, 0], \"inertia\": [0, 2, 2, 0, 0, 0]}},\n"
    " \"joints\": {\"foot\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rod\", \"start\": 0.3}},\n"
    " \"joint_springs\": {\"coil\": {\"coordinate\": \"foot\", \"stiffness\": 50}},\n"
    " \"actuators\": {\"jack\": {\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0]}, \"to\": {\"body\": \"rod\",\n"
    "  \"at\": [1, 0, 0]}, \"ports\": {\"force\": \"f\"}}},\n"
    " \"markers\": {\"end\": {\"body\": \"rod\", \"at\": [\"L\", 0, 0]}}, \"independent\": [\"foot\"]}\n";

#define MACHINE(includes)                                                                                              \
    "{\"type\": \"mechanism\", \"name\": \"Machine\", \"gravity\": [0, -9.81, 0], \"constants\": {\"long\": 5},\n"     \
    " \"bodies\": {\"cart\": {\"mass\": 9}},\n"                                                                        \
    " \"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"cart\", \"axis\": [1, 0, "    \
    "0],\n"                                                                                                            \
    "  \"start\": 0.25}},\n \"include\": {\n  " includes "}}\n"
#define LEFT "\"left\": {\"file\": \"pendulum.json\", \"place\": {\"parent\": \"cart\", \"at\": [-1, \"long/5\", 0]}}"
#define RIGHT                                                                                                          \
    "\"right\": {\"file\": \"pendulum.json\", \"constants\": {\"L\": \"long/2\"}, \"place\": {\"parent\": \"cart\",\n" \
    "   \"at\": [1, 1, 0], \"orientation\": [0, 0, \"pi/6\"]}}"

static const char machine_by_hand[] =
    "{\"type\": \"mechanism\", \"name\": \"Machine\", \"gravity\": [0, -9.81, 0],\n"
    " \"constants\": {\"long\": 5, \"left_L\": 2, \"left_m\": \"3*left_L\", \"right_L\": \"long/2\", \"right_m\": "
    "\"3*right_L\"},\n"
    " \"bodies\": {\"cart\": {\"mass\": 9}, \"left_place\": {\"mass\": 0}, \"left_rod\": {\"mass\": \"left_m\", "
    "\"com\": "
    "[\"left_L/2\", 0, 0], \"inertia\": [0, 2, 2, 0, 0, 0]}, \"right_place\": {\"mass\": 0}, \"right_rod\": {\"mass\": "
    "\"right_m\", \"com\": [\"right_L/2\", 0, 0], \"inertia\": [0, 2, 2, 0, 0, 0]}},\n"
    " \"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"cart\", \"axis\": [1, 0, 0], "
    "\"start\": 0.25}, \"left_place\": {\"type\": \"fixed\", \"parent\": \"cart\", \"child\": \"left_place\", \"at\": "
    "[-1, \"long/5\", 0]}, \"left_foot\": {\"type\": \"revolute\", \"parent\": \"left_place\", \"child\": "
    "\"left_rod\", "
    "\"start\": 0.3}, \"right_place\": {\"type\": \"fixed\", \"parent\": \"cart\", \"child\": \"right_place\", \"at\": "
    "[1, 1, 0], \"orientation\": [0, 0, \"pi/6\"]}, \"right_foot\": {\"type\": \"revolute\", \"parent\": "
    "\"right_place\", \"child\": \"right_rod\", \"start\": 0.3}},\n"
    " \"joint_springs\": {\"left_coil\": {\"coordinate\": \"left_foot\", \"stiffness\": 50}, \"right_coil\": "
    "{\"coordinate\": \"right_foot\", \"stiffness\": 50}},\n"
    " \"actuators\": {\"left_jack\": {\"from\": {\"body\": \"left_place\", \"at\": [0, -1, 0]}, \"to\": {\"body\": "
    "\"left_rod\", \"at\": [1, 0, 0]}, \"ports\": {\"force\": \"left_f\"}}, \"right_jack\": {\"from\": {\"body\": "
    "\"right_place\", \"at\": [0, -1, 0]}, \"to\": {\"body\": \"right_rod\", \"at\": [1, 0, 0]}, \"ports\": "
    "{\"force\": "
    "\"right_f\"}}},\n"
    " \"markers\": {\"left_end\": {\"body\": \"left_rod\", \"at\": [\"left_L\", 0, 0]}, \"right_end\": {\"body\": "
    "\"right_rod\", \"at\": [\"right_L\", 0, 0]}}, \"independent\": [\"left_foot\", \"right_foot\"]}\n";

static double start_of(const struct model_file *f, const char *name)
{
    struct model_report report = {""};
    struct model_instance live;
    if (!model_instance_open(&live, f->type, &report) || !model_instance_initialize(&live, 0, &report) ||
        !model_instance_update(&live, 0, &report))
        fail_msg("%s", report.text);
    const double *found = model_instance_find(&live, name);
    assert_non_null(found);
    const double value = *found;
    model_instance_close(&live);
    return value;
}

/* The same variables as by hand; and a turned one hangs where geometry says: at (1.25, 1) + 2.5 (cos, sin) of 0.3 + pi/6. */
static void two_pendulums_of_one_text_hang_in_their_places(void **state)
{
    (void)state;
    struct model_file hand, included;
    put("pendulum.json", pendulum);
    put("hand.json", machine_by_hand);
    put("machine.json", MACHINE(LEFT ",\n  " RIGHT));
    open_well(&hand, "hand.json", NULL, 0);
    open_well(&included, "machine.json", NULL, 0);
    assert_alike(hand.type, included.type);
    assert_null(strstr(included.text, "include"));
    const double pi = 3.14159265358979323846;
    assert_near(start_of(&included, "right_end.x"), 1.25 + 2.5 * cos(0.3 + pi / 6), 1e-15);
    assert_near(start_of(&included, "right_end.y"), 1 + 2.5 * sin(0.3 + pi / 6), 1e-15);
    assert_near(start_of(&included, "left_end.x"), -0.75 + 2 * cos(0.3), 1e-15);
    assert_near(start_of(&included, "left_end.y"), 1 + 2 * sin(0.3), 1e-15);
    model_file_close(&included);
    model_file_close(&hand);
}

static const struct {
    const char *machine, *message;
} wrong_machines[] = {
    {MACHINE("\"left\": {\"file\": \"pendulum.json\", \"place\": {\"at\": [1, 0, 0]}}"),
     "machine.json:6: joints.left_place: the member \"parent\" is missing: body that carries the joint, or the ground"},
    {MACHINE("\"left\": {\"file\": \"pendulum.json\", \"place\": {\"parent\": \"card\"}}"),
     "machine.json:6: joints.left_place.parent: there is no \"card\" among the bodies; did you mean \"cart\"?"},
    {MACHINE("\"left\": {\"file\": \"pendulum.json\", \"place\": {\"parent\": \"cart\", \"at\": [1, 0]}}"),
     "machine.json:6: joints.left_place.at: a list of 3 numbers expected"},
    {MACHINE("\"left\": {\"file\": \"pendulum.json\", \"constants\": {\"l\": 1}}"),
     "machine.json:6: include.left.constants.l: "},
    {MACHINE("\"left\": {\"file\": \"pendulum.json\", \"place\": [1, 0, 0]}"),
     "machine.json:6: include.left: its \"place\" must be an object"},
    {MACHINE("\"left\": {\"file\": \"../pendulum.json\"}"), "is not in the folder of this document, nor below it"},
    {MACHINE("\"left\": {\"file\": \"a.json\"}"),
     "b.json:1: include.y: files include each other in a circle: machine.json, a.json, b.json, a.json"},
    {MACHINE("\"left\": {\"file\": \"section.json\"}"), "section.json:1: type: unknown word \"circuit\""},
};

static void wrong_includes_of_mechanisms_are_refused(void **state)
{
    (void)state;
    put("pendulum.json", pendulum);
    put("section.json", section);
    put("a.json", "{\"include\": {\"x\": {\"file\": \"b.json\"}}}");
    put("b.json", "{\"include\": {\"y\": {\"file\": \"a.json\"}}}");
    for (size_t i = 0; i < sizeof wrong_machines / sizeof *wrong_machines; i++) {
        struct model_file f;
        struct error error = {0};
        put("machine.json", wrong_machines[i].machine);
        if (model_file_open(&f, in_folder("machine.json"), NULL, 0, &error))
            fail_msg("accepted: %s", wrong_machines[i].machine);
        if (!strstr(error.text, wrong_machines[i].message))
            fail_msg("\"%s\" expected, and it says: %s", wrong_machines[i].message, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_sections_of_one_text_are_those_written_by_hand, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(changes_come_before_and_after_the_files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_may_include_files, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(outputs_of_sections_are_outputs_of_the_block, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_is_wrong_with_an_include_is_said_with_its_place, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(two_pendulums_of_one_text_hang_in_their_places, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(wrong_includes_of_mechanisms_are_refused, make_folder, remove_folder),
        cmocka_unit_test(a_document_inside_of_something_else_includes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
