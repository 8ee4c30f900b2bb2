/* Filter files. */
#include "estimate/filter_file.h"

#include "estimate/estimate_messages.h"
#include "master/files/text_file.h"

#include <stdlib.h>
#include <string.h>

static const char *const documents[] = {"filter", NULL};

#define SIGMA .min = 1e-300, .max = 1e300

/* Standard deviations: of right measurements a third is farther away. */
static const double least_gate = 1;

/* clang-format off */
static const struct grammar_member sensor_members[] = {
    {"output", GRAMMAR_TEXT, "what it measures: an output or a state, as result columns name it", .required = true},
    {"sigma", GRAMMAR_NUMBER, "standard deviation of its noise, in the unit of the output", SIGMA, .required = true},
    {"rate", GRAMMAR_NUMBER, "values per second: --simulate makes so many, a filter uses no more of a file; without it, one in every row",
     .unit = "Hz", .min = 1e-9, .max = 1e9},
    GRAMMAR_END};

static const struct grammar_member state_members[] = {
    {"name", GRAMMAR_TEXT, "a state, as result columns name it", .required = true},
    {"sigma", GRAMMAR_NUMBER, "standard deviation of its error at the start, in its unit", .max = 1e300, .required = true},
    {"noise", GRAMMAR_NUMBER, "what its rate is wrong by: white noise, the standard deviation that it adds to the state in a second",
     .initially = "0", .max = 1e300},
    {"noise_per_step", GRAMMAR_NUMBER, "standard deviation that every macro step adds to the state at its end, as discrete filters are tuned; half a "
     "step adds half of the variance", .initially = "0", .max = 1e300},
    {"walks", GRAMMAR_FLAG, "the model's equations are not trusted with its error: that is a random walk between measurements",
     .initially = "false"},
    GRAMMAR_END};

static const struct grammar_member parameter_members[] = {
    {"name", GRAMMAR_TEXT, "a tunable parameter, as result columns name it", .required = true},
    {"sigma", GRAMMAR_NUMBER, "standard deviation of its error at the start, in its unit", SIGMA, .required = true},
    {"noise", GRAMMAR_NUMBER, "how it may change while the machine runs: a random walk, the standard deviation that is added in a second",
     .initially = "0", .max = 1e300},
    GRAMMAR_END};

static const struct grammar_member members[] = {
    {"type", GRAMMAR_WORD, "kind of document", .words = documents, .required = true},
    {"sensors", GRAMMAR_MAP, "what is measured", .members = sensor_members, .required = true},
    {"states", GRAMMAR_LIST, "what is estimated; all other states are taken as known", .members = state_members, .required = true},
    {"parameters", GRAMMAR_LIST, "what is estimated along: parameters that the model lets be changed between steps", .members = parameter_members},
    {"gate", GRAMMAR_NUMBER, "a measurement that differs by more than so many standard deviations from what is expected is an outlier, and is left "
     "out; 1 at least, or 0: none is", .initially = "5", .max = 1e9},
    GRAMMAR_END};
/* clang-format on */

const struct grammar filter_grammar = {
    .title = "pasodoble filter",
    .description = "Sensors, process noise and initial uncertainty of a Kalman filter: paso estimate",
    .members = members};

double filter_state_scale(const struct filter_state *s)
{
    return s->sigma > 0 ? s->sigma : s->noise > 0 ? s->noise : s->noise_per_step;
}

static double number(const struct node *object, const char *member, const double *values)
{
    const size_t place = node_quantity(object, member);
    return place == NODE_NONE ? 0 : values[place];
}

static bool is_named_before(const struct filter_file *f, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(f->states[i].name, name) == 0)
            return true;
    return false;
}

