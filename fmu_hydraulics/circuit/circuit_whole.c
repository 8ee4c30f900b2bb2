/* What parts must be to make a circuit. */
#include "fmu_hydraulics/circuit/circuit_read_impl.h"

#include <ctype.h>
#include <string.h>

static bool touches(const struct circuit *c, int node)
{
    for (size_t k = 0; k < c->n_orifices; k++)
        if (c->orifices[k].from == node || c->orifices[k].to == node)
            return true;
    for (size_t k = 0; k < c->n_poppets; k++)
        if (c->poppets[k].from == node || c->poppets[k].to == node)
            return true;
    for (size_t k = 0; k < c->n_paths; k++)
        if (c->paths[k].from == node || c->paths[k].to == node)
            return true;
    for (size_t k = 0; k < c->n_cylinders; k++)
        if (c->cylinders[k].node_A == node || c->cylinders[k].node_B == node)
            return true;
    for (size_t k = 0; k < c->n_flows; k++)
        if (c->flows[k].from == node || c->flows[k].to == node)
            return true;
    for (size_t k = 0; k < c->n_gates; k++)
        if (c->gates[k].from == node || c->gates[k].to == node)
            return true;
    for (size_t k = 0; k < c->n_pilots; k++) /* a source that only acts */
        if (c->pilots[k].node == node && (size_t)node >= c->n_volumes)
            return true;
    for (size_t k = 0; k < c->n_units; k++)
        if (c->units[k].from == node || c->units[k].to == node ||
            (c->units[k].sense == node && (size_t)node >= c->n_volumes))
            return true;
    for (size_t k = 0; k < c->n_lines; k++)
        if (c->lines[k].from == node || c->lines[k].to == node)
            return true;
    return false;
}

static const char *const maps[] = {"nodes",        "hoses", "orifices", "pressure_valves", "valves", "cylinders",
                                   "flow_sources", "pumps", "motors",   "accumulators",    "lines",  NULL};

/* Variables are called NAME.p, NAME.flow and so on: a name must say which element is meant. */
static bool names_are_unique(struct reader *r)
{
    for (int a = 0; maps[a]; a++)
        for (int b = a + 1; maps[b]; b++) {
            const struct node *one = node_member(r->root, maps[a]), *other = node_member(r->root, maps[b]);
            for (size_t i = 0; i < node_count(one); i++)
                for (size_t j = 0; j < node_count(other); j++)
                    if (strcmp(node_name(node_item(one, i)), node_name(node_item(other, j))) == 0)
                        return node_fail(node_item(other, j), r->error, "the name \"%s\" is taken already, by %s",
                                         node_name(node_item(other, j)), node_path(node_item(one, i)));
        }
    return true;
}

bool circuit_check_whole(struct reader *r)
{
    const struct node *nodes = node_member(r->root, "nodes");
    if (r->c->n_volumes == 0)
        return node_fail(nodes, r->error, "there is no volume: nothing would move");
    for (size_t i = 0; i < node_count(nodes); i++)
        if (!touches(r->c, circuit_node_place(r, i)))
            return node_fail(
                node_item(nodes, i), r->error,
                "nothing is connected to it: an orifice, valve, cylinder, flow source, pump, motor or line expected");
    const char *name = node_text(node_member(r->root, "name"));
    bool is_identifier = isalpha((unsigned char)*name) != 0;
    for (const char *at = name; *at; at++)
        is_identifier = is_identifier && (isalnum((unsigned char)*at) || *at == '_');
    if (!is_identifier)
        return node_fail(node_member(r->root, "name"), r->error,
                         "\"%s\" is no name for a model: letters, digits and _ expected, a letter first", name);
    return names_are_unique(r);
}

bool circuit_fail_setup(struct reader *r, const char *text)
{
    const struct node *at = r->root;
    for (int i = 0; maps[i]; i++) {
        const struct node *map = node_member(r->root, maps[i]);
        for (size_t k = 0; k < node_count(map); k++) {
            const struct node *item = node_item(map, k);
            const char *path =
                i == 0 ? notation_keep_text(r->d->notation, "volumes.%s", node_name(item)) : node_path(item);
            if (path && strncmp(text, path, strlen(path)) == 0 && text[strlen(path)] == ':')
                return node_fail(item, r->error, "%s", text + strlen(path) + 2);
        }
    }
    if (strncmp(text, "fluid: ", 7) == 0)
        return node_fail(node_member(r->root, "fluid"), r->error, "%s", text + 7);
    return node_fail(at, r->error, "%s", text);
}
