/* All warnings of a run, for those who did not hear them. */
#ifndef PASO_WARNING_LIST_H
#define PASO_WARNING_LIST_H

#include <stddef.h>

struct warning_list {
    char **texts; /* each of them once */
    size_t n;
};

/* A copy; where there is no memory the list stays as it is. */
void warning_list_add(struct warning_list *list, const char *text);
void warning_list_free(struct warning_list *list);

#endif
