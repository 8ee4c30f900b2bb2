# paso_export(NAME FILE): build/fmus/NAME.fmu of a file that describes a mechanism or a circuit, by the program that was just
# built.
function(paso_export name file)
  get_filename_component(file ${file} ABSOLUTE)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/fmus/${name}.fmu
    COMMAND paso export ${file} --output ${CMAKE_BINARY_DIR}/fmus/${name}.fmu
    DEPENDS paso ${file} COMMENT "Exporting ${name}.fmu")
  add_custom_target(${name}_fmu ALL DEPENDS ${CMAKE_BINARY_DIR}/fmus/${name}.fmu)
  set_property(GLOBAL APPEND PROPERTY PASO_PRODUCTS ${name}_fmu)
endfunction()

# paso_export_system(NAME FILE [WHOLE] DEPENDS file... [CHANGES path=value...]): build/systems/NAME.ssp of a file that describes a system, or
# build/fmus/NAME.fmu, with the whole system in it.
function(paso_export_system name file)
  cmake_parse_arguments(SYSTEM "WHOLE" "" "DEPENDS;CHANGES" ${ARGN})
  get_filename_component(file ${file} ABSOLUTE)
  set(needed ${file})
  foreach(component ${SYSTEM_DEPENDS})
    get_filename_component(component ${component} ABSOLUTE)
    list(APPEND needed ${component})
  endforeach()
  set(changes)
  foreach(change ${SYSTEM_CHANGES})
    list(APPEND changes --set ${change})
  endforeach()
  set(product systems/${name}.ssp)
  set(target ${name}_ssp)
  set(whole)
  if(SYSTEM_WHOLE)
    set(product fmus/${name}.fmu)
    set(target ${name}_fmu)
    set(whole --whole)
  endif()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/systems)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/${product}
    COMMAND paso export --system ${file} ${whole} --output ${CMAKE_BINARY_DIR}/${product} ${changes}
    DEPENDS paso ${needed} COMMENT "Exporting ${product}" VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${CMAKE_BINARY_DIR}/${product})
  set_property(GLOBAL APPEND PROPERTY PASO_PRODUCTS ${target})
endfunction()
