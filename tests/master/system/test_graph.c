/* The order of the exchange: stages, loops, and the order that is suggested for Gauss-Seidel. Of plant.fmu, x depends on no
 * input, y on u, and z declares nothing. */
#include "tests/master/system/world.h"

#include "master/system/graph.h"

#include <stdlib.h>
#include <string.h>

#define TWO_PLANTS   ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "plant"))
#define THREE_PLANTS ELEMENTS(COMPONENT("a", "plant") COMPONENT("b", "plant") COMPONENT("c", "plant"))

static struct system *read_ssd(const char *text)
{
    world_fmu("plant.fmu", PLANT_FMU);
    world_file("good.ssd", text);
    return world_system("good.ssd");
}

static struct graph *make(const struct system *s, enum graph_kind kind)
{
    struct error error = {0};
    struct graph *g = graph_make(s, kind, NULL, 0, &error);
    if (!g)
        fail_msg("%s", error.text);
    return g;
}

/* A stage as "get a.x b.x; loop a.y b.y | a.u b.u; set a.u". */
static const char *stage_text(const struct system *s, const struct graph *g, size_t number)
{
    static char text[2048];
    FILE *file = fmemopen(text, sizeof text, "w");
    const struct graph_stage *stage = &g->stages[number];
    fprintf(file, "get");
    for (size_t i = 0; i < stage->n_outputs; i++) {
        char *name = system_port_name(s, stage->outputs[i].port);
        fprintf(file, " %s", name);
        free(name);
    }
    for (size_t k = 0; k < stage->n_loops; k++) {
        const struct graph_loop *loop = &stage->loops[k];
        fprintf(file, "; loop");
        for (size_t i = 0; i < loop->n_outputs; i++) {
            char *name = system_port_name(s, loop->outputs[i].port);
            fprintf(file, " %s", name);
            free(name);
        }
        fprintf(file, " |");
        for (size_t i = 0; i < loop->n_connections; i++) {
            char *name = system_port_name(s, s->connections[loop->connections[i]].to);
            fprintf(file, " %s", name);
            free(name);
        }
    }
    fprintf(file, "; set");
    for (size_t i = 0; i < stage->n_connections; i++) {
        char *name = system_port_name(s, s->connections[stage->connections[i]].to);
        fprintf(file, " %s", name);
        free(name);
    }
    fclose(file);
    return text;
}

static const char *order_text(const struct system *s)
{
    static char text[256];
    struct error error = {0};
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    size_t order[16];
    assert_true(s->n_components <= 16);
    assert_true(graph_suggest_order(s, g, order, &error));
    text[0] = '\0';
    for (size_t i = 0; i < s->n_components; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "/" : "", s->components[order[i]].name);
    graph_free(g);
    return text;
}

/* ---- stages ---- */

static void without_feedthrough_there_is_one_stage(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("b", "x", "a", "u") CONNECTION("a", "x", "b", "u")
                                                               CONNECTION("a", "x", "b", "v"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_stages, 1);
    assert_int_equal(g->n_loops, 0);
    assert_string_equal(stage_text(s, g, 0), "get a.x b.x; set a.u b.u b.v");
    graph_free(g);
    system_close(s);
}

static void feedthrough_waits_for_its_inputs_and_for_no_others(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(CONNECTORS(CONNECTOR("in", "input", "")) THREE_PLANTS CONNECTIONS(
        FROM_SYSTEM("in", "a", "u") CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "c", "u")
            CONNECTION("c", "y", "a", "v") CONNECTION("c", "x", "b", "v"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_stages, 4);
    assert_string_equal(stage_text(s, g, 0), "get c.x; set b.v");
    assert_int_equal(g->stages[0].n_inputs, 1); /* the system's own inputs are known at once */
    assert_string_equal(stage_text(s, g, 1), "get a.y; set b.u");
    assert_string_equal(stage_text(s, g, 2), "get b.y; set c.u");
    assert_string_equal(stage_text(s, g, 3), "get c.y; set a.v");
    assert_int_equal(g->stages[1].outputs[0].n_inputs, 1);
    graph_free(g);
    system_close(s);
}

/* An output of a component whose inputs nobody drives is free, whatever it declares. */
static void what_is_not_driven_is_not_waited_for(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "z", "b", "u"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_stages, 1);
    assert_int_equal(g->stages[0].outputs[0].n_inputs, 0);
    graph_free(g);
    system_close(s);
}

/* ---- loops ---- */

