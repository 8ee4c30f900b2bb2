/* Circuit files out of any bytes: read, described, freed; what is refused has its reason, with the file's name. */
#include "fmi/describe.h"
#include "fmi/file_model.h"
#include "fmu_hydraulics/circuit/circuit_model.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct notation_error error = {""};
    struct model_report report = {""};
    char guid[GUID_SIZE];
    struct circuit_model *file = circuit_model_open((const char *)bytes, n, "fuzz.json", &error);
    if (!file && strncmp(error.text, "fuzz.json", 9) != 0)
        __builtin_trap(); /* refused without a reason */
    const struct describe_options options = {.version = "0", .document = (const char *)bytes, .document_length = n};
    if (file && !describe_guid(circuit_model_type(file), &options, guid, &report))
        __builtin_trap(); /* accepted, but cannot be described */
    circuit_model_close(file);
    return 0;
}
