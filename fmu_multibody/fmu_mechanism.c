/* The binary of every mechanism's FMU: it reads the document in its resources, and checks by the GUID that description and
 * document belong together. */
#include "file_model.h"
#include "mechanism_file.h"
#include "shell_model.h"

#include <stdlib.h>
#include <string.h>

struct opened {
    struct mechanism_file *file;
    char guid[GUID_SIZE];
};

bool shell_model_open(const char *resource_location, struct shell_model *model, struct model_report *report)
{
    struct notation_error error = {""};
    size_t length = 0;
    struct opened *opened = calloc(1, sizeof *opened);
    char *text = opened ? file_model_load(resource_location, &length, report) : NULL;
    if (text) {
        opened->file = mechanism_file_read(text, length, FILE_MODEL_NAME, &error);
        if (!opened->file)
            model_fail(report, "%s", error.text);
    }
    const bool good = opened && opened->file &&
                      file_model_guid(mechanism_file_type(opened->file), text, length, opened->guid, report);
    free(text);
    if (!good) {
        if (opened)
            mechanism_file_close(opened->file);
        free(opened);
        return false;
    }
    *model = (struct shell_model){.type = mechanism_file_type(opened->file), .guid = opened->guid, .owner = opened};
    return true;
}

void shell_model_close(struct shell_model *model)
{
    struct opened *opened = model->owner;
    mechanism_file_close(opened->file);
    free(opened);
}
