#include "tests/testing.h"

#include "tests/fmi/lim_pair.h"

struct pair {
    struct binary *binary[2];
    struct unit_under_test multibody, hydraulics;
};

static void pair_open(struct pair *p, const struct lim_case *c)
{
    p->binary[0] = binary_open("Manipulator");
    p->binary[1] = binary_open("ManipulatorHydraulics");
    unit_open(&p->multibody, p->binary[0], fmi2CoSimulation);
    unit_open(&p->hydraulics, p->binary[1], fmi2CoSimulation);
    unit_set_integer(&p->multibody, "coupling", (int)c->coupling);
    unit_set_integer(&p->hydraulics, "manoeuvre", c->manoeuvre);
    unit_set(&p->hydraulics, "step_size", c->h_H);
    unit_set(&p->multibody, "step_size", c->h_M > 0 ? c->h_M : c->H);
    struct unit_under_test *both[] = {&p->multibody, &p->hydraulics};
    for (int i = 0; i < 2; i++) {
        unit_set_integer(both[i], "solver", c->solver);
        if (c->tolerance > 0) {
            unit_set(both[i], "rel_tol", c->tolerance);
            unit_set(both[i], "abs_tol", c->tolerance);
        }
        const struct binary *b = both[i]->binary;
        assert_int_equal(b->SetupExperiment(both[i]->component, fmi2False, 0, 0, fmi2False, 0), fmi2OK);
        assert_int_equal(b->EnterInitializationMode(both[i]->component), fmi2OK);
    }
    /* The mechanism is initialized first; the hydraulics balances the force that holds it. */
    unit_set(&p->hydraulics, "s", unit_get(&p->multibody, "s"));
    unit_set(&p->hydraulics, "ds", unit_get(&p->multibody, "ds"));
    unit_set(&p->hydraulics, "f_h_static", unit_get(&p->multibody, "f_h_static"));
    unit_set(&p->multibody, "f_h", unit_get(&p->hydraulics, "f_h"));
    unit_set(&p->multibody, "p1", unit_get(&p->hydraulics, "p1"));
    unit_set(&p->multibody, "p2", unit_get(&p->hydraulics, "p2"));
    for (int i = 0; i < 2; i++)
        assert_int_equal(both[i]->binary->ExitInitializationMode(both[i]->component), fmi2OK);
}

static void pair_close(struct pair *p)
{
    unit_close(&p->multibody);
    unit_close(&p->hydraulics);
    binary_close(p->binary[0]);
    binary_close(p->binary[1]);
}

double lim_run(const struct lim_case *c, lim_observer *observe, void *context)
{
    struct pair p;
    pair_open(&p, c);
    const struct binary *mb = p.binary[0], *hb = p.binary[1];
    const fmi2ValueReference m_out[2] = {binary_reference(mb, "s"), binary_reference(mb, "ds")};
    const fmi2ValueReference m_in[3] = {binary_reference(mb, "f_h"), binary_reference(mb, "p1"),
                                        binary_reference(mb, "p2")};
    const fmi2ValueReference h_in[2] = {binary_reference(hb, "s"), binary_reference(hb, "ds")};
    const fmi2ValueReference h_out[3] = {binary_reference(hb, "f_h"), binary_reference(hb, "p1"),
                                         binary_reference(hb, "p2")};
    fmi2Component m = p.multibody.component, h = p.hydraulics.component;

    const double stop = c->stop_time > 0 ? c->stop_time : 10;
    const long n = lround(floor(stop / c->H + 1e-9));
    double reached = 0;
    for (long k = 0; k < n; k++) {
        double y[2], force[3];
        const double t = (double)k * c->H;
        const fmi2Status stepped_m = mb->DoStep(m, t, c->H, fmi2True), stepped_h = hb->DoStep(h, t, c->H, fmi2True);
        if (stepped_m != fmi2OK || stepped_h != fmi2OK) {
            assert_true(stepped_m != fmi2Error && stepped_h != fmi2Error);
            break; /* discarded: the physics left its domain */
        }
        reached = (double)(k + 1) * c->H;
        assert_int_equal(mb->GetReal(m, m_out, 2, y), fmi2OK);
        if (!c->refreshed)
            assert_int_equal(hb->GetReal(h, h_out, 3, force), fmi2OK);
        assert_int_equal(hb->SetReal(h, h_in, 2, y), fmi2OK);
        if (c->refreshed)
            assert_int_equal(hb->GetReal(h, h_out, 3, force), fmi2OK);
        assert_int_equal(mb->SetReal(m, m_in, 3, force), fmi2OK);
        observe(k + 1, reached, y[0], context);
    }
    pair_close(&p);
    return reached;
}
