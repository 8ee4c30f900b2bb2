/* Systems of mechanisms and circuits from files: what is connected to what, what is changed where, what is wrong. */
#include "tests/testing.h"

#include "export/assembly.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const folder = BUILD_DIR "/tests/export/assembly";

static const char good[] =
    "{\"type\": \"system\", \"name\": \"lut2\",\n"
    " \"components\": {\n"
    "  \"multibody\": {\"file\": \"" SOURCE_DIR "/benchmarks/mechanisms/lut2-four-bar.json\"},\n"
    "  \"hydraulics\": {\"file\": \"" SOURCE_DIR "/benchmarks/circuits/lut2-four-bar.json\"}\n"
    " },\n"
    " \"cylinders\": [{\"actuator\": \"multibody.cylinder\", \"cylinder\": \"hydraulics.cylinder\"}],\n"
    " \"experiment\": {\"stop_time\": 7, \"step_size\": 2e-4}\n"
    "}\n";

/* The document above with one change, as a file. */
static const char *written(const char *old, const char *new)
{
    static char path[600];
    const char *at = strstr(good, old);
    assert_non_null(at);
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/system.json", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)(at - good), good, new, at + strlen(old));
    fclose(file);
    return path;
}

static void open_good(struct assembly *a, const char *const *changes, size_t n)
{
    struct error error = {0};
    if (!assembly_open(a, written("", ""), changes, n, &error))
        fail_msg("%s", error.text);
}

static void a_cylinder_joins_mechanism_and_circuit(void **state)
{
    (void)state;
    struct assembly a;
    open_good(&a, NULL, 0);
    static const char *const links[][2] = {{"cylinder.length", "cylinder.length"},
                                           {"cylinder.rate", "cylinder.rate"},
                                           {"cylinder.force_static", "cylinder.force_static"},
                                           {"cylinder.force", "cylinder.force"}};
    assert_int_equal(a.n_links, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(a.links[i].from, links[i][0]);
        assert_string_equal(a.links[i].to, links[i][1]);
        assert_int_equal(a.links[i].from_part, i == 3);
    }
    assert_true(a.parts[0].model.type->experiment.step_size == 2e-4);
    assert_true(a.parts[1].model.type->experiment.stop_time == 7);
    assembly_close(&a);
}

static size_t count_states(const struct assembly_part *part)
{
    return model_layout(part->model.type).count[MODEL_STATE];
}

/* The friction law of one file, overridden for a system of its own: LuGre brings a state. */
static void changes_reach_the_components(void **state)
{
    (void)state;
    struct assembly a;
    const char *const changes[] = {"hydraulics.cylinders.cylinder.friction.type=LuGre", "name=lut2_lugre"};
    open_good(&a, changes, 2);
    assert_int_equal(count_states(&a.parts[1]), 5);
    assert_string_equal(a.name, "lut2_lugre");
    assembly_close(&a);
}

/* With pressures the cylinder moves to the mechanism: its friction's states, its areas, its inputs. */
static void pressures_bring_the_cylinder_to_the_mechanism(void **state)
{
    (void)state;
    struct assembly a;
    const char *const changes[] = {"hydraulics.cylinders.cylinder.friction.type=modified LuGre", "coupling=pressures"};
    open_good(&a, changes, 2);
    assert_int_equal(a.n_links, 5);
    assert_string_equal(a.links[3].from, "cylinder.p1");
    assert_string_equal(a.links[4].to, "cylinder.p2");
    assert_int_equal(count_states(&a.parts[0]), 4); /* z1, dz1, q, h */
    assert_int_equal(count_states(&a.parts[1]), 4); /* three pressures, the spool */
    const struct model_type *type = a.parts[0].model.type;
    const char area[] = "actuators.cylinder.piston.areas[1]";
    const size_t i = model_find(type, area, strlen(area));
    assert_true(i < type->n_variables);
    assert_near(type->variables[i].start, 3.14159265358979323846 / 4 * 0.08 * 0.08, 1e-17);
    assembly_close(&a);
}

static void the_documents_example_is_right(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct assembly a;
        struct error error = {0};
        const char *const changes[] = {i ? "coupling=pressures" : "coupling=force"};
        if (!assembly_open(&a, SOURCE_DIR "/docs/circuits/boom-system.json", changes, 1, &error))
            fail_msg("%s", error.text);
        assembly_close(&a);
    }
}

static char *bytes_of(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(10 << 20);
    assert_non_null(bytes);
    *n = fread(bytes, 1, 10 << 20, file);
    fclose(file);
    return bytes;
}

