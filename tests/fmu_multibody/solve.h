/* A live model, run by a solver for some time; its inputs stay as they are. Fails the test where it cannot. */
#ifndef PASO_TEST_SOLVE_H
#define PASO_TEST_SOLVE_H

#include "tests/testing.h"

#include "monolithic/model_instance.h"
#include "numerics/solver.h"

static inline void solve(struct model_instance *live, const struct solver_settings *settings, double duration)
{
    struct model_report report = {""};
    struct solver *solver = solver_open(live->type, &report);
    const struct solver_problem problem = {
        .type = live->type,
        .layout = &live->layout,
        .constants = live->constants,
        .scratch = live->scratch,
        .m = live->m,
        .inputs = {.u0 = live->u, .u1 = live->u, .u2 = live->u, .n = live->layout.count[MODEL_INPUT]}};
    double reached;
    assert_true(solver && solver_prepare(solver, settings, &report));
    if (!solver_step(solver, settings, &problem, 0, duration, live->x, live->q, &reached, &report))
        fail_msg("%s at %g s: %s", live->type->name, reached, report.text);
    solver_close(solver);
}

#endif
