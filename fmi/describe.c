/* Generates modelDescription.xml. Value references are places in the model's layout; FMI's indices are those plus one. */
#include "fmi/describe.h"
#include "numerics/solver.h"
#include "fmi/shell_categories.h"
#include "fmi/units.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_LISTS = 8 };

struct named {
    const char *name;
    size_t index;
};

struct writer {
    FILE *file;
    const struct model_type *type;
    struct model_layout layout;
    struct model_report *report;
    bool good;
    bool is_tunable; /* the model has tunable parameters, and so are those that are calculated */
    /* The last lists of dependencies, in general and at initialization: models from files give many variables the same few. */
    struct dependencies {
        const char *names; /* whose they are */
        size_t *indices, n;
    } last[2][LAST_LISTS];
    size_t oldest[2];
    bool *marks;         /* room for one per variable */
    struct named *named; /* all variables, sorted by name */
    const char **units;  /* that were written */
    size_t n_units;
};

/* A list of initial dependencies that is longer than this is left out, which means "on everything" (FMI 2.0, 2.2.8): with a number of
 * variables that all list all parameters, the description would grow with its square. */
enum { MOST_INITIAL_DEPENDENCIES = 1000 };
/* So is a list of all inputs and states that is longer than this: what it says is the same. */
enum { MOST_TO_LIST_ALL = 100 };

static const struct model_variable *variable(const struct writer *w, enum model_role role, size_t i)
{
    return &w->type->variables[w->layout.first[role] + i];
}

/* ---- attributes ---- */

static void text_attribute(struct writer *w, const char *name, const char *text)
{
    fprintf(w->file, " %s=\"", name);
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", w->file);
            break;
        case '<':
            fputs("&lt;", w->file);
            break;
        case '"':
            fputs("&quot;", w->file);
            break;
        default:
            fputc(*text, w->file);
        }
    fputc('"', w->file);
}

/* The shortest decimal that reads back as the same double. */
static void number_attribute(struct writer *w, const char *name, double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fprintf(w->file, " %s=\"%s\"", name, text);
}

/* ---- units ---- */

static void exponent(struct writer *w, const char *name, int value)
{
    if (value != 0)
        fprintf(w->file, " %s=\"%d\"", name, value);
}

static void write_unit(struct writer *w, const char *name)
{
    const struct unit *unit = unit_find(name);
    if (!unit) {
        w->good =
            model_fail(w->report, "the unit \"%s\" is none that FMUs made here have: m, Pa, N.m and the like", name);
        return;
    }
    fprintf(w->file, "    <Unit name=\"%s\"><BaseUnit", unit->name);
    exponent(w, "kg", unit->kg);
    exponent(w, "m", unit->m);
    exponent(w, "s", unit->s);
    exponent(w, "K", unit->K);
    exponent(w, "rad", unit->rad);
    if (unit->factor != 0)
        number_attribute(w, "factor", unit->factor);
    fputs("/>", w->file);
    for (int i = 0; i < 2 && unit->display[i].name; i++) {
        fprintf(w->file, "<DisplayUnit name=\"%s\"", unit->display[i].name);
        number_attribute(w, "factor", unit->display[i].factor);
        fputs("/>", w->file);
    }
    fputs("</Unit>\n", w->file);
}

/* At its first appearance. */
static void write_new_unit(struct writer *w, const char *name)
{
    if (!*name)
        return;
    for (size_t i = 0; i < w->n_units; i++)
        if (strcmp(w->units[i], name) == 0)
            return;
    const char **units = realloc(w->units, (w->n_units + 1) * sizeof *units);
    if (!units) {
        w->good = model_fail(w->report, "out of memory");
        return;
    }
    w->units = units;
    units[w->n_units++] = name;
    write_unit(w, name);
}

static void write_units(struct writer *w)
{
    fputs("  <UnitDefinitions>\n", w->file);
    write_new_unit(w, "s");
    for (size_t i = 0; i < w->type->n_variables; i++) {
        const struct model_variable *v = &w->type->variables[i];
        write_new_unit(w, v->unit);
        write_new_unit(w, v->rate_unit ? v->rate_unit : "");
    }
    fputs("  </UnitDefinitions>\n", w->file);
}

/* ---- variables ---- */

struct fmi_words {
    const char *causality, *variability, *initial; /* NULL: no attribute */
    bool has_start;
};

