#include "tests/master/couple/lim_reference.h"

#include "tests/oracle/lim_series.h"

static const double grid = 1e-4;

const double *lim_reference(int manoeuvre)
{
    const double *s = lim_series(manoeuvre);
    assert_non_null(s);
    return s;
}

double lim_reference_at(int manoeuvre, double t)
{
    const long sample = lround(t / grid);
    assert_near(t, (double)sample * grid, 1e-9);
    return lim_reference(manoeuvre)[sample];
}

struct coupled lim_open(enum lim_coupling coupling, int manoeuvre)
{
    struct coupled c = coupled_open(BUILD_DIR "/systems/lim-manipulator.ssp");
    coupled_set(&c, coupling == F_S ? "multibody.coupling=1" : "multibody.coupling=2");
    coupled_set(&c, manoeuvre == 1 ? "hydraulics.manoeuvre=1" : "hydraulics.manoeuvre=2");
    coupled_set(&c, "multibody.solver=2");
    coupled_set(&c, "hydraulics.solver=2");
    coupled_set(&c, "multibody.step_size=1e-4");
    coupled_set(&c, "hydraulics.step_size=5e-5");
    coupled_record(&c, "multibody.s");
    return c;
}

double lim_error(const struct coupled *c, int manoeuvre)
{
    double largest = 0;
    for (size_t row = 0; row < c->n_rows; row++)
        largest = fmax(largest,
                       fabs(c->rows[row * (c->n_ports + 1) + 1] - lim_reference_at(manoeuvre, coupled_time(c, row))));
    return largest;
}
