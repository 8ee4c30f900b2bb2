/* The grammar as a JSON Schema (draft 2020-12): the same rows, printed for editors and other tools. What a schema cannot say
 * (names that must exist, expressions that must make sense) is left to the reader. */
#include "notation/notation_impl.h"

#include <ctype.h>
#include <string.h>

static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void write_description(FILE *out, const struct grammar_member *row)
{
    char line[400];
    const bool has_unit = row->unit && *row->unit && *row->unit != '*';
    snprintf(line, sizeof line, "%s%s%s%s", row->description, has_unit ? ", in " : "", has_unit ? row->unit : "",
             row->fixed     ? " (fixed at export)"
             : row->tunable ? " (may change in a run)"
                            : "");
    fputs("\"description\": ", out);
    write_text(out, line);
}

static void write_number(FILE *out, const struct grammar_member *row)
{
    if (row->min == 0 && row->max == 0)
        fputs("\"$ref\": \"#/$defs/number\"", out);
    else
        fprintf(out,
                "\"anyOf\": [{\"type\": \"number\", \"minimum\": %.15g, \"maximum\": %.15g}, {\"type\": \"string\"}]",
                row->min, row->max);
}

static void write_default(FILE *out, const struct grammar_member *row)
{
    if (!row->initially)
        return;
    switch (row->kind) {
    case GRAMMAR_NUMBER:
    case GRAMMAR_INTEGER:
    case GRAMMAR_FLAG:
    case GRAMMAR_LAW:
        fprintf(out, ", \"default\": %s", row->initially);
        break;
    case GRAMMAR_VECTOR: {
        const char *at = row->initially;
        fputs(", \"default\": [", out);
        for (size_t i = 0; i < row->length; i++) {
            const size_t length = strcspn(at, " ");
            fprintf(out, "%s%.*s", i ? ", " : "", (int)length, at);
            at += at[length] ? length + 1 : 0;
        }
        fputc(']', out);
        break;
    }
    case GRAMMAR_WORD:
    case GRAMMAR_TEXT:
    case GRAMMAR_NAME:
        fputs(", \"default\": ", out);
        write_text(out, row->initially);
        break;
    default:
        break;
    }
}

static void write_object(FILE *out, const struct grammar_member *members, int indent, bool is_root);

static void write_value(FILE *out, const struct grammar_member *row, int indent)
{
    switch (row->kind) {
    case GRAMMAR_NUMBER:
        write_number(out, row);
        break;
    case GRAMMAR_VECTOR:
    case GRAMMAR_NUMBERS:
        fprintf(out, "\"type\": \"array\", \"minItems\": %zu, ", row->length);
        if (row->kind == GRAMMAR_VECTOR)
            fprintf(out, "\"maxItems\": %zu, ", row->length);
        fputs("\"items\": {", out);
        write_number(out, row);
        fputc('}', out);
        break;
    case GRAMMAR_INTEGER:
        fputs("\"type\": \"integer\"", out);
        if (row->min != 0 || row->max != 0)
            fprintf(out, ", \"minimum\": %.15g, \"maximum\": %.15g", row->min, row->max);
        break;
    case GRAMMAR_FLAG:
        fputs("\"type\": \"boolean\"", out);
        break;
    case GRAMMAR_TEXT:
    case GRAMMAR_NAME:
        fputs("\"type\": \"string\"", out);
        break;
    case GRAMMAR_TEXTS:
    case GRAMMAR_NAMES:
        fputs("\"type\": \"array\", \"items\": {\"type\": \"string\"}", out);
        break;
    case GRAMMAR_WORD:
        fputs("\"enum\": [", out);
        for (int i = 0; row->words[i]; i++) {
            fputs(i ? ", " : "", out);
            write_text(out, row->words[i]);
        }
        fputc(']', out);
        break;
    case GRAMMAR_LAW:
        fputs("\"$ref\": \"#/$defs/law\"", out);
        break;
    case GRAMMAR_VALUES:
        fputs("\"type\": \"object\", \"additionalProperties\": {\"type\": [\"number\", \"string\"]}", out);
        break;
    case GRAMMAR_OBJECT:
        write_object(out, row->members, indent, false);
        break;
    case GRAMMAR_MAP:
        fputs("\"type\": \"object\", \"properties\": {\"comment\": {\"$ref\": \"#/$defs/comment\"}},\n", out);
        fprintf(out, "%*s\"propertyNames\": {\"pattern\": \"^[A-Za-z_][A-Za-z0-9_]*$\"},\n", indent, "");
        fprintf(out, "%*s\"additionalProperties\": {", indent, "");
        write_object(out, row->members, indent + 2, false);
        fputc('}', out);
        break;
    case GRAMMAR_LIST:
        fputs("\"type\": \"array\", \"items\": {", out);
        write_object(out, row->members, indent + 2, false);
        fputc('}', out);
        break;
    }
    write_default(out, row);
}

static bool is_first(const struct grammar_member *members, const struct grammar_member *row)
{
    for (const struct grammar_member *before = members; before != row; before++)
        if (strcmp(before->name, row->name) == 0)
            return false;
    return true;
}

