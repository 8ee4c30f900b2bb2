/* A variable of a system's part, of a document or of an FMU, as others see it who connect to it. */
#ifndef PASO_ASSEMBLY_VARIABLE_H
#define PASO_ASSEMBLY_VARIABLE_H

#include "export/assembly.h"

struct assembly_variable {
    const char *description;
    enum fmi_causality causality;
    enum fmi_type type;
    bool has_unit;
    struct fmi_unit unit; /* its name belongs to the part */
};

/* The variable must be there. */
struct assembly_variable assembly_variable(const struct assembly_part *part, const char *name);

#endif
