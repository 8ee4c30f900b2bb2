# What is installed, and where; everything finds the rest from where it stands itself, so that the folder can be moved.
#   bin/paso, libexec/paso/paso-bench and isolated-fmu, lib/libpaso.so*, include/paso.h, lib/pkgconfig/paso.pc, lib/cmake/paso,
#   lib/python3/dist-packages/pasodoble, share/paso: systems, FMUs, papers, schemas; share/doc/paso,
#   manual pages, completions of bash, zsh and fish; bin/paso-mpi where MPI is there
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(share ${CMAKE_INSTALL_DATAROOTDIR}/paso)

install(TARGETS paso RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET paso-mpi)
  install(TARGETS paso-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS paso-bench isolated-fmu RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/paso)
install(TARGETS paso_library EXPORT paso LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/paso.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

file(RELATIVE_PATH to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" to_prefix ${to_prefix})
configure_file(cmake/paso.pc.in ${CMAKE_BINARY_DIR}/packaging/paso.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/packaging/paso.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

file(WRITE ${CMAKE_BINARY_DIR}/packaging/paso-config.cmake
  "# find_package(paso) gives the target paso::paso.\ninclude(\${CMAKE_CURRENT_LIST_DIR}/paso-targets.cmake)\n")
write_basic_package_version_file(${CMAKE_BINARY_DIR}/packaging/paso-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/packaging/paso-config.cmake ${CMAKE_BINARY_DIR}/packaging/paso-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/paso)
install(EXPORT paso NAMESPACE paso:: FILE paso-targets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/paso)

# Nothing of it is compiled; below /usr this is where Debian's python3 looks.
install(DIRECTORY python/pasodoble DESTINATION lib/python3/dist-packages PATTERN __pycache__ EXCLUDE)

install(DIRECTORY ${CMAKE_BINARY_DIR}/systems DESTINATION ${share} FILES_MATCHING PATTERN "*.ssp" PATTERN "*.csv")
install(DIRECTORY ${CMAKE_BINARY_DIR}/papers ${CMAKE_BINARY_DIR}/schemas DESTINATION ${share})
install(DIRECTORY ${CMAKE_BINARY_DIR}/fmus/ DESTINATION ${share}/fmus FILES_MATCHING PATTERN "*.fmu"
  PATTERN "Relay.fmu" EXCLUDE PATTERN "SpringMass.fmu" EXCLUDE  # of the tests
  REGEX "/fmus/[^/.]+$" EXCLUDE)                                # what the FMUs are packed from
install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES program/completions/paso.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions RENAME paso)
install(FILES program/completions/_paso DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)
install(FILES program/completions/paso.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
install(FILES README.md CHANGELOG.md SECURITY.md CITATION.cff LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/paso)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/paso/docs)
install(CODE "execute_process(COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/installed-links.sh
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATAROOTDIR}/doc/paso\" RESULT_VARIABLE failed)
  if(failed)\nmessage(FATAL_ERROR \"the links of installed pages: \${failed}\")\nendif()")