static bool model_is_tunable(const struct model_type *type)
{
    for (size_t i = 0; i < type->n_variables; i++)
        if (type->variables[i].is_tunable)
            return true;
    return false;
}

static struct fmi_words words_of(const struct writer *w, const struct model_variable *v)
{
    static const struct fmi_words words[MODEL_ROLES] = {
        [MODEL_PARAMETER] = {"parameter", "fixed", "exact", true},
        [MODEL_CALCULATED] = {"calculatedParameter", "fixed", "calculated", false},
        [MODEL_INPUT] = {"input", "continuous", NULL, true},
        [MODEL_MEMORY] = {"local", "fixed", "calculated", false},
        [MODEL_STATE] = {"local", "continuous", "calculated", false},
        [MODEL_OUTPUT] = {"output", "continuous", "calculated", false},
        [MODEL_LOCAL] = {"local", "continuous", "calculated", false},
        [MODEL_QUADRATURE] = {"local", "continuous", "calculated", false},
    };
    struct fmi_words of = words[v->role];
    if (v->is_output)
        of.causality = "output";
    if (v->role == MODEL_MEMORY && w->type->accept)
        of.variability = "discrete";
    if (v->is_tunable || (v->role == MODEL_CALCULATED && w->is_tunable))
        of.variability = "tunable";
    return of;
}

static void open_variable(struct writer *w, const char *name, size_t reference, const char *description,
                          const struct fmi_words *words)
{
    fprintf(w->file, "    <!-- %zu --><ScalarVariable", reference + 1);
    text_attribute(w, "name", name);
    fprintf(w->file, " valueReference=\"%zu\"", reference);
    text_attribute(w, "description", description);
    fprintf(w->file, " causality=\"%s\" variability=\"%s\"", words->causality, words->variability);
    if (words->initial)
        fprintf(w->file, " initial=\"%s\"", words->initial);
    fputc('>', w->file);
}

static void real_attributes(struct writer *w, const struct model_variable *v, const char *unit)
{
    if (*unit) {
        text_attribute(w, "unit", unit);
        const struct unit *known = unit_find(unit);
        if (known && known->display[0].name)
            text_attribute(w, "displayUnit", known->display[0].name);
    }
    if (v->min != v->max) {
        number_attribute(w, "min", v->min);
        number_attribute(w, "max", v->max);
    }
    if (v->nominal > 0)
        number_attribute(w, "nominal", v->nominal);
}

static void write_variable(struct writer *w, size_t i)
{
    const struct model_variable *v = &w->type->variables[i];
    const struct fmi_words words = words_of(w, v);
    open_variable(w, v->name, i, v->description, &words);
    switch (v->kind) {
    case MODEL_REAL:
        fputs("<Real", w->file);
        real_attributes(w, v, v->unit);
        if (words.has_start)
            number_attribute(w, "start", v->start);
        break;
    case MODEL_INTEGER:
        fputs("<Integer", w->file);
        if (v->min != v->max)
            fprintf(w->file, " min=\"%d\" max=\"%d\"", (int)v->min, (int)v->max);
        fprintf(w->file, " start=\"%d\"", (int)v->start);
        break;
    case MODEL_BOOLEAN:
        fprintf(w->file, "<Boolean start=\"%s\"", v->start != 0 ? "true" : "false");
        break;
    }
    fputs("/></ScalarVariable>\n", w->file);
}

static void write_rate(struct writer *w, size_t i)
{
    static const struct fmi_words words = {"local", "continuous", "calculated", false};
    const struct model_variable *state = variable(w, MODEL_STATE, i);
    char name[160], description[320];
    snprintf(name, sizeof name, "der(%s)", state->name);
    snprintf(description, sizeof description, "time derivative of the %s", state->description);
    open_variable(w, name, w->layout.first_rate + i, description, &words);
    fputs("<Real", w->file);
    text_attribute(w, "unit", state->rate_unit);
    fprintf(w->file, " derivative=\"%zu\"/></ScalarVariable>\n", w->layout.first[MODEL_STATE] + i + 1);
}

/* The independent variable is left to the standard, which has it as "time" where none is listed: OpenModelica makes a
 * variable of every one that is, and one called time hides Modelica's own. */
