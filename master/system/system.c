/* A system is opened from a package, a description or a single FMU, and closed. */
#include "master/base/read_files.h"
#include "master/system/ssp.h"
#include "master/system/system_messages.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

SYSTEM_MESSAGES(MESSAGE_DEFINE)

struct system_options system_options_default(void)
{
    return (struct system_options){.binaries_needed = true};
}

bool system_isolates(const char *isolate, const char *component)
{
    if (!isolate || strcmp(isolate, "all") == 0)
        return isolate != NULL;
    const size_t length = strlen(component);
    for (const char *at = isolate; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strcspn(at, ",") == length && strncmp(at, component, length) == 0)
            return true;
    return false;
}

/* What system_open() allocates: the system, and the memory of all that is in it. */
struct system_box {
    struct system system;
    struct arena arena;
};

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), n_end = strlen(end);
    return n >= n_end && strcasecmp(text + n - n_end, end) == 0;
}

/* ---- a single FMU ---- */

static bool read_fmu(struct reading *r, const char *path)
{
    struct system *s = r->system;
    struct fmu_options options = fmu_options_default();
    options.binary_needed = r->options->binaries_needed;
    options.isolation = system_isolates(r->options->isolate, "") ? &r->options->isolation : NULL;
    struct open_fmu *f = arena_get(&r->arena, sizeof *f);
    struct system_component *c = arena_get(r->keeps, sizeof *c);
    if (!f || !c)
        return no_memory(r);
    f->fmu = fmu_open(path, &options, r->error);
    if (!f->fmu)
        return false;
    r->fmus = f;
    const struct description *d = fmu_description(f->fmu);
    *c = (struct system_component){.name = arena_copy(r->keeps, "", 0),
                                   .source = arena_copy(r->keeps, path, strlen(path)),
                                   .place = arena_copy(r->keeps, path, strlen(path)),
                                   .fmu = f->fmu,
                                   .wants_model_exchange = !d->co_simulation.present};
    s->is_single_fmu = true;
    s->components = c;
    s->n_components = 1;
    s->experiment = d->experiment;
    s->name = arena_copy(r->keeps, d->model_name, strlen(d->model_name));
    return s->name && c->name && c->source && c->place ? system_read_traits(r) : no_memory(r);
}

/* ---- SSP ---- */

/* "X.ssp#variant.ssd" is a description inside of the package, unless there is a file of that whole name. */
static bool locate(struct reading *r, const char *path, struct ssp_location *given)
{
    *given = (struct ssp_location){.path = path, .label = path};
    const char *hash = access(path, F_OK) == 0 ? NULL : strrchr(path, '#');
    if (!hash)
        return true;
    const char *package = arena_copy(&r->arena, path, (size_t)(hash - path));
    if (!package)
        return no_memory(r);
    if (!ends_with(package, ".ssp"))
        return true;
    read_files_note(package);
    *given = (struct ssp_location){.path = package, .label = package, .fragment = hash + 1};
    return true;
}

static bool read_ssp(struct reading *r, const char *path)
{
    struct ssp_location given, where;
    if (!locate(r, path, &given))
        return false;
    where = given;
    if (!ends_with(given.path, ".ssd") && !ssp_unpack(r, &given, &where))
        return false;
    struct ssp_element *root = ssp_read_root(r, &where);
    if (!root)
        return false;
    if (r->system->n_components == 0)
        return error_raise(r->error, ERROR_SSP_EMPTY, where.label);
    if (!system_read_traits(r) || !ssp_connect(r, root) || !ssp_flatten(r, root) || !ssp_bind(r, root) ||
        !ssp_read_powers(r, root))
        return false;
    ssp_tell_strays(r);
    return true;
}

/* The FMUs that were opened belong to the system, in the order of opening. */
static bool take_fmus(struct reading *r)
{
    struct system *s = r->system;
    size_t n = 0;
    for (const struct open_fmu *f = r->fmus; f; f = f->next)
        n++;
    s->fmus = arena_get(r->keeps, n * sizeof(*s->fmus));
    if (!s->fmus) {
        for (const struct open_fmu *f = r->fmus; f; f = f->next)
            fmu_close(f->fmu);
        return no_memory(r);
    }
    s->n_fmus = n;
    for (const struct open_fmu *f = r->fmus; f; f = f->next)
        s->fmus[--n] = f->fmu;
    return true;
}

struct system *system_open(const char *path, const struct system_options *options, struct error *error)
{
    const struct system_options defaults = system_options_default();
    struct error own = {0};
    struct system_box *box = calloc(1, sizeof *box);
    if (!box) {
        error_raise(error, ERROR_NO_MEMORY, "opening the system");
        return NULL;
    }
    struct reading r = {.keeps = &box->arena,
                        .options = options ? options : &defaults,
                        .system = &box->system,
                        .error = error ? error : &own};
    bool good = ends_with(path, ".fmu") ? read_fmu(&r, path) : read_ssp(&r, path);
    good = take_fmus(&r) && good;
    box->system.path = arena_copy(&box->arena, path, strlen(path));
    good = good && (box->system.path || no_memory(&r));
    ssp_hide_temporary(&r);
    reading_close(&r);
    if (good)
        return &box->system;
    system_close(&box->system);
    return NULL;
}

void system_close(struct system *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_fmus; i++)
        fmu_close(s->fmus[i]);
    struct system_box *box = (struct system_box *)s;
    arena_free(&box->arena);
    free(box);
}
