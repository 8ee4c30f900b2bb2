/* Bad archives, descriptions and binaries: how to make them, and the table of what is to be said about each. */
#include "tests/testing.h"
#include "tests/master/import/bad.h"
#include "tests/master/import/making.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- archives ---- */

#define HEAD                                                                                                           \
    "<?xml version='1.0' encoding='UTF-8'?>\n"                                                                         \
    "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='g'>\n<CoSimulation modelIdentifier='decay'/>\n"
#define VARIABLE  "<ScalarVariable name='x' valueReference='0'><Real/></ScalarVariable>"
#define VARIABLES "<ModelVariables>" VARIABLE "</ModelVariables>"
#define TAIL      "</fmiModelDescription>"
#define PLAIN     HEAD VARIABLES "<ModelStructure/>" TAIL

#define ARCHIVE(...) making_archive("bad.fmu", (const struct entry[]){__VA_ARGS__, {0}})
#define XML(content) ARCHIVE({.name = "modelDescription.xml", .text = content})

static const char *folder(void)
{
    const char *path = making_path("folder.fmu");
    mkdir(path, 0700);
    return path;
}

static const char *empty_file(void)
{
    return making_file("bad.fmu", "", 0);
}

static const char *text_file(void)
{
    static const char text[] = "this is not a zip archive, whatever its name says";
    return making_file("bad.fmu", text, sizeof text);
}

static const char *cut(double part)
{
    size_t n;
    char *bytes = making_read(FMU("decay"), &n);
    const char *path = making_file("bad.fmu", bytes, (size_t)((double)n * part));
    free(bytes);
    return path;
}

static const char *cut_in_half(void)
{
    return cut(0.5);
}

static const char *cut_at_the_end(void)
{
    return cut(0.995);
}

static const char *flipped_bytes(void)
{
    size_t n;
    char *bytes = making_read(FMU("decay"), &n);
    for (size_t i = n / 2; i < n / 2 + 8; i++)
        bytes[i] = (char)~bytes[i];
    const char *path = making_file("bad.fmu", bytes, n);
    free(bytes);
    return path;
}

static const char *no_entries(void)
{
    static const char end[22] = "PK\5\6";
    return making_file("bad.fmu", end, sizeof end);
}

static const char *escaping(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN}, {.name = "../evil.txt", .text = "evil"});
}

static const char *escaping_later(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN},
                   {.name = "resources/a/../../../evil.txt", .text = "evil"});
}

static const char *escaping_backwards(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN}, {.name = "..\\evil.txt", .text = "evil"});
}

