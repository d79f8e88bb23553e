# SPDX-License-Identifier: Apache-2.0
# Writes a C++ file that holds the library's Python:
#   cmake -DOUTPUT=FILE -DFOLDER=compiler/frontend/library [-DFETCHED=FOLDER] -P EmbedPython.cmake
#
# A text belongs to the module that its file is named after, or to those that its second line names:
#   # module: numpy jax.numpy      several modules may share a file, and several files may make one module
#   # class: torch.Tensor          the functions are methods of a class that C++ has
#   # hidden: NAME                 only C++ looks there
#   # later: enum                  more of a module, evaluated when a name is asked for that the texts before do not have
# With FETCHED (the module for browsers) the texts are put into that folder instead, and the module asks for them when a program first
# needs them: most programs need none.
# The first line of its docstring is the module's summary. Files of one module are joined in the order of their names.
if(DEFINED FETCHED)
  file(REMOVE_RECURSE ${FETCHED})  # a file that is gone from the tree is no part of the site
endif()
file(GLOB files ${FOLDER}/*/*.py)
list(SORT files)
set(count 0)
set(texts "")
set(rows "")
foreach(file ${files})
  file(READ ${file} text)
  get_filename_component(modules ${file} NAME_WE)
  set(kind module)
  if(text MATCHES "^[^\n]*\n# (module|class|hidden|later): ([^\n]*)\n")
    string(REPLACE " " ";" modules "${CMAKE_MATCH_2}")
    string(REPLACE "class" "methods" kind "${CMAKE_MATCH_1}")
  endif()
  set(summary "")
  get_filename_component(part ${file} DIRECTORY)
  get_filename_component(part ${part} NAME)
  get_filename_component(name ${file} NAME)
  if(text MATCHES "\"\"\"([^\n\"]*)")
    string(REPLACE "\\" "\\\\" summary "${CMAKE_MATCH_1}")
  endif()
  set(place "text${count}")
  if(DEFINED FETCHED)
    file(WRITE ${FETCHED}/${part}/${name} "${text}")
    set(place nullptr)
  else()
    string(APPEND texts "static const char text${count}[] = R\"~~~(${text})~~~\";\n")
  endif()
  foreach(module ${modules})
    string(APPEND rows "    {\"${module}\", SourceKind::${kind}, \"${summary}\", \"${part}/${name}\", ${place}},\n")
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
