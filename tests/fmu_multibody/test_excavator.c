/* The excavator of `paso new excavator` at rest: forces of its cylinders and loads of its pins against the principle of virtual work, with
 * geometry, masses and kinematics written down once more and on their own. Derivatives along virtual displacements are complex steps,
 * exact to rounding. The pins of the bucket's linkage: against the balances of each of its bodies. */
#include "tests/testing.h"

#include "tests/fmu_multibody/from_file.h"

#include <complex.h>
#include <math.h>

typedef double complex number;

static const double G = 9.81, L_BOOM = 5.7, L_STICK = 2.925, L_BUCKET = 1.48, L_ROCKER = 0.68, L_LINK = 0.65;
static const double M_BOOM = 1900, M_STICK = 1000, M_BUCKET = 690, M_ROCKER = 50, M_LINK = 60;

struct vector {
    number x, z;
};

static struct vector add(struct vector a, struct vector b)
{
    return (struct vector){a.x + b.x, a.z + b.z};
}

/* A point of a body whose frame is at `origin`, turned by `angle`. */
static struct vector at(struct vector origin, number angle, double x, double z)
{
    return (struct vector){origin.x + x * ccos(angle) - z * csin(angle), origin.z + x * csin(angle) + z * ccos(angle)};
}

static number distance(struct vector a, struct vector b)
{
    return csqrt((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}

/* Where a bar of length a about P meets one of length b about Q, to the left of PQ. */
static struct vector meet(struct vector P, double a, struct vector Q, double b)
{
    const number d = distance(P, Q), x = (a * a - b * b + d * d) / (2 * d), y = csqrt(a * a - x * x);
    const struct vector e = {(Q.x - P.x) / d, (Q.z - P.z) / d};
    return (struct vector){P.x + x * e.x - y * e.z, P.z + x * e.z + y * e.x};
}

/* Angles, and virtual displacements of pins against the body before them. */
struct pose {
    number boom, stick, bucket;
    struct vector foot, nose, pin;
};

struct loads {
    double dig, push, soil; /* N, N, kg */
};

enum { BOOM, STICK, BUCKET, CYLINDERS };

/* Potential of weights and (at this pose) work of the loads; lengths of the cylinders. */
static number potential(const struct pose *q, number lengths[CYLINDERS], struct vector *teeth, struct vector *load)
{
    const struct vector foot = add((struct vector){0.11, 1.85}, q->foot);
    const number boom = q->boom, stick = boom + q->stick, bucket = stick + q->bucket;
    const struct vector nose = add(at(foot, boom, L_BOOM, 0), q->nose), pin = add(at(nose, stick, L_STICK, 0), q->pin);
    const double ear = 114 * acos(-1) / 180;
    const struct vector hinge = at(nose, stick, L_STICK - 0.425, 0.02),
                        K = at(pin, bucket, 0.46 * cos(ear), 0.46 * sin(ear)), J = meet(hinge, L_ROCKER, K, L_LINK);
    lengths[BOOM] = distance((struct vector){0.53, 1.12}, at(foot, boom, 2.515, 0.697));
    lengths[STICK] = distance(at(foot, boom, 3.007, 0.9), at(nose, stick, -0.814, 0.354));
    lengths[BUCKET] = distance(at(nose, stick, L_STICK - 2.575, 0.62), J);
    *teeth = at(pin, bucket, L_BUCKET, 0);
    *load = at(pin, bucket, 0.75, 0.2);
    return G * (M_BOOM * at(foot, boom, 0.47 * L_BOOM, 0.45).z + M_STICK * at(nose, stick, 0.33 * L_STICK, 0.12).z +
                M_BUCKET * at(pin, bucket, 0.6, 0.3).z + M_ROCKER * (hinge.z + J.z) / 2 + M_LINK * (J.z + K.z) / 2);
}

/* What a virtual displacement takes: generalized force of weights and loads, and how fast the cylinders grow. */
static double needed(const struct pose *moved, const struct loads *f, double growth[CYLINDERS])
{
    const double step = 1e-100;
    number lengths[CYLINDERS];
    struct vector teeth, load;
    const number U = potential(moved, lengths, &teeth, &load);
    for (int i = 0; i < CYLINDERS; i++)
        growth[i] = cimag(lengths[i]) / step;
    const double bucket = creal(moved->boom + moved->stick + moved->bucket);
    const double x = f->dig * -sin(bucket) - f->push * cos(bucket), z = f->dig * cos(bucket) - f->push * sin(bucket);
    return (cimag(U) + G * f->soil * cimag(load.z) - x * cimag(teeth.x) - z * cimag(teeth.z)) / step;
}

enum { BY_BOOM, BY_STICK, BY_BUCKET, FOOT_X, FOOT_Z, NOSE_X, NOSE_Z, PIN_X, PIN_Z };

static struct pose varied(struct pose pose, int member)
{
    number *const members[] = {&pose.boom,   &pose.stick,  &pose.bucket, &pose.foot.x, &pose.foot.z,
                               &pose.nose.x, &pose.nose.z, &pose.pin.x,  &pose.pin.z};
    *members[member] += 1e-100 * I;
    return pose;
}

static const struct {
    double boom, stick, bucket; /* degrees */
    struct loads loads;
} cases[] = {
    {20, -70, -35, {0, 0, 0}},     {-40, -45, -60, {0, 0, 0}},       {8, -110, -95, {55e3, 15e3, 1200}},
    {38, -90, -130, {0, 0, 1500}}, {55, -140, 10, {-4e3, 7e3, 200}},
};

/* Relative to the largest force of the case. */
static void assert_force(const struct from_file *f, const char *name, double expected, double scale)
{
    const double value = from_file_value(f, name);
    if (!(fabs(value - expected) <= 1e-9 * scale))
        fail_msg("%s is %.12g N, and virtual work says %.12g N", name, value, expected);
}

/* The machine in a pose, at rest: its cylinders give what holds it. */
static struct from_file held_in(size_t i)
{
    static const char *const changes[] = {"joints.rocker.reaction=parent", "joints.link.reaction=parent"};
    const double degree = acos(-1) / 180;
    struct from_file f;
    from_file_open_changed(&f, SOURCE_DIR "/export/examples/excavator/mechanism.json", changes, 2);
    from_file_set(&f, "constants.q_boom", cases[i].boom * degree);
    from_file_set(&f, "constants.q_stick", cases[i].stick * degree);
    from_file_set(&f, "constants.q_bucket", cases[i].bucket * degree);
    from_file_set(&f, "dig.force", cases[i].loads.dig);
    from_file_set(&f, "push.force", cases[i].loads.push);
    from_file_set(&f, "soil.mass", cases[i].loads.soil);
    from_file_initialize(&f);
    from_file_update(&f);
    from_file_set(&f, "boom_left.force", from_file_value(&f, "boom_left.force_static"));
    from_file_set(&f, "boom_right.force", from_file_value(&f, "boom_right.force_static"));
    from_file_set(&f, "stick.force", from_file_value(&f, "stick.force_static"));
    from_file_set(&f, "bucket.force", from_file_value(&f, "bucket.force_static"));
    from_file_update(&f);
    return f;
}

static void cylinders_and_pins_carry_what_virtual_work_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double degree = acos(-1) / 180;
        const struct loads *loads = &cases[i].loads;
        const struct pose pose = {
            .boom = cases[i].boom * degree, .stick = cases[i].stick * degree, .bucket = cases[i].bucket * degree};
        struct from_file f = held_in(i);

        /* One angle after the other: its cylinder alone works. */
        double growth[CYLINDERS], force[CYLINDERS];
        const struct pose turned[CYLINDERS] = {varied(pose, BY_BOOM), varied(pose, BY_STICK), varied(pose, BY_BUCKET)};
        for (int k = 0; k < CYLINDERS; k++) {
            const double Q = needed(&turned[k], loads, growth);
            for (int other = 0; other < CYLINDERS; other++)
                assert_true(other == k || fabs(growth[other]) < 1e-12);
            force[k] = Q / growth[k];
        }
        const double scale = fmax(fabs(force[BOOM]), fmax(fabs(force[STICK]), fabs(force[BUCKET])));
        assert_force(&f, "boom_left.force_static", force[BOOM] / 2, scale);
        assert_force(&f, "boom_right.force_static", force[BOOM] / 2, scale);
        assert_force(&f, "stick.force_static", force[STICK], scale);
        assert_force(&f, "bucket.force_static", force[BUCKET], scale);
        assert_force(&f, "swing.force_static", 0, scale);

        /* The pins: what opens one of them along x and z of the swing takes, without what the cylinders give. */
        const struct {
            const char *Fx, *Fz;
            struct pose x, z;
            double axes; /* angle of those in which the reaction is told */
        } pins[] = {
            {"boom.Fx", "boom.Fz", varied(pose, FOOT_X), varied(pose, FOOT_Z), 0},
            {"stick.Fx", "stick.Fz", varied(pose, NOSE_X), varied(pose, NOSE_Z), creal(pose.boom)},
            {"bucket.Fx", "bucket.Fz", varied(pose, PIN_X), varied(pose, PIN_Z), creal(pose.boom + pose.stick)}};
        for (int k = 0; k < 3; k++) {
            double along[2];
            for (int axis = 0; axis < 2; axis++) {
                along[axis] = needed(axis ? &pins[k].z : &pins[k].x, loads, growth);
                for (int c = 0; c < CYLINDERS; c++)
                    along[axis] -= force[c] * growth[c];
            }
            const double c = cos(pins[k].axes), s = sin(pins[k].axes);
            assert_force(&f, pins[k].Fx, c * along[0] + s * along[1], scale);
            assert_force(&f, pins[k].Fz, -s * along[0] + c * along[1], scale);
        }
        from_file_close(&f);
    }
}

