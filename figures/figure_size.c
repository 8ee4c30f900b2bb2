#include "figures/figure_size.h"

#include "figures/figures_messages.h"
#include "master/files/output.h"
#include "master/files/picture.h"
#include "master/files/result_file.h"
#include "master/options/options_messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

FIGURES_MESSAGES(MESSAGE_DEFINE)

/* "88mm", "3.5in", "18cm"; a number without a unit takes that of the other, or mm. */
static const char *read_length(const char *text, double *mm)
{
    static const struct {
        const char *unit;
        double mm;
    } units[] = {{"mm", 1}, {"cm", 10}, {"in", 25.4}};
    char *end;
    *mm = strtod(text, &end);
    if (end == text || !isfinite(*mm))
        return NULL;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(end, units[i].unit, 2) == 0) {
            *mm *= units[i].mm;
            return end + 2;
        }
    return end;
}

bool figure_options_size(const struct figure_options *o, struct figure_size *size, struct error *error)
{
    static const double smallest = 30, largest = 2000;
    *size = (struct figure_size){.width = 180, .font = o->font_size};
    const char *rest = o->size ? read_length(o->size, &size->width) : "";
    if (rest && *rest == 'x')
        rest = read_length(rest + 1, &size->height);
    if (!rest || *rest || !(size->width >= smallest && size->width <= largest) ||
        !(size->height == 0 || (size->height >= smallest && size->height <= largest)))
        return error_raise(error, ERROR_OPTION_VALUE, "size", o->size,
                           "a width like 88mm, or width and height like 88mmx60mm, from 30 mm to 2000 mm");
    if (!(o->font_size >= 3 && o->font_size <= 40))
        return error_raise(error, ERROR_OPTION_VALUE, "font-size", TEXT("%g", o->font_size), "3 to 40 points");
    return true;
}

bool figure_options_check(const struct figure_options *o, const char *path, const char *option, struct error *error)
{
    struct figure_size size;
    if (!figure_options_size(o, &size, error))
        return false;
    if (!picture_is_possible(path) && !output_ends_with(path, ".html"))
        return error_raise(error, ERROR_OPTION_VALUE, option, path,
                           "a file name that ends in .svg, .png, .pdf or .html");
    return result_file_try(path, error);
}
