/* paso estimate as people use it: what it says, what it writes, what it refuses. The machine is a mass on a spring (docs/adding-a-model). */
#include "tests/estimate/estimating.h"

#define MASS BUILD_DIR "/fmus/SpringMass.fmu"

static const char good_filter[] = "{\"type\": \"filter\",\n"
                                  " \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 0.002, \"rate\": 50}},\n"
                                  " \"states\": [{\"name\": \"x\", \"sigma\": 0.1},\n"
                                  "            {\"name\": \"v\", \"sigma\": 0.5}]}\n";

/* Measurements of a mass that starts elsewhere; the filter's model starts at 0.1. */
static void simulate(void)
{
    write_file("f.json", good_filter);
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--simulate", "--output", in_folder("m.csv"), "--truth",
            in_folder("t.csv"), "--set", "x_0=0.25");
}

static void copy_mass(void)
{
    char command[300];
    snprintf(command, sizeof command, "cp " MASS " '%s'", in_folder("mass.fmu"));
    assert_int_equal(system(command), 0);
}

/* ---- what is said ---- */

static void right_noise_is_consistent_and_wrong_noise_is_not(void **state)
{
    (void)state;
    simulate();
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("m.csv"));
    assert_printed("  consistent\n");
    static const char format[] =
        "{\"type\": \"filter\", \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": %g}},\n"
        " \"states\": [{\"name\": \"x\", \"sigma\": 0.1}, {\"name\": \"v\", \"sigma\": 0.5}]}\n";
    char text[400];
    snprintf(text, sizeof text, format, 0.001);
    write_file("small.json", text);
    PASO_OK("estimate", MASS, "--filter", in_folder("small.json"), "--measurements", in_folder("m.csv"));
    assert_printed("INCONSISTENT: noise told too small, or the model is wrong");
    snprintf(text, sizeof text, format, 0.004);
    write_file("large.json", text);
    PASO_OK("estimate", MASS, "--filter", in_folder("large.json"), "--measurements", in_folder("m.csv"));
    assert_printed("INCONSISTENT: noise told too large");
}

/* The truth is known: with the model right, errors lie within their bounds. */
static void estimate_is_compared_with_the_truth(void **state)
{
    (void)state;
    simulate();
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("m.csv"), "--truth",
            in_folder("t.csv"), "--output", in_folder("e.csv"));
    assert_printed("rms error");
    struct table e = read_table(in_folder("e.csv")), t = read_table(in_folder("t.csv"));
    assert_string_equal(e.header, "time,x,sd:x,v,sd:v,innovation:ruler,innovation_sd:ruler,used:ruler,nis");
    assert_int_equal(e.n_rows, t.n_rows); /* a row in every step of 10 ms, and the 50 Hz of the ruler are among them */
    const double *last_e = e.values + (e.n_rows - 1) * e.n_columns, *last_t = t.values + (t.n_rows - 1) * t.n_columns;
    for (size_t r = 0; r < t.n_rows; r++) /* times are counted, not summed up */
        assert_true(e.values[r * e.n_columns] == t.values[r * t.n_columns]);
    assert_int_equal(t.n_rows, 501);
    assert_near(last_e[1], last_t[1], 3 * last_e[2]);
    assert_near(last_e[3], last_t[2], 3 * last_e[4]);
    assert_true(last_e[2] < 0.001);
    free_table(&e);
    free_table(&t);
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("m.csv"), "--quiet");
    assert_string_equal(last.out, "");
}

/* x is in m and v in m/s, as SpringMass.fmu declares them. */
static void notes_beside_the_files_tell_units(void **state)
{
    (void)state;
    simulate();
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("m.csv"), "--smooth",
            "--output", in_folder("e.csv"), "--quiet");
    static const struct {
        const char *file, *words[6];
    } notes[] = {
        {"m.csv.json", {"\"ruler\": \"m\"", "--simulate"}},
        {"t.csv.json", {"\"time\": \"s\"", "\"x\": \"m\"", "\"v\": \"m/s\"", "x_0=0.25"}},
        {"e.csv.json",
         {"\"sd:x\": \"m\"", "\"innovation:ruler\": \"m\"", "\"smooth:v\": \"m/s\"", "\"used:ruler\": null",
          "\"nis\": null", "paso estimate "}},
    };
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
        char *text = read_file(in_folder(notes[i].file));
        assert_non_null(text);
        for (size_t k = 0; k < 6 && notes[i].words[k]; k++)
            if (!strstr(text, notes[i].words[k]))
                fail_msg("%s does not have %s: %s", notes[i].file, notes[i].words[k], text);
        free(text);
    }
    PASO_OK("plot", in_folder("e.csv"), "--record", "x,v", "--output", in_folder("units.html"));
    char *page = read_file(in_folder("units.html"));
    assert_non_null(strstr(page, "\"x, m\""));
    free(page);
    write_file("mine.csv.json", good_filter); /* is read: no notes take its place */
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("mine.csv.json"), "--measurements",
                          in_folder("m.csv"), "--output", in_folder("mine.csv")),
                     2);
    assert_said("is read by this command");
    assert_false(is_there("mine.csv"));
}

