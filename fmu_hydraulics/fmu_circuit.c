/* The binary of every circuit's FMU. */
#include "circuit_model.h"
#include "shell_file.h"

SHELL_FILE_MODEL(circuit_model_open, circuit_model_type, circuit_model_close)
