/* paso export and paso show, as a user has them: what comes out runs, is the same every time, and is refused where description
 * and document do not belong together. Numbers: z1 = 60 deg closes the four-bar of Jaiswal's Publication II with
 * F_0 = -386.004887437 N (15 digits, from minimal coordinates). */
#include "tests/program/paso_process.h"

#include <zip.h>

#define MECHANISM(name) SOURCE_DIR "/benchmarks/mechanisms/" name ".json"

static const char *exported(const char *name)
{
    const char *fmu = in_folder("x.fmu");
    char path[300];
    snprintf(path, sizeof path, SOURCE_DIR "/benchmarks/mechanisms/%s.json", name);
    PASO_OK("export", path, "-o", fmu);
    return fmu;
}

static size_t size_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (size_t)status.st_size;
}

static void exporting_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    char *copy = read_file(MECHANISM("lut2-four-bar"));
    write_file("copy.json", copy);
    PASO_OK("export", MECHANISM("lut2-four-bar"), "-o", in_folder("1.fmu"));
    PASO_OK("export", in_folder("copy.json"), "--output", in_folder("2.fmu"));
    const size_t size = size_of(in_folder("1.fmu"));
    assert_int_equal(size_of(in_folder("2.fmu")), size);
    char *one = read_file(in_folder("1.fmu")), *two = read_file(in_folder("2.fmu"));
    assert_memory_equal(one, two, size);
    free(copy);
    free(one);
    free(two);
}

static bool holds(const char *archive, const char *entry)
{
    int code;
    zip_t *zip = zip_open(archive, ZIP_RDONLY, &code);
    assert_non_null(zip);
    const bool found = zip_name_locate(zip, entry, 0) >= 0;
    zip_discard(zip);
    return found;
}

static void read_page(const char *archive, char *page, size_t size)
{
    int code;
    zip_t *zip = zip_open(archive, ZIP_RDONLY, &code);
    assert_non_null(zip);
    zip_file_t *file = zip_fopen(zip, "documentation/index.html", 0);
    assert_non_null(file);
    const zip_int64_t n = zip_fread(file, page, size - 1);
    assert_true(n > 1000);
    page[n] = '\0';
    zip_fclose(file);
    zip_discard(zip);
}

/* The page names the model, and its port with what goes in and out; sources are there to be compiled. */
static void the_page_says_what_the_model_is_and_how_to_couple_it(void **state)
{
    (void)state;
    PASO_OK("export", MECHANISM("lut2-four-bar"), "-o", in_folder("d.fmu"));
    static char page[200000];
    read_page(in_folder("d.fmu"), page, sizeof page);
    assert_non_null(strstr(page, "<h1>Lut2FourBar</h1>"));
    assert_non_null(strstr(page, "<td>cylinder</td><td><code>cylinder.length</code>, <code>cylinder.rate</code>, "
                                 "<code>cylinder.force_static</code></td><td><code>cylinder.force</code></td>"));
    assert_non_null(strstr(page, "<tr><td>cylinder.force</td>"));
    const char *tunable = strstr(page, "<h3>Parameters that may change between steps</h3>"),
               *fixed = strstr(page, "<h3>Parameters</h3>");
    assert_true(tunable && fixed && fixed < tunable);
    assert_true(strstr(page, "<tr><td>constants.m1</td>") > tunable); /* a mass; see the table of docs/mechanisms.md */
    assert_true(strstr(page, "<tr><td>solver</td>") < tunable);
    assert_non_null(strstr(page, "sources/*.c"));
    assert_null(strstr(page, "Exported model"));
    assert_non_null(strstr(page, "<a href=\"picture.svg\"><img src=\"picture.svg\"")); /* in its own size */
    assert_non_null(strstr(page, "<td class=\"depends\">"));
    assert_null(strstr(page, "<!-- "));
    assert_null(strstr(page, "<details>")); /* nothing depends on so many that they fill the page */
    assert_true(holds(in_folder("d.fmu"), "documentation/picture.svg"));
    assert_true(holds(in_folder("d.fmu"), "sources/engine.c") && holds(in_folder("d.fmu"), "documentation/LICENSE"));
}

