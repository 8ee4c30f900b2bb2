/* A system as one FMU: the documents of its parts, as they were changed, in one document, which the machine's reader makes one model
 * of. */
#include "export/assembly.h"
#include "export/export_messages.h"
#include "export/exporter.h"
#include "fmu_machine/machine_file.h"
#include "master/base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "part.variable" as the value of a member. */
static void put_variable(struct json *j, const char *key, const char *part, const char *variable)
{
    char *text = NULL;
    if (asprintf(&text, "%s.%s", part, variable) >= 0)
        json_string(j, key, text);
    free(text);
}

static void put_parts(struct json *j, const struct assembly *a)
{
    json_object(j, "parts");
    for (size_t i = 0; i < a->n_parts; i++) {
        json_object(j, a->parts[i].name);
        json_string(j, "kind", a->parts[i].model.kind->name);
        json_string(j, "document", a->parts[i].model.text);
        json_end(j);
    }
    json_end(j);
}

static void put_connections(struct json *j, const struct assembly *a)
{
    json_array(j, "connections");
    for (size_t i = 0; i < a->n_links; i++) {
        const struct assembly_link *link = &a->links[i];
        json_object(j, NULL);
        put_variable(j, "from", a->parts[link->from_part].name, link->from);
        put_variable(j, "to", a->parts[link->to_part].name, link->to);
        json_end(j);
    }
    json_end(j);
}

static void put_names(struct json *j, const struct assembly *a)
{
    json_object(j, "names");
    for (size_t i = 0; i < a->n_inputs; i++) {
        json_object(j, a->inputs[i].name);
        put_variable(j, "of", a->parts[a->inputs[i].part].name, a->inputs[i].to);
        json_end(j);
    }
    for (size_t i = 0; i < a->n_outputs; i++) {
        json_object(j, a->outputs[i].name);
        put_variable(j, "of", a->parts[a->outputs[i].part].name, a->outputs[i].from);
        json_end(j);
    }
    json_end(j);
}

/* A modelIdentifier is a name of C. */
static char *identifier(const char *name)
{
    char *copy = malloc(strlen(name) + 2), *end = copy;
    if (copy && *name >= '0' && *name <= '9')
        *end++ = '_';
    for (; copy && *name; name++)
        *end++ = (*name >= '0' && *name <= '9') || (*name >= 'A' && *name <= 'Z') || (*name >= 'a' && *name <= 'z')
                     ? *name
                     : '_';
    if (copy)
        *end = '\0';
    return copy;
}

static bool write_document(const struct assembly *a, struct model_file *f, struct error *error)
{
    char *name = identifier(a->name);
    FILE *memory = name ? open_memstream(&f->text, &f->length) : NULL;
    bool good = memory != NULL;
    if (memory) {
        struct json j = json_begin(memory);
        json_object(&j, NULL);
        json_string(&j, "type", "machine");
        json_string(&j, "name", name);
        json_string(&j, "description", a->description);
        put_parts(&j, a);
        put_connections(&j, a);
        put_names(&j, a);
        json_end(&j);
        good = json_finish(&j);
        good = fclose(memory) == 0 && good;
    }
    free(name);
    return good || error_raise(error, ERROR_NO_MEMORY, "writing a machine");
}

bool assembly_write_fmu(const struct assembly *a, const char *platform, const char *path, struct error *error)
{
    struct model_file f = {.kind = kind_find("machine")};
    struct notation_error wrong = {""};
    bool good = assembly_has_equations(a, error) && write_document(a, &f, error);
    if (good && !(f.opened = f.kind->read(f.text, f.length, a->path, &wrong)))
        good = error_raise(error, ERROR_DOCUMENT, wrong.text);
    if (good) {
        f.type = f.kind->type(f.opened);
        good = exporter_write_fmu(&f, platform, path, error);
    }
    model_file_close(&f);
    return good;
}
