// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// Columns as wide as their widest cell; the first is set left, the others right.
class TextTable {
public:
  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }
  std::string print() const {
    std::vector<size_t> widths;
    for (const std::vector<std::string> &row : rows)
      for (size_t i = 0; i < row.size(); ++i) {
        widths.resize(std::max(widths.size(), row.size()));
        widths[i] = std::max(widths[i], row[i].size());
      }
    std::string text;
    for (const std::vector<std::string> &row : rows) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i) {
        std::string space(widths[i] - row[i].size(), ' ');
        line += (i > 0 ? "  " : "") + (i == 0 ? row[i] + space : space + row[i]);
      }
      text += llvm::StringRef(line).rtrim().str() + "\n";
    }
    return text;
  }

private:
  std::vector<std::vector<std::string>> rows;
};

} // namespace tessera::runner::cli
