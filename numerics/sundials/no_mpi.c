/* Debian builds SUNDIALS 7 with MPI (Open MPI, or MPICH where that is missing): its core names these functions and objects,
 * and uses none of them in a context without a communicator. With them an FMU and the program need no MPI. There is no
 * header here, since only the names matter. */

#define NEVER_CALLED(name)                                                                                             \
    int name(void);                                                                                                    \
    int name(void)                                                                                                     \
    {                                                                                                                  \
        return 1; /* an error, for MPI */                                                                              \
    }

NEVER_CALLED(MPI_Abort)
NEVER_CALLED(MPI_Comm_dup)
NEVER_CALLED(MPI_Comm_free)
NEVER_CALLED(MPI_Comm_rank)
NEVER_CALLED(MPI_Comm_size)
NEVER_CALLED(MPI_Op_create)
NEVER_CALLED(MPI_Op_free)
NEVER_CALLED(MPI_Reduce)
NEVER_CALLED(MPI_Type_commit)
NEVER_CALLED(MPI_Type_create_resized)
NEVER_CALLED(MPI_Type_create_struct)
NEVER_CALLED(MPI_Type_free)
NEVER_CALLED(MPI_Type_get_extent)

/* Their addresses are what MPI_COMM_NULL and the like stand for. */
extern char ompi_mpi_comm_null[], ompi_mpi_double[], ompi_mpi_long[];
char ompi_mpi_comm_null[8], ompi_mpi_double[8], ompi_mpi_long[8];
