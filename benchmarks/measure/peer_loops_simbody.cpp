#include "benchmarks/measure/peer.h"

#include <Simbody.h>

namespace
{

using namespace SimTK;

struct Simbody : Peer {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -PEER_GRAVITY, 0)};
    State state;
    std::vector<int> states;
    explicit Simbody(const peer_linkage &l) : Peer("Simbody"), states(l.free, l.free + l.n_free)
    {
        std::vector<MobilizedBody> rods;
        for (int i = 0; i < l.n_rods; i++) {
            const peer_rod &rod = l.rods[i];
            const double m = rod.length, across = m * m * m / 12;
            const Vec3 com(m / 2, 0, 0);
            const Body::Rigid body(
                MassProperties(m, com, Inertia(PEER_ALONG, across, across).shiftFromMassCenter(com, m)));
            MobilizedBody carrier = matter.Ground();
            double at = rod.at;
            if (rod.parent >= 0) {
                carrier = rods[static_cast<size_t>(rod.parent)];
                at = l.rods[rod.parent].length;
            }
            rods.push_back(MobilizedBody::Pin(carrier, Transform(Vec3(at, 0, 0)), body, Transform(Vec3(0))));
        }
        for (int i = 0; i < l.n_pins; i++) {
            const auto a = static_cast<size_t>(l.pins[i].a), b = static_cast<size_t>(l.pins[i].b);
            Constraint::PointOnLine(rods[a], UnitVec3(0, 0, 1), Vec3(l.rods[a].length, 0, 0), rods[b],
                                    Vec3(l.rods[b].length, 0, 0));
        }
        state = system.realizeTopology();
        system.realizeModel(state);
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        const int n = state.getNQ();
        for (int i = 0; i < n; i++) {
            state.updQ()[i] = x[static_cast<size_t>(i)];
            state.updU()[i] = x[static_cast<size_t>(n + i)];
        }
        system.realize(state, Stage::Acceleration);
        for (size_t i = 0; i < states.size(); i++)
            qdd[i] = state.getUDot()[states[i]];
    }
};

} // namespace

std::unique_ptr<Peer> peer_simbody(const peer_linkage &l)
{
    return std::make_unique<Simbody>(l);
}
