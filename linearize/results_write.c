/* Results by the ending of a file's name. */
#include "master/files/output.h"
#include "linearize/results.h"
#include "master/options/options_messages.h"

bool results_check_path(const char *path, struct error *error)
{
    return output_ends_with(path, ".json") || output_ends_with(path, ".csv") || output_ends_with(path, ".mat") ||
           error_raise(error, ERROR_OPTION_VALUE, "output", path, "a file name that ends in .json, .csv or .mat");
}

static bool print(FILE *file, const void *context)
{
    return results_print_json(file, context);
}

bool results_write(const char *path, const struct results *r, struct error *error)
{
    if (output_ends_with(path, ".mat"))
        return results_write_mat(path, r, error);
    if (output_ends_with(path, ".csv"))
        return results_write_csv(path, r, error);
    return output_write(path, print, r, error);
}
