/* The manipulator as a moving picture: a scene that the script moves, a cylinder with its chambers, gauges and spool, and the
 * controls. Without the script it shows the start. */
#include "benchmarks/report/page.h"
#include "master/base/markup.h"

static void print_scene(FILE *page)
{
    fputs(
        "<svg viewBox=\"0 50 400 245\" role=\"img\" aria-label=\"mechanism\">\n"
        "<path class=\"ground\" d=\"M20 250h44M24 260l10 -10m4 10l10 -10m4 10l10 -10M278 250h44M282 260l10 -10m4 10l10 "
        "-10m4 10l10 -10\"/>\n"
        "<line class=\"rod\" data-part=\"rod\"/><line class=\"barrel\" data-part=\"barrel\"/>\n"
        "<line class=\"link\" data-part=\"link1\"/><line class=\"link thin\" data-part=\"link2\"/>\n"
        "<circle class=\"pin\" cx=\"40\" cy=\"245\" r=\"6\"/><circle class=\"pin\" cx=\"299.8\" cy=\"245\" r=\"6\"/>\n"
        "<circle class=\"pin\" data-part=\"P\" r=\"5\"/><circle class=\"mass\" data-part=\"Q\" r=\"13\"/>\n"
        "<circle class=\"mass\" data-part=\"R\" r=\"9\"/>\n"
        "<text x=\"20\" y=\"282\">A</text><text x=\"304\" y=\"282\">B</text>\n</svg>\n",
        page);
}

static void print_cylinder(FILE *page)
{
    fputs("<svg viewBox=\"0 0 400 325\" role=\"img\" aria-label=\"cylinder, pressures and spool\">\n"
          "<text x=\"40\" y=\"20\">cylinder</text>\n"
          "<rect class=\"oil2\" data-part=\"oil2\" x=\"40\" y=\"30\" width=\"60\" height=\"44\"/>\n"
          "<rect class=\"oil1\" data-part=\"oil1\" x=\"120\" y=\"30\" width=\"160\" height=\"44\"/>\n"
          "<rect class=\"metal\" data-part=\"stem\" x=\"120\" y=\"46\" width=\"220\" height=\"12\"/>\n"
          "<rect class=\"metal\" data-part=\"piston\" x=\"108\" y=\"30\" width=\"12\" height=\"44\"/>\n"
          "<rect class=\"wall\" x=\"40\" y=\"30\" width=\"240\" height=\"44\"/>\n"
          "<text x=\"46\" y=\"92\">p2 pushes</text><text x=\"222\" y=\"92\">p1 pulls</text>\n"
          "<text x=\"40\" y=\"118\">pressures, 0 to 7.6 MPa</text>\n"
          "<rect class=\"oil2\" data-part=\"bar2\" x=\"60\" y=\"160\" width=\"46\" height=\"55\"/>\n"
          "<rect class=\"wall\" x=\"60\" y=\"125\" width=\"46\" height=\"90\"/><text x=\"76\" y=\"231\">p2</text>\n"
          "<rect class=\"oil1\" data-part=\"bar1\" x=\"140\" y=\"160\" width=\"46\" height=\"55\"/>\n"
          "<rect class=\"wall\" x=\"140\" y=\"125\" width=\"46\" height=\"90\"/><text x=\"156\" y=\"231\">p1</text>\n"
          "<text x=\"40\" y=\"262\">spool, deviation from its place at rest (enlarged)</text>\n"
          "<rect class=\"wall\" x=\"60\" y=\"274\" width=\"200\" height=\"34\"/>\n"
          "<path class=\"pipe\" d=\"M110 274v-8M210 274v-8M160 308v10M90 308v10M230 308v10\"/>\n"
          "<g data-part=\"spool\"><rect class=\"metal\" x=\"98\" y=\"276\" width=\"24\" height=\"30\"/><rect "
          "class=\"metal\" "
          "x=\"198\" y=\"276\" width=\"24\" height=\"30\"/><rect class=\"metal\" x=\"122\" y=\"287\" width=\"76\" "
          "height=\"8\"/></g>\n</svg>\n",
          page);
}

static void print_controls(FILE *page, const struct manipulator_motion *m)
{
    static const struct {
        const char *part, *name;
    } readouts[] = {{"t", "t = "},   {"s", "s1 = "},        {"p1", "p1 = "},
                    {"p2", "p2 = "}, {"kappa", "kappa = "}, {"f", "f_h = "}};
    fprintf(
        page,
        "<div class=\"controls\"><button type=\"button\" data-part=\"play\">Play</button>"
        "<input type=\"range\" data-part=\"scrub\" min=\"0\" max=\"%g\" step=\"0.01\" value=\"0\" "
        "aria-label=\"time\"><label>Speed <select data-part=\"speed\"><option value=\"0.1\">0.1x</option>"
        "<option value=\"0.25\">0.25x</option><option value=\"1\" selected>1x</option><option value=\"2\">2x</option>"
        "<option value=\"5\">5x</option></select></label></div>\n<dl class=\"readout\">",
        (double)(m->n - 1) * m->interval);
    for (size_t i = 0; i < sizeof readouts / sizeof *readouts; i++)
        fprintf(page, "<div><dt>%s</dt><dd data-part=\"%s\"></dd></div>", readouts[i].name, readouts[i].part);
    fputs("</dl>\n", page);
}

void page_motion(FILE *page, const struct manipulator_motion *m)
{
    fprintf(page, "<figure class=\"motion\" id=\"%s\"><h3>", m->id);
    markup_escape(page, m->title);
    fputs("</h3>\n<div class=\"scene\">\n", page);
    print_scene(page);
    print_cylinder(page);
    fputs("</div>\n", page);
    print_controls(page, m);
    /* Geometry as in Table 1 of the document, 300 pixels to the metre. */
    fprintf(page,
            "<script type=\"application/json\">{\"interval\":%g,\"scale\":300,\"x0\":40,\"y0\":245,\"L\":1,\"Lh\":0.5,"
            "\"xB\":0.8660254,\"yB\":0,\"frames\":[",
            m->interval);
    for (size_t i = 0; i < m->n; i++) {
        const double *v = m->frames + i * MOTION_VALUES;
        fprintf(page, "%s[%.5f,%.5f,%.6f,%.4f,%.4f,%.5f,%.4f]", i ? "," : "", v[0], v[1], v[2], 1e-6 * v[3],
                1e-6 * v[4], v[5], 1e-3 * v[6]);
    }
    fputs("]}</script>\n</figure>\n", page);
}
