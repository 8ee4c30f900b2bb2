/* The schemes that there are. */
#include "master/couple/run.h"
#include "master/couple/scheme.h"

#include <pthread.h>
#include <string.h>

static const struct scheme *const list[] = {
    &scheme_jacobi,
    &scheme_gauss_seidel,
};
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
