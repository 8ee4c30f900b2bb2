#include "export/motion_page.h"

#include "export/beam_line.h"
#include "export/bending.h"
#include "export/embed.h"
#include "master/base/markup.h"

#include <math.h>
#include <string.h>

/* The player, as it stands in export/player/. */
EMBED(player_style, PLAYER "/player.css");
EMBED(player_geometry, PLAYER "/geometry.js");
EMBED(player_painter, PLAYER "/painter.js");
EMBED(player_machine, PLAYER "/machine.js");
EMBED(player_script, PLAYER "/player.js");

enum { SINGLE = sizeof(float), DOUBLE = sizeof(double) };

/* A byte of the numbers as a Float32Array or a Float64Array holds them (little endian, as everywhere where browsers run). */
static unsigned byte_of(const double *values, size_t i, size_t width)
{
    unsigned char bytes[DOUBLE];
    const float single = (float)values[i / width];
    if (width == SINGLE)
        memcpy(bytes, &single, SINGLE);
    else
        memcpy(bytes, &values[i / width], DOUBLE);
    return bytes[i % width];
}

static void put_numbers(FILE *page, const char *key, const double *values, size_t n, size_t width)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t size = n * width;
    fprintf(page, "\"%s\":\"", key);
    for (size_t i = 0; i < size; i += 3) { /* base64 */
        const unsigned word = byte_of(values, i, width) << 16 |
                              (i + 1 < size ? byte_of(values, i + 1, width) << 8 : 0) |
                              (i + 2 < size ? byte_of(values, i + 2, width) : 0);
        fputc(digits[word >> 18], page);
        fputc(digits[word >> 12 & 63], page);
        fputc(i + 1 < size ? digits[word >> 6 & 63] : '=', page);
        fputc(i + 2 < size ? digits[word & 63] : '=', page);
    }
    fputc('"', page);
}

static void put_vector(FILE *page, const char *key, const double v[3])
{
    fprintf(page, "\"%s\":[%.9g,%.9g,%.9g]", key, v[0], v[1], v[2]);
}

static void put_solid(FILE *page, const struct mechanism_solid *s)
{
    static const char *const names[] = {"box", "cylinder", "sphere", "profile", "none"};
    fprintf(page, ",\"shape\":{\"type\":\"%s\",\"colour\":\"%s\",", names[s->kind], s->colour);
    put_vector(page, "at", s->at);
    fputc(',', page);
    put_vector(page, "orientation", s->orientation);
    fputc(',', page);
    put_vector(page, "size", s->size);
    fputc(',', page);
    put_vector(page, "from", s->from);
    fputc(',', page);
    put_vector(page, "to", s->to);
    fprintf(page, ",\"radius\":%.9g,\"thickness\":%.9g,\"points\":[", s->radius, s->thickness);
    for (size_t i = 0; i < s->n_points; i++)
        fprintf(page, "%s[%.9g,%.9g]", i ? "," : "", s->points[2 * i].value, s->points[2 * i + 1].value);
    fputs("]}", page);
}

/* A coordinate of a beam: from where its body is at rest it moves along an axis of its parent, or turns about it. */
static void put_coordinate(FILE *page, const struct mechanism_joint *joint)
{
    fprintf(page, ",\"bends\":{\"turns\":%d,", joint->kind == JOINT_REVOLUTE);
    put_vector(page, "rest", joint->position);
    fputc(',', page);
    put_vector(page, "axis", joint->axis);
    fputc('}', page);
}

static void put_bodies(FILE *page, const struct motion *m)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    fputs("\"bodies\":[", page);
    for (size_t i = 0; i < mechanism->n_bodies; i++) {
        struct mechanism_solid solid;
        fprintf(page, "%s{\"name\":", i ? "," : "");
        markup_string(page, mechanism->bodies[i].name);
        fputc(',', page);
        put_vector(page, "com", mechanism->bodies[i].com);
        fprintf(page, ",\"parent\":%d", mechanism->bodies[i].parent);
        if (scene_is_coordinate(mechanism, i))
            put_coordinate(page, &mechanism->bodies[i].joint);
        else if (bending_leaves_direction(mechanism->bodies[i].joint.kind))
            fputs(",\"hangs\":1", page);
        if (mechanism_file_solid(m->stage.file, i, &solid))
            put_solid(page, &solid);
        fputc('}', page);
    }
    fputs("],\n", page);
}

