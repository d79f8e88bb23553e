// SPDX-License-Identifier: Apache-2.0
// LLVM's printer of assembly can also write object files of every system, parse assembly back, and tell debuggers of
// Windows about it. PTX is text in one form. Here are the functions by which the rest would come along; none is reached
// on the way to PTX. They come before LLVM's archives, so the linker leaves the real ones there.
#include "CodeViewDebug.h" // of llvm/lib/CodeGen/AsmPrinter
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCWinCOFFObjectWriter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

[[noreturn]] static void refuse() { report_fatal_error("this module writes PTX and no object files"); }

using Backend = std::unique_ptr<MCAsmBackend>;
using Writer = std::unique_ptr<MCObjectWriter>;
using Emitter = std::unique_ptr<MCCodeEmitter>;

MCStreamer *llvm::createELFStreamer(MCContext &, Backend &&, Writer &&, Emitter &&) { refuse(); }
MCStreamer *llvm::createGOFFStreamer(MCContext &, Backend &&, Writer &&, Emitter &&) { refuse(); }
MCStreamer *llvm::createMachOStreamer(MCContext &, Backend &&, Writer &&, Emitter &&, bool, bool) { refuse(); }
MCStreamer *llvm::createWasmStreamer(MCContext &, Backend &&, Writer &&, Emitter &&) { refuse(); }
MCStreamer *llvm::createSPIRVStreamer(MCContext &, Backend &&, Writer &&, Emitter &&) { refuse(); }
MCStreamer *llvm::createDXContainerStreamer(MCContext &, Backend &&, Writer &&, Emitter &&) { refuse(); }

/// Of assembly in a program's text: NVPTX prints it as it stands.
MCAsmParser *llvm::createMCAsmParser(SourceMgr &, MCContext &, MCStreamer &, const MCAsmInfo &, unsigned) { refuse(); }

/// Where a program counts its own branches.
std::string llvm::getInstrProfSectionName(InstrProfSectKind, Triple::ObjectFormatType, bool) { refuse(); }

// What debuggers of Windows read.
CodeViewDebug::CodeViewDebug(AsmPrinter *printer)
    : DebugHandlerBase(printer), OS(*Asm->OutStreamer), TypeTable(Allocator) {
  refuse();
}
void CodeViewDebug::beginModule(Module *) { refuse(); }
void CodeViewDebug::endModule() { refuse(); }
void CodeViewDebug::beginFunctionImpl(const MachineFunction *) { refuse(); }
void CodeViewDebug::endFunctionImpl(const MachineFunction *) { refuse(); }
void CodeViewDebug::beginInstruction(const MachineInstr *) { refuse(); }
