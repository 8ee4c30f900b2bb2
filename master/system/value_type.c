#include "master/system/value_type.h"

static bool is_whole(enum fmi_type type)
{
    return type == FMI_INTEGER || type == FMI_ENUMERATION;
}

enum type_relation type_relate(enum fmi_type from, enum fmi_type to)
{
    if (from == to)
        return TYPES_SAME;
    if (is_whole(from) && is_whole(to))
        return TYPES_NUMBERS;
    if ((from == FMI_INTEGER && to == FMI_REAL) || (from == FMI_BOOLEAN && (to == FMI_INTEGER || to == FMI_REAL)))
        return TYPES_CLEAR;
    return TYPES_DIFFERENT;
}
