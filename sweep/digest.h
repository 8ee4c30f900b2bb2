/* Content hashes (SHA-256): by them a stored result is known to belong to exactly this system, these FMUs, these options. */
#ifndef PASO_DIGEST_H
#define PASO_DIGEST_H

#include "master/base/error.h"

#include <sha2.h>

enum { DIGEST_SIZE = 65 }; /* 64 hexadecimal digits */

struct digest {
    SHA2_CTX context;
};

void digest_begin(struct digest *d);
void digest_text(struct digest *d, const char *text); /* with its end: "a" "bc" is not "ab" "c" */
void digest_number(struct digest *d, double number);
bool digest_file(struct digest *d, const char *path, struct error *error);
void digest_end(struct digest *d, char text[DIGEST_SIZE]);

#endif