/* The length of the crane's cylinder depends on its foot, two nodes with three coordinates, two modes and the hook: 10. */
static void what_depends_on_much_is_folded(void **state)
{
    (void)state;
    static char page[200000];
    PASO_OK("export", SOURCE_DIR "/docs/mechanisms/flexible-crane.json", "-o", in_folder("crane.fmu"));
    read_page(in_folder("crane.fmu"), page, sizeof page);
    assert_non_null(strstr(page, "<tr><td>cylinder.length</td><td>m</td><td class=\"depends\"><details><summary>10 "
                                 "variables</summary>foot "));
}

/* PASO_PLATFORMS: what the build has besides this platform; "" or "win64 aarch64-linux". */
static void an_fmu_has_the_platforms_that_are_asked_for(void **state)
{
    (void)state;
    const char *json = MECHANISM("lut2-four-bar"), *fmu = in_folder("p.fmu");
    static char others[] = PASO_PLATFORMS; /* no constant, of which compilers would know the answer */
    const bool win64 = strstr(others, "win64"), arm = strstr(others, "aarch64-linux");
    static const char so[] = "binaries/linux64/Lut2FourBar.so", dll[] = "binaries/win64/Lut2FourBar.dll";
    static const char arm_so[] = "binaries/aarch64-linux/Lut2FourBar.so";
    PASO_OK("export", json, "-o", fmu);
    assert_true(holds(fmu, so) && holds(fmu, dll) == win64 && holds(fmu, arm_so) == arm);
    assert_int_equal(holds(fmu, "licenses/mingw-w64.txt"), win64);
    PASO_OK("export", json, "-o", fmu, "--platform", "linux64");
    assert_true(holds(fmu, so) && !holds(fmu, dll) && !holds(fmu, arm_so));
    PASO_OK("info", fmu);
    assert_non_null(strstr(last.out, "binaries for linux64"));
    assert_int_equal(PASO("export", json, "-o", in_folder("w.fmu"), "--platform", "win64"), win64 ? 0 : 2);
    if (win64)
        assert_true(!holds(in_folder("w.fmu"), so) && holds(in_folder("w.fmu"), dll));
    else
        assert_said("--platform win64: this paso has binaries for linux64");
    assert_int_equal(PASO("export", json, "-o", in_folder("a.fmu"), "--platform", "aarch64-linux"), arm ? 0 : 2);
    if (arm) /* under both names */
        assert_true(holds(in_folder("a.fmu"), so) && holds(in_folder("a.fmu"), arm_so));
    assert_int_equal(PASO("export", json, "-o", in_folder("d.fmu"), "--platform", "darwin64"), 2);
    assert_said("linux64");
}

/* Nothing but paso itself is needed: no compiler, no installed file. */
static void no_compiler_is_needed(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    const char *fmu = exported("lut2-four-bar");
    const int status = PASO("run", fmu, "--stop-time", "0.01", "--quiet");
    setenv("PATH", path, 1);
    free(path);
    assert_int_equal(status, 0);
}

/* The place of an FMU's resources is handed to it as a URI, where a blank is %20 and a percent sign %25. */
static void temporary_folders_may_have_any_name(void **state)
{
    (void)state;
    const char *fmu = exported("lut2-four-bar");
    char *before = getenv("TMPDIR") ? strdup(getenv("TMPDIR")) : NULL;
    assert_int_equal(mkdir(in_folder("100% a#b"), 0700), 0);
    setenv("TMPDIR", in_folder("100% a#b"), 1);
    const int status = PASO("run", fmu, "--stop-time", "0.01", "--quiet");
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
    assert_int_equal(status, 0);
    assert_int_equal(rmdir(in_folder("100% a#b")), 0); /* and nothing is left in it */
}

static void the_force_that_holds_the_start_is_an_output_at_once(void **state)
{
    (void)state;
    const char *fmu = exported("lut2-four-bar");
    PASO_OK("run", fmu, "--stop-time", "0.001", "--quiet", "--record", "*", "--output", in_folder("o.csv"));
    struct table t = read_table(in_folder("o.csv"));
    assert_near(cell(&t, 0, "cylinder.force_static"), -386.004887437, 5e-10);
    assert_near(cell(&t, 0, "cylinder.length"), 1.73205080756888, 1e-14);
    assert_near(cell(&t, 0, "z2"), -37.9043841173972 * 3.14159265358979324 / 180, 1e-14);
    assert_near(cell(&t, 0, "z3"), -93.5833216984720 * 3.14159265358979324 / 180, 1e-14);
    free_table(&t);
}

