/* The binary of every mechanism's FMU. */
#include "mechanism_file.h"
#include "shell_file.h"

SHELL_FILE_MODEL(mechanism_file_read, mechanism_file_type, mechanism_file_close)
