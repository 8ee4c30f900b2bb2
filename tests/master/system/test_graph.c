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
    struct graph *g = graph_make(s, kind, &error);
    if (!g)
        fail_msg("%s", error.text);
    return g;
}

static void add_name(FILE *file, const struct system *s, struct port port)
{
    char *name = system_port_name(s, port);
    fprintf(file, " %s", name);
    free(name);
}

/* A stage as "get a.x b.x; loop a.y b.y | a.u b.u; set a.u". */
static const char *stage_text(const struct system *s, const struct graph *g, size_t stage)
{
    static char text[2048];
    FILE *file = fmemopen(text, sizeof text, "w");
    fprintf(file, "get");
    for (size_t i = 0; i < g->n_outputs; i++)
        if (g->outputs[i].stage == stage && g->outputs[i].loop == GRAPH_NONE)
            add_name(file, s, g->outputs[i].port);
    for (size_t k = 0; k < g->n_loops; k++) {
        const struct graph_loop *loop = &g->loops[k];
        if (loop->stage != stage)
            continue;
        fprintf(file, "; loop");
        for (size_t i = 0; i < loop->n_outputs; i++)
            add_name(file, s, g->outputs[loop->outputs[i]].port);
        fprintf(file, " |");
        for (size_t i = 0; i < loop->n_inputs; i++)
            add_name(file, s, g->inputs[loop->inputs[i]].port);
    }
    fprintf(file, "; set");
    for (size_t i = 0; i < g->n_inputs; i++)
        if (g->inputs[i].stage == stage && g->inputs[i].loop == GRAPH_NONE && g->inputs[i].connection != GRAPH_NONE)
            add_name(file, s, g->inputs[i].port);
    fclose(file);
    return text;
}

static const struct graph_output *output_named(const struct system *s, const struct graph *g, const char *name)
{
    struct error error = {0};
    struct port port;
    assert_true(system_find_port(s, name, &port, &error));
    for (size_t i = 0; i < g->n_outputs; i++)
        if (g->outputs[i].port.component == port.component && g->outputs[i].port.variable == port.variable)
            return &g->outputs[i];
    fail_msg("%s is not in the graph", name);
    return NULL;
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
    assert_int_equal(g->inputs[0].system_input, 0); /* a.u: the system's own inputs are known at once */
    assert_int_equal(g->inputs[0].stage, 0);
    assert_string_equal(stage_text(s, g, 1), "get a.y; set b.u");
    assert_string_equal(stage_text(s, g, 2), "get b.y; set c.u");
    assert_string_equal(stage_text(s, g, 3), "get c.y; set a.v");
    assert_int_equal(output_named(s, g, "a.y")->n_inputs, 1);
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
    assert_int_equal(output_named(s, g, "a.z")->n_inputs, 0);
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
    char *text = graph_loop_text(s, g, &g->loops[0]);
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
    assert_int_equal(output_named(s, g, "a.z")->n_inputs, 2); /* a.u and a.v */
    graph_free(g);
    system_close(s);
}

static void a_component_may_loop_through_itself(void **state)
{
    (void)state;
    struct system *s = read_ssd(SSD(ELEMENTS(COMPONENT("a", "plant")) CONNECTIONS(CONNECTION("a", "y", "a", "u"))));
    struct graph *g = make(s, GRAPH_COMMUNICATION);
    assert_string_equal(stage_text(s, g, 0), "get; loop a.y | a.u; set");
    char *text = graph_loop_text(s, g, &g->loops[0]);
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
    size_t n = 0;
    for (size_t i = 0; i < g->n_inputs; i++)
        n += g->inputs[i].stage == 0;
    assert_int_equal(n, N); /* all x, and the first y */
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

static char *print(const struct system *s,
                   bool (*how)(FILE *, const struct system *, const struct system_rest *, struct error *))
{
    char *text = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *file = open_memstream(&text, &size);
    assert_true(how(file, s, NULL, &error));
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
        TEST(what_feeds_others_without_being_fed_is_stepped_first),
        TEST(in_a_ring_outputs_without_feedthrough_come_first),
        TEST(among_equals_the_order_of_the_file_decides),
        TEST(a_long_chain_has_as_many_stages_as_it_has_links),
        TEST(the_lim_system_is_exchanged_in_two_stages),
        TEST(the_system_is_printed_with_loops_and_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
