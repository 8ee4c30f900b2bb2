/* What differs between the releases of SUNDIALS that we build with, in one place: 6 (Debian 12) and 7 (Debian 13).
 * It comes before SUNDIALS' own headers. */
#ifndef PASO_SUNDIALS_RELEASE_H
#define PASO_SUNDIALS_RELEASE_H

#include <stdbool.h>
#include <stdio.h>
#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>

/* A context and the last message that it had to give, which SUNDIALS would print on standard error. */
struct sundials {
    SUNContext context;
    char message[256];
};

#if SUNDIALS_VERSION_MAJOR < 7

static inline void sundials_keep_message(int code, const char *module, const char *function, char *message, void *user)
{
    (void)code, (void)module, (void)function;
    struct sundials *s = user;
    snprintf(s->message, sizeof s->message, "%s", message);
}

static inline bool sundials_open(struct sundials *s)
{
    return SUNContext_Create(NULL, &s->context) == 0;
}

/* Integrators have a handler each: CVodeSetErrHandlerFn. */
#define SUNDIALS_LISTEN(set_handler, memory, s) (set_handler((memory), sundials_keep_message, (s)) == 0)

#else

static inline void sundials_keep_message(int line, const char *function, const char *file, const char *message,
                                         SUNErrCode code, void *user, SUNContext context)
{
    (void)line, (void)function, (void)file, (void)code, (void)context;
    struct sundials *s = user;
    snprintf(s->message, sizeof s->message, "%s", message);
}

static inline bool sundials_open(struct sundials *s)
{
    return SUNContext_Create(SUN_COMM_NULL, &s->context) == 0 && SUNContext_ClearErrHandlers(s->context) == 0 &&
           SUNContext_PushErrHandler(s->context, sundials_keep_message, s) == 0;
}

/* The context has the handler. */
#define SUNDIALS_LISTEN(set_handler, memory, s) ((void)(s), (memory) != NULL)

#endif

static inline void sundials_close(struct sundials *s) /* accepts one that was not opened */
{
    if (s->context)
        SUNContext_Free(&s->context);
}

#endif
