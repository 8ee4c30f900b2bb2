/* Mechanism files that are wrong, each in one way: the message says where and what, the exit status is 2, nothing is written.
 * Every case is a good file, a crank with a rocker, in which one passage is replaced. */
#include "tests/program/paso_process.h"

static const char good[] =
    "{\n"
    "  \"type\": \"mechanism\", \"name\": \"Rocker\",\n"
    "  \"constants\": {\"l\": 2, \"m\": \"3*l\"},\n"
    "  \"gravity\": [0, -9.81, 0],\n"
    "  \"bodies\": {\n"
    "    \"crank\": {\"mass\": \"m\", \"com\": [\"l/2\", 0, 0], \"inertia\": [0, 1, 1, 0, 0, 0]},\n"
    "    \"rod\": {\"mass\": 4, \"com\": [1.5, 0, 0], \"inertia\": [0, 3, 3, 0, 0, 0]}\n"
    "  },\n"
    "  \"joints\": {\n"
    "    \"foot\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"start\": 1},\n"
    "    \"knee\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"rod\", \"at\": [\"l\", 0, 0],\n"
    "             \"start\": -1.5}\n"
    "  },\n"
    "  \"loops\": {\n"
    "    \"toe\": {\"type\": \"point on line\", \"a\": {\"body\": \"rod\", \"at\": [3, 0, 0]},\n"
    "            \"b\": {\"body\": \"ground\", \"axis\": [1, 0, 0]}}\n"
    "  },\n"
    "  \"springs\": {\n"
    "    \"coil\": {\"from\": {\"body\": \"ground\", \"at\": [0, 5, 0]}, \"to\": {\"body\": \"rod\"},\n"
    "             \"stiffness\": 10, \"length\": 1}\n"
    "  },\n"
    "  \"forces\": {\n"
    "    \"push\": {\"body\": \"rod\", \"direction\": [1, 0, 0], \"law\": {\"type\": \"step\", \"to\": 5, \"time\": "
    "1}}\n"
    "  },\n"
    "  \"actuators\": {\n"
    "    \"jack\": {\"from\": {\"body\": \"ground\", \"at\": [1, 0, 0]}, \"to\": {\"body\": \"crank\", \"at\": [1, 0, "
    "0]}}\n"
    "  },\n"
    "  \"independent\": [\"foot\"]\n"
    "}\n";

struct bad {
    const char *from, *to; /* what is replaced by what */
    const char *message;   /* behind the file's name */
};

