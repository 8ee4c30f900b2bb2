/* A mechanism that is placed where a result says: its states are given row by row, coordinates that depend on them follow by the
 * engine's own assembly, from the row before. */
#ifndef PASO_STAGE_H
#define PASO_STAGE_H

#include "fmu_multibody/engine/engine.h"
#include "fmu_multibody/mechanism/mechanism_file.h"
#include "monolithic/model_instance.h"

struct stage {
    const struct mechanism_file *file;
    struct model_instance instance;
    const struct engine *engine; /* configured */
    size_t n_positions;          /* among the states, and behind them the charts of joints */
    size_t n_charts;
};

/* At the start, as an FMU would be after initialization. */
bool stage_open(struct stage *s, const struct mechanism_file *file, struct model_report *report);
void stage_close(struct stage *s);

const char *stage_position_name(const struct stage *s, size_t i);
void stage_positions(const struct stage *s, double *positions);
bool stage_follow(struct stage *s, const double *positions, struct model_report *report);
void stage_frames(const struct stage *s, double *frames); /* of all bodies, as scene_place() wants them */
/* Amplitudes of all loads at time t, as laws and the inputs in live.u say. */
const double *stage_loads(struct stage *s, double t);

#endif
