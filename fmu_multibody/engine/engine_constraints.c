#include "fmu_multibody/engine/engine_constraints.h"
#include "fmu_multibody/engine/engine_impl.h"

struct engine_choice engine_choice(const struct engine *e)
{
    return (struct engine_choice){.coordinates = e->n,
                                  .holonomic = e->n_holonomic_rows,
                                  .nonholonomic = e->n_rows - e->n_holonomic_rows,
                                  .kept_holonomic = e->m,
                                  .kept_nonholonomic = e->l,
                                  .kept = e->kept,
                                  .dependent = e->dependent,
                                  .independent = e->independent};
}

const char *engine_row_name(const struct engine *e, size_t row)
{
    return e->rows[row].name;
}

bool engine_all_rows_real(const struct engine *e, double *phi, double *D, double *bias, struct model_report *report)
{
    engine_move_accelerations_real(e, e->over_real->w, NULL);
    engine_rows_bias_real(e, e->all_rows, e->n_rows, bias);
    return engine_rows_real(e, e->all_rows, e->n_rows, phi, D, report);
}

bool engine_all_rows_complex(const struct engine *e, double complex *phi, double complex *D, double complex *bias,
                             struct model_report *report)
{
    engine_move_accelerations_complex(e, e->over_complex->w, NULL);
    engine_rows_bias_complex(e, e->all_rows, e->n_rows, bias);
    return engine_rows_complex(e, e->all_rows, e->n_rows, phi, D, report);
}
