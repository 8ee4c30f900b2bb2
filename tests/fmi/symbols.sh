#!/bin/sh
# The binaries of FMUs call ISO C alone (C11, clause 7, without <complex.h>, in whose functions C libraries differ), so that they can be
# compiled for other platforms, too; they export the functions of FMI and nothing else, and need libc and libm and nothing else. DLLs need what every Windows has.
#   symbols.sh FMI2.H BINARY...
set -eu

# <ctype.h>, <errno.h>, <math.h> for double and long double, <setjmp.h>, <stdio.h>, <stdlib.h>, <string.h> as far as an FMU may need them.
allowed="
isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p log2 logb modf
scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint lrint llrint round lround llround trunc
fmod remainder remquo copysign nan nextafter nextafterl nexttoward fdim fmax fmin fma fabsl sqrtl
setjmp longjmp
fclose fflush fopen setvbuf fprintf printf snprintf sprintf sscanf vfprintf vprintf vsnprintf vsprintf fgetc fgets fputc fputs
putc putchar puts fread fwrite fseek ftell rewind clearerr feof ferror perror stdin stdout stderr
atof atoi atol strtod strtof strtol strtoll strtoul strtoull calloc free malloc realloc abort exit getenv bsearch qsort abs labs
memcpy memmove strcpy strncpy strcat strncat memcmp strcmp strncmp memchr strchr strcspn strpbrk strrchr strspn strstr strtok
memset strerror strlen
"
# What the compiler and the C library make of these: the assertions, errno and character classes of glibc, the compiler's own start and
# end, its guard of the stack, sin and cos of one argument in one call, and strcpy that knows its end.
allowed="$allowed
__assert_fail __errno_location __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc _setjmp __sigsetjmp
_ITM_deregisterTMCloneTable _ITM_registerTMCloneTable __gmon_start__ __cxa_finalize __stack_chk_fail sincos stpcpy
"

# Names on standard input that are not allowed; __isoc99_sscanf is sscanf, __memcpy_chk is memcpy.
foreign() {
  sed -e 's/@.*//' -e 's/^__isoc[0-9]*_//' -e 's/^__\(.*\)_chk$/\1/' | sort -u | while read -r name; do
    case " $(echo $allowed) " in
    *" $name "*) ;;
    *) echo "$name" ;;
    esac
  done
}

# The filter itself: it finds what this test is for.
[ "$(printf '%s\n' csqrt@GLIBC_2.2.5 open_memstream newlocale free@GLIBC_2.2.5 | foreign | tr '\n' ' ')" = \
  "csqrt newlocale open_memstream " ] || { echo "the filter does not work" >&2; exit 1; }

status=0
complain() {
  echo "$1: $2: $(echo $3)" >&2
  status=1
}
[ $# -gt 1 ] || { echo "usage: $0 FMI2.H BINARY..." >&2; exit 2; }
functions=$(sed -n 's/^ *X([^,]*, \([A-Za-z]*\),.*/fmi2\1/p' "$1" | sort)
shift
for binary; do
  case $binary in
  *.dll)
    exports=$(objdump -p "$binary" | awk '/^.Ordinal.Name Pointer/ {inside = 1; next} /^$/ {inside = 0} inside {print $NF}' | sort)
    [ "$exports" = "$functions" ] || complain "$binary" "exports other functions than those of FMI" "$exports"
    others=$(objdump -p "$binary" | sed -n 's/.*DLL Name: //p' | grep -vix -e kernel32.dll -e msvcrt.dll -e 'api-ms-win-crt-.*\.dll' || true)
    [ -z "$others" ] || complain "$binary" "needs what Windows does not have" "$others"
    continue
    ;;
  esac
  others=$(nm -D --undefined-only "$binary" | sed 's/.* //' | foreign)
  [ -z "$others" ] || complain "$binary" "calls what is not ISO C" "$others"
  exports=$(nm -D --defined-only "$binary" | sed 's/.* //' | sort)
  [ "$exports" = "$functions" ] || complain "$binary" "exports other functions than those of FMI" "$exports"
  needs=$(objdump -p "$binary" | sed -n 's/^ *NEEDED *//p' | grep -v '^ld-linux' | sort | tr '\n' ' ')
  [ "$needs" = "libc.so.6 libm.so.6 " ] || complain "$binary" "needs other libraries than libc and libm" "$needs"
done
exit $status
