#include "tests/master/import/making.h"
#include "tests/testing.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

static char place[256], temporaries[512], files[512];

int making_begin(void **state)
{
    (void)state;
    strcpy(place, BUILD_DIR "/tests/making-XXXXXX");
    assert_non_null(mkdtemp(place));
    snprintf(temporaries, sizeof temporaries, "%s/tempor\303\244r 'a \"b\" 100%%", place);
    snprintf(files, sizeof files, "%s/files", place);
    assert_int_equal(mkdir(temporaries, 0700), 0);
    assert_int_equal(mkdir(files, 0700), 0);
    return setenv("TMPDIR", temporaries, 1);
}

int making_end(void **state)
{
    (void)state;
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    return system(command);
}

const char *making_path(const char *file)
{
    static char paths[4][1024];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", files, file);
    return path;
}

size_t making_folders_left(void)
{
    size_t n = 0;
    DIR *folder = opendir(temporaries);
    assert_non_null(folder);
    const struct dirent *entry;
    while ((entry = readdir(folder)))
        n += entry->d_name[0] != '.';
    closedir(folder);
    return n;
}

const char *making_archive(const char *file, const struct entry *entries)
{
    const char *path = making_path(file);
    int code;
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, &code);
    assert_non_null(zip);
    for (const struct entry *e = entries; e->name; e++) {
        const size_t n = !e->text ? e->n_zeros : e->n ? e->n : strlen(e->text);
        const bool folder = e->name[0] && e->name[strlen(e->name) - 1] == '/';
        char *bytes = folder || n == 0 ? NULL : calloc(n, 1);
        if (bytes && e->text)
            memcpy(bytes, e->text, n);
        zip_source_t *source = folder ? NULL : zip_source_buffer(zip, bytes, n, 1); /* frees bytes */
        const zip_int64_t index =
            folder ? zip_dir_add(zip, e->name, ZIP_FL_ENC_UTF_8) : zip_file_add(zip, e->name, source, ZIP_FL_ENC_UTF_8);
        if (index < 0)
            fail_msg("%s: %s", e->name, zip_strerror(zip));
        if (e->mode)
            zip_file_set_external_attributes(zip, (zip_uint64_t)index, 0, ZIP_OPSYS_UNIX, e->mode << 16);
        if (e->encrypted)
            assert_int_equal(zip_file_set_encryption(zip, (zip_uint64_t)index, ZIP_EM_AES_256, "secret"), 0);
    }
    if (zip_close(zip) != 0)
        fail_msg("%s: %s", file, zip_strerror(zip));
    return path;
}

const char *making_file(const char *file, const char *bytes, size_t n)
{
    const char *path = making_path(file);
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(bytes, 1, n, to), n);
    fclose(to);
    return path;
}

char *making_read(const char *path, size_t *n)
{
    FILE *from = fopen(path, "rb");
    assert_non_null(from);
    fseek(from, 0, SEEK_END);
    *n = (size_t)ftell(from);
    rewind(from);
    char *bytes = calloc(*n + 1, 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *n, from), *n);
    fclose(from);
    return bytes;
}

struct child making_child(int (*body)(const void *context), const void *context)
{
    struct child result = {.status = -1};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        static const int crashes[] = {SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT}; /* cmocka handles them in the parent */
        for (size_t k = 0; k < sizeof crashes / sizeof *crashes; k++)
            signal(crashes[k], SIG_DFL);
        exit(body(context));
    }
    close(ends[1]);
    size_t used = 0;
    ssize_t got;
    char rest[4096];
    while ((got = used + 1 < sizeof result.said ? read(ends[0], result.said + used, sizeof result.said - 1 - used)
                                                : read(ends[0], rest, sizeof rest)) > 0)
        if (used + 1 < sizeof result.said)
            used += (size_t)got;
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return result;
}
