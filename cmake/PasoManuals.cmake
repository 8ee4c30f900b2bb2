# build/man: a manual page of the program and one of every command, as the programs themselves print them from their option tables.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/man)
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/man/paso.1
  COMMAND sh ${CMAKE_SOURCE_DIR}/cmake/manuals.sh $<TARGET_FILE:paso> ${CMAKE_BINARY_DIR}/man
  DEPENDS paso paso-bench ${CMAKE_SOURCE_DIR}/cmake/manuals.sh COMMENT "Printing the manual pages" VERBATIM)
add_custom_target(manuals ALL DEPENDS ${CMAKE_BINARY_DIR}/man/paso.1)
set_property(GLOBAL APPEND PROPERTY PASO_PRODUCTS manuals)
