/* isolated-fmu: the process of an FMU that does not share the run's own. It is started by the importer with the shared memory as
 * descriptor 3, loads the binary and executes what the requests ask for, until it is told to end or the run is gone. What the FMU
 * does to descriptors, signals, locale, floating point or its current folder happens here and nowhere else. */
#include "master/import/binary.h"
#include "master/import/isolate_channel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static struct {
    struct isolate_channel *channel;
    unsigned char *request_area;
    size_t area;
    struct binary *binary;
    const struct functions *functions;
    fmi2Component component;
    fmi2CallbackFunctions callbacks;
    atomic_int step_finished;
    pthread_mutex_t log_lock;
    pthread_key_t farewell_key;
    volatile const char *original; /* 0 in a copy of the process that the FMU has made */
    cpu_set_t cores;               /* where it may run */
    int core;
} self = {.log_lock = PTHREAD_MUTEX_INITIALIZER, .core = -1};

/* ---- farewells ---- */

static void on_exit_inside(void)
{
    if (*self.original)
        atomic_store(&self.channel->farewell, FAREWELL_EXIT);
}

static void on_thread_end(void *value)
{
    (void)value;
    atomic_store(&self.channel->farewell, FAREWELL_THREAD);
    _exit(1);
}

static _Noreturn void end_for_nonsense(void)
{
    atomic_store(&self.channel->farewell, FAREWELL_NONSENSE);
    _exit(1);
}

/* ---- what the FMU calls ---- */

static void on_log(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                   fmi2String message, ...)
{
    (void)environment;
    (void)name;
    if (!message)
        return;
    pthread_mutex_lock(&self.log_lock);
    const uint64_t number = atomic_load_explicit(&self.channel->log_head, memory_order_relaxed);
    struct isolate_line *const line = &isolate_log(self.channel, self.area)[number % ISOLATE_LOG_LINES];
    va_list arguments;
    va_start(arguments, message);
    vsnprintf(line->text, sizeof line->text, message, arguments);
    va_end(arguments);
    snprintf(line->category, sizeof line->category, "%s", category ? category : "");
    line->status = (int32_t)status;
    atomic_store_explicit(&self.channel->log_head, number + 1, memory_order_release);
    pthread_mutex_unlock(&self.log_lock);
}

