// SPDX-License-Identifier: Apache-2.0
// Copies by TMA. A copy is one or more boxes of its tensor map; one thread announces the bytes of all of them on the barrier, once, and issues them.
// The bytes are those of whole boxes even where a box reaches outside of the array.
#include "compiler/codegen/teams/TeamCode.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

FailureOr<tilegpu::TensorMapAttr> TeamCode::getMap(Operation *op, std::optional<uint64_t> map) {
  if (!map)
    return d.fail(op, "has no tensor map");
  if (!kernel.getTensorMaps() || *map >= kernel.getTensorMaps()->size())
    return d.fail(op, "names a tensor map that the kernel does not have");
  return cast<tilegpu::TensorMapAttr>((*kernel.getTensorMaps())[*map]);
}

Value TeamCode::getMapPointer(uint64_t map) {
  return d.getParameter(d.getFirstMapParameter() + static_cast<unsigned>(map));
}

/// What TMA writes for a box must be what the buffer is: its rows one after the other at the buffer's pitches.
static bool isBoxInBuffer(const View &array, const View &buffer, ArrayRef<int64_t> box, ArrayRef<int64_t> bufferAxes, int64_t swizzle) {
  int64_t pitch = array.elementBytes, extent = 1;
  for (int64_t axis = array.rank(); axis-- > 0; extent = box[axis]) {
    if (axis + 1 < array.rank())
      pitch = axis + 2 == array.rank() ? std::max(extent * pitch, swizzle) : pitch * extent;
    if (box[axis] == 1)
      continue;
    if (bufferAxes[axis] < 0 || buffer.getPitch(bufferAxes[axis]) != pitch)
      return false;
  }
  return !swizzle || box.back() * array.elementBytes <= swizzle;
}

FailureOr<TeamCode::Boxes> TeamCode::getBoxes(Operation *op, const View &array, const View *buffer, tilegpu::TensorMapAttr map,
                                                       int64_t partitionAxis, int64_t parts, Value part) {
  ArrayRef<int64_t> box = map.getBox(), shape = tilegpu::getRefShape(op->getOperand(buffer && isa<tilegpu::CopyOutOp>(op) ? 1 : 0).getType());
  if (array.argument != map.getArgument() || static_cast<int64_t>(box.size()) != array.rank() || box.empty() || box.size() > 5)
    return d.fail(op, "copies from or to another array than its tensor map");
  if (buffer && (buffer->swizzle != map.getSwizzle() || buffer->isRemote))
    return d.fail(op, "has a buffer that lies otherwise than its tensor map says");
  // Of each of the array's axes: the copy's axis, its extent in boxes, the buffer's axis.
  SmallVector<int64_t> copyAxes(array.rank(), -1), bufferAxes(array.rank(), -1), counts(array.rank(), 1);
  for (auto [own, axis] : llvm::enumerate(array.axes)) {
    copyAxes[axis] = static_cast<int64_t>(own);
    bufferAxes[axis] = buffer ? buffer->axes[own] : -1;
    int64_t extent = shape[own] / (static_cast<int64_t>(own) == partitionAxis ? parts : 1);
    if (extent % box[axis] != 0)
      return d.fail(op, "has an extent that is no multiple of its tensor map's box");
    counts[axis] = extent / box[axis];
  }
  for (int64_t axis = 0; axis < array.rank(); ++axis)
    if (copyAxes[axis] < 0 && box[axis] != 1)
      return d.fail(op, "has a tensor map whose box is thicker than the copy");
  if (buffer && !isBoxInBuffer(array, *buffer, box, bufferAxes, map.getSwizzle()))
    return d.fail(op, "has a tensor map whose box does not lie in the buffer as TMA writes it");
  Boxes boxes;
  int64_t total = 1, bytes = array.elementBytes;
  for (int64_t axis = 0; axis < array.rank(); ++axis) {
    total *= counts[axis];
    bytes *= box[axis];
  }
  boxes.bytes = total * bytes;
  for (int64_t number = 0; number < total; ++number) {
    Box one;
    SmallVector<int64_t> at(shape.size(), 0);
    int64_t rest = number;
    for (int64_t axis = array.rank(); axis-- > 0;) {
      int64_t start = rest % counts[axis] * box[axis];
      rest /= counts[axis];
      if (copyAxes[axis] >= 0)
        at[copyAxes[axis]] = start;
      Value coordinate = array.offsets[axis];
      if (copyAxes[axis] == partitionAxis && partitionAxis >= 0)
        coordinate = add(coordinate, mul(part, counts[axis] * box[axis]));
      coordinate = coordinate ? add(coordinate, start) : constant(start);
      one.coordinates.push_back(coordinate);
    }
    if (buffer) {
      View placed = *buffer;
      if (partitionAxis >= 0) {
        Value &offset = placed.offsets[placed.axes[partitionAxis]];
        offset = add(offset, mul(part, shape[partitionAxis] / parts));
      }
      one.address = getAddress(placed, at);
    }
    boxes.list.push_back(std::move(one));
  }
  return boxes;
}