/* A log book has remarks, a result texts and times that stand twice: what is no sensor and no state is not looked at. */
static void other_columns_are_not_looked_at(void **state)
{
    (void)state;
    write_file("f.json", good_filter);
    write_file("log.csv", "time,who,ruler\n0.02,me,0.1\n0.04,\"you, too\",0.09\n");
    write_file("result.csv", "time,x,mode\n0,0.1,on\n0.03,0.1,on\n0.03,0.09,off\n5,0,off\n");
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("log.csv"), "--truth",
            in_folder("result.csv"));
    assert_printed("ruler           2        0");
    assert_printed("            -            -            -"); /* v, of which nothing is known */
}

/* A page needs no gnuplot: it has the names of what is drawn, and their units. */
static void estimate_is_drawn(void **state)
{
    (void)state;
    simulate();
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("m.csv"), "--truth",
            in_folder("t.csv"), "--plot", in_folder("e.html"), "--quiet");
    char *page = read_file(in_folder("e.html"));
    assert_non_null(page);
    static const char *const names[] = {"estimate", "truth", "95 %", "x, m", "v, m/s", "innovations of ruler, m"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strstr(page, names[i]))
            fail_msg("the page does not have \"%s\"", names[i]);
    assert_null(strstr(page, "outlier"));
    free(page);
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("m.csv"),
                          "--plot", in_folder("e.bmp")),
                     2);
    assert_false(is_there("e.bmp"));
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("f.json"), "--simulate", "--output",
                          in_folder("n.csv"), "--plot", in_folder("n.html")),
                     2);
    assert_said("--plot means nothing without --measurements");
}

/* An outlier counts as no measurement at all. */
static void outlier_is_told_and_left_out(void **state)
{
    (void)state;
    write_file("f.json", good_filter);
    const char *head = "time,ruler\n0.02,0.1\n0.04,0.09\n", *tail = "0.08,0.08\n";
    char with[200], without[200];
    snprintf(with, sizeof with, "%s0.06,7\n%s", head, tail);
    snprintf(without, sizeof without, "%s0.06,\n%s", head, tail);
    write_file("with.csv", with);
    write_file("without.csv", without);
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("with.csv"), "--output",
            in_folder("e1.csv"));
    assert_printed("ruler           3        1");
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("without.csv"), "--output",
            in_folder("e2.csv"));
    struct table a = read_table(in_folder("e1.csv")), b = read_table(in_folder("e2.csv"));
    assert_int_equal(a.n_rows, b.n_rows);
    for (size_t r = 0; r < a.n_rows; r++)
        for (size_t i = 0; i < 5; i++)
            assert_true(a.values[r * a.n_columns + i] == b.values[r * b.n_columns + i]);
    free_table(&a);
    free_table(&b);
}

/* The error of v walks, whatever spring and damper say: x' = v and v' = noise of 0.3 per sqrt(s), the dissertation's eq. 3.17 in closed form. */
static void error_that_walks_ignores_the_equations(void **state)
{
    (void)state;
    write_file("walk.json", "{\"type\": \"filter\", \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 1}},\n"
                            " \"states\": [{\"name\": \"x\", \"sigma\": 0.1},\n"
                            "            {\"name\": \"v\", \"sigma\": 0.5, \"noise\": 0.3, \"walks\": true}]}\n");
    write_file("late.csv", "time,ruler\n5,0\n");
    PASO_OK("estimate", MASS, "--filter", in_folder("walk.json"), "--measurements", in_folder("late.csv"), "--output",
            in_folder("walk.csv"));
    struct table e = read_table(in_folder("walk.csv"));
    const double *row = e.values + 200 * e.n_columns; /* t = 2 s */
    assert_near(row[0], 2, 0);
    assert_near(row[2], sqrt(0.1 * 0.1 + 2 * 2 * 0.5 * 0.5 + 0.3 * 0.3 * 2 * 2 * 2 / 3), 1e-12);
    assert_near(row[4], sqrt(0.5 * 0.5 + 0.3 * 0.3 * 2), 1e-12);
    free_table(&e);
}

