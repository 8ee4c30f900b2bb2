/* A coupled model's functions over the number type `scalar`. The room holds each part's numbers in that part's own layout. */

static scalar *KERNEL(room_of)(const struct instance *c, const struct part *part, enum model_role role)
{
    return c->NUMBERS + part->room_at + part->layout.first[role];
}

/* States, memories and outer inputs into the parts. */
static void KERNEL(spread)(const struct instance *c, const scalar *m, const scalar *x, const scalar *u)
{
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const size_t *n = part->layout.count;
        scalar *states = KERNEL(room_of)(c, part, MODEL_STATE), *inputs = KERNEL(room_of)(c, part, MODEL_INPUT);
        for (size_t i = 0; x && i < n[MODEL_STATE]; i++)
            states[i] = x[part->states[i]];
        for (size_t i = 0; i < n[MODEL_INPUT]; i++)
            if (part->inputs[i] != COUPLED_NOWHERE)
                inputs[i] = u[part->inputs[i]];
        if (m && n[MODEL_MEMORY] > 0)
            memcpy(KERNEL(room_of)(c, part, MODEL_MEMORY), m + part->first[MODEL_MEMORY], n[MODEL_MEMORY] * sizeof *m);
    }
}

static bool KERNEL(follow)(const struct instance *c, const struct schedule *schedule, scalar t,
                           struct model_report *report)
{
    for (size_t i = 0; i < schedule->n; i++) {
        const struct step *step = &schedule->steps[i];
        const struct part *part = &c->plan->parts[step->part];
        const void *constants = c->constants + part->constants_at;
        scalar *m = KERNEL(room_of)(c, part, MODEL_MEMORY), *x = KERNEL(room_of)(c, part, MODEL_STATE);
        const scalar *u = KERNEL(room_of)(c, part, MODEL_INPUT);
        bool done = true;
        switch (step->action) {
        case ACTION_INITIALIZE:
            done = part->type->OVER.initialize(constants, t, u, m, x, report);
            break;
        case ACTION_OUTPUTS:
            done = part->type->OVER.outputs(constants, t, m, x, u, KERNEL(room_of)(c, part, MODEL_OUTPUT), report);
            break;
        case ACTION_LOCALS:
            done = part->type->OVER.locals(constants, t, m, x, u, KERNEL(room_of)(c, part, MODEL_LOCAL), report);
            break;
        case ACTION_COPY:
            c->NUMBERS[c->plan->parts[step->to_part].room_at + step->to_variable] =
                c->NUMBERS[part->room_at + step->variable];
            break;
        }
        if (!done)
            return false;
    }
    return true;
}

static bool KERNEL(initialize)(const void *constants, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    const struct instance *c = constants;
    KERNEL(spread)(c, NULL, NULL, u);
    if (!KERNEL(follow)(c, &c->plan->start, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        const scalar *states = KERNEL(room_of)(c, part, MODEL_STATE), *memory = KERNEL(room_of)(c, part, MODEL_MEMORY);
        for (size_t i = 0; i < part->layout.count[MODEL_STATE]; i++)
            x[part->states[i]] = states[i];
        for (size_t i = 0; i < part->layout.count[MODEL_MEMORY]; i++)
            m[part->first[MODEL_MEMORY] + i] = memory[i];
    }
    return true;
}

static bool KERNEL(rates)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                          scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *c = constants;
    KERNEL(spread)(c, m, x, u);
    if (!KERNEL(follow)(c, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        scalar *rates = c->NUMBERS + part->room_at + part->layout.first_rate;
        if (!part->type->OVER.rates(c->constants + part->constants_at, t, KERNEL(room_of)(c, part, MODEL_MEMORY),
                                    KERNEL(room_of)(c, part, MODEL_STATE), KERNEL(room_of)(c, part, MODEL_INPUT), rates,
                                    dq + part->first[MODEL_QUADRATURE], report))
            return false;
        for (size_t i = 0; i < part->layout.count[MODEL_STATE]; i++)
            dx[part->states[i]] = rates[i];
    }
    return true;
}

static bool KERNEL(outputs)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                            scalar *y, struct model_report *report)
{
    const struct instance *c = constants;
    KERNEL(spread)(c, m, x, u);
    if (!KERNEL(follow)(c, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        if (part->layout.count[MODEL_OUTPUT] > 0 &&
            !part->type->OVER.outputs(c->constants + part->constants_at, t, KERNEL(room_of)(c, part, MODEL_MEMORY),
                                      KERNEL(room_of)(c, part, MODEL_STATE), KERNEL(room_of)(c, part, MODEL_INPUT),
                                      y + part->first[MODEL_OUTPUT], report))
            return false;
    }
    return true;
}

static bool KERNEL(locals)(const void *constants, scalar t, const scalar *m, const scalar *x, const scalar *u,
                           scalar *w, struct model_report *report)
{
    const struct instance *c = constants;
    KERNEL(spread)(c, m, x, u);
    if (!KERNEL(follow)(c, &c->plan->always, t, report))
        return false;
    for (size_t k = 0; k < c->plan->n_parts; k++) {
        const struct part *part = &c->plan->parts[k];
        if (part->layout.count[MODEL_LOCAL] > 0 &&
            !part->type->OVER.locals(c->constants + part->constants_at, t, KERNEL(room_of)(c, part, MODEL_MEMORY),
                                     KERNEL(room_of)(c, part, MODEL_STATE), KERNEL(room_of)(c, part, MODEL_INPUT),
                                     w + part->first[MODEL_LOCAL], report))
            return false;
    }
    return true;
}