static struct table run(const char *fmu, const char *option, const char *value)
{
    PASO_OK("run", fmu, option, value, "--set", "cylinder.force=-300", "--stop-time", "0.2", "--quiet", "--record",
            "z1,z2,cylinder.*", "--output", in_folder("o.csv"));
    return read_table(in_folder("o.csv"));
}

/* A parameter of the FMU does what the same number in the file does, and expressions follow. */
static void parameters_are_the_numbers_of_the_file(void **state)
{
    (void)state;
    struct table plain = run(exported("lut2-four-bar"), "--macro-step", "1ms");
    struct table set = run(in_folder("x.fmu"), "--set", "constants.L3=5.25");
    PASO_OK("export", MECHANISM("lut2-four-bar"), "--set", "constants.L3=5.25", "-o", in_folder("y.fmu"));
    struct table changed = run(in_folder("y.fmu"), "--set", "constants.L3=5.25");
    assert_int_equal(set.n_rows, changed.n_rows);
    assert_true(fabs(cell(&plain, 0, "z2") - cell(&set, 0, "z2")) > 1e-3);
    for (size_t i = 0; i < set.n_rows; i++) {
        assert_near(cell(&set, i, "z1"), cell(&changed, i, "z1"), 1e-13);
        assert_near(cell(&set, i, "z2"), cell(&changed, i, "z2"), 1e-13);
        assert_near(cell(&set, i, "cylinder.force_static"), cell(&changed, i, "cylinder.force_static"), 1e-9);
    }
    free_table(&plain);
    free_table(&set);
    free_table(&changed);
}

static void words_can_be_changed_at_export(void **state)
{
    (void)state;
    PASO_OK("export", MECHANISM("lut2-four-bar"), "--set", "formulation=augmented", "--set", "independent[1]=z3", "-o",
            in_folder("y.fmu"));
    PASO_OK("info", in_folder("y.fmu"), "--json");
    assert_non_null(strstr(last.out, "\"dz3\""));
    assert_null(strstr(last.out, "\"der(z1)\""));
}

static char *entry_of(const char *fmu, const char *name)
{
    zip_t *archive = zip_open(fmu, ZIP_RDONLY, NULL);
    assert_non_null(archive);
    zip_stat_t status;
    if (zip_stat(archive, name, 0, &status) != 0)
        fail_msg("%s has no %s", fmu, name);
    char *text = calloc(1, status.size + 1);
    zip_file_t *file = zip_fopen(archive, name, 0);
    assert_non_null(text);
    assert_non_null(file);
    assert_int_equal(zip_fread(file, text, status.size), (zip_int64_t)status.size);
    zip_fclose(file);
    zip_close(archive);
    return text;
}