static bool put_beam(FILE *page, const struct mechanism *m, const struct mechanism_flexible *beam)
{
    const struct flexible_numbers numbers = flexible_numbers(m, beam);
    struct beam_line line;
    if (!beam_line_make(&line, m, beam))
        return false;
    fprintf(page, "{\"body\":%d,\"first\":%d,\"axes\":[", beam->body, beam->first_body);
    for (size_t j = 0; j < line.n; j++) /* of a twist, which moves no point of the line, any */
        fprintf(page, "%s%d", j ? "," : "", (int)numbers.direction[j] % 3);
    fputs("],\"x\":[", page);
    for (size_t i = 0; i < line.n_points; i++)
        fprintf(page, "%s%.7g", i ? "," : "", line.x[i]);
    fputs("],\"shapes\":[", page);
    for (size_t i = 0; i < line.n_points * line.n; i++)
        fprintf(page, "%s%.6g", i ? "," : "", line.shapes[i]);
    fputs("]}", page);
    beam_line_free(&line);
    return true;
}

static bool put_beams(FILE *page, const struct motion *m)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    bool good = true;
    fprintf(page, "\"bending\":%.9g,\"beams\":[", m->bending);
    for (size_t i = 0; i < mechanism->n_flexibles && good; i++) {
        fputs(i ? ",\n" : "", page);
        good = put_beam(page, mechanism, &mechanism->flexibles[i]);
    }
    fputs("],\n", page);
    return good;
}

/* ---- shapes ---- */

static size_t find_actuator(const struct mechanism *m, const char *name)
{
    size_t i = 0;
    while (i < m->n_actuators && strcmp(m->actuators[i].name, name) != 0)
        i++;
    return i;
}

static size_t find_load(const struct mechanism *m, const char *name)
{
    size_t i = 0;
    while (i < m->n_loads && strcmp(m->loads[i].name, name) != 0)
        i++;
    return i;
}

/* How large the ball of a point mass is, against the heaviest: 0 where the body has inertia. */
static double ball_of(const struct mechanism *m, int body)
{
    double heaviest = 0;
    for (size_t i = 0; i < m->n_bodies; i++)
        heaviest = fmax(heaviest, m->bodies[i].mass);
    for (int i = 0; i < 6; i++)
        if (m->bodies[body].inertia[i] != 0)
            return 0;
    return heaviest > 0 ? cbrt(m->bodies[body].mass / heaviest) : 0;
}

static void put_shape(FILE *page, const struct motion *m, const struct shape *s)
{
    static const char *const names[] = {"link",     "disc",      "actuator",  "spring",  "damper", "distance", "ground",
                                        "revolute", "prismatic", "spherical", "fixed",   "force",  "torque",   "motor",
                                        "mass",     "marker",    "bushing",   "contact", "payload"};
    const struct mechanism *mechanism = m->scene.mechanism;
    fprintf(page, "{\"kind\":\"%s\",\"body\":%d,", names[s->kind], s->at.body);
    put_vector(page, "p", s->at.at);
    fprintf(page, ",\"to\":%d,", s->to.body);
    put_vector(page, "q", s->to.at);
    fputs(",\"name\":", page);
    markup_string(page, s->label ? s->label : "");
    if (s->closes_a_loop)
        fputs(",\"loop\":1", page);
    if (s->bends)
        fputs(",\"bends\":1", page);
    if (s->kind == SHAPE_DISC || s->kind == SHAPE_CONTACT)
        fprintf(page, ",\"radius\":%.9g", s->radius);
    if (s->kind == SHAPE_CONTACT) {
        fputc(',', page);
        put_vector(page, "n", s->normal);
    }
    if (s->kind == SHAPE_MASS)
        fprintf(page, ",\"ball\":%.4g", ball_of(mechanism, s->at.body));
    if (s->kind == SHAPE_FORCE || s->kind == SHAPE_TORQUE)
        fprintf(page, ",\"load\":%zu", find_load(mechanism, s->label));
    if (s->kind == SHAPE_MOTOR)
        fprintf(page, ",\"cylinder\":%zu", find_actuator(mechanism, s->label));
    if (s->kind == SHAPE_ACTUATOR) {
        const size_t i = find_actuator(mechanism, s->label);
        const double *piston = m->pistons[i];
        fprintf(page, ",\"cylinder\":%zu", i);
        if (isfinite(piston[0]) && isfinite(piston[1]))
            fprintf(page, ",\"stroke\":%.9g,\"retracted\":%.9g", piston[0], piston[1]);
    }
    fputc('}', page);
}

