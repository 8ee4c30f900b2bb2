/* The model's functions over the number type `scalar`: they gather the engine's inputs and hand out what it computes. */
#include "numerics/dense_kernel.h"

#include "fmu_multibody/mechanism/mechanism_wrenches_kernel.h"

/* Inputs of the engine: the actuators' as they come, the loads by their laws or from outside. What pistons give is added when
 * the mechanism is placed: until then it is what the pressures alone give. */
scalar *KERNEL(mechanism_instance_inputs)(const void *constants, void *scratch, scalar t, const scalar *m,
                                          const scalar *u)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    scalar *inputs = work->KERNEL(inputs);
    const double last_event = (double)m[f->sizes.memory + MEMORY_LAST_EVENT];
    const size_t n = f->mechanism->n_actuators;
    for (size_t i = 0; i < n; i++) {
        const scalar *from = u + f->actuator_inputs[i];
        const struct piston *p = &k->pistons[i].piston;
        inputs[i] = k->pistons[i].in_use ? p->area_A * from[0] - p->area_B * from[1] : from[0];
    }
    const scalar *from_outside = u + f->n_actuator_inputs;
    for (size_t i = 0; i < f->n_given_loads; i++)
        inputs[n + i] =
            f->load_laws[i] ? KERNEL(law_value)(f->load_laws[i], k->values, t, last_event) : *from_outside++;
    for (size_t i = f->n_given_loads; i < f->mechanism->n_loads; i++)
        inputs[n + i] = 0;
    from_outside = u + f->first_payload_input;
    for (size_t i = 0; i < f->mechanism->n_payloads; i++)
        inputs[mechanism_payload_input(f->mechanism, i)] =
            f->payload_laws[i] ? KERNEL(law_value)(f->payload_laws[i], k->values, t, last_event) : *from_outside++;
    return inputs;
}

/* Forces of the pistons where the mechanism is placed, and the rates of their friction's states. */
static void KERNEL(push_pistons)(const struct instance *k, const struct work *work, const scalar *m, const scalar *x,
                                 const scalar *u, scalar *inputs, scalar *dx)
{
    const struct mechanism_file *f = k->file;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        if (!p->in_use)
            continue;
        const scalar *memory = m + p->first_memory, *pressures = u + f->actuator_inputs[i];
        scalar s, ds, dz[FRICTION_MOST_STATES];
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        inputs[i] = KERNEL(piston_force)(&p->piston, s - memory[PISTON_MEMORY_RETRACTED], ds, pressures[0],
                                         pressures[1], memory[PISTON_MEMORY_MODE], x + p->first_state, dz);
        for (size_t j = 0; j < p->n_states && dx; j++)
            dx[p->first_state + j] = dz[j];
    }
}

/* ---- stops and friction ---- */

/* Of a resistance: how far its joint or actuator is, and how fast. */
static void KERNEL(resistance_motion)(const struct mechanism_resistance *r, const struct work *work, scalar *s,
                                      scalar *ds)
{
    if (r->is_actuator) {
        KERNEL(engine_actuator)(work->engine, r->of, NULL, s, ds, NULL);
        return;
    }
    *s = KERNEL(engine_positions)(work->engine)[r->of];
    *ds = KERNEL(engine_velocities)(work->engine)[r->of];
}

static scalar KERNEL(resistance_stop)(const struct mechanism_resistance *r, scalar s, scalar ds)
{
    return r->has_stops
               ? KERNEL(stop_force)(&r->stop, r->lower - s, -ds) - KERNEL(stop_force)(&r->stop, s - r->upper, ds)
               : 0;
}

static scalar KERNEL(resistance_friction)(const struct mechanism_resistance *r, scalar ds, const scalar *m,
                                          const scalar *x, scalar *dz)
{
    const scalar mode = r->has_mode ? m[r->mode] : 0;
    return KERNEL(friction_force)(&r->friction, mode, ds, x + r->first_state, dz);
}

/* Adds their forces where the mechanism is placed, and gives the rates of the friction's states. */
static void KERNEL(push_resistances)(const struct instance *k, const struct work *work, const scalar *m,
                                     const scalar *x, scalar *inputs, scalar *dx)
{
    for (size_t i = 0; i < k->file->n_resistances; i++) {
        const struct mechanism_resistance *r = &k->resistances[i];
        scalar s, ds, dz[FRICTION_MOST_STATES];
        KERNEL(resistance_motion)(r, work, &s, &ds);
        inputs[r->input] += KERNEL(resistance_stop)(r, s, ds) - KERNEL(resistance_friction)(r, ds, m, x, dz);
        for (size_t j = 0; j < r->n_states && dx; j++)
            dx[r->first_state + j] = dz[j];
    }
}

