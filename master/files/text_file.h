/* A document, read as a whole. */
#ifndef PASO_TEXT_FILE_H
#define PASO_TEXT_FILE_H

#include "master/base/error.h"

/* The caller frees the text, also after a failure. `shown`: its name in messages. */
bool text_file_read(const char *path, const char *shown, char **text, size_t *length, struct error *error);

#endif
