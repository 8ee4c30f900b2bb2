#include "export/model_picture.h"

#include "export/circuit_drawing.h"
#include "export/drawing.h"
#include "export/stage.h"
#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_hydraulics/circuit/circuit_model.h"

#include <stdlib.h>

static bool draw_mechanism(struct paper *paper, const struct mechanism_file *file, struct model_report *report)
{
    struct stage stage;
    struct scene scene;
    if (!stage_open(&stage, file, report))
        return false;
    double *frames = calloc(mechanism_file_mechanism(file)->n_bodies + 1, FRAME_VALUES * sizeof *frames);
    bool good = frames ? scene_make(&scene, file, report) : model_fail(report, "out of memory");
    if (good) {
        stage_frames(&stage, frames);
        scene_place(&scene, frames);
        drawing_make(paper, &scene, VIEW_BEST);
        scene_free(&scene);
    }
    free(frames);
    stage_close(&stage);
    return good;
}

bool model_picture_exists(const struct model_file *f)
{
    return f->kind->grammar == &circuit_grammar || f->kind->grammar == &mechanism_grammar;
}

bool model_picture_make(struct paper *paper, const struct model_file *f, struct model_report *report)
{
    if (f->kind->grammar != &circuit_grammar)
        return draw_mechanism(paper, f->opened, report);
    const char *title = *f->type->description ? f->type->description : f->type->name;
    circuit_drawing_make(paper, circuit_model_circuit(f->opened), title);
    return true;
}