static void KERNEL(start_resistances)(const struct instance *k, const struct work *work, scalar *m, scalar *x)
{
    for (size_t i = 0; i < k->file->n_resistances; i++) {
        const struct mechanism_resistance *r = &k->resistances[i];
        scalar s, ds;
        KERNEL(resistance_motion)(r, work, &s, &ds);
        if (r->has_mode)
            m[r->mode] = friction_mode(&r->friction, (double)ds);
        for (size_t j = 0; j < r->n_states; j++)
            x[r->first_state + j] = 0;
    }
}

static scalar *KERNEL(resistance_locals)(const struct instance *k, const struct work *work, const scalar *m,
                                         const scalar *x, scalar *w)
{
    for (size_t i = 0; i < k->file->n_resistances; i++, w += RESISTANCE_LOCALS) {
        const struct mechanism_resistance *r = &k->resistances[i];
        scalar s, ds, dz[FRICTION_MOST_STATES];
        double states[FRICTION_MOST_STATES] = {0};
        KERNEL(resistance_motion)(r, work, &s, &ds);
        w[RESISTANCE_LOCAL_STOP] = KERNEL(resistance_stop)(r, s, ds);
        w[RESISTANCE_LOCAL_FRICTION] = KERNEL(resistance_friction)(r, ds, m, x, dz);
        for (size_t j = 0; j < r->n_states; j++)
            states[j] = (double)x[r->first_state + j];
        w[RESISTANCE_LOCAL_CHOSEN] = friction_slope_remark(&r->friction, (double)ds, states) != NULL;
    }
    return w;
}

static scalar KERNEL(stops_energy)(const struct instance *k, const struct work *work)
{
    scalar energy = 0;
    for (size_t i = 0; i < k->file->n_resistances; i++) {
        const struct mechanism_resistance *r = &k->resistances[i];
        scalar s, ds;
        KERNEL(resistance_motion)(r, work, &s, &ds);
        if (r->has_stops)
            energy += KERNEL(stop_energy)(&r->stop, r->lower - s) + KERNEL(stop_energy)(&r->stop, s - r->upper);
    }
    return energy;
}

void KERNEL(mechanism_instance_push)(const void *constants, void *scratch, const scalar *m, const scalar *x,
                                     const scalar *u, scalar *inputs)
{
    KERNEL(push_pistons)(constants, scratch, m, x, u, inputs, NULL);
    KERNEL(push_resistances)(constants, scratch, m, x, inputs, NULL);
    KERNEL(push_wrenches)(constants, scratch, inputs);
}

/* What pistons know at the start: where they are, and that nothing moves in their seals. */
static void KERNEL(start_pistons)(const struct instance *k, const struct work *work, scalar *m, scalar *x)
{
    const struct mechanism_file *f = k->file;
    for (size_t i = 0; i < f->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        scalar *memory = m + p->first_memory, s, ds;
        if (!p->in_use)
            continue;
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        memory[PISTON_MEMORY_RETRACTED] = p->start_relative ? s - p->start_length : p->retracted_length;
        memory[PISTON_MEMORY_MODE] = p->has_mode ? friction_mode(&p->piston.friction, (double)ds) : 0;
        for (size_t j = 0; j < p->n_states; j++)
            x[p->first_state + j] = 0;
    }
}

static bool KERNEL(initialize)(const void *constants, void *scratch, scalar t, const scalar *u, scalar *m, scalar *x,
                               struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    const size_t n = f->mechanism->n_actuators;
    m[f->sizes.memory + MEMORY_LAST_EVENT] = (double)t;
    scalar *inputs = KERNEL(mechanism_instance_inputs)(k, scratch, t, m, u);
    if (!KERNEL(engine_initialize)(work->engine, inputs, m, x, report))
        return false;
    if (n + f->n_resistances == 0)
        return true;
    struct model_report none; /* no force holds it: the model is none the worse */
    if (!KERNEL(engine_configure)(work->engine, m, x, report))
        return false;
    KERNEL(start_resistances)(k, work, m, x);
    if (f->mechanism->start == START_EQUILIBRIUM && !equilibrium_check(k, work, report))
        return false;
    KERNEL(start_pistons)(k, work, m, x);
    KERNEL(push_wrenches)(k, work, inputs);
    const bool is_held = KERNEL(engine_static_forces)(work->engine, inputs, work->KERNEL(forces), &none);
    if (!is_held && engine_holds(f->mechanism)) /* the start depends on them */
        return model_fail(report, "%s", none.text);
    for (size_t i = 0; i < n; i++)
        m[f->sizes.memory + MEMORY_FORCES + i] = is_held ? work->KERNEL(forces)[i] : 0;
    return true;
}