/// `{$2, $3}` and its constraints.
static std::string listCoordinates(size_t first, size_t count, std::string &constraints) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    text += (i ? ", $" : "$") + std::to_string(first + i);
    constraints += ",r";
  }
  return "{" + text + "}";
}

LogicalResult TeamCode::visitCopyIn(tilegpu::CopyInOp op) {
  if (!op.getBarrier())
    return copyByThreads(op);
  if (op.getLeaderTracked())
    return d.fail(op, "is tracked by the first block of a cluster alone, which has no code");
  auto map = getMap(op, op.getMap());
  if (failed(map))
    return failure();
  bool isCollective = countBlocks(op.getCollective()) > 1;
  View array = getView(op.getSource()), buffer = getView(op.getTarget());
  int64_t partitionAxis = isCollective && op.getPartitioned() ? static_cast<int64_t>(*op.getPartitioned()) : -1;
  Value part = isCollective ? getCollectiveIndex(op.getCollective()) : Value();
  auto boxes = getBoxes(op, array, &buffer, *map, partitionAxis, partitionAxis >= 0 ? countBlocks(op.getCollective()) : 1, part);
  if (failed(boxes))
    return failure();
  const Barrier &barrier = barriers.find(op.getBarrier())->second;
  Value address = getBarrierAddress(barrier, d.getScalar(op.getIndex()));
  // Every block's own barrier gets what arrives in its memory, whoever asked for it.
  int64_t bytes = boxes->bytes * (partitionAxis >= 0 ? countBlocks(op.getCollective()) : 1);
  size_t rank = boxes->list.front().coordinates.size();
  std::string constraints = "r,l,r";
  std::string coordinates = listCoordinates(3, rank, constraints);
  std::string text = "cp.async.bulk.tensor." + std::to_string(rank) + "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes";
  text += isCollective ? ".multicast::cluster" : "";
  text += " [$0], [$1, " + coordinates + "], [$2]";
  if (isCollective) {
    text += ", $" + std::to_string(3 + rank);
    constraints += ",h";
  }
  Value predicate = op.getPredicate() ? d.getScalar(op.getPredicate()) : Value();
  issue(predicate, [&] {
    emit({}, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,n", {address, constant(bytes)});
    auto request = [&] {
      Value mask = isCollective ? getMulticastMask(op.getCollective()) : Value();
      for (const Box &box : boxes->list) {
        SmallVector<Value> operands = {box.address, getMapPointer(*op.getMap()), address};
        llvm::append_range(operands, box.coordinates);
        if (mask)
          operands.push_back(mask);
        emit({}, text + ";", constraints, operands);
      }
    };
    if (!isCollective || partitionAxis >= 0)
      return request();
    // All ask for the same: the first of them asks.
    auto branch = scf::IfOp::create(builder, loc(), isEqual(part, 0), /*withElse=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.getBody()->getTerminator());
    request();
  });
  return success();
}

static const char *getReductionName(tilegpu::CopyReduction reduction) {
  switch (reduction) {
  case tilegpu::CopyReduction::add:
    return "add";
  case tilegpu::CopyReduction::min:
  case tilegpu::CopyReduction::umin:
    return "min";
  case tilegpu::CopyReduction::max:
  case tilegpu::CopyReduction::umax:
    return "max";
  case tilegpu::CopyReduction::inc:
    return "inc";
  case tilegpu::CopyReduction::dec:
    return "dec";
  case tilegpu::CopyReduction::andi:
    return "and";
  case tilegpu::CopyReduction::ori:
    return "or";
  case tilegpu::CopyReduction::xori:
    return "xor";
  }
  return "";
}

LogicalResult TeamCode::visitCopyOut(tilegpu::CopyOutOp op) {
  auto map = getMap(op, op.getMap());
  if (failed(map))
    return failure();
  View buffer = getView(op.getSource()), array = getView(op.getTarget());
  auto boxes = getBoxes(op, array, &buffer, *map);
  if (failed(boxes))
    return failure();
  size_t rank = boxes->list.front().coordinates.size();
  std::string constraints = "l,r", text = op.getReduction() ? "cp.reduce.async.bulk.tensor." : "cp.async.bulk.tensor.";
  std::string coordinates = listCoordinates(2, rank, constraints);
  text += std::to_string(rank) + "d.global.shared::cta";
  text += op.getReduction() ? std::string(".") + getReductionName(*op.getReduction()) : "";
  text += ".tile.bulk_group [$0, " + coordinates + "], [$1];";
  Value predicate = op.getPredicate() ? d.getScalar(op.getPredicate()) : Value();
  bool commitsInside = op.getCommit() && !predicate;
  issue(predicate, [&] {
    for (const Box &box : boxes->list) {
      SmallVector<Value> operands = {getMapPointer(*op.getMap()), box.address};
      llvm::append_range(operands, box.coordinates);
      emit({}, text, constraints, operands);
    }
    if (commitsInside)
      emit({}, "cp.async.bulk.commit_group;", "", {});
  });
  // Where nothing was copied the group is empty, but it is one.
  if (op.getCommit() && !commitsInside)
    issue({}, [&] { emit({}, "cp.async.bulk.commit_group;", "", {}); });
  return success();
}

LogicalResult TeamCode::visitPrefetch(tilegpu::PrefetchOp op) {
  auto map = getMap(op, op.getMap());
  if (failed(map))
    return failure();
  auto boxes = getBoxes(op, getView(op.getSource()), nullptr, *map);
  if (failed(boxes))
    return failure();
  size_t rank = boxes->list.front().coordinates.size();
  std::string constraints = "l";
  std::string coordinates = listCoordinates(1, rank, constraints);
  std::string text = "cp.async.bulk.prefetch.tensor." + std::to_string(rank) + "d.L2.global.tile [$0, " + coordinates + "];";
  issue(op.getPredicate() ? d.getScalar(op.getPredicate()) : Value(), [&] {
    for (const Box &box : boxes->list) {
      SmallVector<Value> operands = {getMapPointer(*op.getMap())};
      llvm::append_range(operands, box.coordinates);
      emit({}, text, constraints, operands);
    }
  });
  return success();
}

/// The groups are the issuer's: it waits, then the warpgroup meets. For the others the instruction does nothing.
void TeamCode::visitWaitCopiesOut(tilegpu::WaitCopiesOutOp op) {
  emit({}, std::string("cp.async.bulk.wait_group") + (op.getRead() ? ".read " : " ") + std::to_string(op.getPending()) + ";", "", {});
  syncTeam();
}