static void *allocate(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

static void on_step_finished(fmi2ComponentEnvironment environment, fmi2Status status)
{
    (void)environment;
    atomic_store(&self.step_finished, (int)status);
}

/* ---- arguments and answers ---- */

static struct isolate_cursor in, out;

static void *argument(size_t n, size_t size)
{
    void *here = isolate_take_array(&in, n, size);
    if (!here)
        end_for_nonsense();
    return here;
}

static const char *text_argument(void)
{
    const char *text = (const char *)in.at;
    const size_t size = strnlen(text, (size_t)(in.end - in.at)) + 1;
    argument(size, 1);
    return text;
}

static void *result(size_t n, size_t size)
{
    void *here = isolate_take_array(&out, n, size);
    if (!here)
        end_for_nonsense();
    return here;
}

/* ---- calls that are more than a call ---- */

static fmi2Status load(fmi2Type type)
{
    const char *folder = text_argument(), *model_identifier = text_argument(), *place = text_argument();
    uint64_t *present = result(1, sizeof *present);
    char *why = result(ERROR_TEXT_SIZE, 1);
    struct error error = {0};
    self.binary = binary_load(folder, type, model_identifier, place, &error);
    if (!self.binary) {
        memcpy(why, error.text, ERROR_TEXT_SIZE);
        return fmi2Error;
    }
    self.functions = binary_functions(self.binary);
    *present = 0;
    unsigned k = 0;
#define PRESENT(type_of_result, name, arguments) *present |= (uint64_t)(self.functions->name != NULL) << k++;
    FMI2_FUNCTIONS(PRESENT)
#undef PRESENT
    return fmi2OK;
}

static fmi2Status instantiate(fmi2Type type)
{
    const uint64_t *logging = argument(1, sizeof *logging);
    const char *name = text_argument(), *guid = text_argument(), *resources = text_argument();
    self.callbacks = (fmi2CallbackFunctions){.logger = on_log,
                                             .allocateMemory = allocate,
                                             .freeMemory = free,
                                             .stepFinished = on_step_finished,
                                             .componentEnvironment = &self};
    self.component =
        binary_instantiate(self.binary, name, type, guid, resources, &self.callbacks, *logging ? fmi2True : fmi2False);
    return self.component ? fmi2OK : fmi2Error;
}

/* A step that goes on by itself is waited for here. */
static fmi2Status wait_for_step(void)
{
    struct timespec pause = {.tv_nsec = 20000};
    for (;;) {
        fmi2Status step;
        if (binary_ask_step(self.functions, self.component, atomic_load(&self.step_finished), &step) > fmi2Warning)
            return fmi2Error;
        if (step != fmi2Pending)
            return step;
        nanosleep(&pause, NULL);
        if (pause.tv_nsec < 1000000)
            pause.tv_nsec += pause.tv_nsec / 2;
    }
}

static fmi2Status do_step(void)
{
    const fmi2Real *times = argument(2, sizeof *times);
    const fmi2Boolean *no_set_state_before = argument(1, sizeof *no_set_state_before);
    atomic_store_explicit(&self.step_finished, BINARY_NOT_FINISHED, memory_order_relaxed);
    const fmi2Status status = self.functions->DoStep(self.component, times[0], times[1], *no_set_state_before);
    return status == fmi2Pending ? wait_for_step() : status;
}

static fmi2Status get_strings(size_t n)
{
    const fmi2ValueReference *refs = argument(n, sizeof *refs);
    fmi2String *values = calloc(n + 1, sizeof *values);
    uint64_t *total = result(1, sizeof *total);
    if (!values)
        return fmi2Error;
    const fmi2Status status = self.functions->GetString(self.component, refs, n, values);
    *total = 0;
    for (size_t i = 0; i < n && status <= fmi2Warning; i++) {
        const char *text = values[i] ? values[i] : "";
        const size_t size = strlen(text) + 1;
        if (size > (size_t)(out.end - out.at)) {
            free(values);
            return fmi2Error;
        }
        memcpy(out.at, text, size); /* one after the other, without gaps */
        out.at += size;
        *total += size;
    }
    free(values);
    return status;
}

static fmi2Status set_strings(size_t n)
{
    const fmi2ValueReference *refs = argument(n, sizeof *refs);
    fmi2String *values = calloc(n + 1, sizeof *values);
    if (!values)
        return fmi2Error;
    for (size_t i = 0; i < n; i++)
        values[i] = text_argument();
    const fmi2Status status = self.functions->SetString(self.component, refs, n, values);
    free(values);
    return status;
}

static fmi2Status directional(size_t n_unknowns)
{
    const uint64_t *n_knowns = argument(1, sizeof *n_knowns);
    const size_t n = (size_t)*n_knowns;
    const fmi2ValueReference *unknowns = argument(n_unknowns, sizeof *unknowns), *knowns = argument(n, sizeof *knowns);
    const fmi2Real *seed = argument(n, sizeof *seed);
    return self.functions->GetDirectionalDerivative(self.component, unknowns, n_unknowns, knowns, n, seed,
                                                    result(n_unknowns, sizeof(fmi2Real)));
}

static fmi2FMUstate state_argument(void)
{
    const uint64_t *number = argument(1, sizeof *number);
    return (fmi2FMUstate)(uintptr_t)*number; // NOLINT(performance-no-int-to-ptr)
}

static fmi2Status give_state(fmi2Status status, const fmi2FMUstate *state)
{
    uint64_t *number = result(1, sizeof *number);
    *number = (uintptr_t)*state;
    return status;
}

static fmi2Status state_size(void)
{
    size_t size = 0;
    const fmi2Status status = self.functions->SerializedFMUstateSize(self.component, state_argument(), &size);
    uint64_t *number = result(1, sizeof *number);
    *number = size;
    return status;
}

static fmi2Status new_discrete_states(void)
{
    const fmi2EventInfo *before = argument(1, sizeof *before);
    fmi2EventInfo *info = result(1, sizeof *info);
    *info = *before;
    return self.functions->NewDiscreteStates(self.component, info);
}

static fmi2Status setup_experiment(void)
{
    const fmi2Real *x = argument(5, sizeof *x);
    return self.functions->SetupExperiment(self.component, x[0] != 0, x[1], x[2], x[3] != 0, x[4]);
}

static fmi2Status completed_step(bool no_set)
{
    fmi2Boolean *flags = result(2, sizeof *flags);
    flags[0] = flags[1] = fmi2False;
    return self.functions->CompletedIntegratorStep(self.component, no_set, &flags[0], &flags[1]);
}

static _Noreturn void end_in_order(void)
{
    binary_unload(self.binary);
    fflush(NULL);
    _exit(0);
}

/* ---- all calls ---- */

/* The importer never asks for a function that the binary has not. */
static fmi2Status execute(const struct isolate_record *record)
{
    const struct functions *const f = self.functions;
    const fmi2Component c = self.component;
    const size_t n = record->n;
    const fmi2ValueReference *refs;
    const fmi2Integer *orders;
    fmi2FMUstate state;

#define GET(name, type)                                                                                                \
    case OPERATION_##name:                                                                                             \
        refs = argument(n, sizeof *refs);                                                                              \
        return f->name(c, refs, n, result(n, sizeof(type)));
#define SET(name, type)                                                                                                \
    case OPERATION_##name:                                                                                             \
        refs = argument(n, sizeof *refs);                                                                              \
        return f->name(c, refs, n, argument(n, sizeof(type)));
#define PLAIN(name)                                                                                                    \
    case OPERATION_##name:                                                                                             \
        return f->name(c);
#define NUMBERS(name)                                                                                                  \
    case OPERATION_##name:                                                                                             \
        return f->name(c, result(n, sizeof(fmi2Real)), n);
#define STATUS(name, type)                                                                                             \
    case OPERATION_##name:                                                                                             \
        return f->name(c, (fmi2StatusKind)n, result(1, sizeof(type)));

    switch (record->operation) {
        GET(GetReal, fmi2Real)
        GET(GetInteger, fmi2Integer)
        GET(GetBoolean, fmi2Boolean)
        SET(SetReal, fmi2Real)
        SET(SetInteger, fmi2Integer)
        SET(SetBoolean, fmi2Boolean)
        PLAIN(EnterInitializationMode)
        PLAIN(ExitInitializationMode)
        PLAIN(Terminate)
        PLAIN(Reset)
        PLAIN(EnterEventMode)
        PLAIN(EnterContinuousTimeMode)
        PLAIN(CancelStep)
        NUMBERS(GetDerivatives)
        NUMBERS(GetEventIndicators)
        NUMBERS(GetContinuousStates)
        NUMBERS(GetNominalsOfContinuousStates)
        STATUS(GetStatus, fmi2Status)
        STATUS(GetRealStatus, fmi2Real)
        STATUS(GetIntegerStatus, fmi2Integer)
        STATUS(GetBooleanStatus, fmi2Boolean)
    case OPERATION_NOTHING:
        return fmi2OK;
    case OPERATION_LOAD:
        return load((fmi2Type)n);
    case OPERATION_END:
        end_in_order();
    case OPERATION_Instantiate:
        return instantiate((fmi2Type)n);
    case OPERATION_FreeInstance:
        f->FreeInstance(c);
        return fmi2OK;
    case OPERATION_SetDebugLogging:
        return f->SetDebugLogging(c, n ? fmi2True : fmi2False, 0, NULL);
    case OPERATION_SetupExperiment:
        return setup_experiment();
    case OPERATION_GetString:
        return get_strings(n);
    case OPERATION_SetString:
        return set_strings(n);
    case OPERATION_SetRealInputDerivatives:
        refs = argument(n, sizeof *refs);
        orders = argument(n, sizeof *orders);
        return f->SetRealInputDerivatives(c, refs, n, orders, argument(n, sizeof(fmi2Real)));
    case OPERATION_GetRealOutputDerivatives:
        refs = argument(n, sizeof *refs);
        orders = argument(n, sizeof *orders);
        return f->GetRealOutputDerivatives(c, refs, n, orders, result(n, sizeof(fmi2Real)));
    case OPERATION_SetTime:
        return f->SetTime(c, *(const fmi2Real *)argument(1, sizeof(fmi2Real)));
    case OPERATION_SetContinuousStates:
        return f->SetContinuousStates(c, argument(n, sizeof(fmi2Real)), n);
    case OPERATION_DoStep:
        return do_step();
    case OPERATION_GetDirectionalDerivative:
        return directional(n);
    case OPERATION_NewDiscreteStates:
        return new_discrete_states();
    case OPERATION_CompletedIntegratorStep:
        return completed_step(n != 0);
    case OPERATION_GetFMUstate:
        state = state_argument();
        return give_state(f->GetFMUstate(c, &state), &state);
    case OPERATION_SetFMUstate:
        return f->SetFMUstate(c, state_argument());
    case OPERATION_FreeFMUstate:
        state = state_argument();
        return give_state(f->FreeFMUstate(c, &state), &state);
    case OPERATION_SerializedFMUstateSize:
        return state_size();
    case OPERATION_SerializeFMUstate:
        state = state_argument();
        return f->SerializeFMUstate(c, state, result(n, 1), n);
    case OPERATION_DeSerializeFMUstate:
        state = state_argument();
        return give_state(f->DeSerializeFMUstate(c, argument(n, 1), n, &state), &state);
    default:
        end_for_nonsense();
    }
}

/* One request: calls that have waited, the one that was asked for, reads ahead. The first that fails is the last. */
static void serve(void)
{
    struct isolate_channel *const channel = self.channel;
    const uint32_t n_records = channel->n_records, n_ahead = channel->n_ahead, used = channel->request_used;
    if (used > self.area || n_ahead >= n_records)
        end_for_nonsense();
    in = (struct isolate_cursor){.at = self.request_area, .end = self.request_area + used};
    out.at = isolate_answer_area(channel, used);
    out.end = out.at + self.area;
    out.overflow = false;
    const uint32_t asked = n_records - n_ahead - 1;
    uint32_t failed = 0, warned = 0, n_done = 0, n_ahead_done = 0;
    fmi2Status status = fmi2OK;
    for (; n_done < n_records; n_done++) {
        const struct isolate_record *record = argument(1, sizeof *record);
        atomic_store_explicit(&channel->running, record->operation, memory_order_relaxed);
        const fmi2Status now = execute(record);
        if (n_done > asked && now != fmi2OK)
            break;
        n_ahead_done += n_done > asked;
        if (n_done <= asked)
            status = now;
        if (n_done < asked && now == fmi2Warning)
            warned = record->operation;
        if (n_done < asked && now > fmi2Warning)
            failed = record->operation;
        if (now > fmi2Warning)
            break;
    }
    if (!*self.original) /* the FMU has forked, and this is the copy: the original answers */
        _exit(0);
    atomic_store_explicit(&channel->running, OPERATION_NOTHING, memory_order_relaxed);
    channel->given = (struct isolate_answer){n_done, (int32_t)status, failed, warned, n_ahead_done};
}

/* ---- the process ---- */

static void *watch_parent(void *nothing)
{
    const struct timespec pause = {.tv_sec = 1};
    while (getppid() == (pid_t)self.channel->parent)
        nanosleep(&pause, NULL);
    _exit(1);
    return nothing;
}

static void limit(int resource, uint64_t value)
{
    const struct rlimit to = {value, value};
    setrlimit((__rlimit_resource_t)resource, &to);
}

static bool prepare(void)
{
    struct isolate_channel *const channel = self.channel;
    if (channel->dies_with)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    pthread_t watcher;
    if (getppid() != (pid_t)channel->parent ||
        (!channel->dies_with && pthread_create(&watcher, NULL, watch_parent, NULL) != 0))
        return false;
    limit(RLIMIT_CORE, 0);
    /* Whoever has work for many processes on one core hands it to all of them before the first one takes its turn. */
    const struct sched_param none = {0};
    sched_setscheduler(0, SCHED_BATCH, &none);
    if (channel->memory)
        limit(RLIMIT_AS, channel->memory + isolate_channel_size(self.area));
    if (channel->files)
        limit(RLIMIT_NOFILE, channel->files);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* sanitizers have handlers */
    char *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || madvise(page, 1, MADV_WIPEONFORK) != 0)
        return false;
    *page = 1;
    self.original = page;
    return sched_getaffinity(0, sizeof self.cores, &self.cores) == 0 && atexit(on_exit_inside) == 0 &&
           pthread_key_create(&self.farewell_key, on_thread_end) == 0 &&
           pthread_setspecific(self.farewell_key, &self) == 0;
}

