/* Exact derivatives by the complex step: f(z + i e d) = f(z) + i e f'(z) d + O(e^2). With e = 1e-100 the last term is far
 * below rounding, and nothing is subtracted. */
#include "numerics/complex_math.h"
#include "numerics/model.h"

static const double step = 1e-100;

size_t model_workspace_size(const struct model_layout *layout)
{
    return layout->count[MODEL_MEMORY] + 2 * layout->count[MODEL_STATE] + layout->count[MODEL_INPUT] +
           layout->count[MODEL_QUADRATURE] + layout->count[MODEL_OUTPUT] + layout->count[MODEL_LOCAL];
}

static double complex *seeded(double complex **workspace, size_t n, const double *value, const double *direction)
{
    double complex *z = *workspace;
    for (size_t i = 0; i < n; i++)
        z[i] = direction ? complex_of(value[i], step * direction[i]) : value[i];
    *workspace += n;
    return z;
}

static double complex *room(double complex **workspace, size_t n)
{
    double complex *z = *workspace;
    *workspace += n;
    return z;
}

static void harvest(const double complex *z, size_t n, double *derivative)
{
    for (size_t i = 0; i < n; i++)
        derivative[i] = cimag(z[i]) / step;
}

static bool change_along(const struct model_complex_functions *f, const struct model_layout *layout,
                         struct model_point at, struct model_direction along, struct model_change change,
                         double complex *workspace, struct model_report *report)
{
    const size_t *n = layout->count;
    const double complex t = complex_of(at.t, step * along.t);
    const double complex *m = seeded(&workspace, n[MODEL_MEMORY], at.m, along.m);
    const double complex *x = seeded(&workspace, n[MODEL_STATE], at.x, along.x);
    const double complex *u = seeded(&workspace, n[MODEL_INPUT], at.u, along.u);

    if (change.rates) {
        double complex *dx = room(&workspace, n[MODEL_STATE]);
        double complex *dq = room(&workspace, n[MODEL_QUADRATURE]);
        if (!f->rates(at.constants, at.scratch, t, m, x, u, dx, dq, report))
            return false;
        harvest(dx, n[MODEL_STATE], change.rates);
        if (change.quadratures)
            harvest(dq, n[MODEL_QUADRATURE], change.quadratures);
    }
    if (change.outputs && n[MODEL_OUTPUT] > 0) {
        double complex *y = room(&workspace, n[MODEL_OUTPUT]);
        if (!f->outputs(at.constants, at.scratch, t, m, x, u, y, report))
            return false;
        harvest(y, n[MODEL_OUTPUT], change.outputs);
    }
    if (change.locals && n[MODEL_LOCAL] > 0) {
        double complex *w = room(&workspace, n[MODEL_LOCAL]);
        if (!f->locals(at.constants, at.scratch, t, m, x, u, w, report))
            return false;
        harvest(w, n[MODEL_LOCAL], change.locals);
    }
    return true;
}

bool model_differentiate(const struct model_type *type, const struct model_layout *layout, struct model_point at,
                         struct model_direction along, struct model_change change, double complex *workspace,
                         struct model_report *report)
{
    return change_along(&type->over_complex, layout, at, along, change, workspace, report);
}

size_t model_tuned_size(const struct model_type *type, const struct model_layout *layout)
{
    return type->tuning ? layout->count[MODEL_PARAMETER] +
                              (type->tuning->constants_size + sizeof(double complex) - 1) / sizeof(double complex)
                        : 0;
}

bool model_differentiate_tuned(const struct model_type *type, const struct model_layout *layout, struct model_point at,
                               const double *p, struct model_direction along, const double *dp,
                               struct model_change change, double complex *workspace, struct model_report *report)
{
    const double complex *parameters = seeded(&workspace, layout->count[MODEL_PARAMETER], p, dp);
    at.constants = workspace;
    type->tuning->setup(parameters, workspace);
    workspace += model_tuned_size(type, layout) - layout->count[MODEL_PARAMETER];
    return change_along(&type->tuning->functions, layout, at, along, change, workspace, report);
}

bool model_differentiate_initial(const struct model_type *type, const struct model_layout *layout,
                                 const void *constants, void *scratch, double t, const double *u, const double *du,
                                 double *dm, double *dx, double complex *workspace, struct model_report *report)
{
    const double complex *inputs = seeded(&workspace, layout->count[MODEL_INPUT], u, du);
    double complex *m = room(&workspace, layout->count[MODEL_MEMORY]);
    double complex *x = room(&workspace, layout->count[MODEL_STATE]);
    if (!type->over_complex.initialize(constants, scratch, t, inputs, m, x, report))
        return false;
    harvest(m, layout->count[MODEL_MEMORY], dm);
    harvest(x, layout->count[MODEL_STATE], dx);
    return true;
}
