/* The page that goes into exported FMUs, with their picture and, where there is none, without it. */
extern const char fmu_page[], fmu_page_without_picture[];

/* clang-format off */
#define BEGINNING \
    "<!DOCTYPE html>\n" \
    "<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Exported model</title>\n" \
    "<style>body { font-family: \"DejaVu Sans\", Arial, sans-serif; font-size: 15px; line-height: 1.45; max-width: " \
    "62em; " \
    "margin: 2em auto; padding: 0 1em; } table { border-collapse: collapse; } th, td { border: 1px solid #ccc; " \
    "padding: 0.25em 0.6em; text-align: left; vertical-align: top; } th { background: #f2f2ee; }</style></head><body>\n" \
    "<h1>Exported model</h1>\n" \
    "<p>This FMU was made by <code>paso export</code> of the file <code>resources/model.json</code>, which it reads " \
    "when it is " \
    "instantiated. Every plain number of the file is a parameter and can be set before initialization; every " \
    "expression is a " \
    "calculated parameter and follows. What the file says in words (types, names, connections) is fixed.</p>\n" \
    "<p>FMI 2.0, Model Exchange and Co-Simulation in one binary, which needs libc and libm only; exact directional " \
    "derivatives, " \
    "rollback, serialized states.</p>\n"
#define PICTURE \
    "<p><img src=\"picture.svg\" alt=\"what the file describes\" style=\"max-width: 100%\"></p>\n"
#define ENDING \
    "<h2>Variables</h2>\n" \
    "<!-- variables -->\n" \
    "</body></html>\n"
/* clang-format on */

const char fmu_page[] = BEGINNING PICTURE ENDING;
const char fmu_page_without_picture[] = BEGINNING ENDING;
