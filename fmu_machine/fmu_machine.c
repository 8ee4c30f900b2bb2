/* The binary of every FMU of a whole machine. */
#include "fmu_machine/machine_file.h"
#include "fmi/shell_file.h"

SHELL_FILE_MODEL(machine_file_read, machine_file_type, machine_file_close)
