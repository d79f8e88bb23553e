# SPDX-License-Identifier: Apache-2.0
# Read by LLVM's own CMake, at its end, when it is configured for the code generator: the headers that most files of a
# library read are compiled once for it.
set(TESSERA_COMMON_HEADERS
  "llvm/ADT/DenseMap.h" "llvm/ADT/SmallVector.h" "llvm/ADT/StringRef.h" "llvm/ADT/APInt.h" "llvm/IR/Module.h"
  "llvm/IR/Function.h" "llvm/IR/Instructions.h" "llvm/IR/IntrinsicInst.h" "llvm/IR/Constants.h" "llvm/IR/DataLayout.h"
  "llvm/IR/DebugInfoMetadata.h" "llvm/IR/PassManager.h" "llvm/Support/CommandLine.h" "llvm/Support/raw_ostream.h")
list(TRANSFORM TESSERA_COMMON_HEADERS PREPEND "<" OUTPUT_VARIABLE TESSERA_COMMON_HEADERS)
list(TRANSFORM TESSERA_COMMON_HEADERS APPEND ">")
set(TESSERA_ANALYSIS_HEADERS
  "<llvm/Analysis/AssumptionCache.h>" "<llvm/Analysis/LoopInfo.h>" "<llvm/Analysis/ScalarEvolution.h>"
  "<llvm/Analysis/TargetTransformInfo.h>" "<llvm/Analysis/ValueTracking.h>" "<llvm/IR/IRBuilder.h>"
  "<llvm/IR/PatternMatch.h>")
set(TESSERA_MACHINE_HEADERS
  "<llvm/CodeGen/MachineFunctionPass.h>" "<llvm/CodeGen/MachineInstr.h>" "<llvm/CodeGen/MachineRegisterInfo.h>"
  "<llvm/CodeGen/TargetInstrInfo.h>" "<llvm/CodeGen/TargetLowering.h>" "<llvm/CodeGen/TargetSubtargetInfo.h>")

function(tessera_precompile)
  foreach(library LLVMCore)
    target_precompile_headers(${library} PRIVATE ${TESSERA_COMMON_HEADERS})
  endforeach()
  foreach(library LLVMAnalysis LLVMTransformUtils LLVMScalarOpts LLVMInstCombine)
    target_precompile_headers(${library} PRIVATE ${TESSERA_COMMON_HEADERS} ${TESSERA_ANALYSIS_HEADERS})
  endforeach()
  foreach(library LLVMCodeGen LLVMSelectionDAG LLVMAsmPrinter LLVMNVPTXCodeGen)
    target_precompile_headers(${library} PRIVATE ${TESSERA_COMMON_HEADERS} ${TESSERA_ANALYSIS_HEADERS} ${TESSERA_MACHINE_HEADERS})
  endforeach()
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL tessera_precompile)
