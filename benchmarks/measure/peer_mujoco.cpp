#include "benchmarks/measure/peer.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mujoco/mujoco.h>

namespace
{

// The rods as MuJoCo's XML: bodies inside each other, so that places count from the parent's.
void write_rod(const std::vector<std::vector<int>> &children, int i, std::string &text)
{
    char part[600];
    const double axis[] = {PEER_AXIS(i)};
    std::snprintf(part, sizeof part,
                  "<body pos='%.17g 0 0'><joint type='hinge' axis='%.17g %.17g %.17g'/>"
                  "<inertial pos='%.17g 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>",
                  i > 0 ? PEER_ROD_LENGTH : 0, axis[0], axis[1], axis[2], PEER_ROD_LENGTH / 2, PEER_ROD_MASS,
                  PEER_ROD_ALONG, PEER_ROD_ACROSS, PEER_ROD_ACROSS);
    text += part;
    for (const int child : children[static_cast<size_t>(i)])
        write_rod(children, child, text);
    text += "</body>";
}

mjModel *rods(peer_shape shape, int n)
{
    std::vector<std::vector<int>> children(static_cast<size_t>(n));
    const std::vector<int> parents = peer_parents(shape, n);
    for (int i = 1; i < n; i++)
        children[static_cast<size_t>(parents[static_cast<size_t>(i)])].push_back(i);
    std::string text = "<mujoco><compiler angle='radian'/><option gravity='0 -9.81 0'>"
                       "<flag constraint='disable' contact='disable'/></option><worldbody>";
    write_rod(children, 0, text);
    text += "</worldbody></mujoco>";
    auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "rods.xml", static_cast<int>(text.size()));
    std::memcpy(files->filedata[0], text.data(), text.size());
    char error[500] = "";
    mjModel *model = mj_loadXML("rods.xml", files.get(), error, sizeof error);
    mj_deleteVFS(files.get());
    if (!model)
        std::fprintf(stderr, "peer_cost: MuJoCo with %d rods: %s\n", n, error);
    return model;
}

struct Mujoco : Peer {
    mjModel *model;
    mjData *data;
    explicit Mujoco(mjModel *model) : Peer("MuJoCo"), model(model), data(mj_makeData(model))
    {
    }
    ~Mujoco() override
    {
        mj_deleteData(data);
        mj_deleteModel(model);
    }
    void accelerate(const std::vector<double> &x, std::vector<double> &qdd) override
    {
        const size_t n = qdd.size();
        std::copy(x.begin(), x.begin() + static_cast<long>(n), data->qpos);
        std::copy(x.begin() + static_cast<long>(n), x.end(), data->qvel);
        mj_forward(model, data);
        std::copy(data->qacc, data->qacc + n, qdd.begin());
    }
};

} // namespace

std::unique_ptr<Peer> peer_mujoco(peer_shape shape, int n)
{
    mjModel *model = rods(shape, n);
    return model ? std::make_unique<Mujoco>(model) : nullptr;
}
