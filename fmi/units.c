#include "fmi/units.h"

#include <string.h>

static const struct unit units[] = {
    {.name = "m", .m = 1, .display = {{"mm", 1e3}}},
    {.name = "m/s", .m = 1, .s = -1, .display = {{"mm/s", 1e3}}},
    {.name = "m/s2", .m = 1, .s = -2},
    {.name = "m2", .m = 2},
    {.name = "m3", .m = 3, .display = {{"l", 1e3}}},
    {.name = "m4", .m = 4},
    {.name = "m3/s", .m = 3, .s = -1, .display = {{"l/min", 6e4}}},
    {.name = "rad", .rad = 1, .display = {{"deg", 57.295779513082320877}}},
    {.name = "rad/s", .rad = 1, .s = -1, .display = {{"deg/s", 57.295779513082320877}}},
    {.name = "rad/s2", .rad = 1, .s = -2},
    {.name = "s", .s = 1},
    {.name = "s/m", .s = 1, .m = -1},
    {.name = "s/rad", .s = 1, .rad = -1},
    {.name = "Hz", .s = -1},
    {.name = "1/s", .s = -1},
    {.name = "1/s2", .s = -2},
    {.name = "m3/s2", .m = 3, .s = -2},
    {.name = "kg", .kg = 1},
    {.name = "kg/m3", .kg = 1, .m = -3},
    {.name = "kg.m2", .kg = 1, .m = 2},
    {.name = "N", .kg = 1, .m = 1, .s = -2, .display = {{"kN", 1e-3}}},
    {.name = "N.m", .kg = 1, .m = 2, .s = -2},
    {.name = "N/m", .kg = 1, .s = -2},
    {.name = "N.s/m", .kg = 1, .s = -1},
    {.name = "N.m/rad", .kg = 1, .m = 2, .s = -2, .rad = -1},
    {.name = "N.m.s/rad", .kg = 1, .m = 2, .s = -1, .rad = -1},
    {.name = "Pa", .kg = 1, .m = -1, .s = -2, .display = {{"bar", 1e-5}, {"MPa", 1e-6}}},
    {.name = "Pa/s", .kg = 1, .m = -1, .s = -3},
    {.name = "1/Pa", .kg = -1, .m = 1, .s = 2},
    {.name = "1/Pa2", .kg = -2, .m = 2, .s = 4},
    {.name = "m3/(s.Pa)", .kg = -1, .m = 4, .s = 1},
    {.name = "m3/rad", .m = 3, .rad = -1, .display = {{"cm3/rev", 6283185.307179586}}},
    {.name = "m2/s", .m = 2, .s = -1, .display = {{"cSt", 1e6}}},
    {.name = "Pa.s", .kg = 1, .m = -1, .s = -1},
    {.name = "K", .K = 1},
    {.name = "J", .kg = 1, .m = 2, .s = -2},
    {.name = "W", .kg = 1, .m = 2, .s = -3},
};

const struct unit *unit_find(const char *name)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}
