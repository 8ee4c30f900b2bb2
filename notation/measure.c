#include "notation/measure.h"

#include "notation/decimal.h"

#include <ctype.h>
#include <string.h>

#define PI_3 3141592653589793.0 /* pi, as a ratio of whole numbers: that of the nearest double to its last digit */

struct symbol {
    const char *name;
    double up, down;
    int power[UNIT_BASES]; /* kg, m, s, rad, K */
    double offset;
};

/* clang-format off */
static const struct symbol symbols[] = {
    {"m", 1, 1, .power = {0, 1}},
    {"mm", 1, 1e3, .power = {0, 1}},
    {"cm", 1, 1e2, .power = {0, 1}},
    {"um", 1, 1e6, .power = {0, 1}},
    {"km", 1e3, 1, .power = {0, 1}},
    {"in", 254, 1e4, .power = {0, 1}},
    {"l", 1, 1e3, .power = {0, 3}},
    {"ml", 1, 1e6, .power = {0, 3}},
    {"kg", 1, 1, .power = {1}},
    {"g", 1, 1e3, .power = {1}},
    {"t", 1e3, 1, .power = {1}},
    {"s", 1, 1, .power = {0, 0, 1}},
    {"ms", 1, 1e3, .power = {0, 0, 1}},
    {"us", 1, 1e6, .power = {0, 0, 1}},
    {"min", 60, 1, .power = {0, 0, 1}},
    {"h", 3600, 1, .power = {0, 0, 1}},
    {"Hz", 1, 1, .power = {0, 0, -1}},
    {"kHz", 1e3, 1, .power = {0, 0, -1}},
    {"rad", 1, 1, .power = {0, 0, 0, 1}},
    {"mrad", 1, 1e3, .power = {0, 0, 0, 1}},
    {"deg", PI_3, 180e15, .power = {0, 0, 0, 1}},
    {"rev", 2 * PI_3, 1e15, .power = {0, 0, 0, 1}},
    {"rpm", 2 * PI_3, 60e15, .power = {0, 0, -1, 1}},
    {"N", 1, 1, .power = {1, 1, -2}},
    {"kN", 1e3, 1, .power = {1, 1, -2}},
    {"MN", 1e6, 1, .power = {1, 1, -2}},
    {"Nm", 1, 1, .power = {1, 2, -2}},
    {"kNm", 1e3, 1, .power = {1, 2, -2}},
    {"J", 1, 1, .power = {1, 2, -2}},
    {"kJ", 1e3, 1, .power = {1, 2, -2}},
    {"W", 1, 1, .power = {1, 2, -3}},
    {"kW", 1e3, 1, .power = {1, 2, -3}},
    {"Pa", 1, 1, .power = {1, -1, -2}},
    {"kPa", 1e3, 1, .power = {1, -1, -2}},
    {"MPa", 1e6, 1, .power = {1, -1, -2}},
    {"GPa", 1e9, 1, .power = {1, -1, -2}},
    {"bar", 1e5, 1, .power = {1, -1, -2}},
    {"mbar", 100, 1, .power = {1, -1, -2}},
    {"psi", 6894757293168361, 1e12, .power = {1, -1, -2}}, /* lbf/in2: 0.45359237 9.80665/0.0254^2 Pa */
    {"St", 1, 1e4, .power = {0, 2, -1}},
    {"cSt", 1, 1e6, .power = {0, 2, -1}},
    {"cP", 1, 1e3, .power = {1, -1, -1}},
    {"K", 1, 1, .power = {0, 0, 0, 0, 1}},
    {"degC", 1, 1, .power = {0, 0, 0, 0, 1}, .offset = 273.15},
    {"%", 1, 1e2, .power = {0}},
    {"1", 1, 1, .power = {0}},
};

/* Names of dimensions, as models have them. */
static const char *const si_names[] = {"m", "m2", "m3", "kg", "s", "rad", "N", "Pa", "N.m", "W", "m/s", "m/s2", "m3/s", "m3/rad", "rad/s", "Hz",
                                       "kg/m3", "kg.m2", "N/m", "N.s/m", "N.m/rad", "N.m.s/rad", "s/m", "s/rad", "1/Pa", "m3/(s.Pa)", "K", "m2/s", "Pa.s"};
