/* Linearizes a system where it starts, or at a time, and prints its eigenvalues: eigenvalues SYSTEM [TIME] */
#include <paso.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    paso_error error = {.message = "usage: eigenvalues SYSTEM [TIME]"};
    paso_system *system = argc > 1 ? paso_system_open(argv[1], &error) : NULL;
    paso_linear *linear = system ? paso_linearize(system, NULL, argc > 2 ? atof(argv[2]) : 0, &error) : NULL;
    if (linear) {
        const double *values = paso_linear_eigenvalues(linear);
        const char *const *states;
        const size_t n = paso_linear_names(linear, PASO_LINEAR_STATES, &states);
        printf("states:");
        for (size_t i = 0; i < n; i++)
            printf(" %s", states[i]);
        printf("\n");
        for (size_t i = 0; i < n; i++)
            printf("%+.9f %+.9fi\n", values[2 * i], values[2 * i + 1]);
    } else {
        fprintf(stderr, "%s\n", error.message);
    }
    const int status = linear ? 0 : 1;
    paso_linear_free(linear);
    paso_system_close(system);
    return status;
}
