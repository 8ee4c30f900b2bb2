#include "sweep/series.h"

#include "master/files/recorder.h"
#include "master/options/command_text.h"
#include "sweep/sweep_messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool no_memory(struct error *error)
{
    return error_raise(error, ERROR_NO_MEMORY, "keeping the series of a run");
}

bool series_open(struct series_folder *f, const struct study *study, const char *path, struct error *error)
{
    const struct plan *plan = &study->plan;
    *f = (struct series_folder){.study = study, .path = path, .rows = malloc((plan->n_runs + 1) * sizeof *f->rows)};
    if (!f->rows)
        return no_memory(error);
    for (size_t run = 0, row = 0; run < plan->n_runs; run++)
        f->rows[run] = plan_is_repeated(plan, run) ? 0 : ++row;
    struct stat there;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return error_raise(error, ERROR_SWEEP_FOLDER, path, strerror(errno));
}

void series_close(struct series_folder *f)
{
    free(f->rows);
    *f = (struct series_folder){0};
}

const char *series_name(size_t row, char name[SERIES_NAME_SIZE])
{
    return error_format(name, SERIES_NAME_SIZE, "run-%04zu.csv", row);
}

static bool copy_selection(struct selection *to, const struct selection *from, struct error *error)
{
    *to = (struct selection){.ports = malloc((from->n + 1) * sizeof *to->ports),
                             .names = calloc(from->n + 1, sizeof *to->names)};
    for (size_t i = 0; to->ports && to->names && i < from->n && (to->names[i] = strdup(from->names[i])); i++, to->n++)
        to->ports[i] = from->ports[i];
    if (to->ports && to->names && to->n == from->n)
        return true;
    selection_free(to);
    return no_memory(error);
}

/* What makes this run alone. */
static char *command_of(const struct study *s, const struct job *job, struct error *error)
{
    struct run_words words;
    char *command = NULL;
    if (plan_read(&s->plan, job, &words, error)) {
        const struct text_list list = {.items = (const char **)words.words, .n = words.n};
        command = command_text("run", s->system->path, &list);
        if (!command)
            no_memory(error);
    }
    plan_free_words(&words);
    return command;
}

static bool replay(struct recorder *r, const struct trajectory *t, struct error *error)
{
    const struct run_observer observer = recorder_observer(r);
    const char **no_strings = calloc(t->n_names + 1, sizeof *no_strings);
    bool ok = no_strings || no_memory(error);
    for (size_t i = 0; ok && i < t->n_times; i++) {
        const struct run_point point = {.t = t->times[i],
                                        .step = (long)i,
                                        .last = i + 1 == t->n_times,
                                        .values = t->values + i * t->n_names,
                                        .strings = no_strings};
        ok = observer.observe(observer.context, &point, error);
    }
    free(no_strings);
    return ok && recorder_finish(r, error);
}

bool series_write(const struct series_folder *f, const struct job *job, const struct trajectory *t, struct error *error)
{
    const struct study *s = f->study;
    char name[SERIES_NAME_SIZE], *path = NULL;
    struct selection columns;
    char *command = command_of(s, job, error);
    bool ok = command != NULL;
    if (ok && asprintf(&path, "%s/%s", f->path, series_name(f->rows[job->run], name)) < 0) {
        path = NULL;
        ok = no_memory(error);
    }
    ok = ok && copy_selection(&columns, &s->variables, error);
    struct recorder *r = ok ? recorder_open(path, s->system, &columns, 1, command, error) : NULL;
    ok = r && replay(r, t, error);
    recorder_close(r);
    free(path);
    free(command);
    return ok;
}