/* v makes a step at the end of every macro step of 10 ms, and x moves by what v has become: sums of j and of j^2. A measurement at 5 ms cuts the first step into
 * halves, each of which adds half of the variance; its sensor knows nothing. */
static void noise_per_step_comes_at_the_end_of_steps(void **state)
{
    (void)state;
    write_file("steps.json",
               "{\"type\": \"filter\",\n"
               " \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 1}, \"blind\": {\"output\": \"x\", \"sigma\": "
               "1e12}},\n"
               " \"states\": [{\"name\": \"x\", \"sigma\": 0.1},\n"
               "            {\"name\": \"v\", \"sigma\": 0.5, \"noise_per_step\": 0.03, \"walks\": true}]}\n");
    write_file("grid.csv", "time,ruler,blind\n5,0,\n");
    write_file("between.csv", "time,ruler,blind\n0.005,,0\n5,0,\n");
    const double n = 200, h = 0.01, s2 = 0.03 * 0.03, x_at_rest = 0.1 * 0.1 + 2 * 2 * 0.5 * 0.5;
    const double of_grid = s2 * h * h * (n - 1) * n * (2 * n - 1) / 6;
    /* the first step's noise has moved x for n - 1 steps; half of it does so for half a step more */
    const double of_halves = of_grid + s2 * h * h / 2 * ((n - 0.5) * (n - 0.5) - (n - 1) * (n - 1));
    for (int cut = 0; cut < 2; cut++) {
        PASO_OK("estimate", MASS, "--filter", in_folder("steps.json"), "--measurements",
                in_folder(cut ? "between.csv" : "grid.csv"), "--output", in_folder("steps.csv"));
        struct table e = read_table(in_folder("steps.csv"));
        const double *row = e.values + (200 + (size_t)cut) * e.n_columns;
        assert_near(row[0], 2, 0);
        assert_near(row[2], sqrt(x_at_rest + (cut ? of_halves : of_grid)), 1e-12);
        assert_near(row[4], sqrt(0.5 * 0.5 + s2 * n), 1e-12);
        free_table(&e);
    }
}

static void lost_machine_is_told_with_the_time(void **state)
{
    (void)state;
    simulate();
    write_file("sure.json", "{\"type\": \"filter\", \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 0.002}},\n"
                            " \"states\": [{\"name\": \"x\", \"sigma\": 1e-6}, {\"name\": \"v\", \"sigma\": 1e-6}]}\n");
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("sure.json"), "--measurements", in_folder("m.csv"),
                          "--output", in_folder("lost.csv")),
                     1);
    assert_said("the filter has lost the machine at t = ");
    assert_said("the last 20 measurements of ruler");
    assert_false(is_there("lost.csv"));
}

/* Beyond a gate of 3, and mostly within 5: all of them are left out, and that must not go unnoticed. The model is sure of itself, so that an innovation has
 * the ruler's own deviation of 2 mm; each is 8 mm away from where the mass hangs at rest. */
static void loss_within_five_deviations_is_noticed(void **state)
{
    (void)state;
    char text[1200] = "time,ruler\n";
    for (int i = 1; i <= 30; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%g,0.008\n", 0.02 * i);
    write_file("off.csv", text);
    static const char format[] =
        "{\"type\": \"filter\", \"gate\": %g, \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 0.002}},\n"
        " \"states\": [{\"name\": \"x\", \"sigma\": 1e-6}, {\"name\": \"v\", \"sigma\": 1e-6}]}\n";
    static const struct {
        double gate;
        bool is_lost;
    } cases[] = {{3, true}, {5, false}, {0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, format, cases[i].gate);
        write_file("gate.json", text);
        assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("gate.json"), "--measurements",
                              in_folder("off.csv"), "--set", "x_0=0"),
                         cases[i].is_lost ? 1 : 0);
        if (cases[i].is_lost)
            assert_said("the last 20 measurements of ruler are all more than 3 standard deviations away");
    }
}

