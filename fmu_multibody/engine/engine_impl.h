/* The engine's own data, for its files alone. */
#ifndef PASO_ENGINE_IMPL_H
#define PASO_ENGINE_IMPL_H

#include "fmu_multibody/engine/engine.h"

#define KERNEL_FILE "fmu_multibody/engine/engine_workspace.h"
#include "numerics/kernel.h"

#include "fmu_multibody/engine/engine_tree.h"

/* One coordinate: joints with several are chains of links, fixed bodies belong to the link they sit on. A link's frame is
 * turned so that its third axis is the joint's axis. `parent` and all `slot`s count frames: 0 is the ground. */
struct link {
    int parent;
    bool revolute; /* else prismatic */
    double lead;   /* of a screw, which is revolute, too: metres along its axis for each rad; else 0 */
    bool aligned;  /* A is the identity */
    bool massless;
    bool has_end;            /* a point at which something pulls or pushes is on it, or on a link that hangs on it */
    double A[9];             /* axes of the joint's frame in the parent's */
    double p[3];             /* its origin there */
    double mass, h[3], J[6]; /* about the link's origin, in its frame */
    double mass_above;       /* of the link and all that hangs on it */
    double lower, upper;     /* limits of the coordinate */
    size_t body;             /* whose joint it is */
};

struct body_place { /* a body's frame in its link's */
    int slot;
    double C[9], o[3];
};

struct link_point {
    int slot;
    double at[3];
};

/* Places in what the workspaces keep of a bent body (engine_flexible_kernel.h): behind its axes h, P, and p of its shapes. */
enum { BENT_H = 9, BENT_P = BENT_H + 3, BENT_SHAPES = BENT_P + 9 };

/* A body that bends, in its link: coordinates `first` ... first + n - 1. */
struct flexible {
    int slot;
    size_t first, n, n_spans;
    size_t room;       /* its place in the workspaces' `bent` */
    double C[9], o[3]; /* its axes in the link's; from the link's origin to its own, in its axes */
    struct flexible_numbers numbers;
};

enum row_kind { ROW_COINCIDE, ROW_POINT_DOT, ROW_AXES_DOT, ROW_DISTANCE, ROW_HEIGHT, ROW_SLIP };

struct row {
    enum row_kind kind;
    const char *name; /* of the cut joint or contact */
    size_t loop;      /* which of them */
    struct link_point a, b;
    int meet;            /* slot where the chains of a and b meet */
    double u[3], v[3];   /* unit vectors in a's and b's frame; coincide: the ground's axis in u */
    double value;        /* distance, radius */
    double point[3];     /* contacts: of the plane; its normal is u, the slip's direction v */
    double disc_axis[3]; /* contacts: in b's frame */
};

/* Actuators that hold their lengths at the start (engine_held.c). */
struct held {
    double *inputs,
        *lengths;     /* the engine's inputs with the forces that were found; of all actuators at the assembled start */
    size_t n, *which; /* those that hold, as many as do not do the same */
    double *matrix, *step, *scales, *units;
    size_t *pivots, *order, *columns;
    double *start_forces, *direction, *trial, *kept_x, *kept_memory, *kept_inputs; /* engine_settle.c */
};

/* What an equilibrium does not have. */
enum unrest { UNREST_ACCELERATIONS, UNREST_FORCES };

/* An equilibrium is found where Newton's last step is shorter, in rad or m. Accelerations tell less: rounding alone accelerates what is
 * stiff. */
#define ENGINE_AT_REST 1e-9

/* Three links that turn by Cardan angles, and the frames from which they may be counted (engine_charts.c). */
enum { ENGINE_CHARTS = 2 };
struct cardan {
    size_t first; /* link */
    bool has_charts;
    int axes[3];
    size_t state;               /* place of the first angle among the states; with charts all three are */
    double A[ENGINE_CHARTS][9]; /* of its first link, in each chart */
};

