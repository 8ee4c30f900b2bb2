/* Needs a shared library that no machine has. */
#include "fmi/fmi2.h"

int not_there(void);
FMI2_EXPORT fmi2Component fmi2Instantiate(void);
fmi2Component fmi2Instantiate(void)
{
    return not_there() ? (fmi2Component) "" : NULL;
}
