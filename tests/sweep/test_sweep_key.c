/* What a stored run is known by: the contents of files, not their names. And a sweep that is killed while it runs, for certain. */
#include "tests/sweep/sweep_testing.h"

#include <math.h>

/* ---- contents ---- */

/* A car on a rail that rolls at `speed`, as Rail.fmu: rail = speed t. */
static void make_rail(double speed)
{
    char text[600], file[300], fmu[300];
    snprintf(text, sizeof text,
             "{\"type\": \"mechanism\", \"name\": \"Rail\", \"gravity\": [0, 0, -9.81],"
             " \"bodies\": {\"car\": {\"mass\": 2}},"
             " \"joints\": {\"rail\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"car\","
             "   \"axis\": [1, 0, 0], \"start_rate\": %g}}}",
             speed);
    snprintf(file, sizeof file, "%s", write_file("rail.json", text));
    snprintf(fmu, sizeof fmu, "%s", in_folder("Rail.fmu"));
    PASO_OK("export", file, "-o", fmu);
}

static const char rail_system[] =
    "<ssd:SystemStructureDescription version=\"1.0\" name=\"rails\""
    " xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\""
    " xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\"><ssd:System name=\"rails\"><ssd:Elements>"
    "<ssd:Component name=\"one\" source=\"Rail.fmu\" type=\"application/x-fmu-sharedlibrary\"><ssd:Connectors>"
    "<ssd:Connector name=\"rail\" kind=\"output\"><ssc:Real unit=\"m\"/></ssd:Connector>"
    "</ssd:Connectors></ssd:Component></ssd:Elements></ssd:System></ssd:SystemStructureDescription>";

/* Sweeps two macro steps of a model against a reference; how many runs the store had, and what the last values are off. */
struct swept {
    int stored;
    double error[2];
};

static struct swept sweep(const char *model, const char *variable, const char *input)
{
    char reference[300], store[300], table[300], column[100];
    snprintf(reference, sizeof reference, "%s", in_folder("reference.csv"));
    snprintf(store, sizeof store, "%s", in_folder("key.db"));
    snprintf(table, sizeof table, "%s", in_folder("key.csv"));
    snprintf(column, sizeof column, "final_error:%s", variable);
    const char *words[30] = {"sweep",       model,     "--macro-step", "0.1,0.25", "--stop-time", "1",
                             "--reference", reference, "--record",     variable,   "--store",     store,
                             "--output",    table,     "--jobs",       "1"};
    if (input) {
        words[16] = "--input";
        words[17] = input;
    }
    finish_paso(start_paso(words, NULL));
    if (last.status != 0)
        fail_msg("%s", last.err);
    struct swept s = {0};
    const char *told = strstr(last.out, " of them were in the store");
    while (told && told > last.out && told[-1] != ' ')
        told--;
    if (told)
        s.stored = atoi(told);
    struct sheet sheet = read_sheet(table);
    for (size_t i = 0; i < 2; i++)
        s.error[i] = number_at(&sheet, i, column);
    free_sheet(&sheet);
    return s;
}

static void expect(struct swept s, int stored, double error)
{
    assert_int_equal(s.stored, stored);
    for (int i = 0; i < 2; i++)
        assert_near(fabs(s.error[i]), error, 1e-9);
}

static void start_anew(const char *reference)
{
    unlink(in_folder("key.db"));
    write_file("reference.csv", reference);
}

static void another_fmu_under_the_same_name_is_run(void **state)
{
    (void)state;
    start_anew("time,rail\n0,0\n1,1\n");
    make_rail(1);
    expect(sweep(in_folder("Rail.fmu"), "rail", NULL), 0, 0);
    expect(sweep(in_folder("Rail.fmu"), "rail", NULL), 2, 0);
    make_rail(1.5);
    expect(sweep(in_folder("Rail.fmu"), "rail", NULL), 0, 0.5); /* 1.5 m instead of 1 m */
    make_rail(1);
    expect(sweep(in_folder("Rail.fmu"), "rail", NULL), 2, 0); /* the same bytes as before */
}

/* The system's own file stays as it is. */
static void another_fmu_beside_a_system_is_run(void **state)
{
    (void)state;
    char system[300];
    start_anew("time,one.rail\n0,0\n1,1\n");
    snprintf(system, sizeof system, "%s", write_file("rails.ssd", rail_system));
    make_rail(1);
    expect(sweep(system, "one.rail", NULL), 0, 0);
    make_rail(1.5);
    expect(sweep(system, "one.rail", NULL), 0, 0.5);
    expect(sweep(system, "one.rail", NULL), 2, 0.5);
}