/* With a gate that lets everything pass, the machine is lost as without one: farther than 5 deviations, 20 times. */
static void wide_gate_hides_no_loss(void **state)
{
    (void)state;
    simulate();
    write_file(
        "wide.json",
        "{\"type\": \"filter\", \"gate\": 1e6, \"sensors\": {\"ruler\": {\"output\": \"x\", \"sigma\": 0.002}},\n"
        " \"states\": [{\"name\": \"x\", \"sigma\": 1e-6}, {\"name\": \"v\", \"sigma\": 1e-6}]}\n");
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("wide.json"), "--measurements", in_folder("m.csv")),
                     1);
    assert_said("the last 20 measurements of ruler are all more than 5 standard deviations away");
}

/* Too few to be lost; nothing of the sensor was used. */
static void sensor_of_outliers_alone_is_named(void **state)
{
    (void)state;
    write_file("f.json", good_filter);
    write_file("away.csv", "time,ruler\n0.02,7\n0.04,7\n0.06,7\n");
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("away.csv")),
                     0);
    assert_printed("ruler           0        3");
    assert_printed("  every value was an outlier\n");
    assert_said(
        "warning: the sensor ruler: every value was an outlier: each of 3 is more than 5 standard deviations away");
    assert_int_equal(
        PASO("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("away.csv"), "--quiet"), 0);
    assert_said("every value was an outlier");
    write_file("one.csv", "time,ruler\n0.02,0.1\n0.04,7\n");
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("one.csv"));
    assert_null(strstr(last.err, "every value"));
}

/* A share of the largest value is told where there was a value: the mass hangs at rest, and v is 0 but for rounding. */
static void state_at_rest_has_no_share_of_its_largest_value(void **state)
{
    (void)state;
    write_file("f.json", good_filter);
    write_file("rest.csv", "time,ruler\n0.02,0.101\n0.04,0.1\n");
    write_file("resting.csv", "time,x,v\n0,0.1,1e-17\n5,0.1,1e-17\n");
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("rest.csv"), "--truth",
            in_folder("resting.csv"), "--set", "k=0", "--set", "d=0", "--stop-time", "0.04");
    const char *x = strstr(last.out, "\nx "), *v = strstr(last.out, "\nv ");
    double at_end, deviation, rms, share;
    char word[8];
    assert_true(x && v);
    assert_int_equal(sscanf(x, " x %lf %lf %lf %lf", &at_end, &deviation, &rms, &share), 4);
    assert_near(share, 100 * rms / 0.1, 0.01 * share);
    assert_int_equal(sscanf(v, " v %lf %lf %lf %7s", &at_end, &deviation, &rms, word), 4);
    assert_string_equal(word, "-");
}

/* Times are of the run within rounding, and what is measured then is used: the last value as well, by the time of the stop. */
static void value_at_the_stop_time_is_used_within_rounding(void **state)
{
    (void)state;
    write_file("f.json", good_filter);
    write_file("stop.csv", "time,ruler\n1000.5,0\n1001.0000005,0\n");
    PASO_OK("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("stop.csv"), "--start-time",
            "1000", "--stop-time", "1001", "--set", "x_0=0");
    assert_printed("ruler           2        0");
    write_file("stop.csv", "time,ruler\n1000.5,0\n1001.000002,0\n");
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("f.json"), "--measurements", in_folder("stop.csv"),
                          "--start-time", "1000", "--stop-time", "1001"),
                     2);
    assert_said("after the run has ended at 1001 s");
}

/* ---- what the sensors see ---- */

