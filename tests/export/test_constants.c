/* What setup() made of a model's parameters stays as it is, whatever is asked afterwards: all that changes is scratch. Byte for byte, for
 * every mechanism and circuit of the papers, and for both as one set of equations. */
#include "tests/testing.h"

#include "export/model_file.h"
#include "monolithic/composite.h"
#include "monolithic/model_instance.h"
#include "monolithic/redundant_mechanism.h"
#include "numerics/solver.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

static const char *const files[] = {
    "mechanisms/agundez-four-bar", "mechanisms/bicycle",        "mechanisms/four-bar-spring",
    "mechanisms/lim-manipulator",  "mechanisms/lut1-four-bar",  "mechanisms/lut2-four-bar",
    "mechanisms/rolling-disc",     "circuits/agundez-four-bar", "circuits/lim-manipulator",
    "circuits/lut1-four-bar",      "circuits/lut2-four-bar"};
enum { FILES = sizeof files / sizeof *files };

struct asked {
    struct model_instance instance;
    void *kept; /* the constants as setup() left them */
};

static void must(bool done, const struct model_report *report)
{
    if (!done)
        fail_msg("%s", report->text);
}

static void open_asked(struct asked *a, const struct model_type *type)
{
    struct model_report report = {""};
    must(model_instance_open(&a->instance, type, &report), &report);
    a->kept = malloc(type->constants_size + 1);
    assert_non_null(a->kept);
}

static void set_up(struct asked *a)
{
    struct model_report report = {""};
    const struct model_instance *l = &a->instance;
    must(l->type->setup(l->type, l->parameters, l->calculated, l->constants, l->scratch, &report), &report);
    memcpy(a->kept, l->constants, l->type->constants_size);
}

static void check_and_close(struct asked *a)
{
    assert_memory_equal(a->kept, a->instance.constants, a->instance.type->constants_size);
    free(a->kept);
    model_instance_close(&a->instance);
}

/* Every function of the type, over doubles and over complex numbers. */
static void ask_everything(struct asked *a)
{
    struct model_report report = {""};
    struct model_instance *l = &a->instance;
    const size_t *n = l->layout.count;
    double complex *room = calloc(model_workspace_size(&l->layout) + 1, sizeof *room);
    double *direction = calloc(l->layout.size + 1, sizeof *direction);
    double *change = calloc(3 * l->layout.size + 1, sizeof *change);
    assert_true(room && direction && change);
    for (size_t i = 0; i < n[MODEL_STATE]; i++)
        direction[i] = 1;
    must(model_instance_update(l, 0, &report), &report);
    const struct model_point at = {l->constants, l->scratch, 0, l->m, l->x, l->u};
    must(model_differentiate(l->type, &l->layout, at, (struct model_direction){.x = direction},
                             (struct model_change){.rates = change,
                                                   .outputs = change + n[MODEL_STATE],
                                                   .locals = change + l->layout.size},
                             room, &report),
         &report);
    if (l->type->indicators)
        must(l->type->indicators(l->constants, l->scratch, 0, l->m, l->x, l->u, change, &report), &report);
    for (int moment = MODEL_STEP; l->type->accept && moment <= MODEL_EVENT; moment++)
        must(l->type->accept(l->constants, l->scratch, 0, l->x, l->u, l->m, (enum model_moment)moment, &report),
             &report);
    free(change);
    free(room);
    free(direction);
}

static void step(struct asked *a, enum solver_kind kind)
{
    struct model_report report = {""};
    struct model_instance *l = &a->instance;
    struct solver *solver = solver_open(l->type, &report);
    const struct solver_settings settings = {kind, 1e-5, 1e-6, 1e-6};
    const struct solver_problem problem = {.type = l->type,
                                           .layout = &l->layout,
                                           .constants = l->constants,
                                           .scratch = l->scratch,
                                           .m = l->m,
                                           .inputs = {.u0 = l->u, .n = l->layout.count[MODEL_INPUT]}};
    double reached;
    must(solver && solver_prepare(solver, &settings, &report), &report);
    for (int k = 0; k < 5; k++)
        must(solver_step(solver, &settings, &problem, k * 1e-4, 1e-4, l->x, l->q, &reached, &report), &report);
    solver_close(solver);
}

