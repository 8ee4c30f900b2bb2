/* Components of a system that are FMUs as somebody made them: no document is inside, so that nothing can be changed, only connected. */
#include "export/assembly_impl.h"

#include "export/export_messages.h"
#include "fmi/file_model.h"
#include "master/base/read_files.h"
#include "master/files/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_document(const struct fmu *fmu)
{
    char *path = NULL;
    const bool has = asprintf(&path, "%s/resources/" FILE_MODEL_NAME, fmu_folder(fmu)) >= 0 && access(path, F_OK) == 0;
    free(path);
    return has;
}

static bool check_unchanged(const struct assembly_reader *r, const struct node *node, const struct assembly_part *p)
{
    const size_t length = strlen(p->name);
    if (node_count(node_member(node, "changes")) > 0)
        FAIL(r, node, "%s is an FMU without a document: it cannot have changes", p->file);
    for (size_t i = 0; i < r->n_changes; i++)
        if (strncmp(r->changes[i], p->name, length) == 0 && r->changes[i][length] == '.')
            FAIL(r, node, "%s is an FMU without a document, which --set %s cannot change; paso run --set can", p->file,
                 r->changes[i]);
    const struct node *cylinders = node_member(r->root, "cylinders");
    for (size_t i = 0; i < r->a->n_cylinders; i++) {
        const struct assembly_cylinder *c = &r->a->cylinders[i];
        if (&r->a->parts[c->mechanism] == p || &r->a->parts[c->circuit] == p)
            FAIL(r, node_item(cylinders, i), "%s (%s) is an FMU: a mechanism and a circuit expected; name connections",
                 p->name, p->file);
    }
    return true;
}

bool assembly_read_fmu(const struct assembly_reader *r, const struct node *node, size_t part, const char *path)
{
    struct assembly_part *p = &r->a->parts[part];
    struct fmu_options options = fmu_options_default();
    options.binary_needed = false;
    struct fmu *fmu = output_ends_with(path, ".fmu") ? fmu_open(path, &options, r->error) : NULL;
    if (!fmu || has_document(fmu)) { /* one that paso export made of a file is that file */
        fmu_close(fmu);
        return !error_is_set(r->error);
    }
    p->fmu = fmu;
    p->path = KEEP("%s", path);
    read_files_note(path);
    return p->path ? check_unchanged(r, node, p) : assembly_no_memory(r);
}

bool assembly_has_equations(const struct assembly *a, struct error *error)
{
    for (size_t i = 0; i < a->n_parts; i++)
        if (a->parts[i].fmu)
            return error_raise(error, ERROR_ASSEMBLY_FMU, a->name, a->parts[i].name, a->parts[i].file);
    return true;
}
