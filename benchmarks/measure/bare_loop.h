/* The LIM pair without FMI: the document's equations and its scheme in one plain C loop, the floor that any co-simulation is
 * measured against. Written out by hand, with its own copy of the equations and nothing else. */
#ifndef PASO_BARE_LOOP_H
#define PASO_BARE_LOOP_H

struct bare_result {
    double s, p1, p2, work_given, work_received;
};

/* M1 with f-s coupling (stale force) or p-s coupling, n macro steps of H with n_H hydraulic micro steps each. */
struct bare_result bare_loop(int pressure_coupling, double H, int n_H, long n);

#endif
