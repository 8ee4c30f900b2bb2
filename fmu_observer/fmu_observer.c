/* The binary of every FMU of an observer. */
#include "fmu_observer/observer_file.h"
#include "fmi/shell_file.h"

SHELL_FILE_MODEL(observer_file_read, observer_file_type, observer_file_close)
