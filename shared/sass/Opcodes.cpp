// SPDX-License-Identifier: Apache-2.0
#include "shared/sass/Opcodes.h"
#include <algorithm>
#include <iterator>

namespace tessera::sass {

namespace {

using O = Operation;

// Sorted by number.
constexpr Opcode table[] = {
    {0x001, "PMTRIG", O::other, ""},
    {0x002, "MOV", O::move, "d1b1"},
    {0x003, "P2R", O::move, "d1a1"},
    {0x004, "R2P", O::move, "a1"},
    {0x005, "CS2R", O::specialRead, "dw"},
    {0x006, "VOTE", O::warpExchange, "d1"},
    {0x007, "SEL", O::alu, "d1a1b1"},
    {0x008, "FSEL", O::alu, "d1a1b1"},
    {0x009, "FMNMX", O::alu, "d1a1b1"},
    {0x00b, "FSETP", O::alu, "a1b1"},
    {0x00c, "ISETP", O::alu, "a1b1"},
    {0x010, "IADD3", O::alu, "d1a1b1c1"},
    {0x011, "LEA", O::alu, "d1a1b1c1"},
    {0x012, "LOP3", O::alu, "d1a1b1c1"},
    {0x013, "IABS", O::alu, "d1b1"},
    {0x014, "VABSDIFF", O::alu, "d1a1b1c1"},
    {0x015, "VABSDIFF4", O::alu, "d1a1b1c1"},
    {0x016, "PRMT", O::alu, "d1a1b1c1"},
    {0x017, "IMNMX", O::alu, "d1a1b1"},
    {0x019, "SHF", O::alu, "d1a1b1c1"},
    {0x01a, "SGXT", O::alu, "d1a1b1"},
    {0x01b, "BMSK", O::alu, "d1a1b1"},
    {0x01c, "PLOP3", O::alu, ""},
    {0x01f, "PLOP3", O::alu, "a1b1c1"},
    {0x020, "FMUL", O::fma32, "d1a1b1"},
    {0x021, "FADD", O::fma32, "d1a1e1"},
    {0x023, "FFMA", O::fma32, "d1a1b1c1"},
    {0x024, "IMAD", O::integerProduct, "d1a1b1c1"},
    {0x025, "IMAD.WIDE", O::integerProduct, "d2a1b1c2"},
    {0x026, "IDP", O::integerProduct, "d1a1b1c1"},
    {0x027, "IMAD.HI", O::integerProduct, "d1a1b1c1"},
    {0x028, "DMUL", O::fp64, "d2a2b2"},
    {0x029, "DADD", O::fp64, "d2a2c2"},
    {0x02a, "DSETP", O::fp64, "a2e2"},
    {0x02b, "DFMA", O::fp64, "d2a2b2c2"},
    {0x02d, "PREEXIT", O::other, ""},
    {0x02e, "ACQBULK", O::other, ""},
    {0x02f, "ELECT", O::warpExchange, ""},
    {0x030, "HADD2", O::half, "d1a1e1"},
    {0x031, "HFMA2", O::half, "d1a1b1c1"},
    {0x032, "HMUL2", O::half, "d1a1b1"},
    {0x033, "HSET2", O::half, "d1a1e1"},
    {0x034, "HSETP2", O::half, "a1e1"},
    {0x035, "HFMA2.MMA", O::half, "d1a1b1c1"},
    {0x036, "VIADD", O::alu, "d1a1b1"},
    {0x037, "IMMA", O::mma, "dsasbscs"},
    {0x038, "I2I", O::conversion, "d1b1"},
    {0x03a, "MOVM", O::matrixLoad, "d1a1"},
    {0x03b, "LDSM", O::matrixLoad, "=dsa1"},
    {0x03c, "HMMA", O::mma, "dsasbscs"},
    {0x03d, "BMMA", O::mma, "dsasbscs"},
    {0x03e, "F2FP", O::alu, "d1a1b1c1"},
    {0x03f, "DMMA", O::mma, "dsasbscs"},
    {0x040, "HMNMX2", O::half, "d1a1b1"},
    {0x043, "F2IP", O::alu, "d1a1b1c1"},
    {0x044, "STSM", O::matrixStore, "=a1bs"},
    {0x045, "I2FP", O::alu, "d1b1"},
    {0x046, "VIADDMNMX", O::alu, "d1a1b1c1"},
    {0x048, "VIMNMX", O::alu, "d1a1b1"},
    {0x082, "UMOV", O::uniform, ""},
    {0x083, "UP2UR", O::uniform, ""},
    {0x086, "VOTEU", O::uniform, ""},
    {0x087, "USEL", O::uniform, ""},
    {0x08c, "UISETP", O::uniform, ""},
    {0x090, "UIADD3", O::uniform, ""},
    {0x091, "ULEA", O::uniform, ""},
    {0x092, "ULOP3", O::uniform, ""},
    {0x096, "UPRMT", O::uniform, ""},
    {0x097, "UIADD3.64", O::uniform, ""},
    {0x099, "USHF", O::uniform, ""},
    {0x09a, "USGXT", O::uniform, ""},
    {0x0a4, "UIMAD", O::uniform, ""},
    {0x0a5, "UIMAD.WIDE", O::uniform, ""},
    {0x0b9, "ULDC", O::uniform, ""},
    {0x0bb, "ULDC", O::uniform, ""},
    {0x0bd, "UFLO", O::uniform, ""},
    {0x0bf, "UPOPC", O::uniform, ""},
    {0x0ca, "R2UR", O::uniform, "a1"},
    {0x100, "FLO", O::conversion, "d1b1"},
    {0x101, "BREV", O::conversion, "d1b1"},
    {0x102, "FCHK", O::conversion, "a1b1"},
    {0x104, "F2F", O::conversion, "dwbw"},
    {0x105, "F2I", O::conversion, "dwbw"},
    {0x106, "I2F", O::conversion, "dwbw"},
    {0x107, "FRND", O::conversion, "dwbw"},
    {0x108, "MUFU", O::special, "d1b1"},
    {0x109, "POPC", O::conversion, "d1b1"},
    {0x110, "F2F", O::conversion, "dwbw"},
    {0x111, "F2I", O::conversion, "dwbw"},
    {0x112, "I2F", O::conversion, "dwbw"},
    {0x113, "FRND", O::conversion, "dwbw"},
    {0x118, "NOP", O::other, ""},
    {0x119, "S2R", O::specialRead, "d1"},
    {0x11a, "DEPBAR", O::dependency, ""},
    {0x11b, "ENDCOLLECTIVE", O::convergence, ""},
    {0x11c, "B2R", O::specialRead, "d1"},
    {0x11d, "BAR", O::barrier, "=b1"},
    {0x141, "BSYNC", O::convergence, ""},
    {0x142, "BREAK", O::convergence, ""},
    {0x143, "CALL", O::branch, "=a2"},
    {0x144, "CALL", O::branch, "=a2"},
    {0x145, "BSSY", O::convergence, ""},
    {0x146, "YIELD", O::other, ""},
    {0x147, "BRA", O::branch, ""},
    {0x148, "WARPSYNC", O::convergence, "=a1"},
    {0x149, "BRX", O::branch, "a2"},
    {0x14d, "EXIT", O::branch, ""},
    {0x14e, "LEPC", O::move, "d2"},
    {0x150, "RET", O::branch, "a2"},
    {0x152, "RPCMOV", O::move, "b1"},
    {0x153, "RPCMOV", O::move, "d1"},
    {0x155, "BMOV", O::convergence, "d1"},
    {0x156, "BMOV", O::convergence, "b1"},
    {0x15c, "BPT", O::other, ""},
    {0x15d, "NANOSLEEP", O::other, "b1"},
    {0x180, "LD", O::globalLoad, "=dmap"},
    {0x181, "LDG", O::globalLoad, "=dmap"},
    {0x182, "LDC", O::constantLoad, "=dma1"},
    {0x183, "LDL", O::localLoad, "=dma1"},
    {0x184, "LDS", O::sharedLoad, "=dma1"},
    {0x185, "ST", O::globalStore, "=apbm"},
    {0x186, "STG", O::globalStore, "=apbm"},
    {0x187, "STL", O::localStore, "=a1bm"},
    {0x188, "STS", O::sharedStore, "=a1bm"},
    {0x189, "SHFL", O::warpExchange, "=d1a1b1c1"},
    {0x18a, "ATOM", O::globalAtomic, "=dmapbm"},
    {0x18b, "ATOM.CAS", O::globalAtomic, "=dmapbmcm"},
    {0x18c, "ATOMS", O::sharedAtomic, "=dma1bm"},
    {0x18d, "ATOMS.CAS", O::sharedAtomic, "=dma1bmcm"},
    {0x18e, "RED", O::globalAtomic, "=apbm"},
    {0x18f, "CCTL", O::cache, "=ap"},
    {0x192, "MEMBAR", O::fence, ""},
    {0x1a1, "MATCH", O::warpExchange, "d1aw"},
    {0x1a2, "ATOM", O::globalAtomic, "=dmapbm"},
    {0x1a3, "ATOMG", O::globalAtomic, "=dmapbm"},
    {0x1a6, "RED", O::globalAtomic, "=apbm"},
    {0x1a7, "SYNCS", O::mbarrier, "=d1a1b1"},
    {0x1a8, "ATOMG", O::globalAtomic, "=dmapbm"},
    {0x1a9, "ATOMG.CAS", O::globalAtomic, "=dmapbmcm"},
    {0x1aa, "QSPC", O::alu, "=d1a2"},
    {0x1ab, "CGAERRBAR", O::fence, ""},
    {0x1ae, "LDGSTS", O::asyncCopy, "=d1ap"},
    {0x1af, "LDGDEPBAR", O::dependency, ""},
    {0x1b0, "ARRIVES", O::mbarrier, "=a1"},
    {0x1b1, "SYNCS.CCTL", O::mbarrier, "=a1"},
    {0x1b2, "SYNCS.EXCH", O::mbarrier, ""},
    {0x1b4, "UTMALDG", O::tma, ""},
    {0x1b5, "UTMASTG", O::tma, ""},
    {0x1b6, "UTMAREDG", O::tma, ""},
    {0x1b7, "UTMACMDFLUSH", O::tma, ""},
    {0x1b8, "UTMAPF", O::tma, ""},
    {0x1b9, "UTMACCTL", O::tma, ""},
    {0x1ba, "UBLKCP", O::tma, ""},
    {0x1bb, "UBLKRED", O::tma, ""},
    {0x1bd, "STAS", O::clusterStore, "=apbm"},
    {0x1c2, "R2UR", O::uniform, "a1"},
    {0x1c3, "S2UR", O::specialRead, ""},
    {0x1c4, "REDUX", O::warpExchange, "a1"},
    {0x1c5, "WARPGROUP", O::wgmmaOrder, ""},
    {0x1c6, "FENCE", O::fence, ""},
    {0x1c7, "UCGABAR", O::barrier, ""},
    {0x1c8, "USETMAXREG", O::registerPool, ""},
    {0x1f0, "HGMMA", O::wgmma, "=dsascs"},
    {0x1f1, "IGMMA", O::wgmma, "=dsascs"},
    {0x1f2, "BGMMA", O::wgmma, "=dsascs"},
    {0x1f3, "QGMMA", O::wgmma, "=dsascs"},
};

constexpr std::string_view names[] = {"unknown",       "fma32",         "alu",           "integer-product",
                                      "half",          "fp64",          "special",       "conversion",
                                      "move",          "special-read",  "uniform",       "constant-load",
                                      "shared-load",   "shared-store",  "shared-atomic", "global-load",
                                      "global-store",  "global-atomic", "local-load",    "local-store",
                                      "cluster-store", "async-copy",    "matrix-load",   "matrix-store",
                                      "mma",           "wgmma",         "wgmma-order",   "tma",
                                      "mbarrier",      "barrier",       "warp-exchange", "fence",
                                      "cache",         "dependency",    "branch",        "convergence",
                                      "register-pool", "other"};
static_assert(std::size(names) == operationCount);

constexpr bool isSorted() {
  for (size_t i = 1; i < std::size(table); ++i)
    if (table[i - 1].number >= table[i].number)
      return false;
  return true;
}
static_assert(isSorted(), "rows are found by bisection");

} // namespace

std::string_view getName(Operation operation) { return names[static_cast<unsigned>(operation)]; }

const Opcode *findOpcode(uint16_t opcode) {
  uint16_t number = opcode & 0x1ff;
  const Opcode *found = std::lower_bound(std::begin(table), std::end(table), number,
                                         [](const Opcode &row, uint16_t wanted) { return row.number < wanted; });
  return found != std::end(table) && found->number == number ? found : nullptr;
}

std::string_view getMnemonic(uint16_t opcode) {
  switch (opcode & 0xfff) {
  case 0x5a7:
    return "SYNCS.TRYWAIT";
  case 0x9a7:
    return "SYNCS.ARRIVE";
  case 0x9ab:
    return "ERRBAR";
  case 0x9c7:
    return "UCGABAR_ARV";
  case 0xdc7:
    return "UCGABAR_WAIT";
  default:
    break;
  }
  const Opcode *found = findOpcode(opcode);
  return found ? found->mnemonic : "";
}

} // namespace tessera::sass
