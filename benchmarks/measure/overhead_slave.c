#include "benchmarks/measure/overhead_slave.h"

#include "benchmarks/measure/overhead_impl.h"
#include "master/import/binary.h"
#include "master/import/fmu.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool slave_open(struct slave *s, const char *folder, const struct model_type *type, struct error *error)
{
    static const fmi2CallbackFunctions callbacks;
    char path[PATH_MAX];
    s->type = type;
    snprintf(path, sizeof path, "%s/fmus/%s.fmu", folder, type->name);
    const struct fmu_options options = fmu_options_default();
    s->fmu = fmu_open(path, &options, error);
    char *binary = s->fmu ? binary_find(fmu_folder(s->fmu), type->name, path, error) : NULL;
    if (!binary)
        return false;
    s->library = dlopen(binary, RTLD_NOW | RTLD_LOCAL);
    free(binary);
    if (!s->library)
        return overhead_fail(error, dlerror());
    const struct {
        const char *name;
        void **place;
    } functions[] = {
        {"fmi2Instantiate", (void **)&s->instantiate},
        {"fmi2FreeInstance", (void **)&s->free_instance},
        {"fmi2Reset", (void **)&s->reset},
        {"fmi2EnterInitializationMode", (void **)&s->enter},
        {"fmi2ExitInitializationMode", (void **)&s->exit},
        {"fmi2GetReal", (void **)&s->get},
        {"fmi2SetReal", (void **)&s->set},
        {"fmi2SetInteger", (void **)&s->set_integer},
        {"fmi2DoStep", (void **)&s->step},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!(*functions[i].place = dlsym(s->library, functions[i].name)))
            return overhead_fail(error, functions[i].name);
    s->component = s->instantiate(type->name, fmi2CoSimulation, fmu_description(s->fmu)->guid, "", &callbacks,
                                  fmi2False, fmi2False);
    return s->component || overhead_fail(error, "fmi2Instantiate");
}

void slave_close(struct slave *s)
{
    if (s->component)
        s->free_instance(s->component);
    if (s->library)
        dlclose(s->library);
    fmu_close(s->fmu);
}

fmi2ValueReference slave_reference(const struct slave *s, const char *name)
{
    return (fmi2ValueReference)model_find(s->type, name, strlen(name));
}

bool slave_start(struct slave *s, int coupling, const struct slave_value *values, size_t n, struct error *error)
{
    const fmi2ValueReference place = slave_reference(s, "coupling");
    bool ok = s->reset(s->component) == fmi2OK &&
              (coupling == 0 || s->set_integer(s->component, &place, 1, &coupling) == fmi2OK);
    for (size_t i = 0; ok && i < n; i++) {
        const fmi2ValueReference reference = slave_reference(s, values[i].name);
        ok = s->set(s->component, &reference, 1, &values[i].value) == fmi2OK;
    }
    ok = ok && s->enter(s->component) == fmi2OK && s->exit(s->component) == fmi2OK;
    return ok || overhead_fail(error, "an FMU could not be initialized");
}
