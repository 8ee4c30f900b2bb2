/* The binary of every circuit's FMU. */
#include "fmu_hydraulics/circuit/circuit_model.h"
#include "fmi/shell_file.h"

SHELL_FILE_MODEL(circuit_model_open, circuit_model_type, circuit_model_close)
