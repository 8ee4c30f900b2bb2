#include "tests/master/couple/toys.h"

struct coupled toy_open(const char *description)
{
    world_file("toy.ssd", description);
    return coupled_open(world_path("toy.ssd"));
}
