/* The LUT papers' systems as one set of equations, from their files, against the converged reference solutions, the papers'
 * works and iteration counts. */
#include "tests/testing.h"

#include "fmu_hydraulics/circuit/circuit_model.h"
#include "monolithic/monolithic.h"
#include "benchmarks/reference/recomputed.h"

#include <stdlib.h>
#include <string.h>

struct plant {
    struct mechanism_file *mechanism;
    struct circuit_model *circuit;
    struct coupled_part parts[2];
    struct monolithic *monolithic;
};

static const struct coupled_connection connections[] = {
    {"multibody.cylinder.length", "hydraulics.cylinder.length"},
    {"multibody.cylinder.rate", "hydraulics.cylinder.rate"},
    {"hydraulics.cylinder.force", "multibody.cylinder.force"},
    {"multibody.cylinder.force_static", "hydraulics.cylinder.force_static"}};

static char *read_whole(const char *folder, const char *name)
{
    char path[500];
    snprintf(path, sizeof path, SOURCE_DIR "/benchmarks/%s/%s.json", folder, name);
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (!file || !text || fread(text, 1, (1 << 16) - 100, file) == 0)
        fail_msg("%s cannot be read", path);
    fclose(file);
    return text;
}

/* Another friction law, as the file names it. */
static void replace_law(char *text, const char *law)
{
    static const char old[] = "\"Brown-McPhee\"";
    char *at = strstr(text, old);
    assert_non_null(at);
    memmove(at + strlen(law) + 2, at + strlen(old), strlen(at + strlen(old)) + 1);
    *at = '"';
    memcpy(at + 1, law, strlen(law));
    at[strlen(law) + 1] = '"';
}

static void plant_open(struct plant *p, const char *name, const char *law, const struct monolithic_options *options)
{
    struct notation_error error = {""};
    struct model_report report = {""};
    char *mechanism = read_whole("mechanisms", name), *circuit = read_whole("circuits", name);
    if (law)
        replace_law(circuit, law);
    p->mechanism = mechanism_file_read(mechanism, strlen(mechanism), name, &error);
    if (!p->mechanism)
        fail_msg("%s", error.text);
    p->circuit = circuit_model_open(circuit, strlen(circuit), name, &error);
    if (!p->circuit)
        fail_msg("%s", error.text);
    free(mechanism);
    free(circuit);
    p->parts[0] = (struct coupled_part){"multibody", mechanism_file_type(p->mechanism)};
    p->parts[1] = (struct coupled_part){"hydraulics", circuit_model_type(p->circuit)};
    const struct monolithic_system system = {
        "papers", p->parts, 2, connections, sizeof connections / sizeof *connections, p->mechanism};
    p->monolithic = monolithic_open(&system, options, &report);
    if (!p->monolithic || !monolithic_start(p->monolithic, &report))
        fail_msg("%s", report.text);
}

static void plant_close(struct plant *p)
{
    monolithic_close(p->monolithic);
    mechanism_file_close(p->mechanism);
    circuit_model_close(p->circuit);
}

static void plant_run(struct plant *p, int from, int to, double h)
{
    struct model_report report = {""};
    for (int k = from; k < to; k++)
        if (!monolithic_step(p->monolithic, k * h, h, &report))
            fail_msg("at %g s: %s", k * h, report.text);
}

static double value(const struct plant *p, const char *name)
{
    const double *found = monolithic_find(p->monolithic, name);
    if (!found)
        fail_msg("there is no %s", name);
    return *found;
}

/* Publication I: the independent coordinate at every second, converged; computed anew by the target `regenerate`. */
static const double four_bar_seconds[11] = {LUT1_FOUR_BAR_SECONDS};
static const double quick_return_seconds[11] = {LUT1_QUICK_RETURN_SECONDS};

/* Trapezoidal 1 ms: iterations, works and drift of the specification's own program, which held U_ref as this one does. */
static const struct published {
    const char *name, *law;
    const char *coordinate;
    double at_3, at_10;                        /* of the coordinate, converged, rad */
    double work_tolerance, papers_work;        /* J */
    double double_step, penalty;               /* average iterations of the specification */
    double papers_double_step, papers_penalty; /* and of the papers; 0: not given */
    double allowed;                            /* distance from the paper's averages */
    double most_work;                          /* of the sum by rectangles, in magnitude */
    double deviation;                          /* of the coordinate at 1 ms from the converged one */
    const double *seconds;                     /* the coordinate at every second, where the reference has it */
} published[] = {
    {"lut2-four-bar", "Bengisu-Akay", "multibody.z1", LUT2_BENGISU_AKAY_Z1_AT_3, LUT2_BENGISU_AKAY_Z1_AT_10, 0.1,
     121.02, 1.428, 1.444, 0, 1.43, 0.06, 120.975, 3e-6, NULL},
    {"lut2-four-bar", "Brown-McPhee", "multibody.z1", LUT2_BROWN_MCPHEE_Z1_AT_3, LUT2_BROWN_MCPHEE_Z1_AT_10, 0.1,
     120.99, 1.419, 1.435, 0, 1.42, 0.06, 120.9436, 3e-6, NULL},
    {"lut2-four-bar", "LuGre", "multibody.z1", LUT2_LUGRE_Z1_AT_3, LUT2_LUGRE_Z1_AT_10, 0.1, 120.94, 1.539, 1.560, 0,
     1.60, 0.06, 120.8985, 3e-6, NULL},
    /* whose film law has no finite slope at rest: iterations as published with the papers' tangent, by differences */
    {"lut2-four-bar", "modified LuGre", "multibody.z1", LUT2_MODIFIED_LUGRE_Z1_AT_3, LUT2_MODIFIED_LUGRE_Z1_AT_10, 0.1,
     120.97, 1.545, 1.567, 0, 1.62, 0.06, 120.925, 3e-6, NULL},
    {"lut1-four-bar", NULL, "multibody.z1", LUT1_FOUR_BAR_Z1_AT_3, LUT1_FOUR_BAR_Z1_AT_10, 0.6, 982.95, 1.263, 1.441,
     1.39, 1.56, 0.15, 983.458, 1e-5, four_bar_seconds},
    {"lut1-quick-return", NULL, "multibody.z4", LUT1_QUICK_RETURN_Z4_AT_3, LUT1_QUICK_RETURN_Z4_AT_10, 0.05, 357.47,
     1.430, 1.440, 1.49, 1.57, 0.15, 357.487, 1e-5, quick_return_seconds},
};
enum { N_PUBLISHED = sizeof published / sizeof *published };

