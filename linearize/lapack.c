/* Loads LAPACK and BLAS by the C interface's library, which brings both along. */
#include "linearize/lapack.h"
#include "linearize/linearize_messages.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static struct lapack functions;
static char reason[200]; /* why they are not there */

static void *find(void *handle, const char *name)
{
    void *symbol = handle ? dlsym(handle, name) : NULL;
    if (!symbol && !reason[0])
        snprintf(reason, sizeof reason, "%s", dlerror());
    return symbol;
}

static void load(void)
{
    /* OpenBLAS starts its threads when it is loaded, and they spin before they sleep: on matrices of a dozen rows that only costs
     * time, and it would count as ours. */
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    void *handle = dlopen(LAPACKE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
#define FIND(name, function) *(void **)&functions.name = find(handle, #function);
    LAPACK_FUNCTIONS(FIND)
#undef FIND
}

const struct lapack *lapack(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &functions;
}

bool lapack_load(struct error *error)
{
    lapack();
    return !reason[0] || error_raise(error, ERROR_LINEARIZE_NO_LAPACK, reason);
}
