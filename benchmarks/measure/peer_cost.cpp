// The engine beside others that are installed: time per evaluation of the accelerations of chains, trees and loops, all of them in turn in
// one run, how it grows, how far their accelerations are apart; and derivatives of chains. Built with -DPASO_PEERS=ON where CMake finds a peer.
#include "benchmarks/measure/peer.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

namespace
{

void stop(const char *text)
{
    std::fprintf(stderr, "peer_cost: %s\n", text);
    std::exit(1);
}

peer_chain *open_chain(peer_shape shape, int n)
{
    char why[PEER_WHY];
    peer_chain *chain = peer_chain_open(shape, n, why);
    if (!chain)
        stop(why);
    return chain;
}

struct Ours : Peer {
    peer_chain *chain;
    std::vector<double> dx, J;
    Ours(peer_shape shape, int n)
        : Peer("pasodoble"), chain(open_chain(shape, n)), dx(2 * static_cast<size_t>(n)),
          J(4 * static_cast<size_t>(n) * static_cast<size_t>(n))
    {
    }
    ~Ours() override
    {
        peer_chain_close(chain);
    }
    void check(bool good) const
    {
        if (!good)
            stop(peer_chain_why(chain));
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        check(peer_chain_rates(chain, x.data(), dx.data()));
        std::copy(dx.begin() + static_cast<long>(qdd.size()), dx.end(), qdd.begin());
    }
    bool differentiate(const std::vector<double> &x, std::vector<double> &lower) override
    {
        const size_t n = x.size() / 2;
        check(peer_chain_jacobian(chain, x.data(), J.data()));
        for (size_t j = 0; j < 2 * n; j++)
            std::copy_n(J.begin() + static_cast<long>(2 * n * j + n), n, lower.begin() + static_cast<long>(n * j));
        return true;
    }
};

// It closes the loops; the others are given closed ones.
struct OursWithLoops : Peer {
    peer_loops *loops;
    explicit OursWithLoops(const peer_linkage &l) : Peer("pasodoble")
    {
        char why[PEER_WHY];
        loops = peer_loops_open(&l, why);
        if (!loops)
            stop(why);
    }
    ~OursWithLoops() override
    {
        peer_loops_close(loops);
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        if (!peer_loops_accelerate(loops, x.data(), qdd.data()))
            stop(peer_loops_why(loops));
    }
};

using Peers = std::vector<std::unique_ptr<Peer>>;

Peers peers(const peer_linkage &l)
{
    Peers all;
    all.push_back(std::make_unique<OursWithLoops>(l));
#ifdef PEER_RBDL
    all.push_back(peer_rbdl(l, false));
    all.push_back(peer_rbdl(l, true));
#endif
#ifdef PEER_SIMBODY
    all.push_back(peer_simbody(l));
#endif
    return all;
}

Peers peers(peer_shape shape, int n)
{
    Peers all;
    all.push_back(std::make_unique<Ours>(shape, n));
#ifdef PEER_RBDL
    all.push_back(peer_rbdl(shape, n));
#endif
#ifdef PEER_PINOCCHIO
    all.push_back(peer_pinocchio(shape, n));
#endif
#ifdef PEER_SIMBODY
    all.push_back(peer_simbody(shape, n));
#endif
#ifdef PEER_MUJOCO
    all.push_back(peer_mujoco(shape, n));
#endif
    return all;
}

double seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Microseconds per call of each, the smallest of some samples, all of them in turn: what disturbs one disturbs the others.
std::vector<double> costs(const std::vector<std::function<void()>> &calls, double sample_seconds)
{
    const int samples = 15;
    std::vector<double> best(calls.size(), INFINITY);
    std::vector<int> repetitions;
    for (const auto &call : calls) {
        const double begin = seconds();
        call();
        repetitions.push_back(1 + static_cast<int>(sample_seconds / std::max(seconds() - begin, 1e-7)));
    }
    for (int sample = 0; sample < samples; sample++)
        for (size_t k = 0; k < calls.size(); k++) {
            const double begin = seconds();
            for (int i = 0; i < repetitions[k]; i++)
                calls[k]();
            best[k] = std::min(best[k], 1e6 * (seconds() - begin) / repetitions[k]);
        }
    return best;
}

double apart(const std::vector<double> &a, const std::vector<double> &b)
{
    double largest = 0, difference = 0;
    for (size_t i = 0; i < a.size(); i++) {
        largest = std::max(largest, std::fabs(a[i]));
        difference = std::max(difference, std::fabs(a[i] - b[i]));
    }
    return difference / largest;
}

std::vector<double> state_at(int n)
{
    std::vector<double> x(2 * static_cast<size_t>(n));
    peer_state(n, x.data());
    return x;
}

void print_row(const std::string &name, const std::vector<double> &values, const char *format)
{
    std::printf("| %s |", name.c_str());
    for (const double value : values)
        std::printf(std::isfinite(value) ? format : " - |", value);
}

void print_head(const char *what, const std::vector<int> &counts, const char *last)
{
    std::printf("\n| %s |", what);
    for (const int n : counts)
        std::printf(" %d |", n);
    std::printf("%s\n|---|", last);
    for (size_t i = 0; i < counts.size() + (*last ? 1 : 0); i++)
        std::printf("---|");
    std::puts("");
}

// What all peers of one column of a table say and take. The first is ours.
struct Table {
    std::vector<std::string> names;
    std::vector<std::vector<double>> times, differences; // by peer, by column
    void add(const Peers &all, const std::vector<double> &x, size_t n)
    {
        std::vector<double> moved = x, ours(n), qdd(n);
        std::vector<std::function<void()>> calls;
        std::vector<size_t> there;
        names.resize(all.size());
        times.resize(all.size());
        differences.resize(all.size());
        for (size_t k = 0; k < all.size(); k++) {
            times[k].push_back(NAN);
            differences[k].push_back(NAN);
            if (!all[k])
                continue;
            names[k] = all[k]->name;
            all[k]->accelerate(x, k == 0 ? ours : qdd);
            differences[k].back() = k == 0 ? NAN : apart(ours, qdd);
            there.push_back(k);
            calls.push_back([&, k] { // another position every time: engines keep the last one
                moved[0] += 1e-9;
                all[k]->accelerate(moved, qdd);
            });
        }
        const std::vector<double> us = costs(calls, 2e-3);
        for (size_t i = 0; i < there.size(); i++)
            times[there[i]].back() = us[i];
    }
    // As the documentation has it.
    void print(const char *what, const std::vector<int> &counts) const
    {
        print_head(what, counts, " exponent from 20 on |");
        for (size_t k = 0; k < names.size(); k++) {
            print_row(names[k], times[k], " %.3g |");
            std::printf(" %.2f |\n", peer_exponent(counts.size(), counts.data(), times[k].data()));
        }
        for (size_t k = 1; k < names.size(); k++) {
            print_row("accelerations apart from " + names[k] + "'s, over the largest", differences[k], " %.0e |");
            std::puts(" |");
        }
        std::fflush(stdout);
    }
};

void compare_accelerations(peer_shape shape, const std::vector<int> &counts)
{
    Table table;
    for (const int n : counts)
        table.add(peers(shape, n), state_at(n), static_cast<size_t>(n));
    table.print(shape == PEER_TREE ? "links of a tree, us" : "links in a chain, us", counts);
}

void compare_loops(peer_linkage_kind kind, const std::vector<int> &counts)
{
    Table table;
    for (const int loops : counts) {
        peer_linkage l;
        if (!peer_linkage_make(&l, kind, loops))
            stop("out of memory");
        table.add(peers(l), std::vector<double>(l.x, l.x + 2 * l.n_rods), static_cast<size_t>(l.n_free));
        peer_linkage_free(&l);
    }
    table.print(kind == PEER_FOUR_BARS ? "four-bars in a row, us" : "five-bars beside each other, us", counts);
}

void compare_derivatives(const std::vector<int> &counts)
{
    std::vector<double> along, evaluations, jacobian, other, ratio, difference;
    std::string name;
    for (const int n : counts) {
        Ours ours(PEER_CHAIN, n);
        auto all = peers(PEER_CHAIN, n);
        std::vector<double> moved = state_at(n), dx(moved.size()), qdd(static_cast<size_t>(n));
        std::vector<double> J(2 * static_cast<size_t>(n) * static_cast<size_t>(n)), J_other(J.size());
        Peer *peer = nullptr;
        for (size_t k = 1; k < all.size(); k++)
            if (all[k] && all[k]->differentiate(moved, J_other))
                peer = all[k].get();
        ours.differentiate(moved, J);
        difference.push_back(peer ? apart(J, J_other) : NAN);
        std::vector<std::function<void()>> calls = {[&] {
                                                        moved[0] += 1e-9;
                                                        ours.accelerate(moved, qdd);
                                                    },
                                                    [&] {
                                                        moved[0] += 1e-9;
                                                        ours.check(
                                                            peer_chain_derivative(ours.chain, moved.data(), dx.data()));
                                                    },
                                                    [&] {
                                                        moved[0] += 1e-9;
                                                        ours.differentiate(moved, J);
                                                    }};
        if (peer)
            calls.push_back([&] {
                moved[0] += 1e-9;
                peer->differentiate(moved, J_other);
            });
        const std::vector<double> us = costs(calls, 5e-3);
        along.push_back(us[1] / us[0]);
        jacobian.push_back(us[2]);
        evaluations.push_back(us[2] / us[0]);
        other.push_back(peer ? us[3] : NAN);
        ratio.push_back(peer ? us[2] / us[3] : NAN);
        if (peer)
            name = peer->name;
    }
    print_head("derivatives of a chain", counts, "");
    print_row("along one direction, in evaluations", along, " %.2f |");
    std::puts("");
    print_row("whole Jacobian, us", jacobian, " %.3g |");
    std::puts("");
    print_row("the same in evaluations", evaluations, " %.0f |");
    std::puts("");
    if (name.empty())
        return;
    print_row(name + ", us", other, " %.3g |");
    std::puts("");
    print_row("ours over that", ratio, " %.2f |");
    std::puts("");
    print_row("Jacobians apart, over the largest element", difference, " %.0e |");
    std::puts("");
}

} // namespace

int main()
{
    const std::vector<int> counts = {PEER_COUNTS};
    std::puts("CPU time per evaluation at a new position, in us: the smallest of 15 samples, all engines in turn");
    compare_accelerations(PEER_CHAIN, counts);
    compare_accelerations(PEER_TREE, counts);
    compare_loops(PEER_FOUR_BARS, {1, 5, 10, 20, 40});
    compare_loops(PEER_FIVE_BARS, {1, 2, 8, 20, 32});
    compare_derivatives({2, 5, 10, 20, 40, 80, 160});
    return 0;
}
