/* The library's files and reports: what a run records, and the work that options of other commands describe. */
#include "tests/program/program_testing.h"

#include <paso.h>

#include <math.h>
#include <signal.h>
#include <sys/stat.h>

#define OSCILLATOR BUILD_DIR "/systems/oscillator-fs.ssp"

static paso_error failure;

static void must(bool done)
{
    if (!done)
        fail_msg("%s: %s", failure.code, failure.message);
}

static void assert_failed(bool done, const char *code, int status, const char *words)
{
    assert_false(done);
    assert_string_equal(failure.code, code);
    assert_int_equal(failure.status, status);
    if (!strstr(failure.message, words))
        fail_msg("\"%s\" is not in \"%s\"", words, failure.message);
}

static paso_options *options_for(const char *command)
{
    paso_options *options = paso_options_for(command, &failure);
    must(options != NULL);
    return options;
}

static void set(paso_options *options, const char *word, const char *value)
{
    must(paso_options_set(options, word, value, &failure));
}

static void keep_text(const char *text, void *context)
{
    char *kept = context;
    const size_t used = strlen(kept);
    snprintf(kept + used, 16384 - used, "%s", text);
}

static bool exists(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0;
}

static char *contents(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("there is no %s", path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void assert_has(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("\"%s\" is not in \"%s\"", words, text);
}

/* ---- runs ---- */

struct row {
    double time, x;
};

static bool keep_last(const paso_point *point, void *context)
{
    *(struct row *)context = (struct row){point->time, point->values[0]};
    return true;
}

/* 2 s in steps of 10 ms, every 20th of 200 points and the first: the header and eleven rows. The last row is what an observer of
 * the same run has seen, to the last bit. */
static void a_run_records_what_its_options_say(void **state)
{
    (void)state;
    char report[16384] = "";
    paso_system *system = paso_system_open(OSCILLATOR, &failure);
    must(system != NULL);
    paso_options *options = paso_options_new();
    set(options, "macro-step", "10ms");
    set(options, "stop-time", "2");
    set(options, "output", in_folder("run.csv"));
    set(options, "record", "mass1.x");
    set(options, "every", "20");
    set(options, "summary", in_folder("run.json"));
    paso_options_on_report(options, keep_text, report);
    paso_run *run = paso_run_open(system, options, &failure);
    must(run != NULL);
    paso_options_free(options);
    struct row last = {0};
    must(paso_run_observe(run, "mass1.x", 1, keep_last, &last, &failure));
    must(paso_run_complete(run, &failure));
    paso_run_close(run);
    paso_system_close(system);

    char *csv = contents(in_folder("run.csv"));
    assert_int_equal(strncmp(csv, "time,mass1.x\n", 13), 0);
    assert_int_equal(count_lines(csv), 12);
    csv[strlen(csv) - 1] = '\0';
    char *end;
    assert_near(strtod(strrchr(csv, '\n') + 1, &end), last.time, 0);
    assert_near(strtod(end + 1, NULL), last.x, 0);
    assert_near(last.time, 2, 0);
    assert_false(exists(in_folder("run.csv.partial")));
    const char *json = contents(in_folder("run.json"));
    assert_has(json, "\"status\": \"done\"");
    assert_has(json, "\"steps\": 200");
    assert_has(report, "done at t = 2 s after 200 steps");
}

static void wrong_files_are_told_before_anything_runs(void **state)
{
    (void)state;
    paso_system *system = paso_system_open(OSCILLATOR, &failure);
    paso_options *options = paso_options_new();
    set(options, "record", "mass1.x");
    assert_failed(paso_run_open(system, options, &failure) != NULL, "OPTION_NEEDS", 2, "--output");
    set(options, "output", in_folder("no/such/folder.csv"));
    assert_failed(paso_run_open(system, options, &failure) != NULL, "RESULT_OPEN", 2, "no/such/folder.csv");
    set(options, "output", OSCILLATOR);
    assert_failed(paso_run_open(system, options, &failure) != NULL, "OPTION_SAME_FILE", 2, "the system");
    set(options, "output", in_folder("wrong.csv"));
    set(options, "record", "mass3.*");
    assert_failed(paso_run_open(system, options, &failure) != NULL, "RECORD_NO_MATCH", 2, "mass3");
    assert_false(exists(in_folder("wrong.csv")) || exists(in_folder("wrong.csv.partial")));
    paso_options_free(options);
    paso_system_close(system);
}

/* The FMU "fails" says fmi2Error in the step from t = 0.5 on: the rows before are kept under another name, and the summary tells. */
static void a_run_that_fails_keeps_what_it_has(void **state)
{
    (void)state;
    paso_system *system = paso_system_open(FMU("fails"), &failure);
    must(system != NULL);
    paso_options *options = paso_options_new();
    set(options, "set", "fail_in=fmi2DoStep");
    set(options, "set", "fail_time=0.5");
    set(options, "macro-step", "0.125");
    set(options, "stop-time", "1");
    set(options, "output", in_folder("fails.csv"));
    set(options, "summary", in_folder("fails.json"));
    paso_run *run = paso_run_open(system, options, &failure);
    must(run != NULL);
    assert_failed(paso_run_complete(run, &failure), "FMU_CALL", 1, "the results so far are in ");
    assert_has(failure.message, "fails.csv.partial");
    assert_true(paso_run_ended(run));
    paso_run_close(run);
    assert_false(exists(in_folder("fails.csv")));
    assert_int_equal(count_lines(contents(in_folder("fails.csv.partial"))), 6); /* the header, t = 0, 0.125 ... 0.5 */
    const char *json = contents(in_folder("fails.json"));
    assert_has(json, "\"status\": \"failed\"");
    assert_has(json, "the results so far are in ");
    paso_options_free(options);
    paso_system_close(system);
}

/* ---- other work ---- */

static void options_are_for_one_command(void **state)
{
    (void)state;
    assert_failed(paso_options_for("dance", &failure) != NULL, "CALL_TASK", 2, "dance");
    assert_failed(paso_options_for(NULL, &failure) != NULL, "CALL_TASK", 2, "");
    paso_system *system = paso_system_open(OSCILLATOR, &failure);
    paso_options *options = options_for("sweep");
    assert_failed(paso_options_set(options, "svg", "x", &failure), "OPTION_UNKNOWN", 2, "--svg");
    assert_failed(paso_run_open(system, options, &failure) != NULL, "CALL_OPTIONS", 2, "sweep");
    assert_failed(paso_linearize(system, options, 0, &failure) != NULL, "CALL_OPTIONS", 2, "sweep");
    paso_limit limit;
    assert_failed(paso_stability(system, options, 0, 1e-3, 1e-2, &limit, &failure), "CALL_OPTIONS", 2, "sweep");
    assert_failed(paso_perform(options, NULL, &failure), "OPTION_ARGUMENT_MISSING", 2, "SYSTEM|FMU");
    assert_failed(paso_perform(NULL, OSCILLATOR, &failure), "CALL_ARGUMENT", 2, "options");
    paso_options_free(options);
    paso_system_close(system);
}

/* As the mass's description says; its JSON is for programs. */
static void an_fmu_is_described(void **state)
{
    (void)state;
    char report[16384] = "";
    paso_options *options = options_for("info");
    set(options, "json", NULL);
    paso_options_on_report(options, keep_text, report);
    must(paso_perform(options, BUILD_DIR "/fmus/OscillatorMass.fmu", &failure));
    assert_has(report, "\"modelName\": \"OscillatorMass\"");
    assert_has(report, "\"fmiVersion\": \"2.0\"");
    assert_failed(paso_perform(options, "no/such.fmu", &failure), "FILE_OPEN", 2, "no/such.fmu");
    paso_options_free(options);
}

/* A run is a task like any other: everything, files included, by one call. */
static void a_run_can_be_performed_as_a_whole(void **state)
{
    (void)state;
    char report[16384] = "";
    paso_options *options = options_for("run");
    set(options, "macro-step", "10ms");
    set(options, "output", in_folder("whole.csv"));
    paso_options_on_report(options, keep_text, report);
    must(paso_perform(options, OSCILLATOR, &failure));
    const char *csv = contents(in_folder("whole.csv"));
    assert_int_equal(strncmp(csv, "time,", 5), 0);
    assert_has(report, "done at t = ");
    assert_failed(paso_perform(options, "no/such.ssp", &failure), "FILE_OPEN", 2, "no/such.ssp");
    assert_false(exists(in_folder("whole.csv.partial")));
    paso_options_free(options);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The first numbers of a file's last row. */
static void read_last_row(const char *path, size_t n, double *numbers)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[1024] = "";
    while (fgets(line, sizeof line, file)) {
    }
    fclose(file);
    const char *at = line;
    for (size_t i = 0; i < n; i++) {
        char *end;
        numbers[i] = strtod(at, &end);
        assert_true(end > at);
        at = end + 1;
    }
}

/* An estimate in two calls: measurements with noise, then the filter around the same mass, whose model starts with another speed. The
 * deviation that it tells at the end holds. */
static void states_are_estimated(void **state)
{
    (void)state;
    const char *mass = BUILD_DIR "/fmus/OscillatorMass.fmu";
    write_text(in_folder("filter.json"),
               "{\"type\": \"filter\", \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 0.1, \"rate\": 100}},\n"
               " \"states\": [{\"name\": \"x\", \"sigma\": 1}, {\"name\": \"dx\", \"sigma\": 20}]}\n");
    paso_options *options = options_for("estimate");
    set(options, "filter", in_folder("filter.json"));
    set(options, "simulate", NULL);
    set(options, "stop-time", "2");
    set(options, "output", in_folder("measured.csv"));
    set(options, "truth", in_folder("truth.csv"));
    must(paso_perform(options, mass, &failure));
    paso_options_free(options);

    char report[16384] = "";
    options = options_for("estimate");
    set(options, "filter", in_folder("filter.json"));
    set(options, "stop-time", "2");
    set(options, "set", "dx_0=90");
    set(options, "measurements", in_folder("measured.csv"));
    set(options, "output", in_folder("estimate.csv"));
    paso_options_on_report(options, keep_text, report);
    must(paso_perform(options, mass, &failure));
    assert_has(report, "what the sensors see, before anything is filtered:");
    assert_has(report, "  consistent");
    double found[5], is[3];
    read_last_row(in_folder("estimate.csv"), 5, found);
    read_last_row(in_folder("truth.csv"), 3, is);
    assert_true(found[0] == 2 && is[0] == 2);
    assert_true(fabs(found[3] - is[2]) <= 4 * found[4] && found[4] < 1);
    paso_options_free(options);

    options = options_for("estimate");
    set(options, "filter", in_folder("filter.json"));
    set(options, "measurements", "no/such.csv");
    assert_failed(paso_perform(options, mass, &failure), "CSV_OPEN", 2, "no/such.csv");
    paso_options_free(options);
}

struct lines {
    int n;
    char first[128], last[128];
};

static void keep_line(const char *text, void *context)
{
    struct lines *lines = context;
    snprintf(lines->n == 0 ? lines->first : lines->last, sizeof lines->first, "%s", text);
    lines->n++;
}

/* One of two runs hangs, until the run limit: time for a line. The last one takes it away. */
static void a_sweep_tells_how_far_it_is(void **state)
{
    (void)state;
    struct lines lines = {0};
    paso_options *options = options_for("sweep");
    set(options, "set", "how=8,6"); /* hangs; is not a number */
    set(options, "set", "fail_in=fmi2DoStep");
    set(options, "run-limit", "1.5s");
    set(options, "jobs", "1");
    paso_options_on_progress(options, keep_line, &lines);
    must(paso_perform(options, BUILD_DIR "/tests/fmus/fails.fmu", &failure));
    assert_true(lines.n >= 2);
    assert_has(lines.first, "of 2 runs");
    assert_string_equal(lines.last, "");
    paso_options_free(options);
}

/* Two masses of 1 kg, springs of k and 1000 N/m to the ground, 100 N/m between them: omega^2 are the eigenvalues of
 * [[k + 100, -100], [-100, 1100]]: for k = 10 605 -+ 505, for k = 1000 1100 -+ 100. */
static void a_parameter_is_varied(void **state)
{
    (void)state;
    char report[16384] = "";
    paso_options *options = options_for("linearize");
    set(options, "vary", "mass1.k=10:1000:2");
    set(options, "output", in_folder("points.json"));
    paso_options_on_report(options, keep_text, report);
    must(paso_perform(options, OSCILLATOR, &failure));
    const char *json = contents(in_folder("points.json"));
    double largest[2] = {0};
    for (int i = 0; i < 2; i++) {
        json = strstr(json, "\"eigenvalues\": [");
        assert_non_null(json);
        json = strchr(json, '[') + 1;
        for (int k = 0; k < 4; k++) {
            json = strchr(strchr(json, '['), ',') + 1; /* behind the real part */
            const double imaginary = strtod(json, NULL);
            largest[i] = imaginary > largest[i] ? imaginary : largest[i];
        }
    }
    assert_near(largest[0], sqrt(1110), 1e-10);
    assert_near(largest[1], sqrt(1200), 1e-10);
    assert_true(*report != '\0');
    paso_options_free(options);
}

static void count(const char *text, void *context)
{
    (void)text;
    ++*(int *)context;
}

/* A sweep forks; the caller keeps his handlers, and the processes are gone afterwards. */
static void a_sweep_is_one_call(void **state)
{
    (void)state;
    int n_lines = 0;
    struct sigaction before, after;
    sigaction(SIGINT, NULL, &before);
    paso_options *options = options_for("sweep");
    set(options, "macro-step", "1ms,2ms,4ms");
    set(options, "stop-time", "0.2");
    set(options, "reference", "finest");
    set(options, "jobs", "2");
    set(options, "output", in_folder("sweep.csv"));
    paso_options_on_report(options, count, &n_lines);
    must(paso_perform(options, OSCILLATOR, &failure));
    const char *csv = contents(in_folder("sweep.csv"));
    assert_int_equal(strncmp(csv, "macro-step,", 11), 0);
    assert_int_equal(count_lines(csv), 4);
    assert_true(n_lines > 4);
    sigaction(SIGINT, NULL, &after);
    assert_true(before.sa_handler == after.sa_handler);
    set(options, "macro-step", "1ms,soon");
    assert_failed(paso_perform(options, OSCILLATOR, &failure), "OPTION_VALUE", 2, "soon");
    paso_options_free(options);
}

/* An isolated FMU that crashes when it is freed: the run is complete, its files have their names, and whoever releases it is told. The run beside
 * it, whose FMU does not crash, is well; so is one that is released afterwards. */
static void a_run_that_breaks_when_it_is_released_says_so(void **state)
{
    (void)state;
    static const char *const ways[] = {"way=0", "way=10", "way=0"};
    paso_run *runs[3];
    char output[3][300], heard[16384] = "";
    for (int i = 0; i < 3; i++) {
        paso_options *options = paso_options_new();
        snprintf(output[i], sizeof output[i], "%s%d.csv", in_folder("released"), i);
        set(options, "isolate", "all");
        set(options, "set", ways[i]);
        set(options, "output", output[i]);
        paso_options_on_warning(options, keep_text, heard);
        runs[i] = paso_run_open_file(FMU("misbehaves"), options, &failure);
        must(runs[i] != NULL);
        must(paso_run_complete(runs[i], &failure));
        paso_options_free(options);
    }
    must(paso_run_release(runs[0], &failure));
    assert_failed(paso_run_release(runs[1], &failure), "ISOLATED_END", 1,
                  "in fmi2FreeInstance, after the end of the run");
    must(paso_run_release(runs[2], &failure));
    assert_true(exists(output[1]));
    assert_string_equal(heard, "");
    must(paso_run_release(NULL, &failure));
}

/* paso_run_close has nobody to tell but those who hear warnings; paso_perform fails. */
static void who_does_not_ask_hears_a_warning(void **state)
{
    (void)state;
    char heard[16384] = "";
    paso_options *options = paso_options_new();
    set(options, "isolate", "all");
    set(options, "set", "way=10");
    paso_options_on_warning(options, keep_text, heard);
    paso_run *run = paso_run_open_file(FMU("misbehaves"), options, &failure);
    must(run && paso_run_complete(run, &failure));
    paso_run_close(run);
    assert_non_null(strstr(heard, "in fmi2FreeInstance"));
    assert_failed(paso_perform(options, FMU("misbehaves"), &failure), "ISOLATED_END", 1, "in fmi2FreeInstance");
    paso_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_records_what_its_options_say),
        cmocka_unit_test(wrong_files_are_told_before_anything_runs),
        cmocka_unit_test(a_run_that_fails_keeps_what_it_has),
        cmocka_unit_test(options_are_for_one_command),
        cmocka_unit_test(an_fmu_is_described),
        cmocka_unit_test(a_run_can_be_performed_as_a_whole),
        cmocka_unit_test(states_are_estimated),
        cmocka_unit_test(a_sweep_tells_how_far_it_is),
        cmocka_unit_test(a_parameter_is_varied),
        cmocka_unit_test(a_sweep_is_one_call),
        cmocka_unit_test(a_run_that_breaks_when_it_is_released_says_so),
        cmocka_unit_test(who_does_not_ask_hears_a_warning),
    };
    setenv("PASO_LIBEXEC", BUILD_DIR, 1); /* isolated-fmu */
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
