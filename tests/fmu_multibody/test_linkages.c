/* What an acceleration depends on: all that has a derivative is said, and linkages that nothing ties together are kept apart. */
#include "tests/testing.h"

#include "numerics/solver_impl.h"
#include "tests/fmu_multibody/from_file.h"

#include <string.h>

/* Two arms of two links each, on the ground, with drives; `more` is what is besides. */
#define LINK "{\"mass\": 2, \"com\": [0.4, 0.1, 0], \"inertia\": [0.01, 0.2, 0.2, 0, 0, 0]}"
#define JOINT(parent, child, at, start)                                                                                \
    "{\"type\": \"revolute\", \"parent\": \"" parent "\", \"child\": \"" child "\", \"at\": " at ", \"start\": " start \
    ", \"start_rate\": 0.7}"
#define ARMS(more)                                                                                                     \
    "{\"type\": \"mechanism\", \"name\": \"Arms\", \"gravity\": [0, -9.81, 0], \"bodies\": {\"a1\": " LINK             \
    ", \"a2\": " LINK ", \"b1\": " LINK ", \"b2\": " LINK                                                              \
    "}, \"joints\": {\"a\": " JOINT("ground", "a1", "[0, 0, 0]", "0.3") ", \"c\": " JOINT(                             \
        "a1", "a2", "[0.8, 0, 0]",                                                                                     \
        "-0.5") ", \"b\": " JOINT("ground", "b1", "[2, 0, 0]",                                                         \
                                  "2.2") ", \"d\": " JOINT("b1", "b2", "[0.8, 0, 0]",                                  \
                                                           "0.6") "}, \"drives\": {\"at_a\": {\"coordinate\": "        \
                                                                  "\"a\"}, \"at_d\": "                                 \
                                                                  "{\"coordinate\": \"d\"}}" more "}"
#define ENDS     "\"from\": {\"body\": \"a2\", \"at\": [0.8, 0, 0]}, \"to\": {\"body\": \"b2\", \"at\": [0.8, 0, 0]}"
#define GROUNDED "\"from\": {\"body\": \"ground\", \"at\": [0, -1, 0]}, \"to\": {\"body\": \"b2\", \"at\": [0.8, 0, 0]}"

static const struct {
    const char *text;
    bool is_tied; /* arm a with arm b */
} cases[] = {
    {ARMS(""), false},
    {ARMS(", \"springs\": {\"s\": {" ENDS ", \"stiffness\": 50, \"length\": 1}}"), true},
    {ARMS(", \"springs\": {\"s\": {" GROUNDED ", \"stiffness\": 50, \"length\": 1}}"), false},
    {ARMS(", \"dampers\": {\"s\": {" ENDS ", \"damping\": 3}}"), true},
    {ARMS(", \"actuators\": {\"s\": {" ENDS "}}"), true},
    {ARMS(", \"actuators\": {\"s\": {" GROUNDED "}}"), false},
    {ARMS(", \"actuators\": {\"s\": {\"coordinate\": \"b\"}}"), false},
    {ARMS(", \"actuators\": {\"s\": {" GROUNDED
          ", \"coupling\": \"pressures\", \"piston\": {\"areas\": [1e-3, 1e-3], \"stroke\": 4, \"start_length\": 2, "
          "\"friction\": {\"type\": \"viscous\", \"sigma2\": 30}}}}"),
     false},
    {ARMS(", \"bushings\": {\"s\": {" ENDS ", \"stiffness\": [40, 40, 40]}}"), true},
    {ARMS(", \"bushings\": {\"s\": {" GROUNDED ", \"stiffness\": [40, 40, 40]}}"), false},
    {ARMS(", \"contacts\": {\"s\": {\"body\": \"a2\", \"radius\": 0.1, \"plane\": {\"body\": \"b2\", \"at\": [0, 9, "
          "0], \"normal\": [0, 1, 0]}, \"stiffness\": 10}}"),
     true},
    {ARMS(", \"contacts\": {\"s\": {\"body\": \"a2\", \"radius\": 0.1, \"plane\": {\"at\": [0, 9, 0], \"normal\": [0, "
          "1, 0]}, \"stiffness\": 10}}"),
     false},
    {ARMS(", \"loops\": {\"s\": {\"type\": \"distance\", \"a\": {\"body\": \"a2\", \"at\": [0.8, 0, 0]}, \"b\": "
          "{\"body\": \"b2\", \"at\": [0.8, 0, 0]}, \"length\": 1.2}}"),
     true},
    {ARMS(", \"loops\": {\"s\": {\"type\": \"distance\", \"a\": {\"body\": \"a2\", \"at\": [0.8, 0, 0]}, \"b\": "
          "{\"body\": \"ground\", \"at\": [1, 1, 0]}, \"length\": 0.7}}"),
     false},
    {ARMS(", \"forces\": {\"s\": {\"body\": \"b2\", \"at\": [0.8, 0, 0], \"direction\": [1, 0, 0], \"frame\": "
          "\"body\"}}, \"payloads\": {\"p\": {\"body\": \"a2\", \"at\": [0.8, 0, 0]}, \"q\": {\"body\": \"b1\", "
          "\"mass\": 3}}"),
     false},
    {ARMS(", \"joint_springs\": {\"s\": {\"coordinate\": \"d\", \"stiffness\": 20, \"damping\": 1}}"), false},
};

