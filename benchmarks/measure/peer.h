// An engine with a tree of rods (peer_chain.h) or with loops (peer_loops.h), as peer_cost asks all of them. Files for each: those that CMake finds.
#ifndef PASO_PEER_H
#define PASO_PEER_H

#include "benchmarks/measure/peer_chain.h"
#include "benchmarks/measure/peer_loops.h"

#include <memory>
#include <string>
#include <vector>

struct Peer {
    std::string name;
    explicit Peer(std::string called) : name(std::move(called))
    {
    }
    Peer(const Peer &) = delete;
    Peer &operator=(const Peer &) = delete;
    virtual ~Peer() = default;
    // At x: angles, then their rates. With loops only those of angles that are states.
    virtual void accelerate(const std::vector<double> &x, std::vector<double> &qdd) = 0;
    // By all of x, n x 2n by columns; false where the engine has no analytic derivatives.
    virtual bool differentiate(const std::vector<double> &, std::vector<double> &)
    {
        return false;
    }
};

inline std::vector<int> peer_parents(peer_shape shape, int n)
{
    std::vector<int> parents(static_cast<size_t>(n));
    peer_parents(shape, n, parents.data());
    return parents;
}

// Null where the engine cannot take so many rods.
std::unique_ptr<Peer> peer_rbdl(peer_shape shape, int n);
std::unique_ptr<Peer> peer_pinocchio(peer_shape shape, int n);
std::unique_ptr<Peer> peer_simbody(peer_shape shape, int n);
std::unique_ptr<Peer> peer_mujoco(peer_shape shape, int n);

std::unique_ptr<Peer> peer_rbdl(const peer_linkage &l, bool by_null_space);
std::unique_ptr<Peer> peer_simbody(const peer_linkage &l);

#endif