static bool attach(void)
{
    struct isolate_channel head;
    if (pread(ISOLATE_FILE, &head, sizeof head, 0) != (ssize_t)sizeof head || head.magic != ISOLATE_MAGIC)
        return false;
    self.area = (size_t)head.size;
    void *memory = mmap(NULL, isolate_channel_size(self.area), PROT_READ | PROT_WRITE, MAP_SHARED, ISOLATE_FILE, 0);
    if (memory == MAP_FAILED)
        return false;
    close_range(ISOLATE_FILE, ~0u, 0); /* the memory stays; the run's own descriptors are none of the FMU's business */
    self.channel = memory;
    self.request_area = isolate_request_area(self.channel);
    return true;
}

/* On the core of whoever waits for the answer a message takes microseconds, from another one that sleeps ten times as long. */
static void follow(int core)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    if (core >= 0 && core < CPU_SETSIZE)
        CPU_SET((unsigned)core, &one);
    sched_setaffinity(0, sizeof one, core >= 0 ? &one : &self.cores);
    self.core = core;
}

static void wait_for_request(struct isolate_channel *channel, uint32_t served)
{
    for (uint32_t turn = 0; turn < channel->turns && atomic_load(&channel->request) == served; turn++)
        sched_yield();
    while (atomic_load(&channel->request) == served) {
        atomic_store(&channel->dozes, 1);
        if (atomic_load(&channel->request) == served)
            isolate_sleep(&channel->request, served, NULL);
        atomic_store(&channel->dozes, 0);
    }
}

int main(void)
{
    if (!attach()) {
        fputs("isolated-fmu is started by paso, for FMUs that run in processes of their own (paso run --isolate)\n",
              stderr);
        return 2;
    }
    if (!prepare())
        return 1;
    struct isolate_channel *const channel = self.channel;
    for (uint32_t served = 0;; served++) {
        wait_for_request(channel, served);
        if (channel->core != self.core)
            follow(channel->core);
        serve();
        atomic_store(&channel->answer, served + 1);
        if (atomic_load(&channel->sleeps))
            isolate_wake(&channel->answer);
    }
}
