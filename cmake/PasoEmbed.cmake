# paso_embed(TARGET FILE NAME): a text file beside the CMakeLists.txt becomes a C string of the target.
set(PASO_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed.cmake)
function(paso_embed target file name)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.c)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_CURRENT_SOURCE_DIR}/${file} -DNAME=${name} -DTO=${source} -P ${PASO_EMBED_SCRIPT}
    DEPENDS ${file} ${PASO_EMBED_SCRIPT})
  target_sources(${target} PRIVATE ${source})
endfunction()
