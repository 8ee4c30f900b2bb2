#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_files.h"

#include <stdlib.h>
#include <string.h>

char *circuit_file(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, "%s/benchmarks/circuits/%s", SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 20000);
    assert_non_null(text);
    const size_t n = fread(text, 1, 19999, file);
    assert_true(n > 0 && n < 19999);
    fclose(file);
    return text;
}

char *circuit_changed(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    if (!at)
        fail_msg("\"%s\" is not in the file", old);
    char *changed = malloc(strlen(text) + strlen(new) + 1);
    assert_non_null(changed);
    sprintf(changed, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return changed;
}

struct circuit_model *circuit_opened(const char *text)
{
    struct notation_error error;
    struct circuit_model *model = circuit_model_open(text, strlen(text), "circuit.json", &error);
    if (!model)
        fail_msg("%s", error.text);
    return model;
}

double circuit_get(const struct model_instance *live, const char *name)
{
    const double *value = model_instance_find(live, name);
    if (!value)
        fail_msg("there is no variable %s", name);
    return *value;
}
