# SPDX-License-Identifier: Apache-2.0
# TESSERA_PORTABLE: one binary that needs nothing but glibc. MLIR's exported targets drag in the shared libLLVM, and a static and a shared
# LLVM in one process keep two of every registry: so the archives are named here, all of them, and the linker takes what is
# used. NVPTX is the only back end, because codegen initializes no other.
file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
target_link_libraries(TesseraMlir INTERFACE -Wl,--start-group ${archives} -Wl,--end-group
                      -Wl,-Bstatic -lz -lzstd -Wl,-Bdynamic)
target_link_options(TesseraMlir INTERFACE -static-libstdc++ -static-libgcc -Wl,--gc-sections -s)
