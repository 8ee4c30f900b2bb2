/* Compiles equations twice: for doubles, and for complex numbers, which give exact derivatives (differentiate.c). Define
 * KERNEL_FILE, the file of the equations, and include this; KERNEL_ONLY_REAL or KERNEL_ONLY_COMPLEX compiles one of both. In
 * that file
 *
 *     scalar             is the type of numbers
 *     KERNEL(name)       is name_real or name_complex
 *     CONSTANTS(name)    is the name itself: constants are doubles
 *     (double)z          is a value without its derivative: what comparisons look at
 *     LIFT(z, f, slope)  is the double f, a function of z that has this slope there: at kinks, where a slope must be chosen, and
 *                        for functions that complex numbers do not have
 *
 * KERNEL_WITH_TUNING compiles them a third time, with constants that are complex numbers, too (model_tuning): then KERNEL(name) and
 * CONSTANTS(name) are name_tuned. */
#define CONSTANTS(name) name
#ifndef KERNEL_ONLY_COMPLEX
#define KERNEL(name)                 name##_real
#define LIFT(argument, value, slope) (value)
#define scalar                       double
#include KERNEL_FILE
#undef KERNEL
#undef LIFT
#undef scalar
#endif

#ifndef KERNEL_ONLY_REAL
#define KERNEL(name)                 name##_complex
#define LIFT(argument, value, slope) ((value) + (slope)*cimag(argument) * I)
#define scalar                       double complex
#include KERNEL_FILE
#undef KERNEL
#undef LIFT
#undef scalar
#endif

#undef CONSTANTS

#ifdef KERNEL_WITH_TUNING
#define KERNEL(name)                 name##_tuned
#define CONSTANTS(name)              name##_tuned
#define LIFT(argument, value, slope) ((value) + (slope)*cimag(argument) * I)
#define scalar                       double complex
#include KERNEL_FILE
#undef KERNEL
#undef CONSTANTS
#undef LIFT
#undef scalar
#endif

#undef KERNEL_FILE
