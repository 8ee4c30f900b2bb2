/* FMUs: unpacked, described, loaded. */
#include "master/import/fmu_private.h"
#include "master/import/archive.h"
#include "master/import/description_build.h"
#include "master/import/isolate.h"
#include "master/import/temporary.h"
#include "master/import/import_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct fmu_options fmu_options_default(void)
{
    return (struct fmu_options){.binary_needed = true,
                                .largest_archive = archive_limits_default().largest_total,
                                .largest_description = (size_t)256 << 20};
}

/* file:///... with everything percent-encoded that may not stand in a path of a URI (RFC 3986). */
static char *make_uri(const char *folder)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    static const char start[] = "file://", end[] = "/resources";
    char *uri = malloc(sizeof start + 3 * strlen(folder) + sizeof end);
    if (!uri)
        return NULL;
    char *to = stpcpy(uri, start);
    for (; *folder; folder++) {
        if (strchr(plain, *folder))
            *to++ = *folder;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*folder);
    }
    strcpy(to, end);
    return uri;
}

/* What a run never opens stays packed: unpacking it would take most of the time of a start. The folders of binaries say for which
 * platforms there are some. */
static enum archive_part wanted(const char *name)
{
    static const char *const folders[] = {"sources/", "documentation/", "licenses/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(name, folders[i], strlen(folders[i])) == 0)
            return ARCHIVE_NOTHING;
    return binary_is_elsewhere(name) ? ARCHIVE_FOLDERS : ARCHIVE_ALL;
}

static bool unpack(struct fmu *fmu, const struct fmu_options *options, struct error *error)
{
    struct stat info;
    if (stat(fmu->path, &info) == 0)
        fmu->archive_size = (size_t)info.st_size;
    fmu->folder = temporary_create(error);
    if (!fmu->folder)
        return false;
    struct archive_limits limits = archive_limits_default();
    limits.largest_total = options->largest_archive;
    limits.wanted = wanted;
    return archive_unpack(fmu->path, fmu->folder, &limits, error);
}

static bool describe(struct fmu *fmu, const struct fmu_options *options, struct error *error)
{
    char *path = NULL, *place = NULL;
    if (asprintf(&path, "%s/modelDescription.xml", fmu->folder) < 0 ||
        asprintf(&place, "%s/modelDescription.xml", fmu->file) < 0)
        error_raise(error, ERROR_NO_MEMORY, "reading a description");
    else if (access(path, F_OK) != 0)
        error_raise(error, ERROR_NO_DESCRIPTION, fmu->path);
    else
        fmu->description = description_read_fmu(fmu->folder, place, options->largest_description, error);
    free(path);
    free(place);
    return fmu->description != NULL;
}

/* Both interfaces may be in one library or in two; one that cannot be loaded only matters when it is asked for. */
bool fmu_load(struct fmu *fmu, struct error *error)
{
    const struct fmi_interface *const interfaces[] = {
        [fmi2ModelExchange] = &fmu->description->model_exchange, [fmi2CoSimulation] = &fmu->description->co_simulation};
    for (int type = fmi2CoSimulation; type >= fmi2ModelExchange; type--) {
        const struct fmi_interface *interface = interfaces[type];
        const bool same = type == fmi2ModelExchange && fmu->binaries[fmi2CoSimulation] &&
                          strcmp(interface->model_identifier, interfaces[fmi2CoSimulation]->model_identifier) == 0;
        if (!interface->present)
            continue;
        fmu->binaries[type] = same ? fmu->binaries[fmi2CoSimulation]
                                   : binary_load(fmu->folder, (fmi2Type)type, interface->model_identifier, fmu->file,
                                                 &fmu->binary_errors[type]);
    }
    if (fmu->binaries[0] || fmu->binaries[1])
        return true;
    if (error && !error_is_set(error))
        *error = fmu->binary_errors[interfaces[fmi2CoSimulation]->present ? fmi2CoSimulation : fmi2ModelExchange];
    return false;
}

struct isolate *fmu_take_isolate(struct fmu *fmu, fmi2Type type, const struct isolation *isolation, struct error *error)
{
    struct isolate *isolate = fmu->spare[type];
    fmu->spare[type] = NULL;
    if (isolate && isolate_is_ours(isolate))
        return isolate;
    isolate_close(isolate);
    const struct fmi_interface *interface =
        type == fmi2CoSimulation ? &fmu->description->co_simulation : &fmu->description->model_exchange;
    isolate = isolate_open(fmu->folder, type, interface->model_identifier, fmu->file, isolation, error);
    if (isolate)
        fmu->isolated[type] = *isolate_functions(isolate);
    return isolate;
}

/* One process tells whether the binary can be loaded and what is in it; the first instance will have it. */
static bool load_isolated(struct fmu *fmu, const struct isolation *isolation, struct error *error)
{
    const fmi2Type type = fmu->description->co_simulation.present ? fmi2CoSimulation : fmi2ModelExchange;
    fmu->is_isolated = true;
    fmu->spare[type] = fmu_take_isolate(fmu, type, isolation, error);
    return fmu->spare[type] != NULL;
}

struct fmu *fmu_open(const char *path, const struct fmu_options *options, struct error *error)
{
    const struct fmu_options defaults = fmu_options_default();
    if (!options)
        options = &defaults;
    crash_guard_install();
    struct fmu *fmu = calloc(1, sizeof *fmu);
    if (fmu)
        fmu->path = strdup(path);
    if (!fmu || !fmu->path) {
        free(fmu);
        error_raise(error, ERROR_NO_MEMORY, "opening an FMU");
        return NULL;
    }
    const char *slash = strrchr(fmu->path, '/');
    fmu->file = slash && slash[1] ? slash + 1 : fmu->path;

