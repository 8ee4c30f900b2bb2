#include "fmi/document.h"

#include <stdlib.h>
#include <string.h>

/* HTML's special characters. */
static void put_text(FILE *file, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        default:
            fputc(*text, file);
            break;
        }
}

static void put_cell(FILE *file, const char *text)
{
    fputs("<td>", file);
    put_text(file, text);
    fputs("</td>", file);
}

/* As few digits as say the same, six or more. */
static void put_number(FILE *file, double value)
{
    char text[32];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, file);
}

static void put_start(FILE *file, const struct model_variable *v)
{
    fputs("<td>", file);
    if (v->kind == MODEL_BOOLEAN)
        fputs(v->start != 0 ? "true" : "false", file);
    else
        put_number(file, v->start);
    fputs("</td><td>", file);
    if (v->min != v->max) {
        put_number(file, v->min);
        fputs("&nbsp;to&nbsp;", file);
        put_number(file, v->max);
    }
    fputs("</td>", file);
}

static bool is_settable(const struct model_variable *v)
{
    return v->role == MODEL_PARAMETER || v->role == MODEL_INPUT;
}

/* Many names are shown to those who ask. */
static void put_depends(FILE *file, const char *depends)
{
    static const size_t few = 8;
    size_t n = 0;
    for (const char *at = depends; *at; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        n += *at != '\0';
    }
    fputs("<td class=\"depends\">", file);
    if (n > few)
        fprintf(file, "<details><summary>%zu variables</summary>", n);
    put_text(file, depends);
    fputs(n > few ? "</details></td>" : "</td>", file);
}

static void put_row(FILE *file, const struct model_variable *v)
{
    fputs("<tr>", file);
    put_cell(file, v->name);
    put_cell(file, v->unit);
    if (is_settable(v))
        put_start(file, v);
    else if (v->role == MODEL_STATE)
        put_cell(file, "a state");
    else
        put_depends(file, v->depends ? v->depends : "");
    put_cell(file, v->description);
    fputs("</tr>\n", file);
}

struct table {
    const char *title;
    bool (*holds)(const struct model_variable *v);
    bool settable;
};

static bool is_parameter(const struct model_variable *v)
{
    return v->role == MODEL_PARAMETER && !v->is_tunable;
}

static bool is_tunable(const struct model_variable *v)
{
    return v->is_tunable;
}

static bool is_calculated(const struct model_variable *v)
{
    return v->role == MODEL_CALCULATED;
}

static bool is_input(const struct model_variable *v)
{
    return v->role == MODEL_INPUT;
}

static bool is_output(const struct model_variable *v)
{
    return v->is_output;
}

static bool is_local(const struct model_variable *v)
{
    return !is_settable(v) && !is_calculated(v) && !v->is_output;
}

static bool has_any(const struct model_type *type, bool (*holds)(const struct model_variable *v))
{
    for (size_t i = 0; i < type->n_variables; i++)
        if (holds(&type->variables[i]))
            return true;
    return false;
}

static void put_tables(FILE *file, const struct model_type *type)
{
    static const struct table tables[] = {{"Inputs", is_input, true},
                                          {"Outputs", is_output, false},
                                          {"Parameters", is_parameter, true},
                                          {"Parameters that may change between steps", is_tunable, true},
                                          {"Calculated parameters", is_calculated, false},
                                          {"Local variables", is_local, false}};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        if (!has_any(type, tables[k].holds))
            continue;
        fprintf(file,
                "<h3>%s</h3>\n<div class=\"wide\"><table>\n<tr><th>Name</th><th>Unit</th>%s<th>Meaning</th></tr>\n",
                tables[k].title, tables[k].settable ? "<th>Start</th><th>Limits</th>" : "<th>Depends on</th>");
        for (size_t i = 0; i < type->n_variables; i++)
            if (tables[k].holds(&type->variables[i]))
                put_row(file, &type->variables[i]);
        fputs("</table></div>\n", file);
    }
}

static void put_heading(FILE *file, const struct model_type *type)
{
    fputs("<h1>", file);
    put_text(file, type->name);
    fputs("</h1>\n<p>", file);
    put_text(file, type->description);
    fputs(".</p>\n", file);
}

static bool include(FILE *document, const char *fragments, const char *name, struct model_report *report)
{
    char path[1024], line[4096];
    snprintf(path, sizeof path, "%s/%s.html", fragments, name);
    FILE *fragment = fopen(path, "r");
    if (!fragment)
        return model_fail(report, "%s cannot be read", path);
    while (fgets(line, sizeof line, fragment))
        fputs(line, document);
    const bool good = !ferror(fragment);
    fclose(fragment);
    return good || model_fail(report, "%s cannot be read", path);
}

static void put_picture(FILE *file, const char *picture, const struct model_type *type)
{
    if (!picture)
        return;
    fprintf(file, "<p><img src=\"%s\" alt=\"", picture);
    put_text(file, type->description);
    fputs("\"></p>\n", file);
}

bool document_write(FILE *page, const char *fragments, const char *picture, FILE *document,
                    const struct model_type *type, struct model_report *report)
{
    char line[4096], name[64];
    bool found = false;
    while (fgets(line, sizeof line, page)) {
        if (strcmp(line, "<!-- variables -->\n") == 0) {
            found = true;
            put_tables(document, type);
        } else if (strcmp(line, "<!-- heading -->\n") == 0) {
            put_heading(document, type);
        } else if (strcmp(line, "<!-- picture -->\n") == 0) {
            put_picture(document, picture, type);
        } else if (sscanf(line, "<!-- include %63[a-z_] -->", name) == 1) {
            if (!include(document, fragments, name, report))
                return false;
        } else {
            fputs(line, document);
        }
    }
    if (ferror(page) || ferror(document))
        return model_fail(report, "the documentation cannot be read or written");
    return found || model_fail(report, "the documentation has no line <!-- variables -->");
}
