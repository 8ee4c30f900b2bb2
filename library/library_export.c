/* FMUs and systems of documents. */
#include "export/assembly.h"
#include "export/exporter.h"
#include "library/library_impl.h"
#include "master/files/output.h"

static bool export_system(const char *document, const char *to, const char *const *changes, size_t n,
                          struct error *error)
{
    struct assembly assembly;
    if (!assembly_open(&assembly, document, changes, n, error))
        return false;
    const bool done = assembly_write_ssp(&assembly, to, error);
    assembly_close(&assembly);
    return done;
}

static bool export_model(const char *document, const char *to, const char *const *changes, size_t n,
                         struct error *error)
{
    struct model_file file;
    if (!model_file_open(&file, document, changes, n, error))
        return false;
    const bool done = exporter_write_fmu(&file, to, error);
    model_file_close(&file);
    return done;
}

bool paso_export(const char *document, const char *to, const char *const *changes, size_t n, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    bool done = true;
    if (!document || !to)
        done = error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_export", document ? "the target" : "the document");
    else if (output_ends_with(to, ".ssp"))
        done = export_system(document, to, changes, n, &entry.error);
    else if (output_ends_with(to, ".fmu"))
        done = export_model(document, to, changes, n, &entry.error);
    else
        done = error_raise(&entry.error, ERROR_CALL_ENDING, to);
    return library_leave(&entry, done, error);
}
