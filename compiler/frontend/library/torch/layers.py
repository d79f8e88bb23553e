# SPDX-License-Identifier: Apache-2.0
# module: torch.nn
"""The layers of `torch.nn`, which hold tensors and call functions."""

import torch.nn.parameter
from torch.nn.modules import (
    activation,
    batchnorm,
    container,
    conv,
    distance,
    dropout,
    flatten,
    fold,
    instancenorm,
    linear,
    loss,
    module,
    normalization,
    padding,
    pixelshuffle,
    pooling,
    sparse,
    upsampling,
)

Parameter = torch.nn.parameter.Parameter
Module = module.Module

ReLU = activation.ReLU
SiLU = activation.SiLU
Mish = activation.Mish
SELU = activation.SELU
Hardswish = activation.Hardswish
Hardsigmoid = activation.Hardsigmoid
LeakyReLU = activation.LeakyReLU
ELU = activation.ELU
CELU = activation.CELU
Hardtanh = activation.Hardtanh
ReLU6 = activation.ReLU6
Threshold = activation.Threshold
GELU = activation.GELU
Sigmoid = activation.Sigmoid
Tanh = activation.Tanh
LogSigmoid = activation.LogSigmoid
Softsign = activation.Softsign
Tanhshrink = activation.Tanhshrink
Softplus = activation.Softplus
Softshrink = activation.Softshrink
Hardshrink = activation.Hardshrink
Softmax = activation.Softmax
LogSoftmax = activation.LogSoftmax
Softmin = activation.Softmin
GLU = activation.GLU
PReLU = activation.PReLU
MultiheadAttention = activation.MultiheadAttention

BatchNorm1d = batchnorm.BatchNorm1d
BatchNorm2d = batchnorm.BatchNorm2d
BatchNorm3d = batchnorm.BatchNorm3d

Sequential = container.Sequential
ModuleList = container.ModuleList
ModuleDict = container.ModuleDict
ParameterList = container.ParameterList
ParameterDict = container.ParameterDict

Conv1d = conv.Conv1d
Conv2d = conv.Conv2d
Conv3d = conv.Conv3d
ConvTranspose1d = conv.ConvTranspose1d
ConvTranspose2d = conv.ConvTranspose2d

PairwiseDistance = distance.PairwiseDistance
CosineSimilarity = distance.CosineSimilarity

Dropout = dropout.Dropout
Dropout1d = dropout.Dropout1d
Dropout2d = dropout.Dropout2d
AlphaDropout = dropout.AlphaDropout

Flatten = flatten.Flatten
Unflatten = flatten.Unflatten

Unfold = fold.Unfold
Fold = fold.Fold

InstanceNorm1d = instancenorm.InstanceNorm1d
InstanceNorm2d = instancenorm.InstanceNorm2d

Identity = linear.Identity
Linear = linear.Linear
Bilinear = linear.Bilinear

L1Loss = loss.L1Loss
MSELoss = loss.MSELoss
SoftMarginLoss = loss.SoftMarginLoss
NLLLoss = loss.NLLLoss
CrossEntropyLoss = loss.CrossEntropyLoss
PoissonNLLLoss = loss.PoissonNLLLoss
GaussianNLLLoss = loss.GaussianNLLLoss
KLDivLoss = loss.KLDivLoss
BCELoss = loss.BCELoss
BCEWithLogitsLoss = loss.BCEWithLogitsLoss
SmoothL1Loss = loss.SmoothL1Loss
HuberLoss = loss.HuberLoss
HingeEmbeddingLoss = loss.HingeEmbeddingLoss
CosineEmbeddingLoss = loss.CosineEmbeddingLoss
MarginRankingLoss = loss.MarginRankingLoss
MultiLabelSoftMarginLoss = loss.MultiLabelSoftMarginLoss
MultiMarginLoss = loss.MultiMarginLoss
TripletMarginLoss = loss.TripletMarginLoss

LocalResponseNorm = normalization.LocalResponseNorm
LayerNorm = normalization.LayerNorm
RMSNorm = normalization.RMSNorm
GroupNorm = normalization.GroupNorm

ConstantPad1d = padding.ConstantPad1d
ConstantPad2d = padding.ConstantPad2d
ConstantPad3d = padding.ConstantPad3d
ZeroPad1d = padding.ZeroPad1d
ZeroPad2d = padding.ZeroPad2d
ZeroPad3d = padding.ZeroPad3d
ReflectionPad1d = padding.ReflectionPad1d
ReflectionPad2d = padding.ReflectionPad2d
ReplicationPad1d = padding.ReplicationPad1d
ReplicationPad2d = padding.ReplicationPad2d

PixelShuffle = pixelshuffle.PixelShuffle
PixelUnshuffle = pixelshuffle.PixelUnshuffle

MaxPool1d = pooling.MaxPool1d
MaxPool2d = pooling.MaxPool2d
MaxPool3d = pooling.MaxPool3d
AvgPool1d = pooling.AvgPool1d
AvgPool2d = pooling.AvgPool2d
AvgPool3d = pooling.AvgPool3d
LPPool1d = pooling.LPPool1d
LPPool2d = pooling.LPPool2d
AdaptiveAvgPool1d = pooling.AdaptiveAvgPool1d
AdaptiveAvgPool2d = pooling.AdaptiveAvgPool2d
AdaptiveAvgPool3d = pooling.AdaptiveAvgPool3d
AdaptiveMaxPool1d = pooling.AdaptiveMaxPool1d
AdaptiveMaxPool2d = pooling.AdaptiveMaxPool2d

Embedding = sparse.Embedding
EmbeddingBag = sparse.EmbeddingBag

Upsample = upsampling.Upsample


def Buffer(data, *, persistent=True):
    """A tensor that a module keeps and does not learn."""
    return data
