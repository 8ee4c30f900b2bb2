#include "fmi/resource.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#endif

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void decode(char *text)
{
    char *end = text;
    for (; *text; text++)
        if (*text == '%' && digit(text[1]) >= 0 && digit(text[2]) >= 0) {
            *end++ = (char)(digit(text[1]) * 16 + digit(text[2]));
            text += 2;
        } else {
            *end++ = *text;
        }
    *end = '\0';
}

/* The end of "//host" at the beginning of an address without its scheme; such an address may also have no host. */
static const char *behind_host(const char *address)
{
    if (strncmp(address, "//", 2) != 0)
        return address;
    const char *root = strchr(address + 2, '/');
    return root ? root : address + strlen(address);
}

static bool is_here(const char *address, const char *root) /* no host, or the one that means this machine */
{
    const size_t length = (size_t)(root - address);
    return length <= 2 || (length == 11 && strncmp(address, "//localhost", 11) == 0);
}

char *resource_path(const char *location, const char *name, bool with_drives)
{
    const bool is_address = strncmp(location, "file:", 5) == 0;
    if (is_address) {
        location += 5;
        const char *root = behind_host(location);
        if (!with_drives || is_here(location, root))
            location = root;
    }
    char *path = malloc(strlen(location) + strlen(name) + 2);
    if (!path)
        return NULL;
    strcpy(path, location);
    if (is_address)
        decode(path);
    if (is_address && with_drives && path[0] == '/' && isalpha((unsigned char)path[1]) &&
        (path[2] == ':' || path[2] == '|')) {
        memmove(path, path + 1, strlen(path));
        path[1] = ':';
    }
    strcat(path, "/");
    return strcat(path, name);
}

#ifdef _WIN32

/* Names of files are UTF-16 there; fopen() would take those of an old code page. */
static FILE *open_file(const char *path)
{
    const int length = MultiByteToWideChar(CP_UTF8, 0, path, -1, NULL, 0);
    wchar_t *wide = length > 0 ? malloc((size_t)length * sizeof *wide) : NULL;
    if (!wide) {
        errno = length > 0 ? ENOMEM : EINVAL;
        return NULL;
    }
    MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, length);
    FILE *file = _wfopen(wide, L"rb");
    const int why = errno;
    free(wide);
    errno = why;
    return file;
}

enum { WITH_DRIVES = true };

#else

static FILE *open_file(const char *path)
{
    return fopen(path, "rb");
}

enum { WITH_DRIVES = false };

#endif

FILE *resource_open(const char *location, const char *name, char **path)
{
    *path = resource_path(location, name, WITH_DRIVES);
    if (*path)
        return open_file(*path);
    errno = ENOMEM;
    return NULL;
}
