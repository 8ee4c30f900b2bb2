#include "benchmarks/measure/peer.h"

// what comes first matters: Pinocchio sets limits of Boost
#include <pinocchio/multibody/joint/joint-collection.hpp>

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

namespace
{

using Eigen::Vector3d;
using Eigen::VectorXd;

pinocchio::Model rods(peer_shape shape, int n)
{
    pinocchio::Model model;
    model.gravity.linear() = Vector3d(0, -9.81, 0);
    std::vector<pinocchio::JointIndex> ids;
    for (const int parent : peer_parents(shape, n)) {
        const int i = static_cast<int>(ids.size());
        const Vector3d at(i > 0 ? PEER_ROD_LENGTH : 0, 0, 0), axis = Vector3d(PEER_AXIS(i)).normalized();
        const Vector3d inertia(PEER_ROD_ALONG, PEER_ROD_ACROSS, PEER_ROD_ACROSS);
        ids.push_back(model.addJoint(parent < 0 ? 0 : ids[static_cast<size_t>(parent)],
                                     pinocchio::JointModelRevoluteUnaligned(axis),
                                     pinocchio::SE3(Eigen::Matrix3d::Identity(), at), "hinge" + std::to_string(i)));
        const Eigen::Matrix3d tensor = inertia.asDiagonal();
        model.appendBodyToJoint(ids.back(),
                                pinocchio::Inertia(PEER_ROD_MASS, Vector3d(PEER_ROD_LENGTH / 2, 0, 0), tensor),
                                pinocchio::SE3::Identity());
    }
    return model;
}

struct Pinocchio : Peer {
    pinocchio::Model model;
    pinocchio::Data data;
    VectorXd q, v, tau;
    Pinocchio(peer_shape shape, int n)
        : Peer("Pinocchio"), model(rods(shape, n)), data(model), q(n), v(n), tau(VectorXd::Zero(n))
    {
    }
    void take(const std::vector<double> &x)
    {
        std::copy(x.begin(), x.begin() + q.size(), q.data());
        std::copy(x.begin() + q.size(), x.end(), v.data());
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        take(x);
        pinocchio::aba(model, data, q, v, tau);
        std::copy(data.ddq.data(), data.ddq.data() + q.size(), qdd.begin());
    }
    bool differentiate(const std::vector<double> &x, std::vector<double> &J) override
    {
        take(x);
        pinocchio::computeABADerivatives(model, data, q, v, tau);
        const long n = q.size();
        for (long j = 0; j < n; j++)
            for (long i = 0; i < n; i++) {
                J[static_cast<size_t>(j * n + i)] = data.ddq_dq(i, j);
                J[static_cast<size_t>((n + j) * n + i)] = data.ddq_dv(i, j);
            }
        return true;
    }
};

} // namespace

std::unique_ptr<Peer> peer_pinocchio(peer_shape shape, int n)
{
    return std::make_unique<Pinocchio>(shape, n);
}
