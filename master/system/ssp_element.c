/* Systems and components as the files nest them: FMUs are opened, other descriptions are read in their place. */
#include "master/system/ssp.h"
#include "master/import/import_messages.h"
#include "master/system/system_messages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Enough for every real system; a description that includes others twice, and these again, grows beyond any memory. */
enum { MOST_ELEMENTS = 200000, DEEPEST_SYSTEM = 64 };

static bool read_system(struct reading *r, struct ssp_element *e, const struct inclusion *inclusion, int depth);

const struct description *ssp_description(const struct reading *r, const struct ssp_element *component)
{
    return fmu_description(r->system->components[component->component].fmu);
}

/* ---- the tree ---- */

static struct ssp_element *add_element(struct reading *r, struct ssp_element *parent, const struct node *node,
                                       const struct ssp_file *file, const char *name)
{
    struct ssp_element *e = arena_get(&r->arena, sizeof *e);
    if (!e) {
        no_memory(r);
        return NULL;
    }
    const bool is_inner = parent && parent->full_name[0];
    e->node = node;
    e->file = file;
    e->name = name;
    e->parent = parent;
    e->full_name = !parent ? "" : is_inner ? arena_join(&r->arena, parent->full_name, ".", name) : name;
    if (!e->full_name) {
        no_memory(r);
        return NULL;
    }
    if (r->n_elements++ == MOST_ELEMENTS) {
        error_raise(r->error, ERROR_SSP_TOO_MANY, PLACE(node), TEXT("%d", (int)MOST_ELEMENTS));
        return NULL;
    }
    e->all = r->elements;
    r->elements = e;
    if (parent && parent->last_child)
        parent->last_child->next = e;
    else if (parent)
        parent->child = e;
    if (parent)
        parent->last_child = e;
    return e;
}

/* One <ParameterBindings> is what the schema allows; some tools write several. */
static bool add_bindings(struct reading *r, struct ssp_element *e, const struct node *node, const struct ssp_file *file)
{
    const struct ssp_bindings **last = &e->bindings;
    while (*last)
        last = (const struct ssp_bindings **)&(*last)->next;
    for (const struct node *list = node->child; list; list = list->next) {
        if (!node_is(list, SPACE_SSD, "ParameterBindings"))
            continue;
        struct ssp_bindings *b = arena_get(&r->arena, sizeof *b);
        if (!b)
            return no_memory(r);
        *b = (struct ssp_bindings){.node = list, .file = file};
        *last = b;
        last = &b->next;
        if (!node_knows(list, "ParameterBinding*", "", r->error))
            return false;
    }
    return true;
}

/* ---- FMUs ---- */

static struct fmu *open_fmu(struct reading *r, const struct node *node, const char *name,
                            const struct ssp_location *where)
{
    const char *path = ssp_canonical(r, where->path);
    if (!path) {
        error_raise(r->error, ERROR_SSP_SOURCE, PLACE(node), where->label, strerror(errno));
        return NULL;
    }
    for (const struct open_fmu *f = r->fmus; f; f = f->next)
        if (strcmp(f->path, path) == 0)
            return f->fmu;
    struct open_fmu *f = arena_get(&r->arena, sizeof *f);
    if (!f) {
        no_memory(r);
        return NULL;
    }
    struct fmu_options options = fmu_options_default();
    options.binary_needed = r->options->binaries_needed;
    options.isolation = system_isolates(r->options->isolate, name) ? &r->options->isolation : NULL;
    f->path = path;
    f->fmu = fmu_open(path, &options, r->error);
    if (!f->fmu) {
        error_prefix(r->error, "\": ");
        error_prefix(r->error, name);
        error_prefix(r->error, ": component \"");
        error_prefix(r->error, PLACE(node));
        return NULL;
    }
    f->next = r->fmus;
    r->fmus = f;
    return f->fmu;
}

