/* Archives that the program writes: the same entries give the same bytes, and a file appears only when it is complete. */
#ifndef PASO_PACKAGE_H
#define PASO_PACKAGE_H

#include "master/base/error.h"

#include <stddef.h>

struct package_entry {
    const char *name;
    const void *bytes;
    size_t size;
};

/* An archive in memory; the caller frees its bytes. */
struct package_bytes {
    unsigned char *bytes;
    size_t size;
};
bool package_make(struct package_bytes *package, const struct package_entry *entries, size_t n, struct error *error);

/* The bytes of a file, to be packed; the caller frees them. */
bool package_load(struct package_bytes *bytes, const char *path, struct error *error);

bool package_write(const char *path, const struct package_entry *entries, size_t n, struct error *error);

#endif
