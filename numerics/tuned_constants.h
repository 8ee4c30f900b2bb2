/* Compiles what a model makes of its parameters twice: for doubles, and for complex numbers, which give exact derivatives with respect to
 * tunable parameters (model_tuning). Define CONSTANTS_FILE and include this, before the kernel with KERNEL_WITH_TUNING. In that file
 *
 *     constant           is the type of numbers
 *     CONSTANTS(name)    is name or name_tuned */
#define CONSTANTS(name) name
#define constant        double
#include CONSTANTS_FILE
#undef CONSTANTS
#undef constant

#define CONSTANTS(name) name##_tuned
#define constant        double complex
#include CONSTANTS_FILE
#undef CONSTANTS
#undef constant

#undef CONSTANTS_FILE