static const char *absolute(void)
{
    return ARCHIVE({.name = "/tmp/evil.txt", .text = "evil"}, {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *drive_letter(void)
{
    return ARCHIVE({.name = "C:\\evil.txt", .text = "evil"}, {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *link_entry(void)
{
    return ARCHIVE({.name = "resources/link", .text = "/etc/passwd", .mode = S_IFLNK | 0777},
                   {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *device_entry(void)
{
    return ARCHIVE({.name = "resources/null", .text = "x", .mode = S_IFCHR | 0666},
                   {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *control_characters(void)
{
    return ARCHIVE({.name = "resources/a\nb", .text = "x"}, {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *long_name(void)
{
    static char name[2000];
    memset(name, 'n', sizeof name - 1);
    return ARCHIVE({.name = name, .text = "x"}, {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *long_part(void)
{
    static char name[300];
    memset(name, 'n', sizeof name - 1);
    return ARCHIVE({.name = name, .text = "x"}, {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *file_and_folder(void)
{
    return ARCHIVE({.name = "resources", .text = "x"}, {.name = "resources/y", .text = "y"},
                   {.name = "modelDescription.xml", .text = PLAIN});
}

static const char *encrypted(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN, .encrypted = true});
}

static const char *bomb(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN},
                   {.name = "resources/zeros", .text = NULL, .n_zeros = 80 << 20});
}

static const char *large(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN},
                   {.name = "resources/zeros", .text = NULL, .n_zeros = 3 << 20});
}

static const char *in_a_folder(void)
{
    return ARCHIVE({.name = "model/modelDescription.xml", .text = PLAIN});
}

static const char *description_is_a_folder(void)
{
    return ARCHIVE({.name = "modelDescription.xml/", .text = ""});
}

/* ---- descriptions ---- */

static const char *unclosed(void)
{
    return XML(HEAD "\n<ModelVariables>");
}

static const char *empty_description(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = NULL, .n_zeros = 0});
}

static const char *zero_bytes(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = NULL, .n_zeros = 100});
}

static const char *attribute_twice(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' fmiVersion='2.0' guid='g'/>");
}

static const char *broken_utf8(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' guid='\xff\xfe'/>");
}

static const char *unknown_encoding(void)
{
    return XML("<?xml version='1.0' encoding='martian'?><fmiModelDescription/>");
}

static const char *laughs(void)
{
    return XML("<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;'>]>"
               "<fmiModelDescription fmiVersion='2.0' guid='&c;'/>");
}

static const char *external_entity(void)
{
    return XML("<!DOCTYPE x [<!ENTITY secret SYSTEM 'file:///etc/passwd'>]>"
               "<fmiModelDescription fmiVersion='2.0' guid='g'>&secret;</fmiModelDescription>");
}

static const char *deep(void)
{
    static char text[20000] = HEAD "<VendorAnnotations>";
    for (int k = 0; k < 1000; k++)
        strcat(text, "<a>");
    return XML(text);
}

static const char *another_root(void)
{
    return XML("<html><body/></html>");
}

static const char *version_1(void)
{
    return XML("<fmiModelDescription fmiVersion='1.0' modelName='M' guid='g' modelIdentifier='m'/>");
}

static const char *version_3(void)
{
    return XML("<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='g'/>");
}

static const char *no_version(void)
{
    return XML("<fmiModelDescription modelName='M' guid='g'/>");
}

static const char *no_guid(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' modelName='M'/>");
}

static const char *no_interface(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' modelName='M' guid='g'>" VARIABLES TAIL);
}

static const char *no_identifier(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' guid='g'><CoSimulation/>" TAIL);
}

static const char *escaping_identifier(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' guid='g'><CoSimulation modelIdentifier='../../x'/>" TAIL);
}

static const char *negative_indicators(void)
{
    return XML("<fmiModelDescription fmiVersion='2.0' guid='g' numberOfEventIndicators='-1'>" TAIL);
}

static const char *no_name(void)
{
    return XML(HEAD
               "<ModelVariables>\n<ScalarVariable valueReference='0'><Real/></ScalarVariable></ModelVariables>" TAIL);
}

static const char *no_reference(void)
{
    return XML(HEAD "<ModelVariables><ScalarVariable name='x'><Real/></ScalarVariable></ModelVariables>" TAIL);
}

static const char *negative_reference(void)
{
    return XML(HEAD "<ModelVariables><ScalarVariable name='x' valueReference='-1'/></ModelVariables>" TAIL);
}

static const char *large_reference(void)
{
    return XML(HEAD "<ModelVariables><ScalarVariable name='x' valueReference='4294967296'/></ModelVariables>" TAIL);
}

static const char *no_type(void)
{
    return XML(HEAD "<ModelVariables><ScalarVariable name='x' valueReference='1'/></ModelVariables>" TAIL);
}

static const char *two_types(void)
{
    return XML(HEAD "<ModelVariables><ScalarVariable name='x' valueReference='1'><Real/><Integer/></ScalarVariable>"
                    "</ModelVariables>" TAIL);
}

static const char *derivative_out_of_range(void)
{
    return XML(HEAD VARIABLES "<ModelStructure><Derivatives><Unknown index='2'/></Derivatives></ModelStructure>" TAIL);
}

static const char *unknown_without_index(void)
{
    return XML(HEAD VARIABLES "<ModelStructure><Outputs><Unknown/></Outputs></ModelStructure>" TAIL);
}

static const char *unknown_index_is_a_word(void)
{
    return XML(HEAD VARIABLES "<ModelStructure><Outputs><Unknown index='one'/></Outputs></ModelStructure>" TAIL);
}

static const char *plain(void)
{
    return XML(PLAIN);
}

/* ---- binaries ---- */

#define BINARY(library, bytes, length)                                                                                 \
    ARCHIVE({.name = "modelDescription.xml", .text = PLAIN},                                                           \
            {.name = "binaries/linux64/" library, .text = bytes, .n = length})

static const char *only_windows(void)
{
    return ARCHIVE({.name = "modelDescription.xml", .text = PLAIN}, {.name = "binaries/win64/decay.dll", .text = "MZ"},
                   {.name = "binaries/win32/decay.dll", .text = "MZ"});
}

static const char *another_name(void)
{
    return BINARY("Decay.so", "x", 1);
}

static const char *text_library(void)
{
    return BINARY("decay.so", "this is no library, really not", 0);
}

static const char *changed_library(size_t change_at, int to, double keep)
{
    size_t n;
    char *bytes = making_read(BUILD_DIR "/tests/master/import/fmus/decay/binaries/linux64/decay.so", &n);
    if (change_at)
        bytes[change_at] = (char)to;
    const char *path = BINARY("decay.so", bytes, (size_t)((double)n * keep));
    free(bytes);
    return path;
}

static const char *cut_library(void)
{
    return changed_library(0, 0, 0.3);
}

static const char *library_of_another_machine(void)
{
    return changed_library(18, 183, 1); /* e_machine: EM_AARCH64 */
}

static const char *library_of_32_bits(void)
{
    return changed_library(4, 1, 1); /* e_ident[EI_CLASS]: ELFCLASS32 */
}

static const char *library_without_functions(void)
{
    size_t n;
    char *bytes = making_read(BUILD_DIR "/tests/master/import/fmus/libpaso_not_there.so", &n);
    const char *path = BINARY("decay.so", bytes, n);
    free(bytes);
    return path;
}

/* ---- the table ---- */

const struct bad bad_files[] = {
    {"no file", .path = "/nowhere/x.fmu", .status = 2, .cause = "No such file or directory"},
    {"a folder", folder, .status = 2, .cause = "folder"},
    {"an empty file", empty_file, .status = 2, .cause = "empty"},
    {"a text file", text_file, .status = 2, .cause = "not a zip archive"},
    {"cut in half", cut_in_half, .status = 2, .cause = "not a zip archive"},
    {"cut at the end", cut_at_the_end, .status = 2, .cause = "not a zip archive"},
    {"bytes flipped", flipped_bytes, .status = 2, .cause = "damaged"},
    {"no entries", no_entries, .status = 2, .cause = "no modelDescription.xml"},
    {"leaving", escaping, .status = 2, .cause = "\"../evil.txt\" of the archive is refused: the name leads out"},
    {"a/../../", escaping_later, .status = 2, .cause = "leads out of the folder"},
    {"..\\", escaping_backwards, .status = 2, .cause = "leads out of the folder"},
    {"an absolute path", absolute, .status = 2, .cause = "absolute path"},
    {"a drive letter", drive_letter, .status = 2, .cause = "absolute path"},
    {"a symbolic link", link_entry, .status = 2, .cause = "symbolic link"},
    {"a device", device_entry, .status = 2, .cause = "neither a file nor a folder"},
    {"control characters", control_characters, .status = 2, .cause = "control characters"},
    {"a long path", long_name, .status = 2, .cause = "longer than 1023 bytes"},
    {"a long name", long_part, .status = 2, .cause = "more than 255 bytes"},
    {"file and folder", file_and_folder, .status = 1, .cause = "Not a directory"},
    {"encrypted", encrypted, .status = 2, .cause = "assword"},
    {"a zip bomb", bomb, .status = 2, .cause = "zip bomb"},
    {"too large", large, .status = 2, .cause = "more than 2 MiB", .options = {.largest_archive = 2 << 20}},
    {"in a folder", in_a_folder, .status = 2, .cause = "no modelDescription.xml"},
    {"a folder as description", description_is_a_folder, .status = 2, .cause = "Is a directory"},

    {"XML that ends early", unclosed, .status = 2, .cause = "bad.fmu/modelDescription.xml:5: the XML is faulty"},
    {"empty XML", empty_description, .status = 2, .cause = "no element found"},
    {"zero bytes", zero_bytes, .status = 2, .cause = "the XML is faulty"},
    {"an attribute twice", attribute_twice, .status = 2, .cause = "duplicate attribute"},
    {"broken UTF-8", broken_utf8, .status = 2, .cause = "not well-formed"},
    {"an unknown encoding", unknown_encoding, .status = 2, .cause = "unknown encoding"},
    {"a billion laughs", laughs, .status = 2, .cause = "declares the entity \"a\""},
    {"an external entity", external_entity, .status = 2, .cause = "declares the entity \"secret\""},
    {"a thousand levels", deep, .status = 2, .cause = "deeper than"},
    {"large XML", plain, .status = 2, .cause = "larger than", .options = {.largest_description = 100}},
    {"another root", another_root, .status = 2, .cause = "\"html\" instead of \"fmiModelDescription\""},
    {"FMI 1.0", version_1, .status = 2, .cause = "version \"1.0\""},
    {"FMI 3.0", version_3, .status = 2, .cause = "version \"3.0\""},
    {"no version", no_version, .status = 2, .cause = "no attribute \"fmiVersion\""},
    {"no GUID", no_guid, .status = 2, .cause = "no attribute \"guid\""},
    {"no interface", no_interface, .status = 2, .cause = "neither a ModelExchange nor a CoSimulation"},
    {"no identifier", no_identifier, .status = 2, .cause = "no attribute \"modelIdentifier\""},
    {"an identifier that escapes", escaping_identifier, .status = 2,
     .cause = "\"../../x\", which is not a C identifier"},
    {"-1 indicators", negative_indicators, .status = 2, .cause = "numberOfEventIndicators=\"-1\""},
    {"no name", no_name, .status = 2, .cause = "modelDescription.xml:5: \"ScalarVariable\" has no attribute \"name\""},
    {"no reference", no_reference, .status = 2, .cause = "no attribute \"valueReference\""},
    {"reference -1", negative_reference, .status = 2, .cause = "valueReference=\"-1\""},
    {"reference 2^32", large_reference, .status = 2, .cause = "valueReference=\"4294967296\""},
    {"no type", no_type, .status = 2, .cause = "\"x\" has no type"},
    {"two types", two_types, .status = 2, .cause = "\"x\" has more than one type"},
    {"a derivative that is not", derivative_out_of_range, .status = 2, .cause = "lists 2 among the derivatives"},
    {"no index", unknown_without_index, .status = 2, .cause = "no attribute \"index\""},
    {"a word as index", unknown_index_is_a_word, .status = 2, .cause = "index=\"one\""},

    {"no binaries", plain, .status = 2, .cause = "no binary for this platform"},
    {"Windows only", only_windows, .status = 2, .cause = "the FMU has: win32, win64"},
    {"another name", another_name, .status = 2, .cause = "does not hold decay.so; it holds: Decay.so"},
    {"a text as library", text_library, .status = 2, .cause = "binaries/linux64/decay.so cannot be loaded"},
    {"a cut library", cut_library, .status = 2, .cause = "cannot be loaded"},
    {"another machine", library_of_another_machine, .status = 2, .cause = "cannot be loaded"},
    {"32 bits", library_of_32_bits, .status = 2, .cause = "wrong ELF class"},
    {"no FMI functions", library_without_functions, .status = 2, .cause = "no function fmi2Instantiate"},
    {"a missing library", .path = FMU("needs"), .status = 2,
     .cause = "needs the shared library libpaso_not_there.so.7"},
    {"a binary of FMI 3.0", .path = FMU("version3"), .status = 2, .cause = "fmi2GetVersion of the binary says \"3.0\""},
    {"another platform", .path = FMU("platform"), .status = 2, .cause = "\"standard64\" instead of \"default\""},
    {"another build", .path = FMU("wrong_guid"), .status = 2, .cause = "does not know the GUID \"{another-build}\""},
    {"no Model Exchange", .path = FMU("bare"), .status = 2, .cause = "no Model Exchange", .model_exchange = true},
};

const size_t n_bad_files = sizeof bad_files / sizeof *bad_files;
