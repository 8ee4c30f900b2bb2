/* The binary of every mechanism's FMU. */
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "fmi/shell_file.h"

SHELL_FILE_MODEL(mechanism_file_read, mechanism_file_type, mechanism_file_close)