static size_t rows_named(const struct grammar_member *row)
{
    size_t n = 0;
    for (const struct grammar_member *other = row; other->name; other++)
        n += strcmp(other->name, row->name) == 0;
    return n;
}

/* One property; several rows of the same name become alternatives. */
static void write_property(FILE *out, const struct grammar_member *row, int indent)
{
    fprintf(out, "%*s", indent, "");
    write_text(out, row->name);
    fputs(": {", out);
    if (rows_named(row) == 1) {
        write_description(out, row);
        fputs(", ", out);
        write_value(out, row, indent + 2);
    } else {
        fputs("\"anyOf\": [", out);
        const char *between = "";
        for (const struct grammar_member *other = row; other->name; other++)
            if (strcmp(other->name, row->name) == 0) {
                fprintf(out, "%s\n%*s{", between, indent + 2, "");
                write_description(out, other);
                fputs(", ", out);
                write_value(out, other, indent + 4);
                fputc('}', out);
                between = ",";
            }
        fputc(']', out);
    }
    fputc('}', out);
}

static void write_names(FILE *out, const struct grammar_member *members, const char *type)
{
    const char *between = "";
    for (const struct grammar_member *row = members; row->name; row++)
        if (row->required && (type ? row->only_for && row_is_allowed(row, type) : !row->only_for)) {
            fputs(between, out);
            write_text(out, row->name);
            between = ", ";
        }
}

/* What only some types have: needed there, forbidden elsewhere. */
static void write_types(FILE *out, const struct grammar_member *members, int indent)
{
    bool varies = false;
    for (const struct grammar_member *row = members; row->name; row++)
        varies |= row->only_for != NULL;
    if (!varies)
        return;
    fprintf(out, ",\n%*s\"allOf\": [", indent, "");
    for (int i = 0; members->words[i]; i++) {
        const char *type = members->words[i];
        fprintf(out, "%s\n%*s{\"if\": {\"properties\": {\"type\": {\"const\": ", i ? "," : "", indent + 2, "");
        write_text(out, type);
        fputs("}}, \"required\": [\"type\"]}, \"then\": {\"required\": [", out);
        write_names(out, members, type);
        fputs("], \"properties\": {", out);
        const char *between = "";
        for (const struct grammar_member *row = members; row->name; row++) {
            bool allowed = false;
            for (const struct grammar_member *other = members; other->name; other++)
                allowed |= strcmp(other->name, row->name) == 0 && row_is_allowed(other, type);
            if (!allowed && is_first(members, row)) {
                fputs(between, out);
                write_text(out, row->name);
                fputs(": false", out);
                between = ", ";
            }
        }
        fputs("}}}", out);
    }
    fputc(']', out);
}

static void write_object(FILE *out, const struct grammar_member *members, int indent, bool is_root)
{
    fputs("\"type\": \"object\", \"additionalProperties\": false, \"required\": [", out);
    write_names(out, members, NULL);
    fputs("],\n", out);
    fprintf(out, "%*s\"properties\": {\n%*s\"comment\": {\"$ref\": \"#/$defs/comment\"}", indent, "", indent + 2, "");
    if (is_root)
        fprintf(out, ",\n%*s\"$schema\": {\"type\": \"string\"},\n%*s\"constants\": {\"$ref\": \"#/$defs/constants\"}",
                indent + 2, "", indent + 2, "");
    for (const struct grammar_member *row = members; row->name; row++)
        if (is_first(members, row)) {
            fputs(",\n", out);
            write_property(out, row, indent + 2);
        }
    fputc('}', out);
    write_types(out, members, indent);
}

bool grammar_schema(const struct grammar *grammar, FILE *out)
{
    static const char definitions[] =
        "  \"$defs\": {\n"
        "    \"comment\": {\"description\": \"nobody reads it\", \"anyOf\": [{\"type\": \"string\"}, "
        "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}]},\n"
        "    \"number\": {\"description\": \"a number in SI units, a number with its unit (200 bar), or an expression "
        "over "
        "the constants\", "
        "\"type\": [\"number\", \"string\"]},\n"
        "    \"constants\": {\"description\": \"numbers and expressions by name, for use in expressions\", "
        "\"type\": \"object\",\n"
        "      \"properties\": {\"comment\": {\"$ref\": \"#/$defs/comment\"}},\n"
        "      \"additionalProperties\": {\"$ref\": \"#/$defs/number\"}},\n"
        "    \"law\": {\"description\": \"a law in time: a number, an object, or a list of objects, each from its time "
        "on\",\n"
        "      \"anyOf\": [{\"$ref\": \"#/$defs/number\"}, {\"$ref\": \"#/$defs/piece\"}, "
        "{\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/piece\"}}]},\n"
        "    \"piece\": {";
    fputs("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": ", out);
    write_text(out, grammar->title);
    fputs(",\n  \"description\": ", out);
    write_text(out, grammar->description);
    fputs(",\n", out);
    fputs(definitions, out);
    write_object(out, law_members, 6, false);
    fputs("}\n  },\n  ", out);
    write_object(out, grammar->members, 2, true);
    fputs("\n}\n", out);
    return !ferror(out);
}
