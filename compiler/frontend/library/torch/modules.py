# SPDX-License-Identifier: Apache-2.0
# module: torch.nn
"""More layers: convolutions, pooling, normalization, activations, losses."""


class _Convolution(Module):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        if padding_mode != "zeros":
            raise NotImplementedError(f"`padding_mode={padding_mode!r}` of a convolution")
        size = (kernel_size,) * self._axes if isinstance(kernel_size, int) else tuple(kernel_size)
        self.in_channels, self.out_channels, self.kernel_size = in_channels, out_channels, size
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        bound = 1 / math.sqrt(in_channels // groups * math.prod(size))

        def draw(*shape):
            return ((torch.rand(shape, device=device) * 2 - 1) * bound).to(dtype or torch.float32)

        self.weight = Parameter(draw(out_channels, in_channels // groups, *size))
        self.register_parameter("bias", Parameter(draw(out_channels)) if bias else None)

    def forward(self, input):
        function = getattr(F, f"conv{self._axes}d")
        return function(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv1d(_Convolution):
    _axes = 1


class Conv2d(_Convolution):
    _axes = 2


class Conv3d(_Convolution):
    _axes = 3


class _Transposed(Module):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported')
        size = (kernel_size,) * self._axes if isinstance(kernel_size, int) else tuple(kernel_size)
        self.options = stride, padding, output_padding, groups, dilation
        bound = 1 / math.sqrt(out_channels // groups * math.prod(size))

        def draw(*shape):
            return ((torch.rand(shape, device=device) * 2 - 1) * bound).to(dtype or torch.float32)

        self.weight = Parameter(draw(in_channels, out_channels // groups, *size))
        self.register_parameter("bias", Parameter(draw(out_channels)) if bias else None)

    def forward(self, input):
        return getattr(F, f"conv_transpose{self._axes}d")(input, self.weight, self.bias, *self.options)


class ConvTranspose1d(_Transposed):
    _axes = 1


class ConvTranspose2d(_Transposed):
    _axes = 2


class _BatchNorm(Module):
    _version = 2

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None
    ):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.register_parameter(
            "weight", Parameter(torch.ones(num_features, device=device, dtype=dtype)) if affine else None
        )
        self.register_parameter(
            "bias", Parameter(torch.zeros(num_features, device=device, dtype=dtype)) if affine else None
        )
        self.affine, self.track_running_stats = affine, track_running_stats
        tracked = {
            "running_mean": torch.zeros(num_features, device=device, dtype=dtype),
            "running_var": torch.ones(num_features, device=device, dtype=dtype),
            "num_batches_tracked": torch.tensor(0, device=device),
        }
        for name, buffer in tracked.items():
            self.register_buffer(name, buffer if track_running_stats else None)

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *others):
        # Version 1 had no count.
        if self.track_running_stats and local_metadata.get("version", 1) < 2:
            state_dict.setdefault(prefix + "num_batches_tracked", torch.tensor(0))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *others)

    def forward(self, input):
        if input.ndim not in self._ranks:
            raise ValueError(f"expected {' or '.join(f'{n}D' for n in self._ranks)} input (got {input.ndim}D input)")
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        mean, var = self.running_mean, self.running_var
        if self.training and not self.track_running_stats:
            mean = var = None
        fresh = self.training or (mean is None and var is None)
        return F.batch_norm(input, mean, var, self.weight, self.bias, fresh, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    _ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    _ranks = (4,)


class BatchNorm3d(_BatchNorm):
    _ranks = (5,)


class _InstanceNorm(Module):
    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None
    ):
        super().__init__()
        if track_running_stats:
            raise NotImplementedError("`track_running_stats` of instance normalization")
        self.eps = eps
        self.register_parameter(
            "weight", Parameter(torch.ones(num_features, device=device, dtype=dtype)) if affine else None
        )
        self.register_parameter(
            "bias", Parameter(torch.zeros(num_features, device=device, dtype=dtype)) if affine else None
        )

    def forward(self, input):
        return F.instance_norm(input, None, None, self.weight, self.bias, True, 0.1, self.eps)


class InstanceNorm1d(_InstanceNorm):
    pass


class InstanceNorm2d(_InstanceNorm):
    pass


class LocalResponseNorm(Module):
    def __init__(self, size, alpha=1e-4, beta=0.75, k=1.0):
        super().__init__()
        self.options = size, alpha, beta, k

    def forward(self, input):
        return F.local_response_norm(input, *self.options)


class _Called(Module):
    # A layer that is a function and its options; those that are tensors are its buffers.
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.args, self.kwargs = args, {}
        for name, value in kwargs.items():
            if torch.is_tensor(value):
                self.register_buffer(name, value)
            else:
                self.kwargs[name] = value

    def forward(self, *inputs):
        return self._function(*inputs, *self.args, **self.kwargs, **self._buffers)


def _layer(name, function):
    return type(name, (_Called,), {"_function": staticmethod(function)})


def _layers(names, functions):
    return [_layer(name, getattr(F, function)) for name, function in zip(names.split(), functions.split())]


MaxPool1d, MaxPool2d, MaxPool3d, AvgPool1d, AvgPool2d, AvgPool3d = _layers(
    "MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d",
    "max_pool1d max_pool2d max_pool3d avg_pool1d avg_pool2d avg_pool3d",
)
LPPool1d, LPPool2d, AdaptiveAvgPool1d, AdaptiveAvgPool2d, AdaptiveMaxPool1d, AdaptiveMaxPool2d = _layers(
    "LPPool1d LPPool2d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool1d AdaptiveMaxPool2d",
    "lp_pool1d lp_pool2d adaptive_avg_pool1d adaptive_avg_pool2d adaptive_max_pool1d adaptive_max_pool2d",
)
Unfold, Fold, PixelShuffle, PixelUnshuffle = _layers(
    "Unfold Fold PixelShuffle PixelUnshuffle", "unfold fold pixel_shuffle pixel_unshuffle"
)
ELU, CELU, SELU, ReLU6, Hardtanh, Hardswish, Hardsigmoid, LogSigmoid = _layers(
    "ELU CELU SELU ReLU6 Hardtanh Hardswish Hardsigmoid LogSigmoid",
    "elu celu selu relu6 hardtanh hardswish hardsigmoid logsigmoid",
)
Mish, Softplus, Softshrink, Softsign, Tanhshrink, Hardshrink, Threshold, GLU = _layers(
    "Mish Softplus Softshrink Softsign Tanhshrink Hardshrink Threshold GLU",
    "mish softplus softshrink softsign tanhshrink hardshrink threshold glu",
)
(CosineSimilarity,) = _layers("CosineSimilarity", "cosine_similarity")
Softmin = _layer("Softmin", lambda input, dim=None: F.softmin(input, dim))
PairwiseDistance = _layer(
    "PairwiseDistance",
    lambda x1, x2, p=2.0, eps=1e-6, keepdim=False: F.pairwise_distance(x1, x2, p, eps, keepdim),
)
Upsample = _layer(
    "Upsample",
    lambda input, size=None, scale_factor=None, mode="nearest", align_corners=None: F.interpolate(
        input, size, scale_factor, mode, align_corners
    ),
)


def _padding(name, mode, count):
    def function(input, padding, value=0.0):
        sides = (padding,) * (2 * count) if isinstance(padding, int) else tuple(padding)
        return F.pad(input, sides, mode) if mode != "constant" else F.pad(input, sides, mode, value)

    return _layer(name, function)


ConstantPad1d, ConstantPad2d, ConstantPad3d = [_padding(f"ConstantPad{n}d", "constant", n) for n in (1, 2, 3)]
ZeroPad1d, ZeroPad2d, ZeroPad3d = [_padding(f"ZeroPad{n}d", "constant", n) for n in (1, 2, 3)]
ReflectionPad1d, ReflectionPad2d = [_padding(f"ReflectionPad{n}d", "reflect", n) for n in (1, 2)]
ReplicationPad1d, ReplicationPad2d = [_padding(f"ReplicationPad{n}d", "replicate", n) for n in (1, 2)]


def _loss(name, function):
    # The options of losses come by name in any order; a weight is an option like the others.
    return type(name, (_Called,), {"_function": staticmethod(function)})


BCELoss = _loss(
    "BCELoss",
    lambda input, target, weight=None, size_average=None, reduce=None, reduction="mean": F.binary_cross_entropy(
        input, target, weight, reduction=reduction
    ),
)
BCEWithLogitsLoss = _loss(
    "BCEWithLogitsLoss",
    lambda input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None: (
        F.binary_cross_entropy_with_logits(input, target, weight, reduction=reduction, pos_weight=pos_weight)
    ),
)
NLLLoss = _loss(
    "NLLLoss",
    lambda input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean": (
        F.nll_loss(input, target, weight, ignore_index=ignore_index, reduction=reduction)
    ),
)
SmoothL1Loss = _loss(
    "SmoothL1Loss",
    lambda input, target, size_average=None, reduce=None, reduction="mean", beta=1.0: F.smooth_l1_loss(
        input, target, reduction=reduction, beta=beta
    ),
)
HuberLoss = _loss(
    "HuberLoss",
    lambda input, target, reduction="mean", delta=1.0: F.huber_loss(input, target, reduction=reduction, delta=delta),
)
MarginRankingLoss, CosineEmbeddingLoss, TripletMarginLoss, HingeEmbeddingLoss, SoftMarginLoss = _layers(
    "MarginRankingLoss CosineEmbeddingLoss TripletMarginLoss HingeEmbeddingLoss SoftMarginLoss",
    "margin_ranking_loss cosine_embedding_loss triplet_margin_loss hinge_embedding_loss soft_margin_loss",
)
PoissonNLLLoss, GaussianNLLLoss, MultiMarginLoss, MultiLabelSoftMarginLoss = _layers(
    "PoissonNLLLoss GaussianNLLLoss MultiMarginLoss MultiLabelSoftMarginLoss",
    "poisson_nll_loss gaussian_nll_loss multi_margin_loss multilabel_soft_margin_loss",
)


class PReLU(Module):
    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.weight = Parameter(torch.full((num_parameters,), init, device=device, dtype=dtype))

    def forward(self, input):
        fit = (1, -1) + (1,) * (input.ndim - 2) if self.weight.numel() > 1 else (1,) * input.ndim
        return torch.where(input > 0, input, input * self.weight.reshape(fit))


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        bound = 1 / math.sqrt(in1_features)

        def draw(*shape):
            return ((torch.rand(shape, device=device) * 2 - 1) * bound).to(dtype or torch.float32)

        self.weight = Parameter(draw(out_features, in1_features, in2_features))
        self.register_parameter("bias", Parameter(draw(out_features)) if bias else None)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)


class EmbeddingBag(Module):
    def __init__(self, num_embeddings, embedding_dim, mode="mean", device=None, dtype=None):
        super().__init__()
        self.mode = mode
        self.weight = Parameter(torch.randn(num_embeddings, embedding_dim, device=device).to(dtype or torch.float32))

    def forward(self, input, offsets=None, per_sample_weights=None):
        return F.embedding_bag(input, self.weight, offsets, mode=self.mode, per_sample_weights=per_sample_weights)


class _Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return self._function(input, self.p, self.training, self.inplace)


class Dropout1d(_Dropout):
    _function = staticmethod(F.dropout1d)


class Dropout2d(_Dropout):
    _function = staticmethod(F.dropout2d)


class AlphaDropout(_Dropout):
    _function = staticmethod(F.alpha_dropout)


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)


class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)