static void write_variables(struct writer *w)
{
    fputs("  <ModelVariables>\n", w->file);
    for (size_t i = 0; i < w->type->n_variables; i++)
        write_variable(w, i);
    for (size_t i = 0; i < w->layout.count[MODEL_STATE]; i++)
        write_rate(w, i);
    fputs("  </ModelVariables>\n", w->file);
}

/* ---- structure ---- */

/* Large models name each of their variables in some list: names are found by bisection. */
static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static bool sort_names(struct writer *w)
{
    w->named = malloc((w->type->n_variables + 1) * sizeof *w->named);
    if (!w->named)
        return model_fail(w->report, "out of memory");
    for (size_t i = 0; i < w->type->n_variables; i++)
        w->named[i] = (struct named){w->type->variables[i].name, i};
    qsort(w->named, w->type->n_variables, sizeof *w->named, by_name);
    return true;
}

static size_t find_name(const struct writer *w, const char *name, size_t length)
{
    size_t first = 0, end = w->type->n_variables;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const char *other = w->named[middle].name;
        const int order = strncmp(other, name, length);
        if (order == 0 && other[length] == '\0')
            return w->named[middle].index;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return model_find(w->type, name, length); /* time, or a rate */
}

/* Marks the variables that a list of names speaks of. */
static void mark_names(struct writer *w, const char *names, bool *marks)
{
    while (names && *names) {
        const size_t length = strcspn(names, " ");
        const size_t index = find_name(w, names, length);
        if (index >= w->layout.size)
            w->good = model_fail(w->report, "a dependency names \"%.*s\", which is no variable", (int)length, names);
        else
            marks[index] = true;
        names += length + strspn(names + length, " ");
    }
}

/* At initialization, memories and states depend on inputs in their turn, and everything on the parameters: which of them, the
 * table does not tell, only that those of the solver are not among them. */
static void replace_by_initial_knowns(struct writer *w, bool *marks)
{
    for (size_t i = SOLVER_PARAMETERS; i < w->layout.count[MODEL_PARAMETER]; i++)
        marks[w->layout.first[MODEL_PARAMETER] + i] = true;
    for (size_t i = 0; i < w->type->n_variables; i++) {
        const struct model_variable *v = &w->type->variables[i];
        if (marks[i] && (v->role == MODEL_MEMORY || v->role == MODEL_STATE)) {
            marks[i] = false;
            mark_names(w, v->initially_depends, marks);
        }
    }
}

static const struct dependencies *dependencies_by_names(struct writer *w, const char *names, bool at_initialization)
{
    for (size_t i = 0; i < LAST_LISTS; i++)
        if (w->last[at_initialization][i].indices && names == w->last[at_initialization][i].names)
            return &w->last[at_initialization][i];
    struct dependencies *d = &w->last[at_initialization][w->oldest[at_initialization]++ % LAST_LISTS];
    if (!w->marks)
        w->marks = malloc(w->layout.size * sizeof *w->marks);
    if (!d->indices)
        d->indices = malloc(w->layout.size * sizeof *d->indices);
    if (!w->marks || !d->indices) {
        w->good = model_fail(w->report, "out of memory");
        return NULL;
    }
    d->names = names;
    d->n = 0;
    if (!at_initialization && names && *names && !strchr(names, ' ')) { /* one name: the others need no look */
        const size_t index = find_name(w, names, strlen(names));
        if (index < w->type->n_variables && w->type->variables[index].role != MODEL_MEMORY)
            d->indices[d->n++] = index;
        if (index < w->layout.size)
            return d;
    }
    memset(w->marks, 0, w->layout.size * sizeof *w->marks);
    mark_names(w, names, w->marks);
    if (at_initialization)
        replace_by_initial_knowns(w, w->marks);
    for (size_t i = 0; i < w->type->n_variables; i++)
        if (w->marks[i] && w->type->variables[i].role != MODEL_MEMORY)
            d->indices[d->n++] = i;
    return d;
}

static void write_unknown(struct writer *w, size_t index, const char *names, bool at_initialization)
{
    fprintf(w->file, "      <Unknown index=\"%zu\"", index + 1);
    const bool is_left_out = at_initialization && w->layout.count[MODEL_PARAMETER] > MOST_INITIAL_DEPENDENCIES;
    const struct dependencies *d = is_left_out ? NULL : dependencies_by_names(w, names, at_initialization);
    const size_t all = w->layout.count[MODEL_INPUT] + w->layout.count[MODEL_STATE];
    if (d && (at_initialization || d->n != all || all <= MOST_TO_LIST_ALL)) {
        fputs(" dependencies=\"", w->file);
        for (size_t i = 0; i < d->n; i++)
            fprintf(w->file, "%s%zu", i > 0 ? " " : "", d->indices[i] + 1);
        fputs("\"", w->file);
    }
    fputs("/>\n", w->file);
}

