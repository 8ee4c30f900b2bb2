/* Payloads: point masses on links, in forces and mass matrix like the links' own. Their masses come with the inputs. */

bool KERNEL(engine_payloads_take)(const struct engine *e, const scalar *u, struct model_report *report)
{
    const struct mechanism *m = e->mechanism;
    struct KERNEL(workspace) *w = e->KERNEL(over);
    for (size_t k = 0; k < m->n_payloads; k++) {
        const scalar mass = u[mechanism_payload_input(m, k)];
        if (mass == w->masses[k])
            continue;
        if (!((double)mass >= 0) || !isfinite((double)mass))
            return model_fail(report, "payload '%s': its mass, %g kg, is %s", m->payloads[k].name, (double)mass,
                              (double)mass < 0 ? "below 0" : "not a number");
        w->masses[k] = mass;
        w->is_reduced = false;
        w->placement++;
    }
    return true;
}

/* Where payload k is, from its link's origin, and its acceleration less gravity. */
static void KERNEL(payload_moves)(const struct engine *e, size_t k, scalar arm[3], scalar a[3])
{
    const struct KERNEL(frame) *f = &e->KERNEL(over)->frames[e->payloads[k].slot];
    KERNEL(to_ground)(f->R, e->payloads[k].at, arm);
    KERNEL(point_acceleration)(f, arm, a);
}

/* Adds what its motion needs to the force f and the moment n that its link, or its body, needs. */
static void KERNEL(payload_resist)(const struct engine *e, size_t k, scalar *f, scalar *n)
{
    scalar arm[3], force[3];
    KERNEL(payload_moves)(e, k, arm, force);
    for (int j = 0; j < 3; j++) {
        force[j] *= e->KERNEL(over)->masses[k];
        f[j] += force[j];
    }
    KERNEL(cross_add)(arm, force, n);
}

static void KERNEL(payloads_resist)(const struct engine *e)
{
    for (size_t k = 0; k < e->mechanism->n_payloads; k++) {
        struct KERNEL(frame) *f = &e->KERNEL(over)->frames[e->payloads[k].slot];
        KERNEL(payload_resist)(e, k, f->f, f->n);
    }
}

/* Adds m v_i v_j to the lower triangle of the mass matrix, v_i the velocity of the mass by the rate of coordinate i. */
static void KERNEL(payloads_mass)(const struct engine *e, scalar *M)
{
    const struct KERNEL(frame) *frames = e->KERNEL(over)->frames;
    for (size_t k = 0; k < e->mechanism->n_payloads; k++) {
        scalar arm[3]; /* from the origin of the link `slot` */
        KERNEL(to_ground)(frames[e->payloads[k].slot].R, e->payloads[k].at, arm);
        for (int slot = e->payloads[k].slot; slot != 0; slot = e->links[slot - 1].parent) {
            const scalar *s = frames[slot].R + 6;
            scalar *row = M + (size_t)(slot - 1) * e->n, force[3], moment[3];
            scalar turn[3] = {0}, v[3] = {0};
            KERNEL(joint_add)(&e->links[slot - 1], s, 1, turn, v);
            KERNEL(cross_add)(turn, arm, v);
            for (int j = 0; j < 3; j++)
                force[j] = e->KERNEL(over)->masses[k] * v[j];
            KERNEL(cross)(arm, force, moment);
            for (int below = slot; below != 0; below = e->links[below - 1].parent) {
                const struct KERNEL(frame) *f = &frames[below];
                row[below - 1] += KERNEL(along_joint)(&e->links[below - 1], f->R + 6, moment, force);
                KERNEL(cross_add)(f->d, force, moment);
            }
            for (int j = 0; j < 3; j++)
                arm[j] += frames[slot].d[j];
        }
    }
}