def Buffer(data, *, persistent=True):
    """A tensor that a module keeps and does not learn."""
    return data


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, batch_first=False, device=None, dtype=None):
        super().__init__()
        if dropout:
            raise NotImplementedError("`dropout` of `MultiheadAttention`")
        self.embed_dim, self.num_heads, self.batch_first = embed_dim, num_heads, batch_first
        bound = math.sqrt(6.0 / (4 * embed_dim))
        drawn = (torch.rand(3 * embed_dim, embed_dim, device=device) * 2 - 1) * bound
        self.in_proj_weight = Parameter(drawn.to(dtype or torch.float32))
        self.register_parameter(
            "in_proj_bias", Parameter(torch.zeros(3 * embed_dim, device=device, dtype=dtype)) if bias else None
        )
        self.out_proj = Linear(embed_dim, embed_dim, bias, device, dtype)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        parts = [query, key, value]
        if not self.batch_first and query.ndim == 3:
            parts = [x.transpose(0, 1) for x in parts]
        weights = self.in_proj_weight.chunk(3)
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        heads = []
        for x, weight, bias in zip(parts, weights, biases):
            y = F.linear(x, weight, bias)
            heads.append(y.unflatten(-1, (self.num_heads, -1)).transpose(-3, -2))
        q, k, v = heads
        scores = q @ k.mT / math.sqrt(q.shape[-1])
        for mask in (attn_mask, None if key_padding_mask is None else key_padding_mask[..., None, None, :]):
            if mask is not None:
                scores = scores.masked_fill(mask, -math.inf) if mask.dtype == torch.bool else scores + mask
        chosen = torch.softmax(scores, -1)
        output = self.out_proj((chosen @ v).transpose(-3, -2).flatten(-2))
        if not self.batch_first and query.ndim == 3:
            output = output.transpose(0, 1)
        if not need_weights:
            return output, None
        return output, chosen.mean(-3) if average_attn_weights else chosen