static bool take_state(struct filter_file *f, size_t i, const struct node *node, bool is_parameter,
                       const double *values, struct notation_error *wrong)
{
    const struct filter_state s = {.name = node_text(node_member(node, "name")),
                                   .is_parameter = is_parameter,
                                   .sigma = number(node, "sigma", values),
                                   .walks = !is_parameter && node_flag(node, "walks"),
                                   .noise = number(node, "noise", values),
                                   .noise_per_step = number(node, "noise_per_step", values),
                                   .node = node};
    f->states[i] = s;
    if (is_named_before(f, i, s.name))
        return node_fail(node, wrong, "the %s \"%s\" stands here for the second time",
                         is_parameter ? "parameter" : "state", s.name);
    return filter_state_scale(&s) > 0 ||
           node_fail(node, wrong, "both sigma and noise are 0: the state is known, leave it out");
}

static bool take(struct filter_file *f, const double *values, struct notation_error *wrong)
{
    const struct node *root = notation_root(f->document);
    const struct node *sensors = node_member(root, "sensors"), *states = node_member(root, "states"),
                      *parameters = node_member(root, "parameters");
    const size_t n_states = node_count(states), n_parameters = parameters ? node_count(parameters) : 0;
    f->n_sensors = node_count(sensors);
    f->n_states = n_states + n_parameters;
    f->gate = number(root, "gate", values);
    f->sensors = notation_keep(f->document, (f->n_sensors + 1) * sizeof *f->sensors);
    f->states = notation_keep(f->document, (f->n_states + 1) * sizeof *f->states);
    if (!f->sensors || !f->states)
        return node_fail(root, wrong, "there is no memory left");
    if (f->gate > 0 && f->gate < least_gate)
        return node_fail(
            node_member(root, "gate"), wrong,
            "%g: of right measurements it leaves out a third and more; %g is the least, and 0 leaves out none", f->gate,
            least_gate);
    if (f->n_sensors == 0)
        return node_fail(sensors, wrong, "a filter needs a sensor");
    if (n_states == 0)
        return node_fail(states, wrong, "a filter needs a state to estimate");
    for (size_t i = 0; i < f->n_sensors; i++) {
        const struct node *node = node_item(sensors, i);
        f->sensors[i] = (struct filter_sensor){.name = node_name(node),
                                               .output = node_text(node_member(node, "output")),
                                               .sigma = number(node, "sigma", values),
                                               .rate = number(node, "rate", values),
                                               .node = node};
    }
    bool good = true;
    for (size_t i = 0; good && i < n_states; i++)
        good = take_state(f, i, node_item(states, i), false, values, wrong);
    for (size_t i = 0; good && i < n_parameters; i++)
        good = take_state(f, n_states + i, node_item(parameters, i), true, values, wrong);
    return good;
}

static bool read_document(struct filter_file *f, const char *text, size_t length, const char *path,
                          struct notation_error *wrong)
{
    f->document = notation_read(text, length, path, &filter_grammar, wrong);
    if (!f->document)
        return false;
    const size_t n = notation_quantity_count(f->document);
    double *values = malloc((n + 1) * sizeof *values);
    for (size_t i = 0; values && i < n; i++)
        values[i] = notation_quantities(f->document)[i].value;
    const bool good = values ? notation_evaluate(f->document, values, wrong) && take(f, values, wrong)
                             : node_fail(notation_root(f->document), wrong, "there is no memory left");
    free(values);
    return good;
}

bool filter_file_open(struct filter_file *f, const char *path, struct error *error)
{
    *f = (struct filter_file){0};
    char *text = NULL;
    size_t length = 0;
    struct notation_error wrong = {""};
    bool good = text_file_read(path, path, &text, &length, error);
    if (good && !read_document(f, text, length, path, &wrong))
        good = error_raise(error, ERROR_FILTER_FILE, wrong.text);
    free(text);
    return good;
}

void filter_file_close(struct filter_file *f)
{
    notation_close(f->document);
    *f = (struct filter_file){0};
}

bool filter_file_raise_unknown(const struct node *node, const char *what, const char *name, const char *const *known,
                               size_t n_known, struct error *error)
{
    struct notation_error wrong = {""};
    const char *nearest = error_nearest(name, known, n_known);
    node_fail(node, &wrong, "the system has no %s \"%s\"%s%s%s", what, name, nearest ? "; did you mean \"" : "",
              nearest ? nearest : "", nearest ? "\"?" : "");
    return error_raise(error, ERROR_FILTER_FILE, wrong.text);
}