static size_t count_of(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

/* Outputs and parameters that the file chooses are there, ports of actuators too; nothing moves otherwise, and constants still reach all
 * that they define. */
static void outputs_and_parameters_can_be_chosen(void **state)
{
    (void)state;
    struct table all = run(exported("lut2-four-bar"), "--set", "constants.L3=5.25");
    PASO_OK("export", MECHANISM("lut2-four-bar"), "--set", "outputs=[\"dz1\", \"z2\"]", "--set", "parameters=constants",
            "-o", in_folder("y.fmu"));
    struct table chosen = run(in_folder("y.fmu"), "--set", "constants.L3=5.25");
    assert_int_equal(all.n_rows, chosen.n_rows);
    for (size_t i = 0; i < all.n_rows; i++)
        assert_near(cell(&chosen, i, "z2"), cell(&all, i, "z2"), 0);
    free_table(&all);
    free_table(&chosen);
    char *text = entry_of(in_folder("y.fmu"), "modelDescription.xml");
    assert_int_equal(count_of(text, "causality=\"output\""), 5);
    static const char *const outputs[] = {"dz1", "z2", "cylinder.length", "cylinder.rate", "cylinder.force_static"};
    for (size_t i = 0; i < 5; i++) {
        char name[60];
        snprintf(name, sizeof name, "name=\"%s\"", outputs[i]);
        const char *at = strstr(text, name);
        assert_non_null(at);
        assert_true(strstr(at, "causality=\"output\"") < strstr(at, "</ScalarVariable>"));
    }
    assert_null(strstr(text, "\"bodies."));
    assert_null(strstr(text, "\"gravity[1]\""));
    assert_non_null(strstr(text, "\"constants.L3\""));
    free(text);
}

/* A thousand rods: states, their rates and derivatives must be described (FMI 2.0), and little else is. */
static void the_description_of_a_thousand_bodies_has_what_is_chosen(void **state)
{
    (void)state;
    enum { RODS = 1000 };
    FILE *file = fopen(in_folder("rods.json"), "w");
    assert_non_null(file);
    fputs("{\"type\": \"mechanism\", \"name\": \"Rods\", \"gravity\": [0, -9.81, 0], \"bodies\": {", file);
    for (int i = 0; i < RODS; i++)
        fprintf(file, "%s\"r%d\": {\"mass\": 1, \"com\": [0.5, 0, 0]}", i ? ", " : "", i);
    fputs("}, \"joints\": {", file);
    for (int i = 0; i < RODS; i++)
        fprintf(file,
                "%s\"j%d\": {\"type\": \"revolute\", \"parent\": \"%s%.0d\", \"child\": \"r%d\", \"at\": [%d, 0, 0]}",
                i ? ", " : "", i, i ? i == 1 ? "r0" : "r" : "ground", i > 1 ? i - 1 : 0, i, i > 0);
    fputs("}, \"outputs\": [\"j0\", \"dj999\"], \"parameters\": \"constants\"}", file);
    assert_int_equal(fclose(file), 0);
    PASO_OK("export", in_folder("rods.json"), "-o", in_folder("rods.fmu"));
    char *text = entry_of(in_folder("rods.fmu"), "modelDescription.xml");
    assert_int_equal(count_of(text, "causality=\"output\""), 2);
    assert_true(count_of(text, "<ScalarVariable") < 4 * RODS + 30);
    free(text);
    PASO_OK("run", in_folder("rods.fmu"), "--stop-time", "0.001", "--quiet", "--output", in_folder("o.csv"));
}

static char *document_in(const char *fmu)
{
    zip_t *archive = zip_open(fmu, ZIP_RDONLY, NULL);
    assert_non_null(archive);
    zip_file_t *entry = zip_fopen(archive, "resources/model.json", 0);
    assert_non_null(entry);
    char *text = calloc(1, 100000);
    assert_true(zip_fread(entry, text, 99999) > 0);
    zip_fclose(entry);
    zip_discard(archive);
    return text;
}

/* States that the file does not name are chosen at export, and stand in the FMU's document: nobody chooses again. Where all are
 * named the document is the file. */
static void states_are_chosen_once(void **state)
{
    (void)state;
    char *file = read_file(MECHANISM("lut2-four-bar")), *same = document_in(exported("lut2-four-bar"));
    assert_string_equal(same, file);
    free(file);
    free(same);
    PASO_OK("export", MECHANISM("lut2-four-bar"), "--set", "independent=[]", "-o", in_folder("y.fmu"));
    char *chosen = document_in(in_folder("y.fmu"));
    assert_non_null(strstr(chosen, "\"states\": [\"z2\"]")); /* full pivoting takes z2 here */
    free(chosen);
    PASO_OK("run", in_folder("y.fmu"), "--stop-time", "0.01", "--quiet");
    char *disc = document_in(exported("rolling-disc"));
    assert_non_null(strstr(disc, "\"states\": [\"yaw\", \"lean\", \"spin\", \"x\", \"y\"]"));
    free(disc);
    PASO_OK("run", in_folder("x.fmu"), "--stop-time", "0.01", "--quiet");
}

/* With pressures, the LIM manipulator from its file moves as the closed-form model does (eq. 8: viscous friction, p2 pushes). */
static void pressures_move_it_as_the_closed_form_does(void **state)
{
    (void)state;
    PASO_OK("export", MECHANISM("lim-manipulator"), "--set", "actuators.cylinder.coupling=pressures", "--set",
            "actuators.cylinder.piston={\"areas\": [65e-4, 65e-4], \"stroke\": 0.442, \"start_length\": 0.221, "
            "\"friction\": {\"type\": \"viscous\", \"sigma2\": 1e5}}",
            "-o", in_folder("ps.fmu"));
    PASO_OK("run", in_folder("ps.fmu"), "--set", "cylinder.p1=4.4e6", "--set", "cylinder.p2=3170846.15384615", "--set",
            "solver=2", "--macro-step", "1ms", "--stop-time", "1", "--quiet", "--record", "*", "--output",
            in_folder("file.csv"));
    PASO_OK("run", BUILD_DIR "/fmus/Manipulator.fmu", "--set", "coupling=2", "--set", "p2=4.4e6", "--set",
            "p1=3170846.15384615", "--set", "solver=2", "--macro-step", "1ms", "--stop-time", "1", "--quiet",
            "--record", "*", "--output", in_folder("closed.csv"));
    struct table file = read_table(in_folder("file.csv")), closed = read_table(in_folder("closed.csv"));
    assert_int_equal(file.n_rows, closed.n_rows);
    assert_true(fabs(last_cell(&closed, "s") - 0.5) > 1e-3);
    for (size_t i = 0; i < file.n_rows; i++) {
        assert_near(cell(&file, i, "s"), cell(&closed, i, "s"), 1e-12);
        assert_near(cell(&file, i, "ds"), cell(&closed, i, "ds"), 1e-12);
        assert_near(cell(&file, i, "cylinder.work"), cell(&closed, i, "actuator_work"), 1e-8);
    }
    free_table(&file);
    free_table(&closed);
}

/* A mass of 2 kg on a slide, pushed with 6 N from 0.5 s on, for 0.35 s pulled back: x = 1.5 (t - 0.5)^2, then on by hand. The jumps lie
 * inside of the macro steps of 0.3 s. */
static void laws_in_time_switch_exactly_in_both_interfaces(void **state)
{
    (void)state;
    static const char sledge[] =
        "{\"type\": \"mechanism\", \"name\": \"Sledge\", \"gravity\": [0, 0, -9.81], \"bodies\": {\"sledge\": "
        "{\"mass\": 2}},"
        "\"joints\": {\"x\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"sledge\", \"axis\": [1, 0, "
        "0]}},"
        "\"forces\": {\"push\": {\"body\": \"sledge\", \"direction\": [1, 0, 0], \"law\": {\"type\": \"steps\","
        "\"time\": [0, 0.5, 0.85], \"value\": [0, 6, -6]}}}}";
    static const char *const ways[][4] = {
        {"--set", "solver=2"}, {"--set", "solver=3"}, {"--set", "solver=4"}, {"--interface", "me"}};
    PASO_OK("export", write_file("sledge.json", sledge), "-o", in_folder("sledge.fmu"));
    const double v = 3 * 0.35, x = 1.5 * 0.35 * 0.35, after = 1.2 - 0.85;
    for (int i = 0; i < 4; i++) {
        PASO_OK("run", in_folder("sledge.fmu"), ways[i][0], ways[i][1], "--macro-step", "0.3", "--stop-time", "1.2",
                "--tolerance", "1e-10", "--quiet", "--output", in_folder("o.csv"));
        struct table t = read_table(in_folder("o.csv"));
        const double near =
            i < 2 ? 1e-13 : 1e-7; /* fixed steps are exact for parabolas, error control within its tolerance */
        assert_near(cell(&t, 2, "x"), 1.5 * 0.1 * 0.1, near);
        assert_near(last_cell(&t, "x"), x + v * after - 1.5 * after * after, near);
        assert_near(last_cell(&t, "dx"), v - 3 * after, near);
        free_table(&t);
    }
}

/* Puts another text into the FMU, or takes it out. */
static void swap_entry(const char *fmu, const char *name, const char *text)
{
    zip_t *archive = zip_open(fmu, 0, NULL);
    assert_non_null(archive);
    const zip_int64_t at = zip_name_locate(archive, name, 0);
    assert_true(at >= 0);
    zip_source_t *source = text ? zip_source_buffer(archive, text, strlen(text), 0) : NULL;
    assert_int_equal(
        text ? zip_file_replace(archive, (zip_uint64_t)at, source, 0) : zip_delete(archive, (zip_uint64_t)at), 0);
    assert_int_equal(zip_close(archive), 0);
}

static void swap_document(const char *fmu, const char *text)
{
    swap_entry(fmu, "resources/model.json", text);
}

/* Another machine's sine may describe a mechanism with other last digits: the GUID is the one that was made with the FMU, and
 * the binary cannot make another one. */
static void the_guid_is_kept_and_not_computed_again(void **state)
{
    (void)state;
    const char *fmu = exported("lut2-four-bar");
    char *xml = entry_of(fmu, "modelDescription.xml"), *kept = entry_of(fmu, "resources/guid.txt");
    char *guid = strstr(xml, "guid=\"{");
    assert_non_null(guid);
    assert_memory_equal(guid + 6, kept, 38);
    for (char *digit = guid + 7; *digit != '}'; digit++)
        kept[digit - guid - 6] = *digit = *digit == '-' ? '-' : 'a';
    swap_entry(fmu, "modelDescription.xml", xml);
    swap_entry(fmu, "resources/guid.txt", kept);
    PASO_OK("run", fmu, "--stop-time", "0.01", "--quiet");
    kept[1] = 'b'; /* and it is compared */
    swap_entry(fmu, "resources/guid.txt", kept);
    assert_int_not_equal(PASO("run", fmu, "--stop-time", "0.01"), 0);
    assert_said("is not that of this binary");
    free(xml);
    free(kept);
}

/* BSD-3 and ISC ask for their notice in copies of binaries. */
static void notices_of_linked_libraries_travel_in_the_fmu(void **state)
{
    (void)state;
    const char *fmu = exported("lut2-four-bar");
    char *sundials = entry_of(fmu, "licenses/SUNDIALS.txt"), *yajl = entry_of(fmu, "licenses/yajl.txt");
    assert_non_null(strstr(sundials, "Lawrence Livermore"));
    assert_non_null(strstr(sundials, "Redistributions in binary form must reproduce"));
    assert_non_null(strstr(yajl, "Lloyd Hilaiel"));
    free(sundials);
    free(yajl);
    sundials = entry_of(BUILD_DIR "/fmus/Manipulator.fmu", "licenses/SUNDIALS.txt");
    assert_non_null(strstr(sundials, "Redistributions in binary form must reproduce"));
    free(sundials);
}

static void a_document_that_was_changed_after_the_export_is_refused(void **state)
{
    (void)state;
    char *text = read_file(MECHANISM("lut2-four-bar"));
    char *mass = strstr(text, "\"m1\": 16");
    assert_non_null(mass);
    mass[6] = '3';
    swap_document(exported("lut2-four-bar"), text);
    assert_int_not_equal(PASO("run", in_folder("x.fmu"), "--stop-time", "0.01"), 0);
    assert_said("model.json was changed after the FMU had been made");
    assert_said("paso export");

    swap_document(exported("lut2-four-bar"), "{");
    assert_int_not_equal(PASO("run", in_folder("x.fmu"), "--stop-time", "0.01"), 0);
    assert_said("model.json:1: it is not JSON");

    swap_document(exported("lut2-four-bar"), NULL);
    assert_int_not_equal(PASO("run", in_folder("x.fmu"), "--stop-time", "0.01"), 0);
    assert_said("model.json cannot be opened");
    free(text);
}

static void a_picture_has_all_names(void **state)
{
    (void)state;
    static const char *const names[] = {"crank", "coupler", "rocker", "z1", "z2", "z3", "E", "cylinder"};
    PASO_OK("show", MECHANISM("lut2-four-bar"), "--svg", in_folder("file.svg"));
    PASO_OK("show", exported("lut2-four-bar"), "--svg", in_folder("fmu.svg"));
    char *file = read_file(in_folder("file.svg")), *fmu = read_file(in_folder("fmu.svg"));
    assert_string_equal(file, fmu);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char label[40];
        snprintf(label, sizeof label, ">%s</text>", names[i]);
        if (!strstr(file, label))
            fail_msg("%s is not in the picture", names[i]);
    }
    free(fmu);
    PASO_OK("show", MECHANISM("lut2-four-bar"), "--set", "joints.z1.start=1.3", "--svg", in_folder("other.svg"));
    char *other = read_file(in_folder("other.svg"));
    assert_string_not_equal(file, other);
    free(file);
    free(other);
}

