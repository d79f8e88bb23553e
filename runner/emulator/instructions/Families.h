// SPDX-License-Identifier: Apache-2.0
// Every family of instructions, a file each. A family adds its opcodes to the table; `getForms` asks each once.
#pragma once

namespace tessera::emulator {

class Forms;

void addMoveForms(Forms &forms);        // mov ld ldu st cvta isspacep prefetch alloca
void addControlForms(Forms &forms);     // bra brx call ret exit trap brkpt
void addIntegerForms(Forms &forms);     // add sub mul mad … of integers, with carry, dp4a, sad, video
void addCarryForms(Forms &forms);       // add.cc addc sub.cc subc mad.cc madc: called by the integers
void addVideoForms(Forms &forms);       // vadd … vset4: called by the integers
void addBitForms(Forms &forms);         // and or xor not shl shr shf prmt lop3 bfe bfi bfind clz popc brev fns szext bmsk
void addFloatForms(Forms &forms);       // add sub mul fma div … of f32 and f64
void addHalfForms(Forms &forms);        // the same of f16, bf16 and their pairs
void addApproximateForms(Forms &forms); // ex2 lg2 sin cos rcp rsqrt sqrt tanh
void addConvertForms(Forms &forms);     // cvt cvt.pack
void addCompareForms(Forms &forms);     // setp set selp slct testp min max abs neg copysign
void addAtomicForms(Forms &forms);      // atom red
void addFenceForms(Forms &forms);       // fence membar
void addWarpForms(Forms &forms);        // shfl vote match redux elect activemask bar.warp.sync
void addBarrierForms(Forms &forms);     // bar barrier (of a CTA)
void addClusterForms(Forms &forms);     // barrier.cluster mapa getctarank
void addMbarrierForms(Forms &forms);    // mbarrier
void addCopyForms(Forms &forms);        // cp.async
void addBulkForms(Forms &forms);        // cp.async.bulk cp.reduce.async.bulk st.async red.async
void addTensorCopyForms(Forms &forms);  // cp.async.bulk.tensor, prefetch of tensors, tensormap
void addMatrixMoveForms(Forms &forms);  // ldmatrix stmatrix movmatrix
void addMmaForms(Forms &forms);        // mma, and tcgen05 to refuse it
void addWmmaForms(Forms &forms);       // wmma
void addWgmmaForms(Forms &forms);       // wgmma
void addHintForms(Forms &forms);        // setmaxnreg griddepcontrol nanosleep pmevent discard applypriority createpolicy

} // namespace tessera::emulator
