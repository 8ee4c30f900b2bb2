/* FMUs and systems of documents. */
#include "export/export_task.h"
#include "library/library_impl.h"
#include "master/files/output.h"

bool paso_export(const char *document, const char *to, const char *const *changes, size_t n, paso_error *error)
{
    struct entry entry;
    library_enter(&entry, library_silence());
    bool done = true;
    if (!document || !to)
        done = error_raise(&entry.error, ERROR_CALL_ARGUMENT, "paso_export", document ? "the target" : "the document");
    else if (output_ends_with(to, ".ssp"))
        done = export_system(document, false, to, changes, n, NULL, &entry.error);
    else if (output_ends_with(to, ".fmu"))
        done = export_model(document, to, changes, n, NULL, NULL, &entry.error);
    else
        done = error_raise(&entry.error, ERROR_CALL_ENDING, to);
    return library_leave(&entry, done, error);
}
