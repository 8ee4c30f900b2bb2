/* Expressions: a recursive-descent parser with one level per precedence, and the tree that it makes.
 *
 *     sum      product { (+|-) product }
 *     product  signed { (*|/) signed }
 *     signed   { - | + } power                       -2^2 is -4
 *     power    atom [ ^ signed ]                     2^3^2 is 2^9
 *     atom     number | pi | name | function ( sum { , sum } ) | ( sum ) */
#include "notation/decimal.h"
#include "notation/notation_impl.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { EXPRESSION_DEPTH = 64, EXPRESSION_LENGTH = 4000, FUNCTION_ARGUMENTS = 2 };

enum operation { NUMBER, NAME, NEGATE, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, FUNCTION };

struct function {
    const char *name;
    double (*of_one)(double);
    double (*of_two)(double, double);
};

static const struct function functions[] = {
    {"sqrt", sqrt, NULL},   {"sin", sin, NULL},   {"cos", cos, NULL},  {"tan", tan, NULL}, {"asin", asin, NULL},
    {"acos", acos, NULL},   {"atan", atan, NULL}, {"exp", exp, NULL},  {"log", log, NULL}, {"abs", fabs, NULL},
    {"atan2", NULL, atan2}, {"min", NULL, fmin},  {"max", NULL, fmax},
};

struct expression {
    enum operation operation;
    double number;
    size_t place; /* of a name */
    const struct function *function;
    struct expression *left, *right;
};

struct parser {
    struct notation *owner;
    const char *text, *at;
    struct expression_names names;
    int depth;
    char *wrong;
};

static struct expression *sum(struct parser *p);

