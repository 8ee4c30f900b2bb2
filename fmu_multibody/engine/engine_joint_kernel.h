/* Motion along a link's joint, whose axis is s: a turn, a slide, or of a screw both. */

/* What a moment and a force, about the link's origin, do along its coordinate. */
static inline scalar KERNEL(along_joint)(const struct link *link, const scalar *s, const scalar *n, const scalar *f)
{
    const scalar straight = KERNEL(dot)(s, link->revolute ? n : f);
    return link->lead == 0 ? straight : straight + link->lead * KERNEL(dot)(s, f);
}

/* Adds how the link turns and how its origin moves, where its coordinate changes by `by`. */
static inline void KERNEL(joint_add)(const struct link *link, const scalar *s, scalar by, scalar *turn, scalar *slide)
{
    scalar *straight = link->revolute ? turn : slide;
    for (int k = 0; k < 3; k++)
        straight[k] += s[k] * by;
    for (int k = 0; k < 3 && link->lead != 0; k++)
        slide[k] += link->lead * s[k] * by;
}
