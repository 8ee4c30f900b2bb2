/* How a failure travels: one struct, filled once where it happens, printed once by the program. Every text stands in
 * error_list.h; `{}` marks the places that error_raise() fills with its strings, in order. */
#ifndef PASO_ERROR_H
#define PASO_ERROR_H

#include "master/base/error_list.h"

#include <stdbool.h>
#include <stddef.h>

enum error_code {
    ERROR_NONE,
#define ERROR_ENUM(code, exit_status, text) code,
    ERROR_LIST(ERROR_ENUM)
#undef ERROR_ENUM
        ERROR_COUNT
};

enum { ERROR_TEXT_SIZE = 2048 };

struct error {
    enum error_code code;       /* ERROR_NONE: nothing happened */
    char text[ERROR_TEXT_SIZE]; /* one message, without the program's name */
};

/* Fills `error` from the list and returns false, so that a function can `return error_raise(...)`. The first failure is
 * kept: raising on top of one changes nothing. `error` may be NULL. */
#define error_raise(error, code, ...) error_raise_strings(error, code, (const char *const[]){__VA_ARGS__, NULL})
bool error_raise_strings(struct error *error, enum error_code code, const char *const strings[]);

/* Puts words in front: "lim.ssp: " before the text of a failure that a deeper layer raised without knowing the place. */
void error_prefix(struct error *error, const char *words);

void error_clear(struct error *error);
bool error_is_set(const struct error *error);
int error_exit_status(const struct error *error); /* 0, 1 or 2, as the contract says */

/* A warning does not stop anything: printed at once on standard error as "paso: warning: ...", unless it was said before
 * (the same text is said once) or warnings are silenced. Texts come from the same list. */
#define error_warn(code, ...) error_warn_strings(code, (const char *const[]){__VA_ARGS__, NULL})
void error_warn_strings(enum error_code code, const char *const strings[]);
typedef void (*warning_sink)(const char *text, void *context);
void error_set_warning_sink(warning_sink sink, void *context); /* NULL: standard error */
/* Hears of every warning, too, wherever it goes; NULL: nobody. */
void error_set_warning_listener(warning_sink listener, void *context);

/* A number as a string for error_raise: TEXT("%.6g", t) lives until the end of the enclosing block. */
#define TEXT(...) error_format((char[96]){0}, 96, __VA_ARGS__)
const char *error_format(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The member of `known` nearest to `name` by edit distance, or NULL where none is near enough: "did you mean ...?" */
const char *error_nearest(const char *name, const char *const *known, size_t n_known);

#endif
