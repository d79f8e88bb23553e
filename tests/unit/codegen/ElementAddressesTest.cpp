// SPDX-License-Identifier: Apache-2.0
// Addresses count elements where LLVM had written bytes, and stay as they are where a shift may lose bits.
#include "compiler/codegen/ElementAddresses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace tessera;

/// A function of `%p`, an `i32 %n` and an `i64 %m` with `body`, after `countByElements`.
static std::string count(const std::string &body) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString("define ptr @f(ptr %p, i32 %n, i64 %m) {\n" + body + "\nret ptr %a\n}", error, context);
  if (!module)
    return error.getMessage().str();
  codegen::countByElements(*module->getFunction("f"));
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!llvm::verifyModule(*module, &os))
    os << *module;
  return text;
}

TEST(ElementAddresses, countElements) {
  std::string text = count("%b = shl nuw i32 %n, 1\n%e = zext i32 %b to i64\n%a = getelementptr i8, ptr %p, i64 %e");
  EXPECT_NE(text.find("getelementptr i16, ptr %p, i64"), std::string::npos) << text;
  text = count("%b = shl nsw i32 %n, 2\n%e = sext i32 %b to i64\n%a = getelementptr i8, ptr %p, i64 %e");
  EXPECT_NE(text.find("getelementptr i32, ptr %p, i64"), std::string::npos) << text;
  text = count("%b = shl i64 %m, 3\n%a = getelementptr i8, ptr %p, i64 %b");
  EXPECT_NE(text.find("getelementptr i64, ptr %p, i64 %m"), std::string::npos) << text;
}

TEST(ElementAddresses, leaveBytesThatMayWrapAround) {
  std::string text = count("%b = shl nsw i32 %n, 1\n%e = zext i32 %b to i64\n%a = getelementptr i8, ptr %p, i64 %e");
  EXPECT_NE(text.find("getelementptr i8, ptr %p, i64 %e"), std::string::npos) << text;
  text = count("%b = shl nuw i32 %n, 1\n%e = sext i32 %b to i64\n%a = getelementptr i8, ptr %p, i64 %e");
  EXPECT_NE(text.find("getelementptr i8, ptr %p, i64 %e"), std::string::npos) << text;
  text = count("%b = shl i64 %m, 4\n%a = getelementptr i8, ptr %p, i64 %b");
  EXPECT_NE(text.find("getelementptr i8, ptr %p, i64 %b"), std::string::npos) << text;
}
