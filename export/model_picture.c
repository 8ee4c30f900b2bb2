#include "export/model_picture.h"

#include "export/circuit_drawing.h"
#include "export/drawing.h"
#include "export/stage.h"
#include "fmu_hydraulics/circuit/circuit_grammar.h"
#include "fmu_hydraulics/circuit/circuit_model.h"
#include "fmu_machine/machine_file.h"
#include "fmu_observer/observer_file.h"

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
        drawing_make(paper, &scene, VIEW_BEST, NULL, NULL);
        scene_free(&scene);
    }
    free(frames);
    stage_close(&stage);
    return good;
}

static void draw_circuit(struct paper *paper, const struct circuit_model *model)
{
    const struct model_type *type = circuit_model_type(model);
    circuit_drawing_make(paper, circuit_model_circuit(model), *type->description ? type->description : type->name);
}

/* Its mechanism and its circuits, one below the other. */
static bool draw_machine(struct paper *paper, const struct machine_file *file, struct model_report *report)
{
    paper_begin(paper, 0, 0);
    for (size_t i = 0; i < machine_file_n_parts(file); i++) {
        struct paper part;
        if (machine_file_circuit(file, i))
            draw_circuit(&part, machine_file_circuit(file, i));
        else if (!draw_mechanism(&part, machine_file_mechanism(file, i), report)) {
            paper_end(paper);
            return false;
        }
        paper_append(paper, &part);
    }
    return true;
}

bool model_picture_exists(const struct model_file *f)
{
    return f->kind->grammar != &observer_grammar;
}

bool model_picture_make(struct paper *paper, const struct model_file *f, struct model_report *report)
{
    if (f->kind->grammar == &machine_grammar)
        return draw_machine(paper, f->opened, report);
    if (f->kind->grammar == &mechanism_grammar)
        return draw_mechanism(paper, f->opened, report);
    draw_circuit(paper, f->opened);
    return true;
}
