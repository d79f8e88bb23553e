// SPDX-License-Identifier: Apache-2.0
// Registers the modules of Python's own library.
#include "compiler/frontend/library/python/Python.h"
#include "compiler/frontend/library/Libraries.h"

using namespace tessera::frontend;

static constexpr LibraryModule modules[] = {
    {"builtins", "Python's built-in functions, types and exceptions"},
    {"math", "functions of Python numbers"},
    {"functools", "functions made from functions"},
    {"itertools", "iterators made from iterators"},
    {"operator", "Python's operators as functions"},
    {"collections", "queues, counters, named tuples and other containers"},
    {"collections.abc", "abstract classes of containers"},
    {"dataclasses", "classes made from annotated fields"},
    {"enum", "enumerations"},
    {"abc", "abstract base classes"},
    {"typing", "names for annotations; they are not checked"},
    {"types", "names of the language's own types"},
    {"contextlib", "context managers"},
    {"warnings", "warnings; they are told as diagnostics of the program"},
    {"sys", "the few facts of the interpreter that make sense here"},
    {"os", "environment variables, which are empty here"},
    {"time", "clocks, which stand still while compiling"},
    {"copy", "copies of objects"},
    {"re", "regular expressions"},
    {"heapq", "heaps in lists"},
    {"bisect", "places in sorted lists"},
    {"textwrap", "indentation of texts"},
    {"string", "strings of characters by kind"},
    {"io", "texts as files"},
    {"logging", "loggers, levels and handlers; what no handler takes is a diagnostic, from warnings on"},
    {"traceback", "texts of exceptions"},
    {"random", "CPython's random numbers, from seed 0 unless seeded"},
    {"json", "JSON texts"},
    {"inspect", "what functions and classes are made of"},
    {"statistics", "means, medians and deviations of Python numbers"},
    {"numbers", "abstract classes of numbers"},
    {"fractions", "fractions of integers"},
    {"argparse", "arguments of a command line that holds the program's name alone"},
    {"os.path", "paths as texts"},
    {"pathlib", "paths as objects"},
    {"fnmatch", "shell patterns"},
    {"pprint", "texts of objects, broken into lines"},
    {"importlib", "modules by their names"},
};

void library::registerPython(LibraryTable &table) {
  table.add(modules, builtinEntries());
  for (llvm::ArrayRef<LibraryEntry> entries :
       {typeEntries(), complexEntries(), exceptionEntries(), specialMethodEntries(), iterationEntries(),
        stringEntries(), bytesEntries(), containerEntries(), dictViewEntries(), mathEntries(), functoolsEntries(),
        classEntries(), systemEntries(), inspectEntries(), reEntries(), importingEntries()})
    table.add({}, entries);
  static const LibraryBase bases[] = {{"re.error", "Exception"}};
  table.addBases(bases);
}
