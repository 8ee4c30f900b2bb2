/* What both files on FMI Library share: a parsed FMU, with the library's last complaint. Private to fmilib_*.c. */
#ifndef PASO_FMILIB_IMPL_H
#define PASO_FMILIB_IMPL_H

#include "fmi/fmi2.h" /* before fmilib.h, which undefines some of its names */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <fmilib.h>
#pragma GCC diagnostic pop

enum { COMPLAINT_SIZE = 512 };

struct fmilib_fmu {
    jm_callbacks callbacks;
    fmi_import_context_t *context;
    fmi2_import_t *import;
    char complaint[COMPLAINT_SIZE];
};

/* Parses the description in the unpacked folder; `annotations` may be NULL. NULL: no memory, or see `complaint`. */
struct fmilib_fmu *fmilib_open(const char *folder, fmi2_xml_callbacks_t *annotations, char complaint[COMPLAINT_SIZE]);
void fmilib_close(struct fmilib_fmu *f); /* accepts NULL; also unloads the binary */

#endif
