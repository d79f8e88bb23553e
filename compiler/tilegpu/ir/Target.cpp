// SPDX-License-Identifier: Apache-2.0
// The table of targets. Limits are CUDA's "technical specifications per compute capability"; shared memory is what a block
// may opt into.
#include "compiler/tilegpu/ir/Target.h"

using namespace tessera::tilegpu;

static const Target table[] = {
    //  name      summary              ptx  regs  per SM  threads  shared  SMs  bf16   async  tma    wgmma
    {{"sm_80"},  {"Ampere: A100"},     78,  255,  65536,  1024,  166912,  108, false, true,  false, false},
    {{"sm_90a"}, {"Hopper: H100, H200"}, 81, 255, 65536,  1024,  232448,  132, true,  true,  true,  true},
};

llvm::ArrayRef<Target> tessera::tilegpu::getTargets() { return table; }

const Target *tessera::tilegpu::findTarget(llvm::StringRef name) {
  for (const Target &target : table)
    if (target.name == name)
      return &target;
  return nullptr;
}

std::string tessera::tilegpu::listTargets() {
  std::string list;
  for (const Target &target : table)
    list += (list.empty() ? "" : ", ") + target.name.str();
  return list;
}