/* clang-format off */
static const struct bad files[] = {
    /* what is no JSON */
    {"\"gravity\": [0, -9.81, 0],", "\"gravity\": [0, -9.81, 0]", ":5: it is not JSON: parse error: after key and value, inside map, I expect ',' or '}'"},
    {"\"foot\"]\n}", "\"foot\"]\n", ":28: it is not JSON: parse error: premature EOF"},
    {"-9.81", "-9,81", ":4: gravity: a list of 3 numbers expected"},
    {"-9.81", "NaN", ":4: it is not JSON: lexical error: invalid char in json text."},
    {"4, \"com\"", "1e400, \"com\"", ":7: the number is too large for a double"},
    {"\"rod\": {\"mass\"", "\"crank\": {\"mass\"", ":7: bodies.crank: is given twice, first in line 6"},
    /* what it is */
    {"\"mechanism\"", "\"mechanisms\"", ": describes a \"mechanisms\", which is not known here; did you mean \"mechanism\"?"},
    {"\"type\": \"mechanism\", ", "", ":1: the member \"type\" is missing, which says what the document describes"},
    {"\"Rocker\"", "\"My rocker\"", ":2: name: a name of letters, digits and _ expected, beginning with a letter, of 60 at most"},
    /* members */
    {"\"gravity\"", "\"gravty\"", ":4: gravty: unknown member; did you mean \"gravity\"?"},
    {"\"gravity\": [0, -9.81, 0],", "", ":1: the member \"gravity\" is missing: gravity in the ground's frame (m/s2)"},
    {"\"mass\": 4, ", "", ":7: bodies.rod: the member \"mass\" is missing: mass, in kg; zero is allowed, with zero inertia"},
    {"\"mass\": 4", "\"weight\": 4", ":7: bodies.rod.weight: unknown member; known here: mass, com, inertia"},
    {"\"mass\": 4", "\"mass\": \"heavy\"", ":7: bodies.rod.mass: \"heavy\" is no expression: there is no constant \"heavy\" (character 1); known here: l, m"},
    {"\"mass\": 4", "\"mass\": -4", ":7: bodies.rod.mass: -4 kg is not within 0 and 1e+12"},
    {"\"mass\": 4", "\"mass\": [4]", ":7: bodies.rod.mass: a number or an expression in quotes expected"},
    {"[1.5, 0, 0]", "[1.5, 0]", ":7: bodies.rod.com: a list of 3 numbers expected"},
    {"[0, 3, 3, 0, 0, 0]", "[0, 3, 3]", ":7: bodies.rod.inertia: a list of 6 numbers expected"},
    {"[0, 3, 3, 0, 0, 0]", "[0, 3, 9, 0, 0, 0]", ":7: bodies.rod: body 'rod': no body has such an inertia (a moment is larger than the sum of the other two)"},
    {"\"crank\": {\"mass\": \"m\"", "\"1crank\": {\"mass\": \"m\"", ":6: bodies.1crank: a name of letters, digits and _ expected, beginning with a letter"},
    {"\"crank\": {\"mass\": \"m\"", "\"ground\": {\"mass\": \"m\"", ":6: bodies.ground: the name \"ground\" is taken"},
    {"\"independent\": [\"foot\"]", "\"independent\": [\"foot\"], \"outputs\": [\"foot\", \"ankle\"]", ":28: outputs[2]: there is no variable \"ankle\" that could be an output: coordinates are called like their joints"},
    {"\"independent\": [\"foot\"]", "\"independent\": [\"foot\"], \"parameters\": \"some\"", ":28: parameters: unknown word \"some\"; known here: all, constants"},
    /* expressions and constants */
    {"\"3*l\"", "\"3*\"", ":3: constants.m: \"3*\" is no expression: the expression ends too early (character 3)"},
    {"\"3*l\"", "\"3*m\"", ":3: constants.m: the constant needs its own value"},
    {"\"3*l\"", "\"3/(l - 2)\"", ":3: constants.m: constants.m is infinite"},
    {"\"l/2\", 0, 0", "\"l/2\", \"sqrt(-l)\", 0", ":6: bodies.crank.com[2]: bodies.crank.com[2] is not a number"},
    /* joints */
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"type\": \"hinge\"", ":10: joints.foot.type: unknown word \"hinge\"; known here: revolute, prismatic, spherical, fixed, free"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"type\": \"spherical\"", ":10: joints.foot.start: a list of 3 numbers expected"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"axis\": [0, 0, 0], \"type\": \"revolute\"", ":10: joints.foot: joint 'foot': its axis has no direction"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"limits\": [2, 1], \"type\": \"revolute\"", ":10: joints.foot: joint 'foot': its lower limit 2 is above its upper limit 1"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"order\": \"xyz\", \"type\": \"revolute\"", ":10: joints.foot.order: this member has no meaning where \"type\" is \"revolute\" (only for: spherical|free)"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"coordinates\": [\"a\", \"b\"], \"type\": \"revolute\"", ":10: joints.foot.coordinates: 1 name expected, one for each coordinate of the joint"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"coordinates\": [\"left foot\"], \"type\": \"revolute\"", ":10: joints.foot.coordinates[1]: a name of letters, digits and _ expected, beginning with a letter"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"coordinates\": [\"\"], \"type\": \"revolute\"", ":10: joints.foot.coordinates[1]: a name of letters, digits and _ expected, beginning with a letter"},
    {"\"parent\": \"crank\"", "\"parent\": \"crnak\"", ":11: joints.knee.parent: there is no \"crnak\" among the bodies; did you mean \"crank\"?"},
    {"\"child\": \"rod\"", "\"child\": \"ground\"", ":11: joints.knee.child: there is no \"ground\" among the bodies; known here: crank, rod"},
    {"\"child\": \"rod\"", "\"child\": \"crank\"", ":11: joints.knee: the body \"crank\" already hangs in the joint \"foot\"; a second joint closes a loop and belongs to \"loops\""},
    {"\"rod\": {\"mass\"", "\"hook\": {\"mass\": 1}, \"rod\": {\"mass\"", ":7: bodies.hook: no joint has this body as its child"},
    {"\"parent\": \"ground\"", "\"parent\": \"rod\"", ":10: joints.foot: the joint hangs in a circle: from it, parent by parent, the ground is never reached"},
    {"\"parent\": \"crank\", \"child\": \"rod\", \"at\": [\"l\", 0, 0],", "\"parent\": \"crank\", \"child\": \"rod\", \"at\": [9, 0, 0],", ":15: loops.toe: the mechanism cannot be assembled: joint 'toe' stays open by"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"reaction\": \"body\", \"type\": \"revolute\"", ":10: joints.foot.reaction: unknown word \"body\"; known here: none, parent, child, ground"},
    {"\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"rod\", \"at\": [\"l\", 0, 0],\n             \"start\": -1.5}", "\"reaction\": \"child\", \"type\": \"free\", \"parent\": \"crank\", \"child\": \"rod\"}", ":11: joints.knee.reaction: a free joint carries nothing"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"stops\": {\"stiffness\": 1e5}, \"type\": \"revolute\"", ":10: joints.foot.stops: stops stand at the limits: the member \"limits\" is missing"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"limits\": [2, 1], \"stops\": {\"stiffness\": 1e5}, \"type\": \"revolute\"", ":10: joints.foot: joint 'foot': its lower limit 2 is not below its upper limit 1"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"limits\": [0, 2], \"stops\": {\"damping\": 1}, \"type\": \"revolute\"", ":10: joints.foot.stops: the member \"stiffness\" is missing: stiffness of both stops (N.m/rad)"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"friction\": {\"type\": \"dry\"}, \"type\": \"revolute\"", ":10: joints.foot.friction.type: unknown word \"dry\"; known here: none, viscous, Bengisu-Akay, Brown-McPhee, LuGre, modified LuGre"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"friction\": {\"type\": \"viscous\"}, \"type\": \"revolute\"", ":10: joints.foot.friction: viscous friction needs the member \"sigma2\" (viscous friction, in N.m.s/rad)"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"friction\": {\"type\": \"Brown-McPhee\", \"F_c\": 9, \"F_s\": 3, \"v_s\": 0.1, \"sigma2\": 0}, \"type\": \"revolute\"", ":10: joints.foot: joint 'foot': static friction F_s = 3 N is below Coulomb friction F_c = 9 N"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"axes\": \"xy\", \"type\": \"revolute\"", ":10: joints.foot.axes: this member has no meaning where \"type\" is \"revolute\" (only for: universal|planar)"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"axes\": \"xx\", \"type\": \"universal\"", ":10: joints.foot.axes: unknown word \"xx\"; did you mean \"xy\"?"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"type\": \"cylindrical\"", ":10: joints.foot.start: a list of 2 numbers expected"},
    {"\"foot\": {\"type\": \"revolute\"", "\"foot\": {\"type\": \"planar\"", ":10: joints.foot.start: a list of 3 numbers expected"},
    /* loops */
    {"\"point on line\"", "\"sliding\"", ":15: loops.toe.type: unknown word \"sliding\"; known here: revolute, prismatic, spherical, point on line, distance"},
    {"\"point on line\"", "\"revolute\"", ":15: loops.toe.a: the member \"axis\" is missing: both sides of such a joint have one"},
    {"\"point on line\"", "\"spherical\"", ":16: loops.toe.b.axis: an axis has no meaning here: this kind of joint has none"},
    {"\"point on line\"", "\"distance\"", ":15: loops.toe: the member \"length\" is missing: distance that the two points keep (m)"},
    {", \"axis\": [1, 0, 0]}}", "}}", ":15: loops.toe: one side is the line and has an \"axis\", the other is the point and has none"},
    {"{\"body\": \"ground\", \"axis\"", "{\"body\": \"rod\", \"axis\"", ":15: loops.toe: both sides are on the same body"},
    {"\"point on line\"", "\"point on line\", \"reaction\": \"child\"", ":15: loops.toe.reaction: unknown word \"child\"; known here: none, a, b, ground"},
    /* what acts */
    {"\"stiffness\": 10", "\"stiffness\": true", ":20: springs.coil.stiffness: a number or an expression in quotes expected"},
    {"\"stiffness\": 10, ", "", ":19: springs.coil: either \"stiffness\" or a \"table\" expected"},
    {"\"stiffness\": 10", "\"table\": {\"stretch\": [0, 1], \"force\": [0]}", ":20: springs.coil.table.force: a list of at least 2 numbers expected"},
    {"\"stiffness\": 10", "\"table\": {\"stretch\": [0, 1], \"force\": [0, 1, 2]}", ":20: springs.coil.table.force: 2 forces expected, as many as values of \"stretch\""},
    {"\"stiffness\": 10", "\"table\": {\"stretch\": [0, -1], \"force\": [0, 1]}", ":19: springs.coil: spring 'coil': -1 in its table is not above 0 before it"},
    {"\"type\": \"step\", \"to\": 5", "\"type\": \"stair\", \"to\": 5", ":23: forces.push.law.type: unknown word \"stair\"; known here: constant, step, ramp, sine, table, steps"},
    {"\"type\": \"step\", \"to\": 5", "\"type\": \"step\"", ":23: forces.push.law: the member \"to\" is missing: value after"},
    {"{\"type\": \"step\", \"to\": 5, \"time\": 1}", "{\"type\": \"table\", \"time\": [0, 2, 1], \"value\": [0, 1, 2]}", ":23: forces.push.law.time[3]: 1 s is before 2 s: the times must ascend"},
    {"\"direction\": [1, 0, 0]", "\"frame\": \"mine\", \"direction\": [1, 0, 0]", ":23: forces.push.frame: unknown word \"mine\"; known here: ground, body"},
    {"\"to\": {\"body\": \"crank\", \"at\": [1, 0, 0]}", "\"coordinate\": \"foot\"", ":26: actuators.jack: an actuator acts between \"from\" and \"to\", or along a \"coordinate\""},
    {"\"to\": {\"body\": \"crank\"", "\"to\": {\"body\": \"ground\"", ":26: actuators.jack: both ends are on the same body"},
    {"\"jack\": {", "\"jack\": {\"stops\": {\"stiffness\": 1e5}, ", ":26: actuators.jack.stops: stops stand at the limits: the member \"limits\" is missing"},
    {"\"jack\": {", "\"jack\": {\"coupling\": \"pressures\", \"piston\": {\"areas\": [1e-3, 1e-3], \"stroke\": 1, \"start_length\": 0.5}, \"limits\": [0, 2], \"stops\": {\"stiffness\": 1e5}, ", ":26: actuators.jack.stops: an actuator that takes pressures has its stops in its \"piston\""},
    {"\"jack\": {", "\"jack\": {\"ports\": {\"force\": \"foot\"}, ", ":1: two variables would be called \"foot\""},
    {"\"actuators\": {", "\"markers\": {\"mark\": {\"body\": \"rod\", \"acceleration\": 1}},\n  \"actuators\": {", ":25: markers.mark.acceleration: true or false expected"},
    {"\"rod\": {\"mass\": 4", "\"rod\": {\"motion\": \"yes\", \"mass\": 4", ":7: bodies.rod.motion: true or false expected"},
    {"\"actuators\": {", "\"motions\": {\"turn\": {\"coordinate\": \"ankle\"}},\n  \"actuators\": {", ":25: motions.turn.coordinate: there is no coordinate \"ankle\""},
    {"\"actuators\": {", "\"motions\": {\"turn\": {\"coordinate\": \"foot\", \"frequency\": 0}},\n  \"actuators\": {", ":25: motions.turn.frequency: 0 Hz is not within 1e-06 and 1e+06"},
    {"\"actuators\": {", "\"motions\": {\"turn\": {\"coordinate\": \"foot\"}, \"bend\": {\"coordinate\": \"foot\"}},\n  \"actuators\": {", ":25: motions.bend: the motion \"turn\" moves this coordinate already"},
    {"\"actuators\": {", "\"start\": \"equilibrium\", \"motions\": {\"turn\": {\"coordinate\": \"foot\"}},\n  \"actuators\": {", ":25: motions: an equilibrium at the start has no prescribed motions: \"start\": \"given\" expected"},
    /* states */
    {"\"independent\": [\"foot\"]", "\"independent\": [\"ankle\"]", ":28: independent[1]: there is no coordinate \"ankle\"; coordinates are called like their joints, or as \"coordinates\" of a joint says"},
    {"\"independent\": [\"foot\"]", "\"independent\": [\"foot\", \"foot\"]", ":28: independent[2]: the coordinate is named twice"},
    {"\"independent\": [\"foot\"]", "\"independent\": \"foot\"", ":28: independent: a list of texts expected"},
    {"\"independent\": [\"foot\"]", "\"experiment\": {\"solver\": 5}", ":28: experiment.solver: 5 is not within 1 and 4"},
};
/* clang-format on */

