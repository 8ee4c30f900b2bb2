/* The schemes that there are. */
#include "master/couple/run.h"
#include "master/couple/scheme.h"

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

size_t scheme_names(const char *const **names)
{
    static const char *all[N_SCHEMES];
    for (size_t i = 0; i < N_SCHEMES; i++)
        all[i] = list[i]->name;
    *names = all;
    return N_SCHEMES;
}