/* Two masses without springs, of which one has a sensor: the other's speed is not known, and moves it away. */
static const char two_masses[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<ssd:SystemStructureDescription xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\"\n"
    "  xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" version=\"1.0\" name=\"masses\">\n"
    "<ssd:System name=\"masses\"><ssd:Elements>\n"
    "<ssd:Component name=\"a\" type=\"application/x-fmu-sharedlibrary\" source=\"mass.fmu\"/>\n"
    "<ssd:Component name=\"b\" type=\"application/x-fmu-sharedlibrary\" source=\"mass.fmu\"/>\n"
    "</ssd:Elements></ssd:System>\n"
    "<ssd:DefaultExperiment startTime=\"0\" stopTime=\"5\"/>\n"
    "</ssd:SystemStructureDescription>\n";

static void direction_that_grows_and_is_not_seen_is_refused(void **state)
{
    (void)state;
    copy_mass();
    write_file("two.ssd", two_masses);
    write_file("m2.csv", "time,ruler\n0,0.1\n1,0.1\n2,0.1\n");
    write_file("two.json", "{\"type\": \"filter\", \"sensors\": {\"ruler\": {\"output\": \"a.x\", \"sigma\": 0.1}},\n"
                           " \"states\": [{\"name\": \"a.x\", \"sigma\": 1}, {\"name\": \"b.v\", \"sigma\": 1},\n"
                           "            {\"name\": \"b.x\", \"sigma\": 1}]}\n");
    assert_int_equal(PASO("estimate", in_folder("two.ssd"), "--filter", in_folder("two.json"), "--measurements",
                          in_folder("m2.csv"), "--set", "b.k=0", "--set", "b.d=0", "--output", in_folder("no.csv")),
                     2);
    assert_said("the sensors do not see");
    assert_said("b.v");
    assert_said("an error there grows by a factor of");
    assert_false(is_there("no.csv"));
}

/* A free mass with a speedometer: nothing says where it is, but nothing drives the error either. */
static void direction_that_is_not_seen_is_told(void **state)
{
    (void)state;
    write_file("speed.json", "{\"type\": \"filter\", \"sensors\": {\"speed\": {\"output\": \"v\", \"sigma\": 0.01}},\n"
                             " \"states\": [{\"name\": \"x\", \"sigma\": 0.1}, {\"name\": \"v\", \"sigma\": 0.5}]}\n");
    write_file("s.csv", "time,speed\n1,0\n2,0\n3,0\n4,0\n5,0\n");
    PASO_OK("estimate", MASS, "--filter", in_folder("speed.json"), "--measurements", in_folder("s.csv"), "--set", "k=0",
            "--set", "d=0");
    assert_printed("not seen:    1.00 x (an error there changes by a factor of 1 over the run)");
    assert_printed("least seen:  1.00 v");
}

/* A pendulum on its foot falls when nobody holds it, from whatever is left of zero: errors grow by exp(lambda t), lambda = sqrt(g/l), l = 1 m. Of the model alone
 * all that could be told is that errors go there; the direction (1, -lambda) that comes back to the top is the least seen. With an encoder it is watched well. */
static void machine_that_falls_without_sensors_is_estimated(void **state)
{
    (void)state;
    write_file("pendulum.json",
               "{\"type\": \"mechanism\", \"name\": \"Pendulum\", \"gravity\": [0, -9.81, 0],\n"
               " \"bodies\": {\"rod\": {\"mass\": 1, \"com\": [0, 1, 0]}},\n"
               " \"joints\": {\"foot\": {\"type\": \"revolute\", \"parent\": \"ground\", \"child\": \"rod\"}}}\n");
    write_file("watch.json",
               "{\"type\": \"filter\",\n"
               " \"sensors\": {\"encoder\": {\"output\": \"foot\", \"sigma\": 0.002, \"rate\": 100}},\n"
               " \"states\": [{\"name\": \"foot\", \"sigma\": 0.01}, {\"name\": \"dfoot\", \"sigma\": 0.01, "
               "\"noise\": 0.01}]}\n");
    const char *fmu = in_folder("pendulum.fmu");
    PASO_OK("export", in_folder("pendulum.json"), "-o", fmu);
    PASO_OK("estimate", fmu, "--filter", in_folder("watch.json"), "--simulate", "--output", in_folder("m.csv"),
            "--truth", in_folder("t.csv"));
    PASO_OK("estimate", fmu, "--filter", in_folder("watch.json"), "--measurements", in_folder("m.csv"), "--truth",
            in_folder("t.csv"));
    /* An error of the angle becomes a speed of lambda/2 exp(lambda t): 1e8 times as large at 5.738 s. The model is looked at every 0.05 s. */
    assert_printed("on the way to t = 5.75 s: there errors of the model alone, without sensors, have grown by 1e8");
    assert_printed("least seen:  0.95 dfoot, -0.30 foot"); /* (1, -3.132), of unit length */
    assert_printed("  consistent\n");
}

/* ---- bad input ---- */

struct wrong_file {
    const char *text, *said;
};

/* Each of them in turn as this file; the other one is good. Nothing is written. */
static void refuse_files(const struct wrong_file *wrong, size_t n, const char *name, const char *filter,
                         const char *measurements)
{
    for (size_t i = 0; i < n; i++) {
        write_file(name, wrong[i].text);
        assert_int_equal(PASO("estimate", MASS, "--filter", in_folder(filter), "--measurements",
                              in_folder(measurements), "--output", in_folder("no.csv")),
                         2);
        assert_said(wrong[i].said);
        assert_false(is_there("no.csv") || is_there("no.csv.partial"));
    }
}

static void wrong_filter_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct wrong_file wrong[] = {
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"xx\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1}]}",
         "wrong.json:1: sensors.r: the system has no continuous output or state \"xx\"; did you mean \"x\"?"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"w\", \"sigma\": 1}]}",
         "wrong.json:2: states[1]: the system has no state \"w\""},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1}],\n \"parameters\": [{\"name\": \"k\", \"sigma\": 1}]}",
         "wrong.json:3: parameters[1]: the system has no tunable parameter \"k\""},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1}],\n \"parameters\": [{\"name\": \"k\", \"sigma\": 0}]}",
         "parameters[1].sigma"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": -1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1}]}",
         "sensors.r.sigma"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1, \"noise\": -2}]}",
         "states[1].noise"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1, \"noise_per_step\": -2}]}",
         "states[1].noise_per_step"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": -1}]}",
         "states[1].sigma"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1},\n {\"name\": \"x\", \"sigma\": 1}]}",
         "wrong.json:3: states[2]: the state \"x\" stands here for the second time"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 0}]}",
         "both sigma and noise are 0: the state is known, leave it out"},
        {"{\"type\": \"filter\", \"sensors\": {}, \"states\": [{\"name\": \"x\", \"sigma\": 1}]}",
         "a filter needs a sensor"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}}, \"states\": []}",
         "a filter needs a state to estimate"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1, \"delay\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1}]}",
         "delay"},
        {"{\"type\": \"filter\", \"sensors\": {\"r\": {\"output\": \"x\", \"sigma\": 1}},\n"
         " \"states\": [{\"name\": \"x\", \"sigma\": 1}],\n \"gate\": 0.5}",
         "wrong.json:3: gate: 0.5: of right measurements it leaves out a third and more; 1 is the least, and 0 leaves "
         "out none"},
        {"{\"type\": \"mechanism\"}", "filter"},
    };
    write_file("m1.csv", "time,r\n0,0\n");
    refuse_files(wrong, sizeof wrong / sizeof *wrong, "wrong.json", "wrong.json", "m1.csv");
}

