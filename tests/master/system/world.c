/* The world's folder, files and packages. */
#include "tests/master/system/world.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

static struct {
    char folder[256];
    char *old_temporary; /* TMPDIR before */
    char warnings[8192];
    char message[ERROR_TEXT_SIZE];
} world;

static void catch_warning(const char *text, void *context)
{
    (void)context;
    const size_t length = strlen(world.warnings);
    snprintf(world.warnings + length, sizeof world.warnings - length, "%s\n", text);
}

/* ---- opening and closing ---- */

int world_open(void **state)
{
    (void)state;
    world.warnings[0] = '\0';
    error_set_warning_sink(catch_warning, NULL);
    const char *place = getenv("TMPDIR");
    world.old_temporary = place ? strdup(place) : NULL;
    snprintf(world.folder, sizeof world.folder, "%.200s/paso-world-XXXXXX", place ? place : "/tmp");
    if (!mkdtemp(world.folder))
        return -1;
    const char *temporary = world_path("tmp");
    return mkdir(temporary, 0700) == 0 && setenv("TMPDIR", temporary, 1) == 0 ? 0 : -1;
}

static int remove_tree(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char inner[1024];
        snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
        if (unlink(inner) != 0)
            remove_tree(inner);
    }
    if (folder)
        closedir(folder);
    return rmdir(path);
}

int world_close(void **state)
{
    (void)state;
    error_set_warning_sink(NULL, NULL);
    if (world.old_temporary)
        setenv("TMPDIR", world.old_temporary, 1);
    else
        unsetenv("TMPDIR");
    free(world.old_temporary);
    const bool is_clean = rmdir(world_path("tmp")) == 0;
    if (!is_clean)
        fprintf(stderr, "temporary folders are left behind\n");
    return remove_tree(world.folder) == 0 && is_clean ? 0 : -1;
}

/* ---- files ---- */

const char *world_path(const char *name)
{
    static char paths[4][1024];
    static size_t next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%.500s", world.folder, name);
    return path;
}

static void make_folder_of(const char *path)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + strlen(world.folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
}