/* ---- the bucket's linkage ---- */

struct plane { /* numbers: statics need no derivatives */
    double x, z;
};

static struct plane real(struct vector a)
{
    return (struct plane){creal(a.x), creal(a.z)};
}

static struct plane from(struct plane a, struct plane b) /* a to b */
{
    return (struct plane){b.x - a.x, b.z - a.z};
}

static double moment(struct plane arm, struct plane force) /* about the axis of the joints: x towards z */
{
    return arm.x * force.z - arm.z * force.x;
}

static void assert_pin(const struct from_file *f, const char *name, struct plane force, double axes, double scale)
{
    char variable[40];
    const double c = cos(axes), s = sin(axes);
    snprintf(variable, sizeof variable, "%s.Fx", name);
    assert_force(f, variable, c * force.x + s * force.z, scale);
    snprintf(variable, sizeof variable, "%s.Fz", name);
    assert_force(f, variable, -s * force.x + c * force.z, scale);
}

/* Bucket, link and rocker cut free. The force at the ear from two moments: of the bucket about its pin, of the link about its pin at the rocker; then the
 * link's balance gives the force there, the rocker's moment that of the cylinder, and its balance that of the pin at the stick. Pins tell what they
 * put on the body behind them, in axes of the one before: ear in those of the bucket, link of the rocker, rocker of the stick. */
