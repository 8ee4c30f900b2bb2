#include "master/system/unit.h"

#include <string.h>

static bool same_dimension(const struct fmi_unit *a, const struct fmi_unit *b)
{
    return a->kg == b->kg && a->m == b->m && a->s == b->s && a->A == b->A && a->K == b->K && a->mol == b->mol &&
           a->cd == b->cd;
}

enum unit_relation unit_relate(const struct fmi_unit *a, const struct fmi_unit *b)
{
    if (!a->has_base || !b->has_base)
        return strcmp(a->name, b->name) == 0 ? UNITS_SAME : UNITS_UNKNOWN;
    if (!same_dimension(a, b))
        return UNITS_DIFFERENT;
    return a->factor == b->factor && a->offset == b->offset ? UNITS_SAME : UNITS_CONVERTIBLE;
}

void unit_convert(const struct fmi_unit *a, const struct fmi_unit *b, double *factor, double *offset)
{
    *factor = a->factor / b->factor;
    *offset = (a->offset - b->offset) / b->factor;
}
