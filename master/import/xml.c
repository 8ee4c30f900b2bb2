/* Reads XML with expat, within limits. */
#include "master/import/xml.h"
#include "master/base/read_files.h"
#include "master/import/import_messages.h"

#include <errno.h>
#include <expat.h>
#include <fcntl.h>
#include <iconv.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST_ELEMENT = 100, LARGEST_FILE = 256 << 20, PIECE = 1 << 20, LONGEST_NUMBER = 400 };

struct xml_reader {
    XML_Parser parser;
    const struct xml_handler *handler;
    const char *place;
    struct error *error;
    int depth;
    bool stopped; /* expat may still report the end of an element whose start stopped it */
    char line_text[300];
};

int xml_line(const struct xml_reader *xml)
{
    const XML_Size line = XML_GetCurrentLineNumber(xml->parser);
    return line < INT_MAX ? (int)line : INT_MAX;
}

const char *xml_place(const struct xml_reader *xml)
{
    struct xml_reader *mutable = (struct xml_reader *)xml;
    snprintf(mutable->line_text, sizeof mutable->line_text, "%s:%d", xml->place, xml_line(xml));
    return xml->line_text;
}

struct error *xml_error(const struct xml_reader *xml)
{
    return xml->error;
}

const char *xml_attribute(const char *const *attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* ---- what expat calls ---- */

static void stop(struct xml_reader *xml)
{
    if (!error_is_set(xml->error))
        error_raise(xml->error, ERROR_INTERNAL, "an XML handler stopped without a reason");
    xml->stopped = true;
    XML_StopParser(xml->parser, XML_FALSE);
}

static void XMLCALL on_start(void *user, const XML_Char *element, const XML_Char **attributes)
{
    struct xml_reader *xml = user;
    if (xml->stopped)
        return;
    if (++xml->depth > DEEPEST_ELEMENT) {
        error_raise(xml->error, ERROR_XML_DEPTH, xml_place(xml), TEXT("%d", DEEPEST_ELEMENT));
        stop(xml);
    } else if (!xml->handler->start(xml, element, (const char *const *)attributes, xml->handler->context)) {
        stop(xml);
    }
}

static void XMLCALL on_end(void *user, const XML_Char *element)
{
    struct xml_reader *xml = user;
    xml->depth--;
    if (!xml->stopped && xml->handler->end && !xml->handler->end(xml, element, xml->handler->context))
        stop(xml);
}

static void XMLCALL on_text(void *user, const XML_Char *text, int n)
{
    struct xml_reader *xml = user;
    if (!xml->stopped && !xml->handler->text(xml, text, (size_t)n, xml->handler->context))
        stop(xml);
}

/* Descriptions and systems have no use for entities; attacks do. */
static void XMLCALL on_entity(void *user, const XML_Char *name, int is_parameter, const XML_Char *value, int length,
                              const XML_Char *base, const XML_Char *system, const XML_Char *public,
                              const XML_Char *notation)
{
    (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public, (void)notation;
    struct xml_reader *xml = user;
    error_raise(xml->error, ERROR_XML_ENTITY, xml_place(xml), name);
    stop(xml);
}

/* Encodings beyond those that expat knows: any with one byte per character (Windows-1252, ISO-8859-15 ...) by iconv. */
static int XMLCALL on_encoding(void *user, const XML_Char *name, XML_Encoding *encoding)
{
    (void)user;
    if (strncasecmp(name, "windows-125", 11) != 0 && strncasecmp(name, "cp", 2) != 0 &&
        strncasecmp(name, "iso-8859-", 9) != 0)
        return XML_STATUS_ERROR;
    const iconv_t converter = iconv_open("UCS-4LE", name);
    if (converter == (iconv_t)-1)
        return XML_STATUS_ERROR;
    for (int byte = 0; byte < 256; byte++) {
        char in = (char)byte;
        unsigned char out[8];
        char *from = &in, *to = (char *)out;
        size_t n_from = 1, n_to = sizeof out;
        iconv(converter, NULL, NULL, NULL, NULL);
        const bool single = iconv(converter, &from, &n_from, &to, &n_to) != (size_t)-1 && n_to == sizeof out - 4;
        encoding->map[byte] = single && out[2] == 0 && out[3] == 0 ? out[0] | out[1] << 8 : -1;
    }
    iconv_close(converter);
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return XML_STATUS_OK;
}

/* ---- reading ---- */

static bool prepare(struct xml_reader *xml)
{
    xml->parser = xml->handler->namespaces ? XML_ParserCreateNS(NULL, ' ') : XML_ParserCreate(NULL);
    if (!xml->parser)
        return error_raise(xml->error, ERROR_NO_MEMORY, "reading XML");
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    if (xml->handler->text)
        XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetEntityDeclHandler(xml->parser, on_entity);
    XML_SetUnknownEncodingHandler(xml->parser, on_encoding, NULL);
    return true;
}

static bool feed(struct xml_reader *xml, const char *bytes, size_t n)
{
    for (size_t at = 0;; at += PIECE) {
        const bool last = n - at <= PIECE;
        if (XML_Parse(xml->parser, bytes + at, last ? (int)(n - at) : PIECE, last) != XML_STATUS_OK) {
            const enum XML_Error code = XML_GetErrorCode(xml->parser);
            return code == XML_ERROR_NO_MEMORY
                       ? error_raise(xml->error, ERROR_NO_MEMORY, "reading XML")
                       : error_raise(xml->error, ERROR_XML, xml_place(xml), XML_ErrorString(code));
        }
        if (last)
            return true;
    }
}

bool xml_read_bytes(const char *bytes, size_t n, const char *place, const struct xml_handler *handler,
                    struct error *error)
{
    struct error own = {0};
    struct xml_reader xml = {.handler = handler, .place = place, .error = error ? error : &own};
    const bool ok = prepare(&xml) && feed(&xml, bytes, n);
    if (xml.parser)
        XML_ParserFree(xml.parser);
    return ok;
}

static bool read_all(int file, char *bytes, size_t n)
{
    for (size_t have = 0; have < n;) {
        const ssize_t got = read(file, bytes + have, n - have);
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EIO;
        if (got <= 0)
            return false;
        have += (size_t)got;
    }
    return true;
}

static bool read_open_file(int file, const char *place, const struct xml_handler *handler, struct error *error)
{
    const size_t largest = handler->largest_file ? handler->largest_file : LARGEST_FILE;
    struct stat info;
    if (fstat(file, &info) != 0)
        return error_raise(error, ERROR_FILE_OPEN, place, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return error_raise(error, ERROR_FILE_OPEN, place, strerror(S_ISDIR(info.st_mode) ? EISDIR : EINVAL));
    if ((size_t)info.st_size > largest)
        return error_raise(error, ERROR_XML_TOO_LARGE, place, TEXT("%zu", largest >> 20));
    const size_t n = (size_t)info.st_size;
    char *bytes = malloc(n + 1);
    if (!bytes)
        return error_raise(error, ERROR_NO_MEMORY, "reading XML");
    const bool ok = read_all(file, bytes, n) ? xml_read_bytes(bytes, n, place, handler, error)
                                             : error_raise(error, ERROR_FILE_OPEN, place, strerror(errno));
    free(bytes);
    return ok;
}

bool xml_read_file(const char *path, const char *place, const struct xml_handler *handler, struct error *error)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* O_NONBLOCK: a fifo is refused, not waited for */
    if (file < 0)
        return error_raise(error, ERROR_FILE_OPEN, place, strerror(errno));
    read_files_note(path);
    const bool ok = read_open_file(file, place, handler, error);
    close(file);
    return ok;
}

/* ---- values ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Strips blanks and copies; false where nothing or too much is left, or characters outside of `allowed`. */
static bool strip(const char *text, const char *allowed, char number[LONGEST_NUMBER])
{
    while (is_blank(*text))
        text++;
    size_t n = strlen(text);
    while (n > 0 && is_blank(text[n - 1]))
        n--;
    if (n == 0 || n >= LONGEST_NUMBER)
        return false;
    memcpy(number, text, n);
    number[n] = '\0';
    return strspn(number, allowed) == n;
}

static locale_t plain_locale;

static void make_plain_locale(void)
{
    plain_locale = newlocale(LC_ALL_MASK, "C", NULL);
}

/* strtod follows the locale, which an FMU may have changed: this is the number in the C locale. */
bool xml_double(const char *text, double *value)
{
    char number[LONGEST_NUMBER];
    if (!strip(text, "+-0123456789.eEINFa", number))
        return false;
    if (strcmp(number, "INF") == 0 || strcmp(number, "+INF") == 0 || strcmp(number, "-INF") == 0) {
        *value = number[0] == '-' ? -INFINITY : INFINITY;
        return true;
    }
    if (strcmp(number, "NaN") == 0) {
        *value = NAN;
        return true;
    }
    if (strpbrk(number, "INFa"))
        return false;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_plain_locale);
    char *end;
    *value = strtod_l(number, &end, plain_locale);
    return *end == '\0' && end != number;
}

static bool integer(const char *text, long long low, long long high, long long *value)
{
    char number[LONGEST_NUMBER];
    if (!strip(text, "+-0123456789", number))
        return false;
    char *end;
    errno = 0;
    *value = strtoll(number, &end, 10);
    return errno == 0 && *end == '\0' && end != number && *value >= low && *value <= high;
}

bool xml_int(const char *text, int *value)
{
    long long number;
    const bool ok = integer(text, INT_MIN, INT_MAX, &number);
    if (ok)
        *value = (int)number;
    return ok;
}

bool xml_unsigned(const char *text, unsigned *value)
{
    long long number;
    const bool ok = integer(text, 0, UINT_MAX, &number);
    if (ok)
        *value = (unsigned)number;
    return ok;
}

bool xml_bool(const char *text, bool *value)
{
    char word[LONGEST_NUMBER];
    if (!strip(text, "truefalse01", word))
        return false;
    const bool yes = strcmp(word, "true") == 0 || strcmp(word, "1") == 0;
    const bool no = strcmp(word, "false") == 0 || strcmp(word, "0") == 0;
    if (yes || no)
        *value = yes;
    return yes || no;
}
