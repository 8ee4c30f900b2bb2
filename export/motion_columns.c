/* Which columns of a result belong to a mechanism. */
#include "export/export_messages.h"
#include "export/motion_impl.h"
#include "master/files/files_messages.h"
#include "master/files/patterns.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t find(const struct trajectory *t, const char *prefix, size_t n_prefix, const char *name)
{
    for (size_t i = 0; i < t->n_names; i++)
        if (strncmp(t->names[i], prefix, n_prefix) == 0 && strcmp(t->names[i] + n_prefix, name) == 0)
            return i;
    return NO_COLUMN;
}

/* How many of the coordinates among the states stand behind this prefix. */
static size_t count(const struct motion *m, const struct trajectory *t, const char *prefix, size_t n_prefix)
{
    size_t n = 0;
    for (size_t i = 0; i < m->stage.n_positions; i++)
        n += find(t, prefix, n_prefix, stage_position_name(&m->stage, i)) != NO_COLUMN;
    return n;
}

/* What the mechanism's columns begin with: "NAME." of its component where that is known, else what fits best; a result of the FMU
 * by itself has nothing before its names. */
static bool find_prefix(const struct motion *m, const struct trajectory *t, const char *path, char *prefix, size_t size,
                        struct error *error)
{
    const char *component = m->subject->shown->name;
    size_t best = count(m, t, "", 0), rivals = 0;
    *prefix = '\0';
    if (*component) {
        error_format(prefix, size, "%s.", component);
        if (count(m, t, prefix, strlen(prefix)) == 0 && best > 0)
            *prefix = '\0'; /* the FMU was run by itself */
        return true;
    }
    for (size_t i = 0; i < t->n_names; i++)
        for (const char *dot = strchr(t->names[i], '.'); dot; dot = strchr(dot + 1, '.')) {
            const size_t n = (size_t)(dot + 1 - t->names[i]);
            const bool is_same = strlen(prefix) == n && memcmp(prefix, t->names[i], n) == 0;
            const size_t found = is_same ? 0 : count(m, t, t->names[i], n);
            rivals = found > best ? 0 : rivals + (found == best && found > 0);
            if (found > best) {
                best = found;
                error_format(prefix, size, "%.*s", (int)n, t->names[i]);
            } else if (rivals == 1 && found == best && found == m->stage.n_positions && found > 0)
                return error_raise(error, ERROR_SHOW_AMBIGUOUS, path, prefix, TEXT("%.*s", (int)n, t->names[i]));
        }
    return true;
}

/* All that is missing, by name. */
static bool check_complete(const struct motion *m, const struct motion_columns *c, const char *path, const char *prefix,
                           struct error *error)
{
    char missing[1024] = "", wanted[64];
    size_t n_missing = 0, used = 0;
    for (size_t i = 0; i < m->stage.n_positions; i++)
        if (c->positions[i] == NO_COLUMN && n_missing++ < 8 && used < sizeof missing - 100) {
            const int n = snprintf(missing + used, sizeof missing - used, "%s%s%.60s", used ? ", " : "", prefix,
                                   stage_position_name(&m->stage, i));
            used += n > 0 ? (size_t)n : 0;
        }
    if (n_missing == 0)
        return true;
    const char *more = n_missing > 8 ? error_format(wanted, sizeof wanted, " and %zu more", n_missing - 8) : "";
    return error_raise(error, ERROR_SHOW_MISSING, path, m->subject->path, missing, more);
}

/* What is worth a curve where nobody has chosen: no coordinate of a beam, and no motor's angle, which its joint has, too. */
static bool is_telling(const struct motion *m, const char *position)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    for (size_t i = 0; i < mechanism->n_bodies; i++)
        if (scene_is_coordinate(mechanism, i) && strcmp(mechanism->bodies[i].name, position) == 0)
            return false;
    return true;
}

static bool is_length(const struct mechanism *m, const struct mechanism_actuator *actuator)
{
    return actuator->kind == ACTUATOR_POINTS ||
           !joint_turns(m->bodies[actuator->body].joint.kind, (size_t)actuator->coordinate);
}

static void show_column(struct motion_columns *c, size_t column)
{
    enum { MOST = 16 };
    for (size_t i = 0; i < c->n_shown; i++)
        if (c->shown[i] == column) /* two cylinders may share a node */
            return;
    if (column != NO_COLUMN && c->n_shown < MOST)
        c->shown[c->n_shown++] = column;
}

