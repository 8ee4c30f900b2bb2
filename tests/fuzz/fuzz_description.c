/* modelDescription.xml out of any bytes: read, searched, freed. */
#include "master/import/description_build.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void ignore(const char *text, void *context)
{
    (void)text, (void)context;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    error_set_warning_sink(ignore, NULL);
    struct error error = {0};
    struct description *d = description_read_bytes((const char *)bytes, n, "fuzz.xml", &error);
    if (!d && !error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    for (size_t k = 0; d && k < d->n_variables; k++) {
        const struct fmi_variable *v = &d->variables[k];
        const struct fmi_variable *found = description_find(d, v->name);
        if (!found || description_index(d, found) > k)
            __builtin_trap();
        (void)fmi_settable_before_start(v);
    }
    description_free(d);
    return 0;
}
