#include "tests/fmu_hydraulics/hand_made.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

void hand_made_papers(struct hand_made_papers *made, double retracted_length, double stroke, struct friction friction)
{
    enum { V1, V2, V3, PUMP, TANK };
    *made = (struct hand_made_papers){
        .volumes = {{"v1", .start_pressure = 3e6},
                    {"v2", .start_pressure = 3e6},
                    {"v3", .start_pressure = 3.5e6, .start_given = true}},
        .sources = {{"pump"}, {"tank"}},
        .hoses = {{"h1", V1, 4.71e-5, 550e6}, {"h2", V2, 3.14e-5, 550e6}, {"h3", V3, 7.85e-5, 550e6}},
        .throttle = {"throttle", V1, V2, {.by_area = true, .discharge = 0.8, .area = 2.83e-5, .laminar_drop = 2e5}},
        .valve = {"valve", .opening = {.flow_coefficient = 2.138e-8, .laminar_drop = 2e5}, .has_state = true,
                  .time_constant = 0.0045, .lower = -10, .upper = 10},
        .paths = {{"PA", 0, PUMP, V1, 1, 0},
                  {"BT", 0, V3, TANK, 1, 0},
                  {"AT", 0, V1, TANK, -1, 0},
                  {"PB", 0, PUMP, V3, -1, 0}},
        .cylinder = {"cylinder", .node_A = V2, .node_B = V3,
                     .piston = {.area_A = pi / 4 * 0.08 * 0.08,
                                .area_B = pi / 4 * (0.08 * 0.08 - 0.035 * 0.035),
                                .stroke = stroke,
                                .friction = friction},
                     .retracted_length = retracted_length, .wall_modulus = 31500e6},
    };
    made->circuit = (struct circuit){.name = "papers",
                                     .fluid = {FLUID_CONSTANT, .bulk_modulus = 1500e6, .density = 850},
                                     .n_volumes = 3,
                                     .n_sources = 2,
                                     .n_hoses = 3,
                                     .n_orifices = 1,
                                     .n_valves = 1,
                                     .n_paths = 4,
                                     .n_cylinders = 1,
                                     .volumes = made->volumes,
                                     .sources = made->sources,
                                     .hoses = made->hoses,
                                     .orifices = &made->throttle,
                                     .valves = &made->valve,
                                     .paths = made->paths,
                                     .cylinders = &made->cylinder};
}

void hand_made_lim(struct hand_made_lim *made)
{
    enum { P1, P2, PUMP, TANK };
    *made = (struct hand_made_lim){
        .volumes = {{"p1", .start_pressure = 3.85e6}, {"p2", .start_pressure = 3.85e6}},
        .sources = {{"pump"}, {"tank"}},
        .valve = {"valve", .opening = {.by_area = true, .discharge = 0.67, .area = 5e-4, .one_way = true}, .lower = 0,
                  .upper = 1, .start = 0.5, .start_kind = SPOOL_FOUND},
        .paths = {{"P1", 0, PUMP, P1, 1, 0},
                  {"1T", 0, P1, TANK, -1, 1},
                  {"P2", 0, PUMP, P2, -1, 1},
                  {"2T", 0, P2, TANK, 1, 0}},
        .cylinder = {"cylinder", .node_A = P2, .node_B = P1,
                     .piston = {.area_A = 65e-4,
                                .area_B = 65e-4,
                                .stroke = 0.442,
                                .friction = {.law = FRICTION_VISCOUS, .sigma2 = 1e5}},
                     .start_relative = true, .start_length = 0.221},
    };
    made->circuit = (struct circuit){.name = "lim",
                                     .fluid = {FLUID_POLYNOMIAL, .a = 6.53e-10, .b = -1.19e-18, .density = 850},
                                     .n_volumes = 2,
                                     .n_sources = 2,
                                     .n_valves = 1,
                                     .n_paths = 4,
                                     .n_cylinders = 1,
                                     .volumes = made->volumes,
                                     .sources = made->sources,
                                     .valves = &made->valve,
                                     .paths = made->paths,
                                     .cylinders = &made->cylinder};
}