static void outputs_that_wait_for_each_other_are_a_loop(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(THREE_PLANTS CONNECTIONS(CONNECTION("a", "y", "b", "u") CONNECTION("b", "y", "a", "u") CONNECTION(
            "b", "y", "c", "u") CONNECTION("c", "x", "a", "v") CONNECTION("c", "y", "b", "v"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_loops, 1);
    assert_int_equal(g->n_stages, 2);
    assert_string_equal(stage_text(s, g, 0), "get c.x; loop a.y b.y | a.u b.u; set a.v c.u");
    assert_string_equal(stage_text(s, g, 1), "get c.y; set b.v");
    char *text = graph_loop_text(s, &g->stages[0].loops[0]);
    assert_string_equal(text, "a.y -> b.u -> b.y -> a.u -> a.y");
    free(text);
    graph_free(g);
    system_close(s);
}

/* z declares nothing: it depends on v, too, and so is part of a loop that y is not. */
static void an_output_that_declares_nothing_depends_on_everything(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "z", "b", "u") CONNECTION("b", "y", "a", "v")
                                                               CONNECTION("b", "x", "a", "u"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_loops, 1);
    assert_string_equal(stage_text(s, g, 0), "get b.x; set a.u");
    assert_string_equal(stage_text(s, g, 1), "get; loop a.z b.y | a.v b.u; set");
    assert_int_equal(g->stages[1].loops[0].outputs[0].n_inputs, 2); /* a.z waits for a.u and a.v */
    graph_free(g);
    system_close(s);
}

static void a_component_may_loop_through_itself(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant")) CONNECTIONS(CONNECTION("a", "y", "a", "u"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_string_equal(stage_text(s, g, 0), "get; loop a.y | a.u; set");
    char *text = graph_loop_text(s, &g->stages[0].loops[0]);
    assert_string_equal(text, "a.y -> a.u -> a.y");
    free(text);
    graph_free(g);
    system_close(s);
}

static void loops_that_do_not_touch_are_separate(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(THREE_PLANTS CONNECTIONS(
        CONNECTION("a", "y", "a", "u") CONNECTION("b", "y", "c", "u") CONNECTION("c", "y", "b", "u"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_loops, 2);
    assert_string_equal(stage_text(s, g, 0), "get; loop a.y | a.u; loop b.y c.y | b.u c.u; set");
    graph_free(g);
    system_close(s);
}

/* ---- initialization ---- */

/* At the start x depends on the parameter k, which a calculated parameter feeds; between steps neither counts. */
static void initialization_has_its_own_dependencies(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "c", "b", "k") CONNECTION("b", "x", "a", "u"))));
    struct graph *start = make(s, GRAPH_INITIALIZATION);
    assert_int_equal(start->n_stages, 2);
    assert_string_equal(stage_text(s, start, 0), "get a.c; set b.k");
    assert_string_equal(stage_text(s, start, 1), "get b.x; set a.u");
    graph_free(start);
    struct graph *later = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(later->n_stages, 1);
    assert_string_equal(stage_text(s, later, 0), "get b.x; set a.u");
    graph_free(later);
    system_close(s);
}

/* ---- observed variables ---- */

static void observed_variables_are_read_when_they_are_fresh(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "u"))));
    static const char *const names[] = {"b.y", "b.x", "a.x", "b.u", "b.l", "b.k", "b.y"};
    struct port ports[7];
    struct error error = {0};
    for (size_t i = 0; i < 7; i++)
        assert_true(system_find_port(s, names[i], &ports[i], &error));
    struct graph *g = graph_make(s, GRAPH_COMMUNICATION, ports, 7, &error);
    assert_non_null(g);
    assert_string_equal(stage_text(s, g, 0), "get a.x b.x b.k; set b.u");
    assert_string_equal(stage_text(s, g, 1), "get b.u b.y b.l; set");
    graph_free(g);
    system_close(s);
}

/* ---- the suggested order ---- */

static void what_feeds_others_without_being_fed_is_stepped_first(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(THREE_PLANTS CONNECTIONS(CONNECTION("c", "y", "b", "u") CONNECTION("b", "y", "a", "u"))));
    assert_string_equal(order_text(s), "c/b/a");
    system_close(s);
}

static void in_a_ring_outputs_without_feedthrough_come_first(void **state)
{
    (void)state;
    struct system *s =
        read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "y", "b", "u") CONNECTION("b", "x", "a", "u"))));
    assert_string_equal(order_text(s), "b/a");
    system_close(s);
    s = read_ssd(SSD(TWO_PLANTS CONNECTIONS(CONNECTION("a", "x", "b", "u") CONNECTION("b", "y", "a", "u"))));
    assert_string_equal(order_text(s), "a/b");
    system_close(s);
}

static void among_equals_the_order_of_the_file_decides(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(THREE_PLANTS CONNECTIONS(
        CONNECTION("c", "x", "a", "u") CONNECTION("a", "x", "b", "u") CONNECTION("b", "x", "c", "u"))));
    assert_string_equal(order_text(s), "a/b/c");
    system_close(s);
}

/* ---- size ---- */

