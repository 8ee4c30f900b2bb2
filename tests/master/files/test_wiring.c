/* `paso connect` from words to the .ssp: what is read back is what was said, and what is wrong is said about the words. */
#include "tests/master/system/world.h"

#include "master/files/wiring.h"

#include <string.h>

#define LIST(...)                                                                                                      \
    ((struct text_list){(const char *[]){__VA_ARGS__, NULL}, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)})

static struct wiring wiring;
static struct error problem;

/* Components p (lengths in m), q (the same FMU), u (in mm, s, K). */
static void open_three(void)
{
    char files[3][1100];
    world_fmu("plant.fmu", PLANT_FMU);
    world_fmu("units.fmu", UNITS_FMU);
    snprintf(files[0], sizeof files[0], "p=%s", world_path("plant.fmu"));
    snprintf(files[1], sizeof files[1], "q=%s", world_path("plant.fmu"));
    snprintf(files[2], sizeof files[2], "u=%s", world_path("units.fmu"));
    problem = (struct error){0};
    struct text_list list = LIST(files[0], files[1], files[2]);
    if (!wiring_open(&wiring, &list, &problem))
        fail_msg("%s", problem.text);
    for (size_t i = 0; i < 3; i++) { /* the words above are gone after this function */
        wiring.fmus[i].path = arena_copy(&wiring.arena, wiring.fmus[i].path, strlen(wiring.fmus[i].path));
        assert_non_null(wiring.fmus[i].path);
    }
}

static void must(bool good)
{
    if (!good)
        fail_msg("%s", problem.text);
}

/* The factor 1000 from m to mm, and 1/1000 back, by the definition of the units. */
static void what_is_written_is_read_back_with_units_converted(void **state)
{
    (void)state;
    open_three();
    const struct text_list links = LIST("p.x=u.u", "u.y=p.u", "p.j=q.i", "u.C=u.T", "p.c=q.k");
    const struct text_list inputs = LIST("push=p.v", "push=q.v"), outputs = LIST("way=p.y");
    must(wiring_add_links(&wiring, &links, &problem) && wiring_add_inputs(&wiring, &inputs, &problem) &&
         wiring_add_outputs(&wiring, &outputs, &problem) && wiring_write(&wiring, world_path("made.ssp"), &problem));
    wiring_close(&wiring);

    struct system *s = world_system("made.ssp");
    assert_string_equal(s->name, "made");
    assert_int_equal(s->n_components, 3);
    assert_ptr_equal(s->components[0].fmu, s->components[1].fmu);
    assert_int_equal(s->n_connections, 5);
    assert_true(comes_from(s, connection_to(s, "u.u"), "p.x"));
    assert_near(connection_to(s, "u.u")->transformation.factor, 1000, 1e-12);
    assert_near(connection_to(s, "p.u")->transformation.factor, 0.001, 1e-18);
    assert_near(connection_to(s, "u.T")->transformation.offset, 273.15, 1e-12);
    assert_true(connection_to(s, "q.k")->only_initial);
    assert_int_equal(s->n_inputs, 1);
    assert_int_equal(s->inputs[0].n_ports, 2);
    assert_int_equal(s->n_outputs, 1);
    assert_string_equal(s->outputs[0].name, "way");
    system_close(s);
}

/* Enumerations keep their items; `raeg` has the same ones with other numbers, so that low (1) becomes 2. */
static void enumerations_are_written_with_their_items(void **state)
{
    (void)state;
    char files[2][1100];
    world_fmu("gears.fmu", GEARS_FMU);
    snprintf(files[0], sizeof files[0], "a=%s", world_path("gears.fmu"));
    snprintf(files[1], sizeof files[1], "b=%s", world_path("gears.fmu"));
    const struct text_list list = LIST(files[0], files[1]), links = LIST("a.gear=b.raeg_in");
    problem = (struct error){0};
    must(wiring_open(&wiring, &list, &problem) && wiring_add_links(&wiring, &links, &problem) &&
         wiring_write(&wiring, world_path("gears.ssp"), &problem));
    wiring_close(&wiring);
    struct system *s = world_system("gears.ssp");
    const struct transformation *t = &connection_to(s, "b.raeg_in")->transformation;
    assert_near(transformation_apply(t, 1), 2, 0);
    assert_near(transformation_apply(t, 2), 1, 0);
    system_close(s);
}