static void wrong_measurements_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct wrong_file wrong[] = {
        {"time,x\n0,1\n", "has no column \"ruler\" for the sensor of this name in "},
        {"time,Ruler\n0,1\n", "did you mean \"Ruler\"?"},
        {"t,ruler\n0,1\n", "the first column is called \"t\"; it should be time"},
        {"time,ruler\n0,1\n2,1\n1,1\n", "wrong.csv:4: the time 1 lies before that of the row above, 2"},
        {"time,ruler\n0,1\n1,1\n1,2\n", "wrong.csv:4: the time 1 stands in the row above, too"},
        {"time,ruler\n0,1\n1,one\n", "wrong.csv:3: \"one\" is not a number"},
        {"time,ruler\n0,1\n1\n", "wrong.csv:3: 1 values in a file of 2 columns"},
        {"time,ruler\n0,1\n6,1\n",
         "wrong.csv:3: measured at t = 6 s, after the run has ended at 5 s; --stop-time moves it"},
        {"time,ruler\n-1,1\n0,1\n", "wrong.csv:2: measured at t = -1 s, before the run begins at 0 s; --start-time"},
        {"time,ruler\n0,\n1,nan\n", "holds no measurement of any sensor"},
        {"time,ruler\n", "holds no row of values"},
        {"", "holds no row of values"},
    };
    write_file("f.json", good_filter);
    refuse_files(wrong, sizeof wrong / sizeof *wrong, "wrong.csv", "f.json", "wrong.csv");
}

