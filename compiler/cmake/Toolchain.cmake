# SPDX-License-Identifier: Apache-2.0
# Finds MLIR and LLVM, and gives the two functions by which every room declares itself:
#   tessera_library(Name sources... [LINK libs...] [PLAIN | PCH Nvvm] [NOT_FUZZED])   a room's static library
#   tessera_tablegen(target file.td OUTPUTS "flag out" ...)   what mlir-tblgen writes for it
# The version of LLVM is pinned here and nowhere else.
set(TESSERA_LLVM_VERSION 22.1)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

if(NOT EMSCRIPTEN)
  find_package(zstd QUIET)  # must come before MLIR: its exported targets name zstd::libzstd_shared
  find_package(MLIR ${TESSERA_LLVM_VERSION} REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
  set(TESSERA_MLIR_TBLGEN ${LLVM_TOOLS_BINARY_DIR}/mlir-tblgen)
  set(TESSERA_MLIR_INCLUDES ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
else()
  # wasm/toolchain built these; TESSERA_WASM_MLIR is that build's folder, TESSERA_WASM_LLVM_SOURCE its source tree.
  set(TESSERA_MLIR_TBLGEN ${TESSERA_NATIVE_TOOLS}/mlir-tblgen)
  set(TESSERA_MLIR_INCLUDES
      ${TESSERA_WASM_LLVM_SOURCE}/llvm/include ${TESSERA_WASM_LLVM_SOURCE}/mlir/include
      ${TESSERA_WASM_MLIR}/include ${TESSERA_WASM_MLIR}/tools/mlir/include)
endif()

set(TESSERA_MLIR_INCLUDE_FLAGS)
foreach(dir ${TESSERA_MLIR_INCLUDES})
  list(APPEND TESSERA_MLIR_INCLUDE_FLAGS -I${dir})
endforeach()

if(EMSCRIPTEN)
  add_compile_options(-msimd128)
elseif(TESSERA_PORTABLE)
  add_compile_options(-ffunction-sections -fdata-sections)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)  # for what the runner looks for
elseif(TESSERA_FUZZ)
  # Coverage in every room of ours that reads what comes from outside, none in the packaged LLVM; only the fuzz targets link
  # the fuzzer's main. The other rooms (NOT_FUZZED) come from the native build.
  set(TESSERA_NATIVE_BUILD ${CMAKE_SOURCE_DIR}/build/native CACHE PATH "The build whose rooms a fuzz build links")
  add_compile_options(-O1 -fsanitize=fuzzer-no-link,address)
  add_link_options(-fsanitize=address)
elseif(TESSERA_SANITIZE)
  # In every room of ours, none in the packaged LLVM: `vptr` and `function` would want LLVM's RTTI and its own tags.
  set(checks -fsanitize=address,undefined -fno-sanitize=vptr,function)
  add_compile_options(-O1 -gline-tables-only -fno-omit-frame-pointer ${checks} -fno-sanitize-recover=undefined)
  add_link_options(${checks})
endif()
set(TESSERA_WARNINGS -Wall -Wextra -Wno-unused-parameter -Wno-deprecated-declarations $<$<BOOL:${TESSERA_WERROR}>:-Werror>)

# Precompiled headers with MLIR's own headers serve every room that speaks MLIR: they are most of what it compiles. The
# compiler writes absolute paths into them, and the compiler cache knows an object by the header's bytes. So they do not lie in the build
# folder, where each checkout would have its own and share nothing, but in TESSERA_PCH_FOLDER (`./dev` names its cache),
# under a name that says what each was made of: one that is there is never stale.
set(TESSERA_ROOM_OPTIONS -fno-rtti -fno-exceptions -ffp-contract=off ${TESSERA_WARNINGS})
set(TESSERA_PCH_FOLDER ${CMAKE_BINARY_DIR}/pch CACHE PATH "Where precompiled headers lie")

# tessera_make_pch(NAME HEADERS files.. OPTIONS options..): sets TESSERA_PCH_NAME to its path; the target TesseraPchNAME makes
# it. The options, with the standard, are those of the targets that it is for.
function(tessera_make_pch name)
  cmake_parse_arguments(ARG "" "" "HEADERS;OPTIONS" ${ARGN})
  set(includes ${TESSERA_MLIR_INCLUDES})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  get_directory_property(options COMPILE_OPTIONS)
  list(APPEND flags ${options} ${ARG_OPTIONS} -Xclang -fno-pch-timestamp)
  # Templates that the headers use are instantiated in it, once: every file would do that anew, which was a third of its time.
  list(APPEND flags -fpch-instantiate-templates)
  list(TRANSFORM flags REPLACE "^\\$<1:(.*)>$" "\\1")
  foreach(dir ${includes})
    list(APPEND flags -isystem ${dir})
  endforeach()
  set(text "")
  foreach(header ${ARG_HEADERS})
    file(READ ${CMAKE_CURRENT_LIST_DIR}/${header} part)
    string(APPEND text "${part}")
  endforeach()
  set(madeOf "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${flags} ${text}")
  foreach(dir ${includes})  # another package of the same version is another header
    file(GLOB configs ${dir}/llvm/Config/*.h ${dir}/mlir/Config/*.h)
    foreach(config ${configs})
      file(TIMESTAMP ${config} time)
      string(APPEND madeOf " ${config} ${time}")
    endforeach()
  endforeach()
  string(MD5 key "${madeOf}")
  string(MD5 mine "${CMAKE_BINARY_DIR}")
  set(folder ${TESSERA_PCH_FOLDER}/${key})
  set(pch ${folder}/${name}.pch)
  if(NOT EXISTS ${folder}/${name}Headers.h)
    file(WRITE ${folder}/${name}Headers.h.${mine} "${text}")
    file(RENAME ${folder}/${name}Headers.h.${mine} ${folder}/${name}Headers.h)
  endif()
  # Two builds may make it at once; each moves a whole one into its place.
  add_custom_command(OUTPUT ${pch}
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} -x c++-header ${folder}/${name}Headers.h -o ${pch}.${mine}
    COMMAND ${CMAKE_COMMAND} -E rename ${pch}.${mine} ${pch}
    COMMENT "precompiling the headers of ${name}" VERBATIM)
  add_custom_target(TesseraPch${name} DEPENDS ${pch})
  set(TESSERA_PCH_${name} ${pch} PARENT_SCOPE)
endfunction()

if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  set(room ${TESSERA_ROOM_OPTIONS} ${CMAKE_CXX17_STANDARD_COMPILE_OPTION})
  tessera_make_pch(Mlir HEADERS MlirHeaders.h OPTIONS ${room})
  # The dialect of NVIDIA's instructions is 15 seconds to read, for the code generator's files alone.
  if(NOT TESSERA_FUZZ)
    tessera_make_pch(Nvvm HEADERS MlirHeaders.h NvvmHeaders.h OPTIONS ${room})
  endif()
endif()

# tessera_use_pch(target NAME): for targets with the options that it was made with.
function(tessera_use_pch target name)
  if(TESSERA_PCH_${name})
    target_compile_options(${target} PRIVATE
      "SHELL:-Xclang -fno-pch-timestamp -Xclang -include-pch -Xclang ${TESSERA_PCH_${name}}")
    add_dependencies(${target} TesseraPch${name})
  endif()
endfunction()

# tessera_native_library(Name LINK libs... DEPENDS targets...): a room as the native build made it.
function(tessera_native_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  add_library(${name} STATIC IMPORTED GLOBAL)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${TESSERA_NATIVE_BUILD}/${folder}/lib${name}.a)
  target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${TESSERA_MLIR_INCLUDES})
  target_link_libraries(${name} INTERFACE ${ARG_LINK})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

function(tessera_library name)
  cmake_parse_arguments(ARG "PLAIN;NOT_FUZZED" "PCH" "LINK;DEPENDS" ${ARGN})
  if(TESSERA_FUZZ AND ARG_NOT_FUZZED)
    tessera_native_library(${name} LINK ${ARG_LINK} DEPENDS ${ARG_DEPENDS})
    return()
  endif()
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_include_directories(${name} SYSTEM PUBLIC ${TESSERA_MLIR_INCLUDES})
  # LLVM is built without exceptions, and by hand (for wasm) without RTTI. -ffp-contract=off: a native run and a run in the
  # browser give the same bits, so no fused multiply-add may appear by itself.
  target_compile_options(${name} PRIVATE ${TESSERA_ROOM_OPTIONS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(ARG_PCH AND TESSERA_PCH_${ARG_PCH})
    tessera_use_pch(${name} ${ARG_PCH})
  elseif(NOT ARG_PLAIN)
    tessera_use_pch(${name} Mlir)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# A library of which the browser's module, which is at its limit (tests/wasm/size.test.mjs), takes smaller code: what
# runs once a compilation. By the inliner's threshold, as another -O level would not take the headers compiled before.
function(tessera_small name)
  if(EMSCRIPTEN)
    target_compile_options(${name} PRIVATE "SHELL:-mllvm -inline-threshold=25")
  endif()
endfunction()

# tessera_tablegen(TesseraTileIncGen TileOps.td -gen-op-decls TileOps.h.inc -gen-op-defs TileOps.cpp.inc ...)
# Any .td file may include any other, so all are run when one changes; what comes out as before is left alone, and
# nothing behind it is built again.
function(tessera_tablegen target td)
  set(outputs)
  set(rest ${ARGN})
  file(GLOB_RECURSE tds CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/compiler/*.td)
  while(rest)
    list(POP_FRONT rest flag out)
    set(path ${CMAKE_CURRENT_BINARY_DIR}/${out})
    string(REPLACE " " ";" flags ${flag})
    add_custom_command(OUTPUT ${path}
      COMMAND ${TESSERA_MLIR_TBLGEN} ${flags} --write-if-changed -I ${PROJECT_SOURCE_DIR} ${TESSERA_MLIR_INCLUDE_FLAGS}
              ${CMAKE_CURRENT_SOURCE_DIR}/${td} -o ${path}
      DEPENDS ${tds} COMMENT "mlir-tblgen ${out}" VERBATIM)
    list(APPEND outputs ${path})
  endwhile()
  add_custom_target(${target} DEPENDS ${outputs})
endfunction()
