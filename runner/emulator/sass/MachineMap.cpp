// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/sass/MachineMap.h"
#include "shared/sass/LineTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace tessera::emulator {

const MachineKernel *MachineMap::find(std::string_view kernel) const {
  for (const MachineKernel &candidate : kernels)
    if (candidate.name == kernel)
      return &candidate;
  return nullptr;
}

std::string getDigest(std::string_view text) {
  auto bytes = llvm::SHA256::hash({reinterpret_cast<const uint8_t *>(text.data()), text.size()});
  return llvm::toHex(bytes, /*LowerCase=*/true);
}

std::optional<MachineMap> makeMachineMap(const ptx::Module &module, std::string_view cubin, std::string &error) {
  std::optional<sass::Cubin> file = sass::readCubin(cubin, error);
  if (!file)
    return std::nullopt;
  std::optional<sass::LineTable> lines = sass::readLines(*file, statementFile, error);
  if (!lines)
    return std::nullopt;
  MachineMap map;
  map.architecture = file->architecture;
  map.digest = getDigest(*module.text);
  for (const ptx::Function &function : module.functions)
    map.functions.emplace_back(std::string(function.name), static_cast<uint32_t>(function.instructions.size()));
  uint32_t count = StatementNumbers(module).count();
  for (const sass::CubinFunction &function : file->functions) {
    std::optional<sass::MachineCode> code = sass::decodeAll(function.code, file->architecture, error);
    if (!code) {
      error = "`" + function.name + "`: " + error;
      return std::nullopt;
    }
    MachineKernel kernel{function.name, function.registers, std::move(*code), {}};
    for (uint32_t line : (*lines)[function.name]) {
      if (line > count) {
        error = "`" + function.name + "`: statement " + std::to_string(line) + " of a text that has " +
                std::to_string(count) + ": the cubin is not of this text";
        return std::nullopt;
      }
      kernel.statements.push_back(line ? line - 1 : noStatement);
    }
    map.kernels.push_back(std::move(kernel));
  }
  return map;
}

std::string findMismatch(const MachineMap &map, const ptx::Module &module) {
  if (map.digest != getDigest(*module.text))
    return "the map is of another PTX text (SHA-256 " + map.digest.substr(0, 12) + "…, this one has " +
           getDigest(*module.text).substr(0, 12) + "…): make it anew from this text";
  bool isSame = map.functions.size() == module.functions.size();
  for (size_t i = 0; isSame && i < map.functions.size(); ++i)
    isSame = map.functions[i].first == module.functions[i].name &&
             map.functions[i].second == module.functions[i].instructions.size();
  return isSame ? "" : "the map counts the text's functions or statements differently: make it anew with this version";
}

} // namespace tessera::emulator
