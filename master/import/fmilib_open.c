#include "master/import/fmilib_impl.h"

#include <stdio.h>
#include <stdlib.h>

/* The first complaint is the cause, later ones are consequences. */
static void keep_complaint(jm_callbacks *callbacks, jm_string module, jm_log_level_enu_t level, jm_string message)
{
    (void)module, (void)level;
    struct fmilib_fmu *f = callbacks->context;
    if (!f->complaint[0])
        snprintf(f->complaint, sizeof f->complaint, "%s", message);
}

struct fmilib_fmu *fmilib_open(const char *folder, fmi2_xml_callbacks_t *annotations, char complaint[COMPLAINT_SIZE])
{
    complaint[0] = '\0';
    struct fmilib_fmu *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->callbacks = (jm_callbacks){.malloc = malloc,
                                  .calloc = calloc,
                                  .realloc = realloc,
                                  .free = free,
                                  .logger = keep_complaint,
                                  .log_level = jm_log_level_error,
                                  .context = f};
    f->context = fmi_import_allocate_context(&f->callbacks);
    f->import = f->context ? fmi2_import_parse_xml(f->context, folder, annotations) : NULL;
    if (!f->import) {
        snprintf(complaint, COMPLAINT_SIZE, "%s", f->complaint);
        fmilib_close(f);
        return NULL;
    }
    return f;
}

void fmilib_close(struct fmilib_fmu *f)
{
    if (!f)
        return;
    if (f->import) {
        fmi2_import_destroy_dllfmu(f->import);
        fmi2_import_free(f->import);
    }
    if (f->context)
        fmi_import_free_context(f->context);
    free(f);
}
