/* Derivatives of a circuit with all of its elements. */
#include "tests/testing.h"

#include "tests/fmu_hydraulics/circuit_alive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_named(const char *list, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = list; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strncmp(at, name, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* Rates and outputs along every state and input: by the complex step, and by central differences; whatever is not 0 is declared. */
static void compare_derivatives(const char *text)
{
    enum { MOST = 120 };
    struct opened o = start(text);
    struct model_instance *l = &o.live;
    set(&o, "boom.U", 0.5), set(&o, "boom.dU", 0.1), set(&o, "boom_cylinder.rate", 0.03), set(&o, "holding.lift", 0.3);
    set(&o, "bottom.p", 9e6), set(&o, "line.p", 95e5), set(&o, "sensed.p", 94e5), set(&o, "swing.p", 3e6),
        set(&o, "top.p", 12e5);
    set(&o, "section.p", 102e5), set(&o, "outlet.p", 112e5), set(&o, "supply.p", 111e5),
        set(&o, "swing_motor.speed", 0.7);
    set(&o, "pipe.flow", 9e-4), set(&o, "pump.swash", 0.4);
    event(&o, 1.4);
    double complex *workspace = malloc(model_workspace_size(&l->layout) * sizeof *workspace);
    const size_t n_x = l->layout.count[MODEL_STATE], n_u = l->layout.count[MODEL_INPUT],
                 n_y = l->layout.count[MODEL_OUTPUT], n_w = l->layout.count[MODEL_LOCAL];
    assert_true(workspace && n_x < MOST && n_w < MOST);
    const struct model_point at = {l->constants, l->scratch, 1.4, l->m, l->x, l->u};
    for (size_t j = 0; j < n_x + n_u; j++) {
        double seed[MOST] = {0}, rates[MOST], outputs[MOST], locals[MOST], above[3][MOST];
        double *value = j < n_x ? &l->x[j] : &l->u[j - n_x];
        const char *name =
            l->type->variables[l->layout.first[j < n_x ? MODEL_STATE : MODEL_INPUT] + (j < n_x ? j : j - n_x)].name;
        seed[j < n_x ? j : j - n_x] = 1;
        assert_true(model_differentiate(
            l->type, &l->layout, at, (struct model_direction){.x = j < n_x ? seed : NULL, .u = j < n_x ? NULL : seed},
            (struct model_change){.rates = rates, .outputs = outputs, .locals = locals}, workspace, &report));
        const double kept = *value, step = 1e-5 * fmax(fabs(kept), 1e-3);
        *value = kept + step;
        look(&o, 1.4);
        memcpy(above[0], l->dx, n_x * sizeof *l->dx), memcpy(above[1], l->y, n_y * sizeof *l->y);
        memcpy(above[2], l->w, n_w * sizeof *l->w);
        *value = kept - step;
        look(&o, 1.4);
        *value = kept;
        const double *exact[] = {rates, outputs, locals}, *below[] = {l->dx, l->y, l->w};
        const enum model_role roles[] = {MODEL_STATE, MODEL_OUTPUT, MODEL_LOCAL};
        for (int part = 0; part < 3; part++)
            for (size_t i = 0; i < l->layout.count[roles[part]]; i++) {
                const struct model_variable *v = &l->type->variables[l->layout.first[roles[part]] + i];
                const double difference = (above[part][i] - below[part][i]) / (2 * step);
                const double rounding = 1e-12 * fabs(above[part][i]) / step;
                if (!(fabs(exact[part][i] - difference) <= 1e-6 * fabs(difference) + rounding))
                    fail_msg("%s by %s: %.12g, by differences %.12g", v->name, name, exact[part][i], difference);
                if (exact[part][i] != 0 && !is_named(part == 0 ? v->rate_depends : v->depends, name))
                    fail_msg("%s depends on %s, which is not declared", v->name, name);
            }
    }
    free(workspace);
    done(&o);
}

static void derivatives_are_exact_and_declared(void **state)
{
    (void)state;
    char *text = circuit_file("../../docs/circuits/load-sensing.json"),
         *foam = circuit_changed(text,
                                 "{\"type\": \"constant\", \"bulk_modulus\": \"1.4 GPa\", \"density\": \"870 kg/m3\", "
                                 "\"viscosity\": \"46 cSt\"}",
                                 "{\"type\": \"HLP 46\", \"entrained_air\": 0.01}");
    compare_derivatives(text);
    compare_derivatives(foam);
    free(foam);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_are_exact_and_declared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