/* x' = -2 x + u from 1: exp(-2) at 1 s without an input; with u = 2 it stays at 1. */
static void another_input_file_under_the_same_name_is_run(void **state)
{
    (void)state;
    char input[300];
    start_anew("time,x\n0,1\n1,0.1353352832366127\n");
    snprintf(input, sizeof input, "%s", write_file("u.csv", "time,u\n0,0\n1,0\n"));
    expect(sweep(FMU("decay"), "x", input), 0, 0);
    expect(sweep(FMU("decay"), "x", input), 2, 0);
    write_file("u.csv", "time,u\n0,2\n1,2\n");
    expect(sweep(FMU("decay"), "x", input), 0, 1 - 0.1353352832366127);
}

/* ---- killed ---- */

static void kill_it(pid_t child)
{
    int status;
    char command[300];
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); /* it had not ended by itself */
    snprintf(command, sizeof command, "rm -rf '%s'/paso-*", in_folder("tmp"));
    assert_int_equal(system(command), 0);
}

/* `fails` hangs from 0.5 s on in the sixth run of eight: when five are finished the sixth is under way, and stays so. */
#define HANGING(times, store, table)                                                                                   \
    "sweep", FMU("fails"), "--set", "fail_in=fmi2DoStep", "--set", "fail_time=" times, "--set", "how=0,8", "--jobs",   \
        "1", "--stop-time", "1", "--store", store, "--output", table
static void a_kill_within_a_run_loses_no_other_run(void **state)
{
    (void)state;
    char store[300], table[300], fresh[300], other[300];
    snprintf(store, sizeof store, "%s", in_folder("killed.db"));
    snprintf(other, sizeof other, "%s", in_folder("fresh.db"));
    snprintf(table, sizeof table, "%s", in_folder("killed.csv"));
    snprintf(fresh, sizeof fresh, "%s", in_folder("fresh.csv"));
    const char *const words[] = {HANGING("2,3,0.5,4", store, table), NULL};
    const pid_t child = start_paso(words, NULL);
    wait_for_runs(store, 5);
    kill_it(child);
    assert_int_equal(finished_runs(store), 5);
    assert_int_not_equal(access(table, F_OK), 0);
    PASO_OK(HANGING("2,3,4", store, table)); /* without the run that never ends */
    assert_non_null(strstr(last.out, "4 of them were in the store"));
    PASO_OK(HANGING("2,3,4", other, fresh));
    char *resumed = timeless(table), *at_once = timeless(fresh);
    assert_string_equal(resumed, at_once);
    free(resumed);
    free(at_once);
}

/* A million steps in each run: the kill hits the third of six or a later one, and the same command goes on from there. */
#define LONG(store, table)                                                                                             \
    "sweep", FMU("decay"), "--set", "k=1:6:6", "--macro-step", "1e-6", "--stop-time", "1", "--jobs", "1", "--store",   \
        store, "--output", table
static void the_same_sweep_goes_on_after_a_kill(void **state)
{
    (void)state;
    char store[300], table[300], fresh[300], other[300];
    snprintf(store, sizeof store, "%s", in_folder("long.db"));
    snprintf(other, sizeof other, "%s", in_folder("long-fresh.db"));
    snprintf(table, sizeof table, "%s", in_folder("long.csv"));
    snprintf(fresh, sizeof fresh, "%s", in_folder("long-fresh.csv"));
    const char *const words[] = {LONG(store, table), NULL};
    const pid_t child = start_paso(words, NULL);
    wait_for_runs(store, 2);
    kill_it(child);
    const int done = finished_runs(store);
    assert_true(done >= 2 && done < 6);
    PASO_OK(LONG(store, table));
    char told[60];
    snprintf(told, sizeof told, "%d of them were in the store", done);
    assert_non_null(strstr(last.out, told));
    PASO_OK(LONG(other, fresh));
    char *resumed = timeless(table), *at_once = timeless(fresh);
    assert_string_equal(resumed, at_once);
    free(resumed);
    free(at_once);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_fmu_under_the_same_name_is_run),
        cmocka_unit_test(another_fmu_beside_a_system_is_run),
        cmocka_unit_test(another_input_file_under_the_same_name_is_run),
        cmocka_unit_test(a_kill_within_a_run_loses_no_other_run),
        cmocka_unit_test(the_same_sweep_goes_on_after_a_kill),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