/* ---- prescribed motions ---- */

/* The accelerations that they want, less those of the rates dx, where the mechanism is placed. */
static void KERNEL(motions_miss)(const struct instance *k, const struct work *work, scalar t, const scalar *m,
                                 const scalar *u, const scalar *dx, scalar *missing)
{
    const struct mechanism_file *f = k->file;
    const double last_event = (double)m[f->sizes.memory + MEMORY_LAST_EVENT];
    const scalar *z = KERNEL(engine_positions)(work->engine), *dz = KERNEL(engine_velocities)(work->engine);
    const scalar *from_outside = u + f->first_motion_input;
    for (size_t i = 0; i < f->n_motions; i++) {
        const struct mechanism_motion *motion = &k->motions[i];
        const double omega = two_pi * motion->frequency;
        scalar y, rate = 0, curvature = 0;
        if (motion->law) {
            y = KERNEL(law_value)(motion->law, k->values, t, last_event);
            KERNEL(law_slopes)(motion->law, k->values, t, last_event, &rate, &curvature);
        } else {
            y = *from_outside++;
        }
        missing[i] = curvature + 2 * omega * (rate - dz[motion->coordinate]) +
                     omega * omega * (y - z[motion->coordinate]) - dx[f->sizes.independent + motion->state];
    }
}

/* Rates of the engine's states with the forces that the motions take, which go into the inputs. Accelerations are affine in the
 * forces: their response is found by trying, and one more correction takes what cancelled in that. */
static bool KERNEL(accelerate)(const struct instance *k, const struct work *work, scalar t, const scalar *m,
                               const scalar *u, scalar *inputs, scalar *dx, struct model_report *report)
{
    const struct mechanism_file *f = k->file;
    const size_t n = f->n_motions, n_f = f->sizes.independent;
    scalar *A = work->KERNEL(response), *missing = work->KERNEL(missing);
    if (n == 0)
        return KERNEL(engine_accelerate)(work->engine, inputs, dx, report);
    for (size_t i = 0; i < n; i++)
        inputs[k->motions[i].input] = 0;
    if (!KERNEL(engine_accelerate)(work->engine, inputs, dx, report))
        return false;
    for (size_t i = 0; i < n; i++)
        missing[i] = dx[n_f + k->motions[i].state];
    for (size_t j = 0; j < n; j++) {
        inputs[k->motions[j].input] = 1;
        if (!KERNEL(engine_accelerate)(work->engine, inputs, dx, report))
            return false;
        for (size_t i = 0; i < n; i++)
            A[i * n + j] = dx[n_f + k->motions[i].state] - missing[i];
        inputs[k->motions[j].input] = 0;
    }
    const size_t singular = KERNEL(lu_factor)(n, A, n, 1, 1e-9, work->pivots);
    if (singular < n)
        return model_fail(report, "motion '%s': no force makes its coordinate follow", k->motions[singular].name);
    for (int pass = 0; pass < 3; pass++) {
        if (!KERNEL(engine_accelerate)(work->engine, inputs, dx, report))
            return false;
        KERNEL(motions_miss)(k, work, t, m, u, dx, missing);
        KERNEL(lu_solve)(n, A, n, 1, work->pivots, missing);
        for (size_t i = 0; pass < 2 && i < n; i++)
            inputs[k->motions[i].input] += missing[i];
    }
    return true;
}

void KERNEL(mechanism_instance_powers)(const void *constants, void *scratch, const scalar *inputs, scalar *powers)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        scalar s, ds, force;
        KERNEL(engine_actuator)(work->engine, i, inputs, &s, &ds, &force);
        powers[i] = force * ds;
    }
}

/* What the pressures give to the pistons in use. */
static void KERNEL(pressure_powers)(const struct instance *k, const struct work *work, const scalar *u, scalar *powers)
{
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        const scalar *pressures = u + k->file->actuator_inputs[i];
        scalar s, ds;
        if (!p->in_use)
            continue;
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        *powers++ = (p->piston.area_A * pressures[0] - p->piston.area_B * pressures[1]) * ds;
    }
}