/* clang-format on */

const char *unit_symbol(void *nobody, size_t i)
{
    (void)nobody;
    return i < sizeof symbols / sizeof *symbols - 1 ? symbols[i].name : NULL; /* "1" is a word of formulas */
}

static const struct symbol *symbol_find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strlen(symbols[i].name) == length && strncmp(symbols[i].name, name, length) == 0)
            return &symbols[i];
    return NULL;
}

static double whole_power(double base, int exponent)
{
    double product = 1;
    while (exponent-- > 0)
        product *= base;
    return product;
}

/* A symbol with its exponent, "cm3", in the numerator (sense 1) or below (-1). */
static const char *read_factor(const char *at, int sense, struct unit_scale *unit, char *unknown)
{
    size_t length = *at == '1' ? 1 : 0;
    while (isalpha((unsigned char)at[length]) || at[length] == '%')
        length++;
    if (length == 0)
        return NULL;
    const struct symbol *symbol = symbol_find(at, length);
    if (!symbol) {
        const size_t kept = length < 23 ? length : 23;
        memcpy(unknown, at, kept);
        unknown[kept] = '\0';
        return NULL;
    }
    at += length;
    at += *at == '^';
    int exponent = 1;
    if (isdigit((unsigned char)*at)) {
        exponent = *at++ - '0';
        if (exponent == 0 || isdigit((unsigned char)*at))
            return NULL;
    }
    const double up = whole_power(symbol->up, exponent), down = whole_power(symbol->down, exponent);
    unit->up *= sense > 0 ? up : down;
    unit->down *= sense > 0 ? down : up;
    unit->offset += symbol->offset;
    for (int i = 0; i < UNIT_BASES; i++)
        unit->power[i] += sense * exponent * symbol->power[i];
    return at;
}

bool unit_read(const char *text, struct unit_scale *unit, char unknown[static 24])
{
    *unit = (struct unit_scale){.up = 1, .down = 1};
    unknown[0] = '\0';
    int sense = 1, factors = 0;
    bool in_group = false;
    for (const char *at = text;; factors++) {
        if (*at == '(' && sense < 0 && !in_group) {
            in_group = true;
            at++;
        }
        at = read_factor(at, sense, unit, unknown);
        if (!at)
            return false;
        if (*at == ')' && in_group) {
            in_group = false;
            at++;
        }
        if (*at == '\0') /* a temperature's zero has a meaning where it stands alone */
            return !in_group && (unit->offset == 0 || (factors == 0 && unit->power[UNIT_K] == 1));
        if (*at == '/' && !in_group)
            sense = -1;
        else if (*at != '.' && *at != '*')
            return false;
        else if (!in_group && sense < 0) /* "l/min.m" could be read in two ways */
            return false;
        at++;
    }
}

bool unit_is_like(const struct unit_scale *a, const struct unit_scale *b)
{
    return memcmp(a->power, b->power, sizeof a->power) == 0;
}

const char *unit_si_name(const struct unit_scale *unit)
{
    for (size_t i = 0; i < sizeof si_names / sizeof *si_names; i++) {
        struct unit_scale si;
        char unknown[24];
        if (unit_read(si_names[i], &si, unknown) && unit_is_like(unit, &si))
            return si_names[i];
    }
    return "";
}

const char *unit_in(const char *text, double *number)
{
    while (isspace((unsigned char)*text))
        text++;
    const char *first = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*first) && *first != '.')
        return NULL;
    char *end;
    *number = decimal_read(text, &end);
    if (end == text || (size_t)(end - text) > strspn(text, "+-.0123456789eE"))
        return NULL;
    const char *unit = end;
    while (isspace((unsigned char)*unit))
        unit++;
    const bool is_inverse = unit > end && strncmp(unit, "1/", 2) == 0;
    return isalpha((unsigned char)*unit) || *unit == '%' || is_inverse ? unit : NULL;
}
