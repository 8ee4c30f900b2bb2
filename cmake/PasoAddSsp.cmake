# paso_add_ssp(NAME SystemStructure.ssd [FMUS target...] [FILES file...]): packs build/systems/NAME.ssp, with the FMUs that
# paso_add_fmu() made and further files under resources/. Equal files give equal archives.
function(paso_add_ssp name ssd)
  cmake_parse_arguments(SSP "" "" "FMUS;FILES" ${ARGN})
  get_filename_component(ssd ${ssd} ABSOLUTE)
  set(entries SystemStructure.ssd=${ssd})
  set(needed ${ssd})
  foreach(fmu ${SSP_FMUS})
    list(APPEND entries resources/${fmu}.fmu=${CMAKE_BINARY_DIR}/fmus/${fmu}.fmu)
    list(APPEND needed ${CMAKE_BINARY_DIR}/fmus/${fmu}.fmu ${fmu}_fmu)
  endforeach()
  foreach(file ${SSP_FILES})
    get_filename_component(file ${file} ABSOLUTE)
    get_filename_component(file_name ${file} NAME)
    list(APPEND entries resources/${file_name}=${file})
    list(APPEND needed ${file})
  endforeach()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/systems)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/systems/${name}.ssp
    COMMAND paso_pack ${CMAKE_BINARY_DIR}/systems/${name}.ssp ${entries}
    DEPENDS paso_pack ${needed} COMMENT "Packing ${name}.ssp")
  add_custom_target(${name}_ssp ALL DEPENDS ${CMAKE_BINARY_DIR}/systems/${name}.ssp)
  set_property(GLOBAL APPEND PROPERTY PASO_PRODUCTS ${name}_ssp)
endfunction()