struct augmented {
    double *z_0, *w_0, *a_0; /* at the beginning of the step */
    double *z, *w, *a;       /* and at its end, as far as the iteration is */
    double *phi, *D, *lambda, *pushed, *bias;
    double *f, *tangent, *W, *column; /* matrices by columns */
    size_t *pivots;
    double complex *z_c, *w_c, *a_c, *u_c, *phi_c, *D_c, *f_c;
};

/* Of a tree at a placement over reals. */
struct tree {
    struct tree_link *links;         /* engine_articulated.c */
    struct tree_tangent *tangents;   /* engine_tangent.c */
    size_t factored, differentiated; /* the placements that they belong to; 0: none */
    double *inputs, *rates;          /* under which it was differentiated, and what they give */
    double *forces;                  /* along the joints */
    double *rest;                    /* of these, by springs at the factored placement */
    double *carried;                 /* accelerations of the payloads, less gravity, three each */
    struct bent_tangent *shapes;     /* of bodies that bend, one after another, and two matrices of each */
    double *bent;
};

/* A linkage: all that hangs together by joints or loops, but for the ground. Its columns of R and of R^T M R. */
struct linkage {
    size_t first_freedom, end_freedom;
};

/* Loops that share coordinates: their blocks, and their columns of R. */
struct loop_group {
    size_t first_block, end_block;
    size_t first_freedom, end_freedom;
};

/* Links from which on a tree's accelerations come from articulated bodies: about where both ways cost the same. */
enum { ENGINE_LONG_TREE = 10 };

struct engine {
    struct mechanism *mechanism;
    size_t n, n_rows, n_holonomic_rows; /* holonomic rows come first */
    size_t n_independent, n_dependent;  /* velocities: n_f and m + l */
    size_t m, l;
    bool is_long_tree; /* no loops, and so many links that articulated bodies are faster than a dense mass matrix */
    struct link *links;
    struct body_place *bodies;
    struct flexible *flexibles;
    struct row *rows;
    struct link_point *springs, *actuators; /* two points each */
    size_t *spring_coordinates, *load_coordinates, *actuator_coordinates;
    struct link_point *loads;
    double *load_directions; /* three each, in the link's frame where they follow it */
    struct link_point *payloads;
    size_t *kept, *dropped; /* rows: the m holonomic, then the l nonholonomic */
    size_t n_dropped;
    size_t n_blocks,
        *blocks; /* of kept rows and dependent coordinates: where each begins, and the end (engine_blocks.c) */
    size_t
        *row_begins; /* of each kept row the first dependent coordinate that is not zero in it, or its block's first */
    size_t *dependent, *independent; /* coordinates: dependent positions first, then the admissible ones */
    /* engine_freedoms.c: the independent coordinates, sorted by linkages and groups of loops */
    size_t *freedoms;                    /* of a column of R the place in `independent` */
    size_t *first_freedom, *end_freedom; /* of each coordinate the columns where its row of R is not zero */
    struct linkage *linkages;
    size_t n_linkages, *linkage_of; /* of each coordinate */
    struct loop_group *groups;
    size_t n_groups;
    struct cardan *cardan;
    size_t n_cardan, n_charts;
    size_t *charts;       /* of each of these: in which the links are now, as the last memory that was looked at says */
    double *cardan_rates; /* of each of these the first angle's largest one that was seen near its singular position */
    size_t *group;        /* of each coordinate: loops tie those of one group together */
    bool *is_in_loop, *is_angle;    /* coordinates; rows, while their pivots are looked at */
    double *scales, reach;          /* one over each coordinate's lever in the rows; the shortest lever */
    double *tangent, *next_tangent; /* while positions follow a line (engine_path.c) */
    double *ahead, *point, *speeds;
    double *z_0, *w_0; /* assembled */
    double assembled_residual;
    /* assembly and partition, with all rows; the Jacobian of an equilibrium */
    size_t *all_rows;
    double *all_phi, *all_D, *matrix, *square, *step, *trial;
    size_t *row_order, *column_order, *chosen;
    double *row_sizes;
    double *jacobian;
    size_t *jacobian_pivots;
    double *equilibrium_rates, *equilibrium_forces, *equilibrium_trial, *equilibrium_inputs, *equilibrium_memory,
        *equilibrium_x, *equilibrium_pushed;
    struct engine_pushes pushes;
    bool has_points; /* something pulls or pushes at points of links */
    struct tree *tree;
    struct held *held;           /* of mechanisms that engine_settles() */
    struct augmented *augmented; /* a step by the augmented Lagrangian method */
    struct workspace_real *over_real;
    struct workspace_complex *over_complex;
};

