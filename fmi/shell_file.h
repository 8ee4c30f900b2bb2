/* For an FMU whose model is read from the document in its resources: SHELL_FILE_MODEL(read, type, close) is all that its source
 * file says. The GUID lies beside the document. */
#ifndef PASO_SHELL_FILE_H
#define PASO_SHELL_FILE_H

#include "fmi/file_model.h"
#include "notation/notation.h"
#include "fmi/shell_model.h"

#include <stdlib.h>

struct shell_file {
    void *model;
    char guid[GUID_SIZE];
};

/* read(text, length, file, error) opens a model, type(model) is its model_type, close(model) its end. */
#define SHELL_FILE_MODEL(read, type_of, close)                                                                         \
    bool shell_model_open(const char *resource_location, struct shell_model *model, struct model_report *report)       \
    {                                                                                                                  \
        struct notation_error error = {""};                                                                            \
        size_t length = 0;                                                                                             \
        struct shell_file *file = calloc(1, sizeof *file);                                                             \
        char *text = file ? file_model_load(resource_location, &length, report) : NULL;                                \
        if (text && !(file->model = read(text, length, FILE_MODEL_NAME, &error)))                                      \
            model_fail(report, "%s", error.text);                                                                      \
        const bool good = text && file->model && file_model_guid(resource_location, text, length, file->guid, report); \
        free(text);                                                                                                    \
        if (!good) {                                                                                                   \
            if (file)                                                                                                  \
                close(file->model);                                                                                    \
            free(file);                                                                                                \
            return false;                                                                                              \
        }                                                                                                              \
        *model = (struct shell_model){type_of(file->model), file->guid, file};                                         \
        return true;                                                                                                   \
    }                                                                                                                  \
                                                                                                                       \
    void shell_model_close(struct shell_model *model)                                                                  \
    {                                                                                                                  \
        struct shell_file *file = model->owner;                                                                        \
        close(file->model);                                                                                            \
        free(file);                                                                                                    \
    }

#endif
