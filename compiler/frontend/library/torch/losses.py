# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.functional
"""Losses."""

import math
import torch
from torch.nn._reduction import _chosen


def _reduce(x, reduction, size_average=None, reduce=None):
    reduction = _chosen(size_average, reduce, reduction)
    if reduction == "none":
        return x
    if reduction not in ("mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return x.mean() if reduction == "mean" else x.sum()


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    reduction = _chosen(size_average, reduce, reduction)
    if input.ndim != 2:
        raise NotImplementedError("`nll_loss` of other than (N, C) is not supported yet")
    kept = target != ignore_index
    index = torch.where(kept, target, 0)
    loss = -torch.gather(input, 1, index.unsqueeze(1)).reshape(-1)
    scale = kept.to(input.dtype) if weight is None else weight[index] * kept.to(input.dtype)
    loss = loss * scale
    return loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.sum() / scale.sum()


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
):
    reduction = _chosen(size_average, reduce, reduction)
    logs = torch.log_softmax(_wide(input), 1)
    if target.is_floating_point():
        goal = target * (1 - label_smoothing) + label_smoothing / input.shape[1]
        scaled = logs * goal if weight is None else logs * goal * weight
        loss = -scaled.sum(1)
        return (loss if reduction == "none" else loss.sum() if reduction == "sum" else loss.sum() / loss.numel()).to(
            input.dtype
        )
    loss = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing:
        kept = (target != ignore_index).to(logs.dtype)
        each = -(logs if weight is None else logs * weight).sum(1) * kept
        scale = kept if weight is None else weight[torch.where(target != ignore_index, target, 0)] * kept
        smooth = each if reduction == "none" else each.sum() if reduction == "sum" else each.sum() / scale.sum()
        loss = loss * (1 - label_smoothing) + smooth * (label_smoothing / input.shape[1])
    return loss.to(input.dtype)


def _floats_of(name, *tensors):
    # The dtype in which kernels of two tensors compute, whatever the operators would say of truths.
    dtype = torch.promote_types(tensors[0].dtype, tensors[1].dtype)
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"\"{name}\" not implemented for '{torch._kind(torch.empty(0, dtype=dtype))}'")
    return dtype


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    dtype = _floats_of("mse_cpu", input, target)
    return _reduce((input.to(dtype) - target.to(dtype)) ** 2, reduction, size_average, reduce)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _reduce(torch.abs(torch.sub(*torch.broadcast_tensors(input, target))), reduction, size_average, reduce)


def _check_result(input, type):
    # In place of the first operand's dtype.
    if not input.is_floating_point() and type != input.dtype:
        kind = torch._kind(torch.empty(0, dtype=type))
        raise RuntimeError(f"result type {kind} can't be cast to the desired output type {torch._kind(input)}")


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    dtype = _floats_of("smooth_l1_cpu", input, target)
    d = torch.abs(input.to(dtype) - target.to(dtype))
    return _reduce(torch.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta), reduction, size_average, reduce)


def huber_loss(input, target, reduction="mean", delta=1.0):
    dtype = torch.promote_types(input.dtype, target.dtype)
    _check_result(input, dtype)
    _floats_of("huber_cpu", input, target)
    d = torch.abs(input.to(dtype) - target.to(dtype))
    return _reduce(torch.where(d <= delta, 0.5 * d * d, delta * (d - 0.5 * delta)).to(input.dtype), reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    reduction = _chosen(size_average, reduce, reduction)
    if not (input.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        loss = torch.exp(target) * (target - input)
    else:
        loss = torch.xlogy(target, target) - target * input
    return loss.sum() / input.shape[0] if reduction == "batchmean" else _reduce(loss, reduction)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. "
            "Please ensure they have the same size."
        )
    loss = -(
        target * torch.clamp(torch.log(input), min=-100.0)
        + (1 - target) * torch.clamp(torch.log(1 - input), min=-100.0)
    )
    return _reduce(loss if weight is None else loss * weight, reduction, size_average, reduce)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    if target.shape != input.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    for x in (input, target):
        _check_result(x, torch.float32)
    low = torch.clamp(-input, min=0) + torch.log1p(torch.exp(-torch.abs(input)))
    # In place of `1 - target`, so in its dtype.
    loss = ((1 - target) * input).to(target.dtype)
    loss = (loss + (low if pos_weight is None else ((pos_weight - 1) * target + 1) * low)).to(target.dtype)
    return _reduce(loss if weight is None else (loss * weight).to(target.dtype), reduction, size_average, reduce)


def poisson_nll_loss(
    input, target, log_input=True, size_average=None, full=False, eps=1e-8, reduce=None, reduction="mean"
):
    loss = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
    if full:
        positive = torch.where(target > 1, target, 1.0)
        term = positive * torch.log(positive) - positive + 0.5 * torch.log(2 * math.pi * positive)
        loss = loss + torch.where(target > 1, term, 0.0)
    return _reduce(loss, reduction, size_average, reduce)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    var = var.unsqueeze(-1) if var.ndim == input.ndim - 1 else var
    var = torch.clamp(var, min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    return _reduce(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    far = torch.clamp(margin - input, min=0)
    return _reduce(
        torch.where(target != 1, far, 0.0) + torch.where(target != -1, input, 0.0), reduction, size_average, reduce
    )


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    def product(a, b):
        return (a * b).sum(-1)

    eps = 1e-12
    similarity = product(input1, input2) / torch.sqrt((product(input1, input1) + eps) * (product(input2, input2) + eps))
    apart = torch.clamp(similarity - margin, min=0)
    loss = torch.where(target == 1, 1 - similarity, torch.where(target == -1, apart, 0.0))
    return _reduce(loss, reduction, size_average, reduce)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    return _reduce(torch.clamp(-target * (input1 - input2) + margin, min=0), reduction, size_average, reduce)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _reduce(torch.log1p(torch.exp(-target * input)), reduction, size_average, reduce)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    log = torch.nn.functional.logsigmoid
    loss = -(target * log(input) + (1 - target) * log(-input))
    return _reduce((loss if weight is None else loss * weight).mean(-1), reduction, size_average, reduce)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    right = torch.gather(input, 1, target.unsqueeze(1))
    far = torch.clamp(margin - right + input, min=0) ** p
    far = far if weight is None else far * weight[target].unsqueeze(1)
    own = torch.nn.functional.one_hot(target, input.shape[1]).bool()
    return _reduce(torch.where(own, 0.0, far).sum(1) / input.shape[1], reduction, size_average, reduce)


def triplet_margin_loss(
    anchor,
    positive,
    negative,
    margin=1.0,
    p=2,
    eps=1e-6,
    swap=False,
    size_average=None,
    reduce=None,
    reduction="mean",
):
    distance = torch.nn.functional.pairwise_distance
    near, far = distance(anchor, positive, p, eps), distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, distance(positive, negative, p, eps))
    return _reduce(torch.clamp(margin + near - far, min=0), reduction, size_average, reduce)


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    distance = distance_function or torch.nn.functional.pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = torch.minimum(far, distance(positive, negative))
    return _reduce(torch.clamp(margin + near - far, min=0), reduction)
