/* Takes the locale of the environment for the whole process, as some exporters' runtimes do: y = 1.5 where that is a German
 * one then, else 0. */
#define MODEL_GUID       "{comma-0001}"
#define MODEL_REALS      1
#define MODEL_INTEGERS   0
#define MODEL_BOOLEANS   0
#define MODEL_STRINGS    0
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_BARE
#include "tests/master/import/fmus/slave.h"

#include <locale.h>
#include <string.h>

MODEL void model_start(struct unit *u)
{
    const char *name = setlocale(LC_ALL, "");
    u->d.reals[0] = name && strncmp(name, "de_DE", 5) == 0 ? 1.5 : 0;
}

MODEL fmi2Status model_update(struct unit *u)
{
    (void)u;
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    (void)u;
    (void)H;
    return fmi2OK;
}
