/* Content hashes. */
#include "sweep/digest.h"
#include "master/import/import_messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void digest_begin(struct digest *d)
{
    SHA256Init(&d->context);
}

void digest_text(struct digest *d, const char *text)
{
    SHA256Update(&d->context, (const uint8_t *)text, strlen(text) + 1);
}

void digest_number(struct digest *d, double number)
{
    digest_text(d, TEXT("%.17g", number));
}

bool digest_file(struct digest *d, const char *path, struct error *error)
{
    enum { BLOCK = 65536 };
    uint8_t *block = malloc(BLOCK);
    FILE *file = block ? fopen(path, "rb") : NULL;
    bool ok = file != NULL;
    for (size_t n; ok && (n = fread(block, 1, BLOCK, file)) > 0;)
        SHA256Update(&d->context, block, n);
    if (!ok || ferror(file))
        ok = error_raise(error, ERROR_FILE_OPEN, path, strerror(errno));
    if (file)
        fclose(file);
    free(block);
    digest_text(d, "end of file");
    return ok;
}

void digest_end(struct digest *d, char text[DIGEST_SIZE])
{
    SHA256End(&d->context, text);
}