static bool KERNEL(rates)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                          const scalar *u, scalar *dx, scalar *dq, struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    scalar *inputs = KERNEL(mechanism_instance_inputs)(k, scratch, t, m, u);
    if (k->file->n_pistons + k->file->n_resistances + k->file->n_motions + k->file->n_wrenches == 0) {
        if (!KERNEL(engine_rates)(work->engine, m, x, inputs, dx, report))
            return false;
    } else {
        if (!KERNEL(engine_configure)(work->engine, m, x, report))
            return false;
        KERNEL(push_pistons)(k, work, m, x, u, inputs, dx);
        KERNEL(push_resistances)(k, work, m, x, inputs, dx);
        KERNEL(push_wrenches)(k, work, inputs);
        if (!KERNEL(accelerate)(k, work, t, m, u, inputs, dx, report))
            return false;
    }
    KERNEL(mechanism_instance_powers)(k, scratch, inputs, dq);
    KERNEL(pressure_powers)(k, work, u, dq + k->file->mechanism->n_actuators);
    return true;
}

void KERNEL(mechanism_instance_outputs)(const void *constants, void *scratch, scalar *y)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++)
        KERNEL(engine_actuator)(work->engine, i, NULL, &y[2 * i], &y[2 * i + 1], NULL);
}

static bool KERNEL(outputs)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                            const scalar *u, scalar *y, struct model_report *report)
{
    (void)t, (void)u;
    const struct instance *k = constants;
    const struct work *work = scratch;
    if (!KERNEL(engine_configure)(work->engine, m, x, report))
        return false;
    KERNEL(mechanism_instance_outputs)(k, scratch, y);
    return true;
}

static scalar *KERNEL(piston_locals)(const struct instance *k, const struct work *work, const scalar *m,
                                     const scalar *x, scalar *w)
{
    for (size_t i = 0; i < k->file->mechanism->n_actuators; i++) {
        const struct mechanism_piston *p = &k->pistons[i];
        const scalar *memory = m + p->first_memory;
        scalar s, ds, dz[FRICTION_MOST_STATES];
        if (!p->in_use)
            continue;
        KERNEL(engine_actuator)(work->engine, i, NULL, &s, &ds, NULL);
        w[PISTON_LOCAL_LENGTH] = s - memory[PISTON_MEMORY_RETRACTED];
        w[PISTON_LOCAL_FRICTION] =
            KERNEL(friction_force)(&p->piston.friction, memory[PISTON_MEMORY_MODE], ds, x + p->first_state, dz);
        double states[FRICTION_MOST_STATES] = {0};
        for (size_t j = 0; j < p->n_states; j++)
            states[j] = (double)x[p->first_state + j];
        w[PISTON_LOCAL_CHOSEN] = friction_slope_remark(&p->piston.friction, (double)ds, states) != NULL;
        w += PISTON_LOCALS;
    }
    return w;
}

static void KERNEL(section_locals)(struct engine *e, const struct mechanism_sensor *s, scalar *w)
{
    const struct mechanism_section *section = &engine_mechanism(e)->sections[s->of];
    scalar force[3], moment[3];
    KERNEL(engine_section_carries)(e, s->of, force, moment);
    if (s->is_planar) {
        *w++ = force[0];
        *w++ = force[1];
        *w++ = moment[2];
    } else {
        for (int k = 0; k < 3; k++) {
            w[k] = force[k];
            w[3 + k] = moment[k];
        }
        w += REACTION_LOCALS;
    }
    *w++ = force[0] / section->area;
    if (!s->is_planar)
        *w++ = moment[1] / section->modulus_y;
    *w = moment[2] / section->modulus_z;
}

/* Under the engine's inputs. */
static bool KERNEL(sensor_locals)(const struct instance *k, const struct work *work, const scalar *inputs, scalar *w,
                                  struct model_report *report)
{
    const struct mechanism_file *f = k->file;
    const struct engine *e = work->engine;
    if (f->n_sensors == 0)
        return true;
    if (!KERNEL(engine_balance)(e, inputs, report))
        return false;
    for (size_t i = 0; i < f->n_sensors; i++) {
        const struct mechanism_sensor *s = &f->sensors[i];
        scalar *force = w + REACTION_LOCAL_FORCE, *moment = w + REACTION_LOCAL_MOMENT;
        switch (s->kind) {
        case SENSOR_MARKER:
            KERNEL(engine_acceleration_of)(e, k->markers[s->of].point, w);
            break;
        case SENSOR_BODY:
            KERNEL(engine_frame_of)(e, (int)s->of, w);
            KERNEL(engine_turning_of)(e, (int)s->of, w + BODY_LOCAL_RATE, w + BODY_LOCAL_TURNING);
            KERNEL(engine_acceleration_of)
            (e, (struct mechanism_point){.body = (int)s->of}, w + BODY_LOCAL_ACCELERATION);
            break;
        case SENSOR_JOINT:
            KERNEL(engine_joint_reaction)(e, s->of, s->axes, force, moment);
            break;
        case SENSOR_LOOP:
            KERNEL(engine_cut_reaction)(e, s->of, s->axes, force, moment);
            for (int j = 0; s->is_reverse && j < REACTION_LOCALS; j++)
                w[j] = -w[j];
            break;
        case SENSOR_ROLLING:
            KERNEL(engine_contact_reaction)(e, s->of, s->axes, force);
            break;
        case SENSOR_SECTION:
            KERNEL(section_locals)(work->engine, s, w);
            break;
        }
        w += mechanism_sensor_locals(s);
    }
    return true;
}

