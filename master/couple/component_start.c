#include "master/couple/component_impl.h"
#include "master/couple/couple_messages.h"

static bool in_range(const struct component *c, const struct fmi_variable *v, double number, struct error *error)
{
    const bool below = v->has_min && number < v->min;
    if (!below && !(v->has_max && number > v->max))
        return true;
    return error_raise(error, ERROR_COMPONENT_RANGE, instance_name(c->instance), v->name, TEXT("%.17g", number),
                       below ? "below its minimum" : "above its maximum", TEXT("%.10g", below ? v->min : v->max));
}

bool component_set_start(struct component *c, const struct start_value *start, struct error *error)
{
    const struct fmi_variable *v = &c->description->variables[start->variable];
    const int whole = v->type == FMI_REAL ? 0 : (int)start->number;
    if (v->type != FMI_STRING && !in_range(c, v, start->number, error))
        return false;
    switch (v->type) {
    case FMI_REAL:
        return instance_set_real(c->instance, &v->reference, 1, &start->number, error);
    case FMI_INTEGER:
    case FMI_ENUMERATION:
        return instance_set_integer(c->instance, &v->reference, 1, &whole, error);
    case FMI_BOOLEAN:
        return instance_set_boolean(c->instance, &v->reference, 1, &whole, error);
    case FMI_STRING:
        return instance_set_string(c->instance, &v->reference, 1, &(const char *){start->text}, error);
    }
    return error_raise(error, ERROR_INTERNAL, "a variable has no type");
}
