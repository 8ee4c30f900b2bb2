/* Writes JSON, indented, to a stream. Keys are NULL inside arrays and for the outermost value.
 *
 *     struct json j = json_begin(file);
 *     json_object(&j, NULL);
 *     json_string(&j, "name", name);
 *     json_end(&j);
 *     ok = json_finish(&j);
 */
#ifndef PASO_JSON_H
#define PASO_JSON_H

#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEEPEST = 32 };

struct json {
    FILE *file;
    int depth;
    char closing[JSON_DEEPEST]; /* of every open object or array */
    bool empty[JSON_DEEPEST];
    bool row; /* an array of numbers is written in one line */
};

struct json json_begin(FILE *file);
bool json_finish(struct json *j); /* ends the last line; false where the stream has failed */

void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_row(struct json *j, const char *key); /* an array in one line */
void json_end(struct json *j);                  /* the innermost of them */

void json_string(struct json *j, const char *key,
                 const char *value); /* NULL is null; bytes that are no UTF-8 are replaced */
void json_number(struct json *j, const char *key, double value); /* NaN and infinity are null */
void json_integer(struct json *j, const char *key, long value);
void json_boolean(struct json *j, const char *key, bool value);
void json_null(struct json *j, const char *key);

#endif