/* A state depends on itself alone, everything else on what its row says. */
static const char *dependencies_of(const struct model_variable *v)
{
    return v->role == MODEL_STATE ? v->name : v->depends;
}

static void write_outputs(struct writer *w, bool at_initialization)
{
    for (size_t i = 0; i < w->type->n_variables; i++) {
        const struct model_variable *v = &w->type->variables[i];
        const bool calculated_then = v->role == MODEL_STATE || v->role == MODEL_CALCULATED;
        const bool listed = v->is_output || (at_initialization && calculated_then);
        if (listed)
            write_unknown(w, i, dependencies_of(v), at_initialization);
    }
}

static void write_rates(struct writer *w, bool at_initialization)
{
    for (size_t i = 0; i < w->layout.count[MODEL_STATE]; i++)
        write_unknown(w, w->layout.first_rate + i, variable(w, MODEL_STATE, i)->rate_depends, at_initialization);
}

static void write_structure(struct writer *w)
{
    fputs("  <ModelStructure>\n    <Outputs>\n", w->file);
    write_outputs(w, false);
    fputs("    </Outputs>\n", w->file);
    if (w->layout.count[MODEL_STATE] > 0) {
        fputs("    <Derivatives>\n", w->file);
        write_rates(w, false);
        fputs("    </Derivatives>\n", w->file);
    }
    fputs("    <InitialUnknowns>\n", w->file);
    write_outputs(w, true);
    write_rates(w, true);
    fputs("    </InitialUnknowns>\n  </ModelStructure>\n", w->file);
}

/* ---- the rest ---- */

static void write_source_files(struct writer *w, const struct describe_options *options)
{
    if (options->n_source_files == 0)
        return;
    fputs("    <SourceFiles>\n", w->file);
    for (size_t i = 0; i < options->n_source_files; i++)
        fprintf(w->file, "      <File name=\"%s\"/>\n", options->source_files[i]);
    fputs("    </SourceFiles>\n", w->file);
}

/* Memories follow accepted steps, and what results presume is looked at there. */
static bool looks_at_steps(const struct model_type *type)
{
    return type->accept || (type->for_solvers && type->for_solvers->n_presumptions > 0);
}

static void write_interfaces(struct writer *w, const struct describe_options *options)
{
    static const char common[] = "canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" "
                                 "canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\"";
    fprintf(w->file, "  <ModelExchange modelIdentifier=\"%s\"%s %s>\n", w->type->name,
            looks_at_steps(w->type) ? "" : " completedIntegratorStepNotNeeded=\"true\"", common);
    write_source_files(w, options);
    fprintf(
        w->file,
        "  </ModelExchange>\n  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\" "
        "canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"1\" %s>\n",
        w->type->name, common);
    write_source_files(w, options);
    fputs("  </CoSimulation>\n", w->file);
}

static void write_log_categories(struct writer *w)
{
    fputs("  <LogCategories>\n", w->file);
#define SHELL_CATEGORY(code, name, description)                                                                        \
    fputs("    <Category name=\"" name "\" description=\"" description "\"/>\n", w->file);
    SHELL_CATEGORIES(SHELL_CATEGORY)
#undef SHELL_CATEGORY
    fputs("  </LogCategories>\n", w->file);
}

static void write_experiment(struct writer *w)
{
    const struct model_experiment *e = &w->type->experiment;
    fputs("  <DefaultExperiment startTime=\"0\"", w->file);
    number_attribute(w, "stopTime", e->stop_time);
    number_attribute(w, "tolerance", e->tolerance);
    number_attribute(w, "stepSize", e->step_size);
    fputs("/>\n", w->file);
}

static bool has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        if (n == length && strncmp(at, word, n) == 0)
            return true;
        at += n;
    }
    return false;
}