void world_file(const char *name, const char *text)
{
    const char *path = world_path(name);
    make_folder_of(path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

void world_fmu(const char *name, const char *description)
{
    const char *path = world_path(name);
    make_folder_of(path);
    int code = 0;
    zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
    assert_non_null(archive);
    zip_source_t *source = zip_source_buffer(archive, description, strlen(description), 0);
    assert_non_null(source);
    assert_true(zip_file_add(archive, "modelDescription.xml", source, 0) >= 0);
    assert_int_equal(zip_close(archive), 0);
}

void world_package(const char *name, const char *const *files)
{
    int code = 0;
    zip_t *archive = zip_open(world_path(name), ZIP_CREATE | ZIP_TRUNCATE, &code);
    assert_non_null(archive);
    for (; *files; files++) {
        zip_source_t *source = zip_source_file(archive, world_path(*files), 0, -1);
        assert_non_null(source);
        assert_true(zip_file_add(archive, *files, source, 0) >= 0);
    }
    assert_int_equal(zip_close(archive), 0);
}

const char *world_warnings(void)
{
    return world.warnings;
}

/* ---- systems ---- */

static struct system *open_described(const char *name, struct error *error)
{
    const struct system_options options = {.binaries_needed = false};
    return system_open(world_path(name), &options, error);
}

struct system *world_system(const char *name)
{
    struct error error = {0};
    struct system *s = open_described(name, &error);
    if (!s)
        fail_msg("%s", error.text);
    return s;
}

const char *world_error(const char *name, const struct message **code)
{
    struct error error = {0};
    struct system *s = open_described(name, &error);
    system_close(s);
    *code = error.code;
    char *to = world.message;
    const size_t n = strlen(world.folder) + 1;
    for (const char *from = error.text; *from;)
        if (strncmp(from, world.folder, n - 1) == 0)
            from += n;
        else
            *to++ = *from++;
    *to = '\0';
    return s ? "(it opens)" : world.message;
}

static struct port find(const struct system *s, const char *name)
{
    struct error error = {0};
    struct port port = {0};
    if (!system_find_port(s, name, &port, &error))
        fail_msg("%s", error.text);
    return port;
}

static const char *start_in(const struct system *s, struct start_list list, struct port port)
{
    static char room[32];
    for (size_t i = 0; i < list.n; i++)
        if (list.values[i].variable == port.variable)
            return start_value_text(system_variable(s, port), &list.values[i], room);
    return NULL;
}

const char *start_of_run(const struct system *s, const struct starts *starts, const char *name)
{
    const struct port port = find(s, name);
    return start_in(s, starts_of(s, starts, port.component), port);
}

const char *start_of(const struct system *s, const char *name)
{
    const struct port port = find(s, name);
    return start_in(s, s->components[port.component].starts, port);
}

const struct connection *connection_to(const struct system *s, const char *name)
{
    const struct port port = find(s, name);
    for (size_t i = 0; i < s->n_connections; i++)
        if (s->connections[i].to.component == port.component && s->connections[i].to.variable == port.variable)
            return &s->connections[i];
    return NULL;
}

bool comes_from(const struct system *s, const struct connection *c, const char *name)
{
    const struct port port = find(s, name);
    return c && c->from.component == port.component && c->from.variable == port.variable;
}

/* ---- FMUs ---- */

/* clang-format off */
const char PLANT_FMU[] = FMU(
    REAL_INPUT("u", "0", "unit='m'")
    REAL_INPUT("v", "1", "unit='m'")
    REAL_OUTPUT("x", "2", "unit='m'")
    REAL_OUTPUT("y", "3", "unit='m'")
    REAL_OUTPUT("z", "4", "unit='m'")
    PARAMETER_OF("k", "5", "<Real unit='m' start='1'/>")
    PARAMETER_OF("n", "6", "<Integer start='1'/>")
    PARAMETER_OF("b", "7", "<Boolean start='false'/>")
    PARAMETER_OF("name", "8", "<String start='plant'/>")
    PARAMETER_OF("mode", "9", "<Enumeration declaredType='gear' start='1'/>")
    VARIABLE("c", "10", "causality='calculatedParameter' variability='fixed'", "<Real unit='m'/>")
    VARIABLE("l", "11", "causality='local' variability='continuous'", "<Real/>")
    VARIABLE("i", "12", "causality='input' variability='discrete'", "<Integer start='0'/>")
    VARIABLE("j", "13", "causality='output' variability='discrete'", "<Integer/>")
    VARIABLE("on", "14", "causality='input' variability='discrete'", "<Boolean start='false'/>")
    VARIABLE("off", "15", "causality='output' variability='discrete'", "<Boolean/>")
    VARIABLE("w", "16", "causality='input' variability='discrete'", "<String start=''/>")
    VARIABLE("t", "17", "causality='output' variability='discrete'", "<String/>"),
    "<Outputs><Unknown index='3' dependencies=''/><Unknown index='4' dependencies='1'/><Unknown index='5'/>"
    "<Unknown index='14' dependencies=''/><Unknown index='16' dependencies=''/><Unknown index='18' dependencies=''/>"
    "</Outputs>"
    "<InitialUnknowns><Unknown index='3' dependencies='6'/><Unknown index='4' dependencies='1 6'/>"
    "<Unknown index='5'/><Unknown index='11' dependencies='6'/><Unknown index='14' dependencies=''/>"
    "<Unknown index='16' dependencies=''/><Unknown index='18' dependencies=''/></InitialUnknowns>");

#define FOUR_FREE_OUTPUTS                                                                                               \
    "<Unknown index='2' dependencies=''/><Unknown index='4' dependencies=''/><Unknown index='6' dependencies=''/>"      \
    "<Unknown index='7' dependencies=''/>"

const char UNITS_FMU[] = FMU(
    REAL_INPUT("u", "0", "unit='mm'")
    REAL_OUTPUT("y", "1", "unit='mm'")
    REAL_INPUT("t", "2", "unit='s'")
    REAL_OUTPUT("q", "3", "unit='s'")
    REAL_INPUT("T", "4", "unit='K'")
    REAL_OUTPUT("C", "5", "unit='degC'")
    REAL_OUTPUT("o", "6", "unit='odd'")
    REAL_INPUT("bare", "7", "")
    PARAMETER_OF("p", "8", "<Real unit='mm' start='1'/>")
    PARAMETER_OF("T_0", "9", "<Real unit='K' start='300'/>")
    REAL_INPUT("dT", "10", "unit='K' relativeQuantity='true'")
    PARAMETER_OF("dT_0", "11", "<Real unit='K' relativeQuantity='true' start='1'/>"),
    "<Outputs>" FOUR_FREE_OUTPUTS "</Outputs><InitialUnknowns>" FOUR_FREE_OUTPUTS "</InitialUnknowns>");

#define ENUMERATION_IN(name, reference, type)                                                                           \
    VARIABLE(name, reference, "causality='input' variability='discrete'",                                               \
             "<Enumeration declaredType='" type "' start='1'/>")
#define ENUMERATION_OUT(name, reference, type)                                                                          \
    VARIABLE(name, reference, "causality='output' variability='discrete' initial='calculated'",                         \
             "<Enumeration declaredType='" type "'/>")

const char GEARS_FMU[] = FMU(
    ENUMERATION_OUT("gear", "0", "gear")
    ENUMERATION_OUT("lamp", "1", "lamp")
    ENUMERATION_IN("gear_in", "2", "gear")
    ENUMERATION_IN("raeg_in", "3", "raeg")
    ENUMERATION_IN("lamp_in", "4", "lamp")
    VARIABLE("number_in", "5", "causality='input' variability='discrete'", "<Integer start='0'/>")
    PARAMETER_OF("raeg_0", "6", "<Enumeration declaredType='raeg' start='1'/>"),
    "<Outputs><Unknown index='1' dependencies=''/><Unknown index='2' dependencies=''/></Outputs>"
    "<InitialUnknowns><Unknown index='1' dependencies=''/><Unknown index='2' dependencies=''/></InitialUnknowns>");
/* clang-format on */