static void the_papers_models_leave_their_constants_alone(void **state)
{
    (void)state;
    for (int k = 0; k < FILES; k++) {
        struct model_file f;
        struct error error = {0};
        char path[300];
        snprintf(path, sizeof path, SOURCE_DIR "/benchmarks/%s.json", files[k]);
        if (!model_file_open(&f, path, NULL, 0, &error))
            fail_msg("%s: %s", path, error.text);
        const size_t formulation = model_find(f.type, "formulation", strlen("formulation"));
        for (int solver = SOLVER_EULER; solver <= SOLVER_ARKODE + 1;
             solver++) { /* the last: a step of the model's own */
            struct model_report report = {""};
            struct asked a;
            open_asked(&a, f.type);
            const bool is_own = solver > SOLVER_ARKODE;
            if (is_own && (formulation >= f.type->n_variables || strstr(path, "bicycle") || strstr(path, "disc") ||
                           model_find(f.type, "cylinder.p_A", strlen("cylinder.p_A")) < f.type->n_variables)) {
                free(a.kept);
                model_instance_close(&a.instance);
                continue;
            }
            if (is_own)
                a.instance.parameters[formulation] = 2;
            set_up(&a);
            must(f.type->over_real.initialize(a.instance.constants, a.instance.scratch, 0, a.instance.u, a.instance.m,
                                              a.instance.x, &report),
                 &report);
            ask_everything(&a);
            step(&a, is_own ? SOLVER_EULER : (enum solver_kind)solver);
            check_and_close(&a);
        }
        model_file_close(&f);
    }
}

static void coupled_models_do_so(void **state)
{
    (void)state;
    struct model_file mechanism, circuit;
    struct error error = {0};
    struct model_report report = {""};
    assert_true(model_file_open(&mechanism, SOURCE_DIR "/benchmarks/mechanisms/lut1-four-bar.json", NULL, 0, &error) &&
                model_file_open(&circuit, SOURCE_DIR "/benchmarks/circuits/lut1-four-bar.json", NULL, 0, &error));
    struct redundant_mechanism *redundant = redundant_mechanism_open(mechanism.opened, 1e7, &report);
    const struct model_type *const first[] = {mechanism.type, redundant_mechanism_type(redundant)};
    static const struct composite_connection links[] = {{"m.cylinder.length", "c.cylinder.length"},
                                                        {"m.cylinder.rate", "c.cylinder.rate"},
                                                        {"c.cylinder.force", "m.cylinder.force"}};
    for (int in_all_coordinates = 0; in_all_coordinates < 2; in_all_coordinates++) {
        const struct composite_part parts[] = {{"m", first[in_all_coordinates]}, {"c", circuit.type}};
        struct composite *composite = composite_open("both", parts, 2, links, 3, &report);
        if (!composite)
            fail_msg("%s", report.text);
        struct asked a;
        open_asked(&a, composite_type(composite));
        set_up(&a);
        if (in_all_coordinates) { /* it begins with the states of the other one: any will do */
            struct asked own;
            open_asked(&own, mechanism.type);
            set_up(&own);
            must(mechanism.type->over_real.initialize(own.instance.constants, own.instance.scratch, 0, own.instance.u,
                                                      own.instance.m, own.instance.x, &report),
                 &report);
            const struct redundant_mechanism_sizes n = redundant_mechanism_sizes(mechanism.opened);
            double *room = calloc(4 * n.coordinates + n.rows, sizeof *room);
            assert_non_null(room);
            must(redundant_mechanism_start(mechanism.opened, own.instance.constants, own.instance.scratch, 0,
                                           own.instance.m, own.instance.x, own.instance.u, room, room + n.coordinates,
                                           room + 2 * n.coordinates, room + 3 * n.coordinates, &report),
                 &report);
            for (size_t i = 0; i < 2 * n.coordinates; i++)
                a.instance.x[composite_place(composite, 0, MODEL_STATE, i)] = room[i];
            for (size_t i = 0; i < own.instance.layout.count[MODEL_MEMORY]; i++)
                a.instance.m[composite_place(composite, 0, MODEL_MEMORY, i)] = own.instance.m[i];
            for (size_t i = 0; i < model_layout(circuit.type).count[MODEL_STATE]; i++)
                a.instance.x[composite_place(composite, 1, MODEL_STATE, i)] = 5e6;
            free(room);
            check_and_close(&own);
        } else {
            must(a.instance.type->over_real.initialize(a.instance.constants, a.instance.scratch, 0, a.instance.u,
                                                       a.instance.m, a.instance.x, &report),
                 &report);
        }
        ask_everything(&a);
        check_and_close(&a);
        composite_close(composite);
    }
    redundant_mechanism_close(redundant);
    model_file_close(&circuit);
    model_file_close(&mechanism);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_models_leave_their_constants_alone),
        cmocka_unit_test(coupled_models_do_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
