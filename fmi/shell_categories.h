/* The log categories of our FMUs: X(code, name, description). The shell logs by them, the description lists them. */
#ifndef PASO_SHELL_CATEGORIES_H
#define PASO_SHELL_CATEGORIES_H

#define SHELL_CATEGORIES(X)                                                                                            \
    X(LOG_EVENTS, "logEvents", "instantiation, initialization, events")                                                \
    X(LOG_WARNING, "logStatusWarning", "all messages with status fmi2Warning")                                         \
    X(LOG_DISCARD, "logStatusDiscard", "all messages with status fmi2Discard")                                         \
    X(LOG_ERROR, "logStatusError", "all messages with status fmi2Error")

#endif
