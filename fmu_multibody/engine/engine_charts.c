/* Charts: three Cardan angles cannot tell every orientation, since where the second one is 90 degrees the other two turn about the
 * same axis. So there are two sets of them. R = B_k R_a R_b R_c: in chart 0 they are counted from the joint's own frame, in chart 1
 * from that frame with its axes exchanged in a circle, B_1 e_i = e_i+1. Chart 0 is singular where the child's axis c lies along e_a,
 * chart 1 where it lies along e_a+1: never both at once. An angle that has come 60 degrees far in one of them is 30 degrees far in the
 * other one at most, so that a joint does not go to and fro.
 *
 * B_1 is exact in floating point, and the chart is all that there is to know: nothing drifts. */
#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <string.h>

static const double farthest_sine =
    0.8660254037844386; /* 60 degrees: there angles turn up to twice as fast as the body */

/* ---- links ---- */

void engine_cardan_add(struct engine *e, size_t first, size_t body, const double C[9])
{
    const struct mechanism_joint *joint = &e->mechanism->bodies[body].joint;
    struct cardan *c = &e->cardan[e->n_cardan];
    *c = (struct cardan){.first = first, .has_charts = joint_has_charts(e->mechanism, body)};
    memcpy(c->axes, joint->cardan, sizeof c->axes);
    for (size_t chart = 0; chart < ENGINE_CHARTS; chart++) {
        double axis[3] = {0}, CB[9];
        axis[c->axes[0]] = 1;
        for (size_t i = 0; i < 3; i++)
            memcpy(CB + 3 * i, C + 3 * ((i + chart) % 3), 3 * sizeof *CB);
        engine_link_axes(CB, axis, c->A[chart]);
    }
    e->charts[e->n_cardan++] = 0; /* as the links are made */
    e->n_charts += c->has_charts;
}

void engine_charts_place(struct engine *e)
{
    for (size_t i = 0; i < e->n_cardan; i++)
        for (size_t k = 0; k < e->n_independent; k++)
            if (e->independent[k] == e->cardan[i].first)
                e->cardan[i].state = k;
}

void engine_chart_load(const struct engine *e, size_t cardan, size_t chart)
{
    engine_link_turn(&e->links[e->cardan[cardan].first], e->cardan[cardan].A[chart]);
    e->charts[cardan] = chart;
    e->over_real->is_configured = e->over_real->is_reduced = false;
    e->over_complex->is_configured = e->over_complex->is_reduced = false;
}

void engine_charts_begin(const struct engine *e, double *m)
{
    for (size_t i = 0; i < e->n_charts; i++)
        m[engine_first_chart(e) + i] = 0;
}

/* ---- from chart to chart; matrices by rows ---- */

static void turn_about(int axis, double angle, double R[9])
{
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    memset(R, 0, 9 * sizeof *R);
    R[4 * axis] = 1;
    R[4 * i] = R[4 * j] = cos(angle);
    R[3 * j + i] = sin(angle);
    R[3 * i + j] = -sin(angle);
}

static void times(const double *A, const double *B, double *C)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

/* Angles p, q, r about the axes a, b, c and their rates, of the same orientation and angular velocity in the other chart. With s = 1
 * where a, b, c are in cyclic order and -1 elsewhere, R_aa = cos q cos r, R_ab = -s cos q sin r, R_ac = s sin q, R_bc = -s sin p cos q,
 * R_cc = cos p cos q, and w = R_a (p' e_a + q' e_b + r' (s sin q e_a + cos q e_c)). */
static void count_anew(const int axes[3], size_t from, size_t to, double *angles, double *rates)
{
    const int a = axes[0], b = axes[1], c = axes[2], s = (b - a + 3) % 3 == 1 ? 1 : -1;
    const int shift = (int)(to + 3 - from) % 3;
    double R_a[9], R_b[9], R_c[9], R_ab[9], before[9], R[3][3], v[3], w_before[3], w[3];
    turn_about(a, angles[0], R_a);
    turn_about(b, angles[1], R_b);
    turn_about(c, angles[2], R_c);
    times(R_a, R_b, R_ab);
    times(R_ab, R_c, before);
    v[a] = rates[0] + s * sin(angles[1]) * rates[2];
    v[b] = rates[1];
    v[c] = cos(angles[1]) * rates[2];
    for (int i = 0; i < 3; i++)
        w_before[i] = R_a[3 * i] * v[0] + R_a[3 * i + 1] * v[1] + R_a[3 * i + 2] * v[2];
    for (int i = 0; i < 3; i++) {
        memcpy(R[i], before + 3 * ((i + shift) % 3), sizeof R[i]);
        w[i] = w_before[(i + shift) % 3];
    }
    angles[0] = atan2(-s * R[b][c], R[c][c]);
    angles[1] = atan2(s * R[a][c], hypot(R[a][a], R[a][b]));
    angles[2] = atan2(-s * R[a][b], R[a][a]);
    turn_about(a, angles[0], R_a);
    for (int i = 0; i < 3; i++)
        v[i] = R_a[i] * w[0] + R_a[3 + i] * w[1] + R_a[6 + i] * w[2];
    rates[2] = v[c] / cos(angles[1]);
    rates[1] = v[b];
    rates[0] = v[a] - s * sin(angles[1]) * rates[2];
}

static bool is_due(const struct cardan *c, const double *x)
{
    return c->has_charts && fabs(sin(x[c->state + 1])) > farthest_sine;
}

bool engine_charts_due(const struct engine *e, const double *x)
{
    for (size_t i = 0; i < e->n_cardan; i++)
        if (is_due(&e->cardan[i], x))
            return true;
    return false;
}

static void take(const struct engine *e, const struct cardan *c, size_t chart, double *number, double *m, double *x)
{
    const size_t from = *number != 0;
    if (from == chart)
        return;
    if (e->n_dependent > 0)
        count_anew(c->axes, from, chart, m + c->first, m + e->n + c->first);
    if (x)
        count_anew(c->axes, from, chart, x + c->state, x + e->n_independent + c->state);
    *number = (double)chart;
}

bool engine_charts_change(const struct engine *e, double *m, double *x)
{
    double *number = m + engine_first_chart(e);
    bool changed = false;
    for (size_t i = 0; i < e->n_cardan; i++) {
        const struct cardan *c = &e->cardan[i];
        if (is_due(c, x)) {
            take(e, c, *number == 0, number, m, x);
            changed = true;
        }
        number += c->has_charts;
    }
    return changed;
}

void engine_chart_take(const struct engine *e, size_t i, size_t chart, double *m, double *x)
{
    double *number = m + engine_first_chart(e);
    for (size_t k = 0; k < e->n_cardan; k++)
        if (e->cardan[k].has_charts && i-- == 0)
            take(e, &e->cardan[k], chart, number, m, x);
        else
            number += e->cardan[k].has_charts;
}
