/* What the engine works in, over `scalar`; included for both. */

/* A link's frame and what moves in it, all in the ground's axes. */
struct KERNEL(frame) {
    scalar R[9];        /* the frame's three axes, one after another; a joint turns about or moves along the third */
    scalar r[3], d[3];  /* origin, and from the parent's origin to it */
    scalar w[3], v[3];  /* angular velocity, velocity of the origin */
    scalar al[3], a[3]; /* accelerations, less gravity */
    scalar f[3], n[3];  /* force and moment about the origin */
    scalar h[3], J[6];  /* first moment and inertia about the origin: of the link, then of all that hangs on it */
};

struct KERNEL(point) {
    scalar arm[3]; /* from the link's origin, in the ground's axes */
    scalar r[3];
};

/* The line from point a to point b: its length, its direction (zero where there is none), how fast it grows; and d from a to b
 * with its rate v, which have a meaning where the length is zero, too. */
struct KERNEL(line) {
    struct KERNEL(point) a, b;
    scalar length, rate, e[3], d[3], v[3];
};

struct KERNEL(workspace) {
    struct KERNEL(frame) * frames; /* the ground's first: link i has frames[i + 1] */
    bool is_moved;                 /* the frames are those of z and w; else they follow when somebody looks */
    bool has_ends_moved;           /* those from the ground to points are: engine_ends_move() */
    scalar *z, *w;                 /* all coordinates and their rates */
    const scalar *acceleration;    /* of the coordinates, as the frames were moved last; NULL: none */
    struct KERNEL(line) * lines;   /* of actuators between points */
    size_t *lines_placed;          /* the placement of each */
    scalar *bent;                  /* of flexible bodies: engine_flexible_kernel.h */
    scalar *g;                     /* accelerations of the coordinates with none of the independent ones */
    scalar *phi, *D;               /* kept rows: holonomic residuals; Jacobian (by rows, n wide) */
    scalar *factors;               /* LU of the dependent columns of D */
    size_t *pivots;
    bool is_factored; /* at this placement */
    bool is_bridged;  /* this placement is singular: R is known from beside it, and bridged_g */
    scalar *bridged_R, *bridged_g, *bridged_z, *kept_z, *kept_w;
    scalar *column; /* a right-hand side */
    scalar *tau;    /* generalized forces that are missing at the accelerations g */
    scalar *M, *R;  /* mass matrix n x n; dz/dt = R dz_i/dt, n x n_f by rows, columns as in `freedoms` */
    scalar *MR;
    scalar *reduced, *rhs; /* R^T M R and its right-hand side, in the order of `freedoms` */
    scalar *rest;          /* of the right-hand side, without the inputs */
    bool is_reduced;       /* reduced (factored), R and rest belong to this placement */
    scalar *saved;         /* velocities, while statics takes them as zero */
    scalar *loads;         /* inputs without the actuators' */
    scalar *masses;        /* of the payloads, as they were among the inputs last */
    scalar *statics;       /* actuators' directions and the system of their forces */
    size_t *static_pivots;
    scalar *accelerations, *multipliers, *carried; /* engine_reactions_kernel.h; six numbers for each body */
    scalar *guess;                                 /* dependent positions */
    scalar *memory, *x, *dx, *inputs;              /* arguments of functions over the other numbers */
    /* The placement of engine_configure(), as long as nothing else has moved the frames: m and x that it belongs to. */
    bool is_configured;
    size_t placement; /* counts how often the frames were moved: what was computed for one of them knows which */
    scalar *configured_m, *configured_x;
};