static const char *with(const char *from, const char *to)
{
    static char text[8000];
    const char *at = strstr(good, from);
    if (!at)
        fail_msg("\"%s\" is not in the good file", from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    return text;
}

static void the_good_file_is_good(void **state)
{
    (void)state;
    write_file("good.json", good);
    PASO_OK("export", in_folder("good.json"), "-o", in_folder("good.fmu"));
    PASO_OK("run", in_folder("good.fmu"), "--stop-time", "0.01", "--quiet");
}

static void every_mistake_has_its_message_and_writes_nothing(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *file = write_file("bad.json", with(files[i].from, files[i].to)), *fmu = in_folder("bad.fmu");
        char expected[600];
        snprintf(expected, sizeof expected, "paso: %s%s", file, files[i].message);
        const int status = PASO("export", file, "-o", fmu);
        const bool right = status == 2 && strncmp(last.err, expected, strlen(expected)) == 0;
        if (!right)
            print_error("case %zu: status %d\n  said     %s  expected %s\n", i, status, last.err, expected);
        wrong += !right;
        assert_int_equal(access(fmu, F_OK), -1);
    }
    assert_int_equal(wrong, 0);
}

static void an_older_fmu_survives_a_mistake(void **state)
{
    (void)state;
    write_file("old.json", good);
    PASO_OK("export", in_folder("old.json"), "-o", in_folder("old.fmu"));
    char *before = read_file(in_folder("old.fmu"));
    write_file("old.json", with("-9.81", "\"nine\""));
    assert_int_equal(PASO("export", in_folder("old.json"), "-o", in_folder("old.fmu")), 2);
    char *after = read_file(in_folder("old.fmu"));
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void command_lines_are_checked(void **state)
{
    (void)state;
    const char *file = write_file("good.json", good);
    assert_int_equal(PASO("export", file), 2);
    assert_said("paso export needs --output FILE.fmu");
    assert_int_equal(PASO("export", "-o", in_folder("x.fmu")), 2);
    assert_said("paso export needs FILE.json");
    assert_int_equal(PASO("export", file, "-o", in_folder("x.zip")), 2);
    assert_said("a file name that ends in .fmu is needed");
    assert_int_equal(PASO("export", in_folder("nothere.json"), "-o", in_folder("x.fmu")), 2);
    assert_said("cannot be opened: No such file or directory");
    assert_int_equal(PASO("export", folder, "-o", in_folder("x.fmu")), 2);
    assert_said("cannot be opened: Is a directory");
    assert_int_not_equal(PASO("export", file, "-o", in_folder("no/such/folder/x.fmu")), 0);
    assert_said("no/such/folder/x.fmu");
    assert_int_equal(PASO("export", file, "-o", in_folder("x.fmu"), "--set", "bodies.rod"), 2);
    assert_said("PATH=VALUE expected");
    assert_int_equal(PASO("export", file, "-o", in_folder("x.fmu"), "--set", "bodies.rod.mass.x=3"), 2);
    assert_said("the document has no such place");
    assert_int_equal(PASO("export", "--schema", "engine"), 2);
    assert_int_equal(PASO("show", file), 2);
    assert_said("paso show needs --output FILE");
    assert_int_equal(PASO("show", BUILD_DIR "/fmus/ManipulatorHydraulics.fmu", "--svg", in_folder("x.svg")), 2);
    assert_said("was not made of a file by paso export");
    const char *system = write_file("system.json", "{\"type\": \"system\", \"name\": \"whole\"}");
    assert_int_equal(PASO("show", system, "--svg", in_folder("x.svg")), 2);
    assert_said("system.json:1: the member \"components\" is missing");
    assert_int_equal(access(in_folder("x.fmu"), F_OK), -1);
    assert_int_equal(access(in_folder("x.svg"), F_OK), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_good_file_is_good),
        cmocka_unit_test(every_mistake_has_its_message_and_writes_nothing),
        cmocka_unit_test(an_older_fmu_survives_a_mistake),
        cmocka_unit_test(command_lines_are_checked),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
