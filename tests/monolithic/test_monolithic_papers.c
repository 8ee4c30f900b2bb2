/* The LUT papers' systems as one set of equations, from their files, against the converged reference solutions. */
#include "tests/testing.h"

#include "fmu_hydraulics/circuit/circuit_model.h"
#include "monolithic/monolithic.h"
#include "benchmarks/reference/recomputed.h"

#include <stdlib.h>
#include <string.h>

struct plant {
    struct mechanism_file *mechanism;
    struct circuit_model *circuit;
    struct composite_part parts[2];
    struct monolithic *monolithic;
};

static const struct composite_connection connections[] = {
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
    p->parts[0] = (struct composite_part){"multibody", mechanism_file_type(p->mechanism)};
    p->parts[1] = (struct composite_part){"hydraulics", circuit_model_type(p->circuit)};
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

/* The first 3 s with steps of 1 ms, as in the papers, against converged solutions (recomputed.h): the valve has opened, and the crank moves.
 * `paso bench lut`, a test of its own, does all 10 s, with the works and what the papers print. */
static const struct paper_case {
    const char *name, *law;
    const char *coordinate;
    double at_3;           /* of the coordinate, rad */
    const double *seconds; /* the coordinate at every second, or NULL */
} paper_cases[] = {
    {"lut2-four-bar", "Bengisu-Akay", "multibody.z1", LUT2_BENGISU_AKAY_Z1_AT_3, NULL},
    {"lut2-four-bar", "Brown-McPhee", "multibody.z1", LUT2_BROWN_MCPHEE_Z1_AT_3, NULL},
    {"lut2-four-bar", "LuGre", "multibody.z1", LUT2_LUGRE_Z1_AT_3, NULL},
    /* whose film law has no finite slope at rest: with the papers' tangent, by differences */
    {"lut2-four-bar", "modified LuGre", "multibody.z1", LUT2_MODIFIED_LUGRE_Z1_AT_3, NULL},
    {"lut1-four-bar", NULL, "multibody.z1", LUT1_FOUR_BAR_Z1_AT_3, four_bar_seconds},
    {"lut1-quick-return", NULL, "multibody.z4", LUT1_QUICK_RETURN_Z4_AT_3, quick_return_seconds},
};
enum { N_PAPER_CASES = sizeof paper_cases / sizeof *paper_cases };

enum { SECONDS = 3 };
struct course { /* of a run */
    double seconds[SECONDS + 1];
    struct monolithic_summary summary;
};

static void run_course(const struct paper_case *c, enum monolithic_method method, int ms, struct course *course)
{
    struct monolithic_options options = monolithic_default();
    options.method = method;
    if (c->law && strcmp(c->law, "modified LuGre") == 0)
        options.newton.tangent = NEWTON_TRAPEZOID_DIFFERENCES;
    struct plant p;
    plant_open(&p, c->name, c->law, &options);
    for (int second = 1; second <= SECONDS; second++) {
        plant_run(&p, 1000 / ms * (second - 1), 1000 / ms * second, ms * 1e-3);
        course->seconds[second] = value(&p, c->coordinate);
    }
    course->summary = monolithic_summary(p.monolithic);
    plant_close(&p);
}

/* The trapezoidal rule is of second order: with 1 ms the error is a third of the distance from 2 ms, and half of the largest distance
 * leaves room for terms of higher order. */
static void check_run(const struct paper_case *c, enum monolithic_method method)
{
    struct course fine, coarse;
    double distance = 0;
    run_course(c, method, 1, &fine);
    run_course(c, method, 2, &coarse);
    for (int second = 1; second <= SECONDS; second++)
        distance = fmax(distance, fabs(fine.seconds[second] - coarse.seconds[second]));
    assert_true(distance < 1e-4); /* it says something */
    assert_near(fine.seconds[3], c->at_3, distance / 2);
    for (int second = 1; second <= SECONDS && c->seconds; second++)
        assert_near(fine.seconds[second], c->seconds[second], distance / 2);
    assert_true(fine.summary.worst_residual < (method == MONOLITHIC_PENALTY ? 1e-8 : 1e-13));
    /* Newton's method with a good tangent: the second iteration confirms the first. The papers print 1.39 to 1.62 in the mean. */
    assert_true(fine.summary.iterations < 2 * fine.summary.steps);
}

#ifndef PENALTY_METHOD
static void double_step_comes_to_the_converged_solutions(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PAPER_CASES; i++)
        check_run(&paper_cases[i], MONOLITHIC_DOUBLE_STEP);
}

#else
static void penalty_method_comes_to_the_converged_solutions(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_PAPER_CASES; i++)
        check_run(&paper_cases[i], MONOLITHIC_PENALTY);
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
    for (size_t i = 0; i < N_PAPER_CASES; i++) {
        struct plant p;
        if (!paper_cases[i].seconds)
            continue;
        plant_open(&p, paper_cases[i].name, NULL, &options);
        for (int second = 1; second <= 10; second++) {
            plant_run(&p, 2 * (second - 1), 2 * second, 0.5);
            assert_near(value(&p, paper_cases[i].coordinate), paper_cases[i].seconds[second], 1e-9);
        }
        plant_close(&p);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef PENALTY_METHOD /* a program of its own: it takes its time */
        cmocka_unit_test(penalty_method_comes_to_the_converged_solutions),
#else
        cmocka_unit_test(double_step_comes_to_the_converged_solutions),
        cmocka_unit_test(cvode_finds_the_converged_solutions),
        cmocka_unit_test(cvode_finds_publication_1_at_every_second),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