static const struct {
    const char *what, *link, *message;
} wrong_links[] = {
    {"no sign", "p.x", "--link p.x: A.OUTPUT=B.INPUT is needed"},
    {"no such component", "hydraulics.x=q.u",
     "--link hydraulics.x=q.u: there is no component \"hydraulics\"; components are called"},
    {"an empty half", "=q.u", "--link =q.u: A.OUTPUT=B.INPUT is needed"},
    {"the other half empty", "p.x=", "--link p.x=: A.OUTPUT=B.INPUT is needed"},
    {"a component alone", "p=q.u", "--link p=q.u: \"p\" is a component; one of its variables is needed, p.NAME"},
    {"the other one alone", "p.x=q", "\"q\" is a component; one of its variables is needed, q.NAME"},
    {"no such output", "p.xx=q.u", "has no variable \"xx\"; did you mean \"x\"?"},
    {"no such input", "p.x=q.uu", "has no variable \"uu\"; did you mean \"u\"?"},
    {"the wrong way", "q.u=p.x", "it goes the wrong way: q.u takes a value and p.x gives one; did you mean p.x=q.u?"},
    {"two inputs", "p.u=q.u", "\"p.u\" is of causality input; an output is needed"},
    {"two outputs", "p.x=q.x", "\"q.x\" is of causality output; an input is needed"},
    {"a local variable", "p.l=q.u", "\"p.l\" is of causality local; an output is needed"},
    {"a parameter that would have to change", "p.x=q.k", "\"q.k\" is of causality parameter; an input is needed"},
    {"units", "p.x=u.t", "--link p.x=u.t: the units \"m\" and \"s\" do not fit: they measure different things"},
    {"types", "p.x=q.i", "--link p.x=q.i: the types do not fit: Real and Integer"},
    {"text", "p.t=q.u", "the types do not fit: String and Real"},
};

static void a_wrong_link_is_refused_with_the_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong_links / sizeof *wrong_links; i++) {
        open_three();
        const struct text_list links = LIST(wrong_links[i].link);
        if (wiring_add_links(&wiring, &links, &problem) || !strstr(problem.text, wrong_links[i].message))
            fail_msg("%s: \"%s\"", wrong_links[i].what, problem.text);
        assert_int_equal(error_exit_status(&problem), 2);
        wiring_close(&wiring);
    }
}

static void an_input_is_connected_once(void **state)
{
    (void)state;
    open_three();
    const struct text_list links = LIST("p.x=q.u", "p.y=q.u"), one = LIST("p.x=q.u"), inputs = LIST("in=q.u");
    assert_false(wiring_add_links(&wiring, &links, &problem));
    assert_non_null(strstr(problem.text, "--link p.y=q.u: \"q.u\" is connected already"));
    wiring_close(&wiring);
    open_three();
    must(wiring_add_links(&wiring, &one, &problem));
    assert_false(wiring_add_inputs(&wiring, &inputs, &problem));
    assert_non_null(strstr(problem.text, "--system-input in=q.u: \"q.u\" is connected already"));
    wiring_close(&wiring);
}

static void wrong_connectors_of_the_system_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *input, *output, *message;
    } cases[] = {
        {"p.u", NULL, "--system-input p.u: NAME=A.INPUT is needed"},
        {"in=p.x", NULL, "--system-input in=p.x: \"p.x\" is of causality output; an input is needed"},
        {NULL, "out=p.u", "--system-output out=p.u: \"p.u\" is of causality input; an output is needed"},
        {"q=p.u", "q=p.x", "--system-output q=p.x: the system has a connector \"q\" already"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_three();
        const struct text_list inputs = LIST(cases[i].input), outputs = LIST(cases[i].output), none = {0};
        const bool good = wiring_add_inputs(&wiring, cases[i].input ? &inputs : &none, &problem) &&
                          wiring_add_outputs(&wiring, cases[i].output ? &outputs : &none, &problem);
        if (good || !strstr(problem.text, cases[i].message))
            fail_msg("case %zu: \"%s\"", i, problem.text);
        wiring_close(&wiring);
    }
    open_three(); /* one connector cannot be a length and a time */
    const struct text_list both = LIST("in=p.u", "in=u.t");
    assert_false(wiring_add_inputs(&wiring, &both, &problem));
    assert_non_null(strstr(problem.text, "--system-input in=u.t: the units \"m\" and \"s\" do not fit"));
    wiring_close(&wiring);
}