static struct expression *fail(struct parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static struct expression *fail(struct parser *p, const char *format, ...)
{
    if (!*p->wrong) {
        va_list arguments;
        va_start(arguments, format);
        const int used = vsnprintf(p->wrong, 150, format, arguments);
        va_end(arguments);
        if (used >= 0 && used < 150)
            snprintf(p->wrong + used, 50, " (character %zu)", (size_t)(p->at - p->text) + 1);
    }
    return NULL;
}

static char next(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
    return *p->at;
}

static bool take(struct parser *p, char c)
{
    if (next(p) != c)
        return false;
    p->at++;
    return true;
}

static struct expression *make(struct parser *p, enum operation operation, struct expression *left,
                               struct expression *right)
{
    struct expression *e = notation_keep(p->owner, sizeof *e);
    if (!e)
        return fail(p, "out of memory");
    e->operation = operation;
    e->left = left;
    e->right = right;
    return e;
}

static const struct function *find_function(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

bool expression_is_reserved(const char *name)
{
    return strcmp(name, "pi") == 0 || find_function(name);
}

static struct expression *call(struct parser *p, const struct function *function)
{
    struct expression *arguments[FUNCTION_ARGUMENTS] = {NULL};
    const int n = function->of_two ? 2 : 1;
    if (!take(p, '('))
        return fail(p, "\"(\" expected behind %s", function->name);
    for (int i = 0; i < n; i++) {
        if (i && !take(p, ','))
            return fail(p, "%s has two arguments: \",\" expected", function->name);
        arguments[i] = sum(p);
        if (!arguments[i])
            return NULL;
    }
    if (!take(p, ')'))
        return fail(p, "\")\" expected behind the argument%s of %s", n == 1 ? "" : "s", function->name);
    struct expression *e = make(p, FUNCTION, arguments[0], arguments[1]);
    if (e)
        e->function = function;
    return e;
}

static struct expression *number(struct parser *p, double value)
{
    struct expression *e = make(p, NUMBER, NULL, NULL);
    if (e)
        e->number = value;
    return e;
}

static struct expression *name(struct parser *p)
{
    char word[NOTATION_NAME_LENGTH + 1];
    size_t length = 0;
    while (isalnum((unsigned char)p->at[length]) || p->at[length] == '_')
        length++;
    if (length >= sizeof word)
        return fail(p, "the name is longer than any honest one");
    memcpy(word, p->at, length);
    word[length] = '\0';
    if (strcmp(word, "pi") == 0) {
        p->at += length;
        return number(p, 3.14159265358979323846);
    }
    const struct function *function = find_function(word);
    if (function) {
        p->at += length;
        return call(p, function);
    }
    const size_t place = p->names.find(p->names.context, word);
    if (place == (size_t)-1)
        return fail(p, "there is no constant \"%s\"", word);
    p->at += length;
    struct expression *e = make(p, NAME, NULL, NULL);
    if (e)
        e->place = place;
    return e;
}

/* Digits as JSON has them: no hexadecimal numbers, no infinities. */
static struct expression *digits(struct parser *p)
{
    const char *end = p->at;
    while (isdigit((unsigned char)*end) || *end == '.')
        end++;
    if ((*end == 'e' || *end == 'E') &&
        (isdigit((unsigned char)end[1]) || ((end[1] == '+' || end[1] == '-') && isdigit((unsigned char)end[2]))))
        for (end += 2; isdigit((unsigned char)*end);)
            end++;
    char *read_to;
    const double value = decimal_read(p->at, &read_to);
    if (read_to != end || !isfinite(value))
        return fail(p, "this is not a number");
    p->at = end;
    return number(p, value);
}

static struct expression *atom(struct parser *p)
{
    const char c = next(p);
    if (isdigit((unsigned char)c) || c == '.')
        return digits(p);
    if (isalpha((unsigned char)c) || c == '_')
        return name(p);
    if (!take(p, '('))
        return c ? fail(p, "a number, a name or \"(\" expected") : fail(p, "the expression ends too early");
    struct expression *inside = sum(p);
    if (inside && !take(p, ')'))
        return fail(p, "\")\" expected");
    return inside;
}

static struct expression *sign(struct parser *p)
{
    if (p->depth == EXPRESSION_DEPTH)
        return fail(p, "the expression is nested too deeply");
    p->depth++;
    struct expression *e;
    if (take(p, '-')) {
        e = sign(p);
        e = e ? make(p, NEGATE, e, NULL) : NULL;
    } else if (take(p, '+')) {
        e = sign(p);
    } else {
        e = atom(p);
        if (e && take(p, '^')) {
            struct expression *exponent = sign(p);
            e = exponent ? make(p, POWER, e, exponent) : NULL;
        }
    }
    p->depth--;
    return e;
}

static struct expression *product(struct parser *p)
{
    struct expression *e = sign(p);
    while (e && (next(p) == '*' || next(p) == '/')) {
        const enum operation operation = *p->at++ == '*' ? MULTIPLY : DIVIDE;
        struct expression *right = sign(p);
        e = right ? make(p, operation, e, right) : NULL;
    }
    return e;
}

static struct expression *sum(struct parser *p)
{
    struct expression *e = product(p);
    while (e && (next(p) == '+' || next(p) == '-')) {
        const enum operation operation = *p->at++ == '+' ? ADD : SUBTRACT;
        struct expression *right = product(p);
        e = right ? make(p, operation, e, right) : NULL;
    }
    return e;
}

struct expression *expression_parse(struct notation *owner, const char *text, struct expression_names names,
                                    char wrong[static 200])
{
    struct parser p = {.owner = owner, .text = text, .at = text, .names = names, .wrong = wrong};
    wrong[0] = '\0';
    if (strlen(text) > EXPRESSION_LENGTH)
        return fail(&p, "the expression is longer than any honest one");
    struct expression *e = sum(&p);
    if (e && next(&p))
        return fail(&p, "an operator expected");
    return e;
}

double expression_value(const struct expression *e, const double *values)
{
    switch (e->operation) {
    case NUMBER:
        return e->number;
    case NAME:
        return values[e->place];
    case NEGATE:
        return -expression_value(e->left, values);
    case ADD:
        return expression_value(e->left, values) + expression_value(e->right, values);
    case SUBTRACT:
        return expression_value(e->left, values) - expression_value(e->right, values);
    case MULTIPLY:
        return expression_value(e->left, values) * expression_value(e->right, values);
    case DIVIDE:
        return expression_value(e->left, values) / expression_value(e->right, values);
    case POWER:
        return pow(expression_value(e->left, values), expression_value(e->right, values));
    case FUNCTION:
        return e->function->of_one
                   ? e->function->of_one(expression_value(e->left, values))
                   : e->function->of_two(expression_value(e->left, values), expression_value(e->right, values));
    }
    return NAN;
}

size_t expression_only_name(const struct expression *e)
{
    return e->operation == NAME ? e->place : (size_t)-1;
}

bool expression_visit(const struct expression *e, bool (*visit)(void *context, size_t place), void *context)
{
    if (!e)
        return true;
    if (e->operation == NAME)
        return visit(context, e->place);
    return expression_visit(e->left, visit, context) && expression_visit(e->right, visit, context);
}
