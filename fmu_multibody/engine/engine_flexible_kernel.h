/* Bodies that bend: what their shapes add to inertia, forces and energies. A point of the beam lies at y = o + x + sum of s_j q_j e_j from its
 * link's origin, in the body's axes; the integrals over its mass are in the mechanism. With p_j = integral of y s_j dm:
 *
 *     force    2 w x h' + h''                 beyond m a + al x h + w x (w x h), which the link has with the bent h and J
 *     moment   2 (w tr D - D^T w) + sum of p_j x e_j q_j''          D = sum of q_j' p_j e_j^T
 *     shape j  m_j a_j + al (p_j x e_j) + (w p_j) w_j - w^2 p_j,j + 2 w (p_j' x e_j) + M q'' + C q' + K q
 *
 * A twist turns sections about x: with the polar inertia alone. */

/* In the workspace's `bent`: the body's axes in the ground's, what bending adds to the first and second moments of its mass, h and P, in its
 * own axes; then p and its rate, three numbers for each coordinate. */

static inline scalar *KERNEL(bent_of)(const struct engine *e, const struct flexible *b)
{
    return e->KERNEL(over)->bent + b->room;
}

static inline int KERNEL(axis_of)(const struct flexible *b, size_t j)
{
    return (int)b->numbers.direction[j];
}

static void KERNEL(axes_turn)(const struct engine *e, const struct flexible *b, scalar *E)
{
    for (int k = 0; k < 3; k++)
        KERNEL(to_ground)(e->KERNEL(over)->frames[b->slot].R, b->C + 3 * k, E + 3 * k);
}

/* p_j of the straight beam. */
static inline double KERNEL(straight_moment)(const struct flexible *b, size_t j, int k)
{
    return b->numbers.moment[j] * b->o[k] + (k == 0 ? b->numbers.first[j] : 0);
}

static void KERNEL(flexible_bend)(const struct engine *e, const struct flexible *b)
{
    const struct flexible_numbers *m = &b->numbers;
    const scalar *q = e->KERNEL(over)->z + b->first, *rate = e->KERNEL(over)->w + b->first;
    scalar *E = KERNEL(bent_of)(e, b), *h = E + BENT_H, *P = E + BENT_P;
    scalar *p = E + BENT_SHAPES, *p_rate = p + 3 * b->n;
    KERNEL(axes_turn)(e, b, E);
    for (int k = 0; k < 12; k++)
        h[k] = 0; /* and P */
    for (size_t j = 0; j < b->n; j++) {
        const bool twists = KERNEL(axis_of)(b, j) == SHAPE_TWIST;
        for (int k = 0; k < 3; k++) {
            p[3 * j + (size_t)k] = twists ? 0 : KERNEL(straight_moment)(b, j, k);
            p_rate[3 * j + (size_t)k] = 0;
        }
    }
    for (size_t i = 0; i < b->n; i++) {
        const int axis = KERNEL(axis_of)(b, i);
        const double *products = m->products + i * b->n; /* zero between twists and the others */
        if (axis == SHAPE_TWIST)
            continue;
        for (size_t j = 0; j < b->n; j++) {
            p[3 * j + (size_t)axis] += products[j] * q[i];
            p_rate[3 * j + (size_t)axis] += products[j] * rate[i];
        }
    }
    for (size_t j = 0; j < b->n; j++) {
        const scalar *p_j = p + 3 * j;
        const int d = KERNEL(axis_of)(b, j);
        if (d == SHAPE_TWIST)
            continue;
        h[d] += m->moment[j] * q[j];
        for (int k = 0; k < 3; k++) { /* the square of the bending counts once */
            const scalar part = q[j] * (KERNEL(straight_moment)(b, j, k) + p_j[k]) / 2;
            P[3 * k + d] += part;
            P[3 * d + k] += part;
        }
    }
    if (b->slot == 0)
        return;
    struct KERNEL(frame) *f = &e->KERNEL(over)->frames[b->slot];
    KERNEL(add_from_body)(E, h, f->h);
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    const scalar trace = P[0] + P[4] + P[8];
    for (int k = 0; k < 6; k++) {
        scalar sum = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum += E[3 * i + row[k]] * P[3 * i + j] * E[3 * j + column[k]];
        f->J[k] += (k < 3 ? trace : 0) - sum;
    }
}

/* After the inertias of the links were turned: those of bent bodies are other ones. */
static void KERNEL(flexibles_bend)(const struct engine *e)
{
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++)
        KERNEL(flexible_bend)(e, &e->flexibles[k]);
}

/* A flexible body's link, in the body's axes. */
struct KERNEL(carrier) {
    scalar w[3], al[3], a[3];
};