bool engine_limits_check(const struct engine *e, const double *z, struct model_report *report); /* engine.c */
void engine_links_make(struct engine *e);                                                       /* engine_links.c */
/* Axes of a link that turns about or slides along `axis` of a joint with the axes C. */
void engine_link_axes(const double C[9], const double axis[3], double A[9]);
void engine_link_turn(struct link *link, const double A[9]);
struct link engine_body_load(const struct engine *e,
                             size_t body); /* its mass, h and J alone, in the frame of its link */
struct link_point engine_point(const struct engine *e, struct mechanism_point point);
void engine_direction(const struct engine *e, int body, const double direction[3], double in_link[3]);
size_t engine_bent_size(const struct mechanism *m, size_t count); /* engine_flexible.c: of the first flexible bodies */
void engine_flexibles_make(struct engine *e);
size_t engine_rows_count(const struct mechanism *m, size_t *holonomic); /* engine_rows.c */
void engine_rows_make(struct engine *e);
int engine_chains_meet(const struct engine *e, int a, int b);                 /* the last slot that is below both */
bool mechanism_check(const struct mechanism *m, struct model_report *report); /* mechanism_check.c */

/* engine_singular.c. Below ENGINE_SINGULAR velocities lose half of their digits: rounding over the square of the regularity. */
#define ENGINE_SINGULAR 3e-3
void engine_groups_make(struct engine *e);
/* engine_charts.c: as the links are made, C the joint's axes; the places of their states; the charts that a memory begins with */
void engine_cardan_add(struct engine *e, size_t first, size_t body, const double C[9]);
void engine_charts_place(struct engine *e);
void engine_charts_begin(const struct engine *e, double *m);
/* Brings the links of a joint into another chart than they are in: what was computed there holds no longer. */
void engine_chart_load(const struct engine *e, size_t cardan, size_t chart);
void engine_cardan_watch(const struct engine *e); /* the placement over reals */
void engine_cardan_forget(const struct engine *e);
bool engine_scales_make(struct engine *e, struct model_report *report);
double engine_motion_size(const struct engine *e, size_t coordinate, double change); /* of loops: in rad, or levers */
bool engine_partition_fails(const struct engine *e, size_t column, struct model_report *report);
bool engine_forking_fails(const struct engine *e, size_t column, struct model_report *report);
bool engine_dead_point_fails(const struct engine *e, size_t column, struct model_report *report);

/* engine_path.c: along the line from the memory, around singular positions; z is there where it was followed */
enum engine_path {
    PATH_FOLLOWED,
    PATH_OPEN /* the loops do not close */,
    PATH_FORKS /* the direction does not stay */
};
/* To the place beside x that every group of loops reaches, each at its pace, when it has moved by `distance`. False also
 * where that is singular. `weak` is a dependent coordinate of the loop that is singular at x: it moves even from rest. */
bool engine_beside(const struct engine *e, const double *m, const double *x, double distance, size_t weak,
                   enum engine_path *path, size_t *culprit);