/* CoSimulation, ModelExchange or any, as far as the FMU has it. */
static bool choose_interface(struct reading *r, const struct node *node, const struct description *d, bool *wants_me)
{
    const char *wanted = node_attribute(node, "implementation");
    if (wanted && strcmp(wanted, "CoSimulation") != 0 && strcmp(wanted, "ModelExchange") != 0 &&
        strcmp(wanted, "any") != 0)
        return error_raise(r->error, ERROR_XML_VALUE, PLACE(node), "Component", "implementation", wanted,
                           "any, CoSimulation or ModelExchange");
    const bool any = !wanted || strcmp(wanted, "any") == 0;
    *wants_me = any ? !d->co_simulation.present : strcmp(wanted, "ModelExchange") == 0;
    const bool has_it = *wants_me ? d->model_exchange.present : d->co_simulation.present;
    return has_it || any || error_raise(r->error, ERROR_SSP_IMPLEMENTATION, PLACE(node), wanted);
}

static bool add_component(struct reading *r, struct ssp_element *e, const struct ssp_location *where)
{
    struct fmu *fmu = open_fmu(r, e->node, e->full_name, where);
    if (!fmu)
        return false;
    struct system *s = r->system;
    struct system_component *list = arena_grow(r->keeps, s->components, s->n_components, sizeof *list);
    if (!list)
        return no_memory(r);
    s->components = list;
    struct system_component *c = &list[s->n_components];
    *c = (struct system_component){.fmu = fmu};
    c->name = arena_copy(r->keeps, e->full_name, strlen(e->full_name));
    c->source = arena_copy(r->keeps, where->label, strlen(where->label));
    const char *place = PLACE(e->node);
    c->place = arena_copy(r->keeps, place, strlen(place));
    if (!c->name || !c->source || !c->place)
        return no_memory(r);
    e->component = s->n_components++;
    e->inner_folder = arena_join(&r->arena, fmu_folder(fmu), "/", "");
    e->inner_label = arena_join(&r->arena, where->label, "/", "");
    if (!e->inner_folder || !e->inner_label)
        return no_memory(r);
    return choose_interface(r, e->node, fmu_description(fmu), &c->wants_model_exchange);
}

/* ---- components that are systems themselves ---- */

static bool is_inside(const struct inclusion *way, const char *path, const char *id)
{
    for (; way; way = way->outer)
        if (strcmp(way->path, path) == 0 && strcmp(way->id, id) == 0)
            return true;
    return false;
}

static bool fill_system(struct reading *r, struct ssp_element *e, const struct node *component,
                        const struct ssp_file *component_file, const struct inclusion *way, int depth)
{
    /* The component's own bindings come behind those of the system, and win. */
    if (!read_system(r, e, way, depth) || !add_bindings(r, e, component, component_file))
        return false;
    const struct node *list = node_child(component, SPACE_SSD, "Connectors");
    for (const struct node *c = list ? list->child : NULL; c; c = c->next) {
        const char *name = node_is(c, SPACE_SSD, "Connector") ? node_need(c, "name", r->error) : "";
        if (!name)
            return false;
        if (name[0] && !ssp_find_connector(r, e, name))
            return error_raise(r->error, ERROR_SSP_NO_CONNECTOR, PLACE(c), name, e->full_name);
    }
    return true;
}

static const struct node *find_root_system(struct reading *r, const struct ssp_file *file)
{
    const struct node *root = file->tree.root;
    if (!node_begins(root, SPACE_SSD, "SystemStructureDescription", r->error) ||
        !node_knows(root, "System Enumerations Units DefaultExperiment",
                    "version name author fileversion copyright license generationTool generationDateAndTime",
                    r->error) ||
        !ssp_version_is_known(r, root))
        return NULL;
    const struct node *system = node_child(root, SPACE_SSD, "System");
    if (!system)
        error_raise(r->error, ERROR_SSP_NO_CHILD, PLACE(root), root->name, "System");
    return system;
}

static struct ssp_file *open_description(struct reading *r, const struct ssp_location *where)
{
    struct ssp_file *file = ssp_file_open(r, where);
    if (!file || !find_root_system(r, file))
        return NULL;
    if (!file->has_types && !ssp_read_types(r, file->tree.root, SPACE_SSD, &file->units, &file->n_units,
                                            &file->enumerations, &file->n_enumerations))
        return NULL;
    file->has_types = true;
    return file;
}

static const struct node *find_id(const struct node *e, const char *id)
{
    const char *own = node_is(e, SPACE_SSD, "System") ? node_attribute(e, "id") : NULL;
    if (own && strcmp(own, id) == 0)
        return e;
    for (const struct node *c = e->child; c; c = c->next) {
        const struct node *found = find_id(c, id);
        if (found)
            return found;
    }
    return NULL;
}

