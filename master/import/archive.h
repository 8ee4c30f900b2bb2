/* A zip archive (FMU, SSP), unpacked to a folder. What is not safe is refused with the reason: names that leave the folder,
 * links and devices, encrypted or damaged entries, and archives that grow beyond the limits. */
#ifndef PASO_ARCHIVE_H
#define PASO_ARCHIVE_H

#include "master/base/error.h"

/* What is unpacked of an entry: nobody opens everything. */
enum archive_part { ARCHIVE_ALL, ARCHIVE_FOLDERS, ARCHIVE_NOTHING };

struct archive_limits {
    size_t largest_total; /* bytes unpacked */
    size_t most_entries;
    size_t largest_ratio;                          /* unpacked to packed ... */
    size_t harmless_in_total;                      /* ... that is not looked at below so many unpacked bytes */
    enum archive_part (*wanted)(const char *name); /* NULL: all; names are checked in any case */
};
struct archive_limits archive_limits_default(void);

/* Unpacks it; `folder` exists. On failure the folder may hold a part: remove it. */
bool archive_unpack(const char *path, const char *folder, const struct archive_limits *limits, struct error *error);

#endif