/* Whether there is no way ahead of x, or none back. */
bool engine_folds(const struct engine *e, const double *m, const double *x, size_t weak);
/* Whether x has the positions of the memory: then all of them are known, even where the partition is singular. */
bool engine_recall_positions(const struct engine *e, const double *m, const double *x);
/* engine_assembly.c: z_0 and w_0 from the mechanism's start values */
bool engine_assemble(struct engine *e, struct model_report *report);
bool engine_assemble_velocities(struct engine *e, struct model_report *report);
/* Numbers in the memory: before the charts, and all. */
static inline size_t engine_first_chart(const struct engine *e)
{
    return e->n_dependent > 0 ? 2 * e->n : 0;
}
static inline size_t engine_remembered(const struct engine *e)
{
    return engine_first_chart(e) + e->n_charts;
}
/* engine_start.c: into the memory, where there is one; w may be NULL: zero */
void engine_remember(const struct engine *e, const double *z, const double *w, double *m);
/* The configuration near z_0 that the inputs hold, in x and in the placement */
bool engine_equilibrium(const struct engine *e, const double *u, double *x, struct model_report *report);
/* Accelerations of the independent coordinates from rest at x, near the configuration `near`; the sum of their squares, infinite where
 * there are none. */
double engine_accelerations_at_rest(const struct engine *e, const double *near, const double *x, const double *u,
                                    double *acceleration);
/* No equilibrium was found near the start, `how`: which coordinate still accelerates most. */
bool engine_refuse_equilibrium(const struct engine *e, const char *how, const double *accelerations,
                               struct model_report *report);
/* Rates, complex ones, with what pushes from outside there; that goes into u. */
bool engine_pushed_rates(const struct engine *e, const double complex *m, const double complex *x, double complex *u,
                         double complex *dx, struct model_report *report);
/* The same of the forces that nothing balances. */
bool engine_forces_at_rest(const struct engine *e, const double *near, const double *x, const double *u,
                           double *forces);
bool engine_pushed_forces(const struct engine *e, const double complex *m, const double complex *x, double complex *u,
                          double complex *forces, struct model_report *report);
/* engine_settle.c: whether there is another way to an equilibrium, and that way, from the assembled start on. */
bool engine_settles(const struct mechanism *m);
bool engine_settle(const struct engine *e, const double *u, double *x, double *near);
/* engine_held.c, where engine_settles(): takes the inputs and the lengths of the assembled start; then the equilibrium near x, which it
 * moves, with `near`. */
bool engine_held_begin(const struct engine *e, const double *u, const double *near, const double *x,
                       struct model_report *report);
bool engine_held_newton(const struct engine *e, double *x, double *near, struct model_report *report);
/* Of a step of Newton's method: the factors of d(unrest, lengths)/d(positions, forces), by columns; rows of unrest in units of their largest
 * element, forces in such units that they make one. */
bool engine_held_linearize(const struct engine *e, enum unrest what, const double *near, const double *x,
                           struct model_report *report);
/* What unrest and lengths lack, where the mechanism was placed last. */
void engine_held_lacks(const struct engine *e, const double *unrest, double *step);
/* By what they are to change becomes by what positions and forces do, in held->step. */
void engine_held_solve(const struct engine *e);
void engine_held_push(const struct engine *e); /* adds the forces of the step to the inputs */
/* After that, how the equilibrium moves with the inputs: m and x are `near` and `start` over complex numbers. */
bool engine_held_follow(const struct engine *e, const double complex *u, const double *near, const double *start,
                        const double complex *m, double complex *x, struct model_report *report);
/* engine_partition.c: decide the roles of coordinates; choose the rows that are kept for the roles that there are */
bool engine_choose_roles(struct engine *e, struct model_report *report);
bool engine_choose_rows(struct engine *e, struct model_report *report);
void engine_blocks_make(struct engine *e);   /* engine_blocks.c: orders kept rows and dependent coordinates by loops */
void engine_freedoms_make(struct engine *e); /* engine_freedoms.c, after that */
/* Where block b ends of the first `count` kept rows. */
static inline size_t engine_block_end(const struct engine *e, size_t b, size_t count)
{
    return e->l > 0 ? count : e->blocks[b + 1];
}
/* The rank of e->matrix, by rows, which becomes its factors: e->row_order and e->column_order begin with the pivots. */
size_t engine_rank(const struct engine *e, size_t rows, size_t columns);

/* engine_articulated.c: accelerations of a long tree under the inputs u, into the workspace's rhs; and what forces along its joints
 * do alone, after that at the same placement */
