/* Constraint rows: residual Phi, Jacobian by the generalized force of a unit multiplier, and what is left of the second
 * derivative where no coordinate accelerates. */

struct KERNEL(wrench) { /* on a link, about its origin */
    scalar f[3], n[3];
};

/* All that a row is made of, with d from a's point to b's. Contacts: rho from the disc's centre to the plane. */
struct KERNEL(row_place) {
    struct KERNEL(point) a, b;
    scalar d[3], u[3], v[3];
    scalar length;
    scalar rho[3], slope; /* slope: sine of the angle between disc and plane */
};

/* The points, which all rows of a joint share. */
static inline void KERNEL(row_place_points)(const struct KERNEL(frame) * frames, const struct row *row,
                                            struct KERNEL(row_place) * at)
{
    at->a = KERNEL(point_at)(frames, &row->a);
    at->b = KERNEL(point_at)(frames, &row->b);
    for (int k = 0; k < 3; k++)
        at->d[k] = at->b.r[k] - at->a.r[k];
}

/* The rest, which each row has for itself. */
static inline void KERNEL(row_place_directions)(const struct KERNEL(frame) * frames, const struct row *row,
                                                struct KERNEL(row_place) * at)
{
    switch (row->kind) {
    case ROW_COINCIDE:
        for (int k = 0; k < 3; k++)
            at->u[k] = row->u[k];
        break;
    case ROW_POINT_DOT:
        KERNEL(to_ground)(frames[row->a.slot].R, row->u, at->u);
        break;
    case ROW_AXES_DOT:
        KERNEL(to_ground)(frames[row->a.slot].R, row->u, at->u);
        KERNEL(to_ground)(frames[row->b.slot].R, row->v, at->v);
        break;
    case ROW_DISTANCE:
        at->length = sqrt(KERNEL(dot)(at->d, at->d));
        for (int k = 0; k < 3; k++)
            at->u[k] = at->d[k] / at->length;
        break;
    case ROW_HEIGHT:
    case ROW_SLIP: { /* v: the disc's axis; rho = -r (u - (u v) v) / |u - (u v) v| */
        KERNEL(to_ground)(frames[row->b.slot].R, row->disc_axis, at->v);
        for (int k = 0; k < 3; k++)
            at->u[k] = row->u[k];
        const scalar lean = KERNEL(dot)(at->u, at->v);
        at->slope = sqrt(1 - lean * lean);
        for (int k = 0; k < 3; k++)
            at->rho[k] = -row->value * (at->u[k] - lean * at->v[k]) / at->slope;
        break;
    }
    }
}

static void KERNEL(row_place_all)(const struct KERNEL(frame) * frames, const struct row *row,
                                  struct KERNEL(row_place) * at)
{
    KERNEL(row_place_points)(frames, row, at);
    KERNEL(row_place_directions)(frames, row, at);
}

static scalar KERNEL(row_residual)(const struct row *row, const struct KERNEL(row_place) * at)
{
    switch (row->kind) {
    case ROW_COINCIDE:
    case ROW_POINT_DOT:
        return KERNEL(dot)(at->u, at->d);
    case ROW_AXES_DOT:
        return KERNEL(dot)(at->u, at->v);
    case ROW_DISTANCE:
        return at->length - row->value;
    case ROW_HEIGHT: {
        scalar height = 0;
        for (int k = 0; k < 3; k++)
            height += at->u[k] * (at->b.r[k] - row->point[k]);
        return height - row->value * at->slope;
    }
    case ROW_SLIP:
        break;
    }
    return 0;
}

