# paso_export(NAME FILE): build/fmus/NAME.fmu of a file that describes a mechanism or a circuit, by the program that was just
# built.
function(paso_export name file)
  get_filename_component(file ${file} ABSOLUTE)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/fmus/${name}.fmu
    COMMAND paso export ${file} --output ${CMAKE_BINARY_DIR}/fmus/${name}.fmu
    DEPENDS paso ${file} COMMENT "Exporting ${name}.fmu")
  add_custom_target(${name}_fmu ALL DEPENDS ${CMAKE_BINARY_DIR}/fmus/${name}.fmu)
endfunction()
