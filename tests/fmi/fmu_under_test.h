/* Drives an FMU of the build through its C functions, as an importer would: the binary by dlopen, names, value references
 * and the GUID from its modelDescription.xml. */
#ifndef PASO_FMU_UNDER_TEST_H
#define PASO_FMU_UNDER_TEST_H

#include "fmi/fmi2.h"

#include <stdbool.h>

struct binary { /* one member per function of FMI 2.0: binary->GetReal */
    void *library;
    char *description; /* the XML */
    char guid[64];
#define FUNCTION(result, name, arguments) fmi2##name##TYPE *name;
    FMI2_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

struct binary *binary_open(const char *name); /* "Manipulator"; fails the test where anything is missing */
void binary_close(struct binary *binary);

fmi2ValueReference binary_reference(const struct binary *binary, const char *variable);

/* An instance whose log is kept: the last message, for tests that look at it. */
struct unit_under_test {
    const struct binary *binary;
    fmi2Component component;
    char last_message[512];
    int n_messages;
};

void unit_open(struct unit_under_test *unit, const struct binary *binary, fmi2Type type);
void unit_close(struct unit_under_test *unit);

/* Every failing call fails the test. */
void unit_set(struct unit_under_test *unit, const char *variable, double value);
void unit_set_integer(struct unit_under_test *unit, const char *variable, int value);
void unit_set_boolean(struct unit_under_test *unit, const char *variable, bool value);
double unit_get(struct unit_under_test *unit, const char *variable);
void unit_initialize(struct unit_under_test *unit, double start_time); /* setup, enter, exit */

#endif
