/* Compiles a model's equations for doubles and for complex numbers. A model includes this behind its constants, with
 * KERNEL_FILE naming the file of its equations: functions KERNEL(initialize), KERNEL(rates), KERNEL(outputs) and
 * KERNEL(locals) over the type `scalar`. N_STATES, N_POSITIONS and N_QUADRATURES give the fast loop of
 * solver 1; a model whose memories follow the states defines MODEL_WITHOUT_LOOP. MODEL_FUNCTIONS then fills the model_type, and with
 * KERNEL_WITH_TUNING, MODEL_FUNCTIONS_TUNED its model_tuning. */
#include "numerics/kernel.h"

#define MODEL_FUNCTIONS_IN_BOTH                                                                                        \
    .over_real = {initialize_real, rates_real, outputs_real, locals_real},                                             \
    .over_complex = {initialize_complex, rates_complex, outputs_complex, locals_complex}

#define MODEL_FUNCTIONS_TUNED .functions = {initialize_tuned, rates_tuned, outputs_tuned, locals_tuned}

#ifndef MODEL_WITHOUT_LOOP
#include "numerics/euler_loop.h"
#include "numerics/solver.h"
#define MODEL_FUNCTIONS                                                                                                \
    MODEL_FUNCTIONS_IN_BOTH, .for_solvers = &(const struct solver_extension)                                           \
    {                                                                                                                  \
        .euler_loop = euler_loop                                                                                       \
    }
#else
#define MODEL_FUNCTIONS MODEL_FUNCTIONS_IN_BOTH
#endif
