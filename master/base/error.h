/* How a failure travels: one struct, filled once where it happens, printed once by the program. Every text stands in
 * the list of its room; `{}` marks the places that error_raise() fills with its strings, in order. */
#ifndef PASO_ERROR_H
#define PASO_ERROR_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* A message that the program can give. Every room has a list of its own, X(code, exit status, text): status 1, the run failed; 2,
 * the command line or an input file is wrong, up to and including a library that cannot be loaded; a warning carries 0. A code
 * is an array of one, so that its name is the message's address. */
struct message {
    const char *code;
    int exit_status;
    const char *text;
};
#define MESSAGE_DECLARE(code, exit_status, text) extern const struct message code[1];
#define MESSAGE_DEFINE(code, exit_status, text)  const struct message code[1] = {{#code, exit_status, text}};

#include "master/base/base_messages.h"

enum { ERROR_TEXT_SIZE = 2048 };

struct error {
    const struct message *code; /* NULL: nothing happened */
    char text[ERROR_TEXT_SIZE]; /* one message, without the program's name */
};

/* Fills `error` from the list and returns false, so that a function can `return error_raise(...)`. The first failure is
 * kept: raising on top of one changes nothing. `error` may be NULL. */
#define error_raise(error, code, ...) error_raise_strings(error, code, (const char *const[]){__VA_ARGS__, NULL})
bool error_raise_strings(struct error *error, const struct message *code, const char *const strings[]);

/* Puts words in front: "lim.ssp: " before the text of a failure that a deeper layer raised without knowing the place. */
void error_prefix(struct error *error, const char *words);

void error_clear(struct error *error);
bool error_is_set(const struct error *error);
int error_exit_status(const struct error *error); /* 0, 1 or 2, as the contract says */

/* A warning does not stop anything: printed at once on standard error as "paso: warning: ...", unless it was said before
 * (the same text is said once) or warnings are silenced. Texts come from the same lists. */
#define error_warn(code, ...) error_warn_strings(code, (const char *const[]){__VA_ARGS__, NULL})
void error_warn_strings(const struct message *code, const char *const strings[]);
typedef void (*warning_sink)(const char *text, void *context);
/* Of the whole process, in place of standard error (NULL): for tests and fuzzers, whose warnings come from wherever they are. */
void error_set_warning_sink(warning_sink sink, void *context);

/* Where warnings go, and what was said there already. */
enum { REMEMBERED_WARNINGS = 256 };
struct warning_route {
    pthread_mutex_t lock;
    warning_sink sink; /* NULL: nobody hears them */
    void *context;
    unsigned long said[REMEMBERED_WARNINGS]; /* hashes */
    size_t n_said;
    struct error late; /* what error_take_late_failure will give */
};
void warning_route_open(struct warning_route *route, warning_sink sink, void *context);
void warning_route_close(struct warning_route *route);

/* From now on the warnings of this thread go there, and not to the process's sink; NULL: to it again. Returns
 * what it was before. */
struct warning_route *error_route_warnings(struct warning_route *route);

/* A warning whose message has an exit status is a failure that nobody could return any more: an FMU that crashes when it is freed. The first
 * one waits in this thread's route, if somebody listens there, for whoever ends the work; further ones are told as warnings. True: there was
 * one, and it is the error now, or was told as a warning where there is an error already or `error` is NULL. */
bool error_take_late_failure(struct error *error);

/* A number as a string for error_raise: TEXT("%.6g", t) lives until the end of the enclosing block. */
#define TEXT(...) error_format((char[96]){0}, 96, __VA_ARGS__)
const char *error_format(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The member of `known` nearest to `name` by edit distance, or NULL where none is near enough: "did you mean ...?" */
const char *error_nearest(const char *name, const char *const *known, size_t n_known);

#endif
