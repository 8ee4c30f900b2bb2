/* Types of values: which may become which on the way from an output to an input. */
#ifndef PASO_VALUE_TYPE_H
#define PASO_VALUE_TYPE_H

#include "master/import/description.h"

enum type_relation {
    TYPES_SAME,
    TYPES_CLEAR,   /* nothing is lost: Integer to Real, Boolean to Integer or Real (false is 0, true is 1) */
    TYPES_NUMBERS, /* Integer and Enumeration: the number is taken as it is */
    TYPES_DIFFERENT
};

enum type_relation type_relate(enum fmi_type from, enum fmi_type to);

#endif