/* speed [m] and Speed [mm] fit but for a letter and a conversion; `way` measures a time on one side; `twice` comes from two. */
#define GIVER                                                                                                          \
    FMU(REAL_OUTPUT("speed", "0", "unit='m'") REAL_OUTPUT("way", "1", "unit='s'") REAL_OUTPUT("twice", "2", "")        \
            REAL_OUTPUT("shaft.w", "3", ""),                                                                           \
        "")
#define TAKER                                                                                                          \
    FMU(REAL_INPUT("Speed", "0", "unit='mm'") REAL_INPUT("way", "1", "unit='m'") REAL_INPUT("twice", "2", "")          \
            REAL_INPUT("flange.w", "3", ""),                                                                           \
        "")

static void proposals_need_fitting_names_units_and_one_source(void **state)
{
    (void)state;
    char files[3][1100];
    world_fmu("giver.fmu", GIVER);
    world_fmu("other.fmu", FMU(REAL_OUTPUT("twice", "0", ""), ""));
    world_fmu("taker.fmu", TAKER);
    static const char *const names[] = {"giver.fmu", "other.fmu", "taker.fmu"};
    for (size_t i = 0; i < 3; i++)
        snprintf(files[i], sizeof files[i], "%s", world_path(names[i]));
    const struct text_list list = LIST(files[0], files[1], files[2]);
    problem = (struct error){0};
    must(wiring_open(&wiring, &list, &problem) && wiring_propose(&wiring, &problem));
    assert_int_equal(wiring.n_wires, 2);
    assert_string_equal(wiring.wires[0].from.variable->name, "speed");
    assert_string_equal(wiring.wires[0].to.variable->name, "Speed");
    assert_string_equal(wiring.wires[1].from.variable->name, "shaft.w");
    assert_string_equal(wiring.wires[1].to.variable->name, "flange.w");
    wiring_close(&wiring);
}

/* These FMUs are descriptions only: none of them can be run anywhere. */
static void an_fmu_that_cannot_run_here_is_named(void **state)
{
    (void)state;
    open_three();
    wiring_close(&wiring);
    assert_non_null(strstr(world_warnings(), "plant.fmu: there is no binary for this platform"));
    assert_non_null(strstr(world_warnings(), "the system cannot be run on this machine"));
}

static void two_components_of_one_name_are_refused(void **state)
{
    (void)state;
    char file[1100];
    world_fmu("plant.fmu", PLANT_FMU);
    snprintf(file, sizeof file, "%s", world_path("plant.fmu"));
    const struct text_list list = LIST(file, file);
    problem = (struct error){0};
    assert_false(wiring_open(&wiring, &list, &problem));
    assert_non_null(strstr(problem.text, "is called \"plant\" already; give one of them another name, like plant2="));
    wiring_close(&wiring);
}

int main(void)
{
#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, world_open, world_close)
    const struct CMUnitTest tests[] = {
        IN_WORLD(what_is_written_is_read_back_with_units_converted),
        IN_WORLD(enumerations_are_written_with_their_items),
        IN_WORLD(a_wrong_link_is_refused_with_the_reason),
        IN_WORLD(an_input_is_connected_once),
        IN_WORLD(wrong_connectors_of_the_system_are_refused),
        IN_WORLD(proposals_need_fitting_names_units_and_one_source),
        IN_WORLD(an_fmu_that_cannot_run_here_is_named),
        IN_WORLD(two_components_of_one_name_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
