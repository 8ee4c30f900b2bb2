#include "master/options/figure_options.h"
#include "master/options/options_messages.h"

#include <stddef.h>

#define AT(member) offsetof(struct figure_options, member)

static const struct option options[] = {
    {"size", OPTION_TEXT, "WIDTH[xHEIGHT]",
     "of the figure: 88mm and 180mm are one and two columns of a journal; mm, cm or in; default 180mm, as high as it "
     "needs",
     AT(size), NOBODY_ASKS},
    {"font-size", OPTION_POSITIVE, "PT", "of all labels, in points as printed; default 8", AT(font_size), NOBODY_ASKS},
    {"per-panel", OPTION_COUNT, "N", "small multiples: at most N curves in a panel; default: all", AT(per_panel),
     NOBODY_ASKS},
    {"title", OPTION_TEXT, "TEXT|none", "above the figure; a journal wants none", AT(title), NOBODY_ASKS},
};

struct figure_options figure_options_default(void)
{
    return (struct figure_options){.font_size = 8};
}

struct option_table figure_options_table(size_t base)
{
    return (struct option_table){"figures:", options, sizeof options / sizeof *options, base};
}

const char *figure_options_given(const struct figure_options *o)
{
    return o->size                                              ? "size"
           : o->title                                           ? "title"
           : o->per_panel                                       ? "per-panel"
           : o->font_size != figure_options_default().font_size ? "font-size"
                                                                : NULL;
}

bool figure_options_need_plot(const struct figure_options *o, const char *plot, struct error *error)
{
    const char *given = figure_options_given(o);
    return plot || !given || error_raise(error, ERROR_OPTION_NEEDS, given, "plot");
}