static double work_of(const struct published *c, const struct monolithic_summary *s)
{
    return strncmp(c->name, "lut2", 4) == 0 ? -s->least_work : s->most_work;
}

static void check_run(const struct published *c, enum monolithic_method method)
{
    struct monolithic_options options = monolithic_default();
    options.method = method;
    if (c->law && strcmp(c->law, "modified LuGre") == 0)
        options.newton.tangent = PRIMARY_DIFFERENCES;
    struct plant p;
    plant_open(&p, c->name, c->law, &options);
    for (int second = 1; second <= 10; second++) {
        plant_run(&p, 1000 * (second - 1), 1000 * second, 1e-3);
        if (second == 3)
            assert_near(value(&p, c->coordinate), c->at_3, c->deviation);
        if (c->seconds)
            assert_near(value(&p, c->coordinate), c->seconds[second], c->deviation);
    }
    assert_near(value(&p, c->coordinate), c->at_10, c->deviation);
    const struct monolithic_summary s = monolithic_summary(p.monolithic);
    const double average = (double)s.iterations / (double)s.steps;
    const bool is_penalty = method == MONOLITHIC_PENALTY;
    const double paper = is_penalty ? c->papers_penalty : c->papers_double_step;
    const bool is_smooth = options.newton.tangent == PRIMARY_EXACT;
    assert_near(average, is_penalty ? c->penalty : c->double_step, is_smooth ? 0.01 : 0.06);
    if (paper > 0)
        assert_near(average, paper, c->allowed);
    assert_near(work_of(c, &s), c->papers_work, c->work_tolerance);
    assert_near(work_of(c, &s), c->most_work, 1e-3);
    assert_true(s.worst_residual < (is_penalty ? 1e-8 : 1e-13));
    plant_close(&p);
}

#ifndef PENALTY_METHOD
static void double_step_reproduces_works_and_iterations(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PUBLISHED; i++)
        check_run(&published[i], MONOLITHIC_DOUBLE_STEP);
}

#else
static void penalty_method_reproduces_works_and_iterations(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PUBLISHED; i++)
        check_run(&published[i], MONOLITHIC_PENALTY);
}

#endif

#ifndef PENALTY_METHOD
/* The converged solutions at 2, 3, 6, 8 and 10 s, and the papers' loops: all methods end there. */
static const struct converged {
    const char *name, *law, *coordinate;
    double at[5];
} converged[] = {
    {"lut2-four-bar", "Brown-McPhee", "multibody.z1", {LUT2_BROWN_MCPHEE_SERIES}},
};

static void cvode_finds_the_converged_solutions(void **state)
{
    (void)state;
    static const int times[5] = {2, 3, 6, 8, 10};
    struct monolithic_options options = monolithic_default();
    options.method = MONOLITHIC_CVODE;
    options.tolerance = 1e-12;
    for (size_t i = 0; i < sizeof converged / sizeof *converged; i++) {
        struct plant p;
        plant_open(&p, converged[i].name, converged[i].law, &options);
        for (int k = 0, at = 0; k < 5; at = times[k++]) {
            plant_run(&p, 2 * at, 2 * times[k], 0.5);
            assert_near(value(&p, converged[i].coordinate), converged[i].at[k], 1e-9);
        }
        plant_close(&p);
    }
}

static void cvode_finds_publication_1_at_every_second(void **state)
{
    (void)state;
    struct monolithic_options options = monolithic_default();
    options.method = MONOLITHIC_CVODE;
    options.tolerance = 1e-12;
    for (size_t i = 0; i < N_PUBLISHED; i++) {
        struct plant p;
        if (!published[i].seconds)
            continue;
        plant_open(&p, published[i].name, NULL, &options);
        for (int second = 1; second <= 10; second++) {
            plant_run(&p, 2 * (second - 1), 2 * second, 0.5);
            assert_near(value(&p, published[i].coordinate), published[i].seconds[second], 1e-9);
        }
        plant_close(&p);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef PENALTY_METHOD /* a program of its own: it takes its time */
        cmocka_unit_test(penalty_method_reproduces_works_and_iterations),
#else
        cmocka_unit_test(double_step_reproduces_works_and_iterations),
        cmocka_unit_test(cvode_finds_the_converged_solutions),
        cmocka_unit_test(cvode_finds_publication_1_at_every_second),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
