/* Command lines of `paso run` out of any bytes, one word per line: read and freed; what is refused has its reason. */
#include "master/options/run_arguments.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    enum { MOST = 64 };
    char *text = malloc(n + 1), *words[MOST], *rest = NULL;
    int n_words = 0;
    if (!text)
        abort();
    memcpy(text, bytes, n);
    text[n] = '\0';
    for (char *word = strtok_r(text, "\n", &rest); word && n_words < MOST; word = strtok_r(NULL, "\n", &rest))
        words[n_words++] = word;

    struct option_table tables[] = {run_arguments_experiment(0), run_arguments_step(0), run_arguments_scheme(0)};
    const struct syntax syntax = {
        .command = "run", .arguments = "SYSTEM", .about = "", .fewest = 1, .most = 1, .tables = tables, .n_tables = 3};
    struct run_arguments a = run_arguments_default();
    struct text_list arguments = {0};
    struct error error = {0};
    const enum options_result result = options_parse(&syntax, n_words, words, &a, &arguments, &error);
    const bool ok = result == OPTIONS_READ ? run_arguments_finish(&a, &error) : result != OPTIONS_WRONG;
    if (!ok && !error_is_set(&error))
        __builtin_trap(); /* refused without a reason */
    run_arguments_free(&a);
    options_free(&syntax, &a, &arguments);
    free(text);
    return 0;
}
