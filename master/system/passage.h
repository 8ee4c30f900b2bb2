/* A value on its way from one variable to another: over connectors that may name units, and links that may transform. What
 * happens on the way is multiplied out here to one transformation; conversions to and fro cancel exactly. */
#ifndef PASO_PASSAGE_H
#define PASO_PASSAGE_H

#include "master/system/ssp.h"

struct passage {
    struct reading *reading;
    enum fmi_type type;
    bool has_type;
    bool is_relative;                          /* a difference: offsets of units do not count */
    const struct fmi_unit *unit;               /* of the number as it is now, NULL: not known */
    const struct fmi_unit *first;              /* the first that was named on the way */
    const struct fmi_unit *due;                /* of the last connector: converted to when it matters */
    const struct fmi_enumeration *enumeration; /* of the last connector that names one */
    struct transformation sum;
};

struct passage passage_start(struct reading *r);

/* Over a connector: types must agree, units must be convertible. At a component's connector the variable comes before or
 * behind it, as the value leaves or enters. */
bool passage_leave(struct passage *p, const struct ssp_connector *from, const struct node *place);
bool passage_take(struct passage *p, const struct ssp_link *link);
bool passage_enter(struct passage *p, const struct ssp_connector *to, const struct mapping *mapping,
                   const struct node *place);

/* The enumeration of a connector: its variable's, or the one it names; NULL where there is none. */
const struct fmi_enumeration *passage_enumeration(const struct passage *p, const struct ssp_connector *c);

/* In the end: what all of it makes, the pending conversion included. */
struct transformation passage_end(struct passage *p);

#endif