static bool find_shown(struct motion_columns *c, const struct motion *m, const struct trajectory *t, const char *record,
                       struct error *error)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    if (record) {
        struct patterns patterns;
        if (!patterns_read(&patterns, record, error))
            return false;
        for (size_t i = 0; i < t->n_names; i++)
            if (patterns_match(&patterns, t->names[i]))
                c->shown[c->n_shown++] = i;
        const char *unused = patterns_unused(&patterns);
        const bool good = !unused || error_raise(error, ERROR_SHOW_PATTERN, unused);
        patterns_free(&patterns);
        return good;
    }
    for (size_t i = 0; i + m->stage.n_charts < m->stage.n_positions; i++)
        if (is_telling(m, stage_position_name(&m->stage, i)))
            show_column(c, c->positions[i]);
    for (size_t i = 0; i < mechanism->n_actuators; i++)
        if (is_length(mechanism, &mechanism->actuators[i]))
            show_column(c, c->lengths[i]);
    for (size_t i = 0; i < 2 * mechanism->n_actuators; i++)
        show_column(c, c->pressures[i]);
    return true;
}

bool motion_columns_find(struct motion_columns *c, const struct motion *m, const struct trajectory *t, const char *path,
                         const char *record, struct error *error)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    const struct model_instance *instance = &m->stage.instance;
    const size_t n_inputs = instance->layout.count[MODEL_INPUT], n = mechanism->n_actuators;
    char prefix[512];
    *c = (struct motion_columns){.positions = calloc(m->stage.n_positions + 1, sizeof(size_t)),
                                 .lengths = calloc(n + 1, sizeof(size_t)),
                                 .pressures = calloc(2 * n + 1, sizeof(size_t)),
                                 .inputs = calloc(n_inputs + 1, sizeof(size_t)),
                                 .markers = calloc(3 * mechanism->n_markers + 1, sizeof(size_t)),
                                 .shown = calloc(t->n_names + 17, sizeof(size_t))};
    if (!c->positions || !c->lengths || !c->pressures || !c->inputs || !c->markers || !c->shown)
        return error_raise(error, ERROR_NO_MEMORY, "reading a result");
    if (!find_prefix(m, t, path, prefix, sizeof prefix, error))
        return false;
    const size_t n_prefix = strlen(prefix);
    for (size_t i = 0; i < m->stage.n_positions; i++)
        c->positions[i] = find(t, prefix, n_prefix, stage_position_name(&m->stage, i));
    for (size_t i = 0; i < n; i++) {
        const char *name = mechanism->actuators[i].name;
        c->lengths[i] = find(t, prefix, n_prefix, mechanism_file_port(m->stage.file, name, "length"));
        for (size_t k = 0; k < 2; k++) {
            const char *column = m->subject->cylinders[i].columns[k];
            c->pressures[2 * i + k] = column ? find(t, "", 0, column) : NO_COLUMN;
            if (c->pressures[2 * i + k] == NO_COLUMN)
                c->pressures[2 * i + k] =
                    find(t, prefix, n_prefix, mechanism_file_port(m->stage.file, name, k ? "p2" : "p1"));
        }
    }
    for (size_t i = 0; i < n_inputs; i++)
        c->inputs[i] =
            find(t, prefix, n_prefix, instance->type->variables[instance->layout.first[MODEL_INPUT] + i].name);
    for (size_t i = 0; i < 3 * mechanism->n_markers; i++) {
        char name[256];
        error_format(name, sizeof name, "%s.%c", mechanism->markers[i / 3].name, "xyz"[i % 3]);
        c->markers[i] = find(t, prefix, n_prefix, name);
    }
    return check_complete(m, c, path, prefix, error) && find_shown(c, m, t, record, error);
}

void motion_columns_free(struct motion_columns *c)
{
    free(c->positions);
    free(c->lengths);
    free(c->pressures);
    free(c->inputs);
    free(c->markers);
    free(c->shown);
    *c = (struct motion_columns){0};
}

const char *motion_unit(const struct motion *m, const struct trajectory *t, const struct motion_columns *c,
                        size_t column)
{
    for (size_t i = 0; i < 2 * m->scene.mechanism->n_actuators; i++)
        if (c->pressures[i] == column)
            return "Pa";
    const struct system *system = m->subject->system;
    if (system) {
        struct port port;
        struct error unknown = {0};
        if (system_find_port(system, t->names[column], &port, &unknown)) {
            const struct fmi_variable *v = system_variable(system, port);
            const struct description *d = fmu_description(system->components[port.component].fmu);
            return v->unit == NO_INDEX ? "" : d->units[v->unit].name;
        }
    }
    for (size_t p = 0; p < m->subject->n_parts; p++) {
        const struct subject_part *part = &m->subject->parts[p];
        for (size_t i = 0; part->has_model && i < part->model.type->n_variables; i++) {
            const char *name = part->model.type->variables[i].name;
            const size_t n = strlen(t->names[column]), k = strlen(name);
            if (n >= k && strcmp(t->names[column] + n - k, name) == 0 && (n == k || t->names[column][n - k - 1] == '.'))
                return part->model.type->variables[i].unit;
        }
    }
    return "";
}