static struct KERNEL(carrier) KERNEL(carrier_of)(const struct engine *e, const struct flexible *b)
{
    const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[b->slot];
    const scalar *E = KERNEL(bent_of)(e, b);
    struct KERNEL(carrier) c = {{0}, {0}, {0}};
    KERNEL(to_body)(E, f->w, c.w);
    KERNEL(to_body)(E, f->al, c.al);
    KERNEL(to_body)(E, f->a, c.a);
    return c;
}

/* Force and moment, in the body's axes, that the motion of the shapes needs of the link. */
static void KERNEL(flexible_push)(const struct engine *e, const struct flexible *b, const struct KERNEL(carrier) * c,
                                  scalar force[3], scalar moment[3])
{
    const struct KERNEL(workspace) *work = e->KERNEL(over);
    const struct flexible_numbers *m = &b->numbers;
    const scalar *rate = work->w + b->first, *p = KERNEL(bent_of)(e, b) + BENT_SHAPES;
    scalar h_rate[3] = {0}, trace = 0;
    for (int k = 0; k < 3; k++)
        force[k] = moment[k] = 0;
    for (size_t j = 0; j < b->n; j++) {
        const scalar *p_j = p + 3 * j, own = work->acceleration ? work->acceleration[b->first + j] : 0;
        const int d = KERNEL(axis_of)(b, j);
        if (d == SHAPE_TWIST) {
            moment[0] += m->moment[j] * own;
            continue;
        }
        scalar lever[3];
        KERNEL(cross_axis)(p_j, d, lever);
        h_rate[d] += m->moment[j] * rate[j];
        trace += rate[j] * p_j[d];
        moment[d] -= 2 * KERNEL(dot)(c->w, p_j) * rate[j];
        force[d] += m->moment[j] * own;
        for (int k = 0; k < 3; k++)
            moment[k] += lever[k] * own;
    }
    scalar turned[3];
    KERNEL(cross)(c->w, h_rate, turned);
    for (int k = 0; k < 3; k++) {
        force[k] += 2 * turned[k];
        moment[k] += 2 * c->w[k] * trace;
    }
}

/* What the tension of a span adds to its linear stiffness: c and G of e = c q + q G q/2; how much longer it is by both parts. */
struct KERNEL(span) {
    double k;
    const double *c, *G;
    scalar stretched, bent;
};

static struct KERNEL(span) KERNEL(span_of)(const struct flexible *b, size_t i, const scalar *q)
{
    const size_t n = b->n;
    const double *first = b->numbers.spans + i * (1 + n + n * n);
    struct KERNEL(span) s = {.k = first[0], .c = first + 1, .G = first + 1 + n};
    for (size_t j = 0; j < n; j++) {
        scalar row = 0;
        for (size_t k = 0; k < n; k++)
            row += s.G[j * n + k] * q[k];
        s.stretched += s.c[j] * q[j];
        s.bent += row * q[j] / 2;
    }
    return s;
}

static void KERNEL(spans_resist)(const struct engine *e, const struct flexible *b, scalar *tau)
{
    const scalar *q = e->KERNEL(over)->z + b->first;
    for (size_t i = 0; i < b->n_spans; i++) {
        const struct KERNEL(span) s = KERNEL(span_of)(b, i, q);
        const scalar tension = s.k * (s.stretched + s.bent);
        for (size_t j = 0; j < b->n; j++) {
            scalar row = 0;
            for (size_t k = 0; k < b->n; k++)
                row += s.G[j * b->n + k] * q[k];
            tau[b->first + j] += s.k * s.bent * s.c[j] + tension * row;
        }
    }
}

static void KERNEL(flexible_resist)(const struct engine *e, const struct flexible *b, scalar *tau)
{
    const struct KERNEL(workspace) *work = e->KERNEL(over);
    const struct flexible_numbers *m = &b->numbers;
    const scalar *q = work->z + b->first, *rate = work->w + b->first;
    const scalar *acceleration = work->acceleration ? work->acceleration + b->first : NULL;
    const scalar *E = KERNEL(bent_of)(e, b), *p = E + BENT_SHAPES, *p_rate = p + 3 * b->n;
    const struct KERNEL(carrier) c = KERNEL(carrier_of)(e, b);
    const scalar square = KERNEL(dot)(c.w, c.w);
    for (size_t j = 0; j < b->n; j++) {
        const scalar *p_j = p + 3 * j;
        const int d = KERNEL(axis_of)(b, j);
        scalar sum = 0;
        for (size_t i = 0; i < b->n; i++) {
            sum += m->stiffness[j * b->n + i] * q[i] + m->damping[j * b->n + i] * rate[i];
            if (acceleration && KERNEL(axis_of)(b, i) == d)
                sum += m->products[j * b->n + i] * acceleration[i];
        }
        if (d == SHAPE_TWIST) {
            sum += m->moment[j] * c.al[0];
        } else {
            scalar lever[3], moved[3];
            KERNEL(cross_axis)(p_j, d, lever);
            KERNEL(cross_axis)(p_rate + 3 * j, d, moved);
            sum += m->moment[j] * c.a[d] + KERNEL(dot)(c.al, lever) + KERNEL(dot)(c.w, p_j) * c.w[d] - square * p_j[d] +
                   2 * KERNEL(dot)(c.w, moved);
        }
        tau[b->first + j] += sum;
    }
    if (b->slot == 0)
        return;
    scalar force[3], moment[3];
    KERNEL(flexible_push)(e, b, &c, force, moment);
    KERNEL(add_from_body)(E, force, work->frames[b->slot].f);
    KERNEL(add_from_body)(E, moment, work->frames[b->slot].n);
}

