/* Step sizes that other tools keep in annotations: OMSimulator's fixed step master, libcosim's fixed step algorithm. */
#include "master/system/ssp.h"
#include "master/import/import_messages.h"
#include "master/import/xml.h"
#include "master/system/system_messages.h"

#include <math.h>
#include <string.h>

/* Where a tool keeps it: elements by their local names, since files differ in the namespaces that they give to them. */
static const struct place {
    const char *tool; /* type of the annotation */
    const char *element, *attribute;
} places[] = {
    {"org.openmodelica", "FixedStepMaster", "stepSize"},
    {"org.openmodelica", "FixedStepSolver", "stepSize"},
    {"org.openmodelica", "SimulationInformation", "fixedStepSize"},
    {"com.opensimulationplatform", "FixedStepAlgorithm", "baseStepSize"},
};

static const struct node *find_inside(const struct node *e, const struct place *place)
{
    if (strcmp(e->name, place->element) == 0 && node_attribute(e, place->attribute))
        return e;
    for (const struct node *c = e->child; c; c = c->next) {
        const struct node *found = find_inside(c, place);
        if (found)
            return found;
    }
    return NULL;
}

/* The smallest of all wins: two tools may have been told different ones. */
static void take_annotation(struct fmi_experiment *x, const struct node *annotation)
{
    const char *tool = node_attribute(annotation, "type");
    for (size_t i = 0; tool && i < sizeof places / sizeof *places; i++) {
        const struct node *e = strcmp(tool, places[i].tool) == 0 ? find_inside(annotation, &places[i]) : NULL;
        double step = NAN;
        if (!e)
            continue;
        const char *text = node_attribute(e, places[i].attribute);
        if (!xml_double(text, &step) || !isfinite(step) || step <= 0)
            error_warn(WARNING_XML_VALUE, PLACE(e), e->name, places[i].attribute, text, "a duration above zero");
        else if (!x->has_step_size || step < x->step_size) {
            x->has_step_size = true;
            x->step_size = step;
        }
    }
}

void ssp_read_step_size(struct fmi_experiment *x, const struct node *holder)
{
    const struct node *list = holder ? node_child(holder, SPACE_SSD, "Annotations") : NULL;
    for (const struct node *c = list ? list->child : NULL; c; c = c->next)
        if (strcmp(c->name, "Annotation") == 0)
            take_annotation(x, c);
}
