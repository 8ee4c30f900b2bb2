# Writes TO, the release and the commit of SOURCE as C, where they have changed: cmake -DSOURCE= -DVERSION= -DTO= -P version.cmake.
# In a checkout git tells the commit; in an archive that git made, cmake/commit.txt does; elsewhere nobody does.
set(commit "")
set(date "")
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  get_filename_component(here ${SOURCE} REALPATH)
  if(top AND top STREQUAL here) # and not somebody else's repository around an archive
    execute_process(COMMAND ${GIT} -C ${SOURCE} log -1 --format=%h\;%cs --abbrev=12 OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${GIT} -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
  endif()
endif()
if(NOT commit AND EXISTS ${SOURCE}/cmake/commit.txt)
  file(READ ${SOURCE}/cmake/commit.txt commit)
  string(STRIP "${commit}" commit)
  if(NOT commit MATCHES "^[0-9a-f]+;")
    set(commit "")
  endif()
endif()
if(commit) # "1a2b3c;2026-01-31"
  list(GET commit 1 date)
  list(GET commit 0 commit)
  if(changes)
    string(APPEND commit ", changed")
  endif()
  set(commit " (commit ${commit})")
endif()
file(CONFIGURE OUTPUT ${TO} @ONLY CONTENT [[
#include "program/version.h"

const char *version_text(void)
{
    return "@VERSION@@commit@";
}

const char *version_date(void)
{
    return "@date@";
}
]])