/* A spatial revolute joint has five rows; a loop in the plane needs two of them. */
static void redundant_rows_are_told(void **state)
{
    (void)state;
    exported("lut2-four-bar");
    assert_non_null(strstr(last.out, "redundant rows, dropped: 3 of joint 'E'\n"));
    exported("agundez-four-bar"); /* nine rows, nine needed */
    assert_string_equal(last.out, "");
}

/* A crank that turns, described by its slider, which stands still at every dead point: all coordinates run through, the slider
 * alone does not know how. */
static void dead_points_need_all_coordinates(void **state)
{
    (void)state;
    write_file("slider.json",
               "{\"type\": \"mechanism\", \"name\": \"CrankSlider\", \"gravity\": [0, 0, 0], \"bodies\": {"
               "\"crank\": {\"mass\": 4, \"com\": [0.25, 0, 0]}, \"rod\": {\"mass\": 1, \"com\": [0.6, 0, 0]},"
               "\"slider\": {\"mass\": 2}}, \"joints\": {"
               "\"A\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"crank\", \"axis\": [0, 0, 1],"
               "\"start\": 1, \"start_rate\": 6},"
               "\"B\": {\"type\": \"revolute\", \"parent\": \"crank\", \"child\": \"rod\", \"at\": [0.5, 0, 0],"
               "\"axis\": [0, 0, 1], \"start\": -1.3},"
               "\"S\": {\"type\": \"prismatic\", \"parent\": \"ground\", \"child\": \"slider\", \"axis\": [1, 0, 0],"
               "\"start\": 1.39, \"start_rate\": -3.2}},"
               "\"loops\": {\"C\": {\"type\": \"spherical\", \"a\": {\"body\": \"rod\", \"at\": [1.2, 0, 0]},"
               "\"b\": {\"body\": \"slider\"}}}, \"independent\": [\"S\"]}");
    const char *fmu = in_folder("slider.fmu");
    PASO_OK("export", in_folder("slider.json"), "-o", fmu);
    PASO_OK("run", fmu, "--set", "formulation=2", "--macro-step", "10ms", "--stop-time", "2", "--quiet", "--record",
            "*", "--output", in_folder("o.csv"));
    struct table t = read_table(in_folder("o.csv"));
    assert_true(last_cell(&t, "A") > 1 + 2 * acos(-1)); /* once around at least */
    assert_near(last_cell(&t, "kinetic_energy"), cell(&t, 0, "kinetic_energy"), 1e-3);
    free_table(&t);
    static const char *const interfaces[] = {"cs", "me"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(PASO("run", fmu, "--interface", interfaces[i], "--macro-step", "10ms", "--stop-time", "2",
                              "--quiet", "--output", in_folder("o.csv")),
                         1);
        assert_said("choose others as independent");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exporting_twice_gives_the_same_bytes),
        cmocka_unit_test(the_page_says_what_the_model_is_and_how_to_couple_it),
        cmocka_unit_test(what_depends_on_much_is_folded),
        cmocka_unit_test(an_fmu_has_the_platforms_that_are_asked_for),
        cmocka_unit_test(no_compiler_is_needed),
        cmocka_unit_test(temporary_folders_may_have_any_name),
        cmocka_unit_test(the_force_that_holds_the_start_is_an_output_at_once),
        cmocka_unit_test(parameters_are_the_numbers_of_the_file),
        cmocka_unit_test(words_can_be_changed_at_export),
        cmocka_unit_test(outputs_and_parameters_can_be_chosen),
        cmocka_unit_test(the_description_of_a_thousand_bodies_has_what_is_chosen),
        cmocka_unit_test(states_are_chosen_once),
        cmocka_unit_test(laws_in_time_switch_exactly_in_both_interfaces),
        cmocka_unit_test(pressures_move_it_as_the_closed_form_does),
        cmocka_unit_test(the_guid_is_kept_and_not_computed_again),
        cmocka_unit_test(notices_of_linked_libraries_travel_in_the_fmu),
        cmocka_unit_test(a_document_that_was_changed_after_the_export_is_refused),
        cmocka_unit_test(a_picture_has_all_names),
        cmocka_unit_test(redundant_rows_are_told),
        cmocka_unit_test(dead_points_need_all_coordinates),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
