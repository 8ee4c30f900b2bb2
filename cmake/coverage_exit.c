/* Processes that end by _exit, as those of sweeps do, would leave out what gcov has counted: in a coverage build the linker sends them here
 * (--wrap=_exit). */
void __gcov_dump(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

_Noreturn void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}