bool KERNEL(mechanism_instance_locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                                       const scalar *u, scalar *w, struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    const struct mechanism_file *f = k->file;
    const struct mechanism *mechanism = f->mechanism;
    const scalar *z = KERNEL(engine_positions)(work->engine), *dz = KERNEL(engine_velocities)(work->engine);
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        if (k->roles[i] == COORDINATE_DEPENDENT)
            *w++ = z[i];
    for (size_t i = 0; i < f->sizes.coordinates; i++)
        if (k->roles[i] != COORDINATE_INDEPENDENT)
            *w++ = dz[i];
    scalar *inputs = KERNEL(mechanism_instance_inputs)(k, scratch, t, m, u);
    KERNEL(mechanism_instance_push)(constants, scratch, m, x, u, inputs);
    w[LOCAL_KINETIC_ENERGY] = KERNEL(engine_kinetic_energy)(work->engine);
    w[LOCAL_POTENTIAL_ENERGY] = KERNEL(engine_potential_energy)(work->engine) + KERNEL(stops_energy)(k, work) +
                                KERNEL(wrenches_energy)(k, work);
    KERNEL(engine_payload_energies)(work->engine, inputs, &w[LOCAL_KINETIC_ENERGY], &w[LOCAL_POTENTIAL_ENERGY]);
    w[LOCAL_RESIDUAL] = KERNEL(engine_residual)(work->engine);
    w += OWN_LOCALS;
    for (size_t i = 0; i < mechanism->n_actuators; i++, w += ACTUATOR_LOCALS) {
        scalar s, ds;
        KERNEL(engine_actuator)(work->engine, i, inputs, &s, &ds, &w[ACTUATOR_LOCAL_FORCE]);
        w[ACTUATOR_LOCAL_POWER] = w[ACTUATOR_LOCAL_FORCE] * ds;
        w[ACTUATOR_LOCAL_STATIC] = m[f->sizes.memory + MEMORY_FORCES + i];
    }
    w = KERNEL(piston_locals)(k, work, m, x, w);
    w = KERNEL(resistance_locals)(k, work, m, x, w);
    if (f->n_motions > 0 && !KERNEL(accelerate)(k, work, t, m, u, inputs, work->KERNEL(moved), report))
        return false;
    for (size_t i = 0; i < f->n_motions; i++, w += MOTION_LOCALS) {
        w[MOTION_LOCAL_FORCE] = inputs[k->motions[i].input];
        w[MOTION_LOCAL_POWER] = inputs[k->motions[i].input] * dz[k->motions[i].coordinate];
    }
    w = KERNEL(wrench_locals)(k, work, w);
    if (mechanism->n_payloads > 0 && !KERNEL(engine_accelerations)(work->engine, inputs, report))
        return false;
    for (size_t i = 0; i < mechanism->n_payloads; i++, w += PAYLOAD_LOCALS)
        KERNEL(engine_payload_force)(work->engine, i, inputs[mechanism_payload_input(mechanism, i)], w);
    for (size_t i = 0; i < mechanism->n_markers; i++, w += MARKER_LOCALS)
        KERNEL(engine_place_of)(work->engine, k->markers[i].point, w, w + 3);
    return KERNEL(sensor_locals)(k, work, inputs, w, report);
}

static bool KERNEL(locals)(const void *constants, void *scratch, scalar t, const scalar *m, const scalar *x,
                           const scalar *u, scalar *w, struct model_report *report)
{
    const struct instance *k = constants;
    const struct work *work = scratch;
    if (!KERNEL(engine_configure)(work->engine, m, x, report))
        return false;
    return KERNEL(mechanism_instance_locals)(k, scratch, t, m, x, u, w, report);
}