/* source="#id": a system of the same document once more. */
static bool repeat_system(struct reading *r, struct ssp_element *e, const char *id, const struct inclusion *outer,
                          int depth)
{
    const struct node *component = e->node;
    const struct node *system = find_id(e->file->tree.root, id);
    if (!system)
        return error_raise(r->error, ERROR_SSP_SOURCE, PLACE(component), node_attribute(component, "source"),
                           "no system of this file has that id");
    for (const struct node *up = component; up; up = up->parent)
        if (up == system)
            return error_raise(r->error, ERROR_SSP_CIRCLE, PLACE(component), id);
    if (is_inside(outer, outer->path, id))
        return error_raise(r->error, ERROR_SSP_CIRCLE, PLACE(component), id);
    const struct inclusion way = {.outer = outer, .path = outer->path, .id = id, .label = outer->label};
    e->is_system = true;
    e->node = system;
    return fill_system(r, e, component, e->file, &way, depth);
}

static bool include_system(struct reading *r, struct ssp_element *e, const struct ssp_location *where, bool is_package,
                           const struct inclusion *outer, int depth)
{
    const struct node *component = e->node;
    const struct ssp_file *component_file = e->file;
    struct ssp_location inside = *where;
    if (is_package && !ssp_unpack(r, where, &inside))
        return false;
    const char *path = ssp_canonical(r, inside.path);
    if (!path)
        return error_raise(r->error, ERROR_SSP_SOURCE, PLACE(component), inside.label, strerror(errno));
    if (is_inside(outer, path, ""))
        return error_raise(r->error, ERROR_SSP_CIRCLE, PLACE(component), inside.label);
    struct ssp_file *file = open_description(r, &inside);
    if (!file)
        return false;
    const struct inclusion way = {.outer = outer, .path = path, .id = "", .label = inside.label};
    e->is_system = true;
    e->file = file;
    e->node = find_root_system(r, file);
    e->inner_folder = file->folder;
    e->inner_label = file->label_folder;
    return fill_system(r, e, component, component_file, &way, depth);
}

/* ---- elements of a system ---- */

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), n_end = strlen(end);
    return n >= n_end && strcasecmp(text + n - n_end, end) == 0;
}

static bool read_component(struct reading *r, struct ssp_element *e, const struct inclusion *way, int depth)
{
    const struct node *node = e->node;
    const char *source = node_need(node, "source", r->error);
    if (!source ||
        !node_knows(node, "Connectors ElementGeometry ParameterBindings*", "name type source implementation", r->error))
        return false;
    if (source[0] == '#')
        return repeat_system(r, e, source + 1, way, depth + 1);
    struct ssp_location where;
    if (!ssp_locate(r, e->file, node, source, &where))
        return false;
    const char *type = node_attribute(node, "type");
    if (!type)
        type = ends_with(where.path, ".ssd")   ? "application/x-ssp-definition"
               : ends_with(where.path, ".ssp") ? "application/x-ssp-package"
                                               : "application/x-fmu-sharedlibrary";
    if (strcmp(type, "application/x-ssp-definition") == 0 || strcmp(type, "application/x-ssp-package") == 0)
        return include_system(r, e, &where, strcmp(type, "application/x-ssp-package") == 0, way, depth + 1);
    if (strcmp(type, "application/x-fmu-sharedlibrary") != 0)
        return error_raise(r->error, ERROR_SSP_COMPONENT_TYPE, PLACE(node), type);
    return add_component(r, e, &where) && ssp_read_connectors(r, e) && add_bindings(r, e, node, e->file);
}

