#include "fmu_multibody/engine/engine_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct mechanism *engine_mechanism(struct engine *e)
{
    return e->mechanism;
}

/* ---- setup ---- */

static void points_make(struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    e->has_points = m->n_springs > 0;
    for (size_t k = 0; k < m->n_springs; k++) {
        e->springs[2 * k] = engine_point(e, m->springs[k].a);
        e->springs[2 * k + 1] = engine_point(e, m->springs[k].b);
    }
    for (size_t k = 0; k < m->n_joint_springs; k++)
        e->spring_coordinates[k] =
            mechanism_first_coordinate(m, (size_t)m->joint_springs[k].body) + (size_t)m->joint_springs[k].coordinate;
    for (size_t k = 0; k < m->n_actuators; k++) {
        const struct mechanism_actuator *a = &m->actuators[k];
        if (a->kind == ACTUATOR_COORDINATE) {
            e->actuator_coordinates[k] = mechanism_first_coordinate(m, (size_t)a->body) + (size_t)a->coordinate;
        } else {
            e->has_points = true;
            e->actuators[2 * k] = engine_point(e, a->a);
            e->actuators[2 * k + 1] = engine_point(e, a->b);
        }
    }
    for (size_t k = 0; k < m->n_payloads; k++) {
        e->has_points = true;
        e->payloads[k] = engine_point(e, m->payloads[k].point);
    }
    for (size_t k = 0; k < m->n_loads; k++) {
        const struct mechanism_load *load = &m->loads[k];
        const bool follows = load->kind == LOAD_FORCE_FOLLOWING || load->kind == LOAD_TORQUE_FOLLOWING;
        if (load->kind == LOAD_JOINT) {
            e->load_coordinates[k] = mechanism_first_coordinate(m, (size_t)load->point.body) + (size_t)load->coordinate;
            continue;
        }
        e->has_points = true;
        e->loads[k] = engine_point(e, load->point);
        engine_direction(e, follows ? load->point.body : MECHANISM_GROUND, load->direction, e->load_directions + 3 * k);
    }
}

static void end_mark(struct engine *e, const struct link_point *point)
{
    for (int slot = point->slot; slot != 0; slot = e->links[slot - 1].parent)
        e->links[slot - 1].has_end = true;
}

/* Forces of a placement look at few frames of a long chain. */
static void ends_mark(struct engine *e)
{
    const struct mechanism *m = e->mechanism;
    for (size_t k = 0; k < 2 * m->n_springs; k++)
        end_mark(e, &e->springs[k]);
    for (size_t k = 0; k < m->n_actuators; k++)
        for (size_t end = 0; end < 2 && m->actuators[k].kind == ACTUATOR_POINTS; end++)
            end_mark(e, &e->actuators[2 * k + end]);
    for (size_t k = 0; k < m->n_loads; k++)
        if (m->loads[k].kind != LOAD_JOINT)
            end_mark(e, &e->loads[k]);
    for (size_t k = 0; k < m->n_payloads; k++)
        end_mark(e, &e->payloads[k]);
}

/* Everything up to the assembled configuration. */
static bool engine_prepare(struct engine *e, struct model_report *report)
{
    if (!mechanism_check(e->mechanism, report))
        return false;
    engine_links_make(e);
    engine_flexibles_make(e);
    engine_rows_make(e);
    points_make(e);
    ends_mark(e);
    return engine_assemble(e, report);
}

bool engine_setup(struct engine *e, struct model_report *report)
{
    e->over_real->is_configured = e->over_complex->is_configured = false; /* the numbers may be other ones */
    e->over_real->is_reduced = e->over_complex->is_reduced = false;
    if (!engine_prepare(e, report) || !engine_choose_rows(e, report) || !engine_assemble_velocities(e, report) ||
        !engine_limits_check(e, e->z_0, report))
        return false;
    engine_charts_place(e);
    return true;
}

bool mechanism_partition(struct mechanism *m, const double *inputs, struct model_report *report)
{
    if (!mechanism_check(m, report)) /* before anything is counted */
        return false;
    struct engine *e = engine_open(m);
    if (!e)
        return model_fail(report, "not enough memory for the mechanism");
    bool decided = engine_prepare(e, report) && engine_choose_roles(e, report);
    if (decided && m->start == START_EQUILIBRIUM &&
        !m->is_pushed) { /* choose once more where the mechanism will start */
        if (inputs)
            memcpy(e->equilibrium_inputs, inputs, mechanism_inputs(m) * sizeof *inputs);
        decided =
            engine_choose_rows(e, report) && engine_equilibrium(e, e->equilibrium_inputs, e->equilibrium_x, report);
        memcpy(e->z_0, e->over_real->z, e->n * sizeof *e->z_0);
        decided = decided && engine_choose_roles(e, report);
    }
    for (size_t i = 0; decided && i < e->n; i++)
        mechanism_coordinate(m, i)->role = mechanism_coordinate(e->mechanism, i)->role;
    free(e);
    return decided;
}

void engine_take_pushes(struct engine *e, struct engine_pushes pushes)
{
    e->pushes = pushes;
}

struct engine_summary engine_summary(const struct engine *e)
{
    return (struct engine_summary){.coordinates = e->n,
                                   .rows = e->n_rows,
                                   .holonomic = e->m,
                                   .nonholonomic = e->l,
                                   .dropped = e->n_dropped,
                                   .residual = e->assembled_residual};
}

const char *engine_dropped(const struct engine *e, size_t i)
{
    return e->rows[e->dropped[i]].name;
}

/* ---- accepted steps ---- */

bool engine_limits_check(const struct engine *e, const double *z, struct model_report *report)
{
    for (size_t i = 0; i < e->n; i++) {
        const double lower = e->links[i].lower, upper = e->links[i].upper;
        char name[120];
        if ((lower != 0 || upper != 0) && !(z[i] >= lower && z[i] <= upper))
            return model_fail(report, "joint '%s' has reached its limit: %g is not within %g and %g",
                              mechanism_coordinate_name(e->mechanism, i, name, sizeof name), z[i], lower, upper);
    }
    for (size_t k = 0; k < e->mechanism->n_actuators; k++) {
        const struct mechanism_actuator *a = &e->mechanism->actuators[k];
        double s, ds;
        if (a->lower == 0 && a->upper == 0)
            continue;
        engine_actuator_real(e, k, NULL, &s, &ds, NULL);
        if (!(s >= a->lower && s <= a->upper))
            return model_fail(report, "actuator '%s' has reached its limit: the length %g m is not within %g and %g m",
                              a->name, s, a->lower, a->upper);
    }
    return true;
}

bool engine_accept(const struct engine *e, const double *x, double *m, struct model_report *report)
{
    const double tolerance = 1e-7; /* of dropped rows: far above rounding, far below a gap */
    if (!engine_configure_real(e, m, x, report))
        return false;
    if (e->n_dropped > 0) {
        if (!engine_rows_real(e, e->dropped, e->n_dropped, e->all_phi, NULL, report))
            return false;
        for (size_t i = 0; i < e->n_dropped; i++)
            if (fabs(e->all_phi[i]) > tolerance)
                return model_fail(report, "joint '%s': a row that was redundant at the start is violated by %.3g now",
                                  engine_dropped(e, i), e->all_phi[i]);
    }
    if (!engine_limits_check(e, e->over_real->z, report))
        return false;
    engine_remember(e, e->over_real->z, e->over_real->w, m);
    return true;
}
