# SPDX-License-Identifier: Apache-2.0
# Gives `TesseraMlir` the archives that build-mlir made. The list is every component that a room of ours names, dependencies
# included by hand: the linker drops what nobody uses, so a component here costs build time of MLIR, not size of the module.
# It is one with `components` of build-mlir: that builds targets, this links what they brought.
file(GLOB archives CONFIGURE_DEPENDS ${TESSERA_WASM_MLIR}/lib/libMLIR*.a ${TESSERA_WASM_MLIR}/lib/libLLVM*.a)
if(NOT archives)
  message(FATAL_ERROR "no MLIR for wasm in TESSERA_WASM_MLIR=${TESSERA_WASM_MLIR}: `./dev wasm` builds it")
endif()
target_link_libraries(TesseraMlir INTERFACE -Wl,--start-group ${archives} -Wl,--end-group)
