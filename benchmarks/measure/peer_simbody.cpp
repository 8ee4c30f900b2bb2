#include "benchmarks/measure/peer.h"

#include <Simbody.h>

namespace
{

using namespace SimTK;

struct Simbody : Peer {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.81, 0)};
    State state;
    Simbody(peer_shape shape, int n) : Peer("Simbody")
    {
        std::vector<MobilizedBody> rods;
        for (const int parent : peer_parents(shape, n)) {
            const int i = static_cast<int>(rods.size());
            const Inertia central(PEER_ROD_ALONG, PEER_ROD_ACROSS, PEER_ROD_ACROSS);
            const Vec3 com(PEER_ROD_LENGTH / 2, 0, 0);
            const Body::Rigid rod(MassProperties(PEER_ROD_MASS, com, central.shiftFromMassCenter(com, PEER_ROD_MASS)));
            const Rotation along(UnitVec3(PEER_AXIS(i)), ZAxis);
            MobilizedBody carrier = matter.Ground();
            if (parent >= 0)
                carrier = rods[static_cast<size_t>(parent)];
            rods.push_back(MobilizedBody::Pin(carrier, Transform(along, Vec3(i > 0 ? PEER_ROD_LENGTH : 0, 0, 0)), rod,
                                              Transform(along, Vec3(0))));
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
        for (int i = 0; i < n; i++)
            qdd[static_cast<size_t>(i)] = state.getUDot()[i];
    }
};

} // namespace

std::unique_ptr<Peer> peer_simbody(peer_shape shape, int n)
{
    return std::make_unique<Simbody>(shape, n);
}
