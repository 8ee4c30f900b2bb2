/* Eigenvalues at 0 of models from files: exactly 0 in table and JSON, and said in the words of the models. */
#include "tests/program/paso_process.h"

/* How often the JSON's list of eigenvalues has [0, 0]. */
static int count_zeros(const char *path)
{
    char *text = read_file(path), *at = strstr(text, "\"eigenvalues\": [");
    assert_non_null(at);
    char *end = strchr(at + 1, '"'); /* of this key; then the next one's */
    end = strchr(end + 1, '"');
    assert_non_null(end);
    *end = 0;
    int n = 0;
    for (char *pair = at; (pair = strstr(pair, "[0, 0]")); pair++)
        n++;
    free(text);
    return n;
}

static void assert_printed(const char *words)
{
    if (!strstr(last.out, words))
        fail_msg("\"%s\" is not in:\n%s", words, last.out);
}

/* The closed valve traps oil on both sides of the piston: two amounts that nothing changes. */
static void trapped_oil_is_told(void **state)
{
    (void)state;
    PASO_OK("export", "--system", SOURCE_DIR "/docs/circuits/boom-system.json", "-o", in_folder("boom.ssp"));
    PASO_OK("linearize", in_folder("boom.ssp"), "--output", in_folder("boom.json"));
    assert_int_equal(count_zeros(in_folder("boom.json")), 2);
    assert_printed("                         0                                     -         -             -  ");
    assert_printed(
        "  0: nothing changes a sum of multibody.O (coordinate O), hydraulics.top.p (pressure in volume top) and ");
    assert_printed("hydraulics.line.p (pressure in volume line), hydraulics.bottom.p (pressure in volume bottom) and ");
    if (strstr(last.out, "e-1") && strstr(strstr(last.out, "eigenvalue, real"), "e-1"))
        fail_msg("an eigenvalue of rounding: %s", last.out);
    char *json = read_file(in_folder("boom.json"));
    assert_non_null(strstr(json, "\"unchanged_sums\""));
    assert_non_null(strstr(json, "\"damping\": null"));
    free(json);
}

/* A mass on a frictionless rail, pushed by nobody: its place and its speed, a chain of two zeros. */
static void a_free_direction_is_told(void **state)
{
    (void)state;
    write_file("rail.json", "{\"type\": \"mechanism\", \"name\": \"Rail\", \"gravity\": [0, 0, -9.81], \"bodies\": "
                            "{\"car\": {\"mass\": 2}},"
                            " \"joints\": {\"rail\": {\"type\": \"prismatic\", \"parent\": \"ground\","
                            "   \"child\": \"car\", \"axis\": [1, 0, 0]}}}");
    char file[300], fmu[300];
    snprintf(file, sizeof file, "%s", in_folder("rail.json"));
    snprintf(fmu, sizeof fmu, "%s", in_folder("Rail.fmu"));
    PASO_OK("export", file, "-o", fmu);
    PASO_OK("linearize", fmu, "--output", in_folder("rail-result.json"));
    assert_int_equal(count_zeros(in_folder("rail-result.json")), 2);
    assert_printed("  0: nothing changes drail (rate of the coordinate rail); its row of A is zero\n");
    assert_printed("  0: nothing brings back a change of rail (coordinate rail); its column of A is zero\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trapped_oil_is_told),
        cmocka_unit_test(a_free_direction_is_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
