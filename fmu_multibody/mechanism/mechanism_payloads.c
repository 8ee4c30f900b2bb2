/* Payloads: point masses that laws or inputs set. The engine carries them. */
#include "fmu_multibody/mechanism/mechanism_table.h"

bool mechanism_read_payloads(struct mechanism_file *f, struct notation_error *error)
{
    const struct node *payloads = node_member(notation_root(f->notation), "payloads");
    for (size_t i = 0; i < f->mechanism->n_payloads; i++) {
        struct mechanism_payload *p = &f->mechanism->payloads[i];
        const struct node *node = node_item(payloads, i);
        p->name = node_name(node);
        f->payload_laws[i] = node_law(node, "mass");
        if (!mechanism_bind_point(f, node, "body", &p->point.body, p->point.at))
            return node_fail(node, error, "out of memory");
    }
    return true;
}

void table_add_payload_inputs(struct mechanism_file *f)
{
    f->first_payload_input = f->first_motion_input;
    for (size_t i = 0; i < f->n_motions; i++)
        f->first_payload_input += f->motions[i].law == NULL;
    for (size_t i = 0; i < f->mechanism->n_payloads; i++) {
        const char *name = f->mechanism->payloads[i].name;
        if (!f->payload_laws[i])
            table_add(f, (struct model_variable){.role = MODEL_INPUT,
                                                 .name = KEEP("%s.mass", name),
                                                 .unit = "kg",
                                                 .description = KEEP("%s: mass that is carried", name),
                                                 .max = 1e9,
                                                 .nominal = 1e3});
    }
}

void table_add_payloads(struct mechanism_file *f, const struct state_names *states)
{
    for (size_t i = 0; i < f->mechanism->n_payloads; i++)
        for (int k = 0; k < PAYLOAD_LOCALS; k++) {
            const char *name = f->mechanism->payloads[i].name;
            table_add(f,
                      (struct model_variable){
                          .role = MODEL_LOCAL,
                          .name = KEEP("%s.F%c", name, "xyz"[k]),
                          .unit = "N",
                          .description = KEEP("%s: force of weight and inertia along %c of the ground", name, "xyz"[k]),
                          .depends = states->all_and_inputs});
        }
}
