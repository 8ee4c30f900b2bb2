#include "export/stage.h"

#include "export/scene.h"

#include <math.h>
#include <string.h>

bool stage_open(struct stage *s, const struct mechanism_file *file, struct model_report *report)
{
    const struct mechanism_sizes sizes = mechanism_sizes(mechanism_file_mechanism(file));
    *s = (struct stage){
        .file = file, .n_positions = sizes.independent + sizes.admissible + sizes.charts, .n_charts = sizes.charts};
    if (!model_instance_open(&s->instance, mechanism_file_type(file), report))
        return false;
    if (model_instance_initialize(&s->instance, 0, report)) {
        s->engine = mechanism_instance_engine(s->instance.scratch);
        if (engine_configure_real(s->engine, s->instance.m, s->instance.x, report))
            return true;
    }
    stage_close(s);
    return false;
}

void stage_close(struct stage *s)
{
    model_instance_close(&s->instance);
    *s = (struct stage){0};
}

/* States are independent positions, their velocities, admissible positions. */
static size_t state_of(const struct stage *s, size_t position)
{
    const size_t independent = mechanism_sizes(mechanism_file_mechanism(s->file)).independent;
    return position < independent ? position : position + independent;
}

const char *stage_position_name(const struct stage *s, size_t i)
{
    const struct mechanism *m = mechanism_file_mechanism(s->file);
    const struct mechanism_sizes sizes = mechanism_sizes(m);
    const size_t n = sizes.independent + sizes.admissible;
    return i < n ? mechanism_file_coordinate(s->file, mechanism_state_coordinate(m, state_of(s, i)))
                 : mechanism_file_chart(s->file, i - n);
}

void stage_positions(const struct stage *s, double *positions)
{
    const struct mechanism_sizes sizes = mechanism_sizes(mechanism_file_mechanism(s->file));
    const size_t n = s->n_positions - s->n_charts;
    for (size_t i = 0; i < n; i++)
        positions[i] = s->instance.x[state_of(s, i)];
    for (size_t i = 0; i < s->n_charts; i++)
        positions[n + i] = s->instance.m[sizes.memory - sizes.charts + i];
}

bool stage_follow(struct stage *s, const double *positions, struct model_report *report)
{
    const struct mechanism_sizes sizes = mechanism_sizes(mechanism_file_mechanism(s->file));
    const size_t n = sizes.independent + sizes.admissible;
    for (size_t i = 0; i < sizes.charts; i++)
        engine_chart_take(s->engine, i, positions[n + i] != 0, s->instance.m, NULL);
    for (size_t i = 0; i < sizes.independent; i++)
        s->instance.x[sizes.independent + i] = 0; /* a picture rests */
    for (size_t i = 0; i < n; i++)
        s->instance.x[state_of(s, i)] = positions[i];
    if (!engine_configure_real(s->engine, s->instance.m, s->instance.x, report))
        return false;
    if (sizes.memory > sizes.charts) { /* all positions, then velocities */
        memcpy(s->instance.m, engine_positions_real(s->engine), sizes.coordinates * sizeof *s->instance.m);
        memset(s->instance.m + sizes.coordinates, 0, sizes.coordinates * sizeof *s->instance.m);
    }
    return true;
}

const double *stage_loads(struct stage *s, double t)
{
    const struct model_instance *instance = &s->instance;
    const double *inputs =
        mechanism_instance_inputs_real(instance->constants, instance->scratch, t, instance->m, instance->u);
    return inputs + mechanism_load_input(mechanism_file_mechanism(s->file), 0);
}

/* From a rotation by rows, ground from body: the largest of the four is found by a root, the others follow. */
static void quaternion(const double R[9], double q[4])
{
    const double trace = R[0] + R[4] + R[8];
    const double of_x = R[0] - R[4] - R[8], of_y = R[4] - R[0] - R[8], of_z = R[8] - R[0] - R[4];
    const double wx = R[7] - R[5], wy = R[2] - R[6], wz = R[3] - R[1], xy = R[1] + R[3], xz = R[2] + R[6],
                 yz = R[5] + R[7];
    double v[4];
    if (trace >= of_x && trace >= of_y && trace >= of_z)
        memcpy(v, (double[]){1 + trace, wx, wy, wz}, sizeof v);
    else if (of_x >= of_y && of_x >= of_z)
        memcpy(v, (double[]){wx, 1 + of_x, xy, xz}, sizeof v);
    else if (of_y >= of_z)
        memcpy(v, (double[]){wy, xy, 1 + of_y, yz}, sizeof v);
    else
        memcpy(v, (double[]){wz, xz, yz, 1 + of_z}, sizeof v);
    const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    for (int i = 0; i < 4; i++)
        q[i] = v[i] / size;
}

void stage_frames(const struct stage *s, double *frames)
{
    for (size_t b = 0; b < mechanism_file_mechanism(s->file)->n_bodies; b++) {
        double *to = frames + b * FRAME_VALUES, R[9];
        engine_place_of_real(s->engine, (struct mechanism_point){.body = (int)b, .at = {0, 0, 0}}, to, NULL);
        engine_frame_of_real(s->engine, (int)b, R);
        quaternion(R, to + 3);
    }
}
