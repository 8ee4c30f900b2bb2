/* The walls of the house, as the linker sees them: the master's library, the probe and the sweeps neither have nor want a
 * function of the physics rooms or of the notation; the mechanics want none of the standard's functions. */
#include "tests/testing.h"

#include <stdlib.h>
#include <string.h>

/* A symbol of a library that begins with one of the words, or NULL. */
static const char *first_of(const char *library, const char *const *words)
{
    static char line[600];
    char command[600];
    snprintf(command, sizeof command, "nm -P '%s' 2>/dev/null", library);
    FILE *names = popen(command, "r");
    assert_non_null(names);
    const char *found = NULL;
    size_t n = 0;
    while (!found && fgets(line, sizeof line, names)) {
        n++;
        for (size_t i = 0; words[i] && !found; i++)
            if (strncmp(line, words[i], strlen(words[i])) == 0)
                found = line;
    }
    while (fgetc(names) != EOF)
        ;
    pclose(names);
    if (!found && n < 50)
        fail_msg("%s has only %zu symbols: is it the right file?", library, n);
    return found;
}

static const char *const physics[] = {"mechanism_",  "engine_",   "circuit_", "friction_", "piston_", "manipulator_",
                                      "oscillator_", "notation_", "law_",     "model_",    "solver_", NULL};
static const char *const standard[] = {"fmi2", "shell_", "component_", "system_", "run_", NULL};

static void the_master_knows_no_physics(void **state)
{
    (void)state;
    static const char *const libraries[] = {MASTER, LINEARIZE, SWEEP};
    for (int i = 0; i < 3; i++) {
        const char *found = first_of(libraries[i], physics);
        if (found)
            fail_msg("%s: %s", libraries[i], found);
    }
}

static void physics_knows_nothing_of_the_standard(void **state)
{
    (void)state;
    static const char *const libraries[] = {MECHANISM, ENGINE, CIRCUIT, NOTATION};
    for (int i = 0; i < 4; i++) {
        const char *found = first_of(libraries[i], standard);
        if (found)
            fail_msg("%s: %s", libraries[i], found);
    }
}

/* The check sees what it looks for. */
static void the_check_would_notice(void **state)
{
    (void)state;
    assert_non_null(first_of(ENGINE, physics));
    assert_non_null(first_of(MASTER, standard));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_master_knows_no_physics),
        cmocka_unit_test(physics_knows_nothing_of_the_standard),
        cmocka_unit_test(the_check_would_notice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
