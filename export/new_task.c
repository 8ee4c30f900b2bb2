/* A folder with an example to begin with: documents that run, each with comments, and a page that says what to do with them. */
#include "export/new_task.h"

#include "export/embed.h"
#include "export/export_messages.h"
#include "master/base/printable.h"
#include "master/files/output.h"
#include "master/options/options_messages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As they stand in export/examples/, and where documentation and benchmarks have the same document. */
EMBED(example_crane_readme, EXAMPLES "/crane/README.md");
EMBED(example_crane_mechanism, EXAMPLE_CRANE);
EMBED(example_crane_circuit, EXAMPLES "/crane/circuit.json");
EMBED(example_crane_system, EXAMPLES "/crane/system.json");
EMBED(example_manipulator_readme, EXAMPLES "/manipulator/README.md");
EMBED(example_manipulator_mechanism, EXAMPLE_MANIPULATOR);
EMBED(example_manipulator_circuit, EXAMPLE_MANIPULATOR_CIRCUIT);
EMBED(example_manipulator_system, EXAMPLES "/manipulator/system.json");
EMBED(example_servo_readme, EXAMPLES "/servo/README.md");
EMBED(example_servo_mechanism, EXAMPLES "/servo/mechanism.json");
EMBED(example_servo_circuit, EXAMPLES "/servo/circuit.json");
EMBED(example_servo_system, EXAMPLES "/servo/system.json");
EMBED(example_excavator_readme, EXAMPLES "/excavator/README.md");
EMBED(example_excavator_mechanism, EXAMPLES "/excavator/mechanism.json");
EMBED(example_excavator_circuit, EXAMPLES "/excavator/circuit.json");
EMBED(example_excavator_system, EXAMPLES "/excavator/system.json");
EMBED(example_excavator_section, EXAMPLES "/excavator/section.json");
EMBED(example_excavator_cycle, EXAMPLES "/excavator/cycle.csv");

enum { MOST_FILES = 6 };

struct example {
    const char *name, *about;
    const char *run; /* what the first run needs, beside the system */
    struct {
        const char *name;
        const unsigned char *begin, *end;
    } files[MOST_FILES]; /* the last ones may be absent */
};

#define FILE_OF(example, file, name)                                                                                   \
    {                                                                                                                  \
        name, example_##example##_##file, example_##example##_##file##_end                                             \
    }
#define FILES_OF(example)                                                                                              \
    FILE_OF(example, readme, "README.md"), FILE_OF(example, mechanism, "mechanism.json"),                              \
        FILE_OF(example, circuit, "circuit.json"), FILE_OF(example, system, "system.json")

static const struct example examples[] = {
    {"crane", "a boom that a cylinder lifts, with a load that swings", "", {FILES_OF(crane)}},
    {"manipulator", "two links on a cylinder, with published results", "", {FILES_OF(manipulator)}},
    {"servo", "a table that follows a pilot by a hydraulic valve", "", {FILES_OF(servo)}},
    {"excavator",
     "an excavator of 20 t with its hydraulics, and a working cycle",
     "--input cycle.csv ",
     {FILES_OF(excavator), FILE_OF(excavator, section, "section.json"), FILE_OF(excavator, cycle, "cycle.csv")}},
};
enum { N_EXAMPLES = sizeof examples / sizeof *examples };

struct new_task {
    struct text_list folders;
};

static const struct option options[] = {
    {"folder", OPTION_LIST, "FOLDER", "where the files go: a new folder, or an empty one; also as the second argument",
     offsetof(struct new_task, folders), NOBODY_ASKS},
};
static const struct option_table tables[] = {{"options:", options, sizeof options / sizeof *options, 0}};

static const struct syntax syntax = {
    .command = "new",
    .arguments = "crane|manipulator|servo|excavator FOLDER",
    .about = "Lays an example to begin with into a folder: a mechanism, its circuit and a system of both, as JSON with "
             "comments, and a README.md that says how to run, change and export them.",
    .fewest = 1,
    .most = 1,
    .further = "folder",
    .tables = tables,
    .n_tables = 1,
};

static const struct example *find_example(const char *name, struct error *error)
{
    const char *names[N_EXAMPLES];
    for (size_t i = 0; i < N_EXAMPLES; i++) {
        if (strcmp(examples[i].name, name) == 0)
            return &examples[i];
        names[i] = examples[i].name;
    }
    const char *nearest = error_nearest(name, names, N_EXAMPLES);
    error_raise(error, ERROR_NEW_EXAMPLE, name, nearest ? nearest : names[0]);
    return NULL;
}

static bool is_empty(const char *folder, struct error *error)
{
    DIR *list = opendir(folder);
    if (!list)
        return error_raise(error, ERROR_NEW_FOLDER, folder, strerror(errno));
    const struct dirent *entry;
    do
        entry = readdir(list);
    while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    const bool empty = !entry;
    closedir(list);
    return empty || error_raise(error, ERROR_NEW_NOT_EMPTY, folder);
}

static bool write_file(const struct example *e, size_t i, const char *folder, struct error *error)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", folder, e->files[i].name) < 0)
        return error_raise(error, ERROR_NO_MEMORY, "writing an example");
    const size_t size = (size_t)(e->files[i].end - e->files[i].begin);
    const bool good = output_put(path, e->files[i].begin, size, error);
    free(path);
    return good;
}

/* All of them, or none. */
static bool write_files(const struct example *e, const char *folder, struct error *error)
{
    for (size_t i = 0; i < MOST_FILES && e->files[i].name; i++) {
        if (write_file(e, i, folder, error))
            continue;
        const int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        for (size_t k = 0; at >= 0 && k < i; k++)
            unlinkat(at, e->files[k].name, 0);
        if (at >= 0)
            close(at);
        return false;
    }
    return true;
}

static bool perform(void *values, const char *path, const struct text_list *words, const struct task_outlet *outlet,
                    struct error *error)
{
    (void)words;
    const struct new_task *c = values;
    const struct example *e = path ? find_example(path, error) : NULL;
    if (!e)
        return path ? false : error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, syntax.arguments);
    if (c->folders.n == 0)
        return error_raise(error, ERROR_OPTION_ARGUMENT_MISSING, syntax.command, "FOLDER");
    if (c->folders.n > 1)
        return error_raise(error, ERROR_OPTION_ARGUMENT_SURPLUS, syntax.command, "one folder", c->folders.items[1]);
    const char *folder = c->folders.items[0];
    const bool made = mkdir(folder, 0777) == 0;
    if (!made && errno != EEXIST)
        return error_raise(error, ERROR_NEW_FOLDER, folder, strerror(errno));
    if (!made && !is_empty(folder, error))
        return false;
    if (!write_files(e, folder, error)) {
        if (made)
            rmdir(folder);
        return false;
    }
    if (outlet->report)
        fprintf(outlet->report,
                "%s: %s\n\nnext:\n  cd %s\n  paso export --system system.json -o %s.ssp\n  paso run %s.ssp %s--output "
                "%s.csv\nREADME.md says more.\n",
                PRINTABLE(folder), e->about, PRINTABLE(folder), e->name, e->name, e->run, e->name);
    return true;
}

const struct task task_new = {.name = "new",
                              .summary = "a folder with an example to begin with",
                              .size = sizeof(struct new_task),
                              .syntax = &syntax,
                              .perform = perform};
