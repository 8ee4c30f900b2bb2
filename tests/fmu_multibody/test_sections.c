/* Forces, moments and stresses in sections of beams, as a mechanism file asks for them. */
#include "tests/testing.h"

#include "monolithic/redundant_mechanism.h"
#include "tests/fmu_multibody/from_file.h"

#include <math.h>
#include <string.h>

#define STEEL(length, elements, more)                                                                                  \
    "{\"flexible\": {\"length\": " length ", \"elements\": " elements ", \"youngs_modulus\": 210e9, "                  \
    "\"shear_modulus\": 80e9, \"density\": 7850, \"area\": 4e-3, \"inertia_y\": 3e-6, \"inertia_z\": 8e-6, "           \
    "\"torsion_constant\": 7e-6" more "}}"
#define MODULI "\"modulus_y\": 6e-5, \"modulus_z\": 1e-4}"

static void open_at_rest(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    from_file_initialize(f);
    from_file_update(f);
}

/* ---- at rest ---- */

#define CANTILEVER(more)                                                                                               \
    "{\"type\": \"mechanism\", \"name\": \"Sections\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"beam\": " STEEL(     \
        "3", "6", more) "}, \"joints\": {\"wall\": {\"type\": \"fixed\", \"parent\": \"ground\", \"child\": "          \
                        "\"beam\"}}, \"forces\": {\"F\": {\"body\": \"beam\", \"at\": [3, 0, 0], \"direction\": "      \
                        "[700, -500, 300], "                                                                           \
                        "\"law\": 1}}, \"torques\": {}, \"sections\": {\"root\": {\"body\": \"beam\", " MODULI         \
                        ", \"middle\": "                                                                               \
                        "{\"body\": \"beam\", \"at\": [1, 0, 0], " MODULI                                              \
                        ", \"later\": {\"body\": \"beam\", \"at\": [2.5, 0, 0], " MODULI                               \
                        "}, \"start\": \"equilibrium\"}"

/* What acts beyond x: the force F at the tip and the weight q. A force along z bends about -y. */
static void a_cantilever_carries_what_is_beyond(void **state)
{
    (void)state;
    static const char *const texts[] = {CANTILEVER(""), CANTILEVER(", \"modes\": 0"), CANTILEVER(", \"modes\": 5"),
                                        CANTILEVER(", \"modes\": 2, \"damping\": 0.02")};
    static const struct {
        const char *name;
        double x;
    } sections[] = {{"root", 0}, {"middle", 1}, {"later", 2.5}};
    const double q = 7850 * 4e-3 * 9.81;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct from_file f;
        open_at_rest(&f, texts[i]);
        for (int k = 0; k < 3; k++) {
            const double rest = 3 - sections[k].x, Mz = -500 * rest - q * rest * rest / 2, My = -300 * rest;
            const struct {
                const char *name;
                double value;
            } expected[] = {{"Fx", 700},
                            {"Fy", -500 - q * rest},
                            {"Fz", 300},
                            {"Mx", 0},
                            {"My", My},
                            {"Mz", Mz},
                            {"tension_stress", 700 / 4e-3},
                            {"bending_stress_y", My / 6e-5},
                            {"bending_stress_z", Mz / 1e-4}};
            for (size_t j = 0; j < sizeof expected / sizeof *expected; j++) {
                char name[60];
                snprintf(name, sizeof name, "%s.%s", sections[k].name, expected[j].name);
                assert_near(from_file_value(&f, name), expected[j].value, 1e-8 * fmax(1000, fabs(expected[j].value)));
            }
        }
        from_file_close(&f);
    }
}

/* ---- in motion ---- */

