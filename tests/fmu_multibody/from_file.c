#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"
#include "notation/notation.h"

#include <stdlib.h>
#include <string.h>

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be opened", path);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static void open_text(struct from_file *f, const char *text, size_t length, const char *name)
{
    struct notation_error error = {""};
    struct model_report report = {""};
    f->file = mechanism_file_read(text, length, name, &error);
    if (!f->file)
        fail_msg("%s", error.text);
    if (!model_instance_open(&f->live, mechanism_file_type(f->file), &report))
        fail_msg("%s", report.text);
    f->workspace = calloc(model_workspace_size(&f->live.layout) + 1, sizeof *f->workspace);
    assert_non_null(f->workspace);
}

static char *read_named(const char *name, size_t *length)
{
    char path[500];
    snprintf(path, sizeof path, name[0] == '/' ? "%s" : SOURCE_DIR "/benchmarks/mechanisms/%s", name);
    return read_whole(path, length);
}

void from_file_open(struct from_file *f, const char *name)
{
    size_t length;
    char *text = read_named(name, &length);
    open_text(f, text, length, name);
    free(text);
}

void from_file_open_changed(struct from_file *f, const char *name, const char *const *changes, size_t n_changes)
{
    size_t length;
    struct notation_error error = {""};
    char *text = read_named(name, &length);
    char *changed = notation_change(text, length, name, changes, n_changes, &length, &error);
    if (!changed)
        fail_msg("%s", error.text);
    open_text(f, changed, length, name);
    free(changed);
    free(text);
}

void from_file_open_text(struct from_file *f, const char *text)
{
    open_text(f, text, strlen(text), "text.json");
}

void from_file_close(struct from_file *f)
{
    free(f->workspace);
    model_instance_close(&f->live);
    mechanism_file_close(f->file);
}

void from_file_set(struct from_file *f, const char *name, double value)
{
    struct model_report report = {""};
    if (!model_instance_set(&f->live, name, value, &report))
        fail_msg("%s", report.text);
}

void from_file_initialize(struct from_file *f)
{
    struct model_report report = {""};
    if (!model_instance_initialize(&f->live, 0, &report))
        fail_msg("%s", report.text);
}

void from_file_update(struct from_file *f)
{
    struct model_report report = {""};
    if (!model_instance_update(&f->live, 0, &report))
        fail_msg("%s", report.text);
}

double *from_file_find(const struct from_file *f, const char *name)
{
    double *value = model_instance_find(&f->live, name);
    if (!value)
        fail_msg("%s has no variable %s", f->live.type->name, name);
    return value;
}

double from_file_value(const struct from_file *f, const char *name)
{
    return *from_file_find(f, name);
}

void from_file_differentiate_along(struct from_file *f, const double *x, const double *u, double *rates,
                                   double *outputs)
{
    struct model_report report = {""};
    const struct model_point at = {f->live.constants, f->live.scratch, 0, f->live.m, f->live.x, f->live.u};
    if (!model_differentiate(f->live.type, &f->live.layout, at, (struct model_direction){.x = x, .u = u},
                             (struct model_change){.rates = rates, .outputs = outputs}, f->workspace, &report))
        fail_msg("%s", report.text);
}

void from_file_differentiate(struct from_file *f, const char *along, double *rates, double *outputs)
{
    enum { MOST = 200 };
    double x[MOST] = {0}, u[MOST] = {0};
    const struct model_layout *layout = &f->live.layout;
    const size_t i = model_find(f->live.type, along, strlen(along));
    const size_t n_x = layout->count[MODEL_STATE], n_u = layout->count[MODEL_INPUT];
    assert_true(n_x <= MOST && n_u <= MOST);
    if (i - layout->first[MODEL_STATE] < n_x)
        x[i - layout->first[MODEL_STATE]] = 1;
    else if (i - layout->first[MODEL_INPUT] < n_u)
        u[i - layout->first[MODEL_INPUT]] = 1;
    else
        fail_msg("%s is neither a state nor an input", along);
    from_file_differentiate_along(f, x, u, rates, outputs);
}

void from_file_check_refused(const char *text, const char *message)
{
    struct notation_error error = {""};
    struct mechanism_file *file = mechanism_file_read(text, strlen(text), "wrong.json", &error);
    if (file || !strstr(error.text, message))
        fail_msg("said %s, expected %s", error.text, message);
}
