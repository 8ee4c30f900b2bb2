/* All warnings of a command, for those who do not read standard error. */
#ifndef PASO_WARNING_LIST_H
#define PASO_WARNING_LIST_H

#include <stddef.h>

struct warning_list {
    char **texts; /* each of them once */
    size_t n;
};

/* Between these two it hears of every warning of the process. */
void warning_list_begin(struct warning_list *list);
void warning_list_end(struct warning_list *list); /* and forgets them */

#endif
