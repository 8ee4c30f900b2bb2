/* The formulas of laws over `scalar`, each the one that was in force at `chosen_at`. */
static scalar KERNEL(straight)(scalar t, double t0, double t1, double value0, double value1)
{
    return value0 + (value1 - value0) * (t - t0) / (t1 - t0);
}

static scalar KERNEL(table)(const struct law_piece *piece, const double *numbers, scalar t, double chosen_at)
{
    const double *times = numbers + piece->at[0], *values = numbers + piece->at[1];
    const size_t begun = rows_begun(piece, numbers, chosen_at);
    if (piece->kind == LAW_STEPS || begun == 0 || begun == piece->n)
        return values[begun > 0 ? begun - 1 : 0];
    return KERNEL(straight)(t, times[begun - 1], times[begun], values[begun - 1], values[begun]);
}

static scalar KERNEL(sine)(const struct law_piece *piece, const double *numbers, scalar t, double chosen_at)
{
    const size_t *at = piece->at;
    const double mean = numbers[at[0]], amplitude = numbers[at[1]], frequency = numbers[at[2]];
    const double phase = numbers[at[3]], begin = numbers[at[4]], growth = numbers[at[5]];
    const scalar dt = has_come(chosen_at, begin) ? t - begin : 0;
    return mean + (amplitude + growth * dt) * sin(two_pi * frequency * dt + phase);
}

static scalar KERNEL(formula)(const struct law_piece *piece, const double *numbers, scalar t, double chosen_at)
{
    const size_t *at = piece->at;
    switch (piece->kind) {
    case LAW_STEP:
        return numbers[at[has_come(chosen_at, numbers[at[2]]) ? 1 : 0]];
    case LAW_RAMP:
        if (has_come(chosen_at, numbers[at[3]]))
            return numbers[at[1]];
        return has_come(chosen_at, numbers[at[2]])
                   ? KERNEL(straight)(t, numbers[at[2]], numbers[at[3]], numbers[at[0]], numbers[at[1]])
                   : numbers[at[0]];
    case LAW_SINE:
        return KERNEL(sine)(piece, numbers, t, chosen_at);
    case LAW_TABLE:
    case LAW_STEPS:
        return KERNEL(table)(piece, numbers, t, chosen_at);
    case LAW_CONSTANT:
    default:
        return numbers[at[0]];
    }
}

scalar KERNEL(law_value)(const struct law *law, const double *numbers, scalar t, double since)
{
    const double chosen_at = choice((double)t, since);
    return KERNEL(formula)(piece_at(law, numbers, chosen_at), numbers, t, chosen_at);
}

static void KERNEL(sine_slopes)(const struct law_piece *piece, const double *numbers, scalar t, double chosen_at,
                                scalar *rate, scalar *curvature)
{
    const size_t *at = piece->at;
    const double amplitude = numbers[at[1]], omega = two_pi * numbers[at[2]], phase = numbers[at[3]];
    const double begin = numbers[at[4]], growth = numbers[at[5]];
    if (!has_come(chosen_at, begin))
        return;
    const scalar dt = t - begin, s = sin(omega * dt + phase), c = cos(omega * dt + phase);
    *rate = growth * s + (amplitude + growth * dt) * omega * c;
    *curvature = 2 * growth * omega * c - (amplitude + growth * dt) * omega * omega * s;
}

void KERNEL(law_slopes)(const struct law *law, const double *numbers, scalar t, double since, scalar *rate,
                        scalar *curvature)
{
    const double chosen_at = choice((double)t, since);
    const struct law_piece *piece = piece_at(law, numbers, chosen_at);
    const size_t *at = piece->at;
    *rate = *curvature = 0;
    if (piece->kind == LAW_SINE)
        KERNEL(sine_slopes)(piece, numbers, t, chosen_at, rate, curvature);
    if (piece->kind == LAW_RAMP && has_come(chosen_at, numbers[at[2]]) && !has_come(chosen_at, numbers[at[3]]))
        *rate = (numbers[at[1]] - numbers[at[0]]) / (numbers[at[3]] - numbers[at[2]]);
    if (piece->kind == LAW_TABLE) {
        const double *times = numbers + at[0], *values = numbers + at[1];
        const size_t begun = rows_begun(piece, numbers, chosen_at);
        if (begun > 0 && begun < piece->n)
            *rate = (values[begun] - values[begun - 1]) / (times[begun] - times[begun - 1]);
    }
}
