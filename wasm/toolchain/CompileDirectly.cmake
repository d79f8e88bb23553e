# SPDX-License-Identifier: Apache-2.0
# Read at the end of project(), under Emscripten: files are compiled by the clang that em++ would start, with the flags
# that em++ would add, and no longer through em++ itself. Its start is 0.2 s a file, a tenth of what LLVM takes. Linking
# stays em++'s. TESSERA_SAYS_VISIBILITY: whether the project's own flags say something of visibility.
string(TOUPPER "${CMAKE_BUILD_TYPE}" tessera_config)
set(TESSERA_COMPILER_WRAPPER "$ENV{EM_COMPILER_WRAPPER}" CACHE STRING "What starts compilers, as em++ would use it")
foreach(language C CXX)
  # What it adds depends on the level of optimization alone: that of the build. A target with a level of its own says
  # the rest itself.
  separate_arguments(tessera_flags UNIX_COMMAND "${CMAKE_${language}_FLAGS} ${CMAKE_${language}_FLAGS_${tessera_config}}")
  list(FILTER tessera_flags INCLUDE REGEX "^-O")
  execute_process(COMMAND ${CMAKE_${language}_COMPILER} ${tessera_flags} --cflags
    OUTPUT_VARIABLE tessera_added OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  # Behind a wrapper it says the compiler, too; and its last words are those that it was given.
  string(FIND "${tessera_added}" "-target " tessera_begin)
  string(SUBSTRING "${tessera_added}" ${tessera_begin} -1 tessera_added)
  string(REGEX REPLACE "( -O[0-9sz]+)+$" "" tessera_added "${tessera_added}")
  # em++ adds this where a command says nothing of visibility.
  if(TESSERA_SAYS_VISIBILITY)
    string(REPLACE " -fvisibility=default" "" tessera_added "${tessera_added}")
  endif()
  execute_process(COMMAND em-config LLVM_ROOT
    OUTPUT_VARIABLE tessera_folder OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(tessera_suffix "")
  if(language STREQUAL "CXX")
    set(tessera_suffix "++")
  endif()
  # Debian's has its version in its name, other people's has not.
  string(REGEX MATCH "^[0-9]+" tessera_version "${CMAKE_${language}_COMPILER_VERSION}")
  find_program(TESSERA_CLANG_${language} NAMES clang${tessera_suffix}-${tessera_version} clang${tessera_suffix}
    HINTS ${tessera_folder} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  set(CMAKE_${language}_COMPILE_OBJECT
    "${TESSERA_COMPILER_WRAPPER} ${TESSERA_CLANG_${language}} ${tessera_added} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
endforeach()