/* A body that tumbles: where its angles are counted from another frame, what is known of their errors is worth nothing. */
static void states_that_are_counted_anew_end_the_filter(void **state)
{
    (void)state;
    write_file(
        "ball.json",
        "{\"type\": \"mechanism\", \"name\": \"Ball\", \"gravity\": [0, 0, 0],"
        "\"bodies\": {\"ball\": {\"mass\": 1, \"inertia\": [1, 2, 2.5, 0, 0, 0]}}, \"joints\": {\"ball\": {\"type\": "
        "\"spherical\", \"parent\": \"ground\", \"child\": \"ball\", \"start_rate\": [0.1, 1, 0]}},"
        "\"markers\": {\"a\": {\"body\": \"ball\", \"at\": [1, 0, 0]}, \"b\": {\"body\": \"ball\", \"at\": [0, 1, 0]}},"
        "\"experiment\": {\"stop_time\": 2, \"step_size\": 0.005, \"solver\": 2}}");
    write_file(
        "ball-filter.json",
        "{\"type\": \"filter\", \"sensors\": {\"ax\": {\"output\": \"a.x\", \"sigma\": 0.01, \"rate\": 20},"
        "\"ay\": {\"output\": \"a.y\", \"sigma\": 0.01, \"rate\": 20}, \"az\": {\"output\": \"a.z\", \"sigma\": 0.01, "
        "\"rate\": 20},"
        "\"bx\": {\"output\": \"b.x\", \"sigma\": 0.01, \"rate\": 20}, \"bz\": {\"output\": \"b.z\", \"sigma\": 0.01, "
        "\"rate\": 20}},"
        "\"states\": [{\"name\": \"ball.angle1\", \"sigma\": 0.01}, {\"name\": \"ball.angle2\", \"sigma\": 0.01},"
        "{\"name\": \"ball.angle3\", \"sigma\": 0.01}, {\"name\": \"ball.dangle1\", \"sigma\": 0.01},"
        "{\"name\": \"ball.dangle2\", \"sigma\": 0.01}, {\"name\": \"ball.dangle3\", \"sigma\": 0.01}]}");
    const char *fmu = in_folder("ball.fmu"), *filter = in_folder("ball-filter.json"), *csv = in_folder("ball.csv");
    PASO_OK("export", in_folder("ball.json"), "-o", fmu);
    PASO_OK("estimate", fmu, "--filter", filter, "--simulate", "--output", csv);
    /* 60 degrees at 1 rad/s, nearly */
    assert_int_equal(PASO("estimate", fmu, "--filter", filter, "--measurements", csv, "--output", in_folder("not.csv")),
                     1);
    assert_said("ball.chart has changed before t = 1.0");
    assert_said(", and the filter ends there: ");
    assert_printed("on the way to t = 1.0"); /* what the sensors see is told up to there, too */
    assert_said("\"keep_angles\"");
    assert_false(is_there("not.csv"));
    PASO_OK("export", in_folder("ball.json"), "--set", "joints.ball.keep_angles=true", "-o", fmu);
    PASO_OK("estimate", fmu, "--filter", filter, "--measurements", csv, "--stop-time", "2");
    assert_printed("  consistent\n");
}

static void words_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    simulate();
    const char *f = in_folder("f.json"), *m = in_folder("m.csv");
    assert_int_equal(PASO("estimate", MASS), 2);
    assert_said("--filter FILE.json");
    assert_int_equal(PASO("estimate", "--filter", f, "--measurements", m), 2);
    assert_said("SYSTEM|FMU");
    assert_int_equal(PASO("estimate", MASS, "--filter", f), 2);
    assert_said("--measurements FILE.csv");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--simulate"), 2);
    assert_said("--simulate means nothing without --output");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--simulate"), 2);
    assert_said("--simulate makes what --measurements reads");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--seed", "3"), 2);
    assert_said("--seed means nothing without --simulate");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--output", m), 2);
    assert_said("m.csv, which is also --measurements");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--truth", in_folder("t.csv"),
                          "--output", in_folder("t.csv")),
                     2);
    assert_said("t.csv, which is also --truth");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--output", in_folder("same.html"),
                          "--plot", in_folder("same.html")),
                     2);
    assert_said("--plot would overwrite ");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--simulate", "--output", in_folder("same.csv"), "--truth",
                          in_folder("same.csv")),
                     2);
    assert_said("--truth would overwrite ");
    assert_false(is_there("same.csv") || is_there("same.html"));
    copy_mass();
    assert_int_equal(PASO("estimate", in_folder("mass.fmu"), "--filter", f, "--export", in_folder("mass.fmu")), 2);
    assert_said("mass.fmu, which is also the system");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--truth", m), 2);
    assert_said("has no column of an estimated state: x is not there");
    assert_int_equal(
        PASO("estimate", MASS, "--filter", f, "--measurements", m, "--truth", in_folder("t.csv"), "--truth-from", "6"),
        2);
    assert_said("t.csv: has no value of an estimated state from t = 6 s to 5 s, where estimates are compared with it");
    assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("none.json"), "--measurements", m), 2);
    assert_said("none.json: cannot be opened");
    assert_int_equal(PASO("estimate", MASS, "--filter", f, "--measurements", m, "--size", "88mm"), 2);
    assert_said("--size means nothing without --plot");
    assert_int_equal(PASO("estimate", MASS, "--schema"), 2);
    assert_int_equal(PASO("estimate", "--schema", "--filter", f), 2);
    assert_said("--schema prints the schema of filter files alone: --filter has no place beside it");
    PASO_OK("estimate", "--schema", "--quiet");
    PASO_OK("estimate", "--schema");
    assert_printed("\"pasodoble filter\"");
}