/* Adds what the shapes need to the links' forces and along their coordinates. */
static void KERNEL(flexibles_resist)(const struct engine *e, scalar *tau)
{
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        KERNEL(flexible_resist)(e, &e->flexibles[k], tau);
        KERNEL(spans_resist)(e, &e->flexibles[k], tau);
    }
}

/* Adds to the force and the moment that the motion of the straight body needs what it needs as it is bent: of each body six numbers, about
 * its link's origin, in the ground's axes. */
static void KERNEL(flexibles_carry)(const struct engine *e, scalar *of_bodies)
{
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        const scalar *E = KERNEL(bent_of)(e, b), *h = E + BENT_H, *P = E + BENT_P;
        const struct KERNEL(carrier) c = KERNEL(carrier_of)(e, b);
        const scalar trace = P[0] + P[4] + P[8];
        scalar force[3], moment[3], turned[3], of_al[3], of_w[3];
        KERNEL(flexible_push)(e, b, &c, force, moment);
        KERNEL(cross_add)(c.al, h, force);
        KERNEL(cross)(c.w, h, turned);
        KERNEL(cross_add)(c.w, turned, force);
        for (int i = 0; i < 3; i++) {
            of_al[i] = trace * c.al[i] - KERNEL(dot)(P + 3 * i, c.al);
            of_w[i] = trace * c.w[i] - KERNEL(dot)(P + 3 * i, c.w);
            moment[i] += of_al[i];
        }
        KERNEL(cross_add)(c.w, of_w, moment);
        KERNEL(cross_add)(h, c.a, moment);
        scalar *body = of_bodies + 6 * e->mechanism->flexibles[k].body;
        KERNEL(add_from_body)(E, force, body);
        KERNEL(add_from_body)(E, moment, body + 3);
    }
}

/* Adds the shapes' part to the lower triangle of the mass matrix: with each other, and with all that carries the body. */
static void KERNEL(flexibles_mass)(const struct engine *e, scalar *M)
{
    const struct KERNEL(frame) *frames = e->KERNEL(over)->frames;
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        const scalar *E = KERNEL(bent_of)(e, b), *p = E + BENT_SHAPES;
        for (size_t j = 0; j < b->n; j++) {
            scalar *row = M + (b->first + j) * e->n;
            const int d = KERNEL(axis_of)(b, j);
            scalar along[3] = {0}, lever[3] = {0}, force[3] = {0}, moment[3] = {0};
            for (size_t i = 0; i <= j; i++)
                if (KERNEL(axis_of)(b, i) == d)
                    row[b->first + i] += b->numbers.products[j * b->n + i];
            if (d == SHAPE_TWIST) {
                lever[0] = b->numbers.moment[j];
            } else {
                along[d] = b->numbers.moment[j];
                KERNEL(cross_axis)(p + 3 * j, d, lever);
            }
            KERNEL(add_from_body)(E, along, force);
            KERNEL(add_from_body)(E, lever, moment);
            for (int slot = b->slot; slot != 0; slot = e->links[slot - 1].parent) {
                const struct KERNEL(frame) *f = &frames[slot];
                row[slot - 1] += KERNEL(along_joint)(&e->links[slot - 1], f->R + 6, moment, force);
                KERNEL(cross_add)(f->d, force, moment);
            }
        }
    }
}

