# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds the library's Python: cmake -DOUTPUT=FILE -DFOLDER=compiler/frontend/library -P EmbedPython.cmake
#
# A text belongs to the module that its file is named after, or to those that its second line names:
#   # module: numpy jax.numpy      several modules may share a file, and several files may make one module
#   # class: torch.Tensor          the functions are methods of a class that C++ has
#   # hidden: NAME                 only C++ looks there
# The first line of its docstring is the module's summary. Files of one module are joined in the order of their names.
file(GLOB files ${FOLDER}/*/*.py)
list(SORT files)
set(count 0)
set(texts "")
set(rows "")
foreach(file ${files})
  file(READ ${file} text)
  get_filename_component(modules ${file} NAME_WE)
  set(kind module)
  if(text MATCHES "^[^\n]*\n# (module|class|hidden): ([^\n]*)\n")
    string(REPLACE " " ";" modules "${CMAKE_MATCH_2}")
    string(REPLACE "class" "methods" kind "${CMAKE_MATCH_1}")
  endif()
  set(summary "")
  if(text MATCHES "\"\"\"([^\n\"]*)")
    string(REPLACE "\\" "\\\\" summary "${CMAKE_MATCH_1}")
  endif()
  string(APPEND texts "static const char text${count}[] = R\"~~~(${text})~~~\";\n")
  foreach(module ${modules})
    string(APPEND rows "    {\"${module}\", SourceKind::${kind}, \"${summary}\", text${count}},\n")
  endforeach()
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by compiler/cmake/EmbedPython.cmake.
#include \"compiler/frontend/library/Libraries.h\"

${texts}
using tessera::frontend::SourceKind;

llvm::ArrayRef<tessera::frontend::LibrarySource> tessera::frontend::library::pythonSources() {
  static const LibrarySource sources[] = {
${rows}  };
  return sources;
}
")
