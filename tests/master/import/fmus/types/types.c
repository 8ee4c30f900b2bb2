/* Every type of variable with every causality: outputs are the inputs changed by the parameters, so that a value that goes
 * astray is seen. The file resources/words.txt is read through the URI and can be seen in the output `words`. */
#define MODEL_GUID       "{types-91c0}"
#define MODEL_REALS      4
#define MODEL_INTEGERS   6
#define MODEL_BOOLEANS   3
#define MODEL_STRINGS    4
#define MODEL_STATES     0
#define MODEL_INDICATORS 0
#define MODEL_OWN_DERIVATIVES
#include "tests/master/import/fmus/slave.h"

enum { REAL_IN, REAL_OUT, REAL_OFFSET, REAL_TWICE_OFFSET };
enum { INTEGER_IN, INTEGER_OUT, INTEGER_OFFSET, COLOUR_IN, COLOUR_OUT, COLOUR_PARAMETER };
enum { BOOLEAN_IN, BOOLEAN_OUT, BOOLEAN_NEGATE };
enum { STRING_IN, STRING_OUT, STRING_PREFIX, WORDS };

static void decode(const char *uri, char *path, size_t size)
{
    const char *at = strncmp(uri, "file://", 7) == 0 ? uri + 7 : uri;
    size_t n = 0;
    while (*at && n + 1 < size) {
        unsigned byte;
        if (at[0] == '%' && sscanf(at + 1, "%2x", &byte) == 1) {
            path[n++] = (char)byte;
            at += 3;
        } else {
            path[n++] = *at++;
        }
    }
    path[n] = '\0';
}

static void read_words(struct unit *u)
{
    char folder[1024], path[1100];
    decode(u->resources, folder, sizeof folder);
    snprintf(path, sizeof path, "%s/words.txt", folder);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(u->d.strings[WORDS], TEXT_SIZE, file))
        snprintf(u->d.strings[WORDS], TEXT_SIZE, "no words");
    u->d.strings[WORDS][strcspn(u->d.strings[WORDS], "\n")] = '\0';
    if (file)
        fclose(file);
}

MODEL void model_start(struct unit *u)
{
    u->d.reals[REAL_OFFSET] = 0.5;
    u->d.integers[INTEGER_OFFSET] = 10;
    u->d.integers[COLOUR_IN] = 1;
    u->d.integers[COLOUR_PARAMETER] = 3;
    u->d.booleans[BOOLEAN_NEGATE] = fmi2True;
    snprintf(u->d.strings[STRING_IN], TEXT_SIZE, "nobody");
    snprintf(u->d.strings[STRING_PREFIX], TEXT_SIZE, "hello ");
    read_words(u);
}

MODEL fmi2Status model_update(struct unit *u)
{
    struct data *d = &u->d;
    d->reals[REAL_OUT] = d->reals[REAL_IN] + d->reals[REAL_OFFSET];
    d->reals[REAL_TWICE_OFFSET] = 2 * d->reals[REAL_OFFSET];
    d->integers[INTEGER_OUT] = d->integers[INTEGER_IN] + d->integers[INTEGER_OFFSET];
    d->integers[COLOUR_OUT] = (d->integers[COLOUR_IN] + d->integers[COLOUR_PARAMETER]) % 3 + 1;
    d->booleans[BOOLEAN_OUT] = d->booleans[BOOLEAN_IN] != d->booleans[BOOLEAN_NEGATE];
    snprintf(d->strings[STRING_OUT], TEXT_SIZE, "%.60s%.60s", d->strings[STRING_PREFIX], d->strings[STRING_IN]);
    return fmi2OK;
}

MODEL fmi2Status model_step(struct unit *u, double H)
{
    u->d.reals[REAL_IN] += u->d.slopes[REAL_IN] * H;
    return model_update(u);
}

MODEL double model_output_derivative(const struct unit *u, unsigned reference)
{
    return reference == REAL_OUT ? u->d.slopes[REAL_IN] : 0;
}

MODEL fmi2Status model_directional(const struct unit *u, unsigned unknown, unsigned known, double *derivative)
{
    (void)u;
    *derivative = unknown == REAL_OUT && known == REAL_IN;
    return unknown == REAL_OUT ? fmi2OK : fmi2Error;
}
