/* A coupled model's functions over the number type `scalar`. The room holds each part's numbers in that part's own layout. */

static scalar *KERNEL(room_of)(const struct work *work, const struct part *part, enum model_role role)
{
    return work->KERNEL(numbers) + part->room_at + part->layout.first[role];
}

/* States, memories and outer inputs into the parts. */
static void KERNEL(spread)(const struct instance *c, const struct work *work, const scalar *m, const scalar *x,
                           const scalar *u)
{
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const size_t *n = part->layout.count;
        scalar *states = KERNEL(room_of)(work, part, MODEL_STATE), *inputs = KERNEL(room_of)(work, part, MODEL_INPUT);
        for (size_t i = 0; x && i < n[MODEL_STATE]; i++)
            states[i] = x[part->states[i]];
        for (size_t i = 0; i < n[MODEL_INPUT]; i++)
            if (part->inputs[i] != COUPLED_NOWHERE)
                inputs[i] = u[part->inputs[i]];
        if (m && n[MODEL_MEMORY] > 0)
            memcpy(KERNEL(room_of)(work, part, MODEL_MEMORY), m + part->first[MODEL_MEMORY],
                   n[MODEL_MEMORY] * sizeof *m);
    }
}

static bool KERNEL(follow)(const struct instance *c, const struct work *work, const struct schedule *schedule, scalar t,
                           struct model_report *report)
{
    for (size_t i = 0; i < schedule->n; i++) {
        const struct step *step = &schedule->steps[i];
        const struct part *part = &c->plan->parts[step->part];
        const void *constants = c->parts + part->constants_at;
        void *scratch = work->parts + part->scratch_at;
        scalar *m = KERNEL(room_of)(work, part, MODEL_MEMORY), *x = KERNEL(room_of)(work, part, MODEL_STATE);
        const scalar *u = KERNEL(room_of)(work, part, MODEL_INPUT);
        bool done = true;
        switch (step->action) {
        case ACTION_INITIALIZE:
            done = part->type->KERNEL(over).initialize(constants, scratch, t, u, m, x, report);
            break;
        case ACTION_OUTPUTS:
            done = part->type->KERNEL(over).outputs(constants, scratch, t, m, x, u,
                                                    KERNEL(room_of)(work, part, MODEL_OUTPUT), report);
            break;
        case ACTION_LOCALS:
            done = part->type->KERNEL(over).locals(constants, scratch, t, m, x, u,
                                                   KERNEL(room_of)(work, part, MODEL_LOCAL), report);
            break;
        case ACTION_COPY:
            work->KERNEL(numbers)[c->plan->parts[step->to_part].room_at + step->to_variable] =
                work->KERNEL(numbers)[part->room_at + step->variable];
            break;
        }
        if (!done)
            return false;
    }
    return true;
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    KERNEL(spread)(c, work, NULL, NULL, u);
    if (!KERNEL(follow)(c, work, &c->plan->start, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const scalar *states = KERNEL(room_of)(work, part, MODEL_STATE),
                     *memory = KERNEL(room_of)(work, part, MODEL_MEMORY);
        for (size_t i = 0; i < part->layout.count[MODEL_STATE]; i++)
            x[part->states[i]] = states[i];
        for (size_t i = 0; i < part->layout.count[MODEL_MEMORY]; i++)
            m[part->first[MODEL_MEMORY] + i] = memory[i];
    }
    return true;
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    KERNEL(spread)(c, work, m, x, u);
    if (!KERNEL(follow)(c, work, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        scalar *rates = work->KERNEL(numbers) + part->room_at + part->layout.first_rate;
        if (!part->type->KERNEL(over).rates(
                c->parts + part->constants_at, work->parts + part->scratch_at, t,
                KERNEL(room_of)(work, part, MODEL_MEMORY), KERNEL(room_of)(work, part, MODEL_STATE),
                KERNEL(room_of)(work, part, MODEL_INPUT), rates, dq + part->first[MODEL_QUADRATURE], report))
            return false;
        for (size_t i = 0; i < part->layout.count[MODEL_STATE]; i++)
            dx[part->states[i]] = rates[i];
    }
    return true;
}

/* The outputs or the locals of all parts. */
static bool KERNEL(look)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                         const scalar *u, enum model_role role, scalar *values, struct model_report *report)
{
    const struct instance *c = constants;
    const struct work *work = scratch;
    KERNEL(spread)(c, work, m, x, u);
    if (!KERNEL(follow)(c, work, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const struct model_type *type = part->type;
        if (part->layout.count[role] > 0 &&
            !(role == MODEL_OUTPUT ? type->KERNEL(over).outputs : type->KERNEL(over).locals)(
                c->parts + part->constants_at, work->parts + part->scratch_at, t,
                KERNEL(room_of)(work, part, MODEL_MEMORY), KERNEL(room_of)(work, part, MODEL_STATE),
                KERNEL(room_of)(work, part, MODEL_INPUT), values + part->first[role], report))
            return false;
    }
    return true;
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    const struct composite *plan = ((const struct instance *)constants)->plan;
    if (!KERNEL(look)(constants, scratch, t, m, x, u, MODEL_OUTPUT, y, report))
        return false;
    for (size_t i = 0; i < plan->n_aliases; i++)
        y[plan->n_outputs + i] = (plan->aliases[i].role == MODEL_STATE ? x : y)[plan->aliases[i].place];
    return true;
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    return KERNEL(look)(constants, scratch, t, m, x, u, MODEL_LOCAL, w, report);
}