    bool ok = unpack(fmu, options, error) && describe(fmu, options, error);
    if (ok) {
        fmu->n_platforms = binary_platforms(fmu->folder, &fmu->platforms);
        fmu->resources = make_uri(fmu->folder);
        ok = fmu->resources || error_raise(error, ERROR_NO_MEMORY, "opening an FMU");
        if (ok && options->binary_needed)
            ok = options->isolation ? load_isolated(fmu, options->isolation, error) : fmu_load(fmu, error);
    }
    if (!ok) {
        fmu_close(fmu);
        return NULL;
    }
    return fmu;
}

/* After fmi2Fatal even unloading would run the FMU's code: what it holds stays where it is until the program ends. */
static void abandon(struct fmu *fmu)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct fmu *abandoned;
    pthread_mutex_lock(&lock);
    fmu->next = abandoned;
    abandoned = fmu;
    pthread_mutex_unlock(&lock);
}

void fmu_close(struct fmu *fmu)
{
    if (!fmu)
        return;
    isolate_close(fmu->spare[0]);
    isolate_close(fmu->spare[1]);
    if (fmu->fatal) {
        temporary_remove(fmu->folder);
        abandon(fmu);
        return;
    }
    if (fmu->binaries[0] != fmu->binaries[1])
        binary_unload(fmu->binaries[0]);
    binary_unload(fmu->binaries[1]);
    temporary_remove(fmu->folder); /* after the binary, which may want its resources until the end */
    description_free(fmu->description);
    for (size_t i = 0; i < fmu->n_platforms; i++)
        free(fmu->platforms[i]);
    free(fmu->platforms);
    free(fmu->resources);
    free(fmu->folder);
    free(fmu->path);
    free(fmu);
}

const struct description *fmu_description(const struct fmu *fmu)
{
    return fmu->description;
}

const char *fmu_path(const struct fmu *fmu)
{
    return fmu->path;
}

const char *fmu_folder(const struct fmu *fmu)
{
    return fmu->folder;
}

size_t fmu_archive_size(const struct fmu *fmu)
{
    return fmu->archive_size;
}

size_t fmu_platforms(const struct fmu *fmu, const char *const **names)
{
    *names = (const char *const *)fmu->platforms;
    return fmu->n_platforms;
}

bool fmu_has_binary(const struct fmu *fmu, struct error *error)
{
    const struct description *d = fmu->description;
    const struct fmi_interface *interface = d->co_simulation.present ? &d->co_simulation : &d->model_exchange;
    char *path = binary_find(fmu->folder, interface->model_identifier, fmu->file, error);
    free(path);
    return path != NULL;
}

static bool has_function(const struct functions *functions, const char *name)
{
#define HAS(result, function, arguments)                                                                               \
    if (strcmp(name, #function) == 0)                                                                                  \
        return functions->function != NULL;
    FMI2_FUNCTIONS(HAS)
#undef HAS
    return false;
}

bool fmu_is_fatal(const struct fmu *fmu)
{
    return fmu->fatal;
}

bool fmu_has_function(const struct fmu *fmu, const char *name)
{
    for (size_t type = 0; type < 2; type++)
        if ((fmu->binaries[type] && has_function(binary_functions(fmu->binaries[type]), name)) ||
            has_function(&fmu->isolated[type], name))
            return true;
    return false;
}
