# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds texts:
#   cmake -DOUTPUT=FILE -DEXAMPLES=shared/kernels -DGUIDES=runner/mcp/guide -P EmbedTexts.cmake
# A text longer than what compilers promise for one literal (64 KiB) is no problem to Clang and GCC.
function(write_texts function)
  set(rows "")
  foreach(file ${ARGN})
    file(READ ${file} text)
    get_filename_component(name ${file} NAME)
    string(APPEND rows "    {\"${name}\", R\"~~~(${text})~~~\"},\n")
  endforeach()
  string(APPEND written "
llvm::ArrayRef<tessera::runner::mcp::Text> tessera::runner::mcp::${function}() {
  static constexpr Text texts[] = {
${rows}  };
  return texts;
}
")
  set(written "${written}" PARENT_SCOPE)
endfunction()

file(GLOB examples ${EXAMPLES}/*.py ${EXAMPLES}/index.json)
file(GLOB guides ${GUIDES}/*.md)
list(SORT examples)
list(SORT guides)
set(written "")
write_texts(exampleTexts ${examples})
write_texts(guideTexts ${guides})
file(WRITE ${OUTPUT} "// Made by runner/mcp/EmbedTexts.cmake.
#include \"runner/mcp/Texts.h\"
${written}")
