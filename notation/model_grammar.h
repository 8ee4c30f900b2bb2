/* Members that documents of all models have in common. */
#ifndef PASO_MODEL_GRAMMAR_H
#define PASO_MODEL_GRAMMAR_H

#include "notation/grammar.h"

/* Of the object "experiment". */
#define MODEL_EXPERIMENT_ROWS(default_solver)                                                                          \
    {"stop_time", GRAMMAR_NUMBER, "stop time of the default experiment", .unit = "s", .initially = "10", .min = 1e-9,  \
     .max = 1e9,  .fixed = true},                                                                                      \
        {"step_size", GRAMMAR_NUMBER,       "communication step of the default experiment, and largest micro step",    \
         .unit = "s", .initially = "0.001", .min = 1e-9,                                                               \
         .max = 1e6,  .fixed = true},                                                                                  \
        {"tolerance",         GRAMMAR_NUMBER, "tolerance of the default experiment, and of solver 4",                  \
         .initially = "1e-8", .min = 1e-14,   .max = 0.1,                                                              \
         .fixed = true},                                                                                               \
    {                                                                                                                  \
        "solver", GRAMMAR_INTEGER,                                                                                     \
            "solver in Co-Simulation: 1 Euler, 2 Runge-Kutta 4, 3 trapezoidal rule, 4 error control",                  \
            .initially = (default_solver), .min = 1, .max = 4                                                          \
    }

#endif