/* Up is against gravity; the camera stands before the plane in which most joints turn, x to the right where it can be. */
static void put_view(FILE *page, const struct scene *s)
{
    const double g =
        sqrt(s->gravity[0] * s->gravity[0] + s->gravity[1] * s->gravity[1] + s->gravity[2] * s->gravity[2]);
    double up[3] = {0, 1, 0}, normal[3] = {0, 0, 1};
    int main_axis = 2;
    for (int i = 0; i < 3; i++)
        if (s->axes[i][i] > s->axes[main_axis][main_axis] + 1e-9)
            main_axis = i;
    for (int i = 0; i < 3; i++) {
        normal[i] = i == main_axis;
        up[i] = g > 0 ? -s->gravity[i] / g : i == (main_axis == 2 ? 1 : 2);
    }
    if (fabs(up[main_axis]) > 0.9) { /* they turn about the vertical */
        normal[main_axis] = 0;
        normal[(main_axis + 1) % 3] = -1;
    }
    const double right[3] = {up[1] * normal[2] - up[2] * normal[1], up[2] * normal[0] - up[0] * normal[2],
                             up[0] * normal[1] - up[1] * normal[0]};
    int largest = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(right[i]) > fabs(right[largest]) + 1e-9)
            largest = i;
    for (int i = 0; i < 3; i++)
        normal[i] *= right[largest] < 0 ? -1 : 1;
    put_vector(page, "up", up);
    fputc(',', page);
    put_vector(page, "normal", normal);
    fputs(",\n", page);
}

static void put_run(FILE *page, const struct motion *m, const struct motion_run *run)
{
    const struct mechanism *mechanism = m->scene.mechanism;
    fputs("{\"name\":", page);
    markup_string(page, run->name);
    fputc(',', page);
    put_numbers(page, "t", run->times, run->n, DOUBLE);
    fputc(',', page);
    put_numbers(page, "frames", run->bodies, run->n * mechanism->n_bodies * FRAME_VALUES, SINGLE);
    fputc(',', page);
    put_numbers(page, "loads", run->loads, run->n * mechanism->n_loads, SINGLE);
    fputc(',', page);
    put_numbers(page, "pressures", run->pressures, run->n * mechanism->n_actuators * 2, SINGLE);
    fputs(",\n\"series\":[", page);
    for (size_t i = 0; i < run->n_series; i++) {
        fprintf(page, "%s{\"name\":", i ? ",\n" : "");
        markup_string(page, run->series[i].name);
        fputs(",\"unit\":", page);
        markup_string(page, run->series[i].unit);
        fputc(',', page);
        put_numbers(page, "v", run->series[i].values, run->n, SINGLE);
        fputc('}', page);
    }
    fputs("]}", page);
}

static void put_markers(FILE *page, const struct mechanism *m)
{
    fputs("],\n\"markers\":[", page);
    for (size_t i = 0; i < m->n_markers; i++) {
        fprintf(page, "%s{\"name\":", i ? "," : "");
        markup_string(page, m->markers[i].name);
        fprintf(page, ",\"body\":%d,", m->markers[i].point.body);
        put_vector(page, "p", m->markers[i].point.at);
        fputc('}', page);
    }
}

bool motion_page_figure(FILE *page, const struct motion *m, const char *id)
{
    fprintf(page, "<figure class=\"machine\" id=\"%s\"><script type=\"application/json\">{\"title\":", id);
    markup_string(page, m->scene.title);
    fputs(",\n", page);
    put_view(page, &m->scene);
    put_bodies(page, m);
    const bool good = put_beams(page, m);
    if (m->swings)
        fputs("\"swings\":1,", page);
    fprintf(page, "\"cylinders\":%zu,\"loads\":%zu,\"shapes\":[\n", m->scene.mechanism->n_actuators,
            m->scene.mechanism->n_loads);
    for (size_t i = 0; i < m->scene.n; i++) {
        fputs(i ? ",\n" : "", page);
        put_shape(page, m, &m->scene.shapes[i]);
    }
    put_markers(page, m->scene.mechanism);
    fputs("],\n\"notes\":[", page);
    for (size_t i = 0; i < m->n_notes; i++) {
        fputs(i ? "," : "", page);
        markup_string(page, m->notes[i].text);
    }
    fputs("],\n\"runs\":[", page);
    for (size_t i = 0; i < m->n_runs; i++) {
        fputs(i ? ",\n" : "", page);
        put_run(page, m, &m->runs[i]);
    }
    fputs("]}</script></figure>\n", page);
    return good;
}

void motion_page_style(FILE *page)
{
    fputs((const char *)player_style, page);
}

void motion_page_script(FILE *page)
{
    fputs("'use strict';\n(function () {\n", page);
    fputs((const char *)player_geometry, page);
    fputs((const char *)player_painter, page);
    fputs((const char *)player_machine, page);
    fputs((const char *)player_script, page);
    fputs("})();\n", page);
}

bool motion_page_write(FILE *page, const struct motion *m)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
          "dark\">\n<title>",
          page);
    markup_escape(page, m->scene.title);
    fputs("</title>\n<style>\n", page);
    motion_page_style(page);
    fputs("</style></head>\n<body class=\"machine-page\"><h1>", page);
    markup_escape(page, m->scene.title);
    fputs("</h1>\n<noscript><p>The picture needs JavaScript.</p></noscript>\n", page);
    const bool good = motion_page_figure(page, m, "machine");
    fputs("<script>\n", page);
    motion_page_script(page);
    fputs("</script></body></html>\n", page);
    return good && !ferror(page);
}