/* Initialization uses it, and nothing does afterwards. */
static bool is_initial_input(const struct writer *w, const struct model_variable *input)
{
    const char *name = input->name;
    bool initially = false;
    for (size_t i = 0; i < w->type->n_variables; i++) {
        const struct model_variable *v = &w->type->variables[i];
        if (has_word(v->depends, name) || has_word(v->rate_depends, name))
            return false;
        initially = initially || has_word(v->initially_depends, name);
    }
    return initially;
}

static bool tells_chosen_slope(const struct writer *w, const struct model_variable *v)
{
    (void)w;
    return v->tells_chosen_slope;
}

static bool tells_count(const struct writer *w, const struct model_variable *v)
{
    (void)w;
    return v->tells_count;
}

/* An attribute with the names of those variables of a role that fit; none where there are none. */
static void write_names(struct writer *w, const char *attribute, enum model_role role,
                        bool (*fits)(const struct writer *, const struct model_variable *))
{
    bool is_open = false;
    for (size_t i = 0; i < w->layout.count[role]; i++) {
        const struct model_variable *v = variable(w, role, i);
        if (!fits(w, v))
            continue;
        if (is_open)
            fputc(' ', w->file);
        else
            fprintf(w->file, " %s=\"", attribute);
        fputs(v->name, w->file);
        is_open = true;
    }
    if (is_open)
        fputc('"', w->file);
}

/* What the standard has no words for; see description.h of the master. */
static void write_annotation(struct writer *w)
{
    fputs("  <VendorAnnotations>\n    <Tool name=\"pasodoble\"><paso recomputesOnGet=\"true\" "
          "statesSettableBetweenSteps=\"true\"",
          w->file);
    if (w->type->tuning)
        fputs(" differentiatesParameters=\"true\"", w->file);
    write_names(w, "initialInputs", MODEL_INPUT, is_initial_input);
    write_names(w, "chosenSlopes", MODEL_LOCAL, tells_chosen_slope);
    write_names(w, "statesCountedBy", MODEL_MEMORY, tells_count);
    fputs("/></Tool>\n  </VendorAnnotations>\n", w->file);
}

bool describe_write(FILE *file, const struct model_type *type, const struct describe_options *options, const char *guid,
                    struct model_report *report)
{
    struct writer w = {.file = file,
                       .type = type,
                       .layout = model_layout(type),
                       .report = report,
                       .good = true,
                       .is_tunable = model_is_tunable(type)};
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\" modelName=\"%s\"",
            type->name);
    fprintf(file, " guid=\"%s\"", guid);
    text_attribute(&w, "description", type->description);
    fprintf(file,
            " version=\"%s\" license=\"BSD-2-Clause\" generationTool=\"pasodoble %s\" "
            "variableNamingConvention=\"structured\" numberOfEventIndicators=\"%zu\">\n",
            options->version, options->version, type->n_indicators);
    write_interfaces(&w, options);
    write_units(&w);
    write_log_categories(&w);
    write_experiment(&w);
    write_annotation(&w);
    write_variables(&w);
    w.good = w.good && sort_names(&w);
    if (w.good)
        write_structure(&w);
    fputs("</fmiModelDescription>\n", file);
    free(w.marks);
    free(w.named);
    for (size_t i = 0; i < LAST_LISTS; i++) {
        free(w.last[0][i].indices);
        free(w.last[1][i].indices);
    }
    free(w.units);
    return w.good && !ferror(file) ? true : w.good ? model_fail(report, "the description cannot be written") : false;
}

/* Two runs of FNV-1a from different offsets make the 128 bits. */
static uint64_t hash(const char *text, size_t size, uint64_t offset)
{
    uint64_t h = offset;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h;
}

bool describe_guid(const struct model_type *type, const struct describe_options *options, char guid[GUID_SIZE],
                   struct model_report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return model_fail(report, "out of memory");
    const bool good = describe_write(memory, type, options, "", report);
    fclose(memory);
    uint64_t a = hash(text, size, 14695981039346656037u), b = hash(text, size, 0x9e3779b97f4a7c15u);
    if (options->document) {
        a = hash(options->document, options->document_length, a);
        b = hash(options->document, options->document_length, b);
    }
    snprintf(guid, GUID_SIZE, "{%08" PRIx32 "-%04x-%04x-%04x-%012" PRIx64 "}", (uint32_t)(a >> 32),
             (unsigned)(a >> 16) & 0xffff, (unsigned)a & 0xffff, (unsigned)(b >> 48), b & 0xffffffffffff);
    free(text);
    return good;
}
