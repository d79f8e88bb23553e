# SPDX-License-Identifier: Apache-2.0
# Gives `TesseraMlir` the archive that build-mlir made, of the files of LLVM and MLIR that objects.txt lists. The linker
# takes what a module uses.
if(NOT EXISTS "${TESSERA_WASM_MLIR_ARCHIVE}")
  message(FATAL_ERROR "no MLIR for wasm in TESSERA_WASM_MLIR_ARCHIVE=${TESSERA_WASM_MLIR_ARCHIVE}: `./dev wasm` builds it")
endif()
target_link_libraries(TesseraMlir INTERFACE ${TESSERA_WASM_MLIR_ARCHIVE})