/* The first body of a row of beams turns on a hub that turns in any way; a weight hangs at its end. Stiffening does nothing to what is straight. */
#define TURNING(rates, bodies, joints, sections)                                                                       \
    "{\"type\": \"mechanism\", \"name\": \"Sections\", \"gravity\": [1, -9.81, 2], \"bodies\": {\"hub\": {\"mass\": "  \
    "5, \"com\": [0.1, 0, 0], \"inertia\": [1, 1.5, 1.2, 0.1, 0, 0]}, \"weight\": {\"mass\": 3, \"com\": [0.1, 0.2, "  \
    "0.05], \"inertia\": [0.02, 0.03, 0.04, 0, 0, 0]}, " bodies "}, \"joints\": {\"carrier\": {\"type\": \"free\", "   \
    "\"parent\": \"ground\", \"child\": \"hub\", \"start_rate\": [1, 2, 0.5, " rates "]}, \"wall\": "                  \
    "{\"type\": \"fixed\", \"parent\": \"hub\", \"child\": \"beam\", \"at\": [0.2, 0.1, 0], \"reaction\": \"child\", " \
    "\"orientation\": [\"pi/2\", 0, 0]}, " joints "}, \"forces\": {\"push\": {\"body\": \"weight\", \"direction\": "   \
    "[300, 200, -400], \"law\": 1}}, \"sections\": {" sections "}}"
#define ANY    "0.7, -0.9, 1.1" /* about the axis of the beam first */
#define ACROSS "0, -0.9, 1.1"
#define WHOLE(rates, more)                                                                                             \
    TURNING(rates, "\"beam\": " STEEL("2", "4", more),                                                                 \
            "\"tip\": {\"type\": \"revolute\", \"parent\": \"beam\", \"child\": \"weight\", \"at\": [2, 0.1, 0], "     \
            "\"axis\": [0.3, 1, 0.2], \"start_rate\": 3}",                                                             \
            "\"root\": {\"body\": \"beam\", " MODULI ", \"middle\": {\"body\": \"beam\", \"at\": [1, 0, 0], " MODULI)
#define IN_TWO                                                                                                         \
    TURNING(ACROSS, "\"beam\": " STEEL("1", "2", "") ", \"second\": " STEEL("1", "2", ""),                             \
            "\"seam\": {\"type\": \"fixed\", \"parent\": \"beam\", \"child\": \"second\", \"at\": [1, 0, 0], "         \
            "\"reaction\": \"child\"}, \"tip\": {\"type\": \"revolute\", \"parent\": \"second\", \"child\": "          \
            "\"weight\", \"at\": [1, 0.1, 0], \"axis\": [0.3, 1, 0.2], \"start_rate\": 3}",                            \
            "\"root\": {\"body\": \"beam\", " MODULI)

