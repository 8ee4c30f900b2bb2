/* Colours, dashes and marks of all pictures. */
#include "figures/chart_drawn.h"

struct look look_of(size_t style)
{
    static const char *const colours[LOOK_COLOURS][2] = {
        {"#0072b2", "#5eb3f0"}, {"#d55e00", "#ff8f40"}, {"#009e73", "#35c79c"}, {"#000000", "#f0f0f0"},
        {"#cc79a7", "#e79cc6"}, {"#b07c00", "#f0bf4a"}, {"#56b4e9", "#9ad4f7"},
    };
    static const char *const dashes[LOOK_DASHES] = {"", "8,3", "2,2", "8,3,2,3", "14,4"};
    static const int marks[LOOK_MARKS] = {7, 4, 9, 6, 13, 8, 5, 12};
    return (struct look){colours[style % LOOK_COLOURS][0], colours[style % LOOK_COLOURS][1],
                         dashes[style % LOOK_DASHES], marks[style % LOOK_MARKS]};
}
