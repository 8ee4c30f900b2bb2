# Platforms of FMUs besides this one: with -DPASO_EVERYWHERE=ON (make everywhere), as far as Debian's cross compilers are there, FMUs have
# binaries for them, too. The names are those of the folders in an FMU; macOS has no cross compiler in Debian.
option(PASO_EVERYWHERE "FMUs for other platforms, too" OFF)
set(PASO_PLATFORM_HERE linux64)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(PASO_PLATFORM_HERE aarch64-linux)
endif()
set(PASO_PLATFORMS)
if(PASO_EVERYWHERE)
  set(cross ${CMAKE_BINARY_DIR}/cross)
  set(wanted)
  foreach(platform win64=x86_64-w64-mingw32 aarch64-linux=aarch64-linux-gnu)
    string(REGEX MATCH "^[^=]+" name ${platform})
    string(REGEX REPLACE "^[^=]+=" "" prefix ${platform})
    find_program(PASO_COMPILER_${name} ${prefix}-gcc)
    if(name STREQUAL PASO_PLATFORM_HERE)
      continue()
    elseif(PASO_COMPILER_${name})
      list(APPEND PASO_PLATFORMS ${name})
      list(APPEND wanted ${platform})
    else()
      message(STATUS "${prefix}-gcc was not found: FMUs will have no binaries for ${name}")
    endif()
  endforeach()
  if(wanted)
    message(STATUS "SUNDIALS and yajl for ${PASO_PLATFORMS} (minutes, the first time)")
    execute_process(COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/cross-libraries.sh ${cross} ${wanted} RESULT_VARIABLE failed
      OUTPUT_FILE ${CMAKE_BINARY_DIR}/cross.log ERROR_FILE ${CMAKE_BINARY_DIR}/cross.log)
    if(failed)
      message(FATAL_ERROR "SUNDIALS and yajl could not be built for other platforms: see ${CMAKE_BINARY_DIR}/cross.log")
    endif()
  endif()
endif()

set(PASO_SUFFIX_linux64 .so)
set(PASO_SUFFIX_win64 .dll)
set(PASO_SUFFIX_aarch64-linux .so)
# Floating point as written, as on this platform. A DLL needs nothing but what Windows has, and does not tell when it was made; its
# compiler takes formats for those of Microsoft's printf.
set(compile_options -std=c11 -O3 -fno-tree-loop-vectorize -fcx-limited-range -ffp-contract=off -fno-math-errno -flto -Wall -Wextra)
set(PASO_OPTIONS_win64 ${compile_options} -Wno-format -Wno-format-extra-args -D__USE_MINGW_ANSI_STDIO=1
  -static-libgcc -Wl,--no-insert-timestamp)
set(PASO_OPTIONS_aarch64-linux ${compile_options} -fPIC -fvisibility=hidden -Wl,--exclude-libs,ALL)

# paso_platform_binary(VARIABLE PLATFORM NAME SOURCES ... INCLUDE folder [DEPENDS file...]): the path of build/platforms/PLATFORM/NAME.dll
# or .so, which is compiled in one go; every header of a model counts.
function(paso_platform_binary variable platform name)
  cmake_parse_arguments(BINARY "" "INCLUDE" "SOURCES;DEPENDS" ${ARGN})
  set(sources)
  foreach(source ${BINARY_SOURCES})
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  set(headers)
  foreach(room numerics notation fmi piston beam fmu_hydraulics fmu_multibody monolithic fmu_machine fmu_observer)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${room}/*.h)
    list(APPEND headers ${found})
  endforeach()
  set(libraries)
  foreach(library arkode nvecserial sunmatrixdense sunlinsoldense core)
    set(archive ${CMAKE_BINARY_DIR}/cross/${platform}/lib/libsundials_${library}.a)
    if(EXISTS ${archive})
      list(APPEND libraries ${archive})
    endif()
  endforeach()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/platforms/${platform})
  set(binary ${CMAKE_BINARY_DIR}/platforms/${platform}/${name}${PASO_SUFFIX_${platform}})
  set(${variable} ${binary} PARENT_SCOPE)
  add_custom_command(OUTPUT ${binary}
    COMMAND ${PASO_COMPILER_${platform}} ${PASO_OPTIONS_${platform}} -DPASO_WITH_SUNDIALS -DPASO_VERSION="${PROJECT_VERSION}"
      -I${CMAKE_SOURCE_DIR} -I${BINARY_INCLUDE} -isystem ${CMAKE_BINARY_DIR}/cross/${platform}/include -shared -s ${sources}
      ${libraries} ${CMAKE_BINARY_DIR}/cross/${platform}/lib/libyajl_s.a -lm -o ${binary}
    DEPENDS ${sources} ${headers} ${BINARY_DEPENDS} COMMENT "Compiling ${name} for ${platform}" VERBATIM)
endfunction()
