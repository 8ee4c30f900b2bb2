/* The schemes that there are. */
#include "master/couple/run.h"
#include "master/couple/scheme.h"

#include <pthread.h>
#include <string.h>

/* Jacobi: all components step at once, each with what was known of the others at the start (or from the last pass). */
static const struct scheme jacobi = {.name = "jacobi", .all_at_once = true, .pass = stepper_step_all};

/* Gauss-Seidel: one after the other; the later ones know what the earlier ones have reached at the end of the step. */
static enum step_outcome step_one_by_one(struct stepper *s, double *reached, struct error *error)
{
    for (size_t i = 0; i < s->n_components; i++) {
        const size_t c = s->order[i];
        if (i > 0 && !stepper_give(s, c, error))
            return STEP_FAILED;
        const enum step_outcome outcome = stepper_step(s, c, reached, error);
        if (outcome != STEP_DONE)
            return outcome;
        if (!stepper_publish(s, c, error))
            return STEP_FAILED;
    }
    return STEP_DONE;
}

static const struct scheme gauss_seidel = {.name = "gauss-seidel", .one_by_one = true, .pass = step_one_by_one};

static const struct scheme *const list[] = {&jacobi, &gauss_seidel};
enum { N_SCHEMES = sizeof list / sizeof *list };

const struct scheme *scheme_find(const char *name)
{
    for (size_t i = 0; i < N_SCHEMES; i++)
        if (strcmp(list[i]->name, name) == 0)
            return list[i];
    return NULL;
}

static const char *names_of_all[N_SCHEMES];

static void name_all(void)
{
    for (size_t i = 0; i < N_SCHEMES; i++)
        names_of_all[i] = list[i]->name;
}

size_t scheme_names(const char *const **names)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, name_all);
    *names = names_of_all;
    return N_SCHEMES;
}
