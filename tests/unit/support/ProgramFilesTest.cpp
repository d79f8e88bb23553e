// SPDX-License-Identifier: Apache-2.0
// Files in memory as the compiler asks for them, and which of them `-m` means.
#include "compiler/support/ProgramFiles.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {
ListedFiles makePackage() {
  ListedFiles files;
  files.add("main.py", "import tool");
  files.add("/tool/__init__.py", "");
  files.add("tool/__main__.py", "run");
  files.add("tool/scale.py", "scale");
  files.add("src/deep/kernels/__init__.py", "");
  return files;
}
using Texts = std::vector<std::pair<std::string, std::string>>;
} // namespace

TEST(ListedFiles, ReadsAPathWithAndWithoutTheRoot) {
  ListedFiles files = makePackage();
  EXPECT_EQ(files.read("main.py"), "import tool");
  EXPECT_EQ(files.read("/main.py"), "import tool");
  EXPECT_EQ(files.read("tool/__init__.py"), "");
  EXPECT_EQ(files.read("tool"), std::nullopt);
  EXPECT_EQ(files.read("other.py"), std::nullopt);
}

TEST(ListedFiles, AFolderIsWhatPathsBeginWith) {
  ListedFiles files = makePackage();
  for (const char *folder : {"tool", "/tool", "tool/", "src", "src/deep", "", "/"})
    EXPECT_TRUE(files.isFolder(folder)) << folder;
  for (const char *folder : {"too", "main.py", "tool/scale", "deep"})
    EXPECT_FALSE(files.isFolder(folder)) << folder;
}

TEST(ListedFiles, RemembersWhatWasRead) {
  ListedFiles files = makePackage();
  files.read("tool/scale.py");
  files.read("/tool/__init__.py"); // empty: there is nothing to keep
  files.read("main.py");
  files.read("gone.py");
  EXPECT_EQ(files.readFiles("main.py"), (Texts{{"tool/scale.py", "scale"}}));
}

TEST(FindProgram, FindsModulesAndPackages) {
  ListedFiles files = makePackage();
  std::string error;
  auto package = findProgram(files, "tool", {}, "", error);
  ASSERT_TRUE(package);
  EXPECT_EQ(package->file, "tool/__main__.py");
  EXPECT_EQ(package->imports.package, "tool");
  EXPECT_EQ(package->imports.folders, std::vector<std::string>{""});
  auto module = findProgram(files, "tool.scale", {}, "", error);
  ASSERT_TRUE(module);
  EXPECT_EQ(module->file, "tool/scale.py");
  EXPECT_EQ(module->imports.package, "tool");
  auto top = findProgram(files, "main", {}, "", error);
  ASSERT_TRUE(top);
  EXPECT_EQ(top->imports.package, "");
}

TEST(FindProgram, SaysWhatIsMissing) {
  ListedFiles files = makePackage();
  std::string error;
  EXPECT_FALSE(findProgram(files, "kernels", {"src/deep"}, "", error));
  EXPECT_EQ(error, "`-m kernels`: it is a package without a `__main__.py`, so it can't be run; a module of it can");
  EXPECT_FALSE(findProgram(files, "tool.none", {"src"}, "; add a folder", error));
  EXPECT_EQ(error, "`-m tool.none`: there is no such module below `.`, `src`; add a folder");
}

TEST(FolderOf, IsWhatIsBeforeTheLastSlash) {
  EXPECT_EQ(folderOf("a.py"), "");
  EXPECT_EQ(folderOf("a/b/c.py"), "a/b");
  EXPECT_EQ(folderOf("/a.py"), "/");
}