/* Beyond what the links have, with the bent h and J. */
static scalar KERNEL(flexibles_kinetic)(const struct engine *e)
{
    scalar energy = 0;
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[b->slot];
        const scalar *rate = e->KERNEL(over)->w + b->first, *E = KERNEL(bent_of)(e, b), *p = E + BENT_SHAPES;
        scalar v[3], w[3];
        KERNEL(to_body)(E, f->v, v);
        KERNEL(to_body)(E, f->w, w);
        for (size_t j = 0; j < b->n; j++) {
            const int d = KERNEL(axis_of)(b, j);
            scalar lever[3];
            for (size_t i = 0; i < b->n; i++)
                if (KERNEL(axis_of)(b, i) == d)
                    energy += b->numbers.products[j * b->n + i] * rate[i] * rate[j] / 2;
            if (d == SHAPE_TWIST) {
                energy += b->numbers.moment[j] * rate[j] * w[0];
                continue;
            }
            KERNEL(cross_axis)(p + 3 * j, d, lever);
            energy += rate[j] * (b->numbers.moment[j] * v[d] + KERNEL(dot)(w, lever));
        }
    }
    return energy;
}

/* Bending, and what gravity does to the bent. */
static scalar KERNEL(flexibles_potential)(const struct engine *e)
{
    scalar energy = 0;
    for (size_t k = 0; k < e->mechanism->n_flexibles; k++) {
        const struct flexible *b = &e->flexibles[k];
        const scalar *q = e->KERNEL(over)->z + b->first;
        scalar E[9];
        KERNEL(axes_turn)(e, b, E);
        for (size_t i = 0; i < b->n_spans; i++) {
            const struct KERNEL(span) s = KERNEL(span_of)(b, i, q);
            energy += s.k * s.bent * (s.stretched + s.bent / 2);
        }
        for (size_t j = 0; j < b->n; j++) {
            const int d = KERNEL(axis_of)(b, j);
            for (size_t i = 0; i < b->n; i++)
                energy += b->numbers.stiffness[j * b->n + i] * q[i] * q[j] / 2;
            for (int axis = 0; axis < 3 && d != SHAPE_TWIST; axis++)
                energy -= e->mechanism->gravity[axis] * E[3 * d + axis] * b->numbers.moment[j] * q[j];
        }
    }
    return energy;
}

/* ---- sections ---- */

/* What the beam beyond the section needs along the direction of one row: the equation of a shape, see above. */
static scalar KERNEL(row_resists)(const struct engine *e, const struct flexible *b, const struct KERNEL(carrier) * c,
                                  size_t i_span, const double *row)
{
    const struct KERNEL(workspace) *work = e->KERNEL(over);
    const size_t n = b->n;
    const int d = (int)row[0];
    const double moment = row[1], first = row[2], *products = row + 4, *stiffness = products + n, *G = stiffness + n,
                 *damping = G + n;
    const scalar *q = work->z + b->first, *rate = work->w + b->first, *own = work->acceleration + b->first;
    scalar sum = 0, p[3] = {0}, p_rate[3] = {0}, bent = 0;
    for (size_t j = 0; j < n; j++) {
        const int axis = KERNEL(axis_of)(b, j);
        sum += stiffness[j] * q[j] + damping[j] * rate[j];
        bent += G[j] * q[j];
        if (axis == d)
            sum += products[j] * own[j];
        if (axis == SHAPE_TWIST || d == SHAPE_TWIST)
            continue;
        p[axis] += products[j] * q[j];
        p_rate[axis] += products[j] * rate[j];
    }
    if (b->n_spans > 0) {
        const struct KERNEL(span) s = KERNEL(span_of)(b, i_span, q);
        sum += s.k * (s.bent * row[3] + (s.stretched + s.bent) * bent);
    }
    if (d == SHAPE_TWIST)
        return sum + moment * c->al[0];
    p[0] += first;
    for (int k = 0; k < 3; k++)
        p[k] += moment * b->o[k];
    scalar lever[3], moved[3];
    KERNEL(cross_axis)(p, d, lever);
    KERNEL(cross_axis)(p_rate, d, moved);
    return sum + moment * c->a[d] + KERNEL(dot)(c->al, lever) + KERNEL(dot)(c->w, p) * c->w[d] -
           KERNEL(dot)(c->w, c->w) * p[d] + 2 * KERNEL(dot)(c->w, moved);
}

void KERNEL(engine_section_carries)(const struct engine *e, size_t section, scalar force[3], scalar moment[3])
{
    static const int planar[] = {0, 1, 5};
    const struct mechanism_section *s = &e->mechanism->sections[section];
    const struct flexible *b = &e->flexibles[s->flexible];
    const struct KERNEL(carrier) c = KERNEL(carrier_of)(e, b);
    for (int k = 0; k < 3; k++)
        force[k] = moment[k] = 0;
    for (size_t k = 0; k < (s->is_planar ? 3 : 6); k++) {
        const int at = s->is_planar ? planar[k] : (int)k;
        const double *row = b->numbers.rows + (s->first_row + k) * SECTION_NUMBERS(b->n);
        *(at < 3 ? &force[at] : &moment[at - 3]) = -KERNEL(row_resists)(e, b, &c, s->span, row);
    }
}