/* An observer is made of model and filter file alone, at a point of the run. */
static void words_beside_an_export_are_refused(void **state)
{
    (void)state;
    write_file("f.json", good_filter);
    static const char *const words[][2] = {{"--seed", "3"},     {"--truth-from", "1"}, {"--size", "88mm"},
                                           {"--title", "Mine"}, {"--per-panel", "2"},  {"--font-size", "9"}};
    char said[100];
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_int_equal(PASO("estimate", MASS, "--filter", in_folder("f.json"), "--export", in_folder("o.fmu"),
                              words[i][0], words[i][1]),
                         2);
        snprintf(said, sizeof said, "%s has no place beside it", words[i][0]);
        assert_said(said);
    }
    static const char *const times[] = {"-1", "5.5"};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(
            PASO("estimate", MASS, "--filter", in_folder("f.json"), "--export", in_folder("o.fmu"), "--at", times[i]),
            2);
        snprintf(said, sizeof said, "--at %s lies outside of the run, which goes from 0 s to 5 s", times[i]);
        assert_said(said);
    }
    assert_false(is_there("o.fmu"));
}

/* In a system an input that nothing drives is told, as paso run does; of a single FMU it is the rule. */
static void inputs_that_nothing_drives_are_told(void **state)
{
    (void)state;
    copy_mass();
    write_file("pair.ssd", two_masses);
    write_file("pair.csv", "time,a,b\n0.02,0.1,0.1\n0.04,0.1,0.1\n");
    write_file("pair.json",
               "{\"type\": \"filter\", \"sensors\": {\"a\": {\"output\": \"a.x\", \"sigma\": 0.1},\n"
               " \"b\": {\"output\": \"b.x\", \"sigma\": 0.1}}, \"states\": [{\"name\": \"a.x\", \"sigma\": 1}]}\n");
    static const char *const told = "warning: nothing drives these inputs, they keep their start values: a.f, b.f\n";
    assert_int_equal(PASO("estimate", in_folder("pair.ssd"), "--filter", in_folder("pair.json"), "--measurements",
                          in_folder("pair.csv")),
                     0);
    assert_said(told);
    assert_int_equal(PASO("estimate", in_folder("pair.ssd"), "--filter", in_folder("pair.json"), "--simulate",
                          "--output", in_folder("made.csv")),
                     0);
    assert_said(told);
    assert_int_equal(PASO("estimate", in_folder("pair.ssd"), "--filter", in_folder("pair.json"), "--measurements",
                          in_folder("pair.csv"), "--set", "b.f=1"),
                     0);
    assert_said("they keep their start values: a.f\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_noise_is_consistent_and_wrong_noise_is_not),
        cmocka_unit_test(estimate_is_compared_with_the_truth),
        cmocka_unit_test(notes_beside_the_files_tell_units),
        cmocka_unit_test(other_columns_are_not_looked_at),
        cmocka_unit_test(estimate_is_drawn),
        cmocka_unit_test(outlier_is_told_and_left_out),
        cmocka_unit_test(error_that_walks_ignores_the_equations),
        cmocka_unit_test(noise_per_step_comes_at_the_end_of_steps),
        cmocka_unit_test(lost_machine_is_told_with_the_time),
        cmocka_unit_test(loss_within_five_deviations_is_noticed),
        cmocka_unit_test(wide_gate_hides_no_loss),
        cmocka_unit_test(sensor_of_outliers_alone_is_named),
        cmocka_unit_test(state_at_rest_has_no_share_of_its_largest_value),
        cmocka_unit_test(value_at_the_stop_time_is_used_within_rounding),
        cmocka_unit_test(direction_that_grows_and_is_not_seen_is_refused),
        cmocka_unit_test(states_that_are_counted_anew_end_the_filter),
        cmocka_unit_test(direction_that_is_not_seen_is_told),
        cmocka_unit_test(machine_that_falls_without_sensors_is_estimated),
        cmocka_unit_test(wrong_filter_is_refused_with_its_line),
        cmocka_unit_test(wrong_measurements_are_refused_with_their_line),
        cmocka_unit_test(words_that_do_not_go_together_are_refused),
        cmocka_unit_test(words_beside_an_export_are_refused),
        cmocka_unit_test(inputs_that_nothing_drives_are_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
