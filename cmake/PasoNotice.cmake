# paso_notice(VARIABLE NAME PACKAGE): the path of a copy of a Debian package's copyright notice, which FMUs that link its code have
# to carry. No third-party text is in the tree.
function(paso_notice variable name package)
  set(found /usr/share/doc/${package}/copyright)
  set(notice ${CMAKE_BINARY_DIR}/licenses/${name}.txt)
  if(EXISTS ${found})
    configure_file(${found} ${notice} COPYONLY)
  else()
    message(WARNING "${found} was not found: FMUs will carry no notice of ${name}; do not hand them on without it")
    file(WRITE ${notice} "The licence of ${name} was not found when this FMU was built.\n")
  endif()
  set(${variable} ${notice} PARENT_SCOPE)
endfunction()
