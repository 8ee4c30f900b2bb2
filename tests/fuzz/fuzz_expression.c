/* Expressions out of any bytes, as a constant of a mechanism file: read, evaluated with the model, freed. */
#include "fmu_multibody/mechanism/mechanism_file.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        abort();
    fputs("{\"type\":\"mechanism\",\"name\":\"M\",\"constants\":{\"a\":2,\"b\":\"a^2\",\"c\":\"", file);
    for (size_t i = 0; i < n; i++)
        if (bytes[i] < ' ' || bytes[i] == '"' || bytes[i] == '\\' || bytes[i] >= 127)
            fprintf(file, "\\u%04x", bytes[i]);
        else
            fputc(bytes[i], file);
    fputs("\"},\"gravity\":[0,-9.81,0],\"bodies\":{\"B\":{\"mass\":\"c\",\"com\":[\"a/"
          "2\",0,0],\"inertia\":[0,1,1,0,0,0]}},"
          "\"joints\":{\"J\":{\"type\":\"revolute\",\"parent\":\"ground\",\"child\":\"B\",\"axis\":[0,0,1]}}}",
          file);
    if (fclose(file) != 0)
        abort();
    struct notation_error error = {""};
    struct mechanism_file *read = mechanism_file_read(text, size, "fuzz.json", &error);
    if (!read && strncmp(error.text, "fuzz.json", 9) != 0)
        __builtin_trap(); /* refused without a reason */
    mechanism_file_close(read);
    free(text);
    return 0;
}
