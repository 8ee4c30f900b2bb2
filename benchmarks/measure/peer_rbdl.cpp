#include "benchmarks/measure/peer.h"

#include <rbdl/rbdl.h>

namespace
{

using namespace RigidBodyDynamics;

struct Rbdl : Peer {
    Model model;
    Math::VectorNd q, qd, tau, qdd_;
    Rbdl(peer_shape shape, int n) : Peer("RBDL")
    {
        using Math::Vector3d;
        model.gravity = Vector3d(0, -9.81, 0);
        std::vector<unsigned> ids;
        for (const int parent : peer_parents(shape, n)) {
            const int i = static_cast<int>(ids.size());
            Math::Matrix3d inertia = Math::Matrix3d::Zero();
            inertia.diagonal() << PEER_ROD_ALONG, PEER_ROD_ACROSS, PEER_ROD_ACROSS;
            const Body rod(PEER_ROD_MASS, Vector3d(PEER_ROD_LENGTH / 2, 0, 0), inertia);
            const Vector3d axis = Vector3d(PEER_AXIS(i)).normalized();
            ids.push_back(model.AddBody(parent < 0 ? 0 : ids[static_cast<size_t>(parent)],
                                        Math::Xtrans(Vector3d(i > 0 ? PEER_ROD_LENGTH : 0, 0, 0)),
                                        Joint(JointTypeRevolute, axis), rod));
        }
        q = qd = tau = qdd_ = Math::VectorNd::Zero(n);
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        const long n = q.size();
        std::copy(x.begin(), x.begin() + n, q.data());
        std::copy(x.begin() + n, x.end(), qd.data());
        ForwardDynamics(model, q, qd, tau, qdd_);
        std::copy(qdd_.data(), qdd_.data() + n, qdd.begin());
    }
};

} // namespace

std::unique_ptr<Peer> peer_rbdl(peer_shape shape, int n)
{
    return std::make_unique<Rbdl>(shape, n);
}