bool engine_articulated_accelerate(const struct engine *e, const double *u, struct model_report *report);
void engine_articulated_solve(const struct engine *e, double *forces);
/* engine_real.c: the same of any tree, after engine_accelerate_real() */
void engine_tree_solve(const struct engine *e, double *forces);
/* engine_tangent.c: rates of a tree and all that their derivatives at this point have in common; then the change of the forces
 * that its motion needs along a change of positions and velocities, its accelerations kept */
bool engine_tangent_prepare(const struct engine *e, const double *m, const double *x, const double *u,
                            struct model_report *report);
void engine_tangent_forces(const struct engine *e, const double *dz, const double *dw, double *forces);
/* engine_bent_tangent.c: what bodies that bend add to both, before the links are summed up, and between the ways outwards and inwards */
void engine_bent_tangent_prepare(const struct engine *e);
void engine_bent_tangent_forces(const struct engine *e, const double *dz, const double *dw, double *forces);

#define ENGINE_KERNEL(scalar, suffix)                                                                                          \
    bool engine_stands_at_##suffix(const struct engine *e, const scalar *m, const scalar *x); /* configured so */              \
    /* After a placement that was configured: moves its frames, where that has not been done. */                               \
    void engine_placement_move_##suffix(const struct engine *e);                                                               \
    void engine_ends_move_##suffix(const struct engine *e);     /* no others than those with ends */                           \
    void engine_inertias_turn_##suffix(const struct engine *e); /* J and h of all links */                                     \
    bool engine_springs_pull_##suffix(const struct engine *e, scalar *tau, struct model_report *report);                       \
    bool engine_inputs_push_##suffix(const struct engine *e, const scalar *u, scalar *tau,                                     \
                                     struct model_report *report);                                                             \
    void engine_move_positions_##suffix(const struct engine *e, const scalar *z);                                              \
    void engine_move_velocities_##suffix(const struct engine *e, const scalar *w);                                             \
    void engine_move_accelerations_##suffix(const struct engine *e, const scalar *w, const scalar *acceleration);              \
    bool engine_rows_##suffix(const struct engine *e, const size_t *rows, size_t count, scalar *phi, scalar *D,                \
                              struct model_report *report);                                                                    \
    void engine_rows_bias_##suffix(const struct engine *e, const size_t *rows, size_t count, scalar *bias);                    \
    /* The masses of the payloads, if they are masses; what was computed of a placement with other ones is forgotten. */       \
    bool engine_payloads_take_##suffix(const struct engine *e, const scalar *u, struct model_report *report);                  \
    bool engine_forces_##suffix(const struct engine *e, const scalar *u, scalar *tau, struct model_report *report);            \
    void engine_mass_##suffix(const struct engine *e, scalar *M);                                                              \
    /* Along the independent coordinates: forces that nothing balances at the placement, which is at rest. */                  \
    bool engine_unbalanced_##suffix(const struct engine *e, const scalar *u, scalar *forces,                                   \
                                    struct model_report *report);                                                              \
    /* One Newton step of the dependent positions from where z is; *size is its largest component. */                          \
    bool engine_position_step_##suffix(const struct engine *e, double *size, struct model_report *report);                     \
    /* Of the placement whose first `count` kept rows are factored: the smallest pivot against its coordinate's lever, about \
     * the distance in rad from the next singular position; `weakest` is its column. */ \
    double engine_regularity_##suffix(const struct engine *e, size_t count, size_t *weakest);                                  \
    /* b becomes D_d^-1 b, with the first `count` dependent columns as they were factored last. */                             \
    void engine_dependent_solve_##suffix(const struct engine *e, size_t count, scalar *b);                                     \
    /* `weak`: where it fails, a dependent coordinate that cannot follow. */                                                   \
    bool engine_follow_positions_##suffix(const struct engine *e, const scalar *m, const scalar *x, size_t *weak,              \
                                          struct model_report *report);

ENGINE_KERNEL(double, real)
ENGINE_KERNEL(double complex, complex)

#endif