static bool read_child(struct reading *r, struct ssp_element *parent, const struct node *node,
                       const struct inclusion *way, int depth)
{
    if (node_is(node, SPACE_SSD, "SignalDictionaryReference"))
        return error_raise(r->error, ERROR_SSP_UNSUPPORTED, PLACE(node), "a signal dictionary");
    const char *name = node_need(node, "name", r->error);
    if (!name)
        return false;
    if (!name[0])
        return error_raise(r->error, ERROR_XML_VALUE, PLACE(node), node->name, "name", "", "a name");
    struct ssp_element *e = add_element(r, parent, node, parent->file, name);
    if (!e)
        return false;
    switch (names_add(&parent->child_names, name, parent->n_children++)) {
    case NAMES_ADDED:
        break;
    case NAMES_KNOWN:
        return error_raise(r->error, ERROR_SSP_TWICE, PLACE(node), "an element", e->full_name);
    default:
        return no_memory(r);
    }
    if (node_is(node, SPACE_SSD, "Component"))
        return read_component(r, e, way, depth);
    e->is_system = true;
    return read_system(r, e, way, depth + 1);
}

static bool number_children(struct reading *r, struct ssp_element *e)
{
    e->children = arena_get(&r->arena, e->n_children * sizeof(*e->children));
    if (!e->children)
        return no_memory(r);
    size_t n = 0;
    for (struct ssp_element *c = e->child; c; c = c->next)
        e->children[n++] = c;
    return true;
}

static bool read_system(struct reading *r, struct ssp_element *e, const struct inclusion *way, int depth)
{
    if (depth > DEEPEST_SYSTEM)
        return error_raise(r->error, ERROR_SSP_TOO_DEEP, PLACE(e->node), TEXT("%d", (int)DEEPEST_SYSTEM));
    const struct node *dictionaries = node_child(e->node, SPACE_SSD, "SignalDictionaries");
    if (dictionaries)
        return error_raise(r->error, ERROR_SSP_UNSUPPORTED, PLACE(dictionaries), "a signal dictionary");
    if (!node_knows(
            e->node,
            "Connectors ElementGeometry ParameterBindings* Elements Connections SystemGeometry GraphicalElements",
            "name", r->error) ||
        !ssp_read_connectors(r, e) || !add_bindings(r, e, e->node, e->file))
        return false;
    const struct node *list = node_child(e->node, SPACE_SSD, "Elements");
    if (list && !node_knows(list, "Component* System* SignalDictionaryReference*", "", r->error))
        return false;
    for (const struct node *c = list ? list->child : NULL; c; c = c->next)
        if (strcmp(c->name, "Annotations") != 0 && !read_child(r, e, c, way, depth))
            return false;
    return number_children(r, e);
}

/* ---- the root ---- */

static bool read_experiment(struct reading *r, const struct node *root)
{
    struct fmi_experiment *x = &r->system->experiment;
    const struct node *node = node_child(root, SPACE_SSD, "DefaultExperiment");
    ssp_read_step_size(x, node_child(root, SPACE_SSD, "System"));
    ssp_read_step_size(x, node);
    if (!node)
        return true;
    x->has_start_time = node_attribute(node, "startTime");
    x->has_stop_time = node_attribute(node, "stopTime");
    if (!node_knows(node, "", "startTime stopTime", r->error) ||
        !node_double(node, "startTime", &x->start_time, r->error) ||
        !node_double(node, "stopTime", &x->stop_time, r->error))
        return false;
    if (x->has_stop_time && x->stop_time < x->start_time)
        return error_raise(r->error, ERROR_XML_VALUE, PLACE(node), node->name, "stopTime",
                           node_attribute(node, "stopTime"), "a time behind the start time");
    return true;
}

struct ssp_element *ssp_read_root(struct reading *r, const struct ssp_location *where)
{
    const char *path = ssp_canonical(r, where->path);
    if (!path) {
        error_raise(r->error, ERROR_FILE_OPEN, where->label, strerror(errno));
        return NULL;
    }
    struct ssp_file *file = open_description(r, where);
    if (!file)
        return NULL;
    const struct node *root = file->tree.root;
    const struct inclusion way = {.path = path, .id = "", .label = where->label};
    const char *name = node_need(root, "name", r->error);
    struct ssp_element *e = name ? add_element(r, NULL, find_root_system(r, file), file, "") : NULL;
    if (!e)
        return NULL;
    e->is_system = true;
    e->inner_folder = file->folder;
    e->inner_label = file->label_folder;
    r->system->name = arena_copy(r->keeps, name, strlen(name));
    if (!r->system->name) {
        no_memory(r);
        return NULL;
    }
    return read_experiment(r, root) && read_system(r, e, &way, 0) ? e : NULL;
}