/* The row's wrenches on a and b: dPhi/dt = sum of f v + n w. */
static void KERNEL(row_wrenches)(const struct row *row, const struct KERNEL(row_place) * at,
                                 struct KERNEL(wrench) * on_a, struct KERNEL(wrench) * on_b)
{
    *on_a = (struct KERNEL(wrench)){{0}, {0}};
    *on_b = (struct KERNEL(wrench)){{0}, {0}};
    switch (row->kind) {
    case ROW_AXES_DOT:
        KERNEL(cross)(at->u, at->v, on_a->n);
        KERNEL(cross)(at->v, at->u, on_b->n);
        return;
    case ROW_HEIGHT:
    case ROW_SLIP: { /* the velocity of the disc's point in the plane, along the normal or along a tangent */
        scalar arm[3];
        for (int k = 0; k < 3; k++) {
            on_b->f[k] = row->kind == ROW_SLIP ? row->v[k] : at->u[k];
            arm[k] = at->b.arm[k] + at->rho[k];
        }
        KERNEL(cross)(arm, on_b->f, on_b->n);
        return;
    }
    case ROW_COINCIDE:
    case ROW_POINT_DOT:
    case ROW_DISTANCE:
        break;
    }
    for (int k = 0; k < 3; k++) {
        on_b->f[k] = at->u[k];
        on_a->f[k] = -at->u[k];
    }
    KERNEL(cross)(at->b.arm, on_b->f, on_b->n);
    KERNEL(cross)(at->a.arm, on_a->f, on_a->n);
    if (row->kind == ROW_POINT_DOT)
        KERNEL(cross_add)(at->u, at->d, on_a->n);
}

/* The generalized forces of a wrench on the link at `slot`, down to where the chain meets the other. */
static void KERNEL(wrench_spread)(const struct engine *e, int slot, int end, struct KERNEL(wrench) wrench,
                                  scalar *forces)
{
    const struct KERNEL(frame) *frames = e->KERNEL(over)->frames;
    while (slot != end) {
        const struct link *link = &e->links[slot - 1];
        const struct KERNEL(frame) *f = &frames[slot];
        forces[slot - 1] = KERNEL(along_joint)(link, f->R + 6, wrench.n, wrench.f);
        KERNEL(cross_add)(f->d, wrench.f, wrench.n);
        slot = link->parent;
    }
}

/* Residuals of holonomic rows (zero for the others) and Jacobian of all of the given rows. Either may be NULL. */
bool KERNEL(engine_rows)(const struct engine *e, const size_t *rows, size_t count, scalar *phi, scalar *D,
                         struct model_report *report)
{
    const bool is_own = D == e->KERNEL(over)->D; /* of the kept rows: zero but for their chains */
    for (size_t i = 0; D && !is_own && i < count * e->n; i++)
        D[i] = 0;
    const struct KERNEL(frame) *frames = e->KERNEL(over)->frames;
    struct KERNEL(row_place) at;
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &e->rows[rows[i]];
        if (i == 0 || row->loop != e->rows[rows[i - 1]].loop)
            KERNEL(row_place_points)(frames, row, &at);
        KERNEL(row_place_directions)(frames, row, &at);
        if (row->kind == ROW_DISTANCE && !((double)at.length > 1e-9 * row->value))
            return model_fail(report, "joint '%s': its two points have come together, the rod has no direction",
                              row->name);
        if ((row->kind == ROW_HEIGHT || row->kind == ROW_SLIP) && !((double)at.slope > 1e-9))
            return model_fail(report, "contact '%s': the disc lies flat on the plane", row->name);
        if (phi)
            phi[i] = KERNEL(row_residual)(row, &at);
        if (D) {
            struct KERNEL(wrench) on_a, on_b;
            KERNEL(row_wrenches)(row, &at, &on_a, &on_b);
            KERNEL(wrench_spread)(e, row->a.slot, row->meet, on_a, D + i * e->n);
            KERNEL(wrench_spread)(e, row->b.slot, row->meet, on_b, D + i * e->n);
        }
    }
    return true;
}

