/* Positions, velocities and accelerations of all links, from the ground outwards: linear in the number of links. */

/* Nothing that was computed for the last placement holds any longer. */
static inline void KERNEL(placement_forget)(const struct engine *e)
{
    struct KERNEL(workspace) *w = e->KERNEL(over);
    w->is_configured = w->is_reduced = false;
    w->is_moved = true;
    w->placement++;
}

static inline void KERNEL(link_place)(const struct engine *e, size_t i, const scalar *z)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    const struct link *link = &e->links[i];
    const struct KERNEL(frame) *p = &frames[link->parent];
    struct KERNEL(frame) *f = &frames[i + 1];
    scalar turned[9];
    const scalar *base = p->R;
    if (!link->aligned) {
        for (int k = 0; k < 3; k++)
            KERNEL(to_ground)(p->R, link->A + 3 * k, turned + 3 * k);
        base = turned;
    }
    KERNEL(to_ground)(p->R, link->p, f->d);
    if (link->revolute) {
        scalar c, s;
        KERNEL(turn)(z[i], &c, &s);
        for (int k = 0; k < 3; k++) {
            const scalar x = base[k], y = base[3 + k];
            f->R[k] = c * x + s * y;
            f->R[3 + k] = c * y - s * x;
            f->R[6 + k] = base[6 + k];
        }
        for (int k = 0; k < 3 && link->lead != 0; k++)
            f->d[k] += link->lead * base[6 + k] * z[i];
    } else {
        for (int k = 0; k < 9; k++)
            f->R[k] = base[k];
        for (int k = 0; k < 3; k++)
            f->d[k] += base[6 + k] * z[i];
    }
    for (int k = 0; k < 3; k++)
        f->r[k] = p->r[k] + f->d[k];
}

void KERNEL(engine_move_positions)(const struct engine *e, const scalar *z)
{
    KERNEL(placement_forget)(e);
    for (size_t i = 0; i < e->n; i++)
        KERNEL(link_place)(e, i, z);
}

static inline void KERNEL(link_speed)(const struct engine *e, size_t i, const scalar *w)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    const struct link *link = &e->links[i];
    const struct KERNEL(frame) *p = &frames[link->parent];
    struct KERNEL(frame) *f = &frames[i + 1];
    for (int k = 0; k < 3; k++) {
        f->w[k] = p->w[k];
        f->v[k] = p->v[k];
    }
    KERNEL(cross_add)(p->w, f->d, f->v);
    KERNEL(joint_add)(link, f->R + 6, w[i], f->w, f->v);
}

void KERNEL(engine_move_velocities)(const struct engine *e, const scalar *w)
{
    KERNEL(placement_forget)(e);
    for (size_t i = 0; i < e->n; i++)
        KERNEL(link_speed)(e, i, w);
}

/* Accelerations where the coordinates have the given ones (NULL: none), less gravity. */
void KERNEL(engine_move_accelerations)(const struct engine *e, const scalar *w, const scalar *acceleration)
{
    struct KERNEL(frame) *const frames = e->KERNEL(over)->frames;
    e->KERNEL(over)->acceleration = acceleration;
    for (int k = 0; k < 3; k++)
        frames[0].a[k] = -e->mechanism->gravity[k];
    for (size_t i = 0; i < e->n; i++) {
        const struct link *link = &e->links[i];
        const struct KERNEL(frame) *p = &frames[link->parent];
        struct KERNEL(frame) *f = &frames[i + 1];
        scalar carried[3], along[3], turned[3];
        KERNEL(cross)(p->w, f->d, carried);
        for (int k = 0; k < 3; k++) {
            along[k] = f->R[6 + k] * w[i];
            f->al[k] = p->al[k];
            f->a[k] = p->a[k];
        }
        KERNEL(cross)(p->w, along, turned);
        const double slide = link->revolute ? link->lead : 1;
        for (int k = 0; k < 3 && link->revolute; k++)
            f->al[k] += turned[k];
        for (int k = 0; k < 3 && slide != 0; k++) {
            f->a[k] += slide * turned[k];
            carried[k] += slide * along[k]; /* Coriolis: 2 w x along in all */
        }
        KERNEL(cross_add)(p->al, f->d, f->a);
        KERNEL(cross_add)(p->w, carried, f->a);
        if (acceleration)
            KERNEL(joint_add)(link, f->R + 6, acceleration[i], f->al, f->a);
    }
}

/* ---- points ---- */

static inline struct KERNEL(point) KERNEL(point_at)(const struct KERNEL(frame) * frames, const struct link_point *point)
{
    const struct KERNEL(frame) *f = &frames[point->slot];
    struct KERNEL(point) p = {{0}, {0}};
    KERNEL(to_ground)(f->R, point->at, p.arm);
    for (int k = 0; k < 3; k++)
        p.r[k] = f->r[k] + p.arm[k];
    return p;
}

static inline void KERNEL(point_velocity)(const struct KERNEL(frame) * f, const scalar *arm, scalar *v)
{
    for (int k = 0; k < 3; k++)
        v[k] = f->v[k];
    KERNEL(cross_add)(f->w, arm, v);
}

static inline void KERNEL(point_acceleration)(const struct KERNEL(frame) * f, const scalar *arm, scalar *a)
{
    scalar turned[3];
    KERNEL(cross)(f->w, arm, turned);
    for (int k = 0; k < 3; k++)
        a[k] = f->a[k];
    KERNEL(cross_add)(f->al, arm, a);
    KERNEL(cross_add)(f->w, turned, a);
}

static struct KERNEL(line) KERNEL(line_between)(const struct KERNEL(frame) * frames, const struct link_point ends[2])
{
    struct KERNEL(line) line = {.a = KERNEL(point_at)(frames, &ends[0]), .b = KERNEL(point_at)(frames, &ends[1])};
    scalar v_a[3], v_b[3];
    KERNEL(point_velocity)(&frames[ends[0].slot], line.a.arm, v_a);
    KERNEL(point_velocity)(&frames[ends[1].slot], line.b.arm, v_b);
    for (int k = 0; k < 3; k++) {
        line.d[k] = line.b.r[k] - line.a.r[k];
        line.v[k] = v_b[k] - v_a[k];
    }
    line.length = sqrt(KERNEL(dot)(line.d, line.d));
    for (int k = 0; k < 3 && (double)line.length > 0; k++) {
        line.e[k] = line.d[k] / line.length;
        line.rate += line.e[k] * line.v[k];
    }
    return line;
}
