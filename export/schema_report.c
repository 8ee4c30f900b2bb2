/* JSON Schemas on standard output. */
#include "export/schema_report.h"

#include "master/files/files_messages.h"
#include "master/options/options_messages.h"

bool schema_report(const char *command, const struct grammar *grammar, const char *path, FILE *report,
                   struct error *error)
{
    if (path)
        return error_raise(error, ERROR_OPTION_ARGUMENT_SURPLUS, TEXT("%s --schema", command), "no file", path);
    return !report || grammar_schema(grammar, report) ||
           error_raise(error, ERROR_RESULT_WRITE, "standard output", "output error");
}
