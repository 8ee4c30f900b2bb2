#include "benchmarks/measure/peer.h"

#include <rbdl/rbdl.h>

namespace
{

using namespace RigidBodyDynamics;

// Two of its ways: the mass matrix factored along branches, which is the fastest for few loops, and the rows' null space, for many.
struct Rbdl : Peer {
    bool by_null_space;
    Model model;
    ConstraintSet pins;
    std::vector<int> states;
    Math::VectorNd q, qd, tau, qdd_;
    Rbdl(const peer_linkage &l, bool null_space)
        : Peer(null_space ? "RBDL, null space" : "RBDL, range space"), by_null_space(null_space),
          states(l.free, l.free + l.n_free)
    {
        using Math::Vector3d;
        model.gravity = Vector3d(0, -PEER_GRAVITY, 0);
        std::vector<unsigned> ids;
        for (int i = 0; i < l.n_rods; i++) {
            const peer_rod &rod = l.rods[i];
            const double m = rod.length, across = m * m * m / 12;
            Math::Matrix3d inertia = Math::Matrix3d::Zero();
            inertia.diagonal() << PEER_ALONG, across, across;
            const double at = rod.parent < 0 ? rod.at : l.rods[rod.parent].length;
            ids.push_back(model.AddBody(rod.parent < 0 ? 0 : ids[static_cast<size_t>(rod.parent)],
                                        Math::Xtrans(Vector3d(at, 0, 0)), Joint(JointTypeRevolute, Vector3d(0, 0, 1)),
                                        Body(m, Vector3d(m / 2, 0, 0), inertia)));
        }
        for (int i = 0; i < l.n_pins; i++)
            for (int k = 0; k < 2; k++) {
                const auto a = static_cast<size_t>(l.pins[i].a), b = static_cast<size_t>(l.pins[i].b);
                Math::SpatialVector axis = Math::SpatialVector::Zero();
                axis[3 + k] = 1;
                pins.AddLoopConstraint(ids[a], ids[b], Math::Xtrans(Vector3d(l.rods[a].length, 0, 0)),
                                       Math::Xtrans(Vector3d(l.rods[b].length, 0, 0)), axis);
            }
        pins.Bind(model);
        q = qd = tau = qdd_ = Math::VectorNd::Zero(l.n_rods);
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        const long n = q.size();
        std::copy(x.begin(), x.begin() + n, q.data());
        std::copy(x.begin() + n, x.end(), qd.data());
        if (by_null_space)
            ForwardDynamicsConstraintsNullSpace(model, q, qd, tau, pins, qdd_);
        else
            ForwardDynamicsConstraintsRangeSpaceSparse(model, q, qd, tau, pins, qdd_);
        for (size_t i = 0; i < states.size(); i++)
            qdd[i] = qdd_[states[i]];
    }
};

} // namespace

std::unique_ptr<Peer> peer_rbdl(const peer_linkage &l, bool by_null_space)
{
    return std::make_unique<Rbdl>(l, by_null_space);
}