static const char *const six[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz"};

/* The section's force on what is before it against a joint's on what is beyond. */
static void assert_opposite(const struct from_file *f, const char *section, const struct from_file *g,
                            const char *joint)
{
    for (int k = 0; k < 6; k++) {
        char name[60];
        snprintf(name, sizeof name, "%s.%s", section, six[k]);
        const double carried = from_file_value(f, name);
        snprintf(name, sizeof name, "%s.%s", joint, six[k]);
        assert_near(carried, -from_file_value(g, name), 1e-7);
        if (k != 3)
            assert_true(fabs(carried) > 1e-3);
    }
}

/* Newton and Euler, body by body, tell what the wall gives to a beam that is straight at this moment and moves in all of its coordinates. It does
 * not turn about its own axis: the polar inertia of a body would have a gyroscopic moment, which acts at its origin and not along the beam. */
static void the_root_carries_what_the_joint_gives(void **state)
{
    (void)state;
    static const char *const texts[] = {WHOLE(ACROSS, ""), WHOLE(ACROSS, ", \"damping\": 0.05"),
                                        WHOLE(ACROSS, ", \"stiffening\": true"),
                                        WHOLE(ACROSS, ", \"modes\": 3, \"damping\": 0.05")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct from_file f;
        open_at_rest(&f, texts[i]);
        const size_t first = f.live.layout.first[MODEL_STATE];
        for (size_t k = 0; k < f.live.layout.count[MODEL_STATE]; k++) {
            const char *name = f.live.type->variables[first + k].name;
            if (strncmp(name, "beam.", 5) == 0 && strstr(name, ".d"))
                f.live.x[k] = 0.01 * sin(1.7 * (double)k);
        }
        from_file_update(&f);
        assert_opposite(&f, "root", &f, "wall");
        from_file_close(&f);
    }
}

/* The same elements as two beams, which a fixed joint holds together, move alike. */
static void the_middle_carries_what_a_joint_there_would(void **state)
{
    (void)state;
    struct from_file f, g;
    open_at_rest(&f, WHOLE(ACROSS, ""));
    open_at_rest(&g, IN_TWO);
    assert_opposite(&f, "middle", &g, "seam");
    from_file_close(&f);
    from_file_close(&g);
}

static void find_locals(struct from_file *f, double *locals)
{
    struct model_report report = {""};
    if (!f->live.type->over_real.locals(f->live.constants, f->live.scratch, 0, f->live.m, f->live.x, f->live.u, locals,
                                        &report))
        fail_msg("%s", report.text);
}

/* Central differences of fourth order along every state, bent and moving, with all terms; their rounding is that of the forces over the step. */
static void derivatives_are_exact(void **state)
{
    (void)state;
    enum { MOST = 200 };
    static const double weights[] = {1. / 12, -8. / 12, 0, 8. / 12, -1. / 12};
    const double h = 1e-5;
    struct from_file f;
    open_at_rest(&f, WHOLE(ANY, ", \"modes\": 2, \"damping\": 0.05, \"stiffening\": true"));
    const struct model_layout *l = &f.live.layout;
    const size_t n = l->count[MODEL_STATE], first = model_find(f.live.type, "root.Fx", 7) - l->first[MODEL_LOCAL];
    assert_true(n <= MOST && l->count[MODEL_LOCAL] <= MOST);
    for (size_t k = 0; k < n; k++)
        f.live.x[k] += 1e-3 * sin(1.7 * (double)k);
    for (size_t k = 0; k < n; k++) {
        const double x = f.live.x[k];
        double direction[MOST] = {0}, exact[MOST] = {0}, locals[MOST], difference[MOST] = {0};
        struct model_report report = {""};
        const struct model_point at = {f.live.constants, f.live.scratch, 0, f.live.m, f.live.x, f.live.u};
        direction[k] = 1;
        assert_true(model_differentiate(f.live.type, l, at, (struct model_direction){.x = direction},
                                        (struct model_change){.locals = exact}, f.workspace, &report));
        for (int i = 0; i < 5; i++) {
            f.live.x[k] = x + (i - 2) * h;
            find_locals(&f, locals);
            for (size_t j = first; j < l->count[MODEL_LOCAL]; j++)
                difference[j] += weights[i] / h * locals[j];
        }
        f.live.x[k] = x;
        for (size_t j = first; j < l->count[MODEL_LOCAL]; j++)
            assert_near(difference[j], exact[j], 1e-6 * (1e6 + fabs(exact[j])));
    }
    from_file_close(&f);
}

/* ---- what is wrong ---- */

#define WRONG(sections)                                                                                                \
    TURNING(ANY, "\"beam\": " STEEL("2", "4", ""),                                                                     \
            "\"tip\": {\"type\": \"free\", \"parent\": "                                                               \
            "\"ground\", \"child\": \"weight\"}",                                                                      \
            sections)

static void bad_sections_are_told(void **state)
{
    (void)state;
    from_file_check_refused(WRONG("\"s\": {\"body\": \"beam\", \"at\": [0.7, 0, 0], " MODULI),
                            "x = 0.7 m lies inside of an element of the beam \"beam\"");
    from_file_check_refused(WRONG("\"s\": {\"body\": \"beam\", \"at\": [2, 0, 0], " MODULI),
                            "the beam \"beam\" ends there: beyond it there is nothing that a section carries");
    from_file_check_refused(WRONG("\"s\": {\"body\": \"hub\", " MODULI),
                            "the body \"hub\" does not bend: sections are those of flexible bodies");
    from_file_check_refused(WRONG("\"s\": {\"body\": \"beam\", \"modulus_z\": 1e-4}"),
                            "the member \"modulus_y\" is missing, which a beam in space needs");
    from_file_check_refused(WRONG("\"s\": {\"body\": \"boom\", " MODULI), "boom");
}

static void the_penalty_based_formulation_names_them(void **state)
{
    (void)state;
    struct from_file f;
    struct model_report report = {""};
    from_file_open_text(&f, CANTILEVER(""));
    assert_null(redundant_mechanism_open(f.file, 1e7, &report));
    assert_non_null(strstr(report.text, "has no sections of beams: leave \"sections\" out"));
    from_file_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cantilever_carries_what_is_beyond),
        cmocka_unit_test(the_root_carries_what_the_joint_gives),
        cmocka_unit_test(the_middle_carries_what_a_joint_there_would),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(bad_sections_are_told),
        cmocka_unit_test(the_penalty_based_formulation_names_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
