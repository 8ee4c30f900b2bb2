/* The texts of the importer, apart from what raises them: isolated-fmu takes them without the rest. */
#include "master/import/import_messages.h"

IMPORT_MESSAGES(MESSAGE_DEFINE)
