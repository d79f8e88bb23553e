# SPDX-License-Identifier: Apache-2.0
# Finds MLIR and LLVM, and gives the two functions by which every room declares itself:
#   tessera_library(Name sources... [LINK libs...] [CXX20])   a room's static library
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
  # Coverage in every room of ours, none in the packaged LLVM; only the fuzz targets link the fuzzer's main.
  add_compile_options(-O1 -fsanitize=fuzzer-no-link,address)
  add_link_options(-fsanitize=address)
elseif(TESSERA_SANITIZE)
  # In every room of ours, none in the packaged LLVM: `vptr` and `function` would want LLVM's RTTI and its own tags.
  set(checks -fsanitize=address,undefined -fno-sanitize=vptr,function)
  add_compile_options(-O1 -gline-tables-only -fno-omit-frame-pointer ${checks} -fno-sanitize-recover=undefined)
  add_link_options(${checks})
endif()
set(TESSERA_WARNINGS -Wall -Wextra -Wno-unused-parameter -Wno-deprecated-declarations $<$<BOOL:${TESSERA_WERROR}>:-Werror>)

# One precompiled header with MLIR's own headers serves every room that speaks MLIR: it is most of what they compile. The
# compiler writes absolute paths into it, and the compiler cache knows an object by the header's bytes. So it does not lie in the build
# folder, where each checkout would have one of its own and share nothing, but in TESSERA_PCH_FOLDER (`./dev` names its cache),
# under a name that says what it was made of: one that is there is never stale. Templates that the headers use are instantiated in it, once:
# every file would do that anew, which was a third of its time.
set(TESSERA_ROOM_OPTIONS -fno-rtti -fno-exceptions -ffp-contract=off ${TESSERA_WARNINGS})
set(TESSERA_PCH_FOLDER ${CMAKE_BINARY_DIR}/pch CACHE PATH "Where precompiled headers lie")
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  get_directory_property(options COMPILE_OPTIONS)
  list(APPEND flags ${options} ${TESSERA_ROOM_OPTIONS} ${CMAKE_CXX17_STANDARD_COMPILE_OPTION} -Xclang -fno-pch-timestamp
    -fpch-instantiate-templates)
  list(TRANSFORM flags REPLACE "^\\$<1:(.*)>$" "\\1")
  foreach(dir ${TESSERA_MLIR_INCLUDES})
    list(APPEND flags -isystem ${dir})
  endforeach()
  file(READ ${CMAKE_CURRENT_LIST_DIR}/MlirHeaders.h header)
  set(madeOf "${CMAKE_CXX_COMPILER} ${CMAKE_CXX_COMPILER_VERSION} ${flags} ${header}")
  foreach(dir ${TESSERA_MLIR_INCLUDES})  # another package of the same version is another header
    file(GLOB configs ${dir}/llvm/Config/*.h ${dir}/mlir/Config/*.h)
    foreach(config ${configs})
      file(TIMESTAMP ${config} time)
      string(APPEND madeOf " ${config} ${time}")
    endforeach()
  endforeach()
  string(MD5 key "${madeOf}")
  string(MD5 mine "${CMAKE_BINARY_DIR}")
  set(folder ${TESSERA_PCH_FOLDER}/${key})
  set(TESSERA_PCH ${folder}/Mlir.pch)
  if(NOT EXISTS ${folder}/MlirHeaders.h)
    file(WRITE ${folder}/MlirHeaders.h.${mine} "${header}")
    file(RENAME ${folder}/MlirHeaders.h.${mine} ${folder}/MlirHeaders.h)
  endif()
  # Two builds may make it at once; each moves a whole one into its place.
  add_custom_command(OUTPUT ${TESSERA_PCH}
    COMMAND ${CMAKE_CXX_COMPILER} ${flags} -x c++-header ${folder}/MlirHeaders.h -o ${TESSERA_PCH}.${mine}
    COMMAND ${CMAKE_COMMAND} -E rename ${TESSERA_PCH}.${mine} ${TESSERA_PCH}
    COMMENT "precompiling MLIR's headers" VERBATIM)
  add_custom_target(TesseraPch DEPENDS ${TESSERA_PCH})
endif()

function(tessera_library name)
  cmake_parse_arguments(ARG "PLAIN" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_compile_features(${name} PUBLIC cxx_std_17)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_include_directories(${name} SYSTEM PUBLIC ${TESSERA_MLIR_INCLUDES})
  # LLVM is built without exceptions, and by hand (for wasm) without RTTI. -ffp-contract=off: a native run and a run in the
  # browser give the same bits, so no fused multiply-add may appear by itself.
  target_compile_options(${name} PRIVATE ${TESSERA_ROOM_OPTIONS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(TESSERA_PCH AND NOT ARG_PLAIN)
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp -Xclang -include-pch -Xclang ${TESSERA_PCH}")
    add_dependencies(${name} TesseraPch)
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
