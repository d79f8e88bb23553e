# SPDX-License-Identifier: Apache-2.0
# Read by LLVM's own CMake, at its end: the headers that most files of a library read are compiled once, for all libraries
# of a group. The first library of a group makes it, so that it must have what the others' headers need from TableGen.
set(TESSERA_SUPPORT_HEADERS
  llvm/ADT/APFloat.h llvm/ADT/APInt.h llvm/ADT/DenseMap.h llvm/ADT/STLExtras.h llvm/ADT/SmallVector.h llvm/ADT/StringExtras.h
  llvm/ADT/StringMap.h llvm/ADT/StringRef.h llvm/ADT/StringSwitch.h llvm/Support/CommandLine.h llvm/Support/Error.h
  llvm/Support/FormatVariadic.h llvm/Support/MemoryBuffer.h llvm/Support/raw_ostream.h functional map set string vector)
set(TESSERA_ASSEMBLY_HEADERS ${TESSERA_SUPPORT_HEADERS}
  llvm/MC/MCAsmInfo.h llvm/MC/MCAssembler.h llvm/MC/MCContext.h llvm/MC/MCExpr.h llvm/MC/MCInst.h llvm/MC/MCObjectFileInfo.h
  llvm/MC/MCSectionELF.h llvm/MC/MCStreamer.h llvm/MC/MCSubtargetInfo.h)
set(TESSERA_CORE_HEADERS
  llvm/ADT/APInt.h llvm/ADT/DenseMap.h llvm/ADT/SmallVector.h llvm/ADT/StringRef.h llvm/IR/Constants.h llvm/IR/DataLayout.h
  llvm/IR/DebugInfoMetadata.h llvm/IR/Function.h llvm/IR/Instructions.h llvm/IR/IntrinsicInst.h llvm/IR/Module.h
  llvm/IR/PassManager.h llvm/Support/CommandLine.h llvm/Support/raw_ostream.h)
set(TESSERA_ANALYSIS_HEADERS ${TESSERA_CORE_HEADERS}
  llvm/Analysis/AssumptionCache.h llvm/Analysis/LoopInfo.h llvm/Analysis/ScalarEvolution.h
  llvm/Analysis/TargetTransformInfo.h llvm/Analysis/ValueTracking.h llvm/IR/IRBuilder.h llvm/IR/PatternMatch.h)
set(TESSERA_MACHINE_HEADERS ${TESSERA_ANALYSIS_HEADERS}
  llvm/CodeGen/MachineFunctionPass.h llvm/CodeGen/MachineInstr.h llvm/CodeGen/MachineRegisterInfo.h
  llvm/CodeGen/TargetInstrInfo.h llvm/CodeGen/TargetLowering.h llvm/CodeGen/TargetSubtargetInfo.h)
set(TESSERA_MLIR_HEADERS
  mlir/IR/Builders.h mlir/IR/BuiltinOps.h mlir/IR/BuiltinTypes.h mlir/IR/DialectImplementation.h mlir/IR/Matchers.h
  mlir/IR/OpImplementation.h mlir/IR/PatternMatch.h mlir/IR/SymbolTable.h mlir/IR/Verifier.h mlir/Interfaces/SideEffectInterfaces.h
  llvm/ADT/STLExtras.h llvm/ADT/SmallVector.h llvm/ADT/StringMap.h llvm/ADT/TypeSwitch.h llvm/Support/raw_ostream.h)

function(tessera_precompile_group headers first)
  # Some libraries have files in C, too.
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${first} PRIVATE ${headers})
  foreach(library ${ARGN})
    if(TARGET ${library})
      target_precompile_headers(${library} REUSE_FROM ${first})
    endif()
  endforeach()
endfunction()

function(tessera_precompile)
  tessera_precompile_group("${TESSERA_SUPPORT_HEADERS}" LLVMSupport LLVMTargetParser LLVMBinaryFormat LLVMRemarks)
  tessera_precompile_group("${TESSERA_ASSEMBLY_HEADERS}" LLVMMC LLVMMCParser LLVMNVPTXDesc LLVMDebugInfoCodeView)
  tessera_precompile_group("${TESSERA_CORE_HEADERS}" LLVMCore LLVMTarget LLVMProfileData)
  tessera_precompile_group("${TESSERA_ANALYSIS_HEADERS}" LLVMAnalysis LLVMTransformUtils LLVMScalarOpts LLVMInstCombine)
  tessera_precompile_group("${TESSERA_MACHINE_HEADERS}" LLVMCodeGen LLVMSelectionDAG LLVMAsmPrinter LLVMNVPTXCodeGen)
  # All of MLIR's libraries wait for all of its generated headers, so any may be the first.
  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/objects.txt lines REGEX "^MLIR")
  list(TRANSFORM lines REPLACE "^([A-Za-z0-9]+) .*" "obj.\\1")
  list(REMOVE_DUPLICATES lines)
  list(REMOVE_ITEM lines obj.MLIRIR obj.MLIRSupport)
  tessera_precompile_group("${TESSERA_MLIR_HEADERS}" obj.MLIRIR ${lines})
endfunction()
cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL tessera_precompile)