static void the_linkage_carries_what_its_bodies_balances_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double degree = acos(-1) / 180, ear = 114 * degree;
        const struct loads *loads = &cases[i].loads;
        const double boom = cases[i].boom * degree, stick = boom + cases[i].stick * degree,
                     bucket = stick + cases[i].bucket * degree;
        const struct vector nose_at = at((struct vector){0.11, 1.85}, boom, L_BOOM, 0),
                            hinge_at = at(nose_at, stick, L_STICK - 0.425, 0.02),
                            pin_at = at(nose_at, stick, L_STICK, 0),
                            K_at = at(pin_at, bucket, 0.46 * cos(ear), 0.46 * sin(ear)),
                            J_at = meet(hinge_at, L_ROCKER, K_at, L_LINK);
        const struct plane hinge = real(hinge_at), pin = real(pin_at), K = real(K_at), J = real(J_at),
                           foot = real(at(nose_at, stick, L_STICK - 2.575, 0.62));
        const struct plane W_bucket = {0, -M_BUCKET * G}, W_soil = {0, -loads->soil * G}, W_link = {0, -M_LINK * G},
                           W_rocker = {0, -M_ROCKER * G},
                           teeth = {-loads->dig * sin(bucket) - loads->push * cos(bucket),
                                    loads->dig * cos(bucket) - loads->push * sin(bucket)};

        /* E on the link at K: (pin to K) x -E + M = 0, (J to K) x E + (J to its middle) x W_link = 0. */
        const struct plane a = from(pin, K), b = from(J, K), half = {b.x / 2, b.z / 2};
        const double M = moment(from(pin, real(at(pin_at, bucket, 0.6, 0.3))), W_bucket) +
                         moment(from(pin, real(at(pin_at, bucket, 0.75, 0.2))), W_soil) +
                         moment(from(pin, real(at(pin_at, bucket, L_BUCKET, 0))), teeth),
                     N = -moment(half, W_link), D = a.x * b.z - a.z * b.x;
        const struct plane E = {(M * b.x - N * a.x) / D, (M * b.z - N * a.z) / D};
        assert_near(moment(a, E), M, 1e-9 * fabs(M) + 1e-9);
        assert_near(moment(b, E), N, 1e-9 * fabs(M) + 1e-9);
        const struct plane on_link = {-E.x - W_link.x, -E.z - W_link.z}; /* by the rocker, at J */

        const double length = hypot(J.x - foot.x, J.z - foot.z);
        const struct plane arm = from(hinge, J), middle = {arm.x / 2, arm.z / 2},
                           push = {(J.x - foot.x) / length, (J.z - foot.z) / length};
        const double cylinder = (moment(arm, on_link) - moment(middle, W_rocker)) / moment(arm, push);
        const struct plane on_rocker = {on_link.x - cylinder * push.x - W_rocker.x,
                                        on_link.z - cylinder * push.z - W_rocker.z};

        struct from_file f = held_in(i);
        const double scale = fabs(cylinder);
        assert_force(&f, "bucket.force_static", cylinder, scale);
        assert_pin(&f, "ear", E, bucket, scale);
        assert_pin(&f, "link", on_link, atan2(arm.z, arm.x), scale);
        assert_pin(&f, "rocker", on_rocker, stick, scale);
        from_file_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cylinders_and_pins_carry_what_virtual_work_says),
                                       cmocka_unit_test(the_linkage_carries_what_its_bodies_balances_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