static void exporting_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    char *bytes[2], path[600];
    size_t n[2];
    for (int i = 0; i < 2; i++) {
        struct assembly a;
        struct error error = {0};
        open_good(&a, NULL, 0);
        snprintf(path, sizeof path, "%s/system%d.ssp", folder, i);
        if (!assembly_write_ssp(&a, NULL, path, &error))
            fail_msg("%s", error.text);
        bytes[i] = bytes_of(path, &n[i]);
        assembly_close(&a);
    }
    assert_true(n[0] == n[1] && n[0] > 10000);
    assert_memory_equal(bytes[0], bytes[1], n[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static const struct {
    const char *old, *new, *message; /* behind the file's name */
} nonsense[] = {
    {"\"multibody.cylinder\"", "\"multibodi.cylinder\"",
     ":6: cylinders[1].actuator: there is no component \"multibodi\"; did you mean \"multibody\"?"},
    {"\"multibody.cylinder\"", "\"cylinder\"",
     ":6: cylinders[1].actuator: \"cylinder\" names no component: COMPONENT.NAME expected"},
    {"\"hydraulics.cylinder\"", "\"multibody.cylinder\"",
     ":6: cylinders[1]: actuator and cylinder are both in \"multibody\": a mechanism and a circuit expected"},
    {" \"experiment\"",
     " \"connections\": [{\"from\": \"hydraulics.V1.p\", \"to\": \"multibody.cylinder.force\"}],\n \"experiment\"",
     ":7: connections[1]: the units of hydraulics.V1.p and multibody.cylinder.force do not fit: \"Pa\" and \"N\" "
     "measure "
     "different things"},
    {" \"experiment\"",
     " \"connections\": [{\"from\": \"hydraulics.cylinder.force\", \"to\": \"multibody.cylinder.force\"}],\n "
     "\"experiment\"",
     ":7: connections[1]: multibody.cylinder.force is connected already, to hydraulics.cylinder.force"},
    {" \"experiment\"", " \"inputs\": {\"u\": {\"to\": \"hydraulics.valve.command\"}},\n \"experiment\"",
     ":7: inputs.u: hydraulics (" SOURCE_DIR "/benchmarks/circuits/lut2-four-bar.json) has no input \"valve.command\""},
    {" \"experiment\"", " \"inputs\": {\"u\": {\"to\": \"multibody.cylinder.force\"}},\n \"experiment\"",
     ":7: inputs.u: multibody.cylinder.force is connected already, to hydraulics.cylinder.force"},
    {" \"experiment\"", " \"outputs\": {\"p\": {\"from\": \"hydraulics.cylinder.forc\"}},\n \"experiment\"",
     ":7: outputs.p: hydraulics (" SOURCE_DIR
     "/benchmarks/circuits/lut2-four-bar.json) has no output \"cylinder.forc\"; did you mean \"cylinder.force\"?"},
};

static void nonsense_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        struct assembly a;
        struct error error = {0};
        char expected[900];
        const char *path = written(nonsense[i].old, nonsense[i].new);
        assert_false(assembly_open(&a, path, NULL, 0, &error));
        snprintf(expected, sizeof expected, "%s%s", path, nonsense[i].message);
        assert_string_equal(error.text, expected);
        assert_int_equal(error_exit_status(&error), 2);
    }
}

/* Whatever the coupling: it is the system's document that is wrong, not the files that it names. */
static void wrong_ends_of_cylinders_are_told_where_they_stand(void **state)
{
    (void)state;
    static const char mechanism[] = "multibody (" SOURCE_DIR "/benchmarks/mechanisms/lut2-four-bar.json)",
                      circuit[] = "hydraulics (" SOURCE_DIR "/benchmarks/circuits/lut2-four-bar.json)";
    static const struct {
        const char *old, *new, *place, *part, *message;
    } wrong[] = {
        {"\"multibody.cylinder\"", "\"multibody.cylindre\"", "actuator", mechanism,
         "has no actuator \"cylindre\"; did you mean \"cylinder\"?"},
        {"\"multibody.cylinder\"", "\"multibody.boom\"", "actuator", mechanism, "has no actuator \"boom\""},
        {"\"multibody.cylinder\"", "\"multibody.cylinder.ports\"", "actuator", mechanism,
         "has no actuator \"cylinder.ports\""},
        {"\"hydraulics.cylinder\"", "\"hydraulics.cylindre\"", "cylinder", circuit,
         "has no cylinder \"cylindre\"; did you mean \"cylinder\"?"},
        {"\"multibody.cylinder\", \"cylinder\": \"hydraulics.cylinder\"",
         "\"hydraulics.cylinder\", \"cylinder\": \"multibody.cylinder\"", "cylinder", mechanism,
         "is a mechanism: a circuit expected"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int k = 0; k < 2; k++) {
            const char *const changes[] = {k ? "coupling=pressures" : "coupling=force"};
            struct assembly a;
            struct error error = {0};
            char expected[900];
            const char *path = written(wrong[i].old, wrong[i].new);
            assert_false(assembly_open(&a, path, changes, 1, &error));
            snprintf(expected, sizeof expected, "%s:6: cylinders[1].%s: %s %s", path, wrong[i].place, wrong[i].part,
                     wrong[i].message);
            assert_memory_equal(error.text, expected, strlen(expected));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cylinder_joins_mechanism_and_circuit),
        cmocka_unit_test(changes_reach_the_components),
        cmocka_unit_test(pressures_bring_the_cylinder_to_the_mechanism),
        cmocka_unit_test(the_documents_example_is_right),
        cmocka_unit_test(exporting_twice_gives_the_same_bytes),
        cmocka_unit_test(nonsense_is_told),
        cmocka_unit_test(wrong_ends_of_cylinders_are_told_where_they_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
