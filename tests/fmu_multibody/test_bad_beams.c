/* What is wrong with a beam of a mechanism file is said with its place. */
#include "tests/testing.h"

#include "tests/fmu_multibody/beams.h"
#include "tests/fmu_multibody/from_file.h"

#include <string.h>

#define ALONE(more)     CANTILEVER(DOWN, "4", more, "")
#define ELSEWHERE(more) CANTILEVER(DOWN, "4", "", more)

static void bad_beams_are_told(void **state)
{
    (void)state;
    from_file_check_refused(CANTILEVER(DOWN, "1", "", ""), "a beam has 2 to 100 elements");
    from_file_check_refused(ALONE(", \"modes\": 19"), "between its nodes the beam has 18 modes");
    from_file_check_refused(ALONE(", \"modes\": -1"), "-1 is no number of modes: 0 keeps none");
    from_file_check_refused(ALONE(", \"damping\": 2"), ": bodies.beam.flexible.damping: 2 is not within 0 and 1");
    from_file_check_refused(
        ELSEWHERE(", \"markers\": {\"m\": {\"body\": \"beam\", \"at\": [1, 0, 0]}}"),
        "x = 1 m lies inside of an element of the beam \"beam\"; its nodes are 0.75 m apart: 0.75 m is one");
    from_file_check_refused(
        ELSEWHERE(", \"forces\": {\"F\": {\"body\": \"beam\", \"at\": [3.75, 0, 0], \"direction\": [0, 1, 0]}}"),
        "lies beyond the beam \"beam\", which goes from 0 to 3 m");
    from_file_check_refused(CANTILEVER(DOWN, "60", "", ""), "more than 150: give \"modes\"");
    from_file_check_refused(MECHANISM(DOWN, "\"beam\": {\"com\": [0, 0, 0]}",
                                      "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"beam\"}",
                                      ""),
                            "the member \"mass\" is missing");
    from_file_check_refused(
        MECHANISM(DOWN,
                  "\"beam\": {\"mass\": 3, \"flexible\": {\"length\": 1, \"elements\": 4, \"freedoms\": "
                  "\"plane\", \"youngs_modulus\": 1e9, \"density\": 1, \"area\": 1, \"inertia_z\": 1}}",
                  "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"beam\"}", ""),
        "leave out \"mass\"");
    from_file_check_refused(
        MECHANISM(DOWN,
                  "\"beam\": {\"flexible\": {\"length\": 1, \"elements\": 4, \"youngs_modulus\": 1e9, "
                  "\"density\": 1, \"area\": 1, \"inertia_z\": 1}}",
                  "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"beam\"}", ""),
        "the member \"shear_modulus\" is missing, which a beam in space needs");
    from_file_check_refused(
        MECHANISM(DOWN,
                  "\"rod\": {\"flexible\": {\"length\": 1, \"elements\": 4, \"freedoms\": \"plane\", "
                  "\"youngs_modulus\": 0, \"density\": 1, \"area\": 1, \"inertia_z\": 1}}",
                  "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"rod\"}", ""),
        "youngs_modulus");
}

/* Young's modulus was given in GPa: on a hinge and a cylinder the beam would sag under its weight by more than its length. */
static void a_beam_that_is_too_soft_is_told(void **state)
{
    (void)state;
    from_file_check_refused(
        MECHANISM(DOWN,
                  "\"boom\": {\"flexible\": {\"length\": 4, \"elements\": 8, \"freedoms\": \"plane\", "
                  "\"youngs_modulus\": 210, \"density\": 7850, \"area\": 4e-3, \"inertia_z\": 6e-6}}",
                  "\"foot\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"boom\", \"start\": "
                  "0.3}",
                  ", \"actuators\": {\"lift\": {\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0]}, \"to\": "
                  "{\"body\": \"boom\", \"at\": [1.5, 0, 0]}}}, \"start\": \"equilibrium\""),
        "the beam 'boom' may be too soft for what it carries");
}

/* A beam in the plane, clamped at one end. Rows that lead out of the plane hold by themselves and are dropped, told by their joint; two joints that
 * want the tip at places 0.1 m apart meet half way, 0.05 m from each. */
#define HELD(loops)                                                                                                    \
    MECHANISM(DOWN, "\"beam\": " ROD("4", ", \"modes\": 0"),                                                           \
              "\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": \"beam\"}",                          \
              ", \"loops\": {" loops "}")
#define PIN(name, x)                                                                                                   \
    "\"" name "\": {\"type\": \"spherical\", \"a\": {\"body\": \"beam\", \"at\": [4, 0, 0]}, \"b\": {\"body\": "       \
    "\"ground\", \"at\": [" x ", 0, 0]}}"

static void loops_that_hold_too_much_are_told(void **state)
{
    (void)state;
    static const char text[] = HELD(PIN("a", "4"));
    struct notation_error error = {""};
    struct mechanism_file *file = mechanism_file_read(text, strlen(text), "beams.json", &error);
    assert_non_null(file);
    assert_non_null(strstr(mechanism_file_note(file), "redundant rows, dropped: 1 of joint 'a'"));
    mechanism_file_close(file);
    from_file_check_refused(HELD(PIN("a", "4") ", " PIN("b", "4.1")),
                            "loops.b: the mechanism cannot be assembled: joint 'b' stays open by 0.05");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_beams_are_told),
        cmocka_unit_test(a_beam_that_is_too_soft_is_told),
        cmocka_unit_test(loops_that_hold_too_much_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