static void begin(struct from_file *f, const char *text)
{
    from_file_open_text(f, text);
    for (size_t i = 0; i < f->live.layout.count[MODEL_INPUT]; i++)
        f->live.u[i] = 4 + (double)i;
    from_file_initialize(f);
    from_file_update(f);
}

static bool names(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = list; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strncmp(at, name, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* Whether a change of `variable` changes some acceleration of a coordinate of the other arm. Says which derivative is not declared. */
static bool reaches_beyond(struct from_file *f, const struct model_variable *variable)
{
    double rates[16] = {0};
    bool beyond = false;
    const struct model_instance *l = &f->live;
    from_file_differentiate(f, variable->name, rates, NULL);
    for (size_t i = 0; i < l->layout.count[MODEL_STATE]; i++) {
        const struct model_variable *rate = &l->type->variables[l->layout.first[MODEL_STATE] + i];
        if (rates[i] != 0 && !names(rate->rate_depends, variable->name))
            fail_msg("%s: the rate of %s depends on %s, which is not declared", l->type->name, rate->name,
                     variable->name);
        beyond = beyond || (rates[i] != 0 && strpbrk(rate->name, "ac") && strpbrk(variable->name, "b"));
    }
    return beyond;
}

static void all_derivatives_are_declared(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct from_file f;
        bool beyond = false, declared = false;
        begin(&f, cases[k].text);
        const struct model_layout *layout = &f.live.layout;
        const struct model_variable *rows = f.live.type->variables;
        for (size_t i = 0; i < layout->count[MODEL_STATE]; i++) {
            const struct model_variable *rate = &rows[layout->first[MODEL_STATE] + i];
            beyond = reaches_beyond(&f, rate) || beyond;
            declared = declared || (strpbrk(rate->name, "ac") && names(rate->rate_depends, "b"));
        }
        for (size_t i = 0; i < layout->count[MODEL_INPUT]; i++)
            reaches_beyond(&f, &rows[layout->first[MODEL_INPUT] + i]);
        if (beyond != cases[k].is_tied || declared != cases[k].is_tied)
            fail_msg("case %zu: arms are %s, derivatives %s, and it is %s", k, cases[k].is_tied ? "tied" : "apart",
                     beyond ? "go across" : "do not", declared ? "said" : "not said");
        from_file_close(&f);
    }
}

/* Columns of a Jacobian in which nothing meets are found by one derivative, bit for bit what they are one by one. */
static void columns_together_are_columns_one_by_one(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct from_file f;
        struct model_report report = {""};
        double one_by_one[8 * 16], together[8 * 16];
        begin(&f, cases[k].text);
        struct model_instance *l = &f.live;
        struct solver *s = solver_open(l->type, &report);
        const struct solver_settings settings = {SOLVER_TRAPEZOIDAL, 1e-3, 1e-6, 1e-6};
        assert_true(s && solver_prepare(s, &settings, &report));
        const size_t n = s->n_x, stride = n + s->n_q;
        assert_true(n <= 8 && stride <= 16);
        const struct solver_problem problem = {
            .type = l->type, .layout = &l->layout, .constants = l->constants, .scratch = l->scratch, .m = l->m};
        if (!cases[k].is_tied)
            assert_int_equal(s->n_groups, 4); /* of an arm two angles and two rates */
        assert_true(solver_jacobian(s, &problem, 0, l->x, l->u, stride, one_by_one, one_by_one + n, &report));
        assert_true(solver_jacobian(s, &problem, 0, l->x, l->u, stride, together, NULL, &report));
        for (size_t j = 0; j < n; j++)
            for (size_t i = 0; i < n; i++)
                if (one_by_one[j * stride + i] != together[j * stride + i])
                    fail_msg("case %zu, row %zu, column %zu: %.17g and %.17g", k, i, j, one_by_one[j * stride + i],
                             together[j * stride + i]);
        solver_close(s);
        from_file_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_derivatives_are_declared),
        cmocka_unit_test(columns_together_are_columns_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