/* d(rho)/dt where the disc's axis v turns with w. */
static void KERNEL(contact_drift)(const struct row *row, const struct KERNEL(row_place) * at, const scalar *w,
                                  scalar *drift)
{
    scalar dv[3];
    KERNEL(cross)(w, at->v, dv);
    const scalar lean = KERNEL(dot)(at->u, at->v), dlean = KERNEL(dot)(at->u, dv);
    const scalar dslope = -lean * dlean / at->slope;
    for (int k = 0; k < 3; k++)
        drift[k] = row->value * (dlean * at->v[k] + lean * dv[k]) / at->slope - at->rho[k] * dslope / at->slope;
}

static scalar KERNEL(row_bias)(const struct KERNEL(frame) * frames, const struct row *row)
{
    struct KERNEL(row_place) at = {.d = {0}};
    KERNEL(row_place_all)(frames, row, &at);
    const struct KERNEL(frame) *a = &frames[row->a.slot], *b = &frames[row->b.slot];
    scalar v_a[3], v_b[3], a_a[3], a_b[3];
    scalar du[3], ddu[3], dv[3], ddv[3], bias = 0;
    if (row->kind == ROW_AXES_DOT) {
        KERNEL(cross)(a->w, at.u, du);
        KERNEL(cross)(a->al, at.u, ddu);
        KERNEL(cross_add)(a->w, du, ddu);
        KERNEL(cross)(b->w, at.v, dv);
        KERNEL(cross)(b->al, at.v, ddv);
        KERNEL(cross_add)(b->w, dv, ddv);
        return KERNEL(dot)(ddu, at.v) + 2 * KERNEL(dot)(du, dv) + KERNEL(dot)(at.u, ddv);
    }
    if (row->kind == ROW_HEIGHT || row->kind == ROW_SLIP) {
        scalar arm[3], drift[3], turned[3] = {0}, tangent[3];
        KERNEL(contact_drift)(row, &at, b->w, drift);
        for (int k = 0; k < 3; k++) {
            arm[k] = at.b.arm[k] + at.rho[k];
            tangent[k] = row->kind == ROW_SLIP ? row->v[k] : row->u[k];
        }
        /* of v + w x (arm + rho): rho moves in the disc, so w x rho is not all of its change */
        scalar spin[3];
        KERNEL(point_acceleration)(b, arm, a_b);
        KERNEL(cross)(b->w, at.rho, spin);
        for (int k = 0; k < 3; k++)
            spin[k] = drift[k] - spin[k];
        KERNEL(cross)(b->w, spin, turned);
        for (int k = 0; k < 3; k++)
            bias += tangent[k] * (a_b[k] - frames[0].a[k] + turned[k]);
        return bias;
    }
    KERNEL(point_acceleration)(a, at.a.arm, a_a);
    KERNEL(point_acceleration)(b, at.b.arm, a_b);
    for (int k = 0; k < 3; k++)
        bias += at.u[k] * (a_b[k] - a_a[k]);
    if (row->kind == ROW_COINCIDE)
        return bias;
    KERNEL(point_velocity)(a, at.a.arm, v_a);
    KERNEL(point_velocity)(b, at.b.arm, v_b);
    scalar dd[3];
    for (int k = 0; k < 3; k++)
        dd[k] = v_b[k] - v_a[k];
    if (row->kind == ROW_DISTANCE) {
        const scalar along = KERNEL(dot)(at.u, dd);
        return bias + (KERNEL(dot)(dd, dd) - along * along) / at.length;
    }
    KERNEL(cross)(a->w, at.u, du);
    KERNEL(cross)(a->al, at.u, ddu);
    KERNEL(cross_add)(a->w, du, ddu);
    return bias + 2 * KERNEL(dot)(du, dd) + KERNEL(dot)(ddu, at.d);
}

/* (dD/dt) dz/dt: accelerations were moved with those of the coordinates zero. */
void KERNEL(engine_rows_bias)(const struct engine *e, const size_t *rows, size_t count, scalar *bias)
{
    for (size_t i = 0; i < count; i++)
        bias[i] = KERNEL(row_bias)(e->KERNEL(over)->frames, &e->rows[rows[i]]);
}