/* 3000 components in a row, coupled to both neighbours: y feeds forward through all of them, x feeds back. */
static void a_long_chain_has_as_many_stages_as_it_has_links(void **state)
{
    (void)state;
    enum { N = 3000 };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    fprintf(file, "<ssd:SystemStructureDescription version='1.0' name='t' " SSP_SPACES
                  "><ssd:System name='t'><ssd:Elements>");
    for (int i = 0; i < N; i++)
        fprintf(file, "<ssd:Component name='c%d' source='plant.fmu'/>\n", i);
    fprintf(file, "</ssd:Elements><ssd:Connections>");
    for (int i = 0; i + 1 < N; i++) {
        fprintf(file, "<ssd:Connection startElement='c%d' startConnector='y' endElement='c%d' endConnector='u'/>", i,
                i + 1);
        fprintf(file, "<ssd:Connection startElement='c%d' startConnector='x' endElement='c%d' endConnector='v'/>",
                i + 1, i);
    }
    fprintf(file, "</ssd:Connections></ssd:System></ssd:SystemStructureDescription>");
    fclose(file);
    struct system *s = read_ssd(text);
    free(text);
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_loops, 0);
    assert_int_equal(g->n_stages, N - 1);
    assert_int_equal(g->stages[0].n_connections, N); /* all x, and the first y */
    assert_string_equal(stage_text(s, g, N - 2), "get c2998.y; set c2999.u");
    graph_free(g);
    system_close(s);
}

/* ---- the LIM system ---- */

static void the_lim_system_is_exchanged_in_two_stages(void **state)
{
    (void)state;
    struct error error = {0};
    struct system *s = system_open(BUILD_DIR "/systems/lim-manipulator.ssp", NULL, &error);
    if (!s)
        fail_msg("%s", error.text);
    assert_int_equal(s->n_components, 2);
    assert_int_equal(s->n_connections, 6);
    assert_int_equal(s->n_inputs, 1);
    assert_string_equal(s->inputs[0].name, "kappa");
    assert_int_equal(s->n_power_ports, 1);
    assert_near(s->experiment.stop_time, 10, 0);
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_int_equal(g->n_stages, 2); /* the force waits for the velocity */
    assert_string_equal(stage_text(s, g, 1), "get hydraulics.f_h; set multibody.f_h");
    graph_free(g);
    struct graph *start = make(s, GRAPH_INITIALIZATION);
    assert_int_equal(start->n_stages, 2); /* the pressures wait for the static force */
    assert_string_equal(stage_text(s, start, 0), "get multibody.s multibody.ds multibody.f_h_static; set "
                                                 "hydraulics.s hydraulics.ds hydraulics.f_h_static");
    graph_free(start);
    assert_string_equal(order_text(s), "multibody/hydraulics");
    assert_string_equal(world_warnings(), "");
    system_close(s);
}

/* ---- printing ---- */

static char *print(const struct system *s, bool (*how)(FILE *, const struct system *, struct error *))
{
    char *text = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *file = open_memstream(&text, &size);
    assert_true(how(file, s, &error));
    assert_int_equal(fclose(file), 0);
    return text;
}

static void the_system_is_printed_with_loops_and_order(void **state)
{
    (void)state;
    struct system *s = read_ssd(
        SSD(CONNECTORS(CONNECTOR("in", "input", "")) TWO_PLANTS CONNECTIONS(FROM_SYSTEM("in", "a", "v") CONNECTION_WITH(
            "a", "y", "b", "u", "<ssc:LinearTransformation factor='2' offset='-1'/>") CONNECTION("b", "y", "a", "u"))));
    char *text = print(s, system_print);
    assert_non_null(strstr(text, "test: 2 components, 2 connections\n"));
    assert_non_null(strstr(text, "  in (Real) -> a.v\n"));
    assert_non_null(strstr(text, "  a.y -> b.u, times 2, plus -1\n"));
    assert_non_null(strstr(text, "exchange at communication points (1 algebraic loop)\n"
                                 "  1. solve the loop a.y -> b.u -> b.y -> a.u -> a.y; set a.v\n"));
    assert_non_null(strstr(text, "order for Gauss-Seidel\n  a/b\n"));
    free(text);
    text = print(s, system_print_json);
    assert_non_null(strstr(text, "\"from\": \"a.y\""));
    assert_non_null(strstr(text, "\"factor\": 2"));
    assert_non_null(strstr(text, "\"order\""));
    free(text);
    system_close(s);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, world_open, world_close)
    const struct CMUnitTest tests[] = {
        TEST(without_feedthrough_there_is_one_stage),
        TEST(feedthrough_waits_for_its_inputs_and_for_no_others),
        TEST(what_is_not_driven_is_not_waited_for),
        TEST(outputs_that_wait_for_each_other_are_a_loop),
        TEST(an_output_that_declares_nothing_depends_on_everything),
        TEST(a_component_may_loop_through_itself),
        TEST(loops_that_do_not_touch_are_separate),
        TEST(initialization_has_its_own_dependencies),
        TEST(observed_variables_are_read_when_they_are_fresh),
        TEST(what_feeds_others_without_being_fed_is_stepped_first),
        TEST(in_a_ring_outputs_without_feedthrough_come_first),
        TEST(among_equals_the_order_of_the_file_decides),
        TEST(a_long_chain_has_as_many_stages_as_it_has_links),
        TEST(the_lim_system_is_exchanged_in_two_stages),
        TEST(the_system_is_printed_with_loops_and_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
