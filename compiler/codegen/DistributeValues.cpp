// SPDX-License-Identifier: Apache-2.0
// Operations on registers that compute nothing: indices, broadcasts, parts.
#include "compiler/codegen/Distribute.h"
#include "compiler/layout/LayoutBuilders.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

void Distributor::visitIota(tilegpu::IotaOp op) {
  LinearLayout layout = tilegpu::getLayout(op.getType());
  Type element = tilegpu::getElementType(op.getType());
  Value part = getThreadCoordinate(layout, op.getAxis());
  Registers values;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
    Value index = addCoordinate(layout, op.getAxis(), part, layout.apply(reg)[op.getAxis()]);
    if (isa<FloatType>(element))
      index = arith::SIToFPOp::create(builder, loc, element, index);
    else if (element.getIntOrFloatBitWidth() > 32)
      index = arith::ExtUIOp::create(builder, loc, element, index);
    else if (element.getIntOrFloatBitWidth() < 32)
      index = arith::TruncIOp::create(builder, loc, element, index);
    values.push_back(index);
  }
  set(op, std::move(values));
}

void Distributor::visitBroadcast(tilegpu::BroadcastOp op) {
  LinearLayout wanted = layout::projectToOperand(tilegpu::getLayout(op.getType()), op.getAxes(), tilegpu::getShape(op.getInput().getType()));
  auto map = layout::getRegisterMap(tilegpu::getLayout(op.getInput().getType()), wanted);
  Registers values;
  for (int32_t reg : *map)
    values.push_back(get(op.getInput())[reg]);
  set(op, std::move(values));
}

void Distributor::visitSlice(tilegpu::SliceOp op) {
  auto map = layout::getSliceMap(tilegpu::getLayout(op.getInput().getType()), tilegpu::getLayout(op.getType()), op.getOffsets());
  Registers values;
  for (int32_t reg : *map)
    values.push_back(get(op.getInput())[reg]);
  set(op, std::move(values));
}
